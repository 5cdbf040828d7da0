"""Ratings: what the series of one club and game say about its players' strength.

All of it is computed from the series (`services.ratings`) and could be computed again.
"""

from django.db import models
from django.db.models import Q

from tournaments.models.clubs import Club
from tournaments.models.players import Player
from tournaments.models.series import Series
from tournaments.models.tournaments import GameName
from tournaments.rules import ratings as rules


class RatingPool(models.Model):
    """The ratings of one club and game, made by version `version` of `model` (`rules.ratings`).

    They reflect everything up to journal position `position` of the club. `merged`: who counted as
    whom then, id ↦ id.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="rating_pools")
    game = models.CharField(max_length=16, choices=GameName)
    model = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField()
    position = models.PositiveBigIntegerField(default=0)
    merged = models.JSONField(default=dict)
    computed_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "game"], name="one_pool_a_club_and_game"),
            models.CheckConstraint(condition=Q(game__in=GameName.values), name="known_pool_game"),
        ]

    def __str__(self) -> str:
        return f"{self.get_game_display()} ratings of {self.club}"


class RatingEvent(models.Model):
    """A finished series as the pool has seen it, at the series' version `seen_version`.

    `counts`: it was really played, by two sides or more; else it changed no rating.
    """

    pool = models.ForeignKey(RatingPool, models.PROTECT, related_name="rating_events")
    series = models.OneToOneField(Series, models.CASCADE, related_name="rating_event")
    seen_version = models.PositiveIntegerField()
    closed_at = models.DateTimeField()
    counts = models.BooleanField()

    class Meta:
        ordering = ["closed_at", "series"]
        indexes = [models.Index(fields=["pool", "closed_at", "series"], name="events_of_a_pool")]

    def __str__(self) -> str:
        return f"{self.series} in {self.pool}"


class RatingChange(models.Model):
    """What a series made of a player's rating. `number`: the player's first event in the pool is 1.

    `side`: who won together has the same, 0-based, and the same (mean) place.
    """

    pool = models.ForeignKey(RatingPool, models.PROTECT, related_name="rating_changes")
    event = models.ForeignKey(RatingEvent, models.PROTECT, related_name="changes")
    player = models.ForeignKey(Player, models.PROTECT, related_name="rating_changes")
    number = models.PositiveIntegerField()
    side = models.PositiveSmallIntegerField()
    place = models.DecimalField(max_digits=3, decimal_places=1)
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="one_change_a_player"),
            models.UniqueConstraint(
                fields=["pool", "player", "number"],
                name="rating_change_number_once",
                deferrable=models.Deferrable.DEFERRED,  # numbers move up when one comes before
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="events_count_from_1"),
            models.CheckConstraint(
                condition=Q(sigma_before__gt=0, sigma_after__gt=0), name="changes_leave_doubt"
            ),
        ]

    def __str__(self) -> str:
        return f"change {self.number} of {self.player}"

    @property
    def before(self) -> rules.Rating:
        return rules.Rating(self.mu_before, self.sigma_before, self.number - 1)

    @property
    def after(self) -> rules.Rating:
        return rules.Rating(self.mu_after, self.sigma_after, self.number)


class Rating(models.Model):
    """A player's rating after `events` events: that of the last change, on the library's scale."""

    pool = models.ForeignKey(RatingPool, models.PROTECT, related_name="ratings")
    player = models.ForeignKey(Player, models.PROTECT, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    events = models.PositiveIntegerField()
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["pool", "player"], name="one_rating_a_player"),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="ratings_leave_doubt"),
            models.CheckConstraint(condition=Q(events__gte=1), name="rated_by_an_event"),
        ]
        indexes = [models.Index(fields=["pool", "mu"], name="ratings_by_strength")]

    def __str__(self) -> str:
        return f"rating of {self.player}"

    @property
    def rating(self) -> rules.Rating:
        return rules.Rating(self.mu, self.sigma, self.events)
