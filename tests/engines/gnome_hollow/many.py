"""More games than a suite has time for: nothing is lost in any position, each ends by a rule.

`.venv/bin/python -m tests.engines.gnome_hollow.many --games 2000` plays so many random games with
the shipped tile set for each of 2, 3 and 4 players: plain, with the trade board, with the advanced
player board, with both. Random players close few rings, so `--lively` plays five decisions of six
greedily. Of every position it counts tiles, tokens, mushrooms, blockers, gnomes and markers
(H1.1, H2), of one in 29 it follows the paths too, and of every game it counts turns and last
actions (H8.1, H8.2). It prints which trigger began the end.
"""

import argparse
import sys
from collections import Counter
from typing import Any

from tests.engines.gnome_hollow.games import deal
from tests.engines.gnome_hollow.ledger import Ledger
from tests.engines.gnome_hollow.test_promises import check_paths, conserve
from tests.engines.gnome_hollow.test_rules_end import check_finished

KINDS: dict[str, dict[str, Any]] = {
    "plain": {},
    "trade board": {"trade_board": True},
    "advanced board": {"advanced_board": True},
    "both boards": {"trade_board": True, "advanced_board": True},
}


def look(position: Any) -> None:
    conserve(position)
    if position.decisions % 29 == 0:
        check_paths(position)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.engines.gnome_hollow.many")
    parser.add_argument("--games", type=int, default=100, help="of each kind")
    parser.add_argument("--lively", action="store_true", help="mostly greedy games")
    given = parser.parse_args()
    games, first = given.games, int(given.lively)  # by even seeds games are random to the end
    for players in (2, 3, 4):
        for name, options in KINDS.items():
            ends: Counter[str] = Counter()
            for seed in range(first, first + 2 * games, 2):
                position = deal(players, "recon-1", options, seed)
                ends[check_finished(position, seed, look, Ledger(position).play)] += 1
            sys.stdout.write(f"{players} players, {name}: {games} games, {dict(ends)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
