"""What every tile set of Gnome Hollow shares: facts of the box, and the limits of the data format.

The facts are public (H1.1, H2, H7, H8), the tiles' paths and what is printed on boards are not. A
set may repeat the facts under `sourced`; it may not contradict them.
"""

from __future__ import annotations

import re

from engines.gnome_hollow.terms import FLOWERS, MARKET, QUANTITIES, SIGNPOSTS, SPACES, TILES
from engines.values import JSON

MUSHROOM_KINDS: tuple[str, ...] = ("red", "yellow", "blue", "pink", "purple")
"""In the order in which records list them (H1.1)."""
PURPLE = "purple"
"""The flower kind that two players keep all tokens of (H2.3): every set has it."""
COLUMNS: tuple[str, ...] = ("3", "4", "5", "6", "7+")
"""Of a player board, by the tiles of a ring (H4.3)."""
BLOCKABLE = 21
"""Market spaces that a sale blocks, as many as there are blockers; pairs are never blocked (H6)."""
TRADED_SIGNPOSTS = 6
"""Signposts with trades under them (H9.1)."""
TRADES = 2
"""Under each of them."""

SOURCED: dict[str, JSON] = {
    "players": [2, 4],
    "gnomes_per_player": 2,
    "ring_markers_per_player": 8,
    "garden_tiles": TILES,
    "stump_tiles": 1,
    "wildflower_tiles": FLOWERS,
    "flower_tokens": 32,
    "mushroom_tokens": 110,
    "treasure_tokens": 57,
    "market_blockers": BLOCKABLE,
    "signposts": SIGNPOSTS,
    "tile_market_size": MARKET,
    "sunset_tiles_per_player": 2,
    "storage": 2,
    "storage_wildflowers": 1,
    "wildflower_at_marker": [2, 4, 6],
    "sales_per_visit": 2,
    "flower_track": [0, 1, 3, 6, 10, 14, 18, 20, 25],
    "ring_track": [0, 1, 3, 6, 10, 14, 18, 20, 25],
    "flower_kinds_count": FLOWERS,
    "mushroom_kinds_count": len(MUSHROOM_KINDS),
    "mushrooms": [*MUSHROOM_KINDS],
    "pairs_never_blocked": True,
    "two_player_kinds_to_market": 2,
}
"""The block `sourced`, whole."""

MOST_PIECES = 3
"""Of a tile (H1.2)."""
MOST_MUSHROOMS = 9
"""Of a piece."""
MOST_BONUS = 7
"""Mushrooms of a space's bonus."""
MOST_SPACES = SPACES
MOST_QUANTITY = QUANTITIES - 1
MOST_TREASURE = 99
"""Of a sale."""
MOST_GAINS = 8
"""Of a signpost."""
LONGEST_SHAPE = 101
"""Tiles that can lie in a garden."""
LONGEST_NAME = 60
LONGEST_NOTE = 2000
MOST_VERSION = 9999

BONUSES: tuple[str, ...] = (
    "signpost",
    "tile",
    "flower",
    *(f"mushroom{count}" for count in range(1, MOST_BONUS + 1)),
)
"""Of a space (H5); null for none."""
GAINS: tuple[str, ...] = (*MUSHROOM_KINDS, "flower", "tile", "sell1")
"""Of a signpost."""
STATUSES: tuple[str, ...] = ("own", "reconstruction")
"""Of a set; the first where it says none."""
LONGEST_WORD = 16
WORD = re.compile(f"[a-z]{{1,{LONGEST_WORD}}}")
"""A flower kind or a signpost, as notation writes it."""
