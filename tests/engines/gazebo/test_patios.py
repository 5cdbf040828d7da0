"""Patios: claimed, tied, stolen, kept; the order of events and the last gazebo (G4.7, G4.8)."""

from engines.position import Outcome
from tests.engines.gazebo.tables import nook, patio, play, table

SOME = "FF FF FG FG GW GW WW GG"


def test_g4_7_a_free_regular_patio_is_claimed_with_one_gazebo_a_luxury_one_with_two() -> None:
    position = play(table("F.... ..1.. 2.... .....", SOME, SOME), "FF b1e")
    assert patio(position, "c2") == (0, 1)  # c1 touches it
    assert position.scores() == [22, 24]
    position = play(table("F.... 2.... .....", SOME, SOME), "FG b1e")
    assert patio(position, "a2") == (0, 2)
    assert position.scores() == [21, 24]


def test_g4_7_a_lone_square_claims_nothing() -> None:
    position = play(table("F.... 2.... .....", SOME, SOME), "GW b1e")
    assert patio(position, "a2") == (-1, 0)


def test_g4_7_a_nook_counts_once_though_it_touches_a_patio_twice() -> None:
    """The source's steal: two gazebos against one; and one nook against one does not do."""
    position = table("F..... .11... G..... ......", "FF FF FF GG", "GG GG GG WW")
    play(position, "FF b1e")
    assert patio(position, "b2") == (0, 1)
    play(position, "GG b3e")
    assert patio(position, "b2") == (0, 1)  # one each: no steal
    assert nook(position, "a3") == (1, 1, 3)


def test_g4_7_more_adjacent_gazebos_steal_and_the_gazebos_on_the_patio_do_not_count() -> None:
    position = table("F..... .2.... G..... ......", "FF FF FF GW", "GG GG GG WW")
    play(position, "FF b1e, GG b3e")
    assert patio(position, "b2") == (0, 2)
    assert position.scores() == [21, 23]
    play(position, "GW d1e, GG d3e")  # five squares: a double, two against one
    assert nook(position, "a3") == (1, 2, 5)
    assert patio(position, "b2") == (1, 2)
    assert position.scores() == [23, 20]


def test_g4_7_a_new_nook_steals_by_sum() -> None:
    position = table("F.... .1... G.... .....", "FF FW FW FW", "GG WW GG GG")
    play(position, "FF b1e, GG b3e, FW d1e")
    assert patio(position, "b2") == (0, 1)
    play(position, "WW c2e")
    assert patio(position, "b2") == (1, 1)
    assert position.scores() == [23, 21]


def test_g4_7_a_tie_for_most_claims_nothing_until_it_is_broken() -> None:
    """Two nooks of different players first touch a free raised patio, one gazebo each."""
    position = table("F.... .^... G.... .....", "FF WW FW FW", "GG GG GG GG")
    play(position, "FF b1e, GG b3e")
    assert patio(position, "b2") == (-1, 0)
    play(position, "WW c2e")
    assert patio(position, "b2") == (0, 1)


def test_g6_3_and_g4_7_a_raised_patio_needs_two_adjacent_gazebos() -> None:
    position = table("F.... .^... G.... .....", "FF FF FW FW", "GW GW GW GW")
    play(position, "FF b1e")
    assert patio(position, "b2") == (-1, 0)
    assert position.scores() == [23, 24]
    play(position, "GW b4w, FF d1e")  # a big nook: two
    assert patio(position, "b2") == (0, 1)
    assert position.scores() == [21, 24]


def test_g6_3_a_raised_patio_is_claimed_by_two_nooks_and_not_stolen_by_a_tie() -> None:
    position = table("F.... .^... G.... .....", "FF WW FW FW", "GG GG GG GG")
    play(position, "FF b1e, GG b3e, WW c2e")
    assert patio(position, "b2") == (0, 1)
    play(position, "GG d3e")
    assert nook(position, "a3") == (1, 2, 5)
    assert patio(position, "b2") == (0, 1)


def test_g6_3_a_raised_patio_is_stolen_by_more() -> None:
    position = table("...F..... G^....... ......... .........", "FF FW FG FG", "FF WW FG FG")
    play(position, "FF e1e, FF a1e, FG g1e, WW a3e")
    assert patio(position, "b2") == (1, 1)
    assert position.scores() == [23, 21]
    play(position, "FW c1s")
    assert nook(position, "a1") == (0, 2, 7)
    assert patio(position, "b2") == (0, 1)  # two against the one that is left
    assert position.scores() == [21, 23]


def test_g4_7_three_players_the_thief_needs_more_than_everyone() -> None:
    position = table("F.... .1... G...W .....", "FF FF FF", "GG GG GG", "WW WW WW")
    play(position, "FF b1e, GG b3e, WW c2e")
    assert patio(position, "b2") == (0, 1)
    assert position.scores() == [17, 18, 18]


def test_g4_7_whoever_places_the_owner_of_the_nook_claims() -> None:
    position = table("F.... ..1.. .....", "FG FG FG FG", "FW FW FW FW")
    play(position, "FG b1s, FW c1e")
    assert patio(position, "c2") == (0, 1)
    assert position.scores() == [22, 24]


def test_g4_7_an_owner_without_adjacent_gazebos_keeps_the_patio_until_it_is_stolen() -> None:
    rows = "..F.... G..W... ....... 2222222 ....... W......"
    position = table(rows, "FF FF FF GW GW", "FF FF", "GG WW FF GG GG")
    play(position, "FF d1e, FF a3e, GG a5e, FF a1e, FF d3e, WW c5e")
    assert patio(position, "a4") == (1, 2)  # two nooks each of seats 1 and 2
    play(position, "FF c2s")  # seat 0 absorbs both nooks of seat 1: two, none and two adjacent
    assert nook(position, "a3") == (0, 2, 11)
    assert patio(position, "a4") == (1, 2)
    assert position.scores() == [17, 17, 17]
    play(position, "FF e5e")
    assert patio(position, "a4") == (2, 2)
    assert position.scores() == [17, 19, 14]


def test_g4_8_a_last_gazebo_ends_the_game_before_anything_else() -> None:
    position = table("F.... 2.... .....", SOME, SOME, supply=1)
    play(position, "FG b1e")
    assert position.actor() == -1
    assert position.moves() == []
    assert patio(position, "a2") == (-1, 0)  # the patio stage never came
    assert position.outcome() == Outcome((0, 1), (0,), "last_gazebo")


def test_g4_8_one_gazebo_where_two_are_due_is_placed_and_wins() -> None:
    position = play(table("F.... 2.... .....", SOME, SOME, supply=2), "FG b1e")
    assert patio(position, "a2") == (0, 1)
    assert position.outcome() == Outcome((0, 2), (0,), "last_gazebo")
    position = play(table("GFG. F..F .G..", "FF FF FF", "GW GW GW", supply=1), "FF b2e")
    assert nook(position, "b2") == (0, 1, 5)
    assert position.outcome() == Outcome((0, 1), (0,), "last_gazebo")


def test_g4_8_one_can_make_an_opponent_win() -> None:
    position = table("F.... ..1.. .....", "FG FG FG FG", "FW FW FW FW", supply=2)
    play(position, "FG b1s, FW c1e")
    assert position.outcome() == Outcome((0, 2), (0,), "last_gazebo")


def test_g4_8_returns_come_before_placements() -> None:
    """Seat 0 has one gazebo left; one comes back, so the next one is not its last."""
    rows = ".W....... ...F..... .G....... ......... ........."
    position = table(rows, "FF FF FF FW FG FG", "FF", supply=4)
    play(position, "FF e2e, FF a2e, FF g2e, FF c3s")
    assert position.scores() == [1, 3]
    play(position, "FW c2n")
    assert nook(position, "b1") == (0, 1, 2)
    assert position.scores() == [1, 4]
    assert position.outcome() is None


def test_g4_8_the_active_player_puts_down_before_the_others() -> None:
    position = table("F.... ....W G....", "FF FG FG", "GG FW FW", supply=2)
    play(position, "FF b1e, GG b3e, FG a2e")
    assert nook(position, "a1") == (0, 1, 4)
    assert position.scores() == [1, 1]
    play(position, "FW d1e")  # seat 0's nook becomes big, seat 1 has a new one
    assert nook(position, "a1") == (0, 1, 5)
    assert position.outcome() == Outcome((1, 0), (1,), "last_gazebo")


def test_g4_8_a_player_puts_down_in_the_order_of_first_squares() -> None:
    position = play(table("F.. ..G ...", SOME, SOME, supply=1), "FG b1e")
    assert nook(position, "a1") == (0, 1, 2)
    assert nook(position, "c1") == (0, 0, 2)
    position = play(table("G.. ..F ...", SOME, SOME, supply=1), "FG c1w")
    assert nook(position, "a1") == (0, 1, 2)
    assert nook(position, "c1") == (0, 0, 2)


def test_g4_8_nooks_come_before_patios() -> None:
    position = play(table("F1... ..G.. .....", SOME, SOME, supply=2), "FG a2e")
    assert patio(position, "b1") == (-1, 0)
    assert position.outcome() == Outcome((0, 2), (0,), "last_gazebo")


def test_g4_8_patios_are_filled_in_the_order_of_first_squares() -> None:
    position = play(table(".1... F.1.. .....", SOME, SOME, supply=2), "FG b2s")
    assert position.patios() == [(0, 1), (-1, 0)]
    assert position.outcome() == Outcome((0, 2), (0,), "last_gazebo")
