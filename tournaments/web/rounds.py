"""Pages: a round with its tables."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournaments import queries_tournaments as queries
from tournaments.errors import NotThere, Refused
from tournaments.models import Player, Round, Series
from tournaments.permissions import can
from tournaments.services import rounds as services
from tournaments.templatetags.show import person
from tournaments.web import options, reading
from tournaments.web.doors import expected, page, submit
from tournaments.web.errors import says_refusals
from tournaments.web.steps import drawn_tables, since_draw

ROWS = 100
SAID = {
    "publish": "Published: everyone sees the tables now.",
    "draw_again": "Drawn again, from a new seed.",
    "unpublish": "Taken back: only the club's own people see the tables now.",
    "discard": "The draw is discarded.",
    "close": "The round is closed, and its standing is kept.",
}


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """A round: its tables, how far they are, the report of its draw."""
    if request.method != "POST":
        return _show(request, reading.round_for(request, pk))
    round_ = _still_there(request, pk)
    do = request.POST.get("do", "")
    if do not in SAID:
        raise Http404("No such action.")
    answer = submit(request, lambda: _do(request, round_, do), to=_address, said=SAID[do])
    if isinstance(answer, Refused):
        return _show(request, _still_there(request, pk), answer)
    return answer


def _still_there(request: HttpRequest, pk: int) -> Round:
    """The round that a form speaks of; somebody else may have drawn it again meanwhile."""
    try:
        return reading.round_for(request, pk)
    except Http404 as missing:
        raise NotThere(
            "not_found",
            "This draw is not there any more: it was discarded, or drawn again.",
            noun="round",
            id=pk,
        ) from missing


def _do(request: HttpRequest, round_: Round, do: str) -> Any:
    """What a button of the page does. Returns what to show next."""
    actor, version = reading.actor(request), expected(request)
    if do == "publish":
        return services.publish_round(actor, round_, expected=version)
    if do == "unpublish":
        return services.unpublish_round(actor, round_, expected=version)
    if do == "draw_again":
        return services.draw_round(actor, round_.stage, expected=version)
    if do == "discard":
        services.discard_draw(actor, round_, expected=version)
    else:
        services.close_round(actor, round_, expected=version)
    return round_.stage.tournament


def _address(shown: Any) -> str:
    name = "web:round" if isinstance(shown, Round) else "web:tournament"
    return reverse(name, args=[shown.pk])


def _show(request: HttpRequest, round_: Round, refused: Refused | None = None) -> HttpResponse:
    tables = queries.tables_of(round_)
    tournament = round_.stage.tournament
    rows = Paginator(tables, ROWS).get_page(request.GET.get("page"))
    changed = queries.changed_since_draw(round_) if round_.state == "drawn" else []
    context = {
        "tournament": tournament,
        "round": round_,
        "rows": rows,
        "tables": [_table(request, series) for series in rows],
        "count": len(tables),
        "drawn": drawn_tables(round_, len(tables)),
        "size": round_.stage.table_size,
        "options": options.differing(tournament.game, tournament.options),
        "setups": tables[0].matches.all() if tables else [],
        "done": sum(series.state == "done" for series in tables),
        "report": _report(round_, tables),
        "gone": queries.gone_from(round_) if round_.state == "published" else {},
        "untouched": not any(_touched(series) for series in tables),
        "outdated": since_draw(changed) if changed else "",
        "may_draw": can(request.user, "draw", round_) and tournament.state != "finished",
        "may_report": can(request.user, "report_result", round_),
    }
    return page(request, "web/round.html", context, refused)


def _touched(series: Series) -> bool:
    """Whether anything was entered or abandoned at a table loaded `with_scores`."""
    states = (queries.state_of(match) for match in series.matches.all())
    return any(state != "planned" for state in states)


def _table(request: HttpRequest, series: Series) -> dict[str, Any]:
    """A table as the page shows it: rows in play order, matches with their states."""
    sheets = queries.seat_sheets(series)
    matches = [(match, queries.state_of(match)) for match in series.matches.all()]
    own = request.user.is_authenticated and any(
        sheet.seat.player.user_id == request.user.pk for sheet in sheets
    )
    played = any(sheet.place for sheet in sheets)
    return {
        "series": series,
        "state": "abandoned" if series.state == "done" and not played else series.state,
        "sheets": sheets,
        "matches": matches,
        "own": own,
        "played": played,
        "mixed": len({state for _, state in matches}) > 1,
        "next": next((match for match, state in matches if state in {"planned", "playing"}), None),
        "again": next(
            (
                match
                for match, state in matches
                if state == "abandoned" and series.unplayed == "replay"
            ),
            None,
        ),
        "waiting": [match for match, state in matches if state in {"reported", "disputed"}],
    }


def _report(round_: Round, tables: list[Series]) -> dict[str, Any]:
    """The draw's report with people instead of ids; who met again sits at a table of this round."""
    report: dict[str, Any] = round_.report
    people: dict[int, Player] = {
        seat.player_id: seat.player for series in tables for seat in series.seats.all()
    }
    table_of = {seat.player_id: series for series in tables for seat in series.seats.all()}
    again = [
        (people[a], people[b], times, table_of[a].table_no)
        for a, b, times in report.get("pairs", ())
        if a in people and b in people and table_of[a] is table_of[b]
    ]
    return report | {
        "again": again,
        "short": [_short(short, people) for short in report.get("short_tables", ())],
        "seated": sorted(
            ((people[int(pk)], counts) for pk, counts in report["seats"].items()
             if int(pk) in people),
            key=lambda row: row[0].name,
        ),
        "positions": range(1, 1 + max(map(len, report["seats"].values()), default=0)),
    }  # fmt: skip


def _short(short: dict[str, Any], people: dict[int, Player]) -> dict[str, Any]:
    """A short table in words: who sits there."""
    names = [person(people[pk]) for pk in short["players"] if pk in people]
    return short | {"people": names}
