"""Tile sets of Gnome Hollow: a club's own by version, and the shipped ones that were planned."""

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from engines.gnome_hollow.tileset.sets import write_tileset
from engines.gnome_hollow.tileset.svg import tileset_svg
from tournaments import queries_boards
from tournaments.api import bodies, filters
from tournaments.api.shapes.tile_sets import TILE_SET, CheckedTileSetSerializer
from tournaments.api.views.versions import Versions, told
from tournaments.api.writes import Answer, write
from tournaments.models import TileSetVersion
from tournaments.services import tile_sets


class TileSets(Versions):
    """Gnome Hollow's tile sets by version: each club's own, and the shipped ones once planned.

    What a version is never changes. Saving another content under a name makes its next version.
    """

    kind = TILE_SET
    data = tile_sets.TILE_SET
    saved = bodies.SaveTileSet
    filterset_class = filters.TileSetFilters

    def picture(self, version: TileSetVersion) -> str:
        return tileset_svg(queries_boards.read_tile_set(version))

    @extend_schema(request=bodies.SaveTileSet)
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
        return self.save(expected)

    @extend_schema(request=bodies.SaveTileSet, responses=CheckedTileSetSerializer)
    @action(detail=False, methods=["post"])
    def check(self, request: Request) -> Response:
        """Say all that is wrong with a tile set, show its picture, and save nothing."""
        checked = self.checked()
        tileset = checked.data
        answer = told(checked) | {
            "tileset": write_tileset(tileset) if tileset else None,
            "hash": self.data.hash_of(tileset) if tileset else None,
            "svg": tileset_svg(tileset) if tileset else None,
        }
        return Response(CheckedTileSetSerializer(answer).data)
