"""A simulation whose blocks take minutes holds every process, and others come.

`./teien test -n0 -s tests/load/slow_simulation.py`.
"""

from pathlib import Path

import pytest
from django.utils import timezone

from analytics.models import Chunk, Simulation
from analytics.services import simulations
from config.celery import ask_redis
from tests.load.stop_workers import BOTS, DECISION, SLOWEST_START, wait
from tests.load.workers import workers
from tournaments.models import Club, Job, User
from tournaments.services import jobs

pytestmark = pytest.mark.django_db(transaction=True)

REAL_RING = jobs.ring
PROCESSES = 2
LONGEST_WAIT = 15.0 + DECISION
"""Seconds until somebody else has a process."""
LONGEST_RUN = 60.0


def in_hand(simulation: Simulation) -> list[int]:
    held = Chunk.objects.filter(simulation=simulation, state="running")
    return list(held.filter(lease_until__gt=timezone.now()).values_list("first", flat=True))


def test_others_have_a_process_soon_and_what_is_slow_has_all_of_them_again(
    owner: User, club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "ring", REAL_RING)
    with ask_redis() as redis:
        redis.flushdb()
    slow = simulations.start(
        owner, club, game="niwa", bots=BOTS, games=600, seed=7, setups=[{"mission": 5}],
        options={"max_exchanges": 0},
    )  # fmt: skip
    with workers(tmp_path) as running:
        running.start_beat()
        running.start("one", processes=PROCESSES)
        wait(lambda: len(in_hand(slow)) == PROCESSES, SLOWEST_START)
        wait(lambda: Chunk.objects.filter(seconds__gt=6).count() == PROCESSES, LONGEST_WAIT)
        quick = simulations.start(owner, club, game="niwa", bots=["greedy"] * 2, games=2000, seed=7)
        jobs.request_long_ratings(club, "niwa")
        ratings = Job.objects.filter(kind="long_ratings")
        began = wait(lambda: quick.chunks.exists(), LONGEST_WAIT)
        counted = wait(lambda: ratings.get().state == "done", LONGEST_WAIT)
        ended = wait(lambda: Job.objects.get(simulation=quick).state == "done", LONGEST_RUN)
        assert in_hand(slow) == [0]
        again = wait(lambda: len(in_hand(slow)) == PROCESSES, LONGEST_WAIT)
        assert in_hand(slow) == [0, 1]
    assert Chunk.objects.get(simulation=slow, first=0).attempt == 1
    print(
        f"the other simulation began after {began:.1f} s, ratings were counted {counted:.1f} s "
        f"after that; it took {ended:.1f} s; {again:.1f} s later both processes were slow again"
    )
