"""Simulations: played by workers in chunks, counted once, whatever happens to the workers."""

import json
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from analytics.models import Chunk, SampleRecord, Simulation
from analytics.queries import Since, data_since, progress, watched
from analytics.services import chunks, simulations
from analytics.tables import described
from engines.batch import Played, named, play_blocks
from engines.registry import ENGINES
from engines.rng import Rng
from tests import factories
from tournaments.errors import Conflict, Forbidden, Refused
from tournaments.models import Club, Job, JournalEntry, User
from tournaments.services import game_data, jobs, tile_sets

pytestmark = pytest.mark.django_db


def start(owner: User, club: Club, **changed: Any) -> Simulation:
    given: dict[str, Any] = {
        "game": "niwa", "bots": ["greedy", "random", "random"], "games": 90, "seed": 7,
        "setups": [{"mission": 1}, {"mission": 5}],
    }  # fmt: skip
    return simulations.start(owner, club, **(given | changed))


@pytest.fixture
def simulation(owner: User, club: Club) -> Simulation:
    """Thirty deals of three games; called for once."""
    simulation = start(owner, club)
    chunks.call_workers(simulation.pk)
    simulation.job.refresh_from_db()
    return simulation


def work(simulation: Simulation, worker: str = "a") -> bool:
    simulation.refresh_from_db()
    return chunks.work(f"{simulation.pk}.{simulation.call}", worker)


def claim(simulation: Simulation, worker: str = "a") -> Chunk:
    simulation.refresh_from_db()
    chunk = chunks.claim(simulation.pk, simulation.call, worker)
    assert chunk is not None
    return chunk


def played(chunk: Chunk) -> Played:
    return play_blocks(simulations.batch_of(chunk.simulation), chunk.first, chunk.number)


def run_out(chunk: Chunk) -> None:
    Chunk.objects.filter(pk=chunk.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def in_one_go(simulation: Simulation) -> dict[str, int]:
    simulation.refresh_from_db()
    batch = simulations.batch_of(simulation)
    return dict(play_blocks(batch, 0, simulation.blocks_done).counts)


def state(simulation: Simulation) -> str:
    return Job.objects.get(simulation=simulation).state


def test_a_simulation_is_queued_and_its_workers_are_called(
    owner: User, club: Club, bell: list[tuple[str, str]],
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:  # fmt: skip
    with django_capture_on_commit_callbacks(execute=True):
        simulation = start(owner, club)
    assert bell == [("simulation", str(simulation.pk))]
    assert (state(simulation), simulation.job.total) == ("queued", 90)
    chunks.call_workers(simulation.pk)
    assert state(simulation) == "running"
    assert bell[1:] == [("chunk", f"{simulation.pk}.1")] * chunks.CALLS
    entry = JournalEntry.objects.get(verb="start_simulation")
    assert (entry.noun, entry.noun_id, entry.actor) == ("simulation", simulation.pk, owner)
    assert entry.after is not None
    assert entry.after["seed"] == 7


def test_workers_play_it_to_the_end(simulation: Simulation, bell: list[tuple[str, str]]) -> None:
    bell.clear()
    while work(simulation):
        pass
    simulation.refresh_from_db()
    assert (state(simulation), simulation.job.message) == ("done", "90 games played")
    assert (simulation.job.done, simulation.blocks_done, simulation.next_block) == (90, 30, 30)
    assert simulation.counts == in_one_go(simulation)
    assert bell == [("chunk", f"{simulation.pk}.1")] * simulation.chunks.count()
    blocks = [(chunk.first, chunk.number) for chunk in simulation.chunks.all()]
    assert sum(number for _, number in blocks) == 30
    assert blocks[0] == (0, 1)  # the probe


def test_a_few_records_are_kept(simulation: Simulation) -> None:
    while work(simulation):
        pass
    records = SampleRecord.objects.filter(simulation=simulation)
    assert [record.block for record in records] == [0, 1, 2, 4, 8, 16]
    assert json.loads(records[3].text)["setup"]["mission"] == 1
    assert json.loads(records[1].text)["setup"]["mission"] == 5


def test_chunks_grow_with_what_was_played_in_the_time(simulation: Simulation) -> None:
    first = claim(simulation)
    assert first.number == 1
    assert chunks.accept(first, played(first), seconds=0.5)
    second = claim(simulation)
    assert second.number == 3  # 1.5 seconds of two blocks a second
    assert chunks.accept(second, played(second), seconds=0.001)
    assert claim(simulation).number == 26  # all that are left; never more than 16 times as many


def test_a_lost_chunk_is_played_by_the_next_worker_and_counted_once(
    simulation: Simulation,
) -> None:
    lost = claim(simulation, "killed")
    late = played(lost)
    run_out(lost)
    again = claim(simulation, "b")
    assert (again.pk, again.first, again.number, again.attempt) == (lost.pk, 0, 1, 2)
    assert not chunks.accept(lost, late, seconds=1)
    assert Simulation.objects.get().counts == {}
    assert chunks.accept(again, played(again), seconds=1)
    assert not chunks.accept(again, played(again), seconds=1)
    assert not chunks.accept(lost, late, seconds=1)
    assert Simulation.objects.get().counts == in_one_go(simulation)


def test_whatever_happens_to_the_workers_the_counts_are_the_same(owner: User, club: Club) -> None:
    for seed in range(3):
        simulation, rng = start(owner, club, games=36), Rng(seed)
        chunks.call_workers(simulation.pk)
        held: list[Chunk] = []
        while state(simulation) == "running":
            simulation.refresh_from_db()
            chunk = chunks.claim(simulation.pk, simulation.call, "w")
            if chunk is not None:
                held.append(chunk)
            action, at = rng.below(4), rng.below(len(held))
            if action == 0:
                run_out(held[at])
            elif action == 1:
                chunks.call_workers(simulation.pk)
            else:
                chunks.accept(held[at], played(held[at]), seconds=0.25)
        assert Simulation.objects.get(pk=simulation.pk).counts == in_one_go(simulation)
        assert (simulation.blocks_done, state(simulation)) == (12, "done")


def test_an_interval_ends_a_simulation_stage_by_stage(
    owner: User, club: Club, bell: list[tuple[str, str]]
) -> None:
    simulation = start(
        owner, club, bots=["random", "random"], games=5000, until_width=0.1, setups=[]
    )
    assert simulation.target_block == 256
    chunks.call_workers(simulation.pk)
    while work(simulation):
        pass
    simulation.refresh_from_db()
    assert (state(simulation), simulation.blocks_done) == ("done", 512)
    assert bell.count(("chunk", f"{simulation.pk}.2")) >= chunks.CALLS  # for the second stage
    assert simulation.counts == in_one_go(simulation)


def test_who_follows_an_older_call_stops(simulation: Simulation) -> None:
    assert chunks.work(f"{simulation.pk}.1", "a")
    chunks.call_workers(simulation.pk)
    assert not chunks.work(f"{simulation.pk}.1", "a")
    assert chunks.work(f"{simulation.pk}.2", "a")


def test_the_sweeper_calls_where_a_chunk_was_lost_or_nobody_came(
    simulation: Simulation, bell: list[tuple[str, str]]
) -> None:
    bell.clear()
    assert chunks.sweep() == 0  # workers were called a moment ago
    chunk = claim(simulation)
    run_out(chunk)
    assert chunks.sweep() == 1
    assert bell == [("chunk", f"{simulation.pk}.2")] * chunks.CALLS
    Chunk.objects.all().delete()
    Simulation.objects.update(called_at=timezone.now() - chunks.EVERY)
    assert chunks.sweep() == 1
    Simulation.objects.update(called_at=timezone.now() - chunks.EVERY)
    Job.objects.update(state="paused", lease_until=None)
    assert chunks.sweep() == 0


def test_nobody_is_called_while_calls_wait(
    simulation: Simulation, bell: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    bell.clear()
    run_out(claim(simulation))
    monkeypatch.setattr(chunks.bell, "waiting", lambda queue: {"long": chunks.CALLS}[queue])
    assert (chunks.sweep(), bell) == (0, [])
    monkeypatch.setattr(chunks.bell, "waiting", lambda queue: {"long": chunks.CALLS - 1}[queue])
    assert chunks.sweep() == 1


def test_paused_nothing_is_given_out_and_what_is_in_hand_counts(
    owner: User, simulation: Simulation
) -> None:
    chunk = claim(simulation)
    simulations.pause(owner, simulation)
    simulations.pause(owner, simulation)
    assert JournalEntry.objects.filter(verb="pause_simulation").count() == 1
    assert not work(simulation)
    assert chunks.accept(chunk, played(chunk), seconds=1)
    assert (state(simulation), Job.objects.get().done) == ("paused", 3)
    simulations.resume(owner, simulation)
    assert state(simulation) == "queued"
    chunks.call_workers(simulation.pk)
    simulations.resume(owner, simulation)
    assert state(simulation) == "running"
    assert JournalEntry.objects.filter(verb="resume_simulation").count() == 1
    while work(simulation):
        pass
    simulation.refresh_from_db()
    assert (state(simulation), simulation.counts) == ("done", in_one_go(simulation))


def test_cancelled_it_ends_and_what_comes_later_is_dropped(
    owner: User, simulation: Simulation
) -> None:
    assert work(simulation)
    chunk = claim(simulation)
    simulations.cancel(owner, simulation)
    simulations.cancel(owner, simulation)
    before = Simulation.objects.get().counts
    assert not chunks.accept(chunk, played(chunk), seconds=1)
    assert not work(simulation)
    assert chunks.call_workers(simulation.pk) == "it is cancelled"
    assert (state(simulation), Simulation.objects.get().counts) == ("cancelled", before)
    for move in (simulations.pause, simulations.resume):
        with pytest.raises(Conflict) as caught:
            move(owner, simulation)
        assert caught.value.code == "has_ended"
    assert JournalEntry.objects.filter(verb="cancel_simulation").count() == 1


def broken_deal(error: BaseException) -> Callable[..., Any]:
    def deal(*given: object, **more: object) -> Any:
        raise error

    return deal


def test_a_game_that_breaks_fails_the_job_and_tells_how_to_see_it_again(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert work(simulation)
    monkeypatch.setattr(ENGINES["niwa"], "deal", broken_deal(ZeroDivisionError("no seat")))
    assert work(simulation)
    job = Job.objects.get()
    assert (job.state, job.message) == ("failed", "block 1 broke")
    assert job.error.splitlines() == [
        "ZeroDivisionError: no seat",
        "The same again: ./teien manage simulate niwa --bots greedy,random,random "
        "--options '{\"max_exchanges\": 36}' "
        '--setups \'[{"mission": 1}, {"mission": 5}]\' --seed 7 --block 1',
    ]
    assert not work(simulation)


AGAIN = (
    "The same again: ./teien manage simulate niwa --bots greedy,random,random "
    "--options '{\"max_exchanges\": 36}' "
    '--setups \'[{"mission": 1}, {"mission": 5}]\' --seed 7 --block'
)
MACHINE = "If that plays to the end, the machine was at fault: start the simulation anew."


def test_a_game_whose_recursion_has_no_end_is_broken(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ENGINES["niwa"], "deal", broken_deal(RecursionError("too deep")))
    assert work(simulation)
    job = Job.objects.get()
    assert (job.state, job.message) == ("failed", "block 0 broke")
    assert job.error.splitlines() == ["RecursionError: too deep", f"{AGAIN} 0"]


@pytest.mark.parametrize(
    "error", [OSError("disk full"), MemoryError("no room"), TimeoutError("too late")], ids=repr
)
def test_a_passing_fault_is_tried_again_later_and_at_last_told(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(ENGINES["niwa"], "deal", broken_deal(error))
    told = f"block 0: {type(error).__name__}: {error}"
    for attempt in range(1, chunks.MOST_ATTEMPTS + 1):
        assert work(simulation)
        chunk = Chunk.objects.get()
        assert (chunk.attempt, chunk.error) == (attempt, told)
        assert chunk.lease_until is not None
        wait = chunk.lease_until - timezone.now()
        assert 2**attempt - 1 < wait.total_seconds() <= 2**attempt
        run_out(chunk)
    simulation.refresh_from_db()
    changed_at = simulation.changed_at
    assert not work(simulation)
    job = Job.objects.get()
    assert (job.state, job.message) == ("failed", "gave up at block 0")
    assert job.error.splitlines() == [told, f"{AGAIN} 0", MACHINE]
    simulation.refresh_from_db()
    assert simulation.changed_at > changed_at


def test_a_game_that_ends_its_worker_is_tried_again_and_at_last_told(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ENGINES["niwa"], "deal", broken_deal(SystemExit(3)))
    for _ in range(chunks.MOST_ATTEMPTS):
        with pytest.raises(SystemExit):
            work(simulation)
        run_out(Chunk.objects.get())
    assert not work(simulation)
    error = Job.objects.get().error
    assert error.splitlines() == ["block 0: SystemExit: 3", f"{AGAIN} 0", MACHINE]


def test_a_chunk_that_kills_its_workers_fails_the_job_and_tells_all_its_blocks(
    simulation: Simulation,
) -> None:
    first = claim(simulation)
    assert chunks.accept(first, played(first), seconds=0.5)
    for _ in range(chunks.MOST_ATTEMPTS):
        run_out(claim(simulation))
    before = Simulation.objects.get().counts
    assert not work(simulation)
    job = Job.objects.get()
    assert (job.state, job.message) == ("failed", "gave up at blocks 1 to 3")
    died = "Its worker died each time, without a word."
    assert job.error.splitlines() == [died, f"{AGAIN} 1 --blocks 3", MACHINE]
    assert Simulation.objects.get().counts == before


def test_a_fault_around_the_games_is_kept_and_tried_again(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def accept(*given: object) -> bool:
        raise ZeroDivisionError("no stage")

    monkeypatch.setattr(chunks, "accept", accept)
    with pytest.raises(ZeroDivisionError):
        work(simulation)
    chunk = Chunk.objects.get()
    assert (chunk.state, chunk.error) == ("given_back", "ZeroDivisionError: no stage")
    assert (state(simulation), Simulation.objects.get().counts) == ("running", {})


@pytest.mark.parametrize(
    ("changed", "code", "message"),
    [
        ({"games": 0}, "bad_games", "A simulation has 1 to 100,000,000 games."),
        ({"games": True}, "bad_games", "A simulation has 1 to 100,000,000 games."),
        ({"games": 10**9}, "bad_games", "A simulation has 1 to 100,000,000 games."),
        (
            {"until_width": 0},
            "bad_width",
            "An interval's width is from 0.001 to below 1; 0.02 is ±1 %.",
        ),
        ({"bots": ["random"] * 9}, "player_count", "Niwa takes 2 to 6 players, not 9 (N1.2)."),
        ({"bots": []}, "player_count", "Niwa takes 2 to 6 players, not 0 (N1.2)."),
        (
            {"bots": ["random", "oracle"]},
            "unknown_bot",
            'There is no bot "oracle"; bots are random, greedy and mcts:1 to mcts:5000.',
        ),
        (
            {"bots": ["random", "mcts:5001"]},
            "slow_bot",
            "In a simulation bots think 5,000 playouts at most, not mcts:5001.",
        ),
        (
            {"bots": ["random", "mcts:999999999999"]},
            "slow_bot",
            "In a simulation bots think 5,000 playouts at most, not mcts:999999999999.",
        ),
        (
            {"bots": ["random", "mcts:0"]},
            "unknown_bot",
            'There is no bot "mcts:0"; bots are random, greedy and mcts:1 to mcts:5000.',
        ),
        ({"bots": "random"}, "bad_bots", "Bots are a list of names, seat by seat."),
        (
            {"game": "chess"},
            "unknown_game",
            'The game must be niwa, gazebo or gnome_hollow, not "chess".',
        ),
        (
            {"setups": [3]},
            "bad_setups",
            "Set-ups are a list of objects, such as a mission or a board each.",
        ),
        ({"setups": [{"mission": 1}] * 21}, "bad_setups", "A simulation has at most 20 set-ups."),
        ({"seed": -1}, "bad_seed", "A seed is a whole number from 0 to 9007199254740991."),
    ],
)
def test_what_cannot_be_simulated_is_refused_and_leaves_no_row(
    owner: User, club: Club, changed: dict[str, Any], code: str, message: str
) -> None:
    before = JournalEntry.objects.count()
    with pytest.raises(Refused) as caught:
        start(owner, club, **changed)
    assert (caught.value.code, caught.value.message) == (code, message)
    assert (Simulation.objects.count(), Job.objects.count()) == (0, 0)
    assert JournalEntry.objects.count() == before


def test_only_organisers_start_and_end_simulations(
    owner: User, club: Club, simulation: Simulation
) -> None:
    scorer = factories.member(owner, club, "saburo", "scorer")
    with pytest.raises(Forbidden):
        start(scorer, club)
    with pytest.raises(Forbidden):
        simulations.cancel(scorer, simulation)
    assert (Simulation.objects.count(), state(simulation)) == (1, "running")


def test_a_board_of_the_club_is_played_as_it_was_when_it_was_asked_for(
    owner: User, club: Club
) -> None:
    board = factories.board(owner, club)
    setups = [{"board": board.name}, {"board": "qin"}]
    simulation = start(owner, club, game="gazebo", bots=["random"] * 2, games=4, setups=setups)
    written = [setup["board"] for setup in simulation.setups]
    assert [each["name"] for each in written] == [board.name, "qin"]
    assert written[0]["rows"] == factories.BOARD
    chunks.call_workers(simulation.pk)
    while work(simulation):
        pass
    assert state(simulation) == "done"


def test_progress_tells_rate_and_time_left(simulation: Simulation) -> None:
    assert progress(watched().get()).sentence == "running · 0 of 90 games"
    chunk = claim(simulation, "somewhere")
    now = timezone.now()
    assert chunks.accept(chunk, played(chunk), seconds=1)
    claim(simulation, "here")
    Chunk.objects.filter(pk=chunk.pk).update(done_at=now - timedelta(seconds=6))
    found = progress(watched(now).get())
    assert (found.done, found.total, found.rate, found.left) == (3, 90, 0.5, 174)
    assert found.sentence == "running · 3 of 90 games · 0.5 games a second · 3 min left · 1 worker"


def test_the_job_of_a_simulation_is_not_forgotten(owner: User, simulation: Simulation) -> None:
    simulations.cancel(owner, simulation)
    Job.objects.update(finished_at=timezone.now() - timedelta(days=30))
    assert jobs.forget_old_jobs() == 0
    assert Counter(Job.objects.values_list("state", flat=True)) == {"cancelled": 1}


def test_a_clubs_own_tile_set_is_played_as_it_is_when_it_is_started(
    owner: User, club: Club
) -> None:
    factories.tile_set(owner, club, trade_board=None)
    made = simulations.start(
        owner, club, game="gnome_hollow", bots=["random"] * 2, games=2,
        setups=[{"tileset": "recon-1"}, {"tileset": "Hollow moon"}],
    )  # fmt: skip
    shipped, own = (setup["tileset"] for setup in made.setups)
    assert (shipped, own["id"], own["status"]) == ("recon-1", "Hollow moon", "reconstruction")
    assert [described("gnome_hollow", setup) for setup in made.setups] == [
        "Tile set: recon-1 (reconstruction)", "Tile set: Hollow moon (reconstruction)",
    ]  # fmt: skip
    assert [named(setup) for setup in made.setups] == [
        {"tileset": "recon-1"}, {"tileset": "Hollow moon"},
    ]  # fmt: skip
    assert data_since(made) == Since([], [])
    factories.tile_set(owner, club, trade_board=None, note="Newer.")
    assert data_since(made) == Since([], [])  # a note is no content
    newer = factories.tile_set(owner, club, advanced_board=None)
    assert data_since(made) == Since([], ["Hollow moon"])
    game_data.retire(tile_sets.TILE_SET, owner, newer)
    assert data_since(made) == Since(["Hollow moon"], [])
    before = Simulation.objects.count()
    with pytest.raises(Refused) as refused:
        simulations.start(
            owner, club, game="gnome_hollow", bots=["random"] * 2, games=2,
            setups=[{"tileset": "Hollow moon"}],
        )  # fmt: skip
    assert (refused.value.code, refused.value.facts["field"]) == (
        "unknown_tileset", "setups.0.tileset",
    )  # fmt: skip
    assert refused.value.message.endswith('not "Hollow moon", which is withdrawn.')
    assert Simulation.objects.count() == before
