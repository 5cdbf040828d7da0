"""The club's folder and the demo's: which one a command means, and what can't be written there."""

import contextlib
import errno
import os
import shutil
import signal
from collections import namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.start.script import ROOT, teien

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def _two_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`var` and `var-demo` of a checkout that is empty."""
    monkeypatch.delenv("TEIEN_VAR", raising=False)
    monkeypatch.setattr(teien, "ROOT", tmp_path)


# Which folder


def test_the_demo_has_a_folder_of_its_own(tmp_path: Path) -> None:
    assert teien.var_folder() == teien.var_folder("up") == tmp_path / "var"
    assert teien.var_folder("demo") == tmp_path / "var-demo"
    assert teien.var_folders() == [tmp_path / "var", tmp_path / "var-demo"]


def test_the_demo_and_the_club_leave_each_other_signed_in() -> None:
    """A browser shares the cookies of one address between its ports."""
    names = []
    for command in ("up", "demo"):
        with teien.Keeper(teien.var_folder(command), command) as keeper:
            found = keeper.environment
            names.append([found.get(f"{kind}_COOKIE_NAME") for kind in ("SESSION", "CSRF")])
    assert names == [[None, None], ["sessionid_demo", "csrftoken_demo"]]


def test_a_folder_that_is_named_is_everybodys(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TEIEN_VAR", str(tmp_path / "mine"))
    assert teien.var_folder("up") == teien.var_folder("demo") == tmp_path / "mine"
    assert teien.var_folders() == [tmp_path / "mine"]


def test_neither_folder_gets_into_git_or_an_image() -> None:
    assert {"var/", "var-demo/"} <= set((ROOT / ".gitignore").read_text().split())
    assert {"var", "var-demo"} <= set((ROOT / ".dockerignore").read_text().split())


@pytest.mark.parametrize("command", ["up", "demo"])
def test_each_holds_its_own_folder(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    held: list[Path] = []
    monkeypatch.setattr(teien, "serve", lambda keeper, *_: held.append(keeper.var))
    assert teien.COMMANDS[command]([]) == 0
    assert held == [teien.var_folder(command)]


# Stopping


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The signals that were sent; none of them reaches anybody."""
    signals: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "kill", lambda *sent: signals.append(sent))
    return signals


def _runs(monkeypatch: pytest.MonkeyPatch, sent: list[tuple[int, int]], **pids: int) -> None:
    """Lets the commands run, each in its folder, until they are sent a signal."""

    def who_runs(var: Path) -> dict[str, object]:
        for command, pid in pids.items():
            if teien.var_folder(command) == var and (pid, signal.SIGTERM) not in sent:
                return {"command": command, "pid": pid, "address": "", "environment": {}}
        return {}

    monkeypatch.setattr(teien, "who_runs", who_runs)


@pytest.mark.parametrize(
    ("pids", "arguments", "stopped"),
    [
        ({"up": 70}, [], ("up", 70)),
        ({"demo": 80}, [], ("demo", 80)),
        ({"up": 70, "demo": 80}, ["up"], ("up", 70)),
        ({"up": 70, "demo": 80}, ["demo"], ("demo", 80)),
    ],
)
def test_stop_ends_what_runs_or_what_is_named_and_says_which(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    sent: list[tuple[int, int]],
    pids: dict[str, int],
    arguments: list[str],
    stopped: tuple[str, int],
) -> None:
    _runs(monkeypatch, sent, **pids)
    assert teien.stop(arguments) == 0
    command, pid = stopped
    assert capsys.readouterr().out == f"[teien] stopped ./teien {command}, pid {pid}\n"
    assert sent == [(pid, signal.SIGTERM)]


def test_where_both_run_stop_asks_which(
    monkeypatch: pytest.MonkeyPatch, sent: list[tuple[int, int]]
) -> None:
    _runs(monkeypatch, sent, up=70, demo=80)
    with pytest.raises(teien.Trouble) as refused:
        teien.stop([])
    assert str(refused.value) == (
        "./teien up, pid 70, and ./teien demo, pid 80, run: ./teien stop up, or ./teien stop demo."
    )
    assert sent == []


@pytest.mark.parametrize(("runs", "named"), [("demo", "up"), ("up", "demo")])
def test_stop_leaves_the_other_one_alone_and_says_that_it_runs(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    sent: list[tuple[int, int]],
    runs: str,
    named: str,
) -> None:
    _runs(monkeypatch, sent, **{runs: 70})
    assert teien.stop([named]) == 0
    assert capsys.readouterr().out == (
        f"[teien] nothing runs there; ./teien {runs}, pid 70, does: ./teien stop {runs}\n"
    )
    assert sent == []


@pytest.mark.parametrize("arguments", [[], ["up"], ["demo"]])
def test_stop_where_nothing_runs_says_so(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    sent: list[tuple[int, int]],
    arguments: list[str],
) -> None:
    _runs(monkeypatch, sent)
    assert teien.stop(arguments) == 0
    assert capsys.readouterr().out == "[teien] nothing runs\n"
    assert sent == []


# Managing


@pytest.mark.parametrize(
    ("runs", "arguments", "folder", "told"),
    [
        ({}, ["check"], "var", ""),
        ({"up": 70, "demo": 80}, ["check"], "var", ""),
        ({"demo": 80}, ["--demo", "check"], "var-demo", ""),
        (
            {"demo": 80},
            ["check"],
            "var",
            "[teien] the demo runs; its data: ./teien manage --demo ...\n",
        ),
    ],
)
def test_manage_means_the_club_unless_it_says_the_demo(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    runs: dict[str, int],
    arguments: list[str],
    folder: str,
    told: str,
) -> None:
    @contextlib.contextmanager
    def servers(var: Path, _: str) -> Iterator[dict[str, str]]:
        yield {"TEIEN_VAR": str(var)}

    _runs(monkeypatch, [], **runs)
    monkeypatch.setattr(teien, "servers", servers)
    monkeypatch.setattr(teien.signal, "signal", lambda *_: None)
    started: list[tuple[list[str], str]] = []
    monkeypatch.setattr(
        teien, "run", lambda command, env: started.append((command[1:], env["TEIEN_VAR"]))
    )
    teien.manage(arguments)
    assert started == [(["manage.py", "check"], str(tmp_path / folder))]
    assert capsys.readouterr().err == told


# Writing there


def _refuse(number: int, file: str | None) -> Callable[[], None]:
    def write() -> None:
        raise OSError(number, os.strerror(number), file)

    return write


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "its disk is full: make room"),
        (errno.EDQUOT, "this user's share of the disk is full: make room"),
        (errno.EROFS, "it is read-only"),
        (errno.EACCES, "this user may not: run as its owner, or chown -R it"),
        (errno.EPERM, "this user may not: run as its owner, or chown -R it"),
    ],
)
@pytest.mark.parametrize("file", [None, "log/web.log"])
def test_why_nothing_can_be_written_names_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, sentence: str, file: str | None
) -> None:
    """A full disk says no file's name; and a start says it whatever was to be written."""
    var = tmp_path / "var"
    write = _refuse(number, file and str(var / file))
    monkeypatch.setattr(teien.Keeper, "note", lambda _: write())
    with pytest.raises(teien.Trouble) as refused, teien.Keeper(var, "up"):
        pass
    assert str(refused.value) == (
        f"Cannot write in {var}: {sentence}; TEIEN_VAR names another folder."
    )


def test_a_file_is_no_data_folder(tmp_path: Path) -> None:
    (tmp_path / "var").touch()
    for var in (tmp_path / "var", tmp_path / "var" / "inside"):
        with pytest.raises(teien.Trouble) as refused, teien.Keeper(var, "up"):
            pass
        assert str(refused.value) == (
            f"Cannot write in {var}: it is not a folder; TEIEN_VAR names another folder."
        )


def test_what_fails_elsewhere_keeps_its_own_name(tmp_path: Path) -> None:
    with pytest.raises(PermissionError, match="/usr/bin/initdb"), teien.writing(tmp_path):
        _refuse(errno.EACCES, "/usr/bin/initdb")()
    with pytest.raises(FileNotFoundError), teien.writing(tmp_path):
        _refuse(errno.ENOENT, None)()


@pytest.mark.parametrize("has_data", [False, True])
def test_a_start_without_room_is_refused_before_it_begins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, has_data: bool
) -> None:
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    var = tmp_path / "var"
    if has_data:
        (var / "postgres").mkdir(parents=True)
        (var / "postgres" / "PG_VERSION").write_text("18\n")
    need = teien.ROOM if has_data else teien.ROOM_FOR_NEW
    room = Usage(10**9, 10**9, need * 10**6 - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: room)
    with teien.Keeper(var, "up") as keeper:
        with pytest.raises(teien.Trouble) as refused:
            keeper.start_servers()
        assert keeper.services == []
    assert str(refused.value) == (
        f"The disk of {var} is full: {need - 1} MB are free, PostgreSQL needs {need} MB to start."
        " Make room and start again; nothing is lost."
    )
    assert (var / "postgres").exists() is has_data


def test_a_full_disk_does_not_end_the_watch_over_a_long_log(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(teien, "LOG_BYTES", 20)
    monkeypatch.setattr(shutil, "copyfile", lambda *_: _refuse(errno.ENOSPC, None)())
    log = teien.Log(tmp_path / "web.log")
    log.path.write_text("PANIC: a line of more than 20 bytes\n")
    assert log.important() == ["PANIC: a line of more than 20 bytes"]
    assert log.path.read_text() == ""


def test_doctor_says_that_a_restore_was_cut_short(tmp_path: Path) -> None:
    var = tmp_path / "var"
    said = f"a restore into {var} was cut short: repeat it (docs/operations.md)"
    (var / "restoring").mkdir(parents=True)
    assert (False, said) in list(teien.findings_about(var))
    with teien.Keeper(var / "restoring", "restore"):  # one that is going on is none of that
        assert said not in [text for _, text in teien.findings_about(var)]
    (var / "restoring").rename(tmp_path / "gone")
    assert said not in [text for _, text in teien.findings_about(var)]
