"""Charts and figures on pages: `{% load charts %}`."""

from collections.abc import Mapping, Sequence

from django import template
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


register.filter("percent", figures.percent)
register.filter("mean_text", figures.mean_text)


@register.filter
def grouped(number: float) -> str:
    """A whole number in groups of three: `20,000`."""
    return f"{number:,.0f}"


@register.filter
def share(value: float) -> str:
    """`33.4 %`."""
    return f"{100 * value:.1f} %"
