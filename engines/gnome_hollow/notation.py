"""Decisions of Gnome Hollow as records write them (`records.md`): each has exactly one text.

A text is read as what it can only mean; where that decision is written otherwise, it is refused
with the right text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from engines.gnome_hollow.names import (
    joints_text,
    lay_text,
    name_text,
    sale_text,
    space_text,
    tile_text,
)
from engines.gnome_hollow.objections import beyond, objection
from engines.gnome_hollow.reading import WORDS, NoText, OutOfReach, read
from engines.gnome_hollow.terms import (
    BASE,
    DROP,
    FIX_JOINTS,
    GNOME_BIT,
    GO_FLOWERS,
    GO_MARKET,
    GO_PATH,
    GO_RING,
    GO_SIGN,
    MARK,
    NEW_SIGN,
    PICK,
    RESOLVE,
    SELL_ONE,
    TAKE,
    TAKE_FLOWER,
    TAKE_WILD,
    TRADE,
    USE_SIGN,
    VERB,
)
from engines.position import NotNotation
from engines.values import shown

if TYPE_CHECKING:
    from engines.gnome_hollow.rules import Position

Writer: TypeAlias = "Callable[[Position, int], str]"

PLAIN = {verb: word for word, verb in WORDS.items()}


def decision_text(position: Position, move: int) -> str:
    """A legal decision's one text: `17@1,-1:3f`, `stay`. Raises `NotLegal`."""
    if not position.allows(move):
        raise objection(position, move)
    return text_of(position, move)


def parse_decision(position: Position, text: str) -> int:
    """The legal decision of this text.

    Raises `NotNotation` where the text is that of no decision, or not its one (H7.1, H1.3),
    `NotLegal` where it is not legal here.
    """
    try:
        move = read(position, text)
    except NoText:
        sentence = f"{shown(text)} is no decision; write one such as 17@1,-1:3f, g1 path 1,0/2 or ."
        raise _misspelt(sentence, "H7.1") from None
    except OutOfReach as found:
        raise beyond(position, found.verb, found.sentence, found.rule) from None
    right = text_of(position, move)
    if text != right:
        raise _misspelt(f"{shown(text)} is written {right}", "H1.3" if move < BASE else "H7.1")
    if not position.allows(move):
        raise objection(position, move)
    return move


def _misspelt(sentence: str, rule: str) -> NotNotation:
    return NotNotation("not_notation", f"{sentence} ({rule}).", rule)


# Writing ----------------------------------------------------------------------------------------


def text_of(position: Position, move: int) -> str:
    """The text of a decision, legal or not."""
    if move < BASE:
        return lay_text(position.tiles, move)
    verb, argument = divmod(move - BASE, VERB)
    return PLAIN[verb] if verb in PLAIN else WRITERS[verb](position, argument)


def _write_tile(verb: str) -> Writer:
    return lambda position, tile: f"{verb} {tile_text(position.tiles, tile)}"


def _write_kind(verb: str) -> Writer:
    return lambda position, kind: f"{verb} {position.tiles.tileset.flowers[kind]}"


def _write_sign(which: str) -> Writer:
    return lambda position, sign: f"sign {which} {position.tiles.tileset.signposts[sign].name}"


def _write_goal(goal: str) -> Writer:
    return lambda position, at: f"{_who(at)} {goal} {name_text(at % GNOME_BIT)}"


def _who(argument: int) -> str:
    return f"g{1 + argument // GNOME_BIT}"


def _write_fix(position: Position, index: int) -> str:
    return f"fix {joints_text(position, position.closings[index])}"


def _write_flowers(position: Position, argument: int) -> str:
    kind = argument % GNOME_BIT
    kinds = ["", *position.tiles.tileset.flowers]
    return f"{_who(argument)} flower {kinds[kind]}".rstrip()


def _write_market(position: Position, argument: int) -> str:
    target = argument % GNOME_BIT
    sales = [sale_text(position.tiles, sale) for sale in (target >> 8, target & 255) if sale]
    return " ".join([_who(argument), "market", *sales])


def _write_pick(position: Position, picked: int) -> str:
    names = position.tiles.tileset.mushrooms
    words = [name for kind, name in enumerate(names) for _ in range(picked >> 3 * kind & 7)]
    return f"pick {' '.join(words)}"


WRITERS: dict[int, Writer] = {
    DROP: _write_tile("drop"),
    TAKE: _write_tile("take"),
    FIX_JOINTS: _write_fix,
    RESOLVE: lambda position, name: f"ring {name_text(name)}",
    MARK: lambda position, argument: f"marker {space_text(argument)}",
    TAKE_WILD: _write_kind("wild"),
    TAKE_FLOWER: _write_kind("flower"),
    NEW_SIGN: _write_sign("new"),
    USE_SIGN: _write_sign("use"),
    PICK: _write_pick,
    GO_PATH: _write_goal("path"),
    GO_RING: _write_goal("ring"),
    GO_SIGN: _write_goal("sign"),
    GO_FLOWERS: _write_flowers,
    GO_MARKET: _write_market,
    SELL_ONE: lambda position, sale: f"sell {sale_text(position.tiles, sale)}",
    TRADE: lambda position, argument: f"trade {argument - 1 if argument else '-'}",
}
