"""Workers and beat as processes of their own, on the test's database and Redis."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.db import connection

from tests.start.script import teien

ROOT = Path(__file__).parents[2]
CELERY = [sys.executable, "-m", "celery", "-A", "config"]


class Workers:
    """Processes by name; `start` one, `kill` one with −9 and all its children."""

    def __init__(self, logs: Path) -> None:
        self.logs = logs
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, *, queues: str = "short,long", processes: int = 1) -> None:
        self._run(name, [
            *CELERY, "worker", "--queues", queues, "--concurrency", str(processes),
            "--hostname", f"{name}@%h", "--without-gossip", "--without-mingle",
        ])  # fmt: skip

    def start_beat(self) -> None:
        self._run("beat", [*CELERY, "beat"])

    def kill(self, name: str) -> None:
        process = self.running.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def stop(self, name: str) -> None:
        """As `./teien` stops a worker."""
        process = self.running.pop(name)
        process.send_signal(signal.SIGQUIT)
        process.wait(timeout=60)

    def kill_all(self) -> None:
        for name in list(self.running):
            self.kill(name)

    def _run(self, name: str, command: list[str]) -> None:
        with (self.logs / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                command, cwd=ROOT, env=environment(), stdout=log, stderr=log,
                start_new_session=True, preexec_fn=teien.die_with_parent(signal.SIGKILL),
            )  # fmt: skip


@contextmanager
def workers(logs: Path) -> Iterator[Workers]:
    """None is left behind, whatever happens. Where this process is killed they are too, and their
    pools end with what they have in hand."""
    running = Workers(logs)
    try:
        yield running
    finally:
        running.kill_all()


def environment() -> dict[str, str]:
    """The test's own, with the address of the test's database."""
    name = str(connection.settings_dict["NAME"])
    address = urlsplit(os.environ["DATABASE_URL"])
    url = urlunsplit(address._replace(path=f"/{name}"))
    return {**os.environ, "DATABASE_URL": url, "SECRET_KEY": settings.SECRET_KEY}
