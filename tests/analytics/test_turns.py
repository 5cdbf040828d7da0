"""Slow simulations leave processes to others, take turns, and come to their end."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from analytics.models import Chunk, Simulation
from analytics.services import chunks, simulations, turns
from analytics.services.turns import Going, goes_on
from engines.batch import Played, play_blocks
from tests.analytics.test_stopping import Slow
from tournaments.models import Club, Job, User
from tournaments.services import jobs
from tournaments.services.heartbeat import Heartbeat

pytestmark = pytest.mark.django_db

NOW = timezone.now()


# Who begins, and who goes on ----------------------------------------------------------------------


def slow(pk: int, in_hand: int = 0, **changed: Any) -> Going:
    """Chunks in hand have the simulation's id and a digit more."""
    late = tuple(10 * pk + number for number in range(in_hand))
    given: dict[str, Any] = {"gives": True, "waits": False, "late": late, "since": NOW}
    return Going(pk=pk, call=1, slow=True, in_hand=in_hand, **(given | changed))


def quick(pk: int, in_hand: int = 0, **changed: Any) -> Going:
    given: dict[str, Any] = {"gives": True, "waits": False, "since": NOW}
    return Going(pk=pk, call=1, slow=False, in_hand=in_hand, late=(), **(given | changed))


def begins(pk: int, going: list[Going], ratings: bool = False) -> bool:
    mine = next(each for each in going if each.pk == pk)
    return turns.begins(mine, going, ratings)


def test_the_next_chunk_is_of_who_has_fewest_in_hand_and_waited_longest() -> None:
    old, new = NOW - timedelta(seconds=9), NOW
    going = [quick(1, in_hand=1, since=old), quick(2, since=new), quick(3, since=old)]
    assert turns.next_turn((1, 1), going) == (3, 1)
    assert turns.next_turn((1, 1), going[:2]) == (2, 1)
    assert turns.next_turn((1, 1), going[:1]) == (1, 1)
    assert turns.next_turn((1, 1), [going[0], quick(2, gives=False)]) == (1, 1)


def test_a_slow_one_is_played_by_its_own_calls_alone() -> None:
    assert turns.next_turn((1, 1), [quick(1, in_hand=3), slow(2)]) == (1, 1)
    assert turns.next_turn((2, 1), [quick(1, in_hand=3), slow(2)]) == (1, 1)
    assert turns.next_turn((2, 1), [quick(1, gives=False), slow(2)]) == (2, 1)


def test_an_old_call_is_left_to_end() -> None:
    assert turns.next_turn((1, 0), [quick(1), quick(2)]) == (1, 0)
    assert turns.next_turn((9, 1), [quick(1), quick(2)]) == (9, 1)


def test_a_slow_simulation_alone_has_all_the_processes() -> None:
    assert begins(1, [slow(1, in_hand=15)])


@pytest.mark.parametrize(
    ("in_hand", "of_others", "may"),
    [(0, 0, True), (1, 0, False), (1, 1, False), (1, 2, True), (2, 2, False), (7, 8, True)],
)
def test_beside_others_slow_ones_have_one_process_or_up_to_half(
    in_hand: int, of_others: int, may: bool
) -> None:
    assert begins(1, [slow(1, in_hand), quick(2, of_others)]) is may


def test_slow_ones_share_what_slow_ones_may_have() -> None:
    two = [slow(1), slow(2, in_hand=1, gives=False), quick(3)]
    assert not begins(1, two)
    assert begins(1, two[:2])


def test_ratings_that_are_due_are_others_too() -> None:
    assert not begins(1, [slow(1, in_hand=1)], ratings=True)
    assert begins(1, [slow(1)], ratings=True)


def test_what_has_nothing_to_give_out_needs_no_process() -> None:
    assert begins(1, [slow(1, in_hand=1), quick(2, gives=False)])


def test_a_slow_one_that_has_no_process_comes_first() -> None:
    assert not begins(1, [slow(1, in_hand=1), slow(2)])
    assert begins(2, [slow(1, in_hand=1), slow(2)])
    assert begins(1, [slow(1, in_hand=1), slow(2, gives=False)])


def test_of_two_slow_ones_that_have_none_one_begins_whose_turn_is_longest_ago() -> None:
    going = [slow(1), slow(2, since=NOW - timedelta(minutes=1))]
    assert [begins(pk, going) for pk in (1, 2)] == [False, True]


def test_nothing_is_given_back_while_nobody_waits() -> None:
    going = [slow(1, in_hand=2), quick(2, in_hand=1), slow(3)]
    assert [goes_on(chunk, going, ratings=False) for chunk in (10, 11)] == [True, True]


def test_the_last_of_the_slow_chunks_is_given_back_to_who_waits() -> None:
    going = [slow(1, in_hand=2), slow(2, in_hand=1), quick(3, waits=True)]
    assert [goes_on(chunk, going, ratings=False) for chunk in (10, 11, 20)] == [True, True, False]
    going = [slow(1, in_hand=2)]
    assert [goes_on(chunk, going, ratings=True) for chunk in (10, 11)] == [True, False]


def test_the_only_slow_chunk_is_played_to_its_end_whoever_waits() -> None:
    assert goes_on(10, [slow(1, in_hand=1), quick(2, waits=True)], ratings=True)


# In the database ----------------------------------------------------------------------------------


def start(owner: User, club: Club, **changed: Any) -> Simulation:
    """Called for: deals of one game each."""
    given: dict[str, Any] = {"game": "niwa", "bots": ["greedy"] * 2, "games": 60, "seed": 7}
    simulation = simulations.start(owner, club, **(given | changed))
    chunks.call_workers(simulation.pk)
    simulation.refresh_from_db()
    return simulation


@pytest.fixture
def heavy(owner: User, club: Club) -> Simulation:
    """One whose first block took a minute; nobody has a chunk of it in hand."""
    simulation = start(owner, club)
    count(claim(simulation), seconds=60.0)
    return simulation


def claim(simulation: Simulation) -> Chunk:
    chunk = take(simulation)
    assert chunk is not None
    return chunk


def take(simulation: Simulation) -> Chunk | None:
    simulation.refresh_from_db()
    return chunks.claim(simulation.pk, simulation.call, "a")


def played(chunk: Chunk) -> Played:
    return play_blocks(simulations.batch_of(chunk.simulation), chunk.first, chunk.number)


def count(chunk: Chunk, seconds: float = 0.001) -> None:
    assert chunks.accept(chunk, played(chunk), seconds)


def wait(simulation: Simulation, moment: timedelta = turns.PATIENCE) -> None:
    """It was asked for so long ago, and since then nobody came."""
    Job.objects.filter(simulation=simulation).update(requested_at=timezone.now() - moment)


def test_a_simulation_is_slow_by_its_last_block_or_by_one_that_was_in_hand_for_long(
    owner: User, club: Club
) -> None:
    def known() -> list[bool]:
        return [each.slow for each in turns.going(timezone.now())]

    simulation = start(owner, club)
    assert known() == [False]
    chunk = claim(simulation)
    assert chunks.has_turn(chunk, 5.0)
    assert known() == [False]
    assert chunks.has_turn(chunk, 5.5)
    assert known() == [True]
    chunks.give_back(chunk)
    assert known() == [True]
    chunk = claim(simulation)
    assert chunks.has_turn(chunk, 5.1)
    assert Chunk.objects.get().seconds == 5.5
    count(chunk, seconds=4.9)
    assert known() == [False]
    count(claim(simulation), seconds=5.1)
    assert known() == [True]
    assert [each.in_hand for each in turns.going(timezone.now())] == [0]


def test_a_slow_chunk_is_given_out_again_only_when_the_others_are_done(
    owner: User, club: Club, heavy: Simulation, bell: list[tuple[str, str]]
) -> None:
    first = claim(heavy)
    other = start(owner, club, games=2)
    assert take(heavy) is None
    assert Simulation.objects.get(pk=heavy.pk).next_block == first.first + first.number
    Simulation.objects.update(called_at=timezone.now() - chunks.EVERY)
    bell.clear()
    assert chunks.sweep() == 1  # nobody is called to what is not given out
    assert {key.partition(".")[0] for _, key in bell} == {str(other.pk)}
    while (chunk := take(other)) is not None:
        count(chunk)
    assert Job.objects.get(simulation=other).state == "done"
    bell.clear()
    assert chunks.sweep() == 1
    assert {key.partition(".")[0] for _, key in bell} == {str(heavy.pk)}
    assert claim(heavy).first == first.first + first.number


def test_what_is_not_slow_is_given_out_whoever_waits(
    owner: User, club: Club, heavy: Simulation
) -> None:
    claim(heavy)
    simulation = start(owner, club)
    claim(simulation)
    assert claim(simulation).first == 1


def hold_two(simulation: Simulation) -> list[Chunk]:
    """Two processes have had a chunk of it in hand for a minute."""
    held = [claim(simulation), claim(simulation)]
    for chunk in held:
        chunks.has_turn(chunk, 60.0)
    return held


def turn_of(held: list[Chunk]) -> list[bool]:
    return [chunks.has_turn(chunk, 62.0) for chunk in held]


def test_the_last_slow_chunk_gives_way_to_a_simulation_that_waits(
    owner: User, club: Club, heavy: Simulation
) -> None:
    held = hold_two(heavy)
    assert turn_of(held) == [True, True]
    other = start(owner, club)
    assert turn_of(held) == [True, True]  # it has not waited yet
    wait(other)
    assert turn_of(held) == [True, False]
    chunks.give_back(held[1])
    assert turn_of(held[:1]) == [True]
    assert take(heavy) is None
    count(claim(other))
    Chunk.objects.filter(simulation=other).update(done_at=timezone.now() - turns.PATIENCE)
    assert turn_of(held[:1]) == [True]


def test_who_had_a_chunk_in_hand_a_moment_ago_does_not_wait(
    owner: User, club: Club, heavy: Simulation
) -> None:
    held, other = hold_two(heavy), start(owner, club)
    wait(other)
    chunk = claim(other)
    assert turn_of(held) == [True, True]
    count(chunk)
    assert turn_of(held) == [True, True]
    Chunk.objects.filter(pk=chunk.pk).update(done_at=timezone.now() - turns.PATIENCE)
    assert turn_of(held) == [True, False]


def test_the_last_slow_chunk_gives_way_to_ratings(club: Club, heavy: Simulation) -> None:
    held = hold_two(heavy)
    jobs.request("ratings", f"{club.pk}:niwa", club=club)
    assert turn_of(held) == [True, True]  # others do these
    jobs.request_long_ratings(club, "niwa")
    assert turn_of(held) == [True, False]
    chunks.give_back(held[1])
    assert take(heavy) is None
    assert jobs.claim("long_ratings", f"{club.pk}:niwa") is not None
    assert claim(heavy).pk == held[1].pk
    Job.objects.filter(kind="long_ratings").update(lease_until=timezone.now())
    assert turn_of(held) == [True, False]


def test_a_simulation_that_others_play_or_nobody_keeps_nobody_waiting(
    owner: User, club: Club, heavy: Simulation
) -> None:
    held, other = hold_two(heavy), start(owner, club)
    wait(other)
    Simulation.objects.filter(pk=other.pk).update(rules=99)
    assert turn_of(held) == [True, True]
    Simulation.objects.filter(pk=other.pk).update(rules=heavy.rules)
    assert turn_of(held) == [True, False]
    simulations.pause(owner, other)
    assert turn_of(held) == [True, True]


def test_two_slow_simulations_take_turns_beside_a_quick_one(
    owner: User, club: Club, heavy: Simulation
) -> None:
    second = start(owner, club)
    count(claim(second), seconds=60.0)
    start(owner, club)
    assert take(second) is None
    count(claim(heavy), seconds=60.0)
    assert take(heavy) is None
    count(claim(second), seconds=60.0)
    assert take(second) is None
    assert take(heavy) is not None


@pytest.mark.django_db(transaction=True)
def test_a_worker_gives_back_a_slow_chunk_in_the_middle_of_a_game(
    owner: User, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its heartbeat hears who waits; the game goes on until then."""
    monkeypatch.setattr(chunks, "Heartbeat", partial(Heartbeat, every=0.02))
    monkeypatch.setattr(turns, "SLOW", 0.0)
    heavy = start(owner, club, bots=["mcts:1", "random"], games=4)
    first = claim(heavy)
    assert chunks.has_turn(first, 60.0)
    other = start(owner, club)
    monkeypatch.setattr(turns, "may_begin", lambda pk, now: True)  # it begins before the other came
    monkeypatch.setattr(turns, "next_call", lambda called, now: called)
    assert chunks.work(f"{heavy.pk}.{heavy.call}", "b", Slow(10, partial(wait, other)))
    states = Chunk.objects.filter(simulation=heavy).values_list("first", "state", "attempt")
    assert list(states) == [(0, "running", 1), (1, "given_back", 0)]
    assert Simulation.objects.get(pk=heavy.pk).counts == {}


def test_a_small_one_is_played_by_the_calls_of_great_ones(owner: User, club: Club) -> None:
    """All calls that wait are of another one that was there before."""
    great = start(owner, club)
    assert chunks.work(f"{great.pk}.{great.call}", "a")
    small = start(owner, club)
    for _ in range(2):
        assert chunks.work(f"{great.pk}.{great.call}", "a")
    assert small.chunks.filter(state="done").exists()
    assert great.chunks.filter(state="done").count() == 2
