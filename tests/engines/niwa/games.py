"""Plays matches of Niwa from seeds and writes all of them down: the same in every build.

`python -m tests.engines.niwa.games` prints whether the engine runs compiled, and their digest.
"""

import hashlib
import json
import sys

from engines import compiled
from tests.engines.niwa.matches import ENGINE, walks


def games() -> list[object]:
    """Setups, decisions, results, worlds and suggestions."""
    found: list[object] = []
    for seed in range(48):
        options = {"max_exchanges": seed % 5 * 6, "min_run": 1 + seed % 3}
        deal = ENGINE.deal(2 + seed % 5, seed, options, mission=1 + seed % 8)
        for policy in ("random", "greedy"):
            position = deal.copy()
            made: list[int] = []
            count = position.playout(2**63 + seed, policy, made)
            found.append([ENGINE.write_setup(deal), count, made, position.scores()])
    for number, walk in enumerate(walks(60, seed=77)):
        position = walk.position
        found.append([walk.moves, position.moves(), position.view(0), repr(position.state())])
        found.append(repr(position.determinize(number % 2, number).state()))
        if position.actor() >= 0:
            found += [position.suggest(number, policy) for policy in ("random", "greedy")]
    return found


def digest() -> str:
    return hashlib.sha256(json.dumps(games()).encode()).hexdigest()


def build() -> str:
    return "compiled" if compiled.is_compiled("engines.niwa.rules") else "pure"


if __name__ == "__main__":
    sys.stdout.write(f"{build()} {digest()}\n")
