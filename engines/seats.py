"""Seats of a table: how many there are, which one starts, what the sheet has for each."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engines.sheet import read_list, read_object
from engines.values import is_whole, refusal, seat_label, shown


def check_players(seats: object, least: int, most: int, title: str, rule: str) -> None:
    """Refuse a number of players outside the game's. Raises RuleBroken: player_count."""
    if isinstance(seats, int) and is_whole(seats) and least <= seats <= most:
        return
    raise refusal(
        "player_count",
        f"{title} takes {least} to {most} players, not {shown(seats)}",
        rule,
        field="seats",
        least=least,
        most=most,
    )


def check_start(start: object, seats: int, rule: str) -> int:
    """A start seat that the table has. Raises RuleBroken: no_such_seat."""
    if isinstance(start, int) and is_whole(start) and 0 <= start < seats:
        return start
    raise refusal(
        "no_such_seat",
        f"The start player must sit at this table of {seats}: start must be 0 to {seats - 1} "
        f"(seat 1 to seat {seats}), not {shown(start)}",
        rule,
        field="start",
        seats=seats,
    )


def first_clockwise(start: int, candidates: Collection[int], seats: int) -> int:
    """The first of these seats, counted clockwise from `start` on."""
    return next(seat for step in range(seats) if (seat := (start + step) % seats) in candidates)


def read_seats(
    sheet: Mapping[str, object], keys: Sequence[str], seats: int, rule: str
) -> list[Mapping[str, object]]:
    """The sheet's list `seats`: one object with these keys for each player, seat 0 first.

    Raises RuleBroken: seats_missing, not_a_list, seat_count, not_an_object, unknown_key.
    """
    if "seats" not in sheet:
        raise refusal("seats_missing", 'The sheet has no list "seats"', rule, field="seats")
    entries = read_list(sheet["seats"], "The list of seats", "seats")
    if len(entries) != seats:
        raise refusal(
            "seat_count",
            f"The sheet has {len(entries)} seat{'' if len(entries) == 1 else 's'}; "
            f"this table has {seats} players",
            rule,
            field="seats",
            given=len(entries),
            expected=seats,
        )
    return [
        read_object(entry, keys, seat_label(seat), f"seats.{seat}")
        for seat, entry in enumerate(entries)
    ]
