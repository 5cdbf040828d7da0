"""The garden in the picture of a game: tiles, paths by owner, rings, what lies and stands there."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.gnome_hollow.hexes import place_of
from engines.gnome_hollow.names import tile_text
from engines.gnome_hollow.picture_signs import (
    DASHES,
    WOOD,
    gnome,
    petals,
    signpost,
    text,
    waiting,
)
from engines.gnome_hollow.shapes import STEPS
from engines.gnome_hollow.terms import AT_STUMP, DEAD, KINDS, LAYS, RING, STUMP, WILD
from engines.gnome_hollow.tileset import Piece
from engines.gnome_hollow.tileset_shapes import (
    BANK,
    GROUND,
    PATH,
    REACH,
    RIM,
    SIDE,
    Point,
    along,
    circle,
    cross,
    curve,
    hexagon,
    mushrooms,
    number,
    spots,
)
from engines.picture import SEAT_COLOURS

if TYPE_CHECKING:
    from engines.gnome_hollow.rules import Position

RING_PATH = "#e6b93f"
WILD_GROUND = "#f7e9f3"
STUMP_GROUND = "#d9b98c"
LAST = 'fill="none" stroke="#111" stroke-width="2"'
"""The frame of the tile that was laid last."""
EDGE = 4
"""Units round the garden."""


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


def drawn_garden(position: Position) -> tuple[str, tuple[float, float, float, float]]:
    """The garden, and its bounds."""
    garden = Garden(position)
    drawing = (
        _grounds(garden)
        + _paths(garden)
        + _wildflowers(garden)
        + _places(garden)
        + _printed(garden)
        + _last(garden)
        + _middles(garden)
        + _gnomes(garden)
    )
    return drawing, garden.bounds()


# Tiles


def _grounds(garden: Garden) -> str:
    grass = [one for one in garden.laid if one.tile < WILD]
    wild = [one for one in garden.laid if WILD <= one.tile < STUMP]
    stump = [one for one in garden.laid if one.tile == STUMP]
    drawn = "".join(
        f'<path d="{"".join(hexagon(*one.middle) for one in some)}" fill="{fill}" '
        f'stroke="{RIM}" stroke-width=".8"/>'
        for some, fill in ((grass, GROUND), (wild, WILD_GROUND), (stump, STUMP_GROUND))
        if some
    )
    for x, y in (one.middle for one in stump):
        rings = "".join(circle(x, y, radius) for radius in (17, 11, 5))
        drawn += f'<path d="{rings}" fill="none" stroke="{WOOD}" stroke-width="1.2"/>'
    return drawn


def _places(garden: Garden) -> str:
    """Each tile's place, as records write it (H1.3)."""
    return "".join(
        text(
            "{},{}".format(*one.place), one.middle[0], one.middle[1] - 17, size=5.5, anchor="middle"
        )
        for one in garden.laid
    )


def _wildflowers(garden: Garden) -> str:
    """Each kind's flower and name, over the paths that its tile joins."""
    drawn = ""
    for one in garden.laid:
        if WILD <= one.tile < STUMP:
            x, y = one.middle
            size = min(8, 60 / len(one.name))
            wide = 0.62 * size * len(one.name) + 3
            ground = f"M{number(x - wide / 2)},{number(y + 10)}h{number(wide)}v10h{number(-wide)}z"
            drawn += f'<path d="{ground}" fill="{WILD_GROUND}"/>{petals(x, y - 1, one.name, 10)}'
            drawn += text(one.name, x, y + 17.5, size=size, anchor="middle")
    return drawn


def _last(garden: Garden) -> str:
    """A frame round the tile that was laid last."""
    if len(garden.laid) == 1:
        return ""
    frame = hexagon(*garden.laid[-1].middle, SIDE - 1)
    return f'<path d="{frame}" {LAST}/>'


# Paths


def _paths(garden: Garden) -> str:
    """Each layer of crossing pieces over the one before, as on printed tiles."""
    drawn = ""
    for layer in range(3):
        looks: dict[tuple[int, int], str] = defaultdict(str)
        for one in garden.laid:
            if layer < len(one.pieces):
                piece, path = one.pieces[layer]
                look = int(garden.state[path] == RING), garden.owner[path]
                looks[look] += curve(piece.edges, *one.middle)
        for look in sorted(looks):
            drawn += stretch(looks[look], *look)
    return drawn


def stretch(path: str, ring: int, owner: int) -> str:
    """A path as it looks: a ring or open, a seat's (its colour and dashes) or nobody's (−1)."""
    colour, line = PATH, "#fff"
    if owner >= 0:
        colour = SEAT_COLOURS[owner]
    if ring:
        colour, line = RING_PATH, colour
    bank = 'stroke="#222" stroke-width="9.5"' if ring else f'stroke="{BANK}" stroke-width="8.5"'
    drawn = (
        f'<path d="{path}" fill="none" {bank}/>'
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="6.5"/>'
    )
    if owner < 0:
        return drawn
    dashes = f' stroke-dasharray="{DASHES[owner]}" stroke-linecap="round"' if DASHES[owner] else ""
    return f'{drawn}<path d="{path}" fill="none" stroke="{line}" stroke-width="1.8"{dashes}/>'


def _printed(garden: Garden) -> str:
    """The mushrooms on pieces; small, without letters, where their ring has been resolved."""
    kinds = garden.position.tiles.tileset.mushrooms
    signs: dict[int, list[tuple[float, float, int, float]]] = defaultdict(list)
    dots = ""
    for one in garden.laid:
        part = 0.45 if cross([piece for piece, _ in one.pieces]) else 1
        for piece, path in one.pieces:
            done = garden.state[path] == RING and path not in garden.unresolved
            for kind, x, y, count, radius in spots(piece, *one.middle, part):
                if done:
                    dots += circle(x, y, 1.6)
                else:
                    signs[kind].append((x, y, count, radius))
    drawn = "".join(mushrooms(kinds[kind], signs[kind]) for kind in sorted(signs))
    return f'<path d="{dots}" fill="#222"/>{drawn}' if dots else drawn


# Rings


def _middles(garden: Garden) -> str:
    """What lies in the middle of rings: waiting mushrooms, signposts."""
    position = garden.position
    posts, names = position.tiles.tileset.signposts, position.tiles.tileset.mushrooms
    waits, signs = position.waiting, position.sign
    drawn = ""
    for path in garden.slots:
        if garden.state[path] != RING or not (waits[path] or signs[path] >= 0):
            continue
        x, y = middle_of_ring(garden, path)
        if waits[path]:
            counts = {name: position.spores_of(path, kind) for kind, name in enumerate(names)}
            some = {name: count for name, count in counts.items() if count}
            drawn += waiting(x, y + 5 * (signs[path] >= 0), some)
        if signs[path] >= 0:
            drawn += signpost(x, y - (9 if waits[path] else 2), posts[signs[path]].gain)
    return drawn


def middle_of_ring(garden: Garden, path: int) -> Point:
    """The place inside a ring that is farthest from it: of the tiles' middles and corners near."""
    walk = garden.walk(path)
    way = [
        _shifted(one.middle, along(edges, share))
        for one, edges in walk
        for share in (0, 0.25, 0.5, 0.75)
    ]
    centre = sum(x for x, _ in way) / len(way), sum(y for _, y in way) / len(way)
    places = {one.place for one, _ in walk}
    near = places | {(q + p, r + s) for q, r in places for p, s in STEPS}
    points = {middle_of(place) for place in near} | {
        _rounded(corner) for place in places for corner in _corners(middle_of(place))
    }
    inside = sorted(point for point in points if _is_inside(point, way)) or [centre]
    return max(
        inside,
        key=lambda point: (
            round(min(math.dist(point, other) for other in way)),
            -round(math.dist(point, centre)),
        ),
    )


def _corners(middle: Point) -> list[Point]:
    turns = [math.radians(angle) for angle in range(30, 390, 60)]
    return [_shifted(middle, (SIDE * math.cos(turn), SIDE * math.sin(turn))) for turn in turns]


def _shifted(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1]


def _rounded(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def _is_inside(point: Point, way: list[Point]) -> bool:
    """Whether a point is surrounded by a closed way: it is crossed an odd number of times."""
    x, y = point
    crossed = 0
    for (a, b), (c, d) in zip(way, [*way[1:], way[0]], strict=True):
        if (b > y) != (d > y) and x < a + (c - a) * (y - b) / (d - b):
            crossed += 1
    return crossed % 2 == 1


# Gnomes


def _gnomes(garden: Garden) -> str:
    """Those on paths and rings where no mushroom is in the way, and those at the stump."""
    places = garden.position.gnome_on[: 2 * garden.position.players]
    drawn = ""
    for path in garden.slots:
        here = [each for each, place in enumerate(places) if place == path]
        for each, (x, y) in zip(here, stands(garden, path, len(here)), strict=True):
            drawn += gnome(x, y, each // 2, 1 + each % 2)
    here = [each for each, place in enumerate(places) if place == AT_STUMP]
    for at, each in enumerate(here):
        turn = 2 * math.pi * at / len(here)
        far = 0 if len(here) == 1 else 14
        drawn += gnome(far * math.cos(turn), far * math.sin(turn), each // 2, 1 + each % 2)
    return drawn


def stands(garden: Garden, path: int, many: int) -> list[Point]:
    """Where so many gnomes stand on a path: spread along it, on pieces without mushrooms first."""
    walk = garden.walk(path)
    free = list(range(len(walk)))
    found = []
    for which in range(many):
        aim = (which + 1) * len(walk) / (many + 1) - 0.5
        at = min(free or [0], key=lambda each: (_is_printed(walk[each]), abs(each - aim)))
        free = [each for each in free if each != at]
        one, edges = walk[at]
        share = 0.8 if _is_printed(walk[at]) else 0.5
        x, y = _shifted(one.middle, along(edges, share))
        found.append((x + (8 * which if len(walk) == 1 else 0), y - 3))
    return found


def _is_printed(step: tuple[Laid, tuple[int, int]]) -> bool:
    """Whether the piece on this step of a walk shows mushrooms."""
    one, edges = step
    return any(piece.mushrooms and piece.edges == tuple(sorted(edges)) for piece, _ in one.pieces)
