"""The engines against the plain references, move by move: legal sets, actors, ends, mutants.

The suite plays a few games of each kind; `python -m tests.engines.agreement niwa --games 2000`
plays as many as it is told, of every number of players, board and set of options.
"""

import argparse
import copy
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.gazebo.boards import BOARDS
from engines.position import OVER
from engines.record import verify
from engines.registry import ENGINES
from engines.rng import Rng, mixed
from tests.engines.reference import gazebo, gnome_hollow, gnome_hollow_lively, niwa


@dataclass(frozen=True)
class Kind:
    """A kind of game: its players and options, and what `deal` is given."""

    game: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        said = [f"{name}={value}" for name, value in (self.options | self.given).items()]
        return "-".join([self.game, str(self.players), *said])


REFERENCES: dict[str, Any] = {
    "niwa": niwa.Reference, "gazebo": gazebo.Reference, "gnome_hollow": gnome_hollow.Reference,
}  # fmt: skip
VERIFIERS: dict[str, Callable[[Any], Any]] = {
    "niwa": niwa.verify, "gazebo": gazebo.verify, "gnome_hollow": gnome_hollow.verify,
}  # fmt: skip


NIWA_OPTIONS: list[dict[str, Any]] = [
    {"max_exchanges": 12}, {"max_exchanges": 5, "highest_copies": "both", "min_run": 1},
]  # fmt: skip
GAZEBO_OPTIONS: list[dict[str, Any]] = [
    {}, {"zen_draw": "extra"}, {"big_nook_safe": "wins"},
    {"zen_draw": "extra", "big_nook_safe": "wins"},
]  # fmt: skip

GNOME_HOLLOW_OPTIONS: list[dict[str, Any]] = [
    {}, {"trade_board": True}, {"advanced_board": True},
    {"trade_board": True, "advanced_board": True},
    {"market_tiles": "may_store", "permission": "always", "ring_visit": "both"},
    {"market_refill": "end_of_turn", "permission": "never", "trade_board": True,
     "two_player_tokens": "none"},
    {"ring_size": "passes", "signpost_choice": "random", "advanced_board": True},
    {"market_tiles": "may_store", "trade_board": True, "trade_on_bonus": "on",
     "advanced_board": True, "shape_denies_mushrooms": "on"},
    {"market_tiles": "may_store", "market_refill": "end_of_turn", "ring_size": "passes",
     "signpost_choice": "random", "ring_visit": "both", "two_player_tokens": "none",
     "trade_board": True, "trade_on_bonus": "on", "advanced_board": True,
     "shape_denies_mushrooms": "on"},
]  # fmt: skip


def kinds(game: str) -> Iterator[Kind]:
    """Every number of players with every mission or board, where options come in turn; or with
    every set of options."""
    if game == "niwa":
        for players in range(2, 7):
            for mission in range(1, 9):
                options = NIWA_OPTIONS[(players + mission) % len(NIWA_OPTIONS)]
                yield Kind(game, players, options, {"mission": mission, "start": mission % players})
        return
    if game == "gnome_hollow":
        for players in range(2, 5):
            for number in range(len(GNOME_HOLLOW_OPTIONS)):
                options = GNOME_HOLLOW_OPTIONS[(players + number) % len(GNOME_HOLLOW_OPTIONS)]
                yield Kind(game, players, options, {"start": number % players})
        return
    for players in range(2, 5):
        for number, board in enumerate(BOARDS):
            options = GAZEBO_OPTIONS[(players + number) % len(GAZEBO_OPTIONS)]
            yield Kind(game, players, options, {"board": board, "start": number % players})
    for number, board in enumerate(BOARDS):
        options = GAZEBO_OPTIONS[number % len(GAZEBO_OPTIONS)] | {"partnership": True}
        yield Kind(game, 4, options, {"board": board, "start": 1 + 2 * (number % 2)})


def play(kind: Kind, seed: int) -> dict[str, Any]:
    """Plays a random game by both, asserts that they agree at every decision; its record."""
    engine = ENGINES[kind.game]
    position = engine.deal(kind.players, mixed(seed, 0), kind.options, **kind.given)
    return play_on(kind, position, Rng(mixed(seed, 1)))


def play_on(kind: Kind, position: Any, rng: Rng, first: Sequence[str] = ()) -> dict[str, Any]:
    """As `play`, from a start position, and with these decisions first."""
    setup = ENGINES[kind.game].write_setup(position)
    reference = REFERENCES[kind.game](kind.players, kind.options, setup)
    moves: list[str] = []
    while position.actor() != OVER:
        assert reference.actor() == position.actor(), moves
        legal = {position.text(move): move for move in position.moves()}
        assert sorted(legal) == reference.legal(), moves
        text = first[len(moves)] if len(moves) < len(first) else choose(reference, rng)
        position.play(legal[text])
        reference.play(text)
        moves.append(text)
    assert reference.over(), moves
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.result() == reference.result(), moves
    return {
        "format": 1, "game": kind.game, "rules": 1, "players": kind.players,
        "options": kind.options, "setup": setup, "moves": moves, "result": outcome.result(),
    }  # fmt: skip


def choose(reference: Any, rng: Rng) -> str:
    """Any legal text alike; in Gnome Hollow, where chance closes few rings, mostly a lively one."""
    legal: list[str] = reference.legal()
    if isinstance(reference, gnome_hollow.Reference) and rng.below(8):
        return gnome_hollow_lively.choose(reference, rng.below)
    return legal[rng.below(len(legal))]


ODD: list[Any] = [
    None,
    True,
    0,
    1,
    -1,
    1.5,
    10**30,
    "",
    "x",
    "\ud800",
    [],
    {},
    [None],
    [[]],
    {"x": 1},
]
"""Values of every type, for places where another is due."""


EXTRA = ("x", "name", "patios", "result", "start", "market_kinds", "signposts")
"""Keys that somewhere mean something."""


def mutant(record: dict[str, Any], rng: Rng) -> dict[str, Any]:
    """The record with a wrong move, a wrong result, tiles that nobody knows, or something of
    another type or too many."""
    changed = copy.deepcopy(record)
    change = (change_moves, change_result, change_type, change_pile)[rng.below(4)]
    change(changed, rng)
    return changed


def change_moves(record: dict[str, Any], rng: Rng) -> None:
    """One move changed, lost, doubled, swapped or moved."""
    moves: list[str] = record["moves"]
    at, other = rng.below(len(moves)), rng.below(len(moves))
    kind = rng.below(5)
    if kind == 0:
        moves[at] = moves[other]
    elif kind == 1:
        del moves[at]
    elif kind == 2:
        moves.insert(at, moves[other])
    elif kind == 3:
        moves[at], moves[other] = moves[other], moves[at]
    else:
        text = moves[at]
        place = rng.below(len(text))
        letter = "PGOR0123456789>T:,-abcdefghijklmnesw+"[rng.below(37)]
        moves[at] = text[:place] + letter + text[place + 1 :]


def change_result(record: dict[str, Any], rng: Rng) -> None:
    """Another score, or another winner alone."""
    seat = rng.below(record["players"])
    if rng.below(2):
        record["result"]["scores"][seat] += 1 - 2 * rng.below(2)
    else:
        record["result"]["winners"] = [seat]


def change_pile(record: dict[str, Any], rng: Rng) -> None:
    """Nobody saw what lay under some tile of a face-down pile."""
    piles = [name for name in ("pile", "common", "reserve", "bag") if name in record["setup"]]
    name = piles[rng.below(len(piles))]
    tiles = record["setup"][name].split(" ")
    seen = rng.below(len(tiles) + 1)
    record["setup"][name] = " ".join(tiles[:seen] + ["?"] * (len(tiles) - seen))


def change_type(record: dict[str, Any], rng: Rng) -> None:
    """A value somewhere is lost or becomes an odd one, or a key or an entry is added; once, or
    twice, so that an early fault must be told before a late one."""
    for _ in range(1 + rng.below(2)):
        holders = list(containers(record))
        holder = holders[rng.below(len(holders))]
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        odd = copy.deepcopy(ODD[rng.below(len(ODD))])
        kind = rng.below(4) if keys else 0
        if kind == 0 and isinstance(holder, dict):
            holder[EXTRA[rng.below(len(EXTRA))]] = odd
        elif kind == 0:
            holder.insert(rng.below(len(holder) + 1), odd)
        elif kind == 1:
            del holder[keys[rng.below(len(keys))]]
        else:
            holder[keys[rng.below(len(keys))]] = odd


def containers(value: Any) -> Iterator[Any]:
    """Every object and list of a record, the outer ones first."""
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from containers(inner)


def compare_mutants(record: dict[str, Any], rng: Rng, count: int) -> int:
    """Asserts that both verifiers find the same index in each; how many both accepted."""
    accepted = 0
    for _ in range(count):
        changed = mutant(record, rng)
        fault = verify(changed, ENGINES)
        right = VERIFIERS[record["game"]](changed)
        assert (fault.index if fault else None) == (right[0] if right else None), changed
        accepted += fault is None
    return accepted


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.engines.agreement")
    parser.add_argument("game", choices=list(REFERENCES))
    parser.add_argument("--only", default="", help="kinds whose name has this, as board=qin")
    parser.add_argument("--games", type=int, default=10, help="of each kind")
    parser.add_argument("--mutants", type=int, default=5, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    games = mutants = accepted = decisions = 0
    for kind in (each for each in kinds(given.game) if given.only in str(each)):
        for number in range(given.games):
            seed = mixed(given.seed, number)
            record = play(kind, seed)
            accepted += compare_mutants(record, Rng(mixed(seed, 2)), given.mutants)
            games, mutants = games + 1, mutants + given.mutants
            decisions += len(record["moves"])
        sys.stdout.write(f"{kind}: {given.games} games agree\n")
        sys.stdout.flush()
    sys.stdout.write(
        f"{games} games with {decisions} decisions, {mutants} mutants: all agree "
        f"({accepted} mutants are right records)\n"
    )


if __name__ == "__main__":
    main()
