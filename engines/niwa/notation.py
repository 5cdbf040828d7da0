"""Niwa's decisions as numbers and as text (`records.md`).

A decision is one int, the same in every record of rules number 1:

| decision | int | text |
|---|---|---|
| exchange: give a, take b | `a * 33 + b`, 0..1088 | `P3>G7` |
| reveal | `REVEAL`, 1089 | `R` |
| decline the trio | `DECLINE`, 1090 | `-` |
| trio of n for a ≤ b ≤ c | `TRIO + ((n * 33 + a) * 33 + b) * 33 + c` | `T8:P3,P4,G5` |

Cards are the ints 0..32 of `engines.niwa.cards`; copies of a card are alike.
"""

from __future__ import annotations

import re
from typing import Protocol

from engines.niwa.cards import NUMBERS, card_text, make_card
from engines.niwa.tables import KINDS
from engines.position import Move, NotLegal, NotNotation
from engines.values import JSON, shown

REVEAL = KINDS * KINDS
DECLINE = REVEAL + 1
TRIO = DECLINE + 1
"""The first trio decision."""
MOVES = TRIO + NUMBERS * KINDS**3
"""Every decision is below this."""

LEGAL = 0
"""What `Position.fault` answers for a legal decision; every other answer is a key of FAULTS."""
NO_DECISION, ENDED, TRIO_LIES, MUST_REVEAL, NOT_IN_HAND, NOT_IN_ROW = range(1, 7)
NO_REVEAL, NO_TRIO, NOT_THREE, UNSEEN = range(7, 11)

FAULTS: dict[int, tuple[str, str, str]] = {
    NO_DECISION: ("no_decision", "A turn is an exchange or a reveal", "N3"),
    ENDED: ("ended", "The match ended with the last card of the pile", "N4.1"),
    TRIO_LIES: ("trio_lies", "A trio lies in the row: it is taken or declined first", "N3.2"),
    MUST_REVEAL: ("must_reveal", "After so many exchanges a card must be revealed", "N4.2"),
    NOT_IN_HAND: ("not_in_hand", "The card given is not in hand", "N3.1"),
    NOT_IN_ROW: ("not_in_row", "The card taken does not lie in the row", "N3.1"),
    NO_REVEAL: ("no_reveal", "A trio is taken or declined only right after a reveal", "N3.3"),
    NO_TRIO: ("no_trio", "No trio of this number lies in the row", "N3.2"),
    NOT_THREE: ("not_three", "The three cards put down are not in hand", "N3.2"),
    UNSEEN: ("unseen", "The top card of the pile is unknown", "N3.2"),
}
"""Why a decision is refused: code, sentence, rule."""

_CARD = r"([PGO])(10|[0-9])"
_EXCHANGE = re.compile(f"{_CARD}>{_CARD}")
_TRIO = re.compile(f"T(10|[0-9]):{_CARD},{_CARD},{_CARD}")
_SINGLE = {"R": REVEAL, "-": DECLINE}


class Judge(Protocol):
    """What knows which decisions are legal: a position."""

    def fault(self, move: int) -> int: ...


def trio_move(number: int, first: int, second: int, third: int) -> Move:
    """The decision to take the trio for three cards, given in ascending order."""
    return TRIO + ((number * KINDS + first) * KINDS + second) * KINDS + third


def trio_parts(move: Move) -> tuple[int, tuple[int, int, int]]:
    """The number of a trio decision, and the three cards put down."""
    rest, third = divmod(move - TRIO, KINDS)
    rest, second = divmod(rest, KINDS)
    number, first = divmod(rest, KINDS)
    return number, (first, second, third)


def spell(move: Move) -> str:
    """A decision's text. Raises NotLegal: no_decision, for a number that is none."""
    if not is_decision(move):
        raise not_legal(NO_DECISION)
    if move < REVEAL:
        return f"{card_text(move // KINDS)}>{card_text(move % KINDS)}"
    if move < TRIO:
        return "R" if move == REVEAL else "-"
    number, given = trio_parts(move)
    return f"T{number}:{','.join(map(card_text, given))}"


def is_decision(move: Move) -> bool:
    """Whether the number is a decision at all; a trio's cards stand in ascending order."""
    if not TRIO <= move < MOVES:
        return 0 <= move < TRIO
    first, second, third = trio_parts(move)[1]
    return first <= second <= third


def read(text: object) -> Move:
    """The decision that is spelt so. Raises NotNotation: not_notation."""
    if isinstance(text, str):
        if text in _SINGLE:
            return _SINGLE[text]
        if found := _EXCHANGE.fullmatch(text):
            given, taken = _cards(found.groups())
            return given * KINDS + taken
        if found := _TRIO.fullmatch(text):
            number, *rest = found.groups()
            cards = _cards(rest)
            move = trio_move(int(number), *sorted(cards))
            if cards == sorted(cards):
                return move
            sentence = f"The three cards stand by colour P, G, O, then number: {spell(move)}"
            raise NotNotation("not_notation", f"{sentence} (N3).", "N3")
    raise NotNotation(
        "not_notation",
        f"{shown(text)} is no decision; they are written P3>G7, R, T8:P3,P4,G5 and - (N3).",
        "N3",
    )


def read_legal(position: Judge, text: object) -> Move:
    """The legal decision that is spelt so. Raises NotNotation or NotLegal."""
    move = read(text)
    fault = position.fault(move)
    if fault != LEGAL:
        raise not_legal(fault, move)
    return move


def not_legal(fault: int, move: Move | None = None) -> NotLegal:
    """The refusal of a decision, by what `Position.fault` answered."""
    code, sentence, rule = FAULTS[fault]
    facts: dict[str, JSON] = {} if move is None else {"move": spell(move)}
    return NotLegal(code, f"{sentence} ({rule}).", rule, facts)


def _cards(parts: tuple[str, ...] | list[str]) -> list[int]:
    """Colour letters and numbers in turn."""
    return [make_card(parts[at], int(parts[at + 1])) for at in range(0, len(parts), 2)]
