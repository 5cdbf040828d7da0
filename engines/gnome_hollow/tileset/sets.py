"""A tile set of Gnome Hollow: read and checked, written, loaded from the shipped files.

What each tile, board and signpost of the box shows is not public as data, so it is a file: the
shipped one is a reconstruction (`names`), and a club can play with its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engines.gnome_hollow.tileset.facts import COLUMNS, MUSHROOM_KINDS, PURPLE, SOURCED, STATUSES
from engines.gnome_hollow.tileset.faults import faults, told_at_once
from engines.gnome_hollow.tileset.names import TILESETS, read_tileset
from engines.values import JSON

__all__ = [
    "DATA",
    "Piece",
    "Signpost",
    "Space",
    "TileSet",
    "faults",
    "load_tileset",
    "parse_tileset",
    "tileset_text",
    "write_tileset",
]

DATA = Path(__file__).parents[1] / "data"


@dataclass(frozen=True)
class Piece:
    """A path between two printed edges, ascending, and its mushrooms, ascending (H1.2).

    mushrooms: indices of `TileSet.mushrooms`.
    """

    edges: tuple[int, int]
    mushrooms: tuple[int, ...]

    def ends(self, lay: int) -> tuple[int, int]:
        """Where its edges come to lie: turned by `lay` from 0, from 6 flipped as well (H1.3)."""
        one, other = self.edges
        return (
            ((lay + one) % 6, (lay + other) % 6)
            if lay < 6
            else ((lay - one) % 6, (lay - other) % 6)
        )


@dataclass(frozen=True)
class Space:
    """A space of a player board (H4.3, H5).

    bonus: `signpost`, `tile` or `flower`; None where it gives nothing or `mushrooms` of the ring.
    markers: 2 where two may be used. shape: the ring's tiles in order; None where any fits (H9.2).
    """

    bonus: str | None = None
    mushrooms: int = 0
    markers: int = 1
    shape: tuple[tuple[int, int], ...] | None = None


@dataclass(frozen=True)
class Signpost:
    """What a visit gives, in order, and its trades: mushrooms given and got, by index (H9.1)."""

    name: str
    gain: tuple[str, ...]
    trades: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class TileSet:
    """A well-formed set. Two that say the same are equal, however their files are written.

    status: `reconstruction` or `own`. tiles: by id, from 1; a tile's pieces by their edges.
    player_board, advanced_board: spaces by column, rings of 3, 4, 5, 6, 7+; None: no such board.
    market: of each kind quantity and treasure, ascending; quantity 2 is never blocked (H6).
    """

    name: str
    version: int
    status: str
    note: str
    mushrooms: tuple[str, ...]
    flowers: tuple[str, ...]
    tiles: tuple[tuple[Piece, ...], ...]
    stump: tuple[Piece, ...]
    player_board: tuple[tuple[Space, ...], ...]
    advanced_board: tuple[tuple[Space, ...], ...] | None
    market: tuple[tuple[tuple[int, int], ...], ...]
    signposts: tuple[Signpost, ...]

    @property
    def purple(self) -> int:
        """The flower kind that two players keep all tokens of (H2.3)."""
        return self.flowers.index(PURPLE)

    @property
    def has_trades(self) -> bool:
        """Whether the set has a trade board (H9.1)."""
        return any(sign.trades for sign in self.signposts)


def parse_tileset(value: object) -> TileSet:
    """The set that a JSON object says, in the shape of `data/recon-1.json`.

    Raises RuleBroken: bad_tileset, with every fault (`faults`) in its `errors`.
    """
    found = faults(value)
    if found:
        raise told_at_once(found)
    assert isinstance(value, Mapping)
    return _read(value)


def _read(value: Mapping[str, Any]) -> TileSet:
    """Of a set without faults."""
    advanced, trades = value.get("advanced_board"), value.get("trade_board") or {}
    tiles = sorted(value["garden_tiles"], key=lambda tile: int(tile["id"]))
    return TileSet(
        value["id"],
        value.get("version") or 1,
        value.get("status") or STATUSES[0],
        value.get("note") or "",
        MUSHROOM_KINDS,
        tuple(value["flower_kinds"]),
        tuple(_pieces(tile) for tile in tiles),
        _pieces(value["stump"]),
        _board(value["player_board"]),
        None if advanced is None else _board(advanced),
        tuple(_sales(value["market"][kind]) for kind in MUSHROOM_KINDS),
        tuple(
            Signpost(sign["id"], tuple(sign["gain"]), _trades(trades.get(sign["id"], ())))
            for sign in value["signposts"]
        ),
    )


def _pieces(tile: Mapping[str, Any]) -> tuple[Piece, ...]:
    pieces = []
    for piece in tile["pieces"]:
        low, high = sorted(piece["edges"])
        kinds = sorted(MUSHROOM_KINDS.index(kind) for kind in piece["mushrooms"])
        pieces.append(Piece((low, high), tuple(kinds)))
    return tuple(sorted(pieces, key=lambda piece: piece.edges))


def _board(board: Mapping[str, Any]) -> tuple[tuple[Space, ...], ...]:
    return tuple(tuple(_space(space) for space in board[column]) for column in COLUMNS)


def _space(space: Mapping[str, Any]) -> Space:
    bonus: str | None = space["bonus"]
    shape, markers = space.get("shape", "any"), space.get("markers", 1)
    cells = None if shape == "any" else tuple((q, r) for q, r in shape)
    if bonus is not None and bonus.startswith("mushroom"):
        return Space(None, int(bonus.removeprefix("mushroom")), markers, cells)
    return Space(bonus, 0, markers, cells)


def _sales(sales: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    paid = ((int(quantity), treasure) for quantity, treasure in sales.items() if quantity != "note")
    return tuple(sorted(paid))


def _trades(trades: Any) -> tuple[tuple[int, int], ...]:
    return tuple((MUSHROOM_KINDS.index(give), MUSHROOM_KINDS.index(get)) for give, get in trades)


# Written


def write_tileset(tileset: TileSet) -> dict[str, JSON]:
    """The set as JSON, facts included; `parse_tileset` reads the same from it."""
    written: dict[str, JSON] = {
        "id": tileset.name,
        "version": tileset.version,
        "status": tileset.status,
    }
    if tileset.note:
        written["note"] = tileset.note
    written |= {
        "sourced": deepcopy(SOURCED),
        "flower_kinds": list(tileset.flowers),
        "stump": {"pieces": _written_pieces(tileset.stump)},
        "player_board": _written_board(tileset.player_board, shapes=False),
    }
    if tileset.advanced_board is not None:
        written["advanced_board"] = _written_board(tileset.advanced_board, shapes=True)
    written |= {
        "market": {
            kind: {str(quantity): treasure for quantity, treasure in sales}
            for kind, sales in zip(tileset.mushrooms, tileset.market, strict=True)
        },
        "signposts": [{"id": sign.name, "gain": list(sign.gain)} for sign in tileset.signposts],
    }
    if tileset.has_trades:
        kinds = tileset.mushrooms
        written["trade_board"] = {
            sign.name: [[kinds[give], kinds[get]] for give, get in sign.trades]
            for sign in tileset.signposts
            if sign.trades
        }
    written["garden_tiles"] = [
        {"id": number, "pieces": _written_pieces(pieces)}
        for number, pieces in enumerate(tileset.tiles, start=1)
    ]
    return written


def _written_pieces(pieces: tuple[Piece, ...]) -> list[JSON]:
    return [
        {
            "edges": list(piece.edges),
            "mushrooms": [MUSHROOM_KINDS[kind] for kind in piece.mushrooms],
        }
        for piece in pieces
    ]


def _written_board(board: tuple[tuple[Space, ...], ...], *, shapes: bool) -> dict[str, JSON]:
    return {
        column: [_written_space(space, shapes) for space in spaces]
        for column, spaces in zip(COLUMNS, board, strict=True)
    }


def _written_space(space: Space, shapes: bool) -> dict[str, JSON]:
    written: dict[str, JSON] = {}
    if shapes:
        written["shape"] = "any" if space.shape is None else [list(cell) for cell in space.shape]
    written["bonus"] = f"mushroom{space.mushrooms}" if space.mushrooms else space.bonus
    if space.markers == 2:
        written["markers"] = 2
    return written


def tileset_text(tileset: TileSet) -> str:
    """The set as a file that people can read: a line each tile, signpost, market kind and so on."""
    return _laid_out(write_tileset(tileset)) + "\n"


def _laid_out(value: dict[str, JSON]) -> str:
    lines = []
    for key, part in value.items():
        if isinstance(part, dict) and key != "stump":
            inner = ",\n".join(f"  {_line(name)}: {_line(item)}" for name, item in part.items())
            lines.append(f" {_line(key)}: {{\n{inner}\n }}")
        elif isinstance(part, list) and any(isinstance(item, dict) for item in part):
            inner = ",\n".join(f"  {_line(item)}" for item in part)
            lines.append(f" {_line(key)}: [\n{inner}\n ]")
        else:
            lines.append(f" {_line(key)}: {_line(part)}")
    return "{\n" + ",\n".join(lines) + "\n}"


def _line(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=False)


def load_tileset(name: object = TILESETS[0]) -> TileSet:
    """A shipped set. Raises RuleBroken: unknown_tileset."""
    return _load(read_tileset(name, "tileset"))


@cache
def _load(name: str) -> TileSet:
    return parse_tileset(json.loads((DATA / f"{name}.json").read_text(encoding="utf-8")))
