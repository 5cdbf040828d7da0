"""What rings and gnomes bring in Gnome Hollow: markers, bonuses, signposts, sales (H4–H7, H9).

What a player is to choose of it is put on the stack of steps; nothing here takes a turn further.
"""

from __future__ import annotations

from engines.gnome_hollow.steps import Steps
from engines.gnome_hollow.terms import (
    AT_FLOWERS,
    AT_STUMP,
    BONUS,
    FLOWER,
    FLOWER_PICK,
    GAIN,
    GNOME_BIT,
    GO_FLOWERS,
    GO_MARKET,
    GO_RING,
    GO_SIGN,
    KINDS,
    MARKER,
    MUSHROOMS,
    NO_BONUS,
    PICKS,
    QUANTITIES,
    SALE,
    SELL,
    SIGN,
    SIGNPOST,
    TAKE_TILE,
    TILE,
    TRADES,
    WILDFLOWER,
)


class Gains(Steps):
    """A game in which rings are resolved and gnomes moved."""

    # Rings

    def column_of(self, ring: int) -> int:
        """The column of its size: 3, 4, 5, 6, 7 and more."""
        return self.size[ring] - 3 if self.size[ring] < 7 else 4

    def fits_space(self, seat: int, ring: int, column: int, space: int) -> int:
        """Whether the space is free and takes the ring's shape (H4.3, H9.2)."""
        if self.filled[5 * seat + column] >> space & 1:
            return 0
        shape = self.tiles.shape[column * 8 + space]
        return int(shape < 0 or self.tiles.has_shape(shape, self.cells_on(ring)))

    def has_space(self, seat: int, ring: int) -> int:
        """Whether the player can put a marker there."""
        return int(self.markers[seat] < 8 and self.fitting(seat, ring) > 0)

    def fitting(self, seat: int, ring: int) -> int:
        """The spaces that the ring's marker may go to, as bits."""
        column = self.column_of(ring)
        found = 0
        for space in range(self.tiles.space_count[column]):
            if self.fits_space(seat, ring, column, space):
                found |= 1 << space
        return found

    def is_denied(self, seat: int, ring: int) -> int:
        """Whether its shape keeps the mushrooms from the owner too (H7.6)."""
        column = self.column_of(ring)
        if not self.shape_denies:
            return 0
        free = (1 << self.tiles.space_count[column]) - 1 & ~self.filled[5 * seat + column]
        return int(free != 0 and self.fitting(seat, ring) == 0)

    def resolve(self, ring: int) -> None:
        """Begins a ring: its mushrooms; then the marker is due (H4.1, H4.2)."""
        kept = 0
        for at in range(self.closed_count):
            if self.closed[at] != ring:
                self.closed[kept] = self.closed[at]
                kept += 1
        self.closed_count = kept
        seat = self.owner[ring]
        if seat >= 0 and not self.is_denied(seat, ring):
            self.gain_spores(seat, ring)
        else:
            self.waiting[ring] = int(self.spores[ring] != 0)
        self.put(MARKER, seat if seat >= 0 else self.turn, ring, 0)

    def gain_spores(self, seat: int, ring: int) -> None:
        for kind in range(KINDS):
            self.mushrooms[5 * seat + kind] += self.spores_of(ring, kind)

    def spores_of(self, ring: int, kind: int) -> int:
        """Mushrooms of a kind that are printed on it."""
        return self.spores[ring] >> 12 * kind & 4095

    def set_marker(self, argument: int) -> None:
        """A marker, or two; then a wildflower, then the space's bonus (H7.1)."""
        top = self.depth - 1
        seat, ring = self.step_seat[top], self.step_one[top]
        self.depth = top
        column, space = argument >> 6, argument >> 1 & 7
        self.put(BONUS, seat, column * 8 + space, ring)
        if self.use_markers(seat, column, space, 1 + (argument & 1)):
            self.put(WILDFLOWER, seat, 0, 0)

    def begin_bonus(self) -> None:
        """The bonus of a space (H5)."""
        top = self.depth - 1
        seat, ring = self.step_seat[top], self.step_two[top]
        bonus = self.tiles.bonus[self.step_one[top]]
        self.depth = top
        if bonus == SIGNPOST:
            self.put(SIGN, seat, ring, 0)
        elif bonus == TILE:
            self.put(TAKE_TILE, seat, 0, 0)
        elif bonus == FLOWER:
            self.put(FLOWER_PICK, seat, 0, 0)
        elif bonus != NO_BONUS:
            self.put(PICKS, seat, ring, bonus - MUSHROOMS)

    # Signposts

    def is_new_sign(self, sign: int) -> int:
        """Whether it is one that may be put out now (H5, `signpost_choice`)."""
        if self.signs_out >> sign & 1:
            return 0
        return int(not self.random_signs or self.sign_order[self.ordered] == sign)

    def use_sign(self, seat: int, sign: int, trades: int) -> None:
        """Its effect, then the trade where there is one (H7.2, H9.1)."""
        if self.trading and trades:
            self.put(TRADES, seat, sign, 0)
        for at in range(self.tiles.gain_count[sign] - 1, -1, -1):
            self.put(GAIN, seat, self.tiles.gain[sign * 8 + at], 0)

    def begin_gain(self) -> None:
        """One thing that a signpost gives."""
        top = self.depth - 1
        seat, gain = self.step_seat[top], self.step_one[top]
        self.depth = top
        if gain >= MUSHROOMS:
            self.mushrooms[5 * seat + gain - MUSHROOMS] += 1
        elif gain == TILE:
            self.put(TAKE_TILE, seat, 0, 0)
        elif gain == FLOWER:
            self.put(FLOWER_PICK, seat, 0, 0)
        elif gain == SELL:
            self.put(SALE, seat, 0, 0)

    def set_sign(self, sign: int, new: int) -> None:
        """A bonus `signpost`: a new one into the ring, or one that is out (H5)."""
        top = self.depth - 1
        seat, ring = self.step_seat[top], self.step_one[top]
        self.depth = top
        if new:
            self.signs_out |= 1 << sign
            self.sign[ring] = sign
            self.ordered += self.random_signs
        self.use_sign(seat, sign, self.bonus_trades)

    # Sales and trades

    def can_sell(self, seat: int, kind: int, quantity: int) -> int:
        """Whether so many of a kind can be sold (H6)."""
        at = QUANTITIES * kind + quantity
        if quantity == 0 or self.mushrooms[5 * seat + kind] < quantity:
            return 0
        return 1 if self.tiles.value[at] > 0 and not self.blocked[at] else 0

    def has_sale(self, seat: int) -> int:
        for kind in range(KINDS):
            for quantity in range(2, QUANTITIES):
                if self.can_sell(seat, kind, quantity):
                    return 1
        return 0

    def sell(self, seat: int, sale: int) -> None:
        """A sale `16 * kind + quantity`; 0: none. Pairs are never blocked (H6)."""
        if sale == 0:
            return
        quantity = sale % QUANTITIES
        self.mushrooms[5 * seat + sale // QUANTITIES] -= quantity
        self.treasure[seat] += self.tiles.value[sale]
        if quantity > 2:
            self.blocked[sale] = 1

    def can_trade(self, seat: int, sign: int, index: int) -> int:
        return int(
            index < self.tiles.trade_count[sign]
            and self.mushrooms[5 * seat + self.tiles.give[8 * sign + index]] > 0
        )

    def has_trade(self, seat: int, sign: int) -> int:
        for index in range(self.tiles.trade_count[sign]):
            if self.can_trade(seat, sign, index):
                return 1
        return 0

    def trade(self, seat: int, argument: int) -> None:
        """One of the two trades under a signpost; 0: none (H9.1)."""
        top = self.depth - 1
        sign = self.step_one[top]
        self.depth = top
        if argument:
            self.mushrooms[5 * seat + self.tiles.give[8 * sign + argument - 1]] -= 1
            self.mushrooms[5 * seat + self.tiles.get[8 * sign + argument - 1]] += 1

    # Gnomes

    def go_ring(self, seat: int, ring: int) -> None:
        """Takes what waits there; under `both_visits` its signpost too (H7.5)."""
        self.gain_spores(seat, ring)
        self.waiting[ring] = 0
        if self.both_visits and self.sign[ring] >= 0:
            self.use_sign(seat, self.sign[ring], 1)

    def go(self, verb: int, argument: int) -> None:
        """A gnome's move with its effects (H6)."""
        top = self.depth - 1
        seat = self.step_seat[top]
        self.depth = top
        gnome = 2 * seat + argument // GNOME_BIT
        target = argument % GNOME_BIT
        if verb == GO_FLOWERS:
            self.move_gnome(gnome, AT_FLOWERS)
            if target:
                self.take_flower(seat, target - 1)
        elif verb == GO_MARKET:
            self.move_gnome(gnome, AT_STUMP)
            self.sell(seat, target >> 8)
            self.sell(seat, target & 255)
        else:
            path = self.path_named(target)
            self.move_gnome(gnome, path)
            if verb == GO_RING:
                self.go_ring(seat, path)
            elif verb == GO_SIGN:
                self.use_sign(seat, self.sign[path], 1)
