"""A board is read as the rules mean it, and written so that it reads the same (G2.1, G2.2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.gazebo.board import (
    Board,
    Patio,
    board_text,
    faults,
    load_board,
    parse_board,
    parse_square,
    read_text,
    square_name,
    write_board,
)
from engines.gazebo.grid import KINDS
from tests.engines.refusals import refused

ROWS = ["F.11#", "z.^1.", "=.^2G", "v.22."]


def test_the_parts_of_a_board() -> None:
    board = parse_board(ROWS, name="ours", status="printed")
    assert board == Board(
        name="ours",
        rows=("F.11#", "z.^1.", "=.^2G", "v.22."),
        width=5,
        height=4,
        squares=tuple("F.11#z.^1.=.^2Gv.22."),
        starts=((0, "F"), (14, "G")),
        patios=(
            Patio("regular", 1, (2, 3, 8)),
            Patio("raised", 1, (7, 12)),
            Patio("luxury", 2, (13, 17, 18)),
        ),
        status="printed",
    )


def test_without_a_list_squares_of_two_kinds_or_touching_by_corners_are_two_patios() -> None:
    assert [patio.squares for patio in parse_board(["F12", ".^1"]).patios] == [
        (1,),
        (2,),
        (4,),
        (5,),
    ]
    assert [patio.squares for patio in parse_board(["F.1", "1.."]).patios] == [(2,), (3,)]


def test_a_list_divides_touching_patios_of_a_kind_and_its_order_does_not_matter() -> None:
    rows = ["F.111", "....."]
    one = parse_board(rows, [["e1", "d1"], ["c1"]])
    assert one.patios == (Patio("regular", 1, (2,)), Patio("regular", 1, (3, 4)))
    assert parse_board(rows, [["c1"], ["d1", "e1"]]) == one
    assert parse_board(rows).patios == (Patio("regular", 1, (2, 3, 4)),)


@pytest.mark.parametrize(
    ("name", "index"), [("a1", 0), ("e1", 4), ("a2", 5), ("c3", 12), ("e4", 19)]
)
def test_a_square_is_named_by_letter_and_number(name: str, index: int) -> None:
    board = parse_board(ROWS)
    assert square_name(board, index) == name
    assert parse_square(board, name) == index


def test_the_largest_board_has_a_name_for_every_square() -> None:
    board = parse_board(["F" + "." * 25] + ["." * 26] * 98)
    assert square_name(board, 26 * 99 - 1) == "z99"
    names = [square_name(board, index) for index in range(26 * 99)]
    assert [parse_square(board, name) for name in names] == list(range(26 * 99))


@pytest.mark.parametrize(
    ("text", "shown"),
    [(text, f'"{text}"') for text in ("f1", "a5", "E4", "a04", "", "4a")]
    + [(None, "nothing"), (3, "3")],
)
def test_no_other_spelling_is_a_square(text: object, shown: str) -> None:
    message = f"{shown} is no square of this board, which goes from a1 to e4 (G2.1)."
    with refused("no_such_square", "G2.1", message):
        parse_square(parse_board(ROWS), text)


def test_a_record_gets_a_list_of_patios_only_where_the_rows_do_not_tell_them() -> None:
    plain = parse_board(ROWS, name="ours")
    assert write_board(plain) == {"name": "ours", "rows": ROWS}
    named = [["a3"], ["b1", "c1"]]
    needless = parse_board(["F11", "...", "2.."], named)
    assert write_board(needless) == {"name": "", "rows": ["F11", "...", "2.."]}
    needed = parse_board(["F11", "..."], [["c1"], ["b1"]])
    assert write_board(needed) == {
        "name": "",
        "rows": ["F11", "..."],
        "patios": [["b1"], ["c1"]],
    }


def test_the_text_of_a_board() -> None:
    board = parse_board(["F.111", "....."], [["e1", "d1"], ["c1"]])
    assert board_text(board) == "F.111\n.....\n\nc1\nd1 e1\n"
    assert board_text(parse_board(["F.1", "..."])) == "F.1\n...\n"


def test_blank_lines_and_spaces_around_a_board_do_not_matter() -> None:
    text = "\r\n\r\n  F.111 \r\n.....\t\r\n\r\n\r\n c1\r\nd1   e1 \r\n\r\n"
    assert read_text(text) == (["F.111", "....."], [["c1"], ["d1", "e1"]])
    assert read_text("F.\n") == (["F."], None)


def test_a_mark_at_the_beginning_of_a_text_is_no_square() -> None:
    assert read_text("\ufeffF.\n..\n") == (["F.", ".."], None)
    assert read_text("\ufeff\n\nF.\n") == (["F."], None)
    assert read_text("F.\n\ufeff..") == (["F.", "\ufeff.."], None)


def test_an_empty_text_is_no_board() -> None:
    for text in ("", " \n\n "):
        rows, patios = read_text(text)
        assert [fault.code for fault in faults(rows, patios)] == ["no_rows"]


def test_an_unknown_name_loads_nothing() -> None:
    known = "The board must be bird, butterfly, botanical, jungle or qin, not"
    with refused("unknown_board", "G2.3", f'{known} "../bird" (G2.3).', field="board"):
        load_board("../bird")
    with refused("unknown_board", "G2.3", f"{known} a list (G2.3).", field="board"):
        load_board(["bird"])


@st.composite
def well_formed_rows(draw: st.DrawFn) -> list[str]:
    """Rows of any kinds with one start; what cannot be reached is made a hole."""
    width = draw(st.integers(2, 7))
    squares = "." * 12 + "".join(set(KINDS) - set("FGW")) + "1122"
    row = st.text(sorted(squares), min_size=width, max_size=width)
    rows = draw(st.lists(row, min_size=2, max_size=7))
    rows[0] = "F." + rows[0][2:]
    while found := faults(rows):
        for fault in found:
            at, column = int(str(fault.facts["row"])), int(str(fault.facts["column"]))
            rows[at] = f"{rows[at][:column]}#{rows[at][column + 1 :]}"
    return rows


@given(well_formed_rows(), st.booleans())
def test_a_board_written_as_text_or_for_a_record_reads_the_same(
    rows: list[str], apart: bool
) -> None:
    board = parse_board(rows)
    squares = [square_name(board, i) for patio in board.patios for i in patio.squares]
    board = parse_board(rows, [[square] for square in squares] if apart else None)
    assert parse_board(*read_text(board_text(board))) == board
    written = write_board(board)
    assert parse_board(written["rows"], written.get("patios")) == board


@given(st.text(max_size=60) | st.text("F.12^v#zGW= \nab12", max_size=80))
def test_any_text_is_read(text: str) -> None:
    rows, patios = read_text(text)
    assert isinstance(faults(rows, patios), list)
