"""Tables of benchmarks: a row when it is measured, or all as JSON; and lists as arguments."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from typing import TypeVar

from engines.values import JSON, RuleBroken

Row = TypeVar("Row")


def show(
    measured: Iterable[Row], heading: str, line: Callable[[Row], str],
    as_json: Callable[[Row], JSON] | None,
) -> int:  # fmt: skip
    """Prints a line a row as it comes; with `as_json` nothing but one list at the end.

    The exit status: 1, and the reason on standard error, where a row can't be measured.
    """
    rows: list[JSON] = []
    if as_json is None:
        print(heading)
    try:
        for row in measured:
            if as_json is None:
                print(line(row), flush=True)
            else:
                rows.append(as_json(row))
    except RuleBroken as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 1
    if as_json is not None:
        print(json.dumps(rows, indent=1))
    return 0


def whole(text: str) -> int:
    """How many, for argparse: from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("a whole number from 1 on")
    return int(text)


def numbers(text: str) -> tuple[int, ...]:
    """`2,3` for argparse."""
    return tuple(int(number) for number in text.split(","))


def names(text: str) -> tuple[str, ...]:
    """`bird,qin` for argparse."""
    return tuple(text.split(","))
