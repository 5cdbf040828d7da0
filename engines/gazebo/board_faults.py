"""What is wrong with a board as a person enters it, all at once (G2.2, G2.4)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import islice

from engines.gazebo.grid import (
    HOLE,
    KINDS,
    MOST_COLUMNS,
    MOST_ROWS,
    OPEN,
    PATIOS,
    TERRAINS,
    Grid,
    grid_of,
)
from engines.values import JSON, RuleBroken, refusal, shown

MOST_FAULTS = 50
"""As many as a person will read; a file of noise has no end of them."""

OWN_NAMES = {"\t": "TAB"}
"""Unicode names no control character."""


def faults(rows: object, patios: object = None) -> list[RuleBroken]:
    """Every fault of a board, none where it is well formed; at most `MOST_FAULTS`.

    rows: a list of texts of equal length. patios: None, or a list of lists of square names.
    A fault's facts: `field` (`rows` or `patios`) and, where there is one, the `square` (`c4`)
    with its `row` and `column` from 0, the `patio` from 0. Squares are only judged where the rows
    make a grid.
    """
    return list(islice(_faults(rows, patios), MOST_FAULTS))


def place(grid: Grid, index: int) -> dict[str, JSON]:
    """A square as facts name it."""
    row, column = divmod(index, grid.width)
    return {"square": grid.name(index), "row": row, "column": column}


def _faults(rows: object, patios: object) -> Iterator[RuleBroken]:
    if not isinstance(rows, list | tuple) or not rows:
        sentence = f"A board is a list of rows, at least one{_but(rows)}"
        yield refusal("no_rows", sentence, "G2.1", field="rows")
        return
    if not all(isinstance(row, str) for row in rows):
        row = next(number for number, row in enumerate(rows) if not isinstance(row, str))
        sentence = f"Row {row + 1} must be a text, not {shown(rows[row])}"
        yield refusal("row_not_text", sentence, "G2.1", field="rows", row=row)
        return
    wrong_form = list(islice(_form_faults(rows), MOST_FAULTS))
    yield from wrong_form
    if not wrong_form:
        grid = grid_of(rows)
        yield from _start_faults(grid)
        yield from _reach_faults(grid)
        if patios is not None:
            yield from _patio_faults(grid, patios)


def _but(typed: object) -> str:
    """What stands there in place of a list with something in it."""
    return "; it is empty" if isinstance(typed, list | tuple) else f", not {shown(typed)}"


def _form_faults(rows: Sequence[str]) -> Iterator[RuleBroken]:
    width = len(rows[0])
    if len(rows) > MOST_ROWS:
        sentence = f"A board has at most {MOST_ROWS} rows, not {len(rows)}"
        yield refusal("too_many_rows", sentence, "G2.4", field="rows", rows=len(rows))
    if not 1 <= width <= MOST_COLUMNS:
        sentence = f"A row has 1 to {MOST_COLUMNS} squares, row 1 has {width}"
        yield refusal("row_width", sentence, "G2.4", field="rows", row=0, width=width)
    for row, text in enumerate(rows):
        if len(text) != width:
            sentence = (
                f"All rows must be equally long: row 1 has {width} squares, "
                f"row {row + 1} has {len(text)}"
            )
            yield refusal(
                "not_rectangular", sentence, "G2.4", field="rows", row=row, width=len(text)
            )
    yield from _character_faults(rows)


def _character_faults(rows: Sequence[str]) -> Iterator[RuleBroken]:
    """One fault for each wrong character, at its first square."""
    seen: set[str] = set(KINDS)
    for row, text in enumerate(rows[:MOST_ROWS]):
        for column, character in enumerate(text[:MOST_COLUMNS]):
            if character not in seen:
                seen.add(character)
                square = f"{chr(ord('a') + column)}{row + 1}"
                sentence = (
                    f"Square {square} is {_named(character)}; "
                    f"the characters of a board are {' '.join(KINDS)}"
                )
                facts: dict[str, JSON] = {"square": square, "row": row, "column": column}
                yield refusal("unknown_square", sentence, "G2.1", field="rows", **facts)


def _named(character: str) -> str:
    """A character so that nobody takes it for another: `"x"`, `"Ｆ" (U+FF26 FULLWIDTH …)`."""
    if character.isascii() and character.isprintable():
        return shown(character)
    name = OWN_NAMES.get(character) or unicodedata.name(character, "without a name")
    point = f"U+{ord(character):04X} {name}"
    return f"{shown(character)} ({point})" if character.isprintable() else point


def _start_faults(grid: Grid) -> Iterator[RuleBroken]:
    starts = grid.of_kind(TERRAINS)
    if not starts:
        sentence = "The board has no start square: one F, G or W at least"
        yield refusal("no_start", sentence, "G2.4", field="rows")
    elif not any(grid.touches(start, OPEN) for start in starts):
        sentence = f"No start square has an open square ({' '.join(OPEN)}) beside it"
        yield refusal("closed_starts", sentence, "G2.4", field="rows", **place(grid, starts[0]))
    for start in starts:
        for near in grid.neighbours(start):
            if near > start and grid.squares[near] == grid.squares[start]:
                sentence = (
                    f"The start squares {grid.name(start)} and {grid.name(near)} are both "
                    f"{grid.squares[start]} and touch"
                )
                yield refusal("starts_touch", sentence, "G2.4", field="rows", **place(grid, start))


def _reach_faults(grid: Grid) -> Iterator[RuleBroken]:
    if not grid.of_kind(TERRAINS):
        return  # nothing can be reached, and the missing start says so
    for group in grid.groups(grid.of_kind(OPEN)):
        if not any(grid.touches(index, TERRAINS) for index in group):
            many = f"and the {len(group) - 1} with it " if len(group) > 1 else ""
            sentence = (
                f"The open square {grid.name(group[0])} {many}cannot be reached from a start "
                f"square over open squares; open the way, or close it off with {HOLE}"
            )
            facts = place(grid, group[0])
            yield refusal("unreachable", sentence, "G2.4", field="rows", size=len(group), **facts)


def _patio_faults(grid: Grid, patios: object) -> Iterator[RuleBroken]:
    if not isinstance(patios, list | tuple):
        sentence = f"The patios must be a list of lists of squares, not {shown(patios)}"
        yield refusal("patios_form", sentence, "G2.2", field="patios")
        return
    home: dict[int, int] = {}
    for number, named in enumerate(patios):
        yield from _one_patio_faults(grid, number, named, home)
    for index in grid.of_kind("".join(PATIOS)):
        if index not in home:
            sentence = f"The patio square {grid.name(index)} is missing in the list of patios"
            yield refusal("patio_missing", sentence, "G2.2", field="patios", **place(grid, index))


def _one_patio_faults(
    grid: Grid, number: int, named: object, home: dict[int, int]
) -> Iterator[RuleBroken]:
    """Of one entry of the list. home: the patio of each square so far; grows."""
    if not isinstance(named, list | tuple) or not named:
        sentence = f"Patio {number + 1} must be a list of squares, at least one{_but(named)}"
        yield refusal("patios_form", sentence, "G2.2", field="patios", patio=number)
        return
    own: list[int] = []
    for square in named:
        fault = _square_fault(grid, number, square, home)
        if fault is not None:
            yield fault
        else:
            own.append(grid.index(square))
            home[own[-1]] = number
    if own:
        yield from _shape_faults(grid, number, own)


def _square_fault(
    grid: Grid, number: int, square: object, home: dict[int, int]
) -> RuleBroken | None:
    try:
        index = grid.index(square)
    except RuleBroken as unknown:
        unknown.facts.update(field="patios", patio=number)
        return unknown
    name, kind = grid.name(index), grid.squares[index]
    facts: dict[str, JSON] = {"field": "patios", "patio": number, **place(grid, index)}
    if kind not in PATIOS:
        sentence = f"Patio {number + 1} has {name}, but that square is {shown(kind)}, no patio"
        return refusal("no_patio_square", sentence, "G2.2", **facts)
    if index in home:
        where = "twice" if home[index] == number else f"and so has patio {home[index] + 1}"
        sentence = f"Patio {number + 1} has {name} {where}; each patio square stands once"
        return refusal("patio_twice", sentence, "G2.2", **facts)
    return None


def _shape_faults(grid: Grid, number: int, own: Sequence[int]) -> Iterator[RuleBroken]:
    other = next((index for index in own if grid.squares[index] != grid.squares[own[0]]), None)
    if other is not None:
        sentence = (
            f"Patio {number + 1} mixes kinds: {grid.name(own[0])} is {grid.squares[own[0]]}, "
            f"{grid.name(other)} is {grid.squares[other]}"
        )
        facts = place(grid, other)
        yield refusal("patio_kinds", sentence, "G2.2", field="patios", patio=number, **facts)
    groups = grid.groups(own)
    if len(groups) > 1:
        sentence = (
            f"Patio {number + 1} falls apart: {grid.name(groups[1][0])} and "
            f"{grid.name(groups[0][0])} are not connected by edges"
        )
        facts = place(grid, groups[1][0])
        yield refusal("patio_apart", sentence, "G2.4", field="patios", patio=number, **facts)
