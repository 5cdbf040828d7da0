"""A club's own Gazebo boards: checked, saved by version, in force or retired."""

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from engines.base import RuleBroken
from engines.gazebo.board import Board, board_text, faults, parse_board
from engines.gazebo.board_warnings import warnings
from engines.gazebo.boards import BOARDS
from engines.gazebo.grid import MOST_COLUMNS, MOST_ROWS
from engines.values import listed, refusal, shown
from tournaments import queries_boards
from tournaments.errors import Conflict, Forbidden, Refused
from tournaments.models import BoardVersion, Club, Match, User
from tournaments.models.boards import DataStatus
from tournaments.permissions import check
from tournaments.services import journal, texts, versions

LONGEST_NAME = 60
LONGEST_KEY = 240
MOST_CHARACTERS = 30_000
"""Of all that says a board; the largest, with every square in its list of patios, has fewer."""
MOST_NAMED = 30
"""Boards that a refusal lists in its sentence; all of them are in its `boards`."""
SHIPPED_KEYS = {texts.name_key(name) for name in BOARDS}

Fault = dict[str, Any]
"""`code`, `message`, `rule`, `field` (`name`, `rows` or `patios`), and where it is."""


@dataclass(frozen=True)
class CheckedBoard:
    """A board as it was typed, with every fault at once.

    `name`: empty where it is none. `board`: None where there are faults. `number`: the version
    that it would be. `same`: the club's version that has these rows already. `newest`: the newest
    version of that name, the one that the next one is based on.
    """

    name: str
    faults: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    board: Board | None = None
    number: int = 1
    same: BoardVersion | None = None
    newest: BoardVersion | None = None


def check_board(club: Club, *, name: object, rows: object, patios: object = None) -> CheckedBoard:
    """Checks a board and saves nothing. 2 queries.

    rows: a list of texts. patios: None, or a list of lists of squares (G2.2).
    """
    cleaned, found = _read_name(name)
    found += _faults(rows, patios)
    key = texts.name_key(cleaned)
    there = list(BoardVersion.objects.filter(club=club, name_key=key).order_by("number"))
    newest = there[-1] if there else None
    number = _next(club, key, newest)
    if found:
        return CheckedBoard(cleaned, found, number=number, newest=newest)
    board = parse_board(rows, patios, there[0].name if there else cleaned)
    same = next((one for one in there if one.hash == hash_of(board)), None)
    return CheckedBoard(board.name, [], warnings_of(board), board, number, same, newest)


@transaction.atomic
def save_board(
    actor: User, club: Club, *, name: object, rows: object, patios: object = None,
    based_on: int | None = None,
) -> BoardVersion:  # fmt: skip
    """A new board or, with `based_on`, the next version of one; in force from now on.

    `based_on`: the id of the newest version of that name that the actor has seen; it means nothing
    where the name is new. The version in force before is retired; matches that are planned keep
    theirs. Raises Refused (`bad_board`, with `errors`) and, with the `board_version` and its
    `number` that it is about, Conflict (`same_board`, `board_exists`, `board_saved_meanwhile`).
    """
    check(actor, "manage_boards", club)
    typed = {"name": name, "rows": rows, "patios": patios}
    try:
        return _save(actor, club, typed, based_on)
    except IntegrityError:
        # A first version has no row before it to lock. If somebody saved one under this name at
        # the same moment, it is seen now.
        return _save(actor, club, typed, based_on)


@transaction.atomic
def _save(actor: User, club: Club, typed: dict[str, Any], based_on: int | None) -> BoardVersion:
    """The version, in the place of the one in force. IntegrityError: somebody was faster."""
    _lock_name(club, texts.name_key(_read_name(typed["name"])[0]))
    checked = check_board(club, **typed)
    if checked.board is None:
        raise Refused("bad_board", to_be_mended(checked.faults), errors=checked.faults)
    if checked.same:
        raise _same(checked.same)
    if checked.newest:
        _refuse_unseen(checked.newest, based_on)
    board = checked.board
    key = texts.name_key(board.name)
    before, after = _retire(_in_force(club, key))
    made = BoardVersion.objects.create(
        club=club, name=board.name, name_key=key, number=checked.number, made_by=actor,
        text=board_text(board), hash=hash_of(board), status=DataStatus.OWN,
    )  # fmt: skip
    journal.write(
        "save_board", made, club=club, actor=actor,
        before={"boards": before} if before else None, after=journal.payload(made, boards=after),
    )  # fmt: skip
    return made


@transaction.atomic
def retire_board(actor: User, board: BoardVersion, *, expected: int | None = None) -> BoardVersion:
    """Nothing new is planned on the board; what is planned or was played keeps it."""
    club = _own(actor, board)
    board = _lock(board, expected)
    if board.retired_at:
        raise Conflict("board_retired", f"Version {board.number} of {board.name} is not in force.")
    before = journal.payload(board)
    board.retired_at = timezone.now()
    versions.save(board)
    journal.write(
        "retire_board", board, club=club, actor=actor, before=before, after=journal.payload(board)
    )
    return board


@transaction.atomic
def restore_board(
    actor: User, board: BoardVersion, *, instead_of: int | None = None, expected: int | None = None
) -> BoardVersion:
    """Puts a retired version in force again, in the place of the one that is.

    `instead_of`: the id of the version of that name that the actor has seen in force; None: none
    was. Raises Conflict (`board_in_force`, and `other_board_in_force` where it is not so, with the
    `board_version` and `number` of the one that is, or None).
    """
    club = _own(actor, board)
    _lock_name(club, board.name_key)
    board = _lock(board, expected)
    if board.retired_at is None:
        raise Conflict("board_in_force", f"Version {board.number} of {board.name} is in force.")
    in_force = _in_force(club, board.name_key)
    _refuse_unseen_in_force(board, in_force, instead_of)
    others_before, others_after = _retire(in_force)
    before = journal.payload(board, boards=others_before)
    board.retired_at = None
    versions.save(board)
    journal.write(
        "restore_board", board, club=club, actor=actor,
        before=before, after=journal.payload(board, boards=others_after),
    )  # fmt: skip
    return board


@transaction.atomic
def delete_board(
    actor: User, board: BoardVersion, *, expected: int | None = None
) -> BoardVersion | None:
    """Takes away a version on which no match is planned; the journal keeps what it was.

    Returns the version that was in force before it and could be taken up again, if it was the one
    in force.
    """
    club = _own(actor, board)
    board = _lock(board, expected)
    if Match.objects.filter(board_version=board).exists():
        raise Conflict(
            "board_played",
            f"Version {board.number} of {board.name} stays: a match is planned or was played on it."
            " It can be withdrawn.",
        )
    journal.write("delete_board", board, club=club, actor=actor, before=journal.payload(board))
    board.delete()
    if board.retired_at:
        return None
    return queries_boards.boards_of(club).filter(name_key=board.name_key).first()


def warnings_of(board: Board) -> list[Fault]:
    """What a well-formed board may still lack."""
    return [_fault(warning) for warning in warnings(board)]


def unknown_board(club: Club | None, given: object, own: Collection[str], field: str) -> RuleBroken:
    """`unknown_board` as the game says it (G2.3), with all `boards` that the club may plan, and
    whether it has `withdrawn` this one. own: the names of its own in force. 1 query.
    """
    names = [*dict.fromkeys((*BOARDS, *own))]
    withdrawn = club is not None and given in list(
        club.boards.exclude(retired_at=None).values_list("name", flat=True)
    )
    told = names if len(names) <= MOST_NAMED else [*names[:MOST_NAMED], "another of the club's own"]
    wrong = "it is missing" if given is None else f"not {shown(given)}"
    return refusal(
        "unknown_board",
        f"The board must be {listed(told)}, {wrong}{', which is withdrawn' if withdrawn else ''}",
        "G2.3", field=field, boards=[*names], withdrawn=withdrawn,
    )  # fmt: skip


def hash_of(board: Board) -> str:
    """The SHA-256 of a board's text, in hex; what it is called does not count."""
    return hashlib.sha256(board_text(board).encode()).hexdigest()


def _read_name(name: object) -> tuple[str, list[Fault]]:
    """The cleaned name, or an empty one and its fault."""
    try:
        return _clean_name(name), []
    except Refused as refused:
        return "", [_fault(refused)]


def _clean_name(name: object) -> str:
    cleaned = texts.clean_line(name, field="name", longest=LONGEST_NAME)
    key = texts.name_key(cleaned)
    if len(key) > LONGEST_KEY:
        raise Refused("too_long", "Name is too long when it is spelled out.", field="name")
    if key in SHIPPED_KEYS:
        raise Refused(
            "shipped_name", f"“{cleaned}” is a board that ships with Teien: choose another name.",
            field="name",
        )  # fmt: skip
    return cleaned


def _faults(rows: object, patios: object) -> list[Fault]:
    size = len(json.dumps([rows, patios], ensure_ascii=False))
    if size > MOST_CHARACTERS:
        return [_fault(too_large(size))]
    return [_fault(fault) for fault in faults(rows, patios)]


def too_large(size: int) -> Refused:
    """The refusal of a text that can be no board, before anybody reads it."""
    return Refused(
        "board_too_large",
        f"A board has at most {MOST_COLUMNS} columns and {MOST_ROWS} rows; {size} characters are "
        "too many.",
        field="rows", rule="G2.4",
    )  # fmt: skip


def _fault(refusal: RuleBroken | Refused) -> Fault:
    rule = refusal.rule if isinstance(refusal, RuleBroken) else ""
    return {"code": refusal.code, "message": refusal.message, "rule": rule, **refusal.facts}


def to_be_mended(found: Sequence[Fault]) -> str:
    """The faults of a board in one sentence."""
    if len(found) == 1:
        return f"The board is not saved. {found[0]['message']}"
    return f"The board is not saved: {len(found)} things are to be mended first."


def _same(board: BoardVersion) -> Conflict:
    state = "withdrawn: take it up again to play it" if board.retired_at else "in force"
    return Conflict(
        "same_board",
        f"Nothing is saved: version {board.number} of {board.name} has these rows already. It is "
        f"{state}.",
        board_version=board.pk, number=board.number,
    )  # fmt: skip


def _refuse_unseen(newest: BoardVersion, based_on: int | None) -> None:
    """Refuses to save over a version that the actor has not looked at."""
    facts = {"field": "name", "board_version": newest.pk, "number": newest.number}
    if based_on is None:
        raise Conflict(
            "board_exists",
            f"Nothing is saved. The club has a board “{newest.name}” already, version "
            f"{newest.number}. Look at it first.",
            **facts,
        )
    if based_on != newest.pk:
        raise Conflict(
            "board_saved_meanwhile",
            f"Nothing is saved. The newest version of {newest.name} is another by now, version "
            f"{newest.number}. Look at it first.",
            **facts,
        )


def _refuse_unseen_in_force(
    board: BoardVersion, in_force: BoardVersion | None, seen: int | None
) -> None:
    """Refuses to retire a version that the actor has not looked at, and to take up one in the place
    of another that somebody withdrew meanwhile."""
    there, number = (in_force.pk, in_force.number) if in_force else (None, None)
    if seen != there:
        which = f"Version {number}" if in_force else "No version"
        raise Conflict(
            "other_board_in_force",
            f"Nothing is changed. {which} of {board.name} is in force now. Look again, then repeat "
            "what is still needed.",
            field="instead_of", board_version=there, number=number,
        )  # fmt: skip


def _next(club: Club, key: str, newest: BoardVersion | None) -> int:
    """A number that no version of the name ever had: it must not mean two boards. 1 query."""
    return 1 + max(newest.number if newest else 0, queries_boards.last_deleted(club, key))


def _own(actor: User, board: BoardVersion) -> Club:
    """The club of a board that the actor may change."""
    if board.club is None:
        raise Forbidden("shipped_board", "This board ships with Teien: nobody changes it.")
    check(actor, "manage_boards", board)
    return board.club


def _lock(board: BoardVersion, expected: int | None) -> BoardVersion:
    return versions.lock(BoardVersion.objects.select_related("club"), board.pk, expected)


def _lock_name(club: Club, key: str) -> None:
    """Locks the versions of a name, in the order of their ids."""
    rows = BoardVersion.objects.filter(club=club, name_key=key).order_by("pk")
    list(rows.select_for_update(no_key=True))


def _in_force(club: Club, key: str) -> BoardVersion | None:
    """The version of that name that is in force, locked. 1 query."""
    rows = BoardVersion.objects.filter(club=club, name_key=key, retired_at=None)
    return rows.select_for_update(no_key=True).first()


def _retire(
    in_force: BoardVersion | None,
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Retires the locked version, if there is one; what it was and what it is, for the journal."""
    if in_force is None:
        return [], []
    before = [journal.payload(in_force)]
    in_force.retired_at = timezone.now()
    versions.save(in_force)
    return before, [journal.payload(in_force)]
