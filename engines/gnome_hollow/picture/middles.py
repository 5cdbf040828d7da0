"""Where the middle of a ring is in the picture of a game, for all that is put there.

A ring may go round others, or cross them. What lies in its middle lies inside it and in no ring
that it goes round, so that nobody takes it for that ring's.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engines.gnome_hollow.picture.boxes import box_of
from engines.gnome_hollow.picture.laid import Garden, middle_of, shifted
from engines.gnome_hollow.picture.signs import size_in_ring
from engines.gnome_hollow.shapes import STEPS
from engines.gnome_hollow.tileset.drawing import REACH, SIDE, Point, toward

WIDE = 30
"""Room that is enough for anything; of places with so much, one in the ring's centre is best."""
LEAST = 7
"""Room that a thing is given at least, so that it can be seen."""


@dataclass(frozen=True)
class Middle:
    """A place in a ring, and how far it is from there to the nearest ring."""

    x: float
    y: float
    room: float


@dataclass(frozen=True)
class Thing:
    """What lies in the middle of a ring: where, how large, and how much smaller than elsewhere so
    that it has room there."""

    path: int
    x: float
    y: float
    radius: float
    scale: float


def things_of(garden: Garden) -> list[Thing]:
    """One for each ring in which mushrooms wait or a signpost stands."""
    found = []
    for path in garden.rings:
        size = size_in_ring(garden.waiting_on(path), garden.gains_on(path))
        if size:
            middle = middle_of_ring(garden, path)
            scale = round(min(1, max(middle.room, LEAST) / size), 2)
            found.append(Thing(path, middle.x, middle.y, size * scale, scale))
    return found


def middle_of_ring(garden: Garden, path: int) -> Middle:
    """The place with the most room inside a ring, outside those that it goes round or crosses.

    Where there is none inside, a place on the ring itself.
    """
    way = garden.outline(path)
    others = [garden.outline(ring) for ring in rings_not_around(garden, path)]
    near = [other for other in others if box_of(way).meets(box_of(other))]
    inside = [point for point in _points(garden, path) if is_inside(point, way)]
    free = [point for point in inside if not is_in_any(point, near)]
    if not free:
        free = [point for point in way if not is_in_any(point, near)] or way
    centre = sum(x for x, _ in way) / len(way), sum(y for _, y in way) / len(way)

    def room(point: Point) -> float:
        return min(math.dist(point, other) for one in [way, *near] for other in one)

    best = max(
        sorted(free),
        key=lambda point: (min(round(room(point)), WIDE), -round(math.dist(point, centre))),
    )
    return Middle(*best, room(best))


def rings_not_around(garden: Garden, path: int) -> list[int]:
    """The other rings, but those that go round the whole of this path."""
    way = garden.outline(path)[::4]
    return [
        ring
        for ring in garden.rings
        if ring != path and not all(is_inside(point, garden.outline(ring)) for point in way)
    ]


def is_inside(point: Point, way: Sequence[Point]) -> bool:
    """Whether a point is surrounded by a closed way: it is crossed an odd number of times."""
    x, y = point
    crossed = 0
    for (a, b), (c, d) in pairwise([*way, way[0]]):
        if (b > y) != (d > y) and x < a + (c - a) * (y - b) / (d - b):
            crossed += 1
    return crossed % 2 == 1


def is_in_any(point: Point, ways: Iterable[Sequence[Point]]) -> bool:
    """Whether a point is surrounded by one of these ways."""
    return any(is_inside(point, way) for way in ways)


def _points(garden: Garden, path: int) -> list[Point]:
    """Middles, corners and edges of the ring's tiles and of those beside it, and halfway there."""
    places = {one.place for one, _ in garden.walk(path)}
    near = places | {(q + p, r + s) for q, r in places for p, s in STEPS}
    spokes = [toward(edge, far * REACH) for edge in range(6) for far in (0.5, 1)]
    spokes += [_corner(edge, far * SIDE) for edge in range(6) for far in (0.5, 1)]
    return sorted(
        {
            _rounded(shifted(middle_of(place), spoke))
            for place in near
            for spoke in [(0.0, 0.0), *spokes]
        }
    )


def _corner(edge: int, far: float) -> Point:
    """The point so far from a tile's middle towards the corner after an edge."""
    turn = math.radians(60 * edge + 30)
    return far * math.cos(turn), far * math.sin(turn)


def _rounded(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)
