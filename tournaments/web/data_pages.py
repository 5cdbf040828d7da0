"""What the pages of boards and of tile sets differ in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engines.gazebo.board import board_text, read_text
from engines.gnome_hollow.tileset.sets import DATA, tileset_text
from tournaments import queries_boards
from tournaments.services import boards, tile_sets
from tournaments.services.game_data import Kind
from tournaments.web import words


@dataclass(frozen=True)
class DataPages:
    """`url`: begins the names of the pages, `board` of `web:board_new`; `urls`: that of the list.

    read: a row as the engines know it. typed: a text as the kind's service takes it. written: the
    text to copy. pictured: whether a list shows each with its picture. most: characters of a text
    that are looked at; `too_long` is how a longer one is typed, to be refused. files: the kinds of
    files that a form offers. blank: what is filled in, for who begins with nothing.
    """

    kind: Kind[Any, Any]
    game: str
    url: str
    urls: str
    read: Callable[[Any], Any]
    typed: Callable[[str], dict[str, Any]]
    too_long: Callable[[str], dict[str, Any]]
    written: Callable[[Any], str]
    size: Callable[[Any], str]
    most: int
    pictured: bool
    files: str
    on: str
    field: str
    lead: str
    statuses: Mapping[str, str]
    listed_as: Mapping[str, str]
    legend: str
    blank: str = ""

    @property
    def list_url(self) -> str:
        return f"web:{self.urls}"

    @property
    def one_url(self) -> str:
        return f"web:{self.url}"

    @property
    def new_url(self) -> str:
        return f"web:{self.url}_new"

    @property
    def named_url(self) -> str:
        return f"web:{self.url}_named"


def _squares(text: str) -> dict[str, Any]:
    rows, patios = read_text(text)
    return {"rows": rows, "patios": patios}


BOARDS = DataPages(
    kind=boards.BOARD,
    game="Gazebo",
    url="board",
    urls="boards",
    read=queries_boards.read_board,
    typed=_squares,
    too_long=lambda text: {"rows": [text], "patios": None},
    written=board_text,
    size=lambda board: f"{board.width} columns, {board.height} rows",
    most=boards.MOST_CHARACTERS,
    pictured=True,
    files=".txt,text/plain",
    on="on",
    field="Squares, a line for each row",
    lead="Type or paste a printed board, a character for each square, or choose a file of it.",
    statuses=words.BOARD_STATUSES,
    listed_as={
        "reconstruction": "A reconstruction, not the printed board",
        "sourced": "The known board of the game’s ancestor",
    },
    legend="web/parts/board_legend.html",
)
TILE_SETS = DataPages(
    kind=tile_sets.TILE_SET,
    game="Gnome Hollow",
    url="tile_set",
    urls="tile_sets",
    read=queries_boards.read_tile_set,
    typed=lambda text: {"tileset": tile_sets.read_text(text)},
    too_long=lambda text: {"tileset": text},
    written=tileset_text,
    size=lambda tileset: f"{len(tileset.tiles)} garden tiles, {_boards_of(tileset)}",
    most=tile_sets.MOST_CHARACTERS,
    pictured=False,
    files=".json,application/json,.txt,text/plain",
    on="with",
    field="The set as JSON",
    lead=(
        "Paste a tile set, as a copy of the shipped one is written, or choose its file. A copy "
        'stays a reconstruction until you write "status": "own" in it.'
    ),
    statuses=words.TILE_SET_STATUSES,
    listed_as={
        "reconstruction": "A reconstruction, not the printed tiles",
        "own": "Its club’s own",
    },
    legend="web/parts/tile_set_legend.html",
    blank=(DATA / "blank.json").read_text(encoding="utf-8"),
)


def _boards_of(tileset: Any) -> str:
    """`a player board, an advanced one, a trade board`."""
    there = {
        "a player board": True,
        "an advanced one": tileset.advanced_board is not None,
        "a trade board": tileset.has_trades,
    }
    return ", ".join(name for name, has in there.items() if has)
