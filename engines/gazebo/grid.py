"""The grid under a Gazebo board: its kinds of squares, their names, what touches what (G2.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engines.values import refusal, shown

OPEN = ".z="
"""Blank, zen, pedestal: where a domino may lie (G2.1)."""

TERRAINS = "FGW"
"""Flower, foliage, water: printed on start squares, and on dominoes (G1.1)."""

PATIOS: dict[str, tuple[str, int]] = {"1": ("regular", 1), "2": ("luxury", 2), "^": ("raised", 1)}
"""The kind and the capacity behind a patio's character (G2.2)."""

VASE = "v"
HOLE = "#"

KINDS = OPEN + TERRAINS + "".join(PATIOS) + VASE + HOLE
"""Every character of a board."""

MOST_COLUMNS = 26
MOST_ROWS = 99

SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")


@dataclass(frozen=True)
class Grid:
    """A rectangle of squares; index = row × width + column, rows and columns from 0."""

    width: int
    height: int
    squares: tuple[str, ...]

    def name(self, index: int) -> str:
        """`c4`: the column's letter, the row's number from 1 at the top (`records.md`)."""
        row, column = divmod(index, self.width)
        return f"{chr(ord('a') + column)}{row + 1}"

    def index(self, text: object) -> int:
        """The square named so. Raises RuleBroken: no_such_square."""
        match = SQUARE.fullmatch(text) if isinstance(text, str) else None
        if match:
            column, row = ord(match[1]) - ord("a"), int(match[2]) - 1
            if column < self.width and row < self.height:
                return row * self.width + column
        last = self.name(self.width * self.height - 1)
        sentence = f"{shown(text)} is no square of this board, which goes from a1 to {last}"
        raise refusal("no_such_square", sentence, "G2.1")

    def neighbours(self, index: int) -> tuple[int, ...]:
        """The squares that share an edge with this one, ascending."""
        column = index % self.width
        around = (
            index - self.width if index >= self.width else -1,
            index - 1 if column else -1,
            index + 1 if column < self.width - 1 else -1,
            index + self.width,
        )
        return tuple(near for near in around if 0 <= near < len(self.squares))

    def of_kind(self, kinds: str) -> list[int]:
        """The squares with one of these characters, ascending."""
        return [index for index, kind in enumerate(self.squares) if kind in kinds]

    def touches(self, index: int, kinds: str) -> bool:
        """Whether a square beside this one has one of these characters."""
        return any(self.squares[near] in kinds for near in self.neighbours(index))

    def groups(self, indices: Iterable[int]) -> list[tuple[int, ...]]:
        """The edge-connected groups of these squares, each ascending, by first square."""
        left = dict.fromkeys(sorted(indices))
        groups: list[tuple[int, ...]] = []
        while left:
            group = [next(iter(left))]
            del left[group[0]]
            for index in group:  # grows while it is read
                found = [near for near in self.neighbours(index) if near in left]
                group.extend(found)
                for near in found:
                    del left[near]
            groups.append(tuple(sorted(group)))
        return groups


def grid_of(rows: Sequence[str]) -> Grid:
    """The grid of rows that are known to be one rectangle."""
    return Grid(len(rows[0]), len(rows), tuple("".join(rows)))
