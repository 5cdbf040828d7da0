"""Gnome Hollow played slowly and plainly, from the rules page alone."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from tests.engines.reference import records
from tests.engines.reference.gnome_hollow_effects import Effects
from tests.engines.reference.gnome_hollow_goods import winning_seats
from tests.engines.reference.gnome_hollow_table import Steps
from tests.engines.reference.gnome_hollow_tiles import MARKET, Cell, Laid
from tests.engines.reference.records import Broken


@dataclass
class Lay:
    """A tile as it would lie, and whose leave that needs, in the order of asking (H3.2)."""

    text: str
    tile: str
    cell: Cell
    laid: Laid | None
    """None: a wildflower."""
    leave: list[int]


class Reference(Effects):
    """One game; `deciding` is the seat that decides now.

    A game is `_game` and what it calls, in the order of H7.1.
    """

    def __init__(self, players: int, options: dict[str, Any], setup: dict[str, Any]) -> None:
        super().__init__(players, options, setup)
        self.given = (players, options, setup)
        self.finished = False
        self.played: list[str] = []
        self.deciding: int | None = None
        self.texts: list[str] = []
        self.lays: dict[str, Lay] = {}  # the legal ones of a placement
        self.begin()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Reference":
        """A game that runs cannot be copied: the same one, played anew."""
        made = type(self)(*self.given)
        for text in self.played:
            made.advance(text)
        return made

    def actor(self) -> int | None:
        """The seat that decides now."""
        return self.deciding

    def over(self) -> bool:
        """H8.2: after the last gnome action."""
        return self.finished

    def legal(self) -> list[str]:
        """Every legal text of the decision now due, sorted."""
        return [text for text in self.texts if self._is_known(text)]

    def play(self, text: str) -> None:
        """Make one decision; refused, nothing has changed."""
        if self.finished:
            raise Broken("H8.2", "the game is over")
        if text not in self.texts:
            raise Broken("H7.1", f"{text!r} is not what is due")
        before = list(self.played)
        try:
            self.advance(text)
        except Broken:  # a tile that nobody knows
            self._replay(before)
            raise

    def advance(self, text: str) -> None:
        """Make a decision that is known to be legal."""
        self.played.append(text)
        self._step(text)

    def result(self) -> dict[str, Any]:
        """H8.3."""
        if not self.finished:
            raise Broken("H8.2", "the game is not over")
        scores = [player.score() for player in self.players]
        return {"scores": scores, "winners": winning_seats(self.players), "end": self.end}

    def begin(self) -> None:
        """Ask for the first decision of the active player's turn."""
        self.running = self._game()
        self._step(None)

    def _step(self, text: str | None) -> None:
        try:
            self.deciding, texts = next(self.running) if text is None else self.running.send(text)
            self.texts = sorted(texts)
        except StopIteration:
            self.deciding, self.texts, self.finished = None, [], True

    def _is_known(self, text: str) -> bool:
        """Are the tiles known that this decision draws? Found by playing the game again."""
        most = MARKET - len(self.market) + 1  # a refill, and a tile gained from the market
        if "?" not in (self.bag + self.reserve)[:most] or "@" in text:
            return True
        again = Reference(*self.given)
        try:
            again._replay([*self.played, text])
        except Broken:
            return False
        return True

    def _replay(self, texts: list[str]) -> None:
        """The same game from its set-up to after these decisions."""
        Reference.__init__(self, *self.given)
        for text in texts:
            self.advance(text)

    # The game and its turns

    def _game(self) -> Steps:
        while True:
            yield from self._turn()
            self.seat = self.after(self.seat)
            if self.end and self.seat == self.start:  # H8.1: the round is completed
                break
        for _ in self.players:  # H8.2
            yield from self.move_gnome()
            self.refill("end_of_turn")
            self.seat = self.after(self.seat)

    def _turn(self) -> Steps:
        """H7.1."""
        yield from self._placements()
        self.refill("after_placement")
        yield from self.fixes()
        yield from self.resolutions()
        yield from self.move_gnome()
        self.refill("end_of_turn")

    # Placements

    def _placements(self) -> Steps:
        """H3.1–H3.4."""
        used, stored, refused = 0, set[str](), set[int]()
        while True:
            storage = [tile for tile in self.players[self.seat].storage if tile not in stored]
            market = self.market if used < 2 else []
            self.lays = lays = self._lays([*market, *storage], refused)
            fitting = {lay.tile for lay in lays.values()}
            texts = [*lays, *(f"drop {tile}" for tile in market if tile not in fitting)]  # H3.4
            if self.options["market_tiles"] == "may_store":
                texts += [f"take {tile}" for tile in market]
            text = yield self.seat, texts if market else [*texts, "."]
            verb, _, tile = text.partition(" ")
            if verb == ".":
                return
            if verb in ("drop", "take"):
                self.market.remove(tile)
                used += 1
            if verb == "take":
                stored.add(tile)
                yield from self.store(self.seat, tile)
            elif verb != "drop":
                refusals = yield from self._ask_leave(lays[text])
                if refusals:
                    refused |= refusals
                else:
                    used += self._place(lays[text])

    def _lays(self, tiles: list[str], refused: set[int]) -> dict[str, Lay]:
        """Every legal lay of these tiles by its text (H3.1, H3.2)."""
        found = {}
        by_end = {end: path for path in self.garden.paths() for end in path.ends}
        owners = {path: self.owners(path) for path in by_end.values()}
        for q, r in self.garden.border():
            demands = self.garden.demands((q, r))
            for tile in tiles:
                if tile in self.tiles.flowers:
                    text = f"{tile}@{q},{r}"
                    found[text] = Lay(text, tile, (q, r), None, [])
                    continue
                for turn, edges in self.tiles.edges(tile).items():
                    if any(path != (edge in edges) for edge, path in demands.items()):
                        continue  # H3.1: path meets path and grass meets grass
                    laid = self.tiles.lays(tile)[turn]
                    groups = [
                        {seat for path in group for seat in owners[path]}
                        for group in self.garden.joined((q, r), laid, by_end)
                    ]
                    leave = sorted(set().union(*groups) - {self.seat}, key=self.clockwise)
                    if all(len(group) <= 1 for group in groups) and self._may_ask(leave, refused):
                        text = f"{tile}@{q},{r}:{turn}"
                        found[text] = Lay(text, tile, (q, r), laid, leave)
        return found

    def _may_ask(self, leave: list[int], refused: set[int]) -> bool:
        """H3.2, H3.4: could a lay get the leave that it needs?"""
        if self.options["permission"] == "never":
            return not leave
        return self.options["permission"] == "always" or refused.isdisjoint(leave)

    def _ask_leave(self, lay: Lay) -> Generator[tuple[int, list[str]], str, set[int]]:
        """H3.2: who refuses, nobody or one."""
        for seat in lay.leave if self.options["permission"] == "ask" else []:
            text = yield seat, ["no", "yes"]
            if text == "no":
                return {seat}
        return set()

    def _place(self, lay: Lay) -> int:
        """Puts the tile down; how many market tiles that used."""
        if lay.laid is None:
            self.garden.put_wild(lay.cell)
        else:
            self.garden.put(lay.cell, lay.laid)
        if lay.tile in self.market:
            self.market.remove(lay.tile)
            return 1
        self.players[self.seat].storage.remove(lay.tile)
        return 0


def verify(record: dict[str, Any]) -> records.Fault | None:
    """The first fault of a record: index, text, rule; None if it is right."""
    return records.verify(record, "gnome_hollow", Reference)
