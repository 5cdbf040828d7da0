"""Tournaments: stages, entries, rounds and the standings kept of them."""

from django.db import models
from django.db.models import F, Q

from tournaments.models.clubs import Club
from tournaments.models.players import Player


class GameName(models.TextChoices):
    NIWA = "niwa", "Niwa"
    GAZEBO = "gazebo", "Gazebo"
    GNOME_HOLLOW = "gnome_hollow", "Gnome Hollow"


class TournamentState(models.TextChoices):
    DRAFT = "draft"
    OPEN = "open"
    FINISHED = "finished"


class Tournament(models.Model):
    """One tournament of one game.

    `options` are the game's (`engines.registry`), `scheme` turns places into points, `keys` is the
    chain of the standing, `unplayed` says what an abandoned match counts, `seed` draws the lots.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    name = models.CharField(max_length=120)
    game = models.CharField(max_length=16, choices=GameName)
    state = models.CharField(max_length=12, choices=TournamentState, default=TournamentState.OPEN)
    starts_on = models.DateField()
    timezone = models.CharField(max_length=64)
    options = models.JSONField(default=dict, blank=True)
    scheme = models.CharField(max_length=24, default="place_share")
    scheme_version = models.PositiveSmallIntegerField(default=1)
    scheme_settings = models.JSONField(default=dict, blank=True)
    keys = models.JSONField(default=list)
    unplayed = models.CharField(max_length=8, default="drop")
    seed = models.BigIntegerField()
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(game__in=GameName.values), name="known_game"),
            models.CheckConstraint(
                condition=Q(state__in=TournamentState.values), name="known_tournament_state"
            ),
            models.CheckConstraint(
                condition=Q(unplayed__in=["drop", "worst", "replay"]), name="known_unplayed"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class StageKind(models.TextChoices):
    SOCIAL = "social"
    SWISS = "swiss"
    SCHEDULE = "schedule"
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"


class Stage(models.Model):
    """`table_size` seats a table (some tables one fewer); `matches`: the set-ups of each series."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    kind = models.CharField(max_length=12, choices=StageKind, default=StageKind.SOCIAL)
    table_size = models.PositiveSmallIntegerField()
    matches = models.JSONField(default=list)
    settings = models.JSONField(default=dict, blank=True)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once"),
            models.CheckConstraint(condition=Q(kind__in=StageKind.values), name="known_stage_kind"),
            models.CheckConstraint(
                condition=Q(table_size__gte=2, table_size__lte=6), name="tables_of_2_to_6"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, stage {self.number}"


class EntryState(models.TextChoices):
    REGISTERED = "registered"
    CHECKED_IN = "checked_in"
    DROPPED = "dropped"
    REPLACED = "replaced"


class EntryQuerySet(models.QuerySet["Entry"]):
    def playing(self) -> "EntryQuerySet":
        """Those the next draw seats."""
        return self.filter(state=EntryState.CHECKED_IN)


class Entry(models.Model):
    """A player in a tournament. `joined_round`: the first round number the entry could play in."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    state = models.CharField(
        max_length=12, choices=EntryState, default=EntryState.REGISTERED, db_index=True
    )
    joined_round = models.PositiveSmallIntegerField(default=1)
    dropped_round = models.PositiveSmallIntegerField(null=True, blank=True)
    replaced_by = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="replaces"
    )
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entry_once"),
            models.CheckConstraint(
                condition=Q(state__in=EntryState.values), name="known_entry_state"
            ),
            models.CheckConstraint(
                condition=Q(state=EntryState.REPLACED, replaced_by__isnull=False)
                | (~Q(state=EntryState.REPLACED) & Q(replaced_by=None)),
                name="replaced_says_by_whom",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.tournament}"


class RoundState(models.TextChoices):
    DRAWN = "drawn"
    PUBLISHED = "published"
    CLOSED = "closed"


class Round(models.Model):
    """`report` is the draw's (design §5); the same `seed` and people give the same draw again."""

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=RoundState, default=RoundState.DRAWN)
    seed = models.BigIntegerField()
    report = models.JSONField(default=dict)
    drawn_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["stage"],
                condition=~Q(state=RoundState.CLOSED),
                name="one_round_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(state__in=RoundState.values), name="known_round_state"
            ),
            models.CheckConstraint(
                condition=Q(state=RoundState.DRAWN, published_at=None, closed_at=None)
                | Q(state=RoundState.PUBLISHED, published_at__isnull=False, closed_at=None)
                | Q(state=RoundState.CLOSED, published_at__isnull=False, closed_at__isnull=False),
                name="round_times_fit_its_state",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage}, round {self.number}"


class Snapshot(models.Model):
    """A standing after a round, as computed up to journal position `position`.

    Revision 0 is the running standing, written anew after each change; revision 1 is made when
    the round closes, later ones by corrections; those are never changed.
    """

    round = models.ForeignKey(Round, models.PROTECT, related_name="snapshots")
    revision = models.PositiveIntegerField(default=0)
    position = models.PositiveBigIntegerField()
    standings = models.JSONField()
    computed_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["round", "revision"], name="snapshot_revision_once")
        ]
        indexes = [models.Index(F("round"), F("revision").desc(), name="newest_snapshot")]

    def __str__(self) -> str:
        return f"{self.round}, revision {self.revision}"
