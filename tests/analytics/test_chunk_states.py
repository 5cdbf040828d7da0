"""What the list of chunks says of each is so: who has it in hand, gave it back or fell silent."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from analytics.models import Chunk, Simulation
from analytics.queries import progress, watched
from analytics.services import chunks, simulations
from engines.batch import Played, play_blocks
from engines.registry import ENGINES
from tests.tournaments.api.client import Client
from tests.tournaments.api.conftest import as_user
from tournaments.models import Club, User
from tournaments.services.heartbeat import LEASE

pytestmark = pytest.mark.django_db


@pytest.fixture
def simulation(owner: User, club: Club) -> Simulation:
    simulation = simulations.start(
        owner, club, game="niwa", bots=["greedy", "random"], games=40, seed=7,
        setups=[{"mission": 1}],
    )  # fmt: skip
    chunks.call_workers(simulation.pk)
    simulation.refresh_from_db()
    return simulation


@pytest.fixture
def api(owner: User) -> Client:
    return as_user(owner)


def claim(simulation: Simulation) -> Chunk:
    chunk = chunks.claim(simulation.pk, simulation.call, "worker a")
    assert chunk is not None
    return chunk


def played(chunk: Chunk) -> Played:
    return play_blocks(simulations.batch_of(chunk.simulation), chunk.first, chunk.number)


def pass_by(seconds: float) -> None:
    """Leases are so much older by now."""
    for chunk in Chunk.objects.exclude(lease_until=None):
        assert chunk.lease_until is not None
        Chunk.objects.filter(pk=chunk.pk).update(
            lease_until=chunk.lease_until - timedelta(seconds=seconds)
        )


def listed(api: Client, simulation: Simulation, **asked: str) -> list[tuple[str, int, str]]:
    rows = api.get(f"simulations/{simulation.pk}/chunks", asked).json()["results"]
    return [(row["state"], row["attempt"], row["error"]) for row in rows]


def broken(error: BaseException) -> Callable[..., Any]:
    def deal(*given: object, **more: object) -> Any:
        raise error

    return deal


def test_a_chunk_runs_as_long_as_its_worker_is_heard(api: Client, simulation: Simulation) -> None:
    chunk = claim(simulation)
    assert listed(api, simulation) == [("running", 1, "")]
    pass_by(LEASE.total_seconds() + 1)
    assert listed(api, simulation) == [("lost", 1, "")]
    assert claim(simulation).pk == chunk.pk
    assert listed(api, simulation) == [("running", 2, "")]


def test_what_is_given_back_is_told_so_until_it_is_taken_again(
    api: Client, simulation: Simulation
) -> None:
    chunks.give_back(claim(simulation))
    assert listed(api, simulation) == [("given_back", 0, "")]
    claim(simulation)
    assert listed(api, simulation) == [("running", 1, "")]


def test_what_waits_for_another_try_is_in_nobodys_hands(
    api: Client, simulation: Simulation
) -> None:
    chunks.hand_back(claim(simulation), "OSError: away")
    assert listed(api, simulation) == [("given_back", 1, "OSError: away")]
    assert progress(watched().get()).workers == 0
    assert chunks.sweep() == 0
    pass_by(3)
    assert chunks.sweep() == 1
    simulation.refresh_from_db()
    claim(simulation)
    assert listed(api, simulation) == [("running", 2, "OSError: away")]


@pytest.mark.parametrize("moment", ["before the next sign", "after it"])
def test_of_a_cancelled_simulation_no_chunk_runs_on(
    api: Client, owner: User, simulation: Simulation, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Whether its worker hears of it while it plays or when it brings the chunk."""

    def play(batch: Any, first: int, number: int, keep_on: Callable[[], bool]) -> Played:
        simulations.cancel(owner, simulation)
        if moment == "after it":
            raise chunks.Stopped
        return play_blocks(batch, first, number)

    monkeypatch.setattr(chunks, "play_blocks", play)
    assert chunks.work(f"{simulation.pk}.{simulation.call}", "worker a")
    assert listed(api, simulation) == [("given_back", 0, "")]
    assert listed(api, simulation, state="running") == []
    assert Simulation.objects.get().counts == {}


def test_a_chunk_whose_game_broke_was_given_back_with_what_broke(
    api: Client, simulation: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ENGINES["niwa"], "deal", broken(ZeroDivisionError("no seat")))
    assert chunks.work(f"{simulation.pk}.{simulation.call}", "worker a")
    assert api.get(f"simulations/{simulation.pk}").json()["state"] == "failed"
    assert listed(api, simulation) == [("given_back", 1, "block 0: ZeroDivisionError: no seat")]


def test_chunks_are_narrowed_by_what_they_are_read_as(api: Client, simulation: Simulation) -> None:
    done, lost = claim(simulation), claim(simulation)
    Chunk.objects.filter(pk=lost.pk).update(lease_until=timezone.now())
    assert chunks.accept(done, played(done), seconds=1)
    running = Chunk.objects.create(
        simulation=simulation, first=5, number=1, worker="b", lease_until=timezone.now() + LEASE
    )
    chunks.give_back(Chunk.objects.create(
        simulation=simulation, first=6, number=1, worker="b", lease_until=timezone.now() + LEASE
    ))  # fmt: skip
    for state, first in (("done", done.first), ("lost", lost.first), ("running", running.first),
                         ("given_back", 6)):  # fmt: skip
        answer = api.get(f"simulations/{simulation.pk}/chunks", {"state": state}).json()
        assert [(row["first"], row["state"]) for row in answer["results"]] == [(first, state)]
    problem = api.get(f"simulations/{simulation.pk}/chunks", {"state": "dropped"})
    assert (problem.status_code, problem.json()["code"]) == (400, "bad_parameter")
