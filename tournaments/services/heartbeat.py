"""A worker's sign of life: while it works, its lease is renewed beside it."""

import logging
import threading
from collections.abc import Callable
from datetime import timedelta
from types import TracebackType
from typing import Any

from django.db import DatabaseError, connection
from django.db.models import QuerySet
from django.utils import timezone

log = logging.getLogger("teien.jobs")

LEASE = timedelta(seconds=6)
"""A worker that was silent for so long is taken for dead: a sign may be 3 seconds late."""
EVERY = 2.0
"""Seconds between two signs. They come from a thread of their own: work can take minutes."""


class Heartbeat:
    """Renews `lease_until` of the row that stands for the work, as long as it is this worker's.

    `lease`: that row, by all that makes it this worker's own. Renewed over a second connection.
    `lost` is set once there is no such row, or `worth`, asked after each sign, says that it is not
    to be gone on with: what is done now is of no use. A worker that hears of it may need a while to
    stop; until it has, its row is its own, and nobody takes it for dead.
    """

    def __init__(
        self,
        lease: "QuerySet[Any]",
        every: float = EVERY,
        worth: Callable[[], bool] = lambda: True,
    ) -> None:
        self.lease = lease
        self.every = every
        self.worth = worth
        self.ended = threading.Event()
        self.lost = threading.Event()
        self.thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> "Heartbeat":
        self.thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.ended.set()
        self.thread.join()

    def _beat(self) -> None:
        try:
            while not self.ended.wait(self.every) and self._renew():
                pass
        finally:
            connection.close()

    def _renew(self) -> bool:
        """Whether to go on with it: not where the row is another's."""
        try:
            renewed = self.lease.update(lease_until=timezone.now() + LEASE) > 0
            if not renewed or not (self.lost.is_set() or self.worth()):
                self.lost.set()
        except DatabaseError as error:  # away for a moment; the next beat tries again
            log.warning("no heartbeat", extra={"why": str(error)})
            connection.close()
            return True
        return renewed
