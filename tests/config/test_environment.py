"""Reading addresses and switches from the environment."""

import pytest

from config import environment


def test_a_database_address_with_a_socket_folder() -> None:
    settings = environment.database("postgresql://teien@/teien?host=%2Fmy%20club%2Fvar%2Frun")
    assert settings["HOST"] == "/my club/var/run"
    assert (settings["NAME"], settings["USER"], settings["PORT"]) == ("teien", "teien", "")


def test_a_database_address_with_a_host() -> None:
    settings = environment.database("postgres://a%40b:p%2Fw@db.example:5433/night?sslmode=require")
    assert (settings["HOST"], settings["PORT"], settings["NAME"]) == ("db.example", "5433", "night")
    assert (settings["USER"], settings["PASSWORD"]) == ("a@b", "p/w")
    assert settings["OPTIONS"] == {"sslmode": "require"}


def test_another_database_is_refused() -> None:
    with pytest.raises(ValueError, match="postgresql://"):
        environment.database("sqlite:///teien.db")


@pytest.mark.parametrize(
    ("redis", "broker"),
    [
        ("redis://localhost:6379/2", "redis://localhost:6379/2"),
        ("unix:///var/run/v.sock", "redis+socket:///var/run/v.sock?virtual_host=0"),
        ("unix:///my%20club/v.sock?db=3", "redis+socket:///my%20club/v.sock?virtual_host=3"),
    ],
)
def test_a_redis_address_as_celery_spells_it(redis: str, broker: str) -> None:
    assert environment.broker(redis) == broker


@pytest.mark.parametrize(("text", "value"), [("1", True), ("Yes", True), ("0", False), ("", False)])
def test_a_switch(monkeypatch: pytest.MonkeyPatch, text: str, value: bool) -> None:
    monkeypatch.setenv("SECURE", text)
    assert environment.flag("SECURE") is value
