"""A drawn game of Gazebo: the board with what lies and stands on it, and the supplies."""

import pytest

from engines.gazebo.board import parse_board
from engines.gazebo.boards import GARDENS
from engines.gazebo.engine import GAZEBO_ENGINE
from engines.gazebo.picture import picture_of
from engines.gazebo.svg_shapes import tiles
from engines.picture import SEAT_COLOURS
from tests.engines.gazebo.tables import play, table
from tests.engines.pictures import texts, told

ROWS = "F..W. 1...."


def test_terrain_nooks_and_patios_are_drawn_and_told() -> None:
    position = play(table(ROWS, "FF FG GW", "FW FG GW"), "FF b1s")
    picture = picture_of(position)
    assert told(picture, "desc").endswith(
        "2 squares are covered by dominoes. Seat 1 has 2 gazebos: a1+b1+b2 (1), a2 (1). "
        "Seat 1: 22 left. Seat 2: 24 left. Seat 2 places a domino."
    )
    assert texts(picture)[-4:] == ["1", "Seat 1: 22 left", "2", "▸ Seat 2: 24 left"]
    flowers = tiles(parse_board(ROWS.split()).grid, [0, 1, 6])
    assert f'<path d="{flowers}"' in picture
    assert picture.count(f'fill="{SEAT_COLOURS[0]}" stroke') == 3  # one of them in the legend


def test_a_nook_that_the_end_left_bare_has_no_gazebo() -> None:
    position = play(table(ROWS, "FG FG FG", "FW FG GW", supply=1), "FG b1s")
    assert told(picture_of(position), "desc").endswith(
        "Seat 1 has 1 gazebo: a1+b1 (1). Seat 1: 0 left. Seat 2: 1 left. "
        "The end (last gazebo): won by Seat 1."
    )


@pytest.mark.parametrize("name", GARDENS)
def test_a_garden_says_that_it_is_a_reconstruction_also_when_read_from_a_record(name: str) -> None:
    said = "Reconstruction, not the printed board"
    deal = GAZEBO_ENGINE.deal(2, 1, {}, board=name)
    setup = GAZEBO_ENGINE.write_setup(deal)
    picture = GAZEBO_ENGINE.picture(GAZEBO_ENGINE.read_setup(2, {}, setup))
    assert texts(picture)[-1] == said
    assert told(picture, "title") == f"Gazebo board {name}: {said}"


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("bird", "bird (not the rows of the garden that Teien ships)"),
        (" ＢＩＲＤ", " ＢＩＲＤ (not the rows of the garden that Teien ships)"),
        ("qin", "qin (not the rows of the board that Teien ships)"),
        ("birds", "birds"),
    ],
)
def test_another_board_of_a_shipped_one_s_name_says_that_instead(name: str, title: str) -> None:
    deal = GAZEBO_ENGINE.deal(2, 1, {}, board={"name": name, "rows": ROWS.split()})
    picture = GAZEBO_ENGINE.picture(deal)
    assert told(picture, "title") == f"Gazebo board {title}"
    assert "econstruction" not in picture


def test_a_board_s_name_stays_text() -> None:
    deal = GAZEBO_ENGINE.deal(2, 1, {}, board={"name": "<script>\x07", "rows": ROWS.split()})
    picture = GAZEBO_ENGINE.picture(deal)
    assert told(picture, "title") == "Gazebo board <script>"
    assert "<script>" not in picture
