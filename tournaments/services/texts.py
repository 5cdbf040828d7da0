"""Texts that people type: one line, normalised, of a bounded length."""

import unicodedata

from tournaments.errors import Refused


def clean_line(value: object, *, field: str, longest: int, required: bool = True) -> str:
    """NFC, single spaces, no control characters. Refuses an empty or a too long line."""
    if not isinstance(value, str):
        raise Refused("not_a_text", f"{field.capitalize()} must be a text.", field=field)
    text = " ".join(unicodedata.normalize("NFC", value).split())
    if any(unicodedata.category(letter) in {"Cc", "Cs", "Co", "Cn"} for letter in text):
        raise Refused(
            "bad_characters", f"{field.capitalize()} has characters that are no text.", field=field
        )
    if required and not text:
        raise Refused("missing", f"{field.capitalize()} is missing.", field=field)
    if len(text) > longest:
        raise Refused(
            "too_long", f"{field.capitalize()} is longer than {longest} characters.", field=field
        )
    return text


def name_key(name: str) -> str:
    """A name as compared: compatibility forms, case and spaces don't tell two people apart."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
