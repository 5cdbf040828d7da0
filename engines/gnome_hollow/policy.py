"""What decisions seem worth to a seat at once, in hundredths of a point: how `greedy` judges.

Paths are judged by what they would give when closed and by how near that seems: the fewer tiles
lie between their ends, the likelier. No decision is tried out; only the paths met are looked at.
"""

from __future__ import annotations

from engines.gnome_hollow.terms import (
    FLOWER,
    GNOME_BIT,
    GO_FLOWERS,
    GO_MARKET,
    GO_PATH,
    GO_RING,
    KINDS,
    LAYS,
    MUSHROOMS,
    NO_BONUS,
    NOBODY,
    OPEN,
    OVER,
    QUANTITIES,
    SELL,
    SIGNPOST,
    TILE,
    WILD,
)
from engines.gnome_hollow.tiles import Tiles
from engines.gnome_hollow.turns import Turns

MUSHROOM = 170
"""A mushroom that is sold with others of its kind some day."""
HELD = 130
"""One in hand: what it must bring to be sold before the end."""
FREE = 60
"""Percent of its worth that a path is to whoever may claim it next."""
FAR = 7
"""Ends further apart than so many tiles are not brought together."""


class Policy(Turns):
    """A game whose decisions can be judged."""

    def __init__(self, tiles: Tiles, players: int, start: int, options: dict[str, int]) -> None:
        super().__init__(tiles, players, start, options)
        self.chance = [75, 48, 30, 18, 10, 5, 2, 0]
        self.met = [-1] * 6
        self.met_beyond = [0] * 6
        self.met_spores = [0] * 6
        self.met_hope = [0] * 6

    # Things

    def marker_worth(self, seat: int, count: int) -> int:
        """So many markers more: the track, and the wildflower of every second one."""
        before = self.markers[seat]
        after = min(8, before + count)
        worth = 100 * (self.tiles.track[after] - self.tiles.track[before])
        if before >> 1 < after >> 1 and after < 8:
            worth += self.flower_worth(seat)
        return worth

    def flower_worth(self, seat: int) -> int:
        owned = 0
        for kind in range(8):
            owned += self.flowers[seat] >> kind & 1
        return 100 * (self.tiles.track[min(8, owned + 1)] - self.tiles.track[owned])

    def spores_worth(self, path: int) -> int:
        worth = 0
        for kind in range(KINDS):
            worth += MUSHROOM * (self.spores[path] >> 12 * kind & 4095)
        return worth

    def bonus_worth(self, seat: int, bonus: int) -> int:
        """A space's bonus, or what a signpost gives."""
        if bonus == NO_BONUS:
            return 0
        if bonus == FLOWER:
            return self.flower_worth(seat) if self.new_flowers(seat) else 0
        if bonus == TILE:
            return 60
        if bonus == SIGNPOST:
            return 220
        if bonus == SELL:
            return max(0, self.best_sale(seat, -1) >> 8)
        return MUSHROOM * (bonus - MUSHROOMS)

    def sign_worth(self, seat: int, sign: int) -> int:
        worth = 0
        for at in range(self.tiles.gain_count[sign]):
            gain = self.tiles.gain[8 * sign + at]
            worth += MUSHROOM if gain >= MUSHROOMS else self.bonus_worth(seat, gain)
        return worth

    # Paths

    def gap(self, slot: int, other: int) -> int:
        """Tiles that are missing between two ends at least, less one; `FAR` where they are far."""
        one = self.cell_of[slot // 6] + self.tiles.step[slot % 6]
        two = self.cell_of[other // 6] + self.tiles.step[other % 6]
        return self.apart(one, two)

    def apart(self, one: int, two: int) -> int:
        """Steps from one cell to the other; `FAR` where they are far."""
        q = (one >> 8) - (two >> 8)
        r = (one & 255) - (two & 255)
        far = max(abs(q), abs(r), abs(q + r))
        return far if far < FAR else FAR

    def prize(self, seat: int) -> int:
        """What closing a ring brings beside its mushrooms."""
        return self.marker_worth(seat, 1) + 80

    def hope(self, seat: int, spores: int, slot: int, other: int) -> int:
        """What an open path with these ends and mushrooms may bring to a seat that owns it."""
        return (spores + self.prize(seat)) * self.chance[self.gap(slot, other)] // 100

    def path_hope(self, seat: int, path: int) -> int:
        return self.hope(seat, self.spores_worth(path), self.end_a[path], self.end_b[path])

    def share(self, owner: int, seat: int) -> int:
        """Percent of a path's hope that counts for a seat: its own, a free one, another's."""
        if owner == seat:
            return 100
        return FREE if owner == NOBODY else -50

    def part(self, worth: int, percent: int) -> int:
        """So many percent of a worth that is not negative; rounded towards nothing."""
        return worth * percent // 100 if percent >= 0 else -(worth * -percent // 100)

    # Lays

    def lay_worth(self, move: int, seat: int) -> int:
        """A lay, to any seat."""
        tile = move // (65536 * LAYS)
        cell = move // LAYS & 65535
        if tile >= WILD:
            return self.wild_worth(cell, seat)
        self.meet(cell, self.need[-1 - self.at[self.spot(cell)]], seat)
        return self.row_worth(tile * LAYS + move % LAYS, self.prize(seat), seat)

    def meet(self, cell: int, need: int, seat: int) -> int:
        """Notes which path each edge of a free cell meets and what that is to the seat; returns
        the owners of all of them, as bits."""
        owners = 0
        for edge in range(6):
            path = self.path_met(cell, edge, need)
            self.met[edge] = path
            self.met_beyond[edge] = self.end_beyond(path, cell, edge)
            self.met_spores[edge] = 0
            self.met_hope[edge] = 0
            if path >= 0:
                owners |= self.owner_bit(path)
                self.met_spores[edge] = self.spores_worth(path)
                self.met_hope[edge] = self.part(
                    self.path_hope(seat, path), self.share(self.owner[path], seat)
                )
        return owners

    def row_worth(self, row: int, prize: int, seat: int) -> int:
        """A tile so turned, on the cell that was met."""
        worth = 0
        for edge in range(6):
            mate = self.tiles.mate[row * 6 + edge]
            if mate > edge and (self.met[edge] >= 0 or self.met[mate] >= 0):
                own = MUSHROOM * self.tiles.printed[row * 6 + edge]
                worth += self.piece_worth(edge, mate, own, prize, seat)
        return worth

    def piece_worth(self, edge: int, mate: int, own: int, prize: int, seat: int) -> int:
        """One piece: the ring that it closes, or what becomes of the paths that it meets."""
        one = self.met[edge]
        two = self.met[mate]
        if one == two:
            return self.ring_worth(one, own, seat)
        owner = self.owner[two] if two >= 0 else NOBODY
        if owner == NOBODY and one >= 0:
            owner = self.owner[one]
        near = self.chance[self.apart(self.met_beyond[edge], self.met_beyond[mate])]
        spores = own + self.met_spores[edge] + self.met_spores[mate]
        after = self.part((spores + prize) * near // 100, self.share(owner, seat))
        return after - self.met_hope[edge] - self.met_hope[mate]

    def end_beyond(self, path: int, cell: int, edge: int) -> int:
        """The cell that the path's other end leads to; without a path that beyond the edge."""
        beyond = cell + self.tiles.step[edge]
        if path < 0:
            return beyond
        number = self.number_at(beyond)
        met = 6 * number + (edge + 3 if edge < 3 else edge - 3)
        end = self.end_b[path] if self.end_a[path] == met else self.end_a[path]
        return self.cell_of[end // 6] + self.tiles.step[end % 6]

    def ring_worth(self, path: int, own: int, seat: int) -> int:
        """Closing it now: to its owner all, to the active player the marker of a free one."""
        owner = self.owner[path]
        spores = self.spores_worth(path) + own
        hope = self.part(self.path_hope(seat, path), self.share(owner, seat))
        if owner == seat:
            return spores + self.marker_worth(seat, 1) + 150 - hope
        if owner != NOBODY:
            return -((spores + 200) // 2) - hope
        if seat != self.turn:
            return 0
        return spores * FREE // 100 + self.marker_worth(seat, 1) + 150 - hope

    def wild_worth(self, cell: int, seat: int) -> int:
        """A wildflower: the best ring that one joint on it would close; else it had better wait."""
        best = -1
        for edge in range(6):
            one = self.end_facing(cell, edge)
            for other in range(edge):
                if one >= 0 and self.end_facing(cell, other) == one:
                    best = max(best, self.ring_worth(one, 0, seat))
        return best

    def end_facing(self, cell: int, edge: int) -> int:
        """The open path that ends at this edge of a free cell; −1."""
        number = self.number_at(cell + self.tiles.step[edge])
        if number < 0 or self.is_wild(number):
            return -1
        slot = 6 * number + (edge + 3 if edge < 3 else edge - 3)
        return self.path_at[slot] if self.mate_of[slot] >= 0 else -1

    # Gnomes and the market

    def best_sale(self, seat: int, but: int) -> int:
        """The best sale of another kind than `but`: `worth << 8 | sale`; 0 where none pays."""
        best = 0
        for kind in range(KINDS):
            for quantity in range(2, QUANTITIES):
                if kind != but and self.can_sell(seat, kind, quantity):
                    worth = self.sale_worth(seat, QUANTITIES * kind + quantity)
                    if worth > best >> 8:
                        best = worth << 8 | QUANTITIES * kind + quantity
        return best

    def sale_worth(self, seat: int, sale: int) -> int:
        """Its treasure, less what the mushrooms are worth in hand while the game goes on."""
        held = 0 if self.end else HELD
        return 100 * self.tiles.value[sale] - held * (sale % QUANTITIES)

    def gnome_worth(self, seat: int, verb: int, argument: int) -> int:
        """A gnome's move, less the claim that it gives up (H6)."""
        gnome = 2 * seat + argument // GNOME_BIT
        target = argument % GNOME_BIT
        worth = 0
        left = self.gnome_on[gnome]
        if left >= 0 and self.state[left] == OPEN and self.last == 0:
            worth -= self.path_hope(seat, left) * (100 - FREE) // 100 + 40
        if verb == GO_FLOWERS:
            return worth + (self.flower_worth(seat) if target else -50)
        if verb == GO_MARKET:
            return worth + self.visit_worth(seat, target)
        path = self.path_named(target)
        if verb == GO_PATH:
            if self.last:
                return worth - 10
            return worth + self.path_hope(seat, path) * (100 - FREE) // 100 + 30
        if verb == GO_RING:
            worth += self.spores_worth(path)
            return worth + self.sign_worth(seat, self.sign[path]) if self.both_here(path) else worth
        return worth + self.sign_worth(seat, self.sign[path])

    def hopes(self, seat: int) -> int:
        """What a seat has that may bring points: mushrooms, and paths that it has claimed."""
        if self.step[self.depth - 1] == OVER:
            return 0
        held = HELD * self.mushrooms_left(seat)
        if self.last:
            return held // 2
        worth = held
        one, two = self.gnome_on[2 * seat], self.gnome_on[2 * seat + 1]
        if one >= 0 and self.state[one] == OPEN:
            worth += self.path_hope(seat, one)
        if two >= 0 and two != one and self.state[two] == OPEN:
            worth += self.path_hope(seat, two)
        return worth

    def both_here(self, ring: int) -> int:
        return 1 if self.both_visits and self.sign[ring] >= 0 else 0

    def visit_worth(self, seat: int, sales: int) -> int:
        worth = -20
        if sales >> 8:
            worth += self.sale_worth(seat, sales >> 8)
        if sales & 255:
            worth += self.sale_worth(seat, sales & 255)
        return worth
