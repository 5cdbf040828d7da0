"""What is seen of a game of Gnome Hollow, and the worlds that agree with it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engines.gnome_hollow.engine import GNOME_HOLLOW_ENGINE as ENGINE
from engines.gnome_hollow.tileset.sets import load_tileset
from tests.engines.gnome_hollow.games import (
    GAMES,
    OWN_RING,
    RING,
    STAGES,
    deal,
    game,
    play,
    stage,
    state,
    table,
)
from tests.engines.gnome_hollow.test_promises import conserve, looked_at
from tests.engines.refusals import refused


def view_of(name: str) -> Any:
    return stage(name).view(None)


@pytest.mark.parametrize(("players", "tileset", "options", "seed"), GAMES)
def test_hidden_parts_swapped_show_the_same_view_and_the_same_worlds(
    players: int, tileset: str, options: dict[str, Any], seed: int
) -> None:
    for position in game(deal(players, tileset, options, seed), seed):
        if not looked_at(position):
            continue
        before = state(position)
        moves = position.moves()
        for seat in range(players):
            swapped = position.determinize(seat, seed)
            assert swapped.view(seat) == position.view(seat)
            assert swapped.view(None) == position.view(None)
            assert swapped.moves() == moves
            assert state(swapped.determinize(seat, 4)) == state(position.determinize(seat, 4))
            conserve(swapped)
        assert state(position) == before


@pytest.mark.parametrize("name", list(STAGES))
def test_worlds_agree_at_every_step(name: str) -> None:
    position = stage(name)
    for seed in range(20):
        world = position.determinize(seed % 2, seed)
        assert world.view(None) == position.view(None)
        assert world.moves() == position.moves()


def test_worlds_differ_in_bag_and_reserve_which_are_one_pool() -> None:
    position = ENGINE.deal(3, 1, {"signpost_choice": "random"})
    setups: list[Any] = [ENGINE.write_setup(position.determinize(0, seed)) for seed in range(40)]
    assert len({setup["bag"] for setup in setups}) == 40
    assert len({setup["reserve"] for setup in setups}) == 40
    assert len({setup["signposts"] for setup in setups}) > 20
    assert {setup["market"] for setup in setups} == {setups[0]["market"]}
    reserved = {tile for setup in setups for tile in setup["reserve"].split(" ")}
    assert len(reserved) > 70


def test_h5_the_next_signpost_is_seen_while_one_is_chosen_and_not_before() -> None:
    order = "tile red market yellow blue pink flower"
    position = table(signpost_choice="random", signposts=order)
    before: Any = position.view(None)
    assert "next" not in before["signposts"]
    firsts = {position.determinize(0, seed).sign_order[0] for seed in range(60)}
    assert len(firsts) == 7
    play(position, f"{RING}, marker 3/0")
    view: Any = position.view(None)
    assert view["signposts"]["next"] == "tile"
    worlds = [position.determinize(1, seed).sign_order for seed in range(60)]
    assert {world[0] for world in worlds} == {position.sign_order[0]}
    assert len({tuple(world) for world in worlds}) > 40
    play(position, "sign new tile, take 3")
    worlds = [position.determinize(1, seed).sign_order for seed in range(60)]
    assert {world[0] for world in worlds} == {position.sign_order[0]}
    assert len({world[1] for world in worlds}) == 6


def test_a_view_is_json_and_names_all_that_is_known() -> None:
    position = ENGINE.deal(2, 3, {"permission": "never"}, market_kinds=["red", "blue"])
    view: Any = position.view(None)
    assert json.loads(json.dumps(view)) == view
    setup: Any = ENGINE.write_setup(position)
    unseen = sorted(map(int, f"{setup['bag']} {setup['reserve']}".split(" ")))
    seat = {
        "score": 0, "treasure": 0, "mushrooms": {}, "flowers": [], "markers": 0, "spaces": [],
        "storage": [], "gnomes": [None, None],
    }  # fmt: skip
    posts = [post.name for post in load_tileset().signposts]
    kinds = ["purple", "orange", "yellow", "green", "pink", "white"]
    assert view == {
        "players": 2,
        "options": {"permission": "never"},
        "tileset": {"name": "recon-1", "status": "reconstruction"},
        "start": 0,
        "actor": 0,
        "phase": "place",
        "due": None,
        "turn": 0,
        "last_actions": False,
        "end": None,
        "used": 0,
        "stored_now": [],
        "refused": [],
        "garden": [{"place": "0,0", "tile": "stump", "lay": ""}],
        "paths": view["paths"],
        "rings": [],
        "unresolved": [],
        "seats": [seat, seat],
        "market": setup["market"].split(" "),
        "bag": 80,
        "reserve": 4,
        "unseen": [str(tile) for tile in unseen],
        "discarded": [],
        "flower_market": {"red": 1, "blue": 1},
        "wildflowers": {kind: 2 if kind == "purple" else 1 for kind in kinds},
        "signposts": {"out": [], "left": posts},
        "blocked": [],
    }
    bare: dict[str, Any] = {"mushrooms": {}, "owner": None, "gnomes": []}
    stump = [piece.edges[0] for piece in load_tileset().stump]
    assert view["paths"] == [{"name": f"0,0/{edge}"} | bare for edge in stump]
    assert position.view(1) == view | {"seat": 1}


def test_a_view_shows_rings_gnomes_and_boards() -> None:
    position = play(table(), f"{OWN_RING}, marker 3/0, sign new yellow, g2 market 2red")
    view: Any = position.view(None)
    assert view["rings"] == [
        {
            "name": "0,0/0",
            "size": 3,
            "tiles": view["rings"][0]["tiles"],
            "mushrooms": {"red": 2},
            "waiting": False,
            "signpost": "yellow",
            "gnomes": [[0, 1]],
        }
    ]
    assert sorted(view["rings"][0]["tiles"]) == ["0,0", "0,1", "1,0"]
    value = position.tiles.value[2]
    seat = view["seats"][0]
    assert seat == {
        "score": 1 + value,
        "treasure": value,
        "mushrooms": {"yellow": 1},
        "flowers": [],
        "markers": 1,
        "spaces": ["3/0"],
        "storage": [],
        "gnomes": ["0,0/0", "stump"],
    }
    assert view["signposts"]["out"] == ["yellow"]
    assert (view["turn"], view["actor"]) == (1, 1)
    assert view["blocked"] == []  # pairs never are (H6)


def test_a_view_shows_what_a_decision_is_about() -> None:
    shown = {name: view_of(name)["due"] for name in STAGES}
    assert shown == {
        "place": None,
        "end of placement": None,
        "leave": "3@0,1:4",
        "fix": ["1,0/0-1", "1,0/2-3"],
        "rings": None,
        "marker": "-1,0/0",
        "wildflower": None,
        "drop": None,
        "signpost": "-1,0/0",
        "next signpost": "-1,0/0",
        "take_tile": None,
        "flower": None,
        "pick": "-1,0/0",
        "sale": None,
        "trade": "yellow",
        "gnome": None,
        "market": None,
        "discard": None,
    }


def test_a_view_shows_storage_refusals_and_rings_to_be_resolved() -> None:
    stored = table(market_tiles="may_store")
    view: Any = play(stored, "take 1, 2@1,0:2").view(None)
    assert (view["used"], view["stored_now"], view["seats"][0]["storage"]) == (2, ["1"], ["1"])
    view = play(stage("leave"), "no").view(None)
    assert (view["refused"], view["actor"]) == ([0], 1)
    assert view_of("rings")["unresolved"] == ["-1,0/0"]
    assert view_of("marker")["unresolved"] == []
    assert view_of("gnome")["rings"][0]["waiting"] is True
    assert play(stage("discard"), "drop 8").view(None)["discarded"] == ["8"]
    assert view_of("wildflower")["seats"][0]["spaces"] == ["3/3x2"]


@pytest.mark.parametrize("seat", [-1, 2, True, "0"])
def test_a_seat_that_the_game_has_not_sees_nothing(seat: Any) -> None:
    position = ENGINE.deal(2, 1, {})
    word = {bool: "true", str: '"0"'}.get(type(seat), str(seat))
    message = f"A seat of this game is a number from 0 to 1, not {word} (H1.1)."
    with refused("no_such_seat", "H1.1", message):
        position.view(seat)
    with refused("no_such_seat", "H1.1", message):
        position.determinize(seat, 1)
