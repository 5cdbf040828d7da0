"""A game of Gazebo: what may be decided, and games that play themselves (G3–G6).

A decision is an int, the same for every board:

| decision | number |
|---|---|
| place a domino | `kind * 10296 + square * 4 + direction` |
| stop | 61776 |
| draw from the common pile, one's personal pile, the reserve | 61777, 61778, 61779 |
| decline the extra draws that are left | 61780 |
| pass | 61781 |

`kind`: 0..5 for FF GG WW FG FW GW. `square`: of the first letter, row × width + column.
`direction`, to the second letter: 0..3, east south west north; a double has only 0 and 1, since
its half-turn is the same placement. 10296 = 4 × 26 × 99, the largest board.
"""

from __future__ import annotations

from engines.gazebo import notation, objections, views
from engines.gazebo.ground import Ground
from engines.gazebo.hidden import Hidden
from engines.gazebo.terms import (
    DECLINE,
    DONE,
    DRAW,
    DRAW_COMMON,
    DRAW_RESERVE,
    EXTRA,
    OPEN,
    PASS,
    PLACE,
    SECOND,
    SPAN,
    STOP,
    UNSEEN,
)
from engines.position import Outcome
from engines.rng import Rng
from engines.values import JSON

TRIES = 64
"""Random placements tried before all legal ones are listed."""
WIN = 1000
"""More than any difference of gazebos."""


class Position(Hidden):
    """One state of a game between two decisions (`engines.position.Position`)."""

    def __init__(
        self, ground: Ground, players: int, start: int, supply: int, options: dict[str, bool]
    ) -> None:
        super().__init__(ground, players, start, supply, options)
        self.trial: Position | None = None
        self.ways = [0] * 16
        self.spots = [0] * 10908
        self.spot_count = 0

    # What may be decided

    def actor(self) -> int:
        """The seat that decides; -1 when the game has ended."""
        return self.turn if self.phase != DONE else -1

    def moves(self) -> list[int]:
        """Every legal decision once, ascending."""
        found: list[int] = []
        if self.phase == PLACE or self.phase == SECOND:
            self.set_spots()
            for kind in range(6):
                if self.hand[6 * self.turn + kind]:
                    self.list_placements(kind, found)
        for move in range(STOP, PASS + 1):
            if self.allows_other(move):
                found.append(move)
        return found

    def set_spots(self) -> None:
        """Collects where and how a domino may lie, whatever its colours: `4 * cell + direction`."""
        count = 0
        for cell in range(self.ground.stride, self.ground.size - self.ground.stride):
            if self.land[cell] == OPEN:
                for direction in range(4):
                    if self.is_place(cell, cell + self.ground.step[direction]):
                        self.spots[count] = 4 * cell + direction
                        count += 1
        self.spot_count = count

    def list_placements(self, kind: int, found: list[int]) -> None:
        for at in range(self.spot_count):
            cell = self.spots[at] >> 2
            direction = self.spots[at] & 3
            if kind < 3 and direction > 1:
                continue
            if self.fits(kind, cell, cell + self.ground.step[direction]):
                found.append(kind * SPAN + self.ground.square_of[cell] * 4 + direction)

    def allows(self, move: object) -> int:
        """Whether the decision is legal; anything may be asked."""
        if type(move) is not int or move < 0 or move > PASS:
            return 0
        return self.allows_other(move) if move >= STOP else self.allows_placement(move)

    def allows_placement(self, move: int) -> int:
        if self.phase != PLACE and self.phase != SECOND:
            return 0
        kind = move // SPAN
        square = move % SPAN >> 2
        if square >= self.ground.squares or self.hand[6 * self.turn + kind] == 0:
            return 0
        if kind < 3 and move & 3 > 1:
            return 0
        cell = self.ground.cell_of[square]
        other = cell + self.ground.step[move & 3]
        return int(self.is_place(cell, other) and self.fits(kind, cell, other))

    def allows_other(self, move: int) -> int:
        """The same of a decision that places nothing."""
        if move == STOP:
            return int(self.phase == SECOND)
        if move == PASS:
            return int(self.phase == PLACE and not self.may_place)
        if move == DECLINE:
            return int(self.phase == EXTRA)
        if move == DRAW_RESERVE:
            drawn = self.phase == EXTRA or (self.phase == DRAW and self.has_zen_draw())
            return int(drawn and self.reserve[self.reserve_at] != UNSEEN)
        if self.phase != DRAW:
            return 0
        if move == DRAW_COMMON:
            return int(self.common_at < self.common_size and self.common[self.common_at] != UNSEEN)
        at = self.personal_at[self.turn]
        return int(at < 5 and self.personal[5 * self.turn + at] != UNSEEN)

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
        """Gazebos left over (G5.2)."""
        return [self.supply[seat] for seat in range(self.players)]

    def outcome(self) -> Outcome | None:
        return views.outcome_of(self)

    def view(self, seat: int | None) -> dict[str, JSON]:
        """See `engines.gazebo.views.view_of`."""
        return views.view_of(self, seat)

    # Copies

    def copy(self) -> Position:
        options = {
            "extra": bool(self.extra),
            "big_wins": bool(self.big_wins),
            "pairs": bool(self.pairs),
        }
        made = Position(self.ground, self.players, self.start, 0, options)
        made.assign(self)
        return made

    def assign(self, other: Position) -> None:
        """Becomes a copy of the other position; nothing is allocated."""
        self.start = other.start
        self.extra = other.extra
        self.pairs = other.pairs
        self.assign_nooks(other)
        self.assign_places(other)
        self.assign_gazebos(other)
        self.assign_turns(other)

    # Hidden parts

    def determinize(self, seat: int, seed: int) -> Position:
        """A copy whose hidden tiles are dealt anew, by what the seat knows (`Hidden.redeal`)."""
        made = self.copy()
        made.redeal(seat, seed)
        return made

    # Games that play themselves

    def playout(self, seed: int, policy: str = "random") -> int:
        """Plays to the end, in place; returns the number of decisions.

        `random`: every legal placement is equally likely; a second domino is declined once in
        four times; each pile that may be drawn from (and the decline of extra draws) is equally
        likely. `greedy`: the placement of most worth (see `worth`), equals by the seed; a second
        domino only where it is worth more than nothing; the reserve is drawn from whenever it
        may be, else each pile is equally likely.
        Raises RuleBroken: unknown_policy; unseen_domino, where a tile of a pile is unknown.
        """
        rng = Rng(seed)
        greedy = objections.read_policy(policy)
        before = self.decisions
        if self.phase != DONE and self.has_unseen():
            raise objections.unseen()
        while self.phase != DONE:
            self.push(self.choose(rng, greedy))
        return self.decisions - before

    def suggest(self, seed: int, policy: str = "greedy") -> int:
        """The decision that `playout` would make first.

        Raises RuleBroken: unknown_policy; game_over; unseen_domino, where no other can be drawn.
        """
        greedy = objections.read_policy(policy)
        if self.phase == DONE:
            raise objections.objection(self, STOP)
        move = self.choose(Rng(seed), greedy)
        if move < 0:
            raise objections.unseen()
        return move

    def choose(self, rng: Rng, greedy: int) -> int:
        """A decision by the policy; -1 where only unseen tiles could be drawn."""
        if self.phase == PLACE or self.phase == SECOND:
            if self.phase == PLACE and not self.may_place:
                return PASS
            if greedy:
                return self.choose_best(rng)
            if self.phase == SECOND and rng.below(4) == 0:
                return STOP
            return self.choose_any(rng)
        return self.choose_draw(rng, greedy)

    def choose_draw(self, rng: Rng, greedy: int) -> int:
        count = 0
        for move in range(DRAW_COMMON, DECLINE + 1):
            if self.allows_other(move):
                self.ways[count] = move
                count += 1
        if count == 0:
            return -1
        if greedy and self.allows_other(DRAW_RESERVE):
            return DRAW_RESERVE
        return self.ways[rng.below(count)]

    def choose_any(self, rng: Rng) -> int:
        """Any legal placement, all equally likely: tries that fail are made again."""
        ways = self.set_ways(self.turn)
        for _ in range(TRIES):
            drawn = rng.below(ways * self.place_count)
            move = self.placement(self.ways[drawn % ways], self.places[drawn // ways])
            if move >= 0:
                return move
        moves = self.moves()
        return moves[rng.below(len(moves) - int(self.phase == SECOND))]  # but stop, the last one

    def set_ways(self, seat: int) -> int:
        """The ways to lay a domino of the hand on a place: its kind, and + 6 turned round."""
        ways = 0
        for kind in range(6):
            if self.hand[6 * seat + kind]:
                self.ways[ways] = kind
                ways += 1
                if kind >= 3:
                    self.ways[ways] = kind + 6
                    ways += 1
        return ways

    def placement(self, way: int, place: int) -> int:
        """The decision to lay this way on this place; -1 where it is not legal."""
        cell = place >> 1
        direction = place & 1
        other = cell + self.ground.step[direction]
        if way >= 6:
            way -= 6
            direction += 2
            cell, other = other, cell
        if not self.fits(way, cell, other):
            return -1
        return way * SPAN + self.ground.square_of[cell] * 4 + direction

    def choose_best(self, rng: Rng) -> int:
        """The placement worth most, equals by the seed; no second one worth nothing or less."""
        ways = self.set_ways(self.turn)
        best = -2 * WIN
        tied = 0
        chosen = STOP
        for at in range(self.place_count):
            for index in range(ways):
                move = self.placement(self.ways[index], self.places[at])
                if move < 0:
                    continue
                worth = self.worth(move)
                if worth > best:
                    best = worth
                    tied = 0
                if worth == best:
                    tied += 1
                    if tied == 1 or rng.below(tied) == 0:
                        chosen = move
        return STOP if self.phase == SECOND and best <= 0 else chosen

    def worth(self, move: int) -> int:
        """What a placement is worth to the active seat, in gazebos.

        The gazebos that its side puts down less those that it takes back, times the number of
        other sides, less the same of all others together (a side is a seat, or a pair). A
        placement that ends the game counts `WIN` for the active side, or against it.
        """
        if self.trial is None:
            self.trial = self.copy()
        trial = self.trial
        trial.assign_nooks(self)
        trial.assign_gazebos(self)
        cell = self.ground.cell_of[move % SPAN >> 2]
        trial.lay(move // SPAN, cell, cell + self.ground.step[move & 3], self.turn, 0)
        return self.difference(trial)

    def difference(self, trial: Position) -> int:
        own = 0
        others = 0
        for seat in range(self.players):
            put = self.supply[seat] - trial.supply[seat]
            if seat == self.turn or (self.pairs and seat >> 1 == self.turn >> 1):
                own += put
            else:
                others += put
        sides = 2 if self.pairs else self.players
        worth = own * (sides - 1) - others
        if trial.finished:
            worth += WIN if self.wins(trial) else -WIN
        return worth

    def wins(self, trial: Position) -> int:
        """Whether the active side has won the trial, which a last gazebo ended (G4.8, G8.2)."""
        if not self.pairs:
            return int(trial.last_seat == self.turn)
        pair = self.turn >> 1
        own = trial.supply[2 * pair] + trial.supply[2 * pair + 1]
        other = trial.supply[2 - 2 * pair] + trial.supply[3 - 2 * pair]
        return int(own < other or (own == other and trial.last_seat >> 1 == pair))
