"""Why a tile cannot be placed, discarded or taken (H3): code, sentence, rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from engines.gnome_hollow.names import lay_text, place_text, tile_text
from engines.gnome_hollow.terms import (
    DROPS,
    LAYS,
    MISFIT,
    PLACE,
    STUMP,
    TWO_OWNERS,
)
from engines.values import listed, seat_label

if TYPE_CHECKING:
    from engines.gnome_hollow.rules import Position

Why: TypeAlias = tuple[str, str, str]
"""Code, sentence without its ending, rule."""

NEVER = 2
"""`Position.leave` under `permission: never`."""


def lay(position: Position, move: int) -> Why:
    """Of a lay while tiles are placed."""
    tiles = position.tiles
    turned, cell = move % LAYS, move // LAYS & 65535
    tile = move // (65536 * LAYS)
    if tile >= STUMP:
        return "no_such_tile", "Only garden tiles and wildflowers are placed", "H3.1"
    if not tiles.canonical[tile * LAYS + turned]:
        return "turned_alike", "An earlier turn puts the same down, and is written", "H1.3"
    if not position.may_place(tile):
        return _not_at_hand(position, tile)
    return _no_place(position, tile, turned, cell)


def _not_at_hand(position: Position, tile: int) -> Why:
    word = tile_text(position.tiles, tile)
    if position.in_market(tile):
        return "two_used", "Two tiles of the market are used already", "H3.1"
    seat = seat_label(position.turn)
    if position.is_stored(position.turn, tile):
        sentence = f"Tile {word} was stored this turn and is not placed in it"
        return "stored_now", sentence, "H7.3"
    sentence = f"Tile {word} is neither in the tile market nor in the storage of {seat}"
    return "not_at_hand", sentence, "H3.1"


def _no_place(position: Position, tile: int, turned: int, cell: int) -> Why:
    where = place_text(cell)
    mask = position.lay_mask(tile, turned, cell, position.turn)
    if position.number_at(cell) >= 0:
        return "not_free", f"A tile lies on {where} already", "H3.1"
    if cell not in position.front[: position.front_count]:
        return "no_neighbour", f"No tile lies beside {where}", "H3.1"
    if mask == MISFIT:
        sentence = f"Edges of a tile laid so on {where} don't agree: path meets grass"
        return "edges_differ", sentence, "H3.1"
    if mask == TWO_OWNERS:
        sentence = "The tile would join paths with gnomes of different players"
        return "two_owners", sentence, "H3.2"
    asked = [seat_label(seat) for seat in range(position.players) if mask >> seat & 1]
    if position.leave == NEVER:
        sentence = f"The tile would extend a path of {listed(asked, 'and')}; leave is never given"
        return "no_leave", sentence, "H3.2"
    refusing = mask & position.refused
    refused = [seat_label(seat) for seat in range(position.players) if refusing >> seat & 1]
    sentence = f"{listed(refused, 'and')} refused leave this turn"
    return "leave_refused", sentence, "H3.2"


def end(position: Position, argument: int) -> Why:
    """Of the end of placement."""
    left = 2 - position.used
    sentence = f"{left} more of the tile market must be used first"
    return "market_unused", sentence, "H7.3"


def drop(position: Position, tile: int) -> Why:
    """Of a discard: while placing, or over the storage limit."""
    word = tile_text(position.tiles, tile)
    if position.phase() == DROPS:
        return _not_dropped(position, tile)
    if not position.in_market(tile):
        sentence = f"Tile {word} is not in the tile market; while placing no other is discarded"
        return "not_in_market", sentence, "H3.4"
    if position.used == 2:
        return "two_used", "Two tiles of the market are used already", "H3.4"
    found: list[int] = []
    position.list_lays(tile, found)
    sentence = f"Tile {word} has a legal lay: {lay_text(position.tiles, min(found))}"
    return "has_lay", sentence, "H3.4"


def _not_dropped(position: Position, tile: int) -> Why:
    word = tile_text(position.tiles, tile)
    seat = position.actor()
    if not position.is_stored(seat, tile):
        sentence = f"Tile {word} is not in the storage of {seat_label(seat)}"
        return "not_stored", sentence, "H3.3"
    return "two_wildflowers", "With two wildflowers in storage one of them is dropped", "H7.2"


def take(position: Position, tile: int) -> Why:
    """Of a market tile into storage: instead of placing it, or as a bonus."""
    placing = position.phase() == PLACE
    if placing and not position.may_store:
        return "place_both", "Market tiles are placed, not stored", "H3.1"
    rule = "H3.1" if placing else "H5"
    if not position.in_market(tile):
        sentence = f"Tile {tile_text(position.tiles, tile)} is not in the tile market"
        return "not_in_market", sentence, rule
    return "two_used", "Two tiles of the market are used already", rule
