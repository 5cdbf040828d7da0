"""What the parts of a garden's picture share: tiles as they lie, and where their paths go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.gnome_hollow.hexes import place_of
from engines.gnome_hollow.names import tile_text
from engines.gnome_hollow.terms import DEAD, KINDS, LAYS, RING
from engines.gnome_hollow.tileset.drawing import REACH, SIDE, Point, along, cross, spots
from engines.gnome_hollow.tileset.sets import Piece

if TYPE_CHECKING:
    from engines.gnome_hollow.rules import Position

EDGE = 4
"""Units round the garden."""
PARTS = 8
"""Into which an outline parts each piece; points are 6 units apart, or less."""


@dataclass(frozen=True)
class Laid:
    """A tile in the garden: its middle, and its pieces as they lie, each with its path."""

    tile: int
    name: str
    place: tuple[int, int]
    middle: Point
    pieces: tuple[tuple[Piece, int], ...]


class Garden:
    """What the parts of a garden's picture share. Points are in units around the stump's middle."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.state = position.state[: position.path_count]
        self.owner = position.owner[: position.path_count]
        self.slots = {
            path: position.slots_on(path) for path, state in enumerate(self.state) if state != DEAD
        }
        self.unresolved = set(position.closed[: position.closed_count])
        self.laid = list(self._tiles())
        self.rings = [path for path in self.slots if self.state[path] == RING]
        self._outlines: dict[int, list[Point]] = {}

    def _tiles(self) -> Iterator[Laid]:
        position, tiles = self.position, self.position.tiles
        path_of = {slot: path for path, slots in self.slots.items() for slot in slots}
        cells, lays, mates = position.cell_of, position.lay_of, position.mate_of
        shown, spores = position.tile_of[: position.placed], tiles.spores
        for at, tile in enumerate(shown):
            row = 6 * (tile * LAYS + lays[at])
            pieces = [
                (Piece((edge, mates[6 * at + edge] - 6 * at), _kinds(spores[row + edge])), edge)
                for edge in range(6)
                if mates[6 * at + edge] - 6 * at > edge
            ]
            place = place_of(cells[at])
            yield Laid(
                tile,
                tile_text(tiles, tile),
                place,
                middle_of(place),
                tuple((piece, path_of[6 * at + edge]) for piece, edge in pieces),
            )

    def walk(self, path: int) -> list[tuple[Laid, tuple[int, int]]]:
        """A path's tiles in order, with the edges by which it comes and goes."""
        slots = self.slots[path]
        return [
            (self.laid[one // 6], (one % 6, other % 6))
            for one, other in zip(slots[::2], slots[1::2], strict=True)
        ]

    def outline(self, path: int) -> list[Point]:
        """Points along a path; round it, where it is a ring."""
        if path not in self._outlines:
            self._outlines[path] = [
                shifted(one.middle, along(edges, share / PARTS))
                for one, edges in self.walk(path)
                for share in range(PARTS)
            ]
        return self._outlines[path]

    def is_resolved(self, path: int) -> bool:
        """Whether it is a ring whose mushrooms have been given out."""
        return self.state[path] == RING and path not in self.unresolved

    def waiting_on(self, ring: int) -> dict[str, int]:
        """The mushrooms that lie in a ring, by kind."""
        if not self.position.waiting[ring]:
            return {}
        names = self.position.tiles.tileset.mushrooms
        counts = {name: self.position.spores_of(ring, kind) for kind, name in enumerate(names)}
        return {name: count for name, count in counts.items() if count}

    def gains_on(self, ring: int) -> tuple[str, ...]:
        """What a ring's signpost gives; nothing, where it has none."""
        sign = self.position.sign[ring]
        return tuple(self.position.tiles.tileset.signposts[sign].gain) if sign >= 0 else ()

    def signs(self) -> Iterator[tuple[int, tuple[int, float, float, int, float]]]:
        """Each printed sign of mushrooms (`spots`), with its path."""
        for one in self.laid:
            part = 0.45 if cross([piece for piece, _ in one.pieces]) else 1
            for piece, path in one.pieces:
                for spot in spots(piece, *one.middle, part):
                    yield path, spot

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, width, height of all that lies there."""
        lefts, tops = [one.middle[0] for one in self.laid], [one.middle[1] for one in self.laid]
        left, top = min(lefts) - REACH - EDGE, min(tops) - SIDE - EDGE
        return left, top, max(lefts) + REACH + EDGE - left, max(tops) + SIDE + EDGE - top


def middle_of(place: tuple[int, int]) -> Point:
    """Where a tile's middle is drawn."""
    q, r = place
    return 2 * REACH * (q + r / 2), 1.5 * SIDE * r


def _kinds(packed: int) -> tuple[int, ...]:
    """The mushrooms of a piece, 12 bits a kind, as kinds."""
    return tuple(kind for kind in range(KINDS) for _ in range(packed >> 12 * kind & 4095))


def shifted(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1]
