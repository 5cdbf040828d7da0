"""The trade board and the advanced player board (H9.1, H9.2, H7.6).

That a variant is refused which the set lacks, and an option without its variant, is in
`test_setup`.
"""

from __future__ import annotations

from typing import Any

import pytest

from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.shapes import shape_of
from engines.gnome_hollow.tileset.sets import Space
from tests.engines.gnome_hollow.games import play, texts
from tests.engines.gnome_hollow.gardens import (
    CLOSED,
    ROUNDS,
    bow_tie,
    chain,
    hook,
    owned,
    plot,
    ring_of,
    ring_seen,
    seen,
)

SIGN = {"3": (Space("signpost"), Space("signpost"))}
REST = "2@-2,0:0, 3@-3,0:0, ."
TRADING: dict[str, Any] = {"trade_board": True}
ON_BONUS: dict[str, Any] = {"trade_board": True, "trade_on_bonus": "on"}
ADVANCED: dict[str, Any] = {"advanced_board": True}
DENIES: dict[str, Any] = {"advanced_board": True, "shape_denies_mushrooms": "on"}

# Trades (H9.1); under each signpost of these sets: yellow or blue for red ----------------------


def signed(sign: str = "yellow", **changes: Any) -> Position:
    """Seat 0 has put this new signpost into its own ring, and got blue and red from that."""
    position = hook(board=SIGN, gnomes={0: "0,0/0"}, **changes)
    return play(position, f"{CLOSED}, marker 3/0, sign new {sign}")


def test_h9_1_after_the_effect_of_a_visited_signpost_one_of_two_trades_may_be_made() -> None:
    position = play(signed(**TRADING), "g2 sign 0,0/0")
    assert owned(position, 0) == {"red": 1, "yellow": 2, "blue": 1}
    assert (position.actor(), texts(position)) == (0, ["trade -", "trade 0", "trade 1"])
    for trade, left in (
        ("trade -", {"red": 1, "yellow": 2, "blue": 1}),
        ("trade 0", {"red": 2, "yellow": 1, "blue": 1}),
        ("trade 1", {"red": 2, "yellow": 2}),
    ):
        traded = play(position.copy(), trade)
        assert owned(traded, 0) == left
        assert (traded.actor(), seen(traded)["phase"]) == (1, "place")


def test_h9_1_and_h7_2_what_the_effect_gives_can_be_traded() -> None:
    position = play(signed(**TRADING), f"stay, {REST}, g1 sign 0,0/0")
    assert (position.actor(), texts(position)) == (1, ["trade -", "trade 0"])
    play(position, "trade 0")
    assert owned(position, 1) == {"red": 1}


def test_h9_1_where_nothing_can_be_given_or_no_trade_is_printed_nothing_is_asked() -> None:
    position = play(signed("red", **TRADING), f"stay, {REST}, g1 sign 0,0/0")
    assert (position.actor(), owned(position, 1)) == (0, {"red": 1})
    position = play(signed("market", **TRADING), "g2 sign 0,0/0")
    assert position.actor() == 1


def test_h9_1_without_the_trade_board_there_are_no_trades() -> None:
    position = play(signed(), "g2 sign 0,0/0")
    assert position.actor() == 1


@pytest.mark.parametrize(("options", "asked"), [(TRADING, False), (ON_BONUS, True)])
def test_h9_1_trades_after_a_bonus_under_trade_on_bonus_only(
    options: dict[str, Any], asked: bool
) -> None:
    """With a new signpost and with one that is out."""
    position = signed(**options)
    assert (texts(position) == ["trade -", "trade 0", "trade 1"]) is asked
    position = plot(chain(2), ("45b", "45b"), board=SIGN, gnomes={0: "0,0/0"}, **options)
    play(position, "1@0,1:0, 2@2,1:0, ., ring 0,0/0, marker 3/0, sign new yellow")
    play(position, f"{'trade -, ' if asked else ''}ring 2,0/0, marker 3/1, wild red")
    play(position, "sign use yellow")
    assert (seen(position)["phase"] == "trade") is asked


# Shapes (H9.2, H7.6) ----------------------------------------------------------------------------


def printed(places: str) -> tuple[tuple[int, int], ...]:
    return tuple((int(q), int(r)) for q, r in (place.split(",") for place in places.split()))


TURNED = {
    4: "3,3 4,2 4,3 3,4",
    5: "0,0 0,1 0,2 -1,2 -1,1",
    6: "2,1 1,2 0,2 0,1 1,0 2,0",
    7: "0,0 0,1 0,2 -1,3 -2,3 -2,2 -1,1",
    8: "1,0 2,0 3,0 2,1 1,1 0,1 -1,1 0,0",
}
"""The rings of `ROUNDS`, turned or mirrored and begun elsewhere; no turn alone makes the last."""
BIG_TRIANGLE = "0,0 1,0 2,0 1,1 0,2 0,1"
AROUND = "0,0 1,0 2,0 2,1 1,2 1,1 0,2 0,1"
"""A ring of eight tiles."""


def fits(size: int, shape: str) -> Position:
    """Seat 0 has begun a ring of this size; its column has one space, of this shape."""
    column = str(size) if size < 7 else "7+"
    board = {column: (Space(shape=printed(shape)),)}
    position = ring_of(size, advanced=board, **ADVANCED)
    return play(position, texts(position)[0])


@pytest.mark.parametrize("size", list(TURNED))
def test_h9_2_a_ring_of_the_printed_shape_up_to_rotation_and_reflection(size: int) -> None:
    position = fits(size, TURNED[size])
    assert texts(position) == [f"marker {size if size < 7 else '7+'}/0"]


def test_h9_2_a_ring_of_another_shape_has_no_marker_and_no_bonus() -> None:
    board = {"6": (Space("flower", shape=printed(BIG_TRIANGLE)),)}
    position = ring_of(6, advanced=board, **ADVANCED)
    play(position, texts(position)[0])
    assert seen(position)["phase"] == "gnome"
    assert seen(position)["seats"][0]["markers"] == 0
    assert seen(position)["seats"][0]["flowers"] == []


@pytest.mark.parametrize(("size", "shape"), [(7, TURNED[8]), (8, TURNED[7]), (8, AROUND)])
def test_h9_2_a_large_ring_of_another_shape_has_no_marker(size: int, shape: str) -> None:
    """Of seven and more each shape has its size too; `AROUND` has the ring's own."""
    position = fits(size, shape)
    assert seen(position)["phase"] == "gnome"
    assert seen(position)["seats"][0]["markers"] == 0


def test_h9_2_without_the_variant_no_shape_counts() -> None:
    board = {"6": (Space("flower", shape=printed(BIG_TRIANGLE)),)}
    position = ring_of(6, advanced=board)
    play(position, texts(position)[0])
    assert texts(position)[0] == "marker 6/0"


def test_h9_2_each_size_once_for_any_shape() -> None:
    """Where `any` and a printed shape fit, the player picks (H7.6)."""
    board = {"4": (Space(), Space("flower", shape=printed(TURNED[4])))}
    position = ring_of(4, advanced=board, **ADVANCED)
    play(position, texts(position)[0])
    assert texts(position) == ["marker 4/0", "marker 4/1"]
    play(position.copy(), "marker 4/0")
    play(position, "marker 4/1, flower pink")
    assert seen(position)["seats"][0]["spaces"] == ["4/1"]
    board = {"6": (Space(), Space("flower", shape=printed(BIG_TRIANGLE)))}
    position = ring_of(6, advanced=board, **ADVANCED)
    play(position, texts(position)[0])
    assert texts(position) == ["marker 6/0"]


def test_h7_6_shapes_are_closed_sequences_of_tiles() -> None:
    """The same six tiles in another order are another shape."""
    assert shape_of(printed(ROUNDS[6])) == shape_of(printed("1,0 1,1 0,2 -1,2 -1,1 0,0"))
    assert shape_of(printed(ROUNDS[6])) == shape_of(printed(ROUNDS[6])[::-1])
    across = "0,0 1,0 2,0 2,1 1,1 1,2 0,2 0,1"
    assert sorted(printed(AROUND)) == sorted(printed(across))
    assert shape_of(printed(AROUND)) != shape_of(printed(across))


def test_h7_6_a_ring_that_crosses_a_tile_twice_fits_only_any() -> None:
    bow = ((0, 0), (1, 0), (0, 1), (0, 0), (-1, 0), (0, -1))
    for shape in (bow, printed(BIG_TRIANGLE)):
        board = {"5": (Space(shape=shape), Space()), "6": (Space(shape=shape), Space())}
        for ring_size, column in (("distinct", 5), ("passes", 6)):
            position = bow_tie(advanced=board, ring_size=ring_size, **ADVANCED)
            play(position, texts(position)[0])
            assert texts(position) == [f"marker {column}/1"]


OTHER_SHAPE = {"3": (Space(shape=printed(ROUNDS[4])),)}
"""A space that no ring of three fits."""


@pytest.mark.parametrize(("options", "denied"), [(ADVANCED, False), (DENIES, True)])
def test_h9_2_the_mushrooms_are_collected_unless_the_shape_denies_them(
    options: dict[str, Any], denied: bool
) -> None:
    """H7.6: then they wait as if nobody owned the ring."""
    position = play(hook(gnomes={0: "0,0/0"}, advanced=OTHER_SHAPE, **options), CLOSED)
    assert seen(position)["phase"] == "gnome"
    assert owned(position, 0) == ({} if denied else {"red": 1, "blue": 1})
    assert ring_seen(position, "0,0/0")["waiting"] is denied
    assert ("g2 ring 0,0/0" in texts(position)) is denied
    if denied:
        play(position, f"stay, {REST}, g1 ring 0,0/0")
        assert owned(position, 1) == {"red": 1, "blue": 1}


@pytest.mark.parametrize(
    ("gnomes", "receiver", "denied"),
    [({2: "0,0/0", 3: "2,0/0"}, 1, True), ({2: "2,0/0"}, 0, False)],
)
def test_h7_6_the_owner_s_board_denies_and_not_the_board_of_who_closes_the_ring(
    gnomes: dict[int, str], receiver: int, denied: bool
) -> None:
    """The column's space for any shape is full on one of the two boards, by the first ring."""
    board = {"3": (*OTHER_SHAPE["3"], Space())}
    position = plot(chain(2), ("45", "45y"), advanced=board, gnomes=gnomes, permission="always",
                    **DENIES)  # fmt: skip
    play(position, "1@0,1:0, 2@2,1:0, ., ring 0,0/0")
    assert (position.actor(), texts(position)) == (receiver, ["marker 3/1"])
    play(position, "marker 3/1, ring 2,0/0")
    assert owned(position, 1) == ({} if denied else {"yellow": 1})
    assert ring_seen(position, "2,0/0")["waiting"] is denied
    assert (position.actor(), seen(position)["phase"]) == (
        (0, "gnome") if denied else (1, "marker")
    )


def test_h7_6_where_the_column_has_no_free_space_the_shape_denies_nothing() -> None:
    position = hook(gnomes={0: "0,0/0"}, advanced={"3": ()}, **DENIES)
    play(position, CLOSED)
    assert owned(position, 0) == {"red": 1, "blue": 1}
    full = {"3": (Space(),)}
    position = plot(chain(2), ("45", "45y"), advanced=full, gnomes={0: "2,0/0"}, **DENIES)
    play(position, "1@0,1:0, 2@2,1:0, ., ring 0,0/0, marker 3/0, ring 2,0/0")
    assert owned(position, 0) == {"yellow": 1}


def test_h7_6_a_ring_that_fits_is_denied_nothing() -> None:
    position = hook(gnomes={0: "0,0/0"}, advanced={"3": (Space(),)}, **DENIES)
    play(position, CLOSED)
    assert owned(position, 0) == {"red": 1, "blue": 1}
    assert texts(position) == ["marker 3/0"]


def test_h9_2_sizes_three_and_four_have_one_shape() -> None:
    assert texts(fits(4, "5,5 6,5 6,6 5,6")) == ["marker 4/0"]
    position = play(
        hook(advanced={"3": (Space(shape=printed("4,4 5,3 5,4")),)}, **ADVANCED), CLOSED
    )
    assert texts(position) == ["marker 3/0"]
