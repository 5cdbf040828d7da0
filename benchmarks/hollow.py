"""What ends games of Gnome Hollow between bots: the table of `docs/games/gnome_hollow.md`.

`.venv/bin/python benchmarks/hollow.py [--games N] [--players 2,3,4] [--policies random,greedy]
[--tileset recon-1] [--json]`. All seats are played by the same bot (`--policies` takes any bots'
names; `mcts:100` needs minutes a game). The seed of every game is fixed, so all who measure get
the same figures; compiled, the default takes less than a minute.

*Ends*: how often the eighth flower, the eighth marker or the empty bag was first (H8.1).
*Seat 1*: what the seat that starts wins of a game, a win shared by n counting 1/n, with its
interval of 95 % (Wilson's; `analytics.stats.intervals.clustered`). *Decisions* of one game, and
*points* of a seat, on average.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if not __package__:
    sys.path[0] = str(ROOT)

from analytics.stats.batches import seat_share
from analytics.stats.intervals import Interval
from benchmarks.rows import names, numbers, show, whole
from engines.batch import plan_batch, play_blocks
from engines.gnome_hollow.tileset.names import TILESETS
from engines.values import JSON

SEED = 1
ENDS = ("flowers", "markers", "bag")


@dataclass(frozen=True)
class Figures:
    """Of one bot and number of players. ends: why a game ended ↦ share of games."""

    policy: str
    players: int
    games: int
    ends: Mapping[str, float]
    first: Interval
    decisions: float
    points: float


def measure(policy: str, players: int, games: int, tileset: str) -> Figures:
    """Plays the games. Raises RuleBroken: unknown_tileset, unknown_bot, player_count."""
    batch = plan_batch("gnome_hollow", [policy] * players, {}, [{"tileset": tileset}], SEED)
    counts = play_blocks(batch, 0, games).counts
    points = sum(counts[f"seat/0/{seat}/{policy}/score"] for seat in range(players))
    return Figures(
        policy,
        players,
        games,
        {end: counts.get(f"end/0/{end}", 0) / games for end in ENDS},
        seat_share(batch, counts, 0, [0]),
        counts["moves/0"] / games,
        points / games / players,
    )


def as_json(figures: Figures) -> dict[str, JSON]:
    """`first` as `[share, low, high]`."""
    first = figures.first
    return {
        "policy": figures.policy,
        "players": figures.players,
        "games": figures.games,
        "ends": dict(figures.ends),
        "first": [first.value, first.low, first.high],
        "decisions": figures.decisions,
        "points": figures.points,
    }


def heading() -> str:
    """The head of the table, in Markdown as the page has it."""
    titles = ["bot", "players", *ENDS, "seat 1 (starts)", "decisions", "points"]
    return f"| {' | '.join(titles)} |\n|---|{'--:|' * (len(titles) - 1)}"


def line(figures: Figures) -> str:
    """A row of the table; shares and their intervals in percent."""
    first = figures.first
    cells = [
        f"`{figures.policy}`",
        str(figures.players),
        *(f"{100 * figures.ends[end]:.1f}" for end in ENDS),
        f"{100 * first.value:.1f} ({100 * first.low:.1f}–{100 * first.high:.1f})",
        f"{figures.decisions:.1f}",
        f"{figures.points:.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="What ends games of Gnome Hollow between bots.")
    made.add_argument("--games", type=whole, default=2000, help="for each row of the table")
    made.add_argument("--players", type=numbers, default=(2, 3, 4), help="2,3,4")
    made.add_argument("--policies", type=names, default=("random", "greedy"), help="bots' names")
    made.add_argument("--tileset", default=TILESETS[0], help="a shipped tile set's name")
    made.add_argument("--json", action="store_true")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0; 1 where a bot, a tile set or a number of players is none."""
    given = parser().parse_args(arguments)
    measured = (
        measure(policy, players, given.games, given.tileset)
        for policy in given.policies
        for players in given.players
    )
    return show(measured, heading(), line, as_json if given.json else None)


if __name__ == "__main__":
    sys.exit(main())
