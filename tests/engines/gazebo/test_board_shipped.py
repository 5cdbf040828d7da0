"""The shipped boards: well formed, roomy, symmetric, with the features of their gardens (G2.3)."""

import json

import pytest

from engines.gazebo.board import DATA, Board, load_board
from engines.gazebo.board_warnings import most_gazebos, warnings
from engines.gazebo.boards import BOARDS, GARDENS
from engines.gazebo.grid import OPEN

QIN = """\
1...........1
.............
....22...1...
.............
1............
............2
....F.G.W...2
.............
.1...........
.........1...
.....2.......
.....2.......
22..........1"""


def kinds(board: Board) -> set[str]:
    return {patio.kind for patio in board.patios}


def rotated(rows: list[str]) -> list[str]:
    """A quarter turn clockwise."""
    return ["".join(column) for column in zip(*rows[::-1], strict=True)]


def without_starts(board: Board) -> list[str]:
    return ["".join("." if square in "FGW" else square for square in row) for row in board.rows]


def without_colours(board: Board) -> list[str]:
    return ["".join("S" if square in "FGW" else square for square in row) for row in board.rows]


def test_every_file_is_a_board_that_can_be_planned_and_the_other_way_round() -> None:
    assert {path.stem for path in DATA.iterdir()} == set(BOARDS)
    for name in BOARDS:
        data = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
        assert data["name"] == name
        assert list(load_board(name).rows) == data["rows"]


def test_the_gardens_say_that_they_are_reconstructions() -> None:
    assert {load_board(name).status for name in GARDENS} == {"reconstruction"}
    assert load_board("qin").status == "sourced"


@pytest.mark.parametrize("name", GARDENS)
def test_a_garden_is_twelve_or_thirteen_squares_each_way_with_one_start_a_colour(name: str) -> None:
    board = load_board(name)
    assert {board.width, board.height} <= {12, 13}
    assert sorted(terrain for _, terrain in board.starts) == ["F", "G", "W"]


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_is_to_be_warned_of(name: str) -> None:
    assert warnings(load_board(name)) == []


@pytest.mark.parametrize(
    ("name", "open_squares", "patios", "capacity", "most"),
    [
        ("bird", 150, 12, 16, 92),
        ("butterfly", 126, 11, 15, 79),
        ("botanical", 144, 14, 16, 89),
        ("jungle", 135, 9, 14, 83),
        ("qin", 151, 11, 15, 92),
    ],
)
def test_the_room_of_each_board(
    name: str, open_squares: int, patios: int, capacity: int, most: int
) -> None:
    board = load_board(name)
    assert len(board.grid.of_kind(OPEN)) == open_squares
    assert len(board.patios) == patios
    assert sum(patio.capacity for patio in board.patios) == capacity
    assert most_gazebos(board) == most


def test_the_bird_garden_has_regular_and_luxury_patios_neither_vases_nor_pedestals() -> None:
    board = load_board("bird")
    assert kinds(board) == {"regular", "luxury"}
    assert set("v=^").isdisjoint(board.squares)


def test_the_butterfly_garden_has_four_vases() -> None:
    board = load_board("butterfly")
    assert board.squares.count("v") == 4
    assert set("=^").isdisjoint(board.squares)


def test_the_botanical_garden_has_raised_patios() -> None:
    board = load_board("botanical")
    assert kinds(board) == {"regular", "luxury", "raised"}
    assert set("v=").isdisjoint(board.squares)


def test_the_jungle_garden_has_pedestals() -> None:
    board = load_board("jungle")
    assert board.squares.count("=") == 6
    assert set("v^").isdisjoint(board.squares)


def test_the_bird_garden_is_the_same_from_all_four_sides_but_for_its_starts() -> None:
    rows = without_starts(load_board("bird"))
    assert rotated(rows) == rows
    marked = without_colours(load_board("bird"))
    assert rotated(rotated(marked)) == marked


@pytest.mark.parametrize("name", ["butterfly", "jungle"])
def test_left_and_right_of_the_butterfly_and_jungle_gardens_are_mirrored(name: str) -> None:
    rows = without_colours(load_board(name))
    assert [row[::-1] for row in rows] == rows


def test_the_botanical_garden_is_mirrored_in_both_diagonals() -> None:
    rows = without_colours(load_board("botanical"))
    assert ["".join(column) for column in zip(*rows, strict=True)] == rows
    assert rotated(rotated(rows)) == rows


def test_qin_is_the_board_of_the_text() -> None:
    board = load_board("qin")
    assert "\n".join(board.rows) == QIN
    starts = [(*divmod(index, 13), terrain) for index, terrain in board.starts]
    assert starts == [(6, 4, "F"), (6, 6, "G"), (6, 8, "W")]
    luxury = [
        [divmod(index, 13) for index in patio.squares]
        for patio in board.patios
        if patio.kind == "luxury"
    ]
    assert luxury == [
        [(2, 4), (2, 5)],
        [(5, 12), (6, 12)],
        [(10, 5), (11, 5)],
        [(12, 0), (12, 1)],
    ]
    regular = [patio.squares for patio in board.patios if patio.kind == "regular"]
    assert regular == [(0,), (12,), (35,), (52,), (105,), (126,), (168,)]
