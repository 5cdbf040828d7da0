"""Gnome Hollow's hexagons, its tile set, and the ways a tile can lie."""

import json
from pathlib import Path
from typing import Any

Cell = tuple[int, int]
Laid = tuple[tuple[int, int, tuple[str, ...]], ...]
"""Pieces as they lie: the smaller edge, the larger edge, the mushrooms."""

DATA = Path(__file__).resolve().parents[3] / "engines" / "gnome_hollow" / "data"

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # H1.3
STUMP: Cell = (0, 0)
MARKET, PILE_A_SEAT, SALES, STORAGE, WILD_STORAGE = 8, 2, 2, 2, 1  # H2.1, H6, H3.3
MARKERS, FLOWERS = 8, 8  # H1.1
TRACK = (0, 1, 3, 6, 10, 14, 18, 20, 25)  # H7
WILD_AT = (2, 4, 6)  # H5.1


def beside(cell: Cell, edge: int) -> Cell:
    """The cell that this edge faces (H1.3)."""
    return cell[0] + DIRECTIONS[edge][0], cell[1] + DIRECTIONS[edge][1]


def across(edge: int) -> int:
    """The neighbour's edge that meets this one (H1.3)."""
    return (edge + 3) % 6


def around(cell: Cell) -> set[Cell]:
    """The six neighbours."""
    return {beside(cell, edge) for edge in range(6)}


class TileSet:
    """A tile set's data; tiles are named by their number as a text."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.kinds: list[str] = data["sourced"]["mushrooms"]
        self.flowers: list[str] = data["flower_kinds"]
        self.tiles = {str(tile["id"]): tile["pieces"] for tile in data["garden_tiles"]}
        self.signposts: dict[str, list[str]] = {
            sign["id"]: sign["gain"] for sign in data["signposts"]
        }
        self.trades: dict[str, list[list[str]]] = data.get("trade_board", {})
        self.market = {
            (kind, int(quantity)): int(treasure)
            for kind, spaces in data["market"].items()
            for quantity, treasure in spaces.items()
        }
        self._lays: dict[str, dict[str, Laid]] = {}
        self._edges: dict[str, dict[str, set[int]]] = {}

    def lays(self, tile: str) -> dict[str, Laid]:
        """`3f` ↦ the pieces as they lie; of equal lays the canonical one alone (H1.3)."""
        if tile not in self._lays:
            found: dict[Laid, str] = {}
            for flip in ("", "f"):
                for turn in range(6):
                    found.setdefault(turned(self.tiles[tile], turn, bool(flip)), f"{turn}{flip}")
            self._lays[tile] = {text: laid for laid, text in found.items()}
        return self._lays[tile]

    def edges(self, tile: str) -> dict[str, set[int]]:
        """`3f` ↦ the edges that are path then; the others are grass (H1.2)."""
        if tile not in self._edges:
            self._edges[tile] = {
                text: {edge for one, other, _ in laid for edge in (one, other)}
                for text, laid in self.lays(tile).items()
            }
        return self._edges[tile]

    def stump(self) -> Laid:
        """The stump's own pieces, as they are printed."""
        return turned(self.data["stump"]["pieces"], 0, False)

    def in_order(self, mushrooms: list[str] | tuple[str, ...]) -> list[str]:
        """In the tile set's order of kinds."""
        return sorted(mushrooms, key=self.kinds.index)


def turned(pieces: list[dict[str, Any]], turn: int, flip: bool) -> Laid:
    """H1.3: edge e lies at (k + e) % 6, flipped at (k − e) % 6."""
    sign = -1 if flip else 1
    laid = []
    for piece in pieces:
        one, other = sorted((turn + sign * edge) % 6 for edge in piece["edges"])
        laid.append((one, other, tuple(sorted(piece["mushrooms"]))))
    return tuple(sorted(laid))


def load(name: object) -> TileSet | None:
    """The tile set with this id; None where there is none."""
    for file in sorted(DATA.glob("*.json")):
        data = json.loads(file.read_text(encoding="utf-8"))
        if isinstance(name, str) and data["id"] == name:
            return TileSet(data)
    return None


def same_shape(ring: list[Cell], printed: list[Cell]) -> bool:
    """H7.6: one closed sequence of tiles, up to rotation, reflection and where it begins."""
    if len(ring) != len(printed) or len(set(ring)) != len(ring):
        return False
    goal = [(q - printed[0][0], r - printed[0][1]) for q, r in printed]
    for mirrored in (False, True):
        cells = [(r, q) if mirrored else (q, r) for q, r in ring]
        for _ in range(6):
            cells = [(-r, q + r) for q, r in cells]  # a sixth of a turn
            for way in (cells, cells[::-1]):
                for first in range(len(way)):
                    again = way[first:] + way[:first]
                    if [(q - again[0][0], r - again[0][1]) for q, r in again] == goal:
                        return True
    return False
