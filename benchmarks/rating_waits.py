"""How long a standing waits for a worker while ratings are rebuilt.

`.venv/bin/python benchmarks/rating_waits.py [--series N] [--players N] [--simulation] [--json]`.
PostgreSQL and Valkey of their own are started and thrown away, and the workers that `./teien` runs.

A club has so many casual series of Niwa (`benchmarks/ratings.py`) and no ratings, and a tournament
of 16. The results of the tournament come and are corrected one by one, each `PAUSE` after the last
one's standing is there; the first of them calls for the ratings of all. *Wait*: seconds from a
result to the standing that counts it, kept by a worker, `meanwhile` and `after` the rebuild.
*Starts*: seconds from the first result until the rebuild is begun. With `--simulation` two
simulations are played all the time.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if not __package__:
    sys.path[0] = str(ROOT)

from django.utils import timezone

from benchmarks.ratings import fill

PAUSE = 0.5
QUIET = 20
WARM = 10.0
"""Seconds until the workers are there."""
GIVEN_UP = 60.0
"""Seconds after which a standing is given up."""
LONGEST = "meanwhile, longest wait"
TARGET = 2.0


def waited(tournament: Any, owner: Any, match: Any, scores: list[int]) -> float:
    """Corrects (or reports) a result; seconds until a worker has kept the standing with it."""
    from tests import factories
    from tournaments import queries
    from tournaments.models import Snapshot
    from tournaments.services import results

    began = time.perf_counter()
    old = match.results.exclude(state="superseded").first()
    if old is None:
        factories.report(owner, match, scores)
    else:
        sheet = factories.points_sheet(scores)
        results.correct_result(owner, match, sheet, revision=old.revision)
    position = queries.position_of(tournament)
    kept = Snapshot.objects.filter(round=match.series.round, revision=0, position__gte=position)
    while not kept.exists():
        if time.perf_counter() - began > GIVEN_UP:
            raise SystemExit("No worker computes standings.")
        time.sleep(0.01)
    return time.perf_counter() - began


def come(tournament: Any, owner: Any) -> Iterator[float]:
    """Result after result: the wait of each."""
    from tournaments.models import Match

    matches = Match.objects.filter(series__round__stage__tournament=tournament, number=1)
    for turn, match in enumerate(cycle(matches.order_by("pk"))):
        yield waited(tournament, owner, match, [20 + turn % 30, 30, 26, 6])
        time.sleep(PAUSE)


def simulate(owner: Any, club: Any) -> None:
    from analytics.services import simulations

    for seed in (1, 2):
        simulations.start(
            owner, club, game="niwa", bots=["greedy", "greedy"], games=1_000_000, seed=seed
        )


def measure(given: argparse.Namespace) -> dict[str, Any]:
    from tests import factories
    from tests.load.workers import workers
    from tournaments.models import Job

    club = fill(given.series, given.players)
    owner = club.memberships.get().user
    tournament = factories.entered(owner, club, 16)
    factories.draw(owner, tournament)
    if given.simulation:
        simulate(owner, club)
    with tempfile.TemporaryDirectory() as logs, workers(Path(logs)) as running:
        running.start("short", queues="short", processes=2)
        os.environ["WORKER_NICE"] = "10"
        running.start("long", queues="long", processes=os.cpu_count() or 1)
        running.start_beat()
        time.sleep(WARM)
        waits = come(tournament, owner)
        called, rebuild = timezone.now(), [next(waits)]
        done = Job.objects.filter(kind="long_ratings", finished_at__isnull=False)
        while not done.exists():
            rebuild.append(next(waits))
        job = done.order_by("finished_at")[0]
        assert job.heartbeat_at is not None  # a job that ended says when it was claimed
        assert job.finished_at is not None
        quiet = [next(waits) for _ in range(QUIET)]
    return {
        "rebuild": job.error or job.message,
        "starts, seconds": round((job.heartbeat_at - called).total_seconds(), 1),
        "takes, seconds": round((job.finished_at - job.heartbeat_at).total_seconds(), 1),
        **summed("meanwhile", rebuild),
        **summed("after it", quiet),
    }


def summed(when: str, waits: list[float]) -> dict[str, Any]:
    return {
        f"{when}, standings": len(waits),
        f"{when}, median wait": round(statistics.median(waits), 2),
        f"{when}, longest wait": round(max(waits), 2),
    }


def inside(given: argparse.Namespace) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    found = measure(given)
    if given.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        verdict = "met" if name == LONGEST and value <= TARGET else "missed"
        print(f"{name:<28} {value}", f"(target {TARGET}: {verdict})" * (name == LONGEST))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--series", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=300)
    parser.add_argument("--simulation", action="store_true", help="play two of them meanwhile")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.inside:
        inside(given)
        return 0
    from benchmarks.servers import run_inside

    return run_inside(__file__)


if __name__ == "__main__":
    sys.exit(main())
