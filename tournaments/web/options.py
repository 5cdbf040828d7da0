"""The options of a series, a tournament or a record as pages show them: parts/options.html."""

from collections.abc import Collection, Mapping
from typing import Any

from engines import registry
from engines.option import Option


def differing(
    game: str, options: Mapping[str, Any], said: Collection[str] = ()
) -> list[tuple[Option, Any]]:
    """The options that differ from their defaults with their values, in the game's order.

    said: the names of those that the page tells in other words. No query.
    """
    return [
        (option, options[option.name])
        for option in registry.game(game).options
        if option.name not in said and options.get(option.name, option.default) != option.default
    ]
