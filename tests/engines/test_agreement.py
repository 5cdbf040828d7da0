"""Each engine plays as its plain reference does, legal set by legal set, and refuses alike."""

import pytest

from engines.rng import Rng
from tests.engines.agreement import REFERENCES, Kind, compare_mutants, kinds, play
from tests.engines.games import cases

GAMES = {"niwa": 2, "gazebo": 1, "gnome_hollow": 1}
"""A few of each kind; `python -m tests.engines.agreement` plays thousands."""
MUTANTS = {"niwa": 6, "gazebo": 6, "gnome_hollow": 2}
"""Of each game; a reference's game of Gnome Hollow takes a second."""
STEP = {"niwa": 4, "gazebo": 4, "gnome_hollow": 14}
KINDS = [kind for game in REFERENCES for kind in cases(list(kinds(game)), STEP[game])]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_engine_and_the_reference_play_the_same_game(kind: Kind) -> None:
    for seed in range(GAMES[kind.game]):
        record = play(kind, seed)
        compare_mutants(record, Rng(seed), MUTANTS[kind.game])
