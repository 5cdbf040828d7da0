"""How fair the seats of each Gazebo board are: the table of `docs/games/gazebo.md`.

`.venv/bin/python benchmarks/boards.py [--games N] [--players 2,3,4] [--policy greedy|random]
[--boards bird,qin] [--json]`. Seat 1 starts every game, and all seats are played by the same bot
(`--policy` takes any bot's name; `mcts:100` needs a second or two a game). The seed of every game
is fixed, so all who measure get the same figures; compiled, the default takes a few minutes.

*Share*: what a seat wins of a game, on average; a win shared by n counts 1/n. Its interval of 95 %
is Wilson's, for as many trials as would spread like these parts of wins do
(`analytics.stats.intervals.clustered`; the games are independent deals).
*Ends*: how often a game ended by a last gazebo, rather than blocked or out of dominoes.
*Decisions*: placements, draws and stops of one game, on average. *Left*: gazebos that all seats
together have left, on average.
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
from engines.gazebo.boards import BOARDS
from engines.gazebo.scoring import SUPPLIES
from engines.values import JSON

SEED = 1
SEATS = max(SUPPLIES)
LAST = "last_gazebo"


@dataclass(frozen=True)
class Figures:
    """Of one board and number of players. ends: why a game ended ↦ share of games."""

    board: str
    players: int
    games: int
    shares: tuple[Interval, ...]
    ends: Mapping[str, float]
    decisions: float
    left: float


def measure(board: str, players: int, games: int, policy: str) -> Figures:
    """Plays the games. Raises RuleBroken: unknown_board, unknown_bot, player_count."""
    batch = plan_batch("gazebo", [policy] * players, {}, [{"board": board}], SEED)
    counts = play_blocks(batch, 0, games).counts
    ends = {
        path.removeprefix("end/0/"): count / games
        for path, count in sorted(counts.items())
        if path.startswith("end/0/")
    }
    left = sum(counts[f"seat/0/{seat}/{policy}/score"] for seat in range(players))
    shares = tuple(seat_share(batch, counts, seat, [0]) for seat in range(players))
    return Figures(board, players, games, shares, ends, counts["moves/0"] / games, left / games)


def as_json(figures: Figures) -> dict[str, JSON]:
    """Shares as `[share, low, high]`, seat 0 first."""
    return {
        "board": figures.board,
        "players": figures.players,
        "games": figures.games,
        "shares": [[one.value, one.low, one.high] for one in figures.shares],
        "ends": dict(figures.ends),
        "decisions": figures.decisions,
        "left": figures.left,
    }


def heading() -> str:
    """The head of the table, in Markdown as the page has it."""
    seats = ["seat 1 (starts)", *(f"seat {seat + 1}" for seat in range(1, SEATS))]
    titles = ["board", "players", *seats, "ends by a last gazebo", "decisions", "left"]
    return f"| {' | '.join(titles)} |\n|---|{'--:|' * (len(titles) - 1)}"


def line(figures: Figures) -> str:
    """A row of the table; shares and their intervals in percent."""
    shares = [f"{100 * s.value:.1f} ({100 * s.low:.1f}–{100 * s.high:.1f})" for s in figures.shares]
    cells = [
        figures.board,
        str(figures.players),
        *shares,
        *[""] * (SEATS - len(shares)),
        f"{100 * figures.ends.get(LAST, 0):.1f}",
        f"{figures.decisions:.1f}",
        f"{figures.left:.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="How fair the seats of each Gazebo board are.")
    made.add_argument("--games", type=whole, default=5000, help="for each row of the table")
    made.add_argument("--players", type=numbers, default=tuple(SUPPLIES), help="2,3,4")
    made.add_argument("--policy", default="greedy", help="a bot's name")
    made.add_argument("--boards", type=names, default=BOARDS, help=",".join(BOARDS))
    made.add_argument("--json", action="store_true")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0; 1 where a board, a bot or a number of players is none."""
    given = parser().parse_args(arguments)
    measured = (
        measure(board, players, given.games, given.policy)
        for players in given.players
        for board in given.boards
    )
    return show(measured, heading(), line, as_json if given.json else None)


if __name__ == "__main__":
    sys.exit(main())
