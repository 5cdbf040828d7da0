"""The form in which a standing is kept: JSON, exact fractions as texts, players by id.

A standing that was kept is never changed; `read` shows an older form as the newest one.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tournaments.rules.lines import Addend, LeftOut, StandingRow

FORMAT = 2
"""1 (without a number): ranks by lot before anything counted; addends with `round`, no more."""
NEW_IN_2 = ("table", "place", "size", "shared_by", "formula", "note")

Kept = dict[str, Any]


def write(
    rows: Iterable[StandingRow], states: Mapping[int, str], left_out: Iterable[LeftOut]
) -> list[Kept]:
    """The rows of a standing, each with the player's state and the rounds that gave nothing."""
    nothing: dict[int, list[Kept]] = {}
    for one in left_out:
        nothing.setdefault(one.player, []).append(
            {
                "series": one.series,
                "round_number": one.round_number,
                "table": one.table,
                "reason": one.reason,
            }
        )
    return [_row(row, states[row.player], nothing.get(row.player, [])) for row in rows]


def read(kept: Kept) -> Kept:
    """A kept standing in the newest form; what an older one doesn't say is None."""
    if kept.get("format") == FORMAT:
        return kept
    counts = any(row["played"] for row in kept["rows"])
    return kept | {"format": FORMAT, "rows": [_from_1(row, counts) for row in kept["rows"]]}


def _row(row: StandingRow, state: str, left_out: list[Kept]) -> Kept:
    return {
        "rank": row.rank,
        "player": row.player,
        "state": state,
        "played": row.played,
        "values": {key: _text(value) for key, value in row.values.items()},
        "addends": [_addend(addend) for addend in row.addends],
        "left_out": left_out,
    }


def _addend(addend: Addend) -> Kept:
    return {
        "key": addend.key,
        "value": str(addend.value),
        "source": addend.source,
        "series": addend.series,
        "round_number": addend.round_number,
        "table": addend.table,
        "place": _text(addend.place),
        "size": addend.size,
        "shared_by": addend.shared_by,
        "formula": addend.formula,
        "note": addend.note,
        "opponent": addend.opponent,
        "step": addend.step,
    }


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _from_1(row: Kept, counts: bool) -> Kept:
    if not counts:
        row = row | {"rank": None, "values": dict.fromkeys(row["values"]), "addends": []}
    addends = [
        {name: value for name, value in addend.items() if name != "round"}
        | {"round_number": addend["round"]}
        | dict.fromkeys(NEW_IN_2)
        for addend in row["addends"]
    ]
    return row | {"addends": addends, "left_out": []}
