"""Which of openskill's models rates tables of two to six best: the figures of decision 0015.

`.venv/bin/python benchmarks/rating_models.py [--players N] [--series N] [--bots N] [--json]`

*Worlds*: players of known strength meet at tables of two to six and perform by strength and luck;
scores are counted in whole points, so some tie. `even`: luck and strengths spread alike; `lucky`:
luck spreads 2.5 times as wide; `gumbel`: luck with a long tail; `drift`: strengths wander.
`--bots N`: N games of Niwa besides, between copies of bots of four strengths.
Each model foretells every series before it is rated. *pairs*: the mean of −ln p over all pairs of
a table that did not tie, p the chance given to what happened, 1/(1 + e^−x) with
x = Δmu / √(2 beta² + sigma² + sigma²); a coin has 0.693. *new*: the same of pairs with a player of
fewer than ten series.
*order*: the mean of −ln p of a table's whole order by Plackett and Luce, with the scale that fits
the first third, of the other two. *held*: how often mu ± 2 sigma holds the true strength, put on
the scale of the ratings; a world that drifts and bots have no such truth.
*Rules*: over every pattern of ties at two to six seats and equal ratings: pairs of places of which
the better one did not end higher; pairs that tied and ended apart; the greatest step from the
start.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if not __package__:
    sys.path[0] = str(ROOT)

from openskill.models import (
    BradleyTerryFull,
    BradleyTerryPart,
    PlackettLuce,
    ThurstoneMostellerFull,
    ThurstoneMostellerPart,
)

from engines.play import play_position
from engines.registry import ENGINES
from engines.rng import mixed
from tournaments.rules.places import MOST, places
from tournaments.rules.ratings import MOST_SIDES, START, new_model

Table = tuple[list[int], list[float]]
"""Who sat there, and each one's place."""

ALL = MOST_SIDES - 1
MODELS: dict[str, Callable[[], Any]] = {
    "PlackettLuce": PlackettLuce,
    "BradleyTerryFull": BradleyTerryFull,
    "BradleyTerryPart, window 1": lambda: BradleyTerryPart(window_size=1),
    "BradleyTerryPart, window 4 (its default)": BradleyTerryPart,
    "BradleyTerryPart, all pairs": lambda: BradleyTerryPart(window_size=ALL),
    "ThurstoneMostellerFull": ThurstoneMostellerFull,
    "ThurstoneMostellerPart, all pairs": lambda: ThurstoneMostellerPart(window_size=ALL),
    "Teien's: BradleyTerryPart, all pairs, undamped": new_model,
}
WORLDS: dict[str, dict[str, Any]] = {
    "even": {"spread": 1.0, "grain": 0.25},
    "lucky": {"spread": 0.4, "grain": 0.25},
    "gumbel": {"spread": 0.7, "grain": 0.4, "long_tail": True},
    "drift": {"spread": 0.7, "grain": 0.25, "drift": 0.03},
}
BOTS = ("random", "greedy", "mcts:10", "mcts:100")
NEW = 10
UNIT = 1.7 * 25 / 6
"""Where luck spreads by 1, so much of `mu` is a strength of 1: e^x/(1 + e^x) is nearly Φ(x/1.7)."""
SCALES = [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30]
SEEDS = 3


def play_world(
    seed: int, players: int, series: int, *, spread: float, grain: float,
    long_tail: bool = False, drift: float = 0.0,
) -> tuple[list[Table], list[float]]:  # fmt: skip
    """The tables of a world and the players' strengths, some of whom play more than others."""
    rng = random.Random(seed)
    strength = [rng.gauss(0, spread) for _ in range(players)]
    keenness = [0.05 + rng.expovariate(1) for _ in range(players)]
    tables = []
    for _ in range(series):
        by_lot = sorted(range(players), key=lambda one: -(rng.random() ** (1 / keenness[one])))
        seated = by_lot[: rng.randint(2, MOST_SIDES)]
        scores = [round((strength[one] + luck(rng, long_tail)) / grain) for one in seated]
        tables.append((seated, [float(place) for place in places(scores, MOST)]))
        for one in seated if drift else []:
            strength[one] += rng.gauss(0, drift)
    return tables, strength


def luck(rng: random.Random, long_tail: bool) -> float:
    if long_tail:
        return -math.log(-math.log(rng.random())) * math.sqrt(6) / math.pi
    return rng.gauss(0, 1)


def play_bots(games: int, copies: int = 6) -> list[Table]:
    """Games of Niwa between `copies` of each bot."""
    engine, rng, tables = ENGINES["niwa"], random.Random(1), []
    for game in range(games):
        seated = rng.sample(range(copies * len(BOTS)), rng.randint(2, MOST_SIDES))
        seats = len(seated)
        position = engine.deal(seats, mixed(1, game), engine.bot_options(seats))
        for _ in play_position(engine, position, [BOTS[one % len(BOTS)] for one in seated], game):
            pass
        outcome = position.outcome()
        assert outcome is not None
        scores = outcome.scores
        tables.append((seated, [float(place) for place in places(scores, MOST)]))
    return tables


@dataclass
class Foretold:
    """What a model gave for what happened, in −ln p, and its ratings in the end."""

    pairs: list[float] = field(default_factory=list)
    new: list[float] = field(default_factory=list)
    orders: list[tuple[list[float], list[float]]] = field(default_factory=list)
    ratings: dict[int, Any] = field(default_factory=dict)

    def order(self) -> float:
        third = len(self.orders) // 3
        first, rest = self.orders[:third], self.orders[third:]
        scale = min(SCALES, key=lambda s: sum(order_loss(*one, s) for one in first))
        return sum(order_loss(*one, scale) for one in rest) / len(rest)


def foretell(model: Any, tables: Sequence[Table]) -> Foretold:
    told, played = Foretold(), dict[int, int]()
    for seated, ranks in tables:
        known = [told.ratings.get(one) or model.rating() for one in seated]
        told.orders.append(([one.mu for one in known], ranks))
        for a, b in combinations(range(len(seated)), 2):
            if ranks[a] == ranks[b]:
                continue
            won, lost = (a, b) if ranks[a] < ranks[b] else (b, a)
            loss = pair_loss(model, known[won], known[lost])
            told.pairs.append(loss)
            if min(played.get(seated[a], 0), played.get(seated[b], 0)) < NEW:
                told.new.append(loss)
        for one, (rated,) in zip(
            seated, model.rate([[k] for k in known], ranks=ranks), strict=True
        ):
            told.ratings[one], played[one] = rated, played.get(one, 0) + 1
    return told


def pair_loss(model: Any, won: Any, lost: Any) -> float:
    wide = math.sqrt(2 * model.beta**2 + won.sigma**2 + lost.sigma**2)
    return math.log1p(math.exp(-(won.mu - lost.mu) / wide))


def order_loss(mus: Sequence[float], ranks: Sequence[float], scale: float) -> float:
    """−ln p of an order by Plackett and Luce; tied ones leave the rest together (Efron)."""
    weight = [math.exp((mu - START.mu) / scale) for mu in mus]
    loss = 0.0
    for rank in sorted(set(ranks)):
        tied = [one for one, own in enumerate(ranks) if own == rank]
        rest = sum(one for one, own in zip(weight, ranks, strict=True) if own >= rank)
        together = sum(weight[one] for one in tied)
        for gone, one in enumerate(tied):
            loss -= math.log(weight[one] / (rest - together * gone / len(tied)))
    return loss


def held(told: Foretold, strength: Sequence[float]) -> float:
    mean = statistics.mean(strength)
    inside: list[bool] = [
        abs(one.mu - START.mu - UNIT * (strength[player] - mean)) < 2 * one.sigma
        for player, one in told.ratings.items()
    ]
    return sum(inside) / len(inside)


def patterns(seats: int) -> Iterator[tuple[float, ...]]:
    """Every way in which so many seats can tie, in every order of the seats."""
    found = set()
    for cuts in range(2 ** (seats - 1)):
        scores = [-sum(cuts >> at & 1 for at in range(seat)) for seat in range(seats)]
        ranks = [float(place) for place in places(scores, MOST)]
        found |= set(permutations(ranks)) if seats < 5 else {tuple(ranks), tuple(ranks[::-1])}
    yield from sorted(found)


def break_rules(model: Any) -> dict[str, float]:
    not_above, apart, step = 0, 0, 0.0
    for seats in range(2, MOST_SIDES + 1):
        for ranks in patterns(seats):
            rated = model.rate([[model.rating()] for _ in ranks], ranks=list(ranks))
            mus = [one.mu for (one,) in rated]
            step = max(step, *(abs(mu - START.mu) for mu in mus))
            for a, b in permutations(range(seats), 2):
                not_above += ranks[a] < ranks[b] and mus[a] <= mus[b] + 1e-9
                apart += ranks[a] == ranks[b] and abs(mus[a] - mus[b]) > 1e-9
    return {"not above": not_above, "apart": apart / 2, "greatest step": round(step, 2)}


def measure(players: int, series: int, bots: int) -> dict[str, dict[str, Any]]:
    worlds: dict[str, list[tuple[list[Table], list[float] | None]]] = {
        name: [play_world(seed, players, series, **world) for seed in range(SEEDS)]
        for name, world in WORLDS.items()
    }
    if bots:
        worlds["bots"] = [(play_bots(bots), None)]
    return {
        model: {"rules": break_rules(make())}
        | {name: sum_up(make, name, runs) for name, runs in worlds.items()}
        for model, make in MODELS.items()
    }


def sum_up(
    make: Callable[[], Any], world: str, runs: Sequence[tuple[list[Table], list[float] | None]]
) -> dict[str, float]:
    told = [(foretell(make(), tables), strength) for tables, strength in runs]
    found = {
        "pairs": statistics.mean(x for one, _ in told for x in one.pairs),
        "new": statistics.mean(x for one, _ in told for x in one.new),
        "order": statistics.mean(one.order() for one, _ in told),
        "sigma": statistics.median(r.sigma for one, _ in told for r in one.ratings.values()),
    }
    if world not in {"drift", "bots"}:
        found["held"] = statistics.mean(held(one, strength) for one, strength in told if strength)
    return {name: round(value, 4) for name, value in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, default=60)
    parser.add_argument("--series", type=int, default=1500, help="in each world")
    parser.add_argument("--bots", type=int, default=0, metavar="N", help="and N games of bots")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = measure(asked.players, asked.series, asked.bots)
    if asked.json:
        print(json.dumps(found))
        return
    for model, worlds in found.items():
        print(model)
        for world, figures in worlds.items():
            print(
                f"  {world:<7}", "  ".join(f"{name} {value:g}" for name, value in figures.items())
            )


if __name__ == "__main__":
    main()
