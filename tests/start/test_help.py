"""What the script and its page say of themselves."""

import re
import subprocess
import sys

import pytest

from tests.start.script import ROOT, teien

OPERATIONS = (ROOT / "docs" / "operations.md").read_text()
BETWEEN_PARENT_AND_CHILD = {"TEIEN_BIND", "TEIEN_RUN", "TEIEN_KEPT_BY", "DATABASE_POOL"}


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert teien.main(["help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[2 : 2 + len(teien.COMMANDS)]] == list(teien.COMMANDS)


def test_an_unknown_command_is_refused_with_the_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert teien.main(["serve"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    names = "setup, up, demo, test, manage, backup, restore, stop, doctor"
    assert told.err == f"teien: no command 'serve'; there are {names} (./teien help)\n"


def test_it_starts_without_any_package() -> None:
    command = [sys.executable, "-I", "-S", "teien", "help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, f"{teien.HELP}\n")


@pytest.mark.parametrize(
    ("outputs", "status"), [(">&-", 0), ("2>&-", 0), (">&- 2>&-", 0), (">/dev/full", 1)]
)
def test_an_output_that_takes_nothing_gets_no_traceback(outputs: str, status: int) -> None:
    command = f"{sys.executable} -I -S teien help {outputs}"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == status
    assert len(done.stderr.splitlines()) == status


def test_the_help_renews_each_lock_as_its_head_says() -> None:
    told = " ".join(teien.HELP.replace("\\\n", " ").split())
    for lock in sorted((ROOT / "requirements").glob("*.txt")):
        command = lock.read_text().splitlines()[1].strip("# ")
        shown = command if lock.stem == "main" else _for_a_group(command, lock.stem)
        assert shown in told


def _for_a_group(command: str, group: str) -> str:
    return command.replace(f"--group {group}", "--group GROUP").replace(
        f"-o requirements/{group}.txt", "-o requirements/GROUP.txt"
    )


def test_the_page_on_running_it_names_every_variable() -> None:
    read = re.compile(r'(?:environ\.get|flag|words)\("([A-Z_]+)"')
    names = set(teien.HANDED) - {"DJANGO_SETTINGS_MODULE"}
    for path in ("config/settings.py", "config/gunicorn.py", "teien"):
        names |= set(read.findall((ROOT / path).read_text()))
    names -= BETWEEN_PARENT_AND_CHILD | {"PATH"}
    assert "TEIEN_SERVERS" in names
    assert {name for name in names if f"`{name}`" not in OPERATIONS} == set()


def test_the_page_has_the_section_that_a_refusal_names() -> None:
    assert "\n### Another major version\n" in OPERATIONS
