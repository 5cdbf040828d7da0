"""What workers do: each task takes an id, may be run twice, and calls a service."""

from celery import shared_task

from tournaments.services import idempotency, jobs, ratings, standings


@shared_task(name="tournaments.compute_standings")
def compute_standings(key: str) -> None:
    """The open round's standing of tournament `key`."""
    jobs.work("standings", key, lambda: standings.compute_by_id(int(key)))


@shared_task(name="tournaments.compute_ratings")
def compute_ratings(key: str) -> None:
    """The ratings of a pool; `key`: the club's id and the game, `3:niwa`."""
    jobs.work("ratings", key, lambda: ratings.update_by_key(key))


@shared_task(name="tournaments.compute_long_ratings")
def compute_long_ratings(key: str) -> None:
    """The same for a pool of which many series are to be counted; goes to the queue `long`."""
    jobs.work("long_ratings", key, lambda: ratings.update_by_key(key, at_length=True))


@shared_task(name="tournaments.sweep")
def sweep() -> None:
    """Rings again for every job that a message or a worker lost."""
    jobs.sweep()


@shared_task(name="tournaments.clean_up")
def clean_up() -> None:
    """Nightly: forgets what nobody will ask for again."""
    idempotency.forget_old_keys()
    jobs.forget_old_jobs()
