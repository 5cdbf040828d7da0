"""Which pair wins a match of Gazebo in partnership (G8.1, G8.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from engines.values import is_whole, refusal, shown

Pair: TypeAlias = tuple[int, int]

PAIRS: tuple[Pair, Pair] = ((0, 1), (2, 3))
SEATS = 4


def pair_of(seat: int) -> Pair:
    """The pair that the seat belongs to."""
    return PAIRS[seat // 2]


def pair_left(pair: Pair, left: Sequence[int]) -> int:
    """The gazebos that a pair has left in sum."""
    return sum(left[seat] for seat in pair)


def winning_seats(left: Sequence[int], supply: int, last_pair: Pair | None) -> tuple[int, ...]:
    """The pair with fewer gazebos left; tied: the pair that placed a gazebo last (G8.2).

    Raises RuleBroken: last_pair_missing, last_pair_contradicts.
    """
    last = _last_pair(left, supply, last_pair)
    sums = [pair_left(pair, left) for pair in PAIRS]
    if sums[0] != sums[1]:
        return PAIRS[sums.index(min(sums))]
    if min(left) == supply:  # nobody ever placed one, so all share
        return (0, 1, 2, 3)
    if last is None:
        raise refusal(
            "last_pair_missing",
            f"Both pairs have {sums[0]} left, so say which pair placed the last gazebo",
            "G8.2",
            field="last_pair",
        )
    return last


def read_last_pair(typed: object) -> Pair | None:
    """The pair named on the sheet. Raises RuleBroken: last_pair_value."""
    if typed is None:
        return None
    if isinstance(typed, list | tuple) and all(map(is_whole, typed)):
        for pair in PAIRS:
            if tuple(typed) == pair:
                return pair
    raise refusal(
        "last_pair_value",
        f"The pair that placed last must be [0, 1] or [2, 3], not {shown(typed)}",
        "G8.2",
        field="last_pair",
    )


def _last_pair(left: Sequence[int], supply: int, named: Pair | None) -> Pair | None:
    """The pair named, or the one that the leftovers prove; they must not contradict."""
    if min(left) == supply and named is not None:
        raise refusal(
            "last_pair_contradicts",
            "All gazebos are left, so no pair placed a last one",
            "G8.2",
            field="last_pair",
        )
    if 0 not in left:
        return named
    proven = pair_of(left.index(0))  # the last gazebo ended the game at once (G4.8)
    if named not in (None, proven):
        raise refusal(
            "last_pair_contradicts",
            f"Seat {left.index(0) + 1} has 0 left and so placed the last gazebo; "
            "the sheet names the other pair",
            "G8.2",
            field="last_pair",
        )
    return proven
