"""The matches of series as they are planned, each on the version of its board as it is now."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engines.base import Game, RuleBroken, Setup
from engines.gazebo.board import board_text, load_board
from engines.gazebo.boards import BOARDS
from tournaments import queries_boards
from tournaments.errors import Conflict
from tournaments.models import BoardVersion, Club, Match, Series
from tournaments.models.boards import DataStatus
from tournaments.services import texts
from tournaments.services.boards import hash_of, unknown_board


def clean_setups(
    club: Club, game: Game, matches: Sequence[Mapping[str, Any]], options: Mapping[str, Any],
    seats: int,
) -> list[Setup]:  # fmt: skip
    """The planned matches as the game cleans them, the club's own boards among the known.

    Raises RuleBroken: the game's, `unknown_board` with the boards that the club may plan.
    """
    own = queries_boards.own_names(club, game.name)
    try:
        return game.clean_setups(matches, options, seats, own)
    except RuleBroken as broken:
        if broken.code != "unknown_board":
            raise
        given = (setup.get("board") for setup in matches)
        wrong = next(name for name in given if name not in (*BOARDS, *own))
        raise unknown_board(club, wrong, own, str(broken.facts["field"])) from broken


def plan_matches(
    series: Sequence[Series], setups: Sequence[Mapping[str, Any]]
) -> list[BoardVersion]:
    """The same matches for each of these series, which are of one club and game.

    Returns the shipped boards whose rows are made here: no journal tells of them yet.
    Raises Conflict: board_gone.
    """
    names = sorted({setup["board"] for setup in setups if "board" in setup})
    on = _own(series[0].club, names) if names else {}
    shipped, made = _shipped([name for name in names if name not in on])
    on |= shipped
    Match.objects.bulk_create(
        Match(series=one, number=number, setup=setup, board_version=on.get(setup.get("board", "")))
        for one in series
        for number, setup in enumerate(setups, start=1)
    )
    return made


def _own(club: Club, names: Iterable[str]) -> dict[str, BoardVersion]:
    """The club's own boards of these names, locked so that none of them is deleted meanwhile.

    In force or, where a tournament was made for a board that is withdrawn by now, the version
    that was in force last: the newest may have been withdrawn as a mistake.
    """
    chosen = [board.pk for board in queries_boards.boards_of(club).filter(name__in=names)]
    rows = BoardVersion.objects.filter(pk__in=chosen).order_by("pk").select_for_update(no_key=True)
    return {board.name: board for board in rows} if chosen else {}


def _shipped(names: Sequence[str]) -> tuple[dict[str, BoardVersion], list[BoardVersion]]:
    """The rows of shipped boards as this release has them, and those of them made just now.

    Two at once make one row: the second waits for the first, in the order of the names.
    """
    if not names:
        return {}, []
    wanted = [_row(name) for name in names]
    found, numbers = _stored(wanted)
    missing = [row for row in wanted if row.name not in found]
    for row in missing:
        row.number = numbers[row.name] + 1
    if missing:
        BoardVersion.objects.bulk_create(missing, ignore_conflicts=True)
        found, _ = _stored(wanted)
    return found, [found[row.name] for row in missing]


def _row(name: str) -> BoardVersion:
    """A shipped board as its row would be."""
    if name not in BOARDS:
        raise Conflict(
            "board_gone",
            f"The board {name} is no longer there. Change what is played, or save it again.",
            field="matches", board=name,
        )  # fmt: skip
    board = load_board(name)
    return BoardVersion(
        name=name, name_key=texts.name_key(name), text=board_text(board), hash=hash_of(board),
        status=DataStatus(board.status),
    )  # fmt: skip


def _stored(wanted: Sequence[BoardVersion]) -> tuple[dict[str, BoardVersion], Counter[str]]:
    """Those of these shipped boards that have a row, and how many versions each has. 1 query."""
    hashes = {row.name: row.hash for row in wanted}
    there = list(BoardVersion.objects.filter(club=None, name__in=hashes))
    found = {row.name: row for row in there if row.hash == hashes[row.name]}
    return found, Counter(row.name for row in there)
