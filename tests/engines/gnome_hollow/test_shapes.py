"""The shapes of simple rings, enumerated: as many as are known, each told from the others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from engines.gnome_hollow.shapes import STEPS, shape_of

Cell = tuple[int, int]
Ring = tuple[Cell, ...]
COUNTS = {3: 1, 4: 1, 5: 1, 6: 4, 7: 5, 8: 16, 9: 37}
"""Tiles in a ring ↦ simple shapes up to rotation and reflection (H9.2)."""


def distance(cell: Cell) -> int:
    """Steps from the first tile."""
    q, r = cell
    return max(abs(q), abs(r), abs(q + r))


def walks(walked: Ring, size: int) -> Iterator[Ring]:
    """Every ring of so many different tiles that begins so, as its tiles in order."""
    if len(walked) == size:
        if distance(walked[-1]) == 1:
            yield walked
        return
    q, r = walked[-1]
    for step_q, step_r in STEPS:
        cell = (q + step_q, r + step_r)
        if cell not in walked and distance(cell) <= size - len(walked):
            yield from walks((*walked, cell), size)


@cache
def rings(size: int) -> list[Ring]:
    """Every simple ring through the first tile and its eastern neighbour."""
    return list(walks(((0, 0), (1, 0)), size))


def images(ring: Ring) -> Iterator[Ring]:
    """The ring turned and mirrored in all twelve ways, about the first tile."""
    for mirrored in (ring, tuple((r, q) for q, r in ring)):
        turned = mirrored
        for _ in range(6):
            yield turned
            turned = tuple((-r, q + r) for q, r in turned)


def borders(ring: Ring) -> frozenset[frozenset[Cell]]:
    """The pairs of neighbours in it, moved so that its least tile comes to a fixed place: what
    lies, whatever tile it is told from and whichever way."""
    least_q, least_r = min(ring)
    moved = [(q - least_q, r - least_r) for q, r in ring]
    return frozenset(frozenset(pair) for pair in zip(moved, [*moved[1:], moved[0]], strict=True))


@pytest.mark.parametrize("size", list(COUNTS))
def test_there_are_as_many_simple_shapes_as_are_known(size: int) -> None:
    assert len({shape_of(ring) for ring in rings(size)}) == COUNTS[size]


@pytest.mark.parametrize("size", list(COUNTS))
def test_two_rings_have_one_shape_where_one_is_the_other_turned_or_mirrored(size: int) -> None:
    """Held against what lies: the same neighbours in one of twelve positions."""
    by_shape: dict[object, set[object]] = {}
    for ring in rings(size):
        same = min(sorted(map(sorted, borders(image))) for image in images(ring))
        by_shape.setdefault(shape_of(ring), set()).add(str(same))
    assert [len(same) for same in by_shape.values()] == [1] * COUNTS[size]
    assert len(set.union(*by_shape.values())) == COUNTS[size]
