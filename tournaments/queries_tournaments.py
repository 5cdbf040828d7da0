"""Loaders of the pages of a night: a fixed number of queries, whatever the number of rows."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Case, Count, IntegerField, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from engines import registry
from engines.base import MatchScore
from tournaments import queries, visibility
from tournaments.models import (
    Club,
    Entry,
    JournalEntry,
    Match,
    Player,
    Result,
    Round,
    Score,
    Seat,
    Series,
    Tournament,
    User,
)
from tournaments.models.results import ResultState
from tournaments.models.series import MatchState, SeriesState
from tournaments.models.tournaments import EntryState, RoundState
from tournaments.queries_people import fold, sorted_players

ENTRY_ORDER: dict[str, int] = {EntryState.REGISTERED: 0, EntryState.CHECKED_IN: 1}
"""Which entries come first; the others come last."""


def tournaments_of(club: Club, user: User) -> "QuerySet[Tournament]":
    """The club's tournaments that `user` may read, newest first, with `entry_count` and
    `round_count` (published rounds). 1 query."""
    entries = _count(Entry.objects.filter(tournament=OuterRef("pk")), "tournament")
    rounds = _count(
        Round.objects.filter(stage__tournament=OuterRef("pk")).exclude(state=RoundState.DRAWN),
        "stage__tournament",
    )
    return (
        club.tournaments.filter(visibility.tournaments(user))
        .annotate(entry_count=Coalesce(entries, 0), round_count=Coalesce(rounds, 0))
        .order_by("-starts_on", "-id")
    )


def rounds_of(tournament: Tournament, *, drafts: bool) -> list[Round]:
    """The rounds in order, each with `table_count` and `done_count`; with the unpublished draw if
    the reader may see `drafts`. 1 query."""
    rounds = Round.objects.filter(stage__tournament=tournament).annotate(
        table_count=Count("series"),
        done_count=Count("series", filter=Q(series__state=SeriesState.DONE)),
    )
    return list(queries.visible_rounds(rounds, drafts).order_by("number"))


def entry_counts(tournament: Tournament) -> dict[str, int]:
    """State ↦ how many entries are in it, every state named. 1 query."""
    rows = tournament.entries.order_by().values_list("state").annotate(Count("id"))
    return dict.fromkeys(EntryState.values, 0) | dict(rows)


def seat_at(round_: Round, user: User) -> Seat | None:
    """The user's own seat in a round, with its series. 1 query; none for the anonymous."""
    if not user.is_authenticated:
        return None
    return round_.seats.filter(player__user=user).select_related("series").first()


def entries_of(tournament: Tournament) -> list[Entry]:
    """The entries with their players and who replaced them: those not yet checked in first, then
    those who play, then those who left; by name. 1 query."""
    entries = tournament.entries.select_related("player", "replaced_by__player")
    return sorted(
        entries, key=lambda entry: (ENTRY_ORDER.get(entry.state, 2), *_sound(entry.player))
    )


def candidates(tournament: Tournament, search: str = "") -> list[int]:
    """Ids of the club's players who are not in the tournament, by name; `search` as in
    `queries_people.sorted_players`. 1 query."""
    players = tournament.club.players.active().exclude(entries__tournament=tournament)
    return sorted_players(players, search)


def not_entered(tournament: Tournament, ids: Iterable[int]) -> set[int]:
    """Those of these ids who are the club's players and not in the tournament. 1 query."""
    players = Player.objects.active().filter(club=tournament.club_id, pk__in=set(ids))
    return set(players.exclude(entries__tournament=tournament).values_list("pk", flat=True))


def players_of_last_tournament(tournament: Tournament) -> set[int]:
    """The players of the club's tournament before this one. 1 query."""
    before = (
        tournament.club.tournaments.filter(id__lt=tournament.pk, entries__isnull=False)
        .order_by("-id")
        .values("id")[:1]
    )
    return set(Entry.objects.filter(tournament__in=before).values_list("player_id", flat=True))


def players_by_id(ids: Iterable[int]) -> dict[int, Player]:
    """The players of these ids. 1 query."""
    return Player.objects.in_bulk(set(ids))


def players_by_name(club: Club) -> list[Player]:
    """The club's players in the order in which people look for a name. 1 query."""
    return by_name(club.players.active())


def by_name(players: Iterable[Player]) -> list[Player]:
    """Players in the order in which people look for a name."""
    return sorted(players, key=_sound)


def casual_series(club: Club) -> "QuerySet[Series]":
    """The club's series outside tournaments, newest first, `queries.with_scores`. 6 queries."""
    return queries.with_scores(club.series.filter(round=None)).order_by("-id")


def tables_of(round_: Round) -> list[Series]:
    """The tables of a round in order, `queries.with_scores`. 6 queries."""
    return list(queries.with_scores(round_.series.all()).order_by("table_no"))


def changed_since_draw(round_: Round) -> list[Player]:
    """Who has come or gone since the draw: seated but not checked in, or the other way round; by
    name. 1 query."""
    seated = Q(pk__in=round_.seats.values("player"))
    entries = Entry.objects.playing().filter(tournament__stages__rounds=round_)
    changed = Player.objects.filter(seated ^ Q(pk__in=entries.values("player")))
    return sorted(changed, key=_sound)


def gone_from(round_: Round) -> dict[int, str]:
    """Player ↦ the entry's state, of those seated in the round who are not checked in. 1 query."""
    entries = Entry.objects.filter(
        tournament__stages__rounds=round_, player__seats__round=round_
    ).exclude(state=EntryState.CHECKED_IN)
    return dict(entries.values_list("player_id", "state"))


def open_seat(entry: Entry) -> Seat | None:
    """Where an entry's player sits in the round being played, while that table is not finished.
    1 query."""
    open_seats = Seat.objects.filter(
        player=entry.player_id,
        round__stage__tournament=entry.tournament_id,
        round__state=RoundState.PUBLISHED,
    ).exclude(series__state=SeriesState.DONE)
    return open_seats.select_related("series", "round").first()


def has_results(round_: Round) -> bool:
    """Whether anything was entered or abandoned at the round's tables. 1 query."""
    touched = Q(results__isnull=False) | ~Q(state=MatchState.PLANNED)
    return Match.objects.filter(touched, series__round=round_).exists()


def round_after(series: Series) -> Round | None:
    """The round that is drawn on this table's round, published or not. 1 query."""
    if series.round is None:
        return None
    later = Round.objects.filter(stage=series.round.stage_id, number__gt=series.round.number)
    return later.order_by("number").first()


def next_table(series: Series) -> Series | None:
    """The next table of the round that is not finished, after this one and around. 1 query."""
    if series.round is None:
        return None
    later = Case(When(table_no__gt=series.table_no, then=0), default=1, output_field=IntegerField())
    waiting = series.round.series.exclude(state=SeriesState.DONE).exclude(pk=series.pk)
    return waiting.order_by(later, "table_no").first()


def is_open(series: Series) -> bool:
    """Whether results of this table can be entered or corrected now (as `services.results`): its
    round is published, no later one is drawn on its standing, and the tournament goes on. 1 query.
    """
    round_ = series.round
    if round_ is None:
        return True
    if round_.state == RoundState.DRAWN or round_.stage.tournament.state == "finished":
        return False
    later = Round.objects.filter(stage=round_.stage, number__gt=round_.number)
    return round_.state != RoundState.CLOSED or not later.exists()


def revisions(series: Series) -> list[Result]:
    """Every revision of a series' results, by match, the newest first, with who and scores in
    seat order (`ordered`). 2 queries."""
    found = list(
        Result.objects.filter(match__series=series)
        .select_related("match", "reported_by", "confirmed_by")
        .order_by("match__number", "-revision")
    )
    scores: dict[int, list[Score]] = {result.pk: [] for result in found}
    for score in Score.objects.filter(result__match__series=series).order_by("seat__position"):
        scores[score.result_id].append(score)
    for result in found:
        result.ordered = scores[result.pk]  # type: ignore[attr-defined]
    return found


def abandonings(series: Series) -> dict[int, JournalEntry]:
    """Match ↦ the entry that abandoned it last, with its actor and reason. 1 query."""
    rows = JournalEntry.objects.filter(
        club=series.club_id, noun="match", verb="abandon_match",
        noun_id__in=[match.pk for match in series.matches.all()],
    )  # fmt: skip
    return {entry.noun_id: entry for entry in rows.select_related("actor").order_by("position")}


def tables_by_series(ids: Iterable[int]) -> dict[int, Series]:
    """The series of these ids with their rounds. 1 query."""
    return Series.objects.select_related("round").in_bulk(set(ids))


@dataclass(frozen=True)
class SeatSheet:
    """A seat's row on a table's page: one score a match (None: none in force) and the totals."""

    seat: Seat
    scores: tuple[Score | None, ...]
    total: Fraction
    place: str
    credit: int


def seat_sheets(series: Series) -> list[SeatSheet]:
    """The rows of a table loaded `with_scores`. Totals and places count what is confirmed; in
    pairs a row's place is the pair's (G8.2)."""
    outcome = queries.outcome_of(series)
    in_force = [queries.result_in_force(match) for match in series.matches.all()]
    scores = [scores_by_seat(result) for result in in_force]
    shown = {
        seat: place if outcome.played else ""
        for side, place in zip(
            outcome.sides, places_in_words(side.place for side in outcome.sides), strict=True
        )
        for seat in side.seats
    }
    return [
        SeatSheet(
            seat,
            tuple(of_match.get(seat.pk) for of_match in scores),
            outcome.totals[seat.position],
            shown[seat.position],
            outcome.credits[seat.position],
        )
        for seat in series.seats.all()
    ]


def scores_by_seat(result: Result | None) -> dict[int, Score]:
    """Seat ↦ its score in a result loaded `with_scores`."""
    return {score.seat_id: score for score in result.scores.all()} if result else {}


def places_in_words(places: Iterable[Fraction]) -> list[str]:
    """Mean places as people say them: 1, 5/2, 5/2, 4 → `1`, `2–3`, `2–3`, `4`."""
    every = list(places)
    words = []
    for place in every:
        first = sum(other < place for other in every) + 1
        last = first + every.count(place) - 1
        words.append(str(first) if first == last else f"{first}–{last}")
    return words


def start_seats(series: Series) -> list[int | None]:
    """Who starts each match of a series loaded `with_scores`; None while that is not known."""
    game = registry.game(series.game)
    matches = list(series.matches.all())
    previous = [match_score(queries.result_in_force(match)) for match in matches]
    return [
        game.start_seat(
            number,
            first=series.start_seat,
            seats=len(series.seats.all()),
            options=series.options,
            previous=previous[:number],
        )
        for number in range(len(matches))
    ]


def match_score(result: Result | None) -> MatchScore | None:
    """A stored result as the engine gave it; the winners are those with a credit."""
    if result is None or result.state == ResultState.DISPUTED:
        return None
    scores = sorted(result.scores.all(), key=lambda score: score.seat.position)
    return MatchScore(
        scores=tuple(score.score for score in scores),
        winners=tuple(score.seat.position for score in scores if score.credit),
        credits=tuple(score.credit for score in scores),
        end=result.end or None,
        details=tuple(score.detail for score in scores),
    )


def state_of(match: Match) -> str:
    """A match's state for people: that of its result while it has one, else its own."""
    result = queries.result_in_force(match)
    if match.state == MatchState.ABANDONED or result is None:
        return str(match.state)
    return "done" if result.state == ResultState.CONFIRMED else str(result.state)


def _count(rows: "QuerySet", group: str) -> Subquery:  # type: ignore[type-arg]
    counted = rows.order_by().values(group).annotate(number=Count("pk")).values("number")
    return Subquery(counted, output_field=IntegerField())


def _sound(player: Player) -> tuple[str, int]:
    return fold(player.reading or player.name), player.pk
