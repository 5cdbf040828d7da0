"""One ply: the decision that is best at once, as the game itself says (`Position.suggest`)."""

from __future__ import annotations

from engines.bots.seen import Seen
from engines.position import Move
from engines.rng import Rng


class Greedy:
    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)

    def choose(self, seen: Seen) -> Move:
        world = seen.world(self.rng.next())
        return world.suggest(self.rng.next(), "greedy")
