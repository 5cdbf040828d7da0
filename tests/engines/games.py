"""Games that tests play: which engines there are, and what a quick game of each is dealt with."""

from collections.abc import Sequence
from functools import cache
from inspect import signature
from typing import Any, TypeVar

from engines import compiled
from engines.play import check_game, play_game
from engines.position import Engine
from engines.record import Record
from engines.registry import ENGINES

GIVEN: dict[str, dict[str, Any]] = {
    "niwa": {"options": {"max_exchanges": 12}},
    "gazebo": {"options": {}, "board": "bird"},
    "gnome_hollow": {"options": {}},
}
"""Game ↦ what `deal` is given, so that random games end soon."""
NO_KEYS = sorted(
    {"self", "", "class", "__class__", "hands", "庭"}.union(
        *(signature(play).parameters for play in (Engine.deal, play_game, check_game))
    )
)
"""Keys that no set-up has, among them the names of all that is told beside it."""

Case = TypeVar("Case")


def are_compiled() -> bool:
    return all(compiled.is_compiled(f"engines.{name}.rules") for name in ENGINES)


def cases(every: Sequence[Case], step: int) -> Sequence[Case]:
    """All cases where the games run compiled, as CI runs them too; else one in `step`."""
    return every if are_compiled() else every[::step]


@cache
def quick_game(name: str, seed: int, bots: tuple[str, ...] = ("random", "random")) -> Record:
    """A game that is played once for all tests that ask for it."""
    return play_quickly(name, seed, bots)


def play_quickly(name: str, seed: int, bots: tuple[str, ...] = ("random", "random")) -> Record:
    given = dict(GIVEN[name])
    return play_game(ENGINES[name], bots, seed, given.pop("options"), **given)
