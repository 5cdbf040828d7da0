"""Shapes of rings: closed sequences of tiles, alike up to rotation and reflection (H9.2, H7.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""From a cell to its neighbours, clockwise from east (H1.3)."""

Shape: TypeAlias = tuple[int, ...]
"""How a walk round the ring turns at each tile, in sixths; the least of all that are alike."""


def shape_of(cells: Sequence[tuple[int, int]]) -> Shape:
    """The shape of a ring whose tiles lie on these cells, in order; the last touches the first.

    Raises ValueError where two in a row don't touch.
    """
    ways = [
        STEPS.index((after[0] - cell[0], after[1] - cell[1]))
        for cell, after in zip(cells, [*cells[1:], cells[0]], strict=True)
    ]
    turns = [(after - way) % 6 for way, after in zip(ways, [*ways[1:], ways[0]], strict=True)]
    mirrored = [-turn % 6 for turn in turns]
    return min(
        tuple(walk[at:] + walk[:at])
        for walk in (turns, turns[::-1], mirrored, mirrored[::-1])
        for at in range(len(cells))
    )
