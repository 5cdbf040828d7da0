"""Jobs: asked for once, claimed once, never lost."""

import json
import logging
import math
import socket
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import redis
import time_machine
from celery import current_app
from django.conf import settings
from django.utils import timezone

from tests import factories
from tests.processes import wait
from tournaments.models import Club, IdempotencyKey, Job, Result, User
from tournaments.services import bell as bell_of_celery
from tournaments.services import idempotency, jobs
from tournaments.services.bell import REST, Bell, connection
from tournaments.services.heartbeat import EVERY, LEASE, Heartbeat
from tournaments.tasks import clean_up

pytestmark = pytest.mark.django_db

REAL_RING = jobs.ring
AFTERWARDS = "the next change asks for it again, and the worker's log says why"


@pytest.fixture
def job(club: Club) -> Job:
    jobs.request("standings", "1", club=club)
    return Job.objects.get()


def test_a_queued_job_is_not_queued_again(club: Club, job: Job) -> None:
    jobs.request("standings", "1", club=club)
    again = Job.objects.get()
    assert again.pk == job.pk
    assert again.requested_at > job.requested_at


def test_a_job_is_claimed_once(job: Job) -> None:
    claimed = jobs.claim("standings", "1")
    assert claimed is not None
    assert (claimed.pk, claimed.state, claimed.attempts) == (job.pk, "running", 1)
    assert jobs.claim("standings", "1") is None


def test_a_change_during_the_work_queues_the_next_job(club: Club, job: Job) -> None:
    jobs.claim("standings", "1")
    jobs.request("standings", "1", club=club)
    assert sorted(Job.objects.values_list("state", flat=True)) == ["queued", "running"]


def test_a_killed_workers_job_is_taken_up(job: Job) -> None:
    jobs.claim("standings", "1")
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert jobs.sweep() == 1
    again = jobs.claim("standings", "1")
    assert again is not None
    assert (again.pk, again.attempts) == (job.pk, 2)


def test_a_worker_that_lost_its_lease_ends_nothing(job: Job) -> None:
    slow = jobs.claim("standings", "1")
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    jobs.claim("standings", "1")
    assert slow is not None
    jobs.finish(slow, message="too late")
    assert Job.objects.get().state == "running"


def fault() -> str:
    raise OSError("connection reset")


def test_a_passing_fault_is_tried_again_later_and_at_last_told(job: Job) -> None:
    for attempt in range(1, jobs.MOST_ATTEMPTS + 1):
        jobs.work("standings", "1", fault)
        job.refresh_from_db()
        assert (job.attempts, job.error) == (attempt, "OSError: connection reset")
        if attempt < jobs.MOST_ATTEMPTS:
            wait = (job.requested_at - timezone.now()).total_seconds()
            assert job.state == "queued"
            assert 2**attempt - 1 < wait <= 2**attempt
            assert jobs.claim("standings", "1") is None
            assert jobs.sweep() == 0
            Job.objects.update(requested_at=timezone.now())
            assert jobs.sweep() == 1
    assert (job.state, job.message) == ("failed", f"gave up: {AFTERWARDS}")


def test_a_fault_of_ours_is_told_at_once(job: Job) -> None:
    jobs.work("standings", "1", lambda: str(1 // 0))
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("failed", 1)
    assert job.message == f"it broke: {AFTERWARDS}"
    assert job.error == "ZeroDivisionError: integer division or modulo by zero"
    assert jobs.sweep() == 0


def test_a_job_that_kills_its_workers_is_given_up(job: Job) -> None:
    for _ in range(jobs.MOST_ATTEMPTS):
        assert jobs.claim("standings", "1") is not None
        Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert jobs.claim("standings", "1") is None
    job.refresh_from_db()
    assert (job.state, job.message) == ("failed", f"gave up: {AFTERWARDS}")
    assert job.error == "Its worker died each time, without a word."


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("nul \0 here", "ValueError: nul \\0 here"),
        ("half a \ud800 letter", "ValueError: half a \\ud800 letter"),
        ("x" * 5000, "ValueError: " + "x" * (jobs.LONGEST_ERROR - 12) + " …"),
    ],
    ids=["NUL", "surrogate", "long"],
)
def test_an_error_is_kept_whatever_its_text(
    job: Job, caplog: pytest.LogCaptureFixture, text: str, kept: str
) -> None:
    caplog.set_level(logging.CRITICAL, "teien.jobs")  # half a letter can't be reported

    def breaks() -> str:
        raise ValueError(text)

    jobs.work("standings", "1", breaks)
    job.refresh_from_db()
    assert (job.state, job.error) == ("failed", kept)


@pytest.mark.django_db(transaction=True)
def test_a_lease_is_renewed_while_the_work_goes_on_and_not_after(job: Job) -> None:
    claimed = jobs.claim("standings", "1")
    assert claimed is not None
    mine = Job.objects.filter(pk=job.pk, state="running", attempts=1)
    long_ago = timezone.now() - timedelta(hours=1)
    mine.update(lease_until=long_ago)
    with Heartbeat(mine, every=0.02) as heart:
        wait(lambda: mine.filter(lease_until__gt=timezone.now()).exists())
    assert not heart.lost.is_set()
    renewed = mine.get().lease_until
    assert renewed is not None
    assert timedelta(seconds=4) < renewed - timezone.now() <= LEASE
    mine.update(attempts=2, lease_until=long_ago)  # another worker's by now
    with Heartbeat(mine, every=0.02) as heart:
        assert heart.lost.wait(60)
    assert Job.objects.get().lease_until == long_ago


def test_a_heartbeat_that_is_three_seconds_late_is_in_time(job: Job) -> None:
    claimed = jobs.claim("standings", "1")
    assert claimed is not None
    with time_machine.travel(timezone.now() + timedelta(seconds=EVERY + 3), tick=False):
        assert jobs.sweep() == 0
        assert jobs.claim("standings", "1") is None
    jobs.finish(claimed, message="late, and done")
    assert (Job.objects.get().state, Job.objects.get().attempts) == ("done", 1)


@pytest.mark.django_db(transaction=True)
def test_a_heartbeat_later_than_its_lease_goes_on_while_nobody_has_taken_the_work(
    job: Job,
) -> None:
    claimed = jobs.claim("standings", "1")
    assert claimed is not None
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    with Heartbeat(jobs._mine(claimed), every=0.02) as heart:
        wait(lambda: Job.objects.filter(lease_until__gt=timezone.now()).exists())
        assert jobs.claim("standings", "1") is None
    assert not heart.lost.is_set()


@pytest.mark.django_db(transaction=True)
def test_a_heartbeat_hears_that_the_work_is_not_to_be_gone_on_with(job: Job) -> None:
    mine = Job.objects.filter(pk=job.pk)
    answers = iter([True, False])
    with Heartbeat(mine, every=0.02, worth=lambda: next(answers)) as heart:
        assert heart.lost.wait(60)
        long_ago = timezone.now() - timedelta(hours=1)
        mine.update(lease_until=long_ago)  # and it thinks on: nobody takes it for dead
        wait(lambda: mine.filter(lease_until__gt=timezone.now()).exists())
    assert mine.filter(lease_until__gt=timezone.now()).exists()
    assert next(answers, None) is None


@pytest.mark.parametrize("error", [SystemExit(3), GeneratorExit("closed")], ids=repr)
def test_what_ends_a_worker_is_told_when_its_job_is_given_up(
    job: Job, error: BaseException
) -> None:
    def end() -> str:
        raise error

    for attempt in range(1, jobs.MOST_ATTEMPTS + 1):
        with pytest.raises(type(error)):
            jobs.work("standings", "1", end)
        job.refresh_from_db()
        assert (job.attempts, job.error) == (attempt, f"{type(error).__name__}: {error}")
        Job.objects.update(requested_at=timezone.now())
    assert (job.state, job.message) == ("failed", f"gave up: {AFTERWARDS}")


def test_jobs_of_a_kind_are_due_while_no_worker_has_them(job: Job) -> None:
    now = timezone.now()
    assert jobs.is_due("standings", now)
    assert not jobs.is_due("ratings", now)
    assert not jobs.is_due("standings", job.requested_at - timedelta(seconds=1))
    jobs.claim("standings", "1")
    assert not jobs.is_due("standings", now)
    assert jobs.is_due("standings", now + LEASE + timedelta(seconds=1))


def test_work_says_what_it_did(job: Job) -> None:
    jobs.work("standings", "1", lambda: "all done")
    job.refresh_from_db()
    assert (job.state, job.message, job.done, job.lease_until) == ("done", "all done", 1, None)
    assert job.finished_at is not None


def test_what_ended_long_ago_is_forgotten(owner: User, club: Club, job: Job) -> None:
    jobs.work("standings", "1", lambda: "done")
    idempotency.once(owner, "key", "asked", lambda: (200, None))
    clean_up()
    assert (Job.objects.count(), IdempotencyKey.objects.count()) == (1, 1)
    long_ago = timezone.now() - timedelta(days=8)
    Job.objects.update(finished_at=long_ago)
    IdempotencyKey.objects.update(created_at=long_ago)
    jobs.request("standings", "2", club=club)
    clean_up()
    assert list(Job.objects.values_list("key", flat=True)) == ["2"]
    assert not IdempotencyKey.objects.exists()


# The bell -----------------------------------------------------------------------------------------


@pytest.fixture
def real_bell(monkeypatch: pytest.MonkeyPatch) -> Bell:
    """Rings for real, and is no other test's."""
    ringing = Bell()
    monkeypatch.setattr(jobs, "BELL", ringing)
    monkeypatch.setattr(jobs, "ring", REAL_RING)
    return ringing


@pytest.fixture
def hung(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A Redis that takes connections and never answers, as the broker's address."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        port = server.getsockname()[1]
        monkeypatch.setattr(current_app.conf, "broker_url", f"redis://127.0.0.1:{port}/0")
        yield server


def callers(server: socket.socket) -> int:
    """How many connections have come since one last looked."""
    count = 0
    while True:
        try:
            server.accept()[0].close()
        except BlockingIOError:
            return count
        count += 1


@pytest.mark.parametrize("address", ["redis+socket:///nowhere/valkey.sock", "redis://127.0.0.1:1"])
def test_a_result_is_saved_while_redis_is_away(
    owner: User, club: Club, monkeypatch: pytest.MonkeyPatch, real_bell: Bell,
    django_capture_on_commit_callbacks: Any, address: str,
) -> None:  # fmt: skip
    round_ = factories.draw(owner, factories.entered(owner, club, 4))
    match = round_.series.get().matches.get(number=1)
    monkeypatch.setattr(current_app.conf, "broker_url", address)
    with django_capture_on_commit_callbacks(execute=True) as rung:
        factories.report(owner, match, [30, 40, 50, 60])
    assert len(rung) == 2
    assert real_bell.rests_until > time.monotonic()
    assert Result.objects.get().state == "confirmed"
    queued = Job.objects.order_by("kind").values_list("kind", "state")
    assert list(queued) == [("ratings", "queued"), ("standings", "queued")]


def test_a_redis_that_hangs_is_asked_once_and_the_sweeper_rings_later(
    club: Club, real_bell: Bell, hung: socket.socket, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any, bell: list[tuple[str, str]],
) -> None:  # fmt: skip
    with django_capture_on_commit_callbacks(execute=True):
        jobs.request("standings", "1", club=club)
    assert callers(hung) == 1
    with django_capture_on_commit_callbacks(execute=True):
        jobs.request("standings", "2", club=club)
    assert callers(hung) == 0
    assert list(Job.objects.values_list("key", "state").order_by("key")) == [
        ("1", "queued"),
        ("2", "queued"),
    ]
    monkeypatch.setattr(jobs, "ring", lambda kind, key: bell.append((kind, key)))
    Job.objects.update(requested_at=timezone.now() - jobs.FORGOTTEN)
    assert jobs.sweep() == 2
    assert sorted(bell) == [("standings", "1"), ("standings", "2")]


def test_the_bell_rests_for_its_time_after_a_failure(hung: socket.socket) -> None:
    ringing, task = Bell(), jobs.TASKS["standings"]
    told = [ringing.ring(task, "1", now=100.0), ringing.ring(task, "1", now=100.0 + REST - 0.001)]
    assert (told, ringing.rests_until, callers(hung)) == ([False, False], 100.0 + REST, 1)
    assert ringing.ring(task, "1", now=100.0 + REST) is False
    assert (ringing.rests_until, callers(hung)) == (100.0 + 2 * REST, 1)


def test_the_bell_is_impatient_and_the_workers_reading_is_not() -> None:
    def timeouts(made: Any) -> tuple[float, float]:
        with made as connection:
            kept = connection.default_channel.client.connection_pool.connection_kwargs
            return kept["socket_timeout"], connection.transport_options["socket_connect_timeout"]

    assert timeouts(connection()) == (0.3, 0.3)
    assert timeouts(current_app.connection_for_read()) == (5, 1)


def test_messages_that_wait_are_counted_and_none_where_redis_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queue = "nobody-works-here"
    assert bell_of_celery.waiting(queue) == 0
    for number in range(3):
        current_app.send_task("tests.nobody_does_this", args=[number], queue=queue)
    assert bell_of_celery.waiting(queue) == 3
    with current_app.connection_for_write() as made:
        made.default_channel.queue_purge(queue)
    monkeypatch.setattr(current_app.conf, "broker_url", "redis://127.0.0.1:1")
    assert bell_of_celery.waiting(queue) == 0


def test_a_bell_that_works_tells_a_worker() -> None:
    waiting()
    ringing = Bell()
    assert ringing.ring("tests.nobody_does_this", "7", now=0.0) is True
    assert (ringing.rests_until, waiting()) == (-math.inf, 1)


def waiting() -> int:
    """Messages in the queue for the task that nobody does; takes them out."""
    with redis.Redis.from_url(settings.REDIS_URL) as broker:
        ours = [
            one
            for one in broker.lrange("short", 0, -1)
            if json.loads(one)["headers"]["task"] == "tests.nobody_does_this"
        ]
        return sum(broker.lrem("short", 1, one) for one in ours)
