"""Bots: they see their own seat alone, decide alike from the same seed, and differ in strength."""

from typing import Any

import pytest

from engines.bots import Seen, make_bot
from engines.bots.mcts import rewards_of
from engines.play import play_game
from engines.position import OVER, Outcome, Position
from engines.registry import ENGINES
from engines.rng import Rng
from engines.values import RuleBroken
from tests.engines.games import GIVEN

GAMES = list(ENGINES)
BOTS = ["random", "greedy", "mcts:5"]
"""A search of five playouts decides by the same steps as one of thousands, and tests stay quick."""

GAMES_BETWEEN = {"niwa": 40, "gazebo": 6}
"""So many games that the better bot is seen, and no more: Gazebo from its source is slow."""


def deal(name: str, seed: int, players: int = 3) -> Position:
    given: dict[str, Any] = dict(GIVEN[name])
    return ENGINES[name].deal(players, seed, given.pop("options"), **given)


def midway(name: str, seed: int, decisions: int) -> Position:
    """A position after so many random decisions."""
    position, rng = deal(name, seed), Rng(seed)
    for _ in range(decisions):
        moves = position.moves()
        position.push(moves[rng.below(len(moves))])
    return position


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", BOTS)
def test_what_is_hidden_changes_no_decision(name: str, bot: str) -> None:
    changed = 0
    for seed in range(4):
        position = midway(name, seed, 3 * seed)
        if position.actor() == OVER:
            continue
        engine, seat = ENGINES[name], position.actor()
        choice = make_bot(bot, engine, 11).choose(Seen(position))
        for other_seed in range(3):
            other = position.determinize(seat, other_seed)
            assert other.view(seat) == position.view(seat)
            changed += any(
                other.view(each) != position.view(each) for each in range(3) if each != seat
            )
            assert make_bot(bot, engine, 11).choose(Seen(other)) == choice
    assert changed > 6


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_plays_a_whole_game_and_the_same_one_again(name: str, bot: str) -> None:
    given: dict[str, Any] = dict(GIVEN[name])
    options = given.pop("options")
    games = [play_game(ENGINES[name], [bot, "greedy"], 4, options, **given) for _ in range(2)]
    assert games[0] == games[1]
    assert games[0].result is not None


@pytest.mark.parametrize("name", GAMES)
def test_greedy_beats_random_from_either_seat(name: str) -> None:
    given: dict[str, Any] = dict(GIVEN[name])
    options = given.pop("options")
    wins, games = 0.0, GAMES_BETWEEN[name]
    for seed in range(games):
        seat = seed % 2
        bots = ["greedy", "random"] if seat == 0 else ["random", "greedy"]
        result: Any = play_game(ENGINES[name], bots, seed, options, **given).result
        wins += (seat in result["winners"]) / len(result["winners"])
    assert wins > 0.75 * games


def test_an_end_is_worth_the_win_and_the_lead() -> None:
    most = Outcome(scores=(40, 25, 40), winners=(0, 2), end="pile")
    assert rewards_of(most, "most") == pytest.approx([0.5, 0.125, 0.5])
    fewest = Outcome(scores=(0, 3, 12), winners=(0,), end="last_gazebo")
    assert rewards_of(fewest, "fewest") == pytest.approx([0.775, 0.225, 0.15])
    assert rewards_of(Outcome((90, 0), (0,), "pile"), "most") == [1.0, 0.0]


@pytest.mark.parametrize(
    "name",
    ["", "Greedy", "mcts", "mcts:", "mcts:0", "mcts:-1", "mcts:007", "mcts:1000001", "mcts:٣"],
)
def test_a_bot_that_is_none(name: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        make_bot(name, ENGINES["niwa"], 1)
    assert refused.value.code == "unknown_bot"
