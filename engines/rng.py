"""The engines' own random numbers: splitmix64, seeded, the same stream compiled or not.

Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014). Each seed gives
a full period of 2^64; a draw below n is biased by less than n/2^32, which no figure here can see.
"""

from __future__ import annotations

MASK = 0xFFFFFFFFFFFFFFFF
GAMMA = 0x9E3779B97F4A7C15
FIRST = 0xBF58476D1CE4E5B9
SECOND = 0x94D049BB133111EB


class Rng:
    """A stream of random numbers that its seed alone decides."""

    def __init__(self, seed: int) -> None:
        """`seed`: any whole number; those equal modulo 2^64 give the same stream."""
        self.state = seed & MASK

    def next(self) -> int:
        """The next number, 0 ≤ · < 2^64."""
        self.state = (self.state + GAMMA) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * FIRST) & MASK
        z = ((z ^ (z >> 27)) * SECOND) & MASK
        return z ^ (z >> 31)

    def below(self, count: int) -> int:
        """A whole number, 0 ≤ · < count; `count` from 1 to 2^31."""
        return ((self.next() >> 32) * count) >> 32

    def shuffle(self, items: list[int]) -> None:
        """Puts the items into a random order, in place (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            chosen = self.below(last + 1)
            items[last], items[chosen] = items[chosen], items[last]


def mixed(seed: int, number: int) -> int:
    """A seed for the `number`-th of many streams."""
    own = Rng(seed)
    own.state = (own.next() ^ (number & MASK)) & MASK
    return own.next()
