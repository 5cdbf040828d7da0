"""What lists can be narrowed to and sorted by. Every list has `updated_since`."""

from datetime import UTC
from typing import Any

import django_filters
from django import forms
from django.db.models import Q, QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema_field

from tournaments import visibility
from tournaments.api.bodies import LARGEST_ID
from tournaments.models import (
    BoardVersion,
    Club,
    Entry,
    Job,
    JournalEntry,
    Match,
    Membership,
    Player,
    Rating,
    RatingChange,
    RatingPool,
    Result,
    Round,
    Series,
    Stage,
    TileSetVersion,
    Token,
    Tournament,
)
from tournaments.models.players import PlayerQuerySet
from tournaments.models.tournaments import GameName
from tournaments.rules.ratings import PROVISIONAL_UNTIL
from tournaments.services.texts import name_key


@extend_schema_field({"type": "integer", "minimum": 1})
class IdFilter(django_filters.NumberFilter):
    field_class = forms.IntegerField

    def __init__(self, field_name: str | None = None, **options: Any) -> None:
        super().__init__(field_name, min_value=1, max_value=LARGEST_ID, **options)

    def get_max_validator(self) -> None:
        return None


@extend_schema_field({"type": "boolean"})
class TruthFilter(django_filters.TypedChoiceFilter):
    """`true` or `false`; a `BooleanFilter` passes over what is neither, as if it were not said."""

    def __init__(self, field_name: str | None = None, **options: Any) -> None:
        choices = [(word, word) for word in ("true", "false")]
        super().__init__(field_name, choices=choices, coerce="true".__eq__, **options)


class Since(django_filters.IsoDateTimeFilter):
    """Rows changed at or after a moment, in any of the fields."""

    def __init__(self, *fields: str, **options: Any) -> None:
        self.fields = fields
        super().__init__(
            label="changed at or after this moment, such as 2026-11-30T19:00:00Z", **options
        )

    def filter(self, qs: "QuerySet[Any]", value: Any) -> "QuerySet[Any]":
        if value is None:
            return qs
        try:
            value = value.astimezone(UTC)  # PostgreSQL knows no offset of 16 hours or more
        except OverflowError:
            return qs if value.year == 1 else qs.none()
        changed = Q()
        for field in self.fields:
            changed |= Q(**{f"{field}__gte": value})
        return qs.filter(changed)


class Named(django_filters.CharFilter):
    """Part of a name, however it is composed, cased or spaced."""

    def filter(self, qs: "QuerySet[Any]", value: str) -> "QuerySet[Any]":
        return qs.filter(name_key__contains=name_key(value)) if value else qs


class ClubFilters(filters.FilterSet):
    name = django_filters.CharFilter(lookup_expr="icontains", label="part of the name")
    updated_since = Since("changed_at")

    class Meta:
        model = Club
        fields: list[str] = []


class MembershipFilters(filters.FilterSet):
    club = IdFilter()
    user = IdFilter()
    updated_since = Since("changed_at")

    class Meta:
        model = Membership
        fields = ["role"]


class PlayerFilters(filters.FilterSet):
    club = IdFilter()
    user = IdFilter(method="of_user")
    name = Named(label="part of the name")
    tournament = IdFilter(method="in_tournament", label="who is in a tournament")
    active = TruthFilter(method="neither_merged_nor_erased", label="neither merged nor erased")
    updated_since = Since("changed_at")

    class Meta:
        model = Player
        fields: list[str] = []

    def of_user(self, players: "QuerySet[Player]", name: str, user: int) -> "QuerySet[Player]":
        """Who has which account is for the club's members, as in the player's shape."""
        return players.filter(user=user, club__in=visibility.clubs_of(self.request.user))

    def neither_merged_nor_erased(
        self, players: "PlayerQuerySet", name: str, active: bool
    ) -> "QuerySet[Player]":
        return players.active() if active else players.exclude(merged_into=None, erased_at=None)

    def in_tournament(self, players: "QuerySet[Player]", name: str, pk: int) -> "QuerySet[Player]":
        """Of a draft, only for those who may read it."""
        seen = Entry.objects.filter(visibility.entries(self.request.user), tournament=pk)
        return players.filter(pk__in=seen.values("player"))


class VersionFilters(filters.FilterSet):
    club = IdFilter()
    name = Named(label="part of the name")
    in_force = TruthFilter("retired_at", lookup_expr="isnull", label="can be planned")
    updated_since = Since("changed_at")


class BoardFilters(VersionFilters):
    class Meta:
        model = BoardVersion
        fields = ["status"]


class TileSetFilters(VersionFilters):
    class Meta:
        model = TileSetVersion
        fields = ["status"]


class TournamentFilters(filters.FilterSet):
    club = IdFilter()
    name = django_filters.CharFilter(lookup_expr="icontains", label="part of the name")
    player = IdFilter("entries__player", label="whom a player is in")
    starts_from = django_filters.DateFilter("starts_on", lookup_expr="gte")
    starts_until = django_filters.DateFilter("starts_on", lookup_expr="lte")
    updated_since = Since("changed_at")

    class Meta:
        model = Tournament
        fields = ["state", "game"]


class StageFilters(filters.FilterSet):
    tournament = IdFilter()
    updated_since = Since("changed_at")

    class Meta:
        model = Stage
        fields = ["kind"]


class EntryFilters(filters.FilterSet):
    tournament = IdFilter()
    player = IdFilter()
    club = IdFilter("tournament__club")
    updated_since = Since("changed_at")

    class Meta:
        model = Entry
        fields = ["state"]


class RoundFilters(filters.FilterSet):
    tournament = IdFilter("stage__tournament")
    stage = IdFilter()
    club = IdFilter("stage__tournament__club")
    updated_since = Since("changed_at")

    class Meta:
        model = Round
        fields = ["state"]


class SeriesFilters(filters.FilterSet):
    club = IdFilter()
    tournament = IdFilter("round__stage__tournament")
    round = IdFilter()
    player = IdFilter("seats__player")
    casual = TruthFilter("round", lookup_expr="isnull", label="without a round")
    updated_since = Since("changed_at", "round__published_at")

    class Meta:
        model = Series
        fields = ["state", "game"]


class MatchFilters(filters.FilterSet):
    series = IdFilter()
    tournament = IdFilter("series__round__stage__tournament")
    round = IdFilter("series__round")
    club = IdFilter("series__club")
    player = IdFilter("series__seats__player")
    updated_since = Since("changed_at", "series__round__published_at")

    class Meta:
        model = Match
        fields = ["state"]


class ResultFilters(filters.FilterSet):
    match = IdFilter()
    series = IdFilter("match__series")
    tournament = IdFilter("match__series__round__stage__tournament")
    round = IdFilter("match__series__round")
    club = IdFilter("match__series__club")
    updated_since = Since("changed_at")

    class Meta:
        model = Result
        fields = ["state"]


class PoolFilters(filters.FilterSet):
    club = IdFilter()
    player = IdFilter("ratings__player", label="in which a player is rated")
    updated_since = Since("changed_at")

    class Meta:
        model = RatingPool
        fields = ["game"]


class RatingFilters(filters.FilterSet):
    pool = IdFilter()
    club = IdFilter("pool__club")
    game = django_filters.ChoiceFilter("pool__game", choices=GameName.choices)
    player = IdFilter()
    provisional = TruthFilter(method="of_few_events", label="of few series yet")
    updated_since = Since("changed_at")

    class Meta:
        model = Rating
        fields: list[str] = []

    def of_few_events(
        self, ratings: "QuerySet[Rating]", name: str, provisional: bool
    ) -> "QuerySet[Rating]":
        few = Q(events__lt=PROVISIONAL_UNTIL)
        return ratings.filter(few if provisional else ~few)


class RatingChangeFilters(filters.FilterSet):
    pool = IdFilter()
    club = IdFilter("pool__club")
    game = django_filters.ChoiceFilter("pool__game", choices=GameName.choices)
    player = IdFilter()
    series = IdFilter("event__series")
    updated_since = Since("changed_at")

    class Meta:
        model = RatingChange
        fields: list[str] = []


class JournalFilters(filters.FilterSet):
    club = IdFilter()
    tournament = IdFilter()
    actor = IdFilter()
    verb = django_filters.CharFilter()
    noun = django_filters.CharFilter()
    noun_id = IdFilter()
    after_position = IdFilter("position", lookup_expr="gt", label="entries after this position")
    updated_since = Since("at")

    class Meta:
        model = JournalEntry
        fields: list[str] = []


class JobFilters(filters.FilterSet):
    club = IdFilter()
    kind = django_filters.CharFilter()
    key = django_filters.CharFilter()
    updated_since = Since("changed_at")

    class Meta:
        model = Job
        fields = ["state"]


class TokenFilters(filters.FilterSet):
    updated_since = Since("created")

    class Meta:
        model = Token
        fields: list[str] = []
