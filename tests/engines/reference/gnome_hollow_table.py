"""The table of a Gnome Hollow game, and what can be gained there."""

from collections.abc import Generator
from typing import Any

from tests.engines.reference.gnome_hollow_garden import Path, planted
from tests.engines.reference.gnome_hollow_goods import Player, Ring, droppable, sales, sell
from tests.engines.reference.gnome_hollow_setup import Setup
from tests.engines.reference.gnome_hollow_tiles import FLOWERS, MARKET
from tests.engines.reference.records import Broken

Steps = Generator[tuple[int, list[str]], str, None]
"""Part of a game: gives the seat that decides and its legal texts, is sent the one chosen."""


class Table:
    """What lies on the table and before the players; `seat` is the active player.

    Each `yield` is a decision of a seat.
    """

    def __init__(self, players: int, options: dict[str, Any], setup: dict[str, Any]) -> None:
        self.setup = Setup(players, options, setup)
        self.options = self.setup.options
        self.tiles = self.setup.tiles
        self.start = self.seat = self.setup.start
        self.market = list(self.setup.market)
        self.bag = list(self.setup.bag)
        self.reserve = list(self.setup.reserve)
        self.signposts = list(self.setup.signposts)  # not out yet
        self.wild = dict(self.setup.wild)  # kinds whose tile is still there ↦ its tokens
        self.flower_market = self.setup.flower_market.copy()
        self.players = [Player() for _ in range(players)]
        self.garden = planted(self.tiles.stump())
        self.rings: dict[Path, Ring] = {}
        self.blocked: set[tuple[str, int]] = set()
        self.end: str | None = None

    def after(self, seat: int) -> int:
        """H2.2: turns in seat order."""
        return (seat + 1) % len(self.players)

    def trigger(self, reason: str) -> None:
        """H8.1: the first one counts, and brings the reserve under the bag."""
        if self.end is None:
            self.end = reason
            self.bag += self.reserve
            self.reserve = []

    def draw(self) -> None:
        """One tile from the bag to the market."""
        if not self.bag:
            return
        tile = self.bag.pop(0)
        if tile == "?":
            raise Broken("records", "nobody knows this tile")
        self.market.append(tile)
        if not self.bag:
            self.trigger("bag")

    def clockwise(self, seat: int) -> int:
        """How far from the active player."""
        return (seat - self.seat) % len(self.players)

    def owners(self, path: Path) -> set[int]:
        """H3.2: the seats with a gnome on it."""
        return {
            seat
            for seat, player in enumerate(self.players)
            if any(place in path.pieces for place in player.gnomes.values())
        }

    def refill(self, when: str) -> None:
        """H3.1, H8.1: to eight; not continued from the reserve where the bag runs out in it."""
        if self.options["market_refill"] != when:
            return
        for _ in range(len(self.market), MARKET):
            before = self.end
            self.draw()
            if self.end != before:
                return

    # Goods

    def store(self, seat: int, tile: str) -> Steps:
        """H3.3, H7.2: a tile is gained, and what is too much dropped."""
        storage = self.players[seat].storage
        storage.append(tile)
        while too_much := droppable(storage, self.tiles):
            text = yield seat, [f"drop {each}" for each in too_much]
            storage.remove(text.removeprefix("drop "))

    def gain_wild(self, seat: int) -> Steps:
        """H5.1: a wildflower tile, its tokens; without one left, a market flower."""
        if not self.wild:
            yield from self.gain_market_flower(seat)
            return
        text = yield seat, [f"wild {kind}" for kind in self.wild]
        kind = text.removeprefix("wild ")
        self.flower_market[kind] += self.wild.pop(kind) - 1
        self.gain_flower(seat, kind)
        yield from self.store(seat, kind)

    def gain_flower(self, seat: int, kind: str) -> None:
        """H7; the 8th ends the game (H8.1)."""
        flowers = self.players[seat].flowers
        flowers.add(kind)
        if len(flowers) == FLOWERS:
            self.trigger("flowers")

    def new_kinds(self, seat: int) -> list[str]:
        """H6, H7: the market's flowers that this player does not own."""
        there = [kind for kind, tokens in self.flower_market.items() if tokens]
        return sorted(set(there) - self.players[seat].flowers)

    def take_from_flower_market(self, seat: int, kind: str) -> None:
        """One token."""
        self.flower_market[kind] -= 1
        self.gain_flower(seat, kind)

    def gain_market_flower(self, seat: int) -> Steps:
        """H5, H7.2: a kind that is new to this player, where one lies there."""
        kinds = self.new_kinds(seat)
        if kinds:
            text = yield seat, [f"flower {kind}" for kind in kinds]
            self.take_from_flower_market(seat, text.removeprefix("flower "))

    def gain_market_tile(self, seat: int) -> Steps:
        """H5: exactly one tile is drawn after it at once."""
        if self.market:
            text = yield seat, [f"take {tile}" for tile in self.market]
            tile = text.removeprefix("take ")
            self.market.remove(tile)
            self.draw()
            yield from self.store(seat, tile)

    def sell_one(self, seat: int) -> Steps:
        """A signpost's `sell1`; it may be declined (H7.2)."""
        possible = sales(self.players[seat], self.tiles, self.blocked, 1)
        if possible:
            text = yield seat, ["sell -", *(f"sell {sale}" for sale in possible)]
            self.sell(seat, text.removeprefix("sell ").strip("-"))

    def sell(self, seat: int, sold: str) -> None:
        """H6; the blockers stay for the rest of the game."""
        self.blocked = sell(self.players[seat], self.tiles, self.blocked, sold)
