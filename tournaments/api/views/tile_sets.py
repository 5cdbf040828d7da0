"""Tile sets of Gnome Hollow: a club's own by version, and the shipped ones that were planned."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from engines.gnome_hollow.tileset import write_tileset
from engines.gnome_hollow.tileset_svg import tileset_svg
from tournaments import queries_boards
from tournaments.api import bodies, filters
from tournaments.api.doors import Resource
from tournaments.api.shapes.boards import SvgRenderer
from tournaments.api.shapes.tile_sets import TILE_SET, CheckedTileSetSerializer, TileSetSerializer
from tournaments.api.writes import Answer, check_club, row, write
from tournaments.models.users import Scope
from tournaments.services import tile_sets


class TileSets(Resource):
    """Gnome Hollow's tile sets by version: each club's own, and the shipped ones once planned.

    What a version is never changes. Saving another content under a name makes its next version.
    """

    kind = TILE_SET
    scope = Scope.ORGANISE
    filterset_class = filters.TileSetFilters
    orderings = Resource.orderings | {"name": "name_key"}

    @extend_schema(request=bodies.SaveTileSet, responses={201: TileSetSerializer})
    @write()
    def create(self, request: Request, expected: int | None) -> Answer:
        """Save a new tile set, or the next version of one.

        It is in force from now on; the version before it is retired, and matches that are planned
        with that one keep it. The next version says on which it is `based_on`: without that, a
        name that is there is refused (`tile_set_exists`), and so it is if somebody saved another
        one meanwhile (`tile_set_saved_meanwhile`); both name the newest (`tile_set_version`). A
        set with faults is refused (`bad_tileset`, all of them in `errors`), and one that the club
        has already, too (`same_tile_set`).
        """
        body = self.read_body(bodies.SaveTileSet)
        club = body.pop("club")
        made = tile_sets.save_tile_set(self.actor, club, **body)
        check_club(club, expected)
        return 201, row(made.pk)

    @extend_schema(request=bodies.SaveTileSet, responses=CheckedTileSetSerializer)
    @action(detail=False, methods=["post"])
    def check(self, request: Request) -> Response:
        """Say all that is wrong with a tile set, show its picture, and save nothing."""
        if not request.user.is_authenticated:
            raise NotAuthenticated
        body = self.read_body(bodies.SaveTileSet)
        body.pop("based_on", None)  # the answer says what is the newest
        return Response(CheckedTileSetSerializer(_checked(**body)).data)

    @extend_schema(request=None, responses=TileSetSerializer)
    @action(detail=True, methods=["post"])
    @write()
    def retire(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Withdraw a version: nothing new is planned with it."""
        self.read_body(bodies.Nothing)
        return 200, row(tile_sets.retire_tile_set(self.actor, self.row(), expected=expected).pk)

    @extend_schema(request=bodies.RestoreVersion, responses=TileSetSerializer)
    @action(detail=True, methods=["post"])
    @write()
    def restore(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Put a retired version in force again.

        The version of that name that is in force is retired, if it is the one that this comes
        `instead_of`. Where another is, or none is any more, the answer is
        `other_tile_set_in_force` with the one that is (`tile_set_version`).
        """
        body = self.read_body(bodies.RestoreVersion)
        made = tile_sets.restore_tile_set(self.actor, self.row(), expected=expected, **body)
        return 200, row(made.pk)

    @extend_schema(request=None, responses={204: None})
    @write()
    def destroy(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Delete a version with which no match is planned."""
        tile_sets.delete_tile_set(self.actor, self.row(), expected=expected)
        return 204, None

    @extend_schema(responses={(200, "image/svg+xml"): OpenApiTypes.STR})
    @action(detail=True, methods=["get"], renderer_classes=[SvgRenderer])
    def svg(self, request: Request, pk: str) -> Response:
        """Show the picture of a tile set."""
        version = self.row()
        self.shown_version = version.version
        return Response(tileset_svg(queries_boards.read_tile_set(version)))


def _checked(**typed: Any) -> dict[str, Any]:
    checked = tile_sets.check_tile_set(**typed)
    found = checked.data
    return {
        "name": checked.name,
        "faults": checked.faults,
        "number": checked.number,
        "same": checked.same.pk if checked.same else None,
        "newest": checked.newest.pk if checked.newest else None,
        "tileset": write_tileset(found) if found else None,
        "hash": tile_sets.TILE_SET.hash_of(found) if found else None,
        "svg": tileset_svg(found) if found else None,
    }
