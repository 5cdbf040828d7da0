"""A seat's player board in the picture of a game: each space free, with a marker, or with two.

A space of the advanced player board shows the shape that its ring must have, or says `any` (H9.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from engines.gnome_hollow.names import COLUMN_TEXTS
from engines.gnome_hollow.picture.laid import middle_of
from engines.gnome_hollow.picture.signs import text
from engines.gnome_hollow.tileset.drawing import BANK, GROUND, number
from engines.gnome_hollow.tileset.sets import Space
from engines.picture import SEAT_COLOURS

if TYPE_CHECKING:
    from engines.gnome_hollow.rules import Position

Part: TypeAlias = tuple[str, float]

HALF = 198
"""Units of a seat's part; two stand beside each other."""
LARGE = 18
"""Units of an advanced board's space, and of what lies from one to the next, up and down."""
ROW = 36
SHAPE = f'fill="{GROUND}" stroke="{BANK}" stroke-width="1.6" stroke-linejoin="round"'
"""How the way through a shape's tiles is drawn."""


def player_board(position: Position, seat: int) -> Part:
    """All spaces of a seat, by column."""
    return _advanced(position, seat) if position.advanced else _plain(position, seat)


def _plain(position: Position, seat: int) -> Part:
    drawn = ""
    for column, size in enumerate(COLUMN_TEXTS):
        many = position.tiles.space_count[column]
        side = min(11, 26 / many)
        drawn += text(size, 39 * column, 10, size=9, bold=True)
        for space in range(many):
            x = 39 * column + (12 if size == "7+" else 8) + side * space
            drawn += _space(position, seat, (column, space), (x, 1, side - 1.5, 10))
    return drawn, 17


def _advanced(position: Position, seat: int) -> Part:
    """A column's size stands above its spaces; what has no room goes on below."""
    board = position.tiles.tileset.advanced_board
    assert board is not None
    drawn, x, y = "", 0.0, 0.0
    for column, spaces in enumerate(board):
        if x and x + LARGE * len(spaces) > HALF:
            x, y = 0, y + ROW
        drawn += text(COLUMN_TEXTS[column], x, y + 9, size=9, bold=True)
        for space, printed in enumerate(spaces):
            drawn += _space(position, seat, (column, space), (x, y + 13, LARGE - 1.5, LARGE - 1.5))
            if not position.filled[5 * seat + column] >> space & 1:
                drawn += _shape(printed, x + LARGE / 2 - 0.75, y + 13 + LARGE / 2 - 0.75)
            x += LARGE
        x += 4
    return drawn, y + ROW


def _shape(space: Space, x: float, y: float) -> str:
    """A shape around this middle, or that there is none."""
    if space.shape is None:
        return text("any", x, y + 2.5, size=8, anchor="middle")
    plane = [middle_of(cell) for cell in space.shape]
    lefts, tops = [p for p, _ in plane], [q for _, q in plane]
    wide, high = max(lefts) - min(lefts), max(tops) - min(tops)
    side = min(1 / 6, (LARGE - 6) / wide, (LARGE - 6) / high)
    p, q = x - side * (min(lefts) + wide / 2), y - side * (min(tops) + high / 2)
    way = "L".join(f"{number(p + side * a)},{number(q + side * b)}" for a, b in plane)
    return f'<path d="M{way}z" {SHAPE}/>'


def _space(
    position: Position, seat: int, which: tuple[int, int], box: tuple[float, float, float, float]
) -> str:
    """A space (column, number) as a box (left, top, width, height), in the seat's colour where a
    marker lies, with a 2 where two do."""
    column, space = which
    left, top, wide, high = box
    filled = position.filled[5 * seat + column] >> space & 1
    drawn = (
        f'<path d="M{number(left)},{number(top)}h{number(wide)}v{number(high)}h-{number(wide)}z" '
        f'fill="{SEAT_COLOURS[seat] if filled else "#fff"}" stroke="#222" stroke-width=".8"/>'
    )
    if position.doubled[5 * seat + column] >> space & 1:
        drawn += (
            f'<text x="{number(left + wide / 2)}" y="{number(top + high / 2 + 3)}" '
            'text-anchor="middle" font-size="8" font-weight="bold" fill="#fff">2</text>'
        )
    return drawn
