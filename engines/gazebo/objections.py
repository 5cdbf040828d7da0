"""Why a decision of Gazebo is not legal, in a sentence that names the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.gazebo.board import square_name
from engines.gazebo.dominoes import KINDS
from engines.gazebo.terms import (
    BIG,
    DECLINE,
    DONE,
    DRAW,
    DRAW_COMMON,
    DRAW_PERSONAL,
    DRAW_RESERVE,
    EXTRA,
    LAST_GAZEBO,
    PASS,
    PLACE,
    SECOND,
    SPAN,
    STOP,
    UNSEEN,
)
from engines.position import NotLegal
from engines.values import JSON, is_whole, refusal, shown

if TYPE_CHECKING:
    from engines.gazebo.rules import Position

DUE = {
    PLACE: "a domino must be placed",
    SECOND: "a second domino may be placed, or stop",
    DRAW: "a draw is due",
    EXTRA: "an extra draw may be made, or declined",
}
PILES = {DRAW_COMMON: "common pile", DRAW_PERSONAL: "personal pile", DRAW_RESERVE: "reserve"}


def objection(position: Position, move: int) -> NotLegal:
    """The refusal of a decision that is not legal in this position."""
    if not is_whole(move) or not 0 <= move <= PASS:
        return _refused("no_decision", f"{shown(move)} is no decision of Gazebo", "G3.1")
    if position.phase == DONE:
        rule = "G4.8" if position.end == LAST_GAZEBO else "G5.1"
        return _refused("game_over", "The game is over", rule)
    if move < STOP:
        return _placement(position, move)
    if move == STOP:
        return _refused("no_second_domino", "Only a second domino can be declined", "G6.1")
    if move == DECLINE:
        return _refused("no_extra_draw", "There is no extra draw to decline", "G3.4")
    if move == PASS:
        sentence = "A turn passes only where no domino of the hand has a legal placement"
        return _refused("pass_not_due", sentence, "G3.6")
    return _draw(position, move)


def unseen() -> NotLegal:
    """The refusal to play on by itself where a pile holds a tile that nobody saw."""
    sentence = "A pile holds tiles that nobody saw; deal them first"
    return _refused("unseen_domino", sentence, "G3.3")


def check_seat(seat: object, players: int) -> None:
    """Refuse a seat that the game has not. Raises RuleBroken: no_such_seat."""
    if not isinstance(seat, int) or not is_whole(seat) or not 0 <= seat < players:
        sentence = f"A seat of this game is a number from 0 to {players - 1}, not {shown(seat)}"
        raise refusal("no_such_seat", sentence, "G1.2", field="seat")


def read_policy(policy: object) -> int:
    """1 for greedy, 0 for random. Raises RuleBroken: unknown_policy."""
    if policy not in ("random", "greedy"):
        raise refusal("unknown_policy", "The policy must be random or greedy", field="policy")
    return int(policy == "greedy")


def _refused(code: str, sentence: str, rule: str, **facts: JSON) -> NotLegal:
    return NotLegal(code, f"{sentence} ({rule}).", rule, facts)


def _draw(position: Position, move: int) -> NotLegal:
    pile = PILES[move]
    if position.phase not in (DRAW, EXTRA):
        return _refused("no_draw_due", f"No draw is due; {DUE[position.phase]}", "G3.3")
    if move != DRAW_RESERVE and position.phase == EXTRA:
        return _refused("no_draw_due", "Extra draws come from the reserve only", "G3.4")
    if move == DRAW_RESERVE and (not position.zen or (position.extra and position.phase == DRAW)):
        sentence = "A draw from the reserve needs a zen square covered this turn"
        if position.zen:
            sentence = "The due draws come first, then the extra ones from the reserve"
        return _refused("no_zen_draw", sentence, "G3.4")
    if _next_tile(position, move) == UNSEEN:
        sentence = f"The next tile of the {pile} is written ?, so nobody can have drawn it"
        return _refused("unseen_domino", sentence, "G3.3")
    return _refused("empty_pile", f"The {pile} is empty", "G3.5")


def _next_tile(position: Position, move: int) -> int | None:
    if move == DRAW_COMMON:
        at = position.common_at
        return position.common[at] if at < position.common_size else None
    if move == DRAW_RESERVE:
        at = position.reserve_at
        return position.reserve[at] if at < position.reserve_size else None
    at = position.personal_at[position.turn]
    return position.personal[5 * position.turn + at] if at < 5 else None


def _placement(position: Position, move: int) -> NotLegal:
    kind, square, direction = move // SPAN, move % SPAN >> 2, move & 3
    board = position.ground.board
    if position.phase not in (PLACE, SECOND):
        return _refused(
            "no_placement_due", f"No domino can be placed; {DUE[position.phase]}", "G3.2"
        )
    if square >= len(board.squares):
        return _refused("off_board", "The domino does not lie on the board", "G2.1")
    if kind < 3 and direction > 1:
        sentence = f"{KINDS[kind]} is written to the east or south; turned round it is the same"
        return _refused("turned_double", sentence, "G3.1")
    if not position.hand[6 * position.turn + kind]:
        sentence = f"Seat {position.turn + 1} holds no {KINDS[kind]}"
        return _refused("not_in_hand", sentence, "G3.1", domino=KINDS[kind])
    cell = position.ground.cell_of[square]
    other = cell + (1, position.ground.stride, -1, -position.ground.stride)[direction]
    return _place(position, kind, cell, other)


def _place(position: Position, kind: int, cell: int, other: int) -> NotLegal:
    where = square_name(position.ground.board, position.ground.square_of[cell])
    if not position.is_open(cell) or not position.is_open(other):
        sentence = f"A domino lies on two open squares; that on {where} would not"
        return _refused("not_open", sentence, "G3.1", square=where)
    if not position.is_place(cell, other):
        sentence = f"A domino must share an edge with terrain; that on {where} would not"
        return _refused("no_terrain", sentence, "G3.1", square=where)
    bigs = position.joined_bigs(kind, cell, other)
    if bigs > 1:
        sentence = "Two big nooks of one colour cannot be joined"
        return _refused("big_nooks_joined", sentence, "G4.6", square=where)
    if bigs == 1:
        sentence = f"A nook of {BIG} squares or more cannot be absorbed"
        return _refused("big_nook_absorbed", sentence, "G4.6", square=where)
    sentence = "Nobody would have most squares of the joined nooks"
    return _refused("absorption_tied", sentence, "G4.5", square=where)
