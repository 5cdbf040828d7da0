"""Decisions of Gazebo as texts (records.md)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.position import NotLegal, NotNotation
from tests.engines.gazebo.tables import play, state, table, texts
from tests.engines.refusals import check_form, refused


@pytest.mark.parametrize(
    "text",
    [
        "",
        "FG c2",
        "FG c2N",
        "FG c2n ",
        " FG c2n",
        "FG  c2n",
        "FGc2n",
        "fg c2n",
        "GF c2n",
        "FG C2n",
        "FG c02n",
        "FG c0n",
        "FG c100n",
        "FG c\N{SUPERSCRIPT TWO}n",
        "FG c\N{FULLWIDTH DIGIT TWO}n",
        "FG c2n\n",
        "FG c2x",
        "FF c2n",
        "FF c2w",
        "Stop",
        "PASS",
        "-",
        "+",
        "+x",
        "+c ",
        "+C",
        "\x00",
        "\ud800",
        "x" * 5000,
    ],
)
def test_what_is_no_decision_s_one_spelling_is_refused(text: str) -> None:
    position = table("..... ..... ..F.. ..... .....", "FG FF GW", "FG FF GW")
    before = state(position)
    with pytest.raises(NotNotation) as caught:
        position.parse(text)
    assert caught.value.code == "not_notation"
    assert caught.value.rule == "G3.1"
    assert caught.value.message.isprintable()
    assert len(caught.value.message) < 200
    assert state(position) == before


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("GF c2n", "A domino's letters stand in the order F, G, W; G on c2 and F on c1 is FG c1s"),
        ("WG b3e", "A domino's letters stand in the order F, G, W; W on b3 and G on c3 is GW c3w"),
        ("FF c2n", "FF turned round is the same; it is written with e or s: FF c1s"),
        ("WW c2w", "WW turned round is the same; it is written with e or s: WW b2e"),
    ],
)
def test_a_placement_from_its_other_square_is_told_in_its_one_spelling(
    text: str, told: str
) -> None:
    position = table("..... ..... ..F.. ..... .....", "FG FF GW", "FG FF GW")
    before = state(position)
    with refused("not_notation", "G3.1", f"{told} (G3.1)."):
        position.parse(text)
    assert state(position) == before


@pytest.mark.parametrize(
    ("text", "where"),
    [("GF a2w", "beyond its edge"), ("FF c1n", "beyond its edge"), ("GF e1e", "f1"),
     ("FG f1w", "f1"), ("GF c6n", "c6"), ("WG z99e", "z99")],
)  # fmt: skip
def test_a_square_that_the_board_lacks_is_told(text: str, where: str) -> None:
    position = table("..... ..... ..F.. ..... .....", "FG FF GW", "FG FF GW")
    before = state(position)
    with refused("off_board", "G2.1", f"The board has no square {where} (G2.1)."):
        position.parse(text)
    assert state(position) == before


@pytest.mark.parametrize("value", [None, 3, ["FG c2n"], b"FG c2n"])
def test_what_is_no_text_is_no_notation(value: object) -> None:
    with pytest.raises(NotNotation):
        table("F...", "FG FF GW", "FG FF GW").parse(value)  # type: ignore[arg-type]


def test_a_placement_names_the_square_of_the_first_letter() -> None:
    position = play(table("..... ..... ..F.. ..... .....", "FG FW GW", "FG FW GW"), "FG c2n")
    assert position.terrain(1 * 5 + 2) == "F"
    assert position.terrain(0 * 5 + 2) == "G"


def test_the_numbers_of_decisions_are_those_of_the_module_s_table() -> None:
    position = table("..... ..... ..F.. ..... .....", "FG FF GW", "FG FF GW")
    assert position.parse("FG c2n") == 3 * 10296 + 7 * 4 + 3
    assert position.parse("GW c4e") == 5 * 10296 + 17 * 4
    assert position.parse("FF c1s") == 2 * 4 + 1
    assert position.text(5 * 10296 + 11 * 4 + 2) == "GW b3w"


def test_texts_of_decisions_that_place_nothing() -> None:
    position = table(
        "F=z...", "GW FG", "GW", extra=True, common="FW", personal=["FF", ""], reserve="WW GG"
    )
    play(position, "GW b1e")
    assert [position.parse("stop")] == [61776]
    play(position, "stop")
    assert [position.parse(text) for text in ("+c", "+p")] == [61777, 61778]
    play(position, "+c, +p")
    assert [position.parse(text) for text in ("+z", "+-")] == [61779, 61780]


def test_an_illegal_move_has_no_text() -> None:
    position = table("F...", "FG FG FG", "FG FG FG")
    with pytest.raises(NotLegal) as caught:
        position.text(61781)
    assert (caught.value.code, caught.value.rule) == ("pass_not_due", "G3.6")
    assert "pass" not in texts(position)


@given(
    st.text(max_size=20)
    | st.from_regex(r"[FGW]{2} [a-f][1-6][eswn]|[+][cpz-]|stop|pass", fullmatch=True)
    | st.from_regex(r"[FGWabc0-9eswn+ -]{0,12}", fullmatch=True)
)
def test_any_text_is_read_as_a_legal_move_or_refused(text: str) -> None:
    position = table("..... ..... ..F.. ..... .....", "FG FF GW", "FG FF GW")
    before = state(position)
    try:
        move = position.parse(text)
    except (NotNotation, NotLegal) as refusal:
        check_form(refusal)
    else:
        assert move in position.moves()
        assert position.text(move) == text
    assert state(position) == before
