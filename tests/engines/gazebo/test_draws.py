"""Draws, zen squares, both readings of `zen_draw` (G3.3–G3.5)."""

from tests.engines.gazebo.tables import others, play, refused, table, texts

PLAIN = "..... ..... ..F.. ..... ....."
ZEN = ".zz.. ..zz. ..F.. ..z.. ....."


def test_g3_3_each_due_draw_is_a_free_choice_and_compulsory() -> None:
    position = table(
        PLAIN, "GW FG", "GW FG FW", personal=["FF WW", "GG"], common="FW GW", reserve="WW"
    )
    play(position, "GW c2n")  # one domino left: two draws due
    assert texts(position) == ["+c", "+p"]
    play(position, "+p")
    assert position.hand[:6] == [1, 0, 0, 1, 0, 0]
    assert texts(position) == ["+c", "+p"]
    refused(position, "+z", "no_zen_draw", "G3.4")
    refused(position, "FG c4s", "no_placement_due", "G3.2")
    refused(position, "pass", "pass_not_due", "G3.6")
    play(position, "+c")
    assert position.hand[:6] == [1, 0, 0, 1, 1, 0]
    assert position.actor() == 1


def test_g3_3_a_full_hand_draws_nothing() -> None:
    position = table(PLAIN, "GW FG FW GW", "GW FG FW", personal=["FF", "GG"], common="FW")
    play(position, "GW c2n")
    assert position.actor() == 1
    refused(
        position, "+c", "no_draw_due", "G3.3", "No draw is due; a domino must be placed (G3.3)."
    )


def test_g3_3_the_last_pile_is_still_a_decision() -> None:
    position = table(PLAIN, "GW FG FW", "GW FG FW", personal=["FF", ""])
    play(position, "GW c2n")
    assert texts(position) == ["+p"]
    refused(position, "+c", "empty_pile", "G3.5", "The common pile is empty (G3.5).")
    play(position, "+p, GW b3w")
    assert position.actor() == 0  # seat 1 has no pile: no draw is written


def test_g3_5_without_piles_the_hands_shrink() -> None:
    position = table(PLAIN, "GW FG", "GW FG")
    play(position, "GW c2n")
    assert position.hand_size[:2] == [1, 2]
    assert position.actor() == 1


def test_g3_4_replace_one_due_draw_may_come_from_the_reserve_for_each_zen_square() -> None:
    hands = ("GW FG FW", "GW FG FW")
    position = table(ZEN, *hands, personal=["FF", "GG"], common="FW FW FW", reserve="WW GG FF")
    play(position, "GW c2n")
    assert texts(position) == ["+c", "+p", "+z"]
    play(position, "+z")  # two credits, one draw due: the other lapses
    assert position.actor() == 1
    assert position.hand[:6] == [0, 0, 1, 1, 1, 0]
    play(position, "GW b3w")
    assert texts(position) == ["+c", "+p"]  # nothing of the first turn is left


def test_g3_4_replace_two_due_draws_may_both_come_from_the_reserve() -> None:
    position = table(ZEN, "GW FG", "GW FG", common="FW FW", reserve="WW GG FF")
    play(position, "GW c2n, +z")
    assert texts(position) == ["+c", "+z"]
    play(position, "+z")
    assert position.hand[:6] == [0, 1, 1, 1, 0, 0]
    assert position.actor() == 1


def test_g3_4_replace_a_credit_is_spent_by_its_draw() -> None:
    position = play(table(ZEN, "GW FG", "GW FG", common="FW FW", reserve="WW GG"), "GW c4s, +z")
    assert texts(position) == ["+c"]


def test_g3_4_replace_the_reserve_alone_is_compulsory_too() -> None:
    position = play(table(ZEN, "GW FG FW", "GW FG FW", reserve="WW GG"), "GW c4s")
    assert texts(position) == ["+z"]
    play(position, "+z")
    assert position.actor() == 1


def test_g3_4_replace_without_a_reserve_a_credit_gives_nothing() -> None:
    position = play(table(ZEN, "GW FG FW", "GW FG FW"), "GW c4s")
    assert position.actor() == 1


def test_g3_4_replace_a_full_hand_draws_nothing_from_the_reserve() -> None:
    position = play(table(ZEN, "GW FG FW FW", "GW FG FW", reserve="WW GG"), "GW c2n")
    assert position.actor() == 1


def test_g3_4_extra_draws_come_after_the_due_ones() -> None:
    hands = ("GW FG FW", "GW FG FW")
    position = table(ZEN, *hands, extra=True, common="FW FW", reserve="WW GG FF")
    play(position, "GW c2n")
    assert texts(position) == ["+c"]
    refused(
        position,
        "+z",
        "no_zen_draw",
        "G3.4",
        "The due draws come first, then the extra ones from the reserve (G3.4).",
    )
    play(position, "+c")
    assert texts(position) == ["+z", "+-"]
    refused(position, "+c", "no_draw_due", "G3.4", "Extra draws come from the reserve only (G3.4).")
    play(position, "+z, +z")
    assert position.hand_size[0] == 5
    assert position.actor() == 1


def test_g3_4_extra_declining_gives_up_all_that_are_left() -> None:
    position = table(ZEN, "GW FG FW", "GW FG FW", extra=True, common="FW", reserve="WW GG FF")
    play(position, "GW c2n, +c, +-")
    assert position.hand_size[0] == 3
    assert position.actor() == 1
    refused(position, "+-", "no_extra_draw", "G3.4", "There is no extra draw to decline (G3.4).")


def test_g3_4_extra_no_refill_while_the_hand_has_three_or_more() -> None:
    hands = ("GW FG FW FW FW", "GW FG FW")
    position = play(table(ZEN, *hands, extra=True, common="FW"), "GW c2n")
    assert position.actor() == 1
    assert position.hand_size[0] == 4


def test_g3_4_extra_also_where_the_other_piles_are_empty() -> None:
    position = play(table(ZEN, "GW FG", "GW FG", extra=True, reserve="WW GG FF"), "GW c2n")
    assert texts(position) == ["+z", "+-"]
    play(position, "+z, +z")  # the hand is full only now, and both credits are spent
    assert position.actor() == 1


def test_g3_4_extra_draws_end_with_the_reserve() -> None:
    position = table(ZEN, "GW FG FW", "GW FG FW", extra=True, common="FW", reserve="WW")
    play(position, "GW c2n, +c, +z")
    assert position.actor() == 1


def test_a_tile_that_nobody_saw_cannot_be_drawn() -> None:
    position = table(PLAIN, "GW FG FW", "GW FG FW", personal=["? FF", "GG"], common="FW ?")
    play(position, "GW c2n")
    assert texts(position) == ["+c"]
    refused(position, "+p", "unseen_domino", "G3.3")
    play(position, "+c, GW b3w")
    assert texts(position) == ["+p"]
    refused(position, "+c", "unseen_domino", "G3.3")
    assert others(position) == ["+p"]
