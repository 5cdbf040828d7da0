"""The plain Gnome Hollow reference: set-ups, turns, gains and the end."""

import copy
import random
from collections import Counter
from typing import Any

import pytest

from tests.engines.reference import gnome_hollow
from tests.engines.reference.gnome_hollow import Reference
from tests.engines.reference.gnome_hollow_goods import droppable, picks, winning_seats
from tests.engines.reference.gnome_hollow_lively import choose
from tests.engines.reference.gnome_hollow_setup import deal
from tests.engines.reference.records import Broken


def table(
    *market: str, players: int = 3, storage: tuple[str, ...] = (), **options: Any
) -> Reference:
    """Seat 0 is to play; (1, 0) lacks one neighbour for a ring of three with the stump. Market and
    storage hold these tiles, bag and reserve none: 4 closes the ring as `4@0,1:4`."""
    game = Reference(players, options, deal(players, options, 1))
    game.garden.put((1, 0), ((2, 3, ("blue",)),))
    game.market, game.bag, game.reserve = list(market), [], []
    game.players[0].storage = list(storage)
    return game


def begun(game: Reference, *texts: str) -> Reference:
    """After these decisions of a new turn."""
    game.begin()
    for text in texts:
        game.play(text)
    return game


def refuse(game: Reference, text: str) -> str:
    """The rule that forbids this text, and nothing has changed."""
    fixed = ("running", "setup", "tiles", "given")
    before = copy.deepcopy({name: it for name, it in vars(game).items() if name not in fixed})
    with pytest.raises(Broken) as broken:
        game.play(text)
    assert {name: it for name, it in vars(game).items() if name not in fixed} == before
    return broken.value.rule


def lays(game: Reference) -> list[str]:
    return [text for text in game.legal() if "@" in text]


# Set-up


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"tileset": "recon-0"}, "H1.2"),
        ({"start": 3}, "H2.2"),
        ({"start": True}, "H2.2"),
        ({"market": "1 2 3"}, "H2.1"),
        ({"market": "? 2 3 4 5 6 7 8"}, "H2.1"),
        ({"reserve": "1 1 1 1 1 1"}, "H2.1"),
        ({"market_kinds": ["red", "blue"]}, "H2.3"),
        ({"signposts": "red yellow blue pink flower tile market"}, "H5"),
    ],
)
def test_a_set_up_is_a_legal_deal(change: dict[str, Any], rule: str) -> None:
    """H2; unknown keys are ignored."""
    setup = deal(3, {}, 5)
    assert Reference(3, {}, setup | {"x": 1}).actor() == 0
    with pytest.raises(Broken) as broken:
        Reference(3, {}, setup | change)
    assert broken.value.rule == rule


@pytest.mark.parametrize("kinds", [None, ["red"], ["red", "red"], ["red", "black"], "red blue"])
def test_two_players_begin_with_two_kinds_in_the_market(kinds: object) -> None:
    """H2.3."""
    with pytest.raises(Broken) as broken:
        Reference(2, {}, deal(2, {}, 5) | {"market_kinds": kinds})
    assert broken.value.rule == "H2.3"


@pytest.mark.parametrize(
    ("options", "market", "wild"),
    [
        ({}, {"purple": 2, "red": 1}, 6),
        ({"two_player_tokens": "none"}, {"purple": 2, "red": 2}, 12),
    ],
)
def test_two_players_have_fewer_flowers(
    options: dict[str, Any], market: dict[str, int], wild: int
) -> None:
    """H2.3: nine tokens, or all."""
    game = Reference(2, options, deal(2, options, 5) | {"market_kinds": ["purple", "red"]})
    assert game.flower_market == Counter(market)
    assert sum(game.wild.values()) == wild
    assert len(game.wild) == 6


@pytest.mark.parametrize(
    ("options", "setup"),
    [({"x": 1}, {}), ({"permission": "x"}, {}), ({"trade_board": 1}, {}), (None, {})],
)
def test_options_are_those_of_the_rules(options: Any, setup: dict[str, Any]) -> None:
    """Records."""
    with pytest.raises(Broken) as broken:
        Reference(3, options, deal(3, {}, 5) | setup)
    assert broken.value.rule == "records"


# Placements


def test_two_market_tiles_are_due_and_storage_is_free() -> None:
    """H3.1: two, or as many as the market has; H7.3."""
    game = begun(table("4", "19", "20", storage=("5",)))
    assert "." not in game.legal()
    assert "4@0,1:4" in game.legal()
    game.play("4@0,1:4")
    assert "." not in game.legal()
    game.play(next(text for text in lays(game) if text.startswith("19@")))
    assert "." in game.legal()
    assert {text.split("@")[0] for text in lays(game)} == {"5"}
    assert "." in begun(table()).legal()
    assert "." in begun(table("4"), "4@0,1:4").legal()


def test_a_market_tile_that_fits_nowhere_may_be_discarded() -> None:
    """H3.4: it counts as one of the two; nothing else is discarded."""
    game = table("19", "4", "5", permission="never", storage=("6", "purple"))
    game.garden = Reference(3, {}, deal(3, {}, 1)).garden
    assert not [text for text in begun(game).legal() if "drop" in text]
    game.players[1].gnomes = {"g1": ((0, 0), 0, 1), "g2": ((0, 0), 2, 3)}
    game.players[2].gnomes["g1"] = ((0, 0), 4, 5)
    begun(game)
    wild = sorted(f"purple@{q},{r}" for q, r in game.garden.border())
    assert game.legal() == ["drop 19", "drop 4", "drop 5", *wild]
    game.play("drop 19")
    assert game.legal() == ["drop 4", "drop 5", *wild]
    game.play("drop 5")
    assert game.legal() == [".", *wild]
    assert game.market == ["4"]


def test_market_tiles_may_go_to_storage() -> None:
    """H3.1, H7.3: such a tile counts, and is not placed this turn; H3.3: the limit is two."""
    assert "take 4" not in begun(table("4")).legal()
    game = begun(table("4", "5", storage=("6", "purple"), market_tiles="may_store"), "take 4")
    assert game.legal() == ["drop 4", "drop 6", "drop purple"]
    game.play("drop 6")
    assert {text.split("@")[0] for text in lays(game)} == {"5", "purple"}
    assert game.players[0].storage == ["purple", "4"]


def test_another_players_path_needs_leave() -> None:
    """H3.2: who has refused is not asked again this turn."""
    game = table("4", "5")
    game.players[1].gnomes["g1"] = ((1, 0), 2, 3)
    begun(game, "4@0,1:4")
    assert (game.actor(), game.legal()) == (1, ["no", "yes"])
    game.play("no")
    assert game.actor() == 0
    assert "4@0,1:4" not in game.legal()
    assert "5@0,1:4" not in game.legal()
    assert lays(game)
    assert "4" in game.market


@pytest.mark.parametrize(("permission", "legal"), [("never", False), ("always", True)])
def test_leave_is_settled_by_the_option(permission: str, legal: bool) -> None:
    """H3.2."""
    game = table("4", permission=permission)
    game.players[1].gnomes["g1"] = ((0, 0), 0, 1)
    begun(game)
    assert ("4@0,1:4" in game.legal()) is legal
    if legal:
        game.play("4@0,1:4")
        assert game.actor() == 0


def test_leave_is_asked_clockwise_until_one_refuses() -> None:
    """H3.2: one tile closes a path of seat 3 and extends one of seat 1."""
    game = table("81", "82", players=4)
    game.players[3].gnomes["g1"] = ((0, 0), 0, 1)
    game.garden.put((-1, 1), ((0, 1, ()), (4, 5, ())))
    game.players[1].gnomes["g1"] = ((-1, 1), 0, 1)
    game.players[2].gnomes["g1"] = ((-1, 1), 4, 5)
    begun(game)
    there = [text for text in game.legal() if text.startswith("81@0,1:")]
    assert there == ["81@0,1:0", "81@0,1:2", "81@0,1:4"]  # the others join two players' paths
    game.play("81@0,1:0")
    assert game.actor() == 1
    game.play("yes")
    assert game.actor() == 3
    game.play("no")
    assert game.actor() == 0
    assert not [text for text in game.legal() if "@0,1:" in text]
    begun(game, "81@0,1:0", "no")
    assert game.actor() == 0


def test_paths_of_two_players_are_never_joined() -> None:
    """H3.2: of one player they may be."""
    game = table("4", permission="always")
    game.garden = gnome_hollow.Reference(3, {}, deal(3, {}, 1)).garden
    game.garden.put((1, 0), ((1, 2, ()), (3, 5, ())))
    game.players[1].gnomes["g1"] = ((0, 0), 0, 1)
    game.players[2].gnomes["g1"] = ((1, 0), 1, 2)
    begun(game)
    assert "4@0,1:4" not in game.legal()
    game.players[2].gnomes["g1"] = None
    game.players[1].gnomes["g2"] = ((1, 0), 1, 2)
    begun(game)
    assert "4@0,1:4" in game.legal()


def test_a_wildflower_needs_no_leave() -> None:
    """H5.1: beside anything; the ring it closes is its owner's."""
    game = table(storage=("purple",), permission="never")
    game.players[1].gnomes["g1"] = ((1, 0), 2, 3)
    begun(game, "purple@0,1", ".", "ring 0,0/0")
    assert (game.actor(), game.legal()) == (1, ["marker 3/0"])
    assert game.players[1].mushrooms == Counter(blue=1)


# Rings


def test_a_ring_without_an_owner_waits() -> None:
    """H4.2: who closed it moves the marker, and any gnome may take the mushrooms (H6)."""
    game = begun(table("4"), "4@0,1:4", ".")
    assert game.legal() == ["ring 0,0/0"]
    game.play("ring 0,0/0")
    assert (game.actor(), game.legal()) == (0, ["marker 3/0"])
    game.play("marker 3/0")
    assert game.players[0].mushrooms == Counter()
    game.play("g2 ring 0,0/0")
    assert game.players[0].mushrooms == Counter(red=1, blue=1)
    assert (game.actor(), game.players[0].moved) == (1, 1)


def test_a_rings_owner_gets_everything() -> None:
    """H4.1: whoever closed it."""
    game = table("4")
    game.players[2].gnomes["g1"] = game.players[2].gnomes["g2"] = ((1, 0), 2, 3)
    begun(game, "4@0,1:4", "yes", ".", "ring 0,0/0")
    assert (game.actor(), game.legal()) == (2, ["marker 3/0"])
    assert game.players[2].mushrooms == Counter(red=1, blue=1)
    game.play("marker 3/0")
    assert game.actor() == 0
    assert not [text for text in game.legal() if " ring " in text or " sign " in text]


def test_without_a_free_space_there_is_no_marker() -> None:
    """H4.3: the mushrooms are collected all the same."""
    game = table("4")
    game.players[0].gnomes["g1"] = ((1, 0), 2, 3)
    game.players[0].filled = {("3", 0)}
    begun(game, "4@0,1:4", ".", "ring 0,0/0")
    assert game.players[0].mushrooms == Counter(red=1, blue=1)
    assert "stay" in game.legal()


def test_the_second_marker_brings_a_wildflower() -> None:
    """H5.1, H7.1: one token to the own flowers, the others to the market, then drops."""
    game = table("4", storage=("5", "6"))
    game.players[0].moved = 1
    begun(game, "4@0,1:4", ".", "ring 0,0/0", "marker 3/0")
    assert game.legal() == sorted(f"wild {kind}" for kind in game.tiles.flowers)
    game.play("wild red")
    assert game.legal() == ["drop 5", "drop 6", "drop red"]
    game.play("drop red")
    assert game.players[0].flowers == {"red"}
    assert game.flower_market["red"] == 2
    assert "red" not in game.wild


def test_the_advanced_board_wants_shapes() -> None:
    """H9.2: with no fitting space no marker; under `shape_denies_mushrooms` nothing at all."""
    for denies, gained in (("off", Counter(red=1, blue=1)), ("on", Counter())):
        game = table("4", advanced_board=True, shape_denies_mushrooms=denies)
        board = copy.deepcopy(game.tiles.data["advanced_board"])
        board["3"] = [{"shape": [[0, 0], [1, 0], [1, 1], [0, 1]], "bonus": None}]
        game.tiles.data = game.tiles.data | {"advanced_board": board}
        game.players[0].gnomes["g1"] = ((1, 0), 2, 3)
        begun(game, "4@0,1:4", ".", "ring 0,0/0")
        assert "stay" in game.legal()
        assert game.players[0].mushrooms == gained
        (ring,) = game.rings.values()
        assert Counter(ring.waiting) + gained == Counter(red=1, blue=1)


def test_a_bonus_signpost_is_put_and_used() -> None:
    """H5, H9.1: `trade_on_bonus`."""
    game = table("4", trade_board=True, trade_on_bonus="on")
    board = {"3": [{"bonus": "signpost"}]}
    game.tiles.data = game.tiles.data | {"player_board": board}
    game.players[0].mushrooms["pink"] = 1
    begun(game, "4@0,1:4", ".", "ring 0,0/0", "marker 3/0")
    assert game.legal() == sorted(f"sign new {name}" for name in game.tiles.signposts)
    game.play("sign new red")
    assert game.legal() == ["trade -", "trade 1"]
    game.play("trade 1")
    assert game.players[0].mushrooms == Counter(red=2, pink=0)
    assert "g1 sign 0,0/0" in game.legal()
    assert "g1 ring 0,0/0" in game.legal()


def test_storage_and_picks() -> None:
    """H3.3, H7.2, H5: each printed symbol at most once."""
    tiles = table().tiles
    assert droppable(["5", "6"], tiles) == []
    assert droppable(["5", "red", "blue"], tiles) == ["red", "blue"]
    assert droppable(["red", "blue"], tiles) == ["red", "blue"]
    assert droppable(["5", "6", "blue"], tiles) == ["5", "6", "blue"]
    assert picks(["blue", "red", "blue"], 2, tiles) == ["pick blue blue", "pick red blue"]
    assert picks(["blue"], 3, tiles) == ["pick blue"]
    assert picks([], 3, tiles) == []


# Gnomes


def test_sales_block_their_space_but_pairs() -> None:
    """H6: two sales of different kinds, in the tile set's order."""
    game = table()
    game.players[0].mushrooms = Counter(red=3, blue=2)
    begun(game, ".")
    sold = sorted(text for text in game.legal() if text.startswith("g1 market"))
    assert sold == [
        "g1 market",
        "g1 market 2blue",
        "g1 market 2red",
        "g1 market 2red 2blue",
        "g1 market 3red",
        "g1 market 3red 2blue",
    ]
    game.play("g1 market 3red 2blue")
    assert game.blocked == {("red", 3)}
    assert game.players[0].treasure == game.tiles.market["red", 3] + game.tiles.market["blue", 2]


def test_a_gnome_must_change_its_place() -> None:
    """H6, H7.5: stump and flower market are one place each; claimed paths are closed to all."""
    game = table()
    game.players[0].gnomes = {"g1": "stump", "g2": "flower"}
    game.players[1].gnomes["g1"] = ((0, 0), 4, 5)
    begun(game, ".")
    assert game.legal() == sorted(
        ["g1 flower", "g2 market", "stay"]
        + [f"{gnome} path {name}" for gnome in ("g1", "g2") for name in ("0,0/0", "0,0/2")]
    )


def test_a_flower_is_taken_where_a_new_kind_lies() -> None:
    """H6, H7.2."""
    game = table()
    game.flower_market = Counter(red=1, blue=2)
    game.players[0].flowers = {"blue"}
    begun(game, ".")
    assert [text for text in game.legal() if "g1 flower" in text] == ["g1 flower red"]
    game.play("g1 flower red")
    assert game.players[0].flowers == {"blue", "red"}
    assert game.flower_market["red"] == 0


# The end


def test_the_round_is_completed_and_each_gnome_acts_once_more() -> None:
    """H8.1, H8.2: an 8th flower in the middle seat's turn."""
    game = table()
    game.reserve = ["9"]
    game.flower_market = Counter(red=1)
    game.players[1].flowers = set(game.tiles.flowers) - {"red"}
    begun(game, ".", "stay", ".")
    game.play("g1 flower red")
    assert (game.end, game.bag, game.reserve) == ("flowers", ["9"], [])
    game.play(".")
    assert game.market == ["9"]
    actors = []
    while not game.over():
        actors.append(game.actor())
        game.play("stay")
    assert actors == [2, 0, 1, 2]
    assert game.result() == {"scores": [0, 25, 0], "winners": [1], "end": "flowers"}
    assert refuse(game, "stay") == "H8.2"


def test_the_refill_in_which_the_bag_runs_out_stops() -> None:
    """H8.1: the reserve is for later refills."""
    game = table()
    game.bag, game.reserve = ["9", "10"], ["11", "12"]
    begun(game, ".")
    assert (game.market, game.bag, game.end) == (["9", "10"], ["11", "12"], "bag")


def test_ties_are_broken_by_mushrooms_left() -> None:
    """H8.3."""
    game = table()
    for seat, (treasure, left) in enumerate([(5, 1), (5, 2), (4, 9)]):
        game.players[seat].treasure = treasure
        game.players[seat].mushrooms["red"] = left
    assert winning_seats(game.players) == [1]
    game.players[0].mushrooms["blue"] = 1
    assert winning_seats(game.players) == [0, 1]


def test_a_tile_that_nobody_knows_is_not_drawn() -> None:
    """Records: the decision that would draw it is refused."""
    setup = deal(3, {}, 3)
    setup["bag"] = " ".join(["?"] * 78)
    game = Reference(3, {}, setup)
    while lays(game):
        game.play(lays(game)[0])
    assert game.texts == ["."]
    assert game.legal() == []
    assert refuse(game, ".") == "records"


def test_a_played_game_is_a_right_record() -> None:
    """H8: every seat has had as many turns."""
    setup = deal(3, {}, 3, start=1)
    game = Reference(3, {}, setup)
    dice, turns = random.Random(3), Counter[int]()
    while not game.over():
        text = choose(game, dice.randrange)
        turns[game.seat] += text == "."
        game.play(text)
    assert len(set(turns.values())) == 1
    record = {
        "format": 1, "game": "gnome_hollow", "rules": 1, "players": 3, "options": {},
        "setup": setup, "moves": game.played, "result": game.result(),
    }  # fmt: skip
    assert gnome_hollow.verify(record) is None
