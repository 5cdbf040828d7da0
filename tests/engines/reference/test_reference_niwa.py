"""The plain Niwa reference: the source's example, each rule of a turn, whole rounds."""

import copy
import random
from collections import Counter
from typing import Any

import pytest

from tests.engines.reference import niwa
from tests.engines.reference.records import Broken

PILE = "P0 G1 O2 P3 G10 O5 P6 G7 O9"  # makes no trio by itself


def round_of(
    *hands: str, row: str = "P1 G2 O3", pile: str = PILE, mission: int = 5, **options: Any
) -> niwa.Reference:
    """A round of these hands; seat 0 starts."""
    setup = {"mission": mission, "start": 0, "hands": list(hands), "row": row, "pile": pile}
    return niwa.Reference(len(hands), options, setup)


def cards(text: str) -> Counter[str]:
    """Cards in no order."""
    return Counter(text.split(" "))


def finish(game: niwa.Reference) -> None:
    while not game.over():
        game.play("-" if game.must_choose else "R")


def refuse(game: niwa.Reference, text: str) -> str:
    """The rule that forbids this text, and nothing has changed."""
    before = copy.deepcopy(vars(game))
    with pytest.raises(Broken) as broken:
        game.play(text)
    assert vars(game) == before
    return broken.value.rule


EXAMPLE = "P8 G8 O8 P10 P10 G4 G4 O1 P2"
OTHER = "P4 P5 P7 P9 G0 G3 G5 G6 G9"


def test_the_sources_hand_is_worth_forty() -> None:
    """N5.4."""
    game = round_of(EXAMPLE, OTHER)
    finish(game)
    assert game.result() == {"scores": [40, 0], "winners": [0], "end": "pile"}


def test_tied_players_are_both_winners() -> None:
    """N5.5."""
    game = round_of("P4 P5 P7 P9 G0 G3 G5 G6 G9", "P4 P5 P7 P9 G0 G3 G5 G6 G9", mission=1)
    finish(game)
    assert game.result() == {"scores": [48, 48], "winners": [0, 1], "end": "pile"}


def test_an_exchange_swaps_two_cards_and_ends_the_turn() -> None:
    """N3.1."""
    game = round_of(EXAMPLE, OTHER)
    game.play("P2>O3")
    assert Counter(game.hands[0]) == cards("P8 G8 O8 P10 P10 G4 G4 O1 O3")
    assert Counter(game.row) == Counter(["P1", "G2", "P2"])
    assert game.actor() == 1


def test_an_identical_copy_is_another_card() -> None:
    """N3.1."""
    game = round_of(EXAMPLE, OTHER, row="P2 G2 O3")
    game.play("P2>P2")
    assert (game.exchanges, game.actor()) == (1, 1)
    assert Counter(game.row) == Counter(["P2", "G2", "O3"])


def test_the_card_put_down_cannot_be_the_card_taken() -> None:
    """N3.1."""
    assert refuse(round_of(EXAMPLE, OTHER), "P8>P8") == "N3.1"


def test_no_trio_is_taken_after_an_exchange_but_by_the_next_reveal() -> None:
    """N3.1, N3.2: the trio need not contain the revealed card."""
    game = round_of("G2 G8 O8 P10 P10 G4 G4 O1 P3", OTHER, row="P2 P8 O2")
    game.play("G2>P8")
    assert (game.actor(), game.must_choose) == (1, False)
    game.play("R")
    assert (game.actor(), game.must_choose) == (1, True)
    assert "T2:P4,P5,P7" in game.legal()


def test_a_trio_is_taken_for_three_cards_that_stay_in_the_row() -> None:
    """N3.3: a copy of the trio's number is put down and not taken back."""
    game = round_of("P2 G8 O8 P10 P10 G4 G4 O1 P3", OTHER, row="P2 G2 O2")
    game.play("R")
    game.play("T2:P2,P10,G4")
    assert Counter(game.row) == Counter(["P0", "P2", "P10", "G4"])
    assert Counter(game.hands[0]) == cards("P2 G2 O2 G8 O8 P10 G4 O1 P3")


def test_two_trios_of_one_number_are_one_choice_and_two_numbers_are_two() -> None:
    """N3.3."""
    game = round_of(EXAMPLE, OTHER)
    game.row = [*cards("P3 P3 G3 G3 O3 O3 P6 G6 O6").elements()]
    game.play("R")
    three_of_hand = 35 + 2 * 6  # three of seven kinds, or a pair of P10 or G4 and one more
    assert three_of_hand == len({text.split(":")[1] for text in game.legal() if text != "-"})
    assert {text.split(":")[0] for text in game.legal()} == {"-", "T3", "T6"}
    assert len(game.legal()) == 1 + 2 * three_of_hand


def test_after_a_reveal_without_a_trio_nothing_is_asked() -> None:
    game = round_of(EXAMPLE, OTHER)
    game.play("R")
    assert game.actor() == 1
    assert refuse(game, "-") == "N3.2"
    assert refuse(game, "T2:P4,P5,P7") == "N3.2"


def test_a_trio_is_taken_or_declined_before_anything_else() -> None:
    game = round_of(EXAMPLE, OTHER, row="P3 G3 O3")
    game.play("R")
    assert refuse(game, "R") == "N3.2"
    assert refuse(game, "P8>P3") == "N3.2"
    assert refuse(game, "T8:P8,P10,G4") == "N3.3"
    assert refuse(game, "T3:P8,P8,G4") == "N3.2"
    assert refuse(game, "T3:G4,P8,P10") == "records"
    assert refuse(game, "T3:P10,P8,G4") == "records"
    game.play("-")
    assert game.actor() == 1


def test_a_trio_that_lies_there_after_the_last_reveal_is_still_asked() -> None:
    """N4.1."""
    game = round_of(EXAMPLE, OTHER, row="P9 G2 O9", pile="P0 G1 O2 P3 G10 O5 P6 G7 G9")
    for _ in range(9):
        game.play("R")
    assert (game.over(), game.actor()) == (False, 0)
    game.play("T9:P2,G4,O1")
    assert game.over()
    assert (game.actor(), game.legal()) == (None, [])
    assert game.result()["scores"] == [12 + 11 + 20, 0]
    assert refuse(game, "R") == "N4.1"


def test_so_many_exchanges_in_a_row_force_a_reveal() -> None:
    """N4.2: by all seats together; a reveal resets the count."""
    game = round_of(EXAMPLE, OTHER, max_exchanges=2)
    game.play("P2>P1")
    game.play("P4>P2")
    assert game.legal() == ["R"]
    assert refuse(game, "P1>P4") == "N4.2"
    game.play("R")
    assert "P5>P0" in game.legal()


@pytest.mark.parametrize("text", ["", "r", "P03>P1", "P11>P1", "P2 > P1", "R\n", "T2:P2,P8", "R "])
def test_another_spelling_is_no_decision(text: str) -> None:
    assert refuse(round_of(EXAMPLE, OTHER), text) == "records"


def test_a_card_nobody_saw_cannot_be_drawn() -> None:
    game = round_of(EXAMPLE, OTHER, pile="? G1 O2 P3 G10 O5 P6 G7 O9")
    assert "R" not in game.legal()
    assert refuse(game, "R") == "records"


def a_setup(**changes: Any) -> dict[str, Any]:
    return {**niwa.deal(2, {}, seed=5, mission=5), **changes}


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"mission": 9}, "N2.1"),
        ({"mission": True}, "N2.1"),
        ({"start": 2}, "N2.4"),
        ({"start": None}, "N2.4"),
        ({"row": "P1 G2"}, "N2.2"),
        ({"row": "P1 G2 ?"}, "N2.2"),
        ({"row": "P1  G2 O3"}, "N2.2"),
        ({"row": "P1 G2 O11"}, "N2.2"),
        ({"hands": [EXAMPLE]}, "records"),
        ({"hands": [EXAMPLE, OTHER], "row": "P10 G2 O3", "pile": PILE}, "N1"),
        ({"hands": [EXAMPLE, "? P5 P7 P9 G0 G3 G5 G6 G9"]}, "N2.2"),
        ({"pile": "? ? ? ? ? ? ? ?"}, "N2.2"),
    ],
)
def test_an_illegal_deal_is_refused(changes: dict[str, Any], rule: str) -> None:
    with pytest.raises(Broken) as broken:
        niwa.Reference(2, {}, a_setup(**changes))
    assert broken.value.rule == rule


@pytest.mark.parametrize(
    "options", [{"tie": "share"}, {"rounds": 3}, {"max_exchanges": -1}, {"min_run": True}]
)
def test_an_unknown_option_or_value_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Broken) as broken:
        niwa.Reference(2, options, a_setup())
    assert broken.value.rule == "records"


@pytest.mark.parametrize("players", [1, 7, True, "2"])
def test_two_to_six_players(players: Any) -> None:
    with pytest.raises(Broken) as broken:
        niwa.Reference(players, {}, a_setup())
    assert broken.value.rule == "N1.2"


def whole_round(seed: int) -> dict[str, Any]:
    """The record of a random round; invariants hold after each decision."""
    dice = random.Random(seed)
    players = 2 + seed % 5
    options = {"max_exchanges": 4 * players} if seed % 2 else {}
    setup = niwa.deal(players, options, seed, start=seed % players)
    game = niwa.Reference(players, options, setup)
    dealt = held(game)
    moves = []
    while not game.over():
        legal = game.legal()
        assert legal == sorted(set(legal))
        text = "R" if "R" in legal and dice.random() < 0.3 else dice.choice(legal)
        moves.append(text)
        game.play(text)
        assert held(game) == dealt
        assert [len(hand) for hand in game.hands] == [9] * players  # N3.5
        assert len(game.row) + len(game.pile) == 12
    return {
        "format": 1,
        "game": "niwa",
        "rules": 1,
        "players": players,
        "options": options,
        "setup": setup,
        "moves": moves,
        "result": game.result(),
    }


def held(game: niwa.Reference) -> Counter[str]:
    return Counter(card for pile in (*game.hands, game.row, game.pile) for card in pile)


@pytest.mark.parametrize("seed", range(50))
def test_a_random_round_ends_and_its_record_is_right(seed: int) -> None:
    record = whole_round(seed)
    moves = record["moves"]
    assert moves.count("R") == 9
    assert niwa.verify(record) is None
    assert niwa.verify({**record, "moves": moves[:-1]}) == (len(moves) - 1, "result", "records")
    assert niwa.verify({**record, "moves": [*moves, "R"]}) == (len(moves), "R", "N4.1")


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"format": 2}, (-1, "setup", "records")),
        ({"rules": 2}, (-1, "setup", "records")),
        ({"game": "gazebo"}, (-1, "setup", "records")),
        ({"players": 3}, (-1, "setup", "records")),
        ({"moves": ["R", 7]}, (1, "7", "records")),
        ({"moves": ["x"]}, (0, "x", "records")),
        ({"note": "kept"}, None),
        ({"options": {"min_run": 2}}, None),
    ],
)
def test_the_first_fault_of_a_record_is_named(changes: dict[str, Any], fault: Any) -> None:
    record = whole_round(0)
    assert niwa.verify({**record, **changes}) == fault


def test_a_result_is_exactly_scores_winners_and_end() -> None:
    record = whole_round(0)
    last = (len(record["moves"]), "result", "records")
    right = record["result"]
    for wrong in (
        {**right, "note": 1},
        {**right, "end": "last"},
        {**right, "scores": [*map(float, right["scores"])]},
        {"scores": right["scores"]},
        None,
    ):
        assert niwa.verify({**record, "result": wrong}) == last
    del record["result"]
    assert niwa.verify(record) is None
