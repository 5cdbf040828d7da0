"""A club's simulations, few or many, of which one has as many chunks and records."""

import json

from django.utils import timezone

from analytics.models import Chunk, ChunkState, SampleRecord, Simulation
from analytics.services import simulations
from engines.batch import play_blocks
from tournaments.models import Club, Job, User
from tournaments.models.work import JobState


def simulate(owner: User, club: Club, rows: int) -> Simulation:
    """So many simulations; the first one runs, has so many chunks and so many records."""
    first = simulations.start(
        owner, club, game="niwa", bots=["greedy", "random"], games=2 * rows, seed=7,
        setups=[{"mission": 1}],
    )  # fmt: skip
    _play(first, rows)
    _others(first, rows - 1)
    return first


def _play(simulation: Simulation, rows: int) -> None:
    """One block is played; the others are counted as done without."""
    now = timezone.now()
    played = play_blocks(simulations.batch_of(simulation), 0, 1)
    simulation.counts = dict(played.counts)
    simulation.blocks_done = simulation.next_block = rows
    simulation.save()
    Job.objects.filter(pk=simulation.job_id).update(
        state=JobState.RUNNING, done=2 * rows, lease_until=now
    )
    Chunk.objects.bulk_create(
        Chunk(
            simulation=simulation, first=at, number=1, state=ChunkState.DONE, worker=f"worker {at}",
            games=2, seconds=0.1, counts={}, done_at=now,
        )
        for at in range(rows)
    )  # fmt: skip
    text = json.dumps(played.records[0].written())
    SampleRecord.objects.bulk_create(
        SampleRecord(simulation=simulation, block=at, text=text) for at in range(rows)
    )


def _others(like: Simulation, number: int) -> None:
    now = timezone.now()
    jobs = Job.objects.bulk_create(
        Job(
            club=like.club, kind=simulations.KIND, key=f"like {like.pk}-{at}", requested_at=now,
            state=JobState.DONE, finished_at=now,
        )
        for at in range(number)
    )  # fmt: skip
    Simulation.objects.bulk_create(
        Simulation(
            club=like.club, job=job, game=like.game, rules=like.rules, bots=like.bots,
            setups=like.setups, seed=like.seed, games=like.games, target_block=like.target_block,
            created_by=like.created_by, changed_at=now,
        )
        for job in jobs
    )  # fmt: skip
