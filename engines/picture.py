"""What the games' pictures share: a self-contained `<svg>` that can be seen, heard and printed."""

from __future__ import annotations

from html import escape

from engines.position import Outcome, Position
from engines.texts import JOINERS, is_printed
from engines.values import listed, seat_label

SEAT_COLOURS = ("#5b3a99", "#a8430a", "#00635a", "#37424d")
"""Dark enough for white figures and on white paper; a figure says the seat too."""


def picture(size: tuple[int, int], told: tuple[str, str], drawing: str, key: str) -> str:
    """An image with its title and description (`told`) for those who can't see it.

    size: width and height in units. drawing: what lies on the white ground, as SVG. key: begins
    the ids, so give each picture of a page its own.
    """
    width, height = size
    name = safe(key)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="{name}-title {name}-desc" '
        'font-family="system-ui, sans-serif" font-size="11">'
        f'<title id="{name}-title">{safe(told[0])}</title>'
        f'<desc id="{name}-desc">{safe(told[1])}</desc>'
        f'<path d="M0,0h{width}v{height}h-{width}z" fill="#fff"/>'
        f"{drawing}</svg>"
    )


def safe(text: str) -> str:
    """As XML text: what XML has no place for is left out."""
    return escape("".join(c for c in text if is_printed(c) or c in JOINERS))


def ending(outcome: Outcome) -> str:
    """How a game ended, in words: `The end (pile): won by Seat 1 and Seat 3.`"""
    winners = listed([seat_label(seat) for seat in outcome.winners], "and")
    return f"The end ({outcome.end.replace('_', ' ')}): won by {winners}."


def marked(position: Position, seat: int, label: str) -> str:
    """A seat's label, with ▸ before who decides and ★ before who has won."""
    outcome = position.outcome()
    if outcome is not None:
        return f"★ {label}" if seat in outcome.winners else label
    return f"▸ {label}" if seat == position.actor() else label
