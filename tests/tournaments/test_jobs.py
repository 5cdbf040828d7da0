"""Jobs: asked for once, claimed once, never lost."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests import factories
from tournaments.models import Club, IdempotencyKey, Job, Result, User
from tournaments.services import idempotency, jobs
from tournaments.tasks import clean_up

pytestmark = pytest.mark.django_db

REAL_RING = jobs.ring


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


def test_a_fault_is_tried_again_and_at_last_told(job: Job) -> None:
    for attempt in range(1, jobs.MOST_ATTEMPTS + 1):
        jobs.work("standings", "1", fault)
        job.refresh_from_db()
        assert job.attempts == attempt
        assert job.error == "OSError: connection reset"
        assert job.state == ("failed" if attempt == jobs.MOST_ATTEMPTS else "queued")


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


def test_a_result_is_saved_while_redis_is_away(
    owner: User, club: Club, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    from celery import current_app

    round_ = factories.draw(owner, factories.entered(owner, club, 4))
    match = round_.series.get().matches.get(number=1)
    monkeypatch.setattr(jobs, "ring", REAL_RING)
    monkeypatch.setattr(current_app.conf, "broker_url", "redis+socket:///nowhere/valkey.sock")
    with django_capture_on_commit_callbacks(execute=True) as rung:
        factories.report(owner, match, [30, 40, 50, 60])
    assert len(rung) == 1
    assert Result.objects.get().state == "confirmed"
    assert Job.objects.get().state == "queued"
