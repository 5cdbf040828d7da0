"""Scores a hand of Niwa (N5.1–N5.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engines.niwa.cards import (
    COLOURS,
    NUMBERS,
    card_text,
    colour_of,
    hand_text,
    make_card,
    number_of,
    parse_hand,
    trio_points,
)
from engines.niwa.missions import Mission, mission_of
from engines.niwa.options import settle_niwa
from engines.niwa.reachable import reachable_totals
from engines.option import Settings
from engines.values import JSON

__all__ = ["HandScore", "MissionScore", "Trio", "parse_hand", "reachable_totals", "score_hand"]

Cards: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Trio:
    """One card of each colour with the same number (N5.1)."""

    number: int
    points: int
    cards: Cards


@dataclass(frozen=True)
class MissionScore:
    """The cards a mission scores, and the colour it chose where it chooses one (2 and 8)."""

    mission: Mission
    points: int
    cards: Cards
    colour: str | None = None


@dataclass(frozen=True)
class HandScore:
    """A hand's score: its trios, its mission and the cards that score nothing."""

    hand: Cards
    trios: tuple[Trio, ...]
    mission: MissionScore
    unscored: Cards

    @property
    def total(self) -> int:
        """Points of the trios and of the mission."""
        return sum(trio.points for trio in self.trios) + self.mission.points

    def detail(self) -> dict[str, JSON]:
        """The breakdown as JSON: hand, trios, mission, unscored, total."""
        return {
            "hand": hand_text(self.hand),
            "trios": [
                {"number": trio.number, "points": trio.points, "cards": _texts(trio.cards)}
                for trio in self.trios
            ],
            "mission": self._mission_detail(),
            "unscored": _texts(self.unscored),
            "total": self.total,
        }

    def _mission_detail(self) -> dict[str, JSON]:
        scored = self.mission
        detail: dict[str, JSON] = {
            "id": scored.mission.id,
            "number": scored.mission.number,
            "points": scored.points,
            "cards": _texts(scored.cards),
        }
        if scored.mission.id in ("one_colour", "run"):
            detail["colour"] = scored.colour
        return detail


def score_hand(
    cards: Sequence[int], mission: int, options: Mapping[str, object] | None = None
) -> HandScore:
    """Score nine cards, as `parse_hand` returns them, under a mission 1..8.

    Raises RuleBroken: unknown_mission, and for options what `settle` says.
    """
    card = mission_of(mission)
    trios, left = _take_trios(cards)
    scored, colour = _SCORERS[card.id](left, settle_niwa(options or {}))
    points = sum(number_of(each) for each in scored)
    return HandScore(
        hand=tuple(sorted(cards)),
        trios=trios,
        mission=MissionScore(card, points, scored, colour),
        unscored=_without(left, scored),
    )


def _take_trios(cards: Iterable[int]) -> tuple[tuple[Trio, ...], Cards]:
    """All trios there are, and the cards left (N5.1)."""
    held = Counter(cards)
    trios: list[Trio] = []
    for number in range(NUMBERS):
        three = tuple(make_card(colour, number) for colour in COLOURS)
        while all(held[card] for card in three):
            held.subtract(three)
            trios.append(Trio(number, trio_points(number), three))
    return tuple(trios), tuple(sorted(held.elements()))


Scored: TypeAlias = tuple[Cards, str | None]
"""The cards a mission scores, and the colour chosen."""


def _score_all(left: Cards, settings: Settings) -> Scored:
    return left, None


def _score_one_colour(left: Cards, settings: Settings) -> Scored:
    suits = {colour: _of_colour(left, colour) for colour in COLOURS}
    # Equal colours: the first of P, G, O, since max keeps the first.
    best = max(COLOURS, key=lambda colour: sum(map(number_of, suits[colour])))
    return suits[best], best


def _score_highest(left: Cards, settings: Settings) -> Scored:
    most = 2 if settings["highest_copies"] == "both" else 1
    scored: list[int] = []
    for colour in COLOURS:
        suit = _of_colour(left, colour)
        scored += [card for card in suit if card == suit[-1]][:most]
    return tuple(scored), None


def _score_duo(left: Cards, settings: Settings) -> Scored:
    scored: list[int] = []
    for number in range(NUMBERS):
        alike = [card for card in left if number_of(card) == number]
        scored += alike[: len(alike) // 2 * 2]
    return tuple(sorted(scored)), None


def _score_duo_same_colour(left: Cards, settings: Settings) -> Scored:
    return tuple(card for card in left if left.count(card) == 2), None


def _score_odd(left: Cards, settings: Settings) -> Scored:
    return tuple(card for card in left if number_of(card) % 2 == 1), None


def _score_even(left: Cards, settings: Settings) -> Scored:
    return tuple(card for card in left if number_of(card) % 2 == 0), None


def _score_run(left: Cards, settings: Settings) -> Scored:
    """The longest run, of equal ones the one worth most, of those the first colour (N5.3)."""
    runs = [run for run in _runs(left) if len(run) >= int(settings["min_run"])]
    if not runs:
        return (), None
    best = max(runs, key=lambda run: (len(run), sum(map(number_of, run))))
    return best, colour_of(best[0])


_SCORERS: dict[str, Callable[[Cards, Settings], Scored]] = {
    "all": _score_all,
    "one_colour": _score_one_colour,
    "highest_per_colour": _score_highest,
    "duo": _score_duo,
    "duo_same_colour": _score_duo_same_colour,
    "odd": _score_odd,
    "even": _score_even,
    "run": _score_run,
}


def _runs(left: Cards) -> list[Cards]:
    """Every unbroken run of one colour, one card a number, in the order P, G, O."""
    runs: list[Cards] = []
    for colour in COLOURS:
        run: Cards = ()
        for card in sorted(set(_of_colour(left, colour))):
            run = (*run, card) if run and card == run[-1] + 1 else (card,)
            runs.append(run)  # the shorter beginnings lose against the whole run
    return runs


def _of_colour(cards: Cards, colour: str) -> Cards:
    return tuple(card for card in cards if colour_of(card) == colour)


def _without(cards: Cards, taken: Cards) -> Cards:
    return tuple(sorted((Counter(cards) - Counter(taken)).elements()))


def _texts(cards: Cards) -> list[JSON]:
    return [card_text(card) for card in cards]
