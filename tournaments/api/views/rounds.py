"""Rounds: published, closed, taken back; and their standings."""

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import bodies, filters
from tournaments.api.doors import Resource
from tournaments.api.shapes.standings import StandingSerializer
from tournaments.api.shapes.tournaments import ROUND, RoundSerializer
from tournaments.api.views.standings import show_standing
from tournaments.api.writes import Answer, row, write
from tournaments.errors import NotThere
from tournaments.models import Round
from tournaments.models.tournaments import RoundState
from tournaments.models.users import Scope
from tournaments.services import rounds


class Rounds(Resource):
    """Rounds; draws that are not yet published are for the club's own people.

    `POST /stages/{id}/draw` draws one. Its tables are `GET /series?round={id}`.
    """

    kind = ROUND
    scope = Scope.ORGANISE
    filterset_class = filters.RoundFilters
    queries = {"standings": bodies.RoundStandingQuery}

    @extend_schema(request=None, responses={204: None})
    @write()
    def destroy(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Take a draw back that is not yet published."""
        rounds.discard_draw(self.actor, self.row(), expected=expected)
        return 204, None

    @extend_schema(request=None, responses=RoundSerializer)
    @action(detail=True, methods=["post"])
    @write()
    def publish(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Show a drawn round's tables to everyone."""
        self.read_body(bodies.Nothing)
        return 200, row(rounds.publish_round(self.actor, self.row(), expected=expected).pk)

    @extend_schema(request=None, responses=RoundSerializer)
    @action(detail=True, methods=["post"])
    @write()
    def unpublish(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Hide a round's tables again, as long as nothing has been reported.

        It is `drawn` again: discard it, draw another, or publish it.
        """
        self.read_body(bodies.Nothing)
        return 200, row(rounds.unpublish_round(self.actor, self.row(), expected=expected).pk)

    @extend_schema(request=None, responses=RoundSerializer)
    @action(detail=True, methods=["post"])
    @write()
    def close(self, request: Request, pk: str, expected: int | None) -> Answer:
        """End a round whose tables are all finished, and keep its standing."""
        self.read_body(bodies.Nothing)
        return 200, row(rounds.close_round(self.actor, self.row(), expected=expected).pk)

    @extend_schema(parameters=[bodies.RoundStandingQuery], responses=StandingSerializer)
    @action(detail=True, methods=["get"])
    def standings(self, request: Request, pk: str) -> Response:
        """The standing after a round, current or as it was kept."""
        round_: Round = self.row()
        if round_.state == RoundState.DRAWN:
            raise NotThere("not_found", "A round that is not published has no standing.")
        return show_standing(self, round_.stage.tournament, round_, **self.query)
