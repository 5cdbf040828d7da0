"""Trees counted once are counted alike ever after, and by the plain reference.

`perft/<game>.json` names positions by a line of the golden records, from 1, and a number of
decisions; `counts[0]` lines are one decision long, `counts[1]` two, and so on.
"""

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engines.gnome_hollow.views import PHASES
from engines.play import perft
from engines.position import OVER, Position
from engines.record import parse_record, replay
from engines.registry import ENGINES
from tests.engines import games
from tests.engines.agreement import REFERENCES
from tests.engines.golden_records import read

FOLDER = Path(__file__).parent / "perft"
GOLDEN = {game: read(game) for game in ENGINES}
NAMED = {
    f"{game}: {entry['about']}": (game, entry)
    for game in ENGINES
    for entry in json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))
}
EACH_POSITION = pytest.mark.parametrize("name", list(NAMED))
NODES = 20_000 if games.are_compiled() else 120
"""Positions from which the last decisions are counted; a tree with more of them is cut shorter."""
NODES_OF_REFERENCE = {"niwa": 60, "gazebo": 60, "gnome_hollow": 4}
"""The same of the plain references; that of Gnome Hollow plays each line from its start."""


def cut_at(name: str) -> tuple[dict[str, Any], int]:
    """The golden record, and after how many decisions the position stands."""
    game, entry = NAMED[name]
    return GOLDEN[game][entry["golden"] - 1], entry["after"]


def position_of(name: str) -> Position:
    return replayed(name).copy()


@cache
def replayed(name: str) -> Position:
    record, after = cut_at(name)
    return replay(parse_record(record, ENGINES), ENGINES, after)


def reference_of(name: str) -> Any:
    record, after = cut_at(name)
    reference = REFERENCES[record["game"]](record["players"], record["options"], record["setup"])
    for text in record["moves"][:after]:
        reference.play(text)
    return reference


def depths(name: str, nodes: int) -> list[tuple[int, int]]:
    """Each depth with its count, as far as the positions before the last decision are so few."""
    counts: list[int] = NAMED[name][1]["counts"]
    return [
        (depth, count)
        for depth, count in enumerate(counts, start=1)
        if depth == 1 or counts[depth - 2] <= nodes
    ]


def divided(position: Position, depth: int) -> dict[str, int]:
    """For each first decision, how many lines of this depth begin with it."""
    found = {}
    for move in position.moves():
        after = position.copy()
        after.push(move)
        found[position.text(move)] = perft(after, depth - 1)
    return found


def divided_by_reference(reference: Any, depth: int) -> dict[str, int]:
    """The same by the plain reference."""
    found = dict.fromkeys(reference.legal(), 1)
    for text in found if depth > 1 else ():
        after = copy.deepcopy(reference)
        after.play(text)
        if not after.over():
            found[text] = sum(divided_by_reference(after, depth - 1).values())
    return found


@EACH_POSITION
def test_a_tree_has_as_many_lines_as_ever(name: str) -> None:
    position = position_of(name)
    for depth, count in depths(name, NODES):
        found = perft(position, depth)
        assert found == count, f"depth {depth}: {divided(position, depth)}"


@pytest.mark.parametrize("name", games.cases(list(NAMED), 3))
def test_the_reference_counts_the_same_lines_by_first_decision(name: str) -> None:
    position, reference = position_of(name), reference_of(name)
    for depth, count in depths(name, NODES_OF_REFERENCE[NAMED[name][0]])[:2]:
        found = divided_by_reference(reference, depth)
        assert divided(position, depth) == found, f"depth {depth}"
        assert sum(found.values()) == count


def test_the_trees_begin_at_every_kind_of_decision() -> None:
    """Niwa's turn and trio; Gazebo's placement, second domino, draws; Gnome Hollow's steps."""
    kinds: dict[str, set[object]] = {game: set() for game in ENGINES}
    for name, (game, _) in NAMED.items():
        view = position_of(name).view(None)
        kinds[game].add(view["decision"] if game == "niwa" else view["phase"])
    assert kinds == {
        "niwa": {"turn", "trio"},
        "gazebo": {"place", "second", "draw", "extra"},
        "gnome_hollow": {*PHASES} - {"bonus", "refill", "next", "gain", "over"},
    }


@EACH_POSITION
def test_counting_a_tree_leaves_its_root_as_it_was(name: str) -> None:
    position = position_of(name)
    before = (position.actor(), position.moves(), position.view(None))
    perft(position, 2)
    assert (position.actor(), position.moves(), position.view(None)) == before
    assert position.actor() != OVER
