"""Tables that score a hand of Niwa number by number (N5.1, N5.2).

The copies of a number's three cards are one *code*, three digits to the base 3, pink the lowest.
By mission, number and code the tables hold the points that the number scores by itself (its trios,
and what a mission looks at number by number), and a *word* for the missions that look at a colour
as a whole. Words of different numbers fill different bits, or add up; so points and word of a hand
are sums over its numbers.
"""

from __future__ import annotations

from itertools import combinations

from engines.niwa.cards import COLOURS, HAND_SIZE, NUMBERS, trio_points
from engines.niwa.missions import MISSIONS

KINDS = len(COLOURS) * NUMBERS
"""Different cards."""
PILE = 9
"""Cards of the pile (N2.2)."""

TURN, CHOICE, DONE = range(3)
"""Phases: exchange or reveal; a trio lies there after a reveal; the match has ended."""

CODES = 27

ONE_COLOUR, HIGHEST, RUN = 2, 3, 8
"""The missions that look at a colour as a whole (N5.2)."""

NUMBER = [card % NUMBERS for card in range(KINDS)]
UNIT = [3 ** (card // NUMBERS) for card in range(KINDS)]
"""What one more of the card adds to its number's code."""
BIT = [1 << card for card in range(KINDS)]
TRIPLES = [place for three in combinations(range(HAND_SIZE), 3) for place in three]
"""Each three places of a hand, one after the other."""


def _left_of(code: int) -> tuple[int, list[int]]:
    """The trios in a number's code, and the copies left in each colour (N5.1)."""
    held = [code % 3, code // 3 % 3, code // 9]
    return min(held), [copies - min(held) for copies in held]


def _points_of(mission: str, number: int, code: int) -> int:
    """What the cards of a number score by themselves: trios, and number by number (N5.2)."""
    trios, left = _left_of(code)
    scoring = {
        "all": sum(left),
        "duo": sum(left) // 2 * 2,
        "duo_same_colour": sum(copies // 2 * 2 for copies in left),
        "odd": sum(left) * (number % 2),
        "even": sum(left) * (1 - number % 2),
    }
    return trios * trio_points(number) + number * scoring.get(mission, 0)


def _word_of(mission: str, number: int, code: int) -> int:
    """The bits that missions of whole colours look at.

    One colour: the sum of each colour's cards, eight bits each. Highest and run: for each
    colour a bit a number held; above those, from 1 on, a bit a number held twice.
    """
    left = _left_of(code)[1]
    if mission == MISSIONS[ONE_COLOUR - 1].id:
        return sum(copies * number << 8 * colour for colour, copies in enumerate(left))
    if mission not in (MISSIONS[HIGHEST - 1].id, MISSIONS[RUN - 1].id):
        return 0
    word = 0
    for colour, copies in enumerate(left):
        word |= (copies > 0) << NUMBERS * colour + number
        word |= (copies > 1 and number > 0) << KINDS + (NUMBERS - 1) * colour + max(0, number - 1)
    return word


def _best_runs() -> list[int]:
    """By the numbers held in a colour: its longest run, and of those the one worth most.

    A run is `length * 64 + sum` (N5.2, mission 8).
    """
    best = [0] * (1 << NUMBERS)
    for held in range(1, 1 << NUMBERS):
        top = held.bit_length() - 1
        low = top
        while low > 0 and held >> low - 1 & 1:
            low -= 1
        run = (top - low + 1) * 64 + sum(range(low, top + 1))
        best[held] = max(run, best[held ^ 1 << top])
    return best


POINTS = [
    _points_of(mission.id, number, code)
    for mission in MISSIONS
    for number in range(NUMBERS)
    for code in range(CODES)
]
WORDS = [
    _word_of(mission.id, number, code)
    for mission in MISSIONS
    for number in range(NUMBERS)
    for code in range(CODES)
]
TOP = [max(0, held.bit_length() - 1) for held in range(1 << NUMBERS)]
RUNS = _best_runs()
