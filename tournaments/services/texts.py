"""Texts that people type: one line, normalised, of a bounded length."""

import unicodedata
from collections.abc import Sequence

from tournaments.errors import Refused

INVISIBLE = {"Cf", "Zs", "Mn", "Me"}
"""Unicode's categories of format characters, spaces and marks that need a letter."""


def clean_line(value: object, *, field: str, longest: int, required: bool = True) -> str:
    """NFC, single spaces, no control characters. Refuses an empty or a too long line.

    A line of invisible characters alone counts as empty.
    """
    if not isinstance(value, str):
        raise Refused("not_a_text", f"{field.capitalize()} must be a text.", field=field)
    text = " ".join(unicodedata.normalize("NFC", value).split())
    kinds = {unicodedata.category(letter) for letter in text}
    if kinds & {"Cc", "Cs", "Co"}:
        raise Refused(
            "bad_characters", f"{field.capitalize()} has characters that are no text.", field=field
        )
    if required and not kinds - INVISIBLE:
        raise Refused("missing", f"{field.capitalize()} is missing.", field=field)
    if len(text) > longest:
        raise Refused(
            "too_long", f"{field.capitalize()} is longer than {longest} characters.", field=field
        )
    return text


def name_key(name: str) -> str:
    """A name as compared: compatibility forms, case and spaces don't tell two people apart."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def name_tables(numbers: Sequence[int | None]) -> str:
    """`table 3`, `tables 1 and 2`, `tables 1, 2 and 5`."""
    *first, last = [str(number) for number in numbers]
    return f"tables {', '.join(first)} and {last}" if first else f"table {last}"
