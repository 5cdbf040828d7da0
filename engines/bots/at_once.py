"""Bots that decide at once, each as the game's own playouts do (`Position.suggest`)."""

from __future__ import annotations

from engines.bots.seen import Seen
from engines.position import Move
from engines.rng import Rng


class AtOnce:
    """policy: `random`, any legal decision by chance; `greedy`, what is best at once (one ply)."""

    def __init__(self, seed: int, policy: str) -> None:
        self.rng = Rng(seed)
        self.policy = policy

    def choose(self, seen: Seen) -> Move:
        world = seen.world(self.rng.next())
        return world.suggest(self.rng.next(), self.policy)
