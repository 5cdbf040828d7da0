"""The end of a match and what it counts (N4, N5.5, N6)."""

import pytest

from engines.niwa.game import NIWA
from engines.position import NotLegal, Outcome
from tests.engines.niwa.matches import HANDS, hand, laid, played, texts, walks
from tests.engines.refusals import refused

QUIET = "O7 O6 O5 O4 O3 O2 O1 O0 O10"
"""A pile that makes no trio with the row P8 G8 O9."""


def test_n4_1_the_match_ends_with_the_last_card_of_the_pile() -> None:
    position = played(laid(pile=QUIET), *["R"] * 8)
    assert position.outcome() is None
    played(position, "R")
    assert position.actor() == -1
    assert position.moves() == []
    assert position.outcome() == Outcome((36, 36), (0, 1), "pile")


def test_n4_1_who_reveals_the_last_card_may_take_a_trio_and_no_one_else_plays() -> None:
    position = played(laid(pile="O7 O6 O5 O4 O3 O2 O1 O0 O8"), *["R"] * 9)
    assert position.actor() == 0
    assert position.outcome() is None
    assert len(texts(position)) == 85
    played(position, "T8:P0,P1,P2")
    assert position.actor() == -1
    assert position.outcome() == Outcome((12 + 33, 36), (0,), "pile")


@pytest.mark.parametrize("text", ["R", "-", "P0>O9", "T8:P0,P1,P2"])
def test_n4_1_nothing_is_decided_after_the_end(text: str) -> None:
    position = played(laid(pile=QUIET), *["R"] * 9)
    before = position.state()
    with refused("ended", "N4.1", "The match ended with the last card of the pile (N4.1)."):
        position.parse(text)
    assert position.state() == before
    with pytest.raises(NotLegal):
        position.suggest(1)


def test_n4_2_without_the_option_exchanges_never_end() -> None:
    position = laid()
    for _ in range(100):
        played(position, "P0>O9", "G0>P0", "O9>G0", "P0>O9", "G0>P0", "O9>G0")
    assert position.exchanges == 600
    assert len(texts(position)) == 28


def test_n4_2_after_so_many_exchanges_by_all_together_a_card_is_revealed() -> None:
    position = played(laid(max_exchanges=3), "P0>O9", "G0>P0", "P1>G0")
    assert texts(position) == ["R"]
    before = position.state()
    sentence = "After so many exchanges a card must be revealed (N4.2)."
    with refused("must_reveal", "N4.2", sentence, move="G1>P1"):
        position.parse("G1>P1")
    assert position.state() == before


def test_n4_2_any_reveal_resets_the_count() -> None:
    position = played(laid(pile=QUIET, max_exchanges=2), "P0>O9", "R", "P1>P8", "G1>O7")
    assert texts(position) == ["R"]
    played(position, "R")
    assert len(texts(position)) > 1


def test_n4_2_a_trio_is_still_decided_after_a_forced_reveal() -> None:
    position = played(laid(max_exchanges=1), "P0>O9", "R")
    assert len(texts(position)) == 85
    played(position, "-")
    assert "P1>P8" in texts(position)


def test_n5_5_most_points_win_and_tied_seats_all_win() -> None:
    hands = (*HANDS, "O0 O1 O2 O3 O4 O5 O6 P10 O9")
    position = laid(hands, row="P8 G8 P9", pile="G10 G9 P3 O7 O6 O5 O4 O3 O2")
    played(position, *["R"] * 9)
    assert position.outcome() == Outcome((36, 36, 40), (2,), "pile")
    outcome = played(laid(pile=QUIET), *["R"] * 9).outcome()
    assert outcome is not None
    assert outcome.result() == {"scores": [36, 36], "winners": [0, 1], "end": "pile"}


def test_n5_5_the_sheet_of_the_hands_at_the_end_scores_as_the_engine_does() -> None:
    for walk in walks(80, seed=500):
        position = walk.position
        position.playout(7)
        sheet = {"seats": [{"hand": hand(position, seat)} for seat in range(position.players)]}
        view = position.view(None)
        setup, options = {"mission": position.mission}, view["options"]
        assert isinstance(options, dict)
        scored = NIWA.score_match(sheet, setup=setup, options=options, seats=position.players)
        outcome = position.outcome()
        assert outcome == Outcome(scored.scores, scored.winners, str(scored.end))


def test_n6_1_three_matches_with_three_missions_add_up() -> None:
    hands = (HANDS[0], "G0 G1 G2 G3 G4 G5 G6 G7 G9")
    outcomes = [
        played(laid(hands, pile=QUIET, mission=mission, start=start), *["R"] * 9).outcome()
        for start, mission in ((0, 1), (1, 6), (0, 7))
    ]
    assert outcomes == [
        Outcome((36, 37), (1,), "pile"),
        Outcome((16, 25), (1,), "pile"),
        Outcome((20, 12), (0,), "pile"),
    ]
    scores = [outcome.scores for outcome in outcomes if outcome]
    assert [sum(seat) for seat in zip(*scores, strict=True)] == [72, 74]
