"""A game of Gnome Hollow as a spectator sees it, drawn plainly: cells, paths and gnomes."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from engines.gnome_hollow.hexes import place_of
from engines.gnome_hollow.names import tile_text
from engines.gnome_hollow.rules import Position
from engines.picture import ending, marked, picture, safe
from engines.values import listed, seat_label

SIDE = 24
"""Units from a tile's middle to its corners."""
ROOM = 40
LINE = 16


def picture_of(position: Position) -> str:
    """The garden with its paths; the scores and who decides, in words too."""
    middles = [_middle(cell) for cell in position.cell_of[: position.placed]]
    left = min(x for x, _ in middles) - ROOM
    top = min(y for _, y in middles) - ROOM
    width = max(x for x, _ in middles) + ROOM - left
    height = max(y for _, y in middles) + ROOM - top
    drawn = "".join(
        _tile(position, number, x - left, y - top) for number, (x, y) in enumerate(middles)
    )
    scores = [f"{seat_label(s)}: {score} points" for s, score in enumerate(position.scores())]
    lines = [marked(position, seat, line) for seat, line in enumerate(scores)]
    for at, line in enumerate(lines):
        drawn += f'<text x="8" y="{height + LINE * (at + 1):.0f}">{safe(line)}</text>'
    tileset = position.tiles.tileset
    told = f"Tile set {tileset.name} ({tileset.status}). {listed(scores, 'and')}. {_now(position)}"
    size = (round(max(width, 200)), round(height) + LINE * (len(lines) + 1))
    return picture(size, ("A game of Gnome Hollow", told), drawn, "gnome-hollow")


def _now(position: Position) -> str:
    outcome = position.outcome()
    return ending(outcome) if outcome else f"{seat_label(position.actor())} decides."


def _middle(cell: int) -> tuple[float, float]:
    q, r = place_of(cell)
    return SIDE * sqrt(3) * (q + r / 2), SIDE * 1.5 * r


def _tile(position: Position, number: int, x: float, y: float) -> str:
    corners = " ".join(
        f"{x + SIDE * cos(pi / 3 * k + pi / 6):.1f},{y + SIDE * sin(pi / 3 * k + pi / 6):.1f}"
        for k in range(6)
    )
    drawn = f'<polygon points="{corners}" fill="#e8f0dc" stroke="#555"/>'
    for edge in range(6):
        mate = position.mate_of[6 * number + edge] - 6 * number
        if mate > edge:
            drawn += _path(x, y, edge, mate)
    word = tile_text(position.tiles, position.tile_of[number])
    return drawn + f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{safe(word)}</text>'


def _path(x: float, y: float, edge: int, mate: int) -> str:
    reach = SIDE * sqrt(3) / 2
    start, end = (
        f"{x + reach * cos(pi / 3 * each):.1f},{y + reach * sin(pi / 3 * each):.1f}"
        for each in (edge, mate)
    )
    return f'<path d="M{start}Q{x:.1f},{y:.1f} {end}" fill="none" stroke="#8a5a2b"/>'
