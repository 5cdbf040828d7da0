"""Scores a match of Gnome Hollow from what each player has in the end (H7, H8.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines.base import MatchScore
from engines.option import Settings
from engines.seats import read_seats
from engines.sheet import read_number, read_object
from engines.values import JSON, listed, refusal, seat_label, shown

TRACK: tuple[int, ...] = (0, 1, 3, 6, 10, 14, 18, 20, 25)
"""Points for 0..8 flowers, and for 0..8 ring markers (H7)."""
MOST = len(TRACK) - 1
MOST_KEPT = 9_999
"""Treasure and mushrooms have no limit (H3.5); this one only keeps typing slips out."""
FLOWERS_FOR_TWO = 9
"""Tokens in play where two players play without one of each kind except purple (H2.3)."""
BAG = "bag"
"""Why a match ended, where nobody has eight flowers or eight markers (H8.1)."""

KEYS = ("flowers", "markers", "treasure", "mushrooms", "total")


@dataclass(frozen=True)
class Kept:
    """What a player has in the end; `mushrooms`: None where the sheet doesn't say."""

    flowers: int
    markers: int
    treasure: int
    mushrooms: int | None

    @property
    def total(self) -> int:
        """Flower track + ring track + treasure (H8.3)."""
        return TRACK[self.flowers] + TRACK[self.markers] + self.treasure

    def detail(self) -> dict[str, JSON]:
        """How the score comes about, as JSON."""
        return {
            "flowers": self.flowers,
            "flower_points": TRACK[self.flowers],
            "markers": self.markers,
            "marker_points": TRACK[self.markers],
            "treasure": self.treasure,
            "mushrooms": self.mushrooms,
            "total": self.total,
        }


def score_sheet(sheet: object, settings: Settings, seats: int) -> MatchScore:
    """The match's score (H8.3); a shared victory credits each.

    Sheet: `{"seats": [{"flowers": 5, "markers": 4, "treasure": 13}, …]}`, with `mushrooms`, those
    left, for all who are tied for first, and `total` where the scorer has added up. Raises
    RuleBroken for all that the rules page refuses.
    """
    typed = read_object(sheet, ("seats",), "The sheet", "sheet")
    kept = [
        _read_kept(entry, seat) for seat, entry in enumerate(read_seats(typed, KEYS, seats, "H1.1"))
    ]
    if seats == 2 and settings["two_player_tokens"] == "flowers":
        _check_tokens(kept)
    scores = tuple(each.total for each in kept)
    winners = _winners(kept, scores)
    finished = any(MOST in (each.flowers, each.markers) for each in kept)
    return MatchScore(
        scores=scores,
        winners=winners,
        credits=tuple(int(seat in winners) for seat in range(seats)),
        end=None if finished else BAG,
        details=tuple(each.detail() for each in kept),
    )


def _read_kept(entry: Mapping[str, object], seat: int) -> Kept:
    kept = Kept(
        flowers=_read_count(entry, "flowers", seat, "number of flowers", "H7", MOST),
        markers=_read_count(entry, "markers", seat, "number of ring markers", "H7", MOST),
        treasure=_read_count(entry, "treasure", seat, "treasure", "H3.5", MOST_KEPT),
        mushrooms=None
        if entry.get("mushrooms") is None
        else _read_count(entry, "mushrooms", seat, "number of mushrooms left", "H3.5", MOST_KEPT),
    )
    if entry.get("total") is not None:
        _check_total(entry["total"], kept, seat)
    return kept


def _read_count(
    entry: Mapping[str, object], key: str, seat: int, noun: str, rule: str, most: int
) -> int:
    what = f"{seat_label(seat)}'s {noun}"
    if entry.get(key) is None:
        raise refusal("count_missing", f"{what} is missing", "H8.3", **_facts(seat, key))
    count = read_number(entry[key], what, rule, **_facts(seat, key))
    if not 0 <= count <= most:
        sentence = f"{what} must be 0 to {most}, not {shown(count)}"
        raise refusal("count_range", sentence, rule, **_facts(seat, key), most=most)
    return count


def _check_total(typed: object, kept: Kept, seat: int) -> None:
    facts = _facts(seat, "total")
    total = read_number(typed, f"{seat_label(seat)}'s total", "H8.3", **facts)
    if total != kept.total:
        raise refusal(
            "total_disagrees",
            f"{seat_label(seat)}'s total is {TRACK[kept.flowers]} for flowers + "
            f"{TRACK[kept.markers]} for markers + {kept.treasure} treasure = {kept.total}, "
            f"not {shown(total)}",
            "H8.3",
            **facts,
            total=kept.total,
        )


def _check_tokens(kept: Sequence[Kept]) -> None:
    together = sum(each.flowers for each in kept)
    if together > FLOWERS_FOR_TWO:
        raise refusal(
            "too_many_flowers",
            f"Seats 1 and 2 can have {FLOWERS_FOR_TWO} flowers together, not {together}: with two "
            "players so many tokens are in play",
            "H2.3",
            field="seats",
            seats=[0, 1],
            together=together,
            most=FLOWERS_FOR_TWO,
        )


def _winners(kept: Sequence[Kept], scores: Sequence[int]) -> tuple[int, ...]:
    """Most points; of those tied the most mushrooms left; then shared (H8.3)."""
    first = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(first) == 1:
        return tuple(first)
    left = {seat: mushrooms for seat in first if (mushrooms := kept[seat].mushrooms) is not None}
    if len(left) < len(first):
        raise refusal(
            "tie_without_mushrooms",
            f"Seats {listed([str(seat + 1) for seat in first], 'and')} are tied for first with "
            f"{scores[first[0]]} points: say how many mushrooms each of them has left",
            "H8.3",
            field="seats",
            seats=[*first],
        )
    return tuple(seat for seat in first if left[seat] == max(left.values()))


def _facts(seat: int, key: str) -> dict[str, JSON]:
    return {"seat": seat, "field": f"seats.{seat}.{key}"}
