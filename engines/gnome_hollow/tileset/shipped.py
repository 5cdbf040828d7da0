"""What is said of a tile set wherever it is shown: is it one that Teien ships, or only named so?

Its tiles and boards decide what a set is; its name and its status are labels.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import TypeAlias

from engines.gnome_hollow.shapes import Shape, shape_of
from engines.gnome_hollow.terms import LAYS
from engines.gnome_hollow.tileset.names import TILESETS
from engines.gnome_hollow.tileset.sets import Piece, Space, TileSet, load_tileset
from engines.texts import read_alike
from engines.values import JSON

Content: TypeAlias = tuple[object, ...]


@lru_cache(maxsize=64)
def content_of(tileset: TileSet) -> Content:
    """What is played with. No name is part of it, no number of a tile, no order in which things are
    listed, and not how a tile or a shape is turned or flipped."""
    signposts = [(sign.gain, tuple(sorted(sign.trades))) for sign in tileset.signposts]
    return (
        tuple(sorted(map(_turned, tileset.tiles))),
        _turned(tileset.stump),
        _spaces(tileset.player_board),
        tileset.advanced_board and _spaces(tileset.advanced_board),
        tileset.market,
        tuple(sorted(signposts)),
    )


def _turned(pieces: tuple[Piece, ...]) -> Content:
    """A tile, the least of all ways to lay it."""
    lays = (
        tuple(sorted((tuple(sorted(piece.ends(lay))), piece.mushrooms) for piece in pieces))
        for lay in range(LAYS)
    )
    return min(lays)


def _spaces(board: tuple[tuple[Space, ...], ...]) -> Content:
    """The spaces of each column, in an order of their own."""
    return tuple(tuple(sorted(map(_space, column))) for column in board)


def _space(space: Space) -> tuple[str, int, int, Shape]:
    shape = shape_of(space.shape) if space.shape else ()
    return space.bonus or "", space.mushrooms, space.markers, shape


def status_of(tileset: TileSet) -> str:
    """That of the shipped set with the same content, else the one the set says it has."""
    return _statuses().get(content_of(tileset), tileset.status)


def note_of(tileset: TileSet) -> str:
    """Words for a set that has a shipped one's name and other content; "" for every other."""
    name = read_alike(tileset.name, TILESETS)
    if name is None or content_of(load_tileset(name)) == content_of(tileset):
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
def _statuses() -> dict[Content, str]:
    return {content_of(load_tileset(name)): load_tileset(name).status for name in TILESETS}
