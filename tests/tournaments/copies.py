"""Copies of what the services made once: many rows like it, written straight to the tables."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from tournaments.models import Match, Result, Round, Seat, Series, Tournament


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
    _fill(save(fresh(table, round=new) for new in new_rounds), table)


def copy_series(series: Series, times: int) -> None:
    """More casual series with the same seats, matches, results and scores."""
    _fill(save(fresh(series) for _ in range(times)), series)


def copy_result(result: Result, matches: Iterable[Match]) -> None:
    """The same result for matches of other series that are as the result's was before it."""
    source = Series.objects.get(matches=result.match_id)
    others = list(matches)
    result.match.refresh_from_db()
    for row, rows in ((result.match, others), (source, [match.series for match in others])):
        names = {"state", "version", "changed_at", "closed_at"} & {f.name for f in row._meta.fields}
        type(row)._default_manager.filter(pk__in=[each.pk for each in rows]).update(
            **{name: getattr(row, name) for name in names}
        )
    _score(save(fresh(result, match=match) for match in others), [result] * len(others))


def _fill(new: list[Series], source: Series) -> None:
    """The seats, matches, results and scores of `source` for new series like it."""
    seats = list(source.seats.all())
    save(fresh(seat, series=each, round=each.round) for each in new for seat in seats)
    results = list(Result.objects.filter(match__series=source).select_related("match"))
    matches = save(fresh(result.match, series=each) for each in new for result in results)
    sources = results * len(new)
    pairs = zip(matches, sources, strict=True)
    _score(save(fresh(result, match=match) for match, result in pairs), sources)


def _score(new: list[Result], sources: list[Result]) -> None:
    """Each new result gets the scores of its source, seat by seat."""
    seats = Seat.objects.filter(series__in={result.match.series_id for result in new})
    at = {(seat.series_id, seat.position): seat for seat in seats}
    scores = {result.pk: list(result.scores.select_related("seat")) for result in sources}
    save(
        fresh(score, result=result, seat=at[result.match.series_id, score.seat.position])
        for result, source in zip(new, sources, strict=True)
        for score in scores[source.pk]
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
