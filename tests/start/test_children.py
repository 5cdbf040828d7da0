"""How the start script keeps its children, and what it shows of their logs."""

import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.processes import alive, wait
from tests.start.script import teien

SLEEP = "import time; time.sleep(60)"


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    lines: list[str] = []
    monkeypatch.setattr(teien, "say", lines.append)
    return lines


def _service(folder: Path, code: str) -> Any:
    log = teien.Log(folder / "child.log")
    return teien.Service("child", [sys.executable, "-c", code], {}, log, signal.SIGTERM, {})


def test_a_child_that_was_killed_is_started_again(tmp_path: Path, said: list[str]) -> None:
    child = _service(tmp_path, SLEEP)
    child.start()
    first = child.process.pid
    child.process.kill()
    child.process.wait()
    child.keep()  # says so
    child.keep()  # and does it
    assert child.alive()
    assert child.process.pid != first
    assert said[0].startswith("child was killed by signal 9: restarting it")
    teien.stop_services([child], 5)
    assert child.process.returncode == -signal.SIGTERM


def test_a_child_that_dies_at_once_shows_its_last_lines_and_then_waits(
    tmp_path: Path, said: list[str]
) -> None:
    child = _service(tmp_path, "print('no such folder'); raise SystemExit(3)")
    for pause in (0.0, 1.0, 2.0, 4.0):
        assert child.delay == pause
        child.start()
        child.process.wait()
        child.keep()
        assert "child ended with status 3: restarting it" in said[-1]
        assert (f"in {pause:g} s" in said[-1]) is (pause > 0)
        assert said[-1].endswith("    no such folder")
    child.keep()  # its time has not come
    assert not child.alive()


def test_a_child_that_does_not_listen_is_killed(tmp_path: Path) -> None:
    deaf = f"import signal; signal.signal(15, signal.SIG_IGN); print(1, flush=True); {SLEEP}"
    child = _service(tmp_path, deaf)
    child.start()
    wait(child.log.path.read_text)
    teien.stop_services([child], 0.2)
    assert child.process.returncode == -signal.SIGKILL


def test_the_children_of_a_dead_child_go_with_it(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys\n"
        f"child = subprocess.Popen([sys.executable, '-c', {SLEEP!r}])\n"
        "print(child.pid, flush=True)\n"
    )
    parent = _service(tmp_path, code)
    parent.start()
    assert parent.process.wait() == 0
    grandchild = int(parent.log.path.read_text())
    assert alive(grandchild)
    parent.kill_group()
    wait(lambda: not alive(grandchild))


def test_the_important_lines_of_a_log_are_shown_once(tmp_path: Path) -> None:
    log = teien.Log(tmp_path / "web.log")
    lines = [
        '{"level":"info","message":"GET /"}',
        '{"level":"error","message":"Service Unavailable: /readyz\\nTraceback"}',
        '{"level":"error","message":"Service Unavailable: /readyz\\nTraceback"}',
        "[2026-11-30 09:24:05 +0000] [12] [ERROR] Worker (pid:13) was sent SIGKILL!",
        "LOG:  database system is ready to accept connections",
        "FATAL:  the database system is starting up",
        "PANIC:  could not write to file",
        "FATAL:  half a li",
    ]
    with log.path.open("a") as file:
        file.write("\n".join(lines))
    assert log.important() == [
        "Service Unavailable: /readyz",
        "[2026-11-30 09:24:05 +0000] [12] [ERROR] Worker (pid:13) was sent SIGKILL!",
        "PANIC:  could not write to file",
    ]
    assert log.important() == []
    with log.path.open("a") as file:
        file.write("ne\n")
    assert log.important() == ["FATAL:  half a line"]


def test_a_log_is_kept_small_while_its_writer_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(teien, "LOG_BYTES", 20)
    log = teien.Log(tmp_path / "web.log")
    with log.path.open("a", buffering=1) as writer:
        writer.write("a line of more than 20 bytes\n")
        assert log.important() == []
        assert log.path.read_text() == ""
        writer.write("PANIC: next\n")
    assert log.important() == ["PANIC: next"]
    assert (tmp_path / "web.log.1").read_text() == "a line of more than 20 bytes\n"


def test_the_log_of_the_run_before_is_kept(tmp_path: Path) -> None:
    (tmp_path / "web.log").write_text("before\n")
    teien.Log(tmp_path / "web.log")
    assert (tmp_path / "web.log").read_text() == ""
    assert (tmp_path / "web.log.1").read_text() == "before\n"
