"""Simulations: batches of games between bots, played by workers in chunks."""

from django.db import models
from django.db.models import Q

from tournaments.models import Club, Job, User
from tournaments.models.tournaments import GameName


class Simulation(models.Model):
    """What is to be played, how far the workers are, and what they have counted so far.

    Whether it runs, how many games are done and what went wrong stands in its job. Blocks (see
    `engines.batch`) below `next_block` are given out in chunks; they are played in stages, and
    `target_block` is where this one ends. `counts` sums the chunks that are done.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="simulations")
    job = models.OneToOneField(Job, models.PROTECT, related_name="simulation")
    game = models.CharField(max_length=16, choices=GameName)
    rules = models.PositiveSmallIntegerField()
    """The rules number of the engine that plays."""
    bots = models.JSONField()
    options = models.JSONField(default=dict, blank=True)
    setups = models.JSONField()
    seed = models.BigIntegerField()
    games = models.PositiveBigIntegerField()
    """How many at least; the last block is played to its end. With `until_width`: at most."""
    until_width = models.FloatField(null=True, blank=True)
    next_block = models.PositiveBigIntegerField(default=0)
    target_block = models.PositiveBigIntegerField()
    blocks_done = models.PositiveBigIntegerField(default=0)
    counts = models.JSONField(default=dict, blank=True)
    call = models.PositiveIntegerField(default=0)
    """Number of the newest call for workers; those who follow an older one stop."""
    called_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="simulations")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(game__in=GameName.values), name="known_simulation_game"
            ),
            models.CheckConstraint(condition=Q(games__gt=0), name="a_simulation_has_games"),
            models.CheckConstraint(
                condition=Q(blocks_done__lte=models.F("next_block"))
                & Q(next_block__lte=models.F("target_block")),
                name="done_blocks_were_given_out",
            ),
            models.CheckConstraint(
                condition=Q(until_width=None) | (Q(until_width__gt=0) & Q(until_width__lt=1)),
                name="a_width_is_a_share",
            ),
        ]

    def __str__(self) -> str:
        return f"simulation {self.pk} of {self.game}"


class ChunkState(models.TextChoices):
    """What is kept. One that runs on a lease that is over is read as lost (`queries.chunks_of`)."""

    RUNNING = "running"
    GIVEN_BACK = "given_back"
    DONE = "done"


class Chunk(models.Model):
    """`number` blocks from `first` on, given to one worker on lease; accepted once.

    A chunk whose lease ran out, or that was given back, is given to the next worker under the next
    `attempt`; not before `lease_until`, which a passing fault sets to the time of the next try. To
    give it back without a fault is no attempt.
    """

    simulation = models.ForeignKey(Simulation, models.CASCADE, related_name="chunks")
    first = models.PositiveBigIntegerField()
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=ChunkState, default=ChunkState.RUNNING)
    attempt = models.PositiveSmallIntegerField(default=1)
    worker = models.CharField(max_length=120)
    lease_until = models.DateTimeField(null=True)
    error = models.TextField(blank=True)
    """The last fault, in words."""
    games = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(null=True)
    """How long it took; until it is done, how long a worker had it at most, where that was long."""
    counts = models.JSONField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["simulation", "first"]
        constraints = [
            models.UniqueConstraint(fields=["simulation", "first"], name="a_block_is_played_once"),
            models.CheckConstraint(
                condition=Q(
                    state__in=[ChunkState.RUNNING, ChunkState.GIVEN_BACK],
                    counts__isnull=True,
                    lease_until__isnull=False,
                )
                | Q(state=ChunkState.DONE, counts__isnull=False, done_at__isnull=False),
                name="a_done_chunk_has_counts",
            ),
        ]
        indexes = [models.Index(fields=["simulation", "done_at"], name="chunks_by_time")]

    def __str__(self) -> str:
        return f"blocks {self.first} to {self.first + self.number - 1}: {self.state}"


class SampleRecord(models.Model):
    """The record of a block's first game, verified before it was kept."""

    simulation = models.ForeignKey(Simulation, models.CASCADE, related_name="records")
    block = models.PositiveBigIntegerField()
    text = models.TextField()

    class Meta:
        ordering = ["simulation", "block"]
        constraints = [
            models.UniqueConstraint(fields=["simulation", "block"], name="one_record_a_block")
        ]

    def __str__(self) -> str:
        return f"record of block {self.block}"
