"""A person's own tokens."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.tournaments.web.soundness import sound
from tournaments.models import Club, IdempotencyKey, Token, User
from tournaments.services import tokens

pytestmark = pytest.mark.django_db

NEW = {"name": "Scoreboard", "scopes": ["read", "score"], "days": "30"}


def secret_in(html: str) -> str:
    found = re.search(r'<code class="secret">([^<]+)</code>', html)
    assert found
    return found[1]


def test_a_token_is_made_and_its_secret_shown_once(
    browser: Client, owner: User, club: Club
) -> None:
    assert "You have no token." in sound(browser.get("/tokens/"))
    response = browser.post("/tokens/", NEW)
    secret = secret_in(sound(response))
    assert "no-store" in response["Cache-Control"]
    token = Token.objects.get()
    assert (token.name, token.scopes, token.user) == ("Scoreboard", ["read", "score"], owner)
    assert token.expiry is not None
    assert abs(token.expiry - timezone.now() - timedelta(days=30)) < timedelta(minutes=1)
    html = sound(browser.get("/tokens/"))
    assert "Scoreboard" in html
    assert "read, score" in html
    assert secret not in html
    assert (
        Client().get("/api/v1/clubs", headers={"Authorization": f"Bearer {secret}"}).status_code
        == 200
    )


def test_nothing_keeps_the_secret(browser: Client) -> None:
    secret = secret_in(sound(browser.post("/tokens/", NEW)))
    kept = [*IdempotencyKey.objects.values_list("answer"), *Token.objects.values_list()]
    assert secret not in str(kept)
    assert not any(secret in str(session.get_decoded()) for session in Session.objects.all())


def test_a_second_click_makes_no_second_token_and_shows_no_secret(browser: Client) -> None:
    form = NEW | {"form_key": "k" * 32}
    secret = secret_in(sound(browser.post("/tokens/", form)))
    again = browser.post("/tokens/", form)
    assert (again.status_code, again["Location"]) == (303, "/tokens/")
    assert secret not in again.content.decode()
    assert Token.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "sentence", "field"),
    [
        ({"name": ""}, "Name is missing.", "name"),
        ({"name": "x" * 81}, "Name is longer than 80 characters.", "name"),
        ({"scopes": ["read", "fly"]}, "There is no scope “fly”.", "scopes"),
        ({"days": "100000"}, "Choose how long the token lives.", "expires_at"),
        ({"days": "-1"}, "Choose how long the token lives.", "expires_at"),
    ],
)
def test_a_refused_token_is_not_made(
    browser: Client, change: dict[str, object], sentence: str, field: str
) -> None:
    response = browser.post("/tokens/", NEW | change)
    html = sound(response)
    assert response.status_code == 422
    assert html.count(sentence) == 2
    assert f'id="{field}-error"' in html
    if field != "scopes":
        assert 'value="score" checked' in html
    assert not Token.objects.exists()


def test_a_token_is_deleted_once_however_often_one_clicks(browser: Client, owner: User) -> None:
    token, _ = tokens.create_token(owner, name="Old", scopes=["read"])
    form = {"form_key": "k" * 32}
    for _ in range(2):
        response = browser.post(f"/tokens/{token.pk}/delete/", form)
        assert (response.status_code, response["Location"]) == (303, "/tokens/")
    assert not Token.objects.exists()
    assert "The token is deleted." in sound(browser.get("/tokens/"))
    assert browser.post(f"/tokens/{token.pk}/delete/").status_code == 404


def test_nobody_sees_or_deletes_the_tokens_of_others(browser: Client, owner: User) -> None:
    other = factories.user("kenji")
    token, _ = tokens.create_token(other, name="Private", scopes=["read"])
    assert "Private" not in sound(browser.get("/tokens/"))
    response = browser.post(f"/tokens/{token.pk}/delete/")
    assert response.status_code == 404
    assert "You have no such token." in sound(response)
    assert Token.objects.get() == token


def test_a_token_that_has_ended_says_so(browser: Client, owner: User) -> None:
    with time_machine.travel("2026-01-01T12:00:00Z"):
        tokens.create_token(owner, name="Old", scopes=["read"])
    assert "has ended" in sound(browser.get("/tokens/"))


def test_a_visitor_is_led_to_sign_in(visitor: Client, owner: User) -> None:
    token, _ = tokens.create_token(owner, name="Old", scopes=["read"])
    for response in (visitor.get("/tokens/"), visitor.post("/tokens/", NEW)):
        assert response["Location"] == "/login/?next=%2Ftokens%2F"
    response = visitor.post(f"/tokens/{token.pk}/delete/")
    assert response.status_code == 403
    assert "Sign in first." in sound(response)
    assert Token.objects.count() == 1


def test_fifty_tokens_are_enough(browser: Client, owner: User) -> None:
    tokens.create_token(owner, name="One", scopes=["read"])
    for number in range(49):
        tokens.create_token(owner, name=f"Token {number}", scopes=["read"])
    response = browser.post("/tokens/", NEW)
    assert response.status_code == 409
    assert "You have 50 tokens. Delete one first." in sound(response)
