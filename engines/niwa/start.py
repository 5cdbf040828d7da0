"""Which seat starts a match of a Niwa series (N2.4, N2.5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engines.base import MatchScore
from engines.seats import first_clockwise


def start_of_match(
    number: int, way: str, first: int, seats: int, previous: Sequence[MatchScore | None]
) -> int | None:
    """The start seat of match `number`; `way` is the option `start`.

    None: the match before has no score yet, or its tie goes back to one that has none.
    """
    if way == "fixed":
        return first
    if way == "rotate":
        return (first + number) % seats
    start: int | None = first
    for match in range(number):
        score = previous[match] if match < len(previous) else None
        start = _next_start(start, _candidates(score, way), seats)
    return start


def _candidates(score: MatchScore | None, way: str) -> Collection[int]:
    """The winners of a match, or those with fewest points."""
    if score is None:
        return ()
    if way == "winner":
        return score.winners
    least = min(score.scores)
    return [seat for seat, points in enumerate(score.scores) if points == least]


def _next_start(last: int | None, candidates: Collection[int], seats: int) -> int | None:
    """Tied: the first of them clockwise, beginning with the seat that started last."""
    if len(candidates) == 1:
        return next(iter(candidates))
    if last is None or not candidates:
        return None
    return first_clockwise(last, candidates, seats)
