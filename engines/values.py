"""Values as people type them: JSON, its safe display, and the refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from engines.texts import JOINED, is_printed

JSON: TypeAlias = "bool | int | float | str | list[JSON] | dict[str, JSON] | None"

LONGEST_SHOWN = 24
"""Characters of a typed text that a message repeats."""
LARGEST_SHOWN = 10**9


class RuleBroken(ValueError):
    """Something a person typed that the rules refuse.

    code: one word for programs. message: one sentence for people, seats counted from 1.
    rule: the rule's id, "" where only the form is wrong. facts: JSON-able, seats from 0.
    """

    def __init__(
        self, code: str, message: str, rule: str = "", facts: Mapping[str, JSON] | None = None
    ) -> None:
        self.code = code
        self.message = message
        self.rule = rule
        self.facts: dict[str, JSON] = dict(facts or {})
        super().__init__(code, message, rule, self.facts)  # so that copies and pickles are whole

    def __str__(self) -> str:
        return self.message


def refusal(code: str, sentence: str, rule: str = "", **facts: JSON) -> RuleBroken:
    """A refusal whose sentence ends by naming the rule: `… a hand is nine cards (N3.5).`"""
    ending = f" ({rule})." if rule else "."
    return RuleBroken(code, sentence + ending, rule, facts)


def shown(value: object) -> str:
    """A typed value as a message may repeat it: short, printable, never nested."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        # str() of an endless number raises, so it is named instead.
        return str(value) if abs(value) < LARGEST_SHOWN else "a huge number"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str):
        return f'"{clipped(value)}"'
    if isinstance(value, Mapping):
        return "an object"
    return "a list" if isinstance(value, list | tuple) else "something else"


def clipped(text: str) -> str:
    """The text's first characters on one line, with a mark for each that cannot be printed."""
    joining = {found.start() for found in JOINED.finditer(text, 0, LONGEST_SHOWN)}
    head = "".join(
        c if is_printed(c) or at in joining else "\N{REPLACEMENT CHARACTER}"
        for at, c in enumerate(text[:LONGEST_SHOWN])
    )
    return head + "…" if len(text) > LONGEST_SHOWN else head


def seat_label(seat: int) -> str:
    """A seat as people count: seat 1 of the code is `Seat 2`."""
    return f"Seat {seat + 1}"


def listed(words: Sequence[str], last: str = "or") -> str:
    """`a`, `a or b`, `a, b or c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def is_whole(value: object) -> bool:
    """Whether a typed value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def read_number(text: str, most: int = 18) -> int | None:
    """The number that a text says in figures, 0 to 9 and nothing else, and so many at most; None
    where it is another text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= most else None
