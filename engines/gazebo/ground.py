"""What never changes in a game of Gazebo: the cells of the board and what each of them touches.

A *cell* is a square's place in a grid with a border, so that every square has four neighbours:
rows lie `stride` = width + 1 apart, and cells ascend as squares do (row, then column).
"""

from __future__ import annotations

from engines.gazebo import grid
from engines.gazebo.board import Board
from engines.gazebo.terms import CLOSED, OPEN, PEDESTAL, ZEN


class Ground:
    """A board, laid out for play; shared by all positions on it and never changed."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.width = board.width
        self.squares = len(board.squares)
        self.stride = board.width + 1
        self.size = (board.height + 2) * self.stride
        self.first = [1, 2, 3, 1, 1, 2]  # colours of each kind of domino, as `terms` has them
        self.second = [1, 2, 3, 2, 3, 3]
        self.step = [1, self.stride, -1, -self.stride]
        self.land = [CLOSED] * 2727
        self.feature = [0] * 2727
        self.cell_of = [0] * 2574
        self.square_of = [0] * 2727
        self.near = [0] * 10908
        self.near_count = [0] * 2727
        self.vase = [0] * 10908
        self.vase_count = [0] * 2727
        self.patio_count = 0
        self.capacity = [0] * 2574
        self.raised = [0] * 2574
        self.vases = 0
        self._set_squares()
        self._set_patios()
        self._set_vases()

    def _set_squares(self) -> None:
        for square, kind in enumerate(self.board.squares):
            cell = (square // self.width + 1) * self.stride + square % self.width
            self.cell_of[square] = cell
            self.square_of[cell] = square
            if kind in grid.OPEN:
                self.land[cell] = OPEN
            if kind == "z":
                self.feature[cell] = ZEN
            if kind == "=":
                self.feature[cell] = PEDESTAL

    def _set_patios(self) -> None:
        self.patio_count = len(self.board.patios)
        for number, patio in enumerate(self.board.patios):  # in the order of events (G4.8)
            self.capacity[number] = patio.capacity
            self.raised[number] = int(patio.kind == "raised")
            touched = {cell for square in patio.squares for cell in self._around(square)}
            for cell in sorted(touched):
                self.near[4 * cell + self.near_count[cell]] = number
                self.near_count[cell] += 1

    def _set_vases(self) -> None:
        squares = [square for square, kind in enumerate(self.board.squares) if kind == grid.VASE]
        self.vases = len(squares)
        for number, square in enumerate(squares):
            for cell in self._around(square):
                self.vase[4 * cell + self.vase_count[cell]] = number
                self.vase_count[cell] += 1

    def _around(self, square: int) -> list[int]:
        return [self.cell_of[square] + step for step in (1, self.stride, -1, -self.stride)]
