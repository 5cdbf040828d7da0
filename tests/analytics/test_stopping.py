"""Workers that are to stop: they give back what they have in hand, and no game is counted twice."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from analytics import stopping
from analytics.models import Chunk, Simulation
from analytics.queries import progress, watched
from analytics.services import chunks, simulations
from engines.batch import play_blocks
from engines.registry import ENGINES
from tests import factories
from tests.analytics.test_simulations import broken_deal, run_out
from tests.load.workers import environment
from tournaments.models import Club, Job, User
from tournaments.services.heartbeat import Heartbeat

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
LONG = 1000
"""Decisions: longer than a game of the simulation."""


@pytest.fixture
def simulation(owner: User, club: Club) -> Simulation:
    """Two deals of two games with a search, called for."""
    found = simulations.start(
        owner, club, game="niwa", bots=["mcts:1", "random"], games=4, seed=7,
        setups=[{"mission": 1}],
    )  # fmt: skip
    chunks.call_workers(found.pk)
    found.refresh_from_db()
    return found


def work(simulation: Simulation, keep_on: Callable[[], bool] = lambda: True) -> bool:
    simulation.refresh_from_db()
    return chunks.work(f"{simulation.pk}.{simulation.call}", "a", keep_on)


class Slow:
    """A worker that may keep on. When it has asked so often, something happens, and then it takes
    its time."""

    def __init__(self, number: int, then: Callable[[], object]) -> None:
        self.number, self.then = number, then
        self.asked = 0

    def __call__(self) -> bool:
        self.asked += 1
        if self.asked == self.number:
            self.then()
        elif self.asked > self.number:
            time.sleep(0.02)
        return True


def in_one_go(simulation: Simulation) -> dict[str, int]:
    return dict(play_blocks(simulations.batch_of(simulation), 0, 2).counts)


@pytest.fixture
def _quick_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "Heartbeat", partial(Heartbeat, every=0.02))


@pytest.mark.usefixtures("_quick_heartbeat")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("move", [simulations.pause, simulations.cancel])
def test_what_is_paused_or_cancelled_is_given_back_in_the_middle_of_a_game(
    owner: User, simulation: Simulation, move: Callable[[User, Simulation], Simulation]
) -> None:
    assert work(simulation)
    before = Simulation.objects.get()
    assert before.blocks_done == 1
    assert work(simulation, Slow(10, lambda: move(owner, simulation)))
    chunk = simulation.chunks.get(state="given_back")
    assert chunk.attempt == 0
    assert chunk.lease_until is not None
    assert chunk.lease_until <= timezone.now()
    now = watched().get()
    assert (now.counts, now.blocks_done, progress(now).workers) == (before.counts, 1, 0)
    if move is simulations.pause:
        simulations.resume(owner, simulation)
        chunks.call_workers(simulation.pk)
        assert work(simulation)
        assert Simulation.objects.get().counts == in_one_go(simulation)
        assert Job.objects.get().state == "done"


@pytest.mark.usefixtures("_quick_heartbeat")
@pytest.mark.django_db(transaction=True)
def test_what_another_worker_has_by_now_is_left_to_it(simulation: Simulation) -> None:
    later = timezone.now() + timedelta(hours=1)
    take = partial(Chunk.objects.update, attempt=2, worker="b", lease_until=later)
    slow = Slow(10, take)
    assert work(simulation, slow)
    assert slow.asked < in_one_go(simulation)["moves/0"] / 2
    chunk = Chunk.objects.get()
    assert (chunk.attempt, chunk.worker, chunk.lease_until) == (2, "b", later)
    assert Simulation.objects.get().counts == {}


def test_a_worker_that_stops_gives_back_and_however_often_that_is_all_is_counted_once(
    simulation: Simulation,
) -> None:
    for _ in range(chunks.MOST_ATTEMPTS + 1):
        assert work(simulation, partial(next, iter([True] * 10), False))
        chunk = Chunk.objects.get()
        assert (chunk.state, chunk.attempt, chunk.first, chunk.number) == ("given_back", 0, 0, 1)
    assert Simulation.objects.get().counts == {}
    while work(simulation):
        pass
    assert Simulation.objects.get().counts == in_one_go(simulation)
    assert Job.objects.get().state == "done"


def test_a_worker_that_is_ended_by_force_while_it_stops_gives_back(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal, stop = ENGINES["niwa"].deal, iter([True, False])
    monkeypatch.setattr(ENGINES["niwa"], "deal", broken_deal(SystemExit(-241)))
    with pytest.raises(SystemExit):
        work(simulation, lambda: next(stop))
    chunk = Chunk.objects.get()
    assert (chunk.state, chunk.attempt, chunk.error) == ("given_back", 0, "")
    monkeypatch.setattr(ENGINES["niwa"], "deal", deal)
    assert work(simulation)
    assert Chunk.objects.get().state == "done"


DIES = """
import os, sys
import django
django.setup()
from analytics.services import chunks
from engines.registry import ENGINES
ENGINES["niwa"].deal = lambda *given, **more: os._exit(9)
chunks.work(sys.argv[1], "dies")
"""


@pytest.mark.django_db(transaction=True)
def test_a_game_that_kills_its_process_leaves_what_leads_to_the_command(
    owner: User, simulation: Simulation, client: Client
) -> None:
    settings = {**environment(), "DJANGO_SETTINGS_MODULE": "config.settings"}
    call = f"{simulation.pk}.{simulation.call}"
    died = subprocess.run([sys.executable, "-c", DIES, call], cwd=ROOT, env=settings, timeout=60)
    assert died.returncode == 9
    chunk = Chunk.objects.get()
    assert (chunk.worker, chunk.attempt, chunk.state) == ("dies", 1, "running")
    Chunk.objects.update(attempt=chunks.MOST_ATTEMPTS)
    run_out(chunk)
    assert not work(simulation)
    job = Job.objects.get()
    assert (job.state, job.message) == ("failed", "gave up at block 0")
    died, again, _ = job.error.splitlines()
    assert died == "Its worker died each time, without a word."
    assert again.endswith("--seed 7 --block 0")
    shown = factories.api(owner).get(f"/api/v1/simulations/{simulation.pk}").json()
    assert (shown["message"], shown["error"]) == (job.message, job.error)
    client.force_login(owner)
    page = client.get(f"/simulations/{simulation.pk}/").content.decode()
    assert escape(again) in page


# The signals of a worker --------------------------------------------------------------------------


def test_a_worker_hears_its_signals_and_does_what_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "HEARD", bytearray(1))
    heard: list[int] = []
    hear = stopping.hearing(lambda number, frame: heard.append(number))
    assert stopping.may_go_on()
    hear(signal.SIGQUIT, None)
    assert (stopping.may_go_on(), heard) == (False, [signal.SIGQUIT])


def test_a_signal_of_a_fork_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "HEARD", bytearray(1))
    hear = stopping.hearing(lambda number, frame: None)
    monkeypatch.setattr(os, "getpid", lambda: 0)
    hear(signal.SIGTERM, None)
    assert stopping.may_go_on()
