"""Niwa's eight missions (N5.2)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from engines.values import is_whole, refusal, shown


@dataclass(frozen=True)
class Mission:
    """A mission card: its number in the rules, its id, its title and what it scores."""

    number: int
    id: str
    title: str
    text: str


MISSIONS: tuple[Mission, ...] = (
    Mission(1, "all", "All cards", "Every card left after the trios scores its number."),
    Mission(2, "one_colour", "One colour", "The cards left in your best colour score."),
    Mission(
        3,
        "highest_per_colour",
        "Highest of each colour",
        "The highest card left in each colour scores.",
    ),
    Mission(4, "duo", "Duo", "Each pair of one number scores, whatever its colours."),
    Mission(
        5, "duo_same_colour", "Duo, same colour", "Each pair of one number and one colour scores."
    ),
    Mission(6, "odd", "Odd numbers", "The odd cards left after the trios score."),
    Mission(7, "even", "Even numbers", "The even cards left after the trios score."),
    Mission(8, "run", "Run", "The longest run of consecutive numbers in one colour scores."),
)


def mission_of(number: object, field: str = "mission") -> Mission:
    """The mission of that number, 1..8. Raises RuleBroken: unknown_mission."""
    if isinstance(number, int) and is_whole(number) and 1 <= number <= len(MISSIONS):
        return MISSIONS[number - 1]
    wrong = "it is missing" if number is None else f"not {shown(number)}"
    raise refusal(
        "unknown_mission",
        f"The mission must be a number from 1 to {len(MISSIONS)}, {wrong}",
        "N1",
        field=field,
    )


def draw_missions(seed: int, count: int) -> tuple[int, ...]:
    """`count` different missions, shuffled by the seed: the same seed, the same missions.

    Raises RuleBroken: match_count, unless `count` is 1..8 (N2.3).
    """
    if not 1 <= count <= len(MISSIONS):
        sentence = f"A series has 1 to {len(MISSIONS)} matches, each with its own mission"
        raise refusal("match_count", sentence, "N2.3", field="rounds")
    numbers = [mission.number for mission in MISSIONS]
    return tuple(sorted(numbers, key=lambda number: _lot(seed, number))[:count])


def _lot(seed: int, number: int) -> bytes:
    # A hash stays the same in every version of Python; random.sample promises no such thing.
    return hashlib.sha256(f"niwa mission {number} {seed}".encode()).digest()
