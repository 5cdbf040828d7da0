"""What `random` and `greedy` choose among the legal decisions of Gnome Hollow."""

from __future__ import annotations

from engines.gnome_hollow.choices import Choices
from engines.gnome_hollow.terms import (
    BASE,
    DROP,
    END_PLACING,
    GO_PATH,
    KINDS,
    LAYS,
    LEAVE,
    MARK,
    NEW_SIGN,
    NO,
    PICK,
    PLACE,
    SELL_ONE,
    TAKE,
    TRADE,
    USE_SIGN,
    VERB,
    WILD,
    YES,
)
from engines.gnome_hollow.tiles import Tiles
from engines.rng import Rng

STORED = 40
"""What a stored tile must be worth to be laid, in hundredths of a point: it may wait."""
LEAST = -1_000_000
"""Less than any lay is worth: a market tile is laid where that costs least."""
TRIES = 64
"""Random lays tried before all legal ones are listed."""


class Chooser(Choices):
    """A game that can say what it would decide next."""

    def __init__(self, tiles: Tiles, players: int, start: int, options: dict[str, int]) -> None:
        super().__init__(tiles, players, start, options)
        self.best = 0
        self.best_lay = -1
        self.tied = 0

    def choose(self, rng: Rng) -> int:
        if self.phase() == PLACE:
            return self.choose_placing(rng)
        self.list_others()
        return self.found[rng.below(self.count)]

    def choose_placing(self, rng: Rng) -> int:
        """A lay, all legal ones equally likely, whichever tile they are of. Before that, placing
        ends in one of two cases where it may, and `may_store` stores a tile in one of eight."""
        if self.is_used() and rng.below(2) == 0:
            return BASE + END_PLACING * VERB
        if self.may_store and self.used < 2 and self.market_count and rng.below(8) == 0:
            return BASE + TAKE * VERB + self.market[rng.below(self.market_count)]
        tiles = self.set_choice()
        if tiles:
            for _ in range(TRIES):
                tile = self.found[rng.below(tiles)]
                cell = self.front[rng.below(self.front_count)]
                lay = rng.below(LAYS)
                if self.is_canonical_lay(tile, lay, cell):
                    return (tile * 65536 + cell) * LAYS + lay
            moves = self.lays()
            if moves:
                return moves[rng.below(len(moves))]
        self.list_others()
        return self.found[rng.below(self.count)]

    def choose_best(self, rng: Rng) -> int:
        """The decision that seems worth most at once (`policy`), equals by the seed."""
        if self.phase() == PLACE:
            return self.choose_lay(rng)
        if self.phase() == LEAVE:
            given = self.lay_worth(self.lay, self.actor()) >= 0
            return BASE + (YES if given else NO) * VERB
        self.list_others()
        best = self.worth(self.found[0])
        chosen = self.found[0]
        tied = 1
        for at in range(1, self.count):
            worth = self.worth(self.found[at])
            if worth > best:
                best = worth
                tied = 0
            if worth == best:
                tied += 1
                if rng.below(tied) == 0:
                    chosen = self.found[at]
        return chosen

    def choose_lay(self, rng: Rng) -> int:
        """The best lay; a stored tile only where it is worth something, or to end placing."""
        tiles = self.set_choice()
        due = not self.is_used()
        self.best = 0
        self.best_lay = -1
        prize = self.prize(self.turn)
        for front in range(self.front_count):
            if self.need[front] or self.best <= 0:  # a lay that meets no path is worth nothing
                self.judge_cell(front, tiles, prize, rng)
        if self.best_lay >= 0:
            return self.best_lay
        if not due:
            return BASE + END_PLACING * VERB
        self.list_others()
        return self.found[rng.below(self.count)]

    def judge_cell(self, front: int, tiles: int, prize: int, rng: Rng) -> None:
        """Keeps the best lay there, if it is better than the best of those before."""
        cell, need = self.front[front], self.need[front]
        others = self.meet(cell, need, self.turn) & ~(1 << self.turn)
        in_market = self.market_count if self.used < 2 else 0
        for at in range(tiles):
            tile = self.found[at]
            least = LEAST if at < in_market else STORED
            first = (tile * 65536 + cell) * LAYS
            if tile >= WILD:
                self.keep_best(first, self.wild_worth(cell, self.turn), least, rng)
                continue
            for lay in range(LAYS):
                if self.fits(tile * LAYS + lay, front) and (
                    not others or self.is_lay(tile, lay, cell)
                ):
                    worth = self.row_worth(tile * LAYS + lay, prize, self.turn) if need else 0
                    self.keep_best(first + lay, worth, least, rng)

    def keep_best(self, move: int, worth: int, least: int, rng: Rng) -> None:
        if worth <= least or (worth < self.best and self.best_lay >= 0):
            return
        if self.best_lay < 0 or worth > self.best:
            self.best = worth
            self.best_lay = move
            self.tied = 1
        else:
            self.tied += 1
            if rng.below(self.tied) == 0:
                self.best_lay = move

    def worth(self, move: int) -> int:
        """A decision that lays nothing, to the seat that makes it."""
        verb = (move - BASE) // VERB
        argument = (move - BASE) % VERB
        seat = self.actor()
        if verb == MARK:
            at = argument >> 1
            bonus = self.bonus_worth(seat, self.tiles.bonus[(at >> 5) * 8 + (at & 7)])
            return bonus + self.marker_worth(seat, 1 + (argument & 1))
        if verb == DROP:
            return -int(argument >= WILD)
        if verb == TAKE:
            return self.shown(argument)
        if verb in (NEW_SIGN, USE_SIGN):
            return self.sign_worth(seat, argument) + int(verb == NEW_SIGN)
        if verb == PICK:
            return self.picks_worth(seat, argument)
        if verb == SELL_ONE:
            return self.sale_worth(seat, argument) if argument else 0
        if verb == TRADE:
            return self.trade_worth(seat, argument)
        return self.gnome_worth(seat, verb, argument) if verb >= GO_PATH else 0

    def worths(self, moves: list[int]) -> list[int]:
        """What legal decisions seem worth to the seat that makes them, in hundredths of a point."""
        return [self.worth_of(move) for move in moves]

    def worth_of(self, move: int) -> int:
        """Below nothing: a stored tile had better wait, leave had better be refused."""
        if move < BASE:
            tile = move // (65536 * LAYS)
            stored = self.is_stored(self.turn, tile)
            return self.lay_worth(move, self.turn) - (STORED if stored else 0)
        if move == BASE + YES * VERB:
            return self.lay_worth(self.lay, self.actor())
        return self.worth(move)

    def shown(self, tile: int) -> int:
        """Mushrooms that a tile shows."""
        count = 0
        for edge in range(6):
            if self.tiles.mate[tile * LAYS * 6 + edge] > edge:
                count += self.tiles.printed[tile * LAYS * 6 + edge]
        return count

    def picks_worth(self, seat: int, picked: int) -> int:
        """Mushrooms of kinds that one has most of."""
        worth = 0
        for kind in range(KINDS):
            worth += (picked >> 3 * kind & 7) * self.mushrooms[5 * seat + kind]
        return worth

    def trade_worth(self, seat: int, argument: int) -> int:
        """A single mushroom for one of a kind that one collects."""
        if argument == 0:
            return 0
        at = 8 * self.step_one[self.depth - 1] + argument - 1
        give = self.mushrooms[5 * seat + self.tiles.give[at]]
        return self.mushrooms[5 * seat + self.tiles.get[at]] + 1 - give

    def set_choice(self) -> int:
        """Fills `found` with the tiles that may be placed; how many."""
        count = 0
        if self.used < 2:
            for at in range(self.market_count):
                self.found[count] = self.market[at]
                count += 1
        for at in range(self.stored[self.turn]):
            tile = self.storage[4 * self.turn + at]
            if self.may_place(tile):
                self.found[count] = tile
                count += 1
        return count
