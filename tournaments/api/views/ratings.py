"""Pools of ratings, ratings and their history, for reading."""

from collections.abc import Mapping
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import queries_ratings
from tournaments.api import filters
from tournaments.api.doors import Resource
from tournaments.api.shapes.ratings import POOL, RATING, RATING_CHANGE
from tournaments.services import ratings

NAMING = ("club", "pool", "player", "series")
"""Parameters that name a club."""


class OfPools(Resource):
    """A list that is narrowed to clubs, pools or players is brought up to date first, and so is one
    row; where that is much, or somebody else is at it, `behind` says so."""

    pool_field = "pool_id"

    def filter_queryset(self, queryset: Any) -> Any:
        rows = super().filter_queryset(queryset)  # refuses what can't be read
        form = self.filterset_class(self.request.query_params).form
        if form.is_valid():
            said = form.cleaned_data
            self._bring_up_to_date({name: said[name] for name in NAMING if said.get(name)})
        return rows

    def retrieve(self, request: Request, pk: str) -> Response:
        self._bring_up_to_date({"pool": getattr(self.row(), self.pool_field)})
        return super().retrieve(request, pk)

    def _bring_up_to_date(self, named: Mapping[str, int]) -> None:
        for club in queries_ratings.clubs_named(named):
            ratings.bring_up_to_date(club)


class Pools(OfPools):
    """The pools of ratings: one for each club and game of which a series is finished.

    The ratings in them are `/ratings?pool={id}`, each player's history is `/rating_changes`.
    """

    kind = POOL
    pool_field = "pk"
    filterset_class = filters.PoolFilters


class Ratings(OfPools):
    """The players' ratings, one for each pool: `?pool=1&ordering=-rating&provisional=false`.

    Of players that you may read. Casual series count as well, whether or not you may read them.
    """

    kind = RATING
    filterset_class = filters.RatingFilters
    orderings = Resource.orderings | {"rating": "mu", "events": "events"}


class RatingChanges(OfPools):
    """A player's history, a row for each series: `?player=3&pool=1&ordering=-number`.

    Of players and series that you may read: casual series are for the club's members.
    """

    kind = RATING_CHANGE
    filterset_class = filters.RatingChangeFilters
    orderings = Resource.orderings | {"number": "number"}
