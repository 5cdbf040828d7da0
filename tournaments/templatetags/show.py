"""How pages show names, numbers, cards, states and times: `{% load show %}`."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils import formats
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournaments.models import Player
from tournaments.web import words

register = template.Library()

GLYPHS = {
    (1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾",
    (1, 5): "⅕", (2, 5): "⅖", (3, 5): "⅗", (4, 5): "⅘", (1, 6): "⅙", (5, 6): "⅚",
    (1, 8): "⅛", (3, 8): "⅜", (5, 8): "⅝", (7, 8): "⅞",
}  # fmt: skip
"""Fractions that have a sign of their own; others are written as 5/12."""
DECIMALS = 3
SHORT = 7
"""Letters of a fraction that a narrow column has room for: `1 11/12`."""
GOOD, WAIT, BAD = "good", "wait", "bad"
TONES = {
    "draft": WAIT,
    "open": GOOD,
    "checked_in": GOOD,
    "dropped": BAD,
    "drawn": WAIT,
    "published": GOOD,
    "playing": WAIT,
    "done": GOOD,
    "abandoned": BAD,
    "reported": WAIT,
    "confirmed": GOOD,
    "disputed": BAD,
    "in_force": GOOD,
    "withdrawn": BAD,
    "queued": WAIT,
    "running": WAIT,
    "paused": WAIT,
    "failed": BAD,
    "cancelled": BAD,
}
"""The colour of a state's label; states that are not here are quiet."""
TOGETHER = {"too_many_flowers": ("flowers",), "tie_without_mushrooms": ("mushrooms",)}
"""A refusal of several seats ↦ the fields that it is about, where they are Gnome Hollow's."""
CARD_COLOURS = {"P": "pink", "G": "green", "O": "orange"}


@register.filter
def person(player: Player) -> str:
    """A player's name; an erased one is a number, so that the past still adds up."""
    return f"erased player {player.pk}" if player.erased_at else player.name


@register.filter
def fraction(value: Any) -> str:
    """An exact number as people write it: `3`, `2 ⅓`, `−½`, `1 5/12`. None: a dash."""
    if value is None:
        return "–"
    exact = _exact(value)
    whole, rest = divmod(abs(exact), 1)
    part = GLYPHS.get((rest.numerator, rest.denominator), str(rest)) if rest else ""
    digits = f"{whole} {part}".strip() if whole or not part else part
    return f"−{digits}" if exact < 0 else digits


@register.filter
def option_value(value: object) -> str:
    """An option's value in words, those of the forms."""
    return words.option_value(value)


@register.filter
def decimal(value: Any) -> str:
    """An exact number as a decimal, rounded once, half to even: `2.333`; a whole one as it is."""
    if value is None:
        return "–"
    exact = _exact(value)
    if exact.denominator == 1:
        return fraction(exact)
    shown = Decimal(round(exact * 10**DECIMALS)).scaleb(-DECIMALS)
    return f"{shown:f}".replace("-", "−")


@register.filter
def signed(value: int) -> str:
    """A change: `+12`, `−7`, `±0`."""
    return f"{value:+}".replace("-", "−") if value else "±0"


@register.filter
def is_whole(value: Any) -> bool:
    """Whether a number needs no decimal beside it."""
    return value is None or _exact(value).denominator == 1


@register.simple_tag
def both(value: Any) -> SafeString:
    """An exact number with its decimal beside it: `2 ⅓` and, quiet, `2.333`.

    Where only one of them has room (teien.css), it is the fraction unless that is long.
    """
    exact, rounded = fraction(value), decimal(value)
    if is_whole(value):
        return format_html("{}", exact)
    shown = format_html('<span class="long">{}</span>', exact) if len(exact) > SHORT else exact
    return format_html('{} <span class="quiet decimal">{}</span>', shown, rounded)


@register.simple_tag
def state(name: str) -> SafeString:
    """A state as a label; the words say it, the colour only helps."""
    label = words.STATES.get(name, name.replace("_", " "))
    return format_html('<span class="state {}">{}</span>', TONES.get(name, ""), label)


@register.simple_tag
def gone_label(gone: Mapping[int, str], player: int) -> SafeString:
    """A label beside somebody who sits at a table and is not there: player ↦ the entry's state."""
    if player not in gone:
        return SafeString("")
    label = "not here" if gone[player] == "registered" else "left"
    return format_html(' <span class="state bad">{}</span>', label)


@register.simple_tag
def moment(at: datetime | None, zone: str) -> SafeString:
    """A time in a named zone: `30 Nov 2026, 22:41 (Europe/Berlin)`."""
    if at is None:
        return SafeString("–")
    local = at.astimezone(ZoneInfo(zone))
    return format_html(
        '<time datetime="{}">{}</time> <span class="quiet">({})</span>',
        at.isoformat(timespec="seconds"),
        formats.date_format(local, "j M Y, H:i"),
        zone,
    )


@register.simple_tag
def setup_text(game: str, of_match: dict[str, Any]) -> str:
    """What that means, in one sentence; empty where the description says it all."""
    return words.setup_text(game, of_match)


@register.simple_tag
def cards(texts: Iterable[str], dull: bool = False) -> SafeString:
    """Niwa's cards as small labels: a letter, a number and a colour."""
    rows = [(CARD_COLOURS.get(text[:1], ""), text) for text in texts]
    return format_html(
        '<span class="hand-cards{}">{}</span>',
        " dull" if dull else "",
        format_html_join(" ", '<span class="niwa-card {}">{}</span>', rows),
    )


@register.simple_tag(takes_context=True)
def invalid(context: template.Context, field: str) -> SafeString:
    """The attributes of an input that was refused (its sentence: parts/field_error.html).

    A refusal of several seats together (`seats`: their numbers) marks what it is about at each:
    the hand or what is left over, or what `TOGETHER` names.
    """
    refused = context.get("refused")
    if not refused:
        return SafeString("")
    mistakes = _mistakes(refused)
    if "seats" in mistakes and field in _fields_of(refused):
        field = "seats"
    if field not in mistakes:
        return SafeString("")
    return format_html(' aria-invalid="true" aria-describedby="{}-error"', field)


@register.simple_tag(takes_context=True)
def mistake(context: template.Context, field: str) -> str:
    """What the refusal says of a field; empty if it concerns others."""
    return _mistakes(context.get("refused")).get(field, "")


def _mistakes(refused: Any) -> dict[str, str]:
    """Field ↦ sentence: of every field (the fact `mistakes`), or of the one that was refused."""
    if not refused:
        return {}
    at = refused.facts.get("field")
    found: dict[str, str] = refused.facts.get("mistakes") or ({at: refused.message} if at else {})
    return found


def _fields_of(refused: Any) -> set[str]:
    seats = refused.facts.get("seats")
    listed = seats if isinstance(seats, list) else []
    names = TOGETHER.get(refused.code, ("hand", "left"))
    return {f"seats.{seat}.{name}" for seat in listed for name in names}


@register.filter
def numbers(values: Iterable[Any]) -> str:
    """`3`, `3 and 5`, `2, 3 and 5`."""
    texts = [str(value) for value in values]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} and {texts[-1]}"


def _exact(value: Any) -> Fraction:
    return value if isinstance(value, Fraction) else Fraction(str(value))
