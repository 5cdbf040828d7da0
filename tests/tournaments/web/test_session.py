"""Signing in and out."""

import pytest
import time_machine
from django.test import Client

from tests import factories
from tests.tournaments.web.soundness import sound
from tournaments.models import User

pytestmark = pytest.mark.django_db

WRONG = "User name and password don’t fit together."


def sign_in(client: Client, name: str = "hanako", password: str = factories.PASSWORD, **more: str):  # type: ignore[no-untyped-def]
    return client.post("/login/", {"username": name, "password": password, **more})


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_signing_in_leads_on_to_where_one_was(visitor: Client, owner: User) -> None:
    html = sound(visitor.get("/login/", {"next": "/tokens/"}))
    assert 'name="next" value="/tokens/"' in html
    response = sign_in(visitor, next="/tokens/")
    assert (response.status_code, response["Location"]) == (303, "/tokens/")
    assert signed_in(visitor)
    assert visitor.get("/login/?next=/tokens/")["Location"] == "/tokens/"


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "javascript:alert(1)",
        "http:///evil.example",
        "",
        "foo",
        "?x",
        "web:tokens",
    ],
)
def test_it_never_leads_to_another_site(visitor: Client, owner: User, address: str) -> None:
    assert "evil" not in visitor.get("/login/", {"next": address}).content.decode()
    response = sign_in(visitor, next=address)
    assert (response.status_code, response["Location"]) == (303, "/")


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("hanako", "wrong"),
        ("nobody", factories.PASSWORD),
        ("gone", factories.PASSWORD),
        ("", ""),
        ("hanako\x00", factories.PASSWORD),
        ("x" * 5000, "y" * 5000),
    ],
)
def test_whatever_is_wrong_the_answer_is_the_same(
    visitor: Client, owner: User, name: str, password: str
) -> None:
    gone = factories.user("gone")
    gone.is_active = False
    gone.save()
    response = sign_in(visitor, name, password)
    html = sound(response)
    assert response.status_code == 403
    assert html.count(WRONG) == 2
    assert not signed_in(visitor)
    assert not password or password not in html


def test_after_twenty_attempts_in_a_minute_one_waits(visitor: Client, owner: User) -> None:
    with time_machine.travel("2026-11-30T20:00:00Z", tick=False) as clock:
        for _ in range(20):
            assert sign_in(visitor, password="wrong").status_code == 403
        response = sign_in(visitor)
        assert response.status_code == 429
        assert response["Retry-After"] == "61"
        assert "Too many attempts. Wait 61 seconds, then try again." in sound(response)
        assert not signed_in(visitor)
        clock.shift(61)
        assert sign_in(visitor).status_code == 303
        assert signed_in(visitor)


def test_attempts_are_counted_by_name_from_wherever_they_come(owner: User) -> None:
    for number in range(20):
        client = Client(REMOTE_ADDR=f"192.0.2.{number}")
        assert sign_in(client, "Hanako", "wrong").status_code == 403
    assert sign_in(Client(REMOTE_ADDR="192.0.2.99")).status_code == 429
    factories.user("kenji")
    assert sign_in(Client(REMOTE_ADDR="192.0.2.99"), "kenji").status_code == 303


def test_success_forgets_the_attempts(visitor: Client, owner: User) -> None:
    for _ in range(15):
        sign_in(visitor, password="wrong")
    assert sign_in(visitor).status_code == 303
    for _ in range(15):
        assert sign_in(Client(), password="wrong").status_code == 403


def test_only_a_form_signs_out(browser: Client) -> None:
    assert browser.get("/logout/").status_code == 405
    assert signed_in(browser)
    response = browser.post("/logout/")
    assert (response.status_code, response["Location"]) == (303, "/")
    assert not signed_in(browser)
    assert "You are signed out." in sound(browser.get("/"))


def test_the_pages_of_the_door_are_not_kept_by_the_browser(visitor: Client, owner: User) -> None:
    assert "no-store" in visitor.get("/login/")["Cache-Control"]


def test_attempts_through_the_api_are_counted_too(visitor: Client, owner: User) -> None:
    body = {"username": "hanako", "password": "wrong"}
    for _ in range(20):
        assert visitor.post("/api/v1/sessions", body, "application/json").status_code == 401
    assert sign_in(visitor).status_code == 429
    assert not signed_in(visitor)
