"""Loaders of simulations: a fixed number of queries, whatever the number of chunks."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q, QuerySet, Sum
from django.utils import timezone

from analytics.models import Chunk, ChunkState, Simulation
from tournaments.models import Club
from tournaments.models.work import JobState

MOMENT = timedelta(seconds=3)
"""Between two chunks a worker has none in hand, and is at it all the same."""
WINDOW = timedelta(seconds=20)
"""The rate is that of the chunks that were done in this time."""


@dataclass(frozen=True)
class Progress:
    """How far a simulation is. `rate`: games a second, None while nothing is known; `left`:
    seconds to the end, at this rate, with `until_width` at most. `workers`: chunks in hand, or who
    brought one a moment ago and asks for the next."""

    state: str
    done: int
    total: int
    rate: float | None
    left: float | None
    workers: int

    @property
    def sentence(self) -> str:
        """`1,200 of 20,000 games · 150 games a second · 2 min left · 3 workers`."""
        parts = [self.state, f"{self.done:,} of {self.total:,} games"]
        if self.rate is not None and self.state == JobState.RUNNING:
            parts.append(
                f"{self.rate:,.3g} games a second"
                if self.rate < 1000
                else f"{self.rate:,.0f} games a second"
            )
            parts.append(f"{duration(self.left or 0)} left")
        if self.workers:
            parts.append(f"{self.workers} worker{'s' if self.workers > 1 else ''}")
        return " · ".join(parts)


def duration(seconds: float) -> str:
    """`40 s`, `12 min`, `3 h`, `2 days`: as exact as anybody needs who waits."""
    for size, unit in ((172_800, 86_400), (7_200, 3_600), (120, 60)):
        if seconds >= size:
            name = {86_400: "days", 3_600: "h", 60: "min"}[unit]
            return f"{seconds / unit:.0f} {name}"
    return f"{seconds:.0f} s"


def simulations_of(club: Club) -> "QuerySet[Simulation]":
    """A club's simulations with their jobs, the newest first. 1 query."""
    rows = Simulation.objects.filter(club=club).select_related("job", "created_by")
    return rows.order_by("-id").defer("counts")


def progress(simulation: Simulation, now: datetime | None = None) -> Progress:
    """2 queries."""
    job, now = simulation.job, now or timezone.now()
    recent = Chunk.objects.filter(simulation=simulation, done_at__gt=now - WINDOW)
    found = recent.aggregate(games=Sum("games"), since=Min("done_at"), seconds=Sum("seconds"))
    running = Q(state=ChunkState.RUNNING, lease_until__gt=now)
    asking = Q(done_at__gt=now - MOMENT) if job.state == JobState.RUNNING else Q(pk__in=[])
    at_it = Chunk.objects.filter(running | asking, simulation=simulation).aggregate(
        running=Count("pk", filter=running), asking=Count("worker", filter=asking, distinct=True)
    )
    rate = None
    if found["games"]:
        rate = found["games"] / max(
            (now - found["since"]).total_seconds(), found["seconds"] or 0.01
        )
    left = None if rate is None else (job.total - job.done) / rate
    return Progress(job.state, job.done, job.total, rate, left, max(at_it.values()))
