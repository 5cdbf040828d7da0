"""Pages: a table (a series) with its matches, results and their history."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from engines import registry
from tournaments import queries, queries_tournaments
from tournaments.errors import Refused
from tournaments.models import JournalEntry, Match, Result, Series
from tournaments.permissions import can
from tournaments.rules.series import compares_credits
from tournaments.services import results as services
from tournaments.web import options, pairs, reading, stands, words
from tournaments.web.doors import expected, page, submit

SAID = {
    "confirm": "The result is confirmed.",
    "dispute": "The result is disputed: it does not count until it is confirmed or corrected.",
    "abandon": "The match is abandoned.",
    "abandon_rest": "The matches that were left are abandoned.",
    "resume": "The match is to be played again.",
}
SAID_OTHERWISE = {"tie", "partnership", "partner_talk"}
"""Options that the page tells in sentences of their own."""


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """A table: who sits where, what was played, who said so."""
    series = reading.series_for(request, pk)
    if request.method != "POST":
        return _show(request, series)
    do = request.POST.get("do", "")
    if do not in SAID:
        raise Http404("No such action.")
    answer = submit(
        request,
        _action(request, series, do),
        to=reverse("web:table", args=[pk]),
        said=SAID[do],
    )
    if isinstance(answer, Refused):
        return _show(request, reading.series_for(request, pk), answer)
    return answer


def _action(request: HttpRequest, series: Series, do: str) -> Callable[[], Any]:
    """What a button of the page does. The form carries the series' version."""
    actor = reading.actor(request)
    reason, version = request.POST.get("reason", ""), expected(request)
    if do in {"confirm", "dispute"}:
        rows = Result.objects.select_related("match__series__club")
        pk = reading.posted_id(request, "result")
        result = get_object_or_404(rows, pk=pk, match__series=series)
        if do == "confirm":
            return lambda: services.confirm_result(actor, result, expected=version)
        return lambda: services.dispute_result(actor, result, reason=reason, expected=version)
    if do == "abandon_rest":
        return lambda: services.abandon_rest(actor, series, reason=reason, expected=version)
    pk = reading.posted_id(request, "match")
    match = get_object_or_404(Match.objects.select_related("series__club"), pk=pk, series=series)
    if do == "abandon":
        return lambda: services.abandon_match(actor, match, reason=reason, expected=version)
    return lambda: services.resume_match(actor, match, expected=version)


def _show(request: HttpRequest, series: Series, refused: Refused | None = None) -> HttpResponse:
    round_ = series.round
    loaded = queries.with_scores(Series.objects.filter(pk=series.pk)).get()
    tournament = round_.stage.tournament if round_ else None
    matches = _matches(loaded)
    tie = str(series.options.get("tie", registry.game(series.game).tie_rules[0]))
    in_pairs = pairs.pair_sheets(loaded)
    context = {
        "series": series,
        "round": round_,
        "tournament": tournament,
        "club": series.club,
        "here": "tournaments" if series.round else "series",
        "seats": loaded.seats.all(),
        "sheets": queries_tournaments.seat_sheets(loaded),
        "outcome": queries.outcome_of(loaded),
        "pairs": in_pairs,
        "talk": pairs.talk(series) if in_pairs else "",
        "options": options.differing(series.game, series.options, SAID_OTHERWISE),
        "matches": matches,
        "next": next((row["match"] for row in matches if row["open"]), None),
        "open_count": sum(row["open"] for row in matches),
        "pending": [row["match"].number for row in matches if row["pending"]],
        "waiting": next((row for row in matches if row["state"] == "reported"), None),
        "next_table": queries_tournaments.next_table(series),
        "revisions": queries_tournaments.revisions(series),
        "tie_rule": words.tie_rule(series.game, tie),
        "credit": words.CREDITS.get(series.game) if compares_credits(tie) else None,
        "counted": words.SCORES[series.game],
        "unplayed": words.UNPLAYED[series.unplayed],
        "zone": tournament.timezone if tournament else series.club.timezone,
        "gone": _gone(series),
        "refused_at": request.POST.get("result") or request.POST.get("match"),
        "typed_reason": request.POST.get("reason", ""),
    }
    context |= _may(request, series) | stands.after(series, request.user)
    return page(request, "web/table.html", context, refused)


def _gone(series: Series) -> dict[int, str]:
    """Who of the seated has left, while that matters: the round is being played."""
    round_ = series.round
    if round_ is None or round_.state != "published":
        return {}
    return queries_tournaments.gone_from(round_)


def _may(request: HttpRequest, series: Series) -> dict[str, bool]:
    """What the reader may do here; nothing while the table is not open for results."""
    is_open = queries_tournaments.is_open(series)
    return {"open": is_open} | {
        f"may_{verb}": is_open and can(request.user, f"{verb}_{noun}", series)
        for verb, noun in (
            ("report", "result"),
            ("confirm", "result"),
            ("dispute", "result"),
            ("correct", "result"),
            ("abandon", "match"),
        )
    }


def _is_retired(match: Match) -> bool:
    """Whether the match is planned on a board or tile set that nothing new is planned on."""
    version = match.data_version
    return version is not None and version.retired_at is not None


def _matches(series: Series) -> list[dict[str, Any]]:
    """The matches as the page shows them: state, who starts, the result in force by seat."""
    starts = queries_tournaments.start_seats(series)
    reasons: dict[int, JournalEntry] = queries_tournaments.abandonings(series)
    seats = list(series.seats.all())
    rows = []
    for match, start in zip(series.matches.all(), starts, strict=True):
        result = queries.result_in_force(match)
        by_seat = queries_tournaments.scores_by_seat(result)
        scores = [(seat, by_seat[seat.pk]) for seat in seats] if result else []
        rows.append(
            {
                "match": match,
                "state": queries_tournaments.state_of(match),
                "pending": result is not None and result.state != "confirmed",
                "open": result is None and match.state != "abandoned",
                "kept": match.state == "planned" and _is_retired(match),
                "starts": None if start is None else seats[start].player,
                "result": result,
                "scores": scores,
                "placed_last": pairs.placed_last(scores),
                "end": words.ENDS.get(result.end, "") if result else "",
                "abandoned": reasons.get(match.pk) if match.state == "abandoned" else None,
            }
        )
    return rows
