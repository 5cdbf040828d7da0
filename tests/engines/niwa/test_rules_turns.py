"""A turn: exchange or reveal, and the trio after a reveal (N3)."""

import pytest

from engines.position import NotLegal
from tests.engines.niwa.matches import HANDS, PILE, hand, known, laid, played, row, texts
from tests.engines.refusals import refused


def test_n3_1_a_hand_card_and_a_row_card_change_places_and_the_turn_ends() -> None:
    position = played(laid(), "P0>O9")
    assert hand(position, 0) == "P1 P2 P3 P4 P5 P6 P7 P8 O9"
    assert (row(position), position.actor()) == ("G8 P0 P8", 1)


def test_n3_1_every_card_of_the_hand_for_every_card_of_the_row_or_a_reveal() -> None:
    exchanges = [f"P{given}>{taken}" for given in range(9) for taken in ("P8", "G8", "O9")]
    assert texts(laid()) == [*exchanges, "R"]


def test_n3_1_copies_are_one_choice() -> None:
    position = laid(hands=("P0 P0 P2 P3 P4 P5 P6 P7 P8", HANDS[1]), row="G9 G9 O9")
    assert texts(position)[:3] == ["P0>G9", "P0>O9", "P2>G9"]
    assert len(texts(position)) == 8 * 2 + 1


def test_n3_1_an_identical_copy_is_another_card() -> None:
    position = played(laid(), "P8>P8")
    assert (hand(position, 0), row(position)) == (HANDS[0], "G8 O9 P8")
    assert (position.actor(), known(position, 0)) == (1, "P8")


def test_n3_1_the_card_put_down_is_not_the_one_taken() -> None:
    position = laid()
    with refused("not_in_row", "N3.1", "The card taken does not lie in the row (N3.1)."):
        position.play(position.parse("P0>P0"))


def test_n3_1_no_trio_after_an_exchange_that_completes_one() -> None:
    hands = ("P0 P1 P2 P3 P4 P5 P6 P7 O8", HANDS[1])
    position = played(laid(hands=hands), "O8>O9")
    assert row(position) == "G8 O8 P8"
    assert position.actor() == 1
    assert texts(position)[-1] == "R"
    assert not [text for text in texts(position) if text.startswith(("T", "-"))]


def test_n3_2_a_reveal_turns_the_top_card_and_without_a_trio_ends_the_turn() -> None:
    position = played(laid(pile="O7 O8 O6 O5 O4 O3 O2 O1 O0"), "R")
    assert (row(position), position.actor()) == ("G8 O7 O9 P8", 1)
    assert len(position.pile_cards()) == 8


def test_n3_2_after_a_reveal_a_trio_may_be_taken_for_three_hand_cards() -> None:
    position = played(laid(), "R")
    assert position.actor() == 0
    assert texts(position)[:3] == ["-", "T8:P0,P1,P2", "T8:P0,P1,P3"]
    assert len(texts(position)) == 1 + 84
    played(position, "T8:P0,P4,P7")
    assert hand(position, 0) == "P1 P2 P3 P5 P6 P8 P8 G8 O8"
    assert (row(position), position.actor()) == ("O9 P0 P4 P7", 1)


def test_n3_2_a_trio_may_be_declined_and_stays() -> None:
    position = played(laid(), "R", "-")
    assert (hand(position, 0), row(position)) == (HANDS[0], "G8 O8 O9 P8")
    assert position.actor() == 1


def test_n3_2_the_trio_need_not_contain_the_revealed_card() -> None:
    position = played(laid(), "R", "-", "R")
    assert row(position) == "G8 O7 O8 O9 P8"
    assert position.actor() == 1
    assert texts(position)[1] == "T8:G0,G1,G2"


def test_n3_2_of_several_trios_one_is_chosen_by_its_number() -> None:
    position = played(laid(), "R", "-", "G7>P8", "P7>G8", "G6>O9", "P8>G6", "R")
    assert row(position) == "G7 O7 O8 P7 P8"  # one trio, of 7
    assert {text[:3] for text in texts(position)} == {"-", "T7:"}
    played(position, "-", "P6>O8", "G8>O7", "P5>P6", "R")
    assert not [text for text in texts(position) if text.startswith("T")]


def test_n3_2_two_trios_are_two_choices_and_only_one_is_taken() -> None:
    position = laid(
        hands=("P0 P1 P2 P3 P4 P5 P6 P7 P10", HANDS[1].replace("G8", "G9")),
        row="P8 G8 O8",
        pile="O9 P9 G9 O5 O4 O3 O2 O1 O0",
    )
    played(position, "R", "-", "R", "-", "R")
    assert {text[:3] for text in texts(position)} == {"-", "T8:", "T9:"}
    assert len(texts(position)) == 1 + 2 * 84
    played(position, "T9:P0,P1,P2")
    assert (row(position), position.actor()) == ("G8 O8 P0 P1 P2 P8", 1)
    with refused(
        "no_reveal", "N3.3", "A trio is taken or declined only right after a reveal (N3.3)."
    ):
        position.play(position.parse("T8:G0,G1,G2"))


def test_n3_2_copies_make_one_trio_of_a_number() -> None:
    position = played(
        laid(row="P8 G8 P9", pile="O8 P10 O8 O6 O5 O4 O3 O2 O1"), "R", "-", "R", "-", "R"
    )
    assert row(position) == "G8 O8 O8 P10 P8 P9"
    assert len(texts(position)) == 1 + 84


def test_n3_3_cards_put_down_may_have_the_trios_number_but_are_not_taken() -> None:
    position = played(laid(), "R", "T8:P6,P7,P8")
    assert hand(position, 0) == "P0 P1 P2 P3 P4 P5 P8 G8 O8"
    assert row(position) == "O9 P6 P7 P8"


def test_n3_3_cards_put_down_may_not_complete_a_trio() -> None:
    hands = ("P0 P1 P2 P3 P4 P5 P6 P7 O8", HANDS[1])
    position = played(laid(hands=hands, pile="O7 O6 O5 O4 O3 O2 O1 O0 O10"), "R")
    assert position.actor() == 1  # P8 and G8 lie there, O8 is in hand: nothing is asked


def test_n3_3_a_trio_that_lies_there_waits_for_the_next_reveal() -> None:
    position = played(laid(), "R", "-", "G0>O9")
    before = position.state()
    for text in ("T8:P0,P1,P2", "-"):
        with refused(
            "no_reveal", "N3.3", "A trio is taken or declined only right after a reveal (N3.3)."
        ):
            position.play(position.parse(text))
    assert position.state() == before
    played(position, "R")
    assert texts(position)[0] == "-"


@pytest.mark.parametrize(
    ("text", "code", "rule", "sentence"),
    [
        ("P0>O9", "trio_lies", "N3.2", "A trio lies in the row: it is taken or declined first"),
        ("R", "trio_lies", "N3.2", "A trio lies in the row: it is taken or declined first"),
        ("T7:P0,P1,P2", "no_trio", "N3.2", "No trio of this number lies in the row"),
        ("T8:P0,P1,P9", "not_three", "N3.2", "The three cards put down are not in hand"),
        ("T8:P0,P0,P1", "not_three", "N3.2", "The three cards put down are not in hand"),
    ],
)
def test_n3_2_what_a_trio_decision_may_not_be(
    text: str, code: str, rule: str, sentence: str
) -> None:
    position = played(laid(), "R")
    before = position.state()
    with refused(code, rule, f"{sentence} ({rule}).", move=text) as _:
        position.parse(text)
    assert position.state() == before
    assert position.actor() == 0


def test_n3_1_only_a_card_in_hand_is_given() -> None:
    position = laid()
    with refused("not_in_hand", "N3.1", "The card given is not in hand (N3.1).", move="G0>O9"):
        position.parse("G0>O9")


def test_n3_2_an_unknown_top_card_cannot_be_revealed() -> None:
    position = laid(pile="O8 ? O6 O5 O4 O3 O2 O1 O0")
    played(position, "R", "-")
    assert "R" not in texts(position)
    before = position.state()
    with refused("unseen", "N3.2", "The top card of the pile is unknown (N3.2).", move="R"):
        position.parse("R")
    with pytest.raises(NotLegal):
        position.playout(1)
    assert position.state() == before
    assert -1 not in position.determinize(1, 5).pile_cards()


def test_n3_4_a_card_taken_is_known_until_it_is_given_away() -> None:
    position = played(laid(), "P0>O9", "G0>P0")
    assert [known(position, seat) for seat in (0, 1)] == ["O9", "P0"]
    played(position, "P1>G0", "G1>G8")
    assert [known(position, seat) for seat in (0, 1)] == ["G0 O9", "P0 G8"]
    played(position, "O9>G1", "P0>P1")
    assert [known(position, seat) for seat in (0, 1)] == ["G0 G1", "P1 G8"]


def test_n3_4_of_two_copies_one_known_none_is_known_after_one_is_given() -> None:
    position = played(laid(), "P0>P8", "G0>O9", "P8>G0")
    assert hand(position, 0).count("P8") == 1
    assert known(position, 0) == "G0"


def test_n3_4_a_trio_taken_is_known() -> None:
    position = played(laid(), "R", "T8:P0,P4,P7")
    assert known(position, 0) == "P8 G8 O8"


def test_n3_4_cards_are_put_down_before_the_trio_is_taken() -> None:
    hands = ("P0 P1 P2 P3 P4 P5 P6 P7 P8", "G0 G1 G2 G3 G4 G5 G6 G7 P8")
    position = played(laid(hands, row="G10 G8 O9", pile="O8 " + PILE[3:]), "P8>G10", "G0>O9")
    played(position, "R", "T8:P0,P1,G10")
    assert known(position, 0) == "P8 G8 O8"
    # P8 goes and a P8 comes: the one that came is known, whatever is given first.
    again = played(laid(), "R", "T8:P6,P7,P8")
    assert known(again, 0) == "P8 G8 O8"


def test_n3_5_every_hand_keeps_nine_cards_and_a_reveal_adds_one_to_the_row() -> None:
    position = laid()
    for reveals in range(1, 4):
        played(position, "R")
        played(position, texts(position)[1] if texts(position)[0] == "-" else texts(position)[0])
        assert [len(position.hand_of(seat)) for seat in (0, 1)] == [9, 9]
        assert len(position.row_cards()) == 3 + reveals
