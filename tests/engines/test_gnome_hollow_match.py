"""A match of Gnome Hollow from its score sheet: flowers, ring markers, treasure, mushrooms left."""

import copy
from typing import Any

import pytest

from engines.base import MatchScore
from engines.gnome_hollow.game import GNOME_HOLLOW
from tests.engines.refusals import refused

RECON = {"tileset": "recon-1"}
TRACK = [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 14), (6, 18), (7, 20), (8, 25)]
NOTHING: dict[str, object] = {"flowers": 0, "markers": 0, "treasure": 0}


def score(*seats: dict[str, object], **options: object) -> MatchScore:
    """A match of these seats, each with nothing but what it says."""
    sheet = {"seats": [NOTHING | seat for seat in seats]}
    return GNOME_HOLLOW.score_match(sheet, setup=RECON, options=options, seats=len(seats))


def test_h8_3_the_score_is_flower_track_ring_track_and_treasure() -> None:
    match = score(
        {"flowers": 3, "markers": 5, "treasure": 7, "mushrooms": 4},
        {"flowers": 6, "markers": 2, "treasure": 7, "total": 28},
    )
    assert match.scores == (27, 28)
    assert match.winners == (1,)
    assert match.credits == (0, 1)
    assert match.details == (
        {
            "flowers": 3, "flower_points": 6, "markers": 5, "marker_points": 14, "treasure": 7,
            "mushrooms": 4, "total": 27,
        },
        {
            "flowers": 6, "flower_points": 18, "markers": 2, "marker_points": 3, "treasure": 7,
            "mushrooms": None, "total": 28,
        },
    )  # fmt: skip


@pytest.mark.parametrize(("count", "points"), TRACK)
@pytest.mark.parametrize("key", ["flowers", "markers"])
def test_h7_both_tracks(key: str, count: int, points: int) -> None:
    assert score({key: count}, {"treasure": 99}).scores == (points, 99)


def test_h8_1_with_neither_eight_flowers_nor_eight_markers_the_bag_ended_it() -> None:
    assert score({"flowers": 7, "markers": 7}, {}, {"flowers": 5}).end == "bag"
    assert score({"flowers": 8}, {}, {}).end is None
    assert score({}, {}, {"markers": 8}).end is None


def test_h8_3_of_those_tied_for_first_the_most_mushrooms_left_win() -> None:
    match = score(
        {"treasure": 9, "mushrooms": 2},
        {"treasure": 4, "mushrooms": 30},
        {"flowers": 3, "treasure": 3, "mushrooms": 5},
    )
    assert (match.scores, match.winners, match.credits) == ((9, 4, 9), (2,), (0, 0, 1))


def test_h8_3_with_as_many_mushrooms_left_the_victory_is_shared() -> None:
    match = score(*[{"treasure": 9, "mushrooms": left} for left in (2, 0, 2, 1)])
    assert (match.winners, match.credits) == ((0, 2), (1, 0, 1, 0))
    assert score({"mushrooms": 0}, {"mushrooms": 0}).winners == (0, 1)


@pytest.mark.parametrize("left", [(None, 3, None), (3, None, 2), (None, None, 5)])
def test_h8_3_a_tie_for_first_without_the_mushrooms_left_is_refused(
    left: tuple[int | None, ...],
) -> None:
    with refused(
        "tie_without_mushrooms",
        "H8.3",
        "Seats 1 and 2 are tied for first with 20 points: say how many mushrooms each of them "
        "has left (H8.3).",
        field="seats",
        seats=[0, 1],
        seat=None,
    ):
        score(
            {"flowers": 7, "mushrooms": left[0]},
            {"markers": 4, "flowers": 4, "mushrooms": left[1]},
            {"treasure": 19, "mushrooms": left[2]},
        )


def test_h8_3_a_tie_behind_the_first_needs_no_mushrooms() -> None:
    assert score({"treasure": 1}, {}, {}).winners == (0,)


@pytest.mark.parametrize(
    ("key", "noun", "rule", "most"),
    [
        ("flowers", "number of flowers", "H7", 8),
        ("markers", "number of ring markers", "H7", 8),
        ("treasure", "treasure", "H3.5", 9999),
        ("mushrooms", "number of mushrooms left", "H3.5", 9999),
    ],
)
def test_counts_outside_their_range_are_refused(key: str, noun: str, rule: str, most: int) -> None:
    assert score({"markers": 1}, {"markers": 3, key: most}, {}).details[1][key] == most
    for wrong, word in ((-1, "-1"), (most + 1, str(most + 1)), (10**5000, "a huge number")):
        with refused(
            "count_range",
            rule,
            f"Seat 2's {noun} must be 0 to {most}, not {word} ({rule}).",
            seat=1,
            field=f"seats.1.{key}",
            most=most,
        ):
            score({}, {key: wrong}, {})


@pytest.mark.parametrize(
    ("value", "word"),
    [
        (True, "true"),
        (3.0, "3.0"),
        (float("nan"), "nan"),
        ("3", '"3"'),
        ("", '""'),
        ([], "a list"),
        ({}, "an object"),
    ],
)
@pytest.mark.parametrize(
    ("key", "noun", "rule"),
    [
        ("flowers", "number of flowers", "H7"),
        ("markers", "number of ring markers", "H7"),
        ("treasure", "treasure", "H3.5"),
        ("mushrooms", "number of mushrooms left", "H3.5"),
        ("total", "total", "H8.3"),
    ],
)
def test_what_is_no_whole_number_is_refused(
    key: str, noun: str, rule: str, value: object, word: str
) -> None:
    with refused(
        "not_a_number",
        rule,
        f"Seat 1's {noun} must be a whole number, not {word} ({rule}).",
        seat=0,
        field=f"seats.0.{key}",
    ):
        score({key: value}, {"treasure": 1})


@pytest.mark.parametrize(
    ("key", "noun"),
    [("flowers", "number of flowers"), ("markers", "number of ring markers"),
     ("treasure", "treasure")],
)  # fmt: skip
def test_h8_3_what_the_score_needs_and_is_missing_is_refused(key: str, noun: str) -> None:
    there = {name: 1 for name in NOTHING if name != key}
    for seat in (there, there | {key: None}):
        with refused(
            "count_missing", "H8.3", f"Seat 1's {noun} is missing (H8.3).", field=f"seats.0.{key}"
        ):
            GNOME_HOLLOW.score_match({"seats": [seat, NOTHING]}, setup=RECON, options={}, seats=2)


@pytest.mark.parametrize(
    ("total", "word"),
    [
        (34, "34"),
        (36, "36"),
        (-35, "-35"),
        (0, "0"),
        pytest.param(10**5000, "a huge number", id="huge"),
    ],
)
def test_h8_3_a_total_that_is_not_the_sum_is_refused(total: int, word: str) -> None:
    seat: dict[str, object] = {"flowers": 5, "markers": 4, "treasure": 11}
    with refused(
        "total_disagrees",
        "H8.3",
        f"Seat 2's total is 14 for flowers + 10 for markers + 11 treasure = 35, not {word} (H8.3).",
        seat=1,
        field="seats.1.total",
        total=35,
    ):
        score({}, seat | {"total": total}, {})
    assert score({}, seat | {"total": 35}, {}).scores == (0, 35, 0)


def test_h2_3_two_players_have_nine_flowers_at_most_together() -> None:
    assert score({"flowers": 8}, {"flowers": 1}).scores == (25, 1)
    for mine, theirs in ((8, 2), (5, 5)):
        with refused(
            "too_many_flowers",
            "H2.3",
            "Seats 1 and 2 can have 9 flowers together, not 10: with two players so many tokens "
            "are in play (H2.3).",
            field="seats",
            seats=[0, 1],
            together=10,
            most=9,
        ):
            score({"flowers": mine}, {"flowers": theirs, "treasure": 1})


def test_h2_3_all_tokens_are_in_play_with_more_players_or_by_the_option() -> None:
    eight: dict[str, object] = {"flowers": 8, "mushrooms": 0}
    assert score(eight, eight, two_player_tokens="none").scores == (25, 25)
    assert score(eight, eight, eight).scores == (25, 25, 25)


@pytest.mark.parametrize("players", [0, 1, 5])
def test_h1_1_the_wrong_number_of_players_is_refused(players: int) -> None:
    message = f"Gnome Hollow takes 2 to 4 players, not {players} (H1.1)."
    with refused("player_count", "H1.1", message, most=4):
        score(*[{}] * players)


@pytest.mark.parametrize("given_seats", [0, 2, 4])
def test_h1_1_extra_and_missing_seats_are_refused(given_seats: int) -> None:
    sheet = {"seats": [NOTHING] * given_seats}
    with refused(
        "seat_count", "H1.1", f"The sheet has {given_seats} seats; this table has 3 players (H1.1)."
    ):
        GNOME_HOLLOW.score_match(sheet, setup=RECON, options={}, seats=3)


@pytest.mark.parametrize(
    ("sheet", "code", "rule", "message"),
    [
        ({}, "seats_missing", "H1.1", 'The sheet has no list "seats" (H1.1).'),
        (7, "not_an_object", "", "The sheet must be an object with seats, not 7."),
        ({"seats": 2}, "not_a_list", "", "The list of seats must be a list, not 2."),
        (
            {"seats": [0, 1]},
            "not_an_object",
            "",
            "Seat 1 must be an object with flowers, markers, treasure, mushrooms or total, not 0.",
        ),
        (
            {"seats": [NOTHING, NOTHING | {"🍄": 1}]},
            "unknown_key",
            "",
            'Seat 2 has "🍄", which is not known; known are flowers, markers, treasure, mushrooms '
            "and total.",
        ),
        (
            {"seats": [], "end": "bag"},
            "unknown_key",
            "",
            'The sheet has "end", which is not known; known are seats.',
        ),
    ],
)
def test_a_sheet_of_another_form_is_refused(sheet: Any, code: str, rule: str, message: str) -> None:
    before = copy.deepcopy(sheet)
    with refused(code, rule, message):
        GNOME_HOLLOW.score_match(sheet, setup=RECON, options={}, seats=2)
    assert sheet == before


@pytest.mark.parametrize("players", [2, 3, 4])
def test_h8_3_the_worst_score_is_nothing(players: int) -> None:
    assert GNOME_HOLLOW.worst_score(RECON, {}, players) == 0
