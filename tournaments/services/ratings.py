"""Ratings: brought up to date by a worker after each change, on the spot for a reader who comes
first, and made anew on demand; always to the same numbers, to the last bit.

An update looks for the series that are not as the pool has seen them, and counts again from the
first of them on. A series' version is read before its results and once more after them, so what
is kept with a version is what the series was then; whatever changes later is found the next time.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from django.db import transaction
from django.utils import timezone

from tournaments import queries_ratings as queries
from tournaments.models import Club, Rating, RatingChange, RatingEvent, RatingPool
from tournaments.rules import ratings as rules
from tournaments.services import jobs

CHUNK = 1000
"""How many series are read, and how many rows written, at a time."""
ON_THE_SPOT = 250
"""How many events are counted again where somebody waits: by a reader, or by a worker of `short`.
About half a second; where there are more, a worker of `long` does it (decision 0015)."""
BUSY = "somebody else is at it"


@dataclass(frozen=True)
class Work:
    """What an update does: `touched` series as they are by now (`seen`, where finished); `first`,
    the earliest event to count again, None where there is none; `events`, all from there on."""

    touched: Sequence[int]
    seen: Mapping[int, queries.Seen]
    first: queries.Order | None
    events: Sequence[rules.Event]


def bring_up_to_date(club: Club) -> None:
    """For a reader: the club's ratings as of now, unless somebody else is at them or it is much.

    What is left to a worker says so itself (`behind`).
    """
    for game in queries.games_behind(club):
        update(club, game, most=ON_THE_SPOT)


def update_by_key(key: str, *, at_length: bool = False) -> str:
    """For the worker: what it did, in words. `key`: see `jobs.request_ratings`.

    Only `at_length` it does whatever there is. No worker waits for another one, who may need
    minutes: it asks to be called again, so that what the other has not seen is counted too.
    """
    pk, _, game = key.partition(":")
    club = Club.objects.get(pk=int(pk))
    told = update(club, game, most=None if at_length else ON_THE_SPOT)
    if told == BUSY:
        jobs.request_ratings(club, game, rings=False)
    return told


def rebuild(club: Club, game: str) -> str:
    """Reads and counts every series of a pool anew; what comes out the same is left as it is."""
    return update(club, game, anew=True)


def update(club: Club, game: str, *, most: int | None = None, anew: bool = False) -> str:
    """Brings a pool up to date, all at once for whoever reads it; what was done, in words.

    The pool's row is locked meanwhile. Nobody waits for it: if somebody else holds it, nothing is
    done (`BUSY`). If more than about `most` events would have to be counted again, they are left
    to a worker who has the time.
    """
    made_by = {"model": rules.MODEL, "version": rules.VERSION}
    RatingPool.objects.get_or_create(club=club, game=game, defaults=made_by)  # seen at once
    with transaction.atomic():
        rows = RatingPool.objects.select_for_update(no_key=True, skip_locked=True)
        pool = rows.filter(club=club, game=game).first()
        return _update(pool, club, most, anew) if pool else BUSY


def _update(pool: RatingPool, club: Club, most: int | None, anew: bool) -> str:
    position = Club.objects.values_list("position", flat=True).get(pk=club.pk)
    merged = queries.merged_players(club)
    anew = anew or (pool.model, pool.version) != (rules.MODEL, rules.VERSION)
    touched = queries.all_series(pool) if anew else queries.touched_series(pool, merged)
    few = most is None or len(touched) <= most
    work = _plan(pool, touched, merged, anew, most) if few else None
    if work is None:
        jobs.request_long_ratings(club, pool.game)
        return "left to a worker who has the time"
    _apply(pool, work)
    pool.position, pool.merged = position, queries.as_kept(merged)
    pool.model, pool.version = rules.MODEL, rules.VERSION
    pool.computed_at = timezone.now()
    pool.save()
    return f"counted {len(work.events)} series again, up to position {position}"


def _plan(
    pool: RatingPool, touched: Sequence[int], merged: queries.Merged, anew: bool, most: int | None
) -> Work | None:
    """None where it is more than `most`: told before all that is read."""
    seen: dict[int, queries.Seen] = {}
    known: dict[int, rules.Event] = {}
    for some in _in_chunks(touched):
        seen |= _look(some, merged)
        known |= queries.events_of(pool, some)
    new = {pk: one.event for pk, one in seen.items() if one.event is not None}
    differ = [pk for pk in touched if anew or known.get(pk) != new.get(pk)]
    orders = [found[pk][:2] for found in (known, new) for pk in differ if pk in found]
    if not orders:
        return Work(touched, seen, None, [])
    first = min(orders)
    if most is not None and queries.count_from(pool, first) + len(differ) > most:
        return None
    again = {event.series: event for event in queries.events_from(pool, first)}
    for pk in differ:
        again.pop(pk, None)
    again |= {pk: new[pk] for pk in differ if pk in new}
    return Work(touched, seen, first, sorted(again.values()))


def _look(series: Sequence[int], merged: queries.Merged) -> dict[int, queries.Seen]:
    seen, moving = queries.seen_now(series, merged)
    while moving:
        more, moving = queries.seen_now(moving, merged)
        seen |= more
    return seen


def _apply(pool: RatingPool, work: Work) -> None:
    start = queries.ratings_before(pool, work.first) if work.first else {}
    _keep_seen(pool, work)
    if work.first:
        _keep_ratings(pool, start | _keep_changes(pool, work.events, start))


def _keep_seen(pool: RatingPool, work: Work) -> None:
    """Writes what was seen of each series; takes the changes of those away that don't count."""
    empty = [pk for pk in work.touched if pk not in work.seen or work.seen[pk].event is None]
    for some in _in_chunks(empty):
        pool.rating_changes.filter(event__series__in=some).delete()
    for some in _in_chunks([pk for pk in empty if pk not in work.seen]):
        pool.rating_events.filter(series__in=some).delete()
    now = [
        RatingEvent(
            pool=pool, series_id=one.series, seen_version=one.version, closed_at=one.closed_at,
            counts=one.event is not None,
        )
        for one in work.seen.values()
    ]  # fmt: skip
    RatingEvent.objects.bulk_create(
        now, batch_size=CHUNK, update_conflicts=True, unique_fields=["series"],
        update_fields=["seen_version", "closed_at", "counts"],
    )  # fmt: skip


def _keep_changes(
    pool: RatingPool, events: Sequence[rules.Event], start: dict[int, rules.Rating]
) -> dict[int, rules.Rating]:
    """Counts the events and writes what differs; the ratings after them, of those who played."""
    after: dict[int, rules.Rating] = {}
    for rolled in _in_chunks(rules.roll(events, start)):
        stored = queries.changes_stored(pool, [event.series for event, _ in rolled])
        ids = queries.event_ids(pool, [event.series for event, _ in rolled])
        rows = []
        for event, changes in rolled:
            for change, values in _values(event, changes):
                after[change.player] = change.after
                kept = stored.pop((event.series, change.player), None)
                if kept is None or kept[1:] != values:
                    rows.append(_row(pool, ids[event.series], change.player, values))
        RatingChange.objects.filter(pk__in=[kept[0] for kept in stored.values()]).delete()
        RatingChange.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["event", "player"],
            update_fields=[*queries.CHANGE_FIELDS, "changed_at"],
        )  # fmt: skip
    return after


def _values(
    event: rules.Event, changes: Sequence[rules.Change]
) -> Iterator[tuple[rules.Change, tuple[float, ...]]]:
    """Each change with the values of `queries.CHANGE_FIELDS`."""
    sides = [side for side, players in enumerate(event.sides) for _ in players]
    for side, change in zip(sides, changes, strict=True):
        (mu, sigma, _), (new_mu, new_sigma, number) = change.before, change.after
        yield change, (number, side, event.places[side], mu, sigma, new_mu, new_sigma)


def _row(pool: RatingPool, event: int, player: int, values: tuple[float, ...]) -> RatingChange:
    fields = dict(zip(queries.CHANGE_FIELDS, values, strict=True))
    return RatingChange(pool=pool, event_id=event, player_id=player, **fields)


def _keep_ratings(pool: RatingPool, now: Mapping[int, rules.Rating]) -> None:
    """Writes the ratings that differ; nobody else has one."""
    fields = ("mu", "sigma", "events")
    kept = {player: tuple(one) for player, *one in pool.ratings.values_list("player", *fields)}
    pool.ratings.filter(player__in=kept.keys() - now.keys()).delete()
    rows = [
        Rating(pool=pool, player_id=player, **one._asdict())
        for player, one in sorted(now.items())
        if kept.get(player) != one
    ]
    Rating.objects.bulk_create(
        rows, batch_size=CHUNK, update_conflicts=True, unique_fields=["pool", "player"],
        update_fields=[*fields, "changed_at"],
    )  # fmt: skip


Item = TypeVar("Item")


def _in_chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    rest = iter(items)
    while some := list(islice(rest, CHUNK)):
        yield some
