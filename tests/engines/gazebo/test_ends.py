"""Passing, skipping, and how a game ends without a last gazebo (G3.6, G5)."""

from engines.position import Outcome
from tests.engines.gazebo.tables import play, refused, table, texts

TWO_LEFT = "G......G"
"""Two doubles of flowers leave d1 and e1, where a third would join two squares of each seat."""


def test_g3_6_a_turn_passes_where_nothing_can_be_placed_and_only_then() -> None:
    position = table(TWO_LEFT, "FF FF FF FF", "FF GW GW GW", common="FW FW")
    refused(
        position,
        "pass",
        "pass_not_due",
        "G3.6",
        "A turn passes only where no domino of the hand has a legal placement (G3.6).",
    )
    play(position, "FF b1e, FF f1e")
    assert position.actor() == 0
    assert texts(position) == ["pass"]
    refused(position, "FF d1e", "absorption_tied", "G4.5")
    play(position, "pass")
    assert position.actor() == 1
    assert position.hand_size[:2] == [3, 3]
    assert texts(position) == ["GW d1e", "GW e1w"]


def test_g5_1_blocked_where_no_domino_of_anybody_has_a_placement() -> None:
    position = play(table(TWO_LEFT, "FF FF FF", "FF FF FF"), "FF b1e, FF f1e")
    assert position.outcome() == Outcome((23, 23), (0, 1), "blocked")


def test_g5_1_no_space_is_blocked_at_the_start_of_a_turn() -> None:
    position = play(table("F..", "FG FG", "FG FG", common="FW FW FW"), "FG b1e")
    assert position.outcome() is None  # the draws of the turn come first
    play(position, "+c, +c")
    assert position.outcome() == Outcome((23, 24), (0,), "blocked")
    assert position.actor() == -1
    assert position.moves() == []
    refused(position, "pass", "game_over", "G5.1", "The game is over (G5.1).")
    refused(position, "+c", "game_over", "G5.1")


def test_g5_1_all_out_of_dominoes() -> None:
    position = play(table("F......", "FG", "GW"), "FG b1e")
    assert position.outcome() is None
    play(position, "GW d1e")
    assert position.outcome() == Outcome((23, 23), (0, 1), "out_of_dominoes")


def test_g5_1_out_of_dominoes_comes_before_blocked() -> None:
    position = play(table("F..", "FG", ""), "FG b1e")
    assert position.outcome() == Outcome((23, 24), (0,), "out_of_dominoes")


def test_g3_6_a_seat_with_an_empty_hand_is_skipped() -> None:
    position = play(table("F........", "FG FW FW", "GW", "GW GW"), "FG b1e, GW d1e, GW f1e")
    assert position.actor() == 0
    play(position, "FW h1e")
    assert position.outcome() is not None


def test_g5_1_most_gazebos_on_the_board_win_and_a_tie_is_shared() -> None:
    position = play(table("F..GF..W..", "FG", "FW", "GW"), "FG b1e, FW f1e, GW j1w")
    assert position.outcome() == Outcome((17, 17, 19), (0, 1), "out_of_dominoes")


def test_g5_1_a_game_can_be_blocked_before_it_begins() -> None:
    assert table("F.#", "FG GW", "FG GW").outcome() == Outcome((24, 24), (0, 1), "blocked")
