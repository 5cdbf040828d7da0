"""Storage and discards, goods without limit (H3.3 to H3.5)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.gnome_hollow.tileset.sets import Space
from tests.engines.gnome_hollow.games import others, play, texts
from tests.engines.gnome_hollow.gardens import (
    CLOSED,
    HOOK,
    STORE,
    chain,
    hook,
    lays,
    market,
    owned,
    plot,
    seen,
)

GRASS = "7@-1,0:0, 8@-2,0:0, ., stay"
"""A turn that changes nothing near the paths."""

# Storage (H3.3) ---------------------------------------------------------------------------------


def test_h3_3_two_tiles_are_stored_and_of_three_any_goes() -> None:
    position = play(plot(**STORE), f"take 1, take 2, ., stay, {GRASS}, take 3")
    assert texts(position) == ["drop 1", "drop 2", "drop 3"]
    for dropped in ("1", "3"):
        other = play(position.copy(), f"drop {dropped}")
        kept = [tile for tile in ("1", "2", "3") if tile != dropped]
        assert seen(other)["seats"][0]["storage"] == kept
        assert seen(other)["discarded"] == [dropped]


def test_h3_3_a_discarded_tile_leaves_the_game() -> None:
    position = play(plot(**STORE), f"take 1, take 2, ., stay, {GRASS}, take 3, drop 2")
    unseen = seen(position)["unseen"]
    assert "2" not in market(position) + unseen
    position.playout(1)
    assert "2" in seen(position)["discarded"]
    assert "2" not in [tile["tile"] for tile in seen(position)["garden"]] + market(position)


WILD: dict[str, Any] = {"board": {"3": (Space(markers=2),)}, "players": 3}
FULL = (
    "take 2, take 3, ., stay, 4@-2,0:0, 5@-3,0:0, ., stay, 6@-4,0:0, 7@-5,0:0, ., stay, "
    f"{CLOSED}, marker 3/0x2, wild red"
)
"""Seat 0 has two stored tiles and gets a wildflower."""


def test_h3_3_a_discarded_wildflower_leaves_its_tokens_in_the_game() -> None:
    garden = HOOK | {"-1,0": ""}
    position = plot(garden, ("45",), **WILD, **STORE)
    play(position, FULL.replace("8@-1,0:0", "8@-6,0:0"))
    assert texts(position) == ["drop 2", "drop 3", "drop red"]
    assert seen(position)["flower_market"] == {"red": 2}
    play(position, "drop red")
    assert seen(position)["flower_market"] == {"red": 2}
    assert seen(position)["discarded"] == ["red"]
    assert "red" not in seen(position)["wildflowers"]
    assert seen(position)["seats"][0]["flowers"] == ["red"]


def test_h3_3_at_most_one_wildflower_is_stored() -> None:
    board = {"3": (Space(markers=2), Space(markers=2))}
    position = plot(HOOK | {"2,0": "01", "3,0": "23"}, ("45", "45", "", "", "", "", "", ""),
                    board=board)  # fmt: skip
    play(position, "1@0,1:0, 2@2,1:0, ., ring 0,0/0, marker 3/0x2, wild red")
    assert texts(position) == ["ring 2,0/0"]
    play(position, "ring 2,0/0, marker 3/1x2, wild blue")
    assert texts(position) == ["drop red", "drop blue"]


@pytest.mark.parametrize(
    ("stored", "wild", "dropped"),
    [
        ("take 3, take 4", "wild red", ["drop 3", "drop 4", "drop red"]),
        ("take 3, 4@-1,0:0", "wild red", []),
        ("take 3, 4@-1,0:0", "wild red, ring 2,0/0, marker 3/1x2, wild blue",
         ["drop red", "drop blue"]),
    ],
)  # fmt: skip
def test_h3_3_and_h7_2_the_storage_of_who_is_paid_is_tested_also_out_of_turn(
    stored: str, wild: str, dropped: list[str]
) -> None:
    """Seat 0 closes rings of seat 1, who takes wildflowers for the markers."""
    position = plot(
        chain(2), ("45", "45"), board={"3": (Space(markers=2),) * 2}, start=1, **STORE,
        gnomes={2: "0,0/0", 3: "2,0/0"}, permission="always",
    )  # fmt: skip
    play(position, f"{stored}, ., stay")
    play(position, f"1@0,1:0, 2@2,1:0, ., ring 0,0/0, marker 3/0x2, {wild}")
    assert [text for text in texts(position) if text.startswith("drop")] == dropped
    assert position.actor() == (1 if dropped else 0)
    if dropped:
        play(position, dropped[0])
        assert dropped[0].removeprefix("drop ") in seen(position)["discarded"]
        assert len(seen(position)["seats"][1]["storage"]) == 2
        assert position.actor() == 0


# Discards (H3.4) --------------------------------------------------------------------------------


def test_h3_4_a_market_tile_that_fits_nowhere_may_be_discarded_and_counts() -> None:
    position = plot(stump="", market=("03 14 25",) * 3)
    assert others(position) == ["drop 1", "drop 2", "drop 3"]
    assert lays(position, "4")  # though other tiles fit
    play(position, "drop 2")
    assert "." not in texts(position)
    assert market(position) == ["1", "3", "4", "5", "6", "7", "8"]
    play(position, "drop 1")
    assert texts(position) == ["."]
    assert seen(position)["discarded"] == ["2", "1"]


def test_h3_4_a_tile_with_a_lay_anywhere_is_not_discarded() -> None:
    for stump, dropped in (("01", []), ("", ["drop 1"])):
        position = plot(stump=stump, market=("03 14 25",))
        assert others(position) == dropped


def test_h3_4_nothing_else_is_discarded_while_placing() -> None:
    position = plot(stump="", market=("03 14 25", "", "03 14 25"), **STORE)
    play(position, "take 1, take 2, ., stay, 4@-1,0:0, 5@-2,0:0, ., stay")
    assert [text for text in others(position) if text.startswith("drop")] == ["drop 3"]


OWNED: dict[str, Any] = {
    "stump": "03 14 25", "market": ("03 14 25",), "players": 3,
    "gnomes": {2: "0,0/0", 3: "0,0/1", 4: "0,0/2"},
}  # fmt: skip
"""Every free place is beside a path of seat 1 or of seat 2."""


def test_h3_4_a_lay_without_leave_is_no_legal_lay() -> None:
    assert others(plot(**OWNED, permission="never"))[0] == "drop 1"
    assert "drop 1" not in texts(plot(**OWNED, permission="always"))
    position = plot(**OWNED)
    assert "drop 1" not in texts(position)
    play(position, "1@1,0:0, no")
    assert "drop 1" not in texts(position)
    play(position, "1@-1,1:0, no")
    assert "drop 1" in texts(position)
    assert lays(position, "1") == []


PINWHEEL = {"1,-1": "01 24", "2,-1": "13 05", "2,0": "34 02", "1,1": "34 15", "0,1": "05 23"}
"""Round 1,0, with a stump of 35: there both ends of a path of seat 0, and both of one of seat 1.
Beside every other free place two edges are grass, or a path ends of seat 2 or seat 3."""
PINWHEEL_GNOMES = {0: "1,-1/0", 2: "0,1/0", 4: "0,0/3", 5: "0,1/2", 6: "1,1/1", 7: "2,-1/0"}


@pytest.mark.parametrize(("tile", "fitting"), [("01 24", "1@1,0:2f"), ("04 12", "1@1,0:0")])
def test_h3_4_a_tile_that_fits_only_flipped_or_only_unflipped_is_not_discarded(
    tile: str, fitting: str
) -> None:
    """Of the tile and its mirror image one would join the two players' paths."""
    position = plot(PINWHEEL, (tile,), stump="35", players=4, gnomes=PINWHEEL_GNOMES)
    for seat, place in ((2, "-1,0"), (3, "3,0")):
        play(position, next(lay for lay in lays(position, "1") if f"@{place}:" in lay))
        assert position.actor() == seat
        play(position, "no")
    assert lays(position, "1") == [fitting]
    assert "drop 1" not in texts(position)
    play(position, f"{fitting}, no")
    assert lays(position, "1") == []
    assert "drop 1" in texts(position)


# Goods without limit (H3.5) ---------------------------------------------------------------------


def test_h3_5_mushrooms_and_treasure_have_no_limit() -> None:
    sales = tuple(((2, 3_000), (9, 50_000)) for _ in range(5))
    position = hook("r" * 70, gnomes={0: "0,0/0"}, changes={"market": sales})
    play(position, f"{CLOSED}, marker 3/0")
    assert owned(position, 0) == {"red": 70, "blue": 1}
    play(position, "g2 market 9red")
    assert seen(position)["seats"][0]["treasure"] == 50_000
