"""A game of Gnome Hollow as a spectator sees it, drawn: the garden, and all that lies beside it.

The garden is scaled to the picture's width, so that what stands below it can be read on a phone
however far the garden has grown.
"""

from __future__ import annotations

from engines.gnome_hollow.picture.garden import drawn_garden
from engines.gnome_hollow.picture.signs import text
from engines.gnome_hollow.picture.table import WIDTH, parts_below, stacked
from engines.gnome_hollow.picture.words import now, told_of_game, variants_told
from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.tileset.shipped import labelled
from engines.gnome_hollow.tileset.svg import LABELS, wrapped
from engines.picture import picture

MARGIN = 6
LARGEST = 1.25
"""The garden's scale while it is small."""
HEAD = 24
LINE = 14


def picture_of(position: Position) -> str:
    """The garden, each seat's goods, the markets and who decides, in words too."""
    drawing, (left, top, width, height) = drawn_garden(position)
    scale = round(min(LARGEST, WIDTH / width), 3)
    x = round((WIDTH - width * scale) / 2 - left * scale, 1)
    garden = (
        f'<g transform="translate({x} {round(HEAD - top * scale, 1)}) scale({scale})">{drawing}</g>'
    )
    below, high = stacked(parts_below(position))
    y = round(HEAD + height * scale + 10, 1)
    note, end = _status(position, y + high)
    head = text(_head(position), 0, 13)
    body = f'{head}{garden}<g transform="translate(0 {y})">{below}</g>{note}'
    tileset = labelled(position.tiles.tileset)
    told = f"Tile set {tileset.name}: {LABELS[tileset.status].lower()}. {told_of_game(position)}"
    return picture(
        (WIDTH + 2 * MARGIN, round(end) + 2 * MARGIN),
        ("Gnome Hollow: a game", told),
        f'<g transform="translate({MARGIN} {MARGIN})">{body}</g>',
        "gnome-hollow",
    )


def _head(position: Position) -> str:
    """Who decides what; and that the end has begun, where it has."""
    ends = " (the end has begun)" if position.end and position.outcome() is None else ""
    return f"{now(position).removesuffix('.')}{ends}"


def _status(position: Position, y: float) -> tuple[str, float]:
    """The variants, the tile set and what it is, in lines; and where they end."""
    tileset = labelled(position.tiles.tileset)
    variants = variants_told(position).removesuffix(".")
    lines = [variants] if variants else []
    lines += [*wrapped(f"Tile set {tileset.name}", WIDTH, 7), LABELS[tileset.status]]
    drawn = "".join(text(line, 0, y + LINE * (at + 1)) for at, line in enumerate(lines))
    return drawn, y + LINE * len(lines) + 4
