"""The plain Gazebo reference: whole random games, their invariants and their records."""

import copy
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from tests.engines.reference import gazebo
from tests.engines.reference.gazebo_board import QIN, components, name
from tests.engines.reference.gazebo_pieces import BIG, GAZEBOS, STOCK
from tests.engines.reference.positions import refuse
from tests.engines.reference.records import Broken

GARDEN = {
    "name": "mixed",
    "rows": [
        "1..z...^.1",
        "..v..=..z.",
        ".F..W..v..",
        "z..22..G..",
        "...#..1.=.",
        "^.W..F..z.",
        "..z.v..22.",
        "1...=.G..1",
    ],
}


def options_of(seed: int) -> tuple[int, dict[str, Any]]:
    """Players and options, so that the seeds go through all of them."""
    options: dict[str, Any] = {}
    if seed % 4 == 3:
        options["partnership"] = True
    if seed % 3 == 1:
        options["zen_draw"] = "extra"
    if seed % 5 == 2:
        options["big_nook_safe"] = "wins"
    return (2, 3, 4, 4)[seed % 4], options


@cache
def whole_game(seed: int) -> dict[str, Any]:
    """The record of a random game; the invariants hold after each decision."""
    dice = random.Random(seed)
    players, options = options_of(seed)
    board = QIN if seed % 5 == 0 else GARDEN
    setup = gazebo.deal(players, options, seed, board)
    game = gazebo.Reference(players, options, setup)
    moves: list[str] = []
    while not game.over():
        legal = game.legal()
        assert legal == sorted(set(legal))
        big = big_nooks(game)
        moves.append(dice.choice(legal))
        game.play(moves[-1])
        check_stock(game, moves)
        check_gazebos(game)
        # Big nooks never change hands.
        after = big_nooks(game)
        assert all(
            any(squares <= grown and owner == other for grown, other in after)
            for squares, owner in big
        )
    return {
        "format": 1,
        "game": "gazebo",
        "rules": 1,
        "players": players,
        "options": options,
        "setup": setup,
        "moves": moves,
        "result": game.result(),
    }


def big_nooks(game: gazebo.Reference) -> list[tuple[frozenset[tuple[int, int]], int]]:
    return [(nook.squares, nook.owner) for nook in game.nooks if len(nook.squares) >= BIG]


def check_stock(game: gazebo.Reference, moves: list[str]) -> None:
    """All 81 dominoes over board, hands and piles; each on two squares of its own."""
    placed = [text[:2] for text in moves if text[:2] in STOCK]
    piles = [placed, *game.hands, *game.personal, game.common, game.reserve]
    assert Counter(domino for pile in piles for domino in pile) == STOCK
    assert len(game.terrain) == len(game.board.starts) + 2 * len(placed)


def check_gazebos(game: gazebo.Reference) -> None:
    """Gazebos constant; each group of two or more squares is one nook with its gazebos."""
    on_board = Counter(dict.fromkeys(range(game.players), 0))
    for nook in game.nooks:
        on_board[nook.owner] += nook.gazebos
        wanted = 2 if len(nook.squares) >= BIG else 1
        assert nook.gazebos == wanted or (game.due == "last_gazebo" and nook.gazebos < wanted)
    for patio in game.patios:
        if patio.owner is not None:
            on_board[patio.owner] += patio.gazebos
    assert [game.supply[seat] + on_board[seat] for seat in range(game.players)] == (
        [GAZEBOS[game.players]] * game.players
    )
    groups = {
        group
        for colour in "FGW"
        for group in components(
            {square for square, found in game.terrain.items() if found == colour}
        )
        if len(group) >= 2
    }
    assert len(game.nooks) == len(groups)
    assert {nook.squares for nook in game.nooks} == groups


@pytest.mark.parametrize("seed", range(50))
def test_a_random_game_ends_and_its_record_is_right(seed: int) -> None:
    record = whole_game(seed)
    moves, result = record["moves"], record["result"]
    last = len(moves)
    assert (0 in result["scores"]) == (result["end"] == "last_gazebo")
    assert gazebo.verify(record) is None
    assert gazebo.verify({**record, "moves": moves[:-1]}) == (last - 1, "result", "records")
    rule = "G4.8" if result["end"] == "last_gazebo" else "G5.1"
    assert gazebo.verify({**record, "moves": [*moves, "pass"]}) == (last, "pass", rule)
    wrong = {**result, "end": "pile"}
    assert gazebo.verify({**record, "result": wrong}) == (last, "result", "records")


def test_the_seeds_reach_every_end_and_every_decision_but_a_pass() -> None:
    """A pass is too rare for random games; a drawn position has one."""
    records = [whole_game(seed) for seed in range(50)]
    ends = Counter(record["result"]["end"] for record in records)
    texts = Counter(
        text if text in gazebo.OTHER_TEXTS else "place"
        for record in records
        for text in record["moves"]
    )
    assert set(texts) | {"pass"} == {"place", *gazebo.OTHER_TEXTS}
    assert set(ends) == {"last_gazebo", "blocked", "out_of_dominoes"}


@pytest.mark.parametrize("seed", range(4))
def test_listed_texts_are_accepted_and_all_others_refused(seed: int) -> None:
    """Every text of the notation, at some decisions of a game."""
    players, options = options_of(seed)
    game = gazebo.Reference(players, options, gazebo.deal(players, options, seed, GARDEN))
    everything = [
        *gazebo.OTHER_TEXTS,
        *(
            f"{domino} {name(square)}{direction}"
            for domino in STOCK
            for square in game.board.kinds
            for direction in "eswn"
        ),
    ]
    dice = random.Random(seed)
    for _ in range(25):
        legal = game.legal()
        for text in dice.sample(legal, min(3, len(legal))):
            copy.deepcopy(game).play(text)
        for text in dice.sample(everything, 10):
            if text not in legal:
                assert refuse(game, text) != ""
        game.play(dice.choice(legal))
    accepted = []
    other = copy.deepcopy(game)
    for text in everything:
        try:
            other.play(text)
        except Broken:
            continue
        accepted.append(text)
        other = copy.deepcopy(game)
    assert sorted(accepted) == game.legal()


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"rules": 2}, (-1, "setup", "records")),
        ({"players": 5}, (-1, "setup", "G1.2")),
        ({"options": {"partnership": True}}, (-1, "setup", "G8.1")),
        ({"options": {"partner_talk": "free"}}, (-1, "setup", "records")),
        ({"options": {"zen_draw": "all"}}, (-1, "setup", "records")),
        ({"moves": ["stop"]}, (0, "stop", "G3.1")),
        ({"moves": [None]}, (0, "None", "records")),
        ({"moves": None}, (-1, "setup", "records")),
        ({"options": {"partnership": False, "zen_draw": "replace"}}, None),
    ],
)
def test_the_first_fault_of_a_record_is_named(changes: dict[str, Any], fault: Any) -> None:
    record = whole_game(0)
    assert gazebo.verify({**record, **changes}) == fault


@pytest.mark.parametrize("name", [None, 3, []])
def test_a_boards_name_is_a_text_and_any_text(name: Any) -> None:
    record = whole_game(0)
    board = record["setup"]["board"]
    for label in ("", "庭\u3000\N{HERB}", "two\nlines", "half \ud800"):
        named = record["setup"] | {"board": board | {"name": label}}
        assert gazebo.verify(record | {"setup": named}) is None
    named = record["setup"] | {"board": board | {"name": name}}
    assert gazebo.verify(record | {"setup": named}) == (-1, "setup", "records")
