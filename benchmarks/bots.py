"""How strong the bots are, each level against the one below: the tables of `docs/games/bots.md`.

`.venv/bin/python benchmarks/bots.py niwa|gazebo|gnome_hollow [--players 2,3] [--games N] [--levels
random,greedy,mcts:100,mcts:1000] [--mission 1,8 | --board bird,qin] [--seed N] [--json]`.
Missions and boards take turns, deal by deal. Every seed is fixed, so all who measure get the same
figures; compiled, `random,greedy,mcts:100` takes some minutes a game.

Each deal is played once for each seat: there sits a bot of the upper level, on all other seats one
of the lower (duplicate; all seats start as often). *Won*: what the upper level won of its games, a
win shared by n counting 1/n. *More than even*: won less 1 in the number of players, which is what
equal bots would win. Its interval of 95 % is Wilson's, for as many trials as would spread like the
deals do (`analytics.stats.intervals.clustered`; deals are independent of each other, the games of
one deal are not), moved down by the same part. *ms*: the processor's time of a decision of the
upper level in this process, those with a single legal move counted too.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if not __package__:
    sys.path[0] = str(ROOT)

from analytics.stats.intervals import Interval, clustered
from benchmarks.rows import names, numbers, show
from engines.bots import Bot, Seen, make_bot
from engines.gazebo.boards import BOARDS
from engines.niwa.missions import MISSIONS
from engines.position import OVER, Engine, Move, Position
from engines.registry import ENGINES
from engines.rng import mixed
from engines.values import JSON

LEVELS = ("random", "greedy", "mcts:100")
GARDENS = tuple(board for board in BOARDS if board != "qin")


@dataclass(frozen=True)
class Pair:
    """Two levels that meet, in which game, on which deals. `ways`: what deals are given in turn."""

    game: str
    players: int
    upper: str
    lower: str
    deals: int
    ways: Sequence[Mapping[str, object]]
    seed: int

    @property
    def engine(self) -> Engine:
        return ENGINES[self.game]

    def deal(self, number: int) -> Position:
        options = self.engine.bot_options(self.players)
        way = self.ways[number % len(self.ways)]
        return self.engine.deal(self.players, mixed(self.seed, number), options, **way)


@dataclass(frozen=True)
class Strength:
    """Of the upper level among bots of the lower; more: by how much it won over an even share."""

    game: str
    players: int
    upper: str
    lower: str
    games: int
    won: float
    more: Interval
    milliseconds: float


class Timed:
    """A bot, and how long it has thought."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds = 0.0
        self.decisions = 0

    def choose(self, seen: Seen) -> Move:
        began = time.process_time()
        move = self.bot.choose(seen)
        self.seconds += time.process_time() - began
        self.decisions += 1
        return move


def play(position: Position, bots: Sequence[Bot]) -> list[float]:
    """Plays to the end, in place; what each seat has won."""
    while (seat := position.actor()) != OVER:
        position.push(bots[seat].choose(Seen(position)))
    outcome = position.outcome()
    assert outcome is not None
    return [(seat in outcome.winners) / len(outcome.winners) for seat in range(len(bots))]


def play_deal(pair: Pair, number: int) -> tuple[float, list[Timed]]:
    """What the upper level won of a deal on average over the seats, 0 to 1; and its bots."""
    deal, won, uppers = pair.deal(number), 0.0, []
    seeds = [mixed(mixed(pair.seed, number), 1 + seat) for seat in range(pair.players)]
    for own in range(pair.players):
        bots: list[Bot] = [make_bot(pair.lower, pair.engine, seed) for seed in seeds]
        upper = Timed(make_bot(pair.upper, pair.engine, seeds[own]))
        bots[own] = upper
        won += play(deal.copy(), bots)[own]
        uppers.append(upper)
    return won / pair.players, uppers


def measure(pair: Pair) -> Strength:
    """Plays all deals. Raises RuleBroken: unknown_bot, unknown_board, player_count, …"""
    even, shares, squares = 1 / pair.players, 0.0, 0.0
    seconds, decisions, said = 0.0, 0, time.monotonic()
    for number in range(pair.deals):
        won, uppers = play_deal(pair, number)
        shares += won
        squares += won**2
        seconds += sum(bot.seconds for bot in uppers)
        decisions += sum(bot.decisions for bot in uppers)
        if time.monotonic() - said > 10:
            said = time.monotonic()
            so_far = f"{number + 1} of {pair.deals} deals, {shares / (number + 1) - even:+.3f}"
            sys.stderr.write(f"{pair.upper} among {pair.lower}: {so_far}\n")
    share = clustered(shares, squares, pair.deals)
    more = Interval(share.value - even, share.low - even, share.high - even)
    return Strength(
        *(pair.game, pair.players, pair.upper, pair.lower, pair.deals * pair.players),
        *(share.value, more, 1000 * seconds / decisions),
    )


def as_json(found: Strength) -> dict[str, JSON]:
    """The interval as `[more, low, high]`."""
    return asdict(found) | {"more": [found.more.value, found.more.low, found.more.high]}


def heading() -> str:
    """The head of the table, in Markdown as the page has it."""
    titles = ["game", "players", "level", "among", "games", "won", "more than even", "ms"]
    return f"| {' | '.join(titles)} |\n|---|--:|---|---|{'--:|' * 4}"


def line(found: Strength) -> str:
    """A row of the table."""
    more = f"{found.more.value:+.3f} ({found.more.low:+.3f} to {found.more.high:+.3f})"
    levels = f"`{found.upper}` | `{found.lower}`"
    figures = f"{found.games} | {found.won:.3f} | {more} | {found.milliseconds:.2f}"
    return f"| {found.game} | {found.players} | {levels} | {figures} |"


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="How strong each level is against the one below.")
    made.add_argument("game", choices=list(ENGINES))
    made.add_argument("--players", type=numbers, default=(2, 3), help="2,3")
    made.add_argument("--games", type=int, default=240, help="for each row; whole deals")
    made.add_argument("--levels", type=names, default=LEVELS, help="the weakest first")
    made.add_argument("--mission", type=numbers, default=tuple(m.number for m in MISSIONS))
    made.add_argument("--board", type=names, default=GARDENS, help=",".join(BOARDS))
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--json", action="store_true")
    return made


def pairs(given: argparse.Namespace) -> list[Pair]:
    """Every two neighbouring levels at every number of players; two deals at least."""
    ways: list[dict[str, object]] = [{}]
    if given.game == "niwa":
        ways = [{"mission": number} for number in given.mission]
    if given.game == "gazebo":
        ways = [{"board": board} for board in given.board]
    return [
        Pair(given.game, players, upper, lower, max(2, given.games // players), ways, given.seed)
        for players in given.players
        for lower, upper in pairwise(given.levels)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0; 1 where a bot, a board, a mission or a number of players is none."""
    given = parser().parse_args(arguments)
    measured = (measure(pair) for pair in pairs(given))
    return show(measured, heading(), line, as_json if given.json else None)


if __name__ == "__main__":
    sys.exit(main())
