"""How the script learns how the games run, what it says of that, and when it compiles them."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engines.compiled import Answer
from tests.start.script import ROOT, teien


def test_the_script_knows_every_answer() -> None:
    names = {answer.value: answer.name.lower().replace("_", " ") for answer in Answer}
    assert names == teien.ANSWERS


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with the engines' sources alone, which the script takes for its own."""
    beside = shutil.ignore_patterns("__pycache__", "*.so", "*.c", "compiled.json")
    shutil.copytree(ROOT / "engines", tmp_path / "engines", ignore=beside)
    monkeypatch.setattr(teien, "ROOT", tmp_path)
    monkeypatch.setattr(teien, "PYTHON", sys.executable)
    monkeypatch.delenv("TEIEN_PURE", raising=False)
    return tmp_path


def test_a_question_that_crashes_is_no_answer_and_something_is_to_be_done(copy: Path) -> None:
    assert teien.ask_games() == ("to be built", "")
    assert teien.finding_about_the_games() == (True, f"the games run {teien.SLOWLY}")
    (copy / "engines" / "registry.py").write_text("import nothing_of_that_name\n")
    why = "ModuleNotFoundError: No module named 'nothing_of_that_name'"
    assert teien.ask_games() == ("broken", why)
    assert teien.finding_about_the_games() == (
        False,
        f"the games cannot be imported ({why}): ./teien setup builds them anew",
    )
    (copy / "engines" / "registry.py").write_text("import os, signal; os.kill(os.getpid(), 9)\n")
    assert teien.ask_games() == ("broken", "status -9")


def test_games_from_source_by_wish_are_not_said_to_run_compiled(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEIEN_PURE", "1")
    told = (True, "the games run from source, only slower (TEIEN_PURE=1)")
    assert teien.finding_about_the_games() == told


@pytest.mark.parametrize(
    ("state", "good", "text"),
    [
        ("compiled", True, "the games run compiled"),
        ("from source", True, f"the games run {teien.SLOWLY}"),
        ("damaged", False, "the games run from source, only slower: what was compiled is damaged"),
    ],
)
def test_the_doctor_says_how_the_games_run(
    state: str, good: bool, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TEIEN_PURE", raising=False)
    monkeypatch.setattr(teien, "ask_games", lambda: (state, ""))
    found, told = teien.finding_about_the_games()
    assert (found, told[: len(text)]) == (good, text)


@pytest.fixture
def builds(copy: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The builds that the script runs; each fails, as without a compiler."""
    found: list[list[str]] = []

    def fail(command: list[str], *_: Any) -> int:
        found.append(command[1:])
        return 1

    monkeypatch.setattr(teien, "followed", fail)
    return found


BUILD = ["-u", "setup.py", "build_ext", "--inplace", "--parallel", "2"]


@pytest.mark.parametrize(
    ("command", "states"),
    [
        ("setup", ["to be built", "damaged", "broken"]),
        ("up", ["to be built", "damaged", "broken"]),
        ("demo", ["damaged", "broken"]),
        ("test", []),
        ("manage", []),
    ],
)
def test_the_games_are_compiled_where_it_may_help(
    command: str, states: list[str], builds: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for state in (*teien.ANSWERS.values(), "broken"):
        answers = iter([state, state, "from source"])
        monkeypatch.setattr(teien, "ask_games", lambda answers=answers, **_: (next(answers), ""))
        teien.prepare_games(command)
        assert builds == ([BUILD] if state in states else [])
        builds.clear()


def test_games_that_cannot_be_imported_after_a_build_either_stop_the_start(
    copy: Path, builds: list[list[str]]
) -> None:
    (copy / "engines" / "registry.py").write_text("import nothing_of_that_name\n")
    with pytest.raises(teien.Trouble, match="cannot be imported, though they were built anew"):
        teien.prepare_games("up")
    assert builds == [BUILD]


def test_a_build_says_how_long_it_takes_and_how_far_it_is(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["[1/9] Cythonizing engines/rng.py", "building 'engines.rng' extension", "gcc engines/"]
    (copy / "setup.py").write_text(f"print({chr(10).join(lines)!r}); raise SystemExit(1)\n")
    teien.prepare_games("setup")
    every = len(list((ROOT / "engines").rglob("*.pxd")))
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == [
        "[teien] compiling the games: a minute or two (what runs now goes on as it is)",
        f"[teien]   engines.rng, 1 of {every}",
    ]
    assert told[2].startswith("[teien] they could not be compiled (var/compile.log)")
    assert told[3:] == []
    assert (copy / "var" / "compile.log").read_text().splitlines() == lines


def test_one_call_tries_to_compile_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The script calls itself anew with the Python of `.venv`, and compiles only there."""
    done: list[str] = []

    def call_anew(*_: Any) -> None:
        done.append("anew")
        monkeypatch.setattr(teien, "VENV", Path(sys.prefix))
        raise SystemExit(teien.main(["setup"]))

    monkeypatch.setattr(teien, "OWN_PYTHON", False)
    monkeypatch.setattr(teien, "VENV", tmp_path)
    monkeypatch.setattr(teien, "prepare", lambda command: done.append("packages"))
    monkeypatch.setattr(teien, "prepare_games", lambda command: done.append("games"))
    monkeypatch.setattr("os.execv", call_anew)
    with pytest.raises(SystemExit) as ended:
        teien.main(["setup"])
    assert ended.value.code == 0
    assert done == ["packages", "anew", "packages", "games"]


def test_setup_needs_no_package_to_ask(copy: Path) -> None:
    asked = "from engines import compiled; print(int(compiled.answer()))"
    command = [sys.executable, "-S", "-c", asked]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=True)
    assert done.stdout == f"{Answer.TO_BE_BUILT.value}\n"
