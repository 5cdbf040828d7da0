"""Signs in the picture of a game: gnomes, signposts, flowers and what is waiting in a ring."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from engines.gnome_hollow.tileset.drawing import (
    GROUND,
    Point,
    circle,
    hexagon,
    mushrooms,
    number,
)
from engines.picture import SEAT_COLOURS, safe

DASHES = ("", "6 3", ".1 4", "7 3.5 .1 3.5")
"""The line along a seat's paths, so that a print without colours can be read: whole, dashes, dots,
dashes and dots."""
FLOWERS: dict[str, str] = {
    "purple": "#6a3d9a",
    "red": "#b3261e",
    "orange": "#e07b00",
    "yellow": "#f6c945",
    "green": "#3f8f3f",
    "blue": "#1f5fa6",
    "pink": "#f3a7c3",
    "white": "#ffffff",
}
"""Colours of petals by a kind's name; any other name has grey ones. The name stands beside."""
WOOD = "#8a5a2b"
LOG = "M-8.7,6.3h17.4v4.9h-17.4z"
"""What a gnome at the stump stands on."""
NUMBER = 5.5
"""How large at least a gnome's number is written."""
BOARD = "#f4e3c1"
INK = "#222"
RIMS = 5
"""Units between a signpost's signs and its edges, together."""
STEP = 9
"""Units of a sign on a signpost."""
POST = 12
"""Units from a signpost's board to its foot."""
ABOVE = 9
BELOW = 5
ALONE = 2
"""In a ring: units from its middle up to a signpost above mushrooms, down to mushrooms below a
signpost, and up to a signpost alone."""


def gnome(
    x: float, y: float, seat: int, which: int, scale: float = 1, is_at_stump: bool = False
) -> str:
    """A pointed hat with the seat's number; `which`: the first or second gnome, dots say it. At
    the stump it stands on wood."""
    dots = "".join(circle(3 * at - 1.5 * (which - 1), 8.2, 1) for at in range(which))
    place = f"translate({number(x)} {number(y)})" + (f" scale({scale:g})" if scale < 1 else "")
    wood = f'<path d="{LOG}" fill="{WOOD}" stroke="#fff" stroke-width=".6"/>' if is_at_stump else ""
    size = max(9, NUMBER / scale)
    return (
        f'<g transform="{place}">'
        f'<path d="M0,-12L8.5,10.5h-17z" fill="{SEAT_COLOURS[seat]}" stroke="#fff" '
        f'stroke-width="1.3" stroke-linejoin="round"/>{wood}'
        f'<text y="5.5" text-anchor="middle" font-size="{size:g}" font-weight="bold" fill="#fff">'
        f'{seat + 1}</text><path d="{dots}" fill="#fff"/></g>'
    )


def petals(x: float, y: float, kind: str, size: float) -> str:
    """A flower of a kind, of this radius."""
    leaves = ""
    for at in range(6):
        p, q = _round(at, 6, 0.6 * size)
        leaves += circle(x + p, y + q, round(size / 2.4, 2))
    middle = circle(x, y, round(size / 3, 2))
    return (
        f'<path d="{leaves}" fill="{FLOWERS.get(kind, "#888")}" stroke="{INK}" '
        f'stroke-width=".5"/><path d="{middle}" fill="#fff3b0" stroke="{INK}" stroke-width=".5"/>'
    )


def signpost(x: float, y: float, gains: Sequence[str]) -> str:
    """A board on a post, with a sign for each thing that it gives."""
    wide = STEP * len(gains) + RIMS
    left = x - wide / 2
    signs = "".join(
        _gain(gain, left + RIMS / 2 + STEP * (at + 0.5), y) for at, gain in enumerate(gains)
    )
    return (
        f'<path d="M{number(x)},{number(y + 5)}v{POST - 5}" stroke="{WOOD}" stroke-width="2.5"/>'
        f'<path d="M{number(left)},{number(y - 6)}h{wide}v12h-{wide}z" fill="{BOARD}" '
        f'stroke="{WOOD}" stroke-width="1.3"/>{signs}'
    )


def _gain(gain: str, x: float, y: float) -> str:
    """A mushroom, a flower, a tile, or a coin for a sale."""
    if gain == "flower":
        return petals(x, y, "", 4)
    if gain == "tile":
        return f'<path d="{hexagon(x, y, 4.2)}" fill="{GROUND}" stroke="{INK}" stroke-width=".6"/>'
    if gain == "sell1":
        return (
            f'<path d="{circle(x, y, 4)}" fill="#f6d365" stroke="{INK}" stroke-width=".6"/>'
            f'<text x="{number(x)}" y="{number(y + 2.3)}" text-anchor="middle" font-size="6.5" '
            f'font-weight="bold" fill="{INK}">$</text>'
        )
    return mushrooms(gain, [(x, y, 1, 4)])


def waiting(x: float, y: float, counts: Mapping[str, int]) -> str:
    """Mushrooms in the middle of a ring: a sign for each kind, with its count."""
    many = len(counts)
    far, radius = _far(many), _radius(many)
    drawn = f'<path d="{circle(x, y, far + radius + 1)}" fill="#fff" stroke="{INK}"/>'
    for at, (kind, count) in enumerate(counts.items()):
        p, q = _round(at, many, far)
        drawn += mushrooms(kind, [(x + p, y + q, count, radius)])
    return drawn


def in_ring(counts: Mapping[str, int], gains: Sequence[str]) -> str:
    """Mushrooms that wait and a signpost (either may be empty), around the origin."""
    drawn = waiting(0, BELOW if gains else 0, counts) if counts else ""
    return drawn + (signpost(0, -ABOVE if counts else -ALONE, gains) if gains else "")


def size_in_ring(counts: Mapping[str, int], gains: Sequence[str]) -> float:
    """The radius around the origin that `in_ring` needs; 0 for nothing."""
    waits = _far(len(counts)) + _radius(len(counts)) + 1 if counts else 0
    if not gains:
        return waits
    half, up = (STEP * len(gains) + RIMS) / 2 + 1, 7
    if not counts:
        return max(math.hypot(half, up + ALONE), POST - ALONE)
    return max(math.hypot(half, up + ABOVE), BELOW + waits)


def _far(kinds: int) -> float:
    """How far from their middle signs of so many kinds are."""
    return 0 if kinds == 1 else 3.5 + kinds


def _radius(kinds: int) -> float:
    return 6.5 if kinds == 1 else 5


def _round(at: int, many: int, far: float) -> Point:
    """The place of one of many in a circle, this far from its middle; the first is above it."""
    turn = 2 * math.pi * at / many - math.pi / 2
    return far * math.cos(turn), far * math.sin(turn)


def text(
    words: str, x: float, y: float, *, size: float = 0, bold: bool = False, anchor: str = ""
) -> str:
    """Words in ink, on their base line."""
    looks = f' font-size="{size:g}"' if size else ""
    looks += ' font-weight="bold"' if bold else ""
    looks += f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{number(x)}" y="{number(y)}" fill="{INK}"{looks}>{safe(words)}</text>'
