"""Games that tests play: which engines there are, and what a quick game of each is dealt with."""

from typing import Any

from engines.play import play_game
from engines.record import Record
from engines.registry import ENGINES

GIVEN: dict[str, dict[str, Any]] = {
    "niwa": {"options": {"max_exchanges": 12}},
    "gazebo": {"options": {}, "board": "bird"},
}
"""Game ↦ what `deal` is given, so that random games end soon."""


def quick_game(name: str, seed: int, bots: tuple[str, ...] = ("random", "random")) -> Record:
    given = dict(GIVEN[name])
    return play_game(ENGINES[name], bots, seed, given.pop("options"), **given)
