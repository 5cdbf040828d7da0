"""Tables of a social round: how many, who sits at which, and in which seat.

Aims, each only where the ones before leave a choice: fewest repeats (Σ over pairs of
C(meetings, 2)), then short tables go to those who have had the fewest empty seats beside them,
then each player's seats stay as even as possible.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import TypedDict

from tournaments.rules.chance import Seed, generator, shuffled
from tournaments.rules.errors import BadSetting
from tournaments.rules.meetings import (
    PastTable,
    count_meetings,
    counting_bound,
    repeated,
    repeats,
)
from tournaments.rules.search import fairest, fewest_repeats

__all__ = ["Draw", "DrawReport", "PastTable", "ShortTable", "counting_bound", "draw", "table_sizes"]

SMALLEST, LARGEST = 2, 6
ALGORITHM = "social: swap descent with restarts"
VERSION = 1


class ShortTable(TypedDict):
    """A table (number from 1) with fewer players than the size asked for, and why these."""

    table: int
    size: int
    players: list[int]
    reason: str


class DrawReport(TypedDict):
    """How good a draw is: one schema for page, API and command, JSON-able as it stands.

    `repeats` and `bound` count all meetings so far, this round included; `pairs` are those that
    have met more than once, `[a, b, times]`; `seats` how often each player of this round has sat
    in each seat, by the player's id as text.
    """

    repeats: int
    bound: int
    pairs: list[list[int]]
    seats: dict[str, list[int]]
    short_tables: list[ShortTable]
    byes: list[int]
    score_spread: int | None
    seed: Seed
    algorithm: str
    version: int


@dataclass(frozen=True)
class Draw:
    """Tables in number order, players in seat order, and the report."""

    tables: tuple[tuple[int, ...], ...]
    report: DrawReport


def table_sizes(entrants: int, size: int, minimum: int) -> list[int]:
    """Sizes of as few tables as hold everyone, differing by at most one, larger first.

    Fewest tables of at most `size` leave the fewest empty seats; no table is below `minimum`.
    Raises `BadSetting`: `bad_table_size`, `too_few_entries`, `no_table_sizes` (its facts name the
    nearest numbers of entrants that would work).
    """
    if not SMALLEST <= minimum <= size <= LARGEST:
        raise BadSetting(
            "bad_table_size",
            f"Tables seat {SMALLEST} to {LARGEST}, and the least may not be above the full size.",
            {"size": size, "minimum": minimum},
        )
    if entrants < minimum:
        raise BadSetting(
            "too_few_entries",
            f"A draw needs at least {minimum} players; there {_are(entrants)}.",
            {"entrants": entrants, "minimum": minimum},
        )
    tables = -(-entrants // size)
    least, larger = divmod(entrants, tables)
    if least < minimum:
        raise _no_table_sizes(entrants, size, minimum, least)
    return [least + 1] * larger + [least] * (tables - larger)


def _are(count: int) -> str:
    return "is 1" if count == 1 else f"are {count}"


def _no_table_sizes(entrants: int, size: int, minimum: int, least: int) -> BadSetting:
    fewer = next(count for count in range(entrants, 0, -1) if _fits(count, size, minimum))
    more = next(count for count in range(entrants, entrants + size) if _fits(count, size, minimum))
    lower = f", or tables of at least {least}" if least >= SMALLEST else ""
    return BadSetting(
        "no_table_sizes",
        f"{entrants} players cannot be split into tables of {minimum} to {size}:"
        f" {fewer} or {more} players could{lower}.",
        {"entrants": entrants, "size": size, "minimum": minimum, "fewer": fewer, "more": more},
    )


def _fits(entrants: int, size: int, minimum: int) -> bool:
    return entrants // -(-entrants // size) >= minimum


def draw(
    entrants: Iterable[int], history: Iterable[PastTable], size: int, minimum: int, seed: Seed
) -> Draw:
    """Seat the entrants (player ids, each once) for one round.

    A pure function of its values: the order of `entrants` and of `history` changes nothing, and
    the same seed gives the same draw byte for byte. Raises the `BadSetting` of `table_sizes`, and
    `ValueError` where a player stands twice in the entrants or at one past table.
    """
    players, past = sorted(entrants), list(history)
    if len(set(players)) != len(players):
        raise ValueError("a player stands twice among the entrants")
    if any(len(set(table.players)) != len(table.players) for table in past):
        raise ValueError("a player sits twice at a past table")
    sizes = table_sizes(len(players), size, minimum)
    missed = _missed(players, past, size)
    chance = generator(seed, "social")
    tables = _tables(players, past, sizes, size, missed, chance)
    counts = _seat_counts(players, past, size)
    seated = tuple(take_seats(table, counts, chance) for table in tables)
    return Draw(seated, _report(seated, past, size, missed, seed))


def take_seats(
    table: Sequence[int], counts: dict[int, list[int]], chance: Random
) -> tuple[int, ...]:
    """The table in seat order: the one that adds least to Σ over its players of (times a seat)².

    `counts[player][seat]`: how often so far. Where several add least, chance decides.
    """
    orders = permutations(shuffled(sorted(table), chance))
    return min(
        orders, key=lambda order: sum(counts[player][seat] for seat, player in enumerate(order))
    )


def _tables(
    players: list[int],
    past: list[PastTable],
    sizes: list[int],
    size: int,
    missed: dict[int, int],
    chance: Random,
) -> list[list[int]]:
    met = count_meetings(table.players for table in past)
    everyone = {player for table in past for player in table.players} | set(players)
    now = sum(seats * (seats - 1) // 2 for seats in sizes)
    bound = counting_bound(met.total() + now, len(everyone) * (len(everyone) - 1) // 2)
    groups = fewest_repeats(
        sizes,
        [size - seats for seats in sizes],
        [[met[min(a, b), max(a, b)] for b in players] for a in players],
        [missed[player] for player in players],
        max(0, bound - repeats(met)),
        chance,
    )
    return [[players[index] for index in group] for group in groups]


def _missed(players: list[int], past: list[PastTable], size: int) -> dict[int, int]:
    """The empty seats, of `size`, at each player's earlier tables."""
    missed = dict.fromkeys(players, 0)
    for table in past:
        for player in table.players:
            if player in missed:
                missed[player] += max(0, size - len(table.players))
    return missed


def _seat_counts(
    players: Iterable[int], tables: list[PastTable], size: int
) -> dict[int, list[int]]:
    seats = max([size, *(len(table.players) for table in tables)])
    counts = {player: [0] * seats for player in players}
    for table in tables:
        for seat, player in enumerate(table.players):
            if player in counts:
                counts[player][seat] += 1
    return counts


def _report(
    seated: tuple[tuple[int, ...], ...],
    past: list[PastTable],
    size: int,
    missed: dict[int, int],
    seed: Seed,
) -> DrawReport:
    now = [PastTable(0, players) for players in seated]
    met = count_meetings(table.players for table in past + now)
    everyone = {player for table in past + now for player in table.players}
    counts = _seat_counts(sorted(missed), past + now, size)
    return {
        "repeats": repeats(met),
        "bound": counting_bound(met.total(), len(everyone) * (len(everyone) - 1) // 2),
        "pairs": repeated(met),
        "seats": {str(player): seats for player, seats in counts.items()},
        "short_tables": _short_tables(seated, size, missed),
        "byes": [],
        "score_spread": None,
        "seed": seed,
        "algorithm": ALGORITHM,
        "version": VERSION,
    }


def _short_tables(
    seated: tuple[tuple[int, ...], ...], size: int, missed: dict[int, int]
) -> list[ShortTable]:
    sizes = [len(players) for players in seated]
    empty = [size - seats for seats in sizes]
    unfair = sum(
        seats * missed[player]
        for seats, players in zip(empty, seated, strict=True)
        for player in players
    )
    fair = unfair == fairest(sizes, empty, list(missed.values()))
    return [
        {
            "table": number,
            "size": len(players),
            "players": list(players),
            "reason": _reason(len(missed), size, [missed[player] for player in players], fair),
        }
        for number, players in enumerate(seated, start=1)
        if len(players) < size
    ]


def _reason(entrants: int, size: int, before: list[int], fair: bool) -> str:
    seen = ", ".join(map(str, before))
    choice = "nobody had fewer" if fair else "fewest repeats came first"
    return (
        f"{entrants} players do not fill tables of {size};"
        f" empty seats at these players' earlier tables: {seen} ({choice})."
    )
