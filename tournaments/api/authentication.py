"""Who asks: a person in a browser's session, or a tool with a token of limited scopes."""

import re
from typing import Any

from django.conf import settings
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxTokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from tournaments.models import Token, User

WELL_FORMED = re.compile(rb"[A-Za-z0-9_-]{20,200}")


class TokenAuthentication(KnoxTokenAuthentication):
    """`Authorization: Bearer <secret>`. The user carries the token's scopes for the request."""

    def authenticate_credentials(self, token: bytes) -> tuple[User, Token]:
        if not WELL_FORMED.fullmatch(token):
            raise AuthenticationFailed("This is not a token of Teien.")
        user, found = super().authenticate_credentials(token)
        user.scopes = frozenset(found.scopes)
        return user, found

    def _cleanup_token(self, auth_token: Token) -> bool:
        """Whether it has expired. Reading deletes nothing; the list shows what has expired."""
        return auth_token.expiry is not None and auth_token.expiry <= timezone.now()


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = TokenAuthentication
    name = "token"
    priority = 1

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token with scopes and an end, made by `POST /api/v1/tokens`.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "rest_framework.authentication.SessionAuthentication"
    name = "session"
    priority = 1

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "`POST /api/v1/sessions` sets it. Writes also need the header "
            f"`X-CSRFToken` with the value of the cookie `{settings.CSRF_COOKIE_NAME}`.",
        }
