"""A club's own Gazebo boards: checked, saved by version, in force or retired."""

import json
from collections.abc import Collection
from typing import TypeAlias

from engines.base import RuleBroken
from engines.gazebo.board import Board, board_text, faults, load_board, parse_board
from engines.gazebo.board_warnings import warnings
from engines.gazebo.boards import BOARDS
from engines.gazebo.grid import MOST_COLUMNS, MOST_ROWS
from tournaments.errors import Refused
from tournaments.models import BoardVersion, Club, User
from tournaments.services import game_data
from tournaments.services.game_data import Checked, Codes, Fault, Kind, Typed

MOST_CHARACTERS = 30_000
"""Of all that says a board; the largest, with every square in its list of patios, has fewer."""

CheckedBoard: TypeAlias = Checked[BoardVersion, Board]
"""Of a fault: the `field` is `name`, `rows` or `patios`."""


def check_board(club: Club, *, name: object, rows: object, patios: object = None) -> CheckedBoard:
    """Checks a board and saves nothing. 2 queries.

    rows: a list of texts. patios: None, or a list of lists of squares (G2.2).
    """
    return game_data.check(BOARD, club, name, {"rows": rows, "patios": patios})


def save_board(
    actor: User, club: Club, *, name: object, rows: object, patios: object = None,
    based_on: int | None = None,
) -> BoardVersion:  # fmt: skip
    """`game_data.save`. Raises Refused (`bad_board`) and Conflict (`same_board`, `board_exists`,
    `board_saved_meanwhile`)."""
    typed = {"rows": rows, "patios": patios}
    return game_data.save(BOARD, actor, club, name, typed, based_on)


def retire_board(actor: User, board: BoardVersion, *, expected: int | None = None) -> BoardVersion:
    """`game_data.retire`. Raises Conflict (`board_retired`)."""
    return game_data.retire(BOARD, actor, board, expected)


def restore_board(
    actor: User, board: BoardVersion, *, instead_of: int | None = None, expected: int | None = None
) -> BoardVersion:
    """`game_data.restore`. Raises Conflict (`board_in_force`, `other_board_in_force`)."""
    return game_data.restore(BOARD, actor, board, instead_of, expected)


def delete_board(
    actor: User, board: BoardVersion, *, expected: int | None = None
) -> BoardVersion | None:
    """`game_data.delete`. Raises Conflict (`board_played`)."""
    return game_data.delete(BOARD, actor, board, expected)


def warnings_of(board: Board) -> list[Fault]:
    """What a well-formed board may still lack."""
    return [game_data.fault(warning) for warning in warnings(board)]


def unknown_board(club: Club | None, given: object, own: Collection[str], field: str) -> RuleBroken:
    """`unknown_board` as the game says it (G2.3), with all `boards` that the club may plan, and
    whether it has `withdrawn` this one. own: the names of its own in force. 1 query.
    """
    return game_data.unknown(BOARD, club, given, own, field)


def too_large(size: int) -> Refused:
    """The refusal of a text that can be no board, before anybody reads it."""
    return Refused(
        "board_too_large",
        f"A board has at most {MOST_COLUMNS} columns and {MOST_ROWS} rows; {size} characters are "
        "too many.",
        field="rows", rule="G2.4",
    )  # fmt: skip


def _faults(typed: Typed) -> list[Fault]:
    rows, patios = typed["rows"], typed["patios"]
    size = len(json.dumps([rows, patios], ensure_ascii=False))
    if size > MOST_CHARACTERS:
        return [game_data.fault(too_large(size))]
    return [game_data.fault(one) for one in faults(rows, patios)]


def _parse(typed: Typed, name: str) -> Board:
    return parse_board(typed["rows"], typed["patios"], name)


BOARD = Kind(
    model=BoardVersion,
    noun="board",
    verb="board",
    content="these rows",
    codes=Codes(
        bad="bad_board",
        same="same_board",
        exists="board_exists",
        saved_meanwhile="board_saved_meanwhile",
        retired="board_retired",
        in_force="board_in_force",
        other_in_force="other_board_in_force",
        played="board_played",
        shipped="shipped_board",
    ),
    unknown="unknown_board",
    rule="G2.3",
    shipped=BOARDS,
    load=load_board,
    faults=_faults,
    parse=_parse,
    text=board_text,
    warnings=warnings_of,
)
