"""What is said of a board wherever it is shown: is it one that Teien ships, or only named so?

Its rows decide what a board is, its name is a label (`records.md`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from engines.gazebo.board import Board, Patio, load_board
from engines.gazebo.boards import BOARDS, GARDENS
from engines.texts import read_alike
from engines.values import JSON


def status_of(board: Board) -> str:
    """That of the shipped board with the same squares and patios (G2.3); "" where there is none."""
    return _statuses().get((board.rows, board.patios), "")


def note_of(board: Board) -> str:
    """Words for a board that has a shipped one's name and other rows; "" for every other."""
    name = read_alike(board.name, BOARDS)
    if name is None:
        return ""
    shipped = load_board(name)
    if (shipped.rows, shipped.patios) == (board.rows, board.patios):
        return ""
    return f"not the rows of the {'garden' if name in GARDENS else 'board'} that Teien ships"


def label_of(board: Board) -> str:
    """The board's name, and beside it the note."""
    note = note_of(board)
    return f"{board.name} ({note})" if note else board.name


def labelled(board: Board) -> Board:
    """The board as a picture shows it: with its status, and the note beside its name."""
    return replace(board, name=label_of(board), status=status_of(board))


def told_of(board: Board) -> dict[str, JSON]:
    """`status` and `note`, each where there is one."""
    told = {"status": status_of(board), "note": note_of(board)}
    return {key: text for key, text in told.items() if text}


@cache
def _statuses() -> dict[tuple[tuple[str, ...], tuple[Patio, ...]], str]:
    shipped = [load_board(name) for name in BOARDS]
    return {(board.rows, board.patios): board.status for board in shipped}
