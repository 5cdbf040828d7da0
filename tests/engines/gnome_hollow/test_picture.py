"""A drawn game of Gnome Hollow: the garden as it lies, and all that lies beside it."""

import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from engines.gnome_hollow.engine import GNOME_HOLLOW_ENGINE as ENGINE
from engines.gnome_hollow.hexes import cell_at, place_of
from engines.gnome_hollow.picture.board import HALF, LARGE, ROW, SHAPE, player_board
from engines.gnome_hollow.picture.garden import RING_PATH, STUMP_GROUND, WILD_GROUND
from engines.gnome_hollow.picture.laid import Garden, middle_of
from engines.gnome_hollow.picture.middles import (
    middle_of_ring,
)
from engines.gnome_hollow.picture.places import stands
from engines.gnome_hollow.picture.signs import BOARD, DASHES, INK
from engines.gnome_hollow.picture.whole import picture_of
from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.shapes import STEPS
from engines.gnome_hollow.terms import OPEN, RING
from engines.gnome_hollow.tileset.drawing import GROUND, LOOKS, PATH, hexagon
from engines.gnome_hollow.tileset.sets import Space
from engines.picture import SEAT_COLOURS
from engines.position import OVER
from tests.engines.gnome_hollow.games import OWN_RING, RECON, SHARP, others, pieces, play, table
from tests.engines.gnome_hollow.games import RING as CLOSE
from tests.engines.pictures import SVG, contrast, texts, told

LEGEND = 1
"""Paths of each look that the legend shows."""
RINGS = LEGEND + 2
"""Rings of the legend, of a game of two: nobody's and each seat's."""


def paths(picture: str, **looks: str) -> list[str]:
    """The drawn paths with these attributes."""
    wanted = {name.replace("_", "-"): value for name, value in looks.items()}
    return [
        path.get("d", "")
        for path in ElementTree.fromstring(picture).iter(f"{SVG}path")
        if wanted.items() <= path.attrib.items()
    ]


def drawn(picture: str, **looks: str) -> int:
    """Pieces of paths with these attributes."""
    return "".join(paths(picture, **looks)).count("M")


def ended(players: int, seed: int, **options: object) -> Position:
    """A greedy game's end."""
    position = ENGINE.deal(players, seed, options)
    assert isinstance(position, Position)
    position.playout(seed, "greedy")
    assert position.actor() == OVER
    return position


def test_every_tile_is_drawn_where_it_lies() -> None:
    position = ended(3, 4)
    picture = picture_of(position)
    cells = position.cell_of[: position.placed]
    shown = "".join(paths(picture, fill=GROUND)[:1] + paths(picture, fill=WILD_GROUND)[:1])
    shown += paths(picture, fill=STUMP_GROUND)[0]
    hexagons = re.findall("M[^M]*z", shown)
    assert position.placed > 60
    assert sorted(hexagons) == sorted(hexagon(*middle_of(place_of(cell))) for cell in cells)


def test_every_piece_is_part_of_its_path() -> None:
    """Of a path of another's, of nobody's or of a ring: each piece has one look."""
    position = play(table(), OWN_RING)
    laid = sum(mate >= 0 for mate in position.mate_of[: 6 * position.placed]) // 2
    picture = picture_of(position)
    banks = [drawn(picture, fill="none", stroke_width=width) for width in ("9.5", "8.5")]
    market, samples = position.market_count, 6
    assert sum(banks) == laid + market + samples  # each tile of this set has one piece


def test_a_claimed_path_has_its_seat_s_colour_and_dashes() -> None:
    position = play(table(), "1@1,0:2, 2@-1,1:4, .")
    before = picture_of(position)
    play(position, "g1 path 0,0/0, 3@0,-1:0, 4@0,-2:3, .")
    after = picture_of(position)
    own = position.slots_on(position.path_named(6 * cell_at(0, 0)))
    for seat, claimed in ((0, len(own) // 2), (1, 0)):
        looks = {"stroke": SEAT_COLOURS[seat], "stroke_width": "6.5"}
        assert drawn(before, **looks) == LEGEND
        assert drawn(after, **looks) == LEGEND + claimed
    play(position, next(text for text in others(position) if text.startswith("g2 path")))
    dashed = {"stroke": "#fff", "stroke_dasharray": DASHES[1]}
    assert drawn(after, **dashed) == LEGEND
    assert drawn(picture_of(position), **dashed) > LEGEND
    assert len(set(DASHES)) == len(set(SEAT_COLOURS)) == 4


def test_mushrooms_wait_in_the_middle_of_their_ring() -> None:
    position = play(table(), CLOSE)
    (ring,) = [p for p in range(position.path_count) if position.state[p] == RING]
    garden = Garden(position)
    around = [one.middle for one, _ in garden.walk(ring)]
    middle = tuple(sum(part) / 3 for part in zip(*around, strict=True))
    found = middle_of_ring(garden, ring)
    assert (found.x, found.y) == pytest.approx(middle, abs=0.1)
    assert 13 < found.room < 15
    picture = picture_of(position)
    assert "Ring -1,0/0 of 3 tiles: red 1, yellow 1 waiting." in told(picture, "desc")
    discs = [path for path in paths(picture, fill="#fff", stroke=INK) if "a" in path]
    assert len(discs) == LEGEND + 1
    assert drawn(picture, stroke=RING_PATH) == RINGS + 3


def test_a_count_stands_beside_the_letter_of_several() -> None:
    position = play(table(), CLOSE)
    assert texts(picture_of(position)).count("R2") == LEGEND
    twice = "1@-1,1:4, 6@-1,0:0, ., ring -1,0/0"
    position = play(table(market="1 6 3 4 5 7 8 9"), twice)
    assert texts(picture_of(position)).count("R2") == LEGEND + 1


def test_the_middle_of_a_large_ring_is_inside_it() -> None:
    """Six tiles round the place 1,0, where none lies."""
    wide = pieces((0, 2), mushrooms=(0,))
    position = table(tileset=replace(SHARP, tiles=(wide,) * 92, stump=pieces((1, 5))))
    for at, (q, r) in enumerate(STEPS):
        if at != 3:  # the stump
            position.lay_tile(at, (at + 2) % 6, cell_at(1 + q, r))
    (ring,) = [p for p in range(position.path_count) if position.state[p] == RING]
    assert position.size[ring] == 6
    found = middle_of_ring(Garden(position), ring)
    assert (found.x, found.y) == middle_of((1, 0))


def test_gnomes_stand_on_their_paths_at_different_points() -> None:
    position = ended(4, 7)
    garden = Garden(position)
    for path, slots in garden.slots.items():
        points = stands(garden, path, 2)
        assert len(points) == len(set(points)) == 2
        assert len(slots) == 2 * len(garden.walk(path))
    picture = picture_of(position)
    on_paths = sum(place != -2 and place != -1 for place in position.gnome_on[:8])
    heading, legend = 4, 2 * LEGEND
    hats = re.findall(r'<path d="M0,-12L8.5,10.5h-17z"', picture)
    assert len(hats) == on_paths + heading + legend


def test_the_seats_goods_stand_below() -> None:
    position = play(table(), OWN_RING + ", marker 3/1")
    shown = texts(picture_of(position))
    assert "Ring markers 1 (1 point)" in shown
    assert "Flowers 0 (0 points)" in shown
    desc = told(picture_of(position), "desc")
    assert (
        "Seat 1: 1 point; treasure 0; mushrooms red 2; flowers none; 1 ring marker on 3/1;" in desc
    )


def test_what_is_blocked_is_crossed_out_and_told() -> None:
    position = ended(2, 3)
    blocked = sum(position.blocked[:80])
    assert blocked > 0
    picture = picture_of(position)
    assert len(re.findall("l16,12m0,-12l-16,12", picture)) == blocked
    sentence = told(picture, "desc").split("Sales blocked: ")[1].split(". ")[0]
    assert len(sentence.split(", ")) == blocked


def test_the_markets_and_the_bag_are_drawn() -> None:
    position = table(3)
    shown = texts(picture_of(position))
    assert "Bag 78, reserve 6" in shown
    named = ElementTree.fromstring(picture_of(position)).iter(f"{SVG}text")
    corner = {"x": "0", "y": "9", "font-size": "10"}.items()
    assert [node.text for node in named if corner <= node.attrib.items()] == list("12345678")
    for kind in RECON.flowers:
        assert f"{kind} 3" in shown
    assert {post.name for post in SHARP.signposts} <= set(shown)


def test_an_empty_market_is_said_in_one_text() -> None:
    assert "Flower market" in texts(picture_of(table(2)))
    position = next(one for seed in range(99) if not any((one := ended(2, seed)).flower_market))
    shown = texts(picture_of(position))
    assert "Flower market: none" in shown
    assert "Flower market" not in shown


def test_the_legend_has_each_seat_s_ring() -> None:
    shown = texts(picture_of(table(4)))
    assert {f"Seat {seat}’s ring" for seat in (1, 2, 3, 4)} <= set(shown)
    for seat in range(4):
        looks = {"stroke": SEAT_COLOURS[seat], "stroke_width": "1.8"}
        assert drawn(picture_of(table(4)), **looks) == LEGEND


def test_the_advanced_board_shows_shapes_and_which_spaces_have_none() -> None:
    plain, advanced = table(3), table(3, advanced_board=True)
    shaped = [picture_of(each).count(SHAPE) for each in (plain, advanced)]
    free = [texts(picture_of(each)).count("any") for each in (plain, advanced)]
    assert (shaped, free) == ([0, 3 * 5], [0, 3 * 5])
    sentence = (
        "Spaces of the advanced board: 3 any; 4 any, shape; 5 any, shape; 6 any, shape, shape; "
        "7+ any, shape."
    )
    assert sentence in told(picture_of(advanced), "desc")
    assert "Spaces of" not in told(picture_of(plain), "desc")
    marked = play(table(advanced_board=True), OWN_RING + ", marker 3/0")
    assert picture_of(marked).count(SHAPE) == 2 * 5
    assert texts(picture_of(marked)).count("any") == 2 * 5 - 1


def test_a_board_with_more_spaces_than_fit_a_row_goes_on_below() -> None:
    many = tuple((Space(),) * 8 for _ in range(5))
    position = table(tileset=replace(SHARP, advanced_board=many), advanced_board=True)
    drawing, high = player_board(position, 0)
    assert high == 5 * ROW
    assert drawing.count(">any<") == 40
    lefts = [float(left) for left in re.findall(r'<path d="M([\d.]+),', drawing)]
    assert max(lefts) + LARGE <= HALF


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"trade_board": True}, "Played with the trade board"),
        ({"advanced_board": True}, "Played with the advanced board"),
        (
            {"trade_board": True, "advanced_board": True},
            "Played with the trade board and the advanced board",
        ),
    ],
)
def test_the_variants_are_said(options: dict[str, Any], words: str) -> None:
    picture = picture_of(table(**options))
    assert texts(picture)[-3] == words
    assert f" {words}. " in told(picture, "desc")
    assert "Played with" not in picture_of(table())


def test_the_trades_of_each_signpost_are_said() -> None:
    picture = picture_of(table(tileset=RECON, trade_board=True))
    assert "yellow: red for yellow, blue for yellow" in texts(picture)
    assert "; tile: blue for purple, pink for purple." in told(picture, "desc")
    assert " for yellow" not in picture_of(table(tileset=RECON))


def test_a_signpost_stands_in_its_ring() -> None:
    before = play(table(), CLOSE + ", marker 3/0")
    after = play(before.copy(), "sign new red")
    boards = [len(paths(picture_of(each), fill=BOARD)) for each in (before, after)]
    assert boards == [7, 8]
    assert "waiting, signpost red" not in told(picture_of(before), "desc")
    assert "red 1, yellow 1 waiting, signpost red" in told(picture_of(after), "desc")
    assert "red (out)" in texts(picture_of(after))


def test_a_phone_s_width_is_enough_for_a_garden_of_any_size() -> None:
    for position in (table(4), ended(4, 7), ended(2, 3)):
        picture = picture_of(position)
        width = ElementTree.fromstring(picture).get("viewBox", "").split()[2]
        assert width == "420"
        assert ' font-size="11"' in picture[:300]  # 9.4 pixels on a phone of 360


def test_the_picture_of_a_position_is_always_the_same() -> None:
    position = ended(3, 9)
    assert picture_of(position) == picture_of(position.copy())


@pytest.mark.parametrize(
    ("name", "status", "lines"),
    [
        (
            "recon-1",
            "reconstruction",
            ["Tile set recon-1", "Reconstruction, not the printed tiles"],
        ),
        ("ours", "own", ["Tile set ours", "A set of the club's own"]),
        (
            "recon-1",
            "own",
            ["Tile set recon-1 (not the tile set that Teien ships)", "A set of the club's own"],
        ),
    ],
)
def test_the_tile_set_and_its_status_are_said(name: str, status: str, lines: list[str]) -> None:
    tileset = RECON if status == "reconstruction" else replace(SHARP, name=name, status=status)
    picture = picture_of(table(tileset=tileset))
    assert texts(picture)[-2:] == lines
    assert told(picture, "desc").startswith(f"{lines[0]}: {lines[1].lower()}.")


def test_names_stay_text() -> None:
    picture = picture_of(table(tileset=replace(SHARP, name="<script>\x07")))
    assert "<script>" not in picture
    assert "Tile set <script>" in texts(picture)


def test_inks_can_be_read_on_their_grounds() -> None:
    for ground in (GROUND, WILD_GROUND, STUMP_GROUND, PATH, BOARD, "#ffffff"):
        assert contrast("#222222", ground) >= 4.5
    for colour in SEAT_COLOURS:
        assert contrast("#ffffff", colour) >= 4.5
        assert contrast(colour, RING_PATH) >= 3
    for look in LOOKS.values():
        assert contrast(look.ink, look.fill) >= 4.5


def test_an_open_path_has_no_ring_s_look() -> None:
    position = table()
    assert all(state == OPEN for state in position.state[: position.path_count])
    assert drawn(picture_of(position), stroke=RING_PATH) == RINGS
