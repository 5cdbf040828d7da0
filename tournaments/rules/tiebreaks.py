"""The keys of a standing, each a small pure function, more is better in every one.

| key | value of a player | rule |
|---|---|---|
| `points` | sum of the scheme's points | FIDE C.07 T1 |
| `wins` | 1 for a first place alone, 1/2 for a shared one, however many share it | Teien |
| `score_share` | mean of `table_percent` over the series played; none before the first | Teien |
| `direct` | points of the meetings among the tied (`direct.py`) | FIDE C.07 T7; decision 0002 |
| `lot` | a seeded number that depends on nothing but the player | Teien |

Not done yet, and why:

| key | waits for |
|---|---|
| `seconds`, `matches_won`, `score_sum` | the places and scores of single matches in `SeatLine` |
| `beaten_share`, `opponents_share` | rounds without play (byes, no-shows) in `SeriesLine` |
| `buchholz`, `buchholz_cut1`, `sonneborn_berger` | the same, and the FIDE edition (T2–T5) |
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.rules.chance import Seed, lot
from tournaments.rules.errors import BadSetting
from tournaments.rules.lines import Addend, SeatLine, SeriesLine, addend_at

DEFAULT_KEYS = ("points", "wins", "score_share", "direct", "lot")

SOURCES: Mapping[str, str] = {
    "place_points": "points of the table, by the scheme",
    "won_alone": "first alone",
    "shared_first": "shared first place",
    "not_first": "not first",
    "table_percent": "share of the table's score",
    "met_better": "placed above a tied opponent at the same table",
    "met_level": "tied with a tied opponent at the same table",
    "met_worse": "placed below a tied opponent at the same table",
    "lot": "drawn by lot",
}
"""Where an addend comes from."""
NOTES: Mapping[str, str] = {
    "abandoned_dropped": "an abandoned match of this table counts nothing",
    "abandoned_worst": "an abandoned match of this table counts the worst score for everyone",
}
"""What else there is to say about a series that counts."""
REASONS: Mapping[str, str] = {
    "abandoned": "no match of this table was played: it counts for nobody",
    "no_seat": "no seat in this round",
    "replay": "an abandoned match must be played again before the table counts",
    "unfinished": "not all results of this table are confirmed yet",
}
"""Why a round gave a player nothing."""


@dataclass(frozen=True)
class Ledger:
    """What the keys read: each player's series in order of (round, series), and the seed."""

    played: Mapping[int, tuple[tuple[SeriesLine, SeatLine], ...]]
    seed: Seed


def ledger(lines: Iterable[SeriesLine], seed: Seed) -> Ledger:
    """The series of each player; raises `ValueError` where a player sits twice in one."""
    played: dict[int, list[tuple[SeriesLine, SeatLine]]] = defaultdict(list)
    for line in sorted(lines, key=lambda line: (line.round, line.series)):
        if len({seat.player for seat in line.seats}) != len(line.seats):
            raise ValueError(f"a player sits twice in series {line.series}")
        for seat in line.seats:
            played[seat.player].append((line, seat))
    return Ledger({player: tuple(series) for player, series in played.items()}, seed)


def points_addends(player: int, book: Ledger) -> tuple[Addend, ...]:
    return tuple(
        addend_at(line, seat, "points", seat.points, "place_points", formula=seat.formula)
        for line, seat in book.played.get(player, ())
    )


def wins_addends(player: int, book: Ledger) -> tuple[Addend, ...]:
    return tuple(_win(line, seat) for line, seat in book.played.get(player, ()))


def _win(line: SeriesLine, seat: SeatLine) -> Addend:
    if seat.place > min(other.place for other in line.seats):
        value, source = Fraction(0), "not_first"
    elif seat.place == 1:
        value, source = Fraction(1), "won_alone"
    else:
        value, source = Fraction(1, 2), "shared_first"
    return addend_at(line, seat, "wins", value, source)


def score_share_addends(player: int, book: Ledger) -> tuple[Addend, ...]:
    return tuple(
        addend_at(
            line, seat, "score_share", seat.share, "table_percent", formula=seat.share_formula
        )
        for line, seat in book.played.get(player, ())
    )


def lot_addends(player: int, book: Ledger) -> tuple[Addend, ...]:
    return (Addend("lot", Fraction(lot(book.seed, player)), "lot"),)


@dataclass(frozen=True)
class Key:
    """One row of `KEYS`: the rule it follows, and how its addends make its value.

    `fold` is `sum` or `mean`. `addends` is None for a key that only compares tied players with
    each other (`direct`).
    """

    rule: str
    fold: str
    addends: Callable[[int, Ledger], tuple[Addend, ...]] | None

    def value(self, addends: Iterable[Addend]) -> Fraction | None:
        """The sum or the mean of the addends of the first step there is.

        Of none the sum is 0; there is no mean.
        """
        found = tuple(addends)
        first = min((addend.step for addend in found), default=1)
        values = [addend.value for addend in found if addend.step == first]
        whole = sum(values, Fraction(0))
        if self.fold == "sum":
            return whole
        return whole / len(values) if values else None


KEYS: Mapping[str, Key] = {
    "points": Key("FIDE C.07 T1", "sum", points_addends),
    "wins": Key("Teien", "sum", wins_addends),
    "score_share": Key("Teien", "mean", score_share_addends),
    "direct": Key("FIDE C.07 T7", "sum", None),
    "lot": Key("Teien", "sum", lot_addends),
}


def check_keys(keys: Iterable[str]) -> tuple[str, ...]:
    """The chain as it was given.

    Raises `BadSetting`: `empty_chain`, `unknown_key`, `repeated_key`.
    """
    chain = tuple(keys)
    if not chain:
        raise BadSetting("empty_chain", "A standing needs at least one key.", {})
    for position, key in enumerate(chain):
        if key not in KEYS:
            raise BadSetting(
                "unknown_key",
                f"There is no key called {key!r}: choose from {', '.join(KEYS)}.",
                {"key": str(key), "choices": list(KEYS)},
            )
        if key in chain[:position]:
            raise BadSetting(
                "repeated_key", f"The key {key} stands twice in the chain.", {"key": key}
            )
    return chain
