"""Loaders of boards: a fixed number of queries, whatever the number of rows."""

from functools import lru_cache

from django.db.models import Count, F, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.db.models.lookups import IsNull

from engines.gazebo.board import Board, parse_board, read_text
from tournaments.models import BoardVersion, Club, JournalEntry, Match

OWN_DATA = {"gazebo": BoardVersion}
"""Game ↦ the data that a club may have of its own, by name."""
IN_FORCE_FIRST = IsNull(F("retired_at"), False)


def own_names(club: Club, game: str) -> list[str]:
    """The names of the club's own game data in force, to be planned beside the shipped. 1 query;
    none for a game without."""
    if game not in OWN_DATA:
        return []
    in_force = OWN_DATA[game].objects.filter(club=club, retired_at=None)
    return list(in_force.order_by("name_key").values_list("name", flat=True))


def boards_of(club: Club) -> "QuerySet[BoardVersion]":
    """Of each of the club's boards, by name, the version in force, or else the one that was in
    force last; with `match_count` over all of its versions. 1 query."""
    matches = Match.objects.filter(
        board_version__club=club, board_version__name_key=OuterRef("name_key")
    )
    return (
        BoardVersion.objects.filter(club=club)
        .annotate(match_count=_count(matches, "board_version__name_key"))
        .order_by("name_key", IN_FORCE_FIRST, "-retired_at", "-number")
        .distinct("name_key")
    )


def counted(boards: "QuerySet[BoardVersion]") -> "QuerySet[BoardVersion]":
    """Each version with `match_count`: the matches that are planned or were played on it."""
    matches = Match.objects.filter(board_version=OuterRef("pk"))
    return boards.annotate(match_count=_count(matches, "board_version"))


def versions_of(board: BoardVersion) -> "QuerySet[BoardVersion]":
    """All versions of a board's name, the newest first, `counted`. 1 query."""
    same = BoardVersion.objects.filter(club=board.club_id, name_key=board.name_key)
    return counted(same).order_by("-number", "-id")


def board_named(club: Club, name: str) -> BoardVersion | None:
    """The club's own board of that name: the version in force, or else the one that was last.

    1 query.
    """
    return boards_of(club).filter(name=name).first()


def last_deleted(club: Club, name_key: str) -> int:
    """The highest number of a deleted version of this name, as the journal has it; or 0.

    1 query.
    """
    gone = JournalEntry.objects.filter(
        club=club, noun="boardversion", verb="delete_board", before__name_key=name_key
    )
    return max(gone.values_list("before__number", flat=True), default=0)


def read_board(version: BoardVersion) -> Board:
    """The board as the engines know it."""
    return _read(version.text, version.name, version.status)


@lru_cache(maxsize=128)
def _read(text: str, name: str, status: str) -> Board:
    return parse_board(*read_text(text), name, status)


def _count(matches: "QuerySet[Match]", group: str) -> Coalesce:
    counts = matches.order_by().values(group).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counts, output_field=IntegerField()), 0)
