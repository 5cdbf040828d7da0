"""What boards and tile sets have in common: data of a game that a club keeps by version."""

from abc import abstractmethod
from typing import Any, ClassVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import bodies
from tournaments.api.doors import Resource
from tournaments.api.shapes.boards import SvgRenderer
from tournaments.api.writes import Answer, check_club, row, write
from tournaments.models.users import Scope
from tournaments.services import game_data


class Versions(Resource):
    """`data`: which of the game's data; `saved`: the body that says one."""

    scope = Scope.ORGANISE
    orderings = Resource.orderings | {"name": "name_key"}
    data: ClassVar[game_data.Kind[Any, Any]]
    saved: ClassVar[type[bodies.Body]]

    @abstractmethod
    def picture(self, version: Any) -> str:
        """A version as SVG."""

    def save(self, expected: int | None) -> Answer:
        """Saves what the body says."""
        typed = self.read_body(self.saved)
        club, name, based_on = typed.pop("club"), typed.pop("name"), typed.pop("based_on", None)
        made = game_data.save(self.data, self.actor, club, name, typed, based_on)
        check_club(club, expected)
        return 201, row(made.pk)

    def checked(self) -> game_data.Checked[Any, Any]:
        """What is wrong with what the body says; for those who are signed in."""
        if not self.request.user.is_authenticated:
            raise NotAuthenticated
        typed = self.read_body(self.saved)
        typed.pop("based_on", None)  # the answer says what is the newest
        return game_data.check(self.data, typed.pop("club"), typed.pop("name"), typed)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    @write()
    def retire(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Withdraw a version: nothing new is planned with it."""
        self.read_body(bodies.Nothing)
        return 200, row(game_data.retire(self.data, self.actor, self.row(), expected).pk)

    @extend_schema(request=bodies.RestoreVersion)
    @action(detail=True, methods=["post"])
    @write()
    def restore(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Put a retired version in force again.

        The version of that name that is in force is retired, if it is the one that this comes
        `instead_of`. Where another is, or none is any more, the answer is `other_board_in_force`
        with the one that is (`board_version`); of tile sets `other_tile_set_in_force` and
        `tile_set_version`.
        """
        other = self.read_body(bodies.RestoreVersion).get("instead_of")
        return 200, row(game_data.restore(self.data, self.actor, self.row(), other, expected).pk)

    @extend_schema(request=None, responses={204: None})
    @write()
    def destroy(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Delete a version with which no match is planned."""
        game_data.delete(self.data, self.actor, self.row(), expected)
        return 204, None

    @extend_schema(responses={(200, "image/svg+xml"): OpenApiTypes.STR})
    @action(detail=True, methods=["get"], renderer_classes=[SvgRenderer])
    def svg(self, request: Request, pk: str) -> Response:
        """Show the picture of a version."""
        version = self.row()
        self.shown_version = version.version
        return Response(self.picture(version))


def told(checked: game_data.Checked[Any, Any]) -> dict[str, Any]:
    """What every check tells, whatever was checked."""
    return {
        "name": checked.name,
        "faults": checked.faults,
        "number": checked.number,
        "same": checked.same.pk if checked.same else None,
        "newest": checked.newest.pk if checked.newest else None,
    }
