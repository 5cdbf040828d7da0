"""Small positions for tests: any board, any hands, moves by their texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engines.gazebo.board import parse_board, parse_square
from engines.gazebo.dominoes import parse_list
from engines.gazebo.ground import Ground
from engines.gazebo.rules import Position
from engines.position import NotLegal

SUPPLY = {2: 24, 3: 19, 4: 15}


def table(
    rows: str,
    *hands: str,
    personal: Sequence[str] = (),
    common: str = "",
    reserve: str = "",
    supply: int | None = None,
    start: int = 0,
    **switches: bool,
) -> Position:
    """A position at its first turn. rows: separated by spaces. Hands may have any size.

    Hands of three and more are not refilled, so that a test places domino after domino; piles
    are empty unless given. switches: extra, big_wins, pairs.
    """
    options = {"extra": False, "big_wins": False, "pairs": False} | switches
    players = len(hands)
    position = Position(
        Ground(parse_board(rows.split())), players, start, supply or SUPPLY[players], options
    )
    position.set_piles(
        [parse_list(hand, "hands") for hand in hands],
        [parse_list(pile, "personal", True) for pile in personal or [""] * players],
        parse_list(common, "common", True),
        parse_list(reserve, "reserve", True),
    )
    return position


def play(position: Position, *texts: str) -> Position:
    """Plays the texts, separated by commas or given one by one."""
    for text in texts:
        for move in text.split(", "):
            position.play(position.parse(move))
    return position


def texts(position: Position) -> list[str]:
    return [position.text(move) for move in position.moves()]


def others(position: Position) -> list[str]:
    """The legal decisions that place nothing."""
    return [text for text in texts(position) if " " not in text]


def square(position: Position, name: str) -> int:
    return parse_square(position.ground.board, name)


def nook(position: Position, name: str) -> tuple[int, int, int]:
    """The owner, the gazebos and the squares of the nook on that square."""
    at = square(position, name)
    owner, gazebos, squares = next(each for each in position.nooks() if at in each[2])
    return owner, gazebos, len(squares)


def patio(position: Position, name: str) -> tuple[int, int]:
    """The owner (-1: free) and the gazebos of the patio on that square."""
    at = square(position, name)
    found = [at in each.squares for each in position.ground.board.patios]
    return position.patios()[found.index(True)]


def state(position: Position) -> Any:
    """Everything that a decision can change."""
    views = [position.view(seat) for seat in range(position.players)]
    piles = (list(position.common), list(position.personal), list(position.reserve))
    return views, piles, position.decisions, position.moves(), position.outcome()


def refused(position: Position, text: str, code: str, rule: str, message: str = "") -> None:
    """The text must be refused as not legal here, by `parse` and by `play`, and change nothing."""
    before = state(position)
    with pytest.raises(NotLegal) as caught:
        position.parse(text)
    assert (caught.value.code, caught.value.rule) == (code, rule)
    assert caught.value.message.endswith(f"({rule}).")
    if message:
        assert caught.value.message == message
    assert state(position) == before
