"""Clubs and who is what in them."""

from django.conf import settings
from django.db import models


class Club(models.Model):
    """A club. Its row counts the journal: `position` is that of the newest entry."""

    name = models.CharField(max_length=120)
    timezone = models.CharField(max_length=64, default="UTC")
    position = models.PositiveBigIntegerField(default=0, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["name"], name="club_name_once"),
            models.CheckConstraint(condition=~models.Q(name=""), name="club_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    OWNER = "owner"
    ORGANISER = "organiser"
    SCORER = "scorer"
    MEMBER = "member"


class Membership(models.Model):
    club = models.ForeignKey(Club, models.PROTECT, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role)
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="membership_once"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="known_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"
