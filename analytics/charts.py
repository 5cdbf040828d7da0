"""Charts as SVG text from values: drawn once, without a script, to be seen, heard and printed.

A chart is 360 units wide, a phone's width, and grows with its page. Colours come from the page's
style by class (`teien.css`, Charts). What a chart shows stands in a table beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from engines.picture import safe

WIDTH = 360
MARGIN = 10
MOST_BARS = 40
"""More values than that share bars."""


@dataclass(frozen=True)
class Told:
    """A chart's title and description, for those who can't see it; `key` begins its ids, so give
    each chart of a page its own."""

    title: str
    text: str
    key: str


@dataclass(frozen=True)
class Dot:
    """A figure with its interval; an end that is None is not known. `note` stands at the right."""

    label: str
    value: float
    low: float | None
    high: float | None
    note: str = ""


@dataclass(frozen=True)
class Axis:
    """What lies from left to right. `percent`: labels are shares; `even`: a value to be marked."""

    low: float
    high: float
    percent: bool = False
    even: float | None = None

    def at(self, value: float) -> float:
        """Where a value lies, in units; beyond the ends at the ends."""
        span = (self.high - self.low) or 1.0
        share = min(1.0, max(0.0, (value - self.low) / span))
        return MARGIN + share * (WIDTH - 2 * MARGIN)

    def label(self, value: float) -> str:
        return f"{100 * value:g} %" if self.percent else f"{value:g}"


def axis_of(dots: Sequence[Dot], even: float | None = None, percent: bool = False) -> Axis:
    """An axis that shows all dots, their whiskers and the even value, on round ends."""
    values = [end for dot in dots for end in (dot.low, dot.value, dot.high) if end is not None]
    values += [] if even is None else [even]
    low, high = min(values, default=0.0), max(values, default=1.0)
    step = round_step((high - low) or 0.02)
    low, high = step * floor(low / step + 1e-9), step * ceil(high / step - 1e-9)
    if percent:
        low, high = max(0.0, low), min(1.0, high)
    return Axis(low, high if high > low else low + step, percent, even)


def round_step(span: float, most: int = 5) -> float:
    """The least of 1, 2, 5 × 10ⁿ of which at most so many fit into a span."""
    power: float = 10.0 ** floor(log10(span / most))
    return next((n * power for n in (1, 2, 5) if span / (n * power) <= most + 1e-9), 10 * power)


def ticks(axis: Axis) -> list[float]:
    """Round values along an axis, its ends included where they are round."""
    step = round_step((axis.high - axis.low) or 1.0)
    first, last = ceil(axis.low / step - 1e-9), floor(axis.high / step + 1e-9)
    return [round(step * n, 12) for n in range(first, last + 1)]


def dot_plot(told: Told, dots: Sequence[Dot], axis: Axis) -> str:
    """A row a figure: its name and note above a dot on its whisker."""
    row, top = 36, 6
    bottom = top + row * len(dots)
    parts = [_tick_labels(axis, bottom + 14)]
    for index, dot in enumerate(dots):
        y = top + row * index
        parts.append(_grid(axis, y + 16, y + 32))
        parts.append(_text(MARGIN, y + 12, dot.label, "name"))
        parts.append(_text(WIDTH - MARGIN, y + 12, dot.note, "note", "end"))
        parts.append(_whisker(dot, axis, y + 24))
    return _chart(told, bottom + 20, parts)


def bars(told: Told, counts: Mapping[int, int], ends: tuple[int, int] | None = None) -> str:
    """How often each whole number came: a bar each, or for several where they are many.

    ends: the least and the greatest number of the axis, so that charts can be compared.
    """
    low, high = ends or (min(counts, default=0), max(counts, default=0))
    wide = ceil((high - low + 1) / MOST_BARS)
    heights = binned(counts, low, high, wide)
    top, base, most = 8, 118, max(heights, default=0) or 1
    each = (WIDTH - 2 * MARGIN) / len(heights)
    parts = [_line(MARGIN, base, WIDTH - MARGIN, base, "grid")]
    for index, count in enumerate(heights):
        height = (base - top) * count / most
        if count:
            parts.append(
                f'<rect class="mark" x="{_n(MARGIN + each * index + 0.5)}" '
                f'y="{_n(base - height)}" width="{_n(each - 1)}" height="{_n(height)}"/>'
            )
    axis = Axis(low, low + wide * len(heights) - 1)
    for value in ticks(axis):
        if value == int(value):
            x = MARGIN + each * ((value - low) // wide + 0.5)
            parts.append(_text(x, base + 14, f"{value:g}", "tick", "middle"))
    return _chart(told, base + 20, parts)


def binned(counts: Mapping[int, int], low: int, high: int, wide: int) -> list[int]:
    """The sums of counts over `wide` whole numbers each, from `low` on."""
    found = [0] * ceil((high - low + 1) / wide)
    for value, count in counts.items():
        found[(value - low) // wide] += count
    return found


def _tick_labels(axis: Axis, y: float) -> str:
    parts = []
    for value in ticks(axis):
        x = axis.at(value)
        anchor = "start" if x < 24 else "end" if x > WIDTH - 24 else "middle"
        x = MARGIN if anchor == "start" else WIDTH - MARGIN if anchor == "end" else x
        parts.append(_text(x, y, axis.label(value), "tick", anchor))
    return "".join(parts)


def _grid(axis: Axis, top: float, bottom: float) -> str:
    """The lines of one row: beside its name and note, which they would cross."""
    at = [(axis.at(value), "grid") for value in ticks(axis)]
    if axis.even is not None:
        at.append((axis.at(axis.even), "even"))
    return "".join(_line(x, top, x, bottom, name) for x, name in at)


def _whisker(dot: Dot, axis: Axis, y: float) -> str:
    low = axis.at(axis.low if dot.low is None else dot.low)
    high = axis.at(axis.high if dot.high is None else dot.high)
    ends = [
        _line(x, y - 4, x, y + 4, "whisker")
        for x, known in ((low, dot.low), (high, dot.high))
        if known is not None
    ]
    whisker = _line(low, y, high, y, "whisker") + "".join(ends)
    return f'{whisker}<circle class="mark" cx="{_n(axis.at(dot.value))}" cy="{_n(y)}" r="4"/>'


def _chart(told: Told, height: float, parts: Sequence[str]) -> str:
    key = safe(told.key)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {WIDTH} {_n(height)}" '
        f'role="img" aria-labelledby="{key}-title {key}-desc">'
        f'<title id="{key}-title">{safe(told.title)}</title>'
        f'<desc id="{key}-desc">{safe(told.text)}</desc>{"".join(parts)}</svg>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, name: str) -> str:
    at = f'x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"'
    return f'<line class="{name}" {at}/>'


def _text(x: float, y: float, text: str, name: str, anchor: str = "start") -> str:
    at = f'x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}"'
    return f'<text class="{name}" {at}>{safe(text)}</text>'


def _n(value: float) -> str:
    """A length with one decimal at most: charts are the same text on every machine."""
    return f"{value:.1f}".removesuffix(".0")
