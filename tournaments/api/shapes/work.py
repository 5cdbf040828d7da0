"""The journal and the jobs."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import visibility
from tournaments.api.kinds import Kind, Shape
from tournaments.models import Job, JournalEntry

PAYLOAD = {"type": ["object", "null"], "additionalProperties": True}


@extend_schema_field(PAYLOAD)
class PayloadField(serializers.JSONField):
    """A thing as it was, by ids and without names."""


class JournalEntrySerializer(Shape):
    """Who did what to what. `position` counts a club's entries in the order of their commits."""

    before = PayloadField(read_only=True)
    after = PayloadField(read_only=True)

    class Meta:
        model = JournalEntry
        fields = [
            "id", "club", "position", "tournament", "verb", "actor", "at", "noun", "noun_id",
            "before", "after", "request_id", "undoes",
        ]  # fmt: skip
        read_only_fields = fields


class JobSerializer(Shape):
    """Work in the background. For `standings`, `key` is the tournament's id; for `ratings` club and
    game, `3:niwa`."""

    result = extend_schema_field({})(serializers.JSONField)(read_only=True)

    class Meta:
        model = Job
        fields = [
            "id", "club", "kind", "key", "state", "done", "total", "attempts", "message", "result",
            "requested_at", "finished_at", "changed_at",
        ]  # fmt: skip
        read_only_fields = fields


JOURNAL = Kind("journal", JournalEntry.objects.all, visibility.journal, JournalEntrySerializer)
JOB = Kind("jobs", Job.objects.all, visibility.jobs, JobSerializer)
