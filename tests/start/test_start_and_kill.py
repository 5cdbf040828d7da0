"""The real thing: `./teien up` on real servers, killed, started again and stopped."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psycopg
import pytest

from tests.start.script import ROOT, teien

pytestmark = pytest.mark.start_script


class Teien:
    """`./teien` with a data folder of its own, in a path with spaces."""

    def __init__(self, folder: Path) -> None:
        self.var = folder / "a club's data"
        self.printed = folder / "printed"
        names = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "TEIEN_RUN"}
        environ = {name: value for name, value in os.environ.items() if name not in names}
        self.environ = environ | {"TEIEN_VAR": str(self.var), "TEIEN_SETUP": "no"}
        self.up: subprocess.Popen[bytes] | None = None

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "teien", *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self.environ, capture_output=True, text=True, timeout=60
        )

    def start(self) -> str:
        """Starts `up`, waits until it serves, and gives its address."""
        command = [sys.executable, "teien", "up", "--port", "0"]
        with self.printed.open("w") as out:
            self.up = subprocess.Popen(
                command, cwd=ROOT, env=self.environ, stdout=out, stderr=out, text=False
            )
        end = time.monotonic() + 90
        while time.monotonic() < end and self.up.poll() is None:
            if found := re.search(r"Teien runs at (http://127\.0\.0\.1:\d+)", self.said()):
                return found[1]
            time.sleep(0.05)
        raise AssertionError(self.said())

    def said(self) -> str:
        return self.printed.read_text()

    def database(self) -> psycopg.Connection[Any]:
        return psycopg.connect(teien.database_url(teien.socket_folder(self.var)), autocommit=True)

    def processes(self) -> set[Path]:
        return {Path("/proc") / str(pid) for pid in teien.leftovers(self.var)}


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Teien]:
    script = Teien(tmp_path)
    try:
        yield script
    finally:
        if script.up and script.up.poll() is None:
            script.up.kill()
            script.up.wait()
        teien.clear_leftovers(script.var)
        shutil.rmtree(teien.socket_folder(script.var))


def test_what_was_written_outlives_a_kill_and_nothing_else_does(started: Teien) -> None:
    address = started.start()
    assert started.up
    with urlopen(f"{address}/healthz", timeout=10) as answer:
        assert answer.status == 200
    with started.database() as connection:
        connection.execute("CREATE TABLE kept (word text)")
        connection.execute("INSERT INTO kept VALUES ('庭園')")
    assert started.processes()

    second = started.run("up")
    assert second.returncode == 1
    assert f"Teien runs already at {address}: ./teien up, pid {started.up.pid}" in second.stderr

    started.up.kill()
    started.up.wait()
    end = time.monotonic() + 20
    while started.processes() and time.monotonic() < end:
        time.sleep(0.05)
    assert started.processes() == set()

    address = started.start()
    with urlopen(f"{address}/healthz", timeout=10) as answer:
        assert answer.status == 200
    with started.database() as connection:
        assert connection.execute("SELECT word FROM kept").fetchall() == [("庭園",)]

    stopped = started.run("stop")
    assert (stopped.returncode, stopped.stdout) == (0, f"[teien] stopped (pid {started.up.pid})\n")
    assert started.up.wait(10) == 0
    assert started.said().endswith("[teien] stopping\n[teien] stopped\n")
    assert started.processes() == set()
    assert started.run("stop").stdout == "[teien] nothing runs\n"
