"""What requests about simulations say. What it means is for the services and the engines."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from analytics.queries import CHUNK_STATES
from analytics.services.simulations import MOST_GAMES, MOST_SETUPS
from engines.registry import ENGINES
from engines.values import listed
from tournaments.api.bodies import MOST_SEATS, Body, Line, ObjectBody, ObjectsBody, Whole
from tournaments.api.kinds import ANY_OBJECTS
from tournaments.services.tournaments import LARGEST_SEED


class Width(serializers.FloatField):
    """A number, and no text or truth that looks like one. How large, the service says."""

    def to_internal_value(self, data: Any) -> float:
        if type(data) not in (int, float):
            self.fail("invalid")
        return float(data)


@extend_schema_field(ANY_OBJECTS | {"minItems": 1})
class SetupsBody(ObjectsBody):
    default_error_messages = {"empty": "Name at least one, or leave this out."}

    def to_internal_value(self, data: Any) -> Any:
        setups = super().to_internal_value(data)
        if not setups:
            self.fail("empty")
        return setups


class StartSimulation(Body):
    game = Line(help_text=f"a game that plays itself: {listed(list(ENGINES))}")
    bots = serializers.ListField(
        child=Line(max_length=40), max_length=MOST_SEATS,
        help_text="a bot for each seat, seat 0 first: `random`, `greedy`, `mcts:100`",
    )  # fmt: skip
    games = Whole(help_text=f"1 to {MOST_GAMES:,}; the last block is played to its end")
    until_width = Width(
        required=False, allow_null=True,
        help_text="until the widest interval is narrower than this share, `0.02` being ±1 %; "
        "`games` then is the most that are played",
    )  # fmt: skip
    setups = SetupsBody(
        required=False,
        help_text=f'what is played in turn, such as `{{"mission": 5}}` or `{{"board": "bird"}}`, '
        f"at most {MOST_SETUPS}; left out: what a series plays by itself, else all there are",
    )
    options = ObjectBody(required=False, help_text="of the game, those that change play")
    seed = Whole(
        required=False, allow_null=True, min_value=0, max_value=LARGEST_SEED,
        help_text="chosen if not given",
    )  # fmt: skip


class ChunkQuery(Body):
    state = serializers.ChoiceField(choices=CHUNK_STATES, required=False)
    cursor = serializers.CharField(required=False)
    page_size = serializers.IntegerField(required=False, min_value=1, max_value=200)
