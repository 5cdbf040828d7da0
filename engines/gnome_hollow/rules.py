"""A game of Gnome Hollow: a position, its decisions made, its end, its copies and worlds."""

from __future__ import annotations

from engines.gnome_hollow import notation, objections, views
from engines.gnome_hollow.chooser import Chooser
from engines.gnome_hollow.terms import (
    BASE,
    FLOWERS,
    OVER,
    PLACE,
    SIGN,
    SIGNPOSTS,
    STAY,
    UNSEEN,
    VERB,
    WILD,
)
from engines.gnome_hollow.tiles import Tiles
from engines.position import Outcome
from engines.rng import Rng
from engines.values import JSON


class Position(Chooser):
    """One state of a game between two decisions (`engines.position.Position`)."""

    def __init__(self, tiles: Tiles, players: int, start: int, options: dict[str, int]) -> None:
        super().__init__(tiles, players, start, options)
        self.options = options

    # What may be decided

    def moves(self) -> list[int]:
        """Every legal decision once, ascending."""
        self.list_others()
        others = [self.found[at] for at in range(self.count)]
        others.sort()
        moves = self.lays() + others if self.phase() == PLACE else others
        if self.has_unseen():
            return [move for move in moves if not self.draws_unseen(move)]
        return moves

    def allows(self, move: object) -> int:
        """Whether the decision is legal; anything may be asked."""
        if not isinstance(move, int) or not self.allows_shown(move):
            return 0
        return int(not self.has_unseen() or not self.draws_unseen(move))

    def has_unseen(self) -> int:
        """Whether the bag or the reserve holds a tile that nobody saw (`records.md`)."""
        for at in range(self.bag_at, self.bag_size):
            if self.bag[at] == UNSEEN:
                return 1
        for at in range(self.reserve_size):
            if self.reserve[at] == UNSEEN:
                return 1
        return 0

    def draws_unseen(self, move: int) -> int:
        """Whether such a tile is drawn after a decision, before the next."""
        trial = self.copy()
        trial.push(move)
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
        self.assign_steps(other)

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

        `random`: of a placement as `choose_placing` says; else every decision is equally likely.
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

    # What a search asks

    def outlook(self) -> list[int]:
        """What each seat's score may come to, in hundredths of a point (`hopes`)."""
        return [100 * self.score(seat) + self.hopes(seat) for seat in range(self.players)]
