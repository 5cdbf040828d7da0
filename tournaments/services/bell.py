"""The bell: a message through Redis that tells a worker to look. It may be lost, never waited for.

Whoever saves a result rings; a Redis that hangs must not keep that person waiting. So the bell has
connections of its own with short timeouts (a worker's blocking read needs a long one), and after a
failure it rests: what is not rung for meanwhile, the sweeper finds.
"""

import logging
import math
from typing import Any

from celery import current_app
from kombu.pools import producers

log = logging.getLogger("teien.bell")

TIMEOUT = 0.3
"""Seconds that Redis has to accept a connection, and then for each answer."""
IMPATIENT = {"socket_connect_timeout": TIMEOUT, "socket_timeout": TIMEOUT, "max_retries": 0}
"""Beside the settings' own options. Without the last, kombu connects again for some seconds."""
REST = 5.0
"""Seconds without ringing after a failure."""


class Bell:
    """One process's bell. Times are seconds of a monotonic clock."""

    def __init__(self) -> None:
        self.rests_until = -math.inf

    def ring(self, task: str, key: str, *, now: float) -> bool:
        """Tells a worker to do `task` for `key`. False if nobody was told; raises nothing."""
        if now < self.rests_until:
            return False
        try:
            with producers[connection()].acquire(block=True, timeout=TIMEOUT) as producer:
                current_app.send_task(task, args=[key], ignore_result=True, producer=producer)
        except Exception as error:  # whatever Redis or kombu raise, what was saved stands
            self.rests_until = now + REST
            facts = {"task": task, "key": key, "why": str(error), "rests": REST}
            log.warning("no worker could be told", extra=facts)
            return False
        return True


def waiting(queue: str) -> int:
    """How many messages nobody has taken yet; 0 where Redis can't tell."""
    try:
        with connection() as asked:
            found = asked.default_channel.queue_declare(queue, passive=True)
            return int(found.message_count)
    except Exception as error:  # whatever Redis or kombu raise, it is only asked how much there is
        log.info("the queue's length is not known", extra={"queue": queue, "why": str(error)})
        return 0


def connection() -> Any:
    """Where the bell rings (kombu's `Connection`): the worker's broker, but impatient."""
    return current_app.connection_for_write(transport_options=IMPATIENT)
