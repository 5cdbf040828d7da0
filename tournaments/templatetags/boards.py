"""How pages show boards and tile sets: `{% load boards %}`."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from engines.gazebo.board import Board
from engines.gazebo.svg import board_svg
from engines.gnome_hollow.tileset.sets import TileSet
from engines.gnome_hollow.tileset.svg import tileset_svg
from tournaments import queries_boards
from tournaments.models import BoardVersion, Match, TileSetVersion

register = template.Library()


@register.simple_tag
def data_picture(data: Board | TileSet, key: object = "") -> SafeString:
    """The picture of a board or a tile set, which escapes its name. `key`: one for each of a
    page."""
    key = f"picture-{key}"
    drawn = board_svg(data, key=key) if isinstance(data, Board) else tileset_svg(data, key=key)
    return mark_safe(drawn)


@register.simple_tag
def match_setup(game: str, match: Match, club: int) -> SafeString:
    """What a match is played with; its board or tile set leads to the version that it is planned
    on."""
    text = queries_boards.match_text(game, match)
    return _linked(text, match.setup, club, match.data_version)


@register.simple_tag
def planned_setup(
    game: str, setup: Mapping[str, Any], club: int, own: Mapping[str, str]
) -> SafeString:
    """What matches will be played with; a board or tile set leads to its version of the moment, if
    there is one. own: name ↦ status (`queries_boards.OwnNames`)."""
    text = queries_boards.planned_text(game, setup, own)
    if queries_boards.is_gone(game, setup, own):
        return format_html("{}", text)
    return _linked(text, setup, club, None)


PAGES = {BoardVersion.KEY: "web:board", TileSetVersion.KEY: "web:tile_set"}
"""Key of a set-up ↦ the page of a version."""


def _linked(
    text: str, setup: Mapping[str, Any], club: int, version: BoardVersion | TileSetVersion | None
) -> SafeString:
    key = next((key for key in PAGES if key in setup), None)
    if key is None:
        return format_html("{}", text)
    if version is None:
        name = urlencode({"name": setup[key]})
        return format_html(
            '<a href="{}?{}">{}</a>', reverse(f"{PAGES[key]}_named", args=[club]), name, text
        )
    which = f", version {version.number}" if version.club_id else ""
    return format_html('<a href="{}">{}</a>{}', reverse(PAGES[key], args=[version.pk]), text, which)
