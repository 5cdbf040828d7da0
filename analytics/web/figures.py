"""The figures of a simulation as its page shows them: charts, and the tables behind them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from analytics.charts import Axis, Dot, Told, axis_of
from analytics.stats.batches import figures, written
from analytics.stats.intervals import wilson
from analytics.tables import described
from engines.batch import Batch
from engines.values import seat_label
from tournaments.web import words

ENDS: Mapping[str, str] = {"pile": "The pile ran out", **words.ENDS}
"""Why a game ended, in words."""


@dataclass(frozen=True)
class Share:
    """What a bot or a seat wins. `uneven`: the interval leaves the even share out."""

    label: str
    found: dict[str, Any]
    games: int
    uneven: bool


@dataclass(frozen=True)
class Shares:
    """Shares side by side, as a chart and as a table."""

    told: Told
    rows: list[Share]
    even: float

    @property
    def dots(self) -> list[Dot]:
        return [
            Dot(
                row.label, row.found["value"], row.found["low"], row.found["high"],
                f"{percent(row.found)} · {row.games:,} games",
            )
            for row in self.rows
        ]  # fmt: skip

    @property
    def axis(self) -> Axis:
        return axis_of(self.dots, self.even, percent=True)


@dataclass(frozen=True)
class Histogram:
    """How often a bot had each score, in all its seats."""

    bot: str
    told: Told
    counts: dict[int, int]
    ends: tuple[int, int]

    @property
    def results(self) -> int:
        return sum(self.counts.values())

    @property
    def rows(self) -> list[tuple[int, int, float]]:
        """Score, how often, and of all."""
        return [(score, n, n / self.results) for score, n in sorted(self.counts.items())]


FINE = 0.002
"""An interval that is narrower is told with a second decimal."""


def percent(found: Mapping[str, Any]) -> str:
    """`33.4 % (32.1–34.8)`."""
    value, low, high = (found[key] for key in ("value", "low", "high"))
    if low is None or high is None:
        return f"{100 * value:.1f} %"
    digits = 1 if high - low >= FINE else 2
    return f"{100 * value:.{digits}f} % ({100 * low:.{digits}f}–{100 * high:.{digits}f})"


def mean_text(found: Mapping[str, Any]) -> str:
    """`41.27 (41.02–41.52)`."""
    text = f"{found['value']:.2f}"
    if found["low"] is None or found["high"] is None:
        return text
    return f"{text} ({found['low']:.2f}–{found['high']:.2f})"


def shown(batch: Batch, counts: Mapping[str, int]) -> dict[str, Any]:
    """All that the page shows of what has been counted; nothing where no game is done."""
    found: Any = figures(batch, counts)
    if not found["games"]:
        return {"games": 0}
    return {
        "games": found["games"],
        "blocks": found["blocks"],
        "length": found["moves"],
        "bots": _of_bots(found, batch),
        "seats": _of_seats(found, batch),
        "grid": found["seats"],
        "grid_bots": [bot["bot"] for bot in found["bots"]],
        "histograms": _histograms(found, batch),
        "ends": _ends(found["ends"]),
        "setups": [
            _setup(part, described(batch.game, setup), batch)
            for part, setup in zip(found["setups"], batch.setups, strict=False)
        ],
        "columns": _columns(found, batch),
        "setups_word": words.SETUPS[batch.game],
    }


def _even(batch: Batch) -> float:
    return 1 / len(batch.bots)


def _share(label: str, found: dict[str, Any], games: int, batch: Batch) -> Share:
    even = _even(batch)
    return Share(label, found, games, not found["low"] <= even <= found["high"])


def _bot_rows(part: Mapping[str, Any], batch: Batch) -> list[Share]:
    """None where one bot sits in all seats: its share is the even one."""
    bots = part["bots"]
    several = len(bots) > 1
    return [_share(bot["bot"], bot["share"], part["games"], batch) for bot in bots if several]


def _seat_rows(part: Mapping[str, Any], batch: Batch) -> list[Share]:
    return [
        _share(seat_label(seat["seat"]), seat["share"], part["games"], batch)
        for seat in part["seats"]
    ]


def _of_bots(found: Mapping[str, Any], batch: Batch) -> Shares | None:
    rows = _bot_rows(found, batch)
    told = Told("What a seat of each bot wins", _in_words(rows, _even(batch)), "bots")
    return Shares(told, rows, _even(batch)) if rows else None


def _of_seats(found: Mapping[str, Any], batch: Batch) -> Shares:
    rows = _seat_rows(found, batch)
    told = Told("What each seat wins", _in_words(rows, _even(batch)), "seats")
    return Shares(told, rows, _even(batch))


def _in_words(rows: Iterable[Share], even: float) -> str:
    texts = [f"{row.label}: {percent(row.found)}" for row in rows]
    return f"{'; '.join(texts)}. Even would be {100 * even:.1f} %."


def _histograms(found: Mapping[str, Any], batch: Batch) -> list[Histogram]:
    """One a bot, all on one axis."""
    scores = {bot["bot"]: _scores(found, bot["bot"]) for bot in found["bots"]}
    every = [score for counts in scores.values() for score in counts]
    ends = (min(every), max(every))
    title, _ = words.SCORES[batch.game]
    return [
        Histogram(
            bot,
            Told(f"Scores of {bot}", _spread(title, counts), f"scores-{at}"),
            counts,
            ends,
        )
        for at, (bot, counts) in enumerate(scores.items())
    ]


def _scores(found: Mapping[str, Any], bot: str) -> dict[int, int]:
    counts: dict[int, int] = {}
    for seat in found["seats"]:
        for cell in seat["bots"]:
            if cell["bot"] == bot:
                for score, count in cell["scores"].items():
                    counts[int(score)] = counts.get(int(score), 0) + count
    return counts


def _spread(title: str, counts: Mapping[int, int]) -> str:
    often = max(counts, key=lambda score: counts[score])
    return f"{title}: from {min(counts)} to {max(counts)}, most often {often}."


def _ends(ends: Mapping[str, int]) -> list[dict[str, Any]]:
    total = sum(ends.values())
    return [
        {
            "text": ENDS.get(end, end.replace("_", " ")),
            "share": written(wilson(count / total, total)),
            "games": count,
        }
        for end, count in ends.items()
    ]


def _columns(found: Mapping[str, Any], batch: Batch) -> list[str]:
    return [row.label for row in _bot_rows(found, batch) + _seat_rows(found, batch)]


def _setup(part: Mapping[str, Any], label: str, batch: Batch) -> dict[str, Any]:
    return {
        "label": label,
        "games": part["games"],
        "length": part["moves"],
        "shares": _bot_rows(part, batch) + _seat_rows(part, batch),
    }
