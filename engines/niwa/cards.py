"""Niwa's cards (N1), and hands of them as people type them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engines.values import JSON, RuleBroken, clipped, listed, refusal, seat_label

COLOURS = "PGO"
"""Pink, green, orange, in the order in which cards are written."""
NUMBERS = 11
"""The numbers are 0..10 (N1)."""
COPIES = 2
HAND_SIZE = 9
"""N3.5."""
TRIO_OF_NOUGHTS = 20
"""A trio of number n scores 20 − n (N1.1)."""

LONGEST_TEXT = 500
"""Characters of a typed hand; nine cards need 27, the rest is room for spaces and commas."""

_BETWEEN = re.compile(r"[\s,;.、。・\u200b-\u200f\ufeff]*")
_CARD = re.compile(r"([PGO])(10|[0-9])(?![0-9])")
_NO_CARD = re.compile(r"[A-Z]?[0-9]+|[^\s,;.、。・\u200b-\u200f\ufeff]+")


def make_card(colour: str, number: int) -> int:
    """A card is an int 0..32: P0..P10, G0..G10, O0..O10, so sorted cards stand as written."""
    return COLOURS.index(colour) * NUMBERS + number


def colour_of(card: int) -> str:
    """The card's colour: `P`, `G` or `O`."""
    return COLOURS[card // NUMBERS]


def number_of(card: int) -> int:
    """The card's number, 0..10, which is also what it scores (N1.1)."""
    return card % NUMBERS


def card_text(card: int) -> str:
    """A card as it is written: `P0` … `O10`."""
    return f"{colour_of(card)}{number_of(card)}"


def trio_points(number: int) -> int:
    """What a trio of this number scores (N1.1)."""
    return TRIO_OF_NOUGHTS - number


def hand_text(cards: Iterable[int]) -> str:
    """Cards in their one spelling: by colour P, G, O, then number, single spaces."""
    return " ".join(card_text(card) for card in sorted(cards))


def parse_hand(text: str, seat: int | None = None) -> tuple[int, ...]:
    """Nine cards from typed text, sorted; `seat` is only for the message.

    Small letters, full-width letters and digits, commas, semicolons, full stops, line breaks
    or nothing between the cards are all accepted.
    Raises RuleBroken: unknown_card (N1), hand_size (N3.5), too_many_copies (N1).
    """
    facts = _facts(seat)
    if len(text) > LONGEST_TEXT:
        raise refusal(
            "hand_size",
            f"{_whose(seat)} is {len(text)} characters long; a hand is nine cards, "
            "such as P0 P3 G10",
            "N3.5",
            **facts,
        )
    cards = tuple(sorted(_read_cards(text, seat)))
    if len(cards) != HAND_SIZE:
        count = f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
        sentence = f"{_whose(seat)} has {count}; a hand is nine cards"
        raise refusal("hand_size", sentence, "N3.5", **facts, cards=len(cards))
    excess = _first_excess(cards)
    if excess is not None:
        where = "the hand" if seat is None else f"the hand of seat {seat + 1}"
        raise _too_many_copies(excess, where, **facts)
    return cards


def check_copies(hands: Mapping[int, Sequence[int]]) -> None:
    """Refuse more copies of a card over all these hands, by seat, than the game has (N1).

    Raises RuleBroken: too_many_copies.
    """
    excess = _first_excess(card for hand in hands.values() for card in hand)
    if excess is None:
        return
    holders = [seat for seat in sorted(hands) if excess[0] in hands[seat]]
    labels = listed([str(seat + 1) for seat in holders], "and")
    where = f"the hand{'s of seats' if len(holders) > 1 else ' of seat'} {labels}"
    raise _too_many_copies(excess, where, field="seats", seats=list(holders))


def _first_excess(cards: Iterable[int]) -> tuple[int, int] | None:
    """The first card of which there are too many, and how many."""
    counts = Counter(cards)
    return next(((card, counts[card]) for card in sorted(counts) if counts[card] > COPIES), None)


def _too_many_copies(excess: tuple[int, int], where: str, **facts: JSON) -> RuleBroken:
    card, copies = excess
    sentence = f"{card_text(card)} appears {copies} times in {where}; the game has two of each card"
    return refusal("too_many_copies", sentence, "N1", **facts, card=card_text(card), copies=copies)


def _read_cards(text: str, seat: int | None) -> list[int]:
    typed = unicodedata.normalize("NFKC", text).upper()
    cards: list[int] = []
    at = _skip(typed, 0)
    while at < len(typed):
        found = _CARD.match(typed, at)
        if found is None:
            wrong = _NO_CARD.match(typed, at)
            word = clipped(wrong.group() if wrong else typed[at:])
            raise refusal(
                "unknown_card",
                f'{_whose(seat)} has "{word}", which is not a card; '
                "cards are P, G or O with a number from 0 to 10",
                "N1",
                **_facts(seat),
                card=word,
            )
        cards.append(make_card(found.group(1), int(found.group(2))))
        at = _skip(typed, found.end())
    return cards


def _skip(text: str, at: int) -> int:
    between = _BETWEEN.match(text, at)
    return between.end() if between else at


def _whose(seat: int | None) -> str:
    return "The hand" if seat is None else f"{seat_label(seat)}'s hand"


def _facts(seat: int | None) -> dict[str, JSON]:
    return {"field": "hand"} if seat is None else {"seat": seat, "field": f"seats.{seat}.hand"}
