"""What a bot is shown: its own seat of a position, and nothing that this seat cannot know."""

from __future__ import annotations

from typing import Protocol

from engines.position import Move, Position
from engines.values import JSON


class Seen:
    """A position as the seat that decides sees it."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self.seat = position.actor()

    def moves(self) -> list[Move]:
        """Every legal decision once, ascending."""
        return self._position.moves()

    def view(self) -> dict[str, JSON]:
        return self._position.view(self.seat)

    def world(self, seed: int) -> Position:
        """A position that agrees with all this seat has seen; the rest is dealt by the seed."""
        return self._position.determinize(self.seat, seed)


class Bot(Protocol):
    """Decides for one seat of one game. Its own random numbers come from its seed alone."""

    def choose(self, seen: Seen) -> Move:
        """One of `seen.moves()`."""
        ...
