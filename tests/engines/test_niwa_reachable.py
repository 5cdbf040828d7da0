"""Which totals nine cards can make: exact, and compared with every hand of small decks."""

import itertools

import pytest

from engines.niwa.missions import MISSIONS
from engines.niwa.reachable import reachable_totals, totals_of_deck
from tests.engines import niwa_reference
from tests.engines.refusals import refused

LOW_ODD = {1, 3, 5, 7, 9}


@pytest.mark.parametrize(
    ("mission", "options", "least", "most", "gaps"),
    [
        (1, {}, 6, 84, set()),
        (2, {}, 2, 74, set()),
        (3, {}, 3, 69, set()),
        (3, {"highest_copies": "both"}, 3, 78, set()),
        (4, {}, 0, 78, LOW_ODD),
        (5, {}, 0, 78, LOW_ODD),
        (6, {}, 0, 70, set()),
        (7, {}, 0, 78, {*LOW_ODD, 77}),
        (8, {}, 0, 67, {2, 4, 8}),
        (8, {"min_run": 1}, 1, 67, set()),
    ],
)
def test_the_reachable_totals_are_those_of_the_rules_page(
    mission: int, options: dict[str, object], least: int, most: int, gaps: set[int]
) -> None:
    assert reachable_totals(mission, options) == set(range(least, most + 1)) - gaps


def test_options_of_other_missions_change_nothing_and_are_computed_once() -> None:
    assert reachable_totals(4) is reachable_totals(4, {"min_run": 1, "highest_copies": "both"})


SMALL_DECKS = [(2, 5), (3, 9), (4, 5), (5, 4), (6, 3), (11, 2)]
"""How many numbers the deck has, and how many cards a hand."""

WAYS = [
    *((mission.number, "one", 2) for mission in MISSIONS),
    (3, "both", 2),
    (8, "one", 1),
    (8, "one", 3),
]


@pytest.mark.parametrize(("numbers", "size"), SMALL_DECKS)
def test_small_decks_reach_what_their_hands_score_one_by_one(numbers: int, size: int) -> None:
    hands = list(niwa_reference.hands(numbers, size))
    for mission, copies, min_run in WAYS:
        expected = {niwa_reference.score(hand, mission, copies, min_run) for hand in hands}
        found = totals_of_deck(
            numbers, size, MISSIONS[mission - 1].id, both=copies == "both", min_run=min_run
        )
        assert found == expected, (mission, copies, min_run)


def test_the_reference_lists_every_hand_of_a_small_deck_once() -> None:
    hands = [tuple(hand) for hand in niwa_reference.hands(2, 3)]
    deck = [f"{colour}{number}" for colour in "PGO" for number in range(2)] * 2
    chosen = {tuple(sorted(three)) for three in itertools.combinations(deck, 3)}
    assert len(hands) == len(chosen) == 50
    assert {tuple(sorted(hand)) for hand in hands} == chosen


def test_an_unknown_mission_and_an_unknown_option_are_refused() -> None:
    with refused("unknown_mission", "N1", "The mission must be a number from 1 to 8, not 9 (N1)."):
        reachable_totals(9)
    with refused(
        "option_value",
        "N5.3",
        "The option min_run must be a whole number from 1 to 9, not 0 (N5.3).",
    ):
        reachable_totals(8, {"min_run": 0})
