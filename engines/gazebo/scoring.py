"""Scores a match of Gazebo from the leftovers (G5.1, G5.2, G8.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.base import MatchScore
from engines.gazebo.ending import read_end
from engines.gazebo.pairs import pair_left, pair_of, read_last_pair, winning_seats
from engines.option import Settings
from engines.seats import read_seats
from engines.sheet import read_number, read_object
from engines.values import JSON, refusal, seat_label, shown

SUPPLIES: Mapping[int, int] = {2: 24, 3: 19, 4: 15}
"""Gazebos of each player by the number of players (G1.2)."""


def score_sheet(sheet: object, settings: Settings, seats: int) -> MatchScore:
    """The match's score: the gazebos left over; a shared victory credits each (G7.1).

    Sheet: `{"seats": [{"left": 0}, …], "end": "blocked", "last_pair": [0, 1]}`; `end` may be
    missing when somebody is at 0, `last_pair` is for pairs. Raises RuleBroken for all that
    the rules page refuses.
    """
    typed = read_object(sheet, ("seats", "end", "last_pair"), "The sheet", "sheet")
    entries = read_seats(typed, ("left",), seats, "G1.2")
    supply = SUPPLIES[seats]
    left = tuple(_read_left(entry, seat, supply) for seat, entry in enumerate(entries))
    end = read_end(typed.get("end"), left)
    winners = _winners(typed.get("last_pair"), left, supply, bool(settings["partnership"]))
    return MatchScore(
        scores=left,
        winners=winners,
        credits=tuple(int(seat in winners) for seat in range(seats)),
        end=end,
        details=tuple(
            _detail(seat, left, supply, bool(settings["partnership"])) for seat in range(seats)
        ),
    )


def _read_left(entry: Mapping[str, object], seat: int, supply: int) -> int:
    facts: dict[str, JSON] = {"seat": seat, "field": f"seats.{seat}.left"}
    if entry.get("left") is None:
        sentence = f"{seat_label(seat)}'s number of gazebos left is missing"
        raise refusal("left_missing", sentence, "G5.2", **facts)
    left = read_number(
        entry["left"], f"{seat_label(seat)}'s number of gazebos left", "G5.2", **facts
    )
    if not 0 <= left <= supply:
        sentence = f"{seat_label(seat)} can have 0 to {supply} gazebos left, not {shown(left)}"
        raise refusal("left_range", sentence, "G1.2", **facts, supply=supply)
    return left


def _winners(
    typed_last_pair: object, left: Sequence[int], supply: int, in_pairs: bool
) -> tuple[int, ...]:
    """Fewest left wins, shared when tied (G5.1); a player at 0 has the fewest."""
    if in_pairs:
        return winning_seats(left, supply, read_last_pair(typed_last_pair))
    if typed_last_pair is not None:
        sentence = "Only a game in pairs has a pair that placed last"
        raise refusal("last_pair_without_pairs", sentence, "G8.2", field="last_pair")
    return tuple(seat for seat, gazebos in enumerate(left) if gazebos == min(left))


def _detail(seat: int, left: Sequence[int], supply: int, in_pairs: bool) -> dict[str, JSON]:
    detail: dict[str, JSON] = {
        "left": left[seat],
        "supply": supply,
        "placed": supply - left[seat],
    }
    if in_pairs:
        pair = pair_of(seat)
        detail |= {"pair": list(pair), "pair_left": pair_left(pair, left)}
    return detail
