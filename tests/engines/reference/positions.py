"""Gazebo positions drawn by hand, for the reference's own tests."""

import copy
from typing import Any

import pytest

from tests.engines.reference import gazebo
from tests.engines.reference.gazebo_board import CAPACITY, components, read
from tests.engines.reference.gazebo_pieces import BIG, Nook
from tests.engines.reference.records import Broken


def position(
    rows: list[str],
    nooks: dict[str, int] | None = None,
    *,
    patios: dict[str, int] | None = None,
    hand: str = "FF FF FG",
    players: int = 3,
    listed: list[list[str]] | None = None,
    **options: Any,
) -> gazebo.Reference:
    """Seat 0 is to play `hand`. In the rows `f` `g` `w` are terrain laid on blank squares.

    `nooks` and `patios` name one square of each owned group and its owner.
    """
    board: dict[str, Any] = {"rows": [_blank(row) for row in rows]}
    if listed is not None:
        board["patios"] = listed
    game = gazebo.Reference(players, options, gazebo.deal(players, options, 1, board))
    laid = {
        (down, right): colour.upper()
        for down, row in enumerate(rows)
        for right, colour in enumerate(row)
        if colour in "fgw"
    }
    game.terrain |= laid
    game.seat, game.hands[0] = 0, hand.split(" ")
    _own_nooks(game, nooks or {})
    for text, owner in (patios or {}).items():
        patio = next(patio for patio in game.patios if read(text) in patio.squares)
        patio.owner, patio.gazebos = owner, CAPACITY[patio.kind]
        game.supply[owner] -= patio.gazebos
    return game


def _blank(row: str) -> str:
    return row.replace("f", ".").replace("g", ".").replace("w", ".")


def _own_nooks(game: gazebo.Reference, nooks: dict[str, int]) -> None:
    owners = {read(text): owner for text, owner in nooks.items()}
    for colour in "FGW":
        alike = {square for square, found in game.terrain.items() if found == colour}
        for group in components(alike):
            if len(group) >= 2:
                owner = next(owners[square] for square in group if square in owners)
                game.nooks.append(Nook(group, owner, 2 if len(group) >= BIG else 1))
                game.supply[owner] -= game.nooks[-1].gazebos


def nook_at(game: gazebo.Reference, text: str) -> tuple[int, int, int]:
    """Squares, owner and gazebos of the nook on this square."""
    nook = next(nook for nook in game.nooks if read(text) in nook.squares)
    return len(nook.squares), nook.owner, nook.gazebos


def patio_at(game: gazebo.Reference, text: str) -> tuple[int | None, int]:
    """Owner and gazebos of the patio on this square."""
    patio = next(patio for patio in game.patios if read(text) in patio.squares)
    return patio.owner, patio.gazebos


def refuse(game: gazebo.Reference, text: str) -> str:
    """The rule that forbids this text, and nothing has changed."""
    before = copy.deepcopy({**vars(game), "board": None})
    with pytest.raises(Broken) as broken:
        game.play(text)
    assert {**vars(game), "board": None} == before
    return broken.value.rule
