"""The games by name."""

from __future__ import annotations

from engines.base import Game
from engines.gazebo.engine import GAZEBO_ENGINE
from engines.gazebo.game import GAZEBO
from engines.gnome_hollow.engine import GNOME_HOLLOW_ENGINE
from engines.gnome_hollow.game import GNOME_HOLLOW
from engines.niwa.engine import NIWA_ENGINE
from engines.niwa.game import NIWA
from engines.position import Engine
from engines.values import listed, refusal, shown

GAMES: dict[str, Game] = {each.name: each for each in (NIWA, GAZEBO, GNOME_HOLLOW)}

ENGINES: dict[str, Engine] = {
    each.name: each for each in (NIWA_ENGINE, GAZEBO_ENGINE, GNOME_HOLLOW_ENGINE)
}
"""The games that play themselves, by name."""


def game(name: str) -> Game:
    """The game of that name. Raises RuleBroken: unknown_game."""
    if isinstance(name, str) and name in GAMES:
        return GAMES[name]
    raise refusal(
        "unknown_game",
        f"The game must be {listed(list(GAMES))}, not {shown(name)}",
        field="game",
    )
