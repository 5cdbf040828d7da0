"""What a seat may know of a game of Gazebo, what it may only guess, and how a game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.gazebo.board import square_name, write_board
from engines.gazebo.dominoes import KINDS, list_text
from engines.gazebo.objections import check_seat
from engines.gazebo.pairs import pair_of, winning_seats
from engines.gazebo.scoring import SUPPLIES
from engines.gazebo.shipped import told_of
from engines.gazebo.terms import DONE
from engines.position import Outcome
from engines.values import JSON

if TYPE_CHECKING:
    from engines.gazebo.rules import Position

PHASES = ("place", "second", "draw", "extra", "over")
ENDS = ("", "last_gazebo", "blocked", "out_of_dominoes")


def outcome_of(position: Position) -> Outcome | None:
    """Who has won (G4.8, G5.1, G8.2); None while the game is going on."""
    if position.phase != DONE:
        return None
    left = position.scores()
    if position.pairs:
        last = pair_of(position.last_seat) if position.last_seat >= 0 else None
        winners = winning_seats(left, SUPPLIES[position.players], last)
    else:
        winners = tuple(seat for seat, gazebos in enumerate(left) if gazebos == min(left))
    return Outcome(tuple(left), winners, ENDS[position.end])


def hand_of(position: Position, seat: int) -> list[int]:
    """The kinds in the hand, ascending."""
    counts = position.hand[6 * seat : 6 * seat + 6]
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def options_of(position: Position) -> dict[str, JSON]:
    """As a record writes them: those that differ from their defaults."""
    options: dict[str, JSON] = {}
    if position.extra:
        options["zen_draw"] = "extra"
    if position.big_wins:
        options["big_nook_safe"] = "wins"
    if position.pairs:
        options["partnership"] = True
    return options


def view_of(position: Position, seat: int | None) -> dict[str, JSON]:
    """All that a seat may know; its own hand apart, that is what a spectator (None) knows.

    `board`: as in a record, with what is said of it wherever it is shown (`told_of`).
    `terrain`: rows as the board's, `F` `G` `W` where terrain lies, `.` elsewhere. `nooks` and
    `patios`: owner (null: free), gazebos, squares. `hands`: of each seat the number of its
    one- and two-coloured dominoes, and where it had to pass since: the kinds it then had none
    of, with how many one- and two-coloured ones of them it may have drawn after. `piles`: sizes.
    `credits`: zen draws of this turn that are left.
    """
    view: dict[str, JSON] = {
        "players": position.players,
        "options": options_of(position),
        "board": write_board(position.ground.board) | told_of(position.ground.board),
        "start": position.start,
        "actor": position.actor(),
        "phase": PHASES[position.phase],
        "terrain": _terrain(position),
        "nooks": _nooks(position),
        "patios": _patios(position),
        "supply": [*position.scores()],
        "last_gazebo": position.last_seat if position.last_seat >= 0 else None,
        "hands": [_known_hand(position, each) for each in range(position.players)],
        "piles": _piles(position),
        "credits": position.zen,
    }
    if seat is not None:
        check_seat(seat, position.players)
        view["seat"] = seat
        view["hand"] = list_text(hand_of(position, seat))
    return view


def _terrain(position: Position) -> list[JSON]:
    board = position.ground.board
    flat = [position.terrain(square) or "." for square in range(board.width * board.height)]
    return ["".join(flat[at : at + board.width]) for at in range(0, len(flat), board.width)]


def _nooks(position: Position) -> list[JSON]:
    board = position.ground.board
    return [
        {
            "owner": owner,
            "gazebos": gazebos,
            "squares": [square_name(board, square) for square in squares],
        }
        for owner, gazebos, squares in position.nooks()
    ]


def _patios(position: Position) -> list[JSON]:
    board = position.ground.board
    return [
        {
            "owner": owner if owner >= 0 else None,
            "gazebos": gazebos,
            "squares": [square_name(board, square) for square in patio.squares],
        }
        for patio, (owner, gazebos) in zip(board.patios, position.patios(), strict=True)
    ]


def _known_hand(position: Position, seat: int) -> dict[str, JSON]:
    singles = position.singles[seat]
    known: dict[str, JSON] = {"one": singles, "two": position.hand_size[seat] - singles}
    barred = [kind for kind in range(len(KINDS)) if position.barred[seat] >> kind & 1]
    if barred:
        known["barred"] = list_text(barred)
        known["room"] = [position.room[2 * seat], position.room[2 * seat + 1]]
    return known


def _piles(position: Position) -> dict[str, JSON]:
    return {
        "common": position.common_size - position.common_at,
        "personal": [5 - position.personal_at[seat] for seat in range(position.players)],
        "reserve": position.reserve_size - position.reserve_at,
    }
