"""What a seat cannot see of a game of Gazebo, dealt anew."""

from __future__ import annotations

from engines.gazebo import objections
from engines.gazebo.ground import Ground
from engines.gazebo.terms import PLACE, SECOND
from engines.gazebo.turns import Turns
from engines.rng import Rng

DEALS = 200
"""Deals tried; one in which nobody could place though the game goes on is thrown away."""
STOCK_OF_ONE = 9
STOCK_OF_TWO = 18
SINGLES = 3
KINDS = 6


class Hidden(Turns):
    """A game whose hidden tiles can be exchanged for others that look the same."""

    def __init__(
        self, ground: Ground, players: int, start: int, supply: int, options: dict[str, bool]
    ) -> None:
        super().__init__(ground, players, start, supply, options)
        self.pool = [0] * 81
        self.pool_start = [0] * 2
        self.pool_end = [0] * 2
        self.numbers = [0] * 8

    def redeal(self, seat: int, seed: int) -> None:
        """Deals the hidden tiles anew by what the seat knows, which stays as it is.

        Every other hand keeps its numbers of one- and two-coloured dominoes and what a pass
        showed of it (`Turns`); somebody can place where the game goes on. Depends on nothing
        that the seat does not know.
        """
        objections.check_seat(seat, self.players)
        rng = Rng(seed)
        for _ in range(DEALS):
            self.fill_pool(seat)
            self.shuffle_pool(0, rng)
            self.shuffle_pool(1, rng)
            dealt = self.deal_hands(seat)
            self.deal_piles()
            if dealt and self.goes_on():
                break
        if self.phase == PLACE:
            self.may_place = self.can_place(self.turn)

    def fill_pool(self, seat: int) -> None:
        """Collects what the seat has not seen: one-coloured tiles first, kinds ascending."""
        count = 0
        for kind in range(KINDS):
            if kind == SINGLES:
                self.pool_start[1] = count
                self.pool_end[0] = count
            unseen = STOCK_OF_ONE if kind < SINGLES else STOCK_OF_TWO
            unseen -= self.laid[kind] + self.hand[6 * seat + kind]
            for _ in range(unseen):
                self.pool[count] = kind
                count += 1
        self.pool_start[0] = 0
        self.pool_end[1] = count

    def shuffle_pool(self, half: int, rng: Rng) -> None:
        start = self.pool_start[half]
        for last in range(self.pool_end[half] - 1, start, -1):
            chosen = start + rng.below(last + 1 - start)
            self.pool[last], self.pool[chosen] = self.pool[chosen], self.pool[last]

    def deal_hands(self, seat: int) -> int:
        """Deals the other hands off the pool; 0 where one had to take what it cannot hold."""
        for other in range(self.players):
            self.numbers[2 * other] = self.singles[other]
            self.numbers[2 * other + 1] = self.hand_size[other] - self.singles[other]
        dealt = 1
        for other in range(self.players):
            if other != seat:
                for kind in range(KINDS):
                    self.hand[6 * other + kind] = 0
                for half in range(2):
                    if not self.deal_half(other, half):
                        dealt = 0
        return dealt

    def deal_half(self, seat: int, half: int) -> int:
        """One- (0) or two-coloured tiles for a hand, by what its last pass leaves room for."""
        room = self.room[2 * seat + half]
        barred = self.barred[seat]
        dealt = 1
        for _ in range(self.numbers[2 * seat + half]):
            at = self.pool_start[half]
            if barred >> self.pool[at] & 1:
                if room == 0:
                    at = self.next_allowed(half, barred)
                    if at < 0:
                        at = self.pool_start[half]
                        dealt = 0
                else:
                    room -= 1
            kind = self.pool[at]
            self.pool[at] = self.pool[self.pool_start[half]]
            self.pool_start[half] += 1
            self.hand[6 * seat + kind] += 1
        return dealt

    def next_allowed(self, half: int, barred: int) -> int:
        for at in range(self.pool_start[half], self.pool_end[half]):
            if not barred >> self.pool[at] & 1:
                return at
        return -1

    def deal_piles(self) -> None:
        at = self.pool_start[0]
        for seat in range(self.players):
            for place in range(self.personal_at[seat], 5):
                self.personal[5 * seat + place] = self.pool[at]
                at += 1
        for place in range(self.reserve_at, self.reserve_size):
            self.reserve[place] = self.pool[at]
            at += 1
        at = self.pool_start[1]
        for place in range(self.common_at, self.common_size):
            self.common[place] = self.pool[at]
            at += 1

    def goes_on(self) -> int:
        """Whether the hands fit the decision that is due."""
        if self.phase == SECOND:
            return self.can_place(self.turn)
        return int(self.phase != PLACE or self.can_place(self.turn) or self.someone_can_place())
