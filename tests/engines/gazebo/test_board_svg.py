"""A drawn board can be read, heard and printed; nothing typed gets out of its place."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.gazebo.board import load_board, parse_board
from engines.gazebo.boards import BOARDS
from engines.gazebo.svg import LABELS, Held, board_svg, position_svg
from engines.gazebo.svg_shapes import LOOKS, lines, middle, outline, outline_each, tiles
from engines.picture import SEAT_COLOURS
from tests.engines.pictures import SVG, contrast, texts, told

SMALL = parse_board(["F.22", "z..v", ".1#W"], name="small")


def test_a_board_has_a_title_and_tells_its_squares_in_words() -> None:
    picture = board_svg(SMALL)
    assert told(picture, "title") == "Gazebo board small"
    assert told(picture, "desc") == (
        "4 columns, 3 rows. Start squares: flower a1, water d3. Regular patios: b3. "
        "Luxury patios: c1+d1. Zen squares: a2. Vases: d2. Holes: c3."
    )


@pytest.mark.parametrize("name", BOARDS)
def test_a_picture_is_one_image_named_by_its_title_and_description(name: str) -> None:
    root = ElementTree.fromstring(board_svg(load_board(name), key=f"my-{name}"))
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"my-{name}-title my-{name}-desc"
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert ids == [f"my-{name}-title", f"my-{name}-desc"]


@pytest.mark.parametrize("name", BOARDS)
def test_a_picture_is_light_and_needs_nothing_else(name: str) -> None:
    picture = board_svg(load_board(name))
    assert len(picture) < 11_000
    for outside in ("<style", "<script", "style=", "href", "url(", "<image"):
        assert outside not in picture


def test_a_reconstruction_says_so_in_its_title_and_below_the_board() -> None:
    said = "Reconstruction, not the printed board"
    picture = board_svg(load_board("jungle"))
    assert told(picture, "title") == f"Gazebo board jungle: {said}"
    assert texts(picture)[-1] == said
    assert said not in board_svg(load_board("qin"))
    assert texts(position_svg(load_board("jungle"), {}))[-1] == said


def test_columns_have_letters_and_rows_numbers() -> None:
    assert texts(board_svg(SMALL))[:7] == ["a", "b", "c", "d", "1", "2", "3"]


def test_the_legend_names_the_kinds_of_this_board_and_every_terrain() -> None:
    assert texts(board_svg(SMALL))[7:] == [
        LABELS[kind] for kind in (".", "z", "F", "G", "W", "1", "2", "v", "start")
    ]


def test_the_legend_speaks_other_languages() -> None:
    assert "花瓶" in texts(board_svg(SMALL, labels={"v": "花瓶"}))
    words = {"title": "小さい庭園", "description": "四列三行"}
    for picture in (board_svg(SMALL, **words), position_svg(SMALL, {}, **words)):
        assert told(picture, "title") == "小さい庭園"
        assert told(picture, "desc") == "四列三行"


def test_a_legend_with_a_long_word_has_one_column() -> None:
    short = ElementTree.fromstring(board_svg(SMALL)).get("viewBox")
    long = ElementTree.fromstring(board_svg(SMALL, labels={"v": "w" * 30})).get("viewBox")
    assert (short, long) == ("0 0 348 210", "0 0 348 290")
    seats = position_svg(SMALL, {}, players=["w" * 30, "B"])  # only the seats in one column
    assert ElementTree.fromstring(seats).get("viewBox") == "0 0 348 250"


def test_a_position_tells_what_each_seat_holds() -> None:
    held = [Held((0, 1), 1, 1), Held((2, 3), 1, 2), Held((9,), 0, 1)]
    picture = position_svg(SMALL, {1: "F", 5: "W"}, held, players=["Aya"])
    assert told(picture, "desc").endswith(
        "Holes: c3. 2 squares are covered by dominoes. Aya has 1 gazebo: b3 (1). "
        "Seat 2 has 3 gazebos: a1+b1 (1), c1+d1 (2)."
    )
    assert texts(picture)[-4:] == ["1", "Aya", "2", "Seat 2"]


def test_a_gazebo_bears_its_seat_s_number_and_colour_and_a_double_two_roofs() -> None:
    one = position_svg(SMALL, {}, [Held((2, 3), 2, 1)])
    two = position_svg(SMALL, {}, [Held((2, 3), 2, 2)])
    roof = f'fill="{SEAT_COLOURS[2]}" stroke="#fff"'
    assert (one.count(roof), two.count(roof)) == (2, 3)  # one more in the legend
    assert texts(one).count("3") == texts(position_svg(SMALL, {})).count("3") + 2


def test_a_covered_square_shows_its_terrain_and_not_what_was_printed() -> None:
    empty, covered = position_svg(SMALL, {}), position_svg(SMALL, {4: "G"})
    zen, leaf = LOOKS["z"], LOOKS["G"]
    square = tiles(SMALL.grid, [4])
    assert f'<path d="{square}" fill="{zen.ground}"/>' in empty
    assert f'<path d="{square}" fill="{zen.ground}"/>' not in covered
    assert f'<path d="{square}" fill="{leaf.ground}"/>' in covered


def test_a_taken_patio_shows_gazebos_in_place_of_its_sign() -> None:
    sign = LOOKS["2"].sign(*middle(SMALL.grid, (2, 3)))
    assert sign in position_svg(SMALL, {})
    assert sign not in position_svg(SMALL, {}, [Held((2, 3), 0, 2)])


def test_the_last_domino_is_marked() -> None:
    mark = f'<path d="{outline(SMALL.grid, (5, 6))}" fill="none" stroke="#111"'
    assert mark in position_svg(SMALL, {5: "F", 6: "G"}, last=(5, 6))
    assert mark not in position_svg(SMALL, {5: "F", 6: "G"})


def test_what_people_type_stays_text() -> None:
    names = ['<script>"&\x00\ud800', "B"]
    board = parse_board(["F."], name="<b>\x07")
    picture = position_svg(board, {}, players=names, key='"><i>')
    assert '<script>"&' in texts(picture)
    assert told(picture, "title") == "Gazebo board <b>"
    assert "<b>" not in picture
    assert ElementTree.fromstring(picture).find(f".//{SVG}i") is None
    picture.encode()


@given(st.text(max_size=30), st.lists(st.text(max_size=50), max_size=4))
def test_any_name_makes_a_readable_picture(title: str, players: list[str]) -> None:
    picture = position_svg(SMALL, {1: "F"}, [Held((0, 1), 3, 1)], players=players, title=title)
    ElementTree.fromstring(picture.encode())


def test_signs_and_figures_stand_out_from_their_ground() -> None:
    for kind, look in LOOKS.items():
        assert contrast(look.ground, look.ink) >= 3, kind
    for colour in SEAT_COLOURS:
        assert contrast(colour, "#ffffff") >= 4.5, colour


def test_no_two_kinds_and_no_two_seats_are_told_apart_by_colour_alone() -> None:
    assert len({look.sign(0, 0) for look in LOOKS.values()}) == len(LOOKS)
    assert len(set(SEAT_COLOURS)) == 4


def test_squares_side_by_side_are_one_piece() -> None:
    assert tiles(SMALL.grid, [0, 1, 3, 4]) == (
        "M18,18h48v24H18zM90,18h24v24H90zM18,42h24v24H18z"  # d1 and a2 are no neighbours
    )
    assert lines(SMALL.grid, [0, 4]) == "M18,18h24v24H18zM18,42h24v24H18zM18,18v48h24V18"


def test_an_outline_runs_around_the_squares_together() -> None:
    assert outline(SMALL.grid, (0, 1)) == "M18,18H42M18,42H42M18,18V42M42,18H66M42,42H66M66,18V42"
    assert outline(SMALL.grid, (0,), 2) == "M20,20H40M20,40H40M20,20V40M40,20V40"
    assert outline_each(SMALL.grid, (0, 1)) == outline(SMALL.grid, (0,)) + outline(SMALL.grid, (1,))


def test_the_middle_of_squares_lies_on_one_of_them() -> None:
    assert middle(SMALL.grid, (0,)) == (30, 30)
    assert middle(SMALL.grid, (0, 1)) == (42, 30)  # on the line between
    ring = parse_board(["F..", ".1.", "..."]).grid
    around = (0, 1, 2, 3, 5, 6, 7, 8)
    assert middle(ring, around) == (54, 30)  # not on the patio inside
