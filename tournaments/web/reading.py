"""What a reader may see; everything else is not there (404)."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from engines.values import read_number
from tournaments import visibility
from tournaments.models import Club, Entry, Match, Player, Round, Series, Tournament, User


def actor(request: HttpRequest) -> User:
    """Who asks; perhaps somebody anonymous, whom every service refuses."""
    return request.user  # type: ignore[return-value]


def club_for(request: HttpRequest, pk: int) -> Club:
    return get_object_or_404(Club, pk=pk)


def tournament_for(request: HttpRequest, pk: int) -> Tournament:
    """A tournament with its club."""
    rows = Tournament.objects.select_related("club")
    return get_object_or_404(rows, visibility.tournaments(request.user), pk=pk)


def entry_for(request: HttpRequest, pk: int) -> Entry:
    rows = Entry.objects.select_related("player", "tournament__club")
    return get_object_or_404(rows, visibility.entries(request.user), pk=pk)


def round_for(request: HttpRequest, pk: int) -> Round:
    """A round with its tournament."""
    rows = Round.objects.select_related("stage__tournament__club")
    return get_object_or_404(rows, visibility.rounds(request.user), pk=pk)


def series_for(request: HttpRequest, pk: int) -> Series:
    """A series with its round and tournament, if it has them."""
    rows = Series.objects.select_related("club", "round__stage__tournament__club")
    return get_object_or_404(rows, visibility.series(request.user), pk=pk)


def match_for(request: HttpRequest, pk: int) -> Match:
    rows = Match.objects.select_related(
        "board_version",
        "tile_set_version",
        "series__club",
        "series__round__stage__tournament__club",
    )
    return get_object_or_404(rows, visibility.matches(request.user), pk=pk)


def player_of(club: Club, pk: int) -> Player:
    return get_object_or_404(Player, pk=pk, club=club)


def posted_id(request: HttpRequest, name: str) -> int:
    """An id that a form sent; anything else is no such thing."""
    number = read_number(request.POST.get(name, ""))
    if number is None:
        raise Http404(f"No {name}.")
    return number
