"""What every engine promises, for Niwa."""

from collections import Counter

import pytest

from engines.niwa import notation
from engines.niwa.rules import Position
from engines.position import NotLegal
from engines.rng import Rng
from tests.engines.niwa.matches import Walk, cards_in_play, laid, played, walks
from tests.engines.refusals import check_form

DECISIONS = [move for move in range(notation.MOVES) if notation.is_decision(move)]


def test_the_walks_reach_every_phase() -> None:
    decisions = Counter(str(walk.position.view(None)["decision"]) for walk in walks(300, seed=0))
    assert min(decisions[name] for name in ("turn", "trio", "over")) >= 10


def test_listed_moves_are_ascending_once_each_and_accepted() -> None:
    for walk in walks(150, seed=1000):
        moves = walk.position.moves()
        assert moves == sorted(set(moves))
        assert bool(moves) == (walk.position.actor() >= 0)
        for move in moves:
            after, fast = walk.position.copy(), walk.position.copy()
            after.play(move)
            fast.push(move)
            assert after.state() == fast.state()


def refused_moves(position: Position, moves: list[int]) -> list[int]:
    """Those that are refused; a refusal must change nothing."""
    before = position.state()
    found = []
    for move in moves:
        if position.fault(move) == notation.LEGAL:
            continue
        with pytest.raises(NotLegal) as caught:
            position.play(move)
        check_form(caught.value)
        assert caught.value.rule.startswith(("N3", "N4"))
        found.append(move)
    assert position.state() == before
    return found


def test_all_that_is_not_listed_is_refused_and_changes_nothing() -> None:
    turn, choice = laid(), played(laid(), "R")
    for position in (turn, choice):
        legal = position.moves()
        assert [m for m in DECISIONS if position.fault(m) == notation.LEGAL] == legal
        others = [move for move in DECISIONS[::7] if move not in legal]
        assert refused_moves(position, others) == others


def test_what_is_not_listed_is_refused_everywhere() -> None:
    for number, walk in enumerate(walks(120, seed=2000)):
        position, rng = walk.position, Rng(number)
        tried = [*range(0, 1091, 5), *(DECISIONS[rng.below(len(DECISIONS))] for _ in range(60))]
        tried += [notation.REVEAL, notation.DECLINE, notation.NO_DECISION - 10**6]
        legal = set(position.moves())
        others = [move for move in tried if move not in legal]
        assert refused_moves(position, others) == others


def test_copies_are_independent() -> None:
    for walk in walks(60, seed=3000):
        position, before = walk.position, walk.position.state()
        twin = position.copy()
        assert twin.state() == before
        twin.playout(1)
        assert position.state() == before
        other = walk.deal.copy()
        other.assign(position)
        assert other.state() == before
        position.playout(2)
        assert other.state() == before
        other.playout(2)
        assert other.state() == position.state()


def test_no_card_is_made_or_lost() -> None:
    for walk in walks(150, seed=4000):
        dealt = cards_in_play(walk.deal)
        assert cards_in_play(walk.position) == dealt
        walk.position.playout(3, "greedy")
        assert cards_in_play(walk.position) == dealt
        assert dealt.total() == 9 * walk.deal.players + 12


def test_replaying_the_texts_reaches_the_same_position() -> None:
    for walk in walks(60, seed=5000):
        again, following = walk.deal.copy(), walk.deal.copy()
        for move in walk.moves:
            again.play(again.parse(following.text(move)))
            following.push(move)
        assert again.state() == walk.position.state()


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_playout_makes_legal_decisions_to_the_end(policy: str) -> None:
    for number, walk in enumerate(walks(100, seed=6000)):
        position, again = walk.position.copy(), walk.position.copy()
        made: list[int] = []
        assert position.playout(number, policy, made) == len(made)
        for move in made:
            again.play(move)
        assert again.state() == position.state()
        assert position.actor() == -1
        if made:
            assert walk.position.suggest(number, policy) == made[0]


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_playout_is_the_same_from_the_same_seed(policy: str) -> None:
    def moves(walk: Walk, seed: int) -> list[int]:
        made: list[int] = []
        walk.position.copy().playout(seed, policy, made)
        return made

    different = 0
    for walk in walks(40, seed=7000):
        assert moves(walk, 5) == moves(walk, 5)
        different += moves(walk, 5) != moves(walk, 6)
    assert different > 10
