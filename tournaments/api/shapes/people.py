"""Clubs, memberships and players."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import visibility
from tournaments.api.kinds import Kind, Shape, own_version
from tournaments.models import Club, Membership, Player


class ClubSerializer(Shape):
    class Meta:
        model = Club
        fields = ["id", "name", "timezone", "version", "created_at", "changed_at"]
        read_only_fields = fields


class MembershipSerializer(Shape):
    username = serializers.CharField(source="user.username", read_only=True)

    class Meta:
        model = Membership
        fields = [
            "id", "club", "user", "username", "role", "version", "created_at", "changed_at",
        ]  # fmt: skip
        read_only_fields = fields


class PlayerSerializer(Shape):
    """`name` is null once the person was erased; `number` and `user` are for the club's members."""

    name = serializers.SerializerMethodField()
    number = serializers.SerializerMethodField()
    user = serializers.SerializerMethodField()
    erased = serializers.SerializerMethodField()

    class Meta:
        model = Player
        fields = [
            "id", "club", "name", "reading", "number", "user", "merged_into", "erased", "version",
            "created_at", "changed_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_name(self, player: Player) -> str | None:
        return None if player.erased_at else player.name

    def get_number(self, player: Player) -> str | None:
        return player.number if self._of_my_club(player) else None

    @extend_schema_field({"type": ["integer", "null"]})
    def get_user(self, player: Player) -> int | None:
        return player.user_id if self._of_my_club(player) else None

    def get_erased(self, player: Player) -> bool:
        return player.erased_at is not None

    def _of_my_club(self, player: Player) -> bool:
        return player.club_id in visibility.clubs_of(self.context["request"].user)


class FileProblemSerializer(serializers.Serializer[Any]):
    """What is wrong with a file, or worth knowing, and where; `row` counts as a spreadsheet."""

    code = serializers.CharField()
    message = serializers.CharField()
    row = serializers.IntegerField(allow_null=True)
    line = serializers.IntegerField(allow_null=True)
    column = serializers.CharField(allow_blank=True)
    value = serializers.CharField(allow_blank=True)


class ImportedPlayerSerializer(serializers.Serializer[Any]):
    """A row of the file; `player` is null while a dry run has added nobody."""

    row = serializers.IntegerField()
    line = serializers.IntegerField()
    name = serializers.CharField(allow_null=True)
    player = serializers.IntegerField(allow_null=True)
    changes = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField(allow_blank=True)),
        help_text="field: [from, to]",
    )


class ImportReportSerializer(serializers.Serializer[Any]):
    """What an import did, or on a dry run would do; with errors nothing is done."""

    dry_run = serializers.BooleanField()
    delimiter = serializers.CharField(allow_blank=True)
    added = ImportedPlayerSerializer(many=True)
    changed = ImportedPlayerSerializer(many=True)
    unchanged = ImportedPlayerSerializer(many=True)
    warnings = FileProblemSerializer(many=True)
    errors = FileProblemSerializer(many=True)  # type: ignore[assignment]


def name_of(player: Player) -> str | None:
    """The name of whoever the player is by now: merged into another, or erased (null)."""
    person = player.merged_into or player
    return None if person.erased_at else person.name


CLUB = Kind("clubs", Club.objects.all, visibility.anything, ClubSerializer, own_version)
MEMBERSHIP = Kind(
    "memberships",
    lambda: Membership.objects.select_related("user", "club"),
    visibility.memberships,
    MembershipSerializer,
    own_version,
)
PLAYER = Kind(
    "players",
    lambda: Player.objects.select_related("club"),
    visibility.players,
    PlayerSerializer,
    own_version,
)
