"""Places in the garden: axial coordinates, cells and their texts (H1.3)."""

from __future__ import annotations

from engines.gnome_hollow.terms import SPAN


def cell_at(q: int, r: int) -> int:
    """The cell of a place no more than 127 tiles from the stump."""
    return (q + 128) * SPAN + r + 128


def place_of(cell: int) -> tuple[int, int]:
    """The place (q, r) of a cell."""
    return cell // SPAN - 128, cell % SPAN - 128
