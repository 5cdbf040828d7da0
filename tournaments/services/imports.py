"""Players of a club from a file: all of it, or nothing and every reason why."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone

from tournaments.errors import Conflict, Refused
from tournaments.models import Club, Player, User
from tournaments.permissions import check
from tournaments.services import journal, player_files
from tournaments.services.player_files import PlayerFile, PlayerRow, Problem

IMPORT_LOCK = 7_346_002
MOST_PROBLEMS = 200
"""How many errors (and warnings) a report lists; one more says how many are left out."""
UPDATE = """
UPDATE tournaments_player AS player
SET name = new.name, name_key = new.name_key, reading = new.reading, number = new.number,
    version = new.version, changed_at = %s
FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::text[], %s::text[], %s::int[])
    AS new (id, name, name_key, reading, number, version)
WHERE player.id = new.id
"""
"""`bulk_update` takes 20 s for 5,000 players, because it compares each row with each."""
COLUMNS = ("id", "name", "name_key", "reading", "number", "version")


@dataclass(frozen=True)
class ImportedPlayer:
    """A row and its player's id (None: not added yet); `changes`: field ↦ [from, to]."""

    row: int
    line: int
    name: str
    player: int | None
    changes: dict[str, list[str]]


@dataclass(frozen=True)
class ImportReport:
    """What an import does, or on a dry run would do. With errors it does nothing.

    It holds people's names: show it, don't store it.
    """

    dry_run: bool
    delimiter: str
    added: tuple[ImportedPlayer, ...]
    changed: tuple[ImportedPlayer, ...]
    unchanged: tuple[ImportedPlayer, ...]
    warnings: tuple[Problem, ...]
    errors: tuple[Problem, ...]

    def as_json(self) -> dict[str, Any]:
        """`{dry_run, delimiter, added, changed, unchanged: [{row, line, name, player, changes}],
        warnings, errors: [{code, message, row, line, column, value}]}`."""
        return {
            key: [asdict(item) for item in value] if isinstance(value, tuple) else value
            for key, value in vars(self).items()
        }


@dataclass(frozen=True)
class Step:
    """A row, the player it is about, and what it changes: field ↦ [from, to]."""

    row: PlayerRow
    player: Player
    changes: dict[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """What is to be done with each row of a file."""

    added: list[Step] = field(default_factory=list)
    changed: list[Step] = field(default_factory=list)
    unchanged: list[Step] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    errors: list[Problem] = field(default_factory=list)


def import_players(actor: User, club: Club, data: bytes, *, dry_run: bool) -> ImportReport:
    """Adds and changes players as a CSV file says (docs/importing-players.md).

    A dry run returns the report with all errors and writes nothing. A real run writes all rows
    under one journal entry, or raises `Refused` (`bad_import`, facts `errors` and `report` as in
    `as_json`) and writes nothing. A file that says nothing new writes nothing either. `Conflict`
    (`players_changed`) if somebody adds the same person at the same moment.
    """
    check(actor, "manage_players", club)
    file = player_files.read(data)
    if dry_run:
        return report(file, decide(file.rows, named_in(file, club), club), dry_run=True)
    with transaction.atomic():
        _wait_for_other_imports(club)
        locked = named_in(file, club).select_for_update(no_key=True)
        plan = decide(file.rows, locked, club)
        _refuse_errors(report(file, plan, dry_run=False))
        if plan.added or plan.changed:
            _write(actor, club, plan)
    return report(file, plan, dry_run=False)


def named_in(file: PlayerFile, club: Club) -> "models.QuerySet[Player]":
    """The club's active players whose name or number is in the file."""
    names = [row.name_key for row in file.rows]
    numbers = [row.number for row in file.rows if row.number]
    known = models.Q(name_key__in=names) | models.Q(number__in=numbers)
    return Player.objects.active().filter(known, club=club).order_by("id")


def decide(rows: Sequence[PlayerRow], known: Iterable[Player], club: Club) -> Plan:
    """What each row means to the players who are `known`. Pure: changes and saves nothing.

    A row is about the player with its number, else about the one with its name, else about a new
    one. Its number and its name must not belong to two players.
    """
    known = list(known)
    by_number = {player.number: player for player in known if player.number}
    by_name = {player.name_key: player for player in known}
    plan, earlier = Plan(), dict[int, PlayerRow]()
    for row in rows:
        numbered, named = by_number.get(row.number), by_name.get(row.name_key)
        player = numbered or named
        if player is None:
            plan.added.append(Step(row, _new(row, club)))
        elif named and named != player:
            plan.errors.append(_two_players(row, player, named))
        elif player.pk in earlier:
            plan.errors.append(_same_player(row, player, earlier[player.pk]))
        else:
            earlier[player.pk] = row
            _plan_change(plan, row, player, renames=numbered is not None)
    return plan


def _new(row: PlayerRow, club: Club) -> Player:
    return Player(
        club=club, name=row.name, name_key=row.name_key, reading=row.reading, number=row.number
    )


def _plan_change(plan: Plan, row: PlayerRow, player: Player, *, renames: bool) -> None:
    """A blank cell erases nothing; only a number tells that a name is to be changed."""
    new = {"reading": row.reading, "number": row.number}
    if renames:
        new["name"] = row.name
    changes = {
        key: [getattr(player, key), value]
        for key, value in new.items()
        if value and value != getattr(player, key)
    }
    if row.name_key != player.name_key:
        message = f"“{player.name}”, number {player.number}, will be called “{row.name}”."
        plan.warnings.append(_problem(row, "renamed", message, "name", row.name))
    step = Step(row, player, changes)
    (plan.changed if changes else plan.unchanged).append(step)


def _two_players(row: PlayerRow, numbered: Player, named: Player) -> Problem:
    message = (
        f"The number {row.number} belongs to “{numbered.name}”, but “{named.name}” is another "
        "player of this club."
    )
    return _problem(row, "number_and_name", message, "number", row.number)


def _same_player(row: PlayerRow, player: Player, earlier: PlayerRow) -> Problem:
    message = f"This is “{player.name}”, who is in row {earlier.row} already."
    return _problem(row, "repeated_player", message, "name", row.name)


def _problem(row: PlayerRow, code: str, message: str, column: str, value: str) -> Problem:
    return Problem(code, message, row.row, row.line, column, player_files.shorten(value))


def report(file: PlayerFile, plan: Plan, *, dry_run: bool) -> ImportReport:
    """What a person reads about an import: of the file's problems and the plan's the first 200."""
    errors = sorted([*file.errors, *plan.errors], key=lambda problem: problem.line or 0)
    return ImportReport(
        dry_run=dry_run,
        delimiter=file.delimiter,
        added=_imported(plan.added),
        changed=_imported(plan.changed),
        unchanged=_imported(plan.unchanged),
        warnings=_first([*file.warnings, *plan.warnings]),
        errors=_first(errors),
    )


def _imported(steps: Iterable[Step]) -> tuple[ImportedPlayer, ...]:
    return tuple(
        ImportedPlayer(step.row.row, step.row.line, step.row.name, step.player.pk, step.changes)
        for step in steps
    )


def _first(problems: list[Problem]) -> tuple[Problem, ...]:
    left = len(problems) - MOST_PROBLEMS
    if left <= 0:
        return tuple(problems)
    return (*problems[:MOST_PROBLEMS], Problem("more", f"And {left} more like these."))


def _refuse_errors(report: ImportReport) -> None:
    if report.errors:
        answer = report.as_json()
        raise Refused(
            "bad_import",
            f"Nothing was imported. {report.errors[0]}",
            errors=answer["errors"],
            report=answer,
        )


def _wait_for_other_imports(club: Club) -> None:
    """One import a club at a time, so that the second sees what the first has added.

    Not by the club's row: whoever changes a player locks that row last, after the player's, and
    the two would wait for each other.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [IMPORT_LOCK, club.pk % 2**31])


def _write(actor: User, club: Club, plan: Plan) -> None:
    """Saves the plan by a fixed number of queries, and journals it as one action."""
    changed = [step.player for step in plan.changed]
    before = [journal.payload(player) for player in changed]
    for step in plan.changed:
        _set_changes(step)
    try:
        with transaction.atomic():
            added = Player.objects.bulk_create(step.player for step in plan.added)
            _update(changed)
    except IntegrityError as error:
        raise Conflict(
            "players_changed",
            "Somebody added or changed one of these players meanwhile, and nothing was imported. "
            "Import the file again.",
        ) from error
    journal.write(
        "import_players", club, club=club, actor=actor,
        before={"changed": before},
        after={
            "added": [journal.payload(player) for player in added],
            "changed": [journal.payload(player) for player in changed],
        },
    )  # fmt: skip


def _set_changes(step: Step) -> None:
    for key, (_, value) in step.changes.items():
        setattr(step.player, key, value)
    if "name" in step.changes:
        step.player.name_key = step.row.name_key
    step.player.version += 1


def _update(players: list[Player]) -> None:
    """Saves players whose rows are locked, in one query."""
    columns = [[getattr(player, column) for player in players] for column in COLUMNS]
    with connection.cursor() as cursor:
        cursor.execute(UPDATE, [timezone.now(), *columns])
