"""Rows for tests, made through the services wherever one exists."""

from datetime import date
from typing import Any

from rest_framework.test import APIClient

from engines.gnome_hollow.tileset.sets import load_tileset, write_tileset
from tournaments.models import (
    BoardVersion,
    Club,
    Match,
    Player,
    Result,
    Round,
    Series,
    TileSetVersion,
    Tournament,
    User,
)
from tournaments.services import (
    boards,
    clubs,
    entries,
    game_data,
    players,
    results,
    rounds,
    texts,
    tile_sets,
    tournaments,
)

PASSWORD = "moss-and-stone-7"


def user(username: str) -> User:
    return User.objects.create_user(username, password=PASSWORD)


def club(owner: User, name: str = "Club Koi") -> Club:
    return clubs.create_club(owner, name=name, timezone="Europe/Berlin")


def member(owner: User, in_club: Club, username: str, role: str) -> User:
    person = user(username)
    clubs.add_member(owner, in_club, username=username, role=role)
    return person


def add_players(owner: User, in_club: Club, count: int) -> list[Player]:
    return [
        players.add_player(owner, in_club, name=f"Player {number:03d}")
        for number in range(1, count + 1)
    ]


def crowd(in_club: Club, count: int, name: str = "Guest", **fields: Any) -> list[Player]:
    """So many new players, in one query."""
    return Player.objects.bulk_create(
        Player(
            club=in_club, name=f"{name} {number:03d}", name_key=f"{name.lower()} {number:03d}",
            **fields,
        )
        for number in range(count)
    )  # fmt: skip


BOARD = ["1....z..", "..F..v..", ".....G..", "..=..W22", "^......."]


def save_board(
    actor: User, in_club: Club, *, name: object, based_on: int | None = None, **typed: Any
) -> BoardVersion:
    return game_data.save(boards.BOARD, actor, in_club, name, typed, based_on)


def save_tile_set(
    actor: User, in_club: Club, *, name: object, based_on: int | None = None, **typed: Any
) -> TileSetVersion:
    return game_data.save(tile_sets.TILE_SET, actor, in_club, name, typed, based_on)


def board(owner: User, in_club: Club, name: str = "Tea garden", **squares: Any) -> BoardVersion:
    """A board of the club's own, or the next version of the newest there is."""
    newest = in_club.boards.filter(name_key=texts.name_key(name)).order_by("number").last()
    based_on = newest.pk if newest else None
    return save_board(
        owner, in_club, name=name, **({"rows": BOARD, "based_on": based_on} | squares)
    )


def tile_set(
    owner: User, in_club: Club, name: str = "Hollow moon", **changes: Any
) -> TileSetVersion:
    """A tile set of the club's own, the shipped one with these parts changed, or the next version
    of the newest there is."""
    newest = in_club.tile_sets.filter(name_key=texts.name_key(name)).order_by("number").last()
    content = write_tileset(load_tileset()) | changes
    based_on = newest.pk if newest else None
    return save_tile_set(owner, in_club, name=name, tileset=content, based_on=based_on)


def api(person: User) -> APIClient:
    client = APIClient()
    client.force_login(person)
    return client


NIWA = {"game": "niwa", "matches": [{"mission": 5}, {"mission": 2}, {"mission": 8}]}
GAZEBO = {"game": "gazebo", "matches": [{"board": "bird"}, {"board": "butterfly"}]}
GNOME_HOLLOW = {"game": "gnome_hollow", "matches": [{"tileset": "recon-1"}]}


def tournament(owner: User, in_club: Club, **settings: Any) -> Tournament:
    """An open tournament; Niwa with three missions at tables of four unless `settings` differ."""
    values: dict[str, Any] = {
        "name": "Autumn night",
        "starts_on": date(2026, 11, 30),
        "table_size": 4,
        "seed": 1,
    }
    return tournaments.create_tournament(owner, in_club, **(values | NIWA | settings))


def entered(owner: User, in_club: Club, count: int, **settings: Any) -> Tournament:
    """A tournament with `count` new players checked in."""
    made = tournament(owner, in_club, **settings)
    entries.enter_players(owner, made, add_players(owner, in_club, count))
    return made


def draw(owner: User, of: Tournament, *, publish: bool = True, seed: int = 7) -> Round:
    """The next round, drawn and (normally) published."""
    round_ = rounds.draw_round(owner, of.stages.get(), seed=seed)
    return rounds.publish_round(owner, round_) if publish else round_


def points_sheet(points: list[int]) -> dict[str, Any]:
    return {"seats": [{"points": value} for value in points]}


def report(actor: User, match: Match, points: list[int], **options: Any) -> Result:
    return results.report_result(actor, match, points_sheet(points), **options)


def play_series(owner: User, series: Series, points: list[list[int]] | None = None) -> None:
    """Every match of a Niwa series confirmed: 30, 40, 50, … by seat unless `points` says."""
    seats = series.seats.count()
    for index, match in enumerate(series.matches.order_by("number")):
        report(owner, match, points[index] if points else [30 + 10 * s for s in range(seats)])


def play_round(owner: User, round_: Round) -> None:
    for series in round_.series.order_by("table_no"):
        play_series(owner, series)


def closed_table(owner: User, in_club: Club) -> Series:
    """The one table, of three, of a closed round: 30, 40 and 50 in each mission."""
    round_ = draw(owner, entered(owner, in_club, 3))
    play_round(owner, round_)
    rounds.close_round(owner, round_)
    return round_.series.get()
