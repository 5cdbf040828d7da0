"""JSON as texts hold it, read strictly: one value, or all the values of a file of records."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engines.values import clipped

LONGEST_NUMBER = 4300
"""Digits of a whole number that Python reads; more are refused, so that nobody waits for them."""
DEEPEST = 32
"""Levels that a value may nest, far fewer than Python's stack holds wherever the value goes; a
record has nine."""
BEGINS = ", in the value that begins"
"""Before the place of a value that is no JSON as a whole."""
GAP = re.compile(r"[ \t\n\r]*")


class NoJson(ValueError):
    """What is wrong with a text, and in which line and column, both from 1."""

    def __init__(self, why: str, line: int, column: int) -> None:
        super().__init__(f"{why} at line {line}, column {column}")
        self.why = why
        self.line = line
        self.column = column


@dataclass(frozen=True)
class Unreadable:
    """A piece of a file that is no JSON; `why` names the line and the column of the file."""

    why: str


def parse_json(text: str) -> object:
    """The one value of a text. Raises NoJson."""
    value, end = _read_one(text, 0)
    end = _skip(text, end)
    if end < len(text):
        raise _no_json("there is more behind the value", text, end)
    return value


def read_values(text: str) -> list[object]:
    """Every value of a file: one, one a line, or objects one after the other.

    An `Unreadable` for each bad line where the file is clearly one value a line: its first line,
    or half of them, are whole objects. Else what comes before the first fault, and the fault.
    """
    values = list(_values_in_turn(text))
    if isinstance(values[-1], Unreadable):
        lines = list(_line_values(text))
        whole = sum(isinstance(value, dict) for value in lines)
        if lines and (isinstance(lines[0], dict) or 2 * whole >= len(lines)):
            return lines
    return values


def _values_in_turn(text: str) -> Iterator[object]:
    """Until the first fault. Only objects may have another value behind them."""
    at = _skip(text, 0)
    if at == len(text):
        yield Unreadable("there is nothing in it")
    while at < len(text):
        try:
            value, end = _read_one(text, at)
            at = _skip(text, end)
            if at < len(text) and not isinstance(value, dict):
                raise _no_json("there is more behind the value", text, at)
        except NoJson as none:
            yield Unreadable(str(none))
            return
        yield value


def _line_values(text: str) -> Iterator[object]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield parse_json(line)
            except NoJson as none:
                yield Unreadable(str(NoJson(none.why, number, none.column)))


def _read_one(text: str, start: int) -> tuple[object, int]:
    """The value that begins after `start`, and the index behind it. Raises NoJson."""
    start = _skip(text, start)
    try:
        value, end = _DECODER.raw_decode(text, start)
        deep = any(depth == DEEPEST for depth, _ in enumerate(levels(value)))
    except RecursionError:
        deep = True
    except json.JSONDecodeError as error:
        raise _no_json(error.msg.removesuffix(" at"), text, error.pos) from error
    except ValueError as error:
        raise _no_json(f"{error}{BEGINS}", text, start) from error
    if deep:
        raise _no_json(f"it nests more than {DEEPEST} levels{BEGINS}", text, start)
    return value, end


def levels(value: object) -> Iterator[list[object]]:
    """The value, then what it holds, names and all, then what that holds: one level after the
    other and not by recursion, so that no value can exhaust the stack."""
    level = [value]
    while level:
        yield level
        level = [inner for item in level for inner in _inside(item)]


def _inside(item: object) -> Iterable[object]:
    if isinstance(item, dict):
        return [*item.keys(), *item.values()]
    return item if isinstance(item, list) else ()


def _skip(text: str, start: int) -> int:
    gap = GAP.match(text, start)
    return gap.end() if gap else start


def _no_json(why: str, text: str, index: int) -> NoJson:
    return NoJson(why, text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no number of JSON")


def _whole_number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise ValueError(f"a number has {len(digits)} digits")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"the number {clipped(digits)} is too large")
    return number


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f'the key "{clipped(key)}" stands twice in one object')
        found[key] = value
    return found


_DECODER = json.JSONDecoder(
    parse_constant=_refuse_constant,
    parse_int=_whole_number,
    parse_float=_finite,
    object_pairs_hook=_once_each,
)
