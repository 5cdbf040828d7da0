"""The first owner from the terminal."""

import io

import pytest
from django.core.management import CommandError, call_command

from tests import factories
from tournaments.models import Club, User

pytestmark = pytest.mark.django_db


def create(monkeypatch: pytest.MonkeyPatch, password: str, **options: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(password + "\n"))
    values = {"username": "hanako", "club": "Club Koi", "timezone": "Asia/Tokyo"} | options
    call_command("create_owner", **values)


def test_the_first_owner_can_sign_in(monkeypatch: pytest.MonkeyPatch) -> None:
    create(monkeypatch, factories.PASSWORD)
    owner = User.objects.get()
    assert owner.check_password(factories.PASSWORD)
    assert (Club.objects.get().name, Club.objects.get().timezone) == ("Club Koi", "Asia/Tokyo")


@pytest.mark.parametrize(
    ("password", "options", "message"),
    [
        ("short", {}, "too short"),
        (factories.PASSWORD, {"timezone": "Moon"}, "time zone"),
        (factories.PASSWORD, {"club": " "}, "Name is missing"),
        (factories.PASSWORD, {"username": "a b\n"}, "valid username"),
    ],
)
def test_a_first_owner_that_cannot_be(
    monkeypatch: pytest.MonkeyPatch, password: str, options: dict[str, str], message: str
) -> None:
    with pytest.raises(CommandError, match=message):
        create(monkeypatch, password, **options)
    assert not User.objects.exists()
    assert not Club.objects.exists()


def test_a_second_first_owner_is_refused(monkeypatch: pytest.MonkeyPatch, club: Club) -> None:
    with pytest.raises(CommandError, match="set up already"):
        create(monkeypatch, factories.PASSWORD, username="eve")
    assert User.objects.count() == 1
