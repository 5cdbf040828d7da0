"""Vases, pedestals and the second domino of a turn (G6)."""

from tests.engines.gazebo.tables import nook, others, play, refused, table, texts

VASE = "F.... .v... ..... ....."
FULL = "FF FG FW GW GW GW"


def test_g6_1_a_new_nook_beside_a_vase_gives_a_second_domino() -> None:
    position = play(table(VASE, FULL, FULL), "FG b1e")
    assert position.actor() == 0
    assert others(position) == ["stop"]
    assert len(texts(position)) > 1
    refused(position, "+c", "no_draw_due", "G3.3")


def test_g6_1_the_second_domino_may_be_declined_and_two_are_the_most() -> None:
    position = play(table("F.... .v... G.... .....", FULL, FULL), "FG b1e")
    assert play(position.copy(), "stop").actor() == 1
    play(position, "GW b3e")  # a foliage nook beside the vase, but it was the second domino
    assert nook(position, "a3") == (0, 1, 2)
    assert position.actor() == 1


def test_g6_1_two_draws_follow_two_dominoes_and_one_follows_stop() -> None:
    piles = "FW FW FW FW"
    hand = "FG FW GW"
    position = play(table(VASE, hand, hand, common=piles), "FG b1e, GW a2s, +c, +c")
    assert position.actor() == 1
    position = play(table(VASE, hand, hand, common=piles), "FG b1e, stop, +c")
    assert position.actor() == 1


def test_g6_1_a_lone_square_fires_nothing() -> None:
    assert play(table(VASE, FULL, FULL), "GW b1e").actor() == 1


def test_g6_1_each_pair_of_nook_and_vase_counts_once() -> None:
    position = play(table(VASE, FULL, FULL), "FG b1e, stop, GW e1w, FW a2s")
    assert nook(position, "a2") == (0, 1, 3)  # it touches the vase again, by a2
    assert position.actor() == 1


def test_g6_1_two_vases_at_once_are_one_second_domino() -> None:
    position = play(table("F.... .vv.. .....", FULL, FULL), "FF b1e")
    assert others(position) == ["stop"]
    play(position, "GW d1e")
    assert position.actor() == 1


def test_g6_1_a_later_vase_fires_again() -> None:
    position = play(table("F...... .v.v... .......", FULL, FULL), "FF b1e, stop, GW c2s, FG d1e")
    assert position.actor() == 0
    assert others(position) == ["stop"]


def test_g6_1_connecting_another_s_nook_fires_nothing_and_uses_up_the_pair() -> None:
    position = play(table("F...... ...v... .......", FULL, FULL), "FG b1s, FF c1e")
    assert nook(position, "d1") == (0, 1, 4)
    assert position.actor() == 0
    play(position, "FW c2s")  # beside the vase too, and the nook is seat 0's own
    assert nook(position, "c2") == (0, 2, 5)
    assert position.actor() == 1


def test_g6_1_several_nooks_fire_the_same_vase() -> None:
    rows = "F.... .v... G...."
    position = play(table(rows, "FG FG FG GG GG", FULL), "FG b1e, stop, GW d1e, GG b3e")
    assert others(position) == ["stop"]


def test_g6_1_absorbing_another_s_nook_at_a_vase_fires() -> None:
    """Vase by absorption: seat 0's nook touched no vase, the one it absorbs does."""
    rows = "...F..... Gv....... ......... ........."
    hands = ("FF FW FG FG FG", "FF FG FG FG FG")
    position = play(table(rows, *hands), "FF e1e, FF a1e")
    assert others(position) == ["stop"]  # seat 1's own vase
    play(position, "stop, FW c1s")
    assert nook(position, "a1") == (0, 2, 6)
    assert position.actor() == 0
    assert others(position) == ["stop"]


def test_g6_1_absorbing_fires_nothing_where_the_own_nook_touched_the_vase() -> None:
    hands = ("FF FW FG FG FG", "FF FG FG FG FG")
    rows = "...F..... G..v..... ......... ........."
    position = play(table(rows, *hands), "FF e1e, stop, FF a1e, FW c1s")
    assert nook(position, "a1") == (0, 2, 6)
    assert position.actor() == 1


def test_g6_2_covering_a_pedestal_works_like_a_vase() -> None:
    position = play(table("F.=.. ..... .....", FULL, FULL), "GW b1e")
    assert position.actor() == 0
    assert others(position) == ["stop"]
    position = play(table("F.==. ..... .....", "GW GW GW GW", "GW GW GW"), "GW b1e, GW d1s")
    assert position.actor() == 1


def test_g6_4_zen_credits_of_both_dominoes_add_up() -> None:
    hand = "FG FW GW"
    rows = "Fz... .vz.. ....."
    position = table(rows, hand, hand, common="FW FW FW", reserve="FF GG WW")
    play(position, "FG b1e, GW c2e")
    assert texts(position) == ["+c", "+z"]
    play(position, "+z")
    assert texts(position) == ["+c", "+z"]
    play(position, "+z")
    assert position.actor() == 1


def test_g6_4_where_no_second_domino_is_playable_the_draws_follow_at_once() -> None:
    position = play(table("F.= ..# ###", "GW FG FG", "GW FG FG", common="FW"), "GW b1e")
    assert others(position) == ["stop"]
    position = play(table("F.=", "GW FG FG", "GW FG FG", common="FW"), "GW b1e")
    assert texts(position) == ["+c"]


def test_g6_4_the_last_domino_of_a_hand_has_no_second() -> None:
    position = play(table("F.= ... ...", "GW", "GW"), "GW b1e")
    assert position.actor() == 1


def test_g6_4_triggers_of_the_second_domino_use_up_their_pairs() -> None:
    rows = "F.... .v... G.... ....."
    position = play(table(rows, "FG GW GW GW GG GG", FULL), "FG b1e, GW b3e, GW d1e")
    play(position, "GG a4e")  # the foliage nook touches the vase since the second domino
    assert position.actor() == 1


def test_stop_is_refused_where_no_second_domino_is_due() -> None:
    position = table(VASE, FULL, FULL)
    refused(
        position,
        "stop",
        "no_second_domino",
        "G6.1",
        "Only a second domino can be declined (G6.1).",
    )
