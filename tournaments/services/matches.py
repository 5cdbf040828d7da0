"""The matches of series as they are planned, each on the version of its board or tile set as it is
now."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from engines.base import Game, RuleBroken, Setup
from engines.gnome_hollow.options import settle_options
from engines.gnome_hollow.tileset.sets import TileSet, load_tileset
from engines.gnome_hollow.variants import check_variants
from tournaments import queries_boards
from tournaments.errors import Conflict, refusing_broken_rules
from tournaments.models import BoardVersion, Club, Match, Series, TileSetVersion
from tournaments.models.boards import DataStatus
from tournaments.services import game_data, journal, texts
from tournaments.services.boards import BOARD
from tournaments.services.game_data import Kind
from tournaments.services.tile_sets import TILE_SET

Version: TypeAlias = BoardVersion | TileSetVersion
KINDS: dict[str, Kind[Any, Any]] = {"gazebo": BOARD, "gnome_hollow": TILE_SET}
"""Game ↦ the data that its matches are planned on."""


def clean_setups(
    club: Club, game: Game, matches: Sequence[Mapping[str, Any]], options: Mapping[str, Any],
    seats: int,
) -> list[Setup]:  # fmt: skip
    """The planned matches as the game cleans them, the club's own boards or tile sets among the
    known.

    Raises RuleBroken: the game's, `unknown_board` and `unknown_tileset` with the names that the
    club may plan, `no_such_variant` of a tile set without what the options ask for (H9).
    """
    own = queries_boards.own_names(club, game.name).in_force
    try:
        planned = game.clean_setups(matches, options, seats, own)
    except RuleBroken as broken:
        kind = KINDS.get(game.name)
        if kind is None or broken.code != kind.unknown:
            raise
        given = (setup.get(kind.model.KEY) for setup in matches)
        wrong = next(name for name in given if name not in (*kind.shipped, *own))
        raise game_data.unknown(kind, club, wrong, own, str(broken.facts["field"])) from broken
    if game.name == "gnome_hollow":
        names = [str(setup["tileset"]) for setup in planned]
        rows = _in_force_of(TILE_SET, club, names)
        sets = {row.name: queries_boards.read_tile_set(row) for row in rows}
        _check_variants([sets.get(name) or load_tileset(name) for name in names], options)
    return planned


def plan_matches(series: Sequence[Series], setups: Sequence[Mapping[str, Any]]) -> list[Version]:
    """The same matches for each of these series, which are of one club and game.

    Returns the shipped boards or tile sets whose rows are made here: no journal tells of them yet.
    Raises Conflict: board_gone, tile_set_gone; Refused: no_such_variant, where the tile set is
    not any more what the options ask for (H9).
    """
    kind = KINDS.get(series[0].game)
    if kind is None:
        _create(series, setups, {}, "")
        return []
    names = sorted({setup[kind.model.KEY] for setup in setups})
    on = _own(kind, series[0].club, names)
    shipped, made = _shipped(kind, series[0].club, [name for name in names if name not in on])
    rows = (on | shipped).values()
    sets = [queries_boards.read_tile_set(row) for row in rows if isinstance(row, TileSetVersion)]
    with refusing_broken_rules():
        _check_variants(sets, series[0].options)
    _create(series, setups, on | shipped, kind.model.KEY, kind.model.ON_MATCH)
    return made


def told(made: Sequence[Version]) -> dict[str, list[dict[str, Any]]]:
    """What `plan_matches` returned, as the journal has it."""
    plural = made[0].PLURAL if made else BoardVersion.PLURAL
    return {plural: [journal.payload(row) for row in made]}


def _create(
    series: Sequence[Series], setups: Sequence[Mapping[str, Any]], on: Mapping[str, Version],
    key: str, field: str = "",
) -> None:  # fmt: skip
    Match.objects.bulk_create(
        Match(series=one, number=number, setup=setup, **({field: on[setup[key]]} if field else {}))
        for one in series
        for number, setup in enumerate(setups, start=1)
    )


def _check_variants(sets: Iterable[TileSet], options: Mapping[str, Any]) -> None:
    """Refuses the boards of a variant that a planned tile set has not (H9)."""
    for tileset in sets:
        check_variants(tileset, settle_options(options))


def _in_force_of(kind: Kind[Any, Any], club: Club, names: Iterable[str]) -> list[Any]:
    """The club's own of these names: in force or, where a tournament was made for one that is
    withdrawn by now, the version that was in force last: the newest may have been withdrawn as a
    mistake. 1 query."""
    return list(queries_boards.newest_of(kind.model, club).filter(name__in=names))


def _own(kind: Kind[Any, Any], club: Club, names: Iterable[str]) -> dict[str, Version]:
    """`_in_force_of`, locked so that none of them is deleted meanwhile."""
    chosen = [row.pk for row in _in_force_of(kind, club, names)]
    rows = kind.model.objects.filter(pk__in=chosen).order_by("pk").select_for_update(no_key=True)
    return {row.name: row for row in rows} if chosen else {}


def _shipped(
    kind: Kind[Any, Any], club: Club, names: Sequence[str]
) -> tuple[dict[str, Version], list[Version]]:
    """The rows of shipped data as this release has it, and those of them made just now.

    Two at once make one row: the second waits for the first, in the order of the names.
    """
    if not names:
        return {}, []
    wanted = [_row(kind, club, name) for name in names]
    found, numbers = _stored(kind, wanted)
    missing = [row for row in wanted if row.name not in found]
    for row in missing:
        row.number = numbers[row.name] + 1
    if missing:
        kind.model.objects.bulk_create(missing, ignore_conflicts=True)
        found, _ = _stored(kind, wanted)
    return found, [found[row.name] for row in missing]


def _row(kind: Kind[Any, Any], club: Club, name: str) -> Any:
    """Shipped data as its row would be."""
    if name not in kind.shipped:
        raise _gone(kind, club, name)
    data = kind.load(name)
    return kind.model(
        name=name, name_key=texts.name_key(name), text=kind.text(data), hash=kind.hash_of(data),
        status=DataStatus(data.status),
    )  # fmt: skip


def _gone(kind: Kind[Any, Any], club: Club, name: str) -> Conflict:
    """What of the same name in another spelling was saved since is told. 1 query."""
    there = queries_boards.newest_of(kind.model, club).filter(name_key=texts.name_key(name)).first()
    how = "save it again, or change"
    if there:
        state = "withdrawn" if there.retired_at else "in force"
        how = f"{there.name}, which is {state}, has its name now. Change"
    said = f"The {kind.noun} {name} is no longer there; {how} what is played."
    if kind is TILE_SET:
        return Conflict("tile_set_gone", said, field="matches", tileset=name)
    return Conflict("board_gone", said, field="matches", board=name)


def _stored(kind: Kind[Any, Any], wanted: Sequence[Any]) -> tuple[dict[str, Version], Counter[str]]:
    """Those of this shipped data that have a row, and how many versions each has. 1 query."""
    hashes = {row.name: row.hash for row in wanted}
    there = list(kind.model.objects.filter(club=None, name__in=hashes))
    found = {row.name: row for row in there if row.hash == hashes[row.name]}
    return found, Counter(row.name for row in there)
