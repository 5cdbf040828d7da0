"""A club's own Gazebo boards: what `game_data` asks of one.

Typed: `rows`, a list of texts; `patios`, None or a list of lists of squares (G2.2). The `field` of
a fault is `name`, `rows` or `patios`.
"""

import json

from engines.gazebo.board import Board, board_text, faults, load_board, parse_board
from engines.gazebo.board_warnings import warnings
from engines.gazebo.grid import MOST_COLUMNS, MOST_ROWS
from tournaments.errors import Refused
from tournaments.models import BoardVersion
from tournaments.models.boards import DataStatus
from tournaments.queries_boards import SHIPPED
from tournaments.services import game_data
from tournaments.services.game_data import Codes, Fault, Kind, Typed

MOST_CHARACTERS = 30_000
"""Of all that says a board; the largest, with every square in its list of patios, has fewer."""


def warnings_of(board: Board) -> list[Fault]:
    """What a well-formed board may still lack."""
    return [game_data.fault(warning) for warning in warnings(board)]


def too_large() -> Refused:
    """The refusal of a text that can be no board, before anybody reads it."""
    return Refused(
        "board_too_large",
        f"A board has at most {MOST_COLUMNS} columns and {MOST_ROWS} rows; these are more "
        "characters than that.",
        field="rows", rule="G2.4",
    )  # fmt: skip


def _faults(typed: Typed) -> list[Fault]:
    rows, patios = typed["rows"], typed.get("patios")
    size = len(json.dumps([rows, patios], ensure_ascii=False))
    if size > MOST_CHARACTERS:
        return [game_data.fault(too_large())]
    return [game_data.fault(one) for one in faults(rows, patios)]


def _parse(typed: Typed, name: str) -> Board:
    return parse_board(typed["rows"], typed.get("patios"), name)


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
    shipped=SHIPPED["gazebo"],
    load=load_board,
    faults=_faults,
    parse=_parse,
    text=board_text,
    status=lambda board: DataStatus.OWN,
    warnings=warnings_of,
)
