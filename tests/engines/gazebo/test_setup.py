"""Deals and set-ups of Gazebo (G1, records.md)."""

from typing import Any

import pytest

from engines.gazebo.board import load_board, parse_board
from engines.gazebo.dominoes import KINDS, STOCK
from engines.gazebo.engine import GAZEBO_ENGINE as ENGINE
from engines.gazebo.rules import Position
from engines.values import RuleBroken
from tests.engines.refusals import refused

SIZES = {2: (24, 17, 48), 3: (19, 12, 45), 4: (15, 7, 42)}


def setup_of(players: int = 2, seed: int = 1, **options: Any) -> dict[str, Any]:
    return ENGINE.write_setup(ENGINE.deal(players, seed, options))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_g1_2_and_g1_3_a_deal(players: int) -> None:
    supply, reserve, common = SIZES[players]
    position = ENGINE.deal(players, 7, {})
    setup: Any = ENGINE.write_setup(position)
    assert position.scores() == [supply] * players
    assert [len(hand.split()) for hand in setup["hands"]] == [3] * players
    assert [len(pile.split()) for pile in setup["personal"]] == [5] * players
    assert len(setup["reserve"].split()) == reserve
    assert len(setup["common"].split()) == common
    singles = [*" ".join(setup["personal"]).split(), *setup["reserve"].split()]
    doubles = [*" ".join(setup["hands"]).split(), *setup["common"].split()]
    counts = [(singles + doubles).count(kind) for kind in KINDS]
    assert counts == list(STOCK)
    assert set(singles) == {"FF", "GG", "WW"}
    assert set(doubles) == {"FG", "FW", "GW"}


def test_a_seed_decides_the_deal() -> None:
    assert setup_of(seed=3) == setup_of(seed=3)
    assert setup_of(seed=3) != setup_of(seed=4)


@pytest.mark.parametrize("players", [1, 5])
def test_g1_2_two_to_four_players(players: int) -> None:
    message = f"Gazebo takes 2 to 4 players, not {players} (G1.2)."
    with refused("player_count", "G1.2", message):
        ENGINE.deal(players, 1, {})
    with refused("player_count", "G1.2", message):
        ENGINE.read_setup(players, {}, setup_of())


def test_g8_1_pairs_are_four() -> None:
    message = "A game in pairs takes exactly four players, not 3 (G8.1)."
    with refused("pairs_need_four", "G8.1", message):
        ENGINE.deal(3, 1, {"partnership": True})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_set_up_is_written_as_it_was_read(players: int) -> None:
    setup = setup_of(players, 5)
    assert ENGINE.write_setup(ENGINE.read_setup(players, {}, setup)) == setup


def test_a_set_up_is_that_of_the_start_only() -> None:
    position = ENGINE.deal(2, 1, {})
    position.play(position.moves()[0])
    message = "A set-up can be written before the first decision only."
    with refused("not_a_start", "", message):
        ENGINE.write_setup(position)


def test_g2_2_a_list_of_patios_is_read_and_written() -> None:
    setup = setup_of()
    setup["board"] = {"name": "", "rows": ["F11.", "...."], "patios": [["b1"], ["c1"]]}
    position = ENGINE.read_setup(2, {}, setup)
    assert isinstance(position, Position)
    assert position.patios() == [(-1, 0), (-1, 0)]
    assert ENGINE.write_setup(position) == setup


def test_a_board_may_be_given_in_three_ways() -> None:
    bird = load_board("bird")
    for given in ("bird", bird, {"name": "bird", "rows": list(bird.rows)}):
        assert ENGINE.write_setup(ENGINE.deal(2, 1, {}, board=given)) == setup_of()
    tiny = parse_board(["F...", "...."])
    position = ENGINE.deal(2, 1, {}, board=tiny)
    assert position.view(None)["board"] == {"name": "", "rows": ["F...", "...."]}


def test_g1_4_the_start_seat_is_given() -> None:
    assert ENGINE.deal(3, 1, {}, start=2).actor() == 2
    assert ENGINE.deal(3, 1, {}).actor() == 0


def test_a_deal_is_given_nothing_else() -> None:
    with pytest.raises(RuleBroken) as caught:
        ENGINE.deal(2, 1, {}, mission=4)
    assert caught.value.code == "unknown_key"


def test_options_of_a_record_are_those_that_change_play() -> None:
    assert ENGINE.clean_options({"zen_draw": "replace", "big_nook_safe": "illegal"}) == {}
    assert ENGINE.clean_options({"partnership": True, "zen_draw": "extra"}) == {
        "zen_draw": "extra",
        "partnership": True,
    }
    with refused(
        "unknown_option",
        "",
        'A match of Gazebo has no option "tie"; '
        "its options are zen_draw, big_nook_safe and partnership.",
    ):
        ENGINE.clean_options({"tie": "share"})
    with refused(
        "option_value", "G3.4", "The option zen_draw must be replace or extra, not 1 (G3.4)."
    ):
        ENGINE.clean_options({"zen_draw": 1})


def changed(**parts: Any) -> dict[str, Any]:
    return setup_of() | parts


def with_pile(key: str, pile: str) -> dict[str, Any]:
    return changed(**{key: pile})


HANDS = setup_of()["hands"]
COMMON = setup_of()["common"]


@pytest.mark.parametrize(
    ("setup", "code", "rule"),
    [
        (None, "not_an_object", ""),
        ([], "not_an_object", ""),
        ({}, "setup_missing", "G2.1"),
        (changed(board="bird"), "not_an_object", "G2.1"),
        (changed(board={"name": 3, "rows": ["F..."]}), "not_text", "G2.3"),
        (changed(board={"name": None, "rows": ["F..."]}), "not_text", "G2.3"),
        (changed(board={"name": "x"}), "no_rows", "G2.1"),
        (changed(board={"name": "x", "rows": ["F..."], "patios": None}), "patios_form", "G2.2"),
        (changed(hands=None), "seat_count", "G1.3"),
        (changed(hands=HANDS[:1]), "seat_count", "G1.3"),
        (changed(hands=[HANDS[0], 3]), "not_text", ""),
        (changed(hands=[HANDS[0], "FG FW"]), "pile_size", "G1.3"),
        (changed(hands=[HANDS[0], "FG FW GF"]), "unknown_domino", "G1.1"),
        (changed(hands=[HANDS[0], "FG  FW GW"]), "unknown_domino", "G1.1"),
        (changed(hands=[HANDS[0], "FG FW ?"]), "unseen_domino", "G1.3"),
        (changed(hands=[HANDS[0], "FG FW FF"]), "wrong_pile", "G1.3"),
        (with_pile("common", COMMON + " FG"), "pile_size", "G1.3"),
        (with_pile("common", "FG " * 47 + "FG"), "too_many_dominoes", "G1.1"),
        (with_pile("common", "FF " * 47 + "FG"), "wrong_pile", "G1.3"),
        (with_pile("reserve", ""), "pile_size", "G1.3"),
        (with_pile("reserve", "FG " * 16 + "FF"), "wrong_pile", "G1.3"),
        (changed(personal=["FF FF FF FF FF", "FF FF FF FF FW"]), "wrong_pile", "G1.3"),
        (changed(start=None), "no_such_seat", "G1.4"),
        (changed(start=2), "no_such_seat", "G1.4"),
        (changed(start=True), "no_such_seat", "G1.4"),
    ],
)
def test_g1_what_is_no_legal_deal_is_refused(setup: Any, code: str, rule: str) -> None:
    with pytest.raises(RuleBroken) as caught:
        ENGINE.read_setup(2, {}, setup)
    assert (caught.value.code, caught.value.rule) == (code, rule)


@pytest.mark.parametrize(
    ("key", "rule"),
    [
        ("board", "G2.1"),
        ("start", "G1.4"),
        *((key, "G1.3") for key in ("hands", "personal", "common", "reserve")),
    ],
)
def test_a_setup_lacks_nothing(key: str, rule: str) -> None:
    setup = setup_of()
    del setup[key]
    message = f"The set-up has no {key} ({rule})."
    with refused("setup_missing", rule, message, field=f"setup.{key}"):
        ENGINE.read_setup(2, {}, setup)


def test_g1_3_unseen_tiles_may_stand_in_piles_and_the_known_ones_must_fit() -> None:
    setup = changed(common=" ".join("?" * 48), reserve=" ".join("?" * 17))
    assert ENGINE.write_setup(ENGINE.read_setup(2, {}, setup)) == setup
    wrong = setup | {"personal": ["FF FF FF FF FF", "FF FF FF FF FF"]}
    with refused("too_many_dominoes", "G1.1", "FF appears 10 times; the game has 9 (G1.1)."):
        ENGINE.read_setup(2, {}, wrong)
