"""How the matches of a series add up to totals, places and an end.

Niwa plays three matches with three missions (N2.3), Gazebo one a garden (G7.1), Gnome Hollow one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.rules.errors import BadSetting, one_of
from tournaments.rules.places import places_of_sides

SHARE = "share"
POLICIES = ("drop", "worst", "replay")


@dataclass(frozen=True)
class MatchLine:
    """One match that counts, seat 0 first: scores, credits that a tie rule may compare, places.

    Credits: Niwa 1 for each seat that wins the mission card (N5.5), Gazebo 1 for each seat that
    wins or shares the victory (G7.1), else 0. Places: those of the match itself, which may part
    seats of equal scores (G8.2).
    """

    scores: tuple[int, ...]
    credits: tuple[int, ...]
    places: tuple[Fraction, ...]


@dataclass(frozen=True)
class Abandoned:
    """A match that will not be finished. (A match still to come is `None`.)"""


ABANDONED = Abandoned()
Entered = MatchLine | Abandoned | None


@dataclass(frozen=True)
class SideLine:
    """Who wins together: seats (0-based, ascending), the sum of their totals, their place."""

    seats: tuple[int, ...]
    total: Fraction
    place: Fraction


@dataclass(frozen=True)
class SeriesOutcome:
    """Where a series stands, seat 0 first; `sides` in the order of their first seats.

    `played` counts the matches with scores. `complete`: nothing more will be played, so the
    places are final; before that they are provisional.
    """

    totals: tuple[Fraction, ...]
    credits: tuple[int, ...]
    places: tuple[Fraction, ...]
    played: int
    complete: bool
    sides: tuple[SideLine, ...]

    @property
    def rateable(self) -> bool:
        """Final and really played: only such a series counts in standings and ratings."""
        return self.complete and self.played > 0


def compares_credits(tie: str) -> bool:
    """Whether equal totals are parted by credits: every tie rule named `…_then_share` (N6.2, G7.1).

    `share` parts nobody; any other name is `BadSetting("unknown_tie")`.
    """
    if tie == SHARE:
        return False
    if tie.endswith("_then_share"):
        return True
    raise BadSetting("unknown_tie", f"There is no tie rule called {tie!r}.", {"tie": tie})


def series_outcome(
    matches: Sequence[Entered],
    *,
    seats: int,
    best: str,
    tie: str,
    unplayed: str,
    worst_scores: Sequence[int | None] = (),
    sides: Sequence[Sequence[int]] | None = None,
) -> SeriesOutcome:
    """Add the matches up in the game's direction.

    `sides`: who wins together (`Game.sides`), everyone alone unless given: totals are each
    seat's, places each side's. Where a single match has scores, the places are that match's own.
    `matches` in order: a `MatchLine`, `ABANDONED`, or `None` for one still to come, which keeps
    the series open under every policy. `unplayed` says what an abandoned match does:
    `drop`: it counts nothing; `worst`: each seat gets that match's worst score, taken from
    `worst_scores` (one a match, `None` where not needed), and no credit; `replay`: it must be
    played again, so the series stays open. A series whose matches were all abandoned is complete
    with `played` 0 and everyone tied; it is not rateable, and the caller leaves it out of
    standings.
    """
    one_of("unplayed", unplayed, POLICIES)
    if unplayed == "worst" and len(worst_scores) != len(matches):
        raise ValueError(f"{len(matches)} matches but {len(worst_scores)} worst scores")
    lines = [match for match in matches if isinstance(match, MatchLine)]
    if any({len(line.scores), len(line.credits), len(line.places)} != {seats} for line in lines):
        raise ValueError(f"a match without exactly {seats} scores, credits and places")
    lost = _worst_sum(matches, worst_scores) if unplayed == "worst" else 0
    totals = tuple(
        Fraction(lost + sum(line.scores[seat] for line in lines)) for seat in range(seats)
    )
    credits = tuple(sum(line.credits[seat] for line in lines) for seat in range(seats))
    together = [(seat,) for seat in range(seats)] if sides is None else sides
    compared = credits if compares_credits(tie) else [0] * seats
    places = (
        lines[0].places if len(lines) == 1 else places_of_sides(totals, best, together, compared)
    )
    return SeriesOutcome(
        totals=totals,
        credits=credits,
        places=places,
        played=len(lines),
        complete=_complete(matches, unplayed),
        sides=_sides(together, totals, places),
    )


def _sides(
    sides: Sequence[Sequence[int]], totals: Sequence[Fraction], places: Sequence[Fraction]
) -> tuple[SideLine, ...]:
    return tuple(
        SideLine(tuple(side), sum((totals[seat] for seat in side), Fraction(0)), places[side[0]])
        for side in sides
    )


def _worst_sum(matches: Sequence[Entered], worst_scores: Sequence[int | None]) -> int:
    worst = 0
    for number, (match, score) in enumerate(zip(matches, worst_scores, strict=True), start=1):
        if not isinstance(match, Abandoned):
            continue
        if score is None:
            raise ValueError(f"match {number} was abandoned and has no worst score")
        worst += score
    return worst


def _complete(matches: Sequence[Entered], unplayed: str) -> bool:
    if unplayed == "replay":
        return all(isinstance(match, MatchLine) for match in matches)
    return None not in matches
