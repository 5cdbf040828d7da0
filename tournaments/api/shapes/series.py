"""Series with their seats and matches; results by revision."""

from fractions import Fraction
from typing import Any

from django.db.models import Prefetch
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import queries, queries_boards, visibility
from tournaments.api.kinds import (
    FractionField,
    Kind,
    ObjectField,
    ObjectsField,
    Shape,
    own_version,
)
from tournaments.api.shapes.people import name_of
from tournaments.models import Match, Result, Score, Series
from tournaments.models.results import ResultState
from tournaments.rules.series import SeriesOutcome


class ScoreSerializer(Shape):
    """What the game counted for a seat (0-based); tied seats share the mean place."""

    seat = serializers.IntegerField(source="seat.position", read_only=True)
    player = serializers.IntegerField(source="seat.player_id", read_only=True)
    place = FractionField(read_only=True)
    detail = ObjectField(read_only=True, help_text="how the score comes about, by game")

    class Meta:
        model = Score
        fields = ["seat", "player", "score", "place", "credit", "detail"]
        read_only_fields = fields


class ResultSerializer(Shape):
    """One revision of a match's outcome. Only `state` moves on. `version` is the series'."""

    sheet = ObjectField(read_only=True, help_text="what was entered")
    scores = ScoreSerializer(many=True, read_only=True)
    version = serializers.IntegerField(source="match.series.version", read_only=True)

    class Meta:
        model = Result
        fields = [
            "id", "match", "revision", "state", "source", "sheet", "end", "reason",
            "effective_round", "reported_by", "reported_at", "confirmed_by", "confirmed_at",
            "scores", "version", "changed_at",
        ]  # fmt: skip
        read_only_fields = fields


class MatchSerializer(Shape):
    """One game of a series. `result`: the revision in force. `version` is the series'.

    `board_version`: the board that a match of Gazebo is planned on, by version (`/boards/{id}`);
    `tile_set_version`: the tile set of one of Gnome Hollow (`/tile_sets/{id}`).
    """

    setup = ObjectField(read_only=True)
    setup_text = serializers.SerializerMethodField()
    result = serializers.SerializerMethodField()
    version = serializers.IntegerField(source="series.version", read_only=True)

    class Meta:
        model = Match
        fields = [
            "id", "series", "number", "setup", "setup_text", "board_version", "tile_set_version",
            "state", "result", "version", "changed_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_setup_text(self, match: Match) -> str:
        return queries_boards.match_text(match.series.game, match)

    @extend_schema_field({"type": ["integer", "null"]})
    def get_result(self, match: Match) -> int | None:
        result = queries.result_in_force(match)
        return result.pk if result else None


class SeatSerializer(serializers.Serializer[Any]):
    """A seat (0-based, in play order) with what it has so far; places are final when complete.

    Until a match counts, total and place are null.
    """

    seat = serializers.IntegerField()
    player = serializers.IntegerField()
    player_name = serializers.CharField(allow_null=True)
    total = FractionField(allow_null=True)
    place = FractionField(allow_null=True, help_text="in pairs the pair's")
    credits = serializers.IntegerField(help_text="what the tie rule compares")


class SideSerializer(serializers.Serializer[Any]):
    """Who wins together: one seat by itself, or Gazebo's pairs with the sum of both (G8.2).

    Until a match counts, total and place are null.
    """

    seats = serializers.ListField(child=serializers.IntegerField(), help_text="0-based")
    total = FractionField(allow_null=True)
    place = FractionField(allow_null=True)


class SeriesMatchSerializer(serializers.Serializer[Any]):
    """A match with the scores of the result in force, seat 0 first, whether confirmed or not."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    setup = ObjectField()
    setup_text = serializers.CharField()
    board_version = serializers.IntegerField(allow_null=True, help_text="`/boards/{id}`")
    tile_set_version = serializers.IntegerField(allow_null=True, help_text="`/tile_sets/{id}`")
    state = serializers.CharField()
    result = serializers.IntegerField(allow_null=True)
    revision = serializers.IntegerField(allow_null=True)
    result_state = serializers.CharField(allow_null=True)
    scores = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class SeriesSerializer(Shape):
    """A table (`round` and `table_no` set) or a casual series. Totals count what is confirmed.

    `complete`: nothing more will be played, so totals and places are final.
    """

    tournament = serializers.SerializerMethodField()
    timezone = serializers.SerializerMethodField()
    options = ObjectField(read_only=True)
    complete = serializers.SerializerMethodField()
    seats = serializers.SerializerMethodField()
    sides = serializers.SerializerMethodField()
    matches = serializers.SerializerMethodField()

    class Meta:
        model = Series
        fields = [
            "id", "club", "tournament", "timezone", "round", "table_no", "game", "options",
            "unplayed", "start_seat", "seed", "state", "complete", "seats", "sides", "matches",
            "closed_at", "version", "created_at", "changed_at",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field({"type": ["integer", "null"]})
    def get_tournament(self, series: Series) -> int | None:
        return series.round.stage.tournament_id if series.round else None

    def get_timezone(self, series: Series) -> str:
        return series.round.stage.tournament.timezone if series.round else series.club.timezone

    def get_complete(self, series: Series) -> bool:
        return queries.outcome_of(series).complete

    @extend_schema_field(SeatSerializer(many=True))
    def get_seats(self, series: Series) -> list[dict[str, Any]]:
        outcome = queries.outcome_of(series)
        return [
            {
                "seat": seat.position,
                "player": seat.player_id,
                "player_name": name_of(seat.player),
                **_counted(outcome, total, place),
                "credits": credits,
            }
            for seat, total, place, credits in zip(
                series.seats.all(), outcome.totals, outcome.places, outcome.credits, strict=True
            )
        ]

    @extend_schema_field(SideSerializer(many=True))
    def get_sides(self, series: Series) -> list[dict[str, Any]]:
        outcome = queries.outcome_of(series)
        return [
            {"seats": list(side.seats), **_counted(outcome, side.total, side.place)}
            for side in outcome.sides
        ]

    @extend_schema_field(SeriesMatchSerializer(many=True))
    def get_matches(self, series: Series) -> list[dict[str, Any]]:
        return [
            {
                "id": match.pk,
                "number": match.number,
                "setup": match.setup,
                "setup_text": queries_boards.match_text(series.game, match),
                "board_version": match.board_version_id,
                "tile_set_version": match.tile_set_version_id,
                "state": match.state,
                **_in_force(queries.result_in_force(match)),
            }
            for match in series.matches.all()
        ]


def _counted(outcome: SeriesOutcome, total: Fraction, place: Fraction) -> dict[str, str | None]:
    """Total and place, once a match counts."""
    if not outcome.played:
        return {"total": None, "place": None}
    return {"total": str(total), "place": str(place)}


def _in_force(result: Result | None) -> dict[str, Any]:
    if result is None:
        return dict.fromkeys(("result", "revision", "result_state", "scores"))
    scores = sorted(result.scores.all(), key=lambda score: score.seat.position)
    return {
        "result": result.pk,
        "revision": result.revision,
        "result_state": result.state,
        "scores": [score.score for score in scores],
    }


class PreviewSerializer(serializers.Serializer[Any]):
    """What a sheet would count. Each list has one item a seat, seat 0 first, but `winners`."""

    scores = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.IntegerField())
    credits = serializers.ListField(child=serializers.IntegerField())
    end = serializers.CharField(allow_null=True)
    details = ObjectsField()


def _series() -> Any:
    rows = Series.objects.select_related("club", "round__stage__tournament__club")
    return queries.with_scores(rows).prefetch_related("seats__player__merged_into")


def _matches() -> Any:
    in_force = Result.objects.exclude(state=ResultState.SUPERSEDED)
    rows = Match.objects.select_related(
        "series__club", "series__round__stage__tournament__club", "tile_set_version"
    ).defer("tile_set_version__text")
    return rows.prefetch_related(Prefetch("results", in_force, to_attr="in_force"))


def _results() -> Any:
    scores = Score.objects.select_related("seat").order_by("seat__position")
    return Result.objects.select_related(
        "match__series__club", "match__series__round__stage__tournament__club"
    ).prefetch_related(Prefetch("scores", scores))


def _series_version(row: Match | Result) -> int:
    match = row.match if isinstance(row, Result) else row
    return match.series.version


SERIES = Kind("series", _series, visibility.series, SeriesSerializer, own_version)
MATCH = Kind("matches", _matches, visibility.matches, MatchSerializer, _series_version)
RESULT = Kind("results", _results, visibility.results, ResultSerializer, _series_version)
