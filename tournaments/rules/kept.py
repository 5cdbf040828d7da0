"""The form in which a standing is kept: JSON, exact fractions as texts, players by id.

A standing that was kept is never changed; `read` shows an older form as the newest one.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tournaments.rules.lines import Addend, LeftOut, StandingRow

FORMAT = 3
"""1 (without a number): ranks by lot before anything counted; addends with `round`, no more.
2: ranks also for who had had no seat."""
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
    """A kept standing in the newest form; what an older one doesn't say is None.

    Form 1 doesn't say who had a seat, so there everybody keeps the rank.
    """
    form, rows = kept.get("format") or 1, kept["rows"]
    if form == FORMAT:
        return kept
    if form == 1:
        counts = any(row["played"] for row in rows)
        rows = [_from_1(row, counts) for row in rows]
    return kept | {"format": FORMAT, "rows": _from_2(rows)}


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
        row = _unranked(row)
    addends = [
        {name: value for name, value in addend.items() if name != "round"}
        | {"round_number": addend["round"]}
        | dict.fromkeys(NEW_IN_2)
        for addend in row["addends"]
    ]
    return row | {"addends": addends, "left_out": []}


def _from_2(rows: list[Kept]) -> list[Kept]:
    """Who had no seat goes to the end without a rank, by player id; those behind move up."""
    absent = [row for row in rows if row["rank"] is not None and _had_no_seat(row)]
    if not absent:
        return rows
    gone = {row["player"]: row["rank"] for row in absent}
    ranked = [
        row | {"rank": row["rank"] - sum(rank < row["rank"] for rank in gone.values())}
        for row in rows
        if row["player"] not in gone
    ]
    return ranked + sorted(map(_unranked, absent), key=lambda row: row["player"])


def _had_no_seat(row: Kept) -> bool:
    reasons = {one["reason"] for one in row["left_out"]}
    return not row["played"] and reasons == {"no_seat"}


def _unranked(row: Kept) -> Kept:
    return row | {"rank": None, "values": dict.fromkeys(row["values"]), "addends": []}
