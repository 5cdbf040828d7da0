"""What a seat may know of a match of Niwa: the rules it is under, its own hand, all that is public.

A view is JSON-able:
`{"game": "niwa", "rules": 1, "players": 3, "options": {}, "mission": 5, "start": 0,`
`"seat": 1, "actor": 0, "decision": "turn", "hands": [null, "P0 P3 …", null],`
`"known": ["G7", "", "P3 O9"], "row": "P3 G5 O9", "pile": 8, "out": 27, "exchanges": 4}`.
`seat`: whose view, null for a spectator. `actor`: who decides, −1 at the end. `decision`: `turn`,
`trio` or `over`. `hands`: null where hidden; at the end all hands lie open. `known`: what all know
a seat to hold, by exchanges and trios (N3.4). `out`: cards out of the match. `exchanges`: how many
in a row, only under `max_exchanges` (N4.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.niwa.cards import HAND_SIZE, card_text, hand_text
from engines.niwa.options import OPTIONS
from engines.niwa.tables import DONE, KINDS
from engines.option import without_defaults
from engines.values import JSON, is_whole, refusal

if TYPE_CHECKING:
    from engines.niwa.layout import Layout

PLAY_OPTIONS = tuple(
    option for option in OPTIONS if option.name in ("highest_copies", "min_run", "max_exchanges")
)
"""Those options of a series that change legal play or scoring."""

DECISIONS = ("turn", "trio", "over")
"""By phase."""


def view_of(position: Layout, seat: int | None) -> dict[str, JSON]:
    """All that a seat may know, None: a spectator. Raises RuleBroken: no_such_seat."""
    if seat is not None:
        check_seat(position, seat)
    seats = range(position.players)
    row, left = position.row_cards(), len(position.pile_cards())
    view: dict[str, JSON] = {
        "game": "niwa",
        "rules": 1,
        "players": position.players,
        "options": options_of(position),
        "mission": position.mission,
        "start": position.start,
        "seat": seat,
        "actor": position.actor(),
        "decision": DECISIONS[position.phase],
        "hands": [_hand(position, seat, holder) for holder in seats],
        "known": [hand_text(position.known_of(holder)) for holder in seats],
        "row": " ".join(map(card_text, row)),
        "pile": left,
        "out": 2 * KINDS - position.players * HAND_SIZE - len(row) - left,
    }
    if position.max_exchanges:
        view["exchanges"] = position.exchanges
    return view


def options_of(position: Layout) -> dict[str, JSON]:
    """The options a position is under, without defaults."""
    settings = {
        "highest_copies": "both" if position.copies == 2 else "one",
        "min_run": position.min_run,
        "max_exchanges": position.max_exchanges,
    }
    return without_defaults(settings, PLAY_OPTIONS)


def check_seat(position: Layout, seat: object) -> None:
    """Refuse a seat that is not at the table. Raises RuleBroken: no_such_seat."""
    if isinstance(seat, int) and is_whole(seat) and 0 <= seat < position.players:
        return
    raise refusal(
        "no_such_seat",
        f"The seat must be at this table of {position.players}",
        "N1.2",
        field="seat",
        seats=position.players,
    )


def _hand(position: Layout, seat: int | None, holder: int) -> JSON:
    is_open = seat == holder or position.phase == DONE
    return hand_text(position.hand_of(holder)) if is_open else None
