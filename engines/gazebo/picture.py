"""A game of Gazebo as a spectator sees it, drawn."""

from __future__ import annotations

from engines.gazebo.rules import Position
from engines.gazebo.shipped import labelled
from engines.gazebo.svg import Held, describe, describe_held, position_svg
from engines.gazebo.views import PHASES
from engines.picture import ending, marked
from engines.values import seat_label

DECISIONS = {
    "place": "places a domino",
    "second": "may place a second domino",
    "draw": "draws",
    "extra": "may draw from the reserve",
}


def picture_of(position: Position) -> str:
    """The board with terrain and gazebos; each seat's supply and who decides, in words too."""
    board = labelled(position.ground.board)
    starts = {square for square, _ in board.starts}
    terrain = {
        square: position.terrain(square)
        for square in range(len(board.squares))
        if square not in starts and position.terrain(square)
    }
    held = _held(position)
    left = [f"{seat_label(seat)}: {count} left" for seat, count in enumerate(position.scores())]
    players = [marked(position, seat, label) for seat, label in enumerate(left)]
    told = f"{describe(board)} {describe_held(board, terrain, held)} {'. '.join(left)}. "
    told += _now(position)
    return position_svg(board, terrain, held, players=players, description=told)


def _held(position: Position) -> list[Held]:
    """Every nook and owned patio with gazebos; an end in mid-placement leaves some bare (G4.8)."""
    nooks = [Held(tuple(squares), owner, count) for owner, count, squares in position.nooks()]
    patios = [
        Held(patio.squares, owner, count)
        for patio, (owner, count) in zip(
            position.ground.board.patios, position.patios(), strict=True
        )
    ]
    return [one for one in nooks + patios if one.gazebos > 0]


def _now(position: Position) -> str:
    outcome = position.outcome()
    if outcome is not None:
        return ending(outcome)
    return f"{seat_label(position.actor())} {DECISIONS[PHASES[position.phase]]}."
