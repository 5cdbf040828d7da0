"""Compiled and plain, Gazebo plays the same games from the same seeds."""

import os
import subprocess
import sys
from pathlib import Path

from tests.engines.games import are_compiled

ROOT = Path(__file__).resolve().parents[3]
GAMES = """
import hashlib
import sys

from engines.gazebo.engine import GAZEBO_ENGINE

seen, seeds = hashlib.sha256(), int(sys.argv[1])
for players in (2, 3, 4):
    for board in ("bird", "butterfly", "botanical", "jungle", "qin")[:: 3 - seeds]:
        for options in ({}, {"zen_draw": "extra", "big_nook_safe": "wins"}):
            for seed in range(seeds):
                position = GAZEBO_ENGINE.deal(players, seed, options, board=board)
                for step in range(20):
                    position.play(position.suggest(step, "random"))
                world = position.determinize(position.actor(), seed)
                count = world.playout(seed, "greedy" if players + seed == 2 else "random")
                seen.update(repr((count, world.view(0), world.outcome())).encode())
                seen.update(repr(position.moves()).encode())
print(seen.hexdigest())
"""


def played(pure: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", GAMES, "2" if are_compiled() else "1"],
        cwd=ROOT,
        env=os.environ | {"TEIEN_PURE": pure},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout


def test_both_builds_play_the_same_games() -> None:
    plain = played("1")
    assert len(plain) == 65
    assert played("") == plain
