"""Rings: what they are, whose they are, and their markers (H4, H7.1, H7.4)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.gnome_hollow.tileset.sets import Space
from tests.engines.gnome_hollow.games import others, play, texts
from tests.engines.gnome_hollow.gardens import (
    BOTH,
    CLOSE,
    CLOSED,
    EIGHT,
    HOOK,
    RINGS,
    ROUNDS,
    bow_tie,
    chain,
    eight,
    hook,
    owned,
    plot,
    ring_of,
    ring_seen,
    seen,
    twin,
)

ALWAYS: dict[str, Any] = {"permission": "always"}
SECOND = {2: "0,0/0"}
"""A gnome of seat 1 on the hook's path."""

# What a ring is (H4) ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", list(ROUNDS))
def test_h4_a_ring_counts_its_tiles_the_stump_included(size: int) -> None:
    """H4.3: its marker goes to the column of its size; 7+ is seven and more."""
    position = ring_of(size)
    (ring,) = seen(position)["rings"]
    assert (ring["size"], len(ring["tiles"])) == (size, size)
    play(position, others(position)[0])
    column = str(size) if size < 7 else "7+"
    assert texts(position) == [f"marker {column}/{space}" for space in range(8)]


@pytest.mark.parametrize(("ring_size", "size"), [("distinct", 5), ("passes", 6)])
def test_h4_a_tile_crossed_twice_counts_once_or_twice(ring_size: str, size: int) -> None:
    position = bow_tie(ring_size=ring_size)
    (ring,) = seen(position)["rings"]
    assert ring["size"] == size
    play(position, others(position)[0])
    assert texts(position)[0] == f"marker {size}/0"


def test_h4_an_open_path_is_no_ring() -> None:
    position = play(plot(market=("23",)), "1@1,0:0, 8@-1,0:0, .")
    assert seen(position)["rings"] == []
    assert seen(position)["phase"] == "gnome"


def test_h4_rings_are_resolved_after_all_placements() -> None:
    position = play(twin(), "1@0,1:0")
    assert seen(position)["phase"] == "place"
    assert seen(position)["unresolved"] == ["0,0/0"]
    play(position, "2@0,-1:0")
    assert seen(position)["phase"] == "place"
    play(position, ".")
    assert texts(position) == RINGS


def test_h4_a_single_ring_is_resolved_by_a_decision_too() -> None:
    assert texts(play(hook(), CLOSE)) == ["ring 0,0/0"]


# Owners (H4.1, H4.2) ----------------------------------------------------------------------------


def test_h4_1_the_owner_gets_all_mushrooms_and_the_marker_whoever_closed_it() -> None:
    board = {"3": (Space("tile"),)}
    position = play(hook("rry", gnomes=SECOND, board=board, **ALWAYS), CLOSE)
    assert position.actor() == 0  # chooses the ring
    play(position, "ring 0,0/0")
    assert (position.actor(), texts(position)) == (1, ["marker 3/0"])
    assert owned(position, 1) == {"red": 2, "yellow": 1, "blue": 1}
    play(position, "marker 3/0")
    assert position.actor() == 1
    play(position, "take 2")
    assert [seat["storage"] for seat in seen(position)["seats"]] == [[], ["2"]]
    assert [seat["markers"] for seat in seen(position)["seats"]] == [0, 1]
    assert not ring_seen(position, "0,0/0")["waiting"]
    assert owned(position, 0) == {}
    assert (position.actor(), seen(position)["phase"]) == (0, "gnome")


def test_h4_1_two_of_one_s_gnomes_on_a_ring_pay_once() -> None:
    position = play(hook(gnomes={0: "0,0/0", 1: "0,0/0"}), f"{CLOSED}, marker 3/0")
    assert owned(position, 0) == {"red": 1, "blue": 1}
    assert seen(position)["seats"][0]["markers"] == 1
    assert seen(position)["phase"] == "gnome"


def test_h4_2_without_an_owner_the_mushrooms_wait_and_who_closed_it_has_the_marker() -> None:
    position = play(hook(start=1, board={"3": (Space("flower"),)}), CLOSED)
    assert (position.actor(), texts(position)) == (1, ["marker 3/0"])
    play(position, "marker 3/0")
    assert (position.actor(), texts(position)) == (1, ["flower pink", "flower white"])
    play(position, "flower pink")
    assert owned(position, 1) == owned(position, 0) == {}
    assert ring_seen(position, "0,0/0")["waiting"]
    play(position, "stay, 7@-2,0:0, 6@-3,0:0, ., g1 ring 0,0/0")
    assert owned(position, 0) == {"red": 1, "blue": 1}


# Markers (H4.3) ---------------------------------------------------------------------------------


def test_h4_3_the_player_chooses_among_free_spaces() -> None:
    board = {"3": (Space(), Space("flower"), Space())}
    position = plot(chain(3), ("45",) * 3, board=board)
    play(position, "1@0,1:0, 2@2,1:0, ., ring 0,0/0")
    assert texts(position) == ["marker 3/0", "marker 3/1", "marker 3/2"]
    play(position, "marker 3/0, ring 2,0/0")
    assert texts(position) == ["marker 3/1", "marker 3/2"]
    assert seen(position)["seats"][0]["spaces"] == ["3/0"]


def test_h4_3_without_a_free_space_there_is_no_marker_and_no_bonus() -> None:
    board = {"3": (Space("flower"),)}
    position = plot(chain(2), ("45", "45r"), board=board, gnomes={0: "2,0/0"})
    play(position, "1@0,1:0, 2@2,1:0, ., ring 0,0/0, marker 3/0, flower pink")
    play(position, "ring 2,0/0")
    assert seen(position)["phase"] == "gnome"
    assert seen(position)["seats"][0]["markers"] == 1
    assert seen(position)["seats"][0]["flowers"] == ["pink"]
    assert owned(position, 0) == {"red": 1}


def test_h4_3_a_space_of_another_player_does_not_count() -> None:
    board = {"3": (Space(),)}
    position = plot(chain(2), ("45", "45"), board=board, gnomes={2: "2,0/0"}, **ALWAYS)
    play(position, "1@0,1:0, 2@2,1:0, ., ring 0,0/0, marker 3/0, ring 2,0/0")
    assert (position.actor(), texts(position)) == (1, ["marker 3/0"])


def test_h4_3_without_a_marker_left_there_is_no_marker_and_no_bonus() -> None:
    """Its mushrooms are had all the same."""
    position = play(eight(gnomes={0: "8,0/0"}, **ALWAYS), EIGHT)
    flowers = seen(position)["seats"][0]["flowers"]
    play(position, "7@8,1:0, 8@-3,0:0, ., ring 8,0/0")
    assert (position.actor(), seen(position)["phase"]) == (1, "gnome")
    assert seen(position)["seats"][0]["markers"] == 8
    assert seen(position)["seats"][0]["flowers"] == flowers
    assert owned(position, 0) == {"red": 1}


# Several rings (H4.4, H7.1) ---------------------------------------------------------------------


@pytest.mark.parametrize("order", [RINGS, RINGS[::-1]])
def test_h4_4_the_active_player_orders_the_rings_of_all(order: list[str]) -> None:
    position = play(twin(gnomes={2: "-1,0/0"}, **ALWAYS), BOTH)
    assert (position.actor(), texts(position)) == (0, RINGS)
    for at, ring in enumerate(order):
        play(position, ring)
        assert position.actor() == (1 if ring == RINGS[0] else 0)
        assert texts(position)[0] == "marker 3/0"
        play(position, "marker 3/0")
        assert position.actor() == 0
        assert texts(position) == order[1:] or at == 1
    assert seen(position)["phase"] == "gnome"
    assert owned(position, 1) == {"yellow": 1}


def test_h4_4_each_receiver_makes_the_choices_of_its_ring() -> None:
    """H7.1: to the end, out of turn too, before the next is chosen."""
    board = {"3": (Space("tile", markers=2), Space("flower"))}
    position = play(twin(gnomes={2: "-1,0/0"}, board=board, **ALWAYS), f"{BOTH}, {RINGS[0]}")
    for decisions in ("marker 3/0x2", "wild red", "take 3"):
        assert position.actor() == 1
        assert RINGS[1] not in texts(position)
        play(position, decisions)
    assert seen(position)["seats"][1]["storage"] == ["red", "3"]
    assert (position.actor(), texts(position)) == (0, [RINGS[1]])


def test_h7_1_mushrooms_then_marker_wildflower_drop_and_then_the_bonus() -> None:
    board = {"3": (Space("tile", markers=2),)}
    position = plot(HOOK, ("45r",), board=board, gnomes={0: "0,0/0"}, market_tiles="may_store")
    play(position, "take 2, take 3, ., stay, 4@-1,0:0, 5@-2,0:0, ., stay")
    play(position, "1@0,1:0, 6@-3,0:0, ., ring 0,0/0")
    assert owned(position, 0) == {"red": 1, "blue": 1}
    phases = []
    for decision in ("marker 3/0x2", "wild red", "drop 2", "take 8", "drop 3"):
        phases.append(seen(position)["phase"])
        play(position, decision)
    assert phases == ["marker", "wildflower", "drop", "take_tile", "drop"]
    assert seen(position)["seats"][0]["storage"] == ["red", "8"]


def test_h7_1_the_steps_of_a_turn() -> None:
    """Placements, refill, fixes, rings, the gnome; each decision's effects come first."""
    position = plot(HOOK | {"0,1": "red"}, bag=("03",))
    play(position, "7@-1,0:0, 8@-2,0:0")
    assert seen(position)["rings"] == []
    play(position, ".")
    assert (seen(position)["phase"], len(seen(position)["market"])) == ("rings", 8)
    assert len(seen(position)["rings"]) == 1


def test_h7_4_a_space_for_two_markers_is_full_with_one() -> None:
    board = {"3": (Space(markers=2), Space())}
    for first, count in (("marker 3/0", 1), ("marker 3/0x2, wild red", 2)):
        position = plot(chain(2), ("45", "45"), board=board)
        play(position, f"1@0,1:0, 2@2,1:0, ., ring 0,0/0, {first}, ring 2,0/0")
        assert seen(position)["seats"][0]["markers"] == count
        assert texts(position) == ["marker 3/1"]
