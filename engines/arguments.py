"""Words of a command line as values, for argparse: what is none is refused in words."""

from __future__ import annotations

import math
from argparse import ArgumentTypeError
from contextlib import suppress
from typing import Any

from engines.json_text import NoJson, parse_json
from engines.values import read_number

FIGURES = 18
"""Of a number from 0 on, at most."""
LONGEST = 40
"""Figures of one of either sign, such as a seed."""


def whole(text: str) -> int:
    return between(text, 0)


def count(text: str) -> int:
    return between(text, 1)


def between(text: str, least: int, most: int | None = None) -> int:
    """From `least` to `most`; without it, as far as so many figures go."""
    value = read_number(text, FIGURES)
    if value is not None and value >= least and (most is None or value <= most):
        return value
    to = f"on, of {FIGURES} figures at most" if most is None else f"to {most}"
    raise ArgumentTypeError(f"a whole number from {least} {to}")


def integer(text: str) -> int:
    """Of either sign."""
    value = read_number(text.removeprefix("-"), LONGEST)
    if value is None:
        raise ArgumentTypeError(f"a whole number of {LONGEST} figures at most")
    return -value if text.startswith("-") else value


def seconds(text: str) -> float:
    with suppress(ValueError):
        value = float(text)
        if value > 0 and math.isfinite(value):
            return value
    raise ArgumentTypeError("a number above 0, and not without end")


def json_object(text: str) -> dict[str, Any]:
    value = _json(text)
    if not isinstance(value, dict):
        raise ArgumentTypeError("a JSON object of names with values")
    return value


def json_list(text: str) -> list[Any]:
    value = _json(text)
    if not isinstance(value, list):
        raise ArgumentTypeError("a JSON list")
    return value


def _json(text: str) -> object:
    try:
        return parse_json(text)
    except NoJson as error:
        raise ArgumentTypeError(f"no JSON: {error}") from error
