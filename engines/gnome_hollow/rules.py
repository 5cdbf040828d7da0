"""A game of Gnome Hollow: what may be decided, and games that play themselves (H3–H8).

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

from engines.gnome_hollow import notation, objections, views
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
    OVER,
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
    UNSEEN,
    USE_SIGN,
    VERB,
    WILD,
    WILDFLOWER,
    YES,
)
from engines.gnome_hollow.tiles import Tiles
from engines.position import Outcome
from engines.rng import Rng
from engines.values import JSON

STORED = 40
"""What a stored tile must be worth to be laid, in hundredths of a point: it may wait."""
LEAST = -1_000_000
"""Less than any lay is worth: a market tile is laid where that costs least."""
TRIES = 64
"""Random lays tried before all legal ones are listed."""


class Position(Policy):
    """One state of a game between two decisions (`engines.position.Position`)."""

    def __init__(self, tiles: Tiles, players: int, start: int, options: dict[str, int]) -> None:
        super().__init__(tiles, players, start, options)
        self.options = options
        self.found = [0] * 4096
        self.count = 0
        self.sales = [0] * 80
        self.best = 0
        self.best_lay = -1
        self.tied = 0

    # What may be decided

    def actor(self) -> int:
        """The seat that decides; -1 when the game has ended."""
        return self.step_seat[self.depth - 1]

    def phase(self) -> int:
        """The step that is due."""
        return self.step[self.depth - 1]

    def moves(self) -> list[int]:
        """Every legal decision once, ascending."""
        self.list_others()
        others = [self.found[at] for at in range(self.count)]
        others.sort()
        moves = self.lays() + others if self.phase() == PLACE else others
        if self.has_unseen():
            return [move for move in moves if not self.draws_unseen(move)]
        return moves

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

    def allows(self, move: object) -> int:
        """Whether the decision is legal; anything may be asked."""
        if not self.allows_shown(move):
            return 0
        return int(not self.has_unseen() or not self.draws_unseen(move))

    def allows_shown(self, move: object) -> int:
        """The same, whatever is drawn after it."""
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

    def has_unseen(self) -> int:
        """Whether the bag or the reserve holds a tile that nobody saw (`records.md`)."""
        for at in range(self.bag_at, self.bag_size):
            if self.bag[at] == UNSEEN:
                return 1
        for at in range(self.reserve_size):
            if self.reserve[at] == UNSEEN:
                return 1
        return 0

    def draws_unseen(self, move: object) -> int:
        """Whether such a tile is drawn after a decision, before the next."""
        trial = self.copy()
        trial.push(move)  # type: ignore[arg-type] # a legal decision is an int
        return trial.in_market(UNSEEN)

    def play(self, move: int) -> None:
        """Makes a decision. Raises `NotLegal`, naming the rule, and then changes nothing."""
        if not self.allows(move):
            raise objections.objection(self, move)
        self.push(move)

    def text(self, move: int) -> str:
        """A legal decision in its one spelling. Raises `NotLegal`."""
        return notation.decision_text(self, move)

    def parse(self, text: str) -> int:
        """The legal decision that is written so. Raises `NotNotation` or `NotLegal`."""
        return notation.parse_decision(self, text)

    # The end

    def scores(self) -> list[int]:
        """Flower track, ring track and treasure (H8.3)."""
        return [self.score(seat) for seat in range(self.players)]

    def score(self, seat: int) -> int:
        track = self.tiles.track
        return track[self.count_flowers(seat)] + track[self.markers[seat]] + self.treasure[seat]

    def count_flowers(self, seat: int) -> int:
        count = 0
        for kind in range(FLOWERS):
            count += self.flowers[seat] >> kind & 1
        return count

    def outcome(self) -> Outcome | None:
        """Who has won (H8.3); None while the game is going on."""
        return views.outcome_of(self)

    def view(self, seat: int | None) -> dict[str, JSON]:
        """See `engines.gnome_hollow.views.view_of`."""
        return views.view_of(self, seat)

    # Copies

    def copy(self) -> Position:
        made = Position(self.tiles, self.players, self.start, self.options)
        made.assign(self)
        return made

    def assign(self, other: Position) -> None:
        """Becomes a copy of the other position, which has the same tiles and options."""
        self.assign_garden(other)
        self.assign_goods(other)
        self.assign_turns(other)

    # Hidden parts

    def determinize(self, seat: int, seed: int) -> Position:
        """A copy whose unseen tiles, and the order of signposts, are dealt anew.

        Nobody knows more of them than any other. The tiles of the bag and of the reserve are one
        pool; under `signpost_choice: random` the next signpost is seen while one is chosen (H5).
        """
        objections.check_seat(seat, self.players)
        made = self.copy()
        made.redeal(Rng(seed))
        return made

    def redeal(self, rng: Rng) -> None:
        tiles = self.unseen_tiles()
        rng.shuffle(tiles)
        in_bag = self.bag_size - self.bag_at
        for at in range(in_bag):
            self.bag[self.bag_at + at] = tiles[at]
        for at in range(self.reserve_size):
            self.reserve[at] = tiles[in_bag + at]
        if self.random_signs:
            first = self.ordered + int(self.phase() == SIGN)
            signs = [self.sign_order[at] for at in range(first, SIGNPOSTS)]
            signs.sort()
            rng.shuffle(signs)
            for at in range(len(signs)):
                self.sign_order[first + at] = signs[at]

    def unseen_tiles(self) -> list[int]:
        """The garden tiles of the bag and of the reserve, ascending."""
        seen = [0] * 101
        for at in range(self.placed):
            seen[self.tile_of[at]] = 1
        for at in range(self.market_count):
            seen[self.market[at]] = 1
        for at in range(self.gone_count):
            seen[self.gone[at]] = 1
        for seat in range(self.players):
            for at in range(self.stored[seat]):
                seen[self.storage[4 * seat + at]] = 1
        return [tile for tile in range(WILD) if not seen[tile]]

    # Games that play themselves

    def playout(self, seed: int, policy: str = "random") -> int:
        """Plays to the end, in place; returns the number of decisions.

        `random`: a tile is placed so that all tiles, and all lays of one, are equally likely, and
        placing ends in one of two cases where it may; else every decision is equally likely.
        `greedy`: the decision that seems worth most at once (`policy`), equals by the seed.
        Raises RuleBroken: unknown_policy; unseen_tile, where a tile of the bag is unknown.
        """
        rng = Rng(seed)
        greedy = objections.read_policy(policy)
        before = self.decisions
        if self.phase() != OVER and self.has_unseen():
            raise objections.unseen()
        while self.phase() != OVER:
            self.push(self.choose_best(rng) if greedy else self.choose(rng))
        return self.decisions - before

    def suggest(self, seed: int, policy: str = "greedy") -> int:
        """The decision that `playout` would make first.

        Raises RuleBroken: unknown_policy; game_over; unseen_tile, where it would draw such a one.
        """
        greedy = objections.read_policy(policy)
        if self.phase() == OVER:
            raise objections.objection(self, BASE + STAY * VERB)
        move = self.choose_best(Rng(seed)) if greedy else self.choose(Rng(seed))
        if self.has_unseen() and self.draws_unseen(move):
            raise objections.unseen()
        return move

    def choose(self, rng: Rng) -> int:
        if self.phase() == PLACE:
            return self.choose_placing(rng)
        self.list_others()
        return self.found[rng.below(self.count)]

    def choose_placing(self, rng: Rng) -> int:
        """A lay, all legal ones equally likely; placing ends in one of two cases where it may."""
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

    # The greedy choice

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

    def fits(self, row: int, front: int) -> int:
        """Whether a lay, in its one spelling, agrees with what lies around a frontier cell; a
        wildflower does anywhere (H5.1)."""
        agrees = self.tiles.edges[row] & self.care[front] == self.need[front]
        return 1 if (agrees or row >= WILD * LAYS) and self.tiles.canonical[row] else 0

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

    # What a search asks

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

    def outlook(self) -> list[int]:
        """What each seat's score may come to, in hundredths of a point (`hopes`)."""
        return [100 * self.score(seat) + self.hopes(seat) for seat in range(self.players)]

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
