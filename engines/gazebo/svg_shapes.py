"""The shapes of a drawn board: one path string each, with no ids and no dependencies."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from engines.gazebo.grid import Grid

CELL = 24
"""Units of a square's side."""

MARGIN = 18
"""Units left of and above the squares, for letters and numbers."""

Shape = Callable[[float, float], str]
"""A path around a centre."""


@dataclass(frozen=True)
class Look:
    """How one kind of square is drawn: its ground, and the ink of its sign.

    Told apart by the signs alone, so a print without colours can be read.
    """

    ground: str
    ink: str
    sign: Shape
    solid: bool = True
    """Whether the sign is filled, or drawn as lines."""


def corner(grid: Grid, index: int) -> tuple[int, int]:
    """A square's upper left corner."""
    row, column = divmod(index, grid.width)
    return MARGIN + CELL * column, MARGIN + CELL * row


def tiles(grid: Grid, indices: Iterable[int]) -> str:
    """The squares as one filled path, those side by side in one piece."""
    path = ""
    for first, length in runs(grid, set(indices), 1):
        x, y = corner(grid, first)
        path += f"M{x},{y}h{CELL * length}v{CELL}H{x}z"
    return path


def lines(grid: Grid, indices: Iterable[int]) -> str:
    """The edges of the squares as one path: the rows as strips, and then the columns."""
    squares, path = set(indices), tiles(grid, indices)
    for first, length in runs(grid, squares, grid.width):
        x, y = corner(grid, first)
        path += f"M{x},{y}v{CELL * length}h{CELL}V{y}"
    return path


def runs(grid: Grid, squares: Collection[int], step: int) -> list[tuple[int, int]]:
    """First square and length of each unbroken run to the right (step 1) or down (the width)."""
    found = []
    for first in sorted(squares):
        if first - step in squares and first - step in grid.neighbours(first):
            continue
        length = 1
        while first + step * length in squares and first + step * length in grid.neighbours(
            first + step * (length - 1)
        ):
            length += 1
        found.append((first, length))
    return found


def signs(grid: Grid, indices: Iterable[int], sign: Shape) -> str:
    """One sign in the middle of each square, as one path."""
    corners = (corner(grid, index) for index in indices)
    return "".join(sign(x + CELL / 2, y + CELL / 2) for x, y in corners)


def outline(grid: Grid, indices: Collection[int], inset: float = 0) -> str:
    """The edge of connected squares, drawn so far inside it."""
    inside, path = set(indices), ""
    for index in sorted(inside):
        x, y = corner(grid, index)
        beside = inside.intersection(grid.neighbours(index))
        column = index % grid.width
        left = column > 0 and index - 1 in beside
        right = column < grid.width - 1 and index + 1 in beside
        above, below = index - grid.width in beside, index + grid.width in beside
        x0, x1 = x + (0 if left else inset), x + CELL - (0 if right else inset)
        y0, y1 = y + (0 if above else inset), y + CELL - (0 if below else inset)
        path += "" if above else f"M{x0:g},{y0:g}H{x1:g}"
        path += "" if below else f"M{x0:g},{y1:g}H{x1:g}"
        path += "" if left else f"M{x0:g},{y0:g}V{y1:g}"
        path += "" if right else f"M{x1:g},{y0:g}V{y1:g}"
    return path


def outline_each(grid: Grid, indices: Iterable[int], inset: float = 0) -> str:
    """The edge of every square by itself."""
    return "".join(outline(grid, [index], inset) for index in indices)


def middle(grid: Grid, indices: Collection[int]) -> tuple[float, float]:
    """Where a sign for several squares stands: their centre, if that lies on one of them."""
    corners = [corner(grid, index) for index in sorted(indices)]
    x = sum(x for x, _ in corners) / len(corners)
    y = sum(y for _, y in corners) / len(corners)
    near_x, near_y = min(corners, key=lambda place: math.dist(place, (x, y)))
    if min(abs(x - near_x) + abs(y - near_y), CELL) > CELL / 2:
        x, y = near_x, near_y
    return x + CELL / 2, y + CELL / 2


def circle(x: float, y: float, radius: float) -> str:
    """A circle as a path."""
    half = f"a{radius:g},{radius:g} 0 1 0 "
    return f"M{x - radius:g},{y:g}{half}{2 * radius:g},0{half}{-2 * radius:g},0z"


def nothing(x: float, y: float) -> str:
    """A blank square has no sign."""
    return ""


def flower(x: float, y: float) -> str:
    """Five petals."""
    angles = [math.pi * (2 * petal / 5 - 0.5) for petal in range(5)]
    return "".join(
        circle(round(x + 4.8 * math.cos(a), 1), round(y + 4.8 * math.sin(a), 1), 3.2)
        for a in angles
    )


def leaf(x: float, y: float) -> str:
    """A leaf with its vein left open."""
    return f"M{x - 8:g},{y + 8:g}c-1,-11 5,-16 15.5,-15.5c.8,10.5 -4,17 -13,14.5l8,-9.5l-9,9z"


def waves(x: float, y: float) -> str:
    """Three waves."""
    return "".join(f"M{x - 9:g},{y + lower:g}q4.5,-5 9,0t9,0" for lower in (-5, 1, 7))


def sand(x: float, y: float) -> str:
    """Raked rings around a stone."""
    return circle(x, y, 9) + circle(x, y, 5.5) + circle(x, y, 2)


def pedestal(x: float, y: float) -> str:
    """A plinth from the side."""
    return f"M{x - 8:g},{y - 8:g}h16v4h-3v8h3v4h-16v-4h3v-8h-3z"


def vase(x: float, y: float) -> str:
    """A vase with a narrow neck."""
    return f"M{x - 4:g},{y - 9:g}h8l-2,5c6,3 5,10 2,13h-8c-3,-3 -4,-10 2,-13z"


def dot(x: float, y: float) -> str:
    """Room for one gazebo."""
    return circle(x, y, 4)


def dots(x: float, y: float) -> str:
    """Room for two gazebos."""
    return circle(x - 5, y, 4) + circle(x + 5, y, 4)


def step(x: float, y: float) -> str:
    """A raised place: a triangle on a bar."""
    return f"M{x:g},{y - 8:g}l8,9h-16zM{x - 8:g},{y + 4:g}h16v3h-16z"


def roof(x: float, y: float) -> str:
    """A gazebo from the side."""
    return f"M{x:g},{y - 9.5:g}l10,7.5h-2v10.5h-16v-10.5h-2z"


LOOKS: dict[str, Look] = {
    ".": Look("#fbf8ef", "#8a7d5c", nothing),
    "z": Look("#f3ead0", "#8a7540", sand, solid=False),
    "=": Look("#ece9e4", "#6f6a63", pedestal),
    "F": Look("#f8d3e0", "#a81f5f", flower),
    "G": Look("#cfe6b8", "#2c6a1d", leaf),
    "W": Look("#cbe3f6", "#1b5c9c", waves, solid=False),
    "1": Look("#e6c39a", "#6b4316", dot),
    "2": Look("#d9a566", "#5a3208", dots),
    "^": Look("#d2c5b4", "#4a3a26", step),
    "v": Look("#5d6f63", "#ffffff", vase),
}
"""By a board's characters; `#` is not drawn at all."""
