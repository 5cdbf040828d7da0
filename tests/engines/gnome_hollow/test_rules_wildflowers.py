"""Wildflower tiles, and the rings that they close (H5.1, H7.4)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.tileset.sets import Space
from tests.engines.gnome_hollow.games import SHARP, others, play, texts
from tests.engines.gnome_hollow.gardens import (
    CLOSED,
    chain,
    close_pair,
    hook,
    owned,
    plot,
    ring_seen,
    round_of,
    seen,
    two,
)


def test_h5_1_the_second_fourth_and_sixth_marker_take_a_wildflower() -> None:
    """And neither the odd ones nor the eighth."""
    market = ("45", "45", "", "", "45", "45", "", "")
    position = plot(chain(8), market, ("45", "45", "", "", "45", "45"), players=2)
    taken = []
    for at in range(8):
        number = 1 + at // 2 * 4 + at % 2
        play(position, f"{number}@{2 * at},1:0")
        if at % 2:
            play(position, ".")
            for ring in (at - 1, at):
                play(position, f"ring {2 * ring},0/0, marker 3/{ring}")
                if seen(position)["phase"] == "wildflower":
                    taken.append(ring + 1)
                    play(position, others(position)[0])
                    if seen(position)["phase"] == "drop":
                        play(position, others(position)[0])
            number += 1
            play(position, f"stay, {number}@{-at},0:0, {number + 1}@{-at - 1},0:0, ., stay")
    assert taken == [2, 4, 6]
    assert seen(position)["seats"][0]["markers"] == 8


def test_h5_1_two_markers_from_the_first_to_the_third_take_one() -> None:
    position = play(two(Space(), Space(markers=2)), "ring 2,0/0, marker 3/1x2")
    assert seen(position)["phase"] == "wildflower"
    play(position, "wild red")
    assert seen(position)["phase"] == "gnome"
    assert seen(position)["seats"][0]["markers"] == 3


def wildflower(**changes: Any) -> Position:
    """Seat 0 takes the wildflower tile of its second marker."""
    position = hook(board={"3": (Space(markers=2),)}, **changes)
    return play(position, f"{CLOSED}, marker 3/0x2")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_h5_1_one_token_is_one_s_own_and_the_others_lie_in_the_market(players: int) -> None:
    """With two players there may be none."""
    position = wildflower(players=players)
    market = seen(position)["flower_market"]
    kinds = list(seen(position)["wildflowers"])
    assert texts(position) == [f"wild {kind}" for kind in kinds]
    play(position, "wild red")
    assert seen(position)["seats"][0]["flowers"] == ["red"]
    assert seen(position)["seats"][0]["storage"] == ["red"]
    left = {} if players == 2 else {"red": players - 1}
    assert seen(position)["flower_market"] == market | left
    assert list(seen(position)["wildflowers"]) == [kind for kind in kinds if kind != "red"]


def test_h5_1_purple_leaves_one_for_the_market_of_two_players() -> None:
    position = play(wildflower(), "wild purple")
    assert seen(position)["flower_market"]["purple"] == 1


def test_h5_1_where_no_wildflower_tile_is_left_a_market_flower_is_taken() -> None:
    """Three players take nine; the game has eight."""
    board = {"3": (Space(markers=2),) * 3}
    position = plot(chain(9), ("45",) * 8, ("45", "", "", "", "", ""), board=board, players=3)
    kinds = list(SHARP.flowers)
    for at in range(0, 6, 2):
        choices = [f"marker 3/{space}x2, wild {kinds[at + space]}" for space in (0, 1)]
        close_pair(position, at, choices[0], f"{choices[1]}, drop {kinds[at]}")
    for seat in range(3):
        ring = 6 + seat
        play(position, f"{ring + 1}@{2 * ring},1:0, {10 + seat}@{-1 - seat},0:0, .")
        play(position, f"ring {2 * ring},0/0, marker 3/2x2")
        if seat < 2:
            play(position, f"wild {kinds[6 + seat]}, drop {kinds[6 + seat]}, stay")
    assert seen(position)["phase"] == "wildflower"
    assert seen(position)["seats"][2]["flowers"] == ["green", "blue"]
    left = [kind for kind in kinds if kind not in ("green", "blue")]
    assert texts(position) == [f"flower {kind}" for kind in left]
    play(position, "flower pink")
    assert seen(position)["flower_market"]["pink"] == 1
    assert seen(position)["seats"][2]["storage"] == ["blue"]


@pytest.mark.parametrize("permission", ["ask", "never"])
def test_h5_1_a_wildflower_borders_anything_and_needs_no_leave(permission: str) -> None:
    """Beside grass and beside the path of seat 1, which ends at 0,-1."""
    position = wildflower(permission=permission, stump="01 45", gnomes={2: "0,0/4"})
    play(position, "wild red, stay, 2@-2,0:0, 3@-3,0:0, ., stay")
    stored = [text for text in texts(position) if text.startswith("red@")]
    assert len(stored) == position.front_count
    play(position, "red@0,-1, 4@-4,0:0, 5@-5,0:0")
    assert (position.actor(), texts(position)) == (0, ["."])


def fixed(garden: dict[str, str], **changes: Any) -> Position:
    """After placements of grass far away, the wildflowers of the garden are fixed."""
    position = plot({"20,0": "", **garden}, stump="", **changes)
    return play(position, "7@21,0:0, 8@22,0:0, .")


CORNER = {"6,5": "23b", "5,6": "red"}
"""A path of two tiles, if the third is at 5,5; its ends face the wildflower."""
LOOP = CORNER | {"5,5": "01y"}


def test_h5_1_a_wildflower_closes_one_path_whose_ends_it_faces() -> None:
    """It counts one tile and no mushroom."""
    position = fixed(LOOP)
    assert texts(position) == ["ring 5,5/0"]
    ring = ring_seen(position, "5,5/0")
    assert (ring["size"], ring["mushrooms"]) == (3, {"yellow": 1, "blue": 1})
    assert sorted(ring["tiles"]) == ["5,5", "5,6", "6,5"]


def test_h5_1_the_ring_is_its_owner_s_or_the_active_player_s() -> None:
    for gnomes, seat in (({}, 0), ({2: "5,5/0"}, 1)):
        for permission in ("ask", "never"):
            position = play(fixed(LOOP, gnomes=gnomes, permission=permission), "ring 5,5/0")
            assert position.actor() == seat
            assert owned(position, 1) == ({"yellow": 1, "blue": 1} if seat else {})


def test_h5_1_ends_of_two_paths_are_not_joined() -> None:
    """H7.4: they stay open, and can still be claimed."""
    position = fixed({"6,5": "03", "4,5": "03", "5,5": "red"})
    names = [path["name"] for path in seen(position)["paths"]]
    assert names == ["4,5/0", "6,5/0"]
    assert seen(position)["phase"] == "gnome"
    play(position, "g1 path 4,5/0, 1@23,0:0, 2@24,0:0, ., stay")
    assert seen(position)["paths"][0]["owner"] == 0


def test_h7_4_an_end_at_a_wildflower_cannot_be_extended_there() -> None:
    """Nor does the wildflower join it to a path that begins on its other side."""
    position = plot({"5,5": "03", "6,5": "red"}, ("03",), stump="")
    play(position, "1@7,5:0, 8@-1,0:0, .")
    assert [path["name"] for path in seen(position)["paths"]] == ["5,5/0", "7,5/0"]


TWO_LOBES = {
    "6,5": "23", "5,6": "45", "4,5": "05", "5,4": "02", "6,4": "23", "5,5": "red"
}  # fmt: skip
"""Round 5,5 a path of two tiles, which with it would be three, and one of three."""


def test_h5_1_rings_side_by_side_are_fixed_one_after_the_other() -> None:
    position = fixed(TWO_LOBES)
    rings = seen(position)["rings"]
    assert sorted(ring["size"] for ring in rings) == [3, 4]
    assert len(texts(position)) == 2


CROSSED = {
    "6,5": "23", "5,6": "35 24", "4,6": "05",
    "4,7": "35", "3,7": "04", "3,6": "15", "4,5": "02", "5,5": "red",
}  # fmt: skip
"""Two paths whose joints on the wildflower would cross: rings of four and of six tiles."""


def test_h5_1_the_ring_of_fewest_tiles_is_fixed_and_what_it_would_cross_is_dropped() -> None:
    position = fixed(CROSSED)
    (ring,) = seen(position)["rings"]
    assert ring["size"] == 4
    assert texts(position) == [f"ring {ring['name']}"]
    (path,) = seen(position)["paths"]
    assert path["name"] == "3,6/1"
    play(position, f"{texts(position)[0]}, marker 4/0, g1 path 3,6/1")
    assert seen(position)["seats"][0]["gnomes"] == ["3,6/1", None]


TIED = {"6,5": "23", "5,6": "45", "4,5": "05", "5,4": "12", "5,5": "red"}
"""Two paths of two tiles round 5,5."""


def test_h5_1_of_equal_rings_the_active_player_fixes_one_first() -> None:
    position = fixed(TIED, start=1)
    assert (position.actor(), texts(position)) == (1, ["fix 5,5/0-1", "fix 5,5/3-4"])
    play(position, "fix 5,5/3-4")
    assert len(texts(position)) == 2
    assert all(text.startswith("ring ") for text in texts(position))


TWO_WILD = {
    "5,5": "red", "5,7": "blue", "6,5": "13", "6,6": "24r", "4,6": "15", "4,7": "04y"
}  # fmt: skip
"""A path from one wildflower to the other on either side: 6,5/1 and 4,6/1."""


def test_h5_1_a_ring_runs_through_several_wildflowers() -> None:
    position = fixed(TWO_WILD)
    (ring,) = seen(position)["rings"]
    assert (ring["name"], ring["size"]) == ("4,6/1", 6)
    assert ring["mushrooms"] == {"red": 1, "yellow": 1}


def test_h5_1_a_wildflower_counts_a_tile_when_rings_are_compared() -> None:
    """Four tiles with two wildflowers are as many as five with one."""
    garden = {"4,5": "04", "4,4": "15", "5,3": "02", "6,3": "13", "6,4": "24"}
    position = fixed(TWO_WILD | garden)
    assert texts(position) == ["fix 5,5/0-2 5,7/3-5", "fix 5,5/3-5"]


def test_h5_1_such_a_ring_passes_its_wildflowers_either_way() -> None:
    (ring,) = seen(fixed({"5,5": "red", "7,5": "blue", "6,5": "03", "6,4": "02", "7,4": "13"}))[
        "rings"
    ]
    assert (ring["size"], sorted(ring["tiles"])) == (5, ["5,5", "6,4", "6,5", "7,4", "7,5"])


@pytest.mark.parametrize(
    ("gnomes", "closed"),
    [({0: "4,6/1", 2: "6,5/1"}, False), ({0: "4,6/1", 1: "6,5/1"}, True), ({2: "6,5/1"}, True)],
)
def test_h5_1_a_fix_with_two_players_gnomes_is_skipped(
    gnomes: dict[int, str], closed: bool
) -> None:
    position = fixed(TWO_WILD, gnomes=gnomes)
    assert bool(seen(position)["rings"]) is closed
    assert len(seen(position)["paths"]) == (0 if closed else 2)


def test_h7_4_a_later_tile_lets_a_wildflower_close_a_ring_without_leave() -> None:
    garden = {place: text for place, text in TWO_WILD.items() if place != "6,5"}
    for permission in ("ask", "never"):
        position = plot({"20,0": "", **garden}, ("13",), stump="", gnomes={2: "4,6/1"},
                        permission=permission)  # fmt: skip
        play(position, "1@6,5:0")
        assert position.actor() == 0
        play(position, "8@21,0:0, ., ring 4,6/1")
        assert (position.actor(), owned(position, 1)) == (1, {"red": 1, "yellow": 1})


PASSED_TWICE = {
    "5,5": "red",
    "6,5": "34", "6,4": "13 02", "5,4": "02 13", "4,5": "05",
    "7,5": "24", "6,6": "25", "5,7": "35", "4,7": "04", "4,6": "15 03",
    "5,6": "34", "3,6": "04", "3,5": "15", "4,4": "02",
    "7,4": "13",
}  # fmt: skip
"""Three paths from each edge of 5,5 to the opposite one; the shortest ring is of five tiles."""


@pytest.mark.parametrize(("wild", "paths"), [({}, 2), ({"3,5": "blue"}, 3)])
def test_h7_4_a_ring_passes_a_wildflower_once(wild: dict[str, str], paths: int) -> None:
    """The other two paths could be one ring beside the joint that is fixed, but not each alone;
    the same where a second wildflower parts one of them."""
    position = fixed(PASSED_TWICE | wild)
    assert [ring["size"] for ring in seen(position)["rings"]] == [5]
    assert len(seen(position)["paths"]) == paths
    sizes = [ring["size"] for ring in seen(play(fixed(TIED), "fix 5,5/0-1"))["rings"]]
    assert sizes == [3, 3]


def test_h5_1_a_path_between_two_wildflowers_is_no_ring_by_itself() -> None:
    position = fixed({"6,5": "13", "6,6": "24", "5,5": "red", "5,7": "blue"})
    assert seen(position)["rings"] == []
    assert [path["name"] for path in seen(position)["paths"]] == ["6,5/1"]


def test_h7_4_neighbouring_wildflowers_are_not_joined_to_each_other() -> None:
    position = fixed({"5,5": "red", "5,6": "blue", "6,5": "23"})
    assert seen(position)["rings"] == []
    assert len(seen(position)["paths"]) == 1


@pytest.mark.parametrize(("ring_size", "size"), [("distinct", 5), ("passes", 6)])
def test_h7_4_sizes_count_as_those_of_rings(ring_size: str, size: int) -> None:
    bow = {"5,5": "04 13", "6,5": "23", "5,6": "red", "4,5": "05", "5,4": "12"}
    (ring,) = seen(fixed(bow, ring_size=ring_size))["rings"]
    assert ring["size"] == size


SHARED: dict[str, str] = {
    "5,5": "red", "7,5": "blue", "6,5": "03 12", "5,6": "45", "6,6": "45",
} | round_of("9,5 10,5 11,5 10,6 9,6") | {"9,5": "yellow"}  # fmt: skip
"""Two paths from one wildflower to the other, which both pass 6,5, and a ring of five tiles."""


@pytest.mark.parametrize(
    ("ring_size", "asked"),
    [("distinct", ["fix 5,5/0-1 7,5/2-3", "fix 9,5/0-1"]), ("passes", [])],
)
def test_h7_4_a_tile_on_two_paths_of_one_ring_counts_as_one_crossed_twice(
    ring_size: str, asked: list[str]
) -> None:
    """Also while rings are compared: it makes the first as small as the other, or larger."""
    position = fixed(SHARED, ring_size=ring_size)
    assert [text for text in texts(position) if text.startswith("fix")] == asked
    if asked:
        play(position, asked[0])
    sizes = {ring["name"]: ring["size"] for ring in seen(position)["rings"]}
    assert sorted(sizes.values()) == ([5, 5] if asked else [5, 6])
