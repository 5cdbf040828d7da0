"""Set-ups that deal the same, and boards that figures could not tell apart, by every door."""

import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client as Browser

from analytics.services import simulations
from analytics.tables import described
from engines.gnome_hollow.tileset.sets import load_tileset, write_tileset
from engines.registry import ENGINES
from engines.rng import mixed
from tests import factories
from tests.tournaments.api.cases import everything
from tests.tournaments.api.conftest import as_user
from tests.tournaments.web.soundness import sound
from tournaments.errors import Refused
from tournaments.models import Club, User

pytestmark = pytest.mark.django_db

ROWS, OTHERS = ["F....G", "......"], ["F...G", "....."]


def board(rows: list[str], **more: Any) -> dict[str, Any]:
    return {"board": {"rows": rows, **more}}


SAME = "Set-ups 1 and 2 are the same; each is played equally often."


def two(how: str) -> str:
    return f"Set-ups 1 and 2 are two boards {how}: figures could not tell them apart."


REFUSED = pytest.mark.parametrize(
    ("setups", "code", "field", "message"),
    [
        ([board(ROWS, name="A"), board(ROWS, name="B")], "repeated_setup", "setups.1", SAME),
        ([board(ROWS), board(ROWS, name="B")], "repeated_setup", "setups.1", SAME),
        (
            [board(ROWS, name="A"), board(OTHERS, name="A")],
            "repeated_name", "setups.1.board.name", two("called “A”"),
        ),
        (
            [board(ROWS, name="Tea garden"), board(OTHERS, name="tea  Garden") | {"start": 1}],
            "repeated_name", "setups.1.board.name", two("called “tea Garden”"),
        ),
        ([board(ROWS), board(OTHERS)], "repeated_name", "setups.1.board.name",
         two("without a name")),
    ],
    ids=["two names", "no name", "one name", "almost one name", "two without"],
)  # fmt: skip


@REFUSED
def test_the_api_refuses_them_and_keeps_nothing(
    owner: User, club: Club, setups: list[Any], code: str, field: str, message: str
) -> None:
    body = {"game": "gazebo", "bots": ["random"] * 2, "games": 4, "setups": setups}
    api, before = as_user(owner), everything()
    answer = api.post(f"clubs/{club.pk}/simulations", body)
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["field"]) == (422, code, field)
    assert (problem["detail"], problem["first"]) == (message, 0)
    assert everything() == before


@REFUSED
@pytest.mark.parametrize("more", [["--here"], []], ids=["here", "by workers"])
def test_the_command_refuses_them_and_keeps_nothing(
    owner: User, club: Club, setups: list[Any], code: str, field: str, message: str, more: list[str]
) -> None:
    before = everything()
    with pytest.raises(CommandError) as caught:
        call_command("simulate", "gazebo", "--setups", json.dumps(setups), *more)
    assert str(caught.value) == message
    assert everything() == before


def test_the_page_refuses_two_ticks_on_one_board(owner: User, club: Club) -> None:
    """Of two names; two boards of one name are not there to be ticked."""
    for name in ("Tea garden", "Old pond"):
        factories.board(owner, club, name=name)
    typed = {"game": "gazebo", "bot": ["random"] * 2, "other": ["", ""], "games": "4",
             "setup": ["Tea garden", "Old pond"]}  # fmt: skip
    browser = Browser()
    browser.force_login(owner)
    before = everything()
    answer = browser.post(f"/clubs/{club.pk}/simulations/new/", typed)
    assert answer.status_code == 422
    assert SAME in sound(answer)
    assert everything() == before


def test_one_board_may_be_begun_by_either_seat(owner: User, club: Club) -> None:
    setups = [board(ROWS, name="A"), board(ROWS, name="A") | {"start": 1}, {"board": "qin"}]
    made = simulations.start(
        owner, club, game="gazebo", bots=["random"] * 2, games=4, setups=setups
    )
    assert [setup.get("start") for setup in made.setups] == [None, 1, None]


def test_a_club_board_under_another_name_is_the_same(owner: User, club: Club) -> None:
    own = factories.board(owner, club)
    before = everything()
    with pytest.raises(Refused) as caught:
        simulations.start(
            owner, club, game="gazebo", bots=["random"] * 2, games=4,
            setups=[{"board": own.name}, board(factories.BOARD, name="Another")],
        )  # fmt: skip
    assert caught.value.code == "repeated_setup"
    assert everything() == before


@pytest.mark.parametrize("seed", range(8))
def test_what_one_draws_by_lot_and_another_says_is_not_the_same(
    owner: User, club: Club, seed: int
) -> None:
    kinds = ENGINES["gnome_hollow"].deal(2, mixed(seed, 0), {}).view(None)["flower_market"]
    setups = [{"tileset": "recon-1"}, {"tileset": "recon-1", "market_kinds": [*kinds]}]
    made = simulations.start(
        owner, club, game="gnome_hollow", bots=["random"] * 2, games=4, setups=setups, seed=seed
    )
    assert len(made.setups) == 2


def test_set_ups_in_words_say_all_that_they_say() -> None:
    setup = {"tileset": "recon-1", "start": 1, "market_kinds": ["red", "blue"]}
    text = "Tile set: recon-1 (reconstruction), Seat 2 starts, market kinds: red and blue"
    assert described("gnome_hollow", setup) == text
    assert described("niwa", {"mission": 5, "start": 0}).endswith(", Seat 1 starts")


def hollow(**changes: Any) -> dict[str, Any]:
    return {"tileset": write_tileset(load_tileset()) | changes}


OTHER = {"trade_board": None}


@pytest.mark.parametrize(
    ("setups", "code", "field"),
    [
        ([{"tileset": "Copy"}, {"tileset": "recon-1"}], "repeated_setup", "setups.1"),
        ([{"tileset": "recon-1"}, {"tileset": "Copy"}], "repeated_setup", "setups.1"),
        ([{"tileset": "recon-1"}, hollow(id="Moon", note="x")], "repeated_setup", "setups.1"),
        (
            [hollow(id="A", **OTHER), hollow(id="B", version=3, status="own", **OTHER)],
            "repeated_setup", "setups.1",
        ),
        (
            [hollow(id="A"), hollow(id="a", **OTHER)],
            "repeated_name", "setups.1.tileset.id",
        ),
    ],
    ids=["own first", "shipped first", "whole", "labels", "one name"],
)  # fmt: skip
def test_tile_sets_are_compared_by_what_is_dealt_from_them(
    owner: User, club: Club, setups: list[Any], code: str, field: str
) -> None:
    factories.tile_set(owner, club, "Copy")
    body = {"game": "gnome_hollow", "bots": ["random"] * 2, "games": 4, "setups": setups}
    api, before = as_user(owner), everything()
    answer = api.post(f"clubs/{club.pk}/simulations", body)
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["field"]) == (422, code, field)
    assert problem["first"] == 0
    if code == "repeated_name":
        assert "are two tile sets called “" in problem["detail"]
    assert everything() == before
    body["setups"] = [{"tileset": "recon-1"}, hollow(id="Copy", **OTHER)]
    assert api.post(f"clubs/{club.pk}/simulations", body).status_code == 201


@pytest.mark.parametrize(
    ("game", "setup", "field", "message"),
    [
        ("gazebo", board(ROWS, name="Bird"), "setups.1.board.name",
         "The board “Bird” is not the rows of the garden that Teien ships: give it another name."),
        ("gnome_hollow", hollow(id="recon‐1", **OTHER), "setups.1.tileset.id",
         "The tile set “recon‐1” is not the tile set that Teien ships: give it another name."),
    ],
)  # fmt: skip
def test_what_is_not_shipped_is_not_played_under_a_shipped_name(
    owner: User, club: Club, game: str, setup: Any, field: str, message: str
) -> None:
    """Figures would stand under it, beside those of what ships."""
    shipped = {"gazebo": {"board": "qin"}, "gnome_hollow": {"tileset": "recon-1"}}[game]
    body = {"game": game, "bots": ["random"] * 2, "games": 4, "setups": [shipped, setup]}
    api, before = as_user(owner), everything()
    answer = api.post(f"clubs/{club.pk}/simulations", body)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "shipped_name")
    assert (problem["field"], problem["detail"]) == (field, message)
    assert everything() == before
