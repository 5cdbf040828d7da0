"""Work in the background: asked for in a transaction, rung for after it, claimed once."""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.models import Club, Job, Tournament
from tournaments.models.work import JobState
from tournaments.services.bell import Bell
from tournaments.services.heartbeat import LEASE, Heartbeat

log = logging.getLogger("teien.jobs")

FORGOTTEN = timedelta(seconds=8)
"""A job that is queued for longer was lost by Redis or a killed worker: ring again."""
MOST_ATTEMPTS = 5
PASSING = (OSError, MemoryError, DatabaseError)
"""Faults of the machine: another try may do."""
LONGEST_ERROR = 4000
DIED = "Its worker died each time, without a word."
AFTERWARDS = "the next change asks for it again, and the worker's log says why"
GAVE_UP, BROKE = f"gave up: {AFTERWARDS}", f"it broke: {AFTERWARDS}"
KEPT = timedelta(days=7)
"""How long a job that has ended can be looked up."""

TASKS = {
    "standings": "tournaments.compute_standings",
    "ratings": "tournaments.compute_ratings",
    "long_ratings": "tournaments.compute_long_ratings",
    "simulation": "analytics.call_workers",
    "chunk": "analytics.play_chunk",
}
"""Kind of job ↦ name of the task that does it; services enqueue by name, tasks call services."""
LASTING = ("simulation",)
"""Kinds of jobs that belong to something that is kept."""
BELL = Bell()


def request(kind: str, key: str, *, club: Club, rings: bool = True) -> None:
    """Queues a job for `key` unless one is queued, in the caller's transaction; rings after it.

    The queued row is touched even if it is there already: whoever claims it waits for this
    transaction, so that the work sees what it did. One that doesn't ring is for later: the
    sweeper finds it after `FORGOTTEN`.
    """
    now = timezone.now()
    queued = Job.objects.filter(kind=kind, key=key, state=JobState.QUEUED)
    while not queued.update(requested_at=now):
        Job.objects.bulk_create(
            [Job(kind=kind, key=key, club=club, requested_at=now)], ignore_conflicts=True
        )
    if rings:
        transaction.on_commit(partial(ring, kind, key))


def request_standings(tournament: Tournament) -> None:
    """Queues the tournament's standing to be computed anew."""
    request("standings", str(tournament.pk), club=tournament.club)


def request_ratings(club: Club, game: str, *, rings: bool = True) -> None:
    """Queues the ratings of a club and game to be brought up to date."""
    request("ratings", f"{club.pk}:{game}", club=club, rings=rings)


def request_long_ratings(club: Club, game: str) -> None:
    """The same where many series are to be counted: for the workers that nobody waits for."""
    request("long_ratings", f"{club.pk}:{game}", club=club)


def work(kind: str, key: str, action: Callable[[], str]) -> None:
    """Claims the job for `key` and does it; `action` returns what happened, in words."""
    job = claim(kind, key)
    if job is None:
        return
    try:
        with Heartbeat(_mine(job)):
            message = action()
    except Exception as error:
        log.exception("job failed", extra={"job": job.pk, "kind": kind, "key": key})
        fail(job, told(error), passing=isinstance(error, PASSING))
    except BaseException as error:  # this process is to end, by whomever
        fail(job, told(error), passing=True)
        raise
    else:
        finish(job, message=message)


def told(error: BaseException) -> str:
    """An error in words that PostgreSQL keeps and people read to the end."""
    text = f"{type(error).__name__}: {error}".replace("\0", "\\0")
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= LONGEST_ERROR else f"{text[:LONGEST_ERROR]} …"


def ring(kind: str, key: str) -> None:
    """Tells a worker. A bell that is out of order loses nothing: the sweeper rings again."""
    BELL.ring(TASKS[kind], key, now=time.monotonic())


def claim(kind: str, key: str) -> Job | None:
    """Takes the queued (or abandoned) job for `key` on lease; None if there is none to take."""
    now = timezone.now()
    with transaction.atomic():
        job = (
            Job.objects.select_for_update()
            .filter(_due(now), kind=kind, key=key)
            .order_by("id")
            .first()
        )
        if job is None:
            return None
        if job.attempts >= MOST_ATTEMPTS and job.state == JobState.RUNNING:
            _end(job, JobState.FAILED, message=GAVE_UP, error=job.error or DIED)
            return None
        job.state, job.attempts = JobState.RUNNING, job.attempts + 1
        job.lease_until, job.heartbeat_at = now + LEASE, now
        job.save()
        return job


def is_due(kind: str, now: datetime) -> bool:
    """Whether a job of this kind waits for a worker. 1 query."""
    return Job.objects.filter(_due(now), kind=kind).exists()


def _due(now: datetime) -> Q:
    return Q(state=JobState.QUEUED, requested_at__lte=now) | Q(
        state=JobState.RUNNING, lease_until__lt=now
    )


def finish(job: Job, *, message: str) -> None:
    _end(job, JobState.DONE, message=message)


def fail(job: Job, error: str, *, passing: bool) -> None:
    """A passing fault is tried again after 2, 4, 8, 16 seconds; any other, and the last try, ends
    the job, which says what happened."""
    if not passing or job.attempts >= MOST_ATTEMPTS:
        _end(job, JobState.FAILED, message=GAVE_UP if passing else BROKE, error=error)
        return
    later = timezone.now() + timedelta(seconds=2**job.attempts)
    with transaction.atomic():
        if Job.objects.filter(kind=job.kind, key=job.key, state=JobState.QUEUED).exists():
            _end(job, JobState.FAILED, message="a newer job does the same", error=error)
        else:
            _mine(job).update(
                state=JobState.QUEUED, lease_until=None, error=error, requested_at=later
            )


def sweep() -> int:
    """Rings again for every job that was queued too long, whose next try is due, or whose lease
    ran out."""
    now = timezone.now()
    lost = Job.objects.filter(
        Q(state=JobState.QUEUED, requested_at__lt=now - FORGOTTEN)
        | Q(state=JobState.QUEUED, attempts__gt=0, requested_at__lte=now)
        | Q(state=JobState.RUNNING, lease_until__lt=now)
    ).values_list("kind", "key")[:500]
    for kind, key in lost:
        ring(kind, key)
    return len(lost)


def _mine(job: Job) -> "QuerySet[Job]":
    """The job's row as long as no other worker has taken it."""
    return Job.objects.filter(pk=job.pk, state=JobState.RUNNING, attempts=job.attempts)


def _end(job: Job, state: JobState, *, message: str, error: str = "") -> None:
    now = timezone.now()
    _mine(job).update(
        state=state,
        done=job.total if state == JobState.DONE else job.done,
        message=message,
        error=error,
        lease_until=None,
        finished_at=now,
    )


def forget_old_jobs() -> int:
    """Deletes the jobs that ended longer than `KEPT` ago; returns how many."""
    old = Job.objects.filter(finished_at__lt=timezone.now() - KEPT).exclude(kind__in=LASTING)
    deleted, _ = old.delete()
    return deleted
