"""A Gnome Hollow game's options and set-up: read, checked, dealt."""

import random
from collections import Counter
from typing import Any

from tests.engines.reference import records
from tests.engines.reference.gnome_hollow_tiles import MARKET, PILE_A_SEAT, load
from tests.engines.reference.records import Broken


def one_of(*values: str) -> tuple[Any, Any]:
    """An option with these values, the default first."""
    return values[0], lambda value: value in values


OPTIONS: dict[str, tuple[Any, Any]] = {
    "two_player_tokens": one_of("flowers", "none"),  # H2.3
    "market_tiles": one_of("place_both", "may_store"),  # H3.1
    "market_refill": one_of("after_placement", "end_of_turn"),  # H3.1
    "permission": one_of("ask", "always", "never"),  # H3.2
    "ring_size": one_of("distinct", "passes"),  # H4
    "signpost_choice": one_of("choose", "random"),  # H5
    "ring_visit": one_of("one", "both"),  # H6
    "trade_board": (False, lambda used: True),  # H9.1
    "trade_on_bonus": one_of("off", "on"),  # H9.1
    "advanced_board": (False, lambda used: True),  # H9.2
    "shape_denies_mushrooms": one_of("off", "on"),  # H9.2
}

NEEDING = {"trade_board": "trade_on_bonus", "advanced_board": "shape_denies_mushrooms"}
"""Variant ↦ the option that is refused without it (decision 17: the rules page does not say)."""


class Setup:
    """A checked set-up: piles top first, `tokens` on each wildflower tile, the flower market."""

    def __init__(self, players: int, options: dict[str, Any], given: object) -> None:
        if not records.is_whole(players) or players not in (2, 3, 4):
            raise Broken("H1.1", "two to four players")
        self.options = records.read_options(options, OPTIONS)
        if not isinstance(given, dict):
            raise Broken("records", "setup is no object")
        tiles = load(given.get("tileset"))
        if tiles is None:
            raise Broken("H1.2", f"no tile set {given.get('tileset')!r}")
        self.tiles = tiles
        for variant in ("trade_board", "advanced_board"):
            if self.options[variant] and variant not in tiles.data:
                raise Broken("H9.2", f"the tile set has no {variant}")
            if self.options[NEEDING[variant]] == "on" and not self.options[variant]:
                raise Broken("H9.2", f"{NEEDING[variant]} means nothing without {variant}")
        self.start = records.read_start(given, players, "H2.2")
        numbers, reserve = set(tiles.tiles), PILE_A_SEAT * players
        left = len(numbers) - MARKET - reserve
        self.market = records.read_tiles(given.get("market"), numbers, MARKET, "H2.1")
        self.bag = records.read_tiles(given.get("bag"), numbers, left, "H2.1", True)
        self.reserve = records.read_tiles(given.get("reserve"), numbers, reserve, "H2.1", True)
        records.check_stock(
            self.market + self.bag + self.reserve, dict.fromkeys(numbers, 1), "H2.1"
        )
        self._read_signposts(given)
        self._read_flowers(given, players)

    def _read_signposts(self, given: dict[str, Any]) -> None:
        """H5: their order is part of the set-up exactly where it is random."""
        names = set(self.tiles.signposts)
        if self.options["signpost_choice"] == "choose":
            if "signposts" in given:
                raise Broken("H5", "signposts are chosen, not drawn")
            self.signposts = sorted(names)
            return
        self.signposts = records.read_tiles(given.get("signposts"), names, len(names), "H5")
        records.check_stock(self.signposts, dict.fromkeys(names, 1), "H5")

    def _read_flowers(self, given: dict[str, Any], players: int) -> None:
        """H2.2, H2.3."""
        kinds: Any = given.get("market_kinds", [])
        if "market_kinds" in given and players > 2:
            raise Broken("H2.3", "only two players begin with flowers in the market")
        if players == 2:
            if not isinstance(kinds, list) or len(kinds) != 2:
                raise Broken("H2.3", "two kinds begin in the flower market")
            if any(kind not in self.tiles.flowers for kind in kinds) or kinds[0] == kinds[1]:
                raise Broken("H2.3", f"{kinds!r} are not two kinds of flowers")
        tokens = Counter(dict.fromkeys(self.tiles.flowers, players))
        if players == 2 and self.options["two_player_tokens"] == "flowers":
            tokens -= Counter(kind for kind in tokens if kind != "purple")
        self.flower_market = Counter({kind: tokens[kind] for kind in kinds})
        self.wild = {kind: tokens[kind] for kind in self.tiles.flowers if kind not in kinds}


def deal(
    players: int, options: dict[str, Any], seed: int, start: int = 0, tileset: str = "recon-1"
) -> dict[str, Any]:
    """A legal set-up from a seed."""
    dice = random.Random(seed)
    tiles = load(tileset)
    assert tiles is not None
    numbers = sorted(tiles.tiles)
    dice.shuffle(numbers)
    cut = len(numbers) - PILE_A_SEAT * players
    setup: dict[str, Any] = {
        "tileset": tileset,
        "start": start,
        "market": " ".join(numbers[:MARKET]),
        "bag": " ".join(numbers[MARKET:cut]),
        "reserve": " ".join(numbers[cut:]),
    }
    if players == 2:
        setup["market_kinds"] = dice.sample(tiles.flowers, 2)
    if options.get("signpost_choice") == "random":
        setup["signposts"] = " ".join(dice.sample(sorted(tiles.signposts), len(tiles.signposts)))
    return setup


def stacked(players: int, *tiles: int) -> dict[str, Any]:
    """A legal set-up in which these tiles come first, eight of them in the market."""
    setup = deal(players, {}, 1)
    first = [str(tile) for tile in tiles]
    piles = [setup[name].split(" ") for name in ("market", "bag", "reserve")]
    numbers = first + [tile for pile in piles for tile in pile if tile not in first]
    cut = len(numbers) - PILE_A_SEAT * players
    return setup | {
        "market": " ".join(numbers[:MARKET]),
        "bag": " ".join(numbers[MARKET:cut]),
        "reserve": " ".join(numbers[cut:]),
    }
