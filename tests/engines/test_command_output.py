"""`python -m engines` writes to whatever there is: any encoding, a full disk, a closed pipe."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from engines.play import play_game
from engines.registry import ENGINES

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
    assert "The game must be niwa or gazebo, not" in verified.stdout.decode(encoding)


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
