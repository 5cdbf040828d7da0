"""The engines against the plain references, move by move: legal sets, actors, ends, mutants.

The suite plays a few games of each kind; `python -m tests.engines.agreement niwa --games 2000`
plays as many as it is told, of every number of players, board and set of options.
"""

import argparse
import copy
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from engines.gazebo.boards import BOARDS
from engines.position import OVER
from engines.record import verify
from engines.registry import ENGINES
from engines.rng import Rng, mixed
from tests.engines.reference import gazebo, niwa


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


REFERENCES: dict[str, Any] = {"niwa": niwa.Reference, "gazebo": gazebo.Reference}
VERIFIERS: dict[str, Callable[[Any], Any]] = {"niwa": niwa.verify, "gazebo": gazebo.verify}


NIWA_OPTIONS: list[dict[str, Any]] = [
    {"max_exchanges": 12}, {"max_exchanges": 5, "highest_copies": "both", "min_run": 1},
]  # fmt: skip
GAZEBO_OPTIONS: list[dict[str, Any]] = [
    {}, {"zen_draw": "extra"}, {"big_nook_safe": "wins"},
    {"zen_draw": "extra", "big_nook_safe": "wins"},
]  # fmt: skip


def kinds(game: str) -> Iterator[Kind]:
    """Every number of players with every mission or board; options come in turn."""
    if game == "niwa":
        for players in range(2, 7):
            for mission in range(1, 9):
                options = NIWA_OPTIONS[(players + mission) % len(NIWA_OPTIONS)]
                yield Kind(game, players, options, {"mission": mission, "start": mission % players})
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
    setup = engine.write_setup(position)
    reference = REFERENCES[kind.game](kind.players, kind.options, setup)
    rng = Rng(mixed(seed, 1))
    moves: list[str] = []
    while position.actor() != OVER:
        assert reference.actor() == position.actor(), moves
        legal = {position.text(move): move for move in position.moves()}
        assert sorted(legal) == reference.legal(), moves
        text = sorted(legal)[rng.below(len(legal))]
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


def mutant(record: dict[str, Any], rng: Rng) -> dict[str, Any]:
    """The record with a wrong move, a wrong result, or something of another type or too many."""
    changed = copy.deepcopy(record)
    change = (change_moves, change_result, change_type)[rng.below(3)]
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
            holder[("x", "name", "patios", "result", "start")[rng.below(5)]] = odd
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
