"""Who has met whom: repeats, and the bound below which nobody can get them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

Pair = tuple[int, int]


@dataclass(frozen=True)
class PastTable:
    """A table of an earlier round: its players in seat order."""

    round: int
    players: tuple[int, ...]


def count_meetings(tables: Iterable[Iterable[int]]) -> Counter[Pair]:
    """How often each pair (smaller player first) has sat at one table."""
    met: Counter[Pair] = Counter()
    for players in tables:
        met.update(combinations(sorted(players), 2))
    return met


def repeats(met: Counter[Pair]) -> int:
    """Σ over pairs of C(meetings, 2): a pair that meets twice costs 1, three times 3."""
    return sum(times * (times - 1) // 2 for times in met.values())


def counting_bound(meetings: int, pairs: int) -> int:
    """The least repeats of that many meetings spread over that many pairs.

    q, r = divmod(meetings, pairs): (pairs − r)·C(q, 2) + r·C(q + 1, 2). Not always reachable.
    """
    if pairs < 0 or meetings < 0 or (pairs == 0 and meetings):
        raise ValueError(f"{meetings} meetings cannot be spread over {pairs} pairs")
    if pairs == 0:
        return 0
    each, more = divmod(meetings, pairs)
    return (pairs - more) * (each * (each - 1) // 2) + more * (each * (each + 1) // 2)


def repeated(met: Counter[Pair]) -> list[list[int]]:
    """`[a, b, times]` of every pair that met more than once, by player."""
    return [[a, b, times] for (a, b), times in sorted(met.items()) if times > 1]
