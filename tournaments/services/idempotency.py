"""A second click: the same key and body are answered as before, and nothing is done twice."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import orjson
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournaments.errors import Conflict, Refused
from tournaments.models import IdempotencyKey, User

Answer = tuple[int, Any]
"""An HTTP status and a JSON-able body (a page stores the address it leads to)."""
KEPT = timedelta(days=7)
"""How long a key is remembered; nobody's phone repeats a click after that."""


def once(actor: User, key: str, request: Any, action: Callable[[], Answer]) -> tuple[Answer, bool]:
    """Does `action` once for (actor, key) and stores its answer in the same transaction.

    `request` is what was asked (method, path, body): the same key with another request is refused.
    A refused action stores nothing. Returns the answer, and whether it is a repeated one.
    A second call at the same time waits for the first.
    """
    if not 0 < len(key) <= 100 or not key.isprintable():
        raise Refused(
            "bad_idempotency_key", "An idempotency key has 1 to 100 printable characters."
        )
    body_hash = digest(request)
    with transaction.atomic():
        IdempotencyKey.objects.bulk_create(
            [IdempotencyKey(actor=actor, key=key, body_hash=body_hash)], ignore_conflicts=True
        )
        row = IdempotencyKey.objects.select_for_update().get(actor=actor, key=key)
        if row.body_hash != body_hash:
            raise Conflict(
                "idempotency_key_reused", "This idempotency key was used for another request."
            )
        if row.status:
            return (row.status, row.answer), True
        row.status, row.answer = action()
        row.save(update_fields=["status", "answer"])
        return (row.status, row.answer), False


def forget_old_keys() -> int:
    """Deletes the keys older than `KEPT`; returns how many."""
    deleted, _ = IdempotencyKey.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
    return deleted


def digest(request: Any) -> str:
    """A keyed hash, in hex, of what was asked (JSON-able; there may be a password in it)."""
    asked = orjson.dumps(request, option=orjson.OPT_SORT_KEYS)
    return salted_hmac("teien.idempotency", asked, algorithm="sha256").hexdigest()
