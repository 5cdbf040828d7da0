"""A kind of thing that the API shows: where its rows are, who reads them, what they look like."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC
from fractions import Fraction
from typing import Any

from django.db import models
from django.db.models import Q, QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.visibility import Reader


@dataclass(frozen=True)
class Kind:
    """`rows()` loads all that the `shape` reads, by a fixed number of queries.

    `version`: the number that `If-Match` is held against, None where there is none.
    """

    path: str
    rows: Callable[[], "QuerySet[Any]"]
    readable: Callable[[Reader], Q]
    shape: type[serializers.BaseSerializer[Any]]
    version: Callable[[Any], int] | None = None

    def version_of(self, row: Any) -> int | None:
        return self.version(row) if self.version else None


def own_version(row: Any) -> int:
    version: int = row.version
    return version


class UtcField(serializers.DateTimeField):
    """`2026-11-30T19:04:05.123456Z`, whatever zone is active."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"default_timezone": UTC, **options})


# The fields of a row, for reading only. (A docstring would describe every shape that has none.)
class Shape(serializers.ModelSerializer[Any]):
    serializer_field_mapping = serializers.ModelSerializer.serializer_field_mapping | {
        models.DateTimeField: UtcField
    }


@extend_schema_field({"type": "string", "examples": ["7/2", "3"], "pattern": r"^-?\d+(/\d+)?$"})
class FractionField(serializers.Field[Any, Any, str, Any]):
    """An exact number as text: `"7/2"`, `"3"`."""

    def to_representation(self, value: Any) -> str:
        return str(Fraction(value))


ANY_OBJECT = {"type": "object", "additionalProperties": True}
ANY_OBJECTS = {"type": "array", "items": ANY_OBJECT}


@extend_schema_field(ANY_OBJECT)
class ObjectField(serializers.JSONField):
    """Any JSON object."""


@extend_schema_field(ANY_OBJECTS)
class ObjectsField(serializers.JSONField):
    """A list of JSON objects."""
