"""Pools, ratings and their history."""

from typing import Any

from rest_framework import serializers

from tournaments import queries_ratings, visibility
from tournaments.api.kinds import FractionField, Kind, Shape, UtcField
from tournaments.api.shapes.people import name_of
from tournaments.models import Rating, RatingChange, RatingPool
from tournaments.rules import ratings as rules


class PoolSerializer(Shape):
    """The ratings of one club and game: by which model they were made, and from what.

    They reflect everything up to journal position `position` of the club. `behind`: something that
    may count has happened since. A rating is provisional before `provisional_until` series.
    """

    provisional_until = serializers.SerializerMethodField()
    behind = serializers.BooleanField(read_only=True)

    class Meta:
        model = RatingPool
        fields = [
            "id", "club", "game", "model", "version", "provisional_until", "position", "behind",
            "computed_at", "changed_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_provisional_until(self, pool: RatingPool) -> int:
        return rules.PROVISIONAL_UNTIL


class RatingSerializer(Shape):
    """A player's rating: `rating` give or take `margin` (about 95 %), where everybody begins at
    1500; `mu` and `sigma` are the same on the model's own scale. `behind`: see the pool.
    """

    club = serializers.IntegerField(source="pool.club_id", read_only=True)
    game = serializers.CharField(source="pool.game", read_only=True)
    player_name = serializers.SerializerMethodField()
    rating = serializers.SerializerMethodField()
    margin = serializers.SerializerMethodField()
    provisional = serializers.SerializerMethodField()
    behind = serializers.BooleanField(read_only=True)

    class Meta:
        model = Rating
        fields = [
            "id", "pool", "club", "game", "player", "player_name", "rating", "margin", "mu",
            "sigma", "events", "provisional", "behind", "changed_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_player_name(self, row: Rating) -> str | None:
        return name_of(row.player)

    def get_rating(self, row: Rating) -> int:
        return row.rating.points

    def get_margin(self, row: Rating) -> int:
        return row.rating.margin

    def get_provisional(self, row: Rating) -> bool:
        return row.rating.provisional


class RatingAtSerializer(serializers.Serializer[Any]):
    """A rating at one moment."""

    rating = serializers.IntegerField(source="points")
    margin = serializers.IntegerField()
    mu = serializers.FloatField()
    sigma = serializers.FloatField()
    provisional = serializers.BooleanField()


class RatingChangeSerializer(Shape):
    """What a series made of a player's rating: the player's `number`th in this pool.

    `side`: who won together has the same one, 0-based, and the same (mean) `place` among sides.
    """

    club = serializers.IntegerField(source="pool.club_id", read_only=True)
    game = serializers.CharField(source="pool.game", read_only=True)
    series = serializers.IntegerField(source="event.series_id", read_only=True)
    closed_at = UtcField(source="event.closed_at", read_only=True)
    player_name = serializers.SerializerMethodField()
    place = FractionField(read_only=True)
    before = RatingAtSerializer(read_only=True)
    after = RatingAtSerializer(read_only=True)
    behind = serializers.BooleanField(read_only=True)

    class Meta:
        model = RatingChange
        fields = [
            "id", "pool", "club", "game", "series", "closed_at", "player", "player_name", "number",
            "side", "place", "before", "after", "behind", "changed_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_player_name(self, row: RatingChange) -> str | None:
        return name_of(row.player)


def _pools() -> Any:
    return queries_ratings.with_behind(RatingPool.objects.all())


def _ratings() -> Any:
    rows = Rating.objects.select_related("pool", "player__merged_into")
    return rows.annotate(behind=queries_ratings.is_behind())


def _changes() -> Any:
    rows = RatingChange.objects.select_related("pool", "event", "player__merged_into")
    return rows.annotate(behind=queries_ratings.is_behind())


POOL = Kind("pools", _pools, visibility.anything, PoolSerializer)
RATING = Kind("ratings", _ratings, visibility.ratings, RatingSerializer)
RATING_CHANGE = Kind("rating_changes", _changes, visibility.rating_changes, RatingChangeSerializer)
