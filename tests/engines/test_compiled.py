"""Extensions are used only where they were built from the sources of today, and are whole."""

import json
import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from engines import compiled


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one module that can be compiled, and an extension of it."""
    folder = tmp_path / "engines" / "game"
    folder.mkdir(parents=True)
    (folder / "rules.py").write_text("MOVES = 3\n")
    (folder / "rules.pxd").write_text("cdef int MOVES\n")
    (folder / f"rules{EXTENSION_SUFFIXES[0]}").write_bytes(b"built")
    monkeypatch.setattr(compiled, "ROOT", tmp_path)
    monkeypatch.setattr(compiled, "STAMP", tmp_path / "engines" / "compiled.json")
    return tmp_path


def test_modules_with_types_beside_them_can_be_compiled(checkout: Path) -> None:
    source = checkout / "engines" / "game" / "rules.py"
    assert list(compiled.modules()) == [("engines.game.rules", source)]


def test_a_build_is_current_until_a_source_or_its_types_change(checkout: Path) -> None:
    folder = checkout / "engines" / "game"
    assert not compiled.is_current()
    compiled.write_stamp(compiled.digests(), built=True)
    assert compiled.is_current()
    for name, other in (("rules.py", "MOVES = 4\n"), ("rules.pxd", "cdef long MOVES\n")):
        before = (folder / name).read_text()
        (folder / name).write_text(other)
        assert not compiled.is_current()
        assert compiled.is_to_be_built(again=False)
        (folder / name).write_text(before)
        assert compiled.is_current()


def test_a_build_that_failed_is_tried_again_where_a_source_changes_or_one_asks(
    checkout: Path,
) -> None:
    compiled.write_stamp(compiled.digests(), built=False)
    assert not compiled.is_current()
    assert not compiled.is_to_be_built(again=False)
    assert compiled.is_to_be_built(again=True)
    (checkout / "engines" / "game" / "rules.py").write_text("MOVES = 5\n")
    assert compiled.is_to_be_built(again=False)


@pytest.mark.parametrize("content", [None, b"", b"buil", b"Built"])
def test_an_extension_that_is_gone_or_damaged_is_built_again(
    checkout: Path, content: bytes | None
) -> None:
    compiled.write_stamp(compiled.digests(), built=True)
    assert not compiled.is_damaged()
    assert not compiled.is_to_be_built(again=True)
    extension = checkout / "engines" / "game" / f"rules{EXTENSION_SUFFIXES[0]}"
    if content is None:
        extension.unlink()
    else:
        extension.write_bytes(content)
    assert compiled.is_damaged()
    assert not compiled.is_current()
    assert compiled.is_to_be_built(again=False)


def test_a_build_that_left_no_extension_is_none(checkout: Path) -> None:
    (checkout / "engines" / "game" / f"rules{EXTENSION_SUFFIXES[0]}").unlink()
    compiled.write_stamp(compiled.digests(), built=True)
    assert not compiled.is_current()


def test_a_source_that_is_edited_during_a_build_is_not_taken_for_built(checkout: Path) -> None:
    before = compiled.digests()
    (checkout / "engines" / "game" / "rules.py").write_text("MOVES = 6\n")
    compiled.write_stamp(before, built=True)
    assert not compiled.is_current()
    assert not compiled.is_damaged()


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"built": true}', '{"built": 1, "sources": 3}', '{"built": 1, "sources": {}}'],
)
def test_a_stamp_that_cannot_be_read_is_none(checkout: Path, text: str) -> None:
    (checkout / "engines" / "compiled.json").write_text(text)
    assert compiled.stamp() == (False, {}, {})


def test_what_is_no_json_is_none(checkout: Path) -> None:
    (checkout / "engines" / "compiled.json").write_bytes(b"\xff\x00")
    assert compiled.stamp() == (False, {}, {})


def test_the_sources_are_imported_where_they_are_wanted() -> None:
    told = "import json\nfrom engines import compiled, rng\n"
    told += "print(json.dumps([rng.__file__, compiled.is_compiled('engines.rng')]))"
    said = subprocess.run(
        [sys.executable, "-c", told],
        env={**os.environ, "TEIEN_PURE": "1"},
        cwd=Path(compiled.__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    file, is_compiled = json.loads(said)
    assert file.endswith("engines/rng.py")
    assert not is_compiled


ENGINES = Path(compiled.__file__).parent
STAMPED = "from engines import compiled; compiled.write_stamp(compiled.digests(), built=True)"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with the engines' sources alone."""
    beside = shutil.ignore_patterns("__pycache__", "*.so", "*.c", "compiled.json")
    shutil.copytree(ENGINES, tmp_path / "engines", ignore=beside)
    return tmp_path


def run(copy: Path, told: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", told],
        env={name: value for name, value in os.environ.items() if name != "TEIEN_PURE"}
        | environment,
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )


def answered(copy: Path, *, again: bool = False, **environment: str) -> int:
    told = f"import sys; from engines import compiled; sys.exit(compiled.answer(again={again}))"
    return run(copy, told, **environment).returncode


def lay_extensions(copy: Path, content: bytes) -> None:
    for types in (copy / "engines").rglob("*.pxd"):
        types.with_suffix(EXTENSION_SUFFIXES[0]).write_bytes(content)


def test_an_emptied_extension_is_told_of_and_the_games_run_from_their_sources(copy: Path) -> None:
    lay_extensions(copy, b"built")
    assert run(copy, STAMPED).returncode == 0
    (copy / "engines" / f"rng{EXTENSION_SUFFIXES[0]}").write_bytes(b"")
    assert answered(copy) == compiled.Answer.DAMAGED
    told = "from engines.registry import ENGINES; from engines import rng; print(rng.__file__)"
    assert run(copy, told).stdout == f"{copy}/engines/rng.py\n"
    assert answered(copy, TEIEN_PURE="1") == compiled.Answer.FROM_SOURCE


def test_an_extension_that_cannot_be_loaded_is_no_answer(copy: Path) -> None:
    lay_extensions(copy, b"whole, but of another machine")
    run(copy, STAMPED)
    assert answered(copy) == 1
    assert answered(copy, TEIEN_PURE="1") == compiled.Answer.FROM_SOURCE


def test_sources_that_were_never_built_are_to_be_built_unless_that_failed(copy: Path) -> None:
    assert answered(copy) == compiled.Answer.TO_BE_BUILT
    run(copy, STAMPED.replace("True", "False"))
    assert answered(copy) == compiled.Answer.FROM_SOURCE
    assert answered(copy, again=True) == compiled.Answer.TO_BE_BUILT


@pytest.mark.skipif(not compiled.is_current(), reason="the games are not compiled here")
def test_games_that_run_compiled_say_so() -> None:
    assert answered(ENGINES.parent) == compiled.Answer.COMPILED
    assert answered(ENGINES.parent, TEIEN_PURE="1") == compiled.Answer.FROM_SOURCE
