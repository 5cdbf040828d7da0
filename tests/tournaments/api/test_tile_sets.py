"""Tile sets over the API: checked, saved, listed, drawn as pictures and planned."""

from typing import Any

import pytest

from engines.gnome_hollow.tileset.sets import load_tileset, write_tileset
from tests import factories
from tests.tournaments.api.cases import everything
from tests.tournaments.api.client import Client
from tournaments.models import Club, Player, TileSetVersion, User
from tournaments.services import boards, game_data, tile_sets

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair(owner: User, club: Club) -> list[Player]:
    return factories.add_players(owner, club, 2)


def body(club: Club, **changes: Any) -> dict[str, Any]:
    return {"club": club.pk, "name": "Hollow moon", "tileset": write_tileset(load_tileset())} | (
        changes
    )


def test_a_check_shows_the_set_and_saves_nothing(api: Client, club: Club) -> None:
    before = everything()
    told = api.post("tile_sets/check", body(club)).json()
    assert (told["name"], told["faults"], told["number"]) == ("Hollow moon", [], 1)
    assert (told["same"], told["newest"]) == (None, None)
    assert (told["tileset"]["id"], told["tileset"]["status"]) == (
        "Hollow moon", "reconstruction",
    )  # fmt: skip
    own = body(club)
    own["tileset"] |= {"trade_board": None, "status": "own"}
    assert api.post("tile_sets/check", own).json()["tileset"]["status"] == "own"
    assert told["svg"].startswith("<svg")
    assert everything() == before


def test_a_check_tells_every_fault(api: Client, club: Club) -> None:
    before = everything()
    sent = body(club, name=" ", tileset={"garden_tiles": 3})
    told = api.post("tile_sets/check", sent).json()
    found = [(fault["code"], fault["field"]) for fault in told["faults"]]
    assert found[0] == ("missing", "name")
    assert ("missing", "tileset.stump") in found
    assert ("wrong_type", "tileset.garden_tiles") in found
    assert (told["tileset"], told["hash"], told["svg"]) == (None, None, None)
    refused = api.post("tile_sets", sent)
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_tileset")
    assert refused.json()["errors"] == told["faults"]
    assert everything() == before


@pytest.mark.parametrize(
    "wrong",
    [{"tileset": "recon-1"}, {"tileset": None}, {"tileset": []}, {"name": 3}, {"rows": []}],
)
def test_what_is_not_as_described_is_refused(
    api: Client, club: Club, wrong: dict[str, Any]
) -> None:
    before = everything()
    for address in ("tile_sets", "tile_sets/check"):
        refused = api.post(address, body(club) | wrong)
        assert (refused.status_code, refused.json()["code"]) == (422, "invalid")
    assert everything() == before


def test_nobody_checks_anonymously(anonymous: Client, club: Club) -> None:
    answer = anonymous.post("tile_sets/check", body(club))
    assert (answer.status_code, answer.json()["code"]) == (401, "sign_in")


def test_a_saved_set_is_shown_planned_and_drawn(
    api: Client, anonymous: Client, owner: User, club: Club, pair: list[Player]
) -> None:
    made = api.post("tile_sets", body(club, name="<Moon>"))
    assert made.status_code == 201
    pk = made.json()["id"]
    shown = anonymous.get(f"tile_sets/{pk}").json()
    assert (shown["name"], shown["number"], shown["in_force"], shown["matches"]) == (
        "<Moon>", 1, True, 0,
    )  # fmt: skip
    tiles = write_tileset(load_tileset())["garden_tiles"]
    assert (shown["tileset"]["id"], shown["tileset"]["garden_tiles"]) == ("<Moon>", tiles)
    series = api.post("series", {
        "club": club.pk, "game": "gnome_hollow", "players": [player.pk for player in pair],
        "matches": [{"tileset": "<Moon>"}],
    }).json()  # fmt: skip
    (match,) = series["matches"]
    assert (match["setup_text"], match["tile_set_version"], match["board_version"]) == (
        "Tile set: <Moon> (reconstruction)", pk, None,
    )  # fmt: skip
    alone = api.get(f"matches/{match['id']}").json()
    assert (alone["setup_text"], alone["tile_set_version"]) == (match["setup_text"], pk)
    statuses = (shown["status"], shown["tileset"]["status"])
    assert statuses == ("reconstruction", "reconstruction")
    assert api.get(f"tile_sets/{pk}").json()["matches"] == 1
    picture = anonymous.get(shown["svg"])
    assert picture["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert b"&lt;Moon&gt;" in picture.content
    again = anonymous.get(shown["svg"], headers={"If-None-Match": picture["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_stages_say_in_words_what_is_planned(
    api: Client, anonymous: Client, owner: User, club: Club
) -> None:
    """A set keeps its status where it is withdrawn, and is another club's of that name never."""
    other = factories.club(owner, "Moss")
    for at, status in ((club, "reconstruction"), (other, "own")):
        own = factories.tile_set(owner, at, status=status, trade_board=None)
        planned = [{"tileset": "Hollow moon"}]
        night = factories.tournament(owner, at, game="gnome_hollow", matches=planned)
        game_data.retire(tile_sets.TILE_SET, owner, own)
        stage = night.stages.get().pk
        texts = [f"Tile set: Hollow moon ({status})"]
        assert api.get(f"stages/{stage}").json()["setup_texts"] == texts
    listed = api.get("stages").json()["results"]
    assert [one["setup_texts"] for one in listed] == [
        ["Tile set: Hollow moon (reconstruction)"], ["Tile set: Hollow moon (own)"],
    ]  # fmt: skip


@pytest.mark.parametrize("game", ["gazebo", "gnome_hollow"])
def test_stages_say_what_was_deleted(api: Client, owner: User, club: Club, game: str) -> None:
    make, kind = {
        "gazebo": (factories.board, boards.BOARD),
        "gnome_hollow": (factories.tile_set, tile_sets.TILE_SET),
    }[game]
    own: Any = make(owner, club, "Hollow moon")
    night = factories.tournament(
        owner, club, game=game, table_size=2, matches=[{own.KEY: "Hollow moon"}]
    )
    noun = kind.noun.capitalize()
    for gone in (False, True):
        if gone:
            game_data.delete(kind, owner, own)
        (text,) = api.get(f"stages/{night.stages.get().pk}").json()["setup_texts"]
        assert text.startswith(f"{noun}: Hollow moon")
        assert text.endswith("(not there any more)") is gone


def test_the_list_is_narrowed(api: Client, owner: User, club: Club) -> None:
    first = factories.tile_set(owner, club)
    second = factories.tile_set(owner, club, note="Newer.")
    rose = factories.tile_set(owner, club, "Rose", trade_board=None, status="own")
    game_data.retire(tile_sets.TILE_SET, owner, rose)
    for query, expected in {
        f"club={club.pk}": [first.pk, second.pk, rose.pk],
        "in_force=true": [second.pk],
        "name=MOON&ordering=-id": [second.pk, first.pk],
        "status=reconstruction": [first.pk, second.pk],
        "status=own": [rose.pk],
    }.items():
        found = api.get(f"tile_sets?{query}").json()["results"]
        assert [row["id"] for row in found] == expected, query


def test_another_version_in_force_is_named(api: Client, owner: User, club: Club) -> None:
    first = factories.tile_set(owner, club)
    second = factories.tile_set(owner, club, note="Newer.")
    before = everything()
    refused = api.post(f"tile_sets/{first.pk}/restore", {"instead_of": first.pk})
    problem = refused.json()
    assert (refused.status_code, problem["code"]) == (409, "other_tile_set_in_force")
    assert (problem["field"], problem["tile_set_version"], problem["number"]) == (
        "instead_of", second.pk, 2,
    )  # fmt: skip
    assert everything() == before
    answer = api.post(f"tile_sets/{first.pk}/restore", {"instead_of": second.pk})
    assert (answer.status_code, answer.json()["in_force"]) == (200, True)
    assert TileSetVersion.objects.get(retired_at=None) == first
