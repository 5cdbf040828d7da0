"""Copies of what the services made once: many rows like it, written straight to the tables."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from tournaments.models import Result, Round, Series, Tournament


def copy_night(night: Tournament, times: int) -> list[Tournament]:
    """More nights with the same people, table, results and standing."""
    days = [date(2026, 1, 1 + number % 28) for number in range(times)]
    nights = save(
        fresh(night, name=f"Night {number}", starts_on=day) for number, day in enumerate(days)
    )
    save(fresh(entry, tournament=new) for new in nights for entry in night.entries.all())
    stages = save(fresh(night.stages.get(), tournament=new) for new in nights)
    round_ = Round.objects.get(stage__tournament=night)
    copy_table(round_.series.get(), _kept(round_, (fresh(round_, stage=new) for new in stages)))
    return nights


def copy_round(round_: Round, times: int) -> None:
    """More rounds of the same stage, each with the same table and standing."""
    numbers = range(round_.number + 1, round_.number + 1 + times)
    copy_table(round_.series.get(), _kept(round_, (fresh(round_, number=n) for n in numbers)))


def copy_table(table: Series, new_rounds: list[Round]) -> None:
    """The table in each of the rounds, with its seats, matches, results and scores."""
    tables = save(fresh(table, round=new) for new in new_rounds)
    seats = list(table.seats.all())
    new_seats = save(fresh(seat, series=t, round=t.round) for t in tables for seat in seats)
    of_seat = {(seat.series_id, seat.position): seat for seat in new_seats}
    results = list(Result.objects.filter(match__series=table).select_related("match"))
    matches = save(fresh(result.match, series=t) for t in tables for result in results)
    new_results = save(
        fresh(result, match=match)
        for match, result in zip(matches, results * len(tables), strict=True)
    )
    scores = [list(result.scores.select_related("seat")) for result in results] * len(tables)
    save(
        fresh(score, result=new, seat=of_seat[new.match.series_id, score.seat.position])
        for new, of_result in zip(new_results, scores, strict=True)
        for score in of_result
    )


def fresh(row: Any, **changes: Any) -> Any:
    """A new row like this one, not saved."""
    fields = {field.name: getattr(row, field.name) for field in row._meta.concrete_fields}
    del fields["id"]
    return type(row)(**(fields | changes))


def save(rows: Iterable[Any]) -> list[Any]:
    new = list(rows)
    return type(new[0]).objects.bulk_create(new) if new else []


def _kept(round_: Round, new: Iterable[Round]) -> list[Round]:
    """The new rounds, saved, each with the standing that was kept after `round_`."""
    rounds: list[Round] = save(new)
    save(fresh(round_.snapshots.get(revision=1), round=each) for each in rounds)
    return rounds
