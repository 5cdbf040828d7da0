"""Decisions of Gazebo as records write them (`records.md`): each has exactly one text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engines.gazebo.board import Board, square_name
from engines.gazebo.dominoes import KINDS
from engines.gazebo.grid import MOST_COLUMNS, MOST_ROWS
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
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Columns and rows from the first square to the second, by direction."""
PLACEMENT = re.compile(r"([FGW][FGW]) ([a-z])([1-9][0-9]?)([eswn])")


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
    letters, direction = found[1], DIRECTIONS.index(found[4])
    board = position.ground.board
    square = _square(board, ord(found[2]) - ord("a"), int(found[3]) - 1)
    if letters not in KINDS or (letters[0] == letters[1] and direction > 1):
        raise _turned(board, letters, square, direction)
    return KINDS.index(letters) * SPAN + square * 4 + direction


def _turned(board: Board, letters: str, square: int, direction: int) -> NotNotation:
    """The refusal of a placement that is written from its other square, with its one spelling."""
    row, column = divmod(square, board.width)
    across, down = STEPS[direction]
    first = square_name(board, square)
    second = square_name(board, _square(board, column + across, row + down))
    right = f"{letters[::-1]} {second}{DIRECTIONS[direction ^ 2]}"
    if letters[0] == letters[1]:
        sentence = f"{letters} turned round is the same; it is written with e or s: {right}"
    else:
        placed = f"{letters[0]} on {first} and {letters[1]} on {second}"
        sentence = f"A domino's letters stand in the order F, G, W; {placed} is {right}"
    return NotNotation("not_notation", f"{sentence} (G3.1).", "G3.1")


def _square(board: Board, column: int, row: int) -> int:
    """The index of a square. Raises `NotLegal` where the board has none there (G2.1)."""
    if 0 <= column < board.width and 0 <= row < board.height:
        return row * board.width + column
    has_name = 0 <= column < MOST_COLUMNS and 0 <= row < MOST_ROWS
    where = f"{chr(ord('a') + column)}{row + 1}" if has_name else "beyond its edge"
    raise NotLegal("off_board", f"The board has no square {where} (G2.1).", "G2.1")
