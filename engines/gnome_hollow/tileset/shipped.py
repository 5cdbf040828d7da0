"""What is said of a tile set wherever it is shown: is it one that Teien ships, or only named so?

Its tiles and boards decide what a set is; its name and its status are labels.
"""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from functools import cache

from engines.gnome_hollow.tileset.names import TILESETS
from engines.gnome_hollow.tileset.sets import TileSet, load_tileset
from engines.values import JSON


def content_of(tileset: TileSet) -> TileSet:
    """The set without what only names it; two sets that play alike have the same."""
    return replace(tileset, name="", version=1, status="", note="")


def status_of(tileset: TileSet) -> str:
    """That of the shipped set with the same content, else the one the set says it has."""
    return _statuses().get(content_of(tileset), tileset.status)


def note_of(tileset: TileSet) -> str:
    """Words for a set that has a shipped one's name and other content; "" for every other."""
    name = unicodedata.normalize("NFKC", tileset.name).strip().casefold()
    if name not in TILESETS or content_of(load_tileset(name)) == content_of(tileset):
        return ""
    return "not the tile set that Teien ships"


def label_of(tileset: TileSet) -> str:
    """The set's name, and beside it the note."""
    note = note_of(tileset)
    return f"{tileset.name} ({note})" if note else tileset.name


def labelled(tileset: TileSet) -> TileSet:
    """The set as a picture shows it: with its status, and the note beside its name."""
    return replace(tileset, name=label_of(tileset), status=status_of(tileset))


def told_of(tileset: TileSet) -> dict[str, JSON]:
    """`status`, and `note` where there is one."""
    told: dict[str, JSON] = {"status": status_of(tileset)}
    note = note_of(tileset)
    return {**told, "note": note} if note else told


@cache
def _statuses() -> dict[TileSet, str]:
    return {content_of(load_tileset(name)): load_tileset(name).status for name in TILESETS}
