"""Who did what, when, to what; and the answers already given."""

from django.conf import settings
from django.db import models

from tournaments.models.clubs import Club
from tournaments.models.tournaments import Tournament


class JournalEntry(models.Model):
    """Append-only (a trigger refuses updates and deletes).

    Positions are counted per club from the locked club row, taken last: they are ordered as the
    transactions were committed. Payloads hold ids and never a person's name.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="journal")
    position = models.PositiveBigIntegerField()
    tournament = models.ForeignKey(
        Tournament, models.PROTECT, null=True, blank=True, related_name="journal"
    )
    verb = models.CharField(max_length=40)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="journal"
    )
    at = models.DateTimeField()
    noun = models.CharField(max_length=40)
    noun_id = models.BigIntegerField()
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    request_id = models.CharField(max_length=64, blank=True)
    undoes = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="undone_by"
    )

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "journal entries"
        constraints = [
            models.UniqueConstraint(fields=["club", "position"], name="journal_position_once")
        ]
        indexes = [
            models.Index(fields=["tournament", "position"], name="journal_of_a_tournament"),
            models.Index(fields=["club", "noun", "noun_id"], name="journal_of_a_thing"),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.verb} {self.noun} {self.noun_id}"


class IdempotencyKey(models.Model):
    """The answer given to a write, stored in the write's own transaction."""

    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="idempotency_keys"
    )
    key = models.CharField(max_length=100)
    body_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    answer = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["actor", "key"], name="idempotency_key_once")
        ]

    def __str__(self) -> str:
        return self.key
