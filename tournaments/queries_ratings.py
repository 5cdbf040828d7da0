"""Loaders of the ratings, each with a fixed number of queries."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import groupby
from operator import itemgetter, or_
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.fields.json import KT

from tournaments import queries, visibility
from tournaments.models import (
    Club,
    JournalEntry,
    Match,
    Player,
    Rating,
    RatingChange,
    RatingEvent,
    RatingPool,
    Score,
    Seat,
    Series,
)
from tournaments.models.results import ResultState
from tournaments.models.series import MatchState, SeriesState
from tournaments.rules import ratings as rules
from tournaments.rules.series import ABANDONED, Entered, MatchLine

Order = tuple[datetime, int]
"""When an event counts: (closed, series)."""
Merged = dict[int, int]
"""A merged player ↦ whom they count as."""

COUNTING_VERBS = (
    "report_result", "correct_result", "confirm_result", "dispute_result",
    "abandon_match", "resume_match",
)  # fmt: skip
"""What can make a series count, change what it says, or make it count no more. Each one's entry in
the journal has the series in its `after`."""


@dataclass(frozen=True)
class Seen:
    """A finished series at its `version`; `event` is None where it says nothing about strength."""

    series: int
    version: int
    closed_at: datetime
    event: rules.Event | None


# What there is to count -------------------------------------------------------------------------


def with_behind(pools: "QuerySet[RatingPool]") -> "QuerySet[RatingPool]":
    """Pools with `behind`: something that may count has happened since they were computed."""
    return pools.annotate(behind=Exists(_since("")))


def is_behind() -> Exists:
    """The same for rows that belong to a `pool`."""
    return Exists(_since("pool__"))


def _since(pool: str) -> "QuerySet[JournalEntry]":
    return JournalEntry.objects.annotate(game=KT("after__series__game")).filter(
        club=OuterRef(f"{pool}club"),
        position__gt=OuterRef(f"{pool}position"),
        verb__in=COUNTING_VERBS,
        game=OuterRef(f"{pool}game"),
    )


def games_behind(club: Club) -> list[str]:
    """The games of which the club's ratings don't reflect all that has happened. 3 queries."""
    merged = merged_players(club)
    pools = {pool.game: pool for pool in with_behind(RatingPool.objects.filter(club=club))}
    games = {*games_played(club), *pools}
    return sorted(game for game in games if game not in pools or needs_work(pools[game], merged))


def games_played(club: Club) -> list[str]:
    """The games of which the club has a finished series. 1 query."""
    finished = Series.objects.filter(club=club, state=SeriesState.DONE)
    return list(finished.order_by("game").values_list("game", flat=True).distinct())


def needs_work(pool: Any, merged: Merged) -> bool:
    """Of a pool loaded `with_behind`."""
    made_by = (pool.model, pool.version)
    return pool.behind or made_by != (rules.MODEL, rules.VERSION) or as_kept(merged) != pool.merged


def merged_players(club: Club) -> Merged:
    """Whom each merged player of the club counts as, at the end of every chain. 1 query."""
    merged = Player.objects.filter(club=club, merged_into__isnull=False)
    into: dict[int, Any] = dict(merged.values_list("pk", "merged_into"))
    found = {}
    for player in into:
        survivor, chain = into[player], {player}
        while survivor in into and survivor not in chain:
            chain.add(survivor)
            survivor = into[survivor]
        found[player] = survivor
    return found


def as_kept(merged: Merged) -> dict[str, int]:
    """In the form in which a pool keeps it."""
    return {str(player): survivor for player, survivor in sorted(merged.items())}


def touched_series(pool: RatingPool, merged: Merged) -> list[int]:
    """The series that the pool has not seen as they are now. 3 queries."""
    of_pool = Series.objects.filter(club=pool.club_id, game=pool.game)
    seen = RatingEvent.objects.filter(
        pool=pool, series=OuterRef("pk"), seen_version=OuterRef("version")
    )
    changed = of_pool.filter(state=SeriesState.DONE).exclude(Exists(seen)).values_list("pk")
    reopened = pool.rating_events.exclude(series__state=SeriesState.DONE).values_list("series")
    now, before = as_kept(merged), pool.merged
    others = [int(one) for one in now.keys() | before.keys() if now.get(one) != before.get(one)]
    replayed = of_pool.filter(state=SeriesState.DONE, seats__player__in=others).values_list("pk")
    return sorted({pk for (pk,) in [*changed, *reopened, *replayed]})


def all_series(pool: RatingPool) -> list[int]:
    """Whatever the pool has to look at, as it is and as it was. 1 query."""
    of_pool = Series.objects.filter(club=pool.club_id, game=pool.game)
    found = of_pool.filter(Q(state=SeriesState.DONE) | Q(rating_event__isnull=False))
    return list(found.order_by("pk").values_list("pk", flat=True))


def seen_now(
    series: Collection[int], merged: Mapping[int, int]
) -> tuple[dict[int, Seen], list[int]]:
    """The finished ones of these series as they are now, and those to be read again: they changed
    while they were read. 5 queries."""
    seats = _grouped(
        Seat.objects.filter(series__in=series).order_by("series", "position")
        .values_list("series", "player")
    )  # fmt: skip
    rows = list(
        Series.objects.filter(pk__in=series, state=SeriesState.DONE).values_list(
            "pk", "version", "closed_at", "game", "options", "unplayed"
        )
    )
    entered = _entered(series)
    versions = dict(Series.objects.filter(pk__in=series).values_list("pk", "version"))
    found, moving = {}, []
    for pk, version, closed_at, *settings in rows:
        assert closed_at is not None  # a done series says when
        if versions.get(pk) != version:
            moving.append(pk)
            continue
        players = [merged.get(player, player) for (player,) in seats.get(pk, [])]
        event = _event((closed_at, pk), players, settings, entered.get(pk, []))
        found[pk] = Seen(pk, version, closed_at, event)
    return found, moving


def _entered(series: Collection[int]) -> dict[int, list[tuple[dict[str, Any], Entered]]]:
    """Each series' matches in order: set-up and what counts. 2 queries."""
    scores = _grouped(
        Score.objects.filter(result__match__series__in=series, result__state=ResultState.CONFIRMED)
        .order_by("result__match", "seat__position")
        .values_list("result__match", "score", "credit", "place")
    )
    matches = Match.objects.filter(series__in=series).order_by("series", "number")
    found: dict[int, list[tuple[dict[str, Any], Entered]]] = {}
    for owner, pk, setup, state in matches.values_list("series", "pk", "setup", "state"):
        entered: Entered = _line(scores[pk]) if pk in scores else None
        if state == MatchState.ABANDONED:
            entered = ABANDONED
        found.setdefault(owner, []).append((setup, entered))
    return found


def _line(rows: list[tuple[Any, ...]]) -> MatchLine:
    scores, credits, places = zip(*rows, strict=True)
    return MatchLine(scores, credits, tuple(_exact(place) for place in places))


@lru_cache(maxsize=64)
def _exact(place: Any) -> Fraction:
    """Of the few places that there are."""
    return Fraction(place)


def _grouped(rows: Any) -> dict[int, list[tuple[Any, ...]]]:
    """Rows sorted by their first column: that ↦ the rest of each."""
    return {
        key: [tuple(row[1:]) for row in found] for key, found in groupby(rows, key=itemgetter(0))
    }


def _event(
    order: Order, players: list[int], settings: list[Any],
    matches: list[tuple[dict[str, Any], Entered]],
) -> rules.Event | None:  # fmt: skip
    """What counts in standings counts here too (`SeriesOutcome.rateable`)."""
    game, options, unplayed = settings
    outcome = queries.outcome(game, options, unplayed, len(players), matches)
    if not outcome.rateable:
        return None
    sides = tuple(tuple(sorted(players[seat] for seat in side.seats)) for side in outcome.sides)
    event = rules.Event(*order, sides, tuple(float(side.place) for side in outcome.sides))
    return event if event.rateable else None


# What was counted --------------------------------------------------------------------------------


def events_of(pool: RatingPool, series: Collection[int]) -> dict[int, rules.Event]:
    """The events of these series as they were counted. 1 query."""
    found = _events(RatingChange.objects.filter(pool=pool, event__series__in=series))
    return {event.series: event for event in found}


def count_from(pool: RatingPool, first: Order) -> int:
    """How many events were counted from `first` on. 1 query."""
    closed_at, series = first
    later = Q(closed_at__gt=closed_at) | Q(closed_at=closed_at, series__gte=series)
    return pool.rating_events.filter(later, counts=True).count()


def events_from(pool: RatingPool, first: Order) -> list[rules.Event]:
    """All that was counted from `first` on, in order. 1 query."""
    return list(_events(RatingChange.objects.filter(_at_or_after(first), pool=pool)))


CHANGE_FIELDS = (
    "number", "side", "place", "mu_before", "sigma_before", "mu_after", "sigma_after",
)  # fmt: skip


def changes_stored(
    pool: RatingPool, series: Collection[int]
) -> dict[tuple[int, int], tuple[Any, ...]]:
    """(series, player) ↦ id and the values of `CHANGE_FIELDS`. 1 query."""
    rows = RatingChange.objects.filter(pool=pool, event__series__in=series)
    found = rows.values_list("event__series", "player", "pk", *CHANGE_FIELDS)
    return {(pk, player): tuple(values) for pk, player, *values in found}


def event_ids(pool: RatingPool, series: Collection[int]) -> dict[int, int]:
    """Series ↦ its event in the pool. 1 query."""
    events = RatingEvent.objects.filter(pool=pool, series__in=series)
    return dict(events.values_list("series", "pk"))


def ratings_before(pool: RatingPool, first: Order) -> dict[int, rules.Rating]:
    """Each player's rating before the events from `first` on. 1 query."""
    rows = (
        RatingChange.objects.filter(~_at_or_after(first), pool=pool)
        .order_by("player_id", "-number")
        .distinct("player_id")
        .values_list("player", "mu_after", "sigma_after", "number")
    )
    return {player: rules.Rating(mu, sigma, number) for player, mu, sigma, number in rows}


def _at_or_after(first: Order) -> Q:
    closed_at, series = first
    return Q(event__closed_at__gt=closed_at) | Q(
        event__closed_at=closed_at, event__series__gte=series
    )


def _events(changes: "QuerySet[RatingChange]") -> Iterator[rules.Event]:
    rows = changes.order_by("event__closed_at", "event__series", "side", "player").values_list(
        "event__closed_at", "event__series", "side", "player", "place"
    )
    for (closed_at, series), of_event in groupby(rows, key=itemgetter(0, 1)):
        sides = [list(side) for _, side in groupby(of_event, key=itemgetter(2))]
        players = tuple(tuple(player for *_, player, _ in side) for side in sides)
        places = tuple(float(side[0][4]) for side in sides)
        yield rules.Event(closed_at, series, players, places)


# Who asks ----------------------------------------------------------------------------------------


PATHS = {"club": "pk", "pool": "rating_pools", "player": "players", "series": "series"}


def clubs_named(ids: Mapping[str, int]) -> list[Club]:
    """The clubs of these things (see `PATHS`). 1 query, or none."""
    named = [Q(**{PATHS[noun]: pk}) for noun, pk in ids.items()]
    return list(Club.objects.filter(reduce(or_, named)).distinct()) if named else []


# What pages show ---------------------------------------------------------------------------------


def pools_of(club: Club) -> list[RatingPool]:
    """The club's pools in which somebody is rated, by game, with `behind`. 1 query."""
    rated = Exists(Rating.objects.filter(pool=OuterRef("pk")))
    return list(with_behind(RatingPool.objects.filter(rated, club=club)).order_by("game"))


def ranking(pool: RatingPool, reader: Any) -> list[Rating]:
    """The pool's ratings of players whom the reader may read, with them. 1 query."""
    return list(
        Rating.objects.filter(visibility.ratings(reader), pool=pool).select_related("player")
    )


def newest_changes(pool: RatingPool, players: Collection[int]) -> dict[int, RatingChange]:
    """Player ↦ the last change, with its event. 1 query."""
    rows = RatingChange.objects.filter(pool=pool, player__in=players).select_related("event")
    found = rows.order_by("player_id", "-number").distinct("player_id")
    return {change.player_id: change for change in found}


def ratings_of(player: Player) -> list[Rating]:
    """A player's ratings by game, with their pools and `behind`. 1 query."""
    rows = Rating.objects.filter(player=player).select_related("pool").annotate(behind=is_behind())
    return list(rows.order_by("pool__game"))


def newest_history(rows: Collection[Rating], reader: Any, most: int) -> list[RatingChange]:
    """By pool, newest first: the last `most` changes of each rating, with their series, as far as
    the reader may read those. 1 query, or none."""
    if not rows:
        return []
    newest = reduce(
        or_,
        (Q(pool=row.pool_id, player=row.player_id, number__gt=row.events - most) for row in rows),
    )
    return list(
        RatingChange.objects.filter(newest, visibility.rating_changes(reader))
        .select_related("event__series__round__stage__tournament")
        .order_by("pool", "-number")
    )
