"""What workers do for simulations: each task takes ids, may be run twice, and calls a service."""

from celery import Task, shared_task

from analytics.services import chunks
from analytics.stopping import may_go_on


@shared_task(name="analytics.call_workers")
def call_workers(key: str) -> None:
    """Workers for simulation `key`."""
    chunks.call_workers(int(key))


@shared_task(name="analytics.play_chunk", bind=True)
def play_chunk(self: "Task[..., None]", key: str) -> None:
    """One chunk of a simulation; `key`: `simulation.call`."""
    chunks.work(key, str(self.request.hostname), may_go_on)


@shared_task(name="analytics.sweep")
def sweep() -> None:
    """Calls workers to what was lost."""
    chunks.sweep()
