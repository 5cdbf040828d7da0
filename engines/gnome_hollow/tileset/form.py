"""What the checks of a tile set share: paths to a place, missing and unknown keys, wrong types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import TypeGuard

from engines.gnome_hollow.tileset.facts import LONGEST_WORD
from engines.values import LONGEST_SHOWN, RuleBroken, clipped, is_whole, refusal, shown

LONGEST_LIST = 4
"""Items of a list that a message repeats."""


def within(field: str, key: object) -> str:
    """The path of a key in an object or of an entry, from 0, in a list: `garden_tiles.16`."""
    return f"{field}.{key}" if field else str(key)


def key_faults(
    value: Mapping[object, object],
    required: Sequence[str],
    optional: Sequence[str],
    named: str,
    field: str,
    rule: str = "",
) -> Iterator[RuleBroken]:
    """Required keys that are absent or null, and keys that nothing is known of.

    named: the object as a sentence begins, `Tile 17`. A `note` may stand in every object.
    """
    for wanted in required:
        if value.get(wanted) is None:
            sentence = f"{named}: {wanted} is still to be filled in"
            yield refusal("missing", sentence, rule, field=within(field, wanted))
    known = (*required, *optional, "note")
    for key in value:
        if key not in known:
            sentence = f"{named} has {shown(key)}, which means nothing here{_meant(key, known)}"
            yield refusal("unknown_key", sentence, rule, field=field, key=shown_key(key))


def shown_key(key: object) -> str:
    """A key as facts may repeat it."""
    return clipped(key) if isinstance(key, str) else shown(key)


def _meant(key: object, known: Sequence[str]) -> str:
    """Which key was perhaps meant."""
    typed = key[:LONGEST_SHOWN] if isinstance(key, str) else ""
    near = get_close_matches(typed.casefold(), known, 1)
    return f"; {near[0]} perhaps" if near else ""


def not_object(value: object, named: str, field: str, rule: str = "") -> RuleBroken:
    """The fault of what should be an object; null is still to be filled in."""
    return _not(value, "an object in {}", named, field, rule)


def not_list(value: object, named: str, field: str, rule: str = "") -> RuleBroken:
    """The fault of what should be a list; null is still to be filled in."""
    return _not(value, "a list in []", named, field, rule)


def _not(value: object, wanted: str, named: str, field: str, rule: str) -> RuleBroken:
    if value is None:
        return refusal("missing", f"{named} is still to be filled in", rule, field=field)
    return refusal("wrong_type", f"{named} must be {wanted}, not {told(value)}", rule, field=field)


def told(value: object) -> str:
    """A typed value as a message may repeat it; of a short list its items, too."""
    if isinstance(value, list | tuple) and len(value) <= LONGEST_LIST:
        return f"[{', '.join(shown(item) for item in value)}]"
    return shown(value)


def no_word(named: str, value: object) -> str:
    """The sentence on what should be a word of records and is none."""
    return (
        f"{named} must be one word of 1 to {LONGEST_WORD} small letters a to z, since records "
        f"write it so, not {shown(value)}"
    )


def is_between(value: object, least: int, most: int) -> TypeGuard[int]:
    """Whether a typed value is a whole number in these bounds; true and false are none."""
    return isinstance(value, int) and is_whole(value) and least <= value <= most


def ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers in few words: `1–16, 18, 20–92`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in runs)
