"""Gazebo in pairs on pages: who plays together, what the pairs have, which placed last (G8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engines import registry
from tournaments import queries
from tournaments.models import Player, Score, Seat, Series
from tournaments.queries_tournaments import places_in_words

TALK: Mapping[str, str] = {
    "after_first_turn": (
        "Partners may not talk until the first player of their pair has finished the turn; "
        "then they are free to."
    ),
    "free": "Partners may talk.",
    "none": "Partners may not talk.",
}
"""The option `partner_talk` ↦ what it allows (G8.3)."""


@dataclass(frozen=True)
class PairSheet:
    """A pair's row: the sum of its totals and its place (empty: no match counts yet)."""

    players: tuple[Player, ...]
    total: Fraction
    place: str


def pair_sheets(series: Series) -> list[PairSheet]:
    """The pairs of a series loaded `with_scores`; none where everyone plays alone. No query."""
    outcome = queries.outcome_of(series)
    if all(len(side.seats) == 1 for side in outcome.sides):
        return []
    seats = list(series.seats.all())
    shown = places_in_words(side.place for side in outcome.sides)
    return [
        PairSheet(
            tuple(seats[seat].player for seat in side.seats),
            side.total,
            place if outcome.played else "",
        )
        for side, place in zip(outcome.sides, shown, strict=True)
    ]


def talk(series: Series) -> str:
    """When the partners of a series may talk (G8.3)."""
    options = registry.game(series.game).options
    default = next(option.default for option in options if option.name == "partner_talk")
    return TALK[str(series.options.get("partner_talk", default))]


def placed_last(scores: Sequence[tuple[Seat, Score]]) -> list[Player]:
    """The pair that won a match by placing the last gazebo: equal sums, one winner (G8.2)."""
    sums: dict[tuple[int, ...], int] = {}
    for _, score in scores:
        pair: Sequence[int] = score.detail.get("pair", ())
        sums[tuple(pair)] = score.detail.get("pair_left", 0)
    winners = [seat.player for seat, score in scores if score.credit]
    decided = len(sums) == 2 and len(set(sums.values())) == 1 and len(winners) < len(scores)
    return winners if decided else []
