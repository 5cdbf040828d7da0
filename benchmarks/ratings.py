"""What it costs to rebuild ratings, beside a bare loop over openskill in the same run.

`.venv/bin/python benchmarks/ratings.py [--series N] [--players N] [--pure] [--json]`. PostgreSQL
of its own is started and thrown away, so nothing else is touched; `--pure` goes without.

*Bare*: `model.rate` of the same model, ratings in a dictionary, nothing else. *Rolled*: the same
events through `rules.ratings.roll`, with every change and its rating before and after. They take
turns of `TURN` events in the processor's time of this process; a ratio is made of each pair of
turns, and the median is printed with the middle half. Series have two to six seats, and some tie.
*In the database*: casual series of one match, each with its result. `read`: the series are loaded
and turned into events. `rebuild`: a pool without ratings is rebuilt by `services.ratings`: reading,
counting and writing every change. `again`: the same once more, when nothing has to be written.
`update`: one result more. All in seconds, and as a share of the bare loop's speed (wall clock).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if not __package__:
    sys.path[0] = str(ROOT)

from tournaments.rules.places import MOST, places
from tournaments.rules.ratings import MOST_SIDES, Event, new_model, roll

TARGET = 0.8
TURN = 2_000
BEGAN = datetime(2020, 1, 1, tzinfo=UTC)
STEP = timedelta(minutes=7)


def draw_tables(series: int, players: int) -> Iterator[tuple[list[int], list[int]]]:
    """Who sits there, and their scores."""
    rng = random.Random(1)
    for _ in range(series):
        seated = rng.sample(range(players), rng.randint(2, MOST_SIDES))
        yield seated, [rng.randint(0, 20) for _ in seated]


def as_events(series: int, players: int) -> list[Event]:
    return [
        Event(
            BEGAN + number * STEP,
            number,
            tuple((one,) for one in seated),
            tuple(float(place) for place in places(scores, MOST)),
        )
        for number, (seated, scores) in enumerate(draw_tables(series, players))
    ]


def bare(events: Sequence[Event]) -> Iterator[None]:
    """The least that uses the library: yields after each event."""
    model = new_model()
    known: dict[int, Any] = {}
    for event in events:
        teams = [[known.get(one) or model.rating() for one in side] for side in event.sides]
        rated = model.rate(teams, ranks=list(event.places))
        for side, team in zip(event.sides, rated, strict=True):
            known.update(zip(side, team, strict=True))
        yield


def compare(events: Sequence[Event]) -> dict[str, Any]:
    """Turns of both over the same events."""
    loops: list[Iterator[Any]] = [bare(events), roll(events)]
    spent: list[list[float]] = [[], []]
    for turn in range(len(events) // TURN):
        for which in (0, 1) if turn % 2 else (1, 0):
            began = time.process_time()
            for _ in islice(loops[which], TURN):
                pass
            spent[which].append(time.process_time() - began)
    ratios = sorted(raw / ours for raw, ours in zip(*spent, strict=True))
    return {
        "bare, series a second": round(TURN / statistics.median(spent[0])),
        "rolled, series a second": round(TURN / statistics.median(spent[1])),
        "rolled / bare": round(statistics.median(ratios), 3),
        "rolled / bare, middle half": [
            round(ratios[len(ratios) * quarter // 4], 3) for quarter in (1, 3)
        ],
    }


# In the database ---------------------------------------------------------------------------------


def fill(series: int, players: int) -> Any:
    """A club with so many casual series of Niwa, each with one confirmed result."""
    from django.db import connection

    from tests import factories

    with connection.cursor() as cursor:  # what is written here is right by construction
        cursor.execute("SET session_replication_role = replica")
    owner = factories.user("bench")
    club = factories.club(owner)
    people = factories.crowd(club, players)
    tables = enumerate(draw_tables(series, players))
    while some := list(islice(tables, TURN)):
        _insert(club, owner, people, some)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = origin")
        cursor.execute("ANALYZE")
    return club


def _insert(club: Any, owner: Any, people: Sequence[Any], tables: Sequence[Any]) -> None:
    from tournaments.models import Match, Result, Score, Seat, Series

    rows = Series.objects.bulk_create(
        Series(club=club, game="niwa", state="done", closed_at=BEGAN + number * STEP)
        for number, _ in tables
    )
    seats = Seat.objects.bulk_create(
        Seat(series=row, player=people[player], position=position)
        for row, (_, (seated, _)) in zip(rows, tables, strict=True)
        for position, player in enumerate(seated)
    )
    matches = Match.objects.bulk_create(
        Match(series=row, number=1, setup={"mission": 1}, state="done") for row in rows
    )
    results = Result.objects.bulk_create(
        Result(
            match=match, revision=1, state="confirmed", sheet={}, reported_by=owner,
            reported_at=BEGAN, confirmed_by=owner, confirmed_at=BEGAN,
        )
        for match in matches
    )  # fmt: skip
    of_seat = iter(seats)
    Score.objects.bulk_create(
        Score(result=result, seat=next(of_seat), score=score, place=float(place))
        for result, (_, (_, scores)) in zip(results, tables, strict=True)
        for score, place in zip(scores, places(scores, MOST), strict=True)
    )


def seconds(action: Callable[[], Any]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def measure_database(series: int, players: int) -> dict[str, float]:
    from tests import factories
    from tournaments import queries_ratings
    from tournaments.models import RatingPool
    from tournaments.services import casual, ratings

    club = fill(series, players)

    def read() -> None:
        pks = queries_ratings.all_series(RatingPool(club=club, game="niwa"))
        for first in range(0, len(pks), ratings.CHUNK):
            queries_ratings.seen_now(pks[first : first + ratings.CHUNK], {})

    spent = {"read": seconds(read)}
    spent["rebuild"] = seconds(lambda: ratings.rebuild(club, "niwa"))
    spent["again"] = seconds(lambda: ratings.rebuild(club, "niwa"))
    owner = club.memberships.get().user
    one_more = casual.start_series(
        owner, club, game="niwa", players=list(club.players.all()[:4]), matches=[{"mission": 1}]
    )
    factories.report(owner, one_more.matches.get(), [46, 36, 30, 26])
    spent["update"] = seconds(lambda: ratings.update(club, "niwa"))
    return spent


def inside(given: argparse.Namespace) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    found = compare(events := as_events(given.series, given.players))
    loop = seconds(lambda: sum(1 for _ in bare(events)))
    found["bare, seconds"] = round(loop, 1)
    for name, took in measure_database(given.series, given.players).items():
        found[f"{name}, seconds"] = round(took, 2)
        if name != "update":
            found[f"{name} / bare"] = round(loop / took, 3)
    show(found, given)


def show(found: dict[str, Any], given: argparse.Namespace) -> None:
    if given.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        verdict = "met" if name == "rolled / bare" and value >= TARGET else "missed"
        print(f"{name:<28} {value}", f"(target {TARGET}: {verdict})" * (name == "rolled / bare"))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--series", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=300)
    parser.add_argument("--pure", action="store_true", help="without a database")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.series < TURN:
        parser.error(f"--series: at least {TURN}, which is one turn")
    if given.inside:
        inside(given)
        return 0
    if given.pure:
        show(compare(as_events(given.series, given.players)), given)
        return 0
    from benchmarks.servers import run_inside

    return run_inside(__file__)


if __name__ == "__main__":
    sys.exit(main())
