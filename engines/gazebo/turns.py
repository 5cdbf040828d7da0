"""Turns of Gazebo: hands, piles, draws due, who is next, and the end (G3, G5.1, G6)."""

from __future__ import annotations

from engines.gazebo.ground import Ground
from engines.gazebo.patios import Patios
from engines.gazebo.terms import (
    BLOCKED,
    DECLINE,
    DONE,
    DRAW,
    DRAW_COMMON,
    DRAW_PERSONAL,
    EXTRA,
    LAST_GAZEBO,
    ONES,
    OUT_OF_DOMINOES,
    PASS,
    PLACE,
    SECOND,
    SPAN,
    STOP,
    TWOS,
    UNSEEN,
)


class Turns(Patios):
    """A game with its hidden parts.

    `hand[6 * seat + kind]` counts dominoes. A pile is its tiles, the next one at `…_at`, and its
    `…_size`; a seat's personal pile is `personal[5 * seat:5 * seat + 5]`.

    What everybody knows of a hand beyond its size: how many of its dominoes are of one colour
    (draws are seen), and, after a pass, that the kinds in `barred` then had no tile in it: of
    them at most `room[2 * seat]` of one colour and `room[2 * seat + 1]` of two are there now.
    """

    def __init__(
        self, ground: Ground, players: int, start: int, supply: int, options: dict[str, bool]
    ) -> None:
        """`options`: `extra` (G3.4), `big_wins` (G4.6), `pairs` (G8). Nothing is dealt yet."""
        super().__init__(ground, players, options["big_wins"], supply)
        self.extra = int(options["extra"])
        self.pairs = int(options["pairs"])
        self.start = start
        self.turn = start
        self.phase = PLACE
        self.may_place = 0
        self.end = 0
        self.decisions = 0
        self.hand = [0] * 24
        self.hand_size = [0] * 4
        self.singles = [0] * 4
        self.laid = [0] * 6
        self.barred = [0] * 4
        self.room = [0] * 8
        self.common = [0] * 48
        self.common_at = 0
        self.common_size = 0
        self.personal = [0] * 20
        self.personal_at = [0] * 4
        self.reserve = [0] * 17
        self.reserve_at = 0
        self.reserve_size = 0

    def set_piles(
        self,
        hands: list[list[int]],
        personal: list[list[int]],
        common: list[int],
        reserve: list[int],
    ) -> None:
        """Deals: lists of kinds, the top of a pile first; then the first turn begins."""
        self.set_starts()
        for seat in range(self.players):
            for kind in hands[seat]:
                self.take(seat, kind)
            self.personal_at[seat] = 5 - len(personal[seat])
            for at, kind in enumerate(personal[seat]):
                self.personal[5 * seat + self.personal_at[seat] + at] = kind
        self.common_size = len(common)
        for at in range(self.common_size):
            self.common[at] = common[at]
        self.reserve_size = len(reserve)
        for at in range(self.reserve_size):
            self.reserve[at] = reserve[at]
        self.begin_turn()

    def take(self, seat: int, kind: int) -> None:
        self.hand[6 * seat + kind] += 1
        self.hand_size[seat] += 1
        self.singles[seat] += int(kind < 3)

    # Decisions

    def push(self, move: int) -> None:
        """Makes a decision that is known to be legal."""
        self.decisions += 1
        if move < STOP:
            kind = move // SPAN
            cell = self.ground.cell_of[move % SPAN >> 2]
            self.place(kind, cell, cell + self.ground.step[move & 3])
        elif move == STOP:
            self.draw_or_end()
        elif move == PASS:
            self.bar_kinds(self.turn)
            self.end_turn()
        elif move == DECLINE:
            self.end_turn()
        else:
            self.draw(move)

    def place(self, kind: int, cell: int, other: int) -> None:
        seat = self.turn
        second = self.phase == SECOND
        self.hand[6 * seat + kind] -= 1
        self.hand_size[seat] -= 1
        self.singles[seat] -= int(kind < 3)
        self.laid[kind] += 1
        if self.barred[seat] >> kind & 1:
            self.room[2 * seat + int(kind >= 3)] -= 1
        fired = self.lay(kind, cell, other, seat, 1)
        if self.finished:
            self.finish(LAST_GAZEBO)
            return
        if fired and not second and self.hand_size[seat]:
            if self.can_place(seat):
                self.phase = SECOND
                return
            self.bar_kinds(seat)
        self.draw_or_end()

    def draw(self, pile: int) -> None:
        """Draws the next tile of the pile (`DRAW_COMMON`, …) into the hand."""
        seat = self.turn
        if pile == DRAW_COMMON:
            self.take(seat, self.common[self.common_at])
            self.common_at += 1
            self.room[2 * seat + 1] += 1
        else:
            if pile == DRAW_PERSONAL:
                self.take(seat, self.personal[5 * seat + self.personal_at[seat]])
                self.personal_at[seat] += 1
            else:
                self.take(seat, self.reserve[self.reserve_at])
                self.reserve_at += 1
                self.zen -= 1
            self.room[2 * seat] += 1
        self.draw_or_end()

    # What is left of a turn

    def draw_or_end(self) -> None:
        """Goes on to the next draw, or to the next turn where none is left (G3.3–G3.5)."""
        if self.hand_size[self.turn] < 3 and self.has_pile():
            self.phase = DRAW
        elif self.extra and self.zen > 0 and self.reserve_at < self.reserve_size:
            self.phase = EXTRA
        else:
            self.end_turn()

    def has_pile(self) -> int:
        """Whether a due draw can be made."""
        return int(
            self.common_at < self.common_size
            or self.personal_at[self.turn] < 5
            or self.has_zen_draw()
        )

    def has_zen_draw(self) -> int:
        """Whether a due draw may come from the reserve."""
        return int(not self.extra and self.zen > 0 and self.reserve_at < self.reserve_size)

    def has_unseen(self) -> int:
        """Whether a tile of a pile is unknown."""
        for at in range(self.common_at, self.common_size):
            if self.common[at] == UNSEEN:
                return 1
        for at in range(self.reserve_at, self.reserve_size):
            if self.reserve[at] == UNSEEN:
                return 1
        for at in range(5 * self.players):
            if self.personal[at] == UNSEEN:
                return 1
        return 0

    def end_turn(self) -> None:
        self.zen = 0
        self.turn = self.turn + 1 if self.turn + 1 < self.players else 0
        self.begin_turn()

    def begin_turn(self) -> None:
        """The end test (G5.1), and over seats with empty hands to the one whose turn it is."""
        for _ in range(self.players):
            if self.hand_size[self.turn]:
                break
            self.turn = self.turn + 1 if self.turn + 1 < self.players else 0
        if self.hand_size[self.turn] == 0:
            self.finish(OUT_OF_DOMINOES)
            return
        self.phase = PLACE
        self.may_place = self.can_place(self.turn)
        if not self.may_place and not self.someone_can_place():
            self.finish(BLOCKED)

    def finish(self, end: int) -> None:
        self.end = end
        self.phase = DONE

    def can_place(self, seat: int) -> int:
        """Whether a domino of the hand has a legal placement."""
        for kind in range(6):
            if self.hand[6 * seat + kind] and self.fits_somewhere(kind):
                return 1
        return 0

    def someone_can_place(self) -> int:
        for seat in range(self.players):
            if self.can_place(seat):
                return 1
        return 0

    def bar_kinds(self, seat: int) -> None:
        """Everybody sees that the seat has no legal placement: none of the kinds that have one.

        What an earlier pass showed of one-coloured tiles, or of two-coloured, stays as long as none
        came since; else the newer pass alone is remembered.
        """
        if self.room[2 * seat] > 0:
            self.barred[seat] &= TWOS
        if self.room[2 * seat + 1] > 0:
            self.barred[seat] &= ONES
        for kind in range(6):
            if self.fits_somewhere(kind):
                self.barred[seat] |= 1 << kind
        self.room[2 * seat] = 0
        self.room[2 * seat + 1] = 0

    def assign_turns(self, other: Turns) -> None:
        """Copies hands, piles and the state of the turn."""
        self.turn = other.turn
        self.phase = other.phase
        self.may_place = other.may_place
        self.end = other.end
        self.decisions = other.decisions
        for at in range(24):
            self.hand[at] = other.hand[at]
        for seat in range(4):
            self.hand_size[seat] = other.hand_size[seat]
            self.singles[seat] = other.singles[seat]
            self.barred[seat] = other.barred[seat]
            self.personal_at[seat] = other.personal_at[seat]
        for kind in range(6):
            self.laid[kind] = other.laid[kind]
        for at in range(8):
            self.room[at] = other.room[at]
        for at in range(48):
            self.common[at] = other.common[at]
        for at in range(20):
            self.personal[at] = other.personal[at]
        for at in range(17):
            self.reserve[at] = other.reserve[at]
        self.common_at = other.common_at
        self.common_size = other.common_size
        self.reserve_at = other.reserve_at
        self.reserve_size = other.reserve_size
