"""A match of Gazebo from its score sheet: leftovers and why the game ended."""

import copy
from typing import Any

import pytest

from engines.base import MatchScore
from engines.gazebo.game import GAZEBO
from tests.engines.refusals import refused

BIRD = {"board": "bird"}
SUPPLIES = [(2, 24), (3, 19), (4, 15)]


def score(*left: object, **sheet: object) -> MatchScore:
    return GAZEBO.score_match(
        {"seats": [{"left": each} for each in left], **sheet},
        setup=BIRD,
        options={},
        seats=len(left),
    )


def test_g5_2_the_score_is_the_gazebos_left_over() -> None:
    match = score(4, 0, 5)
    assert match.scores == (4, 0, 5)
    assert match.winners == (1,)
    assert match.credits == (0, 1, 0)
    assert match.end == "last_gazebo"
    assert match.details == (
        {"left": 4, "supply": 19, "placed": 15},
        {"left": 0, "supply": 19, "placed": 19},
        {"left": 5, "supply": 19, "placed": 14},
    )


def test_g4_8_the_last_gazebo_may_be_named_as_the_end() -> None:
    assert score(0, 24, end="last_gazebo") == score(0, 24)
    assert score(0, 24, end=None) == score(0, 24)


@pytest.mark.parametrize("end", ["blocked", "out_of_dominoes"])
def test_g5_1_without_a_last_gazebo_the_fewest_left_win(end: str) -> None:
    match = score(6, 3, 9, 4, end=end)
    assert (match.scores, match.winners, match.end) == ((6, 3, 9, 4), (1,), end)


def test_g5_1_and_g7_1_a_tie_is_shared_and_counts_as_a_win_for_each() -> None:
    match = score(3, 7, 3, end="blocked")
    assert (match.winners, match.credits) == ((0, 2), (1, 0, 1))


def test_g5_1_all_may_share_when_nobody_placed_a_gazebo() -> None:
    assert score(24, 24, end="out_of_dominoes").winners == (0, 1)


@pytest.mark.parametrize(("players", "supply"), SUPPLIES)
def test_g1_2_leftovers_run_from_0_to_the_supply(players: int, supply: int) -> None:
    match = score(0, *[supply] * (players - 1))
    assert match.details[-1] == {"left": supply, "supply": supply, "placed": 0}
    with refused(
        "left_range",
        "G1.2",
        f"Seat {players} can have 0 to {supply} gazebos left, not {supply + 1} (G1.2).",
        seat=players - 1,
        field=f"seats.{players - 1}.left",
        supply=supply,
    ):
        score(*[0] * (players - 1), supply + 1)


@pytest.mark.parametrize(
    ("left", "word"),
    [(-1, "-1"), pytest.param(10**5000, "a huge number", id="huge")],
)
def test_g1_2_leftovers_outside_the_supply_are_refused(left: int, word: str) -> None:
    with refused(
        "left_range",
        "G1.2",
        f"Seat 1 can have 0 to 24 gazebos left, not {word} (G1.2).",
        seat=0,
    ):
        score(left, 0)


@pytest.mark.parametrize(
    ("left", "word"),
    [
        (True, "true"),
        (3.0, "3.0"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        ("3", '"3"'),
        ([], "a list"),
        ({}, "an object"),
    ],
)
def test_g5_2_leftovers_that_are_no_whole_number_are_refused(left: object, word: str) -> None:
    with refused(
        "not_a_number",
        "G5.2",
        f"Seat 2's number of gazebos left must be a whole number, not {word} (G5.2).",
        seat=1,
        field="seats.1.left",
    ):
        score(0, left)


@pytest.mark.parametrize("seat", [{}, {"left": None}])
def test_g5_2_a_seat_without_leftovers_is_refused(seat: dict[str, object]) -> None:
    with refused(
        "left_missing", "G5.2", "Seat 1's number of gazebos left is missing (G5.2).", seat=0
    ):
        GAZEBO.score_match({"seats": [seat, {"left": 0}]}, setup=BIRD, options={}, seats=2)


@pytest.mark.parametrize(
    ("left", "labels", "seats"),
    [((0, 0, 4), "1 and 2", [0, 1]), ((0, 3, 0, 0), "1, 3 and 4", [0, 2, 3])],
)
def test_g4_8_more_than_one_player_at_0_is_refused(
    left: tuple[int, ...], labels: str, seats: list[int]
) -> None:
    with refused(
        "two_finishers",
        "G4.8",
        f"Seats {labels} have 0 left; the game ends as soon as one player has 0 (G4.8).",
        seats=seats,
    ):
        score(*left)


@pytest.mark.parametrize("sheet", [{}, {"end": None}])
def test_g5_1_nobody_at_0_without_a_reason_is_refused(sheet: dict[str, object]) -> None:
    with refused(
        "end_missing",
        "G5.1",
        "Nobody has 0 left, so say why the game ended: blocked or out_of_dominoes (G5.1).",
        field="end",
    ):
        score(1, 2, **sheet)


def test_g5_1_a_last_gazebo_with_nobody_at_0_is_refused() -> None:
    with refused(
        "no_last_gazebo",
        "G5.1",
        "Nobody has 0 left, so the game did not end with a last gazebo (G5.1).",
    ):
        score(1, 2, end="last_gazebo")


@pytest.mark.parametrize("end", ["blocked", "out_of_dominoes"])
def test_g5_1_another_reason_with_someone_at_0_is_refused(end: str) -> None:
    with refused(
        "end_contradicts",
        "G5.1",
        f"Seat 2 has 0 left, so the game ended with the last gazebo, not with {end} (G5.1).",
        seat=1,
        field="end",
    ):
        score(1, 0, end=end)


@pytest.mark.parametrize(
    ("end", "word"),
    [("Blocked", '"Blocked"'), ("", '""'), (1, "1"), (["blocked"], "a list"), (False, "false")],
)
def test_g5_1_an_unknown_reason_is_refused(end: object, word: str) -> None:
    with refused(
        "unknown_end",
        "G5.1",
        f"The end must be last_gazebo, blocked or out_of_dominoes, not {word} (G5.1).",
    ):
        score(1, 2, end=end)


@pytest.mark.parametrize("players", [0, 1, 5])
def test_g1_2_the_wrong_number_of_players_is_refused(players: int) -> None:
    with refused(
        "player_count", "G1.2", f"Gazebo takes 2 to 4 players, not {players} (G1.2).", most=4
    ):
        score(*range(players))


@pytest.mark.parametrize("given_seats", [0, 2, 4])
def test_g1_2_extra_and_missing_seats_are_refused(given_seats: int) -> None:
    sheet = {"seats": [{"left": each} for each in range(given_seats)]}
    with refused(
        "seat_count", "G1.2", f"The sheet has {given_seats} seats; this table has 3 players (G1.2)."
    ):
        GAZEBO.score_match(sheet, setup=BIRD, options={}, seats=3)


def test_g8_2_the_pair_that_placed_last_has_no_meaning_without_pairs() -> None:
    with refused(
        "last_pair_without_pairs",
        "G8.2",
        "Only a game in pairs has a pair that placed last (G8.2).",
        field="last_pair",
    ):
        score(5, 5, 5, 5, end="blocked", last_pair=[0, 1])


@pytest.mark.parametrize(
    ("sheet", "code", "rule", "message"),
    [
        ({}, "seats_missing", "G1.2", 'The sheet has no list "seats" (G1.2).'),
        (
            7,
            "not_an_object",
            "",
            "The sheet must be an object with seats, end or last_pair, not 7.",
        ),
        ({"seats": 2}, "not_a_list", "", "The list of seats must be a list, not 2."),
        ({"seats": [0, 1]}, "not_an_object", "", "Seat 1 must be an object with left, not 0."),
        (
            {"seats": [{"left": 0}, {"left": 1, "🌸": 1}]},
            "unknown_key",
            "",
            'Seat 2 has "🌸", which is not known; known are left.',
        ),
        (
            {"seats": [], "board": "bird"},
            "unknown_key",
            "",
            'The sheet has "board", which is not known; known are seats, end and last_pair.',
        ),
    ],
)
def test_a_sheet_of_another_form_is_refused(sheet: Any, code: str, rule: str, message: str) -> None:
    before = copy.deepcopy(sheet)
    with refused(code, rule, message):
        GAZEBO.score_match(sheet, setup=BIRD, options={}, seats=2)
    assert sheet == before


@pytest.mark.parametrize(("players", "supply"), SUPPLIES)
def test_g1_2_the_worst_score_is_the_whole_supply(players: int, supply: int) -> None:
    assert GAZEBO.worst_score(BIRD, {}, players) == supply
