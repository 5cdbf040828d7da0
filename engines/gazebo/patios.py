"""Gazebos: laying a domino with all its events, in the order of the rules (G4).

`lay` first joins components and takes back what is absorbed, then puts gazebos on nooks, then
judges the patios. Only patios that a changed nook touches can change hands, since all others
were judged with the same gazebos before; so the rule "every patio, after each placement" (G4.7)
is kept by looking at those alone.
"""

from __future__ import annotations

from engines.gazebo.ground import Ground
from engines.gazebo.nooks import Nooks
from engines.gazebo.terms import BIG, NO_CELL, NOBODY, PEDESTAL, ZEN


class Patios(Nooks):
    """The terrain, and everybody's gazebos on nooks, on patios and in supply."""

    def __init__(self, ground: Ground, players: int, big_wins: bool, supply: int) -> None:
        super().__init__(ground, players, big_wins)
        self.supply = [0] * 4
        for seat in range(players):
            self.supply[seat] = supply
        self.last_seat = NOBODY
        self.finished = 0
        self.zen = 0
        self.adjacent = [0] * 10296
        self.holder = [-1] * 2574
        self.held = [0] * 2574
        self.clock = 0
        self.patio_mark = [0] * 2574
        self.vase_mark = [0] * 2574
        self.vase_clock = 0
        self.touched = [0] * 2574
        self.touched_count = 0
        self.grown = [0] * 2
        self.needs = [0] * 2
        self.grown_count = 0
        self.fired = 0
        self.claimant = [0] * 2574

    def lay(self, kind: int, cell: int, other: int, seat: int, keep_places: int) -> int:
        """Lays a legal domino for the seat; whether a second one is earned (G6.1, G6.2).

        Without `keep_places` the places are left as they were, for a trial. `finished` is set
        when a last gazebo was put down; then nothing after it has happened (G4.8).
        """
        colour = self.ground.first[kind]
        self.grown_count = 0
        self.fired = 0
        self.joined_count = 0
        self.gather(colour, cell)
        if colour == self.ground.second[kind]:
            self.gather(colour, other)
            self.merge(seat, cell, other)
        else:
            self.merge(seat, cell, NO_CELL)
            self.joined_count = 0
            self.gather(self.ground.second[kind], other)
            self.merge(seat, other, NO_CELL)
        self.land[cell] = colour
        self.land[other] = self.ground.second[kind]
        if keep_places:
            self.cover(cell)
            self.cover(other)
        self.cover_feature(cell)
        self.cover_feature(other)
        self.build(seat)
        if not self.finished:
            self.judge(seat)
        return self.fired

    def cover_feature(self, cell: int) -> None:
        if self.ground.feature[cell] == ZEN:
            self.zen += 1
        elif self.ground.feature[cell] == PEDESTAL:
            self.fired = 1

    # The nook stage

    def merge(self, seat: int, cell: int, other: int) -> None:
        """Joins one colour of the domino to its surroundings and takes back what is absorbed."""
        owner = self.heir()
        if self.ground.vases:
            self.mark_vases(seat)
        had = 0 if owner == NOBODY else self.take_back(owner)
        label = self.grow(cell, other)
        size = self.size[label]
        self.owner[label] = owner
        self.built[label] = had
        if size < 2:
            return
        if owner == NOBODY:
            owner = seat
            self.owner[label] = seat
        if owner == seat and self.ground.vases:
            self.fire_vases(label)
        at = self.grown_count
        self.grown[at] = label
        self.needs[at] = (2 if size >= BIG else 1) - had
        self.grown_count = at + 1

    def take_back(self, owner: int) -> int:
        """Gazebos of joined nooks: all return but up to two of the owner's, whose number it is."""
        had = 0
        for at in range(self.joined_count):
            label = self.joined[at]
            holder = self.owner[label]
            if holder == NOBODY:
                continue
            count = self.built[label]
            self.count_adjacent(label, -count, 0)
            if holder == owner:
                had += count
            else:
                self.supply[holder] += count
        if had > 2:
            self.supply[owner] += had - 2
            had = 2
        return had

    def build(self, seat: int) -> None:
        """Puts gazebos on the grown nooks: the active player's first, then clockwise (G4.8)."""
        if self.grown_count == 2 and self.grown[0] > self.grown[1]:
            self.grown[0], self.grown[1] = self.grown[1], self.grown[0]
            self.needs[0], self.needs[1] = self.needs[1], self.needs[0]
        placer = seat
        for _ in range(self.players):
            for at in range(self.grown_count):
                if self.owner[self.grown[at]] == placer:
                    for _ in range(self.needs[at]):
                        self.built[self.grown[at]] += 1
                        self.put_down(placer)
                        if self.finished:
                            return
            placer = placer + 1 if placer + 1 < self.players else 0

    def put_down(self, seat: int) -> None:
        self.supply[seat] -= 1
        self.last_seat = seat
        if self.supply[seat] == 0:
            self.finished = 1

    # Vases

    def mark_vases(self, seat: int) -> None:
        """Marks the vases that the seat's own nooks among the joined touch already (G6.1)."""
        self.clock += 1
        self.vase_clock = self.clock
        for at in range(self.joined_count):
            label = self.joined[at]
            if self.owner[label] == seat:
                cell = label
                while True:
                    for near in range(4 * cell, 4 * cell + self.ground.vase_count[cell]):
                        self.vase_mark[self.ground.vase[near]] = self.clock
                    cell = self.link[cell]
                    if cell == label:
                        break

    def fire_vases(self, label: int) -> None:
        """Fires where the nook touches a vase that `mark_vases` did not mark just before."""
        cell = label
        while True:
            for near in range(4 * cell, 4 * cell + self.ground.vase_count[cell]):
                if self.vase_mark[self.ground.vase[near]] != self.vase_clock:
                    self.fired = 1
            cell = self.link[cell]
            if cell == label:
                return

    # The patio stage

    def count_adjacent(self, label: int, count: int, note: int) -> None:
        """Adds the gazebos of a nook to each patio that it touches; may note which they are."""
        self.clock += 1
        owner = self.owner[label]
        cell = label
        while True:
            for near in range(4 * cell, 4 * cell + self.ground.near_count[cell]):
                patio = self.ground.near[near]
                if self.patio_mark[patio] != self.clock:
                    self.patio_mark[patio] = self.clock
                    self.adjacent[4 * patio + owner] += count
                    if note:
                        self.note_touched(patio)
            cell = self.link[cell]
            if cell == label:
                return

    def note_touched(self, patio: int) -> None:
        """Keeps the touched patios ascending, each once: the order of their first squares."""
        at = self.touched_count
        while at > 0 and self.touched[at - 1] > patio:
            at -= 1
        if at > 0 and self.touched[at - 1] == patio:
            return
        for later in range(self.touched_count, at, -1):
            self.touched[later] = self.touched[later - 1]
        self.touched[at] = patio
        self.touched_count += 1

    def judge(self, seat: int) -> None:
        """Decides every touched patio, then takes back, then puts down (G4.7, G4.8)."""
        self.touched_count = 0
        for at in range(self.grown_count):
            self.count_adjacent(self.grown[at], self.built[self.grown[at]], 1)
        changes = 0
        for at in range(self.touched_count):
            patio = self.touched[at]
            self.claimant[patio] = self.claim(patio)
            if self.claimant[patio] == NOBODY:
                continue
            self.touched[changes] = patio
            changes += 1
            if self.holder[patio] != NOBODY:
                self.supply[self.holder[patio]] += self.held[patio]
                self.held[patio] = 0
                self.holder[patio] = NOBODY
        self.touched_count = changes
        if changes:
            self.settle(seat)

    def claim(self, patio: int) -> int:
        """Who takes the patio now; NOBODY where it stays as it is (G4.7)."""
        best = 0
        tied = 0
        for seat in range(1, self.players):
            if self.adjacent[4 * patio + seat] > self.adjacent[4 * patio + best]:
                best = seat
                tied = 0
            elif self.adjacent[4 * patio + seat] == self.adjacent[4 * patio + best]:
                tied = 1
        if tied or self.holder[patio] == best:
            return NOBODY
        if self.holder[patio] == NOBODY and self.ground.raised[patio]:
            return best if self.adjacent[4 * patio + best] > 1 else NOBODY
        return best

    def settle(self, seat: int) -> None:
        placer = seat
        for _ in range(self.players):
            for at in range(self.touched_count):
                patio = self.touched[at]
                if self.claimant[patio] == placer:
                    self.holder[patio] = placer
                    for _ in range(self.ground.capacity[patio]):
                        self.held[patio] += 1
                        self.put_down(placer)
                        if self.finished:
                            return
            placer = placer + 1 if placer + 1 < self.players else 0

    def assign_gazebos(self, other: Patios) -> None:
        """Copies supplies and patios."""
        for seat in range(4):
            self.supply[seat] = other.supply[seat]
        for at in range(4 * self.ground.patio_count):
            self.adjacent[at] = other.adjacent[at]
        for patio in range(self.ground.patio_count):
            self.holder[patio] = other.holder[patio]
            self.held[patio] = other.held[patio]
        self.last_seat = other.last_seat
        self.finished = other.finished
        self.zen = other.zen

    def patios(self) -> list[tuple[int, int]]:
        """Every patio in the board's order: its owner (-1: free) and the gazebos on it."""
        return [(self.holder[at], self.held[at]) for at in range(self.ground.patio_count)]
