"""Browsers of people."""

from collections.abc import Callable

import pytest
from django.test import Client

from tournaments.models import User


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
    return Client()


def _signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client
