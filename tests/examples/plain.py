"""The club night worked out once more, in plain arithmetic that imports nothing of Teien's rules.

It knows the three missions, the one track and the one scheme that the night uses, and no more.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from tests.examples.evening import Evening, Table

ONE_HALF = Fraction(1, 2)
TRACK = (0, 1, 3, 6, 10, 14, 18, 20, 25)
"""Points for so many flowers, and for so many ring markers (H7)."""


@dataclass(frozen=True)
class Line:
    """A player's seat at one table: its matches' scores, and what follows from them."""

    player: int
    scores: tuple[int, ...]
    addends: tuple[int, ...]
    """What makes the total: the scores, or what makes Gnome Hollow's only one (H8.3)."""
    total: int
    stars: int
    """Mission cards (N5.5) or won games (G7.1, H8.3)."""
    place: Fraction
    points: Fraction
    wins: Fraction
    share: Fraction


@dataclass(frozen=True)
class Standing:
    player: int
    points: Fraction
    wins: Fraction
    share: Fraction

    @property
    def worth(self) -> tuple[Fraction, Fraction, Fraction]:
        return (self.points, self.wins, self.share)


def lines(evening: Evening, table: Table) -> list[Line]:
    """The table's seats, worked out."""
    most = evening.game != "gazebo"
    matches = [_scores(evening, number, sheet) for number, sheet in enumerate(table.sheets)]
    winners = [
        _winners(scores if most else [-score for score in scores], sheet)
        for scores, sheet in zip(matches, table.sheets, strict=True)
    ]
    totals = [sum(scores) for scores in zip(*matches, strict=True)]
    stars = [sum(seat in first for first in winners) for seat in range(len(totals))]
    order = [(-total if most else total, -won) for total, won in zip(totals, stars, strict=True)]
    return [
        Line(
            player=player,
            scores=tuple(scores[seat] for scores in matches),
            addends=_addends(evening, table, [scores[seat] for scores in matches], seat),
            total=totals[seat],
            stars=stars[seat],
            place=_place(order, seat),
            points=(len(totals) - _place(order, seat)) / (len(totals) - 1),
            wins=_wins(order, seat),
            share=_share(totals, seat, most),
        )
        for seat, player in enumerate(table.players)
    ]


def standing(evening: Evening) -> list[Standing]:
    """All players, best first, by points, wins, score_share and meetings of the tied."""
    worked = [lines(evening, table) for table in evening.tables]
    players = [_standing(player, worked) for player in evening.data["players"]]
    players.sort(key=lambda row: row.worth, reverse=True)
    ordered: list[Standing] = []
    for _, tied in groupby(players, key=lambda row: row.worth):
        ordered += _by_meeting(list(tied), worked)
    return ordered


def hand_parts(hand: str, mission: int) -> tuple[list[int], int]:
    """What each trio of a hand is worth, lowest number first, and what its mission is worth."""
    cards = Counter((card[0], int(card[1:])) for card in hand.split())
    trios: list[int] = []
    for number in range(11):
        held = min(cards[colour, number] for colour in "PGO")
        trios += [20 - number] * held
        for colour in "PGO":
            cards[colour, number] -= held
    return trios, {2: _one_colour, 5: _pairs, 8: _run}[mission](+cards)


def count_parts(seat: dict[str, int]) -> tuple[int, int, int]:
    """What a seat's flowers, its ring markers and its treasure are worth."""
    return TRACK[seat["flowers"]], TRACK[seat["markers"]], seat["treasure"]


Cards = Counter[tuple[str, int]]


def _one_colour(cards: Cards) -> int:
    return max(sum(n * cards[c, n] for c, n in cards if c == colour) for colour in "PGO")


def _pairs(cards: Cards) -> int:
    return sum(2 * number for (_, number), copies in cards.items() if copies == 2)


def _run(cards: Cards) -> int:
    """The longest run of two or more; of equally long ones the one worth most."""
    runs = [
        (last - first + 1, sum(range(first, last + 1)))
        for colour in "PGO"
        for first in range(11)
        for last in range(first + 1, 11)
        if all((colour, number) in cards for number in range(first, last + 1))
    ]
    return max(runs, default=(0, 0))[1]


def _scores(evening: Evening, number: int, sheet: dict[str, Any]) -> list[int]:
    if evening.game == "gazebo":
        return [seat["left"] for seat in sheet["seats"]]
    if evening.game == "gnome_hollow":
        return [sum(count_parts(seat)) for seat in sheet["seats"]]
    mission = evening.data["matches"][number]["mission"]
    return [seat["points"] if "points" in seat else _hand(seat, mission) for seat in sheet["seats"]]


def _hand(seat: dict[str, str], mission: int) -> int:
    trios, rest = hand_parts(seat["hand"], mission)
    return sum(trios) + rest


def _winners(worths: Sequence[int], sheet: dict[str, Any]) -> set[int]:
    """Who has most; in Gnome Hollow of those the most mushrooms left."""
    first = [seat for seat, worth in enumerate(worths) if worth == max(worths)]
    if len(first) == 1:
        return set(first)
    left = {seat: sheet["seats"][seat].get("mushrooms", 0) for seat in first}
    return {seat for seat in first if left[seat] == max(left.values())}


def _addends(evening: Evening, table: Table, scores: list[int], seat: int) -> tuple[int, ...]:
    if evening.game != "gnome_hollow":
        return tuple(scores)
    (sheet,) = table.sheets
    return count_parts(sheet["seats"][seat])


def _place(order: Sequence[tuple[int, int]], seat: int) -> Fraction:
    """The mean of the places that seats of equal worth fill."""
    filled = [place for place, own in enumerate(sorted(order), start=1) if own == order[seat]]
    return Fraction(sum(filled), len(filled))


def _wins(order: Sequence[tuple[int, int]], seat: int) -> Fraction:
    if order[seat] != min(order):
        return Fraction(0)
    return Fraction(1) if order.count(min(order)) == 1 else ONE_HALF


def _share(totals: Sequence[int], seat: int, most: bool) -> Fraction:
    if most:
        return Fraction(totals[seat], sum(totals))
    others = sum(totals) - totals[seat]
    return Fraction(others, (len(totals) - 1) * sum(totals))


def _standing(player: int, worked: list[list[Line]]) -> Standing:
    own = [line for table in worked for line in table if line.player == player]
    return Standing(
        player=player,
        points=sum((line.points for line in own), Fraction(0)),
        wins=sum((line.wins for line in own), Fraction(0)),
        share=sum((line.share for line in own), Fraction(0)) / len(own),
    )


def _by_meeting(tied: list[Standing], worked: list[list[Line]]) -> list[Standing]:
    """Two equal players in order of the one table at which they met; no other tie is known."""
    if len(tied) == 1:
        return tied
    one, other = tied
    places = [
        {line.player: line.place for line in table}
        for table in worked
        if {one.player, other.player} <= {line.player for line in table}
    ]
    (met,) = places
    assert met[one.player] != met[other.player]
    return sorted(tied, key=lambda row: met[row.player])
