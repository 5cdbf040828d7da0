"""Numbers that the modules of a Gnome Hollow position share (compiled modules export none)."""

from __future__ import annotations

SPAN = 256
"""Cells of one q: cell = (q + 128) * 256 + r + 128, so cells ascend as (q, r) do."""
ORIGIN = 32896
"""The stump's cell (H1.3)."""

LAYS = 12
"""Ways to lay a tile: turned by 0..5, then flipped and turned by 0..5 (H1.3)."""
TILES = 92
WILD = 92
"""The first wildflower: tile 92 + flower kind."""
STUMP = 100
KINDS = 5
"""Of mushrooms; packed 12 bits each where they lie on a path."""
FLOWERS = 8
SIGNPOSTS = 7
COLUMNS = 5
"""Of a player board: rings of 3, 4, 5, 6, 7 and more."""
SPACES = 8
"""Most spaces of a column."""
MARKET = 8
"""Tiles of the tile market (H2.1)."""
QUANTITIES = 16
"""One more than the most mushrooms of a sale."""

UNSEEN = -1
"""A tile that nobody saw (`?` in a record)."""

NOBODY = -1
MISFIT = -1
TWO_OWNERS = -2
"""Why a tile may not lie there (H3.1, H3.2)."""

DEAD = 0
"""A path that has become part of another."""
OPEN = 1
RING = 2

AT_FLOWERS = -2
AT_STUMP = -3
"""Where a gnome is that is on no path or ring."""

NO_BONUS = 0
SIGNPOST = 1
TILE = 2
FLOWER = 3
SELL = 4
MUSHROOMS = 8
"""A space's bonus or a signpost's gain: from here on `MUSHROOMS + n` (a space: n of the ring's) or
`MUSHROOMS + kind` (a signpost: one of the kind). H5."""

PLACE = 0
LEAVE = 1
FIX = 2
RINGS = 3
MARKER = 4
WILDFLOWER = 5
DROPS = 6
BONUS = 7
SIGN = 8
TAKE_TILE = 9
FLOWER_PICK = 10
PICKS = 11
SALE = 12
TRADES = 13
GNOME = 14
REFILL = 15
NEXT = 16
GAIN = 17
OVER = 18
"""The steps of a turn (H7.1); the one on top of the stack is due."""

FLOWERS_END = 1
MARKERS_END = 2
BAG_END = 3
"""What ended the game (H8.1)."""

BASE = 80_000_000
"""Below: a lay, `(tile * 65536 + cell) * 12 + lay`. From here: `BASE + verb * VERB + argument`."""
VERB = 1_048_576
GNOME_BIT = 524_288
"""Of a gnome's decision: g2 moves; below it where to."""

END_PLACING = 0
YES = 1
NO = 2
DROP = 3
TAKE = 4
FIX_JOINTS = 5
RESOLVE = 6
MARK = 7
TAKE_WILD = 8
TAKE_FLOWER = 9
NEW_SIGN = 10
USE_SIGN = 11
PICK = 12
STAY = 13
GO_PATH = 14
GO_RING = 15
GO_FLOWERS = 16
GO_SIGN = 17
GO_MARKET = 18
SELL_ONE = 19
TRADE = 20
"""Verbs of decisions, in the order of their numbers."""
