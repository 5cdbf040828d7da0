"""Simulations, what moves while they run, their chunks and their records."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer, JSONRenderer

from analytics import visibility
from analytics.models import Chunk, Simulation
from analytics.moving import moving
from analytics.queries import CHUNK_STATES, Progress, progress, watched
from analytics.services.simulations import batch_of
from analytics.stats.batches import figures
from analytics.tables import described
from engines.batch import named
from tournaments.api.kinds import (
    ANY_OBJECT,
    ANY_OBJECTS,
    Kind,
    ObjectField,
    ObjectsField,
    Shape,
    UtcField,
)
from tournaments.models.work import JobState

VERSION = 1
"""What is asked for never changes."""
NAMES = {"type": "array", "items": {"type": "string"}}
NUMBER = {"type": ["number", "null"]}


class SimulationSerializer(Shape):
    """A batch of games between bots: what is played, and how far it is.

    `bots`: a name a seat, seat 0 first. `setups`: what deals are told in turn, boards by name;
    `setup_texts`: the same in words, a tile set with its status. With `until_width`, `games`
    and `total` are the most that are played.
    """

    state = serializers.ChoiceField(choices=JobState.choices, source="job.state", read_only=True)
    message = serializers.CharField(source="job.message", read_only=True)
    done = serializers.IntegerField(source="job.done", read_only=True)
    total = serializers.IntegerField(source="job.total", read_only=True)
    bots = extend_schema_field(NAMES)(serializers.JSONField)(read_only=True)
    options = ObjectField(read_only=True)
    setups = serializers.SerializerMethodField()
    setup_texts = serializers.SerializerMethodField()

    class Meta:
        model = Simulation
        fields = [
            "id", "club", "game", "rules", "bots", "options", "setups", "setup_texts",
            "seed", "games", "until_width", "state", "message", "done", "total", "created_by",
            "created_at", "changed_at",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(ANY_OBJECTS)
    def get_setups(self, simulation: Simulation) -> Any:
        return [named(setup) for setup in simulation.setups]

    @extend_schema_field(NAMES)
    def get_setup_texts(self, simulation: Simulation) -> list[str]:
        return [described(simulation.game, setup) for setup in simulation.setups]


class WholeSimulationSerializer(SimulationSerializer):
    """A simulation with its progress and its figures so far.

    While it runs, `rate`: games a second, of the last seconds; `seconds_left`: to the end at this
    rate; `workers`: how many play it now; paused, `stopping`: how many have not stopped yet.
    The tag tells of all but those two estimates.
    `setups_in_full`: with the rows of boards, as they were when it was started. Of the `figures`,
    shares and scores have an interval of 95 % (`low` to `high`, null where nothing is known) beside
    the number of games.
    """

    error = serializers.CharField(source="job.error", read_only=True)
    blocks = serializers.IntegerField(source="blocks_done", read_only=True)
    workers = serializers.SerializerMethodField()
    stopping = serializers.SerializerMethodField()
    rate = serializers.SerializerMethodField()
    seconds_left = serializers.SerializerMethodField()
    setups_in_full = ObjectsField(source="setups", read_only=True)
    figures = serializers.SerializerMethodField()

    class Meta(SimulationSerializer.Meta):
        fields = [
            *SimulationSerializer.Meta.fields, "error", "blocks", "workers", "stopping",
            "rate", "seconds_left", "setups_in_full", "figures",
        ]  # fmt: skip
        read_only_fields = fields

    @property
    def now(self) -> Progress:
        found: Progress = self.context["progress"]
        return found

    def get_workers(self, simulation: Simulation) -> int:
        return self.now.workers

    def get_stopping(self, simulation: Simulation) -> int:
        return self.now.stopping

    @extend_schema_field(NUMBER)
    def get_rate(self, simulation: Simulation) -> float | None:
        return self.now.rate if self._is_running() else None

    @extend_schema_field(NUMBER)
    def get_seconds_left(self, simulation: Simulation) -> float | None:
        return self.now.left if self._is_running() else None

    def _is_running(self) -> bool:
        return self.now.state == JobState.RUNNING

    @extend_schema_field(ANY_OBJECT)
    def get_figures(self, simulation: Simulation) -> Any:
        return figures(batch_of(simulation), simulation.counts)


def whole(simulation: Simulation) -> dict[str, Any]:
    """Everything that is shown of a simulation (`WHOLE`). 0 queries."""
    now = progress(simulation)
    return dict(WholeSimulationSerializer(simulation, context={"progress": now}).data)


def tagged(simulation: Simulation) -> bytes:
    """What the tag is a digest of, as `writes` makes it, too (`WHOLE` or `MOVING`). 0 queries."""
    rendered: bytes = JSONRenderer().render(moving(simulation, progress(simulation)))
    return rendered


class ChunkSerializer(serializers.ModelSerializer[Chunk]):
    """`number` blocks from `first` on, given to one worker; `attempt`: for the how many-th time.

    `state`: `running` in the hands of `worker`; `done`; `given_back` by it; or `lost`, where it has
    been silent for too long. What is given back or lost waits for another worker, unless the
    simulation has ended. To give it back when told to stop is no attempt, so it may be 0.
    """

    state = serializers.ChoiceField(choices=CHUNK_STATES, source="read_as", read_only=True)
    done_at = UtcField(read_only=True, allow_null=True)

    class Meta:
        model = Chunk
        fields = [
            "first", "number", "state", "attempt", "worker", "error", "games", "seconds", "done_at",
        ]  # fmt: skip
        read_only_fields = fields


class ChunkListSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = ChunkSerializer(many=True)


class LinesRenderer(BaseRenderer):
    """JSON Lines: texts that are JSON already, one a line."""

    media_type = "application/x-ndjson"
    format = "ndjson"
    charset = "utf-8"

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        return "".join(f"{line}\n" for line in data).encode()


def canonical(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts in the one order in which they are always written."""
    return dict(sorted(counts.items()))


SIMULATION = Kind(
    "simulations",
    lambda: Simulation.objects.select_related("club", "job").defer("counts"),
    visibility.simulations,
    SimulationSerializer,
)
WHOLE = Kind("simulations", watched, visibility.simulations, WholeSimulationSerializer)
"""One that is shown with progress and figures, of one moment."""
MOVING = Kind(
    "simulations", lambda: watched().defer("counts"), visibility.simulations, SimulationSerializer
)
"""One whose tag alone may do."""
