"""What the spaces of boards and signposts bring (H5, H7.2)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.tileset.sets import Space
from tests.engines.gnome_hollow.games import SHARP, play, texts
from tests.engines.gnome_hollow.gardens import (
    CLOSED,
    HOOK,
    chain,
    close_pair,
    hook,
    owned,
    plot,
    ring_seen,
    seen,
    two,
)

SIGNS = [post.name for post in SHARP.signposts]


def bonus(space: Space, mushrooms: str = "r", **changes: Any) -> Position:
    """Seat 0 has put a marker on this space of the column of threes, for nobody's ring."""
    position = hook(mushrooms, board={"3": (space,)}, **changes)
    return play(position, f"{CLOSED}, marker 3/0")


# Signposts (H5) ---------------------------------------------------------------------------------


def test_h5_a_new_signpost_is_put_in_the_ring_and_used_without_a_gnome() -> None:
    position = bonus(Space("signpost"))
    assert texts(position) == [f"sign new {name}" for name in SIGNS]
    play(position, "sign new pink")
    assert owned(position, 0) == {"pink": 1}
    assert ring_seen(position, "0,0/0")["signpost"] == "pink"
    assert seen(position)["signposts"]["out"] == ["pink"]
    assert seen(position)["seats"][0]["gnomes"] == [None, None]
    assert seen(position)["phase"] == "gnome"


def test_h5_or_one_already_out_is_used_and_no_signpost_put() -> None:
    position = two(Space("signpost"), Space("signpost"))
    play(position, "sign new pink, ring 2,0/0, marker 3/1, wild red")
    new = [f"sign new {name}" for name in SIGNS if name != "pink"]
    assert texts(position) == [*new, "sign use pink"]
    play(position, "sign use pink")
    assert owned(position, 0) == {"pink": 2}
    assert ring_seen(position, "2,0/0")["signpost"] is None
    assert seen(position)["signposts"]["out"] == ["pink"]


@pytest.mark.parametrize(
    ("sign", "phase"), [("flower", "flower"), ("tile", "take_tile"), ("market", "gnome")]
)
def test_h5_each_signpost_has_its_effect(sign: str, phase: str) -> None:
    """A sale is asked only where one can be made (H7.2)."""
    position = play(bonus(Space("signpost")), f"sign new {sign}")
    assert seen(position)["phase"] == phase


def test_h5_a_signpost_s_sale_is_one_as_at_the_stump() -> None:
    """With its blocker, and no gnome is moved; it may be declined (H7.2)."""
    position = bonus(Space("signpost"), "rrryy", gnomes={0: "0,0/0"})
    play(position, "sign new market")
    assert texts(position) == ["sell -", "sell 2red", "sell 3red", "sell 2yellow"]
    other = play(position.copy(), "sell -")
    assert seen(other)["seats"][0]["treasure"] == 0
    assert owned(other, 0) == {"red": 3, "yellow": 2, "blue": 1}
    play(position, "sell 3red")
    assert seen(position)["seats"][0]["treasure"] == dict(SHARP.market[0])[3]
    assert owned(position, 0) == {"yellow": 2, "blue": 1}
    assert seen(position)["blocked"] == ["3red"]
    assert seen(position)["phase"] == "gnome"


def test_h5_under_random_signposts_come_in_their_order() -> None:
    position = two(Space("signpost"), Space("signpost"), signpost_choice="random")
    assert texts(position) == ["sign new tile"]
    play(position, "sign new tile, take 3, ring 2,0/0, marker 3/1, wild red")
    assert texts(position) == ["sign new red", "sign use tile"]
    play(position, "sign use tile, take 4, drop 4")
    assert seen(position)["signposts"]["out"] == ["tile"]


def test_h5_a_space_for_two_markers_puts_one_signpost() -> None:
    position = hook(board={"3": (Space("signpost", markers=2),)})
    play(position, f"{CLOSED}, marker 3/0x2, wild red, sign new pink")
    assert seen(position)["phase"] == "gnome"
    assert owned(position, 0) == {"pink": 1}


@pytest.mark.parametrize("choice", ["choose", "random"])
def test_h5_with_all_seven_out_only_one_of_them_is_used(choice: str) -> None:
    board = {"3": (Space("signpost"),) * 8}
    position = plot(chain(8), ("45",) * 8, board=board, players=3, signpost_choice=choice)
    close_pair(position, 0, "marker 3/0, sign new tile, take 9", "marker 3/1, wild purple, "
               "sign new red")  # fmt: skip
    close_pair(position, 2, "marker 3/0, sign new market", "marker 3/1, wild red, sign new yellow")
    close_pair(position, 4, "marker 3/0, sign new blue", "marker 3/1, wild orange, sign new pink")
    play(position, "7@12,1:0, 8@14,1:0, ., ring 12,0/0, marker 3/2, sign new flower, flower red")
    play(position, "ring 14,0/0, marker 3/3, wild white, drop white")
    assert texts(position) == [f"sign use {name}" for name in SIGNS]


# Tiles, flowers, mushrooms (H5) -----------------------------------------------------------------


@pytest.mark.parametrize(("refill", "before"), [("after_placement", 8), ("end_of_turn", 6)])
def test_h5_a_tile_goes_to_storage_and_exactly_one_is_drawn_at_once(
    refill: str, before: int
) -> None:
    position = bonus(Space("tile"), market_refill=refill)
    market = seen(position)["market"]
    assert len(market) == before
    assert texts(position) == [f"take {tile}" for tile in market]
    left = seen(position)["bag"]
    drawn = str(9 + before - 6)
    play(position, "take 4")
    assert seen(position)["seats"][0]["storage"] == ["4"]
    assert seen(position)["market"] == [tile for tile in market if tile != "4"] + [drawn]
    assert seen(position)["bag"] == left - 1
    assert seen(position)["phase"] == "gnome"


def test_h5_a_tile_of_the_bonus_is_placed_beside_two_of_the_market() -> None:
    position = play(bonus(Space("tile")), "take 4, stay, 2@-2,0:0, 3@-3,0:0, ., stay")
    play(position, "5@-4,0:0, 6@-5,0:0, 4@-6,0:0, .")
    assert seen(position)["seats"][0]["storage"] == []


def test_h5_a_flower_of_a_kind_not_yet_owned() -> None:
    position = two(Space("flower"), Space("flower"), two_player_tokens="none")
    assert texts(position) == ["flower pink", "flower white"]
    play(position, "flower white, ring 2,0/0, marker 3/1, wild red")
    assert seen(position)["flower_market"] == {"red": 1, "pink": 2, "white": 1}
    assert texts(position) == ["flower pink"]
    play(position, "flower pink")
    assert seen(position)["seats"][0]["flowers"] == ["red", "pink", "white"]


@pytest.mark.parametrize(
    ("count", "mushrooms", "picks"),
    [
        (1, "r", ["pick red", "pick blue"]),
        (2, "rr", ["pick red red", "pick red blue"]),
        (3, "rr", ["pick red red blue"]),
        (3, "r", ["pick red blue"]),
        (2, "yy", ["pick yellow yellow", "pick yellow blue"]),
    ],
)
def test_h5_so_many_mushrooms_of_the_ring_each_printed_one_once(
    count: int, mushrooms: str, picks: list[str]
) -> None:
    position = bonus(Space(None, count), mushrooms)
    assert sorted(texts(position)) == sorted(picks)


def test_h5_mushrooms_come_from_the_supply_where_the_ring_s_own_wait() -> None:
    position = play(bonus(Space(None, 2)), "pick red blue")
    assert owned(position, 0) == {"red": 1, "blue": 1}
    assert ring_seen(position, "0,0/0")["waiting"]
    play(position, "g1 ring 0,0/0")
    assert owned(position, 0) == {"red": 2, "blue": 2}


def test_h5_mushrooms_come_beside_those_of_one_s_own_ring() -> None:
    position = play(bonus(Space(None, 1), gnomes={0: "0,0/0"}), "pick blue")
    assert owned(position, 0) == {"red": 1, "blue": 2}


@pytest.mark.parametrize(("text", "count"), [("marker 3/0", 1), ("marker 3/0x2, wild red", 2)])
def test_h5_two_markers_may_be_used_at_once_beside_the_bonus(text: str, count: int) -> None:
    position = play(hook(board={"3": (Space("flower", markers=2),)}), CLOSED)
    assert texts(position) == ["marker 3/0", "marker 3/0x2"]
    play(position, f"{text}, flower pink")
    seat = seen(position)["seats"][0]
    assert (seat["markers"], seat["flowers"][-1]) == (count, "pink")


def test_h5_a_plain_space_gives_nothing_and_takes_one_marker() -> None:
    position = play(hook(board={"3": (Space(),)}), CLOSED)
    assert texts(position) == ["marker 3/0"]
    play(position, "marker 3/0")
    assert seen(position)["phase"] == "gnome"


@pytest.mark.parametrize(
    ("space", "changes"),
    [
        (Space("flower"), {"players": 3}),
        (Space("tile"), {"size": 2, "grass": 0}),
        (Space(None, 2), {}),
    ],
)
def test_h5_and_h7_2_where_nothing_can_be_had_nothing_is_asked(
    space: Space, changes: dict[str, Any]
) -> None:
    position = plot({"1,0": "23"}, ("45",), board={"3": (space,)}, **changes)
    last = 2 if "size" in changes else 8
    play(position, f"1@0,1:0, {last}@-1,0:0, ., ring 0,0/0, marker 3/0")
    assert seen(position)["phase"] == "gnome"
    assert seen(position)["seats"][0]["markers"] == 1


@pytest.mark.parametrize(
    ("space", "decline"),
    [
        (Space("signpost"), "sign -"),
        (Space("tile"), "take -"),
        (Space("flower"), "flower"),
        (Space(None, 1), "pick"),
    ],
)
def test_h7_2_what_can_be_had_is_taken(space: Space, decline: str) -> None:
    position = bonus(space)
    assert not {"-", "stay", ".", decline} & set(texts(position))
    verbs = {text.split(" ")[0] for text in texts(position)}
    assert verbs == {decline.split(" ")[0]}


def test_h7_2_storage_is_tested_at_every_gain_out_of_turn_too() -> None:
    position = plot(
        HOOK, ("45",), board={"3": (Space("tile"),)}, gnomes={2: "0,0/0"}, start=1,
        market_tiles="may_store", permission="always",
    )  # fmt: skip
    play(position, "take 2, take 3, ., stay")
    play(position, "1@0,1:0, 8@-1,0:0, ., ring 0,0/0, marker 3/0, take 4")
    assert (position.actor(), texts(position)) == (1, ["drop 2", "drop 3", "drop 4"])
    play(position, "drop 3")
    assert (position.actor(), seen(position)["phase"]) == (0, "gnome")
