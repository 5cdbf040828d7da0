"""`/healthz`: this process answers. `/readyz`: PostgreSQL, Redis and a worker answer too."""

from collections.abc import Callable

import redis
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.celery import HEARTBEAT_KEY


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    checks = {name: _state(check) for name, check in CHECKS.items()}
    ready = all(state == "ok" for state in checks.values())
    return JsonResponse(
        {"status": "ok" if ready else "unavailable", **checks}, status=200 if ready else 503
    )


def _postgresql() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _redis() -> str:
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2) as bell:
        bell.ping()
    return "ok"


def _worker() -> str:
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2) as bell:
        return "ok" if bell.exists(HEARTBEAT_KEY) else "no heartbeat"


CHECKS: dict[str, Callable[[], str]] = {
    "postgresql": _postgresql,
    "redis": _redis,
    "worker": _worker,
}


def _state(check: Callable[[], str]) -> str:
    try:
        return check()
    except Exception as error:  # whatever is wrong, the answer is "not ready", never a crash
        return f"unreachable ({type(error).__name__})"
