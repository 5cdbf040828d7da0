"""How a game ends, and who has won (H8); finished random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.terms import GNOME, PLACE
from engines.gnome_hollow.tileset.sets import Space
from engines.position import Outcome
from tests.engines.games import cases
from tests.engines.gnome_hollow.games import OTHER, Play, deal, play, texts
from tests.engines.gnome_hollow.gardens import (
    CLOSED,
    EIGHT,
    FLOWERS,
    chain_of_flowers,
    eight,
    hook,
    owned,
    plot,
    seen,
)


def west(position: Position, gnome: str = "stay") -> Position:
    """A turn of two tiles of grass, in a row to the west."""
    tiles = seen(position)["market"][-2:]
    free = min(int(each["place"].split(",")[0]) for each in seen(position)["garden"])
    lays = ", ".join(f"{tile}@{free - 1 - at},0:0" for at, tile in enumerate(tiles))
    return play(position, f"{lays}, ., {gnome}")


def seats_left(position: Position) -> list[tuple[int, bool]]:
    """Who moves from here on, where everybody stays, and whether as a last action."""
    left = []
    while position.actor() >= 0:
        last = bool(seen(position)["last_actions"])
        left.append((position.actor(), last))
        if last:
            assert seen(position)["phase"] == "gnome"
            play(position, "stay")
        else:
            west(position)
    return left


# Triggers (H8.1) --------------------------------------------------------------------------------


def test_h8_1_the_eighth_flower_ends_the_game() -> None:
    before, _, last = FLOWERS.rpartition(", ")
    position = play(chain_of_flowers(), before)
    assert seen(position)["end"] is None
    play(position, last)
    assert (seen(position)["end"], seen(position)["reserve"]) == ("flowers", 0)
    play(position, "drop blue, stay")
    assert seats_left(position) == [(0, True), (1, True)]
    assert position.outcome() == Outcome((20 + 18, 25 + 18), (1,), "flowers")


def test_h8_1_the_eighth_marker_ends_the_game() -> None:
    before, _, last = EIGHT.removesuffix(", stay").rpartition(", ")
    position = play(eight(), before)
    assert (seen(position)["end"], seen(position)["reserve"]) == (None, 4)
    play(position, last)
    assert (seen(position)["end"], seen(position)["reserve"]) == ("markers", 0)


def test_h8_1_the_seventh_marker_does_not_end_the_game_and_the_eighth_does() -> None:
    position = west(play(eight(), EIGHT.replace("3/3x2", "3/3")))
    assert [seat["markers"] for seat in seen(position)["seats"]] == [7, 0]
    assert (seen(position)["end"], seen(position)["reserve"]) == (None, 4)
    play(position, "7@8,1:0, 8@-5,0:0, ., ring 8,0/0, marker 3/4")
    assert seen(position)["seats"][0]["markers"] == 8
    assert (seen(position)["end"], seen(position)["reserve"]) == ("markers", 0)


def test_h8_1_the_empty_bag_ends_the_game() -> None:
    position = west(plot(grass=3))
    assert (seen(position)["end"], seen(position)["bag"]) == (None, 1)
    west(position)
    assert (seen(position)["end"], seen(position)["bag"]) == ("bag", 4)


def test_h8_1_the_bag_is_tested_after_each_tile_drawn() -> None:
    """Here by a bonus; the refill at the turn's end goes on from the reserve."""
    board = {"3": (Space("tile"),)}
    position = hook(board=board, grass=1, market_refill="end_of_turn")
    play(position, f"{CLOSED}, marker 3/0")
    assert seen(position)["end"] is None
    play(position, "take 2")
    assert (seen(position)["end"], len(seen(position)["market"])) == ("bag", 6)
    play(position, "stay")
    assert (len(seen(position)["market"]), seen(position)["bag"]) == (8, 2)


def test_h8_1_a_bag_that_is_empty_when_the_last_market_tile_is_drawn_is_empty() -> None:
    """The refill draws two and two are left: it is full and the bag is empty at once."""
    position = west(plot(grass=2))
    assert (seen(position)["end"], len(seen(position)["market"])) == ("bag", 8)


def test_h8_1_the_refill_in_which_the_bag_runs_out_is_not_continued() -> None:
    position = west(plot(grass=1))
    assert (len(seen(position)["market"]), seen(position)["bag"]) == (7, 4)
    west(position)
    assert (len(seen(position)["market"]), seen(position)["bag"]) == (8, 1)  # later ones are


def test_h8_1_the_reserve_goes_under_the_bag_in_the_order_of_the_set_up() -> None:
    position = play(eight(grass=9), EIGHT)
    assert position.bag[position.bag_at : position.bag_size] == [14, 15, 16, 17, 18, 19, 20]
    assert seen(position)["bag"] == 7
    assert seen(position)["reserve"] == 0


@pytest.mark.parametrize(
    ("refill", "end"), [("after_placement", "bag"), ("end_of_turn", "markers")]
)
def test_h7_1_the_bag_can_come_before_the_markers_in_one_turn(refill: str, end: str) -> None:
    """H8.1: the first trigger is the end."""
    position = play(eight(grass=6, market_refill=refill), EIGHT)
    assert seen(position)["end"] == end
    assert seen(position)["seats"][0]["markers"] == 8


@pytest.mark.parametrize(
    ("players", "start", "turns", "left"),
    [
        (2, 0, 1, [1]),
        (2, 0, 2, []),
        (2, 1, 1, [0]),
        (3, 0, 1, [1, 2]),
        (3, 0, 2, [2]),
        (3, 0, 3, []),
        (3, 2, 1, [0, 1]),
        (3, 2, 2, [1]),
        (4, 1, 2, [3, 0]),
        (4, 1, 5, [2, 3, 0]),
    ],
)
def test_h8_1_and_h8_2_the_round_is_completed_then_each_has_a_last_action(
    players: int, start: int, turns: int, left: list[int]
) -> None:
    """Those from the start player, in turn order."""
    reserve = ("",) * (2 * players)
    position = plot(players=players, start=start, grass=2 * turns, reserve=reserve)
    for _ in range(turns):
        assert seen(position)["end"] is None
        west(position)
    last = [(start + seat) % players for seat in range(players)]
    assert seats_left(position) == [(seat, False) for seat in left] + [(s, True) for s in last]
    assert position.outcome() is not None


# Last actions (H8.2) ----------------------------------------------------------------------------


def test_h8_2_a_last_action_is_that_of_a_gnome_that_is_moved_or_none() -> None:
    position = west(west(plot(grass=4, gnomes={0: "0,0/0"}), "g2 market"))
    assert seen(position)["last_actions"]
    assert texts(position) == [
        "stay", "g1 flower pink", "g1 flower white", "g2 flower pink", "g2 flower white",
        "g1 market",
    ]  # fmt: skip
    play(position, "g1 flower pink")
    assert seen(position)["seats"][0]["flowers"] == ["pink"]
    assert position.actor() == 1


def test_h8_2_effects_and_refills_of_a_last_action_are_as_usual() -> None:
    """A tile by a signpost; the refill that the bag's end had broken off (`end_of_turn`)."""
    position = hook(board={"3": (Space("signpost"),)}, grass=4, market_refill="end_of_turn")
    play(position, f"{CLOSED}, marker 3/0, sign new tile, take 2, stay")
    west(position)
    assert (len(seen(position)["market"]), seen(position)["bag"]) == (7, 4)
    assert seen(position)["last_actions"]
    play(position, "g1 sign 0,0/0, take 3")
    assert seen(position)["seats"][0]["storage"] == ["2", "3"]
    assert (len(seen(position)["market"]), seen(position)["bag"]) == (8, 2)
    assert (position.actor(), seen(position)["phase"]) == (1, "gnome")


def test_h8_2_no_trigger_counts_any_more() -> None:
    """The bag is empty a second time, and all has been said: each has one last action."""
    board = {"3": (Space("signpost"),)}
    position = hook(board=board, grass=3, reserve=("",) * 2, market_refill="end_of_turn")
    play(position, f"{CLOSED}, marker 3/0, sign new tile, take 2, stay")
    assert (seen(position)["end"], seen(position)["bag"]) == ("bag", 2)
    west(position)
    assert (seen(position)["bag"], len(seen(position)["market"])) == (0, 8)
    play(position, "g1 sign 0,0/0, take 3")
    assert len(seen(position)["market"]) == 7
    assert seats_left(position) == [(1, True)]


# Winners (H8.3) ---------------------------------------------------------------------------------


def ended(position: Position) -> Outcome:
    while position.actor() >= 0:
        play(position, "stay")
    outcome = position.outcome()
    assert outcome is not None
    return outcome


def test_h8_3_most_points_win() -> None:
    position = west(hook_of(1, "g1 market"))
    assert ended(position) == Outcome((1, 0), (0,), "bag")


def hook_of(spaces: int, gnome: str) -> Position:
    """Seat 0 has closed the hook's ring and moved a gnome; the bag ends with the round."""
    position = hook(board={"3": (Space(),) * spaces}, grass=4)
    play(position, f"{CLOSED}{', marker 3/0' if spaces else ''}, {gnome}")
    return position


@pytest.mark.parametrize("seat", [0, 1])
def test_h8_3_of_those_tied_the_most_mushrooms_left_win(seat: int) -> None:
    position = hook_of(0, "g1 ring 0,0/0" if seat == 0 else "stay")
    west(position, "g1 ring 0,0/0" if seat == 1 else "stay")
    assert owned(position, seat) == {"red": 1, "blue": 1}
    assert ended(position) == Outcome((0, 0), (seat,), "bag")


def test_h8_3_else_the_victory_is_shared() -> None:
    position = west(hook_of(0, "stay"))
    assert ended(position) == Outcome((0, 0), (0, 1), "bag")


def test_h8_3_more_mushrooms_do_not_beat_more_points() -> None:
    position = west(hook_of(1, "stay"), "g1 ring 0,0/0")
    assert owned(position, 1) == {"red": 1, "blue": 1}
    assert ended(position) == Outcome((1, 0), (0,), "bag")


def test_h8_3_treasure_counts() -> None:
    position = hook("bbb", gnomes={0: "0,0/0"}, grass=4)
    play(position, f"{CLOSED}, marker 3/0, g2 market 4blue")
    west(position)
    treasure = seen(position)["seats"][0]["treasure"]
    assert treasure == dict(position.tiles.tileset.market[2])[4]
    assert ended(position) == Outcome((1 + treasure, 0), (0,), "bag")


# Finished random games --------------------------------------------------------------------------

VARIANTS: list[dict[str, Any]] = [
    {},
    {"market_tiles": "may_store"},
    {"market_refill": "end_of_turn", "permission": "never"},
    {"trade_board": True, "permission": "always"},
    {"advanced_board": True},
    OTHER,
]
KINDS = [
    (players, tileset, options)
    for players in (2, 3, 4)
    for tileset, options in (
        *(("busy", options) for options in VARIANTS),
        ("recon-1", {}),
        ("recon-1", OTHER),
    )
]


def check_finished(
    position: Position,
    seed: int,
    look: Callable[[Position], None] = lambda position: None,
    play: Play = Position.play,
) -> str:
    """Plays on, by odd seeds mostly greedily: equal turns, one last action each, an end by a rule;
    which one. look: is shown every position."""
    turns: Counter[int] = Counter()
    last: Counter[int] = Counter()
    while position.actor() >= 0:
        look(position)
        policy = "greedy" if seed % 2 and position.decisions % 6 else "random"
        if position.phase() == GNOME:
            (last if position.last else turns)[position.actor()] += 1
        assert position.phase() != PLACE or not position.last
        play(position, position.suggest(seed + position.decisions, policy))
    look(position)
    outcome = position.outcome()
    assert outcome is not None
    assert sorted(turns) == sorted(last) == list(range(position.players))
    assert len(set(turns.values())) == 1
    assert set(last.values()) == {1}
    check_end(position, outcome)
    return outcome.end


def check_end(position: Position, outcome: Outcome) -> None:
    """The rule by which it ended holds, and winners have the most points and mushrooms."""
    seats = range(position.players)
    if outcome.end == "flowers":
        assert any(position.flowers[seat] == 255 for seat in seats)
    elif outcome.end == "markers":
        assert 8 in position.markers
    else:
        assert outcome.end == "bag"
    assert position.reserve_size == 0
    ranks = [(outcome.scores[seat], position.mushrooms_left(seat)) for seat in seats]
    assert outcome.winners == tuple(seat for seat in seats if ranks[seat] == max(ranks))


@pytest.mark.parametrize(("players", "tileset", "options"), cases(KINDS, 4))
def test_h8_random_games_end_by_a_rule_after_equal_turns(
    players: int, tileset: str, options: dict[str, Any]
) -> None:
    for seed in range(2):
        assert check_finished(deal(players, tileset, options, seed), seed)
