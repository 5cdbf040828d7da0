"""How often somebody may try to sign in: from one address, and as one name.

Counted together with the sign-in page, so that the two don't make twice as many attempts.
"""

from hashlib import sha256

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView


class FromAddress(SimpleRateThrottle):
    scope = "login"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return f"sign-in-{sha256(self.by(request).encode()).hexdigest()}"

    def by(self, request: Request) -> str:
        return f"from {self.get_ident(request)}"

    def forget(self, request: Request, view: APIView) -> None:
        """Success forgets the failures before it."""
        self.cache.delete(self.get_cache_key(request, view))


class AsName(FromAddress):
    def by(self, request: Request) -> str:
        name = request.data.get("username") if isinstance(request.data, dict) else None
        return f"as {name.casefold() if isinstance(name, str) else ''}"
