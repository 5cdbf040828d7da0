"""Bots: `random`, `greedy` and `mcts` in graded levels, by name.

A bot is shown its own seat alone (`Seen`): what it may know, its moves, and worlds that agree with
all it has seen. It never holds the position itself.
"""

from __future__ import annotations

from engines.bots.at_once import AtOnce
from engines.bots.mcts import Mcts
from engines.bots.seen import Bot, Seen
from engines.position import Engine
from engines.values import clipped, read_number, refusal

__all__ = ["AT_ONCE", "MOST_PLAYOUTS", "Bot", "Seen", "make_bot"]

AT_ONCE = ("random", "greedy")
"""Bots whose games are over at once. Where one sits in every seat, the engine itself can play."""
MOST_PLAYOUTS = 1_000_000
"""A decision with more would not end in one evening."""


def make_bot(name: str, engine: Engine, seed: int, most: int = MOST_PLAYOUTS) -> Bot:
    """A bot by its name: `random`, `greedy`, `mcts:100`. Raises RuleBroken: unknown_bot.

    Equal names and seeds decide alike where they see alike. most: playouts, at the most.
    """
    kind, _, level = name.partition(":")
    if name in AT_ONCE:
        return AtOnce(seed, name)
    playouts = read_number(level, 7)
    if kind == "mcts" and playouts is not None and str(playouts) == level and 1 <= playouts <= most:
        return Mcts(seed, playouts, engine)
    raise refusal(
        "unknown_bot",
        f'There is no bot "{clipped(name)}"; bots are random, greedy and mcts:1 to mcts:{most}',
    )
