"""What requests say: their bodies and their parameters. What it means is for the services."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from tournaments.api.kinds import ANY_OBJECT, ANY_OBJECTS
from tournaments.models import Club
from tournaments.models.clubs import Role
from tournaments.models.tournaments import GameName
from tournaments.models.users import Scope
from tournaments.services.tournaments import LARGEST_SEED

LARGEST_ID = 2**63 - 1
MOST_ENTRIES = 500
MOST_SEATS = 100
"""Of a body. How many sit at a table says the game, by its rule."""


# Comments instead of docstrings here: the description would show those for every body.
# A body refuses names that it doesn't know: a slip of the pen must not be ignored.
class Body(serializers.Serializer[Any]):
    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = {
                str(name)[:60]: [ErrorDetail("This field is not known.", code="unknown_field")]
                for name in data
                if name not in self.fields
            }
            if unknown:
                raise serializers.ValidationError(unknown)
        return super().to_internal_value(data)


# Everything is optional here, but not all of it at once.
class Changes(Body):
    def validate(self, attrs: Any) -> Any:
        if not attrs:
            raise serializers.ValidationError("Say what is to be changed.", code="nothing")
        return attrs


class Line(serializers.CharField):
    """A line of text as it was typed; the services clean it. A number is no text."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"trim_whitespace": False, "allow_blank": True, **options})

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """A whole number and no text, truth or 1.0 that looks like one."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Id(Whole):
    def __init__(self, **options: Any) -> None:
        super().__init__(**{"min_value": 1, "max_value": LARGEST_ID, **options})


class Truth(serializers.BooleanField):
    """True or false, and no word or number for it."""

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("invalid", input=str(data)[:40])
        return data


class ClubField(serializers.PrimaryKeyRelatedField[Club]):
    def __init__(self, **options: Any) -> None:
        super().__init__(
            queryset=Club.objects.all(), pk_field=Id(), help_text="the club's id", **options
        )


@extend_schema_field(ANY_OBJECT)
class ObjectBody(serializers.JSONField):
    default_error_messages = {"not_object": "This must be an object."}

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            self.fail("not_object")
        return data


@extend_schema_field(ANY_OBJECTS)
class ObjectsBody(serializers.JSONField):
    default_error_messages = {"not_list": "This must be a list."}

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, list):
            self.fail("not_list")
        return data


@extend_schema_field({"type": "array", "items": {"type": "string"}})
class RowsBody(ObjectsBody):
    """A list of texts; what else is in it, the checker of boards says."""


@extend_schema_field({"type": "array", "items": {"type": "array", "items": {"type": "string"}}})
class PatiosBody(ObjectsBody):
    """A list of lists of texts; what else is in it, the checker of boards says."""


class Nothing(Body):
    """No body, or an empty object."""


class CreateClub(Body):
    name = Line()
    timezone = Line(default="UTC")


class ChangeClub(Changes):
    name = Line(required=False)
    timezone = Line(required=False)


class AddMember(Body):
    """`password` makes the account first; without it the account must be there."""

    club = ClubField()
    username = Line()
    role = serializers.ChoiceField(choices=Role.choices)
    password = Line(default="", max_length=500, write_only=True)


class ChangeRole(Body):
    role = serializers.ChoiceField(choices=Role.choices)


class AddPlayer(Body):
    club = ClubField()
    name = Line()
    reading = Line(required=False, help_text="how the name is read, to sort it")
    number = Line(required=False, help_text="the club's own number for the person")
    user = Id(required=False, allow_null=True, help_text="the account of a member")


class ChangePlayer(Changes):
    name = Line(required=False)
    reading = Line(required=False)
    number = Line(required=False)
    user = Id(required=False, allow_null=True)


class SaveBoard(Body):
    club = ClubField()
    name = Line(help_text="of the board; with `based_on` it may be one that the club has already")
    rows = RowsBody(help_text="from the top, a character for each square (G2.1)")
    patios = PatiosBody(
        required=False, allow_null=True,
        help_text="the squares of each patio, where two of a kind touch (G2.2)",
    )  # fmt: skip
    based_on = Id(
        required=False, allow_null=True,
        help_text="for the next version of a board: the id of its newest, which you have seen",
    )  # fmt: skip


class SaveTileSet(Body):
    club = ClubField()
    name = Line(
        help_text="of the tile set; with `based_on` it may be one that the club has already"
    )
    tileset = ObjectBody(help_text="as the shipped one is written (`/tile_sets/{id}`, `tileset`)")
    based_on = Id(
        required=False, allow_null=True,
        help_text="for the next version of a tile set: the id of its newest, which you have seen",
    )  # fmt: skip


class RestoreVersion(Body):
    instead_of = Id(
        required=False, allow_null=True,
        help_text="the id of the version of that name in force, which you have seen; left out or "
        "null: none is",
    )  # fmt: skip


# What may be set and changed; without a value each has the default of its field.
class TournamentSettings(serializers.Serializer[Any]):
    timezone = Line(required=False)
    options = ObjectBody(required=False, help_text="the game's options")
    scheme = Line(required=False, help_text="how places become points, such as `place_share`")
    scheme_settings = ObjectBody(required=False)
    keys = serializers.ListField(
        child=Line(max_length=40), required=False, help_text="the chain of the standing"
    )
    unplayed = Line(required=False, help_text="`drop`, `worst` or `replay` an abandoned match")
    seed = Whole(required=False, min_value=0, max_value=LARGEST_SEED)


class CreateTournament(Body, TournamentSettings):
    club = ClubField()
    name = Line()
    game = serializers.ChoiceField(choices=GameName.choices)
    starts_on = serializers.DateField()
    table_size = Whole(min_value=0, max_value=MOST_SEATS)
    matches = ObjectsBody(help_text="the set-ups of each table's series, in order")
    draft = Truth(default=False, help_text="not yet published")


class ChangeTournament(Changes, TournamentSettings):
    name = Line(required=False)
    game = serializers.ChoiceField(choices=GameName.choices, required=False)
    starts_on = serializers.DateField(required=False)
    table_size = Whole(required=False, min_value=0, max_value=MOST_SEATS)
    matches = ObjectsBody(required=False)


class EnterPlayers(Body):
    players = serializers.ListField(
        child=Id(), max_length=MOST_ENTRIES, allow_empty=False, help_text="ids, in order"
    )
    checked_in = Truth(default=True)


class ReplaceEntry(Body):
    player = Id(help_text="who takes the place")


class DrawRound(Body):
    seed = Whole(
        required=False, min_value=0, max_value=LARGEST_SEED, help_text="chosen if not given"
    )


class StartSeries(Body):
    """A casual series: `players` in seat order, `matches` the set-ups in playing order."""

    club = ClubField()
    game = serializers.ChoiceField(choices=GameName.choices)
    players = serializers.ListField(child=Id(), max_length=MOST_SEATS)
    matches = ObjectsBody()
    options = ObjectBody(required=False)
    start_seat = Whole(required=False, min_value=0, max_value=MOST_SEATS)
    unplayed = Line(required=False)
    seed = Whole(
        required=False, min_value=0, max_value=LARGEST_SEED,
        help_text="of the lot that drew some of the set-ups, to be kept with the series",
    )  # fmt: skip


SHEET = (
    "The score sheet, seat 0 first. Niwa: for each seat `hand`, nine cards of P, G or O and 0 to "
    "10, or `points`, or both if they agree. Gazebo: for each seat `left`, the gazebos left over; "
    "`end`: `last_gazebo` (may be left out where a seat has 0), else `blocked` or "
    "`out_of_dominoes`; in pairs `last_pair`, `[0, 1]` or `[2, 3]`: who placed the last gazebo, "
    "needed where both pairs have as many left, nobody has 0 and anything was placed (G8.2). "
    "Gnome Hollow: for each seat `flowers` and `markers`, from 0 to 8, and `treasure`; "
    "`mushrooms`, those left, needed from all who are tied for first (H8.3); `total`, which may be "
    "left out."
)


class ReportResult(Body):
    """`confirm`: at once, if the reporter may confirm; else somebody else confirms it."""

    sheet = ObjectBody(help_text=SHEET)
    confirm = Truth(default=True)


class CorrectResult(Body):
    """`revision`: the one that is wrong."""

    sheet = ObjectBody(help_text=SHEET)
    revision = Whole(min_value=1, max_value=32_767)
    reason = Line(default="")


class PreviewResult(Body):
    sheet = ObjectBody(help_text=SHEET)


class AbandonMatch(Body):
    reason = Line(default="")


class DisputeResult(Body):
    reason = Line()


class CreateToken(Body):
    """It ends at `expires_at`, or after 90 days; a year is the longest."""

    name = Line()
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=Scope.choices), max_length=10
    )
    expires_at = serializers.DateTimeField(required=False)


class SignIn(Body):
    username = Line(max_length=150)
    password = Line(max_length=500, write_only=True)


class ImportQuery(Body):
    dry_run = serializers.BooleanField(default=False, help_text="only report what would happen")


class StandingQuery(Body):
    explain = serializers.BooleanField(default=False, help_text="with the addends of every value")


class RoundStandingQuery(StandingQuery):
    revision = serializers.IntegerField(
        required=False, min_value=1, max_value=2**31 - 1,
        help_text="an earlier standing that was kept of a closed round",
    )  # fmt: skip


class SchemaQuery(Body):
    format = serializers.ChoiceField(choices=["json", "yaml"], required=False)
