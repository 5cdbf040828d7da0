"""Numbers that the modules of a Gazebo position share (compiled modules export none)."""

from __future__ import annotations

OPEN = 0
"""Land on which a domino may lie; terrain is 1, 2, 3 as in `grid.TERRAINS`."""
CLOSED = 4

NOBODY = -1
ILLEGAL = -2
NO_CELL = -1
UNSEEN = -1
"""A tile of a pile that nobody saw."""

ZEN = 1
PEDESTAL = 2

BIG = 5
"""Squares of a big nook (G4.4)."""

PLACE = 0
"""The seat places a domino, or passes (G3.1, G3.6)."""
SECOND = 1
"""The seat may place a second domino (G6.1)."""
DRAW = 2
"""A draw is due (G3.3)."""
EXTRA = 3
"""The seat may draw from the reserve beyond what is due (G3.4, `extra`)."""
DONE = 4

UNFINISHED = 0
LAST_GAZEBO = 1
BLOCKED = 2
OUT_OF_DOMINOES = 3
"""Why the game ended (G4.8, G5.1)."""

SPAN = 10296
"""4 directions × 2574 squares: how far apart two kinds of domino are as decisions."""
STOP = 61776
DRAW_COMMON = 61777
DRAW_PERSONAL = 61778
DRAW_RESERVE = 61779
DECLINE = 61780
PASS = 61781

ONES = 0b000111
TWOS = 0b111000
"""The kinds of one colour and of two, as bits."""
