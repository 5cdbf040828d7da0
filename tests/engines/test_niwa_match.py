"""A match of Niwa from its score sheet: hands, points, mission cards, refusals."""

import copy
from collections.abc import Mapping
from typing import Any

import pytest

from engines.base import MatchScore
from engines.niwa.game import NIWA
from tests.engines.refusals import refused

FORTY = "P8 G8 O8 P10 P10 G4 G4 O1 P7"
THIRTY_TWO = "p6 g6 o6 p9 p9 g1 g2 o3 o5"
MISSION_5 = {"mission": 5}


def score(
    *seats: Mapping[str, object],
    mission: object = 5,
    options: dict[str, object] | None = None,
    players: int | None = None,
) -> MatchScore:
    return NIWA.score_match(
        {"seats": list(seats)},
        setup={"mission": mission},
        options=options or {},
        seats=len(seats) if players is None else players,
    )


def test_hands_and_points_may_stand_side_by_side_on_a_sheet() -> None:
    match = score({"hand": FORTY}, {"points": 78}, {"hand": THIRTY_TWO})
    assert match.scores == (40, 78, 32)
    assert match.winners == (1,)
    assert match.credits == (0, 1, 0)
    assert match.end == "pile"
    assert match.details[1] == {"total": 78}
    assert match.details[2] == {
        "hand": "P6 P9 P9 G1 G2 G6 O3 O5 O6",
        "trios": [{"number": 6, "points": 14, "cards": ["P6", "G6", "O6"]}],
        "mission": {
            "id": "duo_same_colour",
            "number": 5,
            "points": 18,
            "cards": ["P9", "P9"],
        },
        "unscored": ["G1", "G2", "O3", "O5"],
        "total": 32,
    }


@pytest.mark.parametrize(
    ("mission", "part"),
    [
        (
            2,
            {"id": "one_colour", "number": 2, "points": 27, "cards": ["P7", "P10", "P10"]}
            | {"colour": "P"},
        ),
        (8, {"id": "run", "number": 8, "points": 0, "cards": [], "colour": None}),
    ],
)
def test_missions_2_and_8_name_the_colour_that_scored(
    mission: int, part: dict[str, object]
) -> None:
    match = score({"hand": FORTY}, {"points": 30}, mission=mission)
    assert match.details[0]["mission"] == part


def test_n5_5_tied_players_are_each_credited_with_the_mission_card() -> None:
    match = score({"points": 41}, {"points": 12}, {"points": 41})
    assert match.winners == (0, 2)
    assert match.credits == (1, 0, 1)


def test_n6_2_credits_of_a_series_count_mission_cards() -> None:
    matches = [
        score({"points": first}, {"points": second}) for first, second in [(40, 30), (20, 20)]
    ]
    assert [sum(counts) for counts in zip(*(m.credits for m in matches), strict=True)] == [2, 1]


def test_a_hand_and_equal_points_agree() -> None:
    assert score({"hand": FORTY, "points": 40}, {"points": 0}).scores == (40, 0)


def test_null_means_not_given() -> None:
    assert score({"hand": None, "points": 40}, {"hand": FORTY, "points": None}).scores == (40, 40)


def test_other_keys_of_a_set_up_are_not_read() -> None:
    sheet = {"seats": [{"points": 10}, {"points": 12}]}
    setup = {"mission": 5, "board_version": 3}
    assert NIWA.score_match(sheet, setup=setup, options={}, seats=2).scores == (10, 12)


def test_n5_2_options_change_the_score() -> None:
    hand = {"hand": "P1 P9 P9 G0 G4 O10 O10 O2 G3"}
    assert score(hand, {"points": 10}, mission=3).scores[0] == 23
    both: dict[str, object] = {"highest_copies": "both"}
    assert score(hand, {"points": 10}, mission=3, options=both).scores[0] == 42


def test_n5_2_points_reachable_only_with_an_option_follow_the_option() -> None:
    both: dict[str, object] = {"highest_copies": "both"}
    assert score({"points": 78}, {"points": 69}, mission=3, options=both).scores == (78, 69)
    with refused(
        "points_impossible",
        "N5.2",
        "Seat 1 cannot have 78 points: no nine cards make that under mission 3, "
        "where scores run from 3 to 69 (N5.2).",
    ):
        score({"points": 78}, {"points": 69}, mission=3)


@pytest.mark.parametrize(
    ("mission", "points", "word", "least", "most"),
    [
        (1, 5, "5", 6, 84),
        (1, 85, "85", 6, 84),
        (4, 9, "9", 0, 78),
        (7, 77, "77", 0, 78),
        (8, 4, "4", 0, 67),
        (6, -1, "-1", 0, 70),
        pytest.param(5, 10**5000, "so many", 0, 78, id="huge"),
    ],
)
def test_n5_2_points_that_no_nine_cards_make_are_refused(
    mission: int, points: int, word: str, least: int, most: int
) -> None:
    with refused(
        "points_impossible",
        "N5.2",
        f"Seat 2 cannot have {word} points: no nine cards make that under mission {mission}, "
        f"where scores run from {least} to {most} (N5.2).",
        seat=1,
        field="seats.1.points",
        mission=mission,
        least=least,
        most=most,
    ):
        score({"points": 40}, {"points": points}, mission=mission)


@pytest.mark.parametrize(
    ("points", "word"),
    [
        (True, "true"),
        (41.0, "41.0"),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        ("41", '"41"'),
        ([41], "a list"),
        ({"points": 41}, "an object"),
    ],
)
def test_points_that_are_no_whole_number_are_refused(points: object, word: str) -> None:
    with refused(
        "not_a_number",
        "N5.2",
        f"Seat 1's points must be a whole number, not {word} (N5.2).",
        seat=0,
        field="seats.0.points",
    ):
        score({"points": points}, {"points": 40})


def test_a_hand_and_points_that_disagree_are_refused() -> None:
    with refused(
        "points_disagree",
        "N5.2",
        "Seat 2's hand is worth 40 points under mission 5, not 41 (N5.2).",
        seat=1,
        field="seats.1.points",
        hand_points=40,
    ):
        score({"points": 40}, {"hand": FORTY, "points": 41})


@pytest.mark.parametrize("hand", [7, True, 1.5, ["P0"], {"P0": 1}])
def test_a_hand_that_is_no_text_is_refused(hand: object) -> None:
    word = {int: "7", bool: "true", float: "1.5", list: "a list", dict: "an object"}[type(hand)]
    with refused(
        "not_text",
        "N3.5",
        f"Seat 1's hand must be text, such as P0 P3 G10, not {word} (N3.5).",
        seat=0,
        field="seats.0.hand",
    ):
        score({"hand": hand}, {"points": 40})


def test_n3_5_a_hand_of_eight_is_refused_by_its_seat() -> None:
    with refused(
        "hand_size",
        "N3.5",
        "Seat 2's hand has 8 cards; a hand is nine cards (N3.5).",
        seat=1,
        field="seats.1.hand",
    ):
        score({"points": 40}, {"hand": "P8 G8 O8 P10 P10 G4 G4 O1"})


def test_n1_an_unknown_card_is_refused_by_its_seat() -> None:
    with refused(
        "unknown_card",
        "N1",
        'Seat 1\'s hand has "B8", which is not a card; '
        "cards are P, G or O with a number from 0 to 10 (N1).",
        seat=0,
        card="B8",
    ):
        score({"hand": FORTY.replace("O8", "B8")}, {"points": 40})


def test_n1_more_than_two_copies_over_all_hands_are_refused() -> None:
    with refused(
        "too_many_copies",
        "N1",
        "P10 appears 4 times in the hands of seats 1 and 3; the game has two of each card (N1).",
        card="P10",
        copies=4,
        seats=[0, 2],
    ):
        score({"hand": FORTY}, {"points": 40}, {"hand": FORTY})


@pytest.mark.parametrize("seat", [{}, {"hand": None}, {"hand": None, "points": None}])
def test_n5_5_a_seat_with_neither_hand_nor_points_is_refused(seat: dict[str, object]) -> None:
    with refused(
        "no_hand_or_points", "N5.5", "Seat 2 has neither a hand nor points (N5.5).", seat=1
    ):
        score({"points": 40}, seat)


@pytest.mark.parametrize("players", [0, 1, 7, -3, 66])
def test_n1_2_fewer_than_two_or_more_than_six_players_are_refused(players: int) -> None:
    with refused(
        "player_count", "N1.2", f"Niwa takes 2 to 6 players, not {players} (N1.2).", least=2, most=6
    ):
        score(*[{"points": 40}] * max(players, 0), players=players)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_n1_2_two_to_six_players_are_scored(players: int) -> None:
    match = score(*[{"points": 40}] * players)
    assert match.scores == (40,) * players
    assert match.winners == tuple(range(players))


@pytest.mark.parametrize("given_seats", [0, 1, 3, 4])
def test_n1_2_extra_and_missing_seats_are_refused(given_seats: int) -> None:
    counted = "1 seat" if given_seats == 1 else f"{given_seats} seats"
    with refused(
        "seat_count",
        "N1.2",
        f"The sheet has {counted}; this table has 2 players (N1.2).",
        given=given_seats,
        expected=2,
    ):
        score(*[{"points": 40}] * given_seats, players=2)


@pytest.mark.parametrize(
    ("sheet", "code", "rule", "message"),
    [
        ({}, "seats_missing", "N1.2", 'The sheet has no list "seats" (N1.2).'),
        ([], "not_an_object", "", "The sheet must be an object with seats, not a list."),
        (None, "not_an_object", "", "The sheet must be an object with seats, not nothing."),
        ("x", "not_an_object", "", 'The sheet must be an object with seats, not "x".'),
        ({"seats": None}, "not_a_list", "", "The list of seats must be a list, not nothing."),
        ({"seats": {"0": 1}}, "not_a_list", "", "The list of seats must be a list, not an object."),
        ({"seats": "ab"}, "not_a_list", "", 'The list of seats must be a list, not "ab".'),
        (
            {"seats": [], "winner": 1},
            "unknown_key",
            "",
            'The sheet has "winner", which is not known; known are seats.',
        ),
        (
            {"seats": [{"points": 1}, [41]]},
            "not_an_object",
            "",
            "Seat 2 must be an object with hand or points, not a list.",
        ),
        (
            {"seats": [{"point": 1}, {"points": 41}]},
            "unknown_key",
            "",
            'Seat 1 has "point", which is not known; known are hand and points.',
        ),
    ],
)
def test_a_sheet_of_another_form_is_refused(sheet: Any, code: str, rule: str, message: str) -> None:
    before = copy.deepcopy(sheet)
    with refused(code, rule, message):
        NIWA.score_match(sheet, setup=MISSION_5, options={}, seats=2)
    assert sheet == before


@pytest.mark.parametrize("setup", [{}, None, [], 5, {"mission": None}])
def test_n1_a_set_up_without_a_mission_is_refused(setup: Any) -> None:
    with refused(
        "unknown_mission", "N1", "The mission must be a number from 1 to 8, it is missing (N1)."
    ):
        NIWA.score_match({"seats": [{"points": 1}] * 2}, setup=setup, options={}, seats=2)


@pytest.mark.parametrize(
    ("mission", "options", "worst"),
    [
        (1, {}, 6),
        (2, {}, 2),
        (3, {}, 3),
        (5, {}, 0),
        (8, {}, 0),
        (8, {"min_run": 1}, 1),
    ],
)
def test_n5_2_the_worst_score_is_the_least_that_nine_cards_make(
    mission: int, options: dict[str, object], worst: int
) -> None:
    assert NIWA.worst_score({"mission": mission}, options, 4) == worst
