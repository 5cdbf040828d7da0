"""Results of matches: reported, confirmed, disputed, corrected; and matches abandoned."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils import timezone

from engines import registry
from engines.base import MatchScore
from tournaments import queries
from tournaments.errors import Conflict, NotThere, Refused, Stale, refusing_broken_rules
from tournaments.models import JournalEntry, Match, Result, Round, Score, Seat, Series, User
from tournaments.models.results import ResultSource, ResultState
from tournaments.models.series import MatchState, SeriesState
from tournaments.models.tournaments import RoundState, TournamentState
from tournaments.permissions import can, check
from tournaments.rules.places import places_of_sides
from tournaments.services import jobs, journal, standings, texts, versions
from tournaments.services import tournaments as tournament_services

LONGEST_REASON = 300


@transaction.atomic
def report_result(
    actor: User, match: Match, sheet: Mapping[str, Any], *, confirm: bool = True,
    expected: int | None = None, source: str = ResultSource.SHEET,
) -> Result:  # fmt: skip
    """Enters a match's first result from a score sheet (the form that `engines` reads).

    It is confirmed at once if `confirm` and the actor may confirm; else somebody else confirms it.
    `expected`: the series' version. Refused if a result is there already: that is `correct_result`.
    """
    check(actor, "report_result", match)
    match = _lock(match, expected)
    existing = _in_force(match)
    if existing:
        raise _reported_before(existing)
    if match.state == MatchState.ABANDONED:
        raise Conflict("match_abandoned", "This match was abandoned. Take it up again first.")
    result = _insert(actor, match, sheet, preview(match, sheet), revision=_next_revision(match),
                     source=source,
                     confirm=confirm and can(actor, "confirm_result", match))  # fmt: skip
    _settle(match, MatchState.DONE)
    _finish("report_result", result, match, actor, before=None)
    return result


@transaction.atomic
def correct_result(
    actor: User, match: Match, sheet: Mapping[str, Any], *, revision: int, reason: str = "",
    expected: int | None = None,
) -> Result:  # fmt: skip
    """Follows revision `revision` of a match by a new one, confirmed at once.

    Refused if that is no longer the one in force, if the sheet says the same, or if the next round
    has been drawn.
    """
    check(actor, "correct_result", match)
    reason = texts.clean_line(reason, field="reason", longest=LONGEST_REASON, required=False)
    match = _lock(match, expected)
    existing = _in_force(match)
    if existing is None:
        raise Conflict("nothing_to_correct", "This match has no result yet.")
    if existing.revision != revision:
        raise Stale(
            "stale_revision",
            f"Revision {existing.revision} is in force by now. Look at it first.",
            expected=revision, revision=existing.revision,
        )  # fmt: skip
    scored = preview(match, sheet)
    if _says_the_same(existing, sheet, scored):
        raise _nothing_to_correct(existing)
    before = result_payload(existing)
    existing.state = ResultState.SUPERSEDED
    existing.save(update_fields=["state", "changed_at"])
    result = _insert(actor, match, sheet, scored, revision=_next_revision(match), confirm=True,
                     reason=reason)  # fmt: skip
    _settle(match, MatchState.DONE)
    _finish("correct_result", result, match, actor, before=before)
    return result


@transaction.atomic
def confirm_result(actor: User, result: Result, *, expected: int | None = None) -> Result:
    """Makes a reported (or disputed) result count."""
    check(actor, "confirm_result", result)
    match, result = _lock_result(result, expected)
    if result.state not in {ResultState.REPORTED, ResultState.DISPUTED}:
        raise Conflict("wrong_state", f"This result is {result.state}.")
    before = result_payload(result)
    result.state = ResultState.CONFIRMED
    result.confirmed_by, result.confirmed_at = actor, timezone.now()
    result.save()
    _settle(match, MatchState.DONE)
    _finish("confirm_result", result, match, actor, before=before)
    return result


@transaction.atomic
def dispute_result(
    actor: User, result: Result, *, reason: str, expected: int | None = None
) -> Result:
    """Says that a result is wrong; it does not count until it is confirmed or corrected."""
    check(actor, "dispute_result", result)
    reason = texts.clean_line(reason, field="reason", longest=LONGEST_REASON)
    match, result = _lock_result(result, expected)
    _refuse_after_closing(match.series.round)
    if result.state not in {ResultState.REPORTED, ResultState.CONFIRMED}:
        raise Conflict("wrong_state", f"This result is {result.state}.")
    before = result_payload(result)
    result.state, result.reason = ResultState.DISPUTED, reason
    result.save()
    _settle(match, MatchState.DONE)
    _finish("dispute_result", result, match, actor, before=before)
    return result


@transaction.atomic
def abandon_match(
    actor: User, match: Match, *, reason: str = "", expected: int | None = None
) -> Match:
    """Says that a match will not be played; what it counts then says the `unplayed` policy."""
    check(actor, "abandon_match", match)
    reason = texts.clean_line(reason, field="reason", longest=LONGEST_REASON, required=False)
    match = _lock(match, expected)
    if match.state == MatchState.ABANDONED:
        raise Conflict("match_abandoned", "This match is abandoned already.")
    if _in_force(match):
        raise Conflict("has_result", "This match has a result. Correct it instead.")
    return _move_match("abandon_match", match, actor, MatchState.ABANDONED, reason)


@transaction.atomic
def abandon_rest(
    actor: User, series: Series, *, reason: str = "", expected: int | None = None
) -> list[Match]:
    """Abandons every match of a series that has no result and is not abandoned; each has its entry
    in the journal. Refused if none is left."""
    check(actor, "abandon_match", series)
    reason = texts.clean_line(reason, field="reason", longest=LONGEST_REASON, required=False)
    matches = list(series.matches.order_by("number"))
    if not matches:
        raise NotThere("not_found", "There is no such series.", noun="series", id=series.pk)
    _lock(matches[0], expected)
    left = series.matches.exclude(state=MatchState.ABANDONED).exclude(
        pk__in=Result.objects.exclude(state=ResultState.SUPERSEDED).values("match")
    )
    abandoned = [
        _move_match("abandon_match", match, actor, MatchState.ABANDONED, reason)
        for match in left.select_related(
            "series__club", "series__round__stage__tournament"
        ).order_by("number")
    ]
    if not abandoned:
        raise Conflict("wrong_state", "No match of this table is left to be played.")
    return abandoned


@transaction.atomic
def resume_match(actor: User, match: Match, *, expected: int | None = None) -> Match:
    """Takes an abandoned match up again."""
    check(actor, "abandon_match", match)
    match = _lock(match, expected)
    _refuse_after_closing(match.series.round)
    if match.state != MatchState.ABANDONED:
        raise Conflict("not_abandoned", "This match is not abandoned.")
    return _move_match("resume_match", match, actor, MatchState.PLANNED, "")


def check_open(series: Series) -> None:
    """Refuses what every action on a series' results refuses now: a draw that is not published, a
    finished tournament, a later round drawn on this one."""
    if series.round_id:
        round_ = _round(series.round_id)
        _refuse_closed(round_, round_.stage.tournament.state)


def preview(match: Match, sheet: Mapping[str, Any]) -> MatchScore:
    """What a sheet would count, without entering it; refuses what `report_result` refuses."""
    with refusing_broken_rules():
        return registry.game(match.series.game).score_match(
            sheet,
            setup=match.setup,
            options=match.series.options,
            seats=match.series.seats.count(),
        )


def result_payload(result: Result) -> dict[str, Any]:
    return journal.payload(
        result, scores=[journal.payload(score) for score in result.scores.order_by("seat_id")]
    )


def _lock(match: Match, expected: int | None) -> Match:
    """Locks tournament, then series; refuses a table that is not open for results."""
    series = match.series
    if series.round_id:
        tournament = tournament_services.lock(_round(series.round_id).stage.tournament)
        _refuse_closed(_round(series.round_id), tournament.state)
    versions.lock(Series.objects.all(), series.pk, expected)
    fresh = (
        Match.objects.select_related("series__club", "series__round__stage__tournament")
        .filter(pk=match.pk)
        .first()
    )
    if fresh is None:
        raise NotThere("not_found", "There is no such match.", noun="match", id=match.pk)
    return fresh


def _round(pk: int) -> Round:
    """A series' round as it is now."""
    round_ = Round.objects.select_related("stage__tournament").filter(pk=pk).first()
    if round_ is None:
        raise NotThere("not_found", "This draw was taken back.", noun="round", id=pk)
    return round_


def _refuse_after_closing(round_: Round | None) -> None:
    """A closed round's tables are all finished, and stay so: what is wrong there is corrected."""
    if round_ and round_.state == RoundState.CLOSED:
        raise Conflict(
            "round_closed",
            f"Round {round_.number} is closed, and its tables stay finished. "
            "A scorer can correct a result until the next round is drawn.",
        )


def _refuse_closed(round_: Round, tournament_state: str) -> None:
    if round_.state == RoundState.DRAWN:
        raise Conflict("round_not_published", f"Round {round_.number} is not published yet.")
    if tournament_state == TournamentState.FINISHED:
        raise Conflict("tournament_finished", "The tournament is finished. Reopen it first.")
    later = Round.objects.filter(stage=round_.stage, number__gt=round_.number)
    if round_.state == RoundState.CLOSED and later.exists():
        raise Conflict(
            "next_round_drawn",
            f"Round {round_.number + 1} has been drawn on this standing: results of round "
            f"{round_.number} stand.",
        )


def _lock_result(result: Result, expected: int | None) -> tuple[Match, Result]:
    match = _lock(result.match, expected)
    return match, Result.objects.select_for_update().get(pk=result.pk)


def _in_force(match: Match) -> Result | None:
    return match.results.exclude(state=ResultState.SUPERSEDED).first()


def _reported_before(result: Result) -> Conflict:
    scores = list(result.scores.order_by("seat__position").values_list("score", flat=True))
    return Conflict(
        "already_reported",
        f"{result.reported_by} entered this match already: {', '.join(map(str, scores))}. "
        "If that is wrong, correct it.",
        result=result.pk,
        revision=result.revision,
        state=result.state,
        scores=scores,
    )


def _says_the_same(existing: Result, sheet: Mapping[str, Any], scored: MatchScore) -> bool:
    """Whether a sheet counts what the result in force counts, card by card.

    Numbers are compared as they were scored; two hands of equal worth are still two hands.
    """
    kept = existing.scores.order_by("seat__position").values_list("score", "credit", "detail")
    now = zip(scored.scores, scored.credits, scored.details, strict=True)
    return (
        list(kept) == list(now)
        and existing.end == (scored.end or "")
        and _texts(existing.sheet) == _texts(sheet)
    )


def _texts(sheet: Mapping[str, Any]) -> list[list[str]]:
    """The words that a sheet has for each seat (a hand's cards), in no order."""
    return [
        sorted(
            word
            for text in seat.values()
            if isinstance(text, str)
            for word in text.casefold().split()
        )
        for seat in sheet["seats"]
    ]


def _nothing_to_correct(existing: Result) -> Conflict:
    said = f"That is what revision {existing.revision} says already: nothing to correct."
    if existing.state != ResultState.CONFIRMED:
        said += " If it is right, confirm it."
    return Conflict(
        "nothing_to_correct", said,
        result=existing.pk, revision=existing.revision, state=existing.state,
    )  # fmt: skip


def _next_revision(match: Match) -> int:
    return match.results.count() + 1


def _insert(
    actor: User, match: Match, sheet: Mapping[str, Any], scored: MatchScore, *, revision: int,
    confirm: bool, source: str = ResultSource.SHEET, reason: str = "",
) -> Result:  # fmt: skip
    if source not in ResultSource.values:
        raise Refused("unknown_source", f"A source is one of {', '.join(ResultSource.values)}.")
    now = timezone.now()
    result = Result.objects.create(
        match=match,
        revision=revision,
        state=ResultState.CONFIRMED if confirm else ResultState.REPORTED,
        source=source,
        sheet=sheet,
        end=scored.end or "",
        reason=reason,
        reported_by=actor,
        reported_at=now,
        confirmed_by=actor if confirm else None,
        confirmed_at=now if confirm else None,
    )
    game = registry.game(match.series.game)
    ranked = places_of_sides(
        scored.scores,
        game.best,
        game.sides(len(scored.scores), match.series.options),
        [seat in scored.winners for seat in range(len(scored.scores))],
    )
    Score.objects.bulk_create(
        Score(
            result=result,
            seat=seat,
            score=scored.scores[seat.position],
            place=Decimal(ranked[seat.position].numerator) / ranked[seat.position].denominator,
            credit=scored.credits[seat.position],
            detail=scored.details[seat.position],
        )
        for seat in Seat.objects.filter(series=match.series).order_by("position")
    )
    return result


def _settle(match: Match, state: str) -> None:
    """Moves the match on, and the series with it: done when nothing more is to be played."""
    match.state = state
    match.save(update_fields=["state", "changed_at"])
    series = queries.with_scores(Series.objects.filter(pk=match.series_id)).get()
    outcome = queries.outcome_of(series)
    touched = any(one.state != MatchState.PLANNED for one in series.matches.all())
    series.state = SeriesState.PLAYING if touched else SeriesState.PLANNED
    if outcome.complete:
        series.state = SeriesState.DONE
        series.closed_at = series.closed_at or timezone.now()
    else:
        series.closed_at = None
    versions.save(series)
    match.series.refresh_from_db(fields=["state", "closed_at", "version"])


def _move_match(verb: str, match: Match, actor: User, state: str, reason: str) -> Match:
    before = journal.payload(match)
    _settle(match, state)
    _finish(verb, match, match, actor, before=before, reason=reason)
    return match


def _finish(
    verb: str, thing: Result | Match, match: Match, actor: User, *, before: dict[str, Any] | None,
    reason: str = "",
) -> JournalEntry:  # fmt: skip
    """Asks for standing and ratings, writes the journal, keeps a closed round's next standing."""
    round_ = match.series.round
    tournament = round_.stage.tournament if round_ else None
    if tournament:
        jobs.request_standings(tournament)
    jobs.request_ratings(match.series.club, match.series.game)
    after = result_payload(thing) if isinstance(thing, Result) else {}
    moved = {"match": journal.payload(match), "series": journal.payload(match.series)}
    entry = journal.write(
        verb, thing, club=match.series.club, actor=actor, tournament=tournament,
        before=before, after=after | moved | ({"reason": reason} if reason else {}),
    )  # fmt: skip
    if round_ and round_.state == RoundState.CLOSED:
        standings.keep(round_, entry.position)
    return entry
