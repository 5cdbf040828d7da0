"""Deals and set-ups of Gnome Hollow (H1.1, H2, records.md)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from engines.gnome_hollow.engine import GNOME_HOLLOW_ENGINE as ENGINE
from engines.gnome_hollow.options import OPTIONS, numbers_of, settings_of, settle_options
from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.tileset.sets import load_tileset, parse_tileset, write_tileset
from engines.record import verify
from engines.registry import ENGINES
from engines.values import RuleBroken
from tests.engines.gnome_hollow.games import OTHER, SHARP, deal, play, table
from tests.engines.refusals import refused

RANDOM: dict[str, Any] = {"signpost_choice": "random"}


def setup_of(players: int = 2, seed: int = 1, **options: Any) -> dict[str, Any]:
    return ENGINE.write_setup(ENGINE.deal(players, seed, options))


@pytest.mark.parametrize(("players", "bag"), [(2, 80), (3, 78), (4, 76)])
def test_h2_1_a_deal(players: int, bag: int) -> None:
    setup = setup_of(players, 7)
    piles = [setup[key].split(" ") for key in ("market", "bag", "reserve")]
    assert [len(pile) for pile in piles] == [8, bag, 2 * players]
    assert sorted(int(tile) for pile in piles for tile in pile) == list(range(1, 93))
    assert set(setup) == {"tileset", "start", "market", "bag", "reserve"} | (
        {"market_kinds"} if players == 2 else set()
    )
    assert (setup["tileset"], setup["start"]) == ("recon-1", 0)
    view: Any = ENGINE.deal(players, 7, {}).view(None)
    assert [tile["tile"] for tile in view["garden"]] == ["stump"]
    assert view["actor"] == 0
    assert [seat["gnomes"] for seat in view["seats"]] == [[None, None]] * players
    assert (view["bag"], view["reserve"]) == (bag, 2 * players)


@pytest.mark.parametrize("players", [3, 4])
def test_h2_2_as_many_tokens_as_players(players: int) -> None:
    view: Any = ENGINE.deal(players, 1, {}).view(None)
    assert view["wildflowers"] == dict.fromkeys(load_tileset().flowers, players)
    assert view["flower_market"] == {}


def test_h2_3_two_players_have_nine_tokens_or_all_sixteen() -> None:
    kinds = ("red", "purple")
    view: Any = table(kinds=kinds).view(None)
    others = [kind for kind in SHARP.flowers if kind not in kinds]
    assert view["wildflowers"] == dict.fromkeys(others, 1)
    assert view["flower_market"] == {"purple": 2, "red": 1}
    view = table(kinds=("red", "blue")).view(None)
    assert view["wildflowers"]["purple"] == 2
    assert sum(view["wildflowers"].values()) + sum(view["flower_market"].values()) == 9
    view = table(kinds=kinds, two_player_tokens="none").view(None)
    assert view["wildflowers"] == dict.fromkeys(others, 2)
    assert view["flower_market"] == {"purple": 2, "red": 2}


def test_a_seed_decides_the_deal() -> None:
    assert setup_of(seed=3) == setup_of(seed=3)
    assert setup_of(seed=3) != setup_of(seed=4)
    kinds = {tuple(setup_of(seed=seed)["market_kinds"]) for seed in range(40)}
    assert len(kinds) > 10
    orders = {setup_of(seed=seed, **RANDOM)["signposts"] for seed in range(20)}
    assert len(orders) > 10


def test_an_option_that_deals_nothing_changes_no_deal() -> None:
    dealt = setup_of(3, 5)
    assert setup_of(3, 5, trade_board=True, market_tiles="may_store") == dealt
    assert setup_of(3, 5, **RANDOM) == dealt | {"signposts": setup_of(3, 5, **RANDOM)["signposts"]}


@pytest.mark.parametrize(
    ("players", "word"), [(1, "1"), (5, "5"), (True, "true"), (None, "nothing")]
)
def test_h1_1_two_to_four_players(players: Any, word: str) -> None:
    message = f"Gnome Hollow takes 2 to 4 players, not {word} (H1.1)."
    with refused("player_count", "H1.1", message):
        ENGINE.deal(players, 1, {})
    with refused("player_count", "H1.1", message):
        ENGINE.read_setup(players, {}, setup_of())


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, RANDOM, OTHER])
def test_a_set_up_is_written_as_it_was_read(players: int, options: dict[str, Any]) -> None:
    setup = setup_of(players, 5, **options)
    assert ENGINE.write_setup(ENGINE.read_setup(players, options, setup)) == setup
    assert json.loads(json.dumps(setup)) == setup


def test_h2_3_market_kinds_may_stand_in_any_order_and_are_written_in_that_of_the_set() -> None:
    setup = setup_of() | {"market_kinds": ["white", "red"]}
    position = ENGINE.read_setup(2, {}, setup)
    assert ENGINE.write_setup(position)["market_kinds"] == ["red", "white"]


def test_a_set_up_is_that_of_the_start_only() -> None:
    position = ENGINE.deal(2, 1, {})
    position.play(position.moves()[0])
    message = "A set-up can be written before the first decision only."
    with refused("not_a_start", "", message):
        ENGINE.write_setup(position)


def test_h2_2_the_start_seat_and_two_players_kinds_are_given() -> None:
    assert ENGINE.deal(3, 1, {}, start=2).actor() == 2
    assert ENGINE.deal(3, 1, {}).actor() == 0
    given = ENGINE.write_setup(ENGINE.deal(2, 1, {}, market_kinds=["blue", "red"]))
    assert given == setup_of() | {"market_kinds": ["red", "blue"]}
    wanted = "market_kinds stand in the set-up of two players only (H2.3)."
    with refused("setup_unwanted", "H2.3", wanted, field="given.market_kinds"):
        ENGINE.deal(3, 1, {}, market_kinds=["blue", "red"])


def test_a_deal_is_given_nothing_else() -> None:
    with pytest.raises(RuleBroken) as caught:
        ENGINE.deal(2, 1, {}, board="bird")
    assert caught.value.code == "unknown_key"


# Tile sets --------------------------------------------------------------------------------------


def test_h1_1_a_tile_set_may_be_given_in_three_ways() -> None:
    recon = load_tileset()
    for given in ("recon-1", recon, write_tileset(recon)):
        assert ENGINE.write_setup(ENGINE.deal(2, 1, {}, tileset=given)) == setup_of()


def test_h1_1_a_club_s_own_set_stands_whole_in_its_records() -> None:
    own = write_tileset(SHARP)
    setup = ENGINE.write_setup(ENGINE.deal(2, 1, {}, tileset=SHARP))
    assert setup == setup_of() | {"tileset": own}
    position = ENGINE.read_setup(2, {}, json.loads(json.dumps(setup)))
    assert isinstance(position, Position)
    assert position.tiles.tileset == SHARP == parse_tileset(own)
    named = replace(SHARP, name="recon-1")
    written: Any = ENGINE.write_setup(ENGINE.deal(2, 1, {}, tileset=named))["tileset"]
    assert parse_tileset(written) == named
    assert ENGINE.notes(ENGINE.deal(2, 1, {}, tileset=named)) == [
        "The tile set is recon-1 (not the tile set that Teien ships): reconstruction."
    ]


def test_the_tables_of_a_set_are_laid_out_once() -> None:
    one, other = deal(2, "sharp", {}, 1), deal(3, "sharp", {"permission": "never"}, 2)
    assert one.tiles is other.tiles
    assert deal(2, "sharp", {"advanced_board": True}, 1).tiles is not one.tiles


def test_notes_tell_that_the_set_is_a_reconstruction() -> None:
    told = ["The tile set is recon-1: reconstruction."]
    assert ENGINE.notes(ENGINE.deal(2, 1, {})) == told


@pytest.mark.parametrize("typed", ["qin", "", None, 3, ["recon-1"]])
def test_h1_1_an_unknown_tile_set_is_refused(typed: Any) -> None:
    with pytest.raises(RuleBroken) as caught:
        ENGINE.deal(2, 1, {}, tileset=typed)
    assert caught.value.code == "unknown_tileset"
    with pytest.raises(RuleBroken) as caught:
        ENGINE.read_setup(2, {}, setup_of() | {"tileset": typed})
    assert caught.value.code == "unknown_tileset"


@pytest.mark.parametrize("typed", [{}, {"id": "x"}, {"garden_tiles": [1] * 92}, {1: 2}])
def test_a_tile_set_with_faults_is_refused(typed: Any) -> None:
    with pytest.raises(RuleBroken) as caught:
        ENGINE.read_setup(2, {}, setup_of() | {"tileset": typed})
    assert caught.value.code == "bad_tileset"


@pytest.mark.parametrize(
    ("option", "rule", "what"),
    [("trade_board", "H9.1", "trade board"), ("advanced_board", "H9.2", "advanced board")],
)
def test_h9_a_variant_that_the_set_lacks_is_refused(option: str, rule: str, what: str) -> None:
    signposts = tuple(replace(post, trades=()) for post in SHARP.signposts)
    tileset = replace(SHARP, advanced_board=None, signposts=signposts)
    assert ENGINE.deal(3, 1, {option: True}, tileset=SHARP).actor() == 0
    assert ENGINE.deal(3, 1, {}, tileset=tileset).actor() == 0
    setup = ENGINE.write_setup(ENGINE.deal(3, 1, {}, tileset=tileset))
    with pytest.raises(RuleBroken) as caught:
        ENGINE.deal(3, 1, {option: True}, tileset=tileset)
    assert (caught.value.rule, what in caught.value.message) == (rule, True)
    with pytest.raises(RuleBroken) as caught:
        ENGINE.read_setup(3, {option: True}, setup)
    assert (caught.value.rule, what in caught.value.message) == (rule, True)


# Options ----------------------------------------------------------------------------------------


def test_options_of_a_record_are_those_that_differ_from_their_defaults() -> None:
    defaults = {option.name: option.default for option in OPTIONS}
    assert ENGINE.clean_options(defaults) == {}
    assert ENGINE.clean_options(OTHER) == OTHER
    names = "permission, market_tiles, market_refill, ring_size, signpost_choice, ring_visit, "
    names += "two_player_tokens, trade_board, trade_on_bonus, advanced_board and "
    with refused(
        "unknown_option",
        "",
        f'A game of Gnome Hollow has no option "zen_draw"; its options are {names}'
        "shape_denies_mushrooms.",
    ):
        ENGINE.clean_options({"zen_draw": "extra"})


@pytest.mark.parametrize(
    ("option", "value", "rule", "values"),
    [
        ("permission", "no", "H3.2", "ask, always or never"),
        ("market_tiles", None, "H3.1", "place_both or may_store"),
        ("market_refill", "late", "H3.1", "after_placement or end_of_turn"),
        ("ring_size", 3, "H4", "distinct or passes"),
        ("signpost_choice", True, "H5", "choose or random"),
        ("ring_visit", "none", "H6", "one or both"),
        ("two_player_tokens", 9, "H2.3", "flowers or none"),
        ("trade_board", "on", "H9.1", "false or true"),
        ("trade_board", 1, "H9.1", "false or true"),
        ("advanced_board", "on", "H9.2", "false or true"),
    ],
)
def test_an_option_s_value_is_one_of_its_own(
    option: str, value: Any, rule: str, values: str
) -> None:
    with pytest.raises(RuleBroken) as caught:
        ENGINE.clean_options({option: value})
    assert (caught.value.code, caught.value.rule) == ("option_value", rule)
    assert f"The option {option} must be {values}, not " in caught.value.message


@pytest.mark.parametrize(
    ("option", "needs", "rule"),
    [
        ("trade_on_bonus", "trade_board", "H9.1"),
        ("shape_denies_mushrooms", "advanced_board", "H9.2"),
    ],
)
def test_a_variant_s_option_needs_the_variant(option: str, needs: str, rule: str) -> None:
    message = f"The option {option} has a meaning only together with {needs} ({rule})."
    with refused("option_needs", rule, message):
        ENGINE.clean_options({option: "on"})
    assert ENGINE.clean_options({option: "on", needs: True}) == {needs: True, option: "on"}


def test_a_position_s_numbers_are_its_options() -> None:
    for options in ({}, OTHER, {"permission": "always"}, {"permission": "never"}):
        settings = settle_options(options)
        assert settings_of(numbers_of(settings)) == settings
        assert deal(2, "sharp", options, 1).view(None)["options"] == options
    assert set(numbers_of(settle_options({})).values()) == {0}


# What is no deal --------------------------------------------------------------------------------

SETUP = setup_of()
MARKET, BAG, RESERVE = (SETUP[key] for key in ("market", "bag", "reserve"))
FIRST = MARKET.split(" ")[0]


def changed(**parts: Any) -> dict[str, Any]:
    return SETUP | parts


@pytest.mark.parametrize(
    ("setup", "code", "rule"),
    [
        (None, "not_an_object", ""),
        ([], "not_an_object", ""),
        ({}, "setup_missing", "H1.1"),
        (changed(start=None), "no_such_seat", "H2.2"),
        (changed(start=2), "no_such_seat", "H2.2"),
        (changed(start=True), "no_such_seat", "H2.2"),
        (changed(market=None), "not_text", "H2.1"),
        (changed(market=MARKET.split(" ")), "not_text", "H2.1"),
        (changed(market=""), "pile_size", "H2.1"),
        (changed(market=MARKET + " 1"), "pile_size", "H2.1"),
        (changed(market=MARKET.replace(" ", "  ", 1)), "unknown_tile", "H1.1"),
        (changed(market=MARKET + " "), "unknown_tile", "H1.1"),
        (changed(market="0" + MARKET), "unknown_tile", "H1.1"),
        (changed(market="?" + MARKET[len(FIRST) :]), "unseen_tile", "H2.1"),
        (changed(bag=BAG[: BAG.rindex(" ")]), "pile_size", "H2.1"),
        (changed(bag=BAG[: BAG.rindex(" ")] + " 93"), "unknown_tile", "H1.1"),
        (changed(bag=BAG[: BAG.rindex(" ")] + " 0"), "unknown_tile", "H1.1"),
        (changed(bag=BAG[: BAG.rindex(" ")] + " purple"), "unknown_tile", "H1.1"),
        (changed(bag=BAG[: BAG.rindex(" ")] + " " + FIRST), "tile_twice", "H1.1"),
        (changed(reserve=RESERVE + " " + FIRST), "pile_size", "H2.1"),
        (changed(reserve=RESERVE[: RESERVE.rindex(" ")] + " " + FIRST), "tile_twice", "H1.1"),
        (changed(market_kinds=None), "market_kinds", "H2.3"),
        (changed(market_kinds="red blue"), "market_kinds", "H2.3"),
        (changed(market_kinds=["red"]), "market_kinds", "H2.3"),
        (changed(market_kinds=["red", "red"]), "market_kinds", "H2.3"),
        (changed(market_kinds=["red", "lilac"]), "market_kinds", "H2.3"),
        (changed(market_kinds=[1, 2]), "market_kinds", "H2.3"),
        (changed(market_kinds=[["red"], "blue"]), "market_kinds", "H2.3"),
        (changed(market_kinds=["red", "blue", "pink"]), "market_kinds", "H2.3"),
        (changed(signposts="red"), "setup_unwanted", "H5"),
    ],
)
def test_h2_what_is_no_legal_deal_is_refused(setup: Any, code: str, rule: str) -> None:
    with pytest.raises(RuleBroken) as caught:
        ENGINE.read_setup(2, {}, setup)
    assert (caught.value.code, caught.value.rule) == (code, rule)


ORDER = setup_of(3, **RANDOM)["signposts"]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        (None, "not_text"),
        (ORDER.split(" "), "not_text"),
        ("", "signposts"),
        (ORDER.rpartition(" ")[0], "signposts"),
        (ORDER.rpartition(" ")[0] + " " + ORDER.split(" ")[0], "signposts"),
        (ORDER + " red", "signposts"),
        (ORDER.replace(" ", "  ", 1), "signposts"),
        (ORDER.replace("red", "?"), "signposts"),
    ],
)
def test_h5_an_order_of_signposts_has_all_seven_once(typed: Any, code: str) -> None:
    with pytest.raises(RuleBroken) as caught:
        ENGINE.read_setup(3, RANDOM, setup_of(3, **RANDOM) | {"signposts": typed})
    assert (caught.value.code, caught.value.rule) == (code, "H5")


def test_a_set_up_has_what_its_players_and_options_ask_and_nothing_that_they_don_t() -> None:
    three = setup_of(3)
    message = "market_kinds stand in the set-up of two players only (H2.3)."
    with refused("setup_unwanted", "H2.3", message, field="setup.market_kinds"):
        ENGINE.read_setup(3, {}, three | {"market_kinds": ["red", "blue"]})
    two = {key: value for key, value in SETUP.items() if key != "market_kinds"}
    message = "The set-up of two players has no market_kinds (H2.3)."
    with refused("setup_missing", "H2.3", message, field="setup.market_kinds"):
        ENGINE.read_setup(2, {}, two)
    message = "Under signpost_choice: random the set-up has no signposts (H5)."
    with refused("setup_missing", "H5", message, field="setup.signposts"):
        ENGINE.read_setup(3, RANDOM, three)
    assert ENGINE.read_setup(3, {}, three | {"weather": "rain"}).actor() == 0


@pytest.mark.parametrize(
    ("key", "rule"),
    [("tileset", "H1.1"), ("start", "H2.2"), ("market", "H2.1"), ("bag", "H2.1"),
     ("reserve", "H2.1")],
)  # fmt: skip
def test_a_setup_lacks_nothing(key: str, rule: str) -> None:
    setup = setup_of()
    del setup[key]
    message = f"The set-up has no {key} ({rule})."
    with refused("setup_missing", rule, message, field=f"setup.{key}"):
        ENGINE.read_setup(2, {}, setup)


# Tiles that nobody saw --------------------------------------------------------------------------


def unseen(bag: str = "", reserve: str = "? ? ? ?") -> Position:
    """Two players; the bag's first tiles are known, the others not."""
    known = bag.split()
    setup = changed(tileset=write_tileset(SHARP), market="1 2 3 4 5 6 7 8", reserve=reserve)
    setup["bag"] = " ".join(known + ["?"] * (80 - len(known)))
    position = ENGINE.read_setup(2, {}, setup)
    assert isinstance(position, Position)
    assert ENGINE.write_setup(position) == setup
    return position


def test_tiles_that_nobody_saw_may_stand_in_the_bag_and_in_the_reserve() -> None:
    position = unseen("9 10")
    view: Any = position.view(None)
    assert len(view["unseen"]) == 84
    play(position, "1@-1,1:4, 2@-1,0:0, ., ring -1,0/0, marker 3/4, stay")
    play(position, "3@0,1:4, 4@1,1:4")
    message = "The next tile of the bag is written ?, so nobody can have drawn it (H2.1)."
    with refused("unseen_tile", "H2.1", message):
        position.parse(".")
    assert position.moves() == []
    assert position.outcome() is None
    with refused("unseen_tile", "H2.1", message):
        position.playout(1)
    with refused("unseen_tile", "H2.1", message):
        position.suggest(1)


def test_the_bonus_of_a_tile_draws_one_that_somebody_saw() -> None:
    position = play(unseen("9 10"), "1@-1,1:4, 2@-1,0:0, ., ring -1,0/0, marker 3/1")
    with pytest.raises(RuleBroken) as caught:
        position.play(position.parse("take 3"))
    assert caught.value.code == "unseen_tile"
    other = play(unseen("9 10 11"), "1@-1,1:4, 2@-1,0:0, ., ring -1,0/0, marker 3/1, take 3")
    market: Any = other.view(None)["market"]
    assert market == ["4", "5", "6", "7", "8", "9", "10", "11"]


def test_the_known_tiles_fit_the_game() -> None:
    with refused("tile_twice", "H1.1", "Tile 9 is dealt twice; the game has it once (H1.1)."):
        unseen("9 10 9")
    with pytest.raises(RuleBroken) as caught:
        unseen(reserve="? ? ?")
    assert (caught.value.code, caught.value.rule) == ("pile_size", "H2.1")


def test_a_world_of_a_record_with_unseen_tiles_can_be_played_to_its_end() -> None:
    world = unseen().determinize(0, 3)
    assert world.playout(3) > 50
    assert world.outcome() is not None


def test_a_record_with_unseen_tiles_is_verified_as_far_as_it_goes() -> None:
    setup = ENGINE.write_setup(unseen("9 10"))
    moves = ["1@-1,1:4", "2@-1,0:0", ".", "ring -1,0/0", "marker 3/4", "stay", "3@0,1:4"]
    record = {
        "format": 1, "game": "gnome_hollow", "rules": 1, "players": 2, "options": {},
        "setup": setup, "moves": [*moves, "4@1,1:4"],
    }  # fmt: skip
    assert verify(record, ENGINES) is None
    fault = verify(record | {"moves": [*moves, "4@1,1:4", "."]}, ENGINES)
    assert fault is not None
    assert (fault.index, fault.rule) == (8, "H2.1")
