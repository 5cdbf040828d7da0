"""Standings: entrants ranked by a chain of keys, with every value explained.

A standing is a pure function of the series that count, the chain and the seed of its lots. Which
series count (confirmed results, up to which round) is the caller's one filter for every key.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from tournaments.rules.chance import Seed
from tournaments.rules.direct import Group, by_level, direct
from tournaments.rules.lines import Addend, Entrant, SeatLine, SeriesLine, StandingRow
from tournaments.rules.tiebreaks import DEFAULT_KEYS, KEYS, Ledger, check_keys, ledger

__all__ = ["Addend", "Entrant", "SeatLine", "SeriesLine", "StandingRow", "explain", "standings"]

Values = dict[int, Fraction | None]
Addends = dict[int, tuple[Addend, ...]]


def standings(
    entrants: Iterable[Entrant],
    series_lines: Iterable[SeriesLine],
    keys: Sequence[str] = DEFAULT_KEYS,
    seed: Seed = 0,
) -> tuple[StandingRow, ...]:
    """All entrants, best first; those still tied after the last key share a rank, by player id.

    Who has had no seat has no rank and no value, and nobody has while no series counts; they stand
    last, by player id. Who has a seat but no series yet is ranked with what none played is worth;
    dropped entrants keep their rank (decision 0007).

    Raises `BadSetting` for a bad chain (see `check_keys`) and `ValueError` for an entrant named
    twice, a series named twice or a seat of someone who is no entrant.
    """
    chain = check_keys(keys)
    entrants = tuple(entrants)
    players = sorted(entrant.player for entrant in entrants)
    lines = tuple(series_lines)
    _check(players, lines)
    book = ledger(lines, seed)
    ranked = _seated(entrants, book) if lines else frozenset()
    groups: list[Group] = [tuple(sorted(ranked))] if ranked else []
    values: list[Values] = []
    addends: list[Addends] = []
    for key in chain:
        groups, key_values, key_addends = _apply(key, groups, book)
        values.append(key_values)
        addends.append(key_addends)
    rows = tuple(
        StandingRow(
            rank=rank,
            player=player,
            values={key: column[player] for key, column in zip(chain, values, strict=True)},
            played=len(book.played.get(player, ())),
            addends=tuple(addend for column in addends for addend in column[player]),
        )
        for rank, player in _ranks(groups)
    )
    others = [player for player in players if player not in ranked]
    return rows + tuple(StandingRow(None, player, dict.fromkeys(chain), 0, ()) for player in others)


def explain(row: StandingRow) -> dict[str, tuple[Addend, ...]]:
    """The addends of a row by key, in the order of the chain; each key's value follows from them.

    `KEYS[key].value(addends)` gives the row's value wherever that is not None.
    """
    return {key: tuple(addend for addend in row.addends if addend.key == key) for key in row.values}


def _seated(entrants: Iterable[Entrant], book: Ledger) -> frozenset[int]:
    """Those who have a rank once a series counts."""
    return frozenset(entrant.player for entrant in entrants if entrant.seated) | book.played.keys()


def _check(players: list[int], lines: tuple[SeriesLine, ...]) -> None:
    known = set(players)
    if len(known) != len(players):
        raise ValueError("an entrant stands twice in the list")
    if len({line.series for line in lines}) != len(lines):
        raise ValueError("a series stands twice in the list")
    strangers = sorted({seat.player for line in lines for seat in line.seats} - known)
    if strangers:
        raise ValueError(f"seats of players who are no entrants: {strangers}")


def _apply(key: str, groups: list[Group], book: Ledger) -> tuple[list[Group], Values, Addends]:
    """Part each tied group by one key, and give the key's value and addends for every player."""
    own = KEYS[key].addends
    if own is None:
        return _apply_direct(groups, book)
    addends = {player: own(player, book) for group in groups for player in group}
    exact = {player: KEYS[key].value(found) for player, found in addends.items()}
    parted = [part for group in groups for part in by_level(group, exact)]
    return parted, dict(exact), addends


def _apply_direct(groups: list[Group], book: Ledger) -> tuple[list[Group], Values, Addends]:
    parted: list[Group] = []
    addends: Addends = {player: () for group in groups for player in group}
    for group in groups:
        ranking = direct(group, book)
        parted.extend(ranking.parts)
        addends.update(ranking.addends)
    values = {
        player: KEYS["direct"].value(found) if found else None for player, found in addends.items()
    }
    return parted, values, addends


def _ranks(groups: list[Group]) -> list[tuple[int, int]]:
    """(rank, player) in order; a tied group shares the rank of its first."""
    ranks: list[tuple[int, int]] = []
    for group in groups:
        rank = len(ranks) + 1
        ranks.extend((rank, player) for player in group)
    return ranks
