"""Clubs, memberships, players and the import of players."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request

from tournaments.api import bodies, filters
from tournaments.api.doors import Resource, Shown
from tournaments.api.parsers import CsvParser
from tournaments.api.shapes.people import (
    CLUB,
    MEMBERSHIP,
    PLAYER,
    ClubSerializer,
    ImportReportSerializer,
    MembershipSerializer,
    PlayerSerializer,
)
from tournaments.api.writes import Answer, check_club, check_nothing, row, write
from tournaments.errors import Refused
from tournaments.models import Club, Player, User
from tournaments.models.users import Scope
from tournaments.permissions import check
from tournaments.services import clubs, imports, players

LISTS = ("added", "changed", "unchanged")


def show_report(door: Any, note: dict[str, Any]) -> Shown:
    """The report of an import. What is kept of it is ids; a repeated answer reads names anew.

    No address shows a report, so who asks again must still be one who may import.
    """
    if not door.repeated:
        return Shown(door.report.as_json(), note["version"])
    check(door.actor, "manage_players", door.made(CLUB, int(door.kwargs["pk"])))
    ids = {player for key in LISTS for _, _, player in note[key]}
    names = dict(Player.objects.filter(pk__in=ids, erased_at=None).values_list("pk", "name"))
    lists = {
        key: [
            {"row": at, "line": line, "name": names.get(player), "player": player, "changes": {}}
            for at, line, player in note[key]
        ]
        for key in LISTS
    }
    known = {key: note[key] for key in ("dry_run", "delimiter")}
    return Shown(known | lists | {"warnings": [], "errors": []}, note["version"])


class Clubs(Resource):
    """Clubs. Anyone may read them."""

    kind = CLUB
    scope = Scope.ADMINISTER
    filterset_class = filters.ClubFilters
    orderings = Resource.orderings | {"name": "name"}
    queries = {"import_players": bodies.ImportQuery}
    report: imports.ImportReport | None = None

    @extend_schema(request=bodies.CreateClub, responses={201: ClubSerializer})
    @write()
    def create(self, request: Request, expected: int | None) -> Answer:
        """Found a club, whose owner you are."""
        check_nothing(expected)
        return 201, row(clubs.create_club(self.actor, **self.read_body(bodies.CreateClub)).pk)

    @extend_schema(request=bodies.ChangeClub, responses=ClubSerializer)
    @write()
    def partial_update(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Change a club."""
        changes = self.read_body(bodies.ChangeClub)
        club = clubs.change_club(self.actor, self.row(), expected=expected, **changes)
        return 200, row(club.pk)

    @extend_schema(
        request={
            "text/csv": {"type": "string"},
            "multipart/form-data": {
                "type": "object",
                "properties": {"file": {"type": "string", "contentMediaType": "text/csv"}},
                "required": ["file"],
            },
        },
        parameters=[bodies.ImportQuery],
        responses={200: OpenApiResponse(ImportReportSerializer, description="What was done.")},
    )
    @action(detail=True, methods=["post"], parser_classes=[CsvParser, MultiPartParser])
    @write(show_report, scope=Scope.ORGANISE)
    def import_players(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Import players from a CSV file.

        All of it or nothing: a file with errors is refused (`bad_import`), with every error by
        row. `dry_run=true` writes nothing and answers 200 with the report, errors included. A
        repeated answer has the rows without their changes and warnings.
        """
        club, file = self.row(), _file(request)
        self.report = imports.import_players(self.actor, club, file, **self.query)
        check_club(club, expected)
        return 200, _note(self.report, club)


def _file(request: Request) -> bytes:
    """The body, or the form's part `file`."""
    if isinstance(request.data, bytes):
        return request.data
    if not request.data and not request.FILES:
        return b""
    if "file" not in request.FILES:
        raise serializers.ValidationError({"file": "Send the file as the part “file”."})
    content: bytes = request.FILES["file"].read()
    return content


def _note(report: imports.ImportReport, club: Club) -> dict[str, Any]:
    """What is kept of a report: ids and no names."""
    rows = {
        key: [[item.row, item.line, item.player] for item in getattr(report, key)] for key in LISTS
    }
    version = Club.objects.values_list("version", flat=True).get(pk=club.pk)
    return rows | {
        "dry_run": report.dry_run, "delimiter": report.delimiter, "version": version,
    }  # fmt: skip


class Memberships(Resource):
    """Who is what in a club, for its organisers."""

    kind = MEMBERSHIP
    scope = Scope.ADMINISTER
    filterset_class = filters.MembershipFilters

    @extend_schema(request=bodies.AddMember, responses={201: MembershipSerializer})
    @write()
    def create(self, request: Request, expected: int | None) -> Answer:
        """Give an account a role in a club.

        With a password the account is made first.
        """
        body = self.read_body(bodies.AddMember)
        club = body.pop("club")
        membership = clubs.add_member(self.actor, club, **body)
        check_club(club, expected)
        return 201, row(membership.pk)

    @extend_schema(request=bodies.ChangeRole, responses=MembershipSerializer)
    @write()
    def partial_update(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Give a member another role."""
        body = self.read_body(bodies.ChangeRole)
        membership = clubs.change_role(self.actor, self.row(), expected=expected, **body)
        return 200, row(membership.pk)

    @extend_schema(request=None, responses={204: None})
    @write()
    def destroy(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Take a member's role away.

        The account and all that it did stay.
        """
        clubs.remove_member(self.actor, self.row(), expected=expected)
        return 204, None


class Players(Resource):
    """Players: all of your own clubs, and of others those who are in a published tournament.

    A merged player stays readable and names the one they were merged into.
    """

    kind = PLAYER
    scope = Scope.ORGANISE
    filterset_class = filters.PlayerFilters
    orderings = Resource.orderings | {"name": "name_key"}

    @extend_schema(request=bodies.AddPlayer, responses={201: PlayerSerializer})
    @write()
    def create(self, request: Request, expected: int | None) -> Answer:
        """Add a person to a club."""
        body = self.read_body(bodies.AddPlayer)
        club = body.pop("club")
        player = players.add_player(self.actor, club, **_with_account(body, club))
        check_club(club, expected)
        return 201, row(player.pk)

    @extend_schema(request=bodies.ChangePlayer, responses=PlayerSerializer)
    @write()
    def partial_update(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Change a player."""
        player = self.row()
        changes = _with_account(self.read_body(bodies.ChangePlayer), player.club)
        player = players.change_player(self.actor, player, expected=expected, **changes)
        return 200, row(player.pk)


def _with_account(body: dict[str, Any], club: Club) -> dict[str, Any]:
    """`user` as an account. Others than members' are not told apart from those not there."""
    if body.get("user") is None:
        return body
    user = User.objects.filter(pk=body["user"], memberships__club=club).first()
    if user is None:
        raise Refused("not_a_member", "That account is no member of this club.", field="user")
    return body | {"user": user}
