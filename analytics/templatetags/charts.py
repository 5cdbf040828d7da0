"""Charts and figures on pages: `{% load charts %}`."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from analytics import charts
from analytics.web import figures

register = template.Library()


@register.simple_tag
def dot_plot(told: charts.Told, dots: Sequence[charts.Dot], axis: charts.Axis) -> SafeString:
    """A dot on a whisker for each figure; `charts` escapes all text."""
    return mark_safe(charts.dot_plot(told, dots, axis))


@register.simple_tag
def bars(
    told: charts.Told, counts: Mapping[int, int], ends: tuple[int, int] | None = None
) -> SafeString:
    """A bar for each number; `charts` escapes all text."""
    return mark_safe(charts.bars(told, counts, ends))


@register.filter
def percent(found: Mapping[str, Any]) -> SafeString:
    """`33.4 % (32.1–34.8)`, which a narrow column breaks before the interval only."""
    return _in_parts(figures.percent(found))


@register.filter
def mean_text(found: Mapping[str, Any]) -> SafeString:
    """`41.27 (41.02–41.52)`, broken alike."""
    return _in_parts(figures.mean_text(found))


def _in_parts(text: str) -> SafeString:
    value, _, interval = text.partition(" (")
    ends = format_html(' <span class="number">({}</span>', interval) if interval else ""
    return format_html('<span class="number">{}</span>{}', value, ends)


@register.filter
def grouped(number: float) -> str:
    """A whole number in groups of three: `20,000`."""
    return f"{number:,.0f}"


@register.filter
def share(value: float) -> str:
    """`33.4 %`."""
    return f"{100 * value:.1f} %"
