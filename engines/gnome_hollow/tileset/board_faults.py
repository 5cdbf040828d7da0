"""What is wrong with the boards of a tile set: player boards, market, signposts, trades."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.gnome_hollow.shapes import STEPS
from engines.gnome_hollow.terms import SIGNPOSTS
from engines.gnome_hollow.tileset.facts import (
    BLOCKABLE,
    BONUSES,
    COLUMNS,
    GAINS,
    LONGEST_SHAPE,
    MOST_BONUS,
    MOST_GAINS,
    MOST_QUANTITY,
    MOST_SPACES,
    MOST_TREASURE,
    MUSHROOM_KINDS,
    TRADED_SIGNPOSTS,
    TRADES,
    WORD,
)
from engines.gnome_hollow.tileset.form import (
    is_between,
    key_faults,
    no_word,
    not_list,
    not_object,
    shown_key,
    told,
    within,
)
from engines.values import RuleBroken, listed, refusal, shown

QUANTITIES = [str(quantity) for quantity in range(2, MOST_QUANTITY + 1)]


# Player boards


def board_faults(board: object, field: str) -> Iterator[RuleBroken]:
    """Of `player_board` or `advanced_board`: a list of spaces for each size of ring."""
    advanced = field == "advanced_board"
    named, rule = ("The advanced board", "H9.2") if advanced else ("The player board", "H4.3")
    if not isinstance(board, Mapping):
        yield not_object(board, named, field, rule)
        return
    yield from key_faults(board, COLUMNS, (), named, field, rule)
    for column in COLUMNS:
        if board.get(column) is not None:
            yield from _column_faults(board[column], column, named, within(field, column), advanced)


def _column_faults(
    spaces: object, column: str, named: str, field: str, advanced: bool
) -> Iterator[RuleBroken]:
    whose = f"{named}, rings of {column}"
    if not isinstance(spaces, list | tuple):
        yield not_list(spaces, whose, field, "H4.3")
        return
    if not 1 <= len(spaces) <= MOST_SPACES:
        sentence = f"{whose}: 1 to {MOST_SPACES} spaces, not {len(spaces)}"
        yield refusal("space_count", sentence, "H4.3", field=field)
        return
    anys = 0
    for number, space in enumerate(spaces):
        here, place = within(field, number), f"{whose}, space {number + 1}"
        if not isinstance(space, Mapping):
            yield not_object(space, place, here, "H4.3")
            continue
        yield from _space_faults(space, place, here, advanced)
        if advanced and space.get("shape") is not None:
            anys += space["shape"] == "any"
            yield from _shape_faults(space["shape"], column, place, within(here, "shape"))
    if advanced and anys != 1:
        sentence = f"{whose}: one space is for any shape, not {anys}"
        yield refusal("any_count", sentence, "H9.2", field=field)


def _space_faults(
    space: Mapping[object, object], place: str, field: str, advanced: bool
) -> Iterator[RuleBroken]:
    required = ("shape",) if advanced else ()
    rule = "H9.2" if advanced else "H5"
    yield from key_faults(space, required, ("bonus", "markers"), place, field, rule)
    if "bonus" not in space:
        sentence = f"{place}: bonus is still to be filled in; null where it gives none"
        yield refusal("missing", sentence, "H5", field=within(field, "bonus"))
    elif space["bonus"] is not None and space["bonus"] not in BONUSES:
        sentence = (
            f"{place}: the bonus is null, signpost, tile, flower or mushroom1 to "
            f"mushroom{MOST_BONUS}, not {shown(space['bonus'])}"
        )
        yield refusal("space_bonus", sentence, "H5", field=within(field, "bonus"))
    if "markers" in space and not is_between(space["markers"], 1, 2):
        sentence = f"{place}: markers is 1 or 2, not {shown(space['markers'])}"
        yield refusal("space_markers", sentence, "H5", field=within(field, "markers"))


def _shape_faults(shape: object, column: str, place: str, field: str) -> Iterator[RuleBroken]:
    """`any`, or the tiles of a ring in order, each beside the next, the last beside the first."""
    if shape == "any":
        return
    if not isinstance(shape, list | tuple) or not all(_is_cell(cell) for cell in shape):
        but = "" if isinstance(shape, list | tuple) else f", not {shown(shape)}"
        sentence = f"{place}: a shape is any, or a list of tiles [q, r]{but}"
        yield refusal("space_shape", sentence, "H9.2", field=field)
        return
    least, most = (7, LONGEST_SHAPE) if column == "7+" else (int(column), int(column))
    if not least <= len(shape) <= most:
        sentence = f"{place}: the shape has {len(shape)} tiles, not {column}"
        yield refusal("shape_size", sentence, "H9.2", field=field)
        return
    cells = [(cell[0], cell[1]) for cell in shape]
    for number, cell in enumerate(cells):
        if cell in cells[:number]:
            sentence = f"{place}: the shape has the tile {told(cell)} twice; such a ring is any"
            yield refusal("shape_crosses", sentence, "H9.2", field=within(field, number))
            return
    for number, (one, other) in enumerate(zip(cells, [*cells[1:], cells[0]], strict=True)):
        if (other[0] - one[0], other[1] - one[1]) not in STEPS:
            sentence = f"{place}: the tiles {told(one)} and {told(other)} of the shape do not touch"
            yield refusal("shape_gap", sentence, "H9.2", field=within(field, number))


def _is_cell(cell: object) -> bool:
    return (
        isinstance(cell, list | tuple)
        and len(cell) == 2
        and all(is_between(number, -LONGEST_SHAPE, LONGEST_SHAPE) for number in cell)
    )


# The market


def market_faults(market: object) -> Iterator[RuleBroken]:
    """Of `market`: for each kind of mushroom what so many of it are paid."""
    if not isinstance(market, Mapping):
        yield not_object(market, "The market", "market", "H6")
        return
    yield from key_faults(market, MUSHROOM_KINDS, (), "The market", "market", "H6")
    for kind in MUSHROOM_KINDS:
        if market.get(kind) is not None:
            yield from _sale_faults(market[kind], kind)
    sales = [market.get(kind) for kind in MUSHROOM_KINDS]
    if all(isinstance(sale, Mapping) for sale in sales):
        spaces = sum(
            isinstance(sale, Mapping) and quantity in sale
            for sale in sales
            for quantity in QUANTITIES[1:]
        )
        if spaces != BLOCKABLE:
            sentence = (
                f"The market has {spaces} spaces for three and more mushrooms; there are "
                f"{BLOCKABLE}, as many as blockers"
            )
            yield refusal("market_spaces", sentence, "H6", field="market")


def _sale_faults(sales: object, kind: str) -> Iterator[RuleBroken]:
    field = within("market", kind)
    if not isinstance(sales, Mapping):
        yield not_object(sales, f"The market for {kind}", field, "H6")
        return
    if "2" not in sales:
        sentence = f"The market for {kind} has no space for a pair, 2"
        yield refusal("market_pair", sentence, "H6", field=field)
    for quantity, treasure in sales.items():
        if quantity == "note":
            continue
        if quantity not in QUANTITIES:
            sentence = (
                f"The market for {kind}: so many mushrooms are sold at once as 2 to "
                f"{MOST_QUANTITY} says, not {shown(quantity)}"
            )
            key = shown_key(quantity)
            yield refusal("market_quantity", sentence, "H6", field=field, key=key)
        elif not is_between(treasure, 1, MOST_TREASURE):
            sentence = (
                f"The market for {kind}: {quantity} are paid 1 to {MOST_TREASURE} treasure, "
                f"not {told(treasure)}"
            )
            yield refusal("market_value", sentence, "H6", field=within(field, quantity))


# Signposts and trades


def sign_faults(signs: object) -> Iterator[RuleBroken]:
    """Of `signposts`: seven with different names, each with what it gives."""
    if not isinstance(signs, list | tuple):
        yield not_list(signs, "The list of signposts", "signposts", "H1.1")
        return
    if len(signs) != SIGNPOSTS:
        sentence = f"There are {SIGNPOSTS} signposts; the list has {len(signs)}"
        yield refusal("sign_count", sentence, "H1.1", field="signposts")
    entry_of: dict[str, int] = {}
    for entry, sign in enumerate(signs[: 2 * SIGNPOSTS]):
        here, whose = within("signposts", entry), f"Signpost {entry + 1}"
        if not isinstance(sign, Mapping):
            yield not_object(sign, whose, here, "H5")
            continue
        yield from key_faults(sign, ("id", "gain"), (), whose, here, "H5")
        if sign.get("id") is not None:
            yield from _sign_name_faults(sign["id"], entry, entry_of)
        if sign.get("gain") is not None:
            yield from _gain_faults(sign["gain"], whose, within(here, "gain"))


def _sign_name_faults(name: object, entry: int, entry_of: dict[str, int]) -> Iterator[RuleBroken]:
    """entry_of: the entry of each name so far; grows."""
    field = within(within("signposts", entry), "id")
    if not isinstance(name, str) or not WORD.fullmatch(name):
        sentence = no_word(f"Signpost {entry + 1}: its id", name)
        yield refusal("sign_name", sentence, "H5", field=field)
    elif name in entry_of:
        sentence = f"The signposts {entry_of[name] + 1} and {entry + 1} are both called {name}"
        yield refusal("sign_twice", sentence, "H5", field=field)
    else:
        entry_of[name] = entry


def _gain_faults(gains: object, whose: str, field: str) -> Iterator[RuleBroken]:
    if not isinstance(gains, list | tuple):
        yield not_list(gains, f"{whose}: its gain", field, "H5")
        return
    if not 1 <= len(gains) <= MOST_GAINS:
        sentence = f"{whose}: it gives 1 to {MOST_GAINS} things, not {len(gains)}"
        yield refusal("sign_gains", sentence, "H5", field=field)
        return
    for number, gain in enumerate(gains):
        if gain not in GAINS:
            sentence = f"{whose}: what it gives is {listed(GAINS)}, not {shown(gain)}"
            yield refusal("sign_gain", sentence, "H5", field=within(field, number))


def trade_faults(board: object, signs: object) -> Iterator[RuleBroken]:
    """Of `trade_board`: two trades under each of six signposts; signs: the set's `signposts`."""
    if not isinstance(board, Mapping):
        yield not_object(board, "The trade board", "trade_board", "H9.1")
        return
    names = _names(signs)
    traded = [key for key in board if key != "note" or key in names]
    if len(traded) != TRADED_SIGNPOSTS:
        sentence = f"{TRADED_SIGNPOSTS} of the signposts have trades, not {len(traded)}"
        yield refusal("trade_count", sentence, "H9.1", field="trade_board")
    for key in traded[: 2 * TRADED_SIGNPOSTS]:
        if names and key not in names:
            sentence = f"The trade board names {shown(key)}; the signposts are {listed(names)}"
            name = shown_key(key)
            yield refusal("trade_sign", sentence, "H9.1", field="trade_board", key=name)
        else:
            yield from _trades_faults(board[key], shown_key(key))


def _names(signs: object) -> list[str]:
    """The signposts by name; none while something is wrong with them, which is told already."""
    if next(sign_faults(signs), None) is not None:
        return []
    assert isinstance(signs, list | tuple)
    return [sign["id"] for sign in signs]


def _trades_faults(trades: object, sign: str) -> Iterator[RuleBroken]:
    field = within("trade_board", sign)
    if (
        not isinstance(trades, list | tuple)
        or len(trades) != TRADES
        or not all(map(_is_trade, trades))
    ):
        sentence = (
            f"The trades under {sign} must be {TRADES} pairs of mushrooms [give, get], "
            f"each of {listed(MUSHROOM_KINDS)}"
        )
        yield refusal("trade_form", sentence, "H9.1", field=field)
        return
    for number, (give, get) in enumerate(trades):
        if give == get:
            sentence = f"Trade {number + 1} under {sign} gives a {give} mushroom for a {get} one"
            yield refusal("trade_same", sentence, "H9.1", field=within(field, number))
        elif trades.index(trades[number]) < number:
            sentence = f"Both trades under {sign} give a {give} mushroom for a {get} one"
            yield refusal("trade_twice", sentence, "H9.1", field=within(field, number))


def _is_trade(trade: object) -> bool:
    return (
        isinstance(trade, list | tuple)
        and len(trade) == 2
        and all(kind in MUSHROOM_KINDS for kind in trade)
    )
