"""Each thing that is wrong with a board is told by rule, by square, and all at once (G2.1–G2.4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.gazebo.board import faults, parse_board
from engines.gazebo.board_faults import MOST_FAULTS
from engines.gazebo.grid import KINDS
from engines.values import JSON, RuleBroken
from tests.engines.refusals import check_form, refused

GOOD = ["F..", ".1.", "..W"]


def told(rows: object, patios: object = None) -> list[tuple[str, str, str]]:
    """Code, rule and sentence of every fault; parsing raises the first of them."""
    found = faults(rows, patios)
    with pytest.raises(RuleBroken) as caught:
        parse_board(rows, patios)
    first = caught.value
    assert (first.code, first.rule, first.message) == (
        found[0].code,
        found[0].rule,
        found[0].message,
    )
    for fault in found:
        check_form(fault)
    return [(fault.code, fault.rule, fault.message) for fault in found]


def facts(rows: object, patios: object = None) -> list[dict[str, JSON]]:
    return [fault.facts for fault in faults(rows, patios)]


def test_a_well_formed_board_has_no_faults() -> None:
    assert faults(GOOD) == []
    assert faults(GOOD, [["b2"]]) == []
    assert faults(["F."]) == []
    assert faults(["F" + "." * 25] + ["." * 26] * 98) == []


@pytest.mark.parametrize(
    ("rows", "but"),
    [
        (None, ", not nothing"), ([], "; it is empty"), ("F..", ', not "F.."'),
        ({"rows": GOOD}, ", not an object"),
    ],
)  # fmt: skip
def test_a_board_is_a_list_of_rows(rows: object, but: str) -> None:
    sentence = f"A board is a list of rows, at least one{but} (G2.1)."
    assert told(rows) == [("no_rows", "G2.1", sentence)]


def test_a_row_is_a_text() -> None:
    sentence = "Row 2 must be a text, not 5 (G2.1)."
    assert told(["F..", 5, None]) == [("row_not_text", "G2.1", sentence)]
    assert facts(["F..", 5, None]) == [{"field": "rows", "row": 1}]


def test_rows_are_equally_long_and_each_that_is_not_is_named() -> None:
    assert told(["F..", "..", "...", "...."]) == [
        (
            "not_rectangular",
            "G2.4",
            "All rows must be equally long: row 1 has 3 squares, row 2 has 2 (G2.4).",
        ),
        (
            "not_rectangular",
            "G2.4",
            "All rows must be equally long: row 1 has 3 squares, row 4 has 4 (G2.4).",
        ),
    ]
    assert facts(["F..", ".."]) == [{"field": "rows", "row": 1, "width": 2}]


def test_a_board_is_at_most_26_columns_wide_and_99_rows_high() -> None:
    wide = "A row has 1 to 26 squares, row 1 has 27 (G2.4)."
    high = "A board has at most 99 rows, not 100 (G2.4)."
    assert told(["F" + "." * 26]) == [("row_width", "G2.4", wide)]
    assert told(["F."] + [".."] * 99) == [("too_many_rows", "G2.4", high)]
    empty = "A row has 1 to 26 squares, row 1 has 0 (G2.4)."
    assert told(["", ""]) == [("row_width", "G2.4", empty)]


def test_each_unknown_character_is_named_once_with_its_first_square() -> None:
    known = "the characters of a board are . z = F G W 1 2 ^ v #"
    assert told(["F.x", "xé.", "..x"]) == [
        ("unknown_square", "G2.1", f'Square c1 is "x"; {known} (G2.1).'),
        (
            "unknown_square",
            "G2.1",
            f'Square b2 is "é" (U+00E9 LATIN SMALL LETTER E WITH ACUTE); {known} (G2.1).',
        ),
    ]
    assert facts(["F..", "..x"]) == [{"field": "rows", "square": "c2", "row": 1, "column": 2}]


@pytest.mark.parametrize(
    ("character", "named"),
    [
        (" ", '" "'), ("\t", "U+0009 TAB"), ("\0", "U+0000 without a name"),
        ("\ufeff", "U+FEFF ZERO WIDTH NO-BREAK SPACE"), ("\u200b", "U+200B ZERO WIDTH SPACE"),
        ("\uff26", '"\uff26" (U+FF26 FULLWIDTH LATIN CAPITAL LETTER F)'),
        ("\ud800", "U+D800 without a name"),
    ],
)  # fmt: skip
def test_a_character_that_looks_like_none_or_another_is_named(character: str, named: str) -> None:
    known = "the characters of a board are . z = F G W 1 2 ^ v #"
    sentence = f"Square b1 is {named}; {known} (G2.1)."
    assert told([f"F{character}."]) == [("unknown_square", "G2.1", sentence)]


def test_a_board_has_a_start_square() -> None:
    sentence = "The board has no start square: one F, G or W at least (G2.4)."
    assert told(["...", "1.."]) == [("no_start", "G2.4", sentence)]


def test_one_start_square_at_least_has_an_open_neighbour() -> None:
    sentence = "No start square has an open square (. z =) beside it (G2.4)."
    assert told(["F1G", "#W#"]) == [("closed_starts", "G2.4", sentence)]
    assert faults(["F1.", "#GW"]) == []


@pytest.mark.parametrize("open_square", [".", "z", "="])
def test_every_open_kind_counts_as_an_open_neighbour(open_square: str) -> None:
    assert faults([f"F{open_square}"]) == []


@pytest.mark.parametrize("shut", ["1", "2", "^", "v", "#", "G"])
def test_no_other_kind_counts_as_an_open_neighbour(shut: str) -> None:
    assert [fault.code for fault in faults([f"F{shut}"])] == ["closed_starts"]


def test_equal_start_colours_do_not_touch_and_each_pair_is_named() -> None:
    assert told(["FF.", "F.."]) == [
        ("starts_touch", "G2.4", "The start squares a1 and b1 are both F and touch (G2.4)."),
        ("starts_touch", "G2.4", "The start squares a1 and a2 are both F and touch (G2.4)."),
    ]
    assert faults(["FG.", ".F."]) == []  # other colours may touch, and corners don't


def test_every_open_square_is_reached_from_a_start_over_open_squares() -> None:
    end = "cannot be reached from a start square over open squares; open the way, "
    end += "or close it off with # (G2.4)."
    assert told(["F.#.", "..1z", "..v#", "..#="]) == [
        ("unreachable", "G2.4", f"The open square d1 and the 1 with it {end}"),
        ("unreachable", "G2.4", f"The open square d4 {end}"),
    ]
    assert facts(["F.#.", "..1z"]) == [
        {"field": "rows", "size": 2, "square": "d1", "row": 0, "column": 3}
    ]


def test_a_square_in_the_next_row_is_no_neighbour_of_a_row_s_end() -> None:
    assert [fault.code for fault in faults(["#.F", "..#", "##."])] == ["unreachable"]


TOUCHING = ["F11", ".11", "2^#"]
"""Four regular squares in a block; the luxury one and the raised one touch."""


def test_a_list_of_patios_names_every_patio_square_exactly_once() -> None:
    assert told(TOUCHING, [["b1", "b2"], ["c1"], ["a3"], ["b3", "b2", "b3"]]) == [
        (
            "patio_twice",
            "G2.2",
            "Patio 4 has b2 and so has patio 1; each patio square stands once (G2.2).",
        ),
        (
            "patio_twice",
            "G2.2",
            "Patio 4 has b3 twice; each patio square stands once (G2.2).",
        ),
        ("patio_missing", "G2.2", "The patio square c2 is missing in the list of patios (G2.2)."),
    ]
    assert facts(["F1", ".."], []) == [{"field": "patios", "square": "b1", "row": 0, "column": 1}]


def test_the_squares_of_a_patio_are_of_one_kind() -> None:
    assert told(TOUCHING, [["b1", "b2", "c1", "c2"], ["a3", "b3"]]) == [
        ("patio_kinds", "G2.2", "Patio 2 mixes kinds: a3 is 2, b3 is ^ (G2.2)."),
    ]


def test_the_squares_of_a_patio_are_connected_by_edges() -> None:
    named = [["b1", "c2"], ["c1"], ["b2"], ["a3"], ["b3"]]
    sentence = "Patio 1 falls apart: c2 and b1 are not connected by edges (G2.4)."
    assert told(TOUCHING, named) == [("patio_apart", "G2.4", sentence)]
    assert facts(TOUCHING, named) == [
        {"field": "patios", "patio": 0, "square": "c2", "row": 1, "column": 2}
    ]


def test_a_patio_has_patio_squares_of_this_board_only() -> None:
    named = [["b1", "a1"], ["c1"], ["a2"]]
    assert told(["F11", "..."], named) == [
        ("no_patio_square", "G2.2", 'Patio 1 has a1, but that square is "F", no patio (G2.2).'),
        ("no_patio_square", "G2.2", 'Patio 3 has a2, but that square is ".", no patio (G2.2).'),
    ]


@pytest.mark.parametrize("name", ["d1", "a3", "A1", "a01", "a0", "a", "1a", "", "a1 ", "ａ1", "a١"])
def test_a_square_has_one_spelling(name: str) -> None:
    sentence = f'"{name}" is no square of this board, which goes from a1 to c2 (G2.1).'
    assert told(["F1.", "..."], [["b1"], [name]]) == [("no_such_square", "G2.1", sentence)]
    assert facts(["F1.", "..."], [["b1"], [name]]) == [{"field": "patios", "patio": 1}]


def test_the_list_of_patios_is_a_list_of_lists() -> None:
    sentence = "The patios must be a list of lists of squares, not 3 (G2.2)."
    assert told(["F1", ".."], 3) == [("patios_form", "G2.2", sentence)]
    assert told(["F1", ".."], ["b1", []]) == [
        (
            "patios_form",
            "G2.2",
            'Patio 1 must be a list of squares, at least one, not "b1" (G2.2).',
        ),
        (
            "patios_form",
            "G2.2",
            "Patio 2 must be a list of squares, at least one; it is empty (G2.2).",
        ),
        ("patio_missing", "G2.2", "The patio square b1 is missing in the list of patios (G2.2)."),
    ]


def test_faults_of_every_sort_are_told_together() -> None:
    codes = [fault.code for fault in faults(["FF.#.", "1...#"], [["a1"], ["z9"]])]
    assert codes == [
        "starts_touch",
        "unreachable",
        "no_patio_square",
        "no_such_square",
        "patio_missing",
    ]


def test_no_more_faults_are_told_than_anybody_reads() -> None:
    assert len(faults(["F" * 26] * 99)) == MOST_FAULTS
    assert len(faults(["F."], [["b1"]] * 100_000)) == MOST_FAULTS
    assert len(faults(["F.", "."] * 100_000)) == MOST_FAULTS


def test_parsing_refuses_by_the_first_fault() -> None:
    message = "The start squares a1 and b1 are both W and touch (G2.4)."
    with refused("starts_touch", "G2.4", message, field="rows", square="a1", row=0, column=0):
        parse_board(["WW.", "#.#"])


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)
ROWS = st.integers(1, 6).flatmap(
    lambda width: st.lists(st.text(KINDS, min_size=width, max_size=width), min_size=1, max_size=6)
)
NAMES = st.builds(lambda c, r: f"{c}{r}", st.sampled_from("abcdefg"), st.integers(1, 7))
PATIOS = st.none() | st.lists(st.lists(NAMES | JUNK, max_size=4) | JUNK, max_size=5)


@given(rows=ROWS | st.lists(JUNK | st.text(KINDS), max_size=5) | JUNK, patios=PATIOS | JUNK)
def test_whatever_is_typed_is_a_board_or_is_refused_with_reasons(
    rows: object, patios: object
) -> None:
    found = faults(rows, patios)
    for fault in found:
        check_form(fault)
        assert fault.facts["field"] in ("rows", "patios")
    if found:
        with pytest.raises(RuleBroken) as caught:
            parse_board(rows, patios)
        assert caught.value.code == found[0].code
    else:
        board = parse_board(rows, patios)
        assert list(board.rows) == rows
        owned = [square for patio in board.patios for square in patio.squares]
        assert sorted(owned) == board.grid.of_kind("12^")
