"""Mushrooms, treasure, blockers and markers, kept beside a game by what is decided in it alone."""

from collections import Counter

from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.terms import (
    BASE,
    DEAD,
    GNOME_BIT,
    GO_MARKET,
    GO_RING,
    GO_SIGN,
    KINDS,
    MARK,
    NEW_SIGN,
    PICK,
    QUANTITIES,
    RESOLVE,
    SELL_ONE,
    TRADE,
    USE_SIGN,
    VERB,
    WILD,
)


class Ledger:
    """Every seat's goods, each change with the rule that it follows from (H3.5, H4 to H6, H9.1).

    Whether a shape denies its owner the mushrooms (H9.2) is taken as the game says it.
    """

    def __init__(self, position: Position) -> None:
        self.tileset = position.tiles.tileset
        self.mushrooms: Counter[tuple[int, int]] = Counter()
        self.treasure: Counter[int] = Counter()
        self.markers: Counter[int] = Counter()
        self.blocked: set[int] = set()
        self.check(position)

    def play(self, position: Position, move: int) -> None:
        """Makes a decision, in place; afterwards all have what they must have."""
        seat = position.actor()
        verb, argument = divmod(move - BASE, VERB) if move >= BASE else (-1, 0)
        if verb == RESOLVE:
            self._resolve(position, move, position.path_named(argument))
        elif verb == GO_RING:
            self._visit(position, move, seat, position.path_named(argument % GNOME_BIT))
        else:
            self._enter(position, seat, verb, argument)
            position.play(move)
        self.check(position)

    def check(self, position: Position) -> None:
        seats = range(position.players)
        assert [position.mushrooms[5 * seat + kind] for seat in seats for kind in range(KINDS)] == [
            self.mushrooms[seat, kind] for seat in seats for kind in range(KINDS)
        ]
        assert [position.treasure[seat] for seat in seats] == [self.treasure[s] for s in seats]
        assert [position.markers[seat] for seat in seats] == [self.markers[s] for s in seats]
        assert {at for at in range(KINDS * QUANTITIES) if position.blocked[at]} == self.blocked
        assert printed(position) == lying(position)

    def _resolve(self, position: Position, move: int, ring: int) -> None:
        """A ring's mushrooms are its owner's, or wait: for a gnome, or by H9.2 from the owner."""
        owner = position.owner[ring]
        position.play(move)
        if not position.waiting[ring]:
            assert owner >= 0 or not position.spores[ring]
            self._gain(position, owner, ring)
        else:
            assert position.spores[ring]
            assert owner < 0 or position.shape_denies

    def _visit(self, position: Position, move: int, seat: int, ring: int) -> None:
        """A gnome takes what waits, once (H6); and uses the signpost, where both are visited."""
        assert position.waiting[ring]
        self._gain(position, seat, ring)
        if position.both_visits and position.sign[ring] >= 0:
            self._use(seat, position.sign[ring])
        position.play(move)
        assert not position.waiting[ring]

    def _enter(self, position: Position, seat: int, verb: int, argument: int) -> None:
        """What the decision says is had, paid and blocked."""
        if verb == GO_SIGN:
            self._use(seat, position.sign[position.path_named(argument % GNOME_BIT)])
        elif verb in (NEW_SIGN, USE_SIGN):
            self._use(seat, argument)
        elif verb == GO_MARKET:
            self._sell(seat, argument % GNOME_BIT >> 8)
            self._sell(seat, argument % GNOME_BIT & 255)
        elif verb == SELL_ONE:
            self._sell(seat, argument)
        elif verb == PICK:
            for kind in range(KINDS):
                self.mushrooms[seat, kind] += argument >> 3 * kind & 7
        elif verb == TRADE and argument:
            sign = position.step_one[position.depth - 1]
            give, get = self.tileset.signposts[sign].trades[argument - 1]
            self.mushrooms[seat, give] -= 1
            self.mushrooms[seat, get] += 1
        elif verb == MARK:
            self.markers[seat] += 1 + (argument & 1)

    def _gain(self, position: Position, seat: int, ring: int) -> None:
        for kind in range(KINDS):
            self.mushrooms[seat, kind] += position.spores_of(ring, kind)

    def _use(self, seat: int, sign: int) -> None:
        for gain in self.tileset.signposts[sign].gain:
            if gain in self.tileset.mushrooms:
                self.mushrooms[seat, self.tileset.mushrooms.index(gain)] += 1

    def _sell(self, seat: int, sale: int) -> None:
        """Paid by the market, and blocked; a pair never is (H6)."""
        if not sale:
            return
        kind, quantity = divmod(sale, QUANTITIES)
        assert sale not in self.blocked
        self.mushrooms[seat, kind] -= quantity
        self.treasure[seat] += dict(self.tileset.market[kind])[quantity]
        if quantity > 2:
            self.blocked.add(sale)


def printed(position: Position) -> list[int]:
    """Mushrooms of each kind on the tiles that lie."""
    tileset = position.tiles.tileset
    there = [0] * KINDS
    for tile in position.tile_of[: position.placed]:
        for piece in tileset.tiles[tile] if tile < WILD else ():
            for kind in piece.mushrooms:
                there[kind] += 1
    for piece in tileset.stump:
        for kind in piece.mushrooms:
            there[kind] += 1
    return there


def lying(position: Position) -> list[int]:
    """Mushrooms of each kind on the paths and rings that there are."""
    there = [path for path in range(position.path_count) if position.state[path] != DEAD]
    return [sum(position.spores_of(path, kind) for path in there) for kind in range(KINDS)]
