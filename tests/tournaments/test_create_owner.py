"""The first owner from the terminal."""

import io
import shlex

import pytest
from django.core.management import CommandError, call_command

from tests import factories
from tournaments.management.choices import find_club
from tournaments.management.commands import create_owner as command
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


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, *passwords: str) -> list[str]:
    """Lets these be typed; the words by which they are asked for."""
    typed, asked = iter(passwords), []

    def getpass(prompt: str) -> str:
        asked.append(prompt)
        return next(typed)

    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr(command, "getpass", getpass)
    return asked


def test_a_terminal_asks_for_no_password_where_it_is_set_up_already(
    monkeypatch: pytest.MonkeyPatch, club: Club
) -> None:
    asked = on_a_terminal(monkeypatch)
    with pytest.raises(CommandError, match="set up already"):
        call_command("create_owner", username="eve", club="Eve", timezone="UTC")
    assert asked == []
    assert User.objects.count() == 1


def test_the_command_that_a_hint_names_makes_a_club(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError) as hinted:
        find_club(None)
    words = shlex.split(str(hinted.value).partition(": ")[2])
    assert words[:2] == ["./teien", "manage"]
    asked = on_a_terminal(monkeypatch, factories.PASSWORD, factories.PASSWORD)
    call_command(*words[2:])
    assert asked == ["Password: ", "Once more: "]
    assert find_club(None).name == "Komorebi"
