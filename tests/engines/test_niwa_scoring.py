"""What a hand of Niwa scores (N5.1–N5.4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.niwa.cards import card_text
from engines.niwa.missions import MISSIONS
from engines.niwa.scoring import parse_hand, reachable_totals, score_hand
from tests.engines import niwa_reference
from tests.engines.refusals import refused

MISSION_IDS = [
    "all",
    "one_colour",
    "highest_per_colour",
    "duo",
    "duo_same_colour",
    "odd",
    "even",
    "run",
]


def mission_part(hand: str, mission: int, **options: object) -> tuple[int, str, object]:
    """Points, cards and colour that the mission scores."""
    detail = score_hand(parse_hand(hand), mission, options).detail()["mission"]
    assert isinstance(detail, dict)
    cards = detail["cards"]
    assert isinstance(cards, list)
    assert isinstance(detail["points"], int)
    return detail["points"], " ".join(map(str, cards)), detail.get("colour")


def test_the_missions_are_the_eight_of_the_rules_page() -> None:
    assert [(mission.number, mission.id) for mission in MISSIONS] == list(
        enumerate(MISSION_IDS, start=1)
    )
    assert MISSIONS[4].title == "Duo, same colour"
    assert all(mission.text.endswith(".") for mission in MISSIONS)


def test_n5_4_the_example_of_the_source_scores_forty() -> None:
    hand = parse_hand("P8 G8 O8 P10 P10 G4 G4 O1 P7")
    assert score_hand(hand, 5).detail() == {
        "hand": "P7 P8 P10 P10 G4 G4 G8 O1 O8",
        "trios": [{"number": 8, "points": 12, "cards": ["P8", "G8", "O8"]}],
        "mission": {
            "id": "duo_same_colour",
            "number": 5,
            "points": 28,
            "cards": ["P10", "P10", "G4", "G4"],
        },
        "unscored": ["P7", "O1"],
        "total": 40,
    }


def test_n5_1_all_trios_are_scored_first_and_a_number_may_give_two() -> None:
    score = score_hand(parse_hand("P0 P0 G0 G0 O0 O0 P9 P10 O10"), 1)
    assert [(trio.number, trio.points) for trio in score.trios] == [(0, 20), (0, 20)]
    assert score.mission.points == 29
    assert score.total == 69


def test_n5_1_a_trio_takes_one_card_of_each_colour_and_leaves_the_second_copy() -> None:
    score = score_hand(parse_hand("P8 P8 G8 O8 P1 P2 P3 G5 O6"), 5)
    assert [[card_text(card) for card in trio.cards] for trio in score.trios] == [
        ["P8", "G8", "O8"]
    ]
    assert score.mission.points == 0  # the pair of P8 is broken by the trio
    assert [card_text(card) for card in score.unscored] == ["P1", "P2", "P3", "P8", "G5", "O6"]


def test_n5_1_the_cards_of_a_trio_are_not_left_for_the_mission() -> None:
    assert mission_part("P8 G8 O8 P7 P9 G1 G2 O3 O5", 8) == (3, "G1 G2", "G")


@pytest.mark.parametrize(
    ("mission", "hand", "expected"),
    [
        (1, "P0 P1 G2 G3 O4 O5 O6 P7 G8", (36, "P0 P1 P7 G2 G3 G8 O4 O5 O6", None)),
        (2, "P1 P2 P3 G9 G10 O4 O5 O6 O7", (22, "O4 O5 O6 O7", "O")),
        (2, "P1 P4 G2 G3 O5 G0 P0 O0 P8", (13, "P1 P4 P8", "P")),
        (3, "P1 P9 P9 G0 G4 O10 O10 O2 G3", (23, "P9 G4 O10", None)),
        (3, "P1 P2 P3 P4 P5 P6 P7 P8 P9", (9, "P9", None)),
        (4, "P4 G4 O5 P5 P9 P9 G1 G2 O3", (36, "P4 P5 P9 P9 G4 O5", None)),
        (5, "P4 G4 O5 P5 P9 P9 G1 G2 O3", (18, "P9 P9", None)),
        (6, "P0 P1 G2 G3 O4 O5 O6 P7 G8", (16, "P1 P7 G3 O5", None)),
        (7, "P0 P1 G2 G3 O4 O5 O6 P7 G8", (20, "P0 G2 G8 O4 O6", None)),
        (8, "P0 P1 P2 G9 G10 O4 O6 O8 P7", (3, "P0 P1 P2", "P")),
    ],
)
def test_n5_2_each_mission_scores_the_cards_it_names(
    mission: int, hand: str, expected: tuple[int, str, object]
) -> None:
    assert mission_part(hand, mission) == expected


@pytest.mark.parametrize(
    ("hand", "colour"),
    [
        ("P1 P6 G2 G5 O3 O4 P0 G0 P9", "P"),  # P is ahead
        ("P1 P6 G2 G5 O3 O4 P0 G0 G8", "G"),
        ("P1 P6 G2 G5 O3 O4 P0 G0 P0", "P"),  # all three are worth 7
        ("P1 P3 G2 G5 O3 O4 P0 G0 P0", "G"),  # G and O are worth 7
    ],
)
def test_n5_2_mission_2_takes_the_best_colour_and_of_equal_ones_the_first(
    hand: str, colour: str
) -> None:
    assert mission_part(hand, 2)[2] == colour


@pytest.mark.parametrize(
    ("copies", "points", "cards"),
    [
        ("one", 23, "P9 G4 O10"),
        ("both", 42, "P9 P9 G4 O10 O10"),
    ],
)
def test_n5_2_mission_3_scores_one_or_both_copies(copies: str, points: int, cards: str) -> None:
    hand = "P1 P9 P9 G0 G4 O10 O10 O2 G3"
    assert mission_part(hand, 3, highest_copies=copies) == (points, cards, None)


@pytest.mark.parametrize(
    ("hand", "points", "cards"),
    [
        ("P4 P4 G4 P1 P2 P3 G5 G6 G7", 8, "P4 P4"),  # three alike: two score
        ("P4 P4 G4 G4 P2 P3 G5 G6 G7", 16, "P4 P4 G4 G4"),  # four alike: all four
        ("P4 P4 G4 G4 O4 O1 O2 O3 O5", 8, "P4 G4"),  # a trio of five alike leaves a duo
        ("P4 P4 G4 O4 O1 O2 O3 O5 O6", 0, ""),
    ],
)
def test_n5_2_mission_4_pairs_like_numbers(hand: str, points: int, cards: str) -> None:
    assert mission_part(hand, 4) == (points, cards, None)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("P0 P1 P2 G9 G10 O5 O7 O9 O3", (3, "P0 P1 P2", "P")),  # longest, though worth less
        ("P1 P2 G9 G10 O5 O6 P4 P6 O0", (19, "G9 G10", "G")),  # of equal length, worth most
        ("P5 P6 G5 G6 O1 O3 P0 O8 O10", (11, "P5 P6", "P")),  # equal in all: the first colour
        ("O5 O6 G5 G6 O1 O3 P0 O8 O10", (11, "G5 G6", "G")),
        ("P5 P5 P6 P6 P7 G1 G3 G5 O9", (18, "P5 P6 P7", "P")),  # one card a number
        ("P10 P0 G1 G3 O5 O7 P2 P4 P6", (0, "", None)),  # no run, and 10 is not beside 0
    ],
)
def test_n5_3_mission_8_scores_the_longest_run(
    hand: str, expected: tuple[int, str, object]
) -> None:
    assert mission_part(hand, 8) == expected


@pytest.mark.parametrize(
    ("min_run", "expected"),
    [
        (1, (10, "P10", "P")),
        (2, (0, "", None)),
    ],
)
def test_n5_3_a_run_has_at_least_min_run_cards(
    min_run: int, expected: tuple[int, str, object]
) -> None:
    assert mission_part("P10 P0 G1 G3 O5 O7 P2 P4 P6", 8, min_run=min_run) == expected


@pytest.mark.parametrize(
    ("mission", "wrong"),
    [
        (0, "not 0"),
        (9, "not 9"),
        (-1, "not -1"),
        (True, "not true"),
        (5.0, "not 5.0"),
        ("5", 'not "5"'),
        ([5], "not a list"),
        (None, "it is missing"),
        pytest.param(10**5000, "not a huge number", id="huge"),
    ],
)
def test_n1_a_mission_outside_one_to_eight_is_refused(mission: object, wrong: str) -> None:
    hand = parse_hand("P8 G8 O8 P10 P10 G4 G4 O1 P7")
    with refused(
        "unknown_mission", "N1", f"The mission must be a number from 1 to 8, {wrong} (N1)."
    ):
        score_hand(hand, mission)  # type: ignore[arg-type]


@given(
    deck=st.permutations([card for card in range(33) for _ in range(2)]),
    mission=st.integers(1, 8),
    copies=st.sampled_from(["one", "both"]),
    min_run=st.integers(1, 4),
)
def test_a_score_equals_the_plain_reference_and_uses_each_card_once(
    deck: list[int], mission: int, copies: str, min_run: int
) -> None:
    cards = deck[:9]
    options = {"highest_copies": copies, "min_run": min_run}
    score = score_hand(cards, mission, options)
    texts = [card_text(card) for card in cards]
    assert score.total == niwa_reference.score(texts, mission, copies, min_run)
    in_trios = [card for trio in score.trios for card in trio.cards]
    assert sorted([*in_trios, *score.mission.cards, *score.unscored]) == sorted(cards)
    assert score.total in reachable_totals(mission, options)


@given(
    numbers=st.lists(st.integers(0, 10), min_size=3, max_size=3, unique=True),
    mission=st.integers(1, 8),
)
def test_hands_full_of_trios_equal_the_plain_reference(numbers: list[int], mission: int) -> None:
    hand = [f"{colour}{number}" for colour in "PGO" for number in numbers]
    score = score_hand(parse_hand(" ".join(hand)), mission)
    assert score.total == niwa_reference.score(hand, mission) == 60 - sum(numbers)
    assert (score.mission.points, score.unscored) == (0, ())
