"""Results: revisions that follow one another, their scores, and records of play."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.series import Match, Seat
from tournaments.models.tournaments import Round


class ResultState(models.TextChoices):
    REPORTED = "reported"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    SUPERSEDED = "superseded"


class ResultSource(models.TextChoices):
    SHEET = "sheet", "entered from a score sheet"
    RECORD = "record", "read from a verified record"
    IMPORT = "import", "imported from a file"


class Result(models.Model):
    """One revision of a match's outcome. Its content never changes; only `state` moves on, and with
    it who confirmed, or why it is disputed (triggers hold it to that: migration 0003).

    `sheet` is what was entered, in the form `engines` reads; `end` why the game ended, if it says.
    At most one revision is in force (reported, disputed or confirmed).
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="results")
    revision = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=ResultState, default=ResultState.REPORTED)
    source = models.CharField(max_length=12, choices=ResultSource, default=ResultSource.SHEET)
    sheet = models.JSONField()
    end = models.CharField(max_length=20, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    effective_round = models.ForeignKey(
        Round, models.PROTECT, null=True, blank=True, related_name="effective_results"
    )
    reported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="reported_results"
    )
    reported_at = models.DateTimeField()
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="confirmed_results",
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "revision"], name="result_revision_once"),
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(state=ResultState.CONFIRMED),
                name="one_confirmed_result_a_match",
            ),
            models.UniqueConstraint(
                fields=["match"],
                condition=~Q(state=ResultState.SUPERSEDED),
                name="one_result_in_force_a_match",
            ),
            models.CheckConstraint(
                condition=Q(state__in=ResultState.values), name="known_result_state"
            ),
            models.CheckConstraint(
                condition=Q(source__in=ResultSource.values), name="known_result_source"
            ),
            models.CheckConstraint(
                condition=~Q(state=ResultState.CONFIRMED)
                | Q(confirmed_by__isnull=False, confirmed_at__isnull=False),
                name="confirmed_says_by_whom",
            ),
            models.CheckConstraint(condition=Q(revision__gte=1), name="revisions_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"revision {self.revision} of {self.match}"


class Score(models.Model):
    """What the game counted for a seat; `place` 1 is best, tied seats share the mean place."""

    result = models.ForeignKey(Result, models.PROTECT, related_name="scores")
    seat = models.ForeignKey(Seat, models.PROTECT, related_name="scores")
    score = models.IntegerField()
    place = models.DecimalField(max_digits=3, decimal_places=1)
    credit = models.PositiveSmallIntegerField(default=0)
    detail = models.JSONField(default=dict)

    class Meta:
        ordering = ["result", "seat__position"]
        constraints = [
            models.UniqueConstraint(fields=["result", "seat"], name="one_score_a_seat"),
            models.CheckConstraint(condition=Q(place__gte=1), name="places_count_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.score} for {self.seat}"


class Record(models.Model):
    """The move record of a match, as verified by the engine under its `rules` number."""

    match = models.OneToOneField(Match, models.PROTECT, related_name="record")
    text = models.TextField()
    rules = models.PositiveSmallIntegerField()
    verified = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"record of {self.match}"
