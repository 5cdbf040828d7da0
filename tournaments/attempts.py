"""How often somebody may try to sign in: from one address, and as one name.

The page and the API count together, so that the two doors don't make twice as many attempts.
"""

from hashlib import sha256
from typing import Any

from rest_framework.throttling import SimpleRateThrottle


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
    """The counts that an attempt to sign in as `name` is added to."""
    address = Attempts("").get_ident(request)
    known = name.casefold() if isinstance(name, str) else ""
    return [Attempts(f"from {address}"), Attempts(f"as {known}")]
