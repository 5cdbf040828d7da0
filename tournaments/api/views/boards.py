"""Boards of Gazebo: a club's own by version, and the shipped ones that were planned."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from engines.gazebo.svg import board_svg
from tournaments import queries_boards
from tournaments.api import bodies, filters
from tournaments.api.doors import Resource
from tournaments.api.shapes.boards import (
    BOARD,
    BoardSerializer,
    CheckedBoardSerializer,
    SvgRenderer,
    written,
)
from tournaments.api.writes import Answer, check_club, row, write
from tournaments.models.users import Scope
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


class Boards(Resource):
    """Gazebo's boards by version: each club's own, and the shipped ones once they were planned.

    What a version is never changes. Saving other rows under a name makes its next version.
    """

    kind = BOARD
    scope = Scope.ORGANISE
    filterset_class = filters.BoardFilters
    orderings = Resource.orderings | {"name": "name_key"}

    @extend_schema(request=bodies.SaveBoard, responses={201: BoardSerializer}, examples=EXAMPLES)
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
        body = self.read_body(bodies.SaveBoard)
        club = body.pop("club")
        board = boards.save_board(self.actor, club, **body)
        check_club(club, expected)
        return 201, row(board.pk)

    @extend_schema(request=bodies.SaveBoard, responses=CheckedBoardSerializer, examples=EXAMPLES)
    @action(detail=False, methods=["post"])
    def check(self, request: Request) -> Response:
        """Say all that is wrong with a board, show its picture, and save nothing."""
        if not request.user.is_authenticated:
            raise NotAuthenticated
        body = self.read_body(bodies.SaveBoard)
        body.pop("based_on", None)  # the answer says what is the newest
        return Response(CheckedBoardSerializer(_checked(**body)).data)

    @extend_schema(request=None, responses=BoardSerializer)
    @action(detail=True, methods=["post"])
    @write()
    def retire(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Withdraw a version: nothing new is planned on it."""
        self.read_body(bodies.Nothing)
        return 200, row(boards.retire_board(self.actor, self.row(), expected=expected).pk)

    @extend_schema(request=bodies.RestoreVersion, responses=BoardSerializer)
    @action(detail=True, methods=["post"])
    @write()
    def restore(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Put a retired version in force again.

        The version of that name that is in force is retired, if it is the one that this comes
        `instead_of`. Where another is, or none is any more, the answer is `other_board_in_force`
        with the one that is (`board_version`).
        """
        body = self.read_body(bodies.RestoreVersion)
        board = boards.restore_board(self.actor, self.row(), expected=expected, **body)
        return 200, row(board.pk)

    @extend_schema(request=None, responses={204: None})
    @write()
    def destroy(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Delete a version on which no match is planned."""
        boards.delete_board(self.actor, self.row(), expected=expected)
        return 204, None

    @extend_schema(responses={(200, "image/svg+xml"): OpenApiTypes.STR})
    @action(detail=True, methods=["get"], renderer_classes=[SvgRenderer])
    def svg(self, request: Request, pk: str) -> Response:
        """Show the picture of a board."""
        version = self.row()
        self.shown_version = version.version
        return Response(board_svg(queries_boards.read_board(version)))


def _checked(**typed: Any) -> dict[str, Any]:
    checked = boards.check_board(**typed)
    board = checked.data
    return {
        "name": checked.name,
        "faults": checked.faults,
        "warnings": checked.warnings,
        "number": checked.number,
        "same": checked.same.pk if checked.same else None,
        "newest": checked.newest.pk if checked.newest else None,
        **written(board),
        "hash": boards.BOARD.hash_of(board) if board else None,
        "svg": board_svg(board) if board else None,
    }
