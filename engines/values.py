"""Values as people type them: JSON, its safe display, and the refusal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

JSON: TypeAlias = "bool | int | float | str | list[JSON] | dict[str, JSON] | None"

LONGEST_SHOWN = 24
"""Characters of a typed text that a message repeats."""
LARGEST_SHOWN = 10**9
JOINERS = "\u200c\u200d"
JOINED = re.compile(f"(?<=[^\x00-\x7f])[{JOINERS}](?=[^\x00-\x7f])")
"""A joiner between two letters that know of it."""
FILLERS = "\u115f\u1160\u2800"
"""Letters and signs by their category that nobody sees."""
PREFIX = re.compile("[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd]")
"""Arabic, Syriac and Kaithi signs before or around a number, by their category unseen: they are
seen."""
NO_TEXT = frozenset({"Cc", "Cs", "Co"})
"""Unicode's categories of controls, half pairs and what is for private use."""
NO_CHARACTERS = re.compile(
    "[\ufdd0-\ufdef" + "".join(chr(plane << 16 | last) for plane in range(17)
                               for last in (0xFFFE, 0xFFFF)) + "]"
)  # fmt: skip
"""What Unicode will never give a meaning. All else without one may be newer than Python is, such
as an emoji of this year."""
TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Unicode's controls of direction."""


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


def is_line(value: str) -> bool:
    """Whether a text is one line with single spaces in which something is seen and nothing unseen
    but what joins letters (Persian, Indic, emoji)."""
    return (
        all(map(is_printed, JOINED.sub("", value)))
        and value == " ".join(value.split())
        and is_seen(value)
    )


def is_printed(character: str) -> bool:
    """Whether a character may stand in a line: a space, or what is drawn, alone or on another."""
    category = unicodedata.category(character)
    if category == "Cn":
        return NO_CHARACTERS.match(character) is None
    return category[0] not in "CZ" or character == " " or bool(PREFIX.match(character))


def is_seen(text: str) -> bool:
    """Whether anything in a text is seen by itself."""
    return any(
        (unicodedata.category(each)[0] in "LNPS" or unicodedata.category(each) == "Cn")
        and each not in FILLERS
        for each in unicodedata.normalize("NFKD", text)
    )


def are_lines(value: str) -> bool:
    """Whether a text has no controls but ends of lines and tabs, and nothing that turns letters
    round; blanks of any kind are fine."""
    return NO_CHARACTERS.search(value) is None and all(
        each in "\n\r\t" or (unicodedata.category(each) not in NO_TEXT and each not in TURNS)
        for each in value
    )


def read_alike(name: str, names: Iterable[str]) -> str | None:
    """Which of the names has the same letters and figures, however they are spelled or parted."""
    return next((known for known in names if _letters(known) == _letters(name)), None)


def _letters(name: str) -> str:
    spelled = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in spelled if letter.isalnum() and letter not in FILLERS)
