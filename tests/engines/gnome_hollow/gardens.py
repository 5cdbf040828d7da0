"""Hand-made gardens: what lies there, who stands where, what market, bag and boards hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.gnome_hollow.hexes import cell_at
from engines.gnome_hollow.options import numbers_of, settle_options
from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.shapes import STEPS
from engines.gnome_hollow.terms import TILES, WILD
from engines.gnome_hollow.tiles import Tiles
from engines.gnome_hollow.tileset.sets import Piece, Space, TileSet
from tests.engines.gnome_hollow.games import SHARP, play, texts

COLUMNS = ("3", "4", "5", "6", "7+")
SPORES = "rybpu"
"""Red, yellow, blue, pink, purple."""
Board = Mapping[str, tuple[Space, ...]]
STORE: dict[str, Any] = {"market_tiles": "may_store"}


def shown(text: str) -> tuple[Piece, ...]:
    """A tile's pieces as `03 14ry`: edges and mushrooms; "" is all grass."""
    return tuple(
        Piece((int(word[0]), int(word[1])), tuple(sorted(SPORES.index(kind) for kind in word[2:])))
        for word in text.split()
    )


def board_of(spaces: Board) -> tuple[tuple[Space, ...], ...]:
    """A player board with these columns; in the others there is plenty of plain space."""
    return tuple(spaces.get(column, (Space(),) * 8) for column in COLUMNS)


def plot(
    garden: Mapping[str, str] | None = None, market: Sequence[str] = (), bag: Sequence[str] = (),
    *, stump: str = "01", size: int = 8, grass: int = 20, reserve: Sequence[str] = ("",) * 4,
    board: Board | None = None, advanced: Board | None = None,
    gnomes: Mapping[int, str] | None = None, players: int = 2, start: int = 0,
    changes: Mapping[str, Any] | None = None, **options: Any,
) -> Position:  # fmt: skip
    """The beginning of a turn in this garden.

    `garden`: place ↦ what lies there, as pieces or as a wildflower's kind. Tiles are numbered from
    1: those of the market, filled with grass to `size`; those of the bag, with `grass` more; the
    reserve; the garden's. So tile k is placed as it is given by the turn 0. `gnomes`: 2 * seat, + 1
    for the second ↦ its path. Two players: pink and white lie in the flower market.
    """
    garden = garden or {}
    lots = [[*market] + [""] * (size - len(market)), [*bag] + [""] * grass, [*reserve]]
    laid = [kind for kind in garden.values() if kind not in SHARP.flowers]
    tiles = [shown(text) for text in (*(text for lot in lots for text in lot), *laid)]
    tileset = replace(
        SHARP, name="plot", stump=shown(stump), player_board=board_of(board or {}),
        advanced_board=board_of(advanced or {}),
        tiles=tuple(tiles + [()] * (TILES - len(tiles))),
        **(changes or {}),
    )  # fmt: skip
    position = begun(tileset, players, start, options)
    number = sum(map(len, lots))
    for place, kind in garden.items():
        wild = kind in SHARP.flowers
        tile = WILD + SHARP.flowers.index(kind) if wild else number
        position.lay_tile(tile, 0, cell_at(*map(int, place.split(","))))
        number += not wild
    for gnome, path in (gnomes or {}).items():
        position.move_gnome(gnome, path_at(position, path))
    deal(position, [len(lot) for lot in lots])
    return position


def begun(tileset: TileSet, players: int, start: int, options: Mapping[str, Any]) -> Position:
    settings = settle_options(options)
    tiles = Tiles(tileset, bool(settings["advanced_board"]))
    position = Position(tiles, players, start, numbers_of(settings))
    position.set_stump()
    return position


def deal(position: Position, counts: Sequence[int]) -> None:
    """Market, bag and reserve with so many tiles, in the order of their numbers."""
    one, two, three = counts
    numbers = list(range(one + two + three))
    pink, purple = SHARP.flowers.index("pink"), SHARP.flowers.index("purple")
    kinds = 3 << pink if position.players == 2 else 0
    few = position.players == 2 and not position.options["all_tokens"]
    position.set_goods(
        numbers[:one], numbers[one : one + two], numbers[one + two :], kinds,
        1 << purple if few else 255, [5, 1, 6, 0, 2, 3, 4] if position.random_signs else [],
    )  # fmt: skip
    position.begin_turn()
    position.advance()


def path_at(position: Position, name: str) -> int:
    """The path or ring of this name."""
    place, edge = name.split("/")
    q, r = map(int, place.split(","))
    path = position.path_named(6 * cell_at(q, r) + int(edge))
    assert path >= 0, name
    return path


def round_of(places: str, *mushrooms: str) -> dict[str, str]:
    """The tiles of a ring that passes these places in order, each once; its mushrooms in turn."""
    names = places.split()
    cells = [tuple(map(int, name.split(","))) for name in names]
    ring = {}
    for at, (q, r) in enumerate(cells):
        ways = [cells[at - 1], cells[(at + 1) % len(cells)]]
        low, high = sorted(STEPS.index((other[0] - q, other[1] - r)) for other in ways)
        ring[names[at]] = f"{low}{high}{mushrooms[at] if at < len(mushrooms) else ''}"
    return ring


HOOK = {"1,0": "23b"}
"""With the stump two tiles of a ring of three; the third lies at 0,1."""
CLOSE = "1@0,1:0, 8@-1,0:0, ."
CLOSED = f"{CLOSE}, ring 0,0/0"


def hook(mushrooms: str = "r", **changes: Any) -> Position:
    """Seat 0 closes the ring of the hook by `CLOSE`; it shows a blue mushroom and these."""
    return plot(HOOK, (f"45{mushrooms}",), **changes)


TWIN = HOOK | {"-1,0": "05"}
BOTH = "1@0,1:0, 2@0,-1:0, ."
RINGS = ["ring -1,0/0", "ring 0,0/0"]


def twin(**changes: Any) -> Position:
    """By `BOTH` seat 0 closes the hook's ring, which shows blue and red, and that of three at
    0,-1, which shows yellow."""
    return plot(TWIN, ("45r", "12y"), **({"stump": "01 34"} | changes))


def chain(count: int) -> dict[str, str]:
    """So many rings of three in a row from the stump, which lack a tile each, at 0,1, 2,1, …"""
    tiles = {f"{2 * at + 1},0": "23" for at in range(count)}
    return tiles | {f"{2 * at},0": "01" for at in range(1, count)}


ROUNDS = {
    3: "0,0 1,0 0,1",
    4: "0,0 1,0 1,1 0,1",
    5: "0,0 1,0 2,0 1,1 0,1",
    6: "0,0 1,0 1,1 0,2 -1,2 -1,1",
    7: "0,0 1,0 2,0 2,1 1,2 0,2 0,1",
    8: "0,0 1,0 2,0 3,0 3,1 2,1 1,1 0,1",
}
"""Size ↦ the places of a ring through the stump."""


def ring_of(size: int, **changes: Any) -> Position:
    """Seat 0 closes a ring of this size as tile 1 is placed at its last place."""
    tiles = round_of(ROUNDS[size])
    last = ROUNDS[size].split()[-1]
    closing = tiles.pop(last)
    position = plot(tiles, (closing,), stump=tiles.pop("0,0"), **changes)
    return play(position, f"1@{last}:0, 8@-1,0:0, .")


BOW_TIE = {"1,0": "23", "-1,0": "05", "0,-1": "12"}
"""With 0,1 two triangles through the stump, as one ring."""


def bow_tie(**changes: Any) -> Position:
    position = plot(BOW_TIE, ("45",), stump="04 13", **changes)
    return play(position, "1@0,1:0, 8@2,0:0, .")


EIGHT = (
    "1@0,1:0, 2@2,1:0, ., ring 0,0/0, marker 3/0x2, wild red, ring 2,0/0, marker 3/1x2, "
    "wild blue, drop blue, stay, 3@-1,0:0, 4@-2,0:0, ., stay, "
    "5@4,1:0, 6@6,1:0, ., ring 4,0/0, marker 3/2x2, wild green, drop green, ring 6,0/0, "
    "marker 3/3x2, stay"
)
"""Seat 0 moves its eight markers."""


def eight(**changes: Any) -> Position:
    """A fifth ring of the chain lacks a tile, which seat 1 may place as 7 at 8,1."""
    spaces = (Space(markers=2),) * 4 + (Space("flower"),)
    market = ("45", "45", "", "", "45", "45", "45r", "")
    return plot(chain(5), market, board={"3": spaces}, **changes)


CHOICES = [
    "marker 3/0, flower pink", "marker 3/1, wild purple, flower white",
    "marker 3/0, flower pink", "marker 3/1, wild red, flower white",
    "marker 3/2, flower red", "marker 3/3, wild orange, drop orange",
    "marker 3/2, flower purple", "marker 3/3, wild yellow, drop yellow, flower orange",
    "marker 3/4, flower yellow", "marker 3/5, wild green, drop green",
    "marker 3/4, flower green", "marker 3/5, wild blue",
]  # fmt: skip
FLOWERS = ", stay, ".join(
    f"{at + 1}@{2 * at},1:0, {at + 2}@{2 * at + 2},1:0, ., ring {2 * at},0/0, {CHOICES[at]}, "
    f"ring {2 * at + 2},0/0, {CHOICES[at + 1]}"
    for at in range(0, 12, 2)
)
"""Each seat closes two rings a turn; at last seat 1 gets its eighth flower."""


def chain_of_flowers() -> Position:
    """Where `FLOWERS` are played."""
    board = {"3": (Space("flower"),) * 8}
    return plot(chain(12), ("45",) * 8, ("45",) * 4, board=board, two_player_tokens="none")


def two(one: Space, other: Space, **changes: Any) -> Position:
    """Seat 0 closes two rings of the chain and has put its first marker on the first space."""
    position = plot(chain(2), ("45r", "45y"), board={"3": (one, other)}, **changes)
    return play(position, "1@0,1:0, 2@2,1:0, ., ring 0,0/0, marker 3/0")


def close_pair(position: Position, at: int, *choices: str) -> Position:
    """Closes the rings `at` and `at + 1` of a chain, with the tiles of the same numbers + 1."""
    lay = f"{at + 1}@{2 * at},1:0, {at + 2}@{2 * at + 2},1:0, ."
    rings = [f"ring {2 * ring},0/0, {choice}" for ring, choice in zip((at, at + 1), choices,
                                                                     strict=True)]  # fmt: skip
    return play(position, f"{lay}, {', '.join(rings)}, stay")


def market(position: Position) -> list[str]:
    return [str(text) for text in seen(position)["market"]]


def lays(position: Position, tile: str) -> list[str]:
    return [text for text in texts(position) if text.startswith(f"{tile}@")]


def owned(position: Position, seat: int) -> dict[str, int]:
    """A seat's mushrooms by kind."""
    mine = position.mushrooms[5 * seat : 5 * seat + 5]
    return {kind: count for kind, count in zip(SHARP.mushrooms, mine, strict=True) if count}


def seen(position: Position) -> Any:
    return position.view(None)


def ring_seen(position: Position, name: str) -> Any:
    """What is seen of a ring."""
    return next(ring for ring in seen(position)["rings"] if ring["name"] == name)
