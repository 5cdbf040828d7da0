"""Extensions are used only where they were built from the sources of today."""

import json
import os
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
    compiled.write_stamp(built=True)
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
    compiled.write_stamp(built=False)
    assert not compiled.is_current()
    assert not compiled.is_to_be_built(again=False)
    assert compiled.is_to_be_built(again=True)
    (checkout / "engines" / "game" / "rules.py").write_text("MOVES = 5\n")
    assert compiled.is_to_be_built(again=False)


def test_an_extension_that_is_gone_is_built_again(checkout: Path) -> None:
    compiled.write_stamp(built=True)
    assert not compiled.is_to_be_built(again=True)
    (checkout / "engines" / "game" / f"rules{EXTENSION_SUFFIXES[0]}").unlink()
    assert not compiled.is_current()
    assert compiled.is_to_be_built(again=False)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"built": true}', '{"built": 1, "sources": 3}'])
def test_a_stamp_that_cannot_be_read_is_none(checkout: Path, text: str) -> None:
    (checkout / "engines" / "compiled.json").write_text(text)
    assert compiled.stamp() == (False, {})


def test_what_is_no_json_is_none(checkout: Path) -> None:
    (checkout / "engines" / "compiled.json").write_bytes(b"\xff\x00")
    assert compiled.stamp() == (False, {})


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
