"""How fast the games are here: moves a second, on one core, in this process."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeAlias

from engines import compiled
from engines.position import OVER, Position
from engines.registry import ENGINES
from engines.rng import Rng, mixed

Figures: TypeAlias = dict[str, "dict[str, int] | bool"]
GIVEN: dict[str, dict[str, object]] = {
    "niwa": {"options": {"max_exchanges": 36}},
    "gazebo": {"board": "bird"},
    "gnome_hollow": {},
}
PLAYERS = 3
DEALS = 64


def measure(seconds: float) -> Figures:
    """Game ↦ random, greedy and step ↦ moves a second; and whether the rules run compiled."""
    found: Figures = {name: measure_game(name, seconds) for name in ENGINES}
    found["compiled"] = all(compiled.is_compiled(f"engines.{name}.rules") for name in ENGINES)
    return found


def measure_game(name: str, seconds: float) -> dict[str, int]:
    """Playouts and steps from a few deals, each for `seconds`; dealing is not in the time."""
    given = deals(name)

    def playout(policy: str) -> int:
        return rate(lambda seed: given[seed % DEALS].copy().playout(seed, policy), seconds)

    return {
        "random": playout("random"),
        "greedy": playout("greedy"),
        "step": rate(lambda seed: step(given[seed % DEALS].copy(), seed), seconds),
    }


def as_text(figures: Figures) -> str:
    lines = [f"compiled: {'yes' if figures['compiled'] else 'no'}"]
    for name, rates in figures.items():
        if isinstance(rates, dict):
            lines += [f"{name:<12} {kind:<8} {rate:>12,} moves/s" for kind, rate in rates.items()]
    return "\n".join(lines)


def rate(game: Callable[[int], int], seconds: float) -> int:
    """Moves a second of `game(seed)`, which returns how many it made."""
    game(0)
    moves, seed, began = 0, 1, time.perf_counter()
    while (taken := time.perf_counter() - began) < seconds:
        moves += game(seed)
        seed += 1
    return round(moves / taken)


def deals(name: str) -> list[Position]:
    """Start positions of the game, the same ones each time."""
    return [_deal(name, seed) for seed in range(DEALS)]


def _deal(name: str, seed: int) -> Position:
    given = dict(GIVEN[name])
    options = given.pop("options", {})
    assert isinstance(options, dict)
    return ENGINES[name].deal(PLAYERS, mixed(seed, 0), options, **given)


def step(position: Position, seed: int) -> int:
    """Lists the moves, chooses one, makes it, to the end: as a tool in Python would."""
    rng, count = Rng(seed), 0
    while position.actor() != OVER:
        moves = position.moves()
        position.push(moves[rng.below(len(moves))])
        count += 1
    return count
