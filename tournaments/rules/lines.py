"""The values that standings are made from and made of."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class SeatLine:
    """A player's seat in one series that counts.

    `position` is 0-based, `total` the series total, `place` the (mean) place at the table,
    `points` what the scheme pays for it, `share` the seat's `table_percent`; the formulas say how
    these two come about (`formulas.py`).
    """

    player: int
    position: int
    total: Fraction
    place: Fraction
    points: Fraction
    share: Fraction
    formula: str | None = None
    share_formula: str | None = None


@dataclass(frozen=True)
class SeriesLine:
    """One series that counts: its id, the numbers of its round and table, its seats.

    `note`: an id of `tiebreaks.NOTES` where there is more to say about it.
    """

    series: int
    round: int
    table: int
    seats: tuple[SeatLine, ...]
    note: str | None = None


@dataclass(frozen=True)
class LeftOut:
    """A round that gave a player nothing, and why: `reason` is an id of `tiebreaks.REASONS`.

    `series` and `table` (its number) are None where the player had no seat.
    """

    player: int
    round_number: int
    reason: str
    series: int | None = None
    table: int | None = None


@dataclass(frozen=True)
class Entrant:
    """A player of the tournament. The state (registered, dropped, …) never moves a rank.

    `seated`: has had a seat, at a table that counts or at one that doesn't (yet). A seat in a
    series that counts says so by itself.
    """

    player: int
    state: str
    seated: bool = False


@dataclass(frozen=True)
class Addend:
    """One term of a key's value, so that every standing can be explained.

    `source` is an id of `tiebreaks.SOURCES`, `note` one of `tiebreaks.NOTES`. Of the series it
    comes from: its id, the numbers of its round and table, the player's (mean) `place` among
    `size` seats, and how many share that place (1: nobody else). All of them are None for a lot.
    `formula` works out to `value`; None where the source says it all. `opponent` is set for a
    meeting. `step` is above 1 only for `direct` applied again to a smaller group: a player's value
    is made of the addends of the first step there is, later ones only order those still tied.
    """

    key: str
    value: Fraction
    source: str
    series: int | None = None
    round_number: int | None = None
    table: int | None = None
    place: Fraction | None = None
    size: int | None = None
    shared_by: int | None = None
    formula: str | None = None
    note: str | None = None
    opponent: int | None = None
    step: int = 1


def addend_at(
    line: SeriesLine, seat: SeatLine, key: str, value: Fraction, source: str, *,
    formula: str | None = None, opponent: int | None = None, step: int = 1,
) -> Addend:  # fmt: skip
    """An addend that a player's seat in a series gives."""
    return Addend(
        key,
        value,
        source,
        series=line.series,
        round_number=line.round,
        table=line.table,
        place=seat.place,
        size=len(line.seats),
        shared_by=sum(other.place == seat.place for other in line.seats),
        formula=formula,
        note=line.note,
        opponent=opponent,
        step=step,
    )


@dataclass(frozen=True)
class StandingRow:
    """A player's rank and why.

    `rank` is the competition rank: two second are followed by a fourth; None while no series
    counts, and for who has had no seat. `values` has one entry a key, in the order of the chain;
    None where the key has nothing to say about this player: `direct` unless it ranked them,
    `score_share` before their first series, every key without a rank. `played` is the number of
    series counted.
    """

    rank: int | None
    player: int
    values: dict[str, Fraction | None]
    played: int
    addends: tuple[Addend, ...]
