"""How often somebody may try a password: from one address, and as one name.

Every door counts together (the page and the API to sign in, the page that changes a password), so
that they don't make twice as many attempts.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView


class Attempts(SimpleRateThrottle):
    """One count of attempts; `by` says whose."""

    scope = "login"

    def __init__(self, by: str) -> None:
        super().__init__()
        self.by = by

    def get_cache_key(self, request: object, view: object) -> str:
        return f"sign-in-{sha256(self.by.encode()).hexdigest()}"

    def forget(self) -> None:
        """Success forgets the failures before it."""
        self.cache.delete(self.get_cache_key(None, None))


def counts(request: Any, name: object) -> list[Attempts]:
    """The counts that an attempt at the password of `name` is added to."""
    address = Attempts("").get_ident(request)
    known = name.casefold() if isinstance(name, str) else ""
    return [Attempts(f"from {address}"), Attempts(f"as {known}")]


def seconds_to_wait(request: Any, counted: Iterable[Attempts]) -> int | None:
    """Adds an attempt to each count; how long to wait if there were too many, else None."""
    for attempts in counted:
        if not attempts.allow_request(request, APIView()):
            return int(attempts.wait() or 0) + 1
    return None


def forget(counted: Iterable[Attempts]) -> None:
    """The password was right: the failures before it don't count."""
    for attempts in counted:
        attempts.forget()
