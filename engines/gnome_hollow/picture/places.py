"""Where gnomes and coordinates are put in the picture of a garden, so that nothing is covered."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from engines.gnome_hollow.picture.boxes import (
    BAND,
    Box,
    around,
    box_of,
    gnome_box,
    label_box,
    sign_boxes,
)
from engines.gnome_hollow.picture.flowers import name_boxes, tile_boxes
from engines.gnome_hollow.picture.laid import Garden, shifted
from engines.gnome_hollow.picture.middles import Thing, is_in_any, rings_not_around
from engines.gnome_hollow.terms import AT_STUMP
from engines.gnome_hollow.tileset.drawing import REACH, SIDE, Point, along

SHARES = (0.5, 0.35, 0.65, 0.2, 0.8)
"""Of a piece, where a gnome may stand."""
SCALES = (1, 0.9, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5, 0.45)
"""How large gnomes may be at the stump, where all have to stand on that one tile."""
INSET = 2
"""Units that a coordinate keeps from its tile's edges."""
RIM = 0.5
"""Units that gnomes at the stump keep from its edges."""
GAP = 0.2
"""Units between them."""


class Standing(NamedTuple):
    """A gnome in the garden: its number, where, how large, and whether at the stump."""

    gnome: int
    point: Point
    scale: float = 1
    is_at_stump: bool = False

    @property
    def box(self) -> Box:
        return gnome_box(self.point, self.scale)


def gnomes_of(garden: Garden, things: Sequence[Thing]) -> list[Standing]:
    """Each gnome on a path, on a ring or at the stump, and where it stands."""
    places = garden.position.gnome_on[: 2 * garden.position.players]
    found: list[Standing] = []
    for path in garden.slots:
        here = [each for each, place in enumerate(places) if place == path]
        found += map(Standing, here, stands(garden, path, len(here), things))
    here = [each for each, place in enumerate(places) if place == AT_STUMP]
    taken = _boxes_of(things) + [one.box for one in found] + sign_boxes(garden)
    return found + _at_stump(here, [box for box in taken if box.meets(around((0, 0), SIDE))])


def _at_stump(gnomes: Sequence[int], taken: Sequence[Box]) -> list[Standing]:
    """These gnomes at the stump: as large as they may be so that they cover nothing that lies or
    stands there, paths aside; or as little of it as they may."""
    ways = (
        [Standing(*one, scale, True) for one in zip(gnomes, block, strict=True)]
        for scale in SCALES
        for block in _blocks(len(gnomes), scale)
    )
    return min(ways, key=lambda way: sum(_covered(one.box, taken) for one in way), default=[])


@cache
def _blocks(many: int, scale: float) -> list[list[Point]]:
    """Ways in which so many gnomes of this scale have room on the stump, in rows around a place;
    best round its middle."""
    shifts = [(x, y) for x in range(-14, 15, 2) for y in range(-14, 15, 2)]
    ways = [
        [shifted(point, shift) for point in block]
        for rows in _rows(many)
        for block in [_block(rows, scale)]
        for shift in shifts
    ]
    fitting = [way for way in ways if all(gnome_box(point, scale).is_on_tile(RIM) for point in way)]
    return sorted(fitting, key=lambda way: sum(math.hypot(*point) for point in way))


def _rows(many: int) -> list[tuple[int, ...]]:
    """How many may stand in each of one to three rows, nearly as many in one as in another."""
    splits = [ways for count in (1, 2, 3) for ways in product(range(1, many + 1), repeat=count)]
    return [rows for rows in splits if sum(rows) == many and max(rows) - min(rows) <= 3]


def _block(rows: Sequence[int], scale: float) -> list[Point]:
    """Gnomes in such rows round the origin, one beside the other."""
    left, top, right, bottom = gnome_box((0, 0), scale)
    wide, high = right - left + GAP, bottom - top + GAP
    return [
        (wide * (at - (many - 1) / 2), high * (row - len(rows) / 2) - top)
        for row, many in enumerate(rows)
        for at in range(many)
    ]


def stands(garden: Garden, path: int, many: int, things: Sequence[Thing] = ()) -> list[Point]:
    """Where so many gnomes stand on a path: spread along it, covering as little as they may.

    First of all they stand in no other ring, then apart, then beside wildflowers' names.
    """
    if not many:
        return []
    walk = garden.walk(path)
    inner = [garden.outline(ring) for ring in rings_not_around(garden, path)]
    names, others = name_boxes(garden), _in_the_way(garden, path, things)
    spots = {
        shifted(shifted(one.middle, along(edges, share)), (0, -3)): at + share
        for at, (one, edges) in enumerate(walk)
        for share in SHARES
    }
    found: list[Point] = []
    for which in range(many):
        aim = (which + 1) * len(walk) / (many + 1)

        def fault(point: Point, aim: float = aim) -> tuple[float, ...]:
            box = gnome_box(point)
            standing = [gnome_box(other) for other in found]
            covered = (_covered(box, some) for some in (standing, names, others))
            return is_in_any(point, inner), *covered, abs(spots[point] - aim)

        found.append(min((spot for spot in spots if spot not in found), key=fault))
    return found


def _boxes_of(things: Sequence[Thing]) -> list[Box]:
    return [around((one.x, one.y), one.radius) for one in things]


def _covered(box: Box, others: Sequence[Box]) -> int:
    return sum(box.meets(other) for other in others)


def _is_free(box: Box, others: Sequence[Box]) -> bool:
    return not any(box.meets(other) for other in others)


def _in_the_way(garden: Garden, path: int, things: Sequence[Thing]) -> list[Box]:
    """What a gnome on this path should rather not cover: mushrooms, rings and what is in them, and
    the stump, where others need its room."""
    boxes = sign_boxes(garden) + _boxes_of(things)
    if AT_STUMP in garden.position.gnome_on:
        boxes.append(around((0, 0), BAND))
    for ring in garden.rings:
        if ring != path:
            boxes += [around(point, BAND) for point in garden.outline(ring)[::2]]
    reach = box_of(garden.outline(path), 20)
    return [box for box in boxes if box.meets(reach)]


def labels_of(
    garden: Garden, things: Sequence[Thing], gnomes: Sequence[Standing]
) -> list[tuple[str, Box]]:
    """Each tile's place, as records write it (H1.3), where nothing covers it.

    A tile on which there is no room for it has none.
    """
    boxes = (
        _boxes_of(things) + [one.box for one in gnomes] + sign_boxes(garden) + name_boxes(garden)
    )
    found = []
    for one in garden.laid:
        label = "{},{}".format(*one.place)
        here = around(one.middle, REACH + 4)
        taken = [box for box in boxes if box.meets(here)] + list(tile_boxes(one))
        spots = (label_box(label, shifted(one.middle, spot)) for spot in _spots(len(label)))
        if (box := next((box for box in spots if _is_free(box, taken)), None)) is not None:
            found.append((label, box))
    return found


@cache
def _spots(figures: int) -> list[Point]:
    """Where a coordinate of so many figures has room on a tile, around its middle: best at the
    top."""
    spots = [
        (x, y)
        for x in range(-15, 16, 3)
        for y in range(-20, 21, 2)
        if label_box("0" * figures, (x, y)).is_on_tile(INSET)
    ]
    return sorted(spots, key=lambda spot: (abs(spot[0]) + abs(spot[1] + 20), spot))
