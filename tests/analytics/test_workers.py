"""Workers of another version, and such as are ended by what no game should raise."""

import logging
from collections.abc import Callable

import pytest

from analytics.models import Chunk, SampleRecord, Simulation
from analytics.services import chunks, simulations
from engines.registry import ENGINES
from tests.analytics.test_simulations import broken_deal, run_out
from tournaments.models import Club, Job, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def simulation(owner: User, club: Club) -> Simulation:
    """Ten deals of one game; the first is counted."""
    found = simulations.start(
        owner, club, game="niwa", bots=["greedy"] * 2, games=10, seed=7, setups=[{"mission": 1}]
    )
    chunks.call_workers(found.pk)
    assert work(found)
    found.refresh_from_db()
    return found


def work(simulation: Simulation, keep_on: Callable[[], bool] = lambda: True) -> bool:
    simulation.refresh_from_db()
    return chunks.work(f"{simulation.pk}.{simulation.call}", "a", keep_on)


def playing_by(rules: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ENGINES["niwa"], "rules", rules)


def test_a_simulation_that_began_by_other_rules_fails_and_counts_nothing_more(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = chunks.claim(simulation.pk, simulation.call, "b")
    assert lost is not None
    Chunk.objects.filter(pk=lost.pk).update(attempt=chunks.MOST_ATTEMPTS)
    run_out(lost)  # it would be given up, with a command that plays by the new rules
    before = simulation.counts
    playing_by(2, monkeypatch)
    assert not work(simulation)
    job = Job.objects.get()
    words = "the rules of niwa have changed since it began, 1 → 2; start it again"
    assert (job.state, job.message, job.error) == ("failed", words, "")
    played = chunks.play_blocks(simulations.batch_of(simulation), lost.first, lost.number)
    lost.attempt = chunks.MOST_ATTEMPTS
    assert not chunks.accept(lost, played, seconds=1)
    simulation.refresh_from_db()
    assert (simulation.counts, simulation.blocks_done) == (before, 1)
    assert SampleRecord.objects.count() == 1


def test_a_worker_that_plays_by_older_rules_leaves_it_to_others(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    Simulation.objects.update(rules=2)
    before = Chunk.objects.count()
    with caplog.at_level(logging.WARNING, "teien.simulations"):
        assert not work(simulation)
    assert [record.message for record in caplog.records] == ["left to workers of a newer version"]
    assert (Job.objects.get().state, Chunk.objects.count()) == ("running", before)
    playing_by(2, monkeypatch)
    assert work(simulation)
    assert Simulation.objects.get().blocks_done > 1


class Unheard(BaseException):
    """No `Exception`, no `SystemExit`."""


@pytest.mark.parametrize("error", [GeneratorExit("closed"), Unheard("loud")], ids=repr)
def test_what_no_game_should_raise_is_told_when_it_is_given_up(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    monkeypatch.setattr(ENGINES["niwa"], "deal", broken_deal(error))
    before = simulation.counts
    for attempt in range(1, chunks.MOST_ATTEMPTS + 1):
        with pytest.raises(type(error)):
            work(simulation)
        chunk = Chunk.objects.get(first=1)
        told = f"{type(error).__name__}: {error}"
        assert (chunk.attempt, chunk.error) == (attempt, told)
        run_out(chunk)
    assert not work(simulation)
    job = Job.objects.get()
    assert job.state == "failed"
    assert job.message.startswith("gave up at block")
    assert job.error.splitlines()[0] == told
    assert Simulation.objects.get().counts == before


def test_a_worker_that_stops_gives_back_whatever_ends_it(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ENGINES["niwa"], "deal", broken_deal(KeyboardInterrupt()))
    stop = iter([True, False])
    with pytest.raises(KeyboardInterrupt):
        work(simulation, lambda: next(stop))
    chunk = Chunk.objects.get(first=1)
    assert (chunk.attempt, chunk.error) == (0, "")
