"""Compiled and plain, Gazebo plays the same games from the same seeds."""

from tests.engines.builds import check_builds_alike
from tests.engines.games import are_compiled

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


def test_both_builds_play_the_same_games() -> None:
    check_builds_alike(GAMES, "2" if are_compiled() else "1")
