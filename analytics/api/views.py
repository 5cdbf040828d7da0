"""Simulations: started under a club, paused, resumed, cancelled, and read while they run."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.api import bodies, filters
from analytics.api.shapes import (
    MOVING,
    SIMULATION,
    VERSION,
    WHOLE,
    ChunkListSerializer,
    ChunkSerializer,
    LinesRenderer,
    WholeSimulationSerializer,
    canonical,
    tagged,
    whole,
)
from analytics.models import Simulation
from analytics.moving import moving
from analytics.queries import chunks_of, progress
from analytics.services import simulations
from tournaments.api.bodies import Nothing
from tournaments.api.doors import Door, Resource, Shown, entity_tag, has_it
from tournaments.api.shapes.people import CLUB
from tournaments.api.writes import Answer, check_club, row, write
from tournaments.errors import Stale
from tournaments.models.users import Scope

EXAMPLES = [
    OpenApiExample(
        "Is mission 5 fair to all three seats?",
        {"game": "niwa", "bots": ["greedy"] * 3, "games": 20000, "setups": [{"mission": 5}]},
        request_only=True,
    ),
    OpenApiExample(
        "How much stronger is a search, to ±1 %?",
        {
            "game": "gazebo",
            "bots": ["mcts:100", "greedy"],
            "games": 100000,
            "until_width": 0.02,
            "setups": [{"board": "bird"}, {"board": "qin"}],
            "seed": 7,
        },
        request_only=True,
    ),
]


def show_simulation(door: Any, note: dict[str, int]) -> Shown:
    """A simulation that was started or moved, as `GET` shows it and with its tag."""
    simulation = door.made(WHOLE, note["id"])
    address = f"/api/v1/simulations/{simulation.pk}"
    moves = moving(simulation, progress(simulation))
    return Shown(moves, VERSION, address, whole(simulation))


def check_version(simulation: Simulation, expected: int | None) -> None:
    """Holds `If-Match` against the one version that there is."""
    if expected not in (None, VERSION):
        raise Stale(
            "stale_version", "This is not the simulation that you have seen. Look again.",
            noun="simulation", id=simulation.pk, expected=expected, version=VERSION,
        )  # fmt: skip


class Simulations(Resource):
    """Batches of games between bots, for the club's members; they say how fair a game is.

    They are started by `POST clubs/{id}/simulations`.
    """

    kind = SIMULATION
    scope = Scope.ORGANISE
    filterset_class = filters.SimulationFilters
    queries = {"chunks": bodies.ChunkQuery}

    @extend_schema(responses=WholeSimulationSerializer)
    def retrieve(self, request: Request, pk: str) -> Response:
        self.shown_version, self.tagged = VERSION, tagged(self.find(MOVING, pk))
        if has_it(request._request, entity_tag(self.tagged, VERSION)):
            return Response()  # it becomes a 304, whatever it says
        simulation = self.find(WHOLE, pk)
        self.tagged = tagged(simulation)  # of what is shown, which may be further by now
        return Response(whole(simulation))

    @extend_schema(responses={200: {"type": "object", "additionalProperties": {"type": "integer"}}})
    @action(detail=True, methods=["get"])
    def counts(self, request: Request, pk: str) -> Response:
        """Read all that is counted: path and number.

        The paths stand in order, so that equal counts are equal bytes, whoever played. `S` is a
        set-up's index, `P` a seat, `B` a bot: `blocks/S`, `games/S`, `moves/S`, `moves2/S`
        (squares), `end/S/REASON`; of a bot in a seat `seat/S/P/B/` with `games`, `wins` (alone),
        `shared`, `share` (a win is 60, shared by three 20), `score`, `score2`, `at/SCORE`; and
        `of_bot/S/B/share`, `of_seat/S/P/share`, `share2`: of whole blocks.
        """
        return Response(canonical(self.row().counts))

    @extend_schema(parameters=[bodies.ChunkQuery], responses=ChunkListSerializer)
    @action(detail=True, methods=["get"])
    def chunks(self, request: Request, pk: str) -> Response:
        """List the chunks that workers were given, in order."""
        chunks = chunks_of(self.row(), self.query.get("state", ""))
        page = self.paginate_queryset(chunks)
        return self.get_paginated_response(ChunkSerializer(page, many=True).data)

    @extend_schema(responses={(200, LinesRenderer.media_type): OpenApiTypes.STR})
    @action(detail=True, methods=["get"], renderer_classes=[LinesRenderer])
    def records(self, request: Request, pk: str) -> Response:
        """Download a few records, one a line: the first games of blocks 0, 1, 2, 4, 8, …"""
        simulation = self.row()
        texts = list(simulation.records.order_by("block").values_list("text", flat=True))
        name = f"simulation-{simulation.pk}-records.jsonl"
        return Response(texts, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    @extend_schema(request=None, responses=WholeSimulationSerializer)
    @action(detail=True, methods=["post"])
    @write(show_simulation)
    def pause(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Pause a simulation: what was counted stays, and workers stop."""
        return self._move(simulations.pause, expected)

    @extend_schema(request=None, responses=WholeSimulationSerializer)
    @action(detail=True, methods=["post"])
    @write(show_simulation)
    def resume(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Resume a simulation where it was paused."""
        return self._move(simulations.resume, expected)

    @extend_schema(request=None, responses=WholeSimulationSerializer)
    @action(detail=True, methods=["post"])
    @write(show_simulation)
    def cancel(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Cancel a simulation for good; what is counted by then stays."""
        return self._move(simulations.cancel, expected)

    def _move(self, service: Any, expected: int | None) -> Answer:
        self.read_body(Nothing)
        simulation = self.row()
        service(self.actor, simulation)
        check_version(simulation, expected)
        return 200, row(simulation.pk)


class ClubSimulations(Door):
    """Where a club starts simulations."""

    scope = Scope.ORGANISE

    @extend_schema(
        operation_id="clubs_simulations_create", request=bodies.StartSimulation,
        responses={201: WholeSimulationSerializer}, examples=EXAMPLES,
    )  # fmt: skip
    @write(show_simulation)
    def post(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Start a simulation.

        Workers play it in blocks: one deal, played once for each way in which the bots rotate over
        the seats. What cannot be played is refused, and nothing is kept of it.
        """
        club = self.find(CLUB, pk)
        simulation = simulations.start(self.actor, club, **self.read_body(bodies.StartSimulation))
        check_club(club, expected)
        return 201, row(simulation.pk)
