"""Decisions of Gazebo as records write them (`records.md`): each has exactly one text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engines.gazebo.board import square_name
from engines.gazebo.dominoes import KINDS, SINGLES
from engines.gazebo.objections import objection
from engines.gazebo.terms import (
    DECLINE,
    DRAW_COMMON,
    DRAW_PERSONAL,
    DRAW_RESERVE,
    PASS,
    SPAN,
    STOP,
)
from engines.position import NotLegal, NotNotation
from engines.values import shown

if TYPE_CHECKING:
    from engines.gazebo.rules import Position

DIRECTIONS = "eswn"
WORDS: dict[str, int] = {
    "stop": STOP,
    "+c": DRAW_COMMON,
    "+p": DRAW_PERSONAL,
    "+z": DRAW_RESERVE,
    "+-": DECLINE,
    "pass": PASS,
}
TEXTS = {move: word for word, move in WORDS.items()}
PLACEMENT = re.compile(r"(FF|GG|WW|FG|FW|GW) ([a-z])([1-9][0-9]?)([eswn])")


def decision_text(position: Position, move: int) -> str:
    """A legal decision's one text: `FG c4e`, `+c`. Raises `NotLegal`."""
    if not position.allows(move):
        raise objection(position, move)
    if move >= STOP:
        return TEXTS[move]
    square = square_name(position.ground.board, move % SPAN >> 2)
    return f"{KINDS[move // SPAN]} {square}{DIRECTIONS[move & 3]}"


def parse_decision(position: Position, text: str) -> int:
    """The legal decision of this text.

    Raises `NotNotation` where the text is that of no decision (G3.1), `NotLegal` where it is not
    legal here.
    """
    move = _read(position, text)
    if not position.allows(move):
        raise objection(position, move)
    return move


def _read(position: Position, text: str) -> int:
    if isinstance(text, str) and text in WORDS:
        return WORDS[text]
    found = PLACEMENT.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        sentence = f"{shown(text)} is no decision; write one such as FG c4e, +c, stop or pass"
        raise NotNotation("not_notation", f"{sentence} (G3.1).", "G3.1")
    kind, direction = KINDS.index(found[1]), DIRECTIONS.index(found[4])
    if kind < SINGLES and direction > 1:
        sentence = f"{found[1]} turned round is the same; write it with e or s"
        raise NotNotation("not_notation", f"{sentence} (G3.1).", "G3.1")
    board = position.ground.board
    column, row = ord(found[2]) - ord("a"), int(found[3]) - 1
    if column >= board.width or row >= board.height:
        sentence = f"The board has no square {found[2]}{found[3]}"
        raise NotLegal("off_board", f"{sentence} (G2.1).", "G2.1")
    return kind * SPAN + (row * board.width + column) * 4 + direction
