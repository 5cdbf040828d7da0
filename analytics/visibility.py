"""Who may read simulations, as conditions on rows, like those of `tournaments.visibility`."""

from django.db.models import Q

from tournaments.visibility import Reader, clubs_of


def simulations(reader: Reader) -> Q:
    """For the club's members, as its casual series are."""
    return Q(club__in=clubs_of(reader))
