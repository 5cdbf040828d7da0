"""The tile sets that ship with Gnome Hollow and that a match can be planned with, by name.

Which there are is said here alone; `engines.gnome_hollow.tileset.sets.load_tileset` reads each from
`data/`.
"""

from __future__ import annotations

from collections.abc import Collection

from engines.values import listed, refusal, shown

TILESETS: tuple[str, ...] = ("recon-1",)
"""The printed tiles are not public as data: what ships is a reconstruction."""


def read_tileset(name: object, field: str = "setup.tileset", own: Collection[str] = ()) -> str:
    """The name of a shipped tile set, or one of a club's own.

    Raises RuleBroken: unknown_tileset.
    """
    if isinstance(name, str) and (name in TILESETS or name in own):
        return name
    known = [*TILESETS, "one of the club's own tile sets"] if own else TILESETS
    wrong = "it is missing" if name is None else f"not {shown(name)}"
    raise refusal("unknown_tileset", f"The tile set must be {listed(known)}, {wrong}", field=field)


def describe_tileset(name: str, status: str = "") -> str:
    """`Tile set: recon-1 (reconstruction)`, `Tile set: our tiles (own)`; without a status, of a set
    that does not ship, `Tile set: our tiles`."""
    known = status or ("reconstruction" if name in TILESETS else "")
    return f"Tile set: {name} ({known})" if known else f"Tile set: {name}"
