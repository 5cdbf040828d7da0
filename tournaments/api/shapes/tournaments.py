"""Tournaments, stages, entries and rounds."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import queries_boards, visibility
from tournaments.api.kinds import Kind, ObjectField, ObjectsField, Shape, own_version
from tournaments.api.shapes.people import name_of
from tournaments.models import Entry, Round, Stage, Tournament


class TournamentSerializer(Shape):
    """All times are UTC; `timezone` is where the tournament is played."""

    options = ObjectField(read_only=True)
    scheme_settings = ObjectField(read_only=True)
    keys = serializers.ListField(child=serializers.CharField(), read_only=True)
    stages: "serializers.PrimaryKeyRelatedField[Any]" = serializers.PrimaryKeyRelatedField(
        many=True, read_only=True
    )

    class Meta:
        model = Tournament
        fields = [
            "id", "club", "name", "game", "state", "starts_on", "timezone", "options", "scheme",
            "scheme_version", "scheme_settings", "keys", "unplayed", "seed", "stages", "version",
            "created_at", "changed_at",
        ]  # fmt: skip
        read_only_fields = fields


class StageSerializer(Shape):
    """`matches`: the set-ups of each table's series. `setup_texts`: the same in words, a tile set
    with its status. `version` is the tournament's."""

    matches = ObjectsField(read_only=True)
    setup_texts = serializers.SerializerMethodField()
    settings = ObjectField(read_only=True)
    version = serializers.IntegerField(source="tournament.version", read_only=True)

    class Meta:
        model = Stage
        fields = [
            "id", "tournament", "number", "kind", "table_size", "matches", "setup_texts",
            "settings", "version", "changed_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_setup_texts(self, stage: Stage) -> list[str]:
        return queries_boards.stage_texts(stage)


class EntrySerializer(Shape):
    """`joined_round`: the first round the entry could play in; `dropped_round`: the first without.

    `player_name` is read from the player and null once the person was erased.
    """

    player_name = serializers.SerializerMethodField()

    class Meta:
        model = Entry
        fields = [
            "id", "tournament", "player", "player_name", "state", "joined_round", "dropped_round",
            "replaced_by", "version", "created_at", "changed_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_player_name(self, entry: Entry) -> str | None:
        return name_of(entry.player)


class ShortTableSerializer(serializers.Serializer[Any]):
    table = serializers.IntegerField()
    size = serializers.IntegerField()
    players = serializers.ListField(child=serializers.IntegerField())
    reason = serializers.CharField()


class DrawReportSerializer(serializers.Serializer[Any]):
    """How good a draw is. `pairs`: [player, player, times] of those who met more than once."""

    repeats = serializers.IntegerField()
    bound = serializers.IntegerField(help_text="the fewest repeats that counting allows")
    pairs = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    seats = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="player: how often in each seat",
    )
    short_tables = ShortTableSerializer(many=True)
    byes = serializers.ListField(child=serializers.IntegerField())
    score_spread = serializers.IntegerField(allow_null=True)
    seed = serializers.IntegerField()
    algorithm = serializers.CharField()
    version = serializers.IntegerField()


class RoundSerializer(Shape):
    tournament = serializers.IntegerField(source="stage.tournament_id", read_only=True)
    timezone = serializers.CharField(source="stage.tournament.timezone", read_only=True)
    report = extend_schema_field(DrawReportSerializer)(serializers.JSONField)(read_only=True)

    class Meta:
        model = Round
        fields = [
            "id", "stage", "tournament", "timezone", "number", "state", "seed", "report",
            "drawn_at", "published_at", "closed_at", "version", "changed_at",
        ]  # fmt: skip
        read_only_fields = fields


class EnteredSerializer(serializers.Serializer[Any]):
    """The entries of the players asked for, in that order; `new` of them were made now."""

    entries = EntrySerializer(many=True)
    new = serializers.IntegerField()


TOURNAMENT = Kind(
    "tournaments",
    lambda: Tournament.objects.select_related("club").prefetch_related("stages"),
    visibility.tournaments,
    TournamentSerializer,
    own_version,
)
STAGE = Kind(
    "stages",
    lambda: queries_boards.with_own_names(Stage.objects.all()),
    visibility.stages,
    StageSerializer,
    lambda stage: stage.tournament.version,
)
ENTRY = Kind(
    "entries",
    lambda: Entry.objects.select_related("player__merged_into", "tournament__club"),
    visibility.entries,
    EntrySerializer,
    own_version,
)
ROUND = Kind(
    "rounds",
    lambda: Round.objects.select_related("stage__tournament__club"),
    visibility.rounds,
    RoundSerializer,
    own_version,
)
