"""Score sheets as forms: what was typed, and the sheet that `engines` reads.

Every field is called as the engine's refusals call it: `seats.1.hand`, `end`.
"""

import unicodedata
from collections.abc import Mapping
from typing import Any

SEAT_FIELDS: Mapping[str, tuple[str, ...]] = {"niwa": ("hand", "points"), "gazebo": ("left",)}
"""Game ↦ what a sheet has for each seat."""
NUMBERS = {"points", "left"}
SHEET_FIELDS: Mapping[str, tuple[str, ...]] = {"niwa": (), "gazebo": ("end",)}
"""Game ↦ what a sheet has for the match as a whole."""
LONGEST = 600
"""Characters of one field that are kept; a hand's own limit is below."""

Typed = dict[str, str]
"""Field ↦ its text, such as `{"seats.0.hand": "P0 G3 …", "end": ""}`."""


def from_post(game: str, post: Mapping[str, str], seats: int) -> Typed:
    """What was typed, field by field."""
    return {name: post.get(name, "")[:LONGEST] for name in names(game, seats)}


def from_sheet(game: str, sheet: Mapping[str, Any], seats: int) -> Typed:
    """A stored sheet, as it would have been typed."""
    typed = dict.fromkeys(names(game, seats), "")
    for seat, entry in enumerate(sheet.get("seats", ())):
        for field in SEAT_FIELDS[game]:
            if entry.get(field) is not None:
                typed[f"seats.{seat}.{field}"] = str(entry[field])
    for field in SHEET_FIELDS[game]:
        typed[field] = str(sheet.get(field) or "")
    return typed


def to_sheet(game: str, typed: Typed, seats: int) -> dict[str, Any]:
    """The sheet. Empty fields are left out; a number that is none stays text, to be refused."""
    sheet: dict[str, Any] = {
        "seats": [
            {
                field: _value(field, text)
                for field in SEAT_FIELDS[game]
                if (text := typed[f"seats.{seat}.{field}"].strip())
            }
            for seat in range(seats)
        ]
    }
    return sheet | {field: typed[field] for field in SHEET_FIELDS[game] if typed[field]}


def names(game: str, seats: int) -> list[str]:
    """Every field of the form, in order."""
    of_seats = [f"seats.{seat}.{field}" for seat in range(seats) for field in SEAT_FIELDS[game]]
    return of_seats + list(SHEET_FIELDS[game])


def _value(field: str, text: str) -> str | int:
    if field not in NUMBERS:
        return text
    digits = unicodedata.normalize("NFKC", text).replace("−", "-")
    whole = digits.removeprefix("-")
    return int(digits) if whole.isascii() and whole.isdigit() and len(whole) < 10 else text
