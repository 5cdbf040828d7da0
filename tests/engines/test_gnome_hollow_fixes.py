"""Wildflower closings that are chosen from: engine and reference offer the same, and play on."""

import pytest

from engines.registry import ENGINES
from engines.rng import Rng
from tests.engines.agreement import Kind, play_on
from tests.engines.games import cases
from tests.engines.reference.gnome_hollow_setup import stacked

TWO_HOOKS = """1@1,0:2 2@0,1:4 . ring:0,0/0 marker:3/0 stay 9@-1,1:3 10@-1,0:0 . stay
3@-2,1:5 4@2,-1:5 . ring:-2,1/0 marker:4/0 wild:red stay 5@3,-2:1 6@4,-2:4 . stay
7@4,-1:2 8@3,0:4 red@3,-1 ."""
"""Two rings of three tiles, which don't exclude each other, on one wildflower."""

THREE_WAYS = """1@1,0:2 2@0,1:4 . ring:0,0/0 marker:3/0 stay 3@0,-1:0 4@1,-1:2 . ring:0,-1/0
marker:3/0 stay 9@-1,1:3 10@-1,0:0 . stay 5@-2,1:5 6@2,-1:5 . ring:-2,1/0 marker:4/0 wild:red
stay 11@3,-1:3 12@3,-2:0 . stay 13@0,2:0 14@1,2:1 . stay 7@4,-2:2 19@0,3:0 . ring:2,-1/0
marker:4/1 wild:purple stay 15@0,4:3 16@-1,4:4 red@-1,3 . stay 8@5,-2:0 17@5,-3:4 purple@1,3 ."""
"""Between two wildflowers a path of one tile and two of two: two rings of five share the first."""


def words(script: str) -> list[str]:
    return [word.replace(":", " ") if word[0].isalpha() else word for word in script.split()]


FEW = [1, 2, 9, 10, 3, 4, 5, 6, 7, 8]
MANY = [1, 2, 3, 4, 9, 10, 5, 6, 11, 12, 13, 14, 7, 19, 15, 16, 8, 17]
CHOICES = [
    (TWO_HOOKS, FEW, "fix 3,-1/0-1", "ring 2,-1/0"),
    (TWO_HOOKS, FEW, "fix 3,-1/3-4", "ring 3,-1/0"),
    (THREE_WAYS, MANY, "fix -1,3/0-1 1,3/2-3", "ring -1,3/0"),
    (THREE_WAYS, MANY, "fix -1,3/0-5 1,3/3-4", "ring -1,3/0"),
]


@pytest.mark.parametrize(("script", "tiles", "chosen", "then"), cases(CHOICES, 3))
def test_equally_small_closings_are_chosen_from(
    script: str, tiles: list[int], chosen: str, then: str
) -> None:
    """H5.1: the active player's choice; a single one left is silent, one that it excludes gone."""
    kind = Kind("gnome_hollow", 2)
    position = ENGINES["gnome_hollow"].read_setup(2, {}, stacked(2, *tiles))
    play_on(kind, position, Rng(1), [*words(script), chosen, then])
