"""The picture of a rating's history: a line with the band of its uncertainty, in SVG's numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.rules.ratings import Rating

WIDTH, HEIGHT = 360, 180
LEFT, RIGHT, TOP, BOTTOM = 38, 10, 10, 24
STEPS = (20, 50, 100, 200, 500, 1000)
MOST_TICKS = 5


@dataclass(frozen=True)
class Tick:
    y: float
    label: str


@dataclass(frozen=True)
class Chart:
    """`line` and `band` are lists of points as SVG reads them; `first` and `last` count series."""

    line: str
    band: str
    ticks: tuple[Tick, ...]
    end: tuple[float, float]
    first: int
    last: int
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    foot: int = HEIGHT - BOTTOM


def draw(ratings: Sequence[Rating]) -> Chart:
    """Two ratings or more, each after one series more than the one before."""
    lows = [one.points - one.margin for one in ratings]
    highs = [one.points + one.margin for one in ratings]
    low, high = min(lows), max(highs)

    def at(index: int, points: float) -> tuple[float, float]:
        across, up = index / (len(ratings) - 1), (points - low) / (high - low)
        x = LEFT + across * (WIDTH - LEFT - RIGHT)
        return round(x, 1), round(HEIGHT - BOTTOM - up * (HEIGHT - BOTTOM - TOP), 1)

    line = [at(index, one.points) for index, one in enumerate(ratings)]
    over = [at(index, points) for index, points in enumerate(highs)]
    under = [at(index, points) for index, points in enumerate(lows)]
    return Chart(
        line=_points(line),
        band=_points(over + under[::-1]),
        ticks=tuple(Tick(at(0, points)[1], str(points)) for points in _round_numbers(low, high)),
        end=line[-1],
        first=ratings[0].events,
        last=ratings[-1].events,
    )


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in places)


def _round_numbers(low: int, high: int) -> range:
    """Round numbers from `low` to `high`, no more than `MOST_TICKS`."""
    step = next((step for step in STEPS if (high - low) // step < MOST_TICKS), STEPS[-1])
    return range(-(-low // step) * step, high + 1, step)
