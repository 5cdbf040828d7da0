"""`.ci/floor`: the second run of CI counts only on the oldest servers that Teien supports."""

import subprocess

import pytest

from tests.start.script import ROOT, teien


def floor(line: str) -> tuple[int, str]:
    """Status and sentence, after a look that the run's own words are handed on."""
    said = f"[teien] testing on PostgreSQL 15.1 (system), Redis 7.0 (system)\n12 passed\n{line}\n"
    done = subprocess.run([ROOT / ".ci/floor"], input=said, capture_output=True, text=True)
    assert done.stdout == said
    return done.returncode, done.stderr


def test_the_oldest_servers_are_taken() -> None:
    line = "[teien] tested on PostgreSQL 15.14 (system), Redis 7.0.15 (system)"
    assert floor(line) == (0, "")


@pytest.mark.parametrize(
    ("servers", "missed"),
    [
        ("PostgreSQL 18.6 (wheels), Valkey 9.1.2 (wheels)", "PostgreSQL 15"),
        ("PostgreSQL 17.6 (system), Redis 7.0.15 (system)", "PostgreSQL 15"),
        ("PostgreSQL 150.1 (system), Redis 7.0.15 (system)", "PostgreSQL 15"),
        ("PostgreSQL 15.14 (system), Redis 8.0.2 (system)", "Redis 7"),
        ("PostgreSQL 15.14 (system), Valkey 7.2.5 (system)", "Redis 7"),
    ],
)
def test_other_servers_fail_the_run(servers: str, missed: str) -> None:
    sentence = f"This run has to be on {missed}, but was on: {servers}.\n"
    assert floor(f"[teien] tested on {servers}") == (1, sentence)


def test_a_run_that_says_nothing_fails() -> None:
    sentence = "This run has to be on PostgreSQL 15, but was on: nothing.\n"
    assert floor("[teien] all passed") == (1, sentence)


def test_its_servers_are_the_floors_of_the_start_script() -> None:
    text = (ROOT / ".ci/floor").read_text()
    assert f"in 'PostgreSQL {teien.POSTGRES.floor}' 'Redis {teien.REDIS.floor}'" in text


def test_the_second_run_of_ci_goes_through_it() -> None:
    lines = (ROOT / ".ci/run").read_text().splitlines()
    assert "set -euo pipefail" in lines
    assert lines[-1] == "TEIEN_SERVERS=system ./teien test -m database | .ci/floor"
