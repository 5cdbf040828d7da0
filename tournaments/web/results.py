"""Pages: the result of a match, entered, previewed or corrected."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from engines import registry
from engines.base import MatchScore
from engines.gazebo.ending import ENDS
from tournaments import queries, queries_tournaments
from tournaments.errors import Conflict, Refused
from tournaments.models import Match, Result, Seat, Series
from tournaments.permissions import can, check
from tournaments.services import results as services
from tournaments.web import options, reading, seat_names, sheets, stands, words
from tournaments.web.doors import hidden_number, page, submit
from tournaments.web.errors import says_refusals

FASTER = {"already_reported", "stale_revision"}
"""Refusals that mean: somebody else has entered this match since the form was made."""


@dataclass(frozen=True)
class Form:
    """What stands in the form. `revision`: the one that it corrects; 0: a first result."""

    typed: sheets.Typed
    revision: int = 0
    reason: str = ""
    confirm: bool = True


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def enter(request: HttpRequest, pk: int) -> HttpResponse:
    """The form of a match's result: to report it, or to correct the revision in force."""
    match = reading.match_for(request, pk)
    shape = sheets.shape_of(match.series)
    if request.method != "POST":
        _check_may_enter(request, match)
        try:
            services.check_open(match.series)
        except Conflict as closed:
            messages.warning(request, closed.message)
            return redirect("web:table", match.series_id)
        return _page(request, match, _form_of(match, shape))
    form = _posted(request, shape)
    sheet = sheets.to_sheet(shape, form.typed)
    if request.POST.get("do") == "preview":
        return _preview(request, match, form, sheet)
    answer = submit(
        request,
        _action(request, match, form, sheet),
        to=reverse("web:table", args=[match.series_id]),
        said=f"Match {match.number} is {'corrected' if form.revision else 'entered'}.",
    )
    if isinstance(answer, Refused):
        return _page(request, reading.match_for(request, pk), form, sheet, refused=answer)
    return answer


def _posted(request: HttpRequest, shape: sheets.Shape) -> Form:
    return Form(
        sheets.from_post(shape, request.POST.dict()),
        hidden_number(request, "revision") or 0,
        request.POST.get("reason", ""),
        "confirm" in request.POST,
    )


def _form_of(match: Match, shape: sheets.Shape) -> Form:
    """The empty form, or that of the revision in force."""
    result = _in_force(match)
    if result is None:
        return Form(sheets.from_sheet(shape, {}))
    typed = sheets.from_sheet(shape, result.sheet)
    return Form(typed, result.revision)


def _action(
    request: HttpRequest, match: Match, form: Form, sheet: dict[str, Any]
) -> Callable[[], Result]:
    """Reports or corrects. The race of two scorers is told by the revision, not by the series'
    version: two of them may enter two matches of one table at once."""
    actor = reading.actor(request)
    if not form.revision:
        return lambda: services.report_result(actor, match, sheet, confirm=form.confirm)
    return lambda: services.correct_result(
        actor, match, sheet, revision=form.revision, reason=form.reason
    )


def _preview(request: HttpRequest, match: Match, form: Form, sheet: dict[str, Any]) -> HttpResponse:
    """What the sheet would count; nothing is stored."""
    try:
        check(request.user, "report_result", match)
        return _page(request, match, form, sheet, scored=services.preview(match, sheet))
    except Refused as refused:
        return _page(request, match, form, sheet, refused=refused)


def _page(
    request: HttpRequest, match: Match, form: Form, sheet: dict[str, Any] | None = None, *,
    scored: MatchScore | None = None, refused: Refused | None = None,
) -> HttpResponse:  # fmt: skip
    series = queries.with_scores(Series.objects.filter(pk=match.series_id)).get()
    loaded = next(one for one in series.matches.all() if one.pk == match.pk)
    in_force = queries.result_in_force(loaded)
    seats = list(series.seats.all())
    round_ = match.series.round
    context = {
        "match": match,
        "series": match.series,
        "round": round_,
        "tournament": round_.stage.tournament if round_ else None,
        "club": match.series.club,
        "here": "tournaments" if series.round else "series",
        "form": form,
        "rows": _rows(match.series.game, seats, form.typed),
        "sheet_form": f"web/parts/sheet_{match.series.game}.html",
        "in_force": in_force,
        "theirs": _theirs(in_force, seats, form, refused),
        "preview": _previewed(seats, scored),
        "options": options.differing(match.series.game, match.series.options, {"partnership"}),
        "starts": _starter(series, match, seats),
        "counted": words.SCORES[match.series.game],
        "ends": {end: words.ENDS[end] for end in ENDS},
        "end": form.typed.get("end", ""),
        "last_pair": form.typed.get("last_pair"),
        "may_confirm": can(request.user, "confirm_result", match),
        "may_correct": can(request.user, "correct_result", match),
        "zone": round_.stage.tournament.timezone if round_ else match.series.club.timezone,
    }
    context |= stands.after(match.series, request.user)
    return page(request, "web/result.html", context, _told(refused, match, sheet, seats))


def _told(
    refused: Refused | None, match: Match, sheet: dict[str, Any] | None, seats: list[Seat]
) -> Refused | None:
    """The refusal with people's names. What is wrong in the sheet stands beside its fields, every
    seat's mistake at its own, and on top only how many there are."""
    if refused is None or sheet is None:
        return refused
    game = registry.game(match.series.game)
    worst = game.worst_score(match.setup, match.series.options, len(seats))
    found = sheets.mistakes(
        lambda typed: services.preview(match, typed), sheet, refused, game.name, worst
    )
    told = [seat_names.named(one, seats) for one in found or [refused]]
    if "field" in refused.facts:
        refused.facts["mistakes"] = {one.facts["field"]: one.message for one in told}
        count = "one thing is" if len(told) == 1 else f"{len(told)} things are"
        refused.message = f"Nothing is saved: {count} to be mended below."
    return refused


def _rows(game: str, seats: list[Seat], typed: sheets.Typed) -> list[dict[str, Any]]:
    """A form row for each seat: its fields, all of them and by their short names."""
    rows = []
    for seat in seats:
        names = {field: f"seats.{seat.position}.{field}" for field in sheets.SEAT_FIELDS[game]}
        fields = {
            field: {"name": name, "value": typed[name], "label": words.COUNTS.get(field, "")}
            for field, name in names.items()
        }
        rows.append({"seat": seat, "fields": fields.values(), **fields})
    return rows


def _theirs(
    in_force: Result | None, seats: list[Seat], form: Form, refused: Refused | None
) -> list[tuple[Seat, Any]]:
    """What somebody else entered meanwhile, by seat; nothing if nobody did."""
    if in_force is None or refused is None or refused.code not in FASTER:
        return []
    scores = queries_tournaments.scores_by_seat(in_force)
    return [(seat, scores[seat.pk]) for seat in seats]


def _previewed(seats: list[Seat], scored: MatchScore | None) -> list[tuple[Seat, dict[str, Any]]]:
    """By seat: score, credit and how the score comes about."""
    if scored is None:
        return []
    columns = zip(seats, scored.scores, scored.credits, scored.details, strict=True)
    return [
        (seat, {"score": score, "credit": credit, "detail": detail})
        for seat, score, credit, detail in columns
    ]


def _starter(series: Series, match: Match, seats: list[Seat]) -> Any:
    start = queries_tournaments.start_seats(series)[match.number - 1]
    return None if start is None else seats[start].player


def _in_force(match: Match) -> Result | None:
    return match.results.exclude(state="superseded").first()


def _check_may_enter(request: HttpRequest, match: Match) -> None:
    """The form is shown to those who may send it."""
    verb = "correct_result" if _in_force(match) else "report_result"
    check(request.user, verb, match)
