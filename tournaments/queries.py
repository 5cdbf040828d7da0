"""Loaders with a fixed number of queries, whatever the number of rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Prefetch, QuerySet

from engines import registry
from tournaments.models import JournalEntry, Match, Result, Round, Seat, Series, Stage, Tournament
from tournaments.models.results import ResultState
from tournaments.models.series import MatchState
from tournaments.models.tournaments import RoundState
from tournaments.rules.formulas import formulas, share_formulas
from tournaments.rules.lines import LeftOut
from tournaments.rules.meetings import PastTable
from tournaments.rules.points import Scheme, points, table_percent
from tournaments.rules.series import (
    ABANDONED,
    Abandoned,
    Entered,
    MatchLine,
    SeriesOutcome,
    series_outcome,
)
from tournaments.rules.standings import Entrant, SeatLine, SeriesLine

ABANDONED_NOTES = {"drop": "abandoned_dropped", "worst": "abandoned_worst"}
"""What `unplayed` does with an abandoned match of a series that counts ↦ the addends' note."""


@dataclass(frozen=True)
class StandingInputs:
    """All that a standing is made from; `waiting`: tables of the rounds not finished yet;
    `left_out`: the rounds that gave a player nothing, in order."""

    entrants: tuple[Entrant, ...]
    lines: tuple[SeriesLine, ...]
    waiting: tuple[int, ...]
    left_out: tuple[LeftOut, ...] = ()


def standing_inputs(tournament: Tournament, round_: Round | None) -> StandingInputs:
    """The entrants, and every finished series of the published rounds up to `round_`. 5 queries."""
    entries = tuple(tournament.entries.order_by("id").values_list("player_id", "state"))
    if round_ is None:
        return StandingInputs(tuple(Entrant(*entry) for entry in entries), (), ())
    scheme = scheme_of(tournament)
    played = with_scores(
        Series.objects.filter(
            round__stage__tournament=tournament,
            round__state__in=[RoundState.PUBLISHED, RoundState.CLOSED],
            round__number__lte=round_.number,
        )
    ).select_related("round")
    lines, waiting, left_out = [], [], []
    seated: dict[int, set[int]] = {}
    for series in played.order_by("round__number", "table_no"):
        outcome = outcome_of(series)
        seated.setdefault(_number_of(series), set()).update(_players(series))
        if outcome.rateable:
            lines.append(_line(series, outcome, scheme))
            continue
        left_out.extend(_left_out(series, outcome))
        if not outcome.complete and series.table_no:
            waiting.append(series.table_no)
    left_out.extend(
        LeftOut(player, number, "no_seat")
        for number, players in seated.items()
        for player, _ in entries
        if player not in players
    )
    left_out.sort(key=lambda one: one.round_number)
    ever = set().union(*seated.values())
    entrants = tuple(Entrant(player, state, player in ever) for player, state in entries)
    return StandingInputs(entrants, tuple(lines), tuple(waiting), tuple(left_out))


def scheme_of(tournament: Tournament) -> Scheme:
    """The tournament's pinned scheme."""
    return Scheme(tournament.scheme, tournament.scheme_version, tournament.scheme_settings)


def with_scores(series: "QuerySet[Series]") -> "QuerySet[Series]":
    """Series with seats, players, matches and the results in force with their scores. 5 queries."""
    in_force = Result.objects.exclude(state=ResultState.SUPERSEDED).prefetch_related(
        "scores__seat", "reported_by", "confirmed_by"
    )
    return series.prefetch_related(
        Prefetch("seats", Seat.objects.select_related("player").order_by("position")),
        Prefetch(
            "matches",
            Match.objects.select_related("board_version", "tile_set_version").order_by("number"),
        ),
        Prefetch("matches__results", in_force, to_attr="in_force"),
    )


def outcome_of(series: Series) -> SeriesOutcome:
    """Where a series loaded `with_scores` stands, counting confirmed results only."""
    matches = [(match.setup, _entered(match)) for match in series.matches.all()]
    seats = len(series.seats.all())
    return outcome(series.game, series.options, series.unplayed, seats, matches)


def outcome(
    game_name: str, options: Mapping[str, Any], unplayed: str, seats: int,
    matches: Sequence[tuple[Mapping[str, Any], Entered]],
) -> SeriesOutcome:  # fmt: skip
    """Where a series of one game stands: its settings, and each match's set-up and what counts."""
    game = registry.game(game_name)
    worst = [
        game.worst_score(setup, options, seats) if isinstance(entered, Abandoned) else None
        for setup, entered in matches
    ]
    return series_outcome(
        [entered for _, entered in matches],
        seats=seats,
        sides=game.sides(seats, options),
        best=game.best,
        tie=str(options.get("tie", game.tie_rules[0])),
        unplayed=unplayed,
        worst_scores=worst,
    )


def result_in_force(match: Match) -> Result | None:
    """The reported, disputed or confirmed result of a match loaded `with_scores`."""
    found: list[Result] = match.in_force  # type: ignore[attr-defined]
    return found[0] if found else None


def past_tables(stage: Stage) -> list[PastTable]:
    """Who has sat with whom in the tournament's published rounds, in seat order. 1 query."""
    seats = (
        Seat.objects.filter(round__stage__tournament=stage.tournament)
        .exclude(round__state=RoundState.DRAWN)
        .order_by("round__number", "series_id", "position")
        .values_list("series_id", "round__number", "player_id")
    )
    tables: dict[int, tuple[int, list[int]]] = {}
    for series, number, player in seats:
        tables.setdefault(series, (number, []))[1].append(player)
    return [PastTable(number, tuple(players)) for number, players in tables.values()]


def newest_round(tournament: Tournament) -> Round | None:
    """The last round that is published or closed."""
    return (
        Round.objects.filter(stage__tournament=tournament)
        .exclude(state=RoundState.DRAWN)
        .order_by("-number")
        .first()
    )


def position_of(tournament: Tournament) -> int:
    """The journal position of the tournament's newest entry; 0 before the first."""
    entries = JournalEntry.objects.filter(tournament=tournament).order_by("-position")
    return entries.values_list("position", flat=True).first() or 0


def visible_rounds(rounds: "QuerySet[Round]", drafts: bool) -> "QuerySet[Round]":
    """Rounds without the draws that are not yet published, unless the reader may see `drafts`."""
    return rounds if drafts else rounds.exclude(state=RoundState.DRAWN)


def _entered(match: Match) -> Entered:
    if match.state == MatchState.ABANDONED:
        return ABANDONED
    result = result_in_force(match)
    if result is None or result.state != ResultState.CONFIRMED:
        return None
    return _match_line(result)


def _match_line(result: Result) -> MatchLine:
    scores = sorted(result.scores.all(), key=lambda score: score.seat.position)
    return MatchLine(
        scores=tuple(score.score for score in scores),
        credits=tuple(score.credit for score in scores),
        places=tuple(Fraction(score.place) for score in scores),
    )


def _line(series: Series, outcome: SeriesOutcome, scheme: Scheme) -> SeriesLine:
    best = registry.game(series.game).best
    columns = zip(
        _players(series),
        range(len(outcome.totals)),
        outcome.totals,
        outcome.places,
        points(scheme, outcome.places, outcome.totals, best),
        table_percent(outcome.totals, best),
        formulas(scheme, outcome.places, outcome.totals, best),
        share_formulas(outcome.totals, best),
        strict=True,
    )
    return SeriesLine(
        series=series.pk,
        round=_number_of(series),
        table=series.table_no or 0,
        seats=tuple(SeatLine(*values) for values in columns),
        note=ABANDONED_NOTES[series.unplayed] if _is_abandoned_in_part(series) else None,
    )


def _left_out(series: Series, outcome: SeriesOutcome) -> list[LeftOut]:
    """The players of a series that does not count, each with the reason."""
    if outcome.complete:
        reason = "abandoned"
    elif series.unplayed == "replay" and _is_abandoned_in_part(series):
        reason = "replay"
    else:
        reason = "unfinished"
    return [
        LeftOut(player, _number_of(series), reason, series.pk, series.table_no)
        for player in _players(series)
    ]


def _is_abandoned_in_part(series: Series) -> bool:
    return any(match.state == MatchState.ABANDONED for match in series.matches.all())


def _number_of(series: Series) -> int:
    """The number of a table's round."""
    assert series.round is not None  # casual series are in no standing
    return series.round.number


def _players(series: Series) -> list[int]:
    """Who sits there, in seat order."""
    return [seat.player_id for seat in series.seats.all()]
