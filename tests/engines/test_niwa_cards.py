"""Niwa's cards, and hands as people type them (N1, N3.5)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.niwa.cards import (
    card_text,
    check_copies,
    hand_text,
    make_card,
    parse_hand,
    trio_points,
)
from tests.engines.refusals import refused

NINE = "P0 P0 P10 G1 G2 G3 O4 O5 O10"


def test_n1_the_deck_has_33_kinds_that_sort_as_they_are_written() -> None:
    texts = [card_text(card) for card in range(33)]
    assert texts[:12] == [*(f"P{n}" for n in range(11)), "G0"]
    assert texts[-1] == "O10"
    assert [make_card(text[0], int(text[1:])) for text in texts] == list(range(33))


@pytest.mark.parametrize(("number", "points"), [(0, 20), (8, 12), (10, 10)])
def test_n1_1_a_trio_scores_twenty_less_its_number(number: int, points: int) -> None:
    assert trio_points(number) == points


@pytest.mark.parametrize(
    "typed",
    [
        NINE,
        "p0 p0 p10 g1 g2 g3 o4 o5 o10",
        "P0,P0,P10,G1,G2,G3,O4,O5,O10",
        "P0; P0; P10; G1; G2; G3; O4; O5; O10;",
        "P0\nP0\r\nP10\tG1\n\nG2 G3 O4 O5 O10\n",
        "P0P0P10G1G2G3O4O5O10",
        "p0p0p10g1g2g3o4o5o10",
        "Ｐ０ Ｐ０ Ｐ１０ Ｇ１ Ｇ２ Ｇ３ Ｏ４ Ｏ５ Ｏ１０",
        "ｐ０，ｐ０，ｐ１０，ｇ１；ｇ２　ｇ３　ｏ４、ｏ５、ｏ１０。",
        "P0. P0. P10. G1. G2. G3. O4. O5. O10.",
        "\ufeffP0\u200bP0・P10・G1 G2 G3 O4 O5 O10",
        "O10 O5 O4 G3 G2 G1 P10 P0 P0",
    ],
)
def test_a_hand_is_read_as_a_person_types_it_and_written_in_one_way(typed: str) -> None:
    assert hand_text(parse_hand(typed)) == NINE


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("P11 P0 P0 G1 G2 G3 O4 O5 O10", "P11"),
        ("P0 P0 P10 G1 G2 G3 O4 O5 B10", "B10"),
        ("P0 P0 P10 G1 G2 G3 O4 O5 O", "O"),
        ("P00 P0 P10 G1 G2 G3 O4 O5 O10", "P00"),
        ("P05 P0 P10 G1 G2 G3 O4 O5 O10", "P05"),
        ("P-1 P0 P10 G1 G2 G3 O4 O5 O10", "P-1"),
        ("PO P0 P10 G1 G2 G3 O4 O5 O10", "PO"),
        ("P0G7X1", "X1"),
        ("P٣ P0", "P٣"),
        ("1 2 3", "1"),
        ("🌸", "🌸"),
        ("P0 \x00", "\N{REPLACEMENT CHARACTER}"),
        ("P0 \ud800", "\N{REPLACEMENT CHARACTER}"),
        ("Z" * 60, "Z" * 24 + "…"),
    ],
)
def test_n1_a_card_that_does_not_exist_is_refused(typed: str, word: str) -> None:
    with refused(
        "unknown_card",
        "N1",
        f'Seat 2\'s hand has "{word}", which is not a card; '
        "cards are P, G or O with a number from 0 to 10 (N1).",
        seat=1,
        field="seats.1.hand",
        card=word,
    ):
        parse_hand(typed, seat=1)


@pytest.mark.parametrize(
    ("typed", "count"),
    [
        ("", "0 cards"),
        (" , \n", "0 cards"),
        ("P0", "1 card"),
        ("P0 P0 P10 G1 G2 G3 O4 O5", "8 cards"),
        (NINE + " O9", "10 cards"),
    ],
)
def test_n3_5_a_hand_that_is_not_nine_cards_is_refused(typed: str, count: str) -> None:
    with refused(
        "hand_size",
        "N3.5",
        f"Seat 2's hand has {count}; a hand is nine cards (N3.5).",
        seat=1,
        field="seats.1.hand",
        cards=int(count.split()[0]),
    ):
        parse_hand(typed, seat=1)


def test_n3_5_an_endless_hand_is_refused_unread() -> None:
    with refused(
        "hand_size",
        "N3.5",
        "The hand is 3000000 characters long; a hand is nine cards, such as P0 P3 G10 (N3.5).",
        field="hand",
    ):
        parse_hand("P0 " * 1_000_000)


def test_n1_a_third_copy_in_one_hand_is_refused() -> None:
    with refused(
        "too_many_copies",
        "N1",
        "P0 appears 3 times in the hand of seat 5; the game has two of each card (N1).",
        card="P0",
        copies=3,
        seat=4,
        field="seats.4.hand",
    ):
        parse_hand("P0 P0 P0 G1 G2 G3 O4 O5 O10", seat=4)


def test_n1_a_third_copy_over_all_hands_is_refused() -> None:
    hands = {0: parse_hand(NINE), 2: parse_hand("P0 P1 P2 P3 P4 P5 P6 P7 P8"), 3: ()}
    with refused(
        "too_many_copies",
        "N1",
        "P0 appears 3 times in the hands of seats 1 and 3; the game has two of each card (N1).",
        card="P0",
        copies=3,
        seats=[0, 2],
    ):
        check_copies(hands)


def test_n1_two_copies_over_all_hands_are_accepted() -> None:
    check_copies({0: parse_hand(NINE), 1: parse_hand("P1 P2 P3 P4 P5 P6 P7 P8 P9")})


@given(st.permutations([card for card in range(33) for _ in range(2)]))
def test_every_hand_is_read_back_from_its_text(deck: list[int]) -> None:
    cards = tuple(sorted(deck[:9]))
    assert parse_hand(hand_text(cards)) == cards
