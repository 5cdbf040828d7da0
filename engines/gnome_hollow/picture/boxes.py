"""What takes up room in the picture of a garden, as boxes, to see what would cover what."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.gnome_hollow.picture.laid import Garden, Laid, shifted
from engines.gnome_hollow.tileset.drawing import REACH, Point, along, toward

BAND = 4.75
"""Half of a path's drawn width."""
LABEL = 5.5
"""How large coordinates are written."""
FIGURE = 3.3
"""Units that a figure of them takes, about."""
NORMALS = [toward(edge, 1) for edge in range(6)]
"""From a tile's middle straight to each of its edges."""


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def corners(self) -> list[Point]:
        return [(x, y) for x in (self.left, self.right) for y in (self.top, self.bottom)]

    def distance(self, point: Point) -> float:
        """From a point; 0 inside."""
        x = max(self.left - point[0], 0, point[0] - self.right)
        y = max(self.top - point[1], 0, point[1] - self.bottom)
        return math.hypot(x, y)

    def is_on_tile(self, inset: float) -> bool:
        """Whether it keeps so far from the edges of the tile that lies around the origin."""
        return all(x * p + y * q <= REACH - inset for x, y in self.corners() for p, q in NORMALS)


def around(point: Point, reach: float) -> Box:
    """A square round a point."""
    x, y = point
    return Box(x - reach, y - reach, x + reach, y + reach)


def box_of(way: Sequence[Point], reach: float = 0) -> Box:
    """All that is within this reach of these points, and between."""
    lefts, tops = [x for x, _ in way], [y for _, y in way]
    return Box(min(lefts) - reach, min(tops) - reach, max(lefts) + reach, max(tops) + reach)


def disc(point: Point, radius: float) -> list[Box]:
    """A disc, nearly, in boxes."""
    x, y = point
    halves = ((wide * radius, high * radius) for wide, high in ((1, 0.4), (0.75, 0.75), (0.4, 1)))
    return [Box(x - wide, y - high, x + wide, y + high) for wide, high in halves]


def gnome_box(point: Point, scale: float = 1) -> Box:
    x, y = point
    return Box(x - 9 * scale, y - 13 * scale, x + 9 * scale, y + 11.5 * scale)


def sign_boxes(garden: Garden) -> list[Box]:
    """Printed mushrooms that are still shown with their letters."""
    return [
        around((x, y), radius)
        for path, (_, x, y, _, radius) in garden.signs()
        if not garden.is_resolved(path)
    ]


def piece_boxes(one: Laid) -> Iterator[Box]:
    """A tile's pieces."""
    for piece, _ in one.pieces:
        for part in range(13):
            yield from disc(shifted(one.middle, along(piece.edges, part / 12)), BAND)


def label_box(label: str, middle: Point) -> Box:
    """A coordinate around its middle."""
    x, y = middle
    half = FIGURE * len(label) / 2
    return Box(x - half, y - LABEL / 2, x + half, y + LABEL / 2)
