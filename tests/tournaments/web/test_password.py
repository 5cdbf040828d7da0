"""Changing one's own password."""

from collections.abc import Callable

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.web.soundness import sound
from tournaments.models import User

pytestmark = pytest.mark.django_db

NEW = "a-pond-with-koi-9"


def change(browser: Client, current: str, new: str, again: str | None = None) -> int:
    form = {"current": current, "new": new, "again": new if again is None else again}
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
    ],
)
def test_a_change_that_cannot_be(
    browser: Client, owner: User, current: str, new: str, again: str
) -> None:
    assert change(browser, current, new, again) == 422
    assert User.objects.get().check_password(factories.PASSWORD)
    assert browser.get("/password/").status_code == 200


def test_a_visitor_signs_in_first(visitor: Client) -> None:
    answer = visitor.get("/password/")
    assert (answer.status_code, answer["Location"]) == (302, "/login/?next=/password/")
