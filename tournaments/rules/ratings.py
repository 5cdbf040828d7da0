"""Ratings: how strong a player seems, from the places of series (design §5, decision 0015).

A rating event is one series; events count in the order of (closed, series). Every step depends on
the ratings before it and on the event alone, so that going on from any point gives, to the last
bit, what counting from the beginning gives.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from openskill.models import BradleyTerryPart, BradleyTerryPartRating

MODEL = "bradley_terry_part"
VERSION = 1
"""Of `MODEL` with the settings of `new_model`: whatever changes a number changes this."""
MOST_SIDES = 6

CENTRE = 1500
STEP = 30
"""Points for 1 of `mu`. 400 points are then odds of about 10 to 1 of the better place, as in chess:
400 / (ln 10 · √2 · beta) is 29.5."""
SPREAD = 2
"""The interval that is shown, in `sigma` to either side: about 95 %."""
PROVISIONAL_UNTIL = 10
"""Events that a rating needs before it counts in a ranking (decision 0015)."""


class Rating(NamedTuple):
    """What is believed of a player: a mean, its standard deviation, and how many events gave it."""

    mu: float
    sigma: float
    events: int

    @property
    def points(self) -> int:
        """The mean on the scale that people read: everybody begins at 1500."""
        return round(CENTRE + STEP * (self.mu - START.mu))

    @property
    def margin(self) -> int:
        """How far off `points` may well be, to either side."""
        return round(SPREAD * STEP * self.sigma)

    @property
    def provisional(self) -> bool:
        return self.events < PROVISIONAL_UNTIL


START = Rating(25.0, 25.0 / 3, 0)


class Event(NamedTuple):
    """One series: who won together, in the order of their first seats, and each side's place.

    Players of a side share its place; sides that tied share the mean place (`rules.places`), whose
    halves are exact here.
    """

    closed_at: datetime
    series: int
    sides: tuple[tuple[int, ...], ...]
    places: tuple[float, ...]

    @property
    def rateable(self) -> bool:
        """Two sides or more, and nobody twice: a merged player may have sat beside themselves."""
        players = [player for side in self.sides for player in side]
        return len(self.sides) > 1 and len(set(players)) == len(players)


class Change(NamedTuple):
    """What an event made of one player's rating."""

    player: int
    before: Rating
    after: Rating


def new_model() -> BradleyTerryPart:
    """openskill's Bradley-Terry over every pair of sides; a side's step is the mean of its pairs'.

    The window is as wide as the largest table: with a narrower one it would matter in which order
    tied sides are named. `gamma` 1: the library damps the loss of `sigma` because its sums grow
    with the table; a mean doesn't.
    """
    return BradleyTerryPart(
        mu=START.mu, sigma=START.sigma, window_size=MOST_SIDES - 1, gamma=_undamped
    )


def _undamped(*_: object) -> float:
    return 1.0


def roll(
    events: Iterable[Event], start: Mapping[int, Rating] | None = None
) -> Iterator[tuple[Event, list[Change]]]:
    """Each event with its changes, by sides; `start`: the ratings so far, else `START`.

    The events must be rateable and come in order (`ValueError`).
    """
    model = new_model()
    ratings = dict(start or {})
    known: defaultdict[int, BradleyTerryPartRating] = defaultdict(model.rating)
    known.update((player, model.rating(mu, sigma)) for player, (mu, sigma, _) in ratings.items())
    last = None
    for event in events:
        if last is not None and event[:2] <= last:
            raise ValueError(f"series {event.series} does not come after series {last[1]}")
        last = event[:2]
        teams = [[known[player] for player in side] for side in event.sides]
        rated = model.rate(teams, ranks=list(event.places))
        changes = []
        for side, team in zip(event.sides, rated, strict=True):
            for player, new in zip(side, team, strict=True):
                before = ratings.get(player, START)
                after = Rating(new.mu, new.sigma, before.events + 1)
                known[player], ratings[player] = new, after
                changes.append(Change(player, before, after))
        yield event, changes


def rate(event: Event, start: Mapping[int, Rating] | None = None) -> dict[int, Rating]:
    """The ratings after one event, by player."""
    ((_, changes),) = roll([event], start)
    return {change.player: change.after for change in changes}
