"""Compiled and plain, Gnome Hollow plays the same games from the same seeds."""

from tests.engines.builds import check_builds_alike
from tests.engines.games import are_compiled

GAMES = """
import hashlib
import sys

from tests.engines.gnome_hollow.games import ALL, STAGES, deal, stage

seen, step = hashlib.sha256(), int(sys.argv[1])


def look(position):
    seen.update(repr((position.view(0), position.outcome(), position.moves())).encode())


for players, tileset, options, seed in ALL[::step]:
    position = deal(players, tileset, options, seed)
    for number in range(20):
        position.play(position.suggest(number, "random"))
        look(position)
    for policy in ("random", "greedy"):
        world = position.determinize(position.actor(), seed)
        seen.update(repr(world.playout(seed, policy)).encode())
        look(world)
for name in list(STAGES)[::step]:
    position = stage(name)
    look(position)
    position.play(position.suggest(1, "greedy"))
    look(position)
print(seen.hexdigest())
"""


def test_both_builds_play_the_same_games() -> None:
    check_builds_alike(GAMES, "1" if are_compiled() else "5")
