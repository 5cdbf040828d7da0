"""Gazebo in pairs: who may play, who begins, which pair wins (G8.1, G8.2)."""

from typing import Any

import pytest

from engines.base import MatchScore
from engines.gazebo.game import GAZEBO
from tests.engines.refusals import refused

PAIRS = {"partnership": True}


def score(*left: int, **sheet: object) -> MatchScore:
    return GAZEBO.score_match(
        {"seats": [{"left": each} for each in left], **sheet},
        setup={"board": "jungle"},
        options=PAIRS,
        seats=len(left),
    )


def test_g8_2_the_pair_with_fewer_left_wins_even_against_the_finisher() -> None:
    match = score(0, 9, 3, 4)
    assert match.scores == (0, 9, 3, 4)
    assert match.winners == (2, 3)
    assert match.credits == (0, 0, 1, 1)
    assert match.end == "last_gazebo"
    assert match.details[0] == {
        "left": 0,
        "supply": 15,
        "placed": 15,
        "pair": [0, 1],
        "pair_left": 9,
    }
    assert match.details[3] == {
        "left": 4,
        "supply": 15,
        "placed": 11,
        "pair": [2, 3],
        "pair_left": 7,
    }


def test_g8_2_a_game_that_ended_otherwise_is_won_by_the_smaller_sum_too() -> None:
    assert score(1, 9, 3, 8, end="blocked").winners == (0, 1)
    assert score(1, 9, 3, 8, end="blocked", last_pair=[2, 3]).winners == (0, 1)


@pytest.mark.parametrize(
    ("left", "winners"), [((0, 7, 3, 4), (0, 1)), ((3, 4, 7, 0), (2, 3)), ((7, 0, 3, 4), (0, 1))]
)
def test_g8_2_tied_the_finisher_s_pair_placed_last_and_wins(
    left: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    assert score(*left).winners == winners
    assert score(*left, last_pair=list(winners)).winners == winners


@pytest.mark.parametrize("last_pair", [[0, 1], [2, 3]])
def test_g8_2_tied_otherwise_the_pair_named_wins(last_pair: list[int]) -> None:
    match = score(2, 5, 3, 4, end="out_of_dominoes", last_pair=last_pair)
    assert match.winners == tuple(last_pair)


def test_g8_2_tied_without_the_pair_named_is_refused() -> None:
    with refused(
        "last_pair_missing",
        "G8.2",
        "Both pairs have 7 left, so say which pair placed the last gazebo (G8.2).",
        field="last_pair",
    ):
        score(2, 5, 3, 4, end="blocked")


def test_g8_2_all_four_share_when_none_was_ever_placed() -> None:
    match = score(15, 15, 15, 15, end="blocked")
    assert (match.winners, match.credits) == ((0, 1, 2, 3), (1, 1, 1, 1))
    with refused(
        "last_pair_contradicts",
        "G8.2",
        "All gazebos are left, so no pair placed a last one (G8.2).",
    ):
        score(15, 15, 15, 15, end="blocked", last_pair=[0, 1])


def test_g8_2_naming_the_other_pair_against_a_last_gazebo_is_refused() -> None:
    with refused(
        "last_pair_contradicts",
        "G8.2",
        "Seat 2 has 0 left and so placed the last gazebo; the sheet names the other pair (G8.2).",
    ):
        score(7, 0, 3, 4, last_pair=[2, 3])


@pytest.mark.parametrize(
    ("last_pair", "word"),
    [
        ([1, 0], "a list"),
        ([0, 2], "a list"),
        ([0], "a list"),
        ([0, 1, 1], "a list"),
        ([False, True], "a list"),
        ([0.0, 1.0], "a list"),
        ([], "a list"),
        ([[0], [1]], "a list"),
        (0, "0"),
        ("0,1", '"0,1"'),
        ({"0": 1}, "an object"),
    ],
)
def test_g8_2_another_pair_is_refused(last_pair: object, word: str) -> None:
    with refused(
        "last_pair_value",
        "G8.2",
        f"The pair that placed last must be [0, 1] or [2, 3], not {word} (G8.2).",
    ):
        score(2, 5, 3, 4, end="blocked", last_pair=last_pair)


def test_g4_8_two_partners_at_0_are_refused_too() -> None:
    with refused(
        "two_finishers",
        "G4.8",
        "Seats 1 and 2 have 0 left; the game ends as soon as one player has 0 (G4.8).",
    ):
        score(0, 0, 3, 4)


@pytest.mark.parametrize("players", [2, 3])
def test_g8_1_pairs_need_exactly_four_players(players: int) -> None:
    message = f"A game in pairs takes exactly four players, not {players} (G8.1)."
    with refused("pairs_need_four", "G8.1", message):
        score(*range(players))
    with refused("pairs_need_four", "G8.1", message):
        GAZEBO.check_seats(players, PAIRS)
    with refused("pairs_need_four", "G8.1", message):
        GAZEBO.clean_options(PAIRS, seats=players)


def starts(matches: int = 3, first: int | None = None, **options: object) -> list[int | None]:
    return [
        GAZEBO.start_seat(number, first=first, seats=4, options=PAIRS | options, previous=())
        for number in range(matches)
    ]


def test_g8_1_and_g7_2_the_second_players_begin_in_turn() -> None:
    assert starts() == [1, 3, 1]
    assert starts(start=3) == [3, 1, 3]
    assert starts(first=3) == [3, 1, 3]


@pytest.mark.parametrize("first", [0, 2])
def test_g8_1_the_first_player_of_a_pair_may_not_begin(first: int) -> None:
    with refused(
        "start_in_pairs",
        "G8.1",
        "In pairs the second player of a pair begins, seat 2 or seat 4, "
        f"not seat {first + 1} (G8.1).",
        field="start",
    ):
        starts(first=first)


@pytest.mark.parametrize("start", [0, 2, 4, "1", True])
def test_g8_1_the_option_start_is_1_or_3(start: Any) -> None:
    word = {str: '"1"', bool: "true"}.get(type(start), str(start))
    with refused("option_value", "G8.1", f"The option start must be 1 or 3, not {word} (G8.1)."):
        GAZEBO.clean_options(PAIRS | {"start": start})
