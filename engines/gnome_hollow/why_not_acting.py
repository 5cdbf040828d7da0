"""Why a ring, a bonus or a gnome cannot do that (H4–H7, H9): code, sentence, rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.gnome_hollow.names import (
    COLUMN_TEXTS,
    flowers_of,
    name_text,
    sale_text,
    signposts_of,
)
from engines.gnome_hollow.terms import (
    AT_FLOWERS,
    AT_STUMP,
    GNOME_BIT,
    KINDS,
    OPEN,
    QUANTITIES,
    RING,
    WILDFLOWER,
)
from engines.gnome_hollow.why_not_placing import Why
from engines.values import listed, seat_label

if TYPE_CHECKING:
    from engines.gnome_hollow.rules import Position


# Rings ------------------------------------------------------------------------------------------


def fix(position: Position, index: int) -> Why:
    """Of a wildflower closing."""
    return "no_such_closing", "That is none of the smallest closings", "H5.1"


def resolve(position: Position, name: int) -> Why:
    """Of the next ring."""
    sentence = f"No ring {name_text(name)} is to be resolved"
    return "not_to_resolve", sentence, "H4"


def marker(position: Position, argument: int) -> Why:
    """Of a space for a marker."""
    seat, ring = position.actor(), _ring_due(position)
    due = position.column_of(ring)
    column, space, double = argument >> 6, argument >> 1 & 31, argument & 1
    if column != due:
        sentence = f"The ring has {position.size[ring]} tiles: its marker goes to column "
        return "wrong_column", sentence + COLUMN_TEXTS[due], "H4.3"
    if space >= position.tiles.space_count[column]:
        return "no_such_space", f"Column {COLUMN_TEXTS[column]} has no space {space}", "H4.3"
    if position.filled[5 * seat + column] >> space & 1:
        sentence = f"Space {COLUMN_TEXTS[column]}/{space} of {seat_label(seat)} is taken"
        return "space_taken", sentence, "H4.3"
    if not position.fitting(seat, ring) >> space & 1:
        sentence = f"The ring has not the shape printed on space {COLUMN_TEXTS[column]}/{space}"
        return "wrong_shape", sentence, "H9.2"
    if double and not position.tiles.double[column * 8 + space]:
        return "one_marker", f"Space {COLUMN_TEXTS[column]}/{space} takes one marker", "H5"
    return "one_left", f"{seat_label(seat)} has one marker left", "H5"


def _ring_due(position: Position) -> int:
    return int(position.step_one[position.depth - 1])


# Bonuses ----------------------------------------------------------------------------------------


def _which(noun: str, where: str, names: Sequence[str]) -> str:
    """`No signpost is out`, `The signpost out is red`, `The signposts out are red and blue`."""
    if len(names) < 2:
        return f"The {noun} {where} is {names[0]}" if names else f"No {noun} is {where}"
    return f"The {noun}s {where} are {listed(names, 'and')}"


def wild(position: Position, kind: int) -> Why:
    """Of a wildflower tile."""
    names = flowers_of(position.tiles, position.wilds)
    return "no_wildflower", _which("wildflower tile", "left", names), "H5.1"


def flower(position: Position, kind: int) -> Why:
    """Of a token from the flower market, or in the place of a wildflower tile."""
    if position.phase() == WILDFLOWER and position.wilds:
        sentence = "A market flower is taken only where no wildflower tile is left"
        return "wildflowers_left", sentence, "H5.1"
    return _no_flower(position, kind)


def _no_flower(position: Position, kind: int) -> Why:
    seat, name = position.actor(), position.tiles.tileset.flowers[kind]
    if not position.flower_market[kind]:
        return "not_in_market", f"The flower market has no {name}", "H5"
    return "flower_owned", f"{seat_label(seat)} has a {name} flower already", "H7"


def new_sign(position: Position, sign: int) -> Why:
    """Of a signpost to be put out."""
    names = [post.name for post in position.tiles.tileset.signposts]
    if position.signs_out >> sign & 1:
        return "sign_out", f"Signpost {names[sign]} is out already", "H5"
    following = names[position.sign_order[position.ordered]]
    return "not_next", f"The next signpost is {following}, not {names[sign]}", "H5"


def use_sign(position: Position, sign: int) -> Why:
    """Of a signpost that is out."""
    names = signposts_of(position.tiles, position.signs_out)
    return "sign_not_out", _which("signpost", "out", names), "H5"


def pick(position: Position, picked: int) -> Why:
    """Of mushrooms of the ring."""
    ring, names = _ring_due(position), position.tiles.tileset.mushrooms
    counts = [picked >> 3 * kind & 7 for kind in range(KINDS)]
    due = position.picks_due()
    if sum(counts) != due:
        sentence = f"{due} of the ring's mushrooms must be taken, not {sum(counts)}"
        return "wrong_number", sentence, "H5"
    kind = next(k for k, count in enumerate(counts) if count > position.spores_of(ring, k))
    printed = position.spores_of(ring, kind)
    return "not_printed", f"The ring shows {printed} {names[kind]}, not {counts[kind]}", "H5"


def sell(position: Position, sale: int) -> Why:
    """Of a sale by a signpost's effect."""
    return _no_sale(position, sale)


def _no_sale(position: Position, sale: int) -> Why:
    kind, quantity = divmod(sale, QUANTITIES)
    text, seat = sale_text(position.tiles, sale), position.actor()
    if not position.tiles.value[sale]:
        return "no_such_sale", f"The market has no space for {text}", "H6"
    if position.blocked[sale]:
        return "sale_blocked", f"The space for {text} is blocked", "H6"
    owned = position.mushrooms[5 * seat + kind]
    sentence = f"{seat_label(seat)} has {owned} {position.tiles.tileset.mushrooms[kind]}"
    return "too_few_mushrooms", f"{sentence}, not {quantity}", "H6"


def trade(position: Position, argument: int) -> Why:
    """Of one of the trades under a signpost."""
    tiles, seat = position.tiles, position.actor()
    sign, index = position.step_one[position.depth - 1], argument - 1
    count = tiles.trade_count[sign]
    if index >= count:
        sentence = f"The signpost has {count} trades, counted from 0"
        return "no_such_trade", sentence, "H9.1"
    given = tiles.tileset.mushrooms[tiles.give[8 * sign + index]]
    return "nothing_to_give", f"{seat_label(seat)} has no {given} to give", "H9.1"


# Gnomes -----------------------------------------------------------------------------------------


def go_path(position: Position, argument: int) -> Why:
    """Of a gnome to an open path."""
    text = name_text(argument % GNOME_BIT)
    path = position.path_named(argument % GNOME_BIT)
    if path < 0 or position.state[path] != OPEN:
        what = "a completed ring" if path >= 0 else "no path"
        return "no_open_path", f"{text} is {what}, and only an open path is claimed", "H6"
    if position.gnome_on[_gnome(position, argument)] == path:
        return _stays(f"path {text}")
    sentence = f"A gnome of {seat_label(position.owner[path])} is on path {text}"
    return "path_claimed", sentence, "H6"


def go_ring(position: Position, argument: int) -> Why:
    """Of a gnome to a ring's mushrooms."""
    text = name_text(argument % GNOME_BIT)
    ring = position.path_named(argument % GNOME_BIT)
    if ring < 0 or position.state[ring] != RING:
        return "no_ring", f"{text} is no completed ring", "H6"
    if position.gnome_on[_gnome(position, argument)] == ring:
        return _stays(f"ring {text}", "H7.5")
    return "nothing_waits", f"No mushrooms wait in ring {text}", "H6"


def go_sign(position: Position, argument: int) -> Why:
    """Of a gnome to a ring's signpost."""
    text = name_text(argument % GNOME_BIT)
    ring = position.path_named(argument % GNOME_BIT)
    if ring < 0 or position.state[ring] != RING:
        return "no_ring", f"{text} is no completed ring", "H6"
    if position.sign[ring] < 0:
        return "no_signpost", f"Ring {text} has no signpost", "H6"
    if position.gnome_on[_gnome(position, argument)] == ring:
        return _stays(f"ring {text}", "H7.5")
    sentence = f"Mushrooms wait in ring {text} too: a visit takes both, and is written as to a ring"
    return "both_visited", sentence, "H7.5"


def go_flowers(position: Position, argument: int) -> Why:
    """Of a gnome to the flower market."""
    if position.gnome_on[_gnome(position, argument)] == AT_FLOWERS:
        return _stays("the flower market")
    kind = argument % GNOME_BIT - 1
    if kind >= 0:
        return _no_flower(position, kind)
    new = flowers_of(position.tiles, position.new_flowers(position.actor()))
    return "flower_due", f"A flower that can be had is taken: {listed(new)}", "H7.2"


def go_market(position: Position, argument: int) -> Why:
    """Of a gnome to the stump, with its sales."""
    if position.gnome_on[_gnome(position, argument)] == AT_STUMP:
        return _stays("the stump")
    first, second = argument % GNOME_BIT >> 8, argument & 255
    seat = position.actor()
    for sale in (first, second):
        if not position.can_sell(seat, sale // QUANTITIES, sale % QUANTITIES):
            return _no_sale(position, sale)
    return "sales_order", "Two sales are of different kinds, in the order of the kinds", "H6"


def _gnome(position: Position, argument: int) -> int:
    return int(2 * position.actor() + argument // GNOME_BIT)


def _stays(where: str, rule: str = "H6") -> Why:
    return "same_place", f"The gnome is at {where} already; to act it must change its place", rule
