"""Places at a table: 1 is best, tied seats share the mean of the places they fill."""

from collections.abc import Sequence
from fractions import Fraction

from tournaments.rules.errors import one_of

MOST = "most"
FEWEST = "fewest"
DIRECTIONS = (MOST, FEWEST)

Number = Fraction | int


def places_of_sides(
    totals: Sequence[Number],
    best: str,
    sides: Sequence[Sequence[int]],
    tie_values: Sequence[Number],
) -> tuple[Fraction, ...]:
    """The place of each seat where some win together (G8.2): its side's, by the sums of sides.

    `sides` name every seat once; a side's tie value is that of its first seat. Where everyone is
    a side, this is `places`.
    """
    found = places(
        [sum(totals[seat] for seat in side) for side in sides],
        best,
        [tie_values[side[0]] for side in sides],
    )
    of_seat = {seat: place for side, place in zip(sides, found, strict=True) for seat in side}
    return tuple(of_seat[seat] for seat in range(len(totals)))


def places(
    totals: Sequence[Number], best: str, tie_values: Sequence[Number] | None = None
) -> tuple[Fraction, ...]:
    """The place of each seat, seat 0 first.

    `best` is `most` (Niwa, Gnome Hollow) or `fewest` (Gazebo, G5.2). `tie_values` are compared
    between equal totals only, more is better: Niwa's mission cards (N6.2), Gazebo's wins (G7.1).
    Seats still equal fill several places together and each gets their mean: two first are 3/2 each.
    """
    one_of("best", best, DIRECTIONS)
    ties = [0] * len(totals) if tie_values is None else tie_values
    if len(ties) != len(totals):
        raise ValueError(f"{len(totals)} totals but {len(ties)} values for ties")
    sign = -1 if best == MOST else 1
    order = [(sign * total, -tie) for total, tie in zip(totals, ties, strict=True)]
    return tuple(
        sum(other < own for other in order) + Fraction(order.count(own) + 1, 2) for own in order
    )


def slots(shared: Sequence[Fraction]) -> tuple[range, ...]:
    """The slots (0 = first) that each seat fills with those it is tied with.

    Raises `ValueError` where the places are not ones that `places` can give.
    """
    filled = []
    for place in shared:
        better, level = sum(other < place for other in shared), shared.count(place)
        if place != better + Fraction(level + 1, 2):
            raise ValueError(f"not the places of one table: {', '.join(map(str, shared))}")
        filled.append(range(better, better + level))
    return tuple(filled)
