"""The search behind a social draw: fewest repeats first, fair short tables second.

Swap descent with restarts: from a random filling of the tables, each player in turn makes the
swap that lowers the cost most, until none does; then again from another filling, and the best
is kept. The work is a fixed number of looked-at swaps (500 n², at most two million), never a
time, so a draw replays exactly.

The cost of a table is the sum over its pairs of W × (their earlier meetings), which is what the
round adds to Σ C(meetings, 2), plus the sum over its players of (empty seats here) × (empty seats
at their earlier tables). W is larger than the second sum can ever be: not one repeat is accepted
for a fairer short table.
"""

from collections.abc import Sequence
from random import Random

from tournaments.rules.chance import shuffled

Matrix = Sequence[Sequence[int]]
WORK_PER_SQUARE = 500
MOST_WORK = 2_000_000


class Filling:
    """Players 0..n − 1 at tables, with what each would cost at every table kept up to date."""

    def __init__(
        self, sizes: Sequence[int], empty: Sequence[int], met: Matrix, missed: Sequence[int]
    ) -> None:
        self.sizes, self.empty, self.missed = sizes, empty, missed
        self.weight = 1 + sum(missed) * max(empty)
        self.met = [[self.weight * times for times in row] for row in met]
        self.tables: list[list[int]] = []
        self.at: list[int] = []
        self.load: list[list[int]] = []
        self.here: list[int] = []

    def fill(self, order: Sequence[int]) -> None:
        """Seat the players in this order, first table first."""
        self.tables, self.at = [], [0] * len(order)
        self.load = [[empty * missed for missed in self.missed] for empty in self.empty]
        taken = 0
        for table, size in enumerate(self.sizes):
            players = list(order[taken : taken + size])
            taken += size
            self.tables.append(players)
            for player in players:
                self.at[player] = table
                self._add(table, self.met[player])
        self.here = [self.load[table][player] for player, table in enumerate(self.at)]

    def _add(self, table: int, row: Sequence[int]) -> None:
        self.load[table] = [cost + more for cost, more in zip(self.load[table], row, strict=True)]

    def cost(self) -> int:
        """W × repeats of this round + unfairness of the short tables (each pair is met twice)."""
        unfair = sum(
            self.empty[table] * self.missed[player] for player, table in enumerate(self.at)
        )
        return (sum(self.here) - unfair) // 2 + unfair

    def best_swap(self, player: int) -> tuple[int, int]:
        """(change of the cost, other player) of the player's best swap with another table."""
        home = self.at[player]
        there = [column[player] for column in self.load]
        here, met = self.here[player], self.met[player]
        changes = [
            there[table] + cost - own - 2 * both - here if table != home else 0
            for table, cost, own, both in zip(self.at, self.load[home], self.here, met, strict=True)
        ]
        least = min(changes)
        return least, changes.index(least)

    def swap(self, one: int, other: int) -> None:
        a, b = self.at[one], self.at[other]
        self.tables[a][self.tables[a].index(one)] = other
        self.tables[b][self.tables[b].index(other)] = one
        self.at[one], self.at[other] = b, a
        change = [new - old for new, old in zip(self.met[other], self.met[one], strict=True)]
        self._add(a, change)
        self._add(b, [-step for step in change])
        for table in (a, b):
            for player in self.tables[table]:
                self.here[player] = self.load[table][player]

    def descend(self, goal: int) -> int:
        """Swap until no swap helps or the goal is reached; returns the work done."""
        work, cost, improved = 0, self.cost(), True
        while improved and cost > goal:
            improved = False
            for player in range(len(self.at)):
                if self.here[player] == 0:
                    continue
                work += len(self.at)
                change, other = self.best_swap(player)
                if change < 0:
                    self.swap(player, other)
                    cost, improved = cost + change, True
        return work


def fewest_repeats(
    sizes: Sequence[int],
    empty: Sequence[int],
    met: Matrix,
    missed: Sequence[int],
    least: int,
    chance: Random,
) -> list[list[int]]:
    """Tables of players 0..n − 1.

    `sizes` and `empty` seats of each table; `met[a][b]` earlier meetings; `missed[a]` empty seats
    at earlier tables; `least`: repeats that no filling can go below, to stop early.
    """
    filling = Filling(sizes, empty, met, missed)
    goal = filling.weight * least + fairest(sizes, empty, missed)
    budget = min(WORK_PER_SQUARE * len(missed) ** 2, MOST_WORK)
    best_cost, best = -1, list[list[int]]()
    while best_cost < 0 or (budget > 0 and best_cost > goal):
        filling.fill(shuffled(range(len(missed)), chance))
        budget -= filling.descend(goal) + len(missed)
        cost = filling.cost()
        if best_cost < 0 or cost < best_cost:
            best_cost, best = cost, [list(players) for players in filling.tables]
    return best


def fairest(sizes: Sequence[int], empty: Sequence[int], missed: Sequence[int]) -> int:
    """The least unfairness any filling has: most empty seats to those who have seen fewest."""
    seats = sorted(
        (seats for size, seats in zip(sizes, empty, strict=True) for _ in range(size)), reverse=True
    )
    return sum(seat * before for seat, before in zip(seats, sorted(missed), strict=True))
