"""Workers are killed in mid-run, Redis is emptied: the counts are those of one process.

`./teien test -n0 -s tests/load/kill_workers.py`; KILL_WORKERS=20 says how often (3 if not given).
"""

import json
import os
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from analytics.models import Chunk, Simulation
from analytics.services import simulations
from config.celery import ask_redis
from engines.batch import plan_batch, play_blocks
from engines.values import JSON
from tests.load.workers import Workers, workers
from tournaments.models import Club, User
from tournaments.models.work import JobState
from tournaments.services import jobs

pytestmark = pytest.mark.django_db(transaction=True)

REAL_RING = jobs.ring
REPETITIONS = int(os.environ.get("KILL_WORKERS", "3"))
SECONDS = 25.0
"""How long one process would play: long enough to be killed, on any machine."""
BOTS = ["greedy", "random", "random"]
SETUPS: list[dict[str, JSON]] = [{"mission": 5}]
SEED = 7
LONGEST_WAIT = 60.0
"""Seconds, on any machine; what is promised, and printed here, is 15. Who leaves a lost message to
Redis waits for an hour."""
LONGEST_RUN = 600.0


@cache
def in_one_process() -> tuple[int, str]:
    """As many games as one process plays in the time, and their counts as bytes."""
    batch = plan_batch("niwa", BOTS, {}, SETUPS, SEED)
    counts: Counter[str] = Counter()
    blocks, began = 0, time.monotonic()
    while time.monotonic() - began < SECONDS:
        counts.update(play_blocks(batch, blocks, 100).counts)
        blocks += 100
    return blocks * len(batch.rotations()), canonical(dict(counts))


def canonical(counts: dict[str, int]) -> str:
    return json.dumps(counts, sort_keys=True)


@pytest.mark.parametrize("repetition", range(REPETITIONS))
def test_killed_workers_change_no_count_and_nothing_waits_long(
    repetition: int, owner: User, club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "ring", REAL_RING)
    games, expected = in_one_process()
    with ask_redis() as redis:
        redis.flushdb()
    with workers(tmp_path) as running:
        running.start_beat()
        for name in ("one", "two", "three"):
            running.start(name)
        simulation = simulations.start(
            owner, club, game="niwa", bots=BOTS, games=games, seed=SEED, setups=SETUPS
        )
        waits = Waits(simulation, running)
        waits.until(lambda: has_in_hand("one"))
        running.kill("one")
        waits.until(lambda: has_in_hand("two"))
        running.kill("two")
        running.start("four")
        with ask_redis() as redis:
            redis.flushdb()
        waits.until(lambda: waits.share() == 1)
    simulation.refresh_from_db()
    assert simulation.job.state == JobState.DONE, simulation.job.error
    assert canonical(simulation.counts) == expected
    assert simulation.job.done == games
    assert waits.longest < LONGEST_WAIT
    again = Chunk.objects.filter(attempt__gt=1).count()
    assert again == 2
    print(f"longest wait {waits.longest:.1f} s")


def has_in_hand(worker: str) -> bool:
    """Whether a worker plays a chunk just now, more than a probe."""
    held = Chunk.objects.filter(worker__startswith=f"{worker}@", state="running", number__gt=50)
    return held.exists()


class Waits:
    """Watches a simulation; `longest`: seconds in which nothing was counted, with workers there."""

    def __init__(self, simulation: Simulation, running: Workers) -> None:
        self.pk = simulation.pk
        self.total = simulation.job.total
        self.longest = 0.0
        self.began = self.moved = time.monotonic()
        self.done = 0

    def share(self) -> float:
        return self.done / self.total

    def until(self, reached: Callable[[], bool]) -> None:
        while not reached():
            time.sleep(0.05)
            found = Simulation.objects.select_related("job").get(pk=self.pk)
            assert found.job.state not in (JobState.FAILED, JobState.CANCELLED), found.job.error
            now = time.monotonic()
            if found.job.done != self.done:
                self.done, self.moved = found.job.done, now
            self.longest = max(self.longest, now - self.moved)
            assert now - self.began < LONGEST_RUN, "it never ends"
            assert reached() or self.share() < 1, "it ended before a worker could be killed"
