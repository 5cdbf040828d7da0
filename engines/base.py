"""What every game answers, and how it refuses."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from engines.option import Option
from engines.values import JSON, RuleBroken

__all__ = ["JSON", "Game", "MatchScore", "RuleBroken", "Setup"]

Setup: TypeAlias = dict[str, JSON]
"""What one match is played with: Niwa `{"mission": 5}`, Gazebo `{"board": "bird"}`, Gnome Hollow
`{"tileset": "recon-1"}`."""


@dataclass(frozen=True)
class MatchScore:
    """One match, scored. Every tuple has one item a seat, seat 0 first, but `winners`."""

    scores: tuple[int, ...]
    """What the game counts: Niwa and Gnome Hollow points, Gazebo gazebos left over."""
    winners: tuple[int, ...]
    """The seats that won the match, ascending; several when they share it."""
    credits: tuple[int, ...]
    """What the series' tie rule counts: mission cards (N5.5), won games (G7.1, H8.3)."""
    end: str | None
    """Why the match ended, in the words of its record."""
    details: tuple[dict[str, JSON], ...]
    """How each score comes about, JSON-able; the shape is the game's own."""


class Game(Protocol):
    """A game as the tournaments know it. All methods are pure and raise `RuleBroken` only.

    `options` may be given as they were typed or as `clean_options` returned them; seats and
    matches are counted from 0.
    """

    name: str
    title: str
    rules: int
    """The rules number that records carry; it rises when a rule or a default changes."""
    min_seats: int
    max_seats: int
    most_matches: int
    """The most matches that a series has."""
    best: Literal["most", "fewest"]
    tie_rules: tuple[str, ...]
    """Values of the option `tie`, the default first; a game with one rule has no such option."""
    options: tuple[Option, ...]
    """The options of a series, in the order in which they are written."""

    def clean_options(
        self, options: Mapping[str, object], seats: int | None = None
    ) -> dict[str, JSON]:
        """Check the options of a series; return those that differ from their defaults."""
        ...

    def clean_setups(
        self,
        setups: Sequence[Mapping[str, object]],
        options: Mapping[str, object],
        seats: int | None = None,
        own: Collection[str] = (),
    ) -> list[Setup]:
        """Check the planned matches of a series, in playing order.

        own: names of the club's own game data, which a set-up may name beside the shipped.
        """
        ...

    def default_setups(
        self, options: Mapping[str, object], seed: int | None = None
    ) -> list[Setup] | None:
        """The matches planned when nobody chooses; None where a choice or a seed is needed."""
        ...

    def setup_choices(self, own: Collection[str] = ()) -> list[Setup]:
        """Every set-up that a match can be planned with, in the order of the rules page; then
        those with the club's own game data, by the names in `own`."""
        ...

    def describe_setup(self, setup: Mapping[str, object]) -> str:
        """One line for pages: `Mission 5: duo, same colour`, `Board: our garden`.

        A set-up was checked when it was planned: a name of own game data is taken as it is.
        """
        ...

    def check_seats(self, seats: int, options: Mapping[str, object]) -> None:
        """Refuse a number of players that the game does not take."""
        ...

    def sides(self, seats: int, options: Mapping[str, object]) -> tuple[tuple[int, ...], ...]:
        """Who wins together: each seat by itself, or pairs, in order of their first seats."""
        ...

    def score_match(
        self,
        sheet: Mapping[str, object],
        *,
        setup: Mapping[str, object],
        options: Mapping[str, object],
        seats: int,
    ) -> MatchScore:
        """Score what a scorer typed; of `setup` only the game's own key is read."""
        ...

    def worst_score(
        self, setup: Mapping[str, object], options: Mapping[str, object], seats: int
    ) -> int:
        """The worst score a seat can have in such a match, for one that was not played."""
        ...

    def start_seat(
        self,
        number: int,
        *,
        first: int | None = None,
        seats: int,
        options: Mapping[str, object],
        previous: Sequence[MatchScore | None],
    ) -> int | None:
        """The seat that starts match `number`; None while that cannot be known yet.

        `first` starts match 0 (None: the game's own default); `previous` holds the scores of
        the matches from 0 on, None for one without a score.
        """
        ...
