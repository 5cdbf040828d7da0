"""Tournaments, stages and entries."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import queries
from tournaments.api import bodies, filters
from tournaments.api.doors import Door, Resource, Shown
from tournaments.api.shapes.standings import StandingSerializer
from tournaments.api.shapes.tournaments import (
    ENTRY,
    ROUND,
    STAGE,
    TOURNAMENT,
    EnteredSerializer,
    EntrySerializer,
    RoundSerializer,
    TournamentSerializer,
)
from tournaments.api.views.standings import show_standing
from tournaments.api.writes import Answer, check_club, row, write
from tournaments.errors import Refused
from tournaments.models import Club, Entry, Player
from tournaments.models.users import Scope
from tournaments.services import entries, rounds, tournaments

EXAMPLES = [
    OpenApiExample(
        "A Niwa evening",
        {
            "club": 1,
            "name": "Autumn night",
            "game": "niwa",
            "starts_on": "2026-11-30",
            "table_size": 4,
            "matches": [{"mission": 5}, {"mission": 2}, {"mission": 8}],
        },
        request_only=True,
    ),
    OpenApiExample(
        "A Gazebo evening",
        {
            "club": 1,
            "name": "Garden by garden",
            "game": "gazebo",
            "starts_on": "2026-12-07",
            "table_size": 3,
            "matches": [{"board": "bird"}, {"board": "butterfly"}],
            "scheme": "fair",
            "keys": ["points", "wins", "lot"],
        },
        request_only=True,
    ),
]


def show_entered(door: Door, note: dict[str, Any]) -> Shown:
    """Entries in the order in which their players were named."""
    tournament = door.made(TOURNAMENT, note["tournament"])
    found = {row.player_id: row for row in ENTRY.rows().filter(tournament=tournament)}
    rows = [found[player] for player in note["players"] if player in found]
    data = EnteredSerializer({"entries": rows, "new": note["new"]}).data
    return Shown(data, TOURNAMENT.version_of(tournament))


class Tournaments(Resource):
    """Tournaments; drafts are for the club's owner, organisers and scorers."""

    kind = TOURNAMENT
    scope = Scope.ORGANISE
    filterset_class = filters.TournamentFilters
    orderings = Resource.orderings | {"name": "name", "starts_on": "starts_on"}
    queries = {"standings": bodies.StandingQuery}

    @extend_schema(
        request=bodies.CreateTournament, responses={201: TournamentSerializer}, examples=EXAMPLES
    )
    @write()
    def create(self, request: Request, expected: int | None) -> Answer:
        """Create a tournament with its first stage."""
        body = self.read_body(bodies.CreateTournament)
        club = body.pop("club")
        tournament = tournaments.create_tournament(self.actor, club, **body)
        check_club(club, expected)
        return 201, row(tournament.pk)

    @extend_schema(request=bodies.ChangeTournament, responses=TournamentSerializer)
    @write()
    def partial_update(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Change a tournament.

        What the tables play is fixed once a round is drawn.
        """
        changes = self.read_body(bodies.ChangeTournament)
        tournaments.change_tournament(self.actor, self.row(), expected=expected, **changes)
        return 200, row(int(pk))

    @extend_schema(request=None, responses=TournamentSerializer)
    @action(detail=True, methods=["post"])
    @write()
    def open(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Publish a draft."""
        self.read_body(bodies.Nothing)
        tournaments.open_tournament(self.actor, self.row(), expected=expected)
        return 200, row(int(pk))

    @extend_schema(request=None, responses=TournamentSerializer)
    @action(detail=True, methods=["post"])
    @write()
    def finish(self, request: Request, pk: str, expected: int | None) -> Answer:
        """End a tournament, so that its standing is final."""
        self.read_body(bodies.Nothing)
        tournaments.finish_tournament(self.actor, self.row(), expected=expected)
        return 200, row(int(pk))

    @extend_schema(request=None, responses=TournamentSerializer)
    @action(detail=True, methods=["post"])
    @write()
    def reopen(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Take a finish back."""
        self.read_body(bodies.Nothing)
        tournaments.reopen_tournament(self.actor, self.row(), expected=expected)
        return 200, row(int(pk))

    @extend_schema(
        request=bodies.EnterPlayers, responses={200: EnteredSerializer, 201: EnteredSerializer}
    )
    @action(detail=True, methods=["post"])
    @write(show_entered)
    def entries(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Enter players, in order.

        Those who are in already are left as they are; 200 if that is all of them, else 201.
        """
        body = self.read_body(bodies.EnterPlayers)
        tournament = self.row()
        asked = list(dict.fromkeys(body.pop("players")))
        persons = players_of(tournament.club, asked)
        new = entries.enter_players(self.actor, tournament, persons, expected=expected, **body)
        note = {"tournament": tournament.pk, "players": asked, "new": len(new)}
        return (201 if new else 200), note

    @extend_schema(parameters=[bodies.StandingQuery], responses=StandingSerializer)
    @action(detail=True, methods=["get"])
    def standings(self, request: Request, pk: str) -> Response:
        """The standing after the newest round, never stale."""
        tournament = self.row()
        return show_standing(self, tournament, queries.newest_round(tournament), **self.query)


class Stages(Resource):
    """Stages of tournaments."""

    kind = STAGE
    scope = Scope.ORGANISE
    filterset_class = filters.StageFilters

    @extend_schema(request=bodies.DrawRound, responses={201: RoundSerializer})
    @action(detail=True, methods=["post"])
    @write(ROUND)
    def draw(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Draw the next round.

        Seats everyone who is checked in. A draw that is not yet published is replaced. `If-Match`
        is the tournament's version: with it, nobody has come or gone since you looked.
        """
        body = self.read_body(bodies.DrawRound)
        round_ = rounds.draw_round(self.actor, self.row(), expected=expected, **body)
        return 201, row(round_.pk)


class Entries(Resource):
    """Entries of tournaments. `POST /tournaments/{id}/entries` makes them."""

    kind = ENTRY
    scope = Scope.ORGANISE
    filterset_class = filters.EntryFilters

    def move(self, verb: str, expected: int | None) -> Answer:
        self.read_body(bodies.Nothing)
        entry: Entry = self.row()
        entries.move_entry(self.actor, entry, verb, expected=expected)
        return 200, row(entry.pk)

    @extend_schema(request=None, responses=EntrySerializer)
    @action(detail=True, methods=["post"])
    @write()
    def check_in(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Check an entry in: the next draw seats it."""
        return self.move("check_in", expected)

    @extend_schema(request=None, responses=EntrySerializer)
    @action(detail=True, methods=["post"])
    @write()
    def undo_check_in(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Take a check-in back."""
        return self.move("undo_check_in", expected)

    @extend_schema(request=None, responses=EntrySerializer)
    @action(detail=True, methods=["post"])
    @write()
    def drop(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Drop an entry from the next round on.

        It keeps its rank.
        """
        return self.move("drop", expected)

    @extend_schema(request=None, responses=EntrySerializer)
    @action(detail=True, methods=["post"])
    @write()
    def readmit(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Take a dropped entry in again, checked in."""
        return self.move("readmit", expected)

    @extend_schema(request=bodies.ReplaceEntry, responses={201: EntrySerializer})
    @action(detail=True, methods=["post"])
    @write()
    def replace(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Put a new player in an entry's place from the next round on.

        Answers with the new entry.
        """
        body = self.read_body(bodies.ReplaceEntry)
        entry: Entry = self.row()
        (player,) = players_of(entry.tournament.club, [body["player"]])
        new = entries.replace_entry(self.actor, entry, player, expected=expected)
        return 201, row(new.pk)

    @extend_schema(request=None, responses=EntrySerializer)
    @action(detail=True, methods=["post"])
    @write()
    def undo_replacement(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Take a mistaken replacement of this entry back.

        The entry that took its place is deleted. Refused once that player has a seat in a
        published round.
        """
        self.read_body(bodies.Nothing)
        entry = entries.undo_replacement(self.actor, self.row(), expected=expected)
        return 200, row(entry.pk)


def players_of(club: Club, ids: Sequence[int]) -> list[Player]:
    """The club's players with these ids, in order. Those of other clubs are not there."""
    found = Player.objects.filter(club=club).in_bulk(ids)
    missing = [pk for pk in ids if pk not in found]
    if missing:
        raise Refused(
            "no_such_player", f"This club has no player {', '.join(map(str, missing[:5]))}.",
            field="players", players=missing,
        )  # fmt: skip
    return [found[pk] for pk in ids]
