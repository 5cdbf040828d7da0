"""Reads what was typed as JSON, and says what is wrong with its form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.values import JSON, clipped, is_whole, listed, refusal, shown


def read_object(value: object, keys: Sequence[str], what: str, field: str) -> Mapping[str, object]:
    """An object with no other keys than these. `what` names it in a sentence.

    Raises RuleBroken: not_an_object, unknown_key.
    """
    if not isinstance(value, Mapping):
        raise refusal(
            "not_an_object",
            f"{what} must be an object with {listed(keys)}, not {shown(value)}",
            field=field,
        )
    for key in value:
        if key not in keys:
            word = clipped(key) if isinstance(key, str) else shown(key)
            raise refusal(
                "unknown_key",
                f'{what} has "{word}", which is not known; known are {listed(keys, "and")}',
                field=field,
                key=word,
            )
    return value


def read_list(value: object, what: str, field: str) -> Sequence[object]:
    """A list. Raises RuleBroken: not_a_list."""
    if not isinstance(value, list | tuple):
        raise refusal("not_a_list", f"{what} must be a list, not {shown(value)}", field=field)
    return value


def read_number(value: object, what: str, rule: str, **facts: JSON) -> int:
    """A whole number of any size. Raises RuleBroken: not_a_number."""
    if isinstance(value, int) and is_whole(value):
        return value
    raise refusal(
        "not_a_number",
        f"{what} must be a whole number, not {shown(value)}",
        rule,
        **facts,
    )


def read_setups(
    setups: object, keys: Sequence[str], most: int, rule: str
) -> list[Mapping[str, object]]:
    """The planned matches of a series: 1 to `most` objects with these keys.

    Raises RuleBroken: not_a_list, match_count, not_an_object, unknown_key.
    """
    planned = read_list(setups, "The planned matches", "matches")
    if not 1 <= len(planned) <= most:
        count = f"1 to {most} matches" if most > 1 else "one match"
        raise refusal(
            "match_count",
            f"A series has {count}, not {len(planned)}",
            rule,
            field="matches",
            given=len(planned),
            most=most,
        )
    return [
        read_object(setup, keys, match_label(number), f"matches.{number}")
        for number, setup in enumerate(planned)
    ]


def match_label(number: int) -> str:
    """A match as people count: match 0 of the code is `Match 1`."""
    return f"Match {number + 1}"
