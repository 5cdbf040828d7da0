"""Other processes and threads, seen from a test: whether one lives, and until when to wait."""

import time
from collections.abc import Callable
from pathlib import Path


def alive(pid: int) -> bool:
    """Whether the process is there and no zombie (Linux).

    Its state says so at any moment. Its command line does not: that is empty for a zombie, but
    also for a child that has only just begun the program it was started for.
    """
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait(reached: Callable[[], object], seconds: float = 60) -> None:
    """Until `reached` says something true; a test that waits longer has failed."""
    end = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < end, f"waited {seconds:g} s"
        time.sleep(0.01)
