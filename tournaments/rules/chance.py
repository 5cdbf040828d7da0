"""All chance of the rules: seeded, stored, the same on every machine and Python version.

Only `Random(seed).random()` is drawn from, the one stream Python promises to keep; shuffles are
made from it here. Lots come from SHA-256, so that each depends on nothing but its own player.
"""

import hashlib
from collections.abc import Iterable
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")
Seed = int | str


def generator(seed: Seed, purpose: str) -> Random:
    """A stream of its own for each purpose; the seeds 5 and "5" are the same seed."""
    return Random(f"{purpose}:{seed}")


def below(limit: int, chance: Random) -> int:
    """A number 0..limit − 1."""
    return int(chance.random() * limit)


def shuffled(things: Iterable[Thing], chance: Random) -> list[Thing]:
    """The things in a random order (Fisher and Yates)."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, chance)
        order[last], order[other] = order[other], order[last]
    return order


def lot(seed: Seed, player: int) -> int:
    """The player's lot, 0..2**48 − 1: a late entry changes nobody else's."""
    digest = hashlib.sha256(f"lot:{seed}:{player}".encode()).digest()
    return int.from_bytes(digest[:6], "big")
