"""The first run: the first account and its club."""

from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.web.soundness import sound
from tournaments.models import Club, JournalEntry, Membership, User

pytestmark = pytest.mark.django_db

FORM = {
    "username": "hanako",
    "password": factories.PASSWORD,
    "password_again": factories.PASSWORD,
    "name": "Club Koi",
    "timezone": "Asia/Tokyo",
}


def test_the_first_visitor_is_led_to_the_first_run(visitor: Client) -> None:
    for address in ("/", "/login/"):
        response = visitor.get(address)
        assert (response.status_code, response["Location"]) == (302, "/setup/")
    html = sound(visitor.get("/setup/"))
    assert "<option>Europe/Berlin</option>" in html
    assert '<option value="" selected>Choose one</option>' in html
    assert html.index("<option>UTC</option>") < html.index('<optgroup label="Africa">')


def test_a_servers_own_time_zone_is_filled_in(visitor: Client, settings: Any) -> None:
    settings.TIME_ZONE = "Asia/Tokyo"
    assert '<option value="Asia/Tokyo" selected>' in sound(visitor.get("/setup/"))


def test_it_makes_the_owner_and_the_club_and_signs_in(visitor: Client) -> None:
    response = visitor.post("/setup/", FORM)
    club = Club.objects.get()
    assert (response.status_code, response["Location"]) == (303, f"/clubs/{club.pk}/")
    assert (club.name, club.timezone) == ("Club Koi", "Asia/Tokyo")
    membership = Membership.objects.get()
    assert (membership.user.username, membership.role) == ("hanako", "owner")
    html = sound(visitor.get(response["Location"]))
    assert "Welcome. Club Koi is set up, and you are its owner." in html
    assert "Sign out" in html


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"password_again": "moss-and-stone-8"}, "password_again", "The two passwords are not"),
        ({"password_again": ""}, "password_again", "The two passwords are not the same."),
        ({"password": "m0ss", "password_again": "m0ss"}, "password", "This password is too short."),
        ({"username": ""}, "username", "Username is missing."),
        ({"username": "no spaces"}, "username", "Enter a valid username."),
        ({"name": "   "}, "name", "Name is missing."),
        ({"name": "x" * 121}, "name", "Name is longer than 120 characters."),
        ({"name": "a\x00b"}, "name", "Name has characters that are no text."),
        ({"timezone": ""}, "timezone", "Name a time zone such as Europe/Berlin"),
        ({"timezone": "Europe/Atlantis"}, "timezone", "Name a time zone such as Europe/Berlin"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(
    visitor: Client, change: dict[str, str], field: str, sentence: str
) -> None:
    typed = FORM | change
    response = visitor.post("/setup/", typed)
    html = sound(response)
    assert response.status_code == 422
    assert html.count(sentence) == 2
    assert f'aria-describedby="{field}-error"' in html
    assert typed["password"] not in html
    if field != "timezone":
        assert 'value="Asia/Tokyo"' in html
    assert (User.objects.count(), Club.objects.count(), JournalEntry.objects.count()) == (0, 0, 0)
    assert "_auth_user_id" not in visitor.session


def test_afterwards_it_is_closed(visitor: Client, club: Club) -> None:
    assert visitor.get("/setup/")["Location"] == "/"
    response = visitor.post("/setup/", FORM | {"username": "eve"})
    assert response.status_code == 409
    assert "Teien is set up already. Sign in instead." in sound(response)
    assert [user.username for user in User.objects.all()] == ["hanako"]
    assert list(Club.objects.all()) == [club]


def test_a_second_click_makes_nothing_more(visitor: Client) -> None:
    visitor.post("/setup/", FORM)
    response = visitor.post("/setup/", FORM)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert (User.objects.count(), Club.objects.count()) == (1, 1)
