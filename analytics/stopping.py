"""Whether this worker was told to stop: SIGTERM, SIGQUIT or Ctrl-C.

Celery's main process hears the signal, the processes of its pool play; and it waits for them before
it says a word. So its byte is in memory that they share (where they are forks, as on Linux; else
a stop waits for the chunk in hand).
"""

import os
import signal
from collections.abc import Callable
from mmap import mmap
from types import FrameType
from typing import Any

from celery.signals import worker_ready

HEARD = mmap(-1, 1)
SIGNALS = (signal.SIGTERM, signal.SIGQUIT, signal.SIGINT)


def may_go_on() -> bool:
    return not HEARD[0]


@worker_ready.connect
def listen(**kwargs: Any) -> None:
    """Before Celery's own handlers, which still do what they did."""
    for number in SIGNALS:
        then = signal.getsignal(number)
        if callable(then):
            signal.signal(number, hearing(then))


def hearing(then: Callable[[int, FrameType | None], Any]) -> Callable[[int, FrameType | None], Any]:
    main = os.getpid()

    def hear(number: int, frame: FrameType | None) -> None:
        if os.getpid() == main:  # a fork that has not set its own handlers yet speaks for itself
            HEARD[0] = 1
        then(number, frame)

    return hear
