"""Loaders of simulations: a fixed number of queries, whatever the number of chunks."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import (
    Case,
    CharField,
    Count,
    DateTimeField,
    F,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.functions import JSONObject
from django.utils import timezone

from analytics.models import Chunk, ChunkState, Simulation
from engines.batch import named
from tournaments.models import BoardVersion, Club, TileSetVersion
from tournaments.models.work import JobState
from tournaments.queries_boards import OWN_DATA, written, written_shipped

MOMENT = timedelta(seconds=3)
"""Between two chunks a worker has none in hand, and is at it all the same."""
WINDOW = timedelta(seconds=20)
"""The rate is that of the chunks that were done in this time."""

LABELS = ("name", "id", "version", "status", "note")
"""Of a board or a tile set as it is written: they make no other game."""

GOING = (JobState.QUEUED, JobState.RUNNING)
"""States in which workers are at it, or are called."""


LOST = "lost"
"""What a chunk is whose worker has been silent for longer than its lease."""
CHUNK_STATES = (*ChunkState.values, LOST)
"""What a chunk is read as."""


@dataclass(frozen=True)
class Progress:
    """How far a simulation is. `rate`: games a second, None while nothing is known; `left`:
    seconds to the end, at this rate, with `until_width` at most. `workers`: while it is to run,
    chunks in hand, or who brought one a moment ago and asks for the next. `stopping`: chunks that
    are still in hand while it is paused."""

    state: str
    done: int
    total: int
    rate: float | None
    left: float | None
    workers: int
    stopping: int

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
            parts.append(_workers(self.workers))
        if self.stopping:
            parts.append(f"{_workers(self.stopping)} stopping")
        return " · ".join(parts)


def _workers(number: int) -> str:
    return f"{number} worker{'s' if number > 1 else ''}"


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


def watched(now: datetime | None = None) -> "QuerySet[Simulation]":
    """Simulations with their clubs, their jobs and what `progress` tells. 1 query.

    What moves while workers play is of one moment, counts too: two queries would be of two, and a
    count that is accepted between them would stand beside progress that knows nothing of it.
    """
    now = now or timezone.now()
    chunks = Chunk.objects.filter(simulation=OuterRef("pk")).order_by().values("simulation")
    lately = chunks.filter(done_at__gt=now - WINDOW).annotate(
        found=JSONObject(games=Sum("games"), seconds=Sum("seconds"), since=Min("done_at"))
    )
    running, asking = (
        Q(state=ChunkState.RUNNING, lease_until__gt=now),
        Q(done_at__gt=now - MOMENT),
    )
    at_it = chunks.filter(running | asking).annotate(
        found=JSONObject(
            running=Count("pk", filter=running),
            asking=Count("worker", filter=asking, distinct=True),
        )
    )
    return Simulation.objects.select_related("club", "job").annotate(
        looked_at=Value(now, DateTimeField()),
        lately=Subquery(lately.values("found")),
        at_it=Subquery(at_it.values("found")),
    )


def progress(simulation: Simulation) -> Progress:
    """Of a row of `watched`: 0 queries."""
    row: Any = simulation
    job, at_it = simulation.job, row.at_it or {"running": 0, "asking": 0}
    rate, left = None, None
    if row.lately:
        since = row.looked_at - datetime.fromisoformat(row.lately["since"])
        seconds = max(since.total_seconds(), row.lately["seconds"] or 0.01)
        rate = row.lately["games"] / seconds
        left = (job.total - job.done) / rate
    asking = at_it["asking"] if job.state == JobState.RUNNING else 0
    workers = max(at_it["running"], asking) if job.state in GOING else 0
    stopping = at_it["running"] if job.state == JobState.PAUSED else 0
    return Progress(job.state, job.done, job.total, rate, left, workers, stopping)


def chunks_of(simulation: Simulation, state: str = "") -> "QuerySet[Chunk]":
    """A simulation's chunks in order, without counts; `read_as`: one of `CHUNK_STATES`; `state`:
    those alone that are read so. 1 query."""
    silent = Q(state=ChunkState.RUNNING, lease_until__lte=timezone.now())
    read_as = Case(When(silent, then=Value(LOST)), default=F("state"), output_field=CharField())
    rows = Chunk.objects.filter(simulation=simulation).annotate(read_as=read_as).defer("counts")
    return rows.filter(read_as=state) if state else rows


def own_data(club: Club, game: str) -> dict[str, BoardVersion | TileSetVersion]:
    """The club's own boards or tile sets in force, by name. 1 query; none for a game without."""
    if game not in OWN_DATA:
        return {}
    rows = OWN_DATA[game].objects.filter(club=club, retired_at=None).order_by("name_key")
    return {row.name: row for row in rows}


@dataclass(frozen=True)
class Since:
    """What can't be asked for again by name: boards or tile sets, by name, that are gone
    (withdrawn, or never the club's own), and those that have other content by now."""

    gone: list[str]
    changed: list[str]


def data_since(simulation: Simulation) -> Since:
    """The boards or tile sets of a simulation beside those of today. 1 query."""
    game, found = simulation.game, Since([], [])
    own = own_data(simulation.club, game)
    for played in (value for setup in simulation.setups for value in setup.values()):
        if not isinstance(played, dict):
            continue
        name = str(named({"it": played})["it"])
        today = written(own[name]) if name in own else written_shipped(game, name)
        if today is None:
            found.gone.append(name)
        elif content(today) != content(played):
            found.changed.append(name)
    return found


def content(data: Any) -> Any:
    """A board or a tile set without what only labels it; anything else as it is."""
    if not isinstance(data, dict):
        return data
    return {key: value for key, value in data.items() if key not in LABELS}
