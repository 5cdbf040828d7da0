"""A match of Niwa as a spectator sees it, drawn: the row, the pile, and what all know of the hands.

Hands are drawn from what is public alone (N3.4), so a picture betrays nothing. A card is told by
letter and number, not by its colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.niwa.cards import HAND_SIZE, card_text, colour_of, hand_text
from engines.niwa.missions import mission_of
from engines.niwa.rules import Position
from engines.niwa.tables import TURN
from engines.picture import ending, marked, picture, safe
from engines.values import seat_label

PAPERS = {"P": "#fbdbe6", "G": "#d6edd2", "O": "#fde3bb"}
INKS = {"P": "#8c1549", "G": "#1d5a1a", "O": "#7a3d00"}
"""By colour: a card's ground, and its frame and letters."""

MARGIN = 16
CARD_WIDTH, CARD_HEIGHT = 34, 48
STEP = 38
"""From one card to the next."""
LINE = 20
BLOCK = LINE + CARD_HEIGHT + 10
"""A line of words with cards below it."""
WIDTH = 2 * MARGIN + 13 * STEP
"""The pile and the longest row, twelve cards (N3.5)."""


def picture_of(position: Position) -> str:
    """The picture; once the match is over, with all hands and what they score."""
    mission = mission_of(position.mission)
    heading = f"Niwa, mission {mission.number}: {mission.title}"
    pile, now = _pile(position), _now(position)
    at = MARGIN + 2 * LINE
    drawing = _words(MARGIN + 6, heading, "bold") + _words(MARGIN + 6 + LINE, mission.text)
    drawing += _words(at + 6, f"{pile} {now}") + _table(position, at + LINE - 4)
    told = [mission.text, pile, f"Row: {_spelt(position.row_cards())}."]
    for seat, label in enumerate(_labels(position)):
        at += BLOCK
        known = position.known_of(seat)
        drawing += _words(at + 6, marked(position, seat, label)) + _hand(known, at + LINE - 4)
        told.append(f"{label}: {_in_words(known)}.")
    told.append(now)
    return picture((WIDTH, at + BLOCK), (heading, " ".join(told)), drawing, "position")


def _labels(position: Position) -> list[str]:
    """A seat each; at the end with its score, which hidden hands don't tell before."""
    outcome = position.outcome()
    if outcome is None:
        return [seat_label(seat) for seat in range(position.players)]
    return [f"{seat_label(seat)}: {score} points" for seat, score in enumerate(outcome.scores)]


def _now(position: Position) -> str:
    """Who decides what, and how near the limit of exchanges is (N4.2); or how it ended."""
    outcome = position.outcome()
    if outcome is not None:
        return ending(outcome)
    what = "exchanges or reveals" if position.phase == TURN else "may take a trio"
    now = f"{seat_label(position.seat)} {what}."
    if not position.max_exchanges:
        return now
    return f"Exchanges in a row: {position.exchanges} of {position.max_exchanges}. {now}"


def _pile(position: Position) -> str:
    count = len(position.pile_cards())
    return f"Pile: {count} card{'' if count == 1 else 's'}."


def _spelt(cards: Sequence[int]) -> str:
    return " ".join(map(card_text, cards))


def _in_words(known: Sequence[int]) -> str:
    hidden = HAND_SIZE - len(known)
    backs = f"{hidden} hidden card{'' if hidden == 1 else 's'}" if hidden else ""
    return " and ".join(part for part in (hand_text(known), backs) if part)


def _table(position: Position, y: int) -> str:
    """The pile, with its count, and the row beside it."""
    left = len(position.pile_cards())
    count = _figure(MARGIN, y, str(left), "#fff" if left else "#333")
    pile = _back(MARGIN, y) if left else _frame(MARGIN, y, "none", "#8a939c")
    cards = [_card(card, MARGIN + STEP * at, y) for at, card in enumerate(position.row_cards(), 1)]
    return pile + count + "".join(cards)


def _hand(known: Sequence[int], y: int) -> str:
    """The cards that all know, then backs."""
    drawn = [_card(card, MARGIN + STEP * at, y) for at, card in enumerate(known)]
    drawn += [_back(MARGIN + STEP * at, y) for at in range(len(known), HAND_SIZE)]
    return "".join(drawn)


def _card(card: int, x: int, y: int) -> str:
    colour = colour_of(card)
    return _frame(x, y, PAPERS[colour], INKS[colour]) + _figure(x, y, card_text(card), INKS[colour])


def _back(x: int, y: int) -> str:
    stripes = "".join(f"M{x + 4},{y + down}h{CARD_WIDTH - 8}" for down in (8, 40))
    return (
        _frame(x, y, "#4a5560", "#333c45")
        + f'<path d="{stripes}" fill="none" stroke="#9aa5b0" stroke-width="2"/>'
    )


def _frame(x: int, y: int, paper: str, ink: str) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="4" '
        f'fill="{paper}" stroke="{ink}" stroke-width="1.2"/>'
    )


def _figure(x: int, y: int, text: str, ink: str) -> str:
    return (
        f'<text x="{x + CARD_WIDTH // 2}" y="{y + CARD_HEIGHT // 2 + 5}" text-anchor="middle" '
        f'font-size="14" font-weight="bold" fill="{ink}">{safe(text)}</text>'
    )


def _words(y: int, text: str, weight: str = "normal") -> str:
    return f'<text x="{MARGIN}" y="{y}" font-weight="{weight}" fill="#222">{safe(text)}</text>'
