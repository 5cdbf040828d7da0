"""The boards that ship with Gazebo and that a match can be planned with, by name (G2.3).

Which boards there are is said here alone; `engines.gazebo.board.load_board` reads the squares of
each from `data/`, where every board of this list has its file and no other has.
"""

from __future__ import annotations

from engines.values import listed, refusal, shown

GARDENS: tuple[str, ...] = ("bird", "butterfly", "botanical", "jungle")
"""The four gardens, in the order of a series that plays each once (G7.2)."""

BOARDS: tuple[str, ...] = (*GARDENS, "qin")
"""With the board of the game's ancestor."""


def read_board(name: object, field: str = "setup.board") -> str:
    """A known board's name. Raises RuleBroken: unknown_board."""
    if isinstance(name, str) and name in BOARDS:
        return name
    wrong = "it is missing" if name is None else f"not {shown(name)}"
    raise refusal(
        "unknown_board",
        f"The board must be {listed(BOARDS)}, {wrong}",
        "G2.3",
        field=field,
    )


def describe_board(name: str) -> str:
    """`Garden: butterfly`; a board that is none of the four gardens is called a board."""
    return f"{'Garden' if name in GARDENS else 'Board'}: {name}"
