"""Rounds: drawn, published, closed."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from engines import registry
from tournaments import queries
from tournaments.errors import Conflict, refusing_broken_rules
from tournaments.models import (
    JournalEntry,
    Match,
    Player,
    Round,
    Seat,
    Series,
    Stage,
    Tournament,
    User,
)
from tournaments.models.series import MatchState, SeriesState
from tournaments.models.tournaments import RoundState, TournamentState
from tournaments.permissions import check
from tournaments.rules.seating import Draw, draw
from tournaments.services import entries, jobs, journal, standings, texts, versions
from tournaments.services import tournaments as tournament_services
from tournaments.services.matches import Version, plan_matches, told


@transaction.atomic
def draw_round(
    actor: User, stage: Stage, *, seed: int | None = None, expected: int | None = None
) -> Round:
    """Seats everyone who is checked in at the tables of the next round. Not yet published.

    `seed`: the draw's, chosen and stored if not given; `expected`: the tournament's version.
    A draw that is not yet published is replaced.
    """
    check(actor, "draw", stage)
    seed = tournament_services.new_seed() if seed is None else tournament_services.check_seed(seed)
    tournament = tournament_services.lock(stage.tournament, expected)
    tournament_services.refuse_finished(tournament)
    stage = tournament.stages.get(pk=stage.pk)  # as it is now, under the lock
    before = _discard(stage)
    open_round = stage.rounds.exclude(state=RoundState.CLOSED).first()
    if open_round:
        raise Conflict("round_is_open", f"Close round {open_round.number} first.")
    game = registry.game(tournament.game)
    with refusing_broken_rules():
        drawn = draw(
            list(tournament.entries.playing().values_list("player_id", flat=True)),
            queries.past_tables(stage),
            size=stage.table_size,
            minimum=game.min_seats,
            seed=seed,
        )
    round_, shipped = _store(tournament, stage, drawn, seed)
    versions.save(tournament)
    _write("draw_round", round_, tournament, actor, before, round_payload(round_, shipped))
    return round_


@transaction.atomic
def discard_draw(actor: User, round_: Round, *, expected: int | None = None) -> None:
    """Takes back a draw that nobody has seen yet."""
    tournament, round_ = _lock(actor, round_, expected)
    if round_.state != RoundState.DRAWN:
        raise Conflict("already_published", "This round is published: its tables stand.")
    before = round_payload(round_)
    _write("discard_draw", round_, tournament, actor, before, None)
    _discard(round_.stage)


@transaction.atomic
def publish_round(actor: User, round_: Round, *, expected: int | None = None) -> Round:
    """Shows the tables to everyone. Refused if somebody at a table has dropped meanwhile."""
    tournament, round_ = _lock(actor, round_, expected)
    if round_.state != RoundState.DRAWN:
        raise Conflict("already_published", f"Round {round_.number} is published already.")
    if tournament.state == TournamentState.DRAFT:
        raise Conflict("tournament_is_draft", "Open the tournament first: it is a draft.")
    _refuse_other_people(tournament, round_)
    before = journal.payload(round_)
    round_.state, round_.published_at = RoundState.PUBLISHED, timezone.now()
    versions.save(round_)
    versions.save(tournament)
    jobs.request_standings(tournament)
    _write("publish_round", round_, tournament, actor, before, journal.payload(round_))
    return round_


@transaction.atomic
def unpublish_round(actor: User, round_: Round, *, expected: int | None = None) -> Round:
    """Takes a publication back: the tables are hidden again, to be discarded or drawn anew.

    `Conflict` once a match of the round has a result or has been abandoned. Who entered or
    dropped out since the publication now does so from this round on.
    """
    tournament, round_ = _lock(actor, round_, expected)
    if round_.state != RoundState.PUBLISHED:
        raise Conflict("not_open", f"Round {round_.number} is {round_.state}.")
    _refuse_played_tables(round_)
    before = journal.payload(round_)
    round_.state, round_.published_at = RoundState.DRAWN, None
    versions.save(round_)
    round_.snapshots.all().delete()  # only the running one: a closed round is not published
    versions.save(tournament)
    moved = entries.move_back(tournament, round_.number)
    jobs.request_standings(tournament)
    after = journal.payload(round_, entries=[journal.payload(entry) for entry in moved])
    published = journal.newest("publish_round", round_, club=tournament.club)
    _write("unpublish_round", round_, tournament, actor, before, after, undoes=published)
    return round_


@transaction.atomic
def close_round(actor: User, round_: Round, *, expected: int | None = None) -> Round:
    """Ends a round whose tables are all finished, and keeps its standing (snapshot revision 1)."""
    tournament, round_ = _lock(actor, round_, expected)
    if round_.state != RoundState.PUBLISHED:
        raise Conflict("not_open", f"Round {round_.number} is {round_.state}.")
    _refuse_open_tables(round_)
    before = journal.payload(round_)
    round_.state, round_.closed_at = RoundState.CLOSED, timezone.now()
    versions.save(round_)
    versions.save(tournament)
    entry = _write("close_round", round_, tournament, actor, before, journal.payload(round_))
    standings.keep(round_, entry.position)
    return round_


def round_payload(round_: Round, made: Sequence[Version] = ()) -> dict[str, Any]:
    """A round with its tables: series, seats and matches, by ids. `made`: shipped boards or tile
    sets that no journal tells of yet."""
    tables = [
        journal.payload(
            series,
            seats=[journal.payload(seat) for seat in series.seats.all()],
            matches=[journal.payload(match) for match in series.matches.all()],
        )
        for series in round_.series.prefetch_related("seats", "matches").order_by("table_no")
    ]
    return journal.payload(round_, tables=tables, **told(made))


def _lock(actor: User, round_: Round, expected: int | None) -> tuple[Tournament, Round]:
    check(actor, "draw", round_)
    tournament = tournament_services.lock(round_.stage.tournament)
    tournament_services.refuse_finished(tournament)
    return tournament, versions.lock(Round.objects.select_related("stage"), round_.pk, expected)


def _refuse_played_tables(round_: Round) -> None:
    """A table is touched once a match has a result or is not as it was planned."""
    touched = Q(matches__results__isnull=False) | ~Q(matches__state=MatchState.PLANNED)
    tables = list(
        round_.series.filter(touched).distinct().order_by("table_no")
        .values_list("table_no", flat=True)
    )  # fmt: skip
    if tables:
        raise Conflict(
            "round_has_results",
            f"There are results or abandoned matches at {texts.name_tables(tables)}: "
            f"round {round_.number} stays published.",
            tables=tables,
        )


def _refuse_open_tables(round_: Round) -> None:
    """Says which tables wait, and what for: an abandoned match may have to be played again."""
    waiting = list(round_.series.exclude(state=SeriesState.DONE).order_by("table_no"))
    if not waiting:
        return
    abandoned = Match.objects.filter(
        series__round=round_, series__unplayed="replay", state=MatchState.ABANDONED
    ).values_list("series_id", flat=True)
    replays = [series.table_no for series in waiting if series.pk in set(abandoned)]
    tables = [series.table_no for series in waiting]
    sentences = []
    if replays:
        sentences.append(
            f"Abandoned, and to be played again before the round can be closed: "
            f"{texts.name_tables(replays)}. Take up the abandoned matches again."
        )
    if others := [table for table in tables if table not in replays]:
        sentences.append(
            f"Not finished or not confirmed: {texts.name_tables(others)}. Enter the results, or "
            "abandon the matches that will not be played."
        )
    raise Conflict("tables_not_finished", " ".join(sentences), tables=tables, replays=replays)


def _discard(stage: Stage) -> dict[str, Any] | None:
    """Deletes the stage's unpublished draw, if there is one; returns what it was."""
    drawn = stage.rounds.filter(state=RoundState.DRAWN).first()
    if drawn is None:
        return None
    payload = round_payload(drawn)
    Seat.objects.filter(round=drawn).delete()
    Match.objects.filter(series__round=drawn).delete()
    Series.objects.filter(round=drawn).delete()
    drawn.delete()
    return payload


def _refuse_other_people(tournament: Tournament, round_: Round) -> None:
    """The draw must seat exactly those who are checked in now."""
    seated = set(round_.seats.values_list("player_id", flat=True))
    playing = set(tournament.entries.playing().values_list("player_id", flat=True))
    changed = Player.objects.filter(pk__in=seated ^ playing).order_by("id")
    if changed:
        names = ", ".join(player.name for player in changed)
        raise Conflict(
            "draw_is_outdated",
            f"Since the draw somebody has come or gone ({names}). Draw again.",
            players=[player.pk for player in changed],
        )


def _store(
    tournament: Tournament, stage: Stage, drawn: Draw, seed: int
) -> tuple[Round, list[Version]]:
    """The round with its tables, and what `plan_matches` returns."""
    round_ = Round.objects.create(
        stage=stage,
        number=stage.rounds.count() + 1,
        seed=seed,
        report=drawn.report,
        drawn_at=timezone.now(),
    )
    series = Series.objects.bulk_create(
        Series(
            club=tournament.club,
            round=round_,
            table_no=number,
            game=tournament.game,
            options=tournament.options,
            unplayed=tournament.unplayed,
        )
        for number, _ in enumerate(drawn.tables, start=1)
    )
    Seat.objects.bulk_create(
        Seat(series=one, round=round_, player_id=player, position=position)
        for one, players in zip(series, drawn.tables, strict=True)
        for position, player in enumerate(players)
    )
    return round_, plan_matches(series, stage.matches)


def _write(
    verb: str, round_: Round, tournament: Tournament, actor: User,
    before: dict[str, Any] | None, after: dict[str, Any] | None,
    undoes: JournalEntry | None = None,
) -> JournalEntry:  # fmt: skip
    return journal.write(
        verb, round_, club=tournament.club, actor=actor, tournament=tournament,
        before=before, after=after, undoes=undoes,
    )  # fmt: skip
