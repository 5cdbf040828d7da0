"""A script that plays games, run compiled and from source."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def check_builds_alike(script: str, argument: str) -> None:
    """The script prints a SHA-256 of what it has played: the same by either build."""
    compiled, plain = (_printed(script, argument, pure) for pure in ("", "1"))
    assert len(plain) == 65
    assert compiled == plain


def _printed(script: str, argument: str, pure: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", script, argument],
        cwd=ROOT,
        env=os.environ | {"TEIEN_PURE": pure},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout
