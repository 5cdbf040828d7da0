"""Turns of Gnome Hollow: the steps of a turn, rings resolved, gnomes moved, the end (H3–H8).

What is still to be done lies on a stack of steps, the next on top, each with the seat that decides
and two numbers. `advance` takes off what needs no decision, so that afterwards the step on top
waits for one. A step in which nothing can be had is taken off silently (H7.2).
"""

from __future__ import annotations

from engines.gnome_hollow.goods import Goods
from engines.gnome_hollow.terms import (
    AT_FLOWERS,
    AT_STUMP,
    BASE,
    BONUS,
    DROP,
    DROPS,
    END_PLACING,
    FIX,
    FIX_JOINTS,
    FLOWER,
    FLOWER_PICK,
    GAIN,
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
    MUSHROOMS,
    NEW_SIGN,
    NEXT,
    NO,
    NO_BONUS,
    OVER,
    PICK,
    PICKS,
    PLACE,
    QUANTITIES,
    REFILL,
    RESOLVE,
    RINGS,
    SALE,
    SELL,
    SELL_ONE,
    SIGN,
    SIGNPOST,
    STAY,
    TAKE,
    TAKE_FLOWER,
    TAKE_TILE,
    TAKE_WILD,
    TILE,
    TRADE,
    TRADES,
    USE_SIGN,
    VERB,
    WILDFLOWER,
    YES,
)
from engines.gnome_hollow.tiles import Tiles


class Turns(Goods):
    """A game in the middle of a turn. Options are numbers, 1 where they are not the default:
    `may_store`, `late_refill`, `leave` (0 ask, 1 always, 2 never), `random_signs`, `both_visits`,
    `trading`, `bonus_trades`, `advanced`, `shape_denies`."""

    def __init__(self, tiles: Tiles, players: int, start: int, options: dict[str, int]) -> None:
        super().__init__(tiles, players, bool(options["passes"]))
        self.may_store = options["may_store"]
        self.late_refill = options["late_refill"]
        self.leave = options["leave"]
        self.random_signs = options["random_signs"]
        self.both_visits = options["both_visits"]
        self.trading = options["trading"]
        self.bonus_trades = options["bonus_trades"]
        self.advanced = options["advanced"]
        self.shape_denies = options["shape_denies"]
        self.start = start
        self.turn = start
        self.last = 0
        self.decisions = 0
        self.used = 0
        self.fresh = [-1] * 2
        self.refused = 0
        self.lay = 0
        self.asked = 0
        self.closings: list[tuple[int, ...]] = []
        self.step = [0] * 64
        self.step_seat = [0] * 64
        self.step_one = [0] * 64
        self.step_two = [0] * 64
        self.depth = 0

    # The stack

    def put(self, step: int, seat: int, one: int, two: int) -> None:
        at = self.depth
        self.step[at] = step
        self.step_seat[at] = seat
        self.step_one[at] = one
        self.step_two[at] = two
        self.depth += 1

    def begin_turn(self) -> None:
        """Lays out the steps of a turn (H7.1), of a last gnome action only its own (H8.2)."""
        seat = self.turn
        self.used = 0
        self.fresh[0] = -1
        self.fresh[1] = -1
        self.refused = 0
        self.put(NEXT, seat, 0, 0)
        if self.late_refill:
            self.put(REFILL, seat, 0, 0)
        self.put(GNOME, seat, 0, 0)
        if self.last == 0:
            self.put(RINGS, seat, 0, 0)
            self.put(FIX, seat, 0, 0)
            if not self.late_refill:
                self.put(REFILL, seat, 0, 0)
            self.put(PLACE, seat, 0, 0)

    def advance(self) -> None:
        """Goes on to the next step that needs a decision."""
        while self.is_silent():
            pass

    def is_silent(self) -> int:
        """Takes the step on top off, or does what it does without a decision; 0 if it needs one."""
        top = self.depth - 1
        step = self.step[top]
        if step in (OVER, PLACE, LEAVE, GNOME):
            return 0
        if step == FIX:
            return self.fix_silently()
        if step == RINGS:
            if self.closed_count:
                return 0
            self.depth = top
            return 1
        if step == REFILL:
            self.depth = top
            self.refill()
            return 1
        if step == NEXT:
            self.depth = top
            self.next_turn()
            return 1
        if step == BONUS:
            self.begin_bonus()
            return 1
        if step == GAIN:
            self.begin_gain()
            return 1
        if self.has_choice(step, self.step_seat[top], self.step_one[top]):
            return 0
        self.depth = top
        return 1

    def fix_silently(self) -> int:
        """One wildflower fix that nobody need choose, or the end of them (H5.1)."""
        self.closings = self.list_closings()
        if len(self.closings) == 0:
            self.depth -= 1
            return 1
        if len(self.closings) == 1:
            self.fix(self.closings[0])
            return 1
        return 0

    def has_choice(self, step: int, seat: int, one: int) -> int:
        """Whether something can be had in a step of this kind."""
        if step == MARKER:
            return self.has_space(seat, one)
        if step == WILDFLOWER:
            return int(self.wilds != 0 or self.new_flowers(seat) != 0)
        if step == DROPS:
            return self.must_drop(seat)
        if step == SIGN:
            return 1  # each signpost is out, or may be put out
        if step == TAKE_TILE:
            return int(self.market_count > 0)
        if step == FLOWER_PICK:
            return int(self.new_flowers(seat) != 0)
        if step == PICKS:
            return int(self.spores[one] != 0)
        if step == SALE:
            return self.has_sale(seat)
        return self.has_trade(seat, one)

    def next_turn(self) -> None:
        """On to the next seat; after the last round to the last actions, after them to the end."""
        self.turn = self.turn + 1 if self.turn + 1 < self.players else 0
        round_over = self.turn == self.start and self.end > 0
        if round_over and self.last:
            self.put(OVER, -1, 0, 0)
        else:
            if round_over:
                self.last = 1
            self.begin_turn()

    # Placing

    def is_used(self) -> int:
        """Whether placing may end: two market tiles are used, or there is none (H7.3)."""
        return 1 if self.used == 2 or self.market_count == 0 else 0

    def may_place(self, tile: int) -> int:
        """Whether the active player may place this tile, wherever it fits (H3.1, H7.3)."""
        if self.in_market(tile):
            return 1 if self.used < 2 else 0
        if tile == self.fresh[0] or tile == self.fresh[1]:
            return 0
        return self.is_stored(self.turn, tile)

    def is_lay(self, tile: int, lay: int, cell: int) -> int:
        """Whether the lay fits and is not barred (H3.1, H3.2, H3.4)."""
        mask = self.lay_mask(tile, lay, cell, self.turn)
        if mask <= 0 or self.leave == 1:
            return 1 if mask >= 0 else 0
        return 1 if self.leave == 0 and mask & self.refused == 0 else 0

    def is_canonical_lay(self, tile: int, lay: int, cell: int) -> int:
        """The same of a lay in its one spelling (H1.3)."""
        return self.is_lay(tile, lay, cell) if self.tiles.canonical[tile * LAYS + lay] else 0

    def has_lay(self, tile: int) -> int:
        """Whether the tile can be laid anywhere (H3.4)."""
        for front in range(self.front_count):
            for lay in range(LAYS):
                if self.is_canonical_lay(tile, lay, self.front[front]):
                    return 1
        return 0

    def place(self, move: int) -> None:
        """A lay: put down, or first asked leave for (H3.2)."""
        cell = move // LAYS & 65535
        tile = move // (65536 * LAYS)
        self.lay = move
        self.asked = self.lay_mask(tile, move % LAYS, cell, self.turn)
        if self.asked and self.leave == 0:
            self.put(LEAVE, self.first_asked(), 0, 0)
        else:
            self.put_down()

    def first_asked(self) -> int:
        """The next of those to be asked, clockwise from the active player."""
        for step in range(1, self.players):
            seat = (self.turn + step) % self.players
            if self.asked >> seat & 1:
                return seat
        return -1

    def put_down(self) -> None:
        cell = self.lay // LAYS & 65535
        tile = self.lay // (65536 * LAYS)
        if self.in_market(tile):
            self.unmarket(tile)
            self.used += 1
        else:
            self.unstore(self.turn, tile)
        self.lay_tile(tile, self.lay % LAYS, cell)

    def answer(self, given: int) -> None:
        """One seat's leave; a refusal bars that seat's paths for this turn (H3.2)."""
        top = self.depth - 1
        seat = self.step_seat[top]
        self.depth = top
        self.asked &= ~(1 << seat)
        if not given:
            self.refused |= 1 << seat
        elif self.asked:
            self.put(LEAVE, self.first_asked(), 0, 0)
        else:
            self.put_down()

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

    # Decisions

    def push(self, move: int) -> None:
        """Makes a decision that is known to be legal."""
        self.decisions += 1
        if move < BASE:
            self.place(move)
        else:
            self.decide((move - BASE) // VERB, (move - BASE) % VERB)
        self.advance()

    def decide(self, verb: int, argument: int) -> None:
        """A decision that lays no tile."""
        top = self.depth - 1
        if verb in (END_PLACING, STAY):
            self.depth = top
        elif verb in (YES, NO):
            self.answer(int(verb == YES))
        elif verb == DROP:
            self.drop(self.step_seat[top], argument)
        elif verb == TAKE:
            self.take(self.step_seat[top], argument)
        elif verb == FIX_JOINTS:
            self.fix(self.closings[argument])
        elif verb == RESOLVE:
            self.resolve(self.path_named(argument))
        elif GO_PATH <= verb <= GO_MARKET:
            self.go(verb, argument)
        else:
            self.choose_effect(verb, argument)

    def choose_effect(self, verb: int, argument: int) -> None:
        """What a ring or a gnome brings, as chosen."""
        top = self.depth - 1
        seat = self.step_seat[top]
        if verb == MARK:
            self.set_marker(argument)
        elif verb in (NEW_SIGN, USE_SIGN):
            self.set_sign(argument, int(verb == NEW_SIGN))
        elif verb == TRADE:
            self.trade(seat, argument)
        else:
            self.depth = top
            if verb == TAKE_WILD:
                self.put(DROPS, seat, 0, 0)
                self.take_wild(seat, argument)
            elif verb == TAKE_FLOWER:
                self.take_flower(seat, argument)
            elif verb == SELL_ONE:
                self.sell(seat, argument)
            elif verb == PICK:
                for kind in range(KINDS):
                    self.mushrooms[5 * seat + kind] += argument >> 3 * kind & 7

    def drop(self, seat: int, tile: int) -> None:
        """A tile that fits nowhere (H3.4), or one too many in storage (H3.3)."""
        if self.step[self.depth - 1] == PLACE:
            self.unmarket(tile)
            self.used += 1
        else:
            self.unstore(seat, tile)
        self.discard(tile)

    def take(self, seat: int, tile: int) -> None:
        """A market tile into storage: while placing (`may_store`), or as a bonus (H5)."""
        self.unmarket(tile)
        self.store(seat, tile)
        if self.step[self.depth - 1] == PLACE:
            self.fresh[self.used] = tile
            self.used += 1
        else:
            self.depth -= 1
            self.draw_tile()
        self.put(DROPS, seat, 0, 0)

    def trade(self, seat: int, argument: int) -> None:
        """One of the two trades under a signpost; 0: none (H9.1)."""
        top = self.depth - 1
        sign = self.step_one[top]
        self.depth = top
        if argument:
            self.mushrooms[5 * seat + self.tiles.give[8 * sign + argument - 1]] -= 1
            self.mushrooms[5 * seat + self.tiles.get[8 * sign + argument - 1]] += 1

    def assign_turns(self, other: Turns) -> None:
        """Copies the state of the turn."""
        self.turn = other.turn
        self.last = other.last
        self.decisions = other.decisions
        self.used = other.used
        self.fresh[0] = other.fresh[0]
        self.fresh[1] = other.fresh[1]
        self.refused = other.refused
        self.lay = other.lay
        self.asked = other.asked
        self.closings = other.closings
        self.depth = other.depth
        for at in range(other.depth):
            self.step[at] = other.step[at]
            self.step_seat[at] = other.step_seat[at]
            self.step_one[at] = other.step_one[at]
            self.step_two[at] = other.step_two[at]
