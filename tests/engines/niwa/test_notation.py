"""Decisions as text: one spelling each, and two kinds of refusal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.niwa import notation
from engines.position import NotLegal, NotNotation
from engines.values import RuleBroken
from tests.engines.niwa.matches import laid, played, walks
from tests.engines.refusals import check_form, refused


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("P0>P0", 0),
        ("P3>G7", 3 * 33 + 18),
        ("O10>O10", 1088),
        ("R", 1089),
        ("-", 1090),
        ("T0:P0,P0,P1", 1092),
        ("T8:P3,P4,G5", 1091 + 8 * 33**3 + 3 * 33**2 + 4 * 33 + 16),
        ("T10:O9,O10,O10", 1091 + 10 * 33**3 + 31 * 33**2 + 32 * 33 + 32),
    ],
)
def test_the_numbers_of_decisions_are_those_of_rules_number_1(text: str, move: int) -> None:
    assert notation.read(text) == move
    assert notation.spell(move) == text


def test_every_number_that_is_a_decision_has_its_own_text() -> None:
    texts = [notation.spell(move) for move in range(notation.MOVES) if notation.is_decision(move)]
    assert len(texts) == len(set(texts)) == 33 * 33 + 2 + 11 * (33 * 34 * 35 // 6)
    assert all(notation.spell(notation.read(text)) == text for text in texts)


@pytest.mark.parametrize("move", [-1, notation.MOVES, 10**30, -(10**30), notation.TRIO + 33])
def test_another_number_is_no_decision(move: int) -> None:
    position = played(laid(), "R")
    before = position.state()
    for refuse in (position.text, position.play):
        with refused("no_decision", "N3", "A turn is an exchange or a reveal (N3)."):
            refuse(move)
    assert position.state() == before


@pytest.mark.parametrize(
    "text",
    [
        "",
        "r",
        "R ",
        "R\n",
        " R",
        "--",
        "–",
        "P3 > G7",
        "P3>G7\n",
        "p3>g7",
        "P03>G7",
        "P11>G7",
        "P>G7",
        "P3>B7",
        "P3>G７",
        "P3>G7>O1",
        "P3G7",
        "T8",
        "T8:",
        "T8:P3,P4",
        "T8:P3,P4,G5,G6",
        "T8:P3, P4, G5",
        "T8:P4,P3,G5",
        "T8:G5,P3,P4",
        "T08:P3,P4,G5",
        "T11:P3,P4,G5",
        "t8:P3,P4,G5",
        "T8:P3 P4 G5",
    ],
)
def test_any_other_spelling_is_no_notation(text: str) -> None:
    position = laid()
    before = position.state()
    with pytest.raises(NotNotation) as caught:
        position.parse(text)
    assert (caught.value.code, caught.value.rule) == ("not_notation", "N3")
    check_form(caught.value)
    assert position.state() == before


def test_what_is_no_notation_is_shown() -> None:
    sentence = '"P3-G7" is no decision; they are written P3>G7, R, T8:P3,P4,G5 and - (N3).'
    with refused("not_notation", "N3", sentence):
        laid().parse("P3-G7")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("T5:O9,P8,O10", "T5:P8,O9,O10"),
        ("T8:P4,P3,G5", "T8:P3,P4,G5"),
        ("T10:O10,O10,O9", "T10:O9,O10,O10"),
    ],
)
def test_cards_in_another_order_are_told_in_the_right_one(text: str, right: str) -> None:
    sentence = f"The three cards stand by colour P, G, O, then number: {right} (N3)."
    with refused("not_notation", "N3", sentence):
        notation.read(text)
    assert notation.spell(notation.read(right)) == right


@pytest.mark.parametrize("value", [None, 3, b"R", ["R"], {"R": 1}])
def test_only_text_is_notation(value: object) -> None:
    with pytest.raises(NotNotation):
        notation.read(value)


def test_notation_that_is_not_legal_here_is_the_other_refusal() -> None:
    with pytest.raises(NotLegal) as caught:
        laid().parse("O0>P8")
    assert (caught.value.code, caught.value.facts) == ("not_in_hand", {"move": "O0>P8"})


def test_text_and_parse_are_inverse_on_every_legal_decision() -> None:
    for walk in walks(60, seed=100):
        moves = walk.position.moves()
        texts = [walk.position.text(move) for move in moves]
        assert len(set(texts)) == len(moves)
        assert [walk.position.parse(text) for text in texts] == moves


@given(st.text(max_size=20) | st.from_regex(r"[TRPGO0-9:,>\-? ]{0,16}", fullmatch=True))
def test_no_text_crashes_the_reader(text: str) -> None:
    try:
        move = notation.read(text)
    except RuleBroken as broken:
        check_form(broken)
    else:
        assert notation.spell(move) == text
