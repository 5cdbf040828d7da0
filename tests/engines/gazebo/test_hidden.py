"""What a seat sees of a game of Gazebo, and the worlds that agree with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from engines.gazebo.board import load_board
from engines.gazebo.engine import GAZEBO_ENGINE as ENGINE
from engines.gazebo.rules import Position
from engines.rng import Rng
from tests.engines.gazebo.tables import play, state, table, texts
from tests.engines.gazebo.test_promises import GAMES, conserve
from tests.engines.refusals import refused


def positions(players: int, board: str, options: dict[str, Any], seed: int) -> Iterator[Position]:
    """Every seventh position of a game."""
    position = ENGINE.deal(players, seed, options, board=board)
    assert isinstance(position, Position)
    rng = Rng(seed)
    while position.actor() >= 0:
        if position.decisions % 7 == 0:
            yield position
        moves = position.moves()
        position.play(moves[rng.below(len(moves))])


def public(position: Position) -> dict[str, Any]:
    return position.view(None)


@pytest.mark.parametrize(("players", "board", "options", "seed"), GAMES)
def test_hidden_parts_swapped_show_the_same_view_and_the_same_worlds(
    players: int, board: str, options: dict[str, Any], seed: int
) -> None:
    for position in positions(players, board, options, seed):
        for seat in range(players):
            before = state(position)
            swapped = position.determinize(seat, seed)
            assert state(position) == before
            assert swapped.view(seat) == position.view(seat)
            assert swapped.view(None) == position.view(None)
            assert state(swapped.determinize(seat, 4)) == state(position.determinize(seat, 4))
            if position.actor() == seat:
                assert swapped.moves() == position.moves()
            else:
                assert swapped.moves() != []
            conserve(swapped)


def test_worlds_differ() -> None:
    position = ENGINE.deal(3, 1, {})
    worlds = {str(position.determinize(0, seed).view(1)["hand"]) for seed in range(40)}
    assert len(worlds) > 5
    assert {position.determinize(1, seed).view(1)["hand"] for seed in range(40)} == {
        position.view(1)["hand"]
    }


def test_a_view_is_json_and_names_all_that_is_public() -> None:
    position = ENGINE.deal(2, 3, {"zen_draw": "extra"}, board={"rows": ["F1.", "...", "zv."]})
    assert json.loads(json.dumps(position.view(1))) == position.view(1)
    view = position.view(None)
    assert view == {
        "players": 2,
        "options": {"zen_draw": "extra"},
        "board": {"name": "", "rows": ["F1.", "...", "zv."]},
        "start": 0,
        "actor": 0,
        "phase": "place",
        "terrain": ["F..", "...", "..."],
        "nooks": [],
        "patios": [{"owner": None, "gazebos": 0, "squares": ["b1"]}],
        "supply": [24, 24],
        "last_gazebo": None,
        "hands": [{"one": 0, "two": 3}, {"one": 0, "two": 3}],
        "piles": {"common": 48, "personal": [5, 5], "reserve": 17},
        "credits": 0,
    }
    own = position.view(0)
    assert own == view | {"seat": 0, "hand": own["hand"]}


@pytest.mark.parametrize(
    ("name", "rows_of", "said"),
    [
        ("bird", "bird", {"status": "reconstruction"}),
        ("qin", "qin", {"status": "sourced"}),
        ("our garden", "jungle", {"status": "reconstruction"}),
        ("our garden", None, {}),
        ("Bird", None, {"note": "not the rows of the garden that Teien ships"}),
        ("qin", None, {"note": "not the rows of the board that Teien ships"}),
        (
            "butterfly",
            "bird",
            {"status": "reconstruction", "note": "not the rows of the garden that Teien ships"},
        ),
    ],
)
def test_g2_3_a_view_says_what_the_rows_of_its_board_are(
    name: str, rows_of: str | None, said: dict[str, str]
) -> None:
    rows = list(load_board(rows_of).rows) if rows_of else ["F1.", "..."]
    deal = ENGINE.deal(2, 3, {}, board={"name": name, "rows": rows})
    board = {"name": name, "rows": rows}
    setup = ENGINE.write_setup(deal)
    assert setup["board"] == board
    for position in (deal, ENGINE.read_setup(2, {}, setup)):
        assert position.view(None)["board"] == position.view(1)["board"] == board | said


def test_g2_2_other_patios_on_the_rows_of_a_garden_are_another_board() -> None:
    bird = load_board("bird")
    squares = sorted(square for patio in bird.patios for square in patio.squares)
    patios = [[bird.grid.name(square)] for square in squares]
    given = {"name": "bird", "rows": list(bird.rows), "patios": patios}
    view = ENGINE.deal(2, 3, {}, board=given).view(None)
    assert view["board"] == given | {"note": "not the rows of the garden that Teien ships"}


def test_a_view_shows_nooks_and_patios_with_their_owners() -> None:
    position = play(table("F1. ... ...", "FG FG FG", "GW GW GW"), "FG a2e")
    view = position.view(None)
    assert view["terrain"] == ["F..", "FG.", "..."]
    assert view["nooks"] == [{"owner": 0, "gazebos": 1, "squares": ["a1", "a2"]}]
    assert view["patios"] == [{"owner": 0, "gazebos": 1, "squares": ["b1"]}]
    assert view["last_gazebo"] == 0
    assert view["supply"] == [22, 24]


def test_nobody_sees_a_pile_and_its_owner_neither() -> None:
    position = ENGINE.deal(2, 1, {})
    assert isinstance(position, Position)
    piles = {str(position.determinize(0, seed).personal[:5]) for seed in range(40)}
    assert len(piles) > 10


def test_draws_are_seen_by_pile_so_numbers_of_colours_stay() -> None:
    position = table(
        "F........ .........", "FG FW GW", "FG FW GW", personal=["FF WW", "GG"], common="FW GW"
    )
    play(position, "FG b1e, +p")
    assert public(position)["hands"] == [{"one": 1, "two": 2}, {"one": 0, "two": 3}]


def stocked() -> Position:
    """Two seats before d1 and e1 are the last open squares; seat 0 holds flowers only."""
    position = table("G......G", "FF FF FF FF", "FF GW GW GW")
    return play(position, "FF b1e, FF f1e")


def test_g3_6_a_pass_shows_that_the_hand_has_nothing_placeable() -> None:
    position = stocked()
    assert texts(position) == ["pass"]
    play(position, "pass")
    hands = public(position)["hands"]
    assert hands[0] == {
        "one": 3,
        "two": 0,
        "barred": "GG WW FG FW GW",
        "room": [0, 0],
    }
    for seed in range(30):
        assert position.determinize(1, seed).hand[:6] == [3, 0, 0, 0, 0, 0]


def test_what_a_pass_showed_is_kept_while_the_hand_is_refilled() -> None:
    """d1 would join two flowers of each seat, until seat 1 lays a domino on it."""
    rows = "G.....G ###.### ###.... ###...."
    position = table(rows, "FF FF FF FF", "FF GW GW GW", common="GW FG GW FG FW")
    play(position, "FF b1e, FF e1e, pass, GW d1s, +c")
    assert public(position)["hands"][0]["room"] == [0, 0]
    play(position, "FF d3s, +c")
    known = {"one": 2, "two": 1, "barred": "GG WW FG FW GW", "room": [0, 1]}
    assert public(position)["hands"][0] == known
    worlds = [tuple(position.determinize(1, seed).hand[:6]) for seed in range(60)]
    assert set(worlds) == {(2, 0, 0, 1, 0, 0), (2, 0, 0, 0, 1, 0), (2, 0, 0, 0, 0, 1)}
    play(position, "GW e3e, +c")
    play(position, "FG e4e")
    assert public(position)["hands"][0]["room"] == [0, 0]
    play(position, "+c")
    assert public(position)["hands"][0]["room"] == [0, 1]


def test_g6_4_a_second_domino_that_is_not_offered_shows_as_much_as_a_pass() -> None:
    """The pedestal is covered at once where d1 is the last way on, and flowers tie there."""
    rows = "G.....G ###.### .=#.... F##...."
    position = table(rows, "GW FF FF FF FF", "FF GW GW GW", start=0)
    play(position, "FF b1e, FF e1e, GW a3e")
    assert position.actor() == 1
    assert public(position)["hands"][0] == {
        "one": 3,
        "two": 0,
        "barred": "GG WW FG FW GW",
        "room": [0, 0],
    }


def test_in_a_world_somebody_can_place_where_the_game_goes_on() -> None:
    for seed in range(60):
        position = ENGINE.deal(2, seed, {}, board="bird")
        assert isinstance(position, Position)
        position.playout(seed)
        again = ENGINE.deal(2, seed, {}, board="bird")
        assert isinstance(again, Position)
        steps = position.decisions - 2
        rng = Rng(seed)
        while again.actor() >= 0 and again.decisions < steps:
            moves = again.moves()
            again.play(moves[rng.below(len(moves))])
        if again.actor() < 0:
            continue
        for seat in range(2):
            world = again.determinize(seat, seed)
            assert world.moves() != []
            if again.phase == 0:
                assert world.can_place(0) or world.can_place(1)


def test_a_world_of_a_record_with_unseen_tiles_can_be_played_to_its_end() -> None:
    setup: Any = ENGINE.write_setup(ENGINE.deal(2, 1, {}))
    setup["common"] = " ".join("?" * 48)
    setup["personal"] = [" ".join("?" * 5)] * 2
    position = ENGINE.read_setup(2, {}, setup)
    message = "A pile holds tiles that nobody saw; deal them first (G3.3)."
    with refused("unseen_domino", "G3.3", message):
        position.playout(1)
    stuck = position.copy()
    stuck.play(stuck.suggest(1))
    assert stuck.moves() == []  # no tile can be drawn
    assert stuck.outcome() is None
    with refused("unseen_domino", "G3.3", message):
        stuck.suggest(1)
    world = stuck.determinize(0, 3)
    assert world.playout(3) > 50
    assert world.outcome() is not None


@pytest.mark.parametrize("seat", [-1, 2, True, "0"])
def test_a_seat_that_the_game_has_not_sees_nothing(seat: Any) -> None:
    position = ENGINE.deal(2, 1, {})
    word = {bool: "true", str: '"0"'}.get(type(seat), str(seat))
    message = f"A seat of this game is a number from 0 to 1, not {word} (G1.2)."
    with refused("no_such_seat", "G1.2", message):
        position.view(seat)
    with refused("no_such_seat", "G1.2", message):
        position.determinize(seat, 1)


def test_what_two_passes_showed_is_true_together() -> None:
    """Seat 0 passes; what it could not have had then is not dealt to it after its next pass."""
    rows = "#.####### #.####### #G####### F..F#F..F .#G.#.##. .#..#.##. ##.######"
    position = table(
        rows, "FW FW GW", "FW FW GW", personal=["FF FF FF FF FF", "GG GG GG GG GG"],
        common="FW GW FW GW FG",
    )  # fmt: skip
    play(position, "FW f5s, +p, FW i5s, +c, FW a5s, +p, FW d5s, +c, GW b2n, +p, GW c6s, +c")
    play(position, "pass")
    first = public(position)["hands"][0]
    assert (first["one"], first["barred"], first["room"]) == (3, "GG WW FG FW GW", [0, 0])
    play(position, "FW g4e, +c, pass")
    second = public(position)["hands"][0]
    assert second == first
    for seed in range(200):
        assert position.determinize(1, seed).hand[:3] == [3, 0, 0]
