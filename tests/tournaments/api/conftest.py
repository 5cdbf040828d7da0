"""The API as several people: each client holds its answers against the description."""

from collections.abc import Callable

import pytest

from tests import factories
from tests.tournaments.api.client import Client
from tournaments.models import Club, Match, Round, User

As = Callable[[User], Client]


def as_user(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def api(owner: User) -> Client:
    """The API as the club's owner."""
    return as_user(owner)


@pytest.fixture
def anonymous(db: None) -> Client:
    return Client()


@pytest.fixture
def stranger(owner: User, club: Club) -> Client:
    """The owner of another club."""
    person = factories.user("eve")
    factories.club(person, "Club Tsuru")
    return as_user(person)


@pytest.fixture
def match(round_: Round) -> Match:
    return Match.objects.select_related("series").get(
        series__round=round_, series__table_no=1, number=1
    )
