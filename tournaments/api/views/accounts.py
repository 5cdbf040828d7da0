"""Signing in and out, oneself, and tokens.

Signing in and out go without `writes.write`: nobody is there yet, or any more, who could own a key.
"""

from dataclasses import replace
from typing import Any

from django.contrib.auth import authenticate, login, logout
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from tournaments.api import bodies, filters
from tournaments.api.doors import Door, Resource, Shown
from tournaments.api.refusals import SignInNeeded
from tournaments.api.shapes.accounts import (
    TOKEN,
    MeSerializer,
    NewTokenSerializer,
)
from tournaments.api.writes import Answer, check_nothing, row, write
from tournaments.attempts import Attempts, counts
from tournaments.errors import Forbidden
from tournaments.models import User
from tournaments.services import tokens


class Sessions(Door):
    """Sessions of browsers and other keepers of cookies."""

    def get_authenticators(self) -> list[Any]:
        """None to sign in: an old session's CSRF token must not be needed for a new one.

        (Other sites can't sign anybody in: they can't send JSON.)
        """
        signs_in = getattr(self.request, "method", "") == "POST"
        return [] if signs_in else super().get_authenticators()

    def get_permissions(self) -> list[BasePermission]:
        signs_in = getattr(self.request, "method", "") == "POST"
        return [AllowAny() if signs_in else IsAuthenticated()]

    def get_throttles(self) -> list[BaseThrottle]:
        if getattr(self.request, "method", "") == "POST":
            return list(self.attempts())
        return super().get_throttles()

    def attempts(self) -> list[Attempts]:
        data = self.request.data
        return counts(self.request, data.get("username") if isinstance(data, dict) else None)

    @extend_schema(request=bodies.SignIn, responses={201: MeSerializer})
    def post(self, request: Request) -> Response:
        """Sign in.

        Sets the cookies `sessionid` and `csrftoken` (in the demo `sessionid_demo` and
        `csrftoken_demo`); writes send the latter's value back in the header `X-CSRFToken`.
        """
        body = self.read_body(bodies.SignIn)
        user = authenticate(request._request, **body)
        if not isinstance(user, User):
            raise SignInNeeded("bad_credentials", "That user name and password don't match.")
        login(request._request, user)
        for attempts in self.attempts():
            attempts.forget()
        return Response(show_me(user), status=201)

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request) -> HttpResponse:
        """Sign out."""
        if request.auth is not None:
            raise Forbidden("session_needed", "A token has no session to end.")
        logout(request._request)
        return HttpResponse(status=204)


class Me(Door):
    """The account that asks."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """Say who is asking, and what they are in which club."""
        return Response(show_me(request.user))


def show_new(door: "Tokens", note: dict[str, int]) -> Shown:
    """A new token with its secret; nothing keeps that, so a repeated answer goes without."""
    once = {} if door.repeated else {"secret": door.secret}
    return replace(door.show(TOKEN, note["id"]), once=once)


class Tokens(Resource):
    """Your own tokens. Only a session reads, makes and deletes them.

    A token never changes, so its version is always 1.
    """

    kind = TOKEN
    filterset_class = filters.TokenFilters
    permission_classes = [IsAuthenticated]
    orderings = {"id": "id"}
    secret = ""

    @extend_schema(
        request=bodies.CreateToken, responses={201: NewTokenSerializer},
        examples=[
            OpenApiExample(
                "For a scoreboard", {"name": "Scoreboard", "scopes": ["read"]}, request_only=True
            )
        ],
    )  # fmt: skip
    @write(show_new)
    def create(self, request: Request, expected: int | None) -> Answer:
        """Make a token.

        The answer has its secret, once: a repeated answer has the token without it. Reading always
        is among its scopes.
        """
        check_nothing(expected)
        body = self.read_body(bodies.CreateToken)
        token, self.secret = tokens.create_token(self.actor, **body)
        return 201, row(token.pk)

    @extend_schema(request=None, responses={204: None})
    @write()
    def destroy(self, request: Request, pk: str, expected: int | None) -> Answer:
        """Delete a token: it is refused from now on."""
        tokens.delete_token(self.actor, self.row(), expected=expected)
        return 204, None


def show_me(user: Any) -> Any:
    scopes = None if user.scopes is None else sorted(user.scopes)
    return MeSerializer(
        {
            "id": user.pk,
            "username": user.username,
            "scopes": scopes,
            "memberships": user.memberships.order_by("id"),
            "players": list(user.players.order_by("id").values_list("pk", flat=True)),
        }
    ).data
