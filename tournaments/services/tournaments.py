"""Tournaments: made, changed, opened, finished."""

import secrets
from datetime import date
from typing import Any

from django.db import transaction

from engines import registry
from tournaments.errors import Conflict, Refused, refusing_broken_rules
from tournaments.models import Club, Round, Stage, Tournament, User
from tournaments.models.tournaments import RoundState, StageKind, TournamentState
from tournaments.permissions import check
from tournaments.rules.points import check_scheme
from tournaments.rules.tiebreaks import DEFAULT_KEYS, check_keys
from tournaments.services import jobs, journal, texts, versions
from tournaments.services.clubs import check_timezone
from tournaments.services.matches import clean_setups

UNPLAYED = ("drop", "worst", "replay")
BEFORE_THE_DRAW = {"game", "options", "table_size", "matches", "unplayed"}
"""What the tables carry with them once they are drawn."""
PINNED = {"scheme", "scheme_settings", "keys", "seed"}
"""What a standing is made by: fixed once one has been kept."""
LARGEST_SEED = 2**53 - 1
"""Seeds are whole numbers that every JSON reader keeps exactly."""


@transaction.atomic
def create_tournament(
    actor: User, club: Club, *, name: str, game: str, starts_on: date, table_size: int,
    matches: list[dict[str, Any]], draft: bool = False, **settings: Any,
) -> Tournament:  # fmt: skip
    """A tournament with its first stage (`social`).

    `matches`: the set-ups of every table's series, in order. `settings`: `options`, `scheme`,
    `scheme_settings`, `keys`, `unplayed`, `seed`, `timezone`, each with the default of its field.
    """
    check(actor, "manage_tournament", club)
    tournament = Tournament(
        club=club,
        state=TournamentState.DRAFT if draft else TournamentState.OPEN,
        timezone=club.timezone,
        keys=list(DEFAULT_KEYS),
        seed=new_seed(),
    )
    stage = Stage(kind=StageKind.SOCIAL)
    values = {"name": name, "game": game, "starts_on": starts_on, "options": {}}
    _set_fields(tournament, stage, values | settings | {
        "table_size": table_size, "matches": matches,
    })  # fmt: skip
    tournament.save()
    stage.tournament = tournament
    stage.save()
    journal.write(
        "create_tournament", tournament, club=club, actor=actor, tournament=tournament,
        after=_payload(tournament, stage),
    )  # fmt: skip
    return tournament


@transaction.atomic
def change_tournament(
    actor: User, tournament: Tournament, *, expected: int | None = None, **changes: Any
) -> Tournament:
    """Changes a tournament; `BEFORE_THE_DRAW` is fixed once a round has been drawn, `PINNED` once
    one has been closed."""
    check(actor, "manage_tournament", tournament)
    tournament = lock(tournament, expected)
    refuse_finished(tournament)
    stage = tournament.stages.get(number=1)
    if BEFORE_THE_DRAW & changes.keys() and stage.rounds.exists():
        raise Conflict(
            "already_drawn",
            "A round is drawn: what its tables play, and what an abandoned match counts there, "
            "can't change now.",
        )
    if PINNED & changes.keys() and stage.rounds.filter(state=RoundState.CLOSED).exists():
        raise Conflict("standing_kept", "A round is closed: how standings are made stays as it is.")
    before = _payload(tournament, stage)
    _set_fields(tournament, stage, changes)
    stage.save()
    versions.save(tournament)
    _write("change_tournament", tournament, actor, before, _payload(tournament, stage))
    return tournament


@transaction.atomic
def open_tournament(
    actor: User, tournament: Tournament, *, expected: int | None = None
) -> Tournament:
    """Publishes a draft: anyone may read it from now on."""
    return _move(actor, tournament, expected, "open_tournament",
                 {TournamentState.DRAFT}, TournamentState.OPEN)  # fmt: skip


@transaction.atomic
def finish_tournament(
    actor: User, tournament: Tournament, *, expected: int | None = None
) -> Tournament:
    """Ends a tournament: its standing after the last closed round is final."""
    rounds = Round.objects.filter(stage__tournament=tournament)
    check(actor, "manage_tournament", tournament)
    lock(tournament)
    if rounds.exclude(state=RoundState.CLOSED).exists():
        raise Conflict("round_is_open", "Close the round first (or discard the draw).")
    if not rounds.exists():
        raise Conflict("nothing_played", "No round has been played yet.")
    return _move(actor, tournament, expected, "finish_tournament",
                 {TournamentState.OPEN}, TournamentState.FINISHED)  # fmt: skip


@transaction.atomic
def reopen_tournament(
    actor: User, tournament: Tournament, *, expected: int | None = None
) -> Tournament:
    """Takes a finish back, to correct a result or play another round."""
    return _move(actor, tournament, expected, "reopen_tournament",
                 {TournamentState.FINISHED}, TournamentState.OPEN)  # fmt: skip


def lock(tournament: Tournament, expected: int | None = None) -> Tournament:
    """Locks the tournament: every write inside it does so first, so they come one by one."""
    rows = Tournament.objects.select_related("club")
    return versions.lock(rows, tournament.pk, expected)


def refuse_finished(tournament: Tournament) -> None:
    if tournament.state == TournamentState.FINISHED:
        raise Conflict("tournament_finished", "The tournament is finished. Reopen it first.")


def new_seed() -> int:
    return secrets.randbelow(2**31)


def check_seed(seed: object) -> int:
    if type(seed) is not int or not 0 <= seed <= LARGEST_SEED:
        raise Refused(
            "bad_seed", f"A seed is a whole number from 0 to {LARGEST_SEED}.", field="seed"
        )
    return seed


def check_unplayed(value: object) -> str:
    if value not in UNPLAYED:
        raise Refused(
            "bad_unplayed", f"“unplayed” is one of {', '.join(UNPLAYED)}.", field="unplayed"
        )
    return str(value)


def _move(
    actor: User, tournament: Tournament, expected: int | None, verb: str,
    states: set[TournamentState], to: TournamentState,
) -> Tournament:  # fmt: skip
    check(actor, "manage_tournament", tournament)
    tournament = lock(tournament, expected)
    if tournament.state not in states:
        raise Conflict("wrong_state", f"The tournament is {tournament.state} already.")
    before = journal.payload(tournament)
    tournament.state = to
    versions.save(tournament)
    _write(verb, tournament, actor, before, journal.payload(tournament))
    return tournament


def _write(
    verb: str, tournament: Tournament, actor: User, before: dict[str, Any], after: dict[str, Any]
) -> None:
    jobs.request_standings(tournament)
    journal.write(
        verb, tournament, club=tournament.club, actor=actor, tournament=tournament,
        before=before, after=after,
    )  # fmt: skip


def _payload(tournament: Tournament, stage: Stage) -> dict[str, Any]:
    return journal.payload(tournament, stages=[journal.payload(stage)])


def _set_fields(tournament: Tournament, stage: Stage, changes: dict[str, Any]) -> None:
    if "name" in changes:
        tournament.name = texts.clean_line(changes["name"], field="name", longest=120)
    if "starts_on" in changes:
        tournament.starts_on = _date(changes["starts_on"])
    if "timezone" in changes:
        check_timezone(changes["timezone"])
        tournament.timezone = changes["timezone"]
    if "seed" in changes:
        tournament.seed = check_seed(changes["seed"])
    if "unplayed" in changes:
        tournament.unplayed = check_unplayed(changes["unplayed"])
    with refusing_broken_rules():
        _set_standing(tournament, changes)
        if BEFORE_THE_DRAW & changes.keys():
            _set_play(tournament, stage, changes)
    if tournament.scheme == "win_draw" and stage.table_size != 2:
        raise Refused(
            "wrong_table_size",
            "The scheme win_draw is for tables of two: choose another scheme or table size.",
            field="scheme",
        )


def _set_standing(tournament: Tournament, changes: dict[str, Any]) -> None:
    if "scheme" in changes or "scheme_settings" in changes:
        name = changes.get("scheme", tournament.scheme)
        scheme = check_scheme(name, changes.get("scheme_settings", {}))
        tournament.scheme, tournament.scheme_version = scheme.name, scheme.version
        tournament.scheme_settings = dict(scheme.settings)
    if "keys" in changes:
        tournament.keys = list(check_keys(changes["keys"]))


def _set_play(tournament: Tournament, stage: Stage, changes: dict[str, Any]) -> None:
    tournament.game = changes.get("game", tournament.game)
    stage.table_size = changes.get("table_size", stage.table_size)
    matches = changes.get("matches", stage.matches)
    game = registry.game(tournament.game)
    options = game.clean_options(changes.get("options", tournament.options))
    if options.get("partnership"):
        raise Refused(
            "partnership_is_casual",
            "Partnership is for casual series: in a tournament everyone plays alone.",
            field="options",
        )
    if type(stage.table_size) is not int or not (
        game.min_seats <= stage.table_size <= game.max_seats
    ):
        raise Refused(
            "bad_table_size",
            f"{game.title} is played by {game.min_seats} to {game.max_seats} at a table.",
            field="table_size",
        )
    tournament.options = options
    stage.matches = clean_setups(tournament.club, game, matches, options, stage.table_size)


def _date(value: object) -> date:
    try:
        return value if isinstance(value, date) else date.fromisoformat(str(value))
    except ValueError as error:
        raise Refused(
            "bad_date", "Write the date as year-month-day, such as 2026-12-31.", field="starts_on"
        ) from error
