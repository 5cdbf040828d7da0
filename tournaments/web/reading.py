"""What a reader may see; everything else is not there (404)."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.models import Club, Entry, Match, Player, Round, Series, Tournament, User
from tournaments.models.tournaments import RoundState
from tournaments.permissions import can, role_in


def actor(request: HttpRequest) -> User:
    """Who asks; perhaps somebody anonymous, whom every service refuses."""
    return request.user  # type: ignore[return-value]


def club_for(request: HttpRequest, pk: int) -> Club:
    return get_object_or_404(Club, pk=pk)


def tournament_for(request: HttpRequest, pk: int) -> Tournament:
    """A tournament with its club; a draft for the club's own people alone."""
    readable = Tournament.objects.readable_by(actor(request))
    return get_object_or_404(readable.select_related("club"), pk=pk)


def entry_for(request: HttpRequest, pk: int) -> Entry:
    entry = get_object_or_404(Entry.objects.select_related("player", "tournament__club"), pk=pk)
    _refuse_draft(request, entry.tournament)
    return entry


def round_for(request: HttpRequest, pk: int) -> Round:
    """A round with its tournament; a draw not yet published for the club's own people alone."""
    round_ = get_object_or_404(Round.objects.select_related("stage__tournament__club"), pk=pk)
    _refuse_unpublished(request, round_)
    return round_


def series_for(request: HttpRequest, pk: int) -> Series:
    """A series with its round and tournament, if it has them."""
    rows = Series.objects.select_related("club", "round__stage__tournament__club")
    series = get_object_or_404(rows, pk=pk)
    _refuse_unreadable(request, series)
    return series


def match_for(request: HttpRequest, pk: int) -> Match:
    rows = Match.objects.select_related("series__club", "series__round__stage__tournament__club")
    match = get_object_or_404(rows, pk=pk)
    _refuse_unreadable(request, match.series)
    return match


def player_of(club: Club, pk: int) -> Player:
    return get_object_or_404(Player, pk=pk, club=club)


def posted_id(request: HttpRequest, name: str) -> int:
    """An id that a form sent; anything else is no such thing."""
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise Http404(f"No {name}.")
    return int(text)


def _refuse_unreadable(request: HttpRequest, series: Series) -> None:
    """Tables are read as their rounds; casual series by the club's members alone."""
    if series.round:
        _refuse_unpublished(request, series.round)
    elif not request.user.is_authenticated or role_in(actor(request), series.club) is None:
        raise Http404("This series is not public.")


def _refuse_unpublished(request: HttpRequest, round_: Round) -> None:
    _refuse_draft(request, round_.stage.tournament)
    if round_.state == RoundState.DRAWN and not can(request.user, "read_drafts", round_):
        raise Http404("This draw is not published.")


def _refuse_draft(request: HttpRequest, tournament: Tournament) -> None:
    if tournament.state == "draft" and not can(request.user, "read_drafts", tournament):
        raise Http404("This tournament is a draft.")
