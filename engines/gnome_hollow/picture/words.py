"""A game in words, for those who cannot see its picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engines.gnome_hollow.names import COLUMN_TEXTS, place_text, tile_text
from engines.picture import ending
from engines.values import listed, seat_label

if TYPE_CHECKING:
    from engines.gnome_hollow.rules import Position

DECISIONS = {
    "place": "places tiles",
    "leave": "gives leave or refuses it",
    "fix": "chooses how wildflowers join paths",
    "rings": "chooses the next ring",
    "marker": "moves a ring marker",
    "wildflower": "takes a wildflower",
    "drop": "drops a tile",
    "signpost": "chooses a signpost",
    "take_tile": "takes a tile",
    "flower": "takes a flower",
    "pick": "picks mushrooms",
    "sale": "may sell",
    "trade": "may trade",
    "gnome": "may move a gnome",
}
"""By the phase of a view."""


def told_of_game(position: Position) -> str:
    """The variants, the garden, each seat, what lies beside, and who decides."""
    view: Any = position.view(None)
    sentences = [
        *([variants] if (variants := variants_told(position)) else []),
        *_shapes(position),
        *_garden(position, view),
        *(_path(path) for path in view["paths"] if path["owner"] is not None),
        *(sentence for ring in view["rings"] if (sentence := _ring(ring))),
        *(_seat(seat, each) for seat, each in enumerate(view["seats"])),
        *_table(view),
        *(
            [f"Trades at signposts: {'; '.join(trades)}."]
            if (trades := trades_told(position))
            else []
        ),
        now(position),
    ]
    return " ".join(sentences)


def now(position: Position) -> str:
    """`Seat 2 may move a gnome.`, or how the game ended."""
    outcome = position.outcome()
    if outcome is not None:
        return ending(outcome)
    view: Any = position.view(None)
    return f"{seat_label(position.actor())} {DECISIONS[view['phase']]}."


def variants_told(position: Position) -> str:
    """`Played with the trade board and the advanced board.` (H9); "" with neither."""
    boards = {"trade board": position.trading, "advanced board": position.advanced}
    played = [f"the {name}" for name, is_played in boards.items() if is_played]
    return f"Played with {listed(played, 'and')}." if played else ""


def trades_told(position: Position) -> list[str]:
    """On the trade board, for each signpost what may be given for what there (H9.1):
    `yellow: red for yellow, blue for yellow`."""
    kinds = position.tiles.tileset.mushrooms
    return [
        f"{post.name}: {', '.join(f'{kinds[give]} for {kinds[get]}' for give, get in post.trades)}"
        for post in position.tiles.tileset.signposts
        if position.trading and post.trades
    ]


def _shapes(position: Position) -> list[str]:
    """The spaces of the advanced board: whether a ring must have a shape there (H9.2)."""
    board = position.tiles.tileset.advanced_board
    if board is None or not position.advanced:
        return []
    told = [
        f"{size} {', '.join('any' if space.shape is None else 'shape' for space in spaces)}"
        for size, spaces in zip(COLUMN_TEXTS, board, strict=True)
    ]
    return [f"Spaces of the advanced board: {'; '.join(told)}."]


def _garden(position: Position, view: Any) -> list[str]:
    count, last = position.placed, position.placed - 1
    name = tile_text(position.tiles, position.tile_of[last])
    at = f", last {name} at {place_text(position.cell_of[last])}" if last else ""
    free = [path for path in view["paths"] if path["owner"] is None]
    shown = sum(bool(path["mushrooms"]) for path in free)
    return [
        f"{counted(count, 'tile')} {'lie' if count > 1 else 'lies'} in the garden{at}.",
        f"{counted(len(view['rings']), 'ring')}.",
        f"{counted(len(free), 'open path')} of nobody, {shown} with mushrooms.",
    ]


def _path(path: Any) -> str:
    return (
        f"Open path {path['name']} of {seat_label(path['owner'])}: "
        f"{_goods(path['mushrooms']) or 'no mushroom'}."
    )


def _ring(ring: Any) -> str:
    """What there is at a ring; "" where there is nothing."""
    told = [f"{seat_label(seat)}’s gnome {which}" for seat, which in ring["gnomes"]]
    if ring["signpost"]:
        told.insert(0, f"signpost {ring['signpost']}")
    if ring["waiting"]:
        told.insert(0, f"{_goods(ring['mushrooms'])} waiting")
    if not told:
        return ""
    return f"Ring {ring['name']} of {counted(ring['size'], 'tile')}: {', '.join(told)}."


def _seat(seat: int, each: Any) -> str:
    gnomes = listed([place or "off the garden" for place in each["gnomes"]], "and")
    spaces = f" on {', '.join(each['spaces'])}" if each["spaces"] else ""
    told = [
        counted(each["score"], "point"),
        f"treasure {each['treasure']}",
        f"mushrooms {_goods(each['mushrooms']) or 'none'}",
        f"flowers {', '.join(each['flowers']) or 'none'}",
        f"{counted(each['markers'], 'ring marker')}{spaces}",
        f"storage {', '.join(each['storage']) or 'empty'}",
        f"gnomes {gnomes}",
    ]
    return f"{seat_label(seat)}: {'; '.join(told)}."


def _table(view: Any) -> list[str]:
    signs = view["signposts"]
    end = view["end"]
    return [
        f"Tile market: {', '.join(view['market']) or 'empty'}.",
        f"Bag {view['bag']}, reserve {view['reserve']}.",
        f"Flower market: {_goods(view['flower_market']) or 'empty'}.",
        f"Wildflower tiles with tokens: {_goods(view['wildflowers']) or 'none'}.",
        f"Signposts out: {', '.join(signs['out']) or 'none'}.",
        f"Sales blocked: {', '.join(view['blocked']) or 'none'}.",
        *([f"The end has begun ({end})."] if end and view["actor"] >= 0 else []),
    ]


def _goods(counts: Mapping[str, int]) -> str:
    """`red 2, blue 1`."""
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def counted(count: int, noun: str) -> str:
    """`1 ring`, `2 rings`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
