"""The compiled form plays as the plain one does."""

import os
import subprocess
import sys
from pathlib import Path

from engines import compiled
from tests.engines.niwa import games

ROOT = Path(__file__).resolve().parents[3]


def test_the_same_seeds_play_the_same_matches_in_plain_python() -> None:
    """Where nothing is compiled this compares plain with plain; the output says so."""
    answer = subprocess.run(
        [sys.executable, "-m", "tests.engines.niwa.games"],
        cwd=ROOT,
        env={**os.environ, "TEIEN_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    build, found = answer.stdout.split()
    sys.stdout.write(f"Compared {games.build()} with {build}.\n")
    assert build == "pure"
    assert found == games.digest()


def test_every_module_of_the_engine_with_types_can_be_compiled() -> None:
    names = {name for name, _ in compiled.modules()}
    assert {"engines.rng", "engines.niwa.layout", "engines.niwa.rules"} <= names
