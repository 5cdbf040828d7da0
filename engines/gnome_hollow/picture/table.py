"""What lies beside the garden in the picture of a game: the seats' goods, markets, signposts.

A *part* is a drawing from its own origin and its height; all are `WIDTH` units wide or narrower.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.gnome_hollow.names import flowers_of, name_text, tile_text
from engines.gnome_hollow.picture.board import HALF, Part, player_board
from engines.gnome_hollow.picture.garden import LAST, stretch
from engines.gnome_hollow.picture.signs import INK, gnome, petals, signpost, text, waiting
from engines.gnome_hollow.picture.words import counted, trades_told
from engines.gnome_hollow.scoring import TRACK
from engines.gnome_hollow.terms import (
    AT_FLOWERS,
    AT_STUMP,
    KINDS,
    QUANTITIES,
    WILD,
)
from engines.gnome_hollow.tileset.drawing import BARE, circle, hexagon, mushrooms, number, tiles
from engines.gnome_hollow.tileset.svg import wrapped
from engines.picture import marked
from engines.values import seat_label

if TYPE_CHECKING:
    from engines.gnome_hollow.rules import Position

WIDTH = 408
"""Units of every part: with text of 11 it can be read on a phone of 360 pixels."""
LINE = 15
LETTER = 6.2
"""Units of a letter, about."""
TILE = 51
"""Units from tile to tile in the market."""
PLACES = {AT_FLOWERS: "flower market", AT_STUMP: "stump"}


def parts_below(position: Position) -> list[Part]:
    """From top to bottom."""
    return [
        _legend(position),
        *_seats(position),
        _market(position),
        _flowers(position),
        _signposts(position),
        *_trades(position),
        _sales(position),
    ]


def stacked(parts: Sequence[Part], gap: float = 10) -> Part:
    drawn, y = "", 0.0
    for drawing, height in parts:
        drawn += _moved(drawing, 0, y)
        y += height + gap
    return drawn, y


def _moved(drawing: str, x: float, y: float, scale: str = "") -> str:
    return f'<g transform="translate({number(x)} {number(y)}){scale}">{drawing}</g>'


def _lines(words: str, room: float, y: float) -> Part:
    """Words in as many lines as they need, from this height on; and where they end."""
    lines = wrapped(words, room, LETTER)
    drawn = "".join(text(line, 0, y + LINE * at) for at, line in enumerate(lines))
    return drawn, y + LINE * len(lines)


def _heading(words: str) -> str:
    return text(words, 0, 11, size=12, bold=True)


# Legend


def _legend(position: Position) -> Part:
    """Samples of paths and signs with their words."""
    samples = [
        (stretch("M0,7h24", 0, -1), "open path"),
        *(
            (stretch("M0,7h24", 0, seat), f"{seat_label(seat)}’s")
            for seat in range(position.players)
        ),
        (stretch("M0,7h24", 1, -1), "ring"),
        *(
            (stretch("M0,7h24", 1, seat), f"{seat_label(seat)}’s ring")
            for seat in range(position.players)
        ),
        (waiting(12, 7, {position.tiles.tileset.mushrooms[0]: 2}), "waiting"),
        (f'<path d="{circle(12, 7, 1.6)}" fill="{INK}"/>', "taken"),
        (f'<path d="{hexagon(12, 7, 8)}" {LAST}/>', "last tile"),
        (_moved(gnome(0, 0, 0, 2), 12, 7.5, " scale(.65)"), "2nd gnome"),
        (_moved(gnome(0, 0, 0, 1, is_at_stump=True), 12, 7.5, " scale(.65)"), "at the stump"),
    ]
    drawn, wide = "", WIDTH // 4
    for at, (sample, words) in enumerate(samples):
        drawn += _moved(sample + text(words, 28, 11), wide * (at % 4), 19 * (at // 4))
    rows = -(-len(samples) // 4)
    return drawn + _moved(_letters(position), 0, 19 * rows + 2), 19 * (rows + 1)


def _letters(position: Position) -> str:
    """The mushrooms' letters."""
    kinds = position.tiles.tileset.mushrooms
    return "".join(
        mushrooms(kind, [(WIDTH / KINDS * at + 7, 7, 1, BARE)])
        + text(kind, WIDTH / KINDS * at + 16, 11)
        for at, kind in enumerate(kinds)
    )


# Seats


def _seats(position: Position) -> list[Part]:
    """Two beside each other."""
    rows = []
    for seat in range(0, position.players, 2):
        pair = [_seat(position, each) for each in range(seat, min(seat + 2, position.players))]
        drawn = "".join(
            _moved(drawing, (WIDTH - HALF) * at, 0) for at, (drawing, _) in enumerate(pair)
        )
        rows.append((drawn, max(height for _, height in pair)))
    return rows


def _seat(position: Position, seat: int) -> Part:
    score = position.score(seat)
    drawn = gnome(9, 11, seat, 1)
    label = f"{seat_label(seat)}: {counted(score, 'point')}"
    drawn += text(marked(position, seat, label), 23, 15, size=13, bold=True)
    drawn += text(f"Treasure {position.treasure[seat]}", 0, 36) + _kept(position, seat)
    kinds = flowers_of(position.tiles, position.flowers[seat])
    flowers = f"Flowers {len(kinds)} ({counted(TRACK[len(kinds)], 'point')})"
    told, y = _lines(f"{flowers}: {', '.join(kinds)}" if kinds else flowers, HALF, 53)
    markers = position.markers[seat]
    told += text(f"Ring markers {markers} ({counted(TRACK[markers], 'point')})", 0, y)
    board, high = player_board(position, seat)
    told += _moved(board, 0, y + 6)
    where, y = _lines(f"Gnomes: {_gnomes(position, seat)}", HALF, y + 18 + high)
    stored, high = _stored(position, seat)
    return drawn + told + where + _moved(stored, 0, y - 8), y - 8 + high


def _kept(position: Position, seat: int) -> str:
    """The seat's mushrooms, by kind."""
    drawn, x = "", 82
    for kind, name in enumerate(position.tiles.tileset.mushrooms):
        if count := position.mushrooms[5 * seat + kind]:
            drawn += mushrooms(name, [(x, 32, 1, BARE)]) + text(str(count), x + 8, 36)
            x += 15 + 6 * len(str(count))
    return drawn


def _gnomes(position: Position, seat: int) -> str:
    """`1,0/2; stump`, each by the name that records give its path."""
    told = []
    for place in position.gnome_on[2 * seat : 2 * seat + 2]:
        if place >= 0:
            told.append(name_text(position.name[place]))
        else:
            told.append(PLACES.get(place, "off"))
    return "; ".join(told)


def _stored(position: Position, seat: int) -> Part:
    held = position.storage[4 * seat : 4 * seat + position.stored[seat]]
    if not held:
        return text("Storage: empty", 0, 12), 18
    drawn = text("Storage", 0, 20)
    for at, tile in enumerate(held):
        drawn += _moved(_tile(position, tile), 50 + 48 * at, 0, " scale(.75)")
    return drawn, 44


def _tile(position: Position, tile: int) -> str:
    """A tile as printed, with its name."""
    tileset, name = position.tiles.tileset, tile_text(position.tiles, tile)
    if tile >= WILD:
        return petals(TILE / 2, 26, name, 13) + text(name, TILE / 2, 54, size=10, anchor="middle")
    drawn = tiles([(tileset.tiles[tile], TILE / 2, 28)], tileset.mushrooms)
    return drawn + text(name, 0, 9, size=10)


# Markets


def _market(position: Position) -> Part:
    """The tiles, and how many are left."""
    reserve = f", reserve {position.reserve_size}" if position.reserve_size else ""
    left = position.bag_size - position.bag_at
    drawn = _heading("Tile market") + text(f"Bag {left}{reserve}", 92, 11)
    for at, tile in enumerate(position.market[: position.market_count]):
        drawn += _moved(_tile(position, tile), TILE * at, 17)
    return drawn, 76


def _flowers(position: Position) -> Part:
    """Tokens in the market, and wildflower tiles with theirs."""
    names = position.tiles.tileset.flowers
    market = [(name, position.flower_market[at]) for at, name in enumerate(names)]
    wild = [
        (name, position.tokens[at]) for at, name in enumerate(names) if position.wilds >> at & 1
    ]
    there = [one for one in market if one[1]]
    parts = [_tokens("Flower market", there), _tokens("Wildflower tiles, with their tokens", wild)]
    return stacked(parts, 6)


def _tokens(heading: str, tokens: Sequence[tuple[str, int]]) -> Part:
    if not tokens:
        return _heading(f"{heading}: none"), LINE
    drawn, x, y = _heading(heading), 0.0, 30.0
    for name, count in tokens:
        words = f"{name} {count}"
        wide = 26 + LETTER * len(words)
        if x and x + wide > WIDTH:
            x, y = 0, y + 20
        drawn += petals(x + 8, y - 4, name, 6.5) + text(words, x + 18, y)
        x += wide
    return drawn, y + 5


def _signposts(position: Position) -> Part:
    """All seven: what each gives, and whether it stands in a ring."""
    drawn, x, y = _heading("Signposts"), 0.0, 34.0
    for sign, post in enumerate(position.tiles.tileset.signposts):
        out = position.signs_out >> sign & 1
        words = f"{post.name}{' (out)' if out else ''}"
        room = 9 * len(post.gain) + 9
        wide = room + LETTER * len(words) + 10
        if x and x + wide > WIDTH:
            x, y = 0, y + 24
        drawn += signpost(x + room / 2 - 2, y - 4, post.gain) + text(words, x + room, y)
        x += wide
    return drawn, y + 10


def _trades(position: Position) -> list[Part]:
    """On the trade board: what may be given for what at each signpost (H9.1)."""
    trades = trades_told(position)
    if not trades:
        return []
    drawn, y = _heading("Trades, one for one"), 29.0
    for told in trades:
        lines, y = _lines(told, WIDTH, y)
        drawn += lines
    return [(drawn, y - 8)]


def _sales(position: Position) -> Part:
    """What sales are paid; those that are blocked are crossed out (H6)."""
    market = position.tiles.tileset.market
    most = max(quantity for sales in market for quantity, _ in sales)
    step = min(44, (WIDTH - 76) / (most - 1))
    drawn = _heading("Sales: treasure for so many, crossed out where blocked")
    for quantity in range(2, most + 1):
        middle = 76 + step * (quantity - 1.5)
        drawn += text(str(quantity), middle, 29, bold=True, anchor="middle")
    for kind, sales in enumerate(market):
        y = 46 + 17 * kind
        name = position.tiles.tileset.mushrooms[kind]
        drawn += mushrooms(name, [(7, y - 4, 1, BARE)]) + text(name, 17, y)
        for quantity, treasure in sales:
            middle = 76 + step * (quantity - 1.5)
            drawn += text(str(treasure), middle, y, anchor="middle")
            if position.blocked[QUANTITIES * kind + quantity]:
                drawn += _crossed(middle, y - 4)
    return drawn, 46 + 17 * (KINDS - 1) + 8


def _crossed(x: float, y: float) -> str:
    left, top = number(x - 8), number(y - 6)
    return (
        f'<path d="M{left},{top}l16,12m0,-12l-16,12" stroke="#b3261e" stroke-width="1.3" '
        'stroke-opacity=".6" fill="none"/>'
    )
