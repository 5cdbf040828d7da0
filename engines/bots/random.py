"""Every legal decision with equal chances."""

from __future__ import annotations

from engines.bots.seen import Seen
from engines.position import Move
from engines.rng import Rng


class Random:
    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)

    def choose(self, seen: Seen) -> Move:
        moves = seen.moves()
        return moves[self.rng.below(len(moves))]
