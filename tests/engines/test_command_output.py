"""`python -m engines` writes to whatever there is: any encoding, a full disk, a closed pipe."""

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from engines.play import play_game
from engines.registry import ENGINES
from tests.processes import wait

NAME = "庭 é \N{HERB}"


def run(*arguments: str, encoding: str = "utf-8", **more: Any) -> subprocess.CompletedProcess[Any]:
    command = [sys.executable, "-m", "engines", *arguments]
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    given = {"stdout": subprocess.PIPE} | more
    return subprocess.run(
        command, env=environment, stderr=subprocess.PIPE, timeout=60, check=False, **given
    )


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """One whole game on a board with a name in many letters."""
    board = {"name": NAME, "rows": ["F....", ".1...", "..G.."]}
    game = play_game(ENGINES["gazebo"], ["random", "random"], 1, {}, board=board)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game.written()), encoding="utf-8")
    return file


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_record_is_shown_whole_in_any_encoding(encoding: str, record: Path) -> None:
    shown = run("show", str(record), encoding=encoding)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert json.loads(shown.stdout.decode(encoding))["board"]["name"] == NAME
    drawn = run("show", str(record), "--svg", encoding=encoding)
    assert (drawn.returncode, drawn.stderr) == (0, b"")
    assert NAME in "".join(ElementTree.fromstring(drawn.stdout).itertext())


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_half_characters_are_told_of_and_never_break_the_output(
    encoding: str, tmp_path: Path
) -> None:
    file = tmp_path / "half-é.json"
    file.write_text('{"format": 1, "game": "\\ud800"}', encoding="utf-8")
    verified = run("verify", str(file), encoding=encoding)
    assert (verified.returncode, verified.stderr) == (1, b"")
    assert "The game must be niwa, gazebo or gnome_hollow, not" in verified.stdout.decode(encoding)


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_a_boards_name_is_a_label_whatever_stands_in_it(encoding: str, record: Path) -> None:
    odd = r"half \ud800 \u0007"
    text = record.read_text(encoding="utf-8").replace(json.dumps(NAME)[1:-1], odd)
    record.write_text(text, encoding="utf-8")
    shown = run("show", str(record), encoding=encoding)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert json.loads(shown.stdout)["board"]["name"] == "half \ud800 \x07"
    drawn = run("show", str(record), "--svg", encoding=encoding)
    assert (drawn.returncode, drawn.stderr) == (0, b"")
    assert "half  " in "".join(ElementTree.fromstring(drawn.stdout).itertext())


def test_a_full_disk_is_told_once() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        told = run("perft", "niwa", "--depth", "1", stdout=full)
    assert (told.returncode, told.stderr) == (1, b"engines: No space left on device\n")
    told = run("play", "gazebo", "--records", "/dev/full")
    assert (told.returncode, told.stdout) == (1, b"")
    assert told.stderr == b"engines: /dev/full: No space left on device\n"


def test_a_closed_pipe_ends_it_quietly_as_it_ends_other_tools() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    told = run("perft", "niwa", "--depth", "1", stdout=writer)
    os.close(writer)
    assert (told.returncode, told.stderr) == (-signal.SIGPIPE, b"")


def closing(*numbers: int) -> dict[str, Any]:
    """Runs it as `>&-` does: with no file where its output would go."""
    return {"stdout": None, "preexec_fn": lambda: [os.close(number) for number in numbers]}


def test_a_closed_output_is_told_only_where_something_was_to_be_written(
    record: Path, tmp_path: Path
) -> None:
    told = run("verify", str(record), **closing(1))
    assert (told.returncode, told.stderr) == (0, b"")
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    for arguments in (("verify", str(bad)), ("show", str(record)), ("perft", "niwa", "--depth=1")):
        told = run(*arguments, **closing(1))
        assert (told.returncode, told.stderr) == (1, b"engines: Bad file descriptor\n")
    kept = tmp_path / "kept.jsonl"
    told = run("play", "gazebo", "--records", str(kept), **closing(1))
    assert (told.returncode, told.stderr) == (1, b"engines: Bad file descriptor\n")
    assert run("verify", str(kept)).returncode == 0


def test_where_complaints_cannot_be_told_the_status_says_it(record: Path, tmp_path: Path) -> None:
    none = str(tmp_path / "none")
    told = run("verify", none, str(record), **closing(2))
    assert told.returncode == 1
    assert run("verify", str(record), **closing(1, 2)).returncode == 0
    with open("/dev/full", "w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "engines", "verify", none]
        assert subprocess.run(command, stderr=full, timeout=60, check=False).returncode == 1


def as_on_a_terminal() -> None:
    """A shell starts what runs in its background deaf to Ctrl-C, and so its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_ends_it_quietly_and_what_was_written_is_whole_records(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    command = [sys.executable, "-m", "engines", "play", "gazebo", "--games", "999999999"]
    command += ["--bots", "greedy", "--records", str(file)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=as_on_a_terminal
    ) as playing:
        try:
            wait(lambda: file.exists() and file.stat().st_size >= 10_000)
            playing.send_signal(signal.SIGINT)
            assert playing.communicate(timeout=60) == (b"", b"")
        finally:
            playing.kill()
    assert playing.returncode == 130
    text = file.read_text(encoding="utf-8")
    assert text.endswith("\n")
    assert run("verify", str(file)).returncode == 0


def test_a_file_without_an_end_is_told_and_the_others_are_verified(
    record: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    room = 400_000_000

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (room, room))

    told = run("verify", "/dev/zero", str(record), str(bad), preexec_fn=limit)
    assert told.stderr == b"engines: /dev/zero is too large for this machine's memory.\n"
    assert told.stdout.decode() == (
        f"{bad}, record 1: set-up: The format must be 1, not nothing.\n"
    )
    assert told.returncode == 1
