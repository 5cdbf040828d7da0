"""The engine's tables score as the scorer does (N5.1–N5.4)."""

import pytest

from engines.niwa.cards import hand_text, parse_hand
from engines.niwa.rules import Position
from engines.niwa.scoring import score_hand
from engines.rng import Rng

OPTIONS = [
    *((mission, 1, 2) for mission in range(1, 9)),
    (3, 2, 2),
    *((8, 1, least) for least in (1, 3, 4, 5, 6, 7, 8, 9)),
]
"""Mission, copies of the highest card, least run."""


def scores(hands: list[list[int]], mission: int, copies: int = 1, min_run: int = 2) -> list[int]:
    position = Position(len(hands), mission, copies=copies, min_run=min_run)
    position.lay(hands, [], [])
    return position.scores()


def score(text: str, mission: int, copies: int = 1, min_run: int = 2) -> int:
    return scores([list(parse_hand(text))] * 2, mission, copies, min_run)[0]


def random_hands(count: int, numbers: int, seed: int) -> list[list[int]]:
    """Nine cards each of these many neighbouring numbers: few make many trios and pairs."""
    rng = Rng(seed)
    hands = []
    for _ in range(count):
        low = rng.below(12 - numbers)
        deck = [11 * (at // 2 % 3) + low + at // 6 for at in range(6 * numbers)]
        rng.shuffle(deck)
        hands.append(deck[:9])
    return hands


@pytest.mark.parametrize(("mission", "copies", "min_run"), OPTIONS)
def test_n5_2_the_tables_agree_with_the_scorer(mission: int, copies: int, min_run: int) -> None:
    options = {"highest_copies": ("one", "both")[copies - 1], "min_run": min_run}
    for numbers in (2, 3, 5, 11):
        hands = random_hands(300, numbers, seed=mission * 100 + numbers)
        for at in range(0, 300, 6):
            six = hands[at : at + 6]
            expected = [score_hand(cards, mission, options).total for cards in six]
            assert scores(six, mission, copies, min_run) == expected, list(map(hand_text, six))


def test_n5_4_the_example_of_the_source() -> None:
    assert score("P8 G8 O8 P10 P10 G4 G4 O1 P7", 5) == 40


@pytest.mark.parametrize(("number", "points"), [(number, 20 - number) for number in range(11)])
def test_n1_1_a_trio_scores_twenty_less_its_number(number: int, points: int) -> None:
    trio = f"P{number} G{number} O{number} "
    # The others are of two numbers in two colours: no trio, no odd or even card that scores.
    even, odd = ("P2 P4 G2 G4 P6 G6", "P1 P3 G1 G3 P5 G5")
    odd_number = number % 2 == 1
    hand = trio + (even if odd_number else odd)
    assert score(hand, 6 if odd_number else 7) == points


def test_n5_1_all_trios_are_made_and_a_number_may_give_two() -> None:
    assert score("P0 P0 G0 G0 O0 O0 P9 P10 O10", 1) == 20 + 20 + 29
    assert score("P8 P8 G8 O8 P1 P2 P3 G5 O6", 5) == 12  # the trio breaks the pair


@pytest.mark.parametrize(
    ("mission", "hand", "points"),
    [
        (1, "P1 P2 P3 P4 P5 P6 P7 P8 P9", 45),
        (2, "P1 P2 P3 G4 G5 G6 O7 O8 O9", 24),
        (3, "P1 P2 P3 G4 G5 G6 O9 O8 O9", 18),
        (4, "P7 P7 G7 G7 P9 O9 G3 O2 P1", 28 + 18),
        (5, "P7 P7 G7 P9 O9 G9 P3 O2 P2", 14 + 11),
        (6, "P1 P2 P3 P4 P5 P6 P7 P8 P9", 25),
        (7, "P0 P2 P3 P4 P5 P6 P7 P8 P10", 30),
        (8, "P0 P1 P2 G9 G10 O4 O7 O9 O2", 3),
    ],
)
def test_n5_2_each_mission_scores_the_cards_it_names(mission: int, hand: str, points: int) -> None:
    assert score(hand, mission) == points


def test_n5_2_the_option_highest_copies_scores_both() -> None:
    assert score("P1 P2 P3 G4 G5 G6 O9 O8 O9", 3, copies=2) == 27
    assert score("P0 P0 G4 G4 G3 O10 O10 O8 O6", 3, copies=2) == 28


def test_n5_3_the_longest_run_scores_even_where_a_shorter_is_worth_more() -> None:
    hand = "P0 P1 P2 G9 G10 O4 O7 O9 O2"
    assert (score(hand, 8), score(hand, 8, min_run=3), score(hand, 8, min_run=4)) == (3, 3, 0)


def test_n5_3_a_run_has_two_cards_unless_the_option_says_one() -> None:
    hand = "P0 P2 P4 G6 G8 G10 O3 O5 O9"
    assert (score(hand, 8), score(hand, 8, min_run=1)) == (0, 10)
