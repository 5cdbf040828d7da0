"""The garden in the picture of a game: tiles, paths by owner, rings, what lies and stands there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.gnome_hollow.picture.boxes import LABEL, Box
from engines.gnome_hollow.picture.flowers import HALO, flower_of, is_wild
from engines.gnome_hollow.picture.laid import Garden
from engines.gnome_hollow.picture.middles import Thing, things_of
from engines.gnome_hollow.picture.places import Standing, gnomes_of, labels_of
from engines.gnome_hollow.picture.signs import DASHES, WOOD, gnome, in_ring, petals, text
from engines.gnome_hollow.terms import RING, STUMP, WILD
from engines.gnome_hollow.tileset.drawing import (
    BANK,
    GROUND,
    PATH,
    RIM,
    SIDE,
    circle,
    curve,
    hexagon,
    mushrooms,
    number,
)
from engines.picture import SEAT_COLOURS

if TYPE_CHECKING:
    from engines.gnome_hollow.rules import Position

RING_PATH = "#e6b93f"
WILD_GROUND = "#f7e9f3"
STUMP_GROUND = "#d9b98c"
LAST = 'fill="none" stroke="#111" stroke-width="2"'
"""The frame of the tile that was laid last."""


def drawn_garden(position: Position) -> tuple[str, tuple[float, float, float, float]]:
    """The garden, and its bounds."""
    garden = Garden(position)
    things = things_of(garden)
    gnomes = gnomes_of(garden, things)
    drawing = (
        _grounds(garden)
        + _paths(garden)
        + _wildflowers(garden)
        + _places(labels_of(garden, things, gnomes))
        + _printed(garden)
        + _last(garden)
        + _middles(garden, things)
        + "".join(_gnome(one) for one in gnomes)
    )
    return drawing, garden.bounds()


# Tiles


def _grounds(garden: Garden) -> str:
    grass = [one for one in garden.laid if one.tile < WILD]
    wild = [one for one in garden.laid if is_wild(one)]
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


def _places(labels: Sequence[tuple[str, Box]]) -> str:
    return "".join(
        text(label, (box.left + box.right) / 2, box.bottom - 1, size=LABEL, anchor="middle")
        for label, box in labels
    )


def _wildflowers(garden: Garden) -> str:
    """Each kind's flower and name; where a path leaves a name no room, round its letters there
    is ground."""
    drawn, names = "", ""
    for one in filter(is_wild, garden.laid):
        flower = flower_of(one)
        drawn += petals(*flower.petals, one.name, flower.radius)
        names += text(one.name, *flower.base, size=flower.size, anchor="middle")
    halo = f'stroke="{WILD_GROUND}" stroke-width="{2 * HALO}" stroke-linejoin="round"'
    return f'{drawn}<g {halo} paint-order="stroke">{names}</g>' if names else ""


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
    for path, (kind, x, y, count, radius) in garden.signs():
        if garden.is_resolved(path):
            dots += circle(x, y, 1.6)
        else:
            signs[kind].append((x, y, count, radius))
    drawn = "".join(mushrooms(kinds[kind], signs[kind]) for kind in sorted(signs))
    return f'<path d="{dots}" fill="#222"/>{drawn}' if dots else drawn


# What lies and stands there


def _gnome(one: Standing) -> str:
    return gnome(*one.point, one.gnome // 2, 1 + one.gnome % 2, one.scale, one.is_at_stump)


def _middles(garden: Garden, things: Sequence[Thing]) -> str:
    """What lies in the middle of rings: waiting mushrooms, signposts."""
    drawn = ""
    for one in things:
        place = f"translate({number(one.x)} {number(one.y)})"
        place += f" scale({one.scale:g})" if one.scale < 1 else ""
        sign = in_ring(garden.waiting_on(one.path), garden.gains_on(one.path))
        drawn += f'<g transform="{place}">{sign}</g>'
    return drawn
