"""The shipped tile set keeps to the facts of the box, and is said to be a reconstruction.

Nothing here asserts what is reconstructed: paths, mushrooms, bonuses, values, effects (H1.1).
"""

from dataclasses import replace
from typing import Any

import pytest

from engines.gnome_hollow.tileset.facts import SOURCED
from engines.gnome_hollow.tileset.names import TILESETS
from engines.gnome_hollow.tileset.sets import DATA, Piece, TileSet, load_tileset, parse_tileset
from engines.gnome_hollow.tileset.shipped import label_of, labelled, note_of, status_of, told_of
from engines.json_text import parse_json
from tests.engines.gnome_hollow.tilesets import put, whole

SHIPPED = load_tileset()


def test_every_file_is_a_set_that_can_be_planned_or_the_one_to_be_filled_in() -> None:
    assert {path.name for path in DATA.iterdir()} == {f"{name}.json" for name in TILESETS} | {
        "blank.json"
    }
    for name in TILESETS:
        assert load_tileset(name).name == name


@pytest.mark.parametrize("name", TILESETS)
def test_the_facts_in_the_file_are_those_of_the_code_all_of_them(name: str) -> None:
    data = parse_json((DATA / f"{name}.json").read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    assert data["sourced"] == SOURCED


@pytest.mark.parametrize("name", TILESETS)
def test_the_counts_are_those_of_the_box(name: str) -> None:
    tileset = load_tileset(name)
    assert len(tileset.tiles) == 92
    assert tileset.mushrooms == ("red", "yellow", "blue", "pink", "purple")
    assert len(set(tileset.flowers)) == 8
    assert "purple" in tileset.flowers
    assert len({sign.name for sign in tileset.signposts}) == 7
    sales = [quantity for kind in tileset.market for quantity, _ in kind]
    assert (sales.count(2), len(sales)) == (5, 5 + 21)
    assert sorted(len(sign.trades) for sign in tileset.signposts) == [0, 2, 2, 2, 2, 2, 2]
    for board in (tileset.player_board, tileset.advanced_board):
        assert board is not None
        assert len(board) == 5
    for spaces in tileset.advanced_board or ():
        assert [space.shape for space in spaces].count(None) == 1


@pytest.mark.parametrize("name", TILESETS)
def test_no_tile_of_the_box_is_all_of_grass(name: str) -> None:
    assert all(1 <= len(pieces) <= 3 for pieces in load_tileset(name).tiles)


@pytest.mark.parametrize("name", TILESETS)
def test_what_is_not_public_is_called_a_reconstruction(name: str) -> None:
    assert load_tileset(name).status == "reconstruction"
    assert told_of(load_tileset(name)) == {"status": "reconstruction"}


def test_the_same_content_under_another_name_is_still_a_reconstruction() -> None:
    other = replace(SHIPPED, name="ours", version=7, status="own", note="")
    assert status_of(other) == "reconstruction"
    assert labelled(other).status == "reconstruction"
    assert told_of(other) == {"status": "reconstruction"}


def reordered() -> TileSet:
    """What plays like the shipped set, with all that may be changed of it changed."""
    changed = whole()
    changed["flower_kinds"].reverse()
    changed["signposts"].reverse()
    for trades in changed["trade_board"].values():
        trades.reverse()
    for board in ("player_board", "advanced_board"):
        for spaces in changed[board].values():
            spaces.reverse()
    for spaces in changed["advanced_board"].values():
        for space in spaces:
            if space["shape"] != "any":
                space["shape"] = [
                    [q + 2, r - 1] for q, r in space["shape"][1:] + space["shape"][:1]
                ]
    for tile in changed["garden_tiles"]:
        tile["id"] = 93 - tile["id"]
        for piece in tile["pieces"]:
            piece["edges"] = [(2 - edge) % 6 for edge in piece["edges"]]
    return parse_tileset({**changed, "id": "ours", "status": "own"})


def test_a_copy_in_another_order_is_still_a_reconstruction() -> None:
    ours = reordered()
    assert (ours.tiles, ours.signposts) != (SHIPPED.tiles, SHIPPED.signposts)
    assert ours.advanced_board != SHIPPED.advanced_board
    assert (ours.status, status_of(ours)) == ("own", "reconstruction")


@pytest.mark.parametrize(
    "changed",
    [
        {"tiles": SHIPPED.tiles[1:]},
        {"tiles": (SHIPPED.tiles[1], *SHIPPED.tiles[1:])},
        {"stump": SHIPPED.stump[1:]},
        {"advanced_board": None},
        {"advanced_board": SHIPPED.player_board},
        {"player_board": (*SHIPPED.player_board[:3], *SHIPPED.player_board[:2])},
        {"market": SHIPPED.market[::-1]},
        {"signposts": tuple(replace(sign, trades=()) for sign in SHIPPED.signposts)},
        {"signposts": tuple(replace(sign, gain=sign.gain * 2) for sign in SHIPPED.signposts)},
    ],
    ids=lambda changed: ", ".join(changed),
)
def test_other_content_is_not_the_shipped_one(changed: dict[str, Any]) -> None:
    assert status_of(replace(SHIPPED, status="own", **changed)) == "own"


def test_a_shipped_name_over_other_content_is_told() -> None:
    changed = replace(SHIPPED, tiles=((Piece((0, 3), ()),), *SHIPPED.tiles[1:]), status="own")
    assert changed.tiles != SHIPPED.tiles
    note = "not the tile set that Teien ships"
    assert note_of(changed) == note
    for name in (" ＲＥＣＯＮ-1", "recon‐1", "Recon 1", "re\u034fcon\u3164-1\ufe0f", "récon−1"):
        assert note_of(replace(changed, name=name)) == note
    for name in ("recon-2", "recon-11", "ours", ""):
        assert note_of(replace(changed, name=name)) == ""
    assert label_of(changed) == f"recon-1 ({note})"
    assert told_of(changed) == {"status": "own", "note": note}
    assert labelled(changed) == replace(changed, name=f"recon-1 ({note})")


def test_an_own_name_over_own_content_needs_no_note() -> None:
    ours = parse_tileset({**put([], "garden_tiles", 0, "pieces"), "id": "ours", "status": "own"})
    assert (status_of(ours), note_of(ours), label_of(ours)) == ("own", "", "ours")


def test_a_changed_copy_may_go_on_saying_that_it_is_a_reconstruction() -> None:
    copied = parse_tileset({**put([], "garden_tiles", 0, "pieces"), "id": "mended"})
    assert whole()["status"] == "reconstruction"
    assert told_of(copied) == {"status": "reconstruction"}
