"""What a well-formed board may still lack: it can be played, but a club may want to know."""

from __future__ import annotations

from collections.abc import Iterator

from engines.gazebo.board import Board, Patio
from engines.gazebo.board_faults import place
from engines.gazebo.grid import OPEN, TERRAINS, VASE
from engines.gazebo.scoring import SUPPLIES
from engines.values import RuleBroken, listed, refusal

DOMINO_SQUARES = 2 * 81
"""What all dominoes cover (G1.1)."""


def warnings(board: Board) -> list[RuleBroken]:
    """What nobody refuses; worded and with facts as `engines.gazebo.board.faults`."""
    return [*_room_warnings(board), *_patio_warnings(board), *_idle_warnings(board)]


def most_gazebos(board: Board) -> int:
    """No position of this board holds more gazebos: every nook as small as can be (G4.1)."""
    grid = board.grid
    fields = grid.groups(grid.of_kind(OPEN + TERRAINS))
    return sum(len(field) // 2 for field in fields) + sum(p.capacity for p in board.patios)


def _room_warnings(board: Board) -> Iterator[RuleBroken]:
    """Whether a full board can leave everyone with gazebos, so that nobody wins by the last."""
    most = most_gazebos(board)
    short = [seats for seats, supply in SUPPLIES.items() if most < seats * (supply - 1) + 1]
    if short:
        sentence = (
            f"There is little room: the board holds at most {most} gazebos, so with "
            f"{listed([str(seats) for seats in short])} players all can be stuck with some left"
        )
        yield refusal("little_room", sentence, "G1.2", field="rows", most=most, players=list(short))
    squares = len(board.grid.of_kind(OPEN))
    if squares > DOMINO_SQUARES:
        sentence = (
            f"The board has {squares} open squares; all 81 dominoes together cover {DOMINO_SQUARES}"
        )
        yield refusal("much_room", sentence, "G1.1", field="rows", squares=squares)


def _patio_warnings(board: Board) -> Iterator[RuleBroken]:
    if not board.patios:
        yield refusal("no_patios", "The board has no patio; every garden has", "G2.3", field="rows")
    for patio in board.patios:
        if not _nook_can_touch(board, patio):
            name = board.grid.name(patio.squares[0])
            sentence = f"Nobody can ever claim the patio {name}: no nook can touch it"
            facts = place(board.grid, patio.squares[0])
            yield refusal("idle_patio", sentence, "G4.7", field="rows", **facts)


def _nook_can_touch(board: Board, patio: Patio) -> bool:
    """Whether two squares side by side can be terrain, one of them beside the patio."""
    grid = board.grid
    return any(
        grid.squares[near] in OPEN + TERRAINS and grid.touches(near, OPEN)
        for index in patio.squares
        for near in grid.neighbours(index)
    )


def _idle_warnings(board: Board) -> Iterator[RuleBroken]:
    grid = board.grid
    for index in grid.of_kind(OPEN):
        if not grid.touches(index, OPEN):
            sentence = f"No domino fits on {grid.name(index)}: no open square is beside it"
            facts = place(grid, index)
            yield refusal("idle_square", sentence, "G3.1", field="rows", **facts)
    for index in grid.of_kind(TERRAINS):
        if not grid.touches(index, OPEN):
            sentence = f"Nothing can grow from the start square {grid.name(index)}"
            facts = place(grid, index)
            yield refusal("idle_start", sentence, "G3.1", field="rows", **facts)
    for index in grid.of_kind(VASE):
        if not grid.touches(index, OPEN + TERRAINS):
            sentence = f"No nook can ever touch the vase {grid.name(index)}"
            facts = place(grid, index)
            yield refusal("idle_vase", sentence, "G6.1", field="rows", **facts)
