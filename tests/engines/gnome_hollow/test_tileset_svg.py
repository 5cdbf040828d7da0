"""A drawn tile set can be read, heard and printed; nothing typed gets out of its place."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.gnome_hollow.shapes import STEPS
from engines.gnome_hollow.tileset.drawing import (
    BANK,
    GROUND,
    LOOKS,
    PATH,
    REACH,
    along,
    curve,
    hexagon,
    mushrooms,
    toward,
)
from engines.gnome_hollow.tileset.names import TILESETS
from engines.gnome_hollow.tileset.sets import Piece, Space, load_tileset
from engines.gnome_hollow.tileset.svg import LABELS, describe, tileset_svg
from tests.engines.pictures import SVG, contrast, texts, told

SHIPPED = load_tileset()
OWN = replace(
    SHIPPED,
    name="ours",
    status="own",
    tiles=((Piece((0, 2), (0, 2, 2)), Piece((3, 4), ())), (), *SHIPPED.tiles[2:]),
)
SAID = "Reconstruction, not the printed tiles"


@pytest.mark.parametrize("name", TILESETS)
def test_a_picture_is_one_image_named_by_its_title_and_description(name: str) -> None:
    root = ElementTree.fromstring(tileset_svg(load_tileset(name), key=f"my-{name}"))
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"my-{name}-title my-{name}-desc"
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert ids == [f"my-{name}-title", f"my-{name}-desc"]


def test_a_name_keeps_what_joins_its_letters_and_loses_what_turns_them() -> None:
    for name, drawn in (("می\u200cخواهم", "می\u200cخواهم"), ("a\u202eb", "ab")):
        title = re.search(r"<title[^>]*>([^<]*)<", tileset_svg(replace(load_tileset(), name=name)))
        assert title
        assert drawn in title[1]


@pytest.mark.parametrize("columns", [6, 12])
def test_a_picture_is_light_and_needs_nothing_else(columns: int) -> None:
    picture = tileset_svg(SHIPPED, columns=columns)
    assert len(picture) < 60_000
    for outside in ("<style", "<script", "style=", "href", "url(", "<image"):
        assert outside not in picture


def test_a_reconstruction_says_so_in_its_title_and_below_its_name() -> None:
    picture = tileset_svg(SHIPPED)
    assert told(picture, "title") == f"Gnome Hollow tile set recon-1: {SAID}"
    assert texts(picture)[:2] == ["recon-1, version 1", SAID]
    renamed = tileset_svg(replace(SHIPPED, name="ours", status="own"))
    assert texts(renamed)[:2] == ["ours, version 1", SAID]
    own = tileset_svg(OWN)
    assert SAID not in own
    assert told(own, "title") == "Gnome Hollow tile set ours: A set of the club's own"


def test_a_shipped_name_over_other_content_is_told() -> None:
    picture = tileset_svg(replace(OWN, name="recon-1"))
    assert "recon-1 (not the tile set that Teien ships)" in told(picture, "title")
    assert " ".join(texts(picture)[:2]).startswith("recon-1 (not the tile set that Teien ships)")


def test_a_set_is_told_in_words() -> None:
    words = describe(OWN)
    assert words.startswith("Edges are counted clockwise from the right, 0 to 5. Flower kinds: ")
    assert "Tile 1: 0-2 red blue blue, 3-4. Tile 2: grass. Tile 3: " in words
    for kind in OWN.mushrooms:
        assert f". Market, {kind}: 2 for " in words
    for sign in OWN.signposts:
        assert f". Signpost {sign.name}: " in words
    assert ". Player board, rings of 7+: " in words
    assert ". Advanced player board, rings of 4: " in words
    assert words.endswith(".")
    assert told(tileset_svg(OWN), "desc") == words


def test_spaces_are_told_with_their_markers_and_shapes() -> None:
    shape = ((0, 0), (1, 0), (0, 1))
    spaces = (Space(), Space(mushrooms=3, markers=2), Space("tile", shape=shape))
    told_of = describe(replace(OWN, player_board=(spaces, *OWN.player_board[1:])))
    assert (
        "Player board, rings of 3: nothing; 3 of the ring, 2 markers; "
        "tile, shape (0, 0) (1, 0) (0, 1)." in told_of
    )


def test_every_tile_has_its_number_and_every_mushroom_its_letter() -> None:
    shown = texts(tileset_svg(SHIPPED))
    first = shown.index("1", shown.index(LABELS["garden_tiles"]))
    letters = [text for text in shown[:first] if text in {look.letter for look in LOOKS.values()}]
    numbers = [text for text in shown[shown.index(LABELS["garden_tiles"]) :] if text.isdigit()]
    assert numbers[:92] == [str(number) for number in range(1, 93)]
    printed = {
        kind: sum(bool(piece.mushrooms.count(at)) for tile in SHIPPED.tiles for piece in tile)
        for at, kind in enumerate(SHIPPED.mushrooms)
    }
    for kind, count in printed.items():
        assert letters.count(LOOKS[kind].letter) == count + 1  # one in the legend


def test_several_mushrooms_of_a_kind_are_counted() -> None:
    shown = texts(tileset_svg(OWN))
    assert shown.count("B2") == 1
    assert "B2" not in texts(tileset_svg(SHIPPED))


def test_only_what_a_set_has_is_drawn() -> None:
    plain = replace(
        OWN,
        advanced_board=None,
        signposts=tuple(replace(sign, trades=()) for sign in OWN.signposts),
    )
    assert LABELS["advanced_board"] in texts(tileset_svg(OWN))
    assert LABELS["signposts_trades"] in texts(tileset_svg(OWN))
    assert LABELS["advanced_board"] not in texts(tileset_svg(plain))
    assert LABELS["any"] not in texts(tileset_svg(plain))
    assert LABELS["signposts_trades"] not in texts(tileset_svg(plain))
    assert LABELS["signposts"] in texts(tileset_svg(plain))


def test_the_market_shows_every_value() -> None:
    market = (tuple((quantity, 60 + quantity) for quantity in range(2, 16)), *OWN.market[1:])
    shown = texts(tileset_svg(replace(OWN, market=market)))
    assert {str(60 + quantity) for quantity in range(2, 16)} <= set(shown)


def size(picture: str) -> tuple[int, int]:
    box = ElementTree.fromstring(picture).get("viewBox") or ""
    return int(box.split()[2]), int(box.split()[3])


def test_a_picture_fits_a_phone_or_with_more_columns_a_sheet() -> None:
    phone, sheet = size(tileset_svg(SHIPPED)), size(tileset_svg(SHIPPED, columns=12))
    assert phone[0] == 360
    assert sheet[0] == 708
    assert sheet[1] < phone[1] * 0.65
    assert size(tileset_svg(SHIPPED, columns=1)) == phone


def test_everything_lies_within_the_picture() -> None:
    for picture in (tileset_svg(OWN), tileset_svg(OWN, columns=13)):
        wide, high = size(picture)
        for x, y in places(ElementTree.fromstring(picture), 0, 0):
            assert 0 <= x <= wide
            assert 0 <= y <= high


def places(node: ElementTree.Element, left: float, top: float) -> list[tuple[float, float]]:
    """Where texts and the first points of paths lie."""
    moved = re.fullmatch(r"translate\(([\d.-]+) ([\d.-]+)\)", node.get("transform", ""))
    if moved:
        left, top = left + float(moved[1]), top + float(moved[2])
    found = []
    if node.tag == f"{SVG}text":
        found.append((left + float(node.get("x", "")), top + float(node.get("y", ""))))
    for x, y in re.findall(r"M([\d.-]+),([\d.-]+)", node.get("d", "")):
        found.append((left + float(x), top + float(y)))
    return found + [place for child in node for place in places(child, left, top)]


def test_the_words_are_those_of_another_language() -> None:
    picture = tileset_svg(
        SHIPPED,
        labels={
            "red": "赤",
            "garden_tiles": "庭タイル",
            "reconstruction": "推定",
            "tile": "タイル",
        },
        title="タイル一式",
        description="九十二枚",
    )
    shown = texts(picture)
    assert {"赤", "庭タイル", "推定", "タイル"} <= set(shown)
    assert (told(picture, "title"), told(picture, "desc")) == ("タイル一式", "九十二枚")
    assert LABELS["garden_tiles"] not in shown


def test_a_long_name_is_broken_into_lines() -> None:
    for name in ("The tiles of our garden club, as printed in the second box", "庭" * 60, "x" * 60):
        shown = texts(tileset_svg(replace(OWN, name=name)))
        lines = shown[: shown.index(LABELS["own"])]
        assert len(lines) > 1
        whole = "".join(lines).replace(" ", "")
        assert whole == f"{name}, version 1".replace(" ", "")
        assert all(sum(1 + (c > "\u2e80") for c in line) <= 40 for line in lines)


def test_what_people_type_stays_text() -> None:
    picture = tileset_svg(replace(OWN, name='<script>"&\x00\ud800'), key='"><i>')
    assert texts(picture)[0].startswith('<script>"&')
    assert ElementTree.fromstring(picture).find(f".//{SVG}i") is None
    assert "<script" not in picture
    picture.encode()


@given(st.text(max_size=70), st.integers(-5, 40))
def test_any_name_makes_a_readable_picture(name: str, columns: int) -> None:
    picture = tileset_svg(replace(OWN, name=name), columns=columns)
    ElementTree.fromstring(picture.encode())


def test_signs_stand_out_from_their_ground_and_paths_from_the_grass() -> None:
    for kind, look in LOOKS.items():
        assert contrast(look.fill, look.ink) >= 4.5, kind
    assert contrast(BANK, PATH) >= 3
    assert contrast(BANK, GROUND) >= 3


def test_no_two_kinds_are_told_apart_by_colour_alone() -> None:
    assert set(LOOKS) == set(SHIPPED.mushrooms)
    assert len({look.letter for look in LOOKS.values()}) == len(LOOKS)


def test_edges_lie_as_the_rules_count_them() -> None:
    """Edge i faces the neighbour at STEPS[i]; a cell's middle is at (q + r/2, r·√3/2) (H1.3)."""
    for edge, (q, r) in enumerate(STEPS):
        x, y = toward(edge)
        assert (x, y) == pytest.approx((REACH * (q + r / 2), REACH * r * 3**0.5 / 2), abs=1e-9)
    assert hexagon(0, 0, 10) == "M8.7,5L0,10L-8.7,5L-8.7,-5L0,-10L8.7,-5z"


@pytest.mark.parametrize("edges", [(a, b) for a in range(6) for b in range(a + 1, 6)])
def test_a_piece_goes_from_edge_to_edge(edges: tuple[int, int]) -> None:
    assert along(edges, 0) == pytest.approx(toward(edges[0]))
    assert along(edges, 1) == pytest.approx(toward(edges[1]))
    x, y = along(edges, 0.5)
    assert x * x + y * y < REACH * REACH / 3
    drawn = re.fullmatch(r"M(.*),(.*)Q.* (.*),(.*)", curve(edges, 100, 100))
    assert drawn
    ends = [float(number) - 100 for number in drawn.groups()]
    assert ends == pytest.approx([*toward(edges[0]), *toward(edges[1])], abs=0.06)


def test_crossing_pieces_lie_one_over_the_other_with_their_mushrooms_apart() -> None:
    cross = (Piece((0, 3), (0,)), Piece((1, 4), (1,)), Piece((2, 5), (2,)))
    picture = tileset_svg(replace(OWN, tiles=(cross, *OWN.tiles[1:])))
    order = [picture.index(curve(piece.edges, 29, 30)) for piece in cross]
    assert order == sorted(order)
    spots = [along(piece.edges, 0.45 / 2) for piece in cross]
    for at, (x, y) in enumerate(spots):
        kind = OWN.mushrooms[at]
        assert mushrooms(kind, [(29 + x, 30 + y, 1, 5.5)])[9:40] in picture
        for p, q in spots[:at]:
            assert (x - p) ** 2 + (y - q) ** 2 > 11**2
