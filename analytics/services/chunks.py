"""Chunks of a simulation: given out on lease, played, accepted once.

Whatever workers do, the same blocks are counted: a chunk that nobody finished is played again by
the next worker, and what a late worker brings for a chunk that is done is dropped. A chunk is
counted whole or not at all: who stops in the middle of one gives it back.
"""

import json
import logging
import shlex
import time
from collections import Counter
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import Greatest
from django.utils import timezone

from analytics.models import Chunk, ChunkState, SampleRecord, Simulation
from analytics.queries import GOING
from analytics.services import turns
from analytics.services.simulations import batch_of, lock
from analytics.stats.batches import next_stage
from engines.batch import Batch, GameBroken, Played, play_blocks
from engines.play import KeepOn, Stopped, always
from engines.registry import ENGINES
from tournaments.models import Job
from tournaments.models.work import JobState
from tournaments.services import bell, jobs
from tournaments.services.heartbeat import LEASE, Heartbeat
from tournaments.services.jobs import DIED, MOST_ATTEMPTS, PASSING, told

log = logging.getLogger("teien.simulations")

CALL = "chunk"
"""The bell that a worker follows; its key is `simulation.call`."""
QUEUE = "long"
CALLS = 16
"""How many workers are called for one simulation."""
EVERY = timedelta(seconds=10)
"""After that many seconds workers are called anew: a new one may have come, a call been lost."""
JOB_LEASE = timedelta(seconds=60)
GROWTH = 16
"""A chunk has at most so many times the blocks of the one whose speed it goes by."""
OPEN = (*GOING, JobState.PAUSED)
"""States in which what is counted is added."""
LEFT = (ChunkState.RUNNING, ChunkState.GIVEN_BACK)
"""States of a chunk that the next worker is given once its lease has run out."""
MAY_PASS = (*PASSING, SystemExit)
"""Faults in a game after which it is tried again; a killed process may end by SystemExit."""


def call_workers(pk: int) -> str:
    """Calls workers to a simulation that is to run; those who follow an older call stop."""
    now = timezone.now()
    with transaction.atomic():
        simulation, job = lock(pk)
        if job.state not in GOING:
            return f"it is {job.state}"
        job.state, job.lease_until, job.heartbeat_at = JobState.RUNNING, now + JOB_LEASE, now
        job.save()
        simulation.call, simulation.called_at = simulation.call + 1, now
        simulation.save(update_fields=["call", "called_at"])
    for _ in range(CALLS):
        jobs.ring(CALL, f"{pk}.{simulation.call}")
    return f"call {simulation.call}"


def sweep() -> int:
    """Calls workers again to every running simulation that needs some; returns how many.

    None is called while earlier calls wait: where nobody plays they would pile up. Nor to a slow
    one that gives way to others (`turns`).
    """
    if bell.waiting(QUEUE) >= CALLS:
        return 0
    now = timezone.now()
    lost = Q(chunks__state__in=LEFT, chunks__lease_until__lt=now)
    more = Q(next_block__lt=F("target_block"), called_at__lt=now - EVERY)
    needy = Simulation.objects.filter(lost | more, job__state=JobState.RUNNING).distinct()
    waiting = [pk for pk in needy.values_list("pk", flat=True) if turns.may_begin(pk, now)]
    for pk in waiting:
        call_workers(pk)
    return len(waiting)


def work(key: str, worker: str, keep_on: KeepOn = always) -> bool:
    """Follows a call: plays one chunk and calls for the next. False if there was none to play.

    The chunk is of the simulation whose turn it is, which may be another (`turns.next_call`): no
    simulation waits until all calls of those before it are followed.
    keep_on: whether this worker may; if not, it gives back the chunk in hand.
    """
    pk, _, call = key.partition(".")
    called = (int(pk), int(call))
    turn = turns.next_call(called, timezone.now())
    chunk = claim(*turn, worker)
    if chunk is None and turn != called:
        chunk = claim(*called, worker)
    if chunk is None:
        return False
    play(chunk, keep_on)
    jobs.ring(CALL, key)
    return True


def play(chunk: Chunk, keep_on: KeepOn = always) -> None:
    """Plays a chunk and brings what was counted; says of any fault what happened.

    It is given back as soon as the worker is to stop, the simulation is paused or has ended, the
    chunk is another worker's, or, slow, it gives way to others (`turns`).
    """
    began = time.perf_counter()

    def worth() -> bool:
        going = _mine(chunk).filter(simulation__job__state__in=GOING).exists()
        return going and has_turn(chunk, time.perf_counter() - began)

    try:
        with Heartbeat(_mine(chunk), worth=worth) as heart:
            played = play_blocks(
                batch_of(chunk.simulation), chunk.first, chunk.number,
                lambda: keep_on() and not heart.lost.is_set(),
            )  # fmt: skip
        if not accept(chunk, played, time.perf_counter() - began):
            give_back(chunk)
    except Stopped:
        give_back(chunk)
    except GameBroken as broken:
        if keep_on():
            _tell(chunk, broken)
        else:  # a worker that has to stop may be ended by force
            give_back(chunk)
        if isinstance(broken.error, SystemExit):
            raise broken.error from None
    except BaseException as error:  # in what is around the games, or no fault that these tell
        if isinstance(error, Exception) or keep_on():
            hand_back(chunk, told(error))
        else:
            give_back(chunk)
        raise


def has_turn(chunk: Chunk, seconds: float) -> bool:
    """Whether a chunk that was in hand for so long stays there. From the time on in which it is
    slow that is written down: by it others know, and it is known when it is given out again."""
    if seconds <= turns.SLOW:
        return True
    _mine(chunk).update(seconds=Greatest(F("seconds"), Value(seconds)))
    return turns.may_go_on(chunk.pk, timezone.now())


def _tell(chunk: Chunk, broken: GameBroken) -> None:
    hand_back(chunk, f"block {broken.block}: {told(broken.error)}")
    if not isinstance(broken.error, MAY_PASS):
        log.exception("a game broke", extra={"simulation": chunk.simulation_id})
        fail(chunk, broken)


def claim(pk: int, call: int, worker: str) -> Chunk | None:
    """The next chunk on lease: one that was lost, or the next blocks. None if nothing is to do,
    if workers were called anew meanwhile, or others come first (`turns`).

    A chunk that was lost too often fails the simulation: it kills its workers. So do rules that
    have changed since it began: games of both would be counted together.
    """
    now = timezone.now()
    with transaction.atomic():
        simulation, job = lock(pk)
        if job.state != JobState.RUNNING or call != simulation.call:
            return None
        if not _same_rules(simulation, job) or not turns.may_begin(pk, now):
            return None
        lost = simulation.chunks.filter(state__in=LEFT, lease_until__lt=now)
        chunk = lost.select_for_update().order_by("first").first()
        if chunk is None and simulation.next_block < simulation.target_block:
            chunk = Chunk(simulation=simulation, first=simulation.next_block, attempt=0)
            chunk.number = min(_size(simulation), simulation.target_block - simulation.next_block)
            simulation.next_block += chunk.number
            simulation.save(update_fields=["next_block"])
        if chunk is None:
            return None
        if chunk.attempt >= MOST_ATTEMPTS:
            _give_up(simulation, job, chunk)
            return None
        chunk.simulation, chunk.state = simulation, ChunkState.RUNNING
        chunk.attempt, chunk.worker, chunk.lease_until = chunk.attempt + 1, worker, now + LEASE
        chunk.save()
        job.heartbeat_at, job.lease_until = now, now + JOB_LEASE
        job.save(update_fields=["heartbeat_at", "lease_until"])
        return chunk


def _same_rules(simulation: Simulation, job: Job) -> bool:
    """Whether this worker plays by the rules that the simulation began with. If its own are newer,
    the simulation fails; if they are older, others may go on with it."""
    began, ours = simulation.rules, ENGINES[simulation.game].rules
    if ours > began:
        changed = f"the rules of {simulation.game} have changed since it began, {began} → {ours}"
        _fail(simulation, job, f"{changed}; start it again", "")
    elif ours < began:
        facts = {"simulation": simulation.pk, "rules": began, "ours": ours}
        log.warning("left to workers of a newer version", extra=facts)
    return ours == began


def _size(simulation: Simulation) -> int:
    """Blocks that take about a chunk's time (settings), by the speed of the chunk that was done
    last; one block as long as none is."""
    done = simulation.chunks.filter(state=ChunkState.DONE).order_by("-done_at").first()
    if done is None:
        return 1
    speed = done.number / max(done.seconds or 0.0, 0.001)
    return max(1, min(round(speed * settings.SIMULATION_CHUNK_SECONDS), GROWTH * done.number))


def accept(chunk: Chunk, played: Played, seconds: float) -> bool:
    """Adds what was counted, once; False where the chunk is another's by now, or all has ended."""
    now = timezone.now()
    with transaction.atomic():
        simulation, job = lock(chunk.simulation_id)
        games = chunk.number * len(batch_of(simulation).rotations())
        accepted = job.state in OPEN and _mine(chunk).update(
            state=ChunkState.DONE, counts=dict(played.counts), seconds=seconds, games=games,
            done_at=now, lease_until=None,
        )  # fmt: skip
        if not accepted:
            return False
        counts = Counter(simulation.counts)
        counts.update(played.counts)
        simulation.counts = dict(counts)
        simulation.blocks_done += chunk.number
        SampleRecord.objects.bulk_create(
            SampleRecord(simulation=simulation, block=block, text=json.dumps(record.written()))
            for block, record in played.records.items()
        )
        job.done, job.heartbeat_at = job.done + games, now
        opened = _go_on(simulation, job)
        simulation.save()
        job.save()
    if opened:  # those who found nothing to do at the end of the last stage have gone
        call_workers(simulation.pk)
    return True


def _go_on(simulation: Simulation, job: Job) -> bool:
    """Where this stage is done ends the simulation, or opens the next one: then True."""
    if simulation.blocks_done < simulation.target_block:
        return False
    further = next_stage(
        batch_of(simulation), simulation.games, simulation.until_width, simulation.blocks_done,
        simulation.counts,
    )  # fmt: skip
    if further is None:
        _end(job, JobState.DONE, f"{job.done:,} games played")
        return False
    simulation.target_block = further
    return True


def hand_back(chunk: Chunk, why: str) -> None:
    """For a fault: another try later, after 2, 4, 8, 16 seconds, if it may pass."""
    wait = timedelta(seconds=2**chunk.attempt)
    _mine(chunk).update(state=ChunkState.GIVEN_BACK, lease_until=timezone.now() + wait, error=why)


def give_back(chunk: Chunk) -> None:
    """For the next worker, at once, as if it had not been tried."""
    _mine(chunk).update(
        state=ChunkState.GIVEN_BACK, lease_until=timezone.now(), attempt=chunk.attempt - 1
    )


def fail(chunk: Chunk, broken: GameBroken) -> None:
    """A game that breaks breaks each time: the job says which, and how to see it again."""
    with transaction.atomic():
        simulation, job = lock(chunk.simulation_id)
        if job.state in OPEN:
            why = f"{told(broken.error)}\n{again(batch_of(simulation), broken.block)}"
            _fail(simulation, job, f"block {broken.block} broke", why)


def _give_up(simulation: Simulation, job: Job, chunk: Chunk) -> None:
    """What kills a worker each time, or looks like a fault of its machine, can be seen as well."""
    why = (
        f"{chunk.error or DIED}\n{again(batch_of(simulation), chunk.first, chunk.number)}\n"
        "If that plays to the end, the machine was at fault: start the simulation anew."
    )
    last = chunk.first + chunk.number - 1
    where = f"block {last}" if chunk.number == 1 else f"blocks {chunk.first} to {last}"
    _fail(simulation, job, f"gave up at {where}", why)


def again(batch: Batch, block: int, number: int = 1) -> str:
    """The command that plays blocks of a batch again, in one process, in a sentence."""
    words = [
        "./teien", "manage", "simulate", batch.game, "--bots", ",".join(batch.bots),
        "--options", json.dumps(batch.options), "--setups", json.dumps(batch.setups),
        "--seed", str(batch.seed), "--block", str(block),
    ]  # fmt: skip
    if number > 1:
        words += ["--blocks", str(number)]
    return f"The same again: {shlex.join(words)}"


def _mine(chunk: Chunk) -> "QuerySet[Chunk]":
    """The chunk's row as long as no other worker was given it."""
    return Chunk.objects.filter(pk=chunk.pk, state=ChunkState.RUNNING, attempt=chunk.attempt)


def _end(job: Job, state: JobState, message: str, error: str = "") -> None:
    job.state, job.message, job.error = state, message, error
    job.lease_until, job.finished_at = None, timezone.now()


def _fail(simulation: Simulation, job: Job, message: str, error: str) -> None:
    _end(job, JobState.FAILED, message, error)
    job.save()
    simulation.save(update_fields=["changed_at"])
