"""Charts: what lies where, in units of a picture 360 wide."""

import re
from xml.etree import ElementTree

import pytest

from analytics.charts import Axis, Dot, Told, axis_of, bars, binned, dot_plot, round_step, ticks

TOLD = Told("What <each> wins", "Seat 1: 50 %", "seats")
DOTS = [Dot("Seat 1", 0.5, 0.4, 0.6, "50 % · 9 games"), Dot("Seat 2", 0.25, None, 0.3)]


def drawn(svg: str, name: str) -> list[dict[str, str]]:
    """The attributes of the marks of a class, in order; the picture is well-formed."""
    return [dict(mark.attrib) for mark in ElementTree.fromstring(svg).iter()
            if mark.get("class") == name]  # fmt: skip


@pytest.mark.parametrize(
    ("span", "step"),
    [(1, 0.2), (0.013, 0.005), (0.5, 0.1), (80, 20), (5, 1), (6, 2), (0.02, 0.005)],
)
def test_a_step_is_round_and_few_fit(span: float, step: float) -> None:
    assert round_step(span) == pytest.approx(step)


def test_an_axis_holds_every_whisker_and_the_even_share_on_round_ends() -> None:
    axis = axis_of(DOTS, even=0.1, percent=True)
    assert (axis.low, axis.high) == (pytest.approx(0.1), pytest.approx(0.6))
    assert ticks(axis) == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    assert [axis.at(value) for value in (0.0, axis.low, axis.high, 0.9)] == [10, 10, 350, 350]
    assert axis.label(0.1) == "10 %"


def test_an_axis_of_one_value_or_of_none_has_a_width() -> None:
    for dots in ([Dot("a", 0.0, 0.0, 0.0)], [Dot("a", 1.0, 1.0, 1.0)], []):
        axis = axis_of(dots, percent=True)
        assert axis.high > axis.low
        assert "nan" not in dot_plot(TOLD, dots, axis)


def test_a_dot_lies_on_its_whisker_and_the_even_share_is_marked() -> None:
    svg = dot_plot(TOLD, DOTS, Axis(0.0, 1.0, percent=True, even=0.5))
    assert [(dot["cx"], dot["cy"]) for dot in drawn(svg, "mark")] == [("180", "30"), ("95", "66")]
    whiskers = [(line["x1"], line["x2"]) for line in drawn(svg, "whisker")]
    assert whiskers[:3] == [("146", "214"), ("146", "146"), ("214", "214")]
    assert whiskers[3:] == [("10", "112"), ("112", "112")]  # the lower end is not known
    even = [(line["x1"], line["y1"], line["y2"]) for line in drawn(svg, "even")]
    assert even == [("180", "22", "38"), ("180", "58", "74")]


def test_no_line_crosses_a_name_or_a_note() -> None:
    svg = dot_plot(TOLD, DOTS, Axis(0.0, 1.0, percent=True, even=0.5))
    lines = [line for name in ("grid", "even") for line in drawn(svg, name)]
    texts = [float(text["y"]) for name in ("name", "note") for text in drawn(svg, name)]
    assert lines
    assert texts
    for line in lines:
        for y in texts:
            assert float(line["y1"]) > y + 3 or float(line["y2"]) < y - 11


def test_a_chart_is_told_and_its_texts_are_escaped() -> None:
    svg = dot_plot(TOLD, [Dot("<b>", 0.5, 0.4, 0.6)], Axis(0.0, 1.0))
    assert '<title id="seats-title">What &lt;each&gt; wins</title>' in svg
    assert '<desc id="seats-desc">Seat 1: 50 %</desc>' in svg
    assert 'role="img" aria-labelledby="seats-title seats-desc"' in svg
    assert "&lt;b&gt;" in svg
    assert not re.search(r"<script|\son\w+=|style=", svg)


def test_bars_are_as_high_as_their_counts() -> None:
    svg = bars(TOLD, {3: 10, 4: 5, 6: 1})
    heights = [float(bar["height"]) for bar in drawn(svg, "mark")]
    assert heights == [110, 55, 11]
    assert [bar["x"] for bar in drawn(svg, "mark")] == ["10.5", "95.5", "265.5"]


def test_many_numbers_share_bars_and_charts_share_an_axis() -> None:
    assert binned({0: 1, 1: 2, 2: 4, 80: 8}, 0, 80, 3)[:2] == [7, 0]
    assert sum(binned({0: 1, 1: 2, 2: 4, 80: 8}, 0, 80, 3)) == 15
    alone = drawn(bars(TOLD, {40: 1}), "mark")
    shared = drawn(bars(TOLD, {40: 1}, (0, 80)), "mark")
    assert float(alone[0]["width"]) == 339
    assert float(shared[0]["width"]) == pytest.approx(340 / 27 - 1, abs=0.06)


def test_scores_below_zero_have_their_place() -> None:
    assert [bar["x"] for bar in drawn(bars(TOLD, {-2: 1, 1: 1}), "mark")] == ["10.5", "265.5"]
