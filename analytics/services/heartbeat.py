"""A worker's sign of life: while it plays a chunk, the lease is renewed beside it."""

import logging
import threading
from datetime import timedelta
from types import TracebackType

from django.db import DatabaseError, connection
from django.utils import timezone

from analytics.models import Chunk, ChunkState

log = logging.getLogger("teien.simulations")

EVERY = 2.0
LEASE = timedelta(seconds=8)
"""A worker that was silent for so long is taken for dead. Bots can think for longer than that,
so the sign comes from a thread of its own."""


class Heartbeat:
    """Renews a chunk's lease as long as the block runs; with a connection of its own."""

    def __init__(self, chunk: Chunk, every: float = EVERY) -> None:
        self.lease = Chunk.objects.filter(
            pk=chunk.pk, state=ChunkState.RUNNING, attempt=chunk.attempt
        )
        self.every = every
        self.ended = threading.Event()
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
            while not self.ended.wait(self.every):
                self._renew()
        finally:
            connection.close()

    def _renew(self) -> None:
        try:
            self.lease.update(lease_until=timezone.now() + LEASE)
        except DatabaseError as error:  # away for a moment; the next beat tries again
            log.warning("no heartbeat", extra={"why": str(error)})
            connection.close()
