"""Ratings of many series: counted by workers whom nobody waits for, all at once, never lost."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.db import connection, transaction
from django.utils import timezone

from tests import factories
from tests.tournaments.test_jobs import REAL_RING
from tests.tournaments.test_ratings import kept, play, points
from tournaments import queries_ratings
from tournaments.models import Club, Job, Player, Rating, RatingPool, Series, User
from tournaments.rules import ratings as rules
from tournaments.services import jobs, ratings, results
from tournaments.services.bell import Bell
from tournaments.tasks import compute_long_ratings, compute_ratings

pytestmark = pytest.mark.django_db

FEW = 3
"""As many series as are counted where somebody waits, here."""


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "ON_THE_SPOT", FEW)


@pytest.fixture
def people(club: Club) -> list[Player]:
    return factories.crowd(club, 4)


@pytest.fixture
def key(club: Club) -> str:
    return f"{club.pk}:niwa"


def nights(owner: User, club: Club, people: list[Player], number: int) -> list[Series]:
    """So many series, a day each from November 1st on."""
    return [
        play(owner, club, [people[day % 2], people[2 + day % 3 // 2]], [46, 30], on=day)
        for day in range(1, number + 1)
    ]


def turn(owner: User, series: Series) -> None:
    """The other one has won: what `play` entered is corrected."""
    match = series.matches.get()
    newest = match.results.exclude(state="superseded").get()
    turned = {"seats": newest.sheet["seats"][::-1]}
    results.correct_result(owner, match, turned, revision=newest.revision)


def states(kind: str) -> list[str]:
    return list(Job.objects.filter(kind=kind).order_by("pk").values_list("state", flat=True))


def messages(kind: str) -> list[str]:
    return list(Job.objects.filter(kind=kind).order_by("pk").values_list("message", flat=True))


def is_rebuilt(club: Club) -> bool:
    """Whether what is kept is all there is to count, and what counting anew gives."""
    updated = kept()
    ratings.rebuild(club, "niwa")
    return kept() == updated


# Which worker does it -----------------------------------------------------------------------------


def test_few_new_series_are_counted_where_somebody_waits(
    owner: User, club: Club, people: list[Player], key: str
) -> None:
    nights(owner, club, people, FEW)
    compute_ratings(key)
    assert messages("ratings")[0].startswith(f"counted {FEW} series again")
    assert states("long_ratings") == []


def test_many_new_series_are_left_to_who_has_the_time(
    owner: User, club: Club, people: list[Player], key: str
) -> None:
    nights(owner, club, people, FEW + 1)
    compute_ratings(key)
    assert messages("ratings") == ["left to a worker who has the time"]
    assert (states("long_ratings"), Rating.objects.count()) == (["queued"], 0)
    compute_long_ratings(key)
    assert messages("long_ratings")[0].startswith(f"counted {FEW + 1} series again")
    assert is_rebuilt(club)


def test_a_correction_goes_by_how_many_series_follow_it(
    owner: User, club: Club, people: list[Player], key: str
) -> None:
    series = nights(owner, club, people, 8)
    ratings.update(club, "niwa")
    turn(owner, series[-FEW + 1])  # as it was counted, those behind it, and as it is now
    compute_ratings(key)
    assert messages("ratings")[-1].startswith(f"counted {FEW - 1} series again")
    assert states("long_ratings") == []
    before = kept()
    turn(owner, series[-FEW])
    compute_ratings(key)
    assert messages("ratings")[-1] == "left to a worker who has the time"
    assert (states("long_ratings"), kept()) == (["queued"], before)
    compute_long_ratings(key)
    assert messages("long_ratings")[0].startswith(f"counted {FEW} series again")
    assert is_rebuilt(club)


def test_too_much_is_told_before_it_is_read(
    owner: User, club: Club, people: list[Player], key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    series = nights(owner, club, people, 8)
    ratings.update(club, "niwa")
    turn(owner, series[0])
    read: list[Any] = []
    monkeypatch.setattr(queries_ratings, "events_from", lambda *asked: read.append(asked) or [])
    compute_ratings(key)
    assert (read, states("long_ratings")) == ([], ["queued"])


def test_another_version_of_the_model_is_left_to_who_has_the_time(
    owner: User, club: Club, people: list[Player], key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    nights(owner, club, people, FEW + 1)
    ratings.update(club, "niwa")
    monkeypatch.setattr(rules, "VERSION", 2)
    compute_ratings(key)
    assert (RatingPool.objects.get().version, states("long_ratings")) == (1, ["queued"])
    compute_long_ratings(key)
    assert RatingPool.objects.get().version == 2


def test_many_series_go_to_the_queue_of_simulations_and_before_their_chunks(
    monkeypatch: pytest.MonkeyPatch, club: Club
) -> None:
    monkeypatch.setattr(jobs, "BELL", Bell())
    for kind, said in [("chunk", "1.1"), ("chunk", "1.2"), ("long_ratings", f"{club.pk}:niwa")]:
        REAL_RING(kind, said)
    with current_app.connection_for_write() as made:
        queue = made.default_channel
        came = [queue.basic_get("long", no_ack=True) for _ in range(3)]
        tasks = [one and one.headers["task"] for one in came]
        queue.queue_purge("long")
    chunk = jobs.TASKS["chunk"]
    assert tasks == ["tournaments.compute_long_ratings", chunk, chunk]
    routed = current_app.amqp.router.route({}, "tournaments.compute_ratings")
    assert routed["queue"].name == "short"


# Two at once, and none ----------------------------------------------------------------------------


def elsewhere(action: Callable[[], Any]) -> None:
    """Does it over a connection of its own, as another process would."""
    met: list[BaseException] = []

    def run() -> None:
        try:
            action()
        except BaseException as error:
            met.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert met == []


@contextmanager
def meanwhile(monkeypatch: pytest.MonkeyPatch, action: Callable[[], None]) -> Iterator[None]:
    """The next update finds what there is to count, waits for `action`, and goes on."""
    write = ratings._apply

    def disturbed(*asked: Any) -> None:
        monkeypatch.setattr(ratings, "_apply", write)
        elsewhere(action)
        write(*asked)

    monkeypatch.setattr(ratings, "_apply", disturbed)
    yield
    assert ratings._apply is write


def sweep_later(bell: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """What the sweeper rings for once a queued job has waited long enough."""
    bell.clear()
    Job.objects.filter(state="queued").update(requested_at=timezone.now() - jobs.FORGOTTEN)
    jobs.sweep()
    return bell


@pytest.mark.django_db(transaction=True)
def test_a_worker_does_not_wait_for_another_and_comes_again(
    owner: User, club: Club, people: list[Player], key: str, bell: list[tuple[str, str]]
) -> None:
    ratings.update(club, "niwa")
    play(owner, club, people[:2], [46, 30])
    bell.clear()
    with transaction.atomic():
        RatingPool.objects.select_for_update().get()
        elsewhere(lambda: compute_ratings(key))
    assert messages("ratings") == [ratings.BUSY, ""]
    assert (states("ratings"), bell, Rating.objects.count()) == (["done", "queued"], [], 0)
    assert ("ratings", key) in sweep_later(bell)
    compute_ratings(key)
    assert (states("ratings"), points(people[0])) == (["done", "done"], 1579)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("kind", "compute"), [("ratings", compute_ratings), ("long_ratings", compute_long_ratings)]
)
def test_a_correction_during_a_rebuild_is_counted_after_it(
    owner: User, club: Club, people: list[Player], key: str, bell: list[tuple[str, str]],
    monkeypatch: pytest.MonkeyPatch, kind: str, compute: Callable[[str], None],
) -> None:  # fmt: skip
    """Nobody reads half of either; a reader meanwhile sees what was, and that it is behind."""
    series = nights(owner, club, people, 8)
    ratings.update(club, "niwa")
    turn(owner, series[1])
    compute_ratings(key)
    before = kept()

    def correct() -> None:
        turn(owner, series[0])
        jobs.request_long_ratings(club, "niwa")
        Job.objects.filter(state="queued").exclude(kind=kind).delete()
        compute(key)
        ratings.bring_up_to_date(club)
        assert kept() == before
        assert queries_ratings.with_behind(RatingPool.objects.all()).get().behind

    with meanwhile(monkeypatch, correct):
        compute_long_ratings(key)
    assert messages("long_ratings")[0].startswith("counted 7 series again")
    assert queries_ratings.games_behind(club) == ["niwa"]
    assert ("ratings", key) in sweep_later(bell)
    compute_ratings(key)
    compute_long_ratings(key)
    assert queries_ratings.games_behind(club) == []
    assert is_rebuilt(club)


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_a_pools_first_ratings(
    owner: User, club: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pool that is made in the transaction that fills it would hold up whoever asks for it."""
    nights(owner, club, people, FEW + 1)
    told: list[str] = []
    with meanwhile(monkeypatch, lambda: told.append(ratings.update(club, "niwa"))):
        ratings.rebuild(club, "niwa")
    assert told == [ratings.BUSY]
    assert is_rebuilt(club)


class Killed(BaseException):
    """What no worker's code can catch."""


@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_in_the_middle_leaves_nothing_and_the_next_one_does_it_all(
    owner: User, club: Club, people: list[Player], key: str, bell: list[tuple[str, str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    series = nights(owner, club, people, 8)
    ratings.update(club, "niwa")
    turn(owner, series[0])
    compute_ratings(key)
    before = kept()

    def kill(*asked: Any, **more: Any) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(ratings, "_keep_ratings", kill)
        patched.setattr(jobs, "fail", kill)  # nor does it write another word
        with pytest.raises(Killed):
            compute_long_ratings(key)
    assert (kept(), states("long_ratings")) == (before, ["running"])
    assert queries_ratings.games_behind(club) == ["niwa"]
    Job.objects.filter(state="running").update(lease_until=timezone.now() - timedelta(seconds=1))
    assert ("long_ratings", key) in sweep_later(bell)
    compute_long_ratings(key)
    assert messages("long_ratings")[0].startswith("counted 8 series again")
    assert states("long_ratings") == ["done"]
    assert is_rebuilt(club)
