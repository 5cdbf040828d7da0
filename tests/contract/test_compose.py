"""docker-compose.yml and the Dockerfile run what the start script runs."""

import re
import shlex
from typing import Any

import pytest
import yaml

from tests.start.script import ROOT, teien

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text()


def test_compose_has_the_programs_the_servers_and_the_migration() -> None:
    assert SERVICES.keys() == {*teien.PROGRAMS, "migrate", "postgres", "redis"}


@pytest.mark.parametrize("name", teien.PROGRAMS)
def test_a_program_is_started_by_the_command_of_the_script(name: str) -> None:
    command = teien.PROGRAMS[name].command
    assert shlex.split(SERVICES[name]["command"]) == shlex.split(command)


@pytest.mark.parametrize("name", teien.PROGRAMS)
def test_a_program_finds_in_its_environment_what_the_script_hands_over(name: str) -> None:
    environment = SERVICES[name]["environment"]
    assert set(teien.HANDED) <= environment.keys()
    assert environment["DJANGO_SETTINGS_MODULE"] == "config.settings"
    own = teien.PROGRAMS[name].environment
    assert {key: value for key, value in environment.items() if key in own} == own


def test_only_the_web_server_keeps_a_pool_of_connections() -> None:
    assert [n for n, s in SERVICES.items() if "DATABASE_POOL" in s.get("environment", {})] == [
        "web"
    ]


@pytest.mark.parametrize("name", teien.PROGRAMS)
def test_a_program_is_stopped_by_the_signal_of_the_script(name: str) -> None:
    assert SERVICES[name].get("stop_signal", "SIGTERM") == teien.PROGRAMS[name].stop.name


@pytest.mark.parametrize(("name", "kind"), [("postgres", teien.POSTGRES), ("redis", teien.REDIS)])
def test_a_server_is_new_enough(name: str, kind: Any) -> None:
    image = re.fullmatch(rf"{name}:(\d+)(\.\d+)*", SERVICES[name]["image"])
    assert image
    assert int(image[1]) >= kind.floor


def test_the_servers_are_made_as_the_script_makes_them() -> None:
    major = int(SERVICES["postgres"]["image"].removeprefix("postgres:"))
    environment = SERVICES["postgres"]["environment"]
    assert environment["POSTGRES_INITDB_ARGS"].split() == teien.cluster_options(major)
    assert shlex.split(SERVICES["redis"]["command"]) == [
        "redis-server",
        *shlex.split(teien.REDIS_OPTIONS),
    ]


def test_the_programs_reach_the_servers_that_compose_starts() -> None:
    environment = SERVICES["worker"]["environment"]
    assert re.fullmatch(
        r"postgresql://teien:\$\{POSTGRES_PASSWORD:\?[^}]+\}@postgres:5432/teien",
        environment["DATABASE_URL"],
    )
    assert environment["REDIS_URL"] == "redis://redis:6379/0"
    assert SERVICES["postgres"]["environment"]["POSTGRES_USER"] == "teien"
    assert SERVICES["postgres"]["environment"]["POSTGRES_DB"] == "teien"


def test_nothing_starts_before_the_database_is_up_to_date() -> None:
    assert SERVICES["migrate"]["command"] == "python manage.py migrate --noinput"
    for name in teien.PROGRAMS:
        condition = SERVICES[name]["depends_on"]["migrate"]["condition"]
        assert condition == "service_completed_successfully"


def test_the_image_installs_the_lock_by_its_hashes() -> None:
    assert "pip install --no-cache-dir --require-hashes -r requirements/main.txt" in DOCKERFILE


def test_the_image_is_a_web_server_by_default_on_the_published_port() -> None:
    command = re.search(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert command
    assert yaml.safe_load(command[1]) == shlex.split(teien.PROGRAMS["web"].command)
    assert "EXPOSE 8000" in DOCKERFILE
    assert SERVICES["web"]["ports"] == ["${PORT:-8000}:8000"]
    assert '"TEIEN_BIND", "0.0.0.0:8000"' in (ROOT / "config" / "gunicorn.py").read_text()
