"""Turns: which simulation a process of the queue `long` plays, whoever called it.

Simulations take turns, chunk by chunk: the next is of one that has fewest in hand, and of those of
the one whose turn is longest ago. So a small one need not wait behind the calls of great ones.

Most blocks take milliseconds. One of bots that think for long takes minutes, and holds its process
until it is counted. So while other work is there, slow simulations together get at most half of
the processes that play, and one at least; and where they hold them all, the last of the slow chunks
in hand is given back. The first is played to its end, whoever waits. When nobody else is there,
slow ones are given out as any other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_

from django.db.models import F, OuterRef, Q, Subquery

from analytics.models import Chunk, ChunkState, Simulation
from engines.registry import ENGINES
from tournaments.models.work import JobState
from tournaments.services import jobs

SLOW = 5.0
"""Seconds. A block that takes longer is slow, and so is the simulation that it is of."""
PATIENCE = timedelta(seconds=3)
"""Who had a chunk in hand so long ago does not wait yet: between two chunks nobody has any."""
RATINGS = "long_ratings"


@dataclass(frozen=True)
class Going:
    """A simulation that is to run, as it stands at some time.

    call: the one that workers follow now. slow: its last block was, or one that is not done had a
    worker for so long. in_hand: chunks. late: ids of those of them that are slow by now. gives: a
    chunk could be given out. waits: one could, and none was in hand for some seconds. since: when
    blocks of it were last counted, or a person moved it.
    """

    pk: int
    call: int
    slow: bool
    in_hand: int
    late: tuple[int, ...]
    gives: bool
    waits: bool
    since: datetime


def may_begin(pk: int, now: datetime) -> bool:
    """Whether a chunk of this simulation may be given out. 2 queries, 5 where it is slow."""
    mine = next(iter(going(now, Q(pk=pk))), None)
    if mine is None or not mine.slow:
        return True
    return begins(mine, going(now), jobs.is_due(RATINGS, now))


def next_call(called: tuple[int, int], now: datetime) -> tuple[int, int]:
    """The simulation whose turn it is, and its call; `called`: the one that this worker follows,
    which it is where no other one that is quick has anything to give out. 2 queries."""
    return next_turn(called, going(now))


def next_turn(called: tuple[int, int], going: Sequence[Going]) -> tuple[int, int]:
    """See `next_call`."""
    if called not in [(each.pk, each.call) for each in going]:
        return called
    quick = [each for each in going if each.gives and not each.slow]
    turn = min(quick, key=lambda each: (each.in_hand, each.since, each.pk), default=None)
    return (turn.pk, turn.call) if turn else called


def may_go_on(chunk: int, now: datetime) -> bool:
    """Whether a slow chunk in hand is played on. 3 queries."""
    return goes_on(chunk, going(now), jobs.is_due(RATINGS, now))


def begins(mine: Going, going: Sequence[Going], ratings: bool) -> bool:
    """Whether a slow simulation, one of those, may be given a process more. ratings: some are due.

    A slow one that has none comes first; of several the one whose turn is longest ago.
    """
    rest = [each for each in going if each.pk != mine.pk and each.gives]
    for each in rest:
        if each.slow and not each.in_hand and (mine.in_hand or each.since < mine.since):
            return False
    if not ratings and all(each.slow for each in rest):
        return True
    slow = sum(each.in_hand for each in going if each.slow)
    return slow < max(1, sum(each.in_hand for each in going if not each.slow))


def goes_on(chunk: int, going: Sequence[Going], ratings: bool) -> bool:
    """Whether a slow chunk stays in hand: while nobody waits, or if another one is to be given
    back. The one with the lowest id never is, so each is played to its end at last."""
    late = [pk for each in going for pk in each.late]
    waits = ratings or any(each.waits for each in going)
    return not waits or len(late) < 2 or chunk != max(late)


def going(now: datetime, only: Q | None = None) -> list[Going]:
    """The simulations that workers like this one can play. 2 queries."""
    last = Chunk.objects.filter(simulation=OuterRef("pk"), state=ChunkState.DONE)
    last = last.order_by("-done_at").annotate(pace=F("seconds") / F("number"))
    ours = reduce(or_, (Q(game=name, rules=each.rules) for name, each in ENGINES.items()))
    rows = list(
        Simulation.objects.filter(ours, only or Q(), job__state=JobState.RUNNING)
        .select_related("job")
        .defer("counts", "setups")
        .annotate(pace=Subquery(last.values("pace")[:1]))
        .annotate(done_at=Subquery(last.values("done_at")[:1]))
    )
    left: dict[int, list[Chunk]] = {row.pk: [] for row in rows}
    for chunk in Chunk.objects.filter(simulation__in=list(left), done_at=None):
        left[chunk.simulation_id].append(chunk)
    return [_going(row, row.pace, row.done_at, left[row.pk], now) for row in rows]


def _going(
    row: Simulation, pace: float | None, done_at: datetime | None, left: Sequence[Chunk],
    now: datetime,
) -> Going:  # fmt: skip
    """left: its chunks that are not done; `pace`, `done_at`: of the one that was done last."""
    leases = [(chunk, chunk.lease_until or now) for chunk in left]
    held = [chunk for chunk, until in leases if chunk.state == ChunkState.RUNNING and until > now]
    gives = row.next_block < row.target_block or any(until < now for _, until in leases)
    late = [chunk.pk for chunk in left if (chunk.seconds or 0.0) > SLOW]
    slow = bool(late) or (pace or 0.0) > SLOW
    since = max(row.job.requested_at, done_at or row.job.requested_at)
    return Going(
        pk=row.pk, call=row.call, slow=slow, in_hand=len(held), gives=gives, since=row.changed_at,
        late=tuple(chunk.pk for chunk in held if chunk.pk in late),
        waits=gives and not slow and not held and since <= now - PATIENCE,
    )  # fmt: skip
