"""Turns of Gnome Hollow: what is due when, tiles placed, decisions made, the end (H3, H7, H8).

`advance` takes off the stack of steps what needs no decision, so that afterwards the step on top
waits for one. A step in which nothing can be had is taken off silently (H7.2).
"""

from __future__ import annotations

from engines.gnome_hollow.gains import Gains
from engines.gnome_hollow.terms import (
    BASE,
    BONUS,
    DROP,
    DROPS,
    END_PLACING,
    FIX,
    FIX_JOINTS,
    FLOWER_PICK,
    GAIN,
    GNOME,
    GO_MARKET,
    GO_PATH,
    KINDS,
    LAYS,
    LEAVE,
    MARK,
    MARKER,
    NEW_SIGN,
    NEXT,
    NO,
    OVER,
    PICK,
    PICKS,
    PLACE,
    REFILL,
    RESOLVE,
    RINGS,
    SALE,
    SELL_ONE,
    SIGN,
    STAY,
    TAKE,
    TAKE_FLOWER,
    TAKE_TILE,
    TAKE_WILD,
    TRADE,
    USE_SIGN,
    VERB,
    WILDFLOWER,
    YES,
)


class Turns(Gains):
    """A game in the middle of a turn."""

    # The stack

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
            return 1  # one is out, or the next may be put out
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
