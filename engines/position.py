"""What a playing engine answers: positions, their outcome, and the two ways a move can be wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from engines.values import JSON, RuleBroken

Move: TypeAlias = int
"""One decision; how it is packed into a number is the game's own."""

OVER = -1
"""The actor of a position in which nothing is left to decide."""


class NotNotation(RuleBroken):
    """A text that is no decision of this game, or not its one spelling (`records.md`)."""


class NotLegal(RuleBroken):
    """A decision of this game that the rules don't allow here."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended: a score a seat, seat 0 first; who won, ascending; why it ended."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    end: str

    def result(self) -> dict[str, JSON]:
        """As a record writes it."""
        return {"scores": list(self.scores), "winners": list(self.winners), "end": self.end}


@dataclass(frozen=True)
class Search:
    """How a search judges a world of this game that it has dealt and begun to play."""

    span: int
    """A lead of half as many points is as good as it gets."""
    margin: float
    """How much of a reward is by how far one is ahead, rather than whether one has won."""
    decisions: int | None = None
    """After so many greedy decisions more the lead is taken as it is; None: after the last one."""
    worths: Callable[[Position, list[Move]], list[int]] | None = None
    """What legal decisions seem worth to the seat that decides; None: what it leads by after."""
    outlook: Callable[[Position], list[int]] | None = None
    """What scores may come to, in the unit of `span`; at the end what they are. None: scores."""


class Position(Protocol):
    """One state of a game between two decisions. Changed only by `play`, `push` and `playout`."""

    def actor(self) -> int:
        """The seat that decides; `OVER` when the game has ended."""
        ...

    def moves(self) -> list[Move]:
        """Every legal decision once, ascending; empty when the game has ended."""
        ...

    def play(self, move: Move) -> None:
        """Makes a decision. Raises `NotLegal`, and then changes nothing."""
        ...

    def push(self, move: Move) -> None:
        """Makes a decision that is known to be legal: nothing is checked."""
        ...

    def text(self, move: Move) -> str:
        """A legal decision in its one spelling."""
        ...

    def parse(self, text: str) -> Move:
        """The legal decision that is written so. Raises `NotNotation` or `NotLegal`."""
        ...

    def copy(self) -> Position: ...

    def scores(self) -> list[int]:
        """What the game would count now, seat 0 first."""
        ...

    def outcome(self) -> Outcome | None:
        """None while the game is going on."""
        ...

    def view(self, seat: int | None) -> dict[str, JSON]:
        """All that a seat may know (None: a spectator), and nothing else."""
        ...

    def determinize(self, seat: int, seed: int) -> Position:
        """This position with what the seat cannot know dealt anew, by what it has seen."""
        ...

    def suggest(self, seed: int, policy: str) -> Move:
        """The decision that `playout` by this policy would make here."""
        ...

    def playout(self, seed: int, policy: str = "random") -> int:
        """Plays to the end, in place, by `random` or `greedy`; returns the number of decisions."""
        ...


class Engine(Protocol):
    """A game that can be played. All methods raise `RuleBroken` only, naming the rule."""

    name: str
    best: Literal["most", "fewest"]
    """Which score wins."""
    search: Search
    rules: int
    """The rules number of records; it rises when legal play or scoring changes."""

    def clean_options(self, options: Mapping[str, object]) -> dict[str, JSON]:
        """The options that change legal play or scoring and differ from their defaults."""
        ...

    def deal(
        self, players: int, seed: int, options: Mapping[str, object], /, **given: object
    ) -> Position:
        """A start position dealt from the seed; `given`: the start seat, a mission, a board.

        What is dealt stands by place, so that `given` may be any object that somebody wrote, with
        `seed` or `self` among its keys. Raises RuleBroken: unknown_key, for all that is not known.
        """
        ...

    def read_setup(self, players: int, options: Mapping[str, object], setup: object) -> Position:
        """The start position of a record, checked to be a legal deal."""
        ...

    def sides(self, position: Position) -> list[int]:
        """The side of each seat, seat 0 first: seats of one side win together."""
        ...

    def write_setup(self, position: Position) -> dict[str, JSON]:
        """The set-up that a start position was made from, as a record writes it."""
        ...

    def picture(self, position: Position) -> str:
        """The position as a spectator sees it, as one `<svg>`."""
        ...

    def notes(self, position: Position) -> list[str]:
        """Sentences on what may mislead in its record, though nothing is wrong with it."""
        ...

    def result_rules(self, position: Position) -> dict[str, str]:
        """The rules that scores, winners and end of such a game follow from."""
        ...

    def bot_options(self, players: int) -> dict[str, JSON]:
        """Options without which bots may never end a game; `play_game` sets them where unset.

        Raises RuleBroken where they depend on a number of players that the game does not take.
        """
        ...
