"""Each thing that is wrong with a tile set is told by rule and place, and all at once."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.gnome_hollow.tileset.facts import SOURCED
from engines.gnome_hollow.tileset.faults import MOST_FAULTS
from engines.gnome_hollow.tileset.sets import (
    DATA,
    faults,
    load_tileset,
    parse_tileset,
    write_tileset,
)
from engines.json_text import parse_json
from engines.values import RuleBroken
from tests.engines.gnome_hollow.tilesets import put, whole, without
from tests.engines.refusals import check_form

HUGE = pytest.param(10**5000, id="huge")


def told(value: object) -> list[tuple[str, str, str, str]]:
    """Code, rule, sentence and field of every fault; parsing refuses with all of them."""
    found = faults(value)
    with pytest.raises(RuleBroken) as caught:
        parse_tileset(value)
    broken = caught.value
    assert (broken.code, broken.rule) == ("bad_tileset", found[0].rule)
    assert broken.facts["errors"] == [
        {"code": one.code, "message": one.message, "rule": one.rule, **one.facts} for one in found
    ]
    assert len(broken.message) < 350
    for fault in found:
        check_form(fault)
    return [(one.code, one.rule, one.message, str(one.facts["field"])) for one in found]


def only(value: object) -> tuple[str, str, str, str]:
    """The one fault of a set."""
    (fault,) = told(value)
    return fault


def codes(value: object) -> list[str]:
    return [fault[0] for fault in told(value)]


def tile(pieces: object) -> dict[str, Any]:
    """The set with these pieces on tile 17."""
    return put(pieces, "garden_tiles", 16, "pieces")


def piece(edges: object, mushrooms: object = ()) -> dict[str, Any]:
    return {"edges": edges, "mushrooms": list(mushrooms) if mushrooms == () else mushrooms}


PIECES = "garden_tiles.16.pieces"


def test_the_shipped_set_has_no_faults_and_neither_has_one_without_what_may_be_left_out() -> None:
    assert faults(whole()) == []
    short = whole()
    for key in ("version", "status", "note", "sourced", "advanced_board", "trade_board"):
        del short[key]
    assert faults(short) == []
    for key in ("version", "status", "note", "sourced", "advanced_board", "trade_board"):
        short[key] = None
    assert faults(short) == []


# The whole


@pytest.mark.parametrize(
    ("value", "shown"),
    [(None, "nothing"), ([], "a list"), ("recon-1", '"recon-1"'), (True, "true")],
)
def test_a_set_is_an_object(value: object, shown: str) -> None:
    sentence = f"A tile set is an object, not {shown}."
    assert only(value) == ("no_tileset", "", sentence, "")


@pytest.mark.parametrize(
    "key",
    ["id", "stump", "flower_kinds", "player_board", "market", "signposts", "garden_tiles"],
)
def test_what_a_set_must_have_is_asked_for_where_it_is_absent_or_null(key: str) -> None:
    fault = ("missing", "", f"The tile set: {key} is still to be filled in.", key)
    assert fault in told(without(key))
    assert fault in told(put(None, key))


def test_a_key_that_means_nothing_is_told_with_the_one_that_was_perhaps_meant() -> None:
    typed = put(3, "Market ")
    sentence = 'The tile set has "Market ", which means nothing here; market perhaps.'
    assert only(typed) == ("unknown_key", "", sentence, "")
    assert faults(typed)[0].facts == {"field": "", "key": "Market "}
    far = put(3, "garden_tiles", 0, "x" * 5000)
    assert only(far)[2] == (f'Tile 1 has "{"x" * 24}…", which means nothing here (H1.2).')


def test_a_note_may_stand_in_every_object() -> None:
    value = whole()
    for part in (
        value, value["stump"], value["market"], value["market"]["red"], value["player_board"],
        value["player_board"]["3"][0], value["trade_board"], value["signposts"][0],
        value["garden_tiles"][0], value["garden_tiles"][0]["pieces"][0], value["sourced"],
    ):  # fmt: skip
        part["note"] = "Seen on the box"
    assert faults(value) == []
    assert parse_tileset(value).tiles == load_tileset().tiles


@pytest.mark.parametrize(
    "name",
    [
        "",
        " x",
        "x ",
        "a  b",
        "a\nb",
        "a\tb",
        "x" * 61,
        "a\u200bb",
        "\ud800",
        "\u200d",
        "\u200c\u200c",
        "\u3164",
        "\u2800",
        "\u0301",
        "Moon\u200d",
        "a\u202eb",
        3,
        True,
        ["x"],
        {},
    ],
)
def test_the_id_is_a_name_of_one_line(name: object) -> None:
    code, _, sentence, field = only(put(name, "id"))
    assert (code, field) == ("set_name", "id")
    assert sentence.startswith("The id, the set's name, must be a text of 1 to 60 characters")


@pytest.mark.parametrize(
    "name",
    [
        "x",
        "x" * 60,
        "お庭の会",
        "Our set, 2nd print",
        "recon-1",
        "می\u200cخواهم",
        "क्\u200dष",
        "👩\u200d👩\u200d👧",
        "葛\U000e0100",
    ],
)
def test_any_other_line_is_an_id(name: str) -> None:
    assert parse_tileset(put(name, "id")).name == name


@pytest.mark.parametrize("version", [0, -1, 10_000, 1.0, "1", True, HUGE, float("nan")])
def test_the_version_is_a_whole_number(version: object) -> None:
    code, _, sentence, field = only(put(version, "version"))
    assert (code, field) == ("set_version", "version")
    assert sentence.startswith("The version must be a whole number from 1 to 9999, not ")


@pytest.mark.parametrize("status", ["sourced", "Own", "", 1, True, ["own"]])
def test_the_status_is_one_of_two_words(status: object) -> None:
    code, _, sentence, field = only(put(status, "status"))
    assert (code, field) == ("set_status", "status")
    assert sentence.startswith("The status must be own or reconstruction, not ")


@pytest.mark.parametrize("note", [3, [], "x" * 2001, "a\x00b", "\ud800", "a\u202eb"])
def test_the_note_is_a_text(note: object) -> None:
    sentence = (
        "The note must be a text of at most 2000 characters, without controls or characters of "
        "private use."
    )
    assert only(put(note, "note")) == ("set_note", "", sentence, "note")


@pytest.mark.parametrize(
    "note",
    [
        "",
        "fin\u202f! »",
        "\ufeffעברית\u200e",
        "ไทย\u200bไทย",
        "私たちの箱。　版は二",
        "Notre boîte\u00a0: la 2e\r\n\tde",
        "👩\u200d👧 soft\u00adhyphen",
    ],
)
def test_a_note_has_lines_and_blanks_of_any_kind(note: str) -> None:
    assert parse_tileset(put(note, "note")).note == note


@pytest.mark.parametrize("fact", SOURCED)
@pytest.mark.parametrize("other", [0, -1, 92.0, None, False, [1], "2", [[[]]], {"deep": [[]]}])
def test_no_fact_may_be_contradicted(fact: str, other: object) -> None:
    code, rule, sentence, field = only(put(other, "sourced", fact))
    assert (code, rule, field) == ("fact", "H1.1", f"sourced.{fact}")
    assert sentence.startswith(f"{fact} is a fact of the game, ")


def test_true_is_not_one() -> None:
    sentence = "stump_tiles is a fact of the game, 1, not true (H1.1)."
    assert only(put(True, "sourced", "stump_tiles"))[2] == sentence
    sentence = "pairs_never_blocked is a fact of the game, true, not 1 (H1.1)."
    assert only(put(1, "sourced", "pairs_never_blocked"))[2] == sentence


def test_a_fact_of_another_order_is_another_and_one_that_is_left_out_is_none() -> None:
    kinds = ["yellow", "red", "blue", "pink", "purple"]
    fact, rest = 'mushrooms is a fact of the game, ["red", "yellow"', ', "blue", "pink", "purple"'
    assert only(put(kinds, "sourced", "mushrooms"))[2:] == (
        f'{fact}{rest}], not ["yellow", "red"{rest}] (H1.1).', "sourced.mushrooms",
    )  # fmt: skip
    longer = put([*kinds, "green"], "sourced", "mushrooms")
    assert only(longer)[2] == f"{fact}{rest}], not a list of 6 (H1.1)."
    assert faults(without("sourced", "mushrooms")) == []
    assert faults(put({}, "sourced")) == []
    assert only(put([], "sourced"))[0] == "wrong_type"
    unknown = 'The block of facts has "colour", which means nothing here (H1.1).'
    assert only(put(3, "sourced", "colour")) == ("unknown_key", "H1.1", unknown, "sourced")


# Tiles


def test_there_are_92_garden_tiles_and_those_that_are_missing_are_named_together() -> None:
    value = whole()
    value["garden_tiles"] = [one for one in value["garden_tiles"] if one["id"] in (1, 2, 40)]
    sentence = "A set has 92 garden tiles; missing: 3–39, 41–92 (H1.1)."
    assert only(value) == ("tiles_missing", "H1.1", sentence, "garden_tiles")
    every_other = put(whole()["garden_tiles"][::2], "garden_tiles")
    assert "missing: 2, 4, 6, " in only(every_other)[2]
    assert only(every_other)[2].endswith(", … (H1.1).")


def test_tiles_without_pieces_are_named_together() -> None:
    value = put(None, "garden_tiles", 3, "pieces")
    del value["garden_tiles"][91]["pieces"]
    sentence = "The pieces of 2 garden tiles are still to be filled in: 4, 92 (H1.2)."
    assert only(value) == ("tiles_blank", "H1.2", sentence, "garden_tiles")


@pytest.mark.parametrize("number", [0, 93, -1, "17", 17.0, True, [17], HUGE])
def test_the_id_of_a_tile_is_a_number_from_1_to_92(number: object) -> None:
    code, rule, sentence, field = told(put(number, "garden_tiles", 16, "id"))[0]
    assert (code, rule, field) == ("tile_id", "H1.1", "garden_tiles.16.id")
    assert sentence.startswith(
        "Entry 17 of the garden tiles: the id must be a whole number from 1 to 92, not "
    )


def test_a_tile_without_an_id_or_that_is_no_object_is_told_by_its_entry() -> None:
    assert told(without("garden_tiles", 16, "id")) == [
        (
            "missing",
            "H1.2",
            "Entry 17 of the garden tiles: id is still to be filled in (H1.2).",
            "garden_tiles.16.id",
        ),
        ("tiles_missing", "H1.1", "A set has 92 garden tiles; missing: 17 (H1.1).", "garden_tiles"),
    ]
    told_of = [(fault[0], fault[3]) for fault in told(put({}, "garden_tiles", 16))]
    assert told_of[:2] == [
        ("missing", "garden_tiles.16.id"),
        ("missing", "garden_tiles.16.pieces"),
    ]
    sentence = "Entry 17 of the garden tiles must be an object in {}, not 5 (H1.2)."
    assert told(put(5, "garden_tiles", 16))[0] == (
        "wrong_type",
        "H1.2",
        sentence,
        "garden_tiles.16",
    )


def test_an_id_stands_once() -> None:
    value = whole()
    value["garden_tiles"].append(value["garden_tiles"][4])
    sentence = "Tile 5 stands twice, as entries 5 and 93 (H1.1)."
    assert only(value) == ("tile_twice", "H1.1", sentence, "garden_tiles.92.id")
    assert faults(value)[0].facts["tile"] == 5


def test_the_garden_tiles_are_a_list() -> None:
    sentence = "The list of garden tiles must be a list in [], not an object (H1.1)."
    assert only(put({}, "garden_tiles")) == ("wrong_type", "H1.1", sentence, "garden_tiles")


def test_a_tile_has_up_to_three_pieces_and_may_be_all_of_grass() -> None:
    assert faults(tile([])) == []
    assert faults(put([], "stump", "pieces")) == []
    three = [piece([0, 1]), piece([2, 3]), piece([4, 5])]
    assert faults(tile(three)) == []
    sentence = "A tile has at most 3 pieces; tile 17 has 4 (H1.2)."
    assert only(tile([*three, piece([0, 2])])) == ("too_many_pieces", "H1.2", sentence, PIECES)
    assert only(tile([5] * 100_000))[0] == "too_many_pieces"


def test_pieces_are_a_list_of_objects() -> None:
    sentence = "The pieces of tile 17 must be a list in [], not an object (H1.2)."
    assert only(tile({})) == ("wrong_type", "H1.2", sentence, PIECES)
    sentence = "Piece 2 of tile 17 must be an object in {}, not [0, 1] (H1.2)."
    wrong = tile([piece([0, 2]), [0, 1]])
    assert only(wrong) == ("wrong_type", "H1.2", sentence, f"{PIECES}.1")
    sentence = "Piece 1 of the stump is still to be filled in (H1.2)."
    assert only(put([None], "stump", "pieces")) == ("missing", "H1.2", sentence, "stump.pieces.0")


def test_a_piece_has_edges_and_mushrooms() -> None:
    assert told(tile([{"edge": [0, 1]}])) == [
        (
            "missing",
            "H1.2",
            "Piece 1 of tile 17: edges is still to be filled in (H1.2).",
            f"{PIECES}.0.edges",
        ),
        (
            "missing",
            "H1.2",
            "Piece 1 of tile 17: mushrooms is still to be filled in (H1.2).",
            f"{PIECES}.0.mushrooms",
        ),
        (
            "unknown_key",
            "H1.2",
            'Piece 1 of tile 17 has "edge", which means nothing here; edges perhaps (H1.2).',
            f"{PIECES}.0",
        ),
    ]


@pytest.mark.parametrize(
    ("edges", "shown"),
    [
        ([0, 6], "[0, 6]"), ([-1, 2], "[-1, 2]"), ([2, 2], "[2, 2]"), ([0], "[0]"),
        ([0, 1, 2], "[0, 1, 2]"), ([0, True], "[0, true]"), ([0, 1.0], "[0, 1.0]"),
        (["0", "1"], '["0", "1"]'), ("01", '"01"'), ([0, None], "[0, nothing]"),
        ([0, [1]], "[0, a list]"), ([float("nan"), 1], "[nan, 1]"), ({}, "an object"),
        ([0] * 9, "a list"), (3, "3"),
    ],
)  # fmt: skip
def test_a_piece_joins_two_different_edges(edges: object, shown: str) -> None:
    sentence = (
        "Piece 1 of tile 17: its edges are two different whole numbers from 0 to 5, "
        f"not {shown} (H1.2)."
    )
    assert only(tile([piece(edges)])) == ("piece_edges", "H1.2", sentence, f"{PIECES}.0.edges")


def test_an_edge_belongs_to_one_piece() -> None:
    sentence = "Pieces 1 and 3 of tile 17 both end at edge 2; only one can (H1.2)."
    wrong = tile([piece([0, 2]), piece([3, 5]), piece([2, 4])])
    assert only(wrong) == ("edge_twice", "H1.2", sentence, f"{PIECES}.2.edges")
    assert faults(wrong)[0].facts["edge"] == 2
    assert codes(tile([piece([0, 2]), piece([2, 0])])) == ["edge_twice", "edge_twice"]


def test_paths_may_cross() -> None:
    assert faults(tile([piece([0, 3]), piece([1, 4]), piece([5, 2])])) == []


@pytest.mark.parametrize("kind", ["Red", "green", "", 0, None, True, ["red"], {"red": 1}])
def test_mushrooms_are_of_five_kinds(kind: object) -> None:
    code, rule, sentence, field = only(tile([piece([0, 1], ["red", kind])]))
    assert (code, rule, field) == ("mushroom_kind", "H1.1", f"{PIECES}.0.mushrooms.1")
    assert sentence.startswith(
        "Piece 1 of tile 17: a mushroom is red, yellow, blue, pink or purple, not "
    )


def test_a_piece_has_at_most_nine_mushrooms_in_a_list() -> None:
    assert faults(tile([piece([0, 1], ["red"] * 9)])) == []
    sentence = "Piece 1 of tile 17 has 10 mushrooms; at most 9 are possible (H1.2)."
    field = f"{PIECES}.0.mushrooms"
    wrong = tile([piece([0, 1], ["red"] * 10)])
    assert only(wrong) == ("too_many_mushrooms", "H1.2", sentence, field)
    sentence = 'Piece 1 of tile 17: its mushrooms must be a list in [], not "red" (H1.2).'
    assert only(tile([piece([0, 1], "red")])) == ("wrong_type", "H1.2", sentence, field)


def test_the_stump_is_a_tile_without_an_id() -> None:
    sentence = "The stump must be an object in {}, not a list (H1.2)."
    assert only(put([{}] * 9, "stump")) == ("wrong_type", "H1.2", sentence, "stump")
    assert only(put(1, "stump", "id"))[0] == "unknown_key"
    sentence = "Piece 1 of the stump: its edges are two different whole numbers from 0 to 5, "
    assert only(put([piece([0, 9])], "stump", "pieces"))[2] == f"{sentence}not [0, 9] (H1.2)."
    sentence = "The stump: pieces is still to be filled in (H1.2)."
    assert only(put({}, "stump")) == ("missing", "H1.2", sentence, "stump.pieces")


# Flower kinds


def test_there_are_eight_flower_kinds_one_of_them_purple() -> None:
    kinds = whole()["flower_kinds"]
    sentence = "There are 8 flower kinds; the list has 7 (H7)."
    assert only(put(kinds[:7], "flower_kinds")) == (
        "flower_count",
        "H7",
        sentence,
        "flower_kinds",
    )
    sentence = "One of the flower kinds is called purple: two players keep all its tokens (H2.3)."
    other = ["violet" if kind == "purple" else kind for kind in kinds]
    assert only(put(other, "flower_kinds")) == ("no_purple", "H2.3", sentence, "flower_kinds")
    moved = [*(kind for kind in kinds if kind != "purple"), "purple"]
    assert parse_tileset(put(moved, "flower_kinds")).purple == 7
    assert only(put("purple", "flower_kinds"))[0] == "wrong_type"


@pytest.mark.parametrize("flower", ["Rose", "dog rose", "", "1", "x" * 17, "rosé", "a-b", 3, True])
def test_a_flower_kind_is_one_word(flower: object) -> None:
    at = whole()["flower_kinds"].index("purple") - 1
    code, rule, sentence, field = only(put(flower, "flower_kinds", at))
    assert (code, rule, field) == ("flower_name", "H7", f"flower_kinds.{at % 8}")
    assert "one word of 1 to 16 small letters a to z, since records write it so" in sentence


def test_flower_kinds_differ_and_those_to_be_filled_in_are_named() -> None:
    kinds = ["purple", "rose", "rose", "lily", None, "iris", "aster", "daisy"]
    assert told(put(kinds, "flower_kinds")) == [
        ("flower_twice", "H7", "The flower kinds 2 and 3 are both rose (H7).", "flower_kinds.2"),
        ("missing", "H7", "Flower kind 5 is still to be filled in (H7).", "flower_kinds.4"),
    ]


# Player boards


BOARDS = pytest.mark.parametrize(
    ("board", "named", "rule"),
    [
        ("player_board", "The player board", "H4.3"),
        ("advanced_board", "The advanced board", "H9.2"),
    ],
)


@BOARDS
def test_a_board_has_a_list_of_spaces_for_each_size_of_ring(
    board: str, named: str, rule: str
) -> None:
    value = without(board, "7+")
    value[board]["7"] = []
    sentence = f'{named} has "7", which means nothing here; 7+ perhaps ({rule}).'
    assert told(value) == [
        ("missing", rule, f"{named}: 7+ is still to be filled in ({rule}).", f"{board}.7+"),
        ("unknown_key", rule, sentence, board),
    ]
    sentence = f"{named} must be an object in {{}}, not true ({rule})."
    assert only(put(True, board)) == ("wrong_type", rule, sentence, board)
    sentence = f"{named}, rings of 5 must be a list in [], not an object (H4.3)."
    assert only(put({}, board, "5")) == ("wrong_type", "H4.3", sentence, f"{board}.5")


@BOARDS
@pytest.mark.parametrize("count", [0, 9])
def test_a_column_has_one_to_eight_spaces(board: str, named: str, rule: str, count: int) -> None:
    spaces = [whole()[board]["5"][0]] * count
    sentence = f"{named}, rings of 5: 1 to 8 spaces, not {count} (H4.3)."
    assert only(put(spaces, board, "5")) == ("space_count", "H4.3", sentence, f"{board}.5")


@BOARDS
@pytest.mark.parametrize(
    "bonus", ["mushroom", "mushroom0", "mushroom8", "mushroom01", "Flower", "sell1", 3, True, []]
)
def test_a_bonus_is_one_of_the_printed(board: str, named: str, rule: str, bonus: object) -> None:
    code, cited, sentence, field = only(put(bonus, board, "6", 0, "bonus"))
    assert (code, cited, field) == ("space_bonus", "H5", f"{board}.6.0.bonus")
    assert sentence.startswith(
        f"{named}, rings of 6, space 1: the bonus is null, signpost, tile, flower or mushroom1 to "
        "mushroom7, not "
    )


@BOARDS
def test_every_printed_bonus_is_read(board: str, named: str, rule: str) -> None:
    for bonus in (None, "signpost", "tile", "flower", *(f"mushroom{n}" for n in range(1, 8))):
        value = put(bonus, board, "6", 0, "bonus")
        assert write_tileset(parse_tileset(value)) == value
    sentence = (
        f"{named}, rings of 6, space 1: bonus is still to be filled in; null where it gives none"
    )
    assert only(without(board, "6", 0, "bonus")) == (
        "missing",
        "H5",
        f"{sentence} (H5).",
        f"{board}.6.0.bonus",
    )


@BOARDS
@pytest.mark.parametrize("markers", [0, 3, None, True, 2.0, "2"])
def test_a_space_takes_one_marker_or_two(
    board: str, named: str, rule: str, markers: object
) -> None:
    code, cited, sentence, field = only(put(markers, board, "7+", 0, "markers"))
    assert (code, cited, field) == ("space_markers", "H5", f"{board}.7+.0.markers")
    assert sentence.startswith(f"{named}, rings of 7+, space 1: markers is 1 or 2, not ")


@BOARDS
def test_a_space_is_an_object(board: str, named: str, rule: str) -> None:
    sentence = f'{named}, rings of 5, space 2 must be an object in {{}}, not "tile" (H4.3).'
    assert told(put("tile", board, "5", 1))[0] == (
        "wrong_type",
        "H4.3",
        sentence,
        f"{board}.5.1",
    )


def test_shapes_stand_on_the_advanced_board_only() -> None:
    sentence = 'The player board, rings of 3, space 1 has "shape", which means nothing here (H5).'
    wrong = put("any", "player_board", "3", 0, "shape")
    assert only(wrong) == ("unknown_key", "H5", sentence, "player_board.3.0")
    sentence = "The advanced board, rings of 3, space 1: shape is still to be filled in (H9.2)."
    wrong = without("advanced_board", "3", 0, "shape")
    assert ("missing", "H9.2", sentence, "advanced_board.3.0.shape") in told(wrong)


def test_each_size_has_one_space_for_any_shape() -> None:
    spaces = [{"shape": "any", "bonus": None}] * 2
    sentence = "The advanced board, rings of 4: one space is for any shape, not 2 (H9.2)."
    assert only(put(spaces, "advanced_board", "4")) == (
        "any_count",
        "H9.2",
        sentence,
        "advanced_board.4",
    )


def shaped(shape: object, column: str = "4") -> dict[str, Any]:
    spaces = [{"shape": "any", "bonus": None}, {"shape": shape, "bonus": None}]
    return put(spaces, "advanced_board", column)


RHOMBUS = [[0, 0], [1, 0], [1, 1], [0, 1]]
SHAPE = "The advanced board, rings of 4, space 2"


@pytest.mark.parametrize(
    "shape", ["every", 4, True, {}, ["any"], [[0]], [[0, 0, 0]], [[0, 1.0]], [[0, True]],
              [[0, 10**5000]], [[0, None]], [*RHOMBUS[:3], "0,1"]]
)  # fmt: skip
def test_a_shape_is_any_or_a_list_of_tiles(shape: object) -> None:
    code, rule, sentence, field = only(shaped(shape))
    assert (code, rule, field) == ("space_shape", "H9.2", "advanced_board.4.1.shape")
    assert sentence.startswith(f"{SHAPE}: a shape is any, or a list of tiles [q, r]")


def test_a_shape_has_as_many_tiles_as_its_rings() -> None:
    sentence = f"{SHAPE}: the shape has 3 tiles, not 4 (H9.2)."
    field = "advanced_board.4.1.shape"
    assert only(shaped(RHOMBUS[:3])) == ("shape_size", "H9.2", sentence, field)
    long = [[q, 0] for q in range(50)] + [[q, 1] for q in range(49, -1, -1)]
    assert faults(shaped(long, "7+")) == []
    assert codes(shaped(long[:6], "7+")) == ["shape_size"]
    assert codes(shaped([[0, 0]] * 102, "7+")) == ["shape_size"]
    assert codes(shaped([], "7+")) == ["shape_size"]


def test_a_shape_is_a_closed_walk_that_crosses_nothing() -> None:
    assert faults(shaped(RHOMBUS)) == []
    twice = [[0, 0], [1, 0], [0, 0], [1, 0]]
    sentence = f"{SHAPE}: the shape has the tile [0, 0] twice; such a ring is any (H9.2)."
    assert only(shaped(twice)) == (
        "shape_crosses",
        "H9.2",
        sentence,
        "advanced_board.4.1.shape.2",
    )
    open_walk = [[0, 0], [1, 0], [2, 0], [3, 0]]
    sentence = f"{SHAPE}: the tiles [3, 0] and [0, 0] of the shape do not touch (H9.2)."
    assert only(shaped(open_walk)) == ("shape_gap", "H9.2", sentence, "advanced_board.4.1.shape.3")


# The market


def test_the_market_pays_for_each_kind() -> None:
    sentence = "The market: pink is still to be filled in (H6)."
    assert only(without("market", "pink")) == ("missing", "H6", sentence, "market.pink")
    assert only(put({}, "market", "green"))[0] == "unknown_key"
    assert only(put([1], "market")) == (
        "wrong_type",
        "H6",
        "The market must be an object in {}, not [1] (H6).",
        "market",
    )
    sentence = "The market for pink must be an object in {}, not 3 (H6)."
    assert only(put(3, "market", "pink")) == ("wrong_type", "H6", sentence, "market.pink")


@pytest.mark.parametrize("quantity", ["1", "16", "02", "2 ", "two", "-2", "², 2"])
def test_so_many_are_sold_at_once_as_two_to_fifteen(quantity: str) -> None:
    wrong = put(3, "market", "pink", quantity)
    code, rule, sentence, field = only(wrong)
    assert (code, rule, field) == ("market_quantity", "H6", "market.pink")
    assert sentence.startswith("The market for pink: so many mushrooms are sold at once as 2 to 15")
    assert faults(wrong)[0].facts["key"] == quantity


@pytest.mark.parametrize("treasure", [0, 100, -1, True, 3.0, "3", None, [3]])
def test_a_sale_is_paid_one_to_99_treasure(treasure: object) -> None:
    code, rule, sentence, field = only(put(treasure, "market", "pink", "3"))
    assert (code, rule, field) == ("market_value", "H6", "market.pink.3")
    assert sentence.startswith("The market for pink: 3 are paid 1 to 99 treasure, not ")


def test_a_pair_can_be_sold_of_every_kind() -> None:
    sentence = "The market for pink has no space for a pair, 2 (H6)."
    assert only(without("market", "pink", "2")) == ("market_pair", "H6", sentence, "market.pink")


def test_there_are_as_many_other_spaces_as_blockers() -> None:
    sentence = (
        "The market has 22 spaces for three and more mushrooms; there are 21, as many as "
        "blockers (H6)."
    )
    assert only(put(30, "market", "pink", "15")) == ("market_spaces", "H6", sentence, "market")
    assert codes(without("market", "pink", "3")) == ["market_spaces"]


# Signposts and trades


def test_there_are_seven_signposts() -> None:
    signs = whole()["signposts"]
    sentence = "There are 7 signposts; the list has 6 (H1.1)."
    assert only(put(signs[:6], "signposts")) == ("sign_count", "H1.1", sentence, "signposts")
    assert only(put({}, "signposts"))[0] == "wrong_type"
    sentence = "Signpost 2 is still to be filled in (H5)."
    assert told(put(None, "signposts", 1))[0] == ("missing", "H5", sentence, "signposts.1")


@pytest.mark.parametrize("name", ["Red", "red path", "", "7", "x" * 17, 3, True, ["red"]])
def test_a_signpost_is_called_by_one_word(name: object) -> None:
    code, rule, sentence, field = only(put(name, "signposts", 6, "id"))
    assert (code, rule, field) == ("sign_name", "H5", "signposts.6.id")
    assert sentence.startswith("Signpost 7: its id must be one word of 1 to 16 small letters")


def test_signposts_have_different_names() -> None:
    names = [sign["id"] for sign in whole()["signposts"]]
    sentence = f"The signposts 1 and 7 are both called {names[0]} (H5)."
    assert only(put(names[0], "signposts", 6, "id")) == (
        "sign_twice",
        "H5",
        sentence,
        "signposts.6.id",
    )


def test_a_signpost_gives_one_to_eight_things() -> None:
    every = ["red", "yellow", "blue", "pink", "purple", "flower", "tile", "sell1"]
    assert faults(put(every, "signposts", 0, "gain")) == []
    for wrong in ([], [*every, "red"]):
        sentence = f"Signpost 1: it gives 1 to 8 things, not {len(wrong)} (H5)."
        fault = ("sign_gains", "H5", sentence, "signposts.0.gain")
        assert only(put(wrong, "signposts", 0, "gain")) == fault
    sentence = 'Signpost 1: its gain must be a list in [], not "red" (H5).'
    assert only(put("red", "signposts", 0, "gain"))[2] == sentence


@pytest.mark.parametrize("gain", ["signpost", "mushroom1", "sell2", "", None, 1, True, ["red"]])
def test_what_a_signpost_gives_is_known(gain: object) -> None:
    code, rule, sentence, field = only(put(["red", gain], "signposts", 0, "gain"))
    assert (code, rule, field) == ("sign_gain", "H5", "signposts.0.gain.1")
    assert sentence.startswith(
        "Signpost 1: what it gives is red, yellow, blue, pink, purple, flower, tile or sell1, not "
    )


def test_six_of_the_signposts_have_trades() -> None:
    value = whole()
    traded = list(value["trade_board"])
    (other,) = {sign["id"] for sign in value["signposts"]} - set(traded)
    value["trade_board"][other] = value["trade_board"][traded[0]]
    sentence = "6 of the signposts have trades, not 7 (H9.1)."
    assert only(value) == ("trade_count", "H9.1", sentence, "trade_board")
    del value["trade_board"][traded[0]]
    assert faults(value) == []
    assert codes(without("trade_board", traded[0])) == ["trade_count"]
    assert only(put([], "trade_board"))[0] == "wrong_type"


def test_trades_stand_under_signposts_of_the_set() -> None:
    value = whole()
    traded = list(value["trade_board"])
    value["trade_board"]["windmill"] = value["trade_board"].pop(traded[0])
    names = [sign["id"] for sign in value["signposts"]]
    code, rule, sentence, field = only(value)
    assert (code, rule, field) == ("trade_sign", "H9.1", "trade_board")
    assert sentence.startswith('The trade board names "windmill"; the signposts are ')
    assert all(name in sentence for name in names)
    value["signposts"][6]["id"] = 5  # what is wrong with signposts is told once
    assert codes(value) == ["sign_name"]


@pytest.mark.parametrize(
    "trades",
    [
        None, [], "red", [["red", "blue"]], [["red", "blue"]] * 3, [["red"], ["blue"]],
        [["red", "blue"], ["red", "green"]], [["red", "blue"], ["red", 1]], {"red": "blue"},
        [["red", "blue"], "redblue"], [["red", "blue", "pink"], ["red", "blue"]],
    ],
)  # fmt: skip
def test_two_trades_stand_under_a_signpost(trades: object) -> None:
    sign = next(iter(whole()["trade_board"]))
    sentence = (
        f"The trades under {sign} must be 2 pairs of mushrooms [give, get], each of red, "
        "yellow, blue, pink or purple (H9.1)."
    )
    fault = ("trade_form", "H9.1", sentence, f"trade_board.{sign}")
    assert only(put(trades, "trade_board", sign)) == fault


def test_a_trade_is_for_another_kind() -> None:
    sign = next(iter(whole()["trade_board"]))
    sentence = f"Trade 2 under {sign} gives a red mushroom for a red one (H9.1)."
    wrong = put([["red", "blue"], ["red", "red"]], "trade_board", sign)
    assert only(wrong) == ("trade_same", "H9.1", sentence, f"trade_board.{sign}.1")


def test_two_trades_under_a_signpost_are_two() -> None:
    sign = next(iter(whole()["trade_board"]))
    sentence = f"Both trades under {sign} give a red mushroom for a blue one (H9.1)."
    wrong = put([["red", "blue"], ["red", "blue"]], "trade_board", sign)
    assert only(wrong) == ("trade_twice", "H9.1", sentence, f"trade_board.{sign}.1")
    turned = put([["red", "blue"], ["blue", "red"]], "trade_board", sign)
    assert faults(turned) == []


# All at once


def test_faults_of_every_part_are_told_together() -> None:
    value = whole()
    value["version"] = True
    value["sourced"]["garden_tiles"] = 91
    value["flower_kinds"][1] = value["flower_kinds"][2]
    value["stump"]["pieces"] = [piece([0, 6])]
    value["garden_tiles"][16]["pieces"] = [piece([0, 1]), piece([1, 2], ["blu"])]
    del value["garden_tiles"][91]
    value["market"]["red"]["2"] = 0
    value["signposts"][0]["gain"] = ["all"]
    value["player_board"]["3"][0]["bonus"] = "gold"
    value["advanced_board"]["4"][1]["shape"] = RHOMBUS[:3]
    value["trade_board"] = {}
    assert codes(value) == [
        "set_version", "fact", "flower_twice", "piece_edges", "edge_twice", "mushroom_kind",
        "tiles_missing", "market_value", "sign_gain", "space_bonus", "shape_size", "trade_count",
    ]  # fmt: skip
    with pytest.raises(RuleBroken) as caught:
        parse_tileset(value)
    assert caught.value.message == (
        "The tile set has 12 faults, the first: The version must be a whole number from 1 to "
        "9999, not true."
    )


def test_one_fault_is_told_as_it_is() -> None:
    with pytest.raises(RuleBroken) as caught:
        parse_tileset(without("market", "pink", "2"))
    assert caught.value.message == "The market for pink has no space for a pair, 2 (H6)."
    assert caught.value.rule == "H6"


def test_no_more_faults_are_told_than_anybody_reads() -> None:
    noise = put([5] * 100_000, "garden_tiles")
    assert len(faults(noise)) == MOST_FAULTS
    with pytest.raises(RuleBroken) as caught:
        parse_tileset(noise)
    assert caught.value.message.startswith("The tile set has 100 or more faults, the first: Entry")
    for key, junk in {
        "flower_kinds": [5] * 100_000,
        "signposts": [5] * 100_000,
        "trade_board": {str(number): 5 for number in range(100_000)},
        "market": {str(number): 5 for number in range(100_000)},
    }.items():
        assert len(faults(put(junk, key))) <= MOST_FAULTS


def test_a_file_to_be_filled_in_says_what_is_still_missing() -> None:
    value = parse_json((DATA / "blank.json").read_text(encoding="utf-8"))
    found = told(value)
    assert {fault[0] for fault in found} == {"missing", "tiles_blank"}
    assert "The pieces of 92 garden tiles are still to be filled in: 1–92 (H1.2)." in {
        fault[2] for fault in found
    }
    # One for all tiles; and the boards of the two variants may stay null.
    assert len(found) == nulls(value) - 92 + 1 - 2


def nulls(value: object) -> int:
    if isinstance(value, dict | list):
        return sum(map(nulls, value.values() if isinstance(value, dict) else value))
    return int(value is None)


def test_a_file_to_be_filled_in_is_a_set_once_it_is_filled_in() -> None:
    value = parse_json((DATA / "blank.json").read_text(encoding="utf-8"))
    assert isinstance(value, dict)
    filled = {key: whole()[key] if part is None else part for key, part in value.items()}
    for key in ("flower_kinds", "stump", "player_board", "market", "signposts", "garden_tiles"):
        assert type(filled[key]) is type(whole()[key])
        filled[key] = whole()[key]
    assert faults(filled) == []


# Whatever is typed


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.integers(15_000, 15_002).map((1).__lshift__)
    | st.floats() | st.text(max_size=5)
    | st.sampled_from(["any", "red", "purple", "mushroom1", "\ud800", "x" * 400, 2, 5]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.text(max_size=3) | st.sampled_from(["id", "note", "2"]), inner),
    max_leaves=8,
)  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """The shipped set with one to four places changed, added, removed or swapped."""
    value: Any = whole()
    for _ in range(draw(st.integers(1, 4))):
        part, keys = value, []
        while isinstance(part, dict | list) and part and (not keys or draw(st.integers(0, 4))):
            keys = list(part) if isinstance(part, dict) else list(range(len(part)))
            key = draw(st.sampled_from(keys))
            parent, part = part, part[key]
        match draw(st.sampled_from(["put", "put", "remove", "add", "copy"])):
            case "put":
                parent[key] = draw(JUNK)
            case "remove":
                del parent[key]
            case "add" if isinstance(parent, list):
                parent.append(draw(JUNK))
            case "add":
                parent[draw(st.text(max_size=3))] = draw(JUNK)
            case "copy":
                parent[key] = copy.deepcopy(parent[draw(st.sampled_from(keys))])
        if not value:
            break
    return value


@given(mutated() | JUNK)
def test_whatever_is_typed_is_a_set_or_is_refused_with_reasons(value: Any) -> None:
    found = faults(value)
    for fault in found:
        check_form(fault)
        assert isinstance(fault.facts["field"], str)
    if found:
        with pytest.raises(RuleBroken) as caught:
            parse_tileset(value)
        assert caught.value.code == "bad_tileset"
        json.dumps(caught.value.facts, allow_nan=False, ensure_ascii=False).encode()
    else:
        tileset = parse_tileset(value)
        assert parse_tileset(write_tileset(tileset)) == tileset


def test_a_set_nested_as_deeply_as_can_be_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for path in (["id"], ["sourced", "players"], ["garden_tiles", 0, "pieces"], ["market", "red"],
                 ["garden_tiles", 0, "pieces", 0, "mushrooms", 0], ["signposts", 0, "gain"],
                 ["garden_tiles", 0, "shape"], ["advanced_board", "4", 1, "shape"]):  # fmt: skip
        found = faults(put(deep, *path))
        assert bool(found) == (path[-1] != "shape" or path[0] == "advanced_board")
    while deep:
        (deep,) = deep
