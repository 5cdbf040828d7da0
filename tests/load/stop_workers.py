"""Workers are stopped, and simulations cancelled, in the middle of a block that takes minutes.

`./teien test -n0 -s tests/load/stop_workers.py`.
"""

import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone

from analytics.models import Chunk, Simulation
from analytics.services import simulations
from config.celery import ask_redis
from tests.load.workers import Workers, workers
from tournaments.models import Club, User
from tournaments.services import jobs
from tournaments.services.heartbeat import EVERY

pytestmark = pytest.mark.django_db(transaction=True)

REAL_RING = jobs.ring
BOTS = ["mcts:1000"] * 6
DECISION = 2.0
"""Seconds that a decision of these bots takes at most, on a machine that does other things too."""
CELERY = 20.0
"""Seconds in which Celery itself stops, when it waits for nothing more."""
SLOWEST_START = 60.0


def wait(reached: Callable[[], bool], most: float) -> float:
    """Seconds until it was so."""
    began = time.monotonic()
    while not reached():
        assert time.monotonic() - began < most
        time.sleep(0.05)
    return time.monotonic() - began


def in_hand() -> bool:
    return Chunk.objects.filter(state="running", lease_until__gt=timezone.now()).exists()


@pytest.fixture
def simulation(owner: User, club: Club, monkeypatch: pytest.MonkeyPatch) -> Simulation:
    monkeypatch.setattr(jobs, "ring", REAL_RING)
    with ask_redis() as redis:
        redis.flushdb()
    return simulations.start(
        owner, club, game="niwa", bots=BOTS, games=100, seed=7, setups=[{"mission": 5}],
        options={"max_exchanges": 0},
    )  # fmt: skip


def play(running: Workers) -> None:
    running.start_beat()
    running.start("one", processes=2)
    wait(in_hand, SLOWEST_START)
    time.sleep(3 * EVERY)  # the block goes on, and its lease is renewed
    assert in_hand()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGQUIT, signal.SIGINT])
def test_a_worker_that_is_stopped_gives_back_its_chunk(
    simulation: Simulation, tmp_path: Path, number: signal.Signals
) -> None:
    with workers(tmp_path) as running:
        play(running)
        worker = running.running["one"]
        worker.send_signal(number)
        given_back = wait(lambda: not in_hand(), DECISION)
        stopped = wait(lambda: worker.poll() is not None, CELERY)
        del running.running["one"]
    print(f"{number.name}: given back after {given_back:.1f} s, stopped after {stopped:.1f} s more")
    for chunk in Chunk.objects.all():
        assert (chunk.state, chunk.attempt, chunk.error) == ("given_back", 0, "")


def test_a_simulation_that_is_cancelled_frees_its_worker(
    owner: User, simulation: Simulation, tmp_path: Path
) -> None:
    with workers(tmp_path) as running:
        play(running)
        simulations.cancel(owner, simulation)
        freed = wait(lambda: not in_hand(), EVERY + DECISION)
    print(f"cancelled: freed after {freed:.1f} s")
    assert Simulation.objects.get().counts == {}
