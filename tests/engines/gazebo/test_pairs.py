"""Gazebo in pairs, played (G8)."""

import pytest

from engines.gazebo.engine import GAZEBO_ENGINE
from engines.position import Outcome
from tests.engines.gazebo.tables import play, table
from tests.engines.gazebo.tables import refused as not_legal
from tests.engines.refusals import refused


@pytest.mark.parametrize("start", [1, 3])
def test_g8_1_the_second_player_of_a_pair_begins(start: int) -> None:
    position = GAZEBO_ENGINE.deal(4, 1, {"partnership": True}, start=start)
    assert position.actor() == start
    assert position.scores() == [15, 15, 15, 15]
    assert GAZEBO_ENGINE.deal(4, 1, {"partnership": True}).actor() == 1


@pytest.mark.parametrize("start", [0, 2])
def test_g8_1_the_first_player_of_a_pair_does_not(start: int) -> None:
    with refused(
        "start_in_pairs",
        "G8.1",
        "In pairs the second player of a pair begins: start must be 1 or 3 (seat 2 or seat 4), "
        f"not {start} (G8.1).",
        field="start",
    ):
        GAZEBO_ENGINE.deal(4, 1, {"partnership": True}, start=start)


def test_g8_2_a_last_gazebo_ends_the_game_though_the_other_pair_wins() -> None:
    rows = "F..G.F..G.F..G .............."
    position = table(rows, "FG WW", "", "FG GW", "FG GW", supply=3, pairs=True)
    play(position, "FG l1e, FG b1e, FG g1e")
    assert position.scores() == [1, 3, 1, 1]
    play(position, "WW a2e")
    assert position.outcome() == Outcome((0, 3, 1, 1), (2, 3), "last_gazebo")


def test_g8_2_tied_the_pair_that_placed_last_wins() -> None:
    position = table("F...G.... .........", "FG", "", "GW", "", supply=15, pairs=True)
    play(position, "FG b1s, GW f1e")
    assert position.outcome() == Outcome((14, 15, 14, 15), (2, 3), "out_of_dominoes")
    position = table("F...G.... .........", "FG", "", "GW", "", supply=15, pairs=True, start=2)
    play(position, "GW f1e, FG b1s")
    assert position.outcome() == Outcome((14, 15, 14, 15), (0, 1), "out_of_dominoes")


def test_g8_2_the_last_gazebo_moved_counts_not_the_last_domino() -> None:
    """Seat 2 lays last, but the gazebo it moves is seat 0's."""
    position = table("F........ .........", "FF", "", "FW", "GW", supply=15, pairs=True, start=0)
    play(position, "FF b1e")
    assert position.scores() == [14, 15, 15, 15]
    play(position, "FW d1e, GW f1e")
    assert position.outcome() == Outcome((14, 15, 15, 15), (0, 1), "out_of_dominoes")


def test_g8_2_all_four_share_where_none_was_ever_placed() -> None:
    position = table("F...G.... .........", "GW", "", "FW", "", pairs=True)
    play(position, "GW b1e, FW f1e")
    assert position.outcome() == Outcome((15,) * 4, (0, 1, 2, 3), "out_of_dominoes")


def test_g8_1_partners_are_different_players_in_an_absorption() -> None:
    rows = "......... ....F.... .G..G.... ........."
    position = table(rows, "FF FF", "FW FW", "", "", pairs=True, start=1)
    play(position, "FW f2e, FF b2e")
    assert position.scores() == [14, 14, 15, 15]
    not_legal(position, "FW d2n", "absorption_tied", "G4.5")
