"""Jobs: PostgreSQL holds the truth about work in the background."""

from django.db import models
from django.db.models import Q

from tournaments.models.clubs import Club


class JobState(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Job(models.Model):
    """`key` names what is worked on; while one job of a kind is queued for it, no other is."""

    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="jobs")
    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=80)
    state = models.CharField(max_length=12, choices=JobState, default=JobState.QUEUED)
    done = models.PositiveBigIntegerField(default=0)
    total = models.PositiveBigIntegerField(default=1)
    attempts = models.PositiveSmallIntegerField(default=0)
    message = models.CharField(max_length=300, blank=True)
    error = models.TextField(blank=True)
    result = models.JSONField(null=True, blank=True)
    requested_at = models.DateTimeField()
    lease_until = models.DateTimeField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "key"],
                condition=Q(state=JobState.QUEUED),
                name="one_queued_job_for_a_thing",
            ),
            models.CheckConstraint(condition=Q(state__in=JobState.values), name="known_job_state"),
            models.CheckConstraint(
                condition=~Q(state=JobState.RUNNING) | Q(lease_until__isnull=False),
                name="a_running_job_has_a_lease",
            ),
        ]
        indexes = [
            models.Index(
                fields=["state", "lease_until"],
                condition=Q(state__in=[JobState.QUEUED, JobState.RUNNING]),
                name="jobs_to_do",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}: {self.state}"
