"""Standings with the names of the players, and on demand with every addend."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from tournaments.api.kinds import FractionField, UtcField
from tournaments.api.shapes.people import name_of
from tournaments.models import Player

REASONS = ("addends", "left_out")


class AddendSerializer(serializers.Serializer[Any]):
    """One term of a key's value: which table gave it, and by which rule (`source`).

    `place` is the mean place among `size` seats, `shared_by` how many share it (1: nobody else).
    `formula` works out to `value`, such as `(4 − 5/2)/(4 − 1)`. `note` says what an abandoned
    match did: `abandoned_dropped`, `abandoned_worst`. Null where it means nothing, and in standings
    that were kept before it was known.
    """

    key = serializers.CharField()
    value = FractionField()
    source = serializers.CharField()  # type: ignore[assignment]
    series = serializers.IntegerField(allow_null=True)
    round_number = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    place = FractionField(allow_null=True)
    size = serializers.IntegerField(allow_null=True)
    shared_by = serializers.IntegerField(allow_null=True)
    formula = serializers.CharField(allow_null=True)
    note = serializers.CharField(allow_null=True)
    opponent = serializers.IntegerField(allow_null=True)
    step = serializers.IntegerField()


class LeftOutSerializer(serializers.Serializer[Any]):
    """A round that gave the player nothing, and why: `abandoned`, `no_seat`, `replay`,
    `unfinished`. `series` and `table` are null where there was no seat."""

    series = serializers.IntegerField(allow_null=True)
    round_number = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()


class StandingRowSerializer(serializers.Serializer[Any]):
    """`values`: key: exact number as text, null where the key says nothing about this player.

    While no table counts, every `rank` and value is null and the rows stand by player id. Who has
    had no seat stands last, by player id, with a `rank` and values of null.
    `addends` and `left_out` are there with `?explain=true`.
    """

    rank = serializers.IntegerField(allow_null=True)
    player = serializers.IntegerField()
    player_name = serializers.CharField(allow_null=True)
    state = serializers.CharField()
    played = serializers.IntegerField()
    values = serializers.DictField(child=FractionField(allow_null=True))
    addends = AddendSerializer(many=True, required=False)
    left_out = LeftOutSerializer(many=True, required=False)


class StandingSerializer(serializers.Serializer[Any]):
    """A standing after a round, up to journal position `position`.

    `revision` 0 is the running standing of an open round; 1 was kept when the round closed, later
    ones by corrections. `round` is null before the first round is published.
    """

    tournament = serializers.IntegerField()
    timezone = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    round_number = serializers.IntegerField()
    round_state = serializers.CharField(allow_null=True)
    revision = serializers.IntegerField()
    revisions = serializers.ListField(child=serializers.IntegerField())
    position = serializers.IntegerField()
    computed_at = UtcField(allow_null=True)
    keys = serializers.ListField(child=serializers.CharField())
    scheme = serializers.CharField()
    waiting_tables = serializers.ListField(child=serializers.IntegerField())
    rows = StandingRowSerializer(many=True)


def with_names(rows: list[dict[str, Any]], *, explain: bool) -> list[dict[str, Any]]:
    """The rows of a kept standing with `player_name`; without reasons unless `explain`. 1 query."""
    players = Player.objects.filter(pk__in=[row["player"] for row in rows])
    names = {player.pk: name_of(player) for player in players.select_related("merged_into")}
    return [_row(row, names, explain) for row in rows]


def _row(row: Mapping[str, Any], names: Mapping[int, str | None], explain: bool) -> dict[str, Any]:
    shown = {key: value for key, value in row.items() if explain or key not in REASONS}
    return shown | {"player_name": names.get(row["player"])}
