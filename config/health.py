"""`/healthz`: this process answers. `/readyz`: PostgreSQL writes, Redis and a worker answer."""

from collections.abc import Callable

from django.db import connection, transaction
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.celery import HEARTBEAT_KEY, ask_redis


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
    """Writes a table of its own and takes it back.

    To read is not enough: where the disk is full or the server only reads, a question is answered.
    A new table needs new room on the disk, a row in an old one might not.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE readyz AS SELECT 'written' AS what")
        transaction.set_rollback(True)
    return "ok"


def _redis() -> str:
    with ask_redis() as bell:
        bell.ping()
    return "ok"


def _worker() -> str:
    with ask_redis() as bell:
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
        return f"failed ({type(error).__name__})"
