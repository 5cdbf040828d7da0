"""Loaders of boards and tile sets: a fixed number of queries, whatever the number of rows."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeVar

from django.db.models import Count, F, IntegerField, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.db.models.lookups import IsNull

from engines import registry
from engines.gazebo.board import Board, load_board, parse_board, read_text, write_board
from engines.gazebo.boards import BOARDS
from engines.gnome_hollow.tileset.names import TILESETS
from engines.gnome_hollow.tileset.sets import TileSet, parse_tileset, write_tileset
from engines.values import JSON
from tournaments.models import BoardVersion, Club, JournalEntry, Match, Stage, TileSetVersion

Row = TypeVar("Row", BoardVersion, TileSetVersion)

OWN_DATA: dict[str, type[BoardVersion] | type[TileSetVersion]] = {
    "gazebo": BoardVersion,
    "gnome_hollow": TileSetVersion,
}
"""Game ↦ the data that a club may have of its own, by name."""
SHIPPED = {"gazebo": BOARDS, "gnome_hollow": TILESETS}
"""The names of what every club may plan."""
GONE = "(not there any more)"
"""What is said of a planned one that was deleted."""
IN_FORCE_FIRST = IsNull(F("retired_at"), False)


@dataclass(frozen=True)
class OwnNames:
    """A club's own game data of a game: name ↦ status. `in_force`: planned beside the shipped.
    `withdrawn`: planned no more; what was planned with one of them is still drawn."""

    in_force: Mapping[str, str] = field(default_factory=dict)
    withdrawn: Mapping[str, str] = field(default_factory=dict)

    @property
    def statuses(self) -> dict[str, str]:
        """Of both."""
        return {**self.withdrawn, **self.in_force}


def own_names(club: Club, game: str) -> OwnNames:
    """1 query; none for a game without."""
    if game not in OWN_DATA:
        return OwnNames()
    model: Any = OWN_DATA[game]
    rows = list(newest_of(model, club).values_list("name", "status", "retired_at"))
    return OwnNames(
        in_force={name: status for name, status, retired_at in rows if not retired_at},
        withdrawn={name: status for name, status, retired_at in rows if retired_at},
    )


def newest_of(model: type[Row], club: Club) -> "QuerySet[Row]":
    """Of each of the club's boards, or tile sets, by name, the version in force, or else the one
    that was in force last; with `match_count` over all of its versions. 1 query."""
    on = model.ON_MATCH
    same = {f"{on}__club": club, f"{on}__name_key": OuterRef("name_key")}
    matches = Match.objects.filter(**same)
    return _newest(model).filter(club=club).annotate(match_count=_count(matches, f"{on}__name_key"))


def with_own_names(rows: "QuerySet[Stage]") -> "QuerySet[Stage]":
    """Stages whose set-ups `stage_texts` says without a query. 2 queries more for all of them."""
    models: list[Any] = list(OWN_DATA.values())
    own = (
        Prefetch(
            f"tournament__club__{model.PLURAL}",
            _newest(model).only("club", "name", "status"),
            to_attr=f"known_{model.PLURAL}",
        )
        for model in models
    )
    return rows.select_related("tournament__club").prefetch_related(*own)


def stage_texts(stage: Stage) -> list[str]:
    """What each table of a stage `with_own_names` plays, a line a match."""
    game, model = stage.tournament.game, OWN_DATA.get(stage.tournament.game)
    rows = getattr(stage.tournament.club, f"known_{model.PLURAL}") if model else []
    own = {row.name: row.status for row in rows}
    return [planned_text(game, setup, own) for setup in stage.matches]


def _newest(model: type[Row]) -> "QuerySet[Row]":
    """Of each club's names, the version in force, or else the one that was in force last."""
    return model.objects.order_by(
        "club_id", "name_key", IN_FORCE_FIRST, "-retired_at", "-number"
    ).distinct("club_id", "name_key")


def boards_of(club: Club) -> "QuerySet[BoardVersion]":
    """`newest_of` boards. 1 query."""
    return newest_of(BoardVersion, club)


def counted(rows: "QuerySet[Row]") -> "QuerySet[Row]":
    """Each version with `match_count`: the matches that are planned or were played on it."""
    on = rows.model.ON_MATCH
    matches = Match.objects.filter(**{on: OuterRef("pk")})
    return rows.annotate(match_count=_count(matches, on))


def versions_of(row: Row) -> "QuerySet[Row]":
    """All versions of a board's or tile set's name, the newest first, `counted`. 1 query."""
    same = type(row).objects.filter(club=row.club_id, name_key=row.name_key)
    return counted(same).order_by("-number", "-id")


def named(model: type[Row], club: Club, name: str) -> Row | None:
    """The club's own of that name: the version in force, or else the one that was last. 1 query."""
    return newest_of(model, club).filter(name=name).first()


def last_deleted(model: type[Row], club: Club, name_key: str) -> int:
    """The highest number of a deleted version of this name, as the journal has it; or 0.

    1 query.
    """
    gone = JournalEntry.objects.filter(
        club=club, noun=model._meta.model_name, verb__startswith="delete_",
        before__name_key=name_key,
    )  # fmt: skip
    return max(gone.values_list("before__number", flat=True), default=0)


def read_board(version: BoardVersion) -> Board:
    """The board as the engines know it."""
    return _read_board(version.text, version.name, version.status)


def read_tile_set(version: TileSetVersion) -> TileSet:
    """The tile set as the engines know it."""
    found = _read_tile_set(version.text)
    return replace(found, name=version.name, version=version.number, status=version.status)


def match_text(game: str, match: Match) -> str:
    """What a match is played with, in a line; of a tile set with the status of its version.

    No query where the match is loaded with its `tile_set_version`.
    """
    version = match.tile_set_version
    return _text(game, match.setup, {version.name: version.status} if version else {})


def planned_text(game: str, setup: Mapping[str, JSON], own: Mapping[str, str]) -> str:
    """A set-up in a line; of a tile set with its status; of what was deleted with that. own: name ↦
    status of the club's own (`OwnNames`)."""
    gone = is_gone(game, setup, own)
    return _text(game, setup, own) + (f" {GONE}" if gone else "")


def is_gone(game: str, setup: Mapping[str, JSON], own: Mapping[str, str]) -> bool:
    """Whether what is planned was deleted. own: as for `planned_text`."""
    model = OWN_DATA.get(game)
    name = setup.get(model.KEY) if model else None
    return isinstance(name, str) and name not in own and name not in SHIPPED[game]


def _text(game: str, setup: Mapping[str, JSON], own: Mapping[str, str]) -> str:
    name = setup.get(TileSetVersion.KEY)
    if isinstance(name, str) and name in own:
        setup = {TileSetVersion.KEY: {"id": name, "status": own[name]}}
    return registry.game(game).describe_setup(setup)


def written(row: BoardVersion | TileSetVersion) -> dict[str, JSON]:
    """What a version says, as a record has it."""
    if isinstance(row, BoardVersion):
        return write_board(read_board(row))
    return write_tileset(read_tile_set(row))


def written_shipped(game: str, name: str) -> JSON:
    """The same of what is shipped by that name: of a tile set its name; None where nothing is."""
    if name not in SHIPPED.get(game, ()):
        return None
    return write_board(load_board(name)) if game == "gazebo" else name


@lru_cache(maxsize=128)
def _read_board(text: str, name: str, status: str) -> Board:
    return parse_board(*read_text(text), name, status)


@lru_cache(maxsize=16)
def _read_tile_set(text: str) -> TileSet:
    return parse_tileset(json.loads(text))


def _count(matches: "QuerySet[Match]", group: str) -> Coalesce:
    counts = matches.order_by().values(group).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counts, output_field=IntegerField()), 0)
