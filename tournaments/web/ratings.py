"""Pages: the ratings of a club by game, and what a player's page shows of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments import queries_ratings as queries
from tournaments.models import Player, Rating, RatingChange, RatingPool, User
from tournaments.rules.ratings import PROVISIONAL_UNTIL
from tournaments.services import ratings as services
from tournaments.web import reading
from tournaments.web.doors import page
from tournaments.web.rating_chart import Chart, draw

ROWS = 100
HISTORY = 100
"""How many of a player's newest series are drawn and listed."""


@dataclass(frozen=True)
class Ranked:
    """A row of the list; `rank` is None while the rating is provisional."""

    row: Rating
    rank: int | None
    shared: bool


@dataclass(frozen=True)
class Step:
    """A series in a player's history: what it changed, in points."""

    change: RatingChange
    gain: int


@dataclass(frozen=True)
class History:
    """A player's rating in one pool with its newest series, newest first."""

    row: Rating
    steps: list[Step]
    chart: Chart | None


@require_safe
def of_club(request: HttpRequest, pk: int) -> HttpResponse:
    """A club's ratings in one game, `?game=`; the first that was played unless it says."""
    club = reading.club_for(request, pk)
    services.bring_up_to_date(club)
    pools = queries.pools_of(club)
    pool = _asked(pools, request.GET.get("game", ""))
    rows = _rank(queries.ranking(pool, request.user)) if pool else []
    shown = Paginator(rows, ROWS).get_page(request.GET.get("page"))
    newest = queries.newest_changes(pool, [one.row.player_id for one in shown]) if pool else {}
    context = {
        "club": club,
        "here": "ratings",
        "pools": pools,
        "pool": pool,
        "rows": shown,
        "lines": [(one, _step(newest[one.row.player_id])) for one in shown],
        "provisional_until": PROVISIONAL_UNTIL,
        "query": f"game={pool.game}&" if pool else "",
        "own": request.user.pk,
    }
    return page(request, "web/ratings.html", context)


def of_player(player: Player, reader: User | Any) -> list[History]:
    """What the player's page shows, by game; brought up to date first."""
    services.bring_up_to_date(player.club)
    rows = queries.ratings_of(player)
    changes = queries.newest_history(rows, reader, HISTORY)
    by_pool = {pool: list(found) for pool, found in groupby(changes, key=lambda one: one.pool_id)}
    return [_history(row, by_pool.get(row.pool_id, [])) for row in rows]


def _asked(pools: Sequence[RatingPool], game: str) -> RatingPool | None:
    if not game:
        return pools[0] if pools else None
    found = next((pool for pool in pools if pool.game == game), None)
    if found is None:
        raise Http404("No ratings of that game.")
    return found


def _rank(rows: Sequence[Rating]) -> list[Ranked]:
    """By the number that is shown; who shows the same shares the rank. Provisional ones last."""
    order = sorted(rows, key=lambda row: (row.rating.provisional, -row.rating.points, row.pk))
    settled = [row.rating.points for row in order if not row.rating.provisional]
    count = Counter(settled)
    ranked = [
        Ranked(row, settled.index(row.rating.points) + 1, count[row.rating.points] > 1)
        for row in order[: len(settled)]
    ]
    return ranked + [Ranked(row, None, False) for row in order[len(settled) :]]


def _history(row: Rating, changes: Sequence[RatingChange]) -> History:
    oldest_first = changes[::-1]
    drawn = [change.after for change in oldest_first]
    chart = draw([oldest_first[0].before, *drawn]) if drawn else None
    return History(row, [_step(change) for change in changes], chart)


def _step(change: RatingChange) -> Step:
    return Step(change, change.after.points - change.before.points)
