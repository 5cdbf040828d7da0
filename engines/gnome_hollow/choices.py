"""What may be decided in a game of Gnome Hollow (H3–H7).

A decision is an int. A lay is `(tile * 65536 + cell) * 12 + lay`, a wildflower's with lay 0. The
others are `BASE + verb * VERB + argument`, verbs and numbers as in `terms`:

| verb | argument |
|---|---|
| END_PLACING, YES, NO, STAY | 0 |
| DROP, TAKE | tile |
| FIX_JOINTS | index in `closings` |
| RESOLVE | name of a ring |
| MARK | column * 64 + space * 2, + 1 for two markers |
| TAKE_WILD, TAKE_FLOWER | flower kind |
| NEW_SIGN, USE_SIGN | signpost |
| PICK | mushrooms of the ring, 3 bits a kind |
| GO_PATH, GO_RING, GO_SIGN | name; + GNOME_BIT for the second gnome, as below |
| GO_FLOWERS | 1 + flower kind; 0 for none |
| GO_MARKET | first sale * 256 + second; a sale is kind * 16 + quantity, 0 for none |
| SELL_ONE | sale, 0 for none |
| TRADE | 1 + index, 0 for none |

The name of a path or ring: `6 * cell + edge`, least on it.
"""

from __future__ import annotations

from engines.gnome_hollow.policy import Policy
from engines.gnome_hollow.terms import (
    AT_FLOWERS,
    AT_STUMP,
    BASE,
    DROP,
    DROPS,
    END_PLACING,
    FIX,
    FIX_JOINTS,
    FLOWER_PICK,
    FLOWERS,
    GNOME,
    GNOME_BIT,
    GO_FLOWERS,
    GO_MARKET,
    GO_PATH,
    GO_RING,
    GO_SIGN,
    KINDS,
    LAYS,
    LEAVE,
    MARK,
    MARKER,
    NEW_SIGN,
    NO,
    OPEN,
    PICK,
    PICKS,
    PLACE,
    QUANTITIES,
    RESOLVE,
    RING,
    RINGS,
    SALE,
    SELL_ONE,
    SIGN,
    SIGNPOSTS,
    STAY,
    TAKE,
    TAKE_FLOWER,
    TAKE_TILE,
    TAKE_WILD,
    TRADE,
    TRADES,
    USE_SIGN,
    VERB,
    WILD,
    WILDFLOWER,
    YES,
)
from engines.gnome_hollow.tiles import Tiles


class Choices(Policy):
    """A game whose legal decisions can be listed and told from others."""

    def __init__(self, tiles: Tiles, players: int, start: int, options: dict[str, int]) -> None:
        super().__init__(tiles, players, start, options)
        self.found = [0] * 4096
        self.count = 0
        self.sales = [0] * 80

    def actor(self) -> int:
        """The seat that decides; -1 when the game has ended."""
        return self.step_seat[self.depth - 1]

    def phase(self) -> int:
        """The step that is due."""
        return self.step[self.depth - 1]

    def lays(self) -> list[int]:
        """Every legal lay, ascending."""
        found: list[int] = []
        for at in range(self.market_count):
            if self.used < 2:
                self.list_lays(self.market[at], found)
        for at in range(self.stored[self.turn]):
            if self.may_place(self.storage[4 * self.turn + at]):
                self.list_lays(self.storage[4 * self.turn + at], found)
        found.sort()
        return found

    def list_lays(self, tile: int, found: list[int]) -> None:
        for front in range(self.front_count):
            cell = self.front[front]
            for lay in range(LAYS):
                if self.fits(tile * LAYS + lay, front) and self.is_lay(tile, lay, cell):
                    found.append((tile * 65536 + cell) * LAYS + lay)

    def list_others(self) -> None:
        """Fills `found` with every legal decision but the lays."""
        top = self.depth - 1
        step, seat, one = self.step[top], self.step_seat[top], self.step_one[top]
        self.count = 0
        if step == PLACE:
            self.list_placing()
        elif step == LEAVE:
            self.add(YES, 0)
            self.add(NO, 0)
        elif step == FIX:
            for at in range(len(self.closings)):
                self.add(FIX_JOINTS, at)
        elif step == RINGS:
            for at in range(self.closed_count):
                self.add(RESOLVE, self.name[self.closed[at]])
        elif step == GNOME:
            self.list_gnomes(seat)
        else:
            self.list_effects(step, seat, one)

    def list_effects(self, step: int, seat: int, one: int) -> None:
        """What rings and gnomes bring."""
        if step == MARKER:
            self.list_markers(seat, one)
        elif step == WILDFLOWER:
            self.list_wilds(seat)
        elif step == DROPS:
            self.list_drops(seat)
        elif step == SIGN:
            self.list_signs()
        elif step == TAKE_TILE:
            self.list_tiles()
        elif step == FLOWER_PICK:
            self.list_flowers(seat)
        elif step == PICKS:
            self.list_picks(one, KINDS - 1, 0, self.picks_due())
        elif step == SALE:
            self.list_sales(seat)
        elif step == TRADES:
            self.list_trades(seat, one)

    def add(self, verb: int, argument: int) -> None:
        self.found[self.count] = BASE + verb * VERB + argument
        self.count += 1

    def list_placing(self) -> None:
        if self.is_used():
            self.add(END_PLACING, 0)
        if self.used == 2:
            return
        for at in range(self.market_count):
            tile = self.market[at]
            if not self.has_lay(tile):
                self.add(DROP, tile)
            if self.may_store:
                self.add(TAKE, tile)

    def list_tiles(self) -> None:
        for at in range(self.market_count):
            self.add(TAKE, self.market[at])

    def list_markers(self, seat: int, ring: int) -> None:
        column = self.column_of(ring)
        fitting = self.fitting(seat, ring)
        for space in range(self.tiles.space_count[column]):
            if fitting >> space & 1:
                self.add(MARK, column * 64 + space * 2)
                if self.tiles.double[column * 8 + space] and self.markers[seat] < 7:
                    self.add(MARK, column * 64 + space * 2 + 1)

    def list_wilds(self, seat: int) -> None:
        """A wildflower's kind; where no tile is left a market flower (H5.1)."""
        if self.wilds == 0:
            self.list_flowers(seat)
        for kind in range(FLOWERS):
            if self.wilds >> kind & 1:
                self.add(TAKE_WILD, kind)

    def list_flowers(self, seat: int) -> None:
        kinds = self.new_flowers(seat)
        for kind in range(FLOWERS):
            if kinds >> kind & 1:
                self.add(TAKE_FLOWER, kind)

    def list_drops(self, seat: int) -> None:
        """What may go; with two wildflowers only one of them (H7.2)."""
        wilds = self.stored_wilds(seat) > 1
        for at in range(self.stored[seat]):
            tile = self.storage[4 * seat + at]
            if tile >= WILD or not wilds:
                self.add(DROP, tile)

    def list_signs(self) -> None:
        for sign in range(SIGNPOSTS):
            if self.is_new_sign(sign):
                self.add(NEW_SIGN, sign)
            elif self.signs_out >> sign & 1:
                self.add(USE_SIGN, sign)

    def picks_due(self) -> int:
        """How many mushrooms a bonus gives: no more than are printed (H5)."""
        top = self.depth - 1
        printed = 0
        for kind in range(KINDS):
            printed += self.spores_of(self.step_one[top], kind)
        return min(printed, self.step_two[top])

    def list_picks(self, ring: int, kind: int, picked: int, due: int) -> None:
        """Every way to take `due` of those printed, of this kind and those before it."""
        if kind < 0:
            if due == 0:
                self.add(PICK, picked)
            return
        most = min(due, self.spores_of(ring, kind))
        for number in range(most + 1):
            self.list_picks(ring, kind - 1, picked | number << 3 * kind, due - number)

    def list_sales(self, seat: int) -> None:
        self.add(SELL_ONE, 0)
        for at in range(self.find_sales(seat)):
            self.add(SELL_ONE, self.sales[at])

    def find_sales(self, seat: int) -> int:
        """Fills `sales` with those that the seat can make, ascending; how many."""
        count = 0
        for kind in range(KINDS):
            for quantity in range(1, min(QUANTITIES, self.mushrooms[5 * seat + kind] + 1)):
                if self.can_sell(seat, kind, quantity):
                    self.sales[count] = QUANTITIES * kind + quantity
                    count += 1
        return count

    def list_trades(self, seat: int, sign: int) -> None:
        self.add(TRADE, 0)
        for index in range(self.tiles.trade_count[sign]):
            if self.can_trade(seat, sign, index):
                self.add(TRADE, 1 + index)

    def list_gnomes(self, seat: int) -> None:
        """Every place that a gnome may move to, with what it does there (H6)."""
        self.add(STAY, 0)
        for gnome in range(2):
            self.list_places(gnome * GNOME_BIT, self.gnome_on[2 * seat + gnome])
            if self.gnome_on[2 * seat + gnome] != AT_FLOWERS:
                self.list_flower_visits(seat, gnome * GNOME_BIT)
            if self.gnome_on[2 * seat + gnome] != AT_STUMP:
                self.list_market_visits(seat, gnome * GNOME_BIT)

    def list_places(self, gnome: int, place: int) -> None:
        for path in range(self.path_count):
            name = gnome | self.name[path]
            if self.state[path] == OPEN:
                if self.gnomes[path] == 0:
                    self.add(GO_PATH, name)
            elif self.state[path] == RING and path != place:
                if self.waiting[path]:
                    self.add(GO_RING, name)
                if self.sign[path] >= 0 and not (self.both_visits and self.waiting[path]):
                    self.add(GO_SIGN, name)

    def list_flower_visits(self, seat: int, gnome: int) -> None:
        kinds = self.new_flowers(seat)
        if kinds == 0:
            self.add(GO_FLOWERS, gnome)
        for kind in range(FLOWERS):
            if kinds >> kind & 1:
                self.add(GO_FLOWERS, gnome | 1 + kind)

    def list_market_visits(self, seat: int, gnome: int) -> None:
        """No sale, or one, or two of different kinds (H6)."""
        self.add(GO_MARKET, gnome)
        count = self.find_sales(seat)
        for one in range(count):
            sale = self.sales[one]
            self.add(GO_MARKET, gnome | sale << 8)
            for other in range(one + 1, count):
                if self.sales[other] // QUANTITIES > sale // QUANTITIES:
                    self.add(GO_MARKET, gnome | sale << 8 | self.sales[other])

    def allows_shown(self, move: object) -> int:
        """Whether the decision is legal as far as one can see, whatever is drawn after it."""
        if type(move) is not int or move < 0 or move >= BASE + (TRADE + 1) * VERB:
            return 0
        if move < BASE:
            return self.allows_lay(move)
        self.list_others()
        for at in range(self.count):
            if self.found[at] == move:
                return 1
        return 0

    def allows_lay(self, move: int) -> int:
        lay, cell = move % LAYS, move // LAYS & 65535
        tile = move // (65536 * LAYS)
        return int(
            self.phase() == PLACE
            and tile < WILD + FLOWERS
            and self.tiles.canonical[tile * LAYS + lay] == 1
            and self.may_place(tile) == 1
            and self.is_lay(tile, lay, cell) == 1
        )

    def fits(self, row: int, front: int) -> int:
        """Whether a lay, in its one spelling, agrees with what lies around a frontier cell; a
        wildflower does anywhere (H5.1)."""
        agrees = self.tiles.edges[row] & self.care[front] == self.need[front]
        return 1 if (agrees or row >= WILD * LAYS) and self.tiles.canonical[row] else 0
