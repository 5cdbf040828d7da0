"""Bots: they see their own seat alone, decide alike from the same seed, and differ in strength."""

from collections import Counter
from collections.abc import Callable
from typing import Any
from zlib import crc32

import pytest

from engines.bots import AT_ONCE, Bot, Seen, make_bot, mcts
from engines.bots.judge import Judge
from engines.gnome_hollow.terms import GNOME, PLACE
from engines.play import play_game
from engines.position import OVER, Move, Outcome, Position
from engines.registry import ENGINES
from engines.rng import Rng
from engines.values import RuleBroken
from tests.engines.games import are_compiled, cases

GAMES = list(ENGINES)
BOTS = ["random", "greedy", "mcts:8"]
GARDEN = {"name": "garden", "rows": ["1..z..", ".F..G.", "...2..", "...2..", ".W..F.", "..1..v"]}
"""So small that games are short also where they are played from their sources."""
GIVEN: dict[str, dict[str, Any]] = {
    "niwa": {"options": {"max_exchanges": 12}},
    "gazebo": {"options": {}, "board": GARDEN},
    "gnome_hollow": {"options": {"signpost_choice": "random"}},
}
PLAYED = [
    (name, bot)
    for name in GAMES
    for bot in BOTS
    if are_compiled() or (name, bot) != ("gnome_hollow", "mcts:8")
]
"""Who plays which; a search that tries hundreds of lays at each decision needs compiled modules."""
DECIDED = {
    "niwa": ["G3>G7", "G0>G9", "G3>G3", "O7>P9", "R"],
    "gazebo": ["FW d5w", "+p", "FW d5w", "FG c5e", "GW a3e"],
    "gnome_hollow": ["55@0,1:5f", "g2 path 1,-1/0", ".", "4@-2,-1:0", "."],
}
"""What searches chose, compiled or not. Where it changes, `docs/games/bots.md` is measured anew."""
SEEDS = 60
GAMES_BETWEEN = {"niwa": 40, "gazebo": 24, "gnome_hollow": 8}


@pytest.fixture
def deep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight playouts take all the steps of thousands: moves of the tree follow after one visit."""
    monkeypatch.setattr(mcts, "GROWN", 1)


def deal(name: str, seed: int, players: int = 3, **options: Any) -> Position:
    given: dict[str, Any] = dict(GIVEN[name])
    return ENGINES[name].deal(players, seed, given.pop("options") | options, **given)


def midway(name: str, seed: int, decisions: int, **options: Any) -> Position:
    """A position after so many random decisions, or the last one that is no end."""
    position, rng = deal(name, seed, **options), Rng(seed)
    for _ in range(decisions):
        moves, before = position.moves(), position.copy()
        position.push(moves[rng.below(len(moves))])
        if position.actor() == OVER:
            return before
    return position


def hidden_parts(name: str, position: Any) -> dict[str, list[int]]:
    """Each part that some seat cannot see."""
    if name == "niwa":
        hands = {f"hand {seat}": position.hand_of(seat) for seat in range(3)}
        return {"pile": position.pile_cards(), **hands}
    if name == "gnome_hollow":
        bag = list(position.bag[position.bag_at : position.bag_size])
        signposts = list(position.sign_order[position.ordered :])
        reserve = list(position.reserve[: position.reserve_size])
        return {"bag": bag, "reserve": reserve, "signposts": signposts}
    hands = {f"hand {at}": list(position.hand[6 * at : 6 * at + 6]) for at in range(3)}
    own = {
        f"personal {at}": list(position.personal[5 * at + position.personal_at[at] : 5 * at + 5])
        for at in range(3)
    }
    common = list(position.common[position.common_at : position.common_size])
    reserve = list(position.reserve[position.reserve_at : position.reserve_size])
    return {**hands, **own, "common": common, "reserve": reserve}


def choices(name: str, make: Callable[[], Bot]) -> list[tuple[set[Move], set[str]]]:
    """At several positions: what new bots choose in worlds that look the same to who decides,
    and which hidden parts were not the same in all of these worlds."""
    found = []
    for seed in range(6):
        position = midway(name, seed, 4 * seed)
        seat, parts = position.actor(), hidden_parts(name, position)
        chosen, swapped = {make().choose(Seen(position))}, set()
        for other_seed in range(4):
            other = position.determinize(seat, other_seed)
            assert other.view(seat) == position.view(seat)
            chosen.add(make().choose(Seen(other)))
            now = hidden_parts(name, other)
            swapped |= {part for part in parts if now[part] != parts[part]}
        found.append((chosen, swapped - {f"hand {seat}"}))
    return found


class Peeking:
    """Decides by what lies hidden, which it cannot see."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, seen: Seen) -> Move:
        parts = hidden_parts(self.name, seen._position)
        digest = crc32(str(parts).encode())
        return seen.moves()[digest % len(seen.moves())]


@pytest.mark.usefixtures("deep")
@pytest.mark.parametrize(("name", "bot"), PLAYED)
def test_what_is_hidden_changes_no_decision(name: str, bot: str) -> None:
    found = choices(name, lambda: make_bot(bot, ENGINES[name], 11))
    assert [len(chosen) for chosen, _ in found] == [1] * 6
    assert set.union(*(swapped for _, swapped in found)) == set(hidden_parts(name, deal(name, 0)))


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_that_peeks_is_found_out(name: str) -> None:
    assert sum(len(chosen) > 1 for chosen, _ in choices(name, lambda: Peeking(name))) > 3


@pytest.mark.parametrize("bot", AT_ONCE)
@pytest.mark.parametrize("name", GAMES)
def test_a_bot_that_decides_at_once_is_the_one_of_playouts(name: str, bot: str) -> None:
    """In a simulation either plays: every kind of decision is about as likely to both."""
    kinds, options = set(), {"market_tiles": "may_store"} if name == "gnome_hollow" else {}
    for decisions in (0, 3, 40):  # after 40 a stored tile may be placed, or placing ended
        position = midway(name, 6, decisions, **options)
        by_bot, by_game = Counter[str](), Counter[str]()
        for seed in range(SEEDS):
            by_bot[
                kind_of(position, make_bot(bot, ENGINES[name], seed).choose(Seen(position)))
            ] += 1
            by_game[kind_of(position, position.suggest(seed, bot))] += 1
        kinds |= {*by_bot, *by_game}
        for kind in by_bot | by_game:
            assert abs(by_bot[kind] - by_game[kind]) < SEEDS / 4, (decisions, kind)
    assert len(kinds) > 1


def kind_of(position: Position, move: Move) -> str:
    """The decision's first letter: a verb's, or that of what is given or placed."""
    return position.text(move)[0]


@pytest.mark.usefixtures("deep")
@pytest.mark.parametrize(("name", "bot"), PLAYED)
def test_a_bot_plays_a_whole_game_and_the_same_one_again(name: str, bot: str) -> None:
    given: dict[str, Any] = dict(GIVEN[name])
    options = given.pop("options")
    games = [play_game(ENGINES[name], [bot, "greedy"], 4, options, **given) for _ in range(2)]
    assert games[0] == games[1]
    assert games[0].result is not None


@pytest.mark.usefixtures("deep")
@pytest.mark.parametrize("name", GAMES)
def test_a_search_decides_this_from_either_build(name: str) -> None:
    found = []
    for seed in range(5):
        position = midway(name, seed, 3 * seed)
        bot = make_bot("mcts:25", ENGINES[name], seed)
        found.append(position.text(bot.choose(Seen(position))))
    assert found == DECIDED[name]


@pytest.mark.parametrize("name", GAMES)
def test_greedy_beats_random_from_either_seat(name: str) -> None:
    given: dict[str, Any] = dict(GIVEN[name])
    options = given.pop("options")
    wins, games = 0.0, cases(range(GAMES_BETWEEN[name]), 3)
    for seed in games:
        seat = seed % 2
        bots = ["greedy", "random"] if seat == 0 else ["random", "greedy"]
        result: Any = play_game(ENGINES[name], bots, seed, options, **given).result
        wins += (seat in result["winners"]) / len(result["winners"])
    assert wins > 0.75 * len(games)


def judge(name: str, players: int = 3) -> Judge:
    return Judge(ENGINES[name], deal(name, 1, players))


def test_an_end_is_worth_the_win_and_the_lead() -> None:
    most = Outcome(scores=(40, 25, 40), winners=(0, 2), end="pile")
    assert judge("niwa").worth(most.scores, most) == pytest.approx([0.5, 0.125, 0.5])
    alone = Outcome(scores=(90, 0), winners=(0,), end="pile")
    assert judge("niwa", 2).worth(alone.scores, alone) == [1.0, 0.0]
    fewest = Outcome(scores=(0, 3, 12), winners=(0,), end="last_gazebo")
    assert judge("gazebo").worth(fewest.scores, fewest) == pytest.approx([0.75, 0.25, 0.0])


def test_before_the_end_a_win_is_worth_an_even_chance() -> None:
    assert judge("gazebo").worth([4, 8, 4], None) == pytest.approx([0.5, 0.3, 0.5])


def test_a_game_s_own_worths_name_the_greedy_decision_first() -> None:
    ranked, steps = judge("gnome_hollow"), set()
    for seed in range(16):
        position: Any = midway("gnome_hollow", seed, 5 * seed)
        moves = position.moves()
        worths = ranked.worths(position, moves)
        assert worths[moves.index(position.suggest(seed, "greedy"))] == max(worths)
        if min(worths) < max(worths):
            steps.add(position.phase())
    assert steps >= {PLACE, GNOME}


def test_of_what_gnome_hollow_brings_later_a_search_counts_a_part() -> None:
    """Mushrooms and claimed paths, which score nothing yet; at the end what they have brought."""
    position: Any = deal("gnome_hollow", 3)
    assert position.outlook() == [0, 0, 0]
    seat = position.actor()
    while not any(place >= 0 for place in position.gnome_on[2 * seat : 2 * seat + 2]):
        position.push(position.suggest(1, "greedy"))
    assert position.outlook()[seat] > 100 * position.scores()[seat]
    while position.mushrooms_left(seat) == 0:
        position.push(position.suggest(1, "greedy"))
    assert position.outlook()[seat] > 100 * position.scores()[seat] + 100
    position.playout(1, "greedy")
    assert position.outlook() == [100 * score for score in position.scores()]


def test_partners_lead_together() -> None:
    pairs = ENGINES["gazebo"].deal(4, 1, {"partnership": True}, board=GARDEN)
    assert Judge(ENGINES["gazebo"], pairs).leads([3, 4, 1, 9]) == [3, 3, -3, -3]
    alone = ENGINES["gazebo"].deal(4, 1, {}, board=GARDEN)
    assert Judge(ENGINES["gazebo"], alone).leads([3, 4, 1, 9]) == [-2, -3, 2, -8]


@pytest.mark.parametrize(
    "name",
    ["", "Greedy", "mcts", "mcts:", "mcts:0", "mcts:-1", "mcts:007", "mcts:1000001", "mcts:٣"],
)
def test_a_bot_that_is_none(name: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        make_bot(name, ENGINES["niwa"], 1)
    assert refused.value.code == "unknown_bot"
