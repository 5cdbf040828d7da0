"""Tile sets for tests: the shipped one as JSON, and changes of it."""

import json
from typing import Any

from engines.gnome_hollow.tileset.sets import load_tileset, write_tileset

WHOLE = json.dumps(write_tileset(load_tileset()))


def whole() -> dict[str, Any]:
    """A set without faults, to be changed."""
    value: dict[str, Any] = json.loads(WHOLE)
    return value


def put(value: object, *path: str | int) -> dict[str, Any]:
    """The set with this value at the end of the path."""
    changed = whole()
    part: Any = changed
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return changed


def without(*path: str | int) -> dict[str, Any]:
    """The set without what is at the end of the path."""
    changed = whole()
    part: Any = changed
    for key in path[:-1]:
        part = part[key]
    del part[path[-1]]
    return changed
