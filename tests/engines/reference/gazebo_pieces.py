"""Gazebo's dominoes and gazebos, as values."""

from collections import Counter
from dataclasses import dataclass

from tests.engines.reference.gazebo_board import DIRECTIONS, Square, read

SINGLE, DOUBLE_COLOUR = ("FF", "GG", "WW"), ("FG", "FW", "GW")
STOCK = {**dict.fromkeys(SINGLE, 9), **dict.fromkeys(DOUBLE_COLOUR, 18)}  # G1.1: 81
GAZEBOS = {2: 24, 3: 19, 4: 15}  # G1.2
HAND, PERSONAL = 3, 5  # G1.3
BIG = 5  # G4.4


@dataclass
class Nook:
    """G4.1: a group of two or more squares of one colour, with its gazebos."""

    squares: frozenset[Square]
    owner: int
    gazebos: int


@dataclass
class Patio:
    """G2.2: a patio of one kind, with its owner's gazebos."""

    squares: frozenset[Square]
    kind: str
    owner: int | None = None
    gazebos: int = 0


@dataclass
class Due:
    """Gazebos that a player has to put down."""

    player: int
    where: Nook | Patio
    number: int


@dataclass
class Joined:
    """The group a placed square belongs to and the nooks that were in it before."""

    squares: frozenset[Square]
    before: list[Nook]


def squares_of(domino: str, first: Square, direction: str) -> dict[Square, str]:
    """The two squares of a domino with their colours."""
    down, right = DIRECTIONS[direction]
    return {first: domino[0], (first[0] + down, first[1] + right): domino[1]}


def read_placement(text: str) -> dict[Square, str]:
    """The two squares of `FG c4e` with their colours."""
    return squares_of(text[:2], read(text[3:-1]), text[-1])


def player_with_most(nooks: list[Nook]) -> int | None:
    """G4.5: squares are summed per player; None where the first place is tied."""
    squares: Counter[int] = Counter()
    for nook in nooks:
        squares[nook.owner] += len(nook.squares)
    first = [player for player in squares if squares[player] == max(squares.values())]
    return first[0] if len(first) == 1 else None


def winning_seats(supply: list[int]) -> list[int]:
    """G4.8: the finisher; G5.1: most gazebos on the board, which is fewest left."""
    return [seat for seat, left in enumerate(supply) if left == min(supply)]


def winning_pairs(supply: list[int], last_placer: int | None) -> list[int]:
    """G8.2: fewest left in sum, then the pair that put down the last gazebo; else all share."""
    first, second = sum(supply[:2]), sum(supply[2:])
    if first != second:
        return [0, 1] if first < second else [2, 3]
    if last_placer is None:
        return [0, 1, 2, 3]
    return [0, 1] if last_placer in (0, 1) else [2, 3]
