"""The boards that ship with Gazebo and that a match can be planned with, by name (G2.3).

Which boards there are is said here alone; `engines.gazebo.board.load_board` reads the squares of
each from `data/`, where every board of this list has its file and no other has.
"""

from __future__ import annotations

from collections.abc import Collection

from engines.values import listed, refusal, shown

GARDENS: tuple[str, ...] = ("bird", "butterfly", "botanical", "jungle")
"""The four gardens, in the order of a series that plays each once (G7.2)."""

BOARDS: tuple[str, ...] = (*GARDENS, "qin")
"""With the board of the game's ancestor."""


def read_board(name: object, field: str = "setup.board", own: Collection[str] = ()) -> str:
    """The name of a shipped board, or one of a club's own. Raises RuleBroken: unknown_board."""
    if isinstance(name, str) and (name in BOARDS or name in own):
        return name
    known = [*BOARDS, "one of the club's own boards"] if own else BOARDS
    wrong = "it is missing" if name is None else f"not {shown(name)}"
    raise refusal(
        "unknown_board",
        f"The board must be {listed(known)}, {wrong}",
        "G2.3",
        field=field,
    )


def describe_board(name: str) -> str:
    """`Garden: butterfly (reconstruction)`: the printed gardens are not public (G2.3). A board
    that is none of the four is called a board: `Board: our garden`."""
    return f"Garden: {name} (reconstruction)" if name in GARDENS else f"Board: {name}"
