"""The values that standings are made from and made of."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class SeatLine:
    """A player's seat in one series that counts.

    `position` is 0-based, `total` the series total, `place` the (mean) place at the table,
    `points` what the scheme pays for it, `share` the seat's `table_percent`.
    """

    player: int
    position: int
    total: Fraction
    place: Fraction
    points: Fraction
    share: Fraction


@dataclass(frozen=True)
class SeriesLine:
    """One series that counts: its ids and its seats."""

    series: int
    round: int
    table: int
    seats: tuple[SeatLine, ...]


@dataclass(frozen=True)
class Entrant:
    """A player of the tournament. The state (registered, dropped, …) never moves a rank."""

    player: int
    state: str


@dataclass(frozen=True)
class Addend:
    """One term of a key's value, so that every standing can be explained.

    `source` is an id of `tiebreaks.SOURCES`. `series` and `round` are None for a lot; `opponent`
    is set for a meeting. `step` is above 1 only for `direct` applied again to a smaller group:
    a player's value is made of the addends of the first step there is, later ones only order
    those still tied.
    """

    key: str
    value: Fraction
    source: str
    series: int | None = None
    round: int | None = None
    opponent: int | None = None
    step: int = 1


@dataclass(frozen=True)
class StandingRow:
    """A player's rank and why.

    `rank` is the competition rank: two second are followed by a fourth. `values` has one entry a
    key, in the order of the chain; None where the key had nothing to say about this player
    (only `direct`). `played` is the number of series counted.
    """

    rank: int
    player: int
    values: dict[str, Fraction | None]
    played: int
    addends: tuple[Addend, ...]
