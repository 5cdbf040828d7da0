"""Names, which are texts of one line, and notes: what is seen in them; which names read alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

JOINERS = "\u200c\u200d"
JOINED = re.compile(f"(?<=[^\x00-\x7f])[{JOINERS}](?=[^\x00-\x7f])")
"""A joiner between two letters that know of it."""
FILLERS = "\u115f\u1160\u2800"
"""Letters and signs by their category that nobody sees."""
PREFIXES = re.compile("[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd]")
"""Arabic, Syriac and Kaithi signs around a number: by their category unseen, but they are seen."""
NO_TEXT = ("Cc", "Cs", "Co")
"""Unicode's categories of controls, half pairs and what is for private use."""
NEVER_SEEN = re.compile(
    "[\u2065\ufff0-\ufff8\U000e0000-\U000e0fff\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
    + "]"
)
"""Of what has no meaning yet: what will never have one, or will be drawn as nothing."""
TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Unicode's controls of direction."""


def is_line(text: str) -> bool:
    """Whether a text is one line with single spaces in which something is seen, without controls;
    joiners stand between letters alone (Persian, Indic, emoji). Letters that nobody sees, such as
    the Hangul fillers, may stand beside others: names that clubs type are cleaned of them."""
    return (
        all(map(is_printed, JOINED.sub("", text)))
        and text == " ".join(text.split())
        and is_seen(text)
    )


def is_printed(character: str) -> bool:
    """Whether a character may stand in a line: a space, or by its category a letter, figure, sign
    or mark."""
    if unicodedata.category(character)[0] not in "CZ" or character == " ":
        return True
    return PREFIXES.match(character) is not None or _is_new(character)


def is_seen(text: str) -> bool:
    """Whether anything in a text is seen by itself."""
    return any(
        (unicodedata.category(each)[0] in "LNPS" and each not in FILLERS)
        or PREFIXES.match(each)
        or _is_new(each)
        for each in unicodedata.normalize("NFKD", text)
    )


def are_lines(text: str) -> bool:
    """Whether a text has no controls but ends of lines and tabs, and nothing that turns letters
    round; blanks of any kind are fine."""
    return all(each in "\n\r\t" or _is_text(each) for each in text)


def _is_text(character: str) -> bool:
    if unicodedata.category(character) in (*NO_TEXT, "Cn"):
        return _is_new(character)
    return character not in TURNS


def _is_new(character: str) -> bool:
    """Whether newer Unicode than Python's may know a character, such as an emoji of this year."""
    return unicodedata.category(character) == "Cn" and NEVER_SEEN.match(character) is None


def read_alike(name: str, names: Iterable[str]) -> str | None:
    """Which of the names has the same letters and figures, however they are spelled or parted."""
    return next((known for known in names if _letters(known) == _letters(name)), None)


def _letters(name: str) -> str:
    spelled = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in spelled if letter.isalnum() and letter not in FILLERS)
