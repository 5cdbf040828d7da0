"""What players own and what lies beside the garden: tiles, flowers, mushrooms, boards (H2, H5, H7).

What a player has at index `5 * seat + …`: mushrooms by kind, spaces filled by column (bits).
"""

from __future__ import annotations

from engines.gnome_hollow.terms import (
    BAG_END,
    FLOWERS,
    FLOWERS_END,
    KINDS,
    MARKERS_END,
    MARKET,
    WILD,
)
from engines.gnome_hollow.tiles import Tiles
from engines.gnome_hollow.wild import Wild


class Goods(Wild):
    """A game's goods. `end` is the first trigger (H8.1), 0 before."""

    def __init__(self, tiles: Tiles, players: int, passes: bool) -> None:
        super().__init__(tiles, players, passes)
        self.mushrooms = [0] * 20
        self.flowers = [0] * 4
        self.markers = [0] * 4
        self.filled = [0] * 20
        self.doubled = [0] * 20
        self.treasure = [0] * 4
        self.storage = [0] * 16
        self.stored = [0] * 4
        self.market = [0] * 8
        self.market_count = 0
        self.bag = [0] * 92
        self.bag_at = 0
        self.bag_size = 0
        self.reserve = [0] * 8
        self.reserve_size = 0
        self.gone = [0] * 100
        self.gone_count = 0
        self.wilds = 0
        self.tokens = [0] * 8
        self.flower_market = [0] * 8
        self.signs_out = 0
        self.sign_order = [-1] * 7
        self.ordered = 0
        self.blocked = [0] * 80
        self.end = 0

    # Flowers

    def gain_flower(self, seat: int, kind: int) -> None:
        """A token of a kind that the player has not yet (H7)."""
        self.flowers[seat] |= 1 << kind
        if self.flowers[seat] == 255:
            self.trigger(FLOWERS_END)

    def new_flowers(self, seat: int) -> int:
        """The kinds in the flower market that the player has not, as bits."""
        found = 0
        for kind in range(FLOWERS):
            if self.flower_market[kind] and not self.flowers[seat] >> kind & 1:
                found |= 1 << kind
        return found

    def take_flower(self, seat: int, kind: int) -> None:
        self.flower_market[kind] -= 1
        self.gain_flower(seat, kind)

    def take_wild(self, seat: int, kind: int) -> None:
        """The kind's tile goes to storage, one token to the player, the others to the market."""
        self.wilds &= ~(1 << kind)
        self.flower_market[kind] += self.tokens[kind]
        self.tokens[kind] = 0
        if self.new_flowers(seat) >> kind & 1:
            self.take_flower(seat, kind)
        self.store(seat, WILD + kind)

    # Tiles

    def store(self, seat: int, tile: int) -> None:
        self.storage[4 * seat + self.stored[seat]] = tile
        self.stored[seat] += 1

    def is_stored(self, seat: int, tile: int) -> int:
        for at in range(self.stored[seat]):
            if self.storage[4 * seat + at] == tile:
                return 1
        return 0

    def unstore(self, seat: int, tile: int) -> None:
        """Takes a tile out of storage; the others keep their order."""
        kept = 0
        for at in range(self.stored[seat]):
            if self.storage[4 * seat + at] != tile:
                self.storage[4 * seat + kept] = self.storage[4 * seat + at]
                kept += 1
        self.stored[seat] = kept

    def stored_wilds(self, seat: int) -> int:
        count = 0
        for at in range(self.stored[seat]):
            count += 1 if self.storage[4 * seat + at] >= WILD else 0
        return count

    def must_drop(self, seat: int) -> int:
        """Whether the storage holds more than it may (H3.3)."""
        return 1 if self.stored[seat] > 2 or self.stored_wilds(seat) > 1 else 0

    def in_market(self, tile: int) -> int:
        for at in range(self.market_count):
            if self.market[at] == tile:
                return 1
        return 0

    def unmarket(self, tile: int) -> None:
        """Takes a tile out of the market; the others keep their order."""
        kept = 0
        for at in range(self.market_count):
            if self.market[at] != tile:
                self.market[kept] = self.market[at]
                kept += 1
        self.market_count = kept

    def discard(self, tile: int) -> None:
        """A tile leaves the game (H3.3)."""
        self.gone[self.gone_count] = tile
        self.gone_count += 1

    def draw_tile(self) -> int:
        """From the bag to the market; 0 where that emptied the bag first, or it was empty."""
        if self.bag_at == self.bag_size:
            return 0
        self.market[self.market_count] = self.bag[self.bag_at]
        self.market_count += 1
        self.bag_at += 1
        if self.bag_at == self.bag_size and self.end == 0:
            self.trigger(BAG_END)
            return 0
        return 1

    def refill(self) -> None:
        """To eight; where the bag runs out, not from the reserve (H8.1)."""
        while self.market_count < MARKET and self.draw_tile():
            pass

    # Markers

    def use_markers(self, seat: int, column: int, space: int, count: int) -> int:
        """One or two to a space; whether the 2nd, 4th or 6th was among them (H5.1)."""
        before = self.markers[seat]
        after = before + count
        self.markers[seat] = after
        self.filled[5 * seat + column] |= 1 << space
        if count == 2:
            self.doubled[5 * seat + column] |= 1 << space
        if after == 8:
            self.trigger(MARKERS_END)
        return int(before >> 1 < after >> 1 and after < 8)

    # The end

    def trigger(self, cause: int) -> None:
        """The end begins: the reserve goes into the bag, under what is left there (H8.1)."""
        if self.end:
            return
        self.end = cause
        for at in range(self.reserve_size):
            self.bag[self.bag_size] = self.reserve[at]
            self.bag_size += 1
        self.reserve_size = 0

    def mushrooms_left(self, seat: int) -> int:
        count = 0
        for kind in range(KINDS):
            count += self.mushrooms[5 * seat + kind]
        return count

    def set_goods(
        self, market: list[int], bag: list[int], reserve: list[int], kinds: int, spare: int,
        order: list[int],
    ) -> None:  # fmt: skip
        """Deals (H2). Tiles with the top first; `kinds`: those without a tile, as bits (two
        players); `spare`: the kinds that keep all their tokens, as bits; `order`: of signposts."""
        self.market_count = len(market)
        for at in range(len(market)):
            self.market[at] = market[at]
        self.bag_size = len(bag)
        for at in range(len(bag)):
            self.bag[at] = bag[at]
        self.reserve_size = len(reserve)
        for at in range(len(reserve)):
            self.reserve[at] = reserve[at]
        for at in range(len(order)):
            self.sign_order[at] = order[at]
        self.wilds = 255 & ~kinds
        for kind in range(FLOWERS):
            count = self.players if spare >> kind & 1 else self.players - 1
            if kinds >> kind & 1:
                self.flower_market[kind] = count
            else:
                self.tokens[kind] = count

    def assign_goods(self, other: Goods) -> None:
        """Copies goods."""
        for at in range(20):
            self.mushrooms[at] = other.mushrooms[at]
            self.filled[at] = other.filled[at]
            self.doubled[at] = other.doubled[at]
        for seat in range(4):
            self.flowers[seat] = other.flowers[seat]
            self.markers[seat] = other.markers[seat]
            self.treasure[seat] = other.treasure[seat]
            self.stored[seat] = other.stored[seat]
        for at in range(16):
            self.storage[at] = other.storage[at]
        self.market_count = other.market_count
        self.reserve_size = other.reserve_size
        for at in range(8):
            self.market[at] = other.market[at]
            self.reserve[at] = other.reserve[at]
            self.tokens[at] = other.tokens[at]
            self.flower_market[at] = other.flower_market[at]
        self.bag_at = other.bag_at
        self.bag_size = other.bag_size
        for at in range(92):
            self.bag[at] = other.bag[at]
        self.gone_count = other.gone_count
        for at in range(other.gone_count):
            self.gone[at] = other.gone[at]
        self.wilds = other.wilds
        self.signs_out = other.signs_out
        for at in range(7):
            self.sign_order[at] = other.sign_order[at]
        self.ordered = other.ordered
        for at in range(80):
            self.blocked[at] = other.blocked[at]
        self.end = other.end
