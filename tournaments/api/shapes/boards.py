"""Boards of Gazebo by version, and what a check of a typed one says."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer

from engines.gazebo.board import Board, board_text, write_board
from tournaments import queries_boards, visibility
from tournaments.api.kinds import Kind, ObjectsField, Shape, own_version
from tournaments.models import BoardVersion
from tournaments.services.boards import warnings_of

ROWS = {"type": "array", "items": {"type": "string"}}
PATIOS = {"type": "array", "items": ROWS}


@extend_schema_field(ROWS)
class RowsField(serializers.JSONField):
    """A board's rows, a character for each square."""


@extend_schema_field(PATIOS)
class PatiosField(serializers.JSONField):
    """The squares of each patio; null where the rows alone tell them (G2.2)."""


class BoardSerializer(Shape):
    """One version of a board: a club's own, or a shipped one (`club` null).

    A shipped board is here once it was planned for the first time. `in_force`: it can be planned;
    of a club's versions of one name at most one is. `matches`: how many are planned or were played
    on this version.
    """

    in_force = serializers.SerializerMethodField()
    rows = serializers.SerializerMethodField()
    patios = serializers.SerializerMethodField()
    warnings = serializers.SerializerMethodField()
    matches = serializers.IntegerField(source="match_count", read_only=True)
    svg = serializers.SerializerMethodField()

    class Meta:
        model = BoardVersion
        fields = [
            "id", "club", "name", "number", "status", "in_force", "rows", "patios", "text", "hash",
            "warnings", "matches", "svg", "made_by", "retired_at", "version", "created_at",
            "changed_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_in_force(self, version: BoardVersion) -> bool:
        return version.retired_at is None

    @extend_schema_field(ROWS)
    def get_rows(self, version: BoardVersion) -> Any:
        return _written(queries_boards.read_board(version))["rows"]

    @extend_schema_field(PATIOS | {"type": ["array", "null"]})
    def get_patios(self, version: BoardVersion) -> Any:
        return _written(queries_boards.read_board(version))["patios"]

    @extend_schema_field(ObjectsField)
    def get_warnings(self, version: BoardVersion) -> Any:
        return warnings_of(queries_boards.read_board(version))

    def get_svg(self, version: BoardVersion) -> str:
        return f"/api/v1/boards/{version.pk}/svg"


class CheckedBoardSerializer(serializers.Serializer[Any]):
    """What is wrong with a board, all at once; and if nothing is, what it would be.

    Of a fault or a warning: `code`, `message`, the `rule`, the `field` (`name`, `rows` or
    `patios`) and, where there is one, the `square` with its `row` and `column` from 0, the
    `patio` from 0. `number`: the version that it would be; `same`: the version that has these
    rows already; `newest`: the newest one of that name, to be `based_on`.
    """

    name = serializers.CharField(allow_blank=True)
    faults = ObjectsField()
    warnings = ObjectsField()
    number = serializers.IntegerField()
    same = serializers.IntegerField(allow_null=True)
    newest = serializers.IntegerField(allow_null=True)
    rows = RowsField(allow_null=True)
    patios = PatiosField(allow_null=True)
    text = serializers.CharField(allow_null=True)
    hash = serializers.CharField(allow_null=True)
    svg = serializers.CharField(allow_null=True, help_text="the picture itself")


class SvgRenderer(BaseRenderer):
    """A picture that is a text already."""

    media_type = "image/svg+xml"
    format = "svg"
    charset = "utf-8"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        return str(data).encode()


def _written(board: Board) -> dict[str, Any]:
    return {"patios": None} | write_board(board)


def written(board: Board | None) -> dict[str, Any]:
    """A checked board in its written forms; all null where there is none."""
    if board is None:
        return dict.fromkeys(("rows", "patios", "text"))
    shown = _written(board)
    return {"rows": shown["rows"], "patios": shown["patios"], "text": board_text(board)}


BOARD = Kind(
    "boards",
    lambda: queries_boards.counted(BoardVersion.objects.select_related("club")),
    visibility.anything,
    BoardSerializer,
    own_version,
)
