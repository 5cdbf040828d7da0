"""Scores a match of Niwa from what the scorer typed: hands, points, or some of each."""

from __future__ import annotations

from engines.base import MatchScore
from engines.niwa.cards import check_copies, parse_hand
from engines.niwa.missions import Mission
from engines.niwa.reachable import reachable_totals
from engines.niwa.scoring import HandScore, score_hand
from engines.option import Settings
from engines.seats import read_seats
from engines.sheet import read_number, read_object
from engines.values import JSON, LARGEST_SHOWN, refusal, seat_label, shown

END = "pile"
"""A match ends with the last card of the pile (N4.1)."""


def score_sheet(sheet: object, mission: Mission, settings: Settings, seats: int) -> MatchScore:
    """The match's score: each seat's total, and the mission card to those with most (N5.5).

    Sheet: `{"seats": [{"hand": "P0 G3 …"}, {"points": 41}, …]}`. Raises RuleBroken for all
    that the rules page refuses, with the seat and the field in its facts.
    """
    typed = read_object(sheet, ("seats",), "The sheet", "sheet")
    entries = read_seats(typed, ("hand", "points"), seats, "N1.2")
    hands = {
        seat: hand
        for seat, entry in enumerate(entries)
        if (hand := _read_hand(entry.get("hand"), seat)) is not None
    }
    check_copies(hands)
    scored = {seat: score_hand(hand, mission.number, settings) for seat, hand in hands.items()}
    scores = tuple(
        _seat_points(entry.get("points"), seat, scored.get(seat), mission, settings)
        for seat, entry in enumerate(entries)
    )
    return MatchScore(
        scores=scores,
        winners=tuple(seat for seat, score in enumerate(scores) if score == max(scores)),
        credits=tuple(int(score == max(scores)) for score in scores),
        end=END,
        details=tuple(
            scored[seat].detail() if seat in scored else {"total": score}
            for seat, score in enumerate(scores)
        ),
    )


def _read_hand(typed: object, seat: int) -> tuple[int, ...] | None:
    if typed is None:
        return None
    if not isinstance(typed, str):
        sentence = f"{seat_label(seat)}'s hand must be text, such as P0 P3 G10, not {shown(typed)}"
        raise refusal("not_text", sentence, "N3.5", **_facts(seat, "hand"))
    return parse_hand(typed, seat)


def _seat_points(
    typed: object, seat: int, scored: HandScore | None, mission: Mission, settings: Settings
) -> int:
    """The seat's total, from its hand or its points; both given, they must agree."""
    if typed is None:
        if scored is None:
            sentence = f"{seat_label(seat)} has neither a hand nor points"
            raise refusal("no_hand_or_points", sentence, "N5.5", **_facts(seat, "hand"))
        return scored.total
    points = read_number(typed, f"{seat_label(seat)}'s points", "N5.2", **_facts(seat, "points"))
    if scored is not None and points != scored.total:
        raise refusal(
            "points_disagree",
            f"{seat_label(seat)}'s hand is worth {scored.total} points under mission "
            f"{mission.number}, not {shown(points)}",
            "N5.2",
            **_facts(seat, "points"),
            hand_points=scored.total,
        )
    _check_reachable(points, seat, mission, settings)
    return points


def _check_reachable(points: int, seat: int, mission: Mission, settings: Settings) -> None:
    totals = reachable_totals(mission.number, settings)
    if points not in totals:
        endless = "so few" if points < 0 else "so many"
        many = points if abs(points) < LARGEST_SHOWN else endless
        raise refusal(
            "points_impossible",
            f"{seat_label(seat)} cannot have {many} points: no nine cards make that "
            f"under mission {mission.number}, where scores run from {min(totals)} to {max(totals)}",
            "N5.2",
            **_facts(seat, "points"),
            mission=mission.number,
            least=min(totals),
            most=max(totals),
        )


def _facts(seat: int, key: str) -> dict[str, JSON]:
    return {"seat": seat, "field": f"seats.{seat}.{key}"}
