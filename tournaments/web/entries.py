"""Pages: who is in a tournament, who is here tonight, who has gone home."""

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods, require_POST

from engines.values import read_number
from tournaments import queries_people, queries_tournaments
from tournaments.errors import Refused
from tournaments.models import Entry, Player, Tournament
from tournaments.permissions import can, check
from tournaments.services import entries as services
from tournaments.services import players as player_services
from tournaments.web import reading
from tournaments.web.doors import expected, page, submit
from tournaments.web.errors import says_refusals
from tournaments.web.steps import Step, step_now

ROWS = 100
MOST_TICKED = 500
ADVICE = {
    False: "take the tables back and draw again, or play on and abandon the matches that will not "
    "be played.",
    True: "the round has results, so play on, and abandon the matches that will not be played.",
}
"""Whether the round has results ↦ what helps when somebody leaves an open table."""
LOOKS = {"search", "tick_last", "tick_all", "tick_none"}
"""What changes nothing but what the page shows. Every button of the page sends its ticks along."""
SAID = {
    "check_in": "{} is checked in.",
    "undo_check_in": "{} is registered, but not checked in.",
    "drop": "{} has dropped out.",
    "readmit": "{} is back and checked in.",
}


@require_http_methods(["GET", "HEAD", "POST"])
def of_tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """Who is in; for organisers the club's other players to tick, and a form for a new one.

    `?player=` (several, or ids joined by dots): players ticked beforehand; `?q=`: a search.
    """
    tournament = reading.tournament_for(request, pk)
    do = _wanted(request)
    if request.method != "POST" or do in LOOKS:
        return _page(request, tournament)
    action = {"enter": _enter, "register": _enter, "add": _add}.get(do)
    if action is None:
        raise Http404("No such action.")
    answer = action(request, tournament)
    if isinstance(answer, Refused):
        return _page(request, tournament, answer)
    return answer


@require_POST
def move(request: HttpRequest, pk: int) -> HttpResponse:
    """Check in, undo that, drop, readmit. The version is the address's: the form is the page's."""
    entry = reading.entry_for(request, pk)
    verb = request.POST.get("do", "")
    if verb == "undo_replacement":
        return _undo_replacement(request, entry)
    if verb not in services.MOVES:
        raise Http404("No such action.")
    answer = submit(
        request,
        lambda: services.move_entry(
            reading.actor(request), entry, verb, expected=_version(request)
        ),
        to=_back_to(entry, request.POST.getlist("player")),
        said=lambda moved: _said(SAID[verb].format(entry.player.name), moved),
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
        to=_back_to(entry, []),
        said=lambda _: _said(
            f"{player.name} takes the place of {entry.player.name} from the next round on.", entry
        ),
    )
    if isinstance(answer, Refused):
        return _replace_page(request, reading.entry_for(request, pk), answer)
    return answer


def _undo_replacement(request: HttpRequest, entry: Entry) -> HttpResponse:
    answer = submit(
        request,
        lambda: services.undo_replacement(
            reading.actor(request), entry, expected=_version(request)
        ),
        to=_back_to(entry, request.POST.getlist("player")),
        said=f"Taken back: {entry.player.name} is in the tournament again.",
    )
    if isinstance(answer, Refused):
        return _page(request, entry.tournament, answer)
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


def _wanted(request: HttpRequest) -> str:
    """What the form is to do. The Enter key searches for what is new in the search field, else adds
    the newcomer who was typed."""
    if "page" in request.POST or "entries" in request.POST:
        return "search"
    do = request.POST.get("do", "")
    if do != "enter_key":
        return do
    new_search = _search(request) != request.POST.get("searched", "")
    return "search" if new_search or not request.POST.get("name", "").strip() else "add"


def _add(request: HttpRequest, tournament: Tournament) -> HttpResponse | Refused:
    """A new player of the club, who is then ticked with those who were ticked before."""
    before = request.POST.getlist("player")
    return submit(
        request,
        lambda: player_services.add_player(
            reading.actor(request), tournament.club,
            name=request.POST.get("name", ""), reading=request.POST.get("reading", ""),
        ),
        to=lambda player: _address(tournament, [*before, str(player.pk)]),
        said="The player is in the club, and ticked below.",
    )  # fmt: skip


def _said(sentence: str, entry: Entry) -> str:
    """What was done; and if who has gone still sits at an open table, what can be done about it."""
    entry = Entry.objects.get(pk=entry.pk)
    seat = None if entry.state == "checked_in" else queries_tournaments.open_seat(entry)
    if seat is None or seat.round is None:
        return sentence
    advice = ADVICE[queries_tournaments.has_results(seat.round)]
    return format_html(
        '{} Still seated at <a href="{}">table {}</a> of <a href="{}">round {}</a>: {}',
        sentence, reverse("web:table", args=[seat.series_id]), seat.series.table_no,
        reverse("web:round", args=[seat.round.pk]), seat.round.number, advice,
    )  # fmt: skip


def _page(
    request: HttpRequest, tournament: Tournament, refused: Refused | None = None
) -> HttpResponse:
    may_enter = can(request.user, "manage_entries", tournament) and tournament.state != "finished"
    entries = queries_tournaments.entries_of(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "may_enter": may_enter,
        "rows": Paginator(entries, ROWS).get_page(_asked(request).get("entries")),
        "counts": {state: _count(entries, state) for state in ("registered", "checked_in")},
    }
    if may_enter:
        context |= _candidates(request, tournament) | {"step": _step(tournament)}
    return page(request, "web/entries.html", context, refused)


def _step(tournament: Tournament) -> Step:
    rounds = queries_tournaments.rounds_of(tournament, drafts=True)
    return step_now(tournament, rounds, queries_tournaments.entry_counts(tournament))


def _candidates(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """The players who could be entered, by name and paged: those the search finds, or everyone,
    the ticked ones first. `carried`: the ticked ones who are not among them."""
    asked, search = _asked(request), _search(request)
    found = queries_tournaments.candidates(tournament, search)
    ticked = queries_tournaments.not_entered(tournament, _ticked(request, tournament))
    if not search:
        found.sort(key=lambda pk: pk not in ticked)
    rows = Paginator(found, ROWS).get_page(asked.get("page"))
    shown = list(rows.object_list)
    if asked.get("do") == "tick_all":
        ticked |= set(shown)
    carried = sorted(ticked.difference(shown))
    people = queries_people.players_in_order(shown + carried)
    return {
        "search": search,
        "candidates": rows,
        "players": [player for player in people if player.pk not in carried],
        "carried": [player for player in people if player.pk in carried],
        "ticked": ticked,
        "name": asked.get("name") or ("" if found else search),
        "reading": asked.get("reading", ""),
    }


def _ticked(request: HttpRequest, tournament: Tournament) -> set[int]:
    asked = _asked(request)
    if asked.get("do") == "tick_none":
        return set()
    ticked = set(_ids(asked.getlist("player")))
    if asked.get("do") == "tick_last":
        ticked |= queries_tournaments.players_of_last_tournament(tournament)
    return ticked


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


def _back_to(entry: Entry, ticked: list[str]) -> str:
    """The page of entries, at this one, with what was ticked."""
    return _address(entry.tournament, ticked, f"entry-{entry.pk}")


def _address(tournament: Tournament, ticked: list[str], at: str = "new") -> str:
    ids = ".".join(map(str, _ids(ticked)))
    query = f"?player={ids}" if ids else ""
    return f"{reverse('web:entries', args=[tournament.pk])}{query}#{at}"


def _ids(texts: list[str]) -> list[int]:
    """The ids among typed texts, one each or joined by dots, in order; all else is left out."""
    parts = [part for text in texts[:MOST_TICKED] for part in text.split(".")][:MOST_TICKED]
    return [number for number in map(read_number, parts) if number is not None]


def _asked(request: HttpRequest) -> QueryDict:
    """What the page's form said, else what the address says."""
    return request.POST if request.method == "POST" else request.GET


def _search(request: HttpRequest) -> str:
    typed = request.POST.get("q", request.GET.get("q", ""))
    return typed.replace("\x00", "").strip()[:120]


def _version(request: HttpRequest) -> int | None:
    known = read_number(request.GET.get("version", ""), 9)
    return expected(request) if known is None else known


def _count(entries: list[Entry], state: str) -> int:
    return sum(entry.state == state for entry in entries)
