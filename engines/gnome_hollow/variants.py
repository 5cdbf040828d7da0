"""Which variants a tile set has the boards for (H9)."""

from __future__ import annotations

from engines.gnome_hollow.tileset.sets import TileSet
from engines.option import Settings
from engines.values import refusal


def check_variants(tileset: TileSet, settings: Settings) -> None:
    """Refuse what the set has not (H9). Raises RuleBroken: no_such_variant."""
    for name, rule, has in (
        ("trade_board", "H9.1", tileset.has_trades),
        ("advanced_board", "H9.2", tileset.advanced_board is not None),
    ):
        if settings[name] and not has:
            sentence = f"The tile set {tileset.name} has no {name.replace('_', ' ')}"
            raise refusal("no_such_variant", sentence, rule, field=f"options.{name}")
