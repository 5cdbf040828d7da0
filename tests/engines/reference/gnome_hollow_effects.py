"""Rings, bonuses, signposts and gnomes: what a Gnome Hollow turn brings after the placements."""

from typing import Any

from tests.engines.reference.gnome_hollow_garden import Path
from tests.engines.reference.gnome_hollow_goods import (
    Place,
    Ring,
    fits,
    free_spaces,
    picks,
    sales,
)
from tests.engines.reference.gnome_hollow_table import Steps, Table
from tests.engines.reference.gnome_hollow_tiles import MARKERS, WILD_AT


class Effects(Table):
    """A turn's steps after the placements (H7.1)."""

    # Rings

    def fixes(self) -> Steps:
        """H5.1: the smallest closing first; several equally small ones are chosen from."""
        while found := self.garden.closings(self.options["ring_size"], self.owners):
            smallest = {each.text(): each for each in found if each.size == found[0].size}
            text = next(iter(smallest)) if len(smallest) == 1 else (yield self.seat, [*smallest])
            self.garden.fix(smallest[text])

    def resolutions(self) -> Steps:
        """H4.4: the active player orders the rings."""
        while True:
            new = [path for path in self.garden.paths() if path.closed and path not in self.rings]
            named = {f"ring {path.name()}": path for path in new}
            if not named:
                return
            text = yield self.seat, [*named]
            yield from self._resolve(named[text])

    def _resolve(self, path: Path) -> Steps:
        """H4.1–H4.3, H9.2; the order within a ring is H7.1's."""
        owners = self.owners(path)
        seat = min(owners, default=self.seat)
        player = self.players[seat]
        printed = self.garden.printed(path)
        free = free_spaces(player, self.board(), path.size(self.options["ring_size"]))
        fitting = [space for space in free if fits(space, self.garden.sequence(path))]
        denied = bool(free) and not fitting and self.options["shape_denies_mushrooms"] == "on"
        ring = self.rings[path] = Ring(path, [])
        if owners and not denied:
            player.mushrooms.update(printed)
        else:
            ring.waiting = printed
        if not fitting or player.moved == MARKERS:
            return
        spaces = {text: space for space in fitting for text in space.texts(player)}
        text = yield seat, [*spaces]
        space = spaces[text]
        before, player.moved = player.moved, player.moved + (2 if text.endswith("x2") else 1)
        player.filled.add((space.column, space.index))
        if player.moved == MARKERS:
            self.trigger("markers")
        if any(before < marker <= player.moved for marker in WILD_AT):
            yield from self.gain_wild(seat)
        yield from self._bonus(seat, space.printed["bonus"], ring)

    def board(self) -> dict[str, Any]:
        """The side of the player boards that is played (H9.2)."""
        board: dict[str, Any] = self.tiles.data[
            "advanced_board" if self.options["advanced_board"] else "player_board"
        ]
        return board

    # Bonuses and signposts

    def _bonus(self, seat: int, bonus: str | None, ring: Ring) -> Steps:
        """H5."""
        if bonus == "signpost":
            yield from self._signpost_bonus(seat, ring)
        elif bonus and bonus.startswith("mushroom"):
            number = int(bonus.removeprefix("mushroom"))
            texts = picks(self.garden.printed(ring.path), number, self.tiles)
            if texts:
                text = yield seat, texts
                self.players[seat].mushrooms.update(text.split()[1:])
        elif bonus:
            yield from self.gain(seat, bonus)

    def _signpost_bonus(self, seat: int, ring: Ring) -> Steps:
        """H5: a new one, at most one a ring, or one that is out already."""
        random = self.options["signpost_choice"] == "random"
        new = self.signposts[:1] if random else self.signposts
        out = set(self.tiles.signposts) - set(self.signposts)
        texts = [f"sign use {name}" for name in out]
        if ring.signpost is None:
            texts += [f"sign new {name}" for name in new]
        text = yield seat, texts
        _, verb, name = text.split()
        if verb == "new":
            self.signposts.remove(name)
            ring.signpost = name
        yield from self.use_signpost(seat, name, self.options["trade_on_bonus"] == "on")

    def use_signpost(self, seat: int, name: str, may_trade: bool) -> Steps:
        """H5, H9.1: its effect, then a trade."""
        for gain in self.tiles.signposts[name]:
            yield from self.gain(seat, gain)
        mushrooms = self.players[seat].mushrooms
        trades = self.tiles.trades.get(name, []) if self.options["trade_board"] else []
        possible = [number for number, (give, _) in enumerate(trades) if mushrooms[give]]
        if may_trade and possible:
            text = yield seat, ["trade -", *(f"trade {number}" for number in possible)]
            if text != "trade -":
                give, get = trades[int(text.removeprefix("trade "))]
                mushrooms[give] -= 1
                mushrooms[get] += 1

    def gain(self, seat: int, gain: str) -> Steps:
        """A signpost's effect, or the same as a bonus."""
        if gain == "flower":
            yield from self.gain_market_flower(seat)
        elif gain == "tile":
            yield from self.gain_market_tile(seat)
        elif gain == "sell1":
            yield from self.sell_one(seat)
        else:
            self.players[seat].mushrooms[gain] += 1

    # The gnome

    def move_gnome(self) -> Steps:
        """H6: one gnome or none, and what it does where it comes."""
        goals: dict[str, tuple[str, Place, str]] = {}
        for gnome in self.players[self.seat].gnomes:
            for goal, place in self._goals(gnome).items():
                goals[f"{gnome} {goal}"] = (gnome, place, goal)
        text = yield self.seat, [*goals, "stay"]
        if text == "stay":
            return
        gnome, place, goal = goals[text]
        self.players[self.seat].gnomes[gnome] = place
        yield from self._act(place, goal)

    def _goals(self, gnome: str) -> dict[str, Place]:
        """Where this gnome may go, by the text without the gnome; it must change its place."""
        here = self.players[self.seat].gnomes[gnome]
        goals: dict[str, Place] = {}
        for path in self.garden.paths():
            if not path.closed and not self.owners(path):
                goals[f"path {path.name()}"] = min(path.pieces)
        for path, ring in self.rings.items():
            both = self.options["ring_visit"] == "both" and ring.waiting
            if here in path.pieces:
                continue
            if ring.waiting:
                goals[f"ring {path.name()}"] = min(path.pieces)
            if ring.signpost and not both:
                goals[f"sign {path.name()}"] = min(path.pieces)
        if here != "flower":
            kinds = self.new_kinds(self.seat)
            goals |= {f"flower {kind}": "flower" for kind in kinds} or {"flower": "flower"}
        if here != "stump":
            sold = sales(self.players[self.seat], self.tiles, self.blocked)
            goals |= {f"market {text}": "stump" for text in sold} | {"market": "stump"}
        return goals

    def _act(self, place: Place, goal: str) -> Steps:
        verb, _, what = goal.partition(" ")
        if verb == "market":
            self.sell(self.seat, what)
        elif verb == "flower" and what:
            self.take_from_flower_market(self.seat, what)
        elif verb in ("ring", "sign"):
            ring = next(ring for path, ring in self.rings.items() if place in path.pieces)
            if verb == "ring":
                self.players[self.seat].mushrooms.update(ring.waiting)
                ring.waiting = []
            if ring.signpost and (verb == "sign" or self.options["ring_visit"] == "both"):
                yield from self.use_signpost(self.seat, ring.signpost, True)
