"""Browsers of people, which fail a page that asks for its rows one by one."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from zeal import zeal_context
from zeal.constants import initialize_app_registry
from zeal.patch import patch

from tournaments.models import User


class WatchedClient(Client):
    """A browser: reading a page raises `NPlusOneError` where a loader forgot a related row."""

    def request(self, **request: Any) -> Any:
        if request.get("REQUEST_METHOD") != "GET":
            return super().request(**request)
        with zeal_context():
            return super().request(**request)


@pytest.fixture(scope="session", autouse=True)
def _watch_queries() -> None:
    _watch()


@cache  # other pages' tests use these fixtures too, and what is patched twice counts double
def _watch() -> None:
    """Watches only inside `zeal_context`. Django itself reads a session twice to end it."""
    settings.ZEAL_ALLOWLIST = [{"model": "sessions.Session"}]
    initialize_app_registry()
    patch()


@pytest.fixture
def browser(owner: User) -> Client:
    """The browser of the club's owner."""
    return _signed_in(owner)


@pytest.fixture
def browser_of(db: None) -> Callable[[User], Client]:
    return _signed_in


@pytest.fixture
def visitor(db: None) -> Client:
    """The browser of somebody who has not signed in."""
    return WatchedClient()


def _signed_in(person: User) -> Client:
    client = WatchedClient()
    client.force_login(person)
    return client
