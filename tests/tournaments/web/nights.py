"""Nights of one table and of fifty, for tests that count queries."""

from tests import factories
from tournaments.models import Club, Player, Round, Tournament, User
from tournaments.services import entries

PAIRS = {"table_size": 2, "matches": [{"mission": 1}]}
"""Tables of two with one match: fifty of them are quickly drawn and played."""


def crowd(club: Club, count: int, name: str = "Guest") -> list[Player]:
    """So many new players, in one query."""
    return Player.objects.bulk_create(
        Player(club=club, name=f"{name} {number:03d}", name_key=f"{name.lower()} {number:03d}")
        for number in range(count)
    )


def small_and_large(owner: User, club: Club) -> tuple[Tournament, Tournament]:
    """A tournament of one table and one of fifty."""
    small, large = (factories.tournament(owner, club, **PAIRS) for _ in range(2))
    people = crowd(club, 102)
    entries.enter_players(owner, small, people[:2])
    entries.enter_players(owner, large, people[2:])
    return small, large


def small_and_large_rounds(owner: User, club: Club) -> tuple[Round, Round]:
    """Their first rounds, published."""
    small, large = small_and_large(owner, club)
    return factories.draw(owner, small), factories.draw(owner, large)
