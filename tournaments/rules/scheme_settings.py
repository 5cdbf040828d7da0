"""The settings a scheme may have: what is refused, and the one spelling that is kept.

Numbers are kept as JSON can hold them exactly: whole ones as numbers, others as "7/2".
"""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from tournaments.rules.errors import BadSetting, one_of

LEVELS = ("best", "mean", "worst")
TIES = ("split", "full")
MAX_VALUES = 6
_NUMBER = re.compile(r"-?\d{1,6}(/0{0,5}[1-9]\d{0,5}|\.\d{1,6})?", re.ASCII)


def number(value: object) -> Fraction:
    """A checked setting as an exact number."""
    return Fraction(str(value))


def numbers(value: object) -> tuple[Fraction, ...]:
    """A checked list of numbers."""
    if not isinstance(value, list | tuple):
        raise ValueError("not a list of numbers")
    return tuple(number(entry) for entry in value)


def check_settings(scheme: str, defaults: Mapping[str, object], given: object) -> dict[str, object]:
    """Every setting of `defaults`, from `given` where it is there; a default None must be given.

    Raises `BadSetting`: `unknown_setting`, `missing_setting`, `unknown_choice`, `not_a_number`,
    `bad_values`.
    """
    if not isinstance(given, Mapping):
        raise BadSetting("unknown_setting", "Settings are names with values.", {"scheme": scheme})
    for name in given:
        if name not in defaults:
            raise BadSetting(
                "unknown_setting",
                f"The scheme {scheme} has no setting {name!r}.",
                {"scheme": scheme, "setting": str(name), "choices": sorted(defaults)},
            )
    return {
        name: _check(scheme, name, given.get(name, default)) for name, default in defaults.items()
    }


def check_never_rising(scheme: str, worths: Sequence[Fraction]) -> None:
    """Refuse values where a worse place is worth more than a better one."""
    if list(worths) != sorted(worths, reverse=True):
        raise BadSetting(
            "worse_pays_more",
            f"In the scheme {scheme} a worse place may not be worth more than a better one.",
            {"scheme": scheme, "values": [str(worth) for worth in worths]},
        )


def _check(scheme: str, name: str, value: object) -> object:
    if value is None:
        raise BadSetting(
            "missing_setting",
            f"The scheme {scheme} needs a value for {name}.",
            {"scheme": scheme, "setting": name},
        )
    return _CHECKS[name](name, value)


def _check_number(name: str, value: object) -> int | str:
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str) or not _NUMBER.fullmatch(text):
        raise BadSetting(
            "not_a_number",
            f'{name} needs numbers up to six digits, written like 3, "7/2" or "3.5".',
            {"setting": name, "value": str(value)[:40]},
        )
    exact = Fraction(text)
    return exact.numerator if exact.denominator == 1 else str(exact)


def _check_values(name: str, value: object) -> list[int | str]:
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= MAX_VALUES:
        raise BadSetting(
            "bad_values",
            f"{name} is a list of 1 to {MAX_VALUES} numbers, first place first.",
            {"setting": name},
        )
    return [_check_number(name, entry) for entry in value]


def _check_level(name: str, value: object) -> str:
    return one_of(name, value, LEVELS)


def _check_ties(name: str, value: object) -> str:
    return one_of(name, value, TIES)


_CHECKS: Mapping[str, Callable[[str, object], object]] = {
    "bye": _check_level,
    "no_show": _check_level,
    "ties": _check_ties,
    "values": _check_values,
    "win": _check_number,
    "draw": _check_number,
    "loss": _check_number,
}
