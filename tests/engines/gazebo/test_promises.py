"""What every position of Gazebo promises, on seeded games over boards, seats and options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engines.gazebo.board import Board, load_board, parse_board
from engines.gazebo.dominoes import KINDS, STOCK
from engines.gazebo.engine import GAZEBO_ENGINE as ENGINE
from engines.gazebo.rules import Position
from engines.gazebo.terms import PASS
from engines.position import NotLegal, Outcome
from engines.rng import Rng
from tests.engines.games import cases
from tests.engines.gazebo.tables import state
from tests.engines.refusals import refused

SUPPLY = {2: 24, 3: 19, 4: 15}
BOARDS = ("bird", "butterfly", "botanical", "jungle", "qin")
EXTRA: dict[str, Any] = {"zen_draw": "extra", "big_nook_safe": "wins"}
ALL = [
    (players, board, EXTRA if (seed + players) % 2 else {}, seed)
    for players in (2, 3, 4)
    for seed, board in enumerate(BOARDS)
] + [(4, "jungle", {"partnership": True}, 9), (4, "qin", {"partnership": True, **EXTRA}, 8)]
GAMES = cases(ALL, 4)


def deal(players: int, board: str, options: dict[str, Any], seed: int) -> Position:
    position = ENGINE.deal(players, seed, options, board=board)
    assert isinstance(position, Position)
    return position


def game(position: Position, seed: int) -> Iterator[Position]:
    """Plays uniformly among the listed moves, and yields before each and at the end."""
    rng = Rng(seed)
    while position.actor() >= 0:
        yield position
        moves = position.moves()
        position.play(moves[rng.below(len(moves))])
    yield position


@pytest.mark.parametrize(("players", "board", "options", "seed"), GAMES)
def test_listed_is_accepted_and_unlisted_refused(
    players: int, board: str, options: dict[str, Any], seed: int
) -> None:
    rng = Rng(seed)
    for position in game(deal(players, board, options, seed), seed):
        moves = position.moves()
        assert moves == sorted(set(moves))
        assert bool(moves) == (position.actor() >= 0)
        assert all(position.allows(move) for move in moves)
        listed, before = set(moves), state(position)
        for move in [rng.below(PASS + 1) for _ in range(40)] + list(range(PASS - 5, PASS + 1)):
            if move in listed:
                position.copy().play(move)
                continue
            assert not position.allows(move)
            with pytest.raises(NotLegal):
                position.play(move)
        assert state(position) == before


@pytest.mark.parametrize(("players", "board", "options", "seed"), GAMES[:6])
def test_every_decision_that_is_not_listed_is_not_allowed(
    players: int, board: str, options: dict[str, Any], seed: int
) -> None:
    for number, position in enumerate(game(deal(players, board, options, seed), seed)):
        if number % 25 == 0:
            allowed = [move for move in range(-1, PASS + 2) if position.allows(move)]
            assert allowed == position.moves()


@pytest.mark.parametrize(("players", "board", "options", "seed"), GAMES)
def test_text_and_parse_are_inverse(
    players: int, board: str, options: dict[str, Any], seed: int
) -> None:
    for position in game(deal(players, board, options, seed), seed + 100):
        texts = [position.text(move) for move in position.moves()]
        assert len(set(texts)) == len(texts)
        assert [position.parse(text) for text in texts] == position.moves()


@pytest.mark.parametrize(("players", "board", "options", "seed"), GAMES)
def test_copies_are_independent_and_the_same(
    players: int, board: str, options: dict[str, Any], seed: int
) -> None:
    kept = deal(2, "qin", {}, 3)  # of another board: `assign` takes over everything
    kept.playout(1, "greedy")
    for number, position in enumerate(game(deal(players, board, options, seed), seed)):
        if number % 9 or position.actor() < 0:
            continue
        before = state(position)
        copied = position.copy()
        kept.assign(position)
        assert state(copied) == before
        assert state(kept) == before
        assert copied.suggest(5, "greedy") == kept.suggest(5, "greedy")
        assert copied.playout(5) == kept.playout(5)
        assert state(copied) == state(kept)
        assert state(position) == before


def conserve(position: Position, unseen: bool = False) -> None:
    """81 dominoes over board, hands and piles, and everybody's gazebos."""
    count = Counter(dict(enumerate(position.laid)))
    for seat in range(position.players):
        count.update(dict(enumerate(position.hand[6 * seat : 6 * seat + 6])))
        count.update(position.personal[5 * seat + position.personal_at[seat] : 5 * seat + 5])
    count.update(position.common[position.common_at : position.common_size])
    count.update(position.reserve[position.reserve_at : position.reserve_size])
    assert [count[kind] for kind in range(len(KINDS))] == list(STOCK)
    gazebos = Counter(dict(enumerate(position.scores())))
    for owner, number, _ in position.nooks():
        gazebos[owner] += number
    for owner, number in position.patios():
        gazebos[owner] += number
    assert [gazebos[seat] for seat in range(position.players)] == (
        [SUPPLY[position.players]] * position.players
    )


def components(position: Position, board: Board) -> list[tuple[int, ...]]:
    """The connected groups of one colour, found anew."""
    groups: list[tuple[int, ...]] = []
    for terrain in "FGW":
        squares = [at for at in range(len(board.squares)) if position.terrain(at) == terrain]
        groups += board.grid.groups(squares)
    return sorted(groups)


def adjacent(position: Position, board: Board, patio: tuple[int, ...], seat: int) -> int:
    around = {near for square in patio for near in board.grid.neighbours(square)}
    return sum(
        gazebos
        for owner, gazebos, squares in position.nooks()
        if owner == seat and around & set(squares)
    )


@pytest.mark.parametrize(("players", "board", "options", "seed"), GAMES)
def test_the_invariants_of_the_rules_page(
    players: int, board: str, options: dict[str, Any], seed: int
) -> None:
    ground = load_board(board)
    bigs: dict[int, int] = {}
    for position in game(deal(players, board, options, seed), seed):
        conserve(position)
        ended = position.outcome()
        nooks = position.nooks()
        groups = [group for group in components(position, ground) if len(group) > 1]
        assert [tuple(squares) for _, _, squares in nooks] == groups
        if ended and ended.end == "last_gazebo":
            continue
        for owner, gazebos, squares in nooks:
            assert 0 <= owner < players
            assert gazebos == (2 if len(squares) >= 5 else 1)
            for square in squares:
                if square in bigs:
                    assert bigs[square] == owner
            if gazebos == 2:
                bigs.update(dict.fromkeys(squares, owner))
        for patio, (owner, gazebos) in zip(ground.patios, position.patios(), strict=True):
            counts = [adjacent(position, ground, patio.squares, seat) for seat in range(players)]
            most = max(counts)
            best = [seat for seat in range(players) if counts[seat] == most]
            if owner < 0:
                assert gazebos == 0
                assert len(best) > 1 or most < (2 if patio.kind == "raised" else 1)
            else:
                assert gazebos == patio.capacity
                assert len(best) > 1 or best == [owner]


@pytest.mark.parametrize(("players", "board", "options", "seed"), GAMES)
def test_a_finished_game_has_the_outcome_of_its_scores(
    players: int, board: str, options: dict[str, Any], seed: int
) -> None:
    for each in range(8):
        position = deal(players, board, options, seed + each)
        position.playout(each)
        outcome = position.outcome()
        assert isinstance(outcome, Outcome)
        left = position.scores()
        assert outcome.scores == tuple(left)
        assert (outcome.end == "last_gazebo") == (0 in left)
        if "partnership" in options:
            assert outcome.winners in ((0, 1), (2, 3))
        else:
            assert outcome.winners == tuple(s for s in range(players) if left[s] == min(left))
        assert position.moves() == []


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize(("players", "board", "options", "seed"), GAMES)
def test_a_playout_makes_legal_decisions_the_same_for_its_seed(
    players: int, board: str, options: dict[str, Any], seed: int, policy: str
) -> None:
    start = deal(players, board, options, seed)
    played, again = start.copy(), start.copy()
    count = played.playout(seed, policy)
    assert again.playout(seed, policy) == count
    assert state(again) == state(played)
    assert played.decisions == count
    assert played.outcome() is not None
    followed = start.copy()
    for step in range(30):
        move = followed.suggest(step, policy)
        assert move in followed.moves()
        followed.play(move)


def test_an_unknown_policy_and_a_suggestion_after_the_end_are_refused() -> None:
    position = deal(2, "qin", {}, 1)
    before = state(position)
    for ask in (position.playout, position.suggest):
        with refused("unknown_policy", "", "The policy must be random or greedy."):
            ask(1, "best")
    assert state(position) == before
    position.playout(1)
    assert position.playout(1) == 0
    rule = "G4.8" if 0 in position.scores() else "G5.1"
    with refused("game_over", rule, f"The game is over ({rule})."):
        position.suggest(1)


def test_suggest_is_the_first_decision_of_a_playout() -> None:
    start = deal(2, "qin", {}, 1)
    for seed in range(20):
        followed = start.copy()
        followed.play(followed.suggest(seed, "random"))
        assert followed.text(followed.moves()[0])
        played = start.copy()
        played.playout(seed)
        first = next(at for at in range(169) if followed.terrain(at) and not start.terrain(at))
        assert played.terrain(first) == followed.terrain(first)


def test_random_placements_are_all_equally_likely() -> None:
    position = ENGINE.deal(2, 2, {}, board={"rows": ["..F..", ".G.W.", "....."]})
    moves = position.moves()
    counts = Counter(position.suggest(seed, "random") for seed in range(100 * len(moves)))
    assert sorted(counts) == moves
    spread = sum((counts[move] - 100) ** 2 / 100 for move in moves)
    assert spread < len(moves) + 5 * (2 * len(moves)) ** 0.5  # five deviations of chi-squared


def test_the_largest_board_can_be_played() -> None:
    rows = [
        "".join(".1"[column % 5 == 3 and row % 4 == 1] for column in range(26)) for row in range(99)
    ]
    rows[98] = rows[98][:25] + "F"
    rows[0] = "G" + rows[0][1:]
    board = parse_board(rows)
    position = ENGINE.deal(2, 1, {}, board=board)
    last = [position.text(move) for move in position.moves()]
    assert "FG z98n" in last or "FW z98n" in last
    position.playout(1)
    assert isinstance(position, Position)
    conserve(position)
    groups = [group for group in components(position, board) if len(group) > 1]
    assert [tuple(squares) for _, _, squares in position.nooks()] == groups


def test_a_board_full_of_start_squares_can_be_played() -> None:
    rows = ["FGWFGWFGW", "GWFGWFGWF", ".........", "GWFGWFGWF", "WFGWFGWFG", "........."]
    for seed in range(10):
        position = ENGINE.deal(3, seed, {}, board={"rows": rows})
        assert isinstance(position, Position)
        for each in game(position, seed):
            conserve(each)
