"""A club's own tile sets of Gnome Hollow: what `game_data` asks of one.

Typed: `tileset`, JSON in the shape of the shipped one. Its own `id` and `version` are labels that
the club's name and the version's number stand for. Its `status` is a label too, that the version
keeps: another one makes another version, but no other hash. The `field` of a fault is `name`,
`tileset`, or the path into it, `tileset.garden_tiles.16`.
"""

import json
from collections.abc import Mapping
from dataclasses import replace

from engines.base import RuleBroken
from engines.gnome_hollow.tileset.names import TILESETS
from engines.gnome_hollow.tileset.sets import (
    TileSet,
    faults,
    load_tileset,
    parse_tileset,
    tileset_text,
)
from engines.gnome_hollow.tileset.shipped import status_of
from engines.json_text import NoJson, parse_json
from tournaments.errors import Refused
from tournaments.models import TileSetVersion
from tournaments.models.boards import DataStatus
from tournaments.queries_boards import SHIPPED
from tournaments.services import game_data
from tournaments.services.game_data import Codes, Fault, Kind, Typed

MOST_CHARACTERS = 200_000
"""Of a tile set as JSON; the shipped one has a tenth of that."""


def read_text(text: str) -> object:
    """The set that a text says as JSON, or `NoJson`, which is told as a fault."""
    try:
        return parse_json(text)
    except NoJson as unreadable:
        return unreadable


def too_large() -> Refused:
    """The refusal of a text that can be no tile set, before anybody reads it."""
    return Refused(
        "tile_set_too_large",
        f"A tile set has at most {MOST_CHARACTERS:,} characters; this has more.",
        field="tileset",
    )


def _faults(typed: Typed) -> list[Fault]:
    if isinstance(typed["tileset"], NoJson):
        sentence = f"This is no JSON: {typed['tileset']}."
        return [game_data.fault(Refused("not_json", sentence, field="tileset"))]
    size = len(json.dumps(typed["tileset"], ensure_ascii=False))
    if size > MOST_CHARACTERS:
        return [game_data.fault(too_large())]
    return [_inside(one) for one in faults(_relabelled(typed["tileset"]))]


def _inside(broken: RuleBroken) -> Fault:
    """A fault with its field as that of what was typed."""
    path = broken.facts.get("field")
    return game_data.fault(broken) | {"field": f"tileset.{path}" if path else "tileset"}


def _relabelled(tileset: object) -> object:
    """The set without its own labels, which are not what is saved, but for its status; one that
    says none is the club's own."""
    if not isinstance(tileset, Mapping):
        return tileset
    status = tileset.get("status", DataStatus.OWN.value)
    labels = {"id": "own", "version": 1, "status": status}
    return {key: value for key, value in tileset.items() if key not in labels} | labels


def _parse(typed: Typed, name: str) -> TileSet:
    """Whatever it says of itself, what equals a shipped set has the status of that."""
    parsed = replace(parse_tileset(_relabelled(typed["tileset"])), name=name)
    return replace(parsed, status=status_of(parsed))


def _text(tileset: TileSet) -> str:
    """A shipped set as it is; a club's own without the name, number and status of its row."""
    if tileset.name in TILESETS:
        return tileset_text(tileset)
    return tileset_text(replace(tileset, name="own", version=1, status=DataStatus.OWN.value))


TILE_SET = Kind(
    model=TileSetVersion,
    noun="tile set",
    verb="tile_set",
    content="these tiles and boards",
    codes=Codes(
        bad="bad_tileset",
        same="same_tile_set",
        exists="tile_set_exists",
        saved_meanwhile="tile_set_saved_meanwhile",
        retired="tile_set_retired",
        in_force="tile_set_in_force",
        other_in_force="other_tile_set_in_force",
        played="tile_set_played",
        shipped="shipped_tile_set",
    ),
    unknown="unknown_tileset",
    rule="",
    shipped=SHIPPED["gnome_hollow"],
    load=load_tileset,
    faults=_faults,
    parse=_parse,
    text=_text,
    status=lambda tileset: DataStatus(tileset.status),
    warnings=lambda tileset: [],
)
