"""The totals that some hand of Niwa makes under a mission: exact, by number, without hands.

The numbers are dealt one after the other. What a mission must remember of the numbers before
is its *state*; the hands that lead to a state are kept as one int of bits, where bit
`cards * _WIDTH + points` stands for hands of so many cards and points. So adding cards and
points is a shift, and the whole takes far less than a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from typing import TypeAlias

from engines.niwa.cards import COLOURS, COPIES, HAND_SIZE, NUMBERS, trio_points
from engines.niwa.missions import mission_of
from engines.niwa.options import settle_niwa

Left: TypeAlias = tuple[int, ...]
"""How many cards of one number are left after trios, by colour; one of them is 0."""
State: TypeAlias = tuple[int, ...]

_WIDTH = 128
"""More than any total: nine cards make at most 84."""


@dataclass(frozen=True)
class _Walk:
    """How a mission goes through the numbers."""

    start: State
    step: Callable[[State, int, Left], tuple[State, int]]
    """State, number, cards left → the next state, and the points these cards score at once."""
    finish: Callable[[State], int | None] = lambda state: 0
    """The points scored at the end; None: no hand is scored from this state."""
    downwards: bool = False


def reachable_totals(mission: int, options: Mapping[str, object] | None = None) -> frozenset[int]:
    """Every total that nine cards can make under a mission 1..8 and the options.

    Raises RuleBroken: unknown_mission, and for options what `settle` says.
    """
    card = mission_of(mission)
    settings = settle_niwa(options or {})
    both = card.id == "highest_per_colour" and settings["highest_copies"] == "both"
    least = int(settings["min_run"]) if card.id == "run" else 0
    return _full_totals(card.id, both, least)


@cache
def _full_totals(mission: str, both: bool, min_run: int) -> frozenset[int]:
    return totals_of_deck(NUMBERS, HAND_SIZE, mission, both=both, min_run=min_run)


def totals_of_deck(
    numbers: int, hand_size: int, mission: str, *, both: bool, min_run: int
) -> frozenset[int]:
    """The totals of full hands from the cards 0..numbers − 1; the mission is named by its id."""
    walk = _walk_of(mission, both, min_run)
    ending = 0
    for state, hands in _deal(numbers, hand_size, walk).items():
        points = walk.finish(state)
        if points is not None:
            ending |= hands << points
    full = ending >> hand_size * _WIDTH
    return frozenset(total for total in range(_WIDTH) if full >> total & 1)


def _deal(numbers: int, hand_size: int, walk: _Walk) -> dict[State, int]:
    """Deal every number of the deck; the hands by the state they lead to."""
    room = (1 << (hand_size + 1) * _WIDTH) - 1
    reached: dict[State, int] = {walk.start: 1}
    for number in reversed(range(numbers)) if walk.downwards else range(numbers):
        before, reached = reached, {}
        holdings = list(_holdings(number))
        for state, hands in before.items():
            for left, shift in holdings:
                if dealt := hands << shift & room:
                    after, points = walk.step(state, number, left)
                    reached[after] = reached.get(after, 0) | dealt << points
    return reached


def _holdings(number: int) -> Iterator[tuple[Left, int]]:
    """Every way to hold cards of a number: what is left, and the shift for cards and trios."""
    for held in product(range(COPIES + 1), repeat=len(COLOURS)):
        trios = min(held)
        left = tuple(cards - trios for cards in held)
        yield left, sum(held) * _WIDTH + trios * trio_points(number)


def _walk_of(mission: str, both: bool, min_run: int) -> _Walk:
    if mission == "one_colour":
        return _Walk((0, 0), _step_one_colour, _nothing_if_ahead, downwards=True)
    if mission == "highest_per_colour":
        copies = 2 if both else 1
        return _Walk((0, 0, 0), partial(_step_highest, copies=copies), downwards=True)
    if mission == "run":
        return _Walk((0, 0, 0, 0, 0), _step_run, partial(_run_points, min_run=min_run))
    count = _COUNTS[mission]
    return _Walk((), lambda state, number, left: (state, number * count(number, left)))


_COUNTS: dict[str, Callable[[int, Left], int]] = {
    "all": lambda number, left: sum(left),
    "duo": lambda number, left: sum(left) // 2 * 2,
    "duo_same_colour": lambda number, left: sum(cards // 2 * 2 for cards in left),
    "odd": lambda number, left: sum(left) * (number % 2),
    "even": lambda number, left: sum(left) * (1 - number % 2),
}
"""Missions that look at each number by itself: how many of its cards score."""


def _step_one_colour(leads: State, number: int, left: Left) -> tuple[State, int]:
    """The first colour is the chosen one; the state is its lead over the two others, sorted.

    A lead, or an arrear, that the smaller numbers cannot undo needs no exact value.
    """
    chosen, other, third = left
    undone = number * (number - 1)  # two cards of each smaller number
    lead = min(undone, max(-undone - 1, leads[0] + number * (chosen - other)))
    more = min(undone, max(-undone - 1, leads[1] + number * (chosen - third)))
    return (lead, more) if lead <= more else (more, lead), number * chosen


def _nothing_if_ahead(leads: State) -> int | None:
    """Only hands count whose chosen colour is the best: no other is ahead of it."""
    return 0 if min(leads) >= 0 else None


def _step_highest(seen: State, number: int, left: Left, copies: int) -> tuple[State, int]:
    """From the greatest number down, the first card of each colour scores, or its copies."""
    pairs = list(zip(seen, left, strict=True))
    scored = sum(0 if known else min(cards, copies) for known, cards in pairs)
    return tuple(sorted(int(known or cards > 0) for known, cards in pairs)), number * scored


def _step_run(state: State, number: int, left: Left) -> tuple[State, int]:
    """Three runs that reach up to this number, sorted; the best run's length and last number.

    A run at least as long as the best that ends later is longer or worth more (N5.2, N5.3).
    """
    *runs, length, last = state
    running = sorted(run + 1 if cards else 0 for run, cards in zip(runs, left, strict=True))
    if running[-1] and running[-1] >= length:
        length, last = running[-1], number
    return (*running, length, last), 0


def _run_points(state: State, min_run: int) -> int:
    length, last = state[-2:]
    return sum(range(last - length + 1, last + 1)) if length >= min_run else 0
