"""A worker's part, done by the test itself."""

from analytics.models import Simulation
from analytics.services import chunks


def begin(simulation: Simulation) -> Simulation:
    """Called for, and its first chunk played."""
    chunks.call_workers(simulation.pk)
    play(simulation)
    return simulation


def play(simulation: Simulation, all_of_it: bool = False) -> None:
    """The next chunk, or all that are left."""
    simulation.refresh_from_db()
    while chunks.work(f"{simulation.pk}.{simulation.call}", "worker a") and all_of_it:
        pass
    simulation.refresh_from_db()
    simulation.job.refresh_from_db()
