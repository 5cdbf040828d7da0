"""Whatever key a set-up has: nothing but what the game knows is played, by API and by command."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from analytics.services import simulations
from engines.record import verify
from engines.registry import ENGINES
from tests.engines.games import NO_KEYS, quick_game
from tests.tournaments.api.cases import everything
from tests.tournaments.api.conftest import as_user
from tournaments.errors import Refused
from tournaments.models import Club, User

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.parametrize(
        ("game", "known"),
        [
            ("niwa", {"mission": 1}),
            ("gazebo", {"board": "qin"}),
            ("gnome_hollow", {"tileset": "recon-1"}),
        ],
    ),
]


@pytest.mark.parametrize("key", NO_KEYS)
def test_an_unknown_key_is_422_and_leaves_no_row(
    owner: User, club: Club, game: str, known: dict[str, Any], key: str
) -> None:
    api, before = as_user(owner), everything()
    for value in (1, {}, None):
        setups = [known, known | {key: value}]
        body = {"game": game, "bots": ["random"] * 2, "games": 8, "setups": setups}
        answer = api.post(f"clubs/{club.pk}/simulations", body)
        assert (answer.status_code, answer.json()["code"]) == (422, "unknown_key")
        assert f'"{key}"' in answer.json()["detail"]
        assert answer.json()["field"] == f"setups.1.{answer.json()['key']}"
    assert everything() == before


@pytest.mark.parametrize(
    "more", [[], ["--here"], ["--block", "3"]], ids=["workers", "here", "block"]
)
@pytest.mark.parametrize("key", NO_KEYS)
def test_the_command_tells_it_in_a_sentence(
    club: Club, game: str, known: dict[str, Any], key: str, more: list[str]
) -> None:
    before, out = everything(), StringIO()
    words = [game, "--setups", json.dumps([known | {key: 1}]), "--seed", "7", *more]
    with pytest.raises(CommandError) as caught:
        call_command("simulate", *words, stdout=out, stderr=StringIO())
    names = {
        "niwa": "mission and start", "gazebo": "start and board",
        "gnome_hollow": "start, tileset and market_kinds",
    }[game]  # fmt: skip
    told = f'What is given to a deal has "{key}", which is not known; known are {names}.'
    assert (str(caught.value), out.getvalue()) == (told, "")
    assert everything() == before


def test_a_record_goes_on_with_keys_that_nobody_knows(
    club: Club, game: str, known: dict[str, Any]
) -> None:
    """In a record they are ignored, in its board too; in a simulation refused."""
    record = quick_game(game, 3).written()
    setup: Any = record["setup"]
    more = dict.fromkeys(NO_KEYS, 1) | setup
    if game == "gazebo":
        more["board"] = setup["board"] | {"zz": 1}
    assert verify({**record, "setup": more}, ENGINES) is None
    given = {key: more[key] for key in known} | {"zz": 1}
    with pytest.raises(Refused) as caught:
        simulations.plan(club, game, ["random"] * 2, {}, [given], 7)
    assert caught.value.code == "unknown_key"


WRONG = {
    "niwa": [({"board": "bird"}, "board"), ({"mission": 9}, "mission"),
             ({"mission": 1, "start": 5}, "start")],
    "gazebo": [({"mission": 1}, "mission"), ({"board": "no"}, "board"),
               ({"board": {"rows": ["?"]}}, "board.rows"), ({"board": {"colour": 1}}, "board"),
               ({"board": {"rows": [], "name": 3}}, "board.name"),
               ({"board": "qin", "start": 5}, "start")],
    "gnome_hollow": [({"board": "bird"}, "board"), ({"tileset": "no"}, "tileset"),
                     ({"tileset": {"id": 3}}, "tileset"),
                     ({"tileset": "recon-1", "start": 5}, "start"),
                     ({"tileset": "recon-1", "market_kinds": ["red"]}, "market_kinds")],
}  # fmt: skip


def test_what_is_wrong_with_a_set_up_is_told_with_its_place(
    owner: User, club: Club, game: str, known: dict[str, Any]
) -> None:
    api, before = as_user(owner), everything()
    for setup, field in WRONG[game]:
        body = {"game": game, "bots": ["random"] * 2, "games": 8, "setups": [known, setup]}
        answer = api.post(f"clubs/{club.pk}/simulations", body)
        assert (answer.status_code, answer.json()["field"]) == (422, f"setups.1.{field}")
        errors = answer.json().get("errors", [])
        assert bool(errors) == (setup == {"tileset": {"id": 3}})
        assert all(one["field"].startswith("setups.1.tileset.") for one in errors)
    assert everything() == before
