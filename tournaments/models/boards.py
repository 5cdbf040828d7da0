"""Versioned game data: Gazebo's boards and Gnome Hollow's tile sets.

What a version is never changes (a trigger sees to it); whether it is in force may. The foreign keys
refuse to delete one that a match is planned or played on.
"""

from collections.abc import Sequence
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.clubs import Club


class DataStatus(models.TextChoices):
    SOURCED = "sourced"
    RECONSTRUCTION = "reconstruction"
    OWN = "own", "a club's own"


class GameData(models.Model):
    """`club` null: shipped with Teien. `hash` is the SHA-256 of `text`, in hex.

    `status` is a label, of which `text` and `hash` of a club's version say nothing. `number` counts
    the versions of a name from 1; `name_key` is the name as compared
    (`services.texts.name_key`). Of a club's versions of one name at most one is in force: the
    others have a time in `retired_at` and are planned no more.

    KEY: what a set-up names it by. PLURAL: several in the journal. ON_MATCH: a match's key to it.
    """

    KEY: ClassVar[str]
    PLURAL: ClassVar[str]
    ON_MATCH: ClassVar[str]

    name = models.CharField(max_length=60)
    name_key = models.CharField(max_length=240, default="", editable=False)
    number = models.PositiveIntegerField(default=1)
    text = models.TextField()
    hash = models.CharField(max_length=64)
    status = models.CharField(max_length=16, choices=DataStatus)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="made_%(class)ss",
    )
    retired_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        abstract = True
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.name} {self.hash[:8]}, {self.get_status_display()}"


def _constraints(noun: str, *, once: Sequence[str], owned: Q) -> list[models.BaseConstraint]:
    """What holds for each kind of game data; `noun` names it in the constraints.

    once: what two versions of a name differ in. owned: which statuses a club's version has.
    """
    own = Q(club__isnull=False)
    return [
        models.UniqueConstraint(
            fields=["club", "name", *once], nulls_distinct=False, name=f"{noun}_version_once"
        ),
        models.UniqueConstraint(
            fields=["club", "name_key", "number"], condition=own, name=f"{noun}_number_once"
        ),
        models.UniqueConstraint(
            fields=["club", "name_key"],
            condition=own & Q(retired_at=None),
            name=f"one_{noun}_in_force_a_name",
        ),
        models.CheckConstraint(
            condition=Q(status__in=DataStatus.values), name=f"known_{noun}_status"
        ),
        models.CheckConstraint(
            condition=own & owned | Q(club=None, retired_at=None) & ~Q(status=DataStatus.OWN),
            name=f"{noun}_own_or_shipped",
        ),
        models.CheckConstraint(condition=Q(number__gte=1), name=f"{noun}_count_from_1"),
    ]


class BoardVersion(GameData):
    KEY = "board"
    PLURAL = "boards"
    ON_MATCH = "board_version"

    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="boards")

    class Meta(GameData.Meta):
        verbose_name = "board"
        constraints = _constraints("board", once=["hash"], owned=Q(status=DataStatus.OWN))


class TileSetVersion(GameData):
    KEY = "tileset"
    PLURAL = "tile_sets"
    ON_MATCH = "tile_set_version"

    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="tile_sets")

    class Meta(GameData.Meta):
        verbose_name = "tile set"
        constraints = _constraints(
            "tile_set",
            once=["hash", "status"],
            owned=Q(status__in=[DataStatus.OWN, DataStatus.RECONSTRUCTION]),
        )
