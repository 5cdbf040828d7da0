"""What takes up room in the picture of a garden, as boxes, to see what would cover what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.gnome_hollow.picture.laid import Garden, Laid, shifted
from engines.gnome_hollow.terms import STUMP, WILD
from engines.gnome_hollow.tileset.drawing import Point, along

BAND = 4.75
"""Half of a path's drawn width."""
PETALS = 10
"""The radius of a wildflower."""
LABEL = 5.5
"""How large coordinates are written."""
FIGURE = 3.3
"""Units that a figure of them takes, about."""


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


def gnome_box(point: Point) -> Box:
    x, y = point
    return Box(x - 9, y - 13, x + 9, y + 11.5)


def name_size(name: str) -> float:
    """Of a wildflower's name, so that it is no wider than its tile."""
    return min(8, 60 / len(name))


def name_box(one: Laid) -> Box:
    """Where a wildflower's name stands."""
    x, y = one.middle
    half = (0.62 * name_size(one.name) * len(one.name) + 3) / 2
    return Box(x - half, y + 10, x + half, y + 20)


def name_boxes(garden: Garden) -> list[Box]:
    return [name_box(one) for one in garden.laid if is_wild(one)]


def is_wild(one: Laid) -> bool:
    return WILD <= one.tile < STUMP


def sign_boxes(garden: Garden) -> list[Box]:
    """Printed mushrooms that are still shown with their letters."""
    return [
        around((x, y), radius)
        for path, (_, x, y, _, radius) in garden.signs()
        if not garden.is_resolved(path)
    ]


def tile_boxes(one: Laid) -> Iterator[Box]:
    """A tile's pieces; a wildflower with its name."""
    for piece, _ in one.pieces:
        for part in range(13):
            yield from disc(shifted(one.middle, along(piece.edges, part / 12)), BAND)
    if is_wild(one):
        yield around(one.middle, PETALS)
        yield name_box(one)


def label_box(label: str, middle: Point) -> Box:
    """A coordinate around its middle."""
    x, y = middle
    half = FIGURE * len(label) / 2
    return Box(x - half, y - LABEL / 2, x + half, y + LABEL / 2)
