"""Placing tiles: the market, leave (H3.1, H3.2, H7.3)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.tileset.sets import Space
from engines.position import NotLegal
from tests.engines.gnome_hollow.games import play, state, texts
from tests.engines.gnome_hollow.gardens import (
    CLOSE,
    CLOSED,
    HOOK,
    STORE,
    hook,
    lays,
    market,
    plot,
    seen,
)
from tests.engines.refusals import refused

# The market (H3.1) ------------------------------------------------------------------------------


def test_h3_1_two_tiles_of_the_market_are_placed() -> None:
    position = plot()
    for left, lay in ((2, "1@-1,0:0"), (1, "2@-2,0:0")):
        sentence = f"{left} more of the tile market must be used first (H7.3)."
        with refused("market_unused", "H7.3", sentence):
            position.parse(".")
        play(position, lay)
    assert texts(position) == ["."]


def test_h3_1_one_tile_where_the_market_has_one_and_none_where_it_is_empty() -> None:
    position = plot(size=1, grass=0)
    assert "." not in texts(position)
    play(position, "1@-1,0:0")
    assert texts(position) == ["."]
    assert texts(plot(size=0, grass=0)) == ["."]


@pytest.mark.parametrize("order", ["1 2 5 6", "5 1 6 2", "5 6 2 1", "1 5 6", "5 6", "2 5 6"])
def test_h3_1_stored_tiles_are_placed_too_none_one_or_two_in_any_order(order: str) -> None:
    position = play(plot(**STORE), "take 1, take 2, ., stay, 3@-1,0:0, 4@-2,0:0, ., stay")
    for at, tile in enumerate(order.split()):
        play(position, f"{tile}@{-3 - at},0:0")
    play(position, ".")
    kept = [tile for tile in ("1", "2") if tile not in order.split()]
    assert seen(position)["seats"][0]["storage"] == kept
    assert position.placed == 3 + len(order.split())


def test_h3_1_a_wildflower_of_the_storage_is_placed_beside_two_market_tiles() -> None:
    board = {"3": (Space(markers=2),)}
    position = play(hook(board=board), f"{CLOSED}, marker 3/0x2, wild red, stay")
    play(position, "7@-2,0:0, 6@-3,0:0, ., stay, 2@-4,0:0, 3@-5,0:0")
    assert "red@1,1" in texts(position)
    play(position, "red@1,1, .")
    assert seen(position)["garden"][-1] == {"place": "1,1", "tile": "red", "lay": ""}


@pytest.mark.parametrize(
    ("lay", "code"),
    [
        ("1@0,1:1", "edges_differ"),
        ("2@0,1:0", "edges_differ"),
        ("1@-1,0:1", "edges_differ"),
        ("1@3,0:0", "no_neighbour"),
        ("1@1,0:0", "not_free"),
        ("1@0,0:0", "not_free"),
    ],
)
def test_h3_1_a_tile_touches_another_and_its_edges_agree(lay: str, code: str) -> None:
    position = plot(HOOK, ("45", "02"))
    assert "1@0,1:0" in lays(position, "1")
    before = state(position)
    with pytest.raises(NotLegal) as caught:
        position.parse(lay)
    assert (caught.value.code, caught.value.rule) == (code, "H3.1")
    assert state(position) == before


@pytest.mark.parametrize(
    ("options", "allowed"), [({}, False), ({"market_tiles": "place_both"}, False), (STORE, True)]
)
def test_h3_1_market_tiles_may_go_to_storage_under_may_store_only(
    options: dict[str, Any], allowed: bool
) -> None:
    position = plot(**options)
    assert ("take 1" in texts(position)) is allowed


def test_h7_3_a_stored_tile_counts_as_one_of_the_two_and_waits_a_turn() -> None:
    position = play(plot(**STORE), "take 1")
    assert "." not in texts(position)
    assert lays(position, "1") == []
    assert lays(position, "2")
    play(position, "2@-1,0:0")
    assert texts(position) == ["."]
    play(position, "., stay, 3@-2,0:0, 4@-3,0:0, ., stay")
    assert lays(position, "1")


def test_h7_3_both_of_two_stored_tiles_wait_a_turn() -> None:
    position = play(plot(**STORE), "take 1, take 2")
    assert texts(position) == ["."]
    assert [lays(position, tile) for tile in ("1", "2")] == [[], []]
    play(position, "., stay, 3@-1,0:0, 4@-2,0:0, ., stay")
    assert all(lays(position, tile) for tile in ("1", "2"))


def test_h3_1_the_market_is_refilled_to_eight_after_placement() -> None:
    """Also before rings and gnomes."""
    position = hook(market_refill="after_placement")
    play(position, CLOSE.removesuffix(", ."))
    assert len(market(position)) == 6
    play(position, ".")
    assert seen(position)["phase"] == "rings"
    assert market(position) == ["2", "3", "4", "5", "6", "7", "9", "10"]


def test_h3_1_the_market_is_refilled_to_eight_at_the_end_of_the_turn() -> None:
    position = play(hook(market_refill="end_of_turn"), f"{CLOSED}, marker 3/0")
    assert market(position) == ["2", "3", "4", "5", "6", "7"]
    play(position, "g1 ring 0,0/0")
    assert market(position) == ["2", "3", "4", "5", "6", "7", "9", "10"]
    assert position.actor() == 1


# Leave (H3.2) -----------------------------------------------------------------------------------


SECOND = {2: "0,0/0"}
"""A gnome of seat 1 on the stump's path."""


@pytest.mark.parametrize(("garden", "tile"), [({}, "03"), (HOOK, "45")])
def test_h3_2_extending_or_closing_another_s_path_needs_leave(
    garden: dict[str, str], tile: str
) -> None:
    lay = "1@0,1:0" if garden else "1@1,0:0"
    position = play(plot(garden, (tile,), gnomes=SECOND), lay)
    assert (position.actor(), texts(position)) == (1, ["yes", "no"])
    placed = position.placed
    play(position, "yes")
    assert (position.actor(), position.placed) == (0, placed + 1)


def test_h3_2_one_s_own_path_and_a_free_one_need_none() -> None:
    for gnomes in ({}, {0: "0,0/0"}, {1: "0,0/0"}):
        position = play(plot(HOOK, ("45",), gnomes=gnomes), "1@0,1:0")
        assert (position.actor(), position.placed) == (0, 3)


def test_h3_2_beside_another_s_path_no_leave_is_needed() -> None:
    position = play(plot({"1,0": "03"}, gnomes=SECOND), "1@1,-1:0")
    assert (position.actor(), position.placed) == (0, 3)


def test_h3_2_a_gnome_that_has_left_gives_no_leave() -> None:
    position = plot({"1,0": "03"}, ("03",) * 8, stump="03", gnomes={2: "0,0/0"}, start=1)
    play(position, "1@0,1:0, 2@0,2:0, ., g1 market, 3@2,0:0")
    assert (position.actor(), position.placed) == (0, 5)


JOIN = {"1,-1": "01"}
"""Its path and the stump's both end at 1,0."""


@pytest.mark.parametrize(
    ("gnomes", "asked"),
    [
        ({2: "0,0/0", 3: "1,-1/0"}, [1]),
        ({0: "0,0/0", 1: "1,-1/0"}, []),
        ({2: "1,-1/0"}, [1]),
        ({0: "0,0/0", 2: "1,-1/0"}, None),
        ({2: "0,0/0", 4: "1,-1/0"}, None),
    ],
)
def test_h3_2_paths_are_joined_unless_they_have_gnomes_of_two_players(
    gnomes: dict[int, str], asked: list[int] | None
) -> None:
    for permission in ("ask", "always"):
        position = plot(JOIN, ("34",), gnomes=gnomes, players=3, permission=permission)
        assert ("1@1,0:0" in texts(position)) is (asked is not None)
        if asked is not None:
            play(position, "1@1,0:0")
            actor = asked[0] if asked and permission == "ask" else 0
            assert position.actor() == actor


FREE = {"1,-1": "01", "2,-1": "23", "0,1": "05"}
"""A path that comes back to 1,0 with both its ends, between two others that end there."""


@pytest.mark.parametrize(
    ("gnomes", "asked"),
    [
        ({2: "0,0/0", 4: "0,1/0"}, None),
        ({0: "0,0/0", 2: "0,1/0"}, None),
        ({2: "0,0/0", 3: "0,1/0"}, [1]),
        ({4: "0,1/0"}, [2]),
        ({}, []),
    ],
)
def test_h3_2_two_pieces_of_a_tile_that_meet_one_path_join_what_is_beyond(
    gnomes: dict[int, str], asked: list[int] | None
) -> None:
    for permission in ("ask", "always"):
        position = plot(FREE, ("34 25",), gnomes=gnomes, players=3, permission=permission)
        assert ("1@1,0:0" in texts(position)) is (asked is not None)
        if asked is not None:
            play(position, "1@1,0:0")
            assert position.actor() == (asked[0] if asked and permission == "ask" else 0)


THREE = {"1,-1": "01", "0,1": "05"}
"""With a straight stump three paths that end at 1,0."""


def three_owners(**options: Any) -> Position:
    """Seat 2 may place at 1,0 a tile that goes on with paths of seats 1, 3 and 0."""
    return plot(
        THREE, ("03 14 25", "03", "03"), stump="03", players=4, start=2, **options,
        gnomes={2: "0,0/0", 6: "1,-1/0", 0: "0,1/0"},
    )  # fmt: skip


def test_h3_2_every_owner_is_asked_clockwise_from_the_active_player() -> None:
    position = play(three_owners(), "1@1,0:0")
    for seat in (3, 0, 1):
        assert position.actor() == seat
        assert "1" in market(position)
        play(position, "yes")
    assert (position.actor(), position.placed) == (2, 4)
    assert "1" not in market(position)


def test_h3_2_one_refusal_refuses_and_the_rest_are_not_asked() -> None:
    position = play(three_owners(), "1@1,0:0, yes, no")
    assert (position.actor(), position.placed) == (2, 3)
    assert seen(position)["refused"] == [0]
    assert "1" in market(position)
    assert position.used == 0


def test_h3_2_who_has_refused_is_not_asked_again_and_all_others_are() -> None:
    position = play(three_owners(), "1@1,0:0, yes, no")
    assert "1@1,0:0" not in texts(position)
    assert "2@1,1:0" not in texts(position)  # seat 0's other end
    assert "1@-1,0:0" in texts(position)  # seat 1's
    play(position, "2@2,-1:0")  # seat 3's: leave was given for another tile
    assert position.actor() == 3
    play(position, "no")
    assert "2@2,-1:0" not in texts(position)
    assert seen(position)["refused"] == [0, 3]


def test_h3_2_a_refusal_lasts_until_the_turn_ends() -> None:
    position = play(three_owners(), "1@1,0:0, yes, no, 7@-1,1:0, 8@0,-1:0, ., stay")
    assert (position.actor(), seen(position)["refused"]) == (3, [])
    play(position, "2@1,1:0")
    assert position.actor() == 0


def test_h3_2_leave_is_always_given_or_never() -> None:
    position = play(three_owners(permission="always"), "1@1,0:0")
    assert (position.actor(), position.placed) == (2, 4)
    position = three_owners(permission="never")
    with refused(
        "no_leave",
        "H3.2",
        "The tile would extend a path of Seat 1, Seat 2 and Seat 4; leave is never given (H3.2).",
    ):
        position.parse("1@1,0:0")
    assert position.placed == 3
