"""How pages show boards: `{% load boards %}`."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from engines import registry
from engines.gazebo.board import Board
from engines.gazebo.svg import board_svg
from tournaments.models import BoardVersion, Match

register = template.Library()


@register.simple_tag
def board_picture(board: Board, key: object = "") -> SafeString:
    """The picture of a board; `board_svg` escapes its name. `key`: one for each of a page."""
    return mark_safe(board_svg(board, key=f"board-{key}"))


@register.simple_tag
def match_setup(game: str, match: Match, club: int) -> SafeString:
    """What a match is played with; its board leads to the version that it is planned on."""
    return _linked(game, match.setup, club, match.board_version)


@register.simple_tag
def planned_setup(game: str, setup: Mapping[str, Any], club: int) -> SafeString:
    """What matches will be played with; a board leads to its version of the moment."""
    return _linked(game, setup, club, None)


def _linked(
    game: str, setup: Mapping[str, Any], club: int, version: BoardVersion | None
) -> SafeString:
    text = registry.game(game).describe_setup(setup)
    if "board" not in setup:
        return format_html("{}", text)
    if version is None:
        name = urlencode({"name": setup["board"]})
        return format_html(
            '<a href="{}?{}">{}</a>', reverse("web:board_named", args=[club]), name, text
        )
    which = f", version {version.number}" if version.club_id else ""
    return format_html(
        '<a href="{}">{}</a>{}', reverse("web:board", args=[version.pk]), text, which
    )
