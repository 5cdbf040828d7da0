"""A Gazebo board: read and checked (G2), written as ASCII, loaded from the shipped files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from engines.gazebo.board_faults import faults
from engines.gazebo.boards import read_board
from engines.gazebo.grid import PATIOS, TERRAINS, Grid, grid_of
from engines.values import JSON

__all__ = [
    "Board",
    "Patio",
    "board_text",
    "faults",
    "load_board",
    "parse_board",
    "parse_square",
    "read_text",
    "square_name",
    "write_board",
]

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Patio:
    """Edge-connected squares of one kind, ascending, with room for so many gazebos (G2.2)."""

    kind: str
    """`regular`, `luxury` or `raised`."""
    capacity: int
    squares: tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """A well-formed board (G2.4).

    squares: one character each (`engines.gazebo.grid`); index = row × width + column.
    starts: index and terrain, by index. patios: by first square, the order of G4.8.
    status: of a shipped board: `reconstruction` for the gardens, `sourced` for qin (G2.3); else "".
    """

    name: str
    rows: tuple[str, ...]
    width: int
    height: int
    squares: tuple[str, ...]
    starts: tuple[tuple[int, str], ...]
    patios: tuple[Patio, ...]
    status: str

    @cached_property
    def grid(self) -> Grid:
        """The same squares with their names and neighbours."""
        return Grid(self.width, self.height, self.squares)


def parse_board(rows: object, patios: object = None, name: str = "", status: str = "") -> Board:
    """The board of these rows and, where patios of a kind touch, this list of patios (G2.2).

    rows: a list of texts. patios: None, or a list of lists of square names.
    Raises RuleBroken, the first of `faults`.
    """
    for fault in faults(rows, patios):
        raise fault
    assert isinstance(rows, list | tuple)
    grid = grid_of(rows)
    return Board(
        name,
        tuple(rows),
        grid.width,
        grid.height,
        grid.squares,
        tuple((index, grid.squares[index]) for index in grid.of_kind(TERRAINS)),
        _patios(grid, patios),
        status,
    )


def _patios(grid: Grid, named: object) -> tuple[Patio, ...]:
    """By the list, already checked; without one, each connected group of a character."""
    if isinstance(named, list | tuple):
        groups = [tuple(sorted(grid.index(square) for square in patio)) for patio in named]
    else:
        groups = _connected_patios(grid)
    return tuple(Patio(*PATIOS[grid.squares[group[0]]], group) for group in sorted(groups))


def _connected_patios(grid: Grid) -> list[tuple[int, ...]]:
    return sorted(group for kind in PATIOS for group in grid.groups(grid.of_kind(kind)))


def square_name(board: Board, index: int) -> str:
    """`c4`: the column's letter, the row's number from 1 at the top (`records.md`)."""
    return board.grid.name(index)


def parse_square(board: Board, text: object) -> int:
    """The index of a square by its name. Raises RuleBroken: no_such_square."""
    return board.grid.index(text)


def write_board(board: Board) -> dict[str, JSON]:
    """`{"name", "rows"}` as a record writes it; `patios` only where the rows don't tell them."""
    written: dict[str, JSON] = {"name": board.name, "rows": list(board.rows)}
    patios = _needed_patios(board)
    if patios is not None:
        written["patios"] = [list(squares) for squares in patios]
    return written


def _needed_patios(board: Board) -> list[list[str]] | None:
    """The list of patios by name; None where the rows alone tell them (G2.2)."""
    groups = [patio.squares for patio in board.patios]
    if groups == _connected_patios(board.grid):
        return None
    return [[board.grid.name(index) for index in group] for group in groups]


def board_text(board: Board) -> str:
    """The board as lines: its rows; where needed a blank line, then a line of squares a patio."""
    lines = list(board.rows)
    patios = _needed_patios(board)
    if patios is not None:
        lines += ["", *(" ".join(squares) for squares in patios)]
    return "\n".join(lines) + "\n"


def read_text(text: str) -> tuple[list[str], list[list[str]] | None]:
    """The rows and the list of patios of such lines, for `faults` and `parse_board`.

    Spaces at the ends of a line and blank lines before the rows and at the end don't matter, nor
    does the mark that some programs begin a text with (U+FEFF).
    """
    lines = [line.strip() for line in text.removeprefix("\ufeff").strip().splitlines()]
    if "" not in lines:
        return lines, None
    blank = lines.index("")
    return lines[:blank], [line.split() for line in lines[blank:] if line]


def load_board(name: object) -> Board:
    """A shipped board. Raises RuleBroken: unknown_board."""
    return _load(read_board(name, "board"))


@cache
def _load(name: str) -> Board:
    data = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return parse_board(data["rows"], data.get("patios"), name, data["status"])
