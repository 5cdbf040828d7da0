"""Score sheets as forms: what was typed, and the sheet that `engines` reads.

Every field is called as the engine's refusals call it: `seats.1.hand`, `end`.
"""

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.errors import Refused
from tournaments.models import Series

SEAT_FIELDS: Mapping[str, tuple[str, ...]] = {
    "niwa": ("hand", "points"),
    "gazebo": ("left",),
    "gnome_hollow": ("flowers", "markers", "treasure", "mushrooms"),
}
"""Game ↦ what a sheet has for each seat."""
WORDS = {"hand"}
"""Fields that are no number."""
LONGEST = 600
"""Characters of one field that are kept; a hand's own limit is below."""

Typed = dict[str, str]
"""Field ↦ its text, such as `{"seats.0.hand": "P0 G3 …", "end": ""}`."""


@dataclass(frozen=True)
class Shape:
    """What a sheet of a series asks for. `pairs`: Gazebo in partnership (G8.2)."""

    game: str
    seats: int
    pairs: bool = False

    @property
    def of_match(self) -> tuple[str, ...]:
        """The fields of the match as a whole."""
        if self.game != "gazebo":
            return ()
        return ("end", "last_pair") if self.pairs else ("end",)

    @property
    def names(self) -> list[str]:
        """Every field, in order."""
        of_seats = [
            f"seats.{seat}.{field}"
            for seat in range(self.seats)
            for field in SEAT_FIELDS[self.game]
        ]
        return [*of_seats, *self.of_match]


def shape_of(series: Series) -> Shape:
    """The shape of a series' sheets. 1 query."""
    return Shape(series.game, series.seats.count(), bool(series.options.get("partnership")))


def from_post(shape: Shape, post: Mapping[str, str]) -> Typed:
    """What was typed, field by field."""
    return {name: post.get(name, "")[:LONGEST] for name in shape.names}


def from_sheet(shape: Shape, sheet: Mapping[str, Any]) -> Typed:
    """A stored sheet, as it would have been typed."""
    typed = dict.fromkeys(shape.names, "")
    for seat, entry in enumerate(sheet.get("seats", ())):
        for field in SEAT_FIELDS[shape.game]:
            if entry.get(field) is not None:
                typed[f"seats.{seat}.{field}"] = str(entry[field])
    for field in shape.of_match:
        value = sheet.get(field) or ""
        typed[field] = value if isinstance(value, str) else " ".join(map(str, value))
    return typed


def to_sheet(shape: Shape, typed: Typed) -> dict[str, Any]:
    """The sheet. Empty fields are left out; a number that is none stays text, to be refused."""
    seats = [
        {
            field: _value(field, text)
            for field in SEAT_FIELDS[shape.game]
            if (text := typed[f"seats.{seat}.{field}"].strip())
        }
        for seat in range(shape.seats)
    ]
    of_match: dict[str, Any] = {field: typed[field] for field in shape.of_match if typed[field]}
    if "last_pair" in of_match:
        of_match["last_pair"] = [_number(text) for text in of_match["last_pair"].split()]
    return {"seats": seats, **of_match}


def mistakes(
    score: Callable[[dict[str, Any]], object], sheet: dict[str, Any], first: Refused, game: str,
    worst: int,
) -> list[Refused]:  # fmt: skip
    """Every seat's own mistakes, where `first` is one: what is refused is replaced by something
    harmless, such as the game's `worst` score, and the rest scored again. What concerns the whole
    match then is not told: it may come of what was replaced."""
    found: list[Refused] = []
    seats, refused = list(sheet["seats"]), first
    most = len(seats) * len(SEAT_FIELDS[game])
    while "seat" in refused.facts and len(found) < most:
        found.append(refused)
        at, field = refused.facts["seat"], refused.facts["field"].rpartition(".")[2]
        seats[at] = _harmless(game, seats[at], field, worst)
        try:
            score(sheet | {"seats": seats})
        except Refused as another:
            refused = another
        else:
            break
    return found


def _harmless(game: str, entry: dict[str, Any], field: str, worst: int) -> dict[str, Any]:
    """A seat without the mistake in its field; Gnome Hollow's counts are each by itself."""
    if game == "gnome_hollow":
        return entry | {field: 0}
    return {SEAT_FIELDS[game][-1]: worst}


def _value(field: str, text: str) -> str | int:
    return text if field in WORDS else _number(text)


def _number(text: str) -> str | int:
    """Digits of full width count, a superscript is none."""
    digits = unicodedata.normalize("NFKC", text).replace("−", "-")
    whole = digits.removeprefix("-")
    plain = whole.isascii() and text.strip().lstrip("-−－").isdecimal()
    return int(digits) if plain and whole.isdigit() else text
