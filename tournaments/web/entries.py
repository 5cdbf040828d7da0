"""Pages: who is in a tournament, who is here tonight, who has gone home."""

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from engines import registry
from tournaments import queries_people, queries_tournaments
from tournaments.errors import Refused
from tournaments.models import Entry, Player, Tournament
from tournaments.permissions import can, check
from tournaments.services import entries as services
from tournaments.services import players as player_services
from tournaments.web import reading
from tournaments.web.doors import expected, page, submit
from tournaments.web.errors import says_refusals
from tournaments.web.steps import Step, next_step

ROWS = 100
MOST_TICKED = 500
SAID = {
    "check_in": "{} is checked in.",
    "undo_check_in": "{} is registered, but not checked in.",
    "drop": "{} has dropped out.",
    "readmit": "{} is back and checked in.",
}


@require_http_methods(["GET", "HEAD", "POST"])
def of_tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """Who is in; for organisers the club's other players to tick, and a form for a new one.

    `?player=` (several): players ticked beforehand; `?tick=last`: those of the last tournament,
    `?tick=all`: everyone shown; `?q=`: a search.
    """
    tournament = reading.tournament_for(request, pk)
    if request.method != "POST":
        return _page(request, tournament)
    action = {"enter": _enter, "register": _enter, "add": _add}.get(request.POST.get("do", ""))
    if action is None:
        raise Http404("No such action.")
    answer = action(request, tournament)
    if isinstance(answer, Refused):
        return _page(request, tournament, answer)
    return answer


@require_POST
def move(request: HttpRequest, pk: int) -> HttpResponse:
    """Check in, undo that, drop, readmit."""
    entry = reading.entry_for(request, pk)
    verb = request.POST.get("do", "")
    if verb not in services.MOVES:
        raise Http404("No such action.")
    answer = submit(
        request,
        lambda: services.move_entry(
            reading.actor(request), entry, verb, expected=expected(request)
        ),
        to=_back_to(entry),
        said=SAID[verb].format(entry.player.name),
    )
    if isinstance(answer, Refused):
        return _page(request, entry.tournament, answer)
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def replace(request: HttpRequest, pk: int) -> HttpResponse:
    """Chooses who takes an entry's place."""
    entry = reading.entry_for(request, pk)
    if request.method != "POST":
        check(request.user, "manage_entries", entry)
        return _replace_page(request, entry)
    player = reading.player_of(entry.tournament.club, reading.posted_id(request, "player"))
    answer = submit(
        request,
        lambda: services.replace_entry(
            reading.actor(request), entry, player, expected=expected(request)
        ),
        to=_back_to(entry),
        said=f"{player.name} takes the place of {entry.player.name} from the next round on.",
    )
    if isinstance(answer, Refused):
        return _replace_page(request, reading.entry_for(request, pk), answer)
    return answer


def _enter(request: HttpRequest, tournament: Tournament) -> HttpResponse | Refused:
    ids = _ids(request.POST.getlist("player"))
    players = list(Player.objects.filter(pk__in=ids, club=tournament.club_id).order_by("id"))
    checked_in = request.POST["do"] == "enter"

    def enter() -> list[Entry]:
        if not players:
            raise Refused("nobody_ticked", "Tick at least one player.", field="player")
        return services.enter_players(
            reading.actor(request), tournament, players, checked_in=checked_in
        )

    count = "1 player" if len(players) == 1 else f"{len(players)} players"
    return submit(
        request,
        enter,
        to=reverse("web:entries", args=[tournament.pk]),
        said=f"{count} {'checked in' if checked_in else 'registered'}.",
    )


def _add(request: HttpRequest, tournament: Tournament) -> HttpResponse | Refused:
    """A new player of the club, who is then ticked with those who were ticked before."""
    before = request.POST.getlist("ticked")
    return submit(
        request,
        lambda: player_services.add_player(
            reading.actor(request), tournament.club,
            name=request.POST.get("name", ""), reading=request.POST.get("reading", ""),
        ),
        to=lambda player: _address(tournament, [*before, str(player.pk)]),
        said="The player is in the club, and ticked below.",
    )  # fmt: skip


def _page(
    request: HttpRequest, tournament: Tournament, refused: Refused | None = None
) -> HttpResponse:
    may_enter = can(request.user, "manage_entries", tournament) and tournament.state != "finished"
    entries = queries_tournaments.entries_of(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "may_enter": may_enter,
        "rows": Paginator(entries, ROWS).get_page(request.GET.get("entries")),
        "counts": {state: _count(entries, state) for state in ("registered", "checked_in")},
        "name": request.POST.get("name", ""),
        "reading": request.POST.get("reading", ""),
    }
    if may_enter:
        context |= _candidates(request, tournament) | {"step": _step(tournament)}
    return page(request, "web/entries.html", context, refused)


def _step(tournament: Tournament) -> Step:
    rounds = queries_tournaments.rounds_of(tournament, drafts=True)
    entries = queries_tournaments.entry_counts(tournament)
    return next_step(tournament, rounds, entries, registry.game(tournament.game).min_seats)


def _candidates(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """The players who could be entered: ticked ones first, then by name, paged."""
    search = _search(request)
    ids = queries_tournaments.candidates(tournament, search)
    ticked = set(_ids(request.GET.getlist("player") + request.POST.getlist("player")))
    tick = request.GET.get("tick", "")
    if tick == "last":
        ticked |= queries_tournaments.players_of_last_tournament(tournament)
    ids.sort(key=lambda pk: pk not in ticked)
    rows = Paginator(ids, ROWS).get_page(request.GET.get("page"))
    if tick == "all":
        ticked |= set(rows.object_list)
    return {
        "search": search,
        "candidates": rows,
        "players": queries_people.players_in_order(list(rows.object_list)),
        "ticked": ticked,
        "query": urlencode({"q": search, "tick": tick}) + "&",
    }


def _replace_page(
    request: HttpRequest, entry: Entry, refused: Refused | None = None
) -> HttpResponse:
    search = _search(request)
    ids = queries_tournaments.candidates(entry.tournament, search)
    rows = Paginator(ids, ROWS).get_page(request.GET.get("page"))
    context = {
        "tournament": entry.tournament,
        "entry": entry,
        "search": search,
        "candidates": rows,
        "players": queries_people.players_in_order(list(rows.object_list)),
        "query": urlencode({"q": search}) + "&",
    }
    return page(request, "web/entry_replace.html", context, refused)


def _back_to(entry: Entry) -> str:
    """The page of entries, at this one."""
    return f"{reverse('web:entries', args=[entry.tournament_id])}#entry-{entry.pk}"


def _address(tournament: Tournament, ticked: list[str]) -> str:
    query = urlencode([("player", pk) for pk in _ids(ticked)])
    return f"{reverse('web:entries', args=[tournament.pk])}?{query}#new"


def _ids(texts: list[str]) -> list[int]:
    """The ids among typed texts, in order; anything else is left out."""
    good = (text for text in texts[:MOST_TICKED] if text.isascii() and text.isdigit())
    return [int(text) for text in good if len(text) < 19]


def _search(request: HttpRequest) -> str:
    return request.GET.get("q", "").replace("\x00", "").strip()[:120]


def _count(entries: list[Entry], state: str) -> int:
    return sum(entry.state == state for entry in entries)
