"""Components, coordinates and the set-up (H1, H2); the deals are in `test_setup`."""

from __future__ import annotations

from typing import Any

import pytest

from engines.gnome_hollow.engine import GNOME_HOLLOW_ENGINE as ENGINE
from engines.gnome_hollow.hexes import cell_at
from tests.engines.gnome_hollow.games import play
from tests.engines.gnome_hollow.gardens import (
    CLOSED,
    hook,
    lays,
    owned,
    plot,
    seen,
)

NEIGHBOURS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
EDGES = [
    "1@-1,0:0", "1@1,0:0", "1@0,1:0", "1@0,1:2", "1@-1,1:0", "1@-1,1:1", "1@0,-1:0", "1@0,-1:2",
    "1@1,-1:0", "1@1,-1:1",
]  # fmt: skip
"""A straight piece beside a stump with a straight one: path to path, grass to grass."""
HALF = {"1,0": "purple"}
"""A wildflower, beside which anything may lie."""


def test_h1_1_seven_signposts_and_two_gnomes_a_player() -> None:
    view: Any = ENGINE.deal(4, 1, {}).view(None)
    assert len(view["signposts"]["left"]) == 7
    assert len(view["wildflowers"]) == 8
    assert [len(seat["gnomes"]) for seat in view["seats"]] == [2, 2, 2, 2]


def test_h1_2_a_piece_joins_two_edges_and_carries_its_mushrooms() -> None:
    position = plot(HALF, ("03rry 14 25u",))
    play(position, "1@2,0:0")
    paths = [path for path in seen(position)["paths"] if path["name"].startswith("2,0")]
    assert [(path["name"], path["mushrooms"]) for path in paths] == [
        ("2,0/0", {"red": 2, "yellow": 1}),
        ("2,0/1", {}),
        ("2,0/2", {"purple": 1}),
    ]


def test_h1_2_an_edge_without_a_piece_is_grass() -> None:
    assert sorted(lays(plot(stump="03", market=("03",)), "1")) == sorted(EDGES)


@pytest.mark.parametrize(
    ("lay", "joined"),
    [
        ("0", [(0, 1), (2, 4)]),
        ("1", [(1, 2), (3, 5)]),
        ("2", [(0, 4), (2, 3)]),
        ("5", [(0, 5), (1, 3)]),
        ("0f", [(0, 5), (2, 4)]),
        ("1f", [(0, 1), (3, 5)]),
        ("4f", [(0, 2), (3, 4)]),
    ],
)
def test_h1_3_a_printed_edge_turned_and_flipped(lay: str, joined: list[tuple[int, int]]) -> None:
    """Edge e by k sixths: at (k + e) % 6, flipped at (k − e) % 6."""
    position = play(plot(HALF, ("01 24",)), f"1@2,0:{lay}")
    first = 6 * (position.placed - 1)
    mates = position.mate_of[first : first + 6]
    assert [
        (edge, mate - first) for edge, mate in enumerate(mates) if mate - first > edge
    ] == joined


@pytest.mark.parametrize("edge", range(6))
def test_h1_3_edges_face_the_neighbours_clockwise_from_east(edge: int) -> None:
    """Edge i faces d_i and meets edge i + 3 of the tile there."""
    q, r = NEIGHBOURS[edge]
    facing = (edge + 3) % 6
    ends = sorted((facing, (facing + 2) % 6))
    position = plot(stump="03 14 25", market=(f"{ends[0]}{ends[1]}",), size=1)
    play(position, f"1@{q},{r}:0")
    path = position.path_at[6 + (facing + 2) % 6]
    assert sorted(slot // 6 for slot in position.slots_on(path)) == [0, 0, 1, 1]
    assert position.cell_of[1] == cell_at(q, r)


def test_h2_1_gnomes_begin_off_the_garden_and_entering_is_a_move() -> None:
    position = play(hook(), f"{CLOSED}, marker 3/0")
    assert seen(position)["seats"][0]["gnomes"] == [None, None]
    play(position, "g1 ring 0,0/0")
    assert owned(position, 0) == {"red": 1, "blue": 1}


def test_h2_1_tiles_are_drawn_from_the_top_of_the_bag() -> None:
    position = play(plot(bag=("03", "14")), "1@-1,0:0, 2@-2,0:0, .")
    assert seen(position)["market"] == ["3", "4", "5", "6", "7", "8", "9", "10"]


@pytest.mark.parametrize(("players", "start"), [(2, 1), (3, 2), (4, 1)])
def test_h2_2_turns_are_in_seat_order_from_the_start_player(players: int, start: int) -> None:
    position = plot(players=players, start=start)
    seats = []
    for turn in range(players + 1):
        seats.append(position.actor())
        play(position, f"{2 * turn + 1}@{-2 * turn - 1},0:0, {2 * turn + 2}@{-2 * turn - 2},0:0")
        play(position, "., stay")
    assert seats == [(start + turn) % players for turn in range(players + 1)]


def test_h2_1_the_stump_lies_in_the_middle_and_its_bare_paths_are_open() -> None:
    position = plot(stump="01 23 45")
    assert position.cell_of[0] == cell_at(0, 0)
    assert [path["name"] for path in seen(position)["paths"]] == ["0,0/0", "0,0/2", "0,0/4"]
    assert [path["owner"] for path in seen(position)["paths"]] == [None, None, None]
