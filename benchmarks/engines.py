"""How fast the games are beside open_spiel's, measured in the same run and process, on one core.

`.venv/bin/python benchmarks/engines.py [--rounds N] [--seconds S] [--json]`; open_spiel comes with
`requirements/bench.txt` (CONTRIBUTING.md says how). Machines differ and are shared, so what counts
are ratios. Time is the processor's time of this process, which waiting for a busy machine does not
lengthen; in a round the works take turns of `TURN` seconds, so that what does lengthen it hits all
alike. A ratio is made within a round; printed are the median of the rounds, their middle half, and
the least and the most.

*Random*: whole games in which every decision is drawn at random, looped outside Python on both
sides. Ours: `playout(seed, "random")` of a copy of a dealt position. Theirs: `MCTSBot(game,
RandomRolloutEvaluator(64, seed), max_simulations=1)`; its one simulation opens no tree, it copies
the position that is asked about 64 times and plays each copy to its end. Were there another cost,
128 rollouts would take less than twice the time of 64: that quotient is printed.
*Step*: the moves are listed, one is chosen, and it is made, from Python.

A *move* is a decision of a player. What chance decides in the midst of a game (in `crazy_eights`
each card from the pile) counts as a move as well, which is in open_spiel's favour; what the ratio
is without is printed too. Deals are in nobody's time and nobody's moves: all games start where a
player first decides. (Asked about a position where chance decides, that bot crashes.) Rollouts
don't tell their lengths, so mean lengths are found by stepping many games from the same positions.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

ROOT = Path(__file__).resolve().parent.parent
if not __package__:  # run as a script, beside which this very file would be `engines`
    sys.path[0] = str(ROOT)

from benchmarks.rows import whole
from engines import bench, compiled
from engines.position import Position
from engines.registry import ENGINES
from engines.rng import Rng

Work: TypeAlias = Callable[[], float]
"""Plays a little and returns how many moves it made."""

Rates: TypeAlias = dict[str, float]
"""Name of a work ↦ its moves a second."""

TARGETS: dict[tuple[str, str], float | None] = {
    ("niwa random", "oh_hell"): 5,
    ("niwa random", "crazy_eights"): 8,
    ("gazebo random", "hex"): 1,
    ("gazebo random", "havannah"): 0.8,
    ("gnome_hollow random", "quoridor"): 1,
    ("niwa step", "oh_hell"): None,
    ("niwa step", "crazy_eights"): None,
    ("gazebo step", "hex"): None,
    ("gazebo step", "havannah"): None,
    ("gnome_hollow step", "quoridor"): None,
}
"""Ours, theirs ↦ the least ratio aimed at; None: only measured."""

FLOORS = {"gnome_hollow random": 150_000}
"""The least moves a second aimed at, compiled."""

PURE_FLOORS = {"niwa random": 700_000, "gazebo random": 20_000}
"""The least moves a second aimed at where the games run from their sources."""

TURN = 0.02
ROLLOUTS = 64
DEALS = 64
GAMES = 2560
"""Random games stepped to find their mean length."""

CHANCE, TERMINAL = -1, -4
"""What open_spiel's `current_player` says where chance decides, and at the end."""

INSTALL = (
    "python3 -m pip --python .venv/bin/python install --no-deps --require-hashes"
    " -r requirements/bench.txt"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0, whether targets are met or not; 1 where open_spiel is not installed."""
    given = parser().parse_args(arguments)
    if given.own:
        print(json.dumps(play_round(our_works(), given.seconds)))
        return 0
    try:
        import pyspiel
    except ImportError:
        sys.stderr.write(f"open_spiel is not installed. It comes with\n  {INSTALL}\n")
        return 1
    theirs = [Theirs(pyspiel, name) for name in dict.fromkeys(name for _, name in TARGETS)]
    works = our_works() | {name: work for game in theirs for name, work in game.works()}
    rounds = [play_round(works, given.seconds) for _ in range(given.rounds)]
    spreads = {pair: spread(ratios(rounds, *pair)) for pair in TARGETS}
    if given.json:
        print(json.dumps(medians(spreads), indent=1))
        return 0
    print(heading(given))
    print(table_of_rates(rounds))
    print(table_of_ratios(spreads))
    print("\n".join(["", "games", *our_games(), *(game.described() for game in theirs)]))
    print(table_of_sources(pure_rates(given.seconds), rounds))
    return 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="Moves a second, ours beside open_spiel's.")
    made.add_argument("--rounds", type=whole, default=15)
    made.add_argument("--seconds", type=float, default=0.25, help="for each work in a round")
    made.add_argument("--json", action="store_true", help="the medians of the ratios, no more")
    made.add_argument("--own", action="store_true", help="one round of our games alone, as JSON")
    return made


# Ours -------------------------------------------------------------------------------------------


def our_works() -> dict[str, Work]:
    """Playouts and steps of each game, from deals that are made beforehand."""
    works: dict[str, Work] = {}
    for name in ENGINES:
        deals = bench.deals(name)
        works[f"{name} random"] = _in_turn(partial(_play_out, deals))
        works[f"{name} step"] = _in_turn(partial(_step, deals))
    return works


def _play_out(deals: Sequence[Position], number: int) -> int:
    """As many random games from a deal as open_spiel's bot makes at once."""
    deal = deals[number % len(deals)]
    seeds = range(ROLLOUTS * number, ROLLOUTS * (number + 1))
    return sum(deal.copy().playout(seed, "random") for seed in seeds)


def _step(deals: Sequence[Position], number: int) -> int:
    return bench.step(deals[number % len(deals)].copy(), number)


def _in_turn(play: Callable[[int], float]) -> Work:
    """Plays number 0, 1, 2 …, one a call."""
    numbers = count()
    return lambda: play(next(numbers))


def our_games() -> list[str]:
    """What the deals were given."""
    players = {"players": bench.PLAYERS}
    return [f"{name}: {_listed(given | players)}" for name, given in bench.GIVEN.items()]


def _listed(given: Mapping[str, object]) -> str:
    parts = []
    for key, value in given.items():
        parts.append(_listed(value) if isinstance(value, Mapping) else f"{key} {value}")
    return ", ".join(parts)


def pure_rates(seconds: float) -> Rates:
    """Random moves a second from the sources, in a process of its own."""
    command = [sys.executable, __file__, "--own", "--seconds", str(seconds)]
    environment = os.environ | {"TEIEN_PURE": "1"}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    rates: Rates = json.loads(done.stdout)
    return {name: rates[name] for name in PURE_FLOORS}


# Theirs -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Length:
    """Of a game from where a player first decides: decisions, and what chance decided."""

    decisions: float
    chance: float

    @property
    def moves(self) -> float:
        return self.decisions + self.chance


def play_on(state: Any, rng: Rng) -> Length:
    """Plays open_spiel's state to its end, in place, all at random."""
    decisions = chance = 0
    while (player := state.current_player()) != TERMINAL:
        if player == CHANCE:
            state.apply_action(drawn(state.chance_outcomes(), rng))
            chance += 1
        else:
            actions = state.legal_actions()
            state.apply_action(actions[rng.below(len(actions))])
            decisions += 1
    return Length(decisions, chance)


def drawn(outcomes: Sequence[tuple[int, float]], rng: Rng) -> int:
    """One of the (outcome, probability)s, by its probability."""
    left = rng.next() / 2**64
    for outcome, probability in outcomes:
        left -= probability
        if left < 0:
            return outcome
    return outcomes[-1][0]  # where the sum of all is rounded to less than 1


def dealt(game: Any, rng: Rng) -> Any:
    """A state in which a player is to decide for the first time."""
    state = game.new_initial_state()
    while state.current_player() == CHANCE:
        state.apply_action(drawn(state.chance_outcomes(), rng))
    return state


def mean_length(state: Any, games: int, rng: Rng) -> Length:
    """Of so many random games from the state, which stays as it is."""
    lengths = [play_on(state.clone(), rng) for _ in range(games)]
    return mean_of(lengths)


def mean_of(lengths: Sequence[Length]) -> Length:
    return Length(
        statistics.fmean(length.decisions for length in lengths),
        statistics.fmean(length.chance for length in lengths),
    )


class Theirs:
    """A game of open_spiel with its defaults: deals, how long games from each are, and bots."""

    def __init__(self, pyspiel: Any, name: str) -> None:
        rng = Rng(1)
        self.name = name
        self.game = pyspiel.load_game(name)
        self.deals = [dealt(self.game, rng) for _ in range(DEALS)]
        self.lengths = [mean_length(deal, GAMES // DEALS, rng) for deal in self.deals]
        self.bot = self.made_bot(pyspiel, ROLLOUTS)
        self.twice = self.made_bot(pyspiel, 2 * ROLLOUTS)

    def made_bot(self, pyspiel: Any, rollouts: int) -> Any:
        """Its exploration, memory, solving and printing don't matter to a single simulation."""
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        return pyspiel.MCTSBot(self.game, evaluator, 2.0, 1, 1000, False, 1, False)

    def works(self) -> list[tuple[str, Work]]:
        return [
            (f"{self.name} random", _in_turn(self.roll_out)),
            (f"{self.name} step", _in_turn(self.step)),
        ]

    def roll_out(self, number: int) -> float:
        """64 random games from a deal, inside C++; returns their moves by the mean length."""
        self.bot.step(self.deals[number % DEALS])
        return ROLLOUTS * self.lengths[number % DEALS].moves

    def step(self, number: int) -> float:
        return play_on(self.deals[number % DEALS].clone(), Rng(number)).moves

    def doubling(self) -> float:
        """The time of 128 rollouts from each deal, by that of 64."""
        once = twice = 0.0
        for deal in self.deals:
            began = time.process_time()
            self.bot.step(deal)
            between = time.process_time()
            self.twice.step(deal)
            once += between - began
            twice += time.process_time() - between
        return twice / once

    def described(self) -> str:
        """Its parameters, mean length, what of it is chance, and the check of the rollouts."""
        mean = mean_of(self.lengths)
        return (
            f"{self.name}: {_listed(self.game.get_parameters())}\n"
            f"  {mean.moves:.1f} moves a game, of which chance makes {mean.chance:.1f}"
            f" (without: ratios × {mean.moves / mean.decisions:.2f});"
            f" {2 * ROLLOUTS} rollouts take {self.doubling():.2f} × the time of {ROLLOUTS}"
        )


# Rounds and ratios ------------------------------------------------------------------------------


def play_round(
    works: Mapping[str, Work], seconds: float, clock: Callable[[], float] = time.process_time
) -> Rates:
    """Moves a second of each work, which take turns until each has had its seconds."""
    moves = dict.fromkeys(works, 0.0)
    taken = dict.fromkeys(works, 0.0)
    while min(taken.values()) < seconds:
        for name, work in works.items():
            began = clock()
            while (spent := clock() - began) < TURN:
                moves[name] += work()
            taken[name] += spent
    return {name: moves[name] / taken[name] for name in works}


def ratios(rounds: Sequence[Rates], ours: str, theirs: str) -> list[float]:
    """Of each round: ours by the same kind of theirs."""
    kind = ours.split()[1]
    return [rates[ours] / rates[f"{theirs} {kind}"] for rates in rounds]


@dataclass(frozen=True)
class Spread:
    """Of some figures: the median, the ends of their middle half, least and most."""

    median: float
    low: float
    high: float
    least: float
    most: float


def spread(figures: Sequence[float]) -> Spread:
    """Of one figure or more."""
    ordered = sorted(figures)
    quarter = len(ordered) // 4
    low, high = ordered[quarter], ordered[-1 - quarter]
    return Spread(statistics.median(ordered), low, high, ordered[0], ordered[-1])


# What is printed --------------------------------------------------------------------------------


def medians(spreads: Mapping[tuple[str, str], Spread]) -> dict[str, float]:
    """`{"niwa random / oh_hell": 7.1, …}`."""
    return {f"{ours} / {theirs}": round(s.median, 3) for (ours, theirs), s in spreads.items()}


def heading(given: argparse.Namespace) -> str:
    built = all(compiled.is_compiled(f"engines.{name}.rules") for name in ENGINES)
    return (
        f"open_spiel {version('open_spiel')}, Python {platform.python_version()};"
        f" our games run {'compiled' if built else 'FROM THEIR SOURCES (./teien setup compiles)'};"
        f" {given.rounds} rounds of {given.seconds} s for each work, in turns of {TURN} s"
    )


def table_of_rates(rounds: Sequence[Rates]) -> str:
    lines = ["", f"{'median of the rounds':<24} {'moves/s':>14}   target"]
    for name in rounds[0]:
        rate = statistics.median(rates[name] for rates in rounds)
        lines.append(f"{name:<24} {rate:>14,.0f}   {judged(rate, FLOORS.get(name))}")
    return "\n".join(lines)


def table_of_ratios(spreads: Mapping[tuple[str, str], Spread]) -> str:
    lines = ["", f"{'ratio':<32} {'median':>7}   {'middle half':<15} {'all rounds':<15} target"]
    for pair, found in spreads.items():
        middle = f"{found.low:.2f} to {found.high:.2f}"
        every = f"{found.least:.2f} to {found.most:.2f}"
        target = judged(found.median, TARGETS[pair])
        lines.append(
            f"{' / '.join(pair):<32} {found.median:>7.2f}   {middle:<15} {every:<15} {target}"
        )
    return "\n".join(lines)


def judged(figure: float, target: float | None) -> str:
    """`≥ 5: met`, `≥ 5: not met`, or `none`."""
    if target is None:
        return "none"
    return f"≥ {target:,}: {'met' if figure >= target else 'not met'}"


def table_of_sources(pure: Rates, rounds: Sequence[Rates]) -> str:
    """Not in the same turns as the rounds, so its quotient is a rough one."""
    lines = ["", f"{'from the sources':<24} {'moves/s':>14}   {'of the above':<15} target"]
    for name, rate in pure.items():
        share = rate / statistics.median(rates[name] for rates in rounds)
        lines.append(
            f"{name:<24} {rate:>14,.0f}   {share:<15.4f} {judged(rate, PURE_FLOORS[name])}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
