"""Boards of Gazebo: a club's own by version, and the shipped ones that were planned."""

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from engines.gazebo.svg import board_svg
from tournaments import queries_boards
from tournaments.api import bodies, filters
from tournaments.api.shapes.boards import (
    BOARD,
    CheckedBoardSerializer,
    written,
)
from tournaments.api.views.versions import Versions, told
from tournaments.api.writes import Answer, write
from tournaments.models import BoardVersion
from tournaments.services import boards

EXAMPLES = [
    OpenApiExample(
        "A small garden",
        {
            "club": 1,
            "name": "Tea garden",
            "rows": ["1....z..", "..F..v..", ".....G..", "..=..W22", "^......."],
        },
        request_only=True,
    ),
    OpenApiExample(
        "Its next version",
        {"club": 1, "name": "Tea garden", "rows": ["1..", ".F.", "..1"], "based_on": 7},
        request_only=True,
    ),
    OpenApiExample(
        "Two patios that touch",
        {
            "club": 1,
            "name": "Moon garden",
            "rows": ["11....", "..F.G.", "......"],
            "patios": [["a1"], ["b1"]],
        },
        request_only=True,
    ),
]


class Boards(Versions):
    """Gazebo's boards by version: each club's own, and the shipped ones once they were planned.

    What a version is never changes. Saving other rows under a name makes its next version.
    """

    kind = BOARD
    data = boards.BOARD
    saved = bodies.SaveBoard
    filterset_class = filters.BoardFilters

    def picture(self, version: BoardVersion) -> str:
        return board_svg(queries_boards.read_board(version))

    @extend_schema(request=bodies.SaveBoard, examples=EXAMPLES)
    @write()
    def create(self, request: Request, expected: int | None) -> Answer:
        """Save a new board, or the next version of one.

        It is in force from now on; the version before it is retired, and matches that are planned
        on that one keep it. The next version says on which it is `based_on`: without that, a name
        that is there is refused (`board_exists`), and so it is if somebody saved another one
        meanwhile (`board_saved_meanwhile`); both name the newest (`board_version`). A board with
        faults is refused (`bad_board`, all of them in `errors`), and one that the club has already,
        too (`same_board`).
        """
        return self.save(expected)

    @extend_schema(request=bodies.SaveBoard, responses=CheckedBoardSerializer, examples=EXAMPLES)
    @action(detail=False, methods=["post"])
    def check(self, request: Request) -> Response:
        """Say all that is wrong with a board, show its picture, and save nothing."""
        checked = self.checked()
        board = checked.data
        answer = told(checked) | {"warnings": checked.warnings} | written(board)
        answer["hash"] = self.data.hash_of(board) if board else None
        answer["svg"] = board_svg(board) if board else None
        return Response(CheckedBoardSerializer(answer).data)
