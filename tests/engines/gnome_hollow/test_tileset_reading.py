"""A tile set is read as it is meant, and written so that it reads the same."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.gnome_hollow.tiles import Tiles
from engines.gnome_hollow.tileset.sets import (
    Piece,
    Signpost,
    Space,
    TileSet,
    load_tileset,
    parse_tileset,
    tileset_text,
    write_tileset,
)
from engines.json_text import parse_json
from tests.engines.gnome_hollow.tilesets import put, whole, without
from tests.engines.refusals import refused

SHIPPED = load_tileset()


def own() -> dict[str, Any]:
    """A set that says everything that a set can say, unlike the shipped one."""
    value = whole()
    value.update(id="お庭の会", version=3, status="own", note="From our box.\nSeen twice.")
    value["flower_kinds"] = ["rose", "lily", "iris", "purple", "aster", "daisy", "mum", "sage"]
    value["stump"] = {"pieces": [{"edges": [3, 0], "mushrooms": ["pink"]}]}
    value["garden_tiles"][0]["pieces"] = [
        {"edges": [5, 2], "mushrooms": ["purple", "red", "red"]},
        {"edges": [1, 0], "mushrooms": []},
    ]
    value["garden_tiles"][1]["pieces"] = []
    value["garden_tiles"].reverse()
    value["player_board"]["3"] = [{"bonus": "mushroom7", "markers": 1}, {"bonus": "flower"}]
    value["advanced_board"]["3"] = [
        {"shape": [[0, 0], [1, 0], [0, 1]], "bonus": "tile", "markers": 2},
        {"shape": "any", "bonus": None},
    ]
    value["market"]["red"] = {"15": 99, "2": 1, "3": 2, "4": 3, "5": 4, "6": 5}
    value["signposts"][0] = {"id": "old", "gain": ["red", "sell1", "red"]}
    value["trade_board"] = {
        sign["id"]: [["red", "blue"], ["purple", "red"]] for sign in value["signposts"][:6]
    }
    return value


def test_the_parts_of_a_set() -> None:
    tileset = parse_tileset(own())
    assert (tileset.name, tileset.version, tileset.status) == ("お庭の会", 3, "own")
    assert tileset.note == "From our box.\nSeen twice."
    assert tileset.mushrooms == ("red", "yellow", "blue", "pink", "purple")
    assert tileset.flowers[3] == "purple"
    assert tileset.purple == 3
    assert tileset.stump == (Piece((0, 3), (3,)),)
    assert tileset.tiles[:2] == ((Piece((0, 1), ()), Piece((2, 5), (0, 0, 4))), ())
    assert tileset.tiles[2:] == SHIPPED.tiles[2:]
    assert tileset.player_board[0] == (Space(mushrooms=7), Space("flower"))
    assert tileset.advanced_board is not None
    assert tileset.advanced_board[0] == (
        Space("tile", markers=2, shape=((0, 0), (1, 0), (0, 1))),
        Space(),
    )
    assert tileset.market[0] == ((2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (15, 99))
    assert tileset.signposts[0] == Signpost("old", ("red", "sell1", "red"), ((0, 2), (4, 0)))
    assert tileset.signposts[6].trades == ()
    assert tileset.has_trades


def test_what_a_set_leaves_out() -> None:
    value = whole()
    for key in ("version", "status", "note", "sourced", "advanced_board", "trade_board"):
        del value[key]
    tileset = parse_tileset(value)
    assert (tileset.version, tileset.status, tileset.note) == (1, "own", "")
    assert (tileset.advanced_board, tileset.has_trades) == (None, False)
    assert "advanced_board" not in write_tileset(tileset)
    assert "trade_board" not in write_tileset(tileset)
    assert parse_tileset(write_tileset(tileset)) == tileset
    assert replace(tileset, status="", note="") == replace(
        SHIPPED,
        status="",
        note="",
        advanced_board=None,
        signposts=tuple(replace(sign, trades=()) for sign in SHIPPED.signposts),
    )


def test_a_set_written_reads_the_same() -> None:
    for tileset in (SHIPPED, parse_tileset(own())):
        written = write_tileset(tileset)
        assert parse_tileset(written) == tileset
        assert write_tileset(parse_tileset(written)) == written
        assert json.loads(json.dumps(written, allow_nan=False)) == written
        assert parse_tileset(parse_json(tileset_text(tileset))) == tileset


def test_what_is_written_is_nobody_else_s() -> None:
    written: Any = write_tileset(SHIPPED)
    written["sourced"]["flower_track"].append(99)
    written["garden_tiles"].clear()
    assert parse_tileset(write_tileset(SHIPPED)) == SHIPPED


def test_a_file_has_a_line_for_each_tile() -> None:
    lines = tileset_text(parse_tileset(own())).splitlines()
    assert '  {"id": 2, "pieces": []},' in lines
    assert ' "id": "お庭の会",' in lines
    assert sum(line.startswith('  {"id": ') for line in lines) == 92 + 7


def test_edges_mushrooms_pieces_and_tiles_may_stand_in_any_order() -> None:
    value = whole()
    value["garden_tiles"].reverse()
    for tile in value["garden_tiles"]:
        tile["pieces"].reverse()
        for piece in tile["pieces"]:
            piece["edges"].reverse()
            piece["mushrooms"].reverse()
    assert parse_tileset(value) == SHIPPED
    assert hash(parse_tileset(value)) == hash(SHIPPED)


@given(st.data())
def test_the_order_in_which_pieces_are_written_changes_nothing(data: st.DataObject) -> None:
    edges = data.draw(st.permutations(range(6)))
    kinds = st.lists(st.sampled_from(["red", "yellow", "blue", "pink", "purple"]), max_size=9)
    pieces = [
        {"edges": list(edges[at : at + 2]), "mushrooms": data.draw(kinds)}
        for at in (0, 2, 4)[: data.draw(st.integers(0, 3))]
    ]
    one = parse_tileset(put(pieces, "garden_tiles", 0, "pieces"))
    other = parse_tileset(put(pieces[::-1], "garden_tiles", 0, "pieces"))
    assert one == other
    for piece in one.tiles[0]:
        assert piece.edges == tuple(sorted(piece.edges))
        assert piece.mushrooms == tuple(sorted(piece.mushrooms))


def test_what_a_set_says_is_what_is_played_with() -> None:
    """The tables of play from a set with a piece from 2 to 5, unflipped and turned by one."""
    tables = Tiles(parse_tileset(own()), advanced=True)
    assert tables.edges[0] == 0b100111
    assert tables.mate[1 * 6 : 1 * 6 + 6] == [3, 2, 1, 0, -1, -1]
    assert tables.spores[1 * 6 + 3] == 2 + (1 << 48)
    assert tables.value[15] == 99
    assert (tables.space_count[0], tables.double[0], tables.shape[1]) == (2, 1, -1)
    assert (tables.give[1], tables.get[1], tables.trade_count[6]) == (4, 0, 0)
    assert tables.edges[12] == 0  # all of grass


@pytest.mark.parametrize(
    ("name", "shown"),
    [("own", '"own"'), ("Recon-1", '"Recon-1"'), ("../data/recon-1", '"../data/recon-1"'),
     ("blank", '"blank"'), (1, "1"), (["recon-1"], "a list")],
)  # fmt: skip
def test_an_unknown_name_loads_nothing(name: object, shown: str) -> None:
    sentence = f"The tile set must be recon-1, not {shown}."
    with refused("unknown_tileset", "", sentence, field="tileset"):
        load_tileset(name)


def test_a_set_is_loaded_once() -> None:
    assert load_tileset() is load_tileset("recon-1")
    assert isinstance(load_tileset(), TileSet)


def test_a_label_of_a_tile_is_for_people_and_not_kept() -> None:
    assert parse_tileset(put("two bends", "garden_tiles", 0, "shape")) == SHIPPED
    assert parse_tileset(without("sourced")) == SHIPPED
