"""Players: the one place where a person's name is kept."""

from django.conf import settings
from django.db import models

from tournaments.models.clubs import Club


class PlayerQuerySet(models.QuerySet["Player"]):
    def active(self) -> "PlayerQuerySet":
        """Players who are themselves: neither merged into another nor erased."""
        return self.filter(merged_into=None, erased_at=None)


class Player(models.Model):
    """A person in a club, with or without an account.

    `name_key` is the name as compared (`services.texts.name_key`); `number` is the club's
    own number for the person, if it has one; `reading` sorts a name that is written otherwise.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="players"
    )
    name = models.CharField(max_length=120)
    name_key = models.CharField(max_length=240, editable=False)
    reading = models.CharField(max_length=120, blank=True)
    number = models.CharField(max_length=40, blank=True)
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="merged"
    )
    erased_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name_key"],
                condition=models.Q(merged_into=None, erased_at=None),
                name="player_name_once_in_a_club",
            ),
            models.UniqueConstraint(
                fields=["club", "number"],
                condition=~models.Q(number="") & models.Q(merged_into=None, erased_at=None),
                name="player_number_once_in_a_club",
            ),
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=models.Q(user__isnull=False, merged_into=None),
                name="one_player_a_user_in_a_club",
            ),
            models.CheckConstraint(
                condition=~models.Q(merged_into=models.F("id")), name="not_merged_into_itself"
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
