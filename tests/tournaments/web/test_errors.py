"""Refusals and faults as friendly pages."""

import re
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client, RequestFactory
from pytest_django import Settings

from tests import factories
from tests.tournaments.web.soundness import sound
from tournaments.errors import Refused
from tournaments.models import Club, User
from tournaments.services import clubs
from tournaments.web import errors
from tournaments.web import home as home_page

pytestmark = pytest.mark.django_db


def test_an_address_that_is_none(visitor: Client, owner: User) -> None:
    response = visitor.get("/nowhere/?q=<b>")
    assert response.status_code == 404
    html = sound(response)
    assert "<h1>Not found</h1>" in html
    assert "There is no page at this address" in html
    assert 'href="/login/?next=/nowhere/%3Fq%3D%253Cb%253E"' in html
    assert "Resolver404" not in html


def test_what_is_not_published_is_not_there(visitor: Client, owner: User, club: Club) -> None:
    draft = factories.tournament(owner, club, draft=True, name="December plans")
    response = visitor.get(f"/tournaments/{draft.pk}/")
    assert response.status_code == 404
    assert "or what it shows is not published yet." in sound(response)
    assert "December plans" not in response.content.decode()


def test_a_host_that_is_not_ours(visitor: Client, owner: User) -> None:
    response = visitor.get("/", headers={"host": "evil.example"})
    assert response.status_code == 400
    html = sound(response)
    assert "<h1>Not at this address</h1>" in html
    assert "Whoever runs it can add it to ALLOWED_HOSTS." in html
    assert "evil.example" not in html


def test_a_form_that_is_too_large(browser: Client, club: Club) -> None:
    response = browser.post(
        f"/clubs/{club.pk}/players/", "name=" + "x" * 3_000_000,
        content_type="application/x-www-form-urlencoded",
    )  # fmt: skip
    assert response.status_code == 400
    assert "A file may be too large for its form." in sound(response)
    assert not club.players.exists()


def test_djangos_own_refusal(owner: User) -> None:
    request = RequestFactory().get("/")
    request.user = owner
    response = errors.permission_denied(request, PermissionDenied())
    assert response.status_code == 403
    assert "<h1>Not allowed</h1>" in sound(response)


def test_a_fault_is_told_without_a_query(
    visitor: Client, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: Any) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(home_page, "page", breaks)
    visitor.raise_request_exception = False
    response = visitor.get("/")
    assert response.status_code == 500
    html = sound(response)
    assert "<h1>Something broke</h1>" in html
    assert "secret detail" not in html
    with connection.execute_wrapper(breaks):
        assert errors.server_error(RequestFactory().get("/")).status_code == 500


def test_a_refusal_nobody_has_shown_becomes_a_page(owner: User) -> None:
    @errors.says_refusals
    def view(request: Any) -> Any:
        raise Refused("full", "The garden is full.", field="name")

    request = RequestFactory().get("/")
    request.user = owner
    response = view(request)
    assert response.status_code == 422
    assert "The garden is full." in sound(response)


def test_a_form_without_its_guard_changes_nothing(
    owner: User, club: Club, settings: Settings
) -> None:
    settings.CSRF_FAILURE_VIEW = "tournaments.web.errors.csrf_failure"
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    response = client.post(f"/clubs/{club.pk}/players/", {"name": "Eve"})
    assert response.status_code == 403
    html = sound(response)
    assert "<h1>This form is too old</h1>" in html
    assert "Nothing has changed." in html
    assert not club.players.exists()


def test_a_form_with_its_guard_is_taken(owner: User, club: Club) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    html = sound(client.get(f"/clubs/{club.pk}/players/"))
    section = html[html.index('id="add"') :]
    form = dict(re.findall(r'type="hidden" name="([a-z_]+)" value="([^"]*)"', section))
    response = client.post(f"/clubs/{club.pk}/players/", form | {"name": "Zoë"})
    assert response.status_code == 303
    assert [player.name for player in club.players.all()] == ["Zoë"]


def test_a_second_click_on_sign_in_leads_on(owner: User, settings: Settings) -> None:
    settings.CSRF_FAILURE_VIEW = "tournaments.web.errors.csrf_failure"
    client = Client(enforce_csrf_checks=True)
    html = sound(client.get("/login/"))
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', html)
    assert found
    form = {
        "csrfmiddlewaretoken": found[1],
        "username": owner.username,
        "password": factories.PASSWORD,
    }
    assert client.post("/login/", form).status_code == 303
    again = client.post("/login/", form)
    assert (again.status_code, again["Location"]) == (302, "/")


def test_names_in_a_refusal_are_shown_as_they_are(browser: Client, owner: User) -> None:
    club = clubs.create_club(owner, name="<b>Koi</b>")
    html = sound(browser.get(f"/clubs/{club.pk}/"))
    assert "&lt;b&gt;Koi&lt;/b&gt;" in html
    assert "<b>Koi</b>" not in html
    response = browser.post(
        f"/clubs/{club.pk}/members/", {"username": "<i>eve</i>", "role": "member"}
    )
    assert "There is no account “&lt;i&gt;eve&lt;/i&gt;”." in sound(response)
