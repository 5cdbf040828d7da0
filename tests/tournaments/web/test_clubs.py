"""A club's page, and its name and time zone."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.web.soundness import sound
from tournaments.models import Club, JournalEntry, User

pytestmark = pytest.mark.django_db


def stored() -> tuple[Any, ...]:
    return tuple(Club.objects.values_list("name", "timezone", "version")), (
        JournalEntry.objects.count()
    )


def test_an_owner_sees_all_that_they_may_do(browser: Client, owner: User, club: Club) -> None:
    factories.tournament(owner, club, draft=True, name="December plans")
    html = sound(browser.get(f"/clubs/{club.pk}/"))
    for label in ("Name and time zone", "Add a player", "Import players", "Members"):
        assert label in html
    assert "December plans" in html
    assert "<dd>Europe/Berlin</dd>" in html


def test_a_visitor_sees_what_is_published(visitor: Client, owner: User, club: Club) -> None:
    factories.tournament(owner, club, draft=True, name="December plans")
    factories.tournament(owner, club, name="Autumn night")
    html = sound(visitor.get(f"/clubs/{club.pk}/"))
    assert "Autumn night" in html
    assert "<dt>Tournaments</dt><dd>1</dd>" in html
    for label in ("December plans", "Import players", "Members", "Name and time zone"):
        assert label not in html


def test_it_says_which_round_is_being_played(visitor: Client, owner: User, club: Club) -> None:
    night = factories.entered(owner, club, 4)
    assert "not started" in sound(visitor.get(f"/clubs/{club.pk}/"))
    factories.draw(owner, night, publish=False)
    assert "not started" in sound(visitor.get(f"/clubs/{club.pk}/"))
    factories.draw(owner, night)
    assert "round 1 is being played" in sound(visitor.get(f"/clubs/{club.pk}/"))


def test_a_club_that_is_not_there(visitor: Client, club: Club) -> None:
    assert visitor.get(f"/clubs/{club.pk + 1}/").status_code == 404
    assert visitor.get(f"/clubs/{10**30}/").status_code == 404


def test_many_tournaments_have_a_page_of_their_own(
    visitor: Client, owner: User, club: Club
) -> None:
    factories.tournament(owner, club)
    for number in range(49):
        factories.tournament(owner, club, name=f"Night {number}")
    assert "All 50 tournaments" in sound(visitor.get(f"/clubs/{club.pk}/"))


def test_an_owner_changes_name_and_time_zone(browser: Client, club: Club) -> None:
    address = f"/clubs/{club.pk}/edit/"
    assert 'value="Club Koi"' in sound(browser.get(address))
    typed = {"name": "Koi &amp; <b>Kame</b>", "timezone": "Asia/Tokyo", "version": club.version}
    response = browser.post(address, typed)
    assert (response.status_code, response["Location"]) == (303, f"/clubs/{club.pk}/")
    club.refresh_from_db()
    assert (club.name, club.timezone) == ("Koi &amp; <b>Kame</b>", "Asia/Tokyo")
    assert "Koi &amp;amp; &lt;b&gt;Kame&lt;/b&gt;" in sound(browser.get(f"/clubs/{club.pk}/"))


@pytest.mark.parametrize(
    ("typed", "status", "sentence", "field"),
    [
        ({"name": ""}, 422, "Name is missing.", "name"),
        ({"name": "Club Kame"}, 409, "There is a club called “Club Kame” already.", "name"),
        ({"timezone": "Mars/Olympus"}, 422, "Name a time zone such as Europe/Berlin", "timezone"),
        ({"version": "99"}, 412, "Somebody changed this club meanwhile.", ""),
    ],
)
def test_a_refused_change_keeps_what_was_typed(
    browser: Client, owner: User, club: Club,
    typed: dict[str, str], status: int, sentence: str, field: str,
) -> None:  # fmt: skip
    factories.club(owner, "Club Kame")
    before = stored()
    form = {"name": "Club Koi 2", "timezone": "Asia/Tokyo", "version": "1"} | typed
    response = browser.post(f"/clubs/{club.pk}/edit/", form)
    html = sound(response)
    assert response.status_code == status
    assert html.count(sentence) == (2 if field else 1)
    assert f'value="{form["name"]}"' in html
    assert f'value="{form["timezone"]}"' in html
    assert stored() == before


def test_only_an_owner_changes_the_club(
    visitor: Client, owner: User, club: Club, browser_of: Callable[[User], Client]
) -> None:
    address = f"/clubs/{club.pk}/edit/"
    organiser = browser_of(factories.member(owner, club, "organiser", "organiser"))
    before = stored()
    sentence = "Only an owner of the club may change the club&#x27;s name and time zone."
    for response in (organiser.get(address), organiser.post(address, {"name": "Mine"})):
        assert response.status_code == 403
        assert sentence in sound(response)
    assert visitor.get(address)["Location"] == f"/login/?next=%2Fclubs%2F{club.pk}%2Fedit%2F"
    response = visitor.post(address, {"name": "Mine", "timezone": "UTC"})
    assert response.status_code == 403
    assert "Sign in first." in sound(response)
    assert stored() == before


def test_a_second_click_changes_the_club_once(browser: Client, club: Club) -> None:
    form = {"name": "Club Koi 2", "timezone": "UTC", "version": "1", "form_key": "k" * 32}
    first = browser.post(f"/clubs/{club.pk}/edit/", form)
    again = browser.post(f"/clubs/{club.pk}/edit/", form)
    assert (first.status_code, first["Location"]) == (again.status_code, again["Location"])
    assert JournalEntry.objects.filter(verb="change_club").count() == 1


def test_whoever_is_signed_in_starts_a_club(
    owner: User, browser_of: Callable[[User], Client], visitor: Client, club: Club
) -> None:
    assert "/clubs/new/" not in sound(visitor.get("/"))
    kenji = browser_of(factories.user("kenji"))
    assert 'href="/clubs/new/">Start another club</a>' in sound(kenji.get("/"))
    assert '<option value="" selected>Choose one</option>' in sound(kenji.get("/clubs/new/"))
    form = {"name": "Club Carp", "timezone": "Asia/Tokyo", "form_key": "k" * 32}
    answers = [kenji.post("/clubs/new/", form) for _ in range(2)]
    made = Club.objects.get(name="Club Carp")
    assert [answer["Location"] for answer in answers] == [f"/clubs/{made.pk}/"] * 2
    assert (made.timezone, made.memberships.get().user.username) == ("Asia/Tokyo", "kenji")
    html = sound(kenji.get(f"/clubs/{made.pk}/"))
    assert "Club Carp is set up, and you are its owner." in html


@pytest.mark.parametrize(
    ("typed", "status", "sentence", "field"),
    [
        ({"name": "Club Koi"}, 409, "There is a club called “Club Koi” already.", "name"),
        ({"name": " "}, 422, "Name is missing.", "name"),
        ({"timezone": ""}, 422, "Name a time zone such as Europe/Berlin", "timezone"),
    ],
)
def test_a_new_club_that_cannot_be(
    browser: Client, club: Club, typed: dict[str, str], status: int, sentence: str, field: str
) -> None:
    response = browser.post("/clubs/new/", {"name": "Carp", "timezone": "Asia/Tokyo"} | typed)
    html = sound(response)
    assert response.status_code == status
    assert html.count(sentence) == 2
    assert f'aria-describedby="{field}-error"' in html
    assert list(Club.objects.all()) == [club]


def test_a_visitor_starts_no_club(visitor: Client, club: Club) -> None:
    assert visitor.get("/clubs/new/")["Location"] == "/login/?next=%2Fclubs%2Fnew%2F"
    response = visitor.post("/clubs/new/", {"name": "Carp", "timezone": "Asia/Tokyo"})
    assert response.status_code == 403
    assert "Sign in first." in sound(response)
    assert list(Club.objects.all()) == [club]
