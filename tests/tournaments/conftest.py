"""A night that most tests of tournaments begin with."""

import pytest

from tests import factories
from tournaments.models import Club, Round, Tournament, User


@pytest.fixture
def night(owner: User, club: Club) -> Tournament:
    """Seven players, so that one table is short."""
    return factories.entered(owner, club, 7)


@pytest.fixture
def round_(owner: User, night: Tournament) -> Round:
    return factories.draw(owner, night)
