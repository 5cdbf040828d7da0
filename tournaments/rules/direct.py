"""Direct encounter: ranking tied players by their own meetings (FIDE C.07 T7, decision 0002).

FIDE's rule is for two seats. At larger tables it is read like this:

1. Two players *meet* in each series where both sit. There the better place scores 1, the worse 0,
   equal places 1/2 each. A pair's result is the *mean* over its meetings, so it lies in 0..1
   however often the two met. At two seats with one meeting this is the result of the game.
2. A player's direct points are the sum of these results over the other players of the tied group.
3. If all pairs of the group have met, it is ranked by direct points.
4. If some have not, a player whose points, with 0 for each pair that has not met, are still more
   than everyone else's with 1 for each such pair, leads whatever the missing games would give and
   is ranked first. Where nobody does, the key decides nothing.
5. Each part that is still tied and smaller than the group is ranked by the same rule, counting
   only meetings inside that part. What remains tied goes to the next key.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.rules.lines import Addend, SeatLine, SeriesLine, addend_at
from tournaments.rules.tiebreaks import Ledger

Group = tuple[int, ...]
RESULTS = {"met_better": Fraction(1), "met_level": Fraction(1, 2), "met_worse": Fraction(0)}


@dataclass(frozen=True)
class Meetings:
    """The meetings inside one group: for each player its addends by opponent."""

    addends: Mapping[int, Mapping[int, tuple[Addend, ...]]]

    def known(self, player: int) -> Fraction:
        """Direct points, with 0 for each opponent not met."""
        return sum(
            (addend.value for met in self.addends[player].values() for addend in met), Fraction(0)
        )

    def missing(self, player: int) -> int:
        """How many of the group the player has not met."""
        return len(self.addends) - 1 - len(self.addends[player])

    def listed(self, player: int) -> tuple[Addend, ...]:
        """The player's addends in order of series, then opponent."""
        found = [addend for met in self.addends[player].values() for addend in met]
        return tuple(
            sorted(found, key=lambda addend: (addend.round_number, addend.series, addend.opponent))
        )


@dataclass
class Ranking:
    """The parts of a tied group in order, and the addends that say why."""

    parts: list[Group] = field(default_factory=list)
    addends: dict[int, tuple[Addend, ...]] = field(default_factory=dict)


def direct(group: Group, book: Ledger) -> Ranking:
    """Rank a tied group.

    `parts` is the group in order, players still tied in one part, by number. `addends` holds the
    players for whom the key has a value; each carries the step of rule 5 (1 first).
    """
    ranking = Ranking()
    _rank(tuple(sorted(group)), book, 1, ranking)
    return ranking


def _rank(group: Group, book: Ledger, step: int, ranking: Ranking) -> None:
    if len(group) == 1:
        ranking.parts.append(group)
        return
    found = meetings(group, book, step)
    parts, ranked = _parts(group, found)
    for player in ranked:
        ranking.addends[player] = ranking.addends.get(player, ()) + found.listed(player)
    if len(parts) == 1:
        ranking.parts.append(group)
        return
    for part in parts:
        _rank(part, book, step + 1, ranking)


def _parts(group: Group, found: Meetings) -> tuple[list[Group], Group]:
    """The group in order of direct points, and the players whose points say so (rules 3 and 4)."""
    known = {player: found.known(player) for player in group}
    if not any(found.missing(player) for player in group):
        return by_level(group, known), group
    for leader in group:
        rest = tuple(player for player in group if player != leader)
        if all(known[leader] > known[player] + found.missing(player) for player in rest):
            return [(leader,), rest], (leader,)
    return [group], ()


def by_level(group: Group, values: Mapping[int, Fraction | None]) -> list[Group]:
    """The group in parts of equal value, most first; those without a value last."""
    levels = sorted({values[player] for player in group}, key=_height, reverse=True)
    return [tuple(player for player in group if values[player] == level) for level in levels]


def _height(value: Fraction | None) -> tuple[bool, Fraction]:
    return value is not None, value or Fraction(0)


def meetings(group: Group, book: Ledger, step: int = 1) -> Meetings:
    """The meetings of each player of the group with the others, each worth its part of the mean."""
    inside = frozenset(group)
    return Meetings({player: _met(player, inside, book, step) for player in group})


def _met(
    player: int, inside: frozenset[int], book: Ledger, step: int
) -> dict[int, tuple[Addend, ...]]:
    met: dict[int, list[tuple[SeriesLine, SeatLine, str]]] = {}
    for line, seat in book.played.get(player, ()):
        for other in line.seats:
            if other.player in inside and other.player != player:
                met.setdefault(other.player, []).append((line, seat, _source(seat, other)))
    return {
        opponent: tuple(
            addend_at(
                line, seat, "direct", RESULTS[source] / len(games), source,
                formula=_formula(RESULTS[source], len(games)), opponent=opponent, step=step,
            )
            for line, seat, source in games
        )
        for opponent, games in met.items()
    }  # fmt: skip


def _formula(result: Fraction, meetings: int) -> str:
    """A meeting's part of the mean over this pair's meetings."""
    text = f"({result})" if result.denominator > 1 else str(result)
    return str(result) if meetings == 1 else f"{text}/{meetings}"


def _source(seat: SeatLine, other: SeatLine) -> str:
    if seat.place == other.place:
        return "met_level"
    return "met_better" if seat.place < other.place else "met_worse"
