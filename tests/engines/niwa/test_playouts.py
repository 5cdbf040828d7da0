"""How the two policies decide."""

from collections import Counter

import pytest

from engines.niwa import notation
from engines.niwa.cards import hand_text
from engines.niwa.rules import Position
from engines.niwa.scoring import score_hand
from tests.engines.niwa.matches import HANDS, laid, played, walks
from tests.engines.refusals import refused


def first_moves(position: Position, seeds: int, policy: str) -> Counter[str]:
    """What a playout from each of these seeds begins with."""
    return Counter(position.text(position.suggest(seed, policy)) for seed in range(seeds))


def test_random_turns_are_even_over_pairs_of_places_and_the_reveal() -> None:
    position = laid(hands=("P0 P0 P2 P3 P4 P5 P6 P7 P8", HANDS[1]), max_exchanges=1)
    found = first_moves(position, 2800, "random")
    assert set(found) == {position.text(move) for move in position.moves()}
    assert all(140 < found[text] < 260 for text in ("P0>O9", "P0>P8", "P0>G8"))
    assert all(60 < times < 150 for text, times in found.items() if not text.startswith("P0"))


def test_random_trios_are_even_over_declining_and_each_three_places() -> None:
    position = played(laid(), "R")
    found = first_moves(position, 8500, "random")
    assert set(found) == {position.text(move) for move in position.moves()}
    assert all(55 < times < 150 for times in found.values())


def two_trios(mission: int) -> Position:
    """A choice between trios of 8 and of 9."""
    hands = ("P0 P1 P2 P3 P4 P5 P6 P7 P10", HANDS[1].replace("G8", "G9"))
    pile = "O9 P9 G9 O5 O4 O3 O2 O1 O0"
    return played(laid(hands, "P8 G8 O8", pile, mission), "R", "-", "R", "-", "R")


def test_random_trios_reach_both_of_two_trios() -> None:
    position = two_trios(mission=1)
    found = {notation.spell(position.suggest(seed, "random")) for seed in range(3000)}
    assert found == {position.text(move) for move in position.moves()}


def own_score(position: Position, seat: int) -> int:
    options = position.view(None)["options"]
    assert isinstance(options, dict)
    hand = position.hand_of(seat)
    assert len(hand) == 9, hand_text(hand)
    return score_hand(hand, position.mission, options).total


def test_greedy_takes_what_raises_its_own_hand_most_or_reveals() -> None:
    raised: Counter[str] = Counter()
    for number, walk in enumerate(walks(160, seed=300)):
        position, seat = walk.position, walk.position.actor()
        if seat < 0:
            continue
        scores: dict[int, int] = {}
        for move in position.moves():
            after = position.copy()
            after.push(move)
            scores[move] = own_score(after, seat)
        chosen = position.suggest(number, "greedy")
        if max(scores.values()) > own_score(position, seat):
            assert scores[chosen] == max(scores.values())
            raised[position.text(chosen)[0]] += 1
        else:
            assert chosen in (notation.REVEAL, notation.DECLINE)
    assert raised["T"] >= 3
    assert raised.total() > 80


def test_greedy_weighs_each_trio_by_itself() -> None:
    position = two_trios(mission=1)
    chosen = {position.text(position.suggest(seed, "greedy")) for seed in range(20)}
    assert chosen == {"T8:P0,P1,P2"}


def test_greedy_declines_a_trio_that_gains_nothing() -> None:
    hands = ("P3 G3 P4 P6 P7 P8 P9 G9 G8", "G0 G1 G2 O3 G4 G5 G6 G7 O7")
    position = played(laid(hands, "P10 G10 O2", "O10 O8 O6 O5 O4 O1 O0 P0 P1"), "R")
    assert {position.text(position.suggest(seed, "greedy")) for seed in range(20)} == {"-"}


def test_greedy_draws_lots_among_equal_decisions() -> None:
    hands = ("P0 P1 P2 P3 P4 P5 P6 P7 P7", "G0 G1 G2 G3 G4 G5 G6 G7 O7")
    position = laid(hands, row="P10 G10 O9", pile="O8 " + "O0 O1 O2 O3 O4 O5 O6 G9")
    found = first_moves(position, 400, "greedy")
    assert set(found) == {"P0>P10", "P0>G10"}
    assert min(found.values()) > 120


def test_greedy_reveals_when_it_must() -> None:
    position = played(laid(max_exchanges=1), "P0>P8")
    assert position.suggest(1, "greedy") == notation.REVEAL


@pytest.mark.parametrize("name", ["", "Greedy", "mcts"])
def test_another_policy_is_refused(name: str) -> None:
    position = laid()
    before = position.state()
    for ask in (position.playout, position.suggest):
        with refused("unknown_policy", "", "The policy must be random or greedy."):
            ask(1, name)
    assert position.state() == before
