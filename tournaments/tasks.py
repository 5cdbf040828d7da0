"""What workers do: each task takes an id, may be run twice, and calls a service."""

from celery import shared_task

from tournaments.services import idempotency, jobs, standings


@shared_task(name="tournaments.compute_standings")
def compute_standings(key: str) -> None:
    """The open round's standing of tournament `key`."""
    jobs.work("standings", key, lambda: standings.compute_by_id(int(key)))


@shared_task(name="tournaments.sweep")
def sweep() -> None:
    """Rings again for every job that a message or a worker lost."""
    jobs.sweep()


@shared_task(name="tournaments.clean_up")
def clean_up() -> None:
    """Nightly: forgets what nobody will ask for again."""
    idempotency.forget_old_keys()
    jobs.forget_old_jobs()
