"""What playing through Celery costs, measured beside bare processes in the same run.

`.venv/bin/python benchmarks/simulations.py [--seconds S] [--rounds N] [--json]`. PostgreSQL and
Redis of its own are started and thrown away, so nothing else is touched.

*Bare*: so many processes play blocks of the same batch, one after another, and do nothing else.
*Celery*: a worker of so many processes plays a simulation that is too long to end; counted is what
was accepted (in PostgreSQL) between two moments, after it has found its chunk size. The two take
turns; a ratio is made within a round, and the median of the rounds is printed.
*Chunks*: the same with chunks of other lengths, by two processes. *No-op*: how long a worker of one
process takes for a message that asks for nothing.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if not __package__:
    sys.path[0] = str(ROOT)

from engines.batch import plan_batch, play_blocks
from tests.start.script import teien

GAME, BOTS = "niwa", ["greedy", "random", "random"]
TOO_MANY = 100_000_000
TARGET = 0.85
CHUNKS = (0.2, 0.5, 1.5, 4.0)
MESSAGES = 2_000


def bare(processes: int, seconds: float) -> float:
    """Games a second of so many processes."""
    ask = teien.die_with_parent(signal.SIGKILL)
    with multiprocessing.get_context("fork").Pool(processes, initializer=ask) as pool:
        return sum(pool.map(_play_for, [(number, seconds) for number in range(processes)]))


def _play_for(given: tuple[int, float]) -> float:
    number, seconds = given
    batch = plan_batch(GAME, BOTS, {}, [{"mission": 5}], 7)
    games, began = 0, time.perf_counter()
    block = number * 10_000_000
    while time.perf_counter() - began < seconds:
        play_blocks(batch, block, 64)
        block, games = block + 64, games + 64 * len(batch.rotations())
    return games / (time.perf_counter() - began)


class Club:
    """A club whose simulations a worker plays."""

    def __init__(self, logs: Path) -> None:
        from tests.load.workers import Workers
        from tournaments.models import User
        from tournaments.services.clubs import create_club

        self.owner = User.objects.create_user("bench")
        self.club = create_club(self.owner, name="Bench", timezone="UTC")
        self.workers = Workers(logs)

    @contextmanager
    def worker(self, processes: int, **environment: str) -> Iterator[None]:
        os.environ.update(environment)
        self.workers.start_beat()
        self.workers.start("worker", processes=processes)
        try:
            yield
        finally:
            self.workers.kill_all()
            for name in environment:
                del os.environ[name]

    def through_celery(self, processes: int, seconds: float, chunk: float = 1.5) -> float:
        """Games a second that are counted."""
        from analytics.services import simulations
        from tournaments.models import Job

        with self.worker(processes, SIMULATION_CHUNK_SECONDS=str(chunk)):
            simulation = simulations.start(
                self.owner, self.club, game=GAME, bots=BOTS, games=TOO_MANY, seed=7,
                setups=[{"mission": 5}],
            )  # fmt: skip

            def done() -> int:
                return Job.objects.values_list("done", flat=True).get(simulation=simulation)

            while done() < 2_000:
                time.sleep(0.1)
            time.sleep(3 * chunk)
            first, began = self._next_count(done)
            time.sleep(seconds)
            last, ended = self._next_count(done)
            simulations.cancel(self.owner, simulation)
        return (last - first) / (ended - began)

    @staticmethod
    def _next_count(done: Any) -> tuple[int, float]:
        """The count just after a chunk was accepted, and when: so no part of one is missed."""
        before = done()
        while (now := done()) == before:
            time.sleep(0.005)
        return now, time.perf_counter()

    def no_op(self) -> float:
        """Milliseconds a message."""
        from celery import current_app

        from config.celery import ask_redis

        with self.worker(1), ask_redis() as redis:
            current_app.send_task("celery.accumulate", args=[0], queue="long")
            while redis.llen("long"):
                time.sleep(0.05)
            time.sleep(1)
            for number in range(MESSAGES):
                current_app.send_task("celery.accumulate", args=[number], queue="long")
            began, waiting = time.perf_counter(), redis.llen("long")
            while redis.llen("long"):
                time.sleep(0.01)
            return 1000 * (time.perf_counter() - began) / max(int(waiting), 1)


def measure(seconds: float, rounds: int, logs: Path) -> dict[str, Any]:
    club = Club(logs)
    ratios: dict[str, list[float]] = {}
    games: dict[str, float] = {}
    for _ in range(rounds):
        for processes in (1, 2):
            alone, together = bare(processes, seconds), club.through_celery(processes, seconds)
            key = f"celery / bare, {processes} process{'es' if processes > 1 else ''}"
            ratios.setdefault(key, []).append(together / alone)
            games[key] = together
            note(f"{key}: {together / alone:.3f} ({together:,.0f} / {alone:,.0f} games a second)")
    for chunk in CHUNKS:
        alone, together = bare(2, seconds / 2), club.through_celery(2, seconds / 2, chunk)
        key = f"celery / bare, 2 processes, chunks of {chunk} s"
        ratios[key] = [together / alone]
        note(f"{key}: {together / alone:.3f}")
    return {
        **{key: round(statistics.median(found), 3) for key, found in ratios.items()},
        "no-op message, ms": round(club.no_op(), 2),
    }


def note(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def inside(given: argparse.Namespace) -> None:
    """With servers there: an empty database, then the measuring."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    with tempfile.TemporaryDirectory() as logs:
        found = measure(given.seconds, given.rounds, Path(logs))
    if given.json:
        print(json.dumps(found))
        return
    for key, value in found.items():
        verdict = f"  (target {TARGET}: {'met' if value >= TARGET else 'missed'})"
        print(f"{key:<50} {value}", verdict * key.endswith("2 processes"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="for each figure")
    parser.add_argument("--rounds", type=int, default=3)
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
