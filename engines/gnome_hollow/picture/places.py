"""Where gnomes and coordinates are put in the picture of a garden, so that nothing is covered."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import combinations

from engines.gnome_hollow.picture.boxes import (
    BAND,
    Box,
    around,
    box_of,
    gnome_box,
    label_box,
    name_boxes,
    sign_boxes,
    tile_boxes,
)
from engines.gnome_hollow.picture.laid import Garden, shifted
from engines.gnome_hollow.picture.middles import Thing, is_in_any, rings_not_around
from engines.gnome_hollow.terms import AT_STUMP
from engines.gnome_hollow.tileset.drawing import REACH, Point, along, toward

SHARES = (0.5, 0.35, 0.65, 0.2, 0.8)
"""Of a piece, where a gnome may stand."""
AROUND = (14, 18)
"""Units that there may be from the stump's middle to each of several gnomes there."""
INSET = 2
"""Units that a coordinate keeps from its tile's edges."""


def gnomes_of(garden: Garden, things: Sequence[Thing]) -> list[tuple[int, Point]]:
    """Each gnome on a path, on a ring or at the stump, by its number, and where it stands."""
    places = garden.position.gnome_on[: 2 * garden.position.players]
    found: list[tuple[int, Point]] = []
    for path in garden.slots:
        here = [each for each, place in enumerate(places) if place == path]
        found += zip(here, stands(garden, path, len(here), things), strict=True)
    here = [each for each, place in enumerate(places) if place == AT_STUMP]
    taken = _boxes_of(things) + [gnome_box(point) for _, point in found] + sign_boxes(garden)
    found += zip(here, _at_stump(len(here), taken), strict=True)
    return found


def _at_stump(many: int, taken: Sequence[Box]) -> list[Point]:
    """Where so many gnomes stand at the stump: one in its middle, more in a circle around it, all
    so that they cover each other and the rest as little as they may."""
    ways = [_circle(many, far, at / 12) for far in AROUND for at in range(12)]
    if many == 1:
        ways.insert(0, [(0.0, 0.0)])

    def covered(way: list[Point]) -> int:
        boxes = [gnome_box(point) for point in way]
        among = sum(one.meets(other) for one, other in combinations(boxes, 2))
        return among + sum(_covered(box, taken) for box in boxes)

    return min(ways, key=covered)


def _circle(many: int, far: float, turn: float) -> list[Point]:
    """So many places round the stump's middle; turn: where the first is, in turns of the circle."""
    angles = (2 * math.pi * (at / many + turn) for at in range(many))
    return [(far * math.cos(angle), far * math.sin(angle)) for angle in angles]


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
    """What a gnome on this path should rather not cover: mushrooms, rings and what is in them."""
    boxes = sign_boxes(garden) + _boxes_of(things)
    for ring in garden.rings:
        if ring != path:
            boxes += [around(point, BAND) for point in garden.outline(ring)[::2]]
    reach = box_of(garden.outline(path), 20)
    return [box for box in boxes if box.meets(reach)]


def labels_of(
    garden: Garden, things: Sequence[Thing], gnomes: Sequence[Point]
) -> list[tuple[str, Box]]:
    """Each tile's place, as records write it (H1.3), where nothing covers it.

    A tile on which there is no room for it has none.
    """
    boxes = (
        _boxes_of(things)
        + [gnome_box(point) for point in gnomes]
        + sign_boxes(garden)
        + name_boxes(garden)
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
    normals = [toward(edge, 1) for edge in range(6)]
    spots = [
        (x, y)
        for x in range(-15, 16, 3)
        for y in range(-20, 21, 2)
        if all(
            a * p + b * q <= REACH - INSET
            for a, b in label_box("0" * figures, (x, y)).corners()
            for p, q in normals
        )
    ]
    return sorted(spots, key=lambda spot: (abs(spot[0]) + abs(spot[1] + 20), spot))
