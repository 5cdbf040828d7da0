"""Pages: the casual series of a club, the form that starts one, and the button that withdraws."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engines import registry
from engines.base import Game
from tournaments import queries_tournaments as queries
from tournaments.errors import NotThere, Refused
from tournaments.models import Club, Series
from tournaments.permissions import can, check, role_in
from tournaments.queries_boards import own_names
from tournaments.services import casual as services
from tournaments.services.tournaments import new_seed
from tournaments.web import casual_form, options, pairs, reading
from tournaments.web.doors import expected, page, submit
from tournaments.web.errors import says_refusals

ROWS = 50


@require_safe
def of_club(request: HttpRequest, pk: int) -> HttpResponse:
    """The casual series of a club, newest first, for its members."""
    club = _club_for(request, pk)
    found = Paginator(queries.casual_series(club), ROWS).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "here": "series",
        "rows": found,
        "cards": [_card(request, series) for series in found],
        "games": registry.GAMES.values(),
        "may_start": can(request.user, "start_series", club),
        "may_report": can(request.user, "report_result", club),
    }
    return page(request, "web/casual.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def new(request: HttpRequest, pk: int) -> HttpResponse:
    """Starts a series of the game that the address names."""
    club = _club_for(request, pk)
    check(request.user, "start_series", club)
    if request.method != "POST" and "game" not in request.GET:
        return redirect("web:casual_series", pk)  # where each game has its button
    game = _game(request.POST.get("game") or request.GET.get("game"))
    if request.method != "POST":
        return _form(request, club, game, casual_form.blank(game))
    typed = casual_form.from_post(request.POST, game)
    answer = submit(
        request,
        lambda: _start(request, club, game, typed),
        to=lambda series: reverse("web:table", args=[series.pk]),
        said="The series is started.",
    )
    if isinstance(answer, Refused):
        return _form(request, club, game, typed, casual_form.located(answer, typed))
    return answer


@require_POST
@says_refusals
def withdraw(request: HttpRequest, pk: int, series_pk: int) -> HttpResponse:
    """Takes a series back at which nothing was entered."""
    club = _club_for(request, pk)
    answer = submit(
        request,
        lambda: _withdraw(request, club, series_pk),
        to=reverse("web:casual_series", args=[pk]),
        said="The series is withdrawn.",
    )
    if isinstance(answer, Refused):
        raise answer
    return answer


def _withdraw(request: HttpRequest, club: Club, pk: int) -> None:
    series = club.series.filter(pk=pk).first()
    if series is None:
        raise NotThere("not_found", "There is no such series.", noun="series", id=pk)
    services.withdraw_series(reading.actor(request), series, expected=expected(request))


def _club_for(request: HttpRequest, pk: int) -> Club:
    """A club for its members alone, as its casual series are."""
    club = reading.club_for(request, pk)
    if not request.user.is_authenticated or role_in(reading.actor(request), club) is None:
        raise Http404("Casual series are not public.")
    return club


def _game(name: str | None) -> Game:
    if name not in registry.GAMES:
        raise Http404("No such game.")
    return registry.GAMES[name]


def _start(request: HttpRequest, club: Club, game: Game, typed: casual_form.Typed) -> Series:
    settings = casual_form.settings(typed, game, club, new_seed())
    return services.start_series(reading.actor(request), club, **settings)


def _form(
    request: HttpRequest, club: Club, game: Game, typed: casual_form.Typed,
    refused: Refused | None = None,
) -> HttpResponse:  # fmt: skip
    players = queries.players_by_name(club)
    context = casual_form.choices(typed, game, players, own_names(club, game.name)) | {
        "club": club,
        "here": "series",
        "enough": len(players) >= game.min_seats,
    }
    return page(request, "web/casual_form.html", context, refused)


def _card(request: HttpRequest, series: Series) -> dict[str, Any]:
    """A series as the list shows it: totals so far in play order, and what is next."""
    sheets = queries.seat_sheets(series)
    matches = [(match, queries.state_of(match)) for match in series.matches.all()]
    return {
        "series": series,
        "sheets": sheets,
        "played": any(sheet.place for sheet in sheets),
        "pairs": pairs.pair_sheets(series),
        "options": options.differing(series.game, series.options, {"partnership"}),
        "done": sum(state == "done" for _, state in matches),
        "count": len(matches),
        "own": any(sheet.seat.player.user_id == request.user.pk for sheet in sheets),
        "next": next((match for match, state in matches if state in {"planned", "playing"}), None),
    }
