"""Series, matches and results."""

from dataclasses import asdict

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import bodies, filters
from tournaments.api.doors import Resource
from tournaments.api.shapes.series import (
    MATCH,
    RESULT,
    SERIES,
    MatchSerializer,
    PreviewSerializer,
    ResultSerializer,
    SeriesSerializer,
)
from tournaments.api.views.tournaments import players_of
from tournaments.api.writes import Answer, check_club, row, write
from tournaments.models.users import Scope
from tournaments.services import casual, results

HANDS = {
    "seats": [
        {"hand": "P0 P3 G10 G5 O2 O2 P7 G1 O9"},
        {"points": 41},
        {"points": 38},
        {"points": 12},
    ]
}
LEFTOVERS = {"seats": [{"left": 3}, {"left": 0}, {"left": 4}], "end": "last_gazebo"}
IN_PAIRS = {
    "seats": [{"left": 3}, {"left": 4}, {"left": 5}, {"left": 2}],
    "end": "blocked",
    "last_pair": [2, 3],
}
COUNTS = {
    "seats": [
        {"flowers": 5, "markers": 4, "treasure": 13, "mushrooms": 2},
        {"flowers": 4, "markers": 6, "treasure": 9, "mushrooms": 5},
        {"flowers": 2, "markers": 8, "treasure": 4, "total": 32},
    ]
}
SHEETS = [
    OpenApiExample("Niwa, a hand and points", {"sheet": HANDS}, request_only=True),
    OpenApiExample("Gazebo, gazebos left", {"sheet": LEFTOVERS}, request_only=True),
    OpenApiExample("Gazebo in pairs, equal sums", {"sheet": IN_PAIRS}, request_only=True),
    OpenApiExample("Gnome Hollow, tied for first", {"sheet": COUNTS}, request_only=True),
]


class SeriesDoor(Resource):
    """Series with seats, matches, totals and places: tables of rounds, and casual series.

    Casual series are for the club's members.
    """

    kind = SERIES
    scope = Scope.SCORE
    filterset_class = filters.SeriesFilters

    @extend_schema(request=bodies.StartSeries, responses={201: SeriesSerializer})
    @write()
    def create(self, request: Request, expected: int | None) -> Answer:
        """Start a casual series outside any tournament."""
        body = self.read_body(bodies.StartSeries)
        club = body.pop("club")
        seated = players_of(club, body.pop("players"))
        series = casual.start_series(self.actor, club, players=seated, **body)
        check_club(club, expected)
        return 201, row(series.pk)

    @extend_schema(request=None, responses={204: None})
    @write()
    def destroy(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Withdraw a casual series at which nothing was ever entered."""
        casual.withdraw_series(self.actor, self.row(), expected=expected)
        return 204, None


class Matches(Resource):
    """Matches of series. `If-Match` takes the version of the series."""

    kind = MATCH
    scope = Scope.SCORE
    filterset_class = filters.MatchFilters

    @extend_schema(request=bodies.ReportResult, responses={201: ResultSerializer}, examples=SHEETS)
    @action(detail=True, methods=["post"])
    @write(RESULT)
    def report(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Report a match's first result.

        Scorers and the table's own players may. If a result is there already, the answer is 409
        (`already_reported`) with its scores: correct it, if it is wrong.
        """
        body = self.read_body(bodies.ReportResult)
        result = results.report_result(self.actor, self.row(), expected=expected, **body)
        return 201, row(result.pk)

    @extend_schema(
        request=bodies.CorrectResult, responses={201: ResultSerializer},
        examples=[
            OpenApiExample(
                "Seat 2 was misread",
                {"sheet": {"seats": [{"points": 41}, {"points": 38}]}, "revision": 1,
                 "reason": "Seat 2 was misread"},
                request_only=True,
            )
        ],
    )  # fmt: skip
    @action(detail=True, methods=["post"])
    @write(RESULT)
    def correct(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Follow a result by the next revision, confirmed at once.

        If `revision` is no longer the one in force, the answer is 412 (`stale_revision`).
        """
        body = self.read_body(bodies.CorrectResult)
        result = results.correct_result(self.actor, self.row(), expected=expected, **body)
        return 201, row(result.pk)

    @extend_schema(request=bodies.AbandonMatch, responses=MatchSerializer)
    @action(detail=True, methods=["post"])
    @write()
    def abandon(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Say that a match will not be played."""
        body = self.read_body(bodies.AbandonMatch)
        match = results.abandon_match(self.actor, self.row(), expected=expected, **body)
        return 200, row(match.pk)

    @extend_schema(request=None, responses=MatchSerializer)
    @action(detail=True, methods=["post"])
    @write()
    def resume(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Take an abandoned match up again."""
        self.read_body(bodies.Nothing)
        return 200, row(results.resume_match(self.actor, self.row(), expected=expected).pk)

    @extend_schema(request=bodies.PreviewResult, responses=PreviewSerializer, examples=SHEETS)
    @action(detail=True, methods=["post"])
    def preview(self, request: Request, pk: str) -> Response:
        """Say what a score sheet would count, and change nothing."""
        if not request.user.is_authenticated:
            raise NotAuthenticated
        scored = results.preview(self.row(), self.read_body(bodies.PreviewResult)["sheet"])
        return Response(PreviewSerializer(asdict(scored)).data)


class Results(Resource):
    """Results by revision; old ones stay. `If-Match` takes the version of the series."""

    kind = RESULT
    scope = Scope.SCORE
    filterset_class = filters.ResultFilters

    @extend_schema(request=None, responses=ResultSerializer)
    @action(detail=True, methods=["post"])
    @write()
    def confirm(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Make a reported or disputed result count."""
        self.read_body(bodies.Nothing)
        return 200, row(results.confirm_result(self.actor, self.row(), expected=expected).pk)

    @extend_schema(request=bodies.DisputeResult, responses=ResultSerializer)
    @action(detail=True, methods=["post"])
    @write()
    def dispute(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Say that a result is wrong.

        It does not count until it is confirmed or corrected.
        """
        body = self.read_body(bodies.DisputeResult)
        result = results.dispute_result(self.actor, self.row(), expected=expected, **body)
        return 200, row(result.pk)
