"""Versioned game data: Gazebo's boards and Gnome Hollow's tile sets.

Immutable once written: a trigger refuses updates, the foreign keys to delete one that is played.
"""

from django.db import models

from tournaments.models.clubs import Club


class DataStatus(models.TextChoices):
    SOURCED = "sourced"
    RECONSTRUCTION = "reconstruction"
    OWN = "own", "a club's own"


class GameData(models.Model):
    """`club` null: shipped with Teien. `hash` is the SHA-256 of `text`, in hex."""

    name = models.CharField(max_length=60)
    text = models.TextField()
    hash = models.CharField(max_length=64)
    status = models.CharField(max_length=16, choices=DataStatus)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.name} {self.hash[:8]}"


class BoardVersion(GameData):
    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="boards")

    class Meta(GameData.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name", "hash"], nulls_distinct=False, name="board_version_once"
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=DataStatus.values), name="known_board_status"
            ),
        ]


class TileSetVersion(GameData):
    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="tile_sets")

    class Meta(GameData.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name", "hash"], nulls_distinct=False, name="tile_set_version_once"
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=DataStatus.values), name="known_tile_set_status"
            ),
        ]
