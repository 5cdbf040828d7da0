"""How things of Gnome Hollow are called in records, views and refusals (`records.md`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engines.gnome_hollow.hexes import place_of
from engines.gnome_hollow.terms import LAYS, QUANTITIES, STUMP, WILD
from engines.gnome_hollow.tiles import Tiles

if TYPE_CHECKING:
    from engines.gnome_hollow.garden import Garden

COLUMN_TEXTS = ("3", "4", "5", "6", "7+")
"""Of a player board, by the size of rings."""


def tile_text(tiles: Tiles, tile: int) -> str:
    """`17`, `purple`, `stump`."""
    if tile < WILD:
        return str(tile + 1)
    return "stump" if tile == STUMP else tiles.tileset.flowers[tile - WILD]


def place_text(cell: int) -> str:
    """`1,-1`."""
    q, r = place_of(cell)
    return f"{q},{r}"


def turn_text(tile: int, lay: int) -> str:
    """How a tile lies: `3f`; "" of a wildflower and of the stump, which are not turned."""
    return "" if tile >= WILD else f"{lay % 6}{'f' if lay >= 6 else ''}"


def lay_text(tiles: Tiles, move: int) -> str:
    """`17@1,-1:3f`, `purple@0,1`."""
    lay, cell = move % LAYS, move // LAYS & 65535
    tile = move // (65536 * LAYS)
    turn = turn_text(tile, lay)
    return f"{tile_text(tiles, tile)}@{place_text(cell)}{':' if turn else ''}{turn}"


def name_text(name: int) -> str:
    """The name of a path or ring: `1,0/2`."""
    return f"{place_text(name // 6)}/{name % 6}"


def joints_text(garden: Garden, joints: Iterable[int]) -> str:
    """A wildflower closing: `0,0/0-1 1,1/3-4`."""
    return " ".join(
        f"{place_text(garden.cell_of[joint // 36])}/{joint % 36 // 6}-{joint % 6}"
        for joint in joints
    )


def space_text(argument: int) -> str:
    """A space of the player board, `argument` as that of a marker: `6/1`, `7+/0x2`."""
    double = "x2" if argument & 1 else ""
    return f"{COLUMN_TEXTS[argument >> 6]}/{argument >> 1 & 31}{double}"


def sale_text(tiles: Tiles, sale: int) -> str:
    """`3red`; `-` for none."""
    kinds = tiles.tileset.mushrooms
    return f"{sale % QUANTITIES}{kinds[sale // QUANTITIES]}" if sale else "-"


def flowers_of(tiles: Tiles, kinds: int) -> list[str]:
    """The flower kinds that are set in `kinds`, in the order of the tile set."""
    return [name for kind, name in enumerate(tiles.tileset.flowers) if kinds >> kind & 1]


def signposts_of(tiles: Tiles, signs: int) -> list[str]:
    """The signposts that are set in `signs`, in the order of the tile set."""
    return [post.name for sign, post in enumerate(tiles.tileset.signposts) if signs >> sign & 1]
