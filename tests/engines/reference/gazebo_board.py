"""A Gazebo board read from its rows (G2), and the squares of a record."""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

from tests.engines.reference.records import Broken

Square = tuple[int, int]  # row and column from 0

OPEN = ".z="
STARTS = "FGW"
CAPACITY = {"1": 1, "2": 2, "^": 1}  # G2.2
KINDS = OPEN + STARTS + "12^v#"
DIRECTIONS = {"e": (0, 1), "s": (1, 0), "w": (0, -1), "n": (-1, 0)}
SQUARE = re.compile("([a-z])([1-9][0-9]?)")


# G2.3: the ancestor's board, with its two-square luxury patios.
QIN = {
    "name": "qin",
    "rows": [
        "1...........1",
        ".............",
        "....22...1...",
        ".............",
        "1............",
        "............2",
        "....F.G.W...2",
        ".............",
        ".1...........",
        ".........1...",
        ".....2.......",
        ".....2.......",
        "22..........1",
    ],
}


@cache
def neighbours(square: Square) -> frozenset[Square]:
    """The four squares that share an edge with this one, on the board or not."""
    return frozenset((square[0] + down, square[1] + right) for down, right in DIRECTIONS.values())


def border(squares: Collection[Square]) -> set[Square]:
    """All squares that share an edge with one of these."""
    return {near for square in squares for near in neighbours(square)}


def component(start: Square, among: Collection[Square]) -> frozenset[Square]:
    """The edge-connected group of `start` among these squares, by flood fill."""
    found, waiting = {start}, [start]
    while waiting:
        for near in neighbours(waiting.pop()):
            if near in among and near not in found:
                found.add(near)
                waiting.append(near)
    return frozenset(found)


def one_colour(start: Square, terrain: Mapping[Square, str]) -> frozenset[Square]:
    """The edge-connected group of the colour of `start`, by flood fill."""
    found, waiting = {start}, [start]
    while waiting:
        for near in neighbours(waiting.pop()):
            if terrain.get(near) == terrain[start] and near not in found:
                found.add(near)
                waiting.append(near)
    return frozenset(found)


def components(squares: Collection[Square]) -> set[frozenset[Square]]:
    """All edge-connected groups of these squares."""
    return {component(square, squares) for square in squares}


def name(square: Square) -> str:
    """`c4` of (3, 2)."""
    return f"{chr(ord('a') + square[1])}{square[0] + 1}"


def read(text: object) -> Square:
    """(3, 2) of `c4`."""
    found = SQUARE.fullmatch(text) if isinstance(text, str) else None
    if not found:
        raise Broken("records", f"{text!r} is no square")
    return int(found[2]) - 1, ord(found[1]) - ord("a")


class Board:
    """The printed board: `kinds` by square, `patios` as groups of squares."""

    def __init__(self, board: object) -> None:
        if not isinstance(board, dict):
            raise Broken("records", "board is no object")
        if not isinstance(board.get("name", ""), str):
            raise Broken("records", "the board's name is no text")
        self.kinds = _read_rows(board.get("rows"))
        self.open = {square for square, kind in self.kinds.items() if kind in OPEN}
        self.starts = {square: kind for square, kind in self.kinds.items() if kind in STARTS}
        self.vases = {square for square, kind in self.kinds.items() if kind == "v"}
        self._check_starts()
        self._check_reach()
        if "patios" in board:
            self.patios = [frozenset(patio) for patio in self._listed(board["patios"])]
        else:
            self.patios = [frozenset(patio) for patio in self._grouped()]
        self.patios.sort(key=min)

    def of_kind(self, kind: str) -> set[Square]:
        """The squares of one kind."""
        return {square for square, found in self.kinds.items() if found == kind}

    def _check_starts(self) -> None:
        """G2.4."""
        if not border(self.starts) & self.open:
            raise Broken("G2.4", "no start square has an open neighbour")
        for colour in STARTS:
            alike = self.of_kind(colour)
            if border(alike) & alike:
                raise Broken("G2.4", f"two start squares {colour} touch")

    def _check_reach(self) -> None:
        """G2.4: every open square is reached from a start over open squares."""
        beside = border(self.starts) & self.open
        reached = {square for start in beside for square in component(start, self.open)}
        if reached != self.open:
            raise Broken("G2.4", "an open square cannot be reached from a start")

    def _grouped(self) -> Iterator[frozenset[Square]]:
        """G2.2: without a list, each edge-connected group of one character."""
        for kind in CAPACITY:
            yield from components(self.of_kind(kind))

    def _listed(self, patios: Any) -> list[list[Square]]:
        """G2.2: a list names every patio square exactly once."""
        if not isinstance(patios, list) or not all(isinstance(patio, list) for patio in patios):
            raise Broken("G2.2", "patios is no list of lists")
        groups = [[read(text) for text in patio] for patio in patios]
        named = sorted(square for group in groups for square in group)
        if named != sorted(square for kind in CAPACITY for square in self.of_kind(kind)):
            raise Broken("G2.2", "every patio square is named exactly once")
        for group in groups:
            if not group or len({self.kinds[square] for square in group}) > 1:
                raise Broken("G2.2", "a patio has squares of one kind")
            if component(group[0], group) != set(group):
                raise Broken("G2.4", "the squares of a patio are edge-connected")
        return groups


def _read_rows(rows: Any) -> dict[Square, str]:
    """Every square's kind; `#` is no square at all (G2.1, G2.4)."""
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise Broken("records", "rows is no list of strings")
    if not 1 <= len(rows) <= 99 or not 1 <= len(rows[0]) <= 26:
        raise Broken("G2.4", "at most 26 columns and 99 rows")
    if any(len(row) != len(rows[0]) for row in rows):
        raise Broken("G2.4", "a board is rectangular")
    if any(kind not in KINDS for row in rows for kind in row):
        raise Broken("G2.1", "a square of no known kind")
    return {
        (down, right): kind
        for down, row in enumerate(rows)
        for right, kind in enumerate(row)
        if kind != "#"
    }
