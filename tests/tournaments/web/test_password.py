"""Changing one's own password."""

from collections.abc import Callable

import pytest
import time_machine
from django.test import Client

from tests import factories
from tests.tournaments.web.soundness import sound
from tournaments.models import Token, User
from tournaments.services import tokens

pytestmark = pytest.mark.django_db

NEW = "a-pond-with-koi-9"


def change(browser: Client, current: str, new: str, again: str | None = None, **more: str) -> int:
    form = {"current": current, "new": new, "again": new if again is None else again} | more
    return browser.post("/password/", form).status_code


def test_a_new_password_ends_the_other_sessions(
    browser: Client, browser_of: Callable[[User], Client], owner: User
) -> None:
    other = browser_of(owner)
    assert change(browser, factories.PASSWORD, NEW) == 303
    assert User.objects.get().check_password(NEW)
    assert "Your password is changed." in sound(browser.get("/"))
    assert other.get("/password/").status_code == 302


@pytest.mark.parametrize(
    ("current", "new", "again"),
    [
        ("wrong", NEW, NEW),
        (factories.PASSWORD, NEW, NEW + "x"),
        (factories.PASSWORD, "short", "short"),
        (factories.PASSWORD, "hanako12", "hanako12"),
        (factories.PASSWORD, "", ""),
        (factories.PASSWORD, f"{NEW}\x00", f"{NEW}\x00"),
        ("\x00", NEW, NEW),
    ],
)
def test_a_change_that_cannot_be(
    browser: Client, owner: User, current: str, new: str, again: str
) -> None:
    tokens.create_token(owner, name="Tool", scopes=[])
    assert change(browser, current, new, again, tokens="on") == 422
    assert Token.objects.count() == 1
    assert User.objects.get().check_password(factories.PASSWORD)
    assert browser.get("/password/").status_code == 200


def test_a_visitor_signs_in_first(visitor: Client) -> None:
    answer = visitor.get("/password/")
    assert (answer.status_code, answer["Location"]) == (302, "/login/?next=/password/")


TICK = '<input type="checkbox" name="tokens" checked>'


def test_the_tokens_end_with_the_password_unless_one_says_no(browser: Client, owner: User) -> None:
    others, _ = tokens.create_token(factories.user("kenji"), name="Tool", scopes=[])
    for name in ("Scoreboard", "Phone"):
        tokens.create_token(owner, name=name, scopes=["score"])
    html = sound(browser.get("/password/"))
    assert TICK in html
    assert "Tokens go on unless you end them here" in html
    assert change(browser, factories.PASSWORD, NEW) == 303
    assert owner.auth_token_set.count() == 2
    assert "Your password is changed.</" in sound(browser.get("/"))
    assert change(browser, NEW, factories.PASSWORD, tokens="on") == 303
    assert list(Token.objects.all()) == [others]
    assert "Your password is changed. 2 tokens ended with the old one." in sound(browser.get("/"))


def test_a_refused_change_keeps_the_tick_as_it_was(browser: Client, owner: User) -> None:
    form = {"current": "wrong", "new": NEW, "again": NEW}
    assert TICK not in sound(browser.post("/password/", form))
    assert TICK in sound(browser.post("/password/", form | {"tokens": "on"}))


def test_after_twenty_wrong_ones_in_a_minute_one_waits(
    browser: Client, visitor: Client, owner: User
) -> None:
    tokens.create_token(owner, name="Tool", scopes=[])
    form = {"current": "wrong", "new": NEW, "again": NEW, "tokens": "on"}
    with time_machine.travel("2026-11-30T20:00:00Z", tick=False) as clock:
        browser.force_login(owner)
        for _ in range(20):
            assert browser.post("/password/", form).status_code == 422
        response = browser.post("/password/", form | {"current": factories.PASSWORD})
        assert (response.status_code, response["Retry-After"]) == (429, "61")
        assert "Too many attempts. Wait 61 seconds, then try again." in sound(response)
        assert User.objects.get().check_password(factories.PASSWORD)
        assert Token.objects.count() == 1
        credentials = {"username": "hanako", "password": factories.PASSWORD}
        assert visitor.post("/login/", credentials).status_code == 429
        clock.shift(61)
        assert browser.post("/password/", form | {"current": factories.PASSWORD}).status_code == 303
    assert User.objects.get().check_password(NEW)


def test_attempts_to_sign_in_count_here_too(browser: Client, owner: User) -> None:
    for number in range(20):
        stranger = Client(REMOTE_ADDR=f"192.0.2.{number}")
        stranger.post("/login/", {"username": "hanako", "password": "wrong"})
    assert change(browser, factories.PASSWORD, NEW) == 429
    assert User.objects.get().check_password(factories.PASSWORD)


def test_only_wrong_ones_are_counted(browser: Client, owner: User) -> None:
    for _ in range(15):
        assert change(browser, "wrong", NEW) == 422
    for _ in range(25):
        assert change(browser, "wrong", NEW, NEW + "x") == 422
    assert change(browser, factories.PASSWORD, "short") == 422  # the present one was right
    for _ in range(15):
        assert change(browser, "wrong", NEW) == 422
    assert change(browser, factories.PASSWORD, NEW) == 303
