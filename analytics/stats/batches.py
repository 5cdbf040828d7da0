"""What the counts of a batch say, and when it has been played long enough.

A batch is played in stages. After each, what has been counted decides whether another follows; so
the end depends on the games alone, never on who played which block or how fast.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import ceil, isfinite
from typing import TypeAlias

from analytics.stats.intervals import Interval, clustered, mean, wilson
from engines.batch import WIN, Batch, named
from engines.values import JSON

Counts: TypeAlias = Mapping[str, int]
Histograms: TypeAlias = "defaultdict[str, dict[int, int]]"
"""A bot in a seat (`seat/S/P/B`) ↦ score ↦ how often."""

FIRST_STAGE = 256
"""Blocks after which an interval is looked at for the first time; then after twice as many."""


def all_blocks(batch: Batch, games: int) -> int:
    """The blocks in which at least so many games are played, each set-up equally often."""
    blocks, setups = ceil(games / len(batch.rotations())), len(batch.setups)
    return ceil(blocks / setups) * setups


def first_stage(batch: Batch, games: int, until_width: float | None) -> int:
    """How many blocks are played before anything is decided."""
    everything = all_blocks(batch, games)
    return everything if until_width is None else min(FIRST_STAGE, everything)


def next_stage(
    batch: Batch, games: int, until_width: float | None, done: int, counts: Counts
) -> int | None:
    """How many blocks shall be done after the next stage; None where it was enough."""
    everything = all_blocks(batch, games)
    if done >= everything or until_width is None:
        return None
    return None if widest(batch, counts) < until_width else min(2 * done, everything)


def widest(batch: Batch, counts: Counts) -> float:
    """The width of the widest interval of what is asked: each bot's share of the wins, or each
    seat's where one bot sits in all."""
    return max(interval.width for interval in _asked(batch, counts))


def _asked(batch: Batch, counts: Counts) -> Iterable[Interval]:
    setups = range(len(batch.setups))
    if len(set(batch.bots)) > 1:
        return [bot_share(batch, counts, bot, setups) for bot in dict.fromkeys(batch.bots)]
    return [seat_share(batch, counts, seat, setups) for seat in range(len(batch.bots))]


def bot_share(batch: Batch, counts: Counts, bot: str, setups: Iterable[int]) -> Interval:
    """What one seat of this bot wins of a game."""
    seats = batch.bots.count(bot) * len(batch.rotations())
    return _share(counts, [f"of_bot/{setup}/{bot}" for setup in setups], setups, seats)


def seat_share(batch: Batch, counts: Counts, seat: int, setups: Iterable[int]) -> Interval:
    """What whoever sits there wins of a game."""
    paths = [f"of_seat/{setup}/{seat}" for setup in setups]
    return _share(counts, paths, setups, len(batch.rotations()))


def _share(counts: Counts, paths: list[str], setups: Iterable[int], seats: int) -> Interval:
    """The mean over deals; `seats`: how often a deal was won or lost there."""
    most = WIN * seats
    won = sum(counts.get(f"{path}/share", 0) for path in paths)
    squares = sum(counts.get(f"{path}/share2", 0) for path in paths)
    blocks = sum(counts.get(f"blocks/{setup}", 0) for setup in setups)
    return clustered(won / most, squares / most**2, blocks)


def figures(batch: Batch, counts: Counts) -> dict[str, JSON]:
    """Everything that is shown, JSON-able: over all set-ups, then set-up by set-up.

    Shares and scores are `{"value", "low", "high"}` (95 %), each beside the number of games.
    """
    setups, scores = range(len(batch.setups)), _histograms(counts)
    return {
        **_part(batch, counts, scores, setups),
        "setups": [
            {"setup": named(batch.setups[setup]), **_part(batch, counts, scores, [setup])}
            for setup in setups
            if len(batch.setups) > 1
        ],
    }


def _part(
    batch: Batch, counts: Counts, scores: Histograms, setups: Iterable[int]
) -> dict[str, JSON]:
    games = _sum(counts, "games/{}", setups)
    length = mean(_sum(counts, "moves/{}", setups), _sum(counts, "moves2/{}", setups), games)
    return {
        "games": games,
        "blocks": _sum(counts, "blocks/{}", setups),
        "moves": written(length),
        "ends": _ends(counts, setups),
        "bots": [
            {
                "bot": bot,
                "seats": batch.bots.count(bot),
                "share": written(bot_share(batch, counts, bot, setups)),
            }
            for bot in dict.fromkeys(batch.bots)
        ],
        "seats": [
            {
                "seat": seat,
                "share": written(seat_share(batch, counts, seat, setups)),
                "bots": [
                    _cell(counts, scores, f"seat/{{}}/{seat}/{bot}", bot, setups)
                    for bot in dict.fromkeys(batch.bots)
                ],
            }
            for seat in range(len(batch.bots))
        ],
    }


def _cell(
    counts: Counts, scores: Histograms, path: str, bot: str, setups: Iterable[int]
) -> dict[str, JSON]:
    """One bot in one seat."""
    games = _sum(counts, f"{path}/games", setups)
    share = _sum(counts, f"{path}/share", setups) / (WIN * games) if games else 0.0
    score = mean(
        _sum(counts, f"{path}/score", setups), _sum(counts, f"{path}/score2", setups), games
    )
    return {
        "bot": bot,
        "games": games,
        "wins": _sum(counts, f"{path}/wins", setups),
        "shared": _sum(counts, f"{path}/shared", setups),
        "share": written(wilson(share, games)),
        "score": written(score),
        "scores": _histogram(scores[path.format(setup)] for setup in setups),
    }


def _sum(counts: Counts, path: str, setups: Iterable[int]) -> int:
    return sum(counts.get(path.format(setup), 0) for setup in setups)


def _ends(counts: Counts, setups: Iterable[int]) -> dict[str, JSON]:
    ends: dict[str, int] = {}
    paths = sorted(path for path in counts if path.startswith("end/"))
    for start in (f"end/{setup}/" for setup in setups):
        for path in paths:
            if path.startswith(start):
                end = path.removeprefix(start)
                ends[end] = ends.get(end, 0) + counts[path]
    return dict(ends)


def _histograms(counts: Counts) -> Histograms:
    """All of them at once: there can be tens of thousands of counts."""
    found: Histograms = defaultdict(dict)
    for path, count in counts.items():
        cell, is_score, score = path.partition("/at/")
        if is_score:
            found[cell][int(score)] = count
    return found


def _histogram(parts: Iterable[Mapping[int, int]]) -> dict[str, JSON]:
    """Score ↦ how often, ascending; scores as texts, since JSON has no other keys."""
    found: dict[int, int] = {}
    for part in parts:
        for score, count in part.items():
            found[score] = found.get(score, 0) + count
    return {str(score): found[score] for score in sorted(found)}


def written(interval: Interval) -> dict[str, JSON]:
    """An interval as JSON, which has no infinity: an end that is not known is null."""
    return {
        "value": interval.value,
        "low": interval.low if isfinite(interval.low) else None,
        "high": interval.high if isfinite(interval.high) else None,
    }
