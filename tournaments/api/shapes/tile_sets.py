"""Tile sets of Gnome Hollow by version, and what a check of a typed one says."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engines.gnome_hollow.tileset.sets import write_tileset
from tournaments import queries_boards, visibility
from tournaments.api.kinds import ANY_OBJECT, Kind, ObjectField, ObjectsField, Shape, own_version
from tournaments.models import TileSetVersion


class TileSetSerializer(Shape):
    """One version of a tile set: a club's own, or a shipped one (`club` null).

    A shipped set is here once it was planned for the first time. `tileset`: what a record has of
    it. `in_force`: it can be planned; of a club's versions of one name at most one is. `matches`:
    how many are planned or were played with this version.
    """

    in_force = serializers.SerializerMethodField()
    tileset = serializers.SerializerMethodField()
    matches = serializers.IntegerField(source="match_count", read_only=True)
    svg = serializers.SerializerMethodField()

    class Meta:
        model = TileSetVersion
        fields = [
            "id", "club", "name", "number", "status", "in_force", "tileset", "hash", "matches",
            "svg", "made_by", "retired_at", "version", "created_at", "changed_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_in_force(self, version: TileSetVersion) -> bool:
        return version.retired_at is None

    @extend_schema_field(ANY_OBJECT)
    def get_tileset(self, version: TileSetVersion) -> Any:
        return write_tileset(queries_boards.read_tile_set(version))

    def get_svg(self, version: TileSetVersion) -> str:
        return f"/api/v1/tile_sets/{version.pk}/svg"


class CheckedTileSetSerializer(serializers.Serializer[Any]):
    """What is wrong with a tile set, all at once; and if nothing is, what it would be.

    Of a fault: `code`, `message`, the `rule` and the `field`: `name`, or the place in the set,
    such as `tileset.garden_tiles.16.pieces.0.edges`, entries of lists from 0. `number`: the
    version that it would be; `same`: the version that has this content already; `newest`: the
    newest one of that name, to be `based_on`.
    """

    name = serializers.CharField(allow_blank=True)
    faults = ObjectsField()
    number = serializers.IntegerField()
    same = serializers.IntegerField(allow_null=True)
    newest = serializers.IntegerField(allow_null=True)
    tileset = ObjectField(allow_null=True)
    hash = serializers.CharField(allow_null=True)
    svg = serializers.CharField(allow_null=True, help_text="the picture itself")


TILE_SET = Kind(
    "tile_sets",
    lambda: queries_boards.counted(TileSetVersion.objects.select_related("club")),
    visibility.anything,
    TileSetSerializer,
    own_version,
)
