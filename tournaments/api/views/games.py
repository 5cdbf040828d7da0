"""The games, from the engines' registry; and the API's own index and description."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.plumbing import get_doc
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.utils import OpenApiParameter, extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engines import registry
from engines.base import Game
from engines.option import Option
from tournaments.api import bodies
from tournaments.api.doors import Door, Resource
from tournaments.api.kinds import ObjectField, ObjectsField
from tournaments.errors import NotThere


class OptionSerializer(serializers.Serializer[Any]):
    """An option of a game; its values are `choices`, or the whole numbers `least` to `most`."""

    name = serializers.CharField()
    text = serializers.CharField()
    rule = serializers.CharField()
    default = serializers.JSONField()
    choices = serializers.ListField(child=serializers.JSONField())
    least = serializers.IntegerField(allow_null=True)
    most = serializers.IntegerField(allow_null=True)
    needs = serializers.CharField(allow_blank=True)


class SetupSerializer(serializers.Serializer[Any]):
    setup = ObjectField()
    text = serializers.CharField()


class GameSerializer(serializers.Serializer[Any]):
    """A game that Teien scores. `setups`: with what a match of it can be planned."""

    name = serializers.CharField()
    title = serializers.CharField()
    rules = serializers.IntegerField()
    min_seats = serializers.IntegerField()
    max_seats = serializers.IntegerField()
    best = serializers.ChoiceField(choices=["most", "fewest"])
    tie_rules = serializers.ListField(child=serializers.CharField())
    options = OptionSerializer(many=True)
    setups = SetupSerializer(many=True)
    default_matches = ObjectsField(allow_null=True)


class GameListSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = GameSerializer(many=True)


class Games(Door):
    """The games that Teien scores."""

    @extend_schema(operation_id="games_list", responses=GameListSerializer)
    def get(self, request: Request) -> Response:
        """List the games, all on one page."""
        games = [show_game(game) for game in registry.GAMES.values()]
        listed = {"next": None, "previous": None, "results": games}
        return Response(GameListSerializer(listed).data)


class OneGame(Door):
    """One game."""

    @extend_schema(
        operation_id="games_retrieve", responses=GameSerializer,
        parameters=[OpenApiParameter("name", str, OpenApiParameter.PATH)],
    )  # fmt: skip
    def get(self, request: Request, name: str) -> Response:
        """Read one game: its seats, options and set-ups."""
        if name not in registry.GAMES:
            raise NotThere("not_found", "There is no game of that name.")
        return Response(GameSerializer(show_game(registry.GAMES[name])).data)


class CollectionSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    address = serializers.CharField()
    text = serializers.CharField()


class IndexSerializer(serializers.Serializer[Any]):
    """What there is: `schema` is the address of this description."""

    version = serializers.CharField()
    schema = serializers.CharField()
    collections = CollectionSerializer(many=True)


class Index(Door):
    """The lists of this API."""

    collections: Mapping[str, type[Resource]] = {}

    @extend_schema(operation_id="index_retrieve", tags=["index"], responses=IndexSerializer)
    def get(self, request: Request) -> Response:
        """Say which lists there are, and where."""
        listed: dict[str, type[Door]] = {**self.collections, "games": Games}
        shown = [
            {"name": name, "address": f"/api/v1/{name}", "text": _first_line(door)}
            for name, door in listed.items()
        ]
        data = {"version": "1", "schema": "/api/v1/schema", "collections": shown}
        return Response(IndexSerializer(data).data)


class Schema(Door, SpectacularAPIView):
    """This API as OpenAPI 3.1, as JSON (the default) or YAML."""

    renderer_classes = [
        OpenApiJsonRenderer2, OpenApiYamlRenderer2, OpenApiJsonRenderer, OpenApiYamlRenderer,
    ]  # fmt: skip
    queries = {"get": bodies.SchemaQuery}


def _first_line(door: type[Door]) -> str:
    return str(get_doc(door)).partition("\n\n")[0].replace("\n", " ")


def show_game(game: Game) -> dict[str, Any]:
    names = ("name", "title", "rules", "min_seats", "max_seats", "best", "tie_rules")
    return {name: getattr(game, name) for name in names} | {
        "options": [_option(option) for option in game.options],
        "setups": [
            {"setup": setup, "text": game.describe_setup(setup)} for setup in game.setup_choices()
        ],
        "default_matches": game.default_setups({}),
    }


def _option(option: Option) -> dict[str, Any]:
    counted = not option.choices
    return {
        "name": option.name,
        "text": option.text,
        "rule": option.rule,
        "default": option.default,
        "choices": list(option.choices),
        "least": option.least if counted else None,
        "most": option.most if counted else None,
        "needs": option.needs,
    }
