"""Intervals of 95 % for shares and means.

| what | how | source |
|---|---|---|
| a share of trials | Wilson's score interval | Newcombe (1998), method 3 |
| … in clusters, as seats of one deal | Wilson, effective trials | Korn, Graubard (1998) |
| a mean of independent values, from 0 on | Student's t, from sums, cut at 0 | – |

Not done: exact (Clopper-Pearson) intervals, which are wider than they say.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist

Z = NormalDist().inv_cdf(0.975)
"""Standard errors to either side of an interval of 95 %."""
STUDENT = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
"""The same for 1 to 30 degrees of freedom."""
FEW = 8
"""Clusters that say too little about how much they differ; then each counts as one trial."""
ROUNDING = 1e-12
"""A variance below is none: what is left of equal values that are not exact in binary."""


@dataclass(frozen=True)
class Interval:
    """A figure and its interval: low ≤ value ≤ high."""

    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low


def wilson(share: float, trials: float) -> Interval:
    """The share of successes in so many trials. `share`: 0 to 1; trials may be a fraction.

    A shared win may count as part of a success: such trials differ less than the formula says, so
    the interval is then rather too wide. No trial says nothing: 0 to 1.
    """
    if trials <= 0:
        return Interval(share, 0.0, 1.0)
    z2 = Z**2
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = sqrt(z2 * (share * (1 - share) / trials + z2 / (4 * trials**2))) / (1 + z2 / trials)
    return Interval(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))


def clustered(shares: float, squares: float, clusters: int) -> Interval:
    """The mean share of clusters of trials, each cluster independent of the others.

    shares: the sum over clusters of each one's own share, 0 to 1; squares: of their squares.
    """
    if clusters == 0:
        return wilson(0.0, 0)
    share = min(1.0, max(0.0, shares / clusters))
    spread = variance(shares, squares, clusters) if clusters >= FEW else 0.0
    trials = share * (1 - share) * clusters / spread if spread > ROUNDING else float(clusters)
    return wilson(share, trials)


def mean(total: float, squares: float, count: int) -> Interval:
    """The mean of so many independent values, by their sum and the sum of their squares.

    No value is below 0, as no number of decisions is and no score of any of the games (N1.1, G5.2).
    So the mean is not, and an interval of few or uneven values is cut there. Fewer than two values
    say nothing of the spread: the interval has no ends.
    """
    if count == 0:
        return Interval(0.0, -inf, inf)
    value = total / count
    if count == 1:
        return Interval(value, -inf, inf)
    half = student(count - 1) * sqrt(variance(total, squares, count) / count)
    return Interval(value, max(0.0, value - half), value + half)


def variance(total: float, squares: float, count: int) -> float:
    """The sample variance (divided by count − 1), never below 0 by rounding."""
    return max(0.0, (squares - total * total / count) / (count - 1))


def student(degrees: int) -> float:
    """Student's t for so many degrees of freedom: a table, then two terms of its expansion."""
    if degrees <= len(STUDENT):
        return STUDENT[degrees - 1]
    first = (Z**3 + Z) / (4 * degrees)
    return Z + first + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * degrees**2)
