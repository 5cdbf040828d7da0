"""Gnomes and what they do, flowers and tracks (H6, H7, H7.5)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.tileset.sets import Space
from tests.engines.gnome_hollow.games import SHARP, play, texts
from tests.engines.gnome_hollow.gardens import (
    CLOSED,
    FLOWERS,
    chain,
    chain_of_flowers,
    hook,
    owned,
    plot,
    ring_seen,
    seen,
)

TRACK = [0, 1, 3, 6, 10, 14, 18, 20, 25]
PLACED = "7@-1,0:0, 8@-2,0:0, ."
SIGN = {"3": (Space("signpost"),)}


def waiting(sign: str = "pink", mushrooms: str = "r", **changes: Any) -> Position:
    """Seat 0 has closed the hook's ring, whose mushrooms wait beside this new signpost."""
    position = hook(mushrooms, board=SIGN, **changes)
    return play(position, f"{CLOSED}, marker 3/0, sign new {sign}")


# Paths ------------------------------------------------------------------------------------------


def test_h6_an_open_path_with_no_gnome_is_claimed() -> None:
    """With mushrooms or without, a bare piece of the stump too (H7.5)."""
    position = play(plot({"1,0": "03r"}, stump="04 12"), PLACED)
    paths = [text for text in texts(position) if text.startswith("g1 path")]
    assert paths == ["g1 path 0,0/0", "g1 path 0,0/1"]
    play(position, "g1 path 0,0/0")
    owners = [(path["name"], path["owner"]) for path in seen(position)["paths"]]
    assert owners == [("0,0/0", 0), ("0,0/1", None)]
    play(position, "1@-3,0:0, 2@-4,0:0, .")
    paths = [text for text in texts(position) if text.startswith("g1 path")]
    assert paths == ["g1 path 0,0/1"]


def test_h6_a_path_with_one_s_own_gnome_is_not_claimed_again() -> None:
    position = play(plot(gnomes={0: "0,0/0"}), PLACED)
    assert not [text for text in texts(position) if " path " in text]


def test_h6_one_gnome_a_turn_or_none() -> None:
    for move in ("g1 path 0,0/0", "g2 path 0,0/0", "g1 market", "stay"):
        position = play(plot(), f"{PLACED}, {move}")
        assert (position.actor(), seen(position)["phase"]) == (1, "place")


def test_h6_a_gnome_that_leaves_an_open_path_gives_up_its_claim() -> None:
    position = play(plot(gnomes={0: "0,0/0"}), f"{PLACED}, g1 market")
    assert seen(position)["paths"][0]["owner"] is None
    play(position, "1@-3,0:0, 2@-4,0:0, ., g1 path 0,0/0")
    assert seen(position)["paths"][0]["owner"] == 1


def test_h6_of_two_gnomes_on_a_path_one_may_leave_and_the_claim_stays() -> None:
    position = play(plot(gnomes={0: "0,0/0", 1: "0,0/0"}), f"{PLACED}, g1 market")
    (path,) = seen(position)["paths"]
    assert (path["owner"], path["gnomes"]) == (0, [[0, 2]])


@pytest.mark.parametrize("gnome", [0, 1])
@pytest.mark.parametrize("paths", [("0,0/0", "1,-1/0"), ("1,-1/0", "0,0/0")])
def test_h6_of_two_gnomes_whose_paths_are_joined_one_may_leave_and_the_claim_stays(
    paths: tuple[str, str], gnome: int
) -> None:
    """H3.2: until the other has left too."""
    position = plot({"1,-1": "01"}, ("34",), gnomes=dict(enumerate(paths)))
    play(position, "1@1,0:0, 8@-1,0:0, .")
    (path,) = seen(position)["paths"]
    assert (path["owner"], path["gnomes"]) == (0, [[0, 1], [0, 2]])
    play(position, f"g{gnome + 1} market")
    (path,) = seen(position)["paths"]
    assert (path["owner"], path["gnomes"]) == (0, [[0, 2 - gnome]])
    play(position, "2@-2,0:0, 3@-3,0:0, .")
    assert not [text for text in texts(position) if " path " in text]
    play(position, f"stay, 4@-4,0:0, 5@-5,0:0, ., g{2 - gnome} market")
    assert seen(position)["paths"][0]["owner"] is None


# Rings ------------------------------------------------------------------------------------------


def test_h6_a_gnome_takes_what_waits_and_no_marker_and_no_bonus() -> None:
    position = hook(board={"3": (Space("flower"), Space("flower"))})
    play(position, f"{CLOSED}, marker 3/0, flower pink, stay")
    play(position, "2@-2,0:0, 3@-3,0:0, ., g2 ring 0,0/0")
    assert owned(position, 1) == {"red": 1, "blue": 1}
    seats = seen(position)["seats"]
    assert [seat["markers"] for seat in seats] == [1, 0]
    assert [seat["flowers"] for seat in seats] == [["pink"], []]
    assert not ring_seen(position, "0,0/0")["waiting"]
    assert seats[1]["gnomes"] == [None, "0,0/0"]
    play(position, "4@-4,0:0, 5@-5,0:0, .")
    assert "g1 ring 0,0/0" not in texts(position)


def test_h7_5_a_ring_without_printed_mushrooms_has_nothing_waiting() -> None:
    position = plot({"1,0": "23"}, ("45",))
    play(position, f"{CLOSED}, marker 3/0")
    assert not ring_seen(position, "0,0/0")["waiting"]
    assert not [text for text in texts(position) if " ring " in text]


def test_h6_a_gnome_whose_ring_was_closed_is_idle_until_it_is_moved() -> None:
    """H7.5: it cannot use its own ring's signpost, which the other gnome can."""
    position = hook(gnomes={0: "0,0/0"}, board=SIGN)
    play(position, f"{CLOSED}, marker 3/0, sign new pink")
    assert ring_seen(position, "0,0/0")["gnomes"] == [[0, 1]]
    signs = [text for text in texts(position) if " sign " in text or " ring " in text]
    assert signs == ["g2 sign 0,0/0"]
    play(position, "g1 market, 2@-2,0:0, 3@-3,0:0, ., stay, 4@-4,0:0, 5@-5,0:0, .")
    play(position, "g1 sign 0,0/0")
    assert owned(position, 0) == {"red": 1, "blue": 1, "pink": 2}


def test_h6_a_gnome_must_change_its_place_to_act() -> None:
    """H7.5: the stump and the flower market are one place each; so is a ring."""
    position = plot(two_player_tokens="none")
    play(position, f"{PLACED}, g1 market, 1@-3,0:0, 2@-4,0:0, ., g1 flower pink")
    play(position, "3@-5,0:0, 4@-6,0:0, .")
    assert "g1 market" not in texts(position)
    assert "g2 market" in texts(position)
    play(position, "stay, 5@-7,0:0, 6@-8,0:0, .")
    assert "g1 flower white" not in texts(position)
    assert "g2 flower white" in texts(position)


def test_h7_5_a_path_through_the_stump_is_a_path_and_not_the_stump() -> None:
    position = play(plot(gnomes={0: "0,0/0"}), PLACED)
    assert "g1 market" in texts(position)
    play(position, "g1 market, 1@-3,0:0, 2@-4,0:0, ., stay, 3@-5,0:0, 4@-6,0:0, .")
    assert "g1 path 0,0/0" in texts(position)


# Signposts --------------------------------------------------------------------------------------


def test_h6_a_signpost_s_effect_any_number_of_gnomes() -> None:
    position = play(waiting(), "g1 sign 0,0/0")
    assert owned(position, 0) == {"pink": 2}
    play(position, "2@-2,0:0, 3@-3,0:0, ., g1 sign 0,0/0, 4@-4,0:0, 5@-5,0:0, ., g2 sign 0,0/0")
    assert owned(position, 0) == {"pink": 3}
    assert owned(position, 1) == {"pink": 1}
    assert ring_seen(position, "0,0/0")["gnomes"] == [[0, 1], [0, 2], [1, 1]]


def visits(position: Position) -> list[str]:
    return [text for text in texts(position) if text.startswith(("g1 ring", "g1 sign"))]


def test_h6_a_ring_with_both_gives_the_one_that_the_player_picks() -> None:
    position = waiting()
    assert visits(position) == ["g1 ring 0,0/0", "g1 sign 0,0/0"]
    signed = play(position.copy(), "g1 sign 0,0/0")
    assert owned(signed, 0) == {"pink": 2}
    assert ring_seen(signed, "0,0/0")["waiting"]
    play(position, "g1 ring 0,0/0")
    assert owned(position, 0) == {"red": 1, "blue": 1, "pink": 1}
    play(position, "2@-2,0:0, 3@-3,0:0, .")
    assert visits(position) == ["g1 sign 0,0/0"]  # emptied


def test_h6_or_both_under_ring_visit_both() -> None:
    position = waiting(ring_visit="both")
    assert visits(position) == ["g1 ring 0,0/0"]
    play(position, "g1 ring 0,0/0")
    assert owned(position, 0) == {"red": 1, "blue": 1, "pink": 2}
    play(position, "2@-2,0:0, 3@-3,0:0, .")
    assert visits(position) == ["g1 sign 0,0/0"]
    play(position, "g1 sign 0,0/0")
    assert owned(position, 1) == {"pink": 1}


def test_h7_5_under_both_mushrooms_come_first_then_the_effect_then_the_trade() -> None:
    position = play(waiting("market", "rr", ring_visit="both"), "g1 ring 0,0/0")
    assert texts(position) == ["sell -", "sell 2red"]
    position = waiting("yellow", ring_visit="both", trade_board=True)
    play(position, "stay, 2@-2,0:0, 3@-3,0:0, ., g1 ring 0,0/0")
    assert (position.actor(), texts(position)) == (1, ["trade -", "trade 0", "trade 1"])
    assert owned(position, 1) == {"red": 1, "yellow": 1, "blue": 1}


# The flower market ------------------------------------------------------------------------------


def test_h6_a_flower_of_a_kind_not_yet_owned() -> None:
    """Any number of gnomes; at most one of each kind (H7)."""
    position = plot(two_player_tokens="none")
    play(position, f"{PLACED}, g1 flower pink")
    assert seen(position)["seats"][0]["flowers"] == ["pink"]
    assert seen(position)["flower_market"] == {"pink": 1, "white": 2}
    play(position, "1@-3,0:0, 2@-4,0:0, ., g2 flower pink, 3@-5,0:0, 4@-6,0:0, .")
    assert [text for text in texts(position) if "flower" in text] == ["g2 flower white"]
    play(position, "g2 flower white")
    gnomes = [seat["gnomes"] for seat in seen(position)["seats"]]
    assert gnomes == [["flower market", "flower market"], [None, "flower market"]]


def test_h7_5_the_flower_market_is_visited_without_effect_only_where_no_new_kind_lies() -> None:
    position = play(plot(players=3), PLACED)
    assert [text for text in texts(position) if "flower" in text] == ["g1 flower", "g2 flower"]
    play(position, "g1 flower")
    assert seen(position)["seats"][0]["gnomes"] == ["flower market", None]
    assert seen(position)["seats"][0]["flowers"] == []
    position = play(plot(), PLACED)
    assert "g1 flower" not in texts(position)


# The stump --------------------------------------------------------------------------------------


def rich(**changes: Any) -> Position:
    """Seat 0 has three red, two yellow and four blue mushrooms; g1 stands on its ring."""
    position = hook("rrryybbb", gnomes={0: "0,0/0"}, **changes)
    return play(position, f"{CLOSED}, marker 3/0")


def test_h6_up_to_two_sales_of_different_kinds() -> None:
    position = rich()
    sales = [text.removeprefix("g2 market") for text in texts(position) if "g2 market" in text]
    red, yellow, blue = ["2red", "3red"], ["2yellow"], ["2blue", "3blue", "4blue"]
    expected = ["", *red, *yellow, *blue]
    expected += [f"{one} {other}" for one in red for other in yellow + blue]
    expected += [f"{one} {other}" for one in yellow for other in blue]
    assert sorted(sales) == sorted(f" {sale}" if sale else "" for sale in expected)


def test_h6_a_sale_pays_its_treasure_and_blocks_its_space_but_a_pair_s() -> None:
    position = play(rich(), "g1 market 3red 2blue")
    assert owned(position, 0) == {"yellow": 2, "blue": 2}
    red, blue = dict(SHARP.market[0])[3], dict(SHARP.market[2])[2]
    assert seen(position)["seats"][0]["treasure"] == red + blue
    assert seen(position)["blocked"] == ["3red"]


def test_h6_a_blocked_space_is_so_for_all_and_for_the_rest_of_the_game() -> None:
    garden = chain(2) | {"3,0": "23rrr"}
    position = plot(garden, ("45rrrbb", "45bb"), gnomes={0: "0,0/0", 2: "2,0/0"},
                    permission="always")  # fmt: skip
    play(position, "1@0,1:0, 2@2,1:0, ., ring 0,0/0, marker 3/0, ring 2,0/0, marker 3/0")
    play(position, "g1 market 3red 2blue, 3@-1,0:0, 4@-2,0:0, .")
    sales = {sale for text in texts(position) if "market" in text for sale in text.split()[2:]}
    assert sales == {"2red", "2blue"}
    play(position, "g1 market 2red 2blue")
    assert seen(position)["blocked"] == ["3red"]


def test_h7_5_the_stump_may_be_visited_without_a_sale() -> None:
    position = play(plot(), f"{PLACED}, g1 market")
    assert seen(position)["seats"][0]["gnomes"] == ["stump", None]
    assert seen(position)["seats"][0]["treasure"] == 0


def test_h6_any_number_of_gnomes_at_the_stump() -> None:
    position = play(plot(), f"{PLACED}, g1 market, 1@-3,0:0, 2@-4,0:0, ., g1 market")
    play(position, "3@-5,0:0, 4@-6,0:0, ., g2 market")
    assert [seat["gnomes"] for seat in seen(position)["seats"]] == [
        ["stump", "stump"],
        ["stump", None],
    ]


# Tracks (H7) ------------------------------------------------------------------------------------


def test_h7_points_of_both_tracks() -> None:
    """And H8.3: they are added."""
    position = chain_of_flowers()
    counts: set[tuple[int, int]] = set()
    for decision in FLOWERS.split(", "):
        play(position, decision)
        for seat in seen(position)["seats"]:
            flowers = len(seat["flowers"])
            assert seat["score"] == TRACK[flowers] + TRACK[seat["markers"]]
            counts.add((flowers, seat["markers"]))
    assert {flowers for flowers, _ in counts} == set(range(9))
    assert {markers for _, markers in counts} == set(range(7))


def test_h7_points_of_seven_and_eight_markers() -> None:
    board = {"3": (Space(markers=2),) * 3 + (Space(),) * 5}
    position = plot(chain(5), ("45", "45", "", "", "45", "45", "", ""), ("45",), board=board)
    play(position, "1@0,1:0, 2@2,1:0, ., ring 0,0/0, marker 3/0x2, wild red, ring 2,0/0")
    play(position, "marker 3/1x2, wild blue, drop blue, stay, 3@-1,0:0, 4@-2,0:0, ., stay")
    play(position, "5@4,1:0, 6@6,1:0, ., ring 4,0/0, marker 3/2x2, wild green, drop green")
    play(position, "ring 6,0/0, marker 3/3")
    assert seen(position)["seats"][0]["score"] == 20 + 6
    play(position, "stay, 7@-3,0:0, 8@-4,0:0, ., stay")
    play(position, "9@8,1:0, 10@-5,0:0, ., ring 8,0/0, marker 3/4")
    assert seen(position)["seats"][0]["score"] == 25 + 6
    assert seen(position)["end"] == "markers"


def test_h8_3_mushrooms_in_hand_score_nothing() -> None:
    position = rich()
    assert sum(owned(position, 0).values()) == 9
    assert seen(position)["seats"][0]["score"] == TRACK[1]
