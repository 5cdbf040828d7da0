"""Pages: a round's score sheets to print, one a table."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments import queries_tournaments as queries
from tournaments.models import Series
from tournaments.web import options, reading, words
from tournaments.web.doors import page


@require_safe
def of_round(request: HttpRequest, pk: int) -> HttpResponse:
    """For each table who sits where, who starts which match, and room for the scores."""
    round_ = reading.round_for(request, pk)
    tournament = round_.stage.tournament
    context = {
        "tournament": tournament,
        "round": round_,
        "tables": [_sheet(series) for series in queries.tables_of(round_)],
        "counted": words.SCORES[tournament.game],
        "added_up": words.ADDED_UP.get(tournament.game, ""),
        "counts": words.COUNTS.values() if tournament.game == "gnome_hollow" else (),
    }
    return page(request, "web/print_sheets.html", context)


def _sheet(series: Series) -> dict[str, Any]:
    seats = list(series.seats.all())
    starts = queries.start_seats(series)
    return {
        "series": series,
        "seats": seats,
        "options": options.differing(series.game, series.options),
        "matches": [
            (match, None if start is None else seats[start].player)
            for match, start in zip(series.matches.all(), starts, strict=True)
        ],
    }
