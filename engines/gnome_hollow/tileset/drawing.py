"""The shapes of a drawn tile set: hexagons, path pieces and mushrooms, as SVG around a centre."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from engines.gnome_hollow.tileset.sets import Piece

SIDE = 27.7
"""Units of a hexagon's side; a corner is up, so edge 0 faces right (H1.3)."""
REACH = 24
"""Units from its middle to the middle of an edge."""

GROUND = "#cfe3b0"
RIM = "#8fae66"
PATH = "#fffdf5"
BANK = "#6b5130"
BARE = 5.5
"""Radius of a mushroom on a piece with at most two kinds."""

Point: TypeAlias = tuple[float, float]


class Look(NamedTuple):
    """How a kind of mushroom is drawn; told apart by the letter alone, so a print without colours
    can be read."""

    letter: str
    fill: str
    ink: str


LOOKS: dict[str, Look] = {
    "red": Look("R", "#b3261e", "#ffffff"),
    "yellow": Look("Y", "#f6c945", "#222222"),
    "blue": Look("B", "#1f5fa6", "#ffffff"),
    "pink": Look("P", "#f3a7c3", "#222222"),
    "purple": Look("V", "#6a3d9a", "#ffffff"),
}
"""Purple is V, for violet."""


def number(value: float) -> str:
    """A coordinate, to a tenth of a unit."""
    return f"{round(value, 1) + 0.0:g}"  # no -0


def hexagon(x: float, y: float, side: float = SIDE) -> str:
    """A hexagon with a corner up, as a path."""
    corners = [
        (x + side * math.cos(math.radians(angle)), y + side * math.sin(math.radians(angle)))
        for angle in range(30, 390, 60)
    ]
    return "M" + "L".join(f"{number(a)},{number(b)}" for a, b in corners) + "z"


def toward(edge: int, far: float = REACH) -> Point:
    """The point so far from the middle towards an edge, clockwise from the right (H1.3)."""
    angle = math.radians(60 * edge)
    return far * math.cos(angle), far * math.sin(angle)


def bend(edges: tuple[int, int]) -> Point:
    """What a piece curves towards: the middle, or short of it where its edges are neighbours."""
    one, other = toward(edges[0]), toward(edges[1])
    short = 0.15 if (edges[1] - edges[0]) % 6 in (1, 5) else 0
    return (one[0] + other[0]) * short, (one[1] + other[1]) * short


def curve(edges: tuple[int, int], x: float, y: float) -> str:
    """A piece as a path from edge to edge."""
    (a, b), (c, d), (e, f) = toward(edges[0]), bend(edges), toward(edges[1])
    points = (f"{number(x + p)},{number(y + q)}" for p, q in ((a, b), (c, d), (e, f)))
    return "M{}Q{} {}".format(*points)


def along(edges: tuple[int, int], share: float) -> Point:
    """The point of a piece's curve after this share of it."""
    (a, b), (c, d), (e, f) = toward(edges[0]), bend(edges), toward(edges[1])
    rest = 1 - share
    return (
        rest * rest * a + 2 * rest * share * c + share * share * e,
        rest * rest * b + 2 * rest * share * d + share * share * f,
    )


def tiles(shown: Iterable[tuple[Sequence[Piece], float, float]], kinds: Sequence[str]) -> str:
    """Tiles around these middles: ground, pieces, mushrooms. kinds: names of mushrooms by index.

    A later piece of a tile lies over an earlier one, so that crossing paths are seen as two.
    """
    placed = list(shown)
    ground = "".join(hexagon(x, y) for _, x, y in placed)
    drawn = f'<path d="{ground}" fill="{GROUND}" stroke="{RIM}" stroke-width=".8"/>'
    for layer in range(max((len(pieces) for pieces, _, _ in placed), default=0)):
        path = "".join(
            curve(pieces[layer].edges, x, y) for pieces, x, y in placed if layer < len(pieces)
        )
        drawn += (
            f'<path d="{path}" fill="none" stroke="{BANK}" stroke-width="8.5"/>'
            f'<path d="{path}" fill="none" stroke="{PATH}" stroke-width="6.5"/>'
        )
    found = [
        spot
        for pieces, x, y in placed
        for piece in pieces
        for spot in spots(piece, x, y, 0.45 if cross(pieces) else 1)
    ]
    return drawn + "".join(
        mushrooms(kinds[kind], [spot[1:] for spot in found if spot[0] == kind])
        for kind in range(len(kinds))
    )


def cross(pieces: Sequence[Piece]) -> bool:
    """Whether two of a tile's pieces cross."""
    ends = [piece.edges for piece in pieces]
    return any(one[0] < other[0] < one[1] < other[1] for one in ends for other in ends)


def spots(
    piece: Piece, x: float, y: float, part: float
) -> list[tuple[int, float, float, int, float]]:
    """Kind, place, count and radius of each mushroom sign of a piece: one a kind, side by side.

    part: of the piece, from its first edge, that they have for themselves.
    """
    counts = Counter(piece.mushrooms)
    radius = BARE if len(counts) < 3 else 4
    found = []
    for place, (kind, count) in enumerate(counts.items(), start=1):
        p, q = along(piece.edges, part * place / (len(counts) + 1))
        found.append((kind, x + p, y + q, count, radius))
    return found


def mushrooms(kind: str, spots: Sequence[tuple[float, float, int, float]]) -> str:
    """Signs of one kind, each with its letter and, of several, how many: `R`, `R2`."""
    if not spots:
        return ""
    look = LOOKS[kind]
    round_path = "".join(circle(x, y, radius) for x, y, _, radius in spots)
    letters = "".join(
        f'<text x="{number(x)}" y="{number(y + radius * 0.5)}" '
        f'font-size="{number(radius * (1.5 if count == 1 else 1.25))}">'
        f"{look.letter}{count if count > 1 else ''}</text>"
        for x, y, count, radius in spots
    )
    return (
        f'<path d="{round_path}" fill="{look.fill}" stroke="#222" stroke-width=".6"/>'
        f'<g fill="{look.ink}" font-weight="bold" text-anchor="middle">{letters}</g>'
    )


def circle(x: float, y: float, radius: float) -> str:
    """A circle as a path."""
    half = f"a{radius:g},{radius:g} 0 1 0 "
    return f"M{number(x - radius)},{number(y)}{half}{2 * radius:g},0{half}{-2 * radius:g},0z"


def ring(cells: Sequence[tuple[int, int]], x: float, y: float, room: Point) -> str:
    """A ring's shape within this room around a middle: its tiles and the way through them."""
    plane = [(math.sqrt(3) * (q + r / 2), 1.5 * r) for q, r in cells]
    lefts, tops = [p for p, _ in plane], [q for _, q in plane]
    wide, high = max(lefts) - min(lefts) + math.sqrt(3), max(tops) - min(tops) + 2
    side = min(8, room[0] / wide, room[1] / high)
    middle = (max(lefts) + min(lefts)) / 2, (max(tops) + min(tops)) / 2
    points = [(x + side * (p - middle[0]), y + side * (q - middle[1])) for p, q in plane]
    grounds = "".join(hexagon(p, q, side) for p, q in points)
    way = "M" + "L".join(f"{number(p)},{number(q)}" for p, q in points) + "z"
    return (
        f'<path d="{grounds}" fill="{GROUND}" stroke="{RIM}" stroke-width=".8"/>'
        f'<path d="{way}" fill="none" stroke="{BANK}" stroke-width="2"/>'
    )
