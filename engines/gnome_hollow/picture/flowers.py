"""Where a wildflower's petals and name are drawn on its tile: beside the paths that it joins."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from engines.gnome_hollow.picture.boxes import BAND, Box, around, piece_boxes
from engines.gnome_hollow.picture.laid import Garden, Laid, shifted
from engines.gnome_hollow.terms import STUMP, WILD
from engines.gnome_hollow.tileset.drawing import Point, along

RADII = (10, 8, 6.5)
"""Of a wildflower's petals: smaller where paths leave less room."""
SIZES = (8, 7, 6, 5)
"""Of its name."""
HALO = 1
"""Units of ground round the letters of a name."""
DROP = 0.24
"""Of a name's size, how far letters reach below their base line."""
INSET = 1
"""Units that petals and name keep from their tile's edges."""
PARTS = 16
"""Into which a piece is parted to see what would cover it."""


class Flower(NamedTuple):
    """A wildflower as it is drawn: its petals' middle and radius, its name's box and size."""

    petals: Point
    radius: float
    name: Box
    size: float

    @property
    def base(self) -> Point:
        """The middle of the name's base line."""
        left, _, right, bottom = self.name
        return (left + right) / 2, bottom - HALO - DROP * self.size


class Spot(NamedTuple):
    """Where petals or a name may be, how large, and how many parts of paths they cover there."""

    covered: int
    size: float
    middle: Point
    box: Box


def flower_of(one: Laid) -> Flower:
    (x, y), flower = one.middle, _flower(tuple(piece.edges for piece, _ in one.pieces), one.name)
    left, top, right, bottom = flower.name
    return Flower(
        shifted(flower.petals, one.middle),
        flower.radius,
        Box(left + x, top + y, right + x, bottom + y),
        flower.size,
    )


def name_box(one: Laid) -> Box:
    """Where a wildflower's name stands."""
    return flower_of(one).name


def name_boxes(garden: Garden) -> list[Box]:
    return [name_box(one) for one in garden.laid if is_wild(one)]


def tile_boxes(one: Laid) -> Iterator[Box]:
    """A tile's pieces; a wildflower with its petals and name."""
    yield from piece_boxes(one)
    if is_wild(one):
        flower = flower_of(one)
        yield around(flower.petals, flower.radius)
        yield flower.name


def is_wild(one: Laid) -> bool:
    return WILD <= one.tile < STUMP


@cache
def _flower(pieces: tuple[tuple[int, int], ...], name: str) -> Flower:
    """On a tile with these pieces around the origin: the name covers as little of them as it may,
    then the petals; then both are as large as they may be, and near the middle."""
    ways = [along(edges, part / PARTS) for edges in pieces for part in range(PARTS + 1)]
    sizes = [min(size, 60 / len(name)) for size in SIZES]  # no name is wider than its tile
    names = [spot for size in sizes for spot in _spots(ways, size, _half(name, size))]
    least = min(spot.covered for spot in names)
    petals = sorted(
        (spot for radius in RADII for spot in _spots(ways, radius, (0, 0), radius)),
        key=lambda spot: (spot.covered, -spot.size, math.hypot(*spot.middle)),
    )
    pairs = [
        (word, next(spot for spot in petals if word.box.distance(spot.middle) > spot.size))
        for word in names
        if word.covered == least
    ]
    word, flower = min(pairs, key=_fault)
    return Flower(flower.middle, flower.size, word.box, word.size)


def _fault(pair: tuple[Spot, Spot]) -> tuple[float, ...]:
    """Of a name and petals that leave it free: the least is best."""
    word, flower = pair
    is_above = word.middle[1] < flower.middle[1]
    far = math.hypot(*word.middle) + math.hypot(*flower.middle)
    return flower.covered, -word.size, -flower.size, is_above, far, *word.middle


def _half(name: str, size: float) -> Point:
    """Half of a name's width and height, with its halo."""
    return 0.3 * size * len(name) + HALO, 0.5 * size + HALO


def _spots(ways: Sequence[Point], size: float, half: Point, rim: float = 0) -> Iterator[Spot]:
    """Each place on the tile for what is twice `half` wide and high, and this rim round it."""
    reach = BAND + rim
    for middle in _middles(half, rim):
        box = _box(middle, half)
        left, top, right, bottom = _box(middle, half, reach)
        near = [(x, y) for x, y in ways if left < x < right and top < y < bottom]
        covered = sum(box.distance(point) < reach for point in near)
        yield Spot(covered, size, middle, _box(middle, half, rim))


@cache
def _middles(half: Point, rim: float) -> list[Point]:
    return [
        (x, y)
        for x in range(-18, 19)
        for y in range(-20, 21, 2)
        if _box((x, y), half).is_on_tile(INSET + rim)
    ]


def _box(middle: Point, half: Point, rim: float = 0) -> Box:
    (x, y), (wide, high) = middle, half
    return Box(x - wide - rim, y - high - rim, x + wide + rim, y + high + rim)
