"""The real thing: `./teien up` on real servers, killed, started again and stopped."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psycopg
import pytest

from tests.processes import wait
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

    def serves(self, address: str) -> int:
        with urlopen(f"{address}/healthz", timeout=60) as answer:
            return int(answer.status)

    def words(self) -> list[tuple[str]]:
        """What was written into the table of `remember`, once the database answers."""
        end = time.monotonic() + 60
        while True:
            try:
                with self.database() as connection:
                    return connection.execute("SELECT word FROM kept ORDER BY word").fetchall()
            except psycopg.OperationalError:
                assert time.monotonic() < end, self.said()
                time.sleep(0.05)

    def remember(self, word: str) -> None:
        with self.database() as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS kept (word text)")
            connection.execute("INSERT INTO kept VALUES (%s)", [word])

    def postgres(self) -> int:
        """The first process of the database server."""
        return int((self.var / "postgres" / "postmaster.pid").read_text().split()[0])

    def wait_for_no_process(self) -> None:
        wait(lambda: not self.processes())

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


def test_what_was_written_outlives_every_kill_and_nothing_else_does(
    started: Teien, tmp_path: Path
) -> None:
    """One story, as each start takes long: three starts, and every kill between them."""
    address = started.start()
    assert started.serves(address) == 200
    _refuses_a_second(started, address)
    started.remember("庭園")
    _kill_the_database(started)
    assert started.words() == [("庭園",)]
    assert "postgres was killed by signal 9: restarting it" in started.said()

    _kill_the_script(started)
    assert started.serves(started.start()) == 200
    assert started.words() == [("庭園",)]

    started.remember("園")
    _kill_the_database(started)
    _kill_the_script(started)
    assert started.serves(started.start()) == 200
    assert started.words() == [("園",), ("庭園",)]

    _replaces_nothing_but_files(started, tmp_path / "special")
    file = tmp_path / "a backup"
    told = f"[teien] all data of {started.var} is in {file}\n"
    assert started.run("backup", str(file)).stdout == told
    _stops(started)
    _comes_back_from(started, file)


def _replaces_nothing_but_files(started: Teien, folder: Path) -> None:
    """A backup leaves pipes, links and folders as they are, and nothing beside them."""
    folder.mkdir()
    os.mkfifo(folder / "pipe")
    (folder / "link").symlink_to(folder / "nothing")
    (folder / "folder").mkdir()
    there = sorted(folder.iterdir())
    for file in there:
        refused = started.run("backup", str(file))
        assert refused.returncode == 1
        assert f"{file} is there, and is no ordinary file. Nothing was changed." in refused.stderr
    assert sorted(folder.iterdir()) == there
    assert [file.is_symlink() or file.is_fifo() or file.is_dir() for file in there] == [True] * 3


def _refuses_a_second(started: Teien, address: str) -> None:
    assert started.up
    second = started.run("up")
    assert second.returncode == 1
    assert f"Teien runs already at {address}: ./teien up, pid {started.up.pid}" in second.stderr


def _kill_the_database(started: Teien) -> None:
    os.kill(started.postgres(), signal.SIGKILL)


def _kill_the_script(started: Teien) -> None:
    """Whatever it had started ends by itself."""
    assert started.up
    assert started.processes()
    started.up.kill()
    started.up.wait()
    started.wait_for_no_process()


def _stops(started: Teien) -> None:
    assert started.up
    stopped = started.run("stop")
    told = f"[teien] stopped ./teien up, pid {started.up.pid}\n"
    assert (stopped.returncode, stopped.stdout) == (0, told)
    assert started.up.wait(60) == 0
    assert started.said().endswith("[teien] stopping\n[teien] stopped\n")
    assert started.processes() == set()
    assert started.run("stop").stdout == "[teien] nothing runs\n"


def _comes_back_from(started: Teien, file: Path) -> None:
    """A restore refuses to write over data, makes it anew where none is, and leaves none half."""
    data = started.var / "postgres"
    refused = started.run("restore", str(file))
    told = f"teien: {data} is there: move it away first. Nothing was changed.\n"
    assert (refused.returncode, refused.stderr) == (1, told)

    data.rename(started.var / "before")
    (started.var / "no backup").write_text("something else")
    broken = started.run("restore", str(started.var / "no backup"))
    assert broken.returncode == 1
    assert broken.stderr.endswith("teien: Nothing was restored (see above).\n")
    assert not data.exists()

    half = started.var / "restoring" / "postgres"  # what a killed restore leaves
    half.mkdir(parents=True)
    (half / "PG_VERSION").write_text("18")
    assert started.run("restore", str(file)).returncode == 0
    assert not half.parent.exists()
    shown = started.run("manage", "dbshell", "--", "-Atc", "SELECT word FROM kept ORDER BY word")
    assert shown.stdout == "園\n庭園\n"
    assert started.processes() == set()
