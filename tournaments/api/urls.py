"""The addresses under /api/v1/: flat, without a slash at the end."""

from django.urls import path
from rest_framework.routers import SimpleRouter

from tournaments.api.views import (
    accounts,
    boards,
    games,
    people,
    ratings,
    rounds,
    series,
    tile_sets,
    tournaments,
    work,
)

COLLECTIONS = {
    "clubs": people.Clubs,
    "memberships": people.Memberships,
    "players": people.Players,
    "boards": boards.Boards,
    "tile_sets": tile_sets.TileSets,
    "tournaments": tournaments.Tournaments,
    "stages": tournaments.Stages,
    "entries": tournaments.Entries,
    "rounds": rounds.Rounds,
    "series": series.SeriesDoor,
    "matches": series.Matches,
    "results": series.Results,
    "pools": ratings.Pools,
    "ratings": ratings.Ratings,
    "rating_changes": ratings.RatingChanges,
    "journal": work.Journal,
    "jobs": work.Jobs,
    "tokens": accounts.Tokens,
}
router = SimpleRouter(trailing_slash=False)
for name, resource in COLLECTIONS.items():
    router.register(name, resource, basename=f"api-{name}")

urlpatterns = [
    *router.urls,
    path("sessions", accounts.Sessions.as_view(), name="api-sessions"),
    path("me", accounts.Me.as_view(), name="api-me"),
    path("games", games.Games.as_view(), name="api-games"),
    path("games/<slug:name>", games.OneGame.as_view(), name="api-game"),
    path("schema", games.Schema.as_view(), name="api-schema"),
]
