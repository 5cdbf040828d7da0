"""The players of a club, and a player's past."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from engines.values import read_number
from tournaments import queries_people
from tournaments.errors import Refused
from tournaments.models import Club, Player, User
from tournaments.permissions import can, check
from tournaments.services import players as player_services
from tournaments.web import ratings
from tournaments.web.doors import expected, page, submit
from tournaments.web.errors import says_refusals

ROWS = 100
SERIES = 20
"""How many series a player's page shows at a time; each brings its seats, matches and results."""
TEXTS = ("name", "reading", "number")


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def players(request: HttpRequest, pk: int) -> HttpResponse:
    """The club's players, `?q=` those whose name, reading or number fits; a POST adds one."""
    club = get_object_or_404(Club, pk=pk)
    if request.method != "POST":
        return _list(request, club, {})
    typed = _typed(request)
    answer = submit(
        request,
        lambda: player_services.add_player(request.user, club, **typed),  # type: ignore[arg-type]
        to=reverse("web:players", args=[pk]) + "#add",
        said=f"{typed['name']} is added.",
    )
    return _list(request, club, typed, answer) if isinstance(answer, Refused) else answer


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's ratings, tournaments and series, as far as they are published to the reader."""
    found = _readable(request, pk)
    if found.merged_into_id:
        return redirect("web:player", found.merged_into_id)
    entries = Paginator(queries_people.tournaments_of(found, request.user), ROWS)
    series = Paginator(queries_people.series_of(found, request.user), SERIES)
    shown = entries.get_page(request.GET.get("tournaments"))
    tables = series.get_page(request.GET.get("page"))
    context = {
        "club": found.club,
        "here": "players",
        "player": found,
        "entries": shown,
        "tournaments": [queries_people.played_in(entry) for entry in shown],
        "tables": tables,
        "series": [queries_people.played_series(one, found) for one in tables],
        "ratings": ratings.of_player(found, request.user),
        "newest": ratings.HISTORY,
        "may_manage_players": can(request.user, "manage_players", found),
    }
    return page(request, "web/player.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def player_edit(request: HttpRequest, pk: int) -> HttpResponse:
    found = _readable(request, pk)
    if request.method == "POST":
        typed = _typed(request) | {"user": request.POST.get("user", "")}
        answer = submit(
            request,
            lambda: _change(request, found, typed),
            to=reverse("web:player", args=[pk]),
            said="The player is changed.",
        )
        return _form(request, found, typed, answer) if isinstance(answer, Refused) else answer
    typed = {field: getattr(found, field) for field in TEXTS} | {"user": str(found.user_id or "")}
    return _form(request, found, typed)


def _readable(request: HttpRequest, pk: int) -> Player:
    found = queries_people.readable_player(pk, request.user)
    if found is None:
        raise Http404
    return found


def _typed(request: HttpRequest) -> dict[str, str]:
    return {field: request.POST.get(field, "") for field in TEXTS}


def _change(request: HttpRequest, found: Player, typed: Mapping[str, str]) -> Player:
    texts = {field: typed[field] for field in TEXTS}
    return player_services.change_player(
        request.user,  # type: ignore[arg-type]
        found,
        expected=expected(request),
        user=_account(typed["user"]),
        **texts,
    )


def _account(text: str) -> User | None:
    """The chosen account; '' is none."""
    if not text:
        return None
    pk = read_number(text)
    found = None if pk is None else User.objects.filter(pk=pk).first()
    if found is None:
        # The sentence for a stranger's account, too: what accounts there are is nobody's business.
        raise Refused("not_a_member", "That account is no member of this club.", field="user")
    return found


def _list(
    request: HttpRequest, club: Club, typed: Mapping[str, str], refused: Refused | None = None
) -> HttpResponse:
    search = " ".join(request.GET.get("q", "").split())[:120]
    readable = queries_people.readable_players(club, request.user)
    ids = Paginator(queries_people.sorted_players(readable, search), ROWS)
    rows = ids.get_page(request.GET.get("page"))
    context = {
        "club": club,
        "here": "players",
        "rows": rows,
        "players": queries_people.players_in_order(list(rows)),
        "search": search,
        "query": f"{urlencode({'q': search})}&" if search else "",
        "typed": typed,
        "may_manage_players": can(request.user, "manage_players", club),
    }
    return page(request, "web/players.html", context, refused)


def _form(
    request: HttpRequest, found: Player, typed: Mapping[str, Any], refused: Refused | None = None
) -> HttpResponse:
    check(request.user, "manage_players", found)
    context = {
        "club": found.club,
        "here": "players",
        "player": found,
        "typed": typed,
        "accounts": queries_people.accounts_for(found.club, found),
    }
    return page(request, "web/player_edit.html", context, refused)
