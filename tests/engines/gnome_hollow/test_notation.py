"""Decisions of Gnome Hollow as texts, and why one is not legal (records.md, H3–H9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.terms import MARKER
from engines.gnome_hollow.tileset.sets import Piece, Space
from engines.position import NotLegal, NotNotation
from tests.engines.gnome_hollow.games import (
    ANY,
    RING,
    SHARP,
    STAGES,
    closes,
    others,
    pieces,
    play,
    stage,
    state,
    table,
    texts,
)
from tests.engines.refusals import check_form, refused

NO_DECISION = [
    "", " ", "..", "Yes", "NO", "pass", "stay ", " stay", "stay\n", "17", "17@", "1@1", "1@1,0:",
    "1@1,0:6", "1@1,0:2F", "1@1,0:2ff", "1@1,0;2", "1@1, 0:2", "0@1,0:2", "93@1,0:2", "-1@1,0:2",
    "lilac@1,0", "stump@1,0", "red@1", "1@\N{FULLWIDTH DIGIT ONE},0:2", "1@1.0,0:2",
    "drop", "drop ", "drop 0", "drop 93", "drop stump", "drop 1 2", "drop  1", "take lilac",
    "fix", "fix ", "fix 1,0/0", "fix 1,0/0-0", "fix 1,0/0-6", "fix 1,0/0-1,2", "ring", "ring 1,0",
    "ring 1,0/6", "ring 1,0/-1", "ring 1,0/2 ", "marker", "marker 3", "marker 2/0", "marker 7/0",
    "marker 8+/0", "marker 3/0x1", "marker 3/0x3", "marker 3/0X2", "marker 3/-1", "wild", "wild 1",
    "wild lilac", "flower", "flower ", "flower red red", "sign", "sign red", "sign new",
    "sign new lilac", "sign put red", "sign new red red", "pick", "pick ", "pick green",
    "pick red  red", "pick red,red", "sell", "sell 3", "sell red", "sell 3 red", "sell 3green",
    "sell 3red 3blue", "sell --", "trade", "trade x", "trade -1", "trade 0 1", "g1", "g1 ",
    "g3 stay", "g1 stay", "g1 path", "g1 path 1,0", "g1 ring", "g1 sign red", "g1 flower lilac",
    "g1 flower red blue", "g1 flower ", "g1 market 3", "g1 market -", "g1 market 3red,2blue",
    "g1  market", "G1 market", "\x00", "\ud800", "x" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("text", NO_DECISION)
def test_what_is_no_decision_is_refused(text: str) -> None:
    position = table()
    before = state(position)
    with pytest.raises(NotNotation) as caught:
        position.parse(text)
    assert (caught.value.code, caught.value.rule) == ("not_notation", "H7.1")
    assert "is no decision; write one such as" in caught.value.message
    check_form(caught.value)
    assert state(position) == before


@pytest.mark.parametrize("value", [None, 3, ["."], b"."])
def test_what_is_no_text_is_no_notation(value: object) -> None:
    with pytest.raises(NotNotation):
        table().parse(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "text", "right"),
    [
        ("place", "1@1,0:2f", "1@1,0:1"),
        ("place", "1@1,0:0f", "1@1,0:5"),
        ("place", "01@1,0:2", "1@1,0:2"),
        ("place", "+1@1,0:2", "1@1,0:2"),
        ("place", "1@+1,0:2", "1@1,0:2"),
        ("place", "1@1,-0:2", "1@1,0:2"),
        ("place", "1@01,0:2", "1@1,0:2"),
        ("place", "1@1,0:02", "1@1,0:2"),
        ("place", "1@1,0", "1@1,0:0"),
        ("place", "purple@1,0:0", "purple@1,0"),
        ("place", "purple@1,0:3f", "purple@1,0"),
        ("discard", "drop 08", "drop 8"),
        ("take_tile", "take +3", "take 3"),
        ("fix", "fix 1,0/1-0", "fix 1,0/0-1"),
        ("fix", "fix 01,0/0-1", "fix 1,0/0-1"),
        ("rings", "ring -1,-0/0", "ring -1,0/0"),
        ("rings", "ring -01,0/0", "ring -1,0/0"),
        ("marker", "marker 3/00", "marker 3/0"),
        ("marker", "marker 3/03x2", "marker 3/3x2"),
        ("pick", "pick yellow red", "pick red yellow"),
        ("sale", "sell 02red", "sell 2red"),
        ("trade", "trade 00", "trade 0"),
        ("gnome", "g1 path +0,0/0", "g1 path 0,0/0"),
        ("gnome", "g2 ring -1,-0/0", "g2 ring -1,0/0"),
        ("market", "g1 market 02red", "g1 market 2red"),
        ("market", "g1 market 2blue 2red", "g1 market 2red 2blue"),
    ],
)
def test_a_decision_in_another_spelling_is_told_in_its_one(
    name: str, text: str, right: str
) -> None:
    position = stage(name)
    before = state(position)
    rule = "H1.3" if "@" in text else "H7.1"
    with refused("not_notation", rule, f'"{text}" is written {right} ({rule}).'):
        position.parse(text)
    assert state(position) == before


@pytest.mark.parametrize(
    ("shown", "lays"),
    [
        (pieces((0, 1)), ["2", "3"]),
        (pieces((0, 2)), ["1", "3"]),
        (pieces((0, 3)), ["0"]),
        (pieces((0, 3), (1, 4), (2, 5)), ["0"]),
        (pieces((0, 3), (1, 4), (2, 5), mushrooms=(0,)), ["0", "1", "2"]),
        (pieces((0, 1), (2, 3), (4, 5)), ["0", "1"]),
        (pieces((0, 1), (2, 4)), ["1", "2", "3", "5", "1f", "3f", "4f", "5f"]),
        (pieces((0, 1), (2, 5)), ["1", "2", "3", "4"]),
        (pieces((0, 1), (2, 5), mushrooms=(0,)), ["1", "2", "3", "4"]),
    ],
)
def test_h1_3_lays_that_put_the_same_down_are_one(
    shown: tuple[Piece, ...], lays: list[str]
) -> None:
    """Beside the stump's bend, with grass and nothing else around; mushrooms count too."""
    tileset = replace(SHARP, tiles=(shown, *SHARP.tiles[1:]))
    found = [text for text in texts(table(tileset=tileset)) if text.startswith("1@1,0:")]
    assert found == [f"1@1,0:{lay}" for lay in lays]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("end of placement", ["."]),
        ("leave", ["yes", "no"]),
        ("fix", ["fix 1,0/0-1", "fix 1,0/2-3"]),
        ("rings", ["ring -1,0/0"]),
        ("marker", ["marker 3/0", "marker 3/1", "marker 3/2", "marker 3/3", "marker 3/3x2",
                    "marker 3/4"]),
        ("wildflower", ["wild purple", "wild red", "wild orange", "wild yellow", "wild green",
                        "wild blue"]),
        ("drop", ["drop 1", "drop 2", "drop 5"]),
        ("signpost", ["sign new yellow", "sign new red", "sign new blue", "sign new pink",
                      "sign new flower", "sign new tile", "sign new market"]),
        ("next signpost", ["sign new tile"]),
        ("take_tile", ["take 3", "take 4", "take 5", "take 6", "take 7", "take 8", "take 9",
                       "take 10"]),
        ("flower", ["flower pink", "flower white"]),
        ("pick", ["pick red yellow"]),
        ("sale", ["sell -", "sell 2red"]),
        ("trade", ["trade -", "trade 0"]),
        ("gnome", ["stay", "g1 path 0,0/0", "g1 path 0,0/4", "g2 path 0,0/0", "g2 path 0,0/4",
                   "g1 ring -1,0/0", "g2 ring -1,0/0", "g1 flower pink", "g1 flower white",
                   "g2 flower pink", "g2 flower white", "g1 market", "g2 market"]),
        ("discard", ["drop 8"]),
    ],
)  # fmt: skip
def test_texts_of_decisions_that_lay_no_tile(name: str, expected: list[str]) -> None:
    assert others(stage(name)) == expected


def test_the_numbers_of_decisions_are_those_of_the_module_s_table() -> None:
    assert table().parse("1@1,0:2") == (0 * 65536 + 33152) * 12 + 2
    assert stage("end of placement").parse(".") == 80_000_000
    assert stage("marker").parse("marker 3/3x2") == 80_000_000 + 7 * 2**20 + 7
    assert stage("pick").parse("pick red yellow") == 80_000_000 + 12 * 2**20 + 0b001_001
    second = stage("gnome").parse("g2 ring -1,0/0")
    assert second == 80_000_000 + 15 * 2**20 + 2**19 + 6 * 32640
    assert stage("sale").parse("sell 2red") == 80_000_000 + 19 * 2**20 + 2


def test_h1_3_a_name_is_that_of_the_least_tile_and_its_lowest_edge() -> None:
    position = play(table(), "1@1,0:2, 2@-1,1:4")
    view: Any = position.view(None)
    names = [path["name"] for path in view["paths"]]
    assert names == ["-1,1/4", "0,0/0", "0,0/4"]


# Why not ----------------------------------------------------------------------------------------

NEVER = {"permission": "never"}
CLAIMED = "1@1,0:2, 2@-1,1:4, ., g1 path 0,0/0"

WHY: list[tuple[str, str, str, str, str]] = [
    # Placing
    ("place", "9@1,0:2", "not_at_hand", "H3.1",
     "Tile 9 is neither in the tile market nor in the storage of Seat 1"),
    ("place", "purple@1,0", "not_at_hand", "H3.1",
     "Tile purple is neither in the tile market nor in the storage of Seat 1"),
    ("place", "1@0,0:2", "not_free", "H3.1", "A tile lies on 0,0 already"),
    ("place", "1@2,0:2", "no_neighbour", "H3.1", "No tile lies beside 2,0"),
    ("place", "1@-127,0:2", "no_neighbour", "H3.1", "No tile lies beside -127,0"),
    ("place", "1@999,0:2", "out_of_reach", "H3.1", "No tile lies beside 999,0"),
    ("place", "1@1,0:0", "edges_differ", "H3.1",
     "Edges of a tile laid so on 1,0 don't agree: path meets grass"),
    ("place", ".", "market_unused", "H7.3", "2 more of the tile market must be used first"),
    ("place", "drop 1", "has_lay", "H3.4", "Tile 1 has a legal lay: 1@-1,0:0"),
    ("place", "drop 9", "not_in_market", "H3.4",
     "Tile 9 is not in the tile market; while placing no other is discarded"),
    ("place", "take 1", "place_both", "H3.1", "Market tiles are placed, not stored"),
    ("end of placement", "3@0,-1:0", "two_used", "H3.1",
     "Two tiles of the market are used already"),
    ("end of placement", "drop 3", "two_used", "H3.4",
     "Two tiles of the market are used already"),
    # Steps that are not due
    ("place", "yes", "not_due", "H3.2", "That is not due; Seat 1 places tiles"),
    ("place", "stay", "not_due", "H6", "That is not due; Seat 1 places tiles"),
    ("leave", ".", "not_due", "H3.1", "That is not due; Seat 1 is asked for leave"),
    ("fix", "ring 1,0/0", "not_due", "H4",
     "That is not due; Seat 1 chooses what a wildflower joins"),
    ("rings", "marker 3/0", "not_due", "H4.3", "That is not due; Seat 1 chooses the next ring"),
    ("marker", "pick red", "not_due", "H5",
     "That is not due; Seat 1 chooses a space for a marker"),
    ("wildflower", "sign new red", "not_due", "H5", "That is not due; Seat 1 takes a wildflower"),
    ("drop", "take 6", "not_due", "H5", "That is not due; Seat 1 drops a tile from storage"),
    ("signpost", "sell -", "not_due", "H5", "That is not due; Seat 1 chooses a signpost"),
    ("take_tile", "trade -", "not_due", "H9.1",
     "That is not due; Seat 1 takes a tile from the market"),
    ("flower", "wild red", "not_due", "H5.1",
     "That is not due; Seat 1 takes a flower from the market"),
    ("pick", "drop 1", "not_due", "H3.3", "That is not due; Seat 1 picks mushrooms of the ring"),
    ("sale", "g1 market", "not_due", "H6", "That is not due; Seat 1 may sell mushrooms"),
    ("trade", "sell -", "not_due", "H5", "That is not due; Seat 2 may make a trade"),
    ("gnome", "3@0,-1:0", "not_due", "H3.1", "That is not due; Seat 1 may move a gnome"),
    ("gnome", "fix 1,0/0-1", "not_due", "H5.1", "That is not due; Seat 1 may move a gnome"),
    ("gnome", "marker 3/99", "not_due", "H4.3", "That is not due; Seat 1 may move a gnome"),
    # Rings and markers
    ("fix", "fix 1,0/0-2", "out_of_reach", "H5.1",
     "These joints are none of the smallest closings that can be chosen"),
    ("fix", "fix 1,0/0-1 1,0/2-3", "out_of_reach", "H5.1",
     "These joints are none of the smallest closings that can be chosen"),
    ("rings", "ring 0,0/0", "not_to_resolve", "H4", "No ring 0,0/0 is to be resolved"),
    ("rings", "ring 500,0/0", "out_of_reach", "H4", "There is no ring 500,0/0"),
    ("marker", "marker 4/0", "wrong_column", "H4.3",
     "The ring has 3 tiles: its marker goes to column 3"),
    ("marker", "marker 3/5", "no_such_space", "H4.3", "Column 3 has no space 5"),
    ("marker", "marker 3/12", "out_of_reach", "H4.3", "Column 3 has no space 12"),
    ("marker", "marker 3/0x2", "one_marker", "H5", "Space 3/0 takes one marker"),
    # Bonuses
    ("wildflower", "wild white", "no_wildflower", "H5.1",
     "The wildflower tiles left are purple, red, orange, yellow, green and blue"),
    ("wildflower", "flower white", "wildflowers_left", "H5.1",
     "A market flower is taken only where no wildflower tile is left"),
    ("drop", "drop 3", "not_stored", "H3.3", "Tile 3 is not in the storage of Seat 1"),
    ("signpost", "sign use red", "sign_not_out", "H5", "No signpost is out"),
    ("next signpost", "sign new red", "not_next", "H5",
     "The next signpost is tile, not red"),
    ("take_tile", "take 1", "not_in_market", "H5", "Tile 1 is not in the tile market"),
    ("take_tile", "take purple", "not_in_market", "H5", "Tile purple is not in the tile market"),
    ("flower", "flower red", "not_in_market", "H5", "The flower market has no red"),
    ("pick", "pick red", "wrong_number", "H5", "2 of the ring's mushrooms must be taken, not 1"),
    ("pick", "pick red red", "not_printed", "H5", "The ring shows 1 red, not 2"),
    ("pick", "pick" + " red" * 8, "out_of_reach", "H5", "No bonus gives 8 mushrooms"),
    ("sale", "sell 3red", "too_few_mushrooms", "H6", "Seat 1 has 2 red, not 3"),
    ("sale", "sell 1red", "no_such_sale", "H6", "The market has no space for 1red"),
    ("sale", "sell 16red", "out_of_reach", "H6", "The market has no space for 16 red"),
    ("trade", "trade 1", "nothing_to_give", "H9.1", "Seat 2 has no blue to give"),
    ("trade", "trade 2", "no_such_trade", "H9.1", "The signpost has 2 trades, counted from 0"),
    # Gnomes
    ("gnome", "g1 path -1,0/0", "no_open_path", "H6",
     "-1,0/0 is a completed ring, and only an open path is claimed"),
    ("gnome", "g1 path 5,5/0", "no_open_path", "H6",
     "5,5/0 is no path, and only an open path is claimed"),
    ("gnome", "g1 path 500,5/0", "out_of_reach", "H6", "There is no path 500,5/0"),
    ("gnome", "g1 ring 0,0/0", "no_ring", "H6", "0,0/0 is no completed ring"),
    ("gnome", "g1 sign 0,0/0", "no_ring", "H6", "0,0/0 is no completed ring"),
    ("gnome", "g1 sign -1,0/0", "no_signpost", "H6", "Ring -1,0/0 has no signpost"),
    ("gnome", "g1 flower red", "not_in_market", "H5", "The flower market has no red"),
    ("gnome", "g1 flower", "flower_due", "H7.2",
     "A flower that can be had is taken: pink or white"),
    ("gnome", "g1 market 2red", "too_few_mushrooms", "H6", "Seat 1 has 0 red, not 2"),
    ("market", "g1 ring 0,0/0", "same_place", "H7.5",
     "The gnome is at ring 0,0/0 already; to act it must change its place"),
    ("market", "g2 ring 0,0/0", "nothing_waits", "H6", "No mushrooms wait in ring 0,0/0"),
    ("market", "g1 market 2red 3red", "out_of_reach", "H6",
     "The two sales of a visit are of different kinds"),
    ("market", "g1 market 2red 2blue 2pink", "out_of_reach", "H6",
     "A visit is for up to two sales, not 3"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "code", "rule", "sentence"), WHY)
def test_what_is_not_legal_is_told_with_its_rule(
    name: str, text: str, code: str, rule: str, sentence: str
) -> None:
    check_refused(stage(name), text, (code, rule, sentence))


def check_refused(position: Position, text: str, told: tuple[str, str, str]) -> None:
    code, rule, sentence = told
    before = state(position)
    with refused(code, rule, f"{sentence} ({rule})."):
        position.parse(text)
    assert state(position) == before
    assert text not in texts(position)


TOLD: list[tuple[dict[str, Any], str, str, str, str, str]] = [
    (NEVER, CLAIMED, "3@0,1:4", "no_leave", "H3.2",
     "The tile would extend a path of Seat 1; leave is never given"),
    ({}, f"{CLAIMED}, 3@0,1:4, no", "3@0,1:4", "leave_refused", "H3.2",
     "Seat 1 refused leave this turn"),
    ({}, f"{CLAIMED}, 3@0,-1:0, 4@0,-2:3, .", "g1 path 0,0/0", "path_claimed", "H6",
     "A gnome of Seat 1 is on path 0,0/0"),
    ({}, f"{CLAIMED}, 3@0,-1:0, 4@0,-2:3, ., stay, 5@0,-3:0, 6@1,-4:3, .", "g1 path 0,0/0",
     "same_place", "H6",
     "The gnome is at path 0,0/0 already; to act it must change its place"),
    ({}, f"{RING}, marker 3/4, g1 market, 3@0,-1:0, 4@0,-2:3, ., stay, 5@0,-3:0, 6@1,-4:3, .",
     "g1 market", "same_place", "H6",
     "The gnome is at the stump already; to act it must change its place"),
    ({}, f"{RING}, marker 3/4, g1 flower white, 3@0,-1:0, 4@0,-2:3, ., stay, 5@0,-3:0, "
     "6@1,-4:3, .", "g1 flower pink", "same_place", "H6",
     "The gnome is at the flower market already; to act it must change its place"),
    ({"two_player_tokens": "none"}, f"{RING}, marker 3/4, g1 flower white, 3@0,-1:0, 4@0,-2:3, "
     "., stay, 5@0,-3:0, 6@1,-4:3, .", "g2 flower white", "flower_owned", "H7",
     "Seat 1 has a white flower already"),
    ({"market_tiles": "may_store"}, "take 1", "1@1,0:2", "stored_now", "H7.3",
     "Tile 1 was stored this turn and is not placed in it"),
    ({"market_tiles": "may_store"}, "", "take 9", "not_in_market", "H3.1",
     "Tile 9 is not in the tile market"),
    ({"market_tiles": "may_store"}, "take 1, take 2", "take 3", "two_used", "H3.1",
     "Two tiles of the market are used already"),
    ({"ring_visit": "both"}, f"{RING}, marker 3/0, sign new yellow", "g1 sign -1,0/0",
     "both_visited", "H7.5",
     "Mushrooms wait in ring -1,0/0 too: a visit takes both, and is written as to a ring"),
    ({}, f"{RING}, marker 3/0, sign new yellow, stay, 3@0,-1:0, 4@1,-1:2, ., ring 0,-1/0, "
     "marker 3/0", "sign new yellow", "sign_out", "H5", "Signpost yellow is out already"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "before", "text", "code", "rule", "sentence"), TOLD)
def test_what_is_not_legal_after_these_decisions_is_told(
    options: dict[str, Any], before: str, text: str, code: str, rule: str, sentence: str
) -> None:
    position = table(**options)
    check_refused(play(position, before) if before else position, text, (code, rule, sentence))


def test_h3_2_two_owners_paths_are_not_joined() -> None:
    """Three ends meet at 0,1: two of seat 0's path, one of seat 1's."""
    tileset = replace(SHARP, tiles=(*SHARP.tiles[:4], pieces(*ANY), *SHARP.tiles[5:]))
    position = table(tileset=tileset, permission="always")
    play(position, "1@1,0:2, 2@0,-1:0, ., g1 path 0,0/0, 3@-1,1:5, 4@0,-2:3, ., g1 path -1,1/0")
    told = ("two_owners", "H3.2", "The tile would join paths with gnomes of different players")
    check_refused(position, "5@0,1:1", told)
    assert "5@0,1:0" in texts(position)


def test_h4_3_and_h9_2_a_taken_space_and_a_shape_are_told() -> None:
    again = f"{RING}, marker 3/4, stay, 3@0,1:4, 4@1,1:4, ., stay, 5@0,-1:0, 6@1,-1:2, ., "
    position = play(table(), again + "ring 0,-1/0")
    check_refused(position, "marker 3/4", ("space_taken", "H4.3", "Space 3/4 of Seat 1 is taken"))
    rhombus = Space(shape=((0, 0), (1, 0), (1, 1), (0, 1)))
    spaces = (Space(), rhombus)
    advanced = (spaces, *SHARP.player_board[1:])
    position = play(
        table(tileset=replace(SHARP, advanced_board=advanced), advanced_board=True), RING
    )
    told = ("wrong_shape", "H9.2", "The ring has not the shape printed on space 3/1")
    check_refused(position, "marker 3/1", told)


def test_h5_one_marker_is_told_where_one_is_left() -> None:
    """Seat 0 has moved two markers a ring, then one; a space for two is free."""
    spaces = tuple(Space(markers=2) for _ in range(8))
    bends = tuple(pieces(*ANY) for _ in range(92))
    tileset = replace(SHARP, tiles=bends, player_board=(spaces, *SHARP.player_board[1:]))
    position = table(tileset=tileset)
    while position.phase() != MARKER or position.actor() != 0 or position.markers[0] < 7:
        moves = position.moves()
        closing = [move for move in moves if closes(position, move)]
        doubled = [move for move in moves if position.text(move).endswith("x2")]
        single = position.markers[0] == 6 or position.actor() != 0
        position.play((closing or (doubled if not single else []) or moves)[0])
    space = others(position)[0]
    check_refused(position, f"{space}x2", ("one_left", "H5", "Seat 1 has one marker left"))


def test_h7_2_with_two_wildflowers_one_of_them_is_dropped() -> None:
    board = ((Space(markers=2), Space(markers=2)), *SHARP.player_board[1:])
    position = table(tileset=replace(SHARP, player_board=board), market_tiles="may_store")
    play(position, f"{RING}, marker 3/0x2, wild purple, stay, 3@0,-1:0, 4@0,-2:3, ., stay")
    play(position, "take 5, 6@1,-1:2, ., ring 0,-1/0, marker 3/1x2, wild red")
    assert others(position) == ["drop purple", "drop red"]
    sentence = "With two wildflowers in storage one of them is dropped"
    check_refused(position, "drop 5", ("two_wildflowers", "H7.2", sentence))


@pytest.mark.parametrize("name", list(STAGES))
def test_after_the_end_every_decision_is_refused(name: str) -> None:
    position = stage(name)
    written = texts(position)[-1]
    position.playout(1)
    before = state(position)
    with refused("game_over", "H8.2", "The game is over (H8.2)."):
        position.parse(written if not written.startswith("fix") else "stay")
    with refused("game_over", "H8.2", "The game is over (H8.2)."):
        position.parse("marker 3/99")
    assert state(position) == before


def test_an_illegal_move_has_no_text() -> None:
    position = table()
    with pytest.raises(NotLegal) as caught:
        position.text(80_000_000)
    assert (caught.value.code, caught.value.rule) == ("market_unused", "H7.3")


@pytest.mark.parametrize("move", [-1, 2**31, 2**70, True, "1", None, 1.0])
def test_what_is_no_decision_s_number_is_refused(move: Any) -> None:
    position = table()
    before = state(position)
    with pytest.raises(NotLegal) as caught:
        position.play(move)
    assert (caught.value.code, caught.value.rule) == ("no_decision", "H7.1")
    assert state(position) == before


WORDS = (
    "1 17 92 purple red yellow blue g1 g2 path ring sign flower market marker 3/0 7+/1x2 new use "
    "pick sell 3red 2blue - trade 0 1 fix 1,0/0-1 1,0/2 0,0/0 stay yes no . drop take wild "
    "1@1,0:2 1@0,1:4f purple@1,0"
)


@given(
    st.sampled_from(list(STAGES)),
    st.text(max_size=20)
    | st.lists(st.sampled_from(WORDS.split()), max_size=4).map(" ".join)
    | st.from_regex(r"[0-9]{1,2}@-?[0-3],-?[0-3]:[0-6]f?", fullmatch=True),
)
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_any_text_is_read_as_a_legal_move_or_refused(name: str, text: str) -> None:
    position = STAGED[name]
    before = KNOWN[name]
    try:
        move = position.parse(text)
    except (NotNotation, NotLegal) as refusal:
        check_form(refusal)
    else:
        assert move in position.moves()
        assert position.text(move) == text
    assert position.view(None) == before


STAGED = {name: stage(name) for name in STAGES}
KNOWN = {name: position.view(None) for name, position in STAGED.items()}
