"""Why results of a table stand, and what would make a correction possible again."""

from typing import Any

from tournaments import queries_tournaments
from tournaments.models import Series, User
from tournaments.permissions import can


def after(series: Series, reader: User | Any) -> dict[str, Any]:
    """What parts/results_stand.html shows. `after`: the round that is drawn on this table's closed
    round; `after_untouched`: nothing has been entered there, so that it can be taken back.
    2 queries at most."""
    round_ = series.round
    closed = round_ is not None and round_.state == "closed"
    later = queries_tournaments.round_after(series) if closed else None
    if round_ is None or later is None or round_.stage.tournament.state == "finished":
        return {"after": None}
    drawn = later.state == "drawn"
    return {
        "after": later,
        "after_untouched": drawn or not queries_tournaments.has_results(later),
        "may_draw": can(reader, "draw", round_),
    }
