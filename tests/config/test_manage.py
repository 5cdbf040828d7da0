"""`manage.py`: however a command ends, it ends without a traceback and with its status."""

import sys

import pytest
from django.core import management
from django.db import OperationalError

import manage


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (KeyboardInterrupt(), 130, ""),
        (OperationalError("connection failed\nat once"), 1, "the database does not answer: "),
        (OSError(28, "No space left on device"), 1, "[Errno 28] No space left on device"),
    ],
)
def test_a_command_that_is_cut_off_says_why_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    error: BaseException, status: int, told: str,
) -> None:  # fmt: skip
    def fail(words: list[str]) -> None:
        raise error

    monkeypatch.setattr(management, "execute_from_command_line", fail)
    assert manage.main() == status
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == (1 if told else 0)
    assert all(line.startswith(f"manage: {told}") for line in lines)


def test_a_command_whose_outputs_are_closed_ends_as_it_would(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["manage.py", "check"])
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert manage.main() == 0
