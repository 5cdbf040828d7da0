"""A tile set as one picture: every tile, the boards, the market and the signposts.

A self-contained `<svg>` with a title and a description for those who can't see it, attributes
instead of styles, and only the ids that its `key` begins. Six tiles a row fit a phone; twelve a
sheet of paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

from engines.gnome_hollow.tileset.drawing import (
    BANK,
    BARE,
    GROUND,
    RIM,
    hexagon,
    mushrooms,
    number,
    ring,
    tiles,
    toward,
)
from engines.gnome_hollow.tileset.facts import COLUMNS
from engines.gnome_hollow.tileset.sets import Piece, Signpost, Space, TileSet
from engines.gnome_hollow.tileset.shipped import labelled
from engines.picture import picture, safe

LABELS: dict[str, str] = {
    "title": "Gnome Hollow tile set",
    "version": "version",
    "garden_tiles": "Garden tiles",
    "edges": "Edges",
    "stump": "Stump",
    "flower_kinds": "Flower kinds",
    "market": "Market: treasure for so many",
    "never": "Framed: never blocked",
    "player_board": "Player board: spaces by ring",
    "advanced_board": "Advanced player board",
    "signposts": "Signposts",
    "signposts_trades": "Signposts: what they give, and trades",
    "red": "red",
    "yellow": "yellow",
    "blue": "blue",
    "pink": "pink",
    "purple": "purple",
    "signpost": "signpost",
    "tile": "tile",
    "flower": "flower",
    "sell1": "one sale",
    "mushrooms": "of ring",
    "markers": "2 markers",
    "nothing": "–",
    "any": "any shape",
    "reconstruction": "Reconstruction, not the printed tiles",
    "own": "A set of the club's own",
}
"""The words of a picture; give others for another language."""

COLUMN = 58
"""Units of a tile with the space around it."""
ROW = 60
MARGIN = 6
LINE = 18
GAP = 14
"""Units between parts."""
WIDTH = 6 * COLUMN - GAP // 2
"""Units of each part but the tiles, so that two have room beside each other over twelve."""
INK = "#222"


@dataclass(frozen=True)
class Part:
    """A part of the picture, drawn from its own origin, under a heading."""

    heading: str
    width: int
    height: int
    drawing: str


def tileset_svg(
    tileset: TileSet,
    *,
    columns: int = 6,
    title: str | None = None,
    description: str | None = None,
    labels: Mapping[str, str] | None = None,
    key: str = "tileset",
) -> str:
    """A whole set, with its status and, where it is named like a shipped one, the note.

    columns: tiles a row, 6 at least; with 12 or more, other parts stand side by side.
    title, description, labels: for another language, in place of the English ones.
    key: begins the ids, so give each picture of a page its own.
    """
    words = {**LABELS, **(labels or {})}
    shown = labelled(tileset)
    width = COLUMN * max(columns, 6)
    heading = f"{words['title']} {shown.name}: {words[shown.status]}"
    head, top = _head(shown, words)
    told = describe(shown) if description is None else description
    body, height = _packed(_parts(shown, words, width), width, top)
    return picture(
        (width + 2 * MARGIN, height + MARGIN),
        (heading if title is None else title, told),
        f'<g transform="translate({MARGIN} {MARGIN})">{head}{body}</g>',
        key,
    )


# In words


def describe(tileset: TileSet) -> str:
    """The set in words: what each tile, board, kind of mushroom and signpost shows."""
    kinds = tileset.mushrooms
    sentences = [
        "Edges are counted clockwise from the right, 0 to 5",
        f"Flower kinds: {', '.join(tileset.flowers)}",
        f"Stump: {_pieces_told(tileset.stump, kinds)}",
        *_board_told("Player board", tileset.player_board),
        *_board_told("Advanced player board", tileset.advanced_board or ()),
    ]
    for kind, sales in zip(kinds, tileset.market, strict=True):
        paid = ", ".join(f"{quantity} for {treasure}" for quantity, treasure in sales)
        sentences.append(f"Market, {kind}: {paid}")
    sentences += [_sign_told(sign, kinds) for sign in tileset.signposts]
    sentences += [
        f"Tile {at}: {_pieces_told(pieces, kinds)}" for at, pieces in enumerate(tileset.tiles, 1)
    ]
    return ". ".join(sentences) + "."


def _pieces_told(pieces: Sequence[Piece], kinds: Sequence[str]) -> str:
    """`0-2 red blue, 3-4`."""
    told = (
        " ".join([f"{one.edges[0]}-{one.edges[1]}", *(kinds[kind] for kind in one.mushrooms)])
        for one in pieces
    )
    return ", ".join(told) or "grass"


def _board_told(named: str, board: Sequence[Sequence[Space]]) -> list[str]:
    return [
        f"{named}, rings of {column}: {'; '.join(map(_space_told, spaces))}"
        for column, spaces in zip(COLUMNS, board, strict=False)
    ]


def _space_told(space: Space) -> str:
    bonus = f"{space.mushrooms} of the ring" if space.mushrooms else space.bonus or "nothing"
    cells = space.shape or ()
    shape = f", shape {' '.join(f'({q}, {r})' for q, r in cells)}" if cells else ""
    return f"{bonus}{', 2 markers' if space.markers == 2 else ''}{shape}"


def _sign_told(sign: Signpost, kinds: Sequence[str]) -> str:
    trades = "".join(f", {kinds[give]} for {kinds[get]}" for give, get in sign.trades)
    return f"Signpost {sign.name}: {', '.join(sign.gain)}{'; trades' + trades if trades else ''}"


# Parts


def _head(tileset: TileSet, words: Mapping[str, str]) -> tuple[str, int]:
    """Name, version, status, and the letters of the mushrooms; and where the parts begin."""
    name, y = f"{tileset.name}, {words['version']} {tileset.version}", 12
    drawn = ""
    for line in wrapped(name, WIDTH - 10, 8.5):
        drawn += _text(line, 0, y, size=13, bold=True)
        y += LINE
    drawn += _text(words[tileset.status], 0, y)
    for at, kind in enumerate(tileset.mushrooms):
        x = WIDTH / len(tileset.mushrooms) * at
        drawn += mushrooms(kind, [(x + 7, y + 20, 1, BARE)]) + _text(words[kind], x + 16, y + 24)
    return drawn, y + 20 + GAP


def wrapped(text: str, room: float, letter: float) -> list[str]:
    """The text in lines of this room, broken at spaces where it has some.

    letter: about how many units one takes; a Japanese one takes twice as much.
    """
    lines, line = [], ""
    for character in text:
        line += character
        wide = sum(1 + (east_asian_width(one) in "WF") for one in line)
        if wide * letter > room:
            cut = line.rfind(" ") + 1 or len(line)
            lines.append(line[:cut].rstrip())
            line = line[cut:]
    return [*lines, line]


def _parts(tileset: TileSet, words: Mapping[str, str], width: int) -> list[Part]:
    found = [
        _tile_part(tileset, words, width),
        _stump_part(tileset, words),
        _market_part(tileset, words),
        _board_part(tileset.player_board, words["player_board"], words, shapes=False),
    ]
    if tileset.advanced_board is not None:
        board, heading = tileset.advanced_board, words["advanced_board"]
        found.append(_board_part(board, heading, words, shapes=True))
    return [*found, _sign_part(tileset, words)]


def _packed(parts: Sequence[Part], width: int, top: int) -> tuple[str, int]:
    """The parts from left to right while there is room, then below; and where they end."""
    drawn, left, high = "", 0, 0
    for part in parts:
        if left and left + part.width > width:
            left, top, high = 0, top + high, 0
        heading = _text(part.heading, 0, 12, size=12, bold=True)
        drawn += (
            f'<g transform="translate({left} {top})">{heading}'
            f'<g transform="translate(0 {LINE})">{part.drawing}</g></g>'
        )
        left += part.width + GAP
        high = max(high, part.height + LINE + GAP)
    return drawn, top + high


def _tile_part(tileset: TileSet, words: Mapping[str, str], width: int) -> Part:
    row = width // COLUMN
    middles = [
        (COLUMN * (at % row) + COLUMN / 2, ROW * (at // row) + ROW / 2)
        for at in range(len(tileset.tiles))
    ]
    shown = [(pieces, *spot) for pieces, spot in zip(tileset.tiles, middles, strict=True)]
    numbers = "".join(
        f'<text x="{number(x - COLUMN / 2 + 1)}" y="{number(y - ROW / 2 + 10)}">{at}</text>'
        for at, (x, y) in enumerate(middles, start=1)
    )
    drawing = f'{tiles(shown, tileset.mushrooms)}<g fill="#444" font-size="10">{numbers}</g>'
    return Part(words["garden_tiles"], width, ROW * -(-len(middles) // row), drawing)


def _stump_part(tileset: TileSet, words: Mapping[str, str]) -> Part:
    """How edges are counted, the stump, and the flower kinds."""
    x, y = COLUMN / 2, ROW / 2 + 16
    counted = "".join(
        _text(str(edge), x + p, y + q + 4, middle=True)
        for edge, (p, q) in ((edge, toward(edge, 17)) for edge in range(6))
    )
    drawing = (
        f'<path d="{hexagon(x, y)}" fill="{GROUND}" stroke="{RIM}" stroke-width=".8"/>{counted}'
        f"{_text(words['edges'], 2, 8)}{_text(words['stump'], COLUMN + 8, 8)}"
        f"{tiles([(tileset.stump, x + COLUMN + 4, y)], tileset.mushrooms)}"
        f"{_text(words['flower_kinds'], 2 * COLUMN + 16, 8, bold=True)}"
    )
    for at, flower in enumerate(tileset.flowers):
        x, y = 2 * COLUMN + 16 + 110 * (at % 2), 8 + 16 * (1 + at // 2)
        drawing += _text(words.get(f"flower_{flower}", flower), x, y)
    return Part(f"{words['stump']}, {words['flower_kinds'].lower()}", WIDTH, ROW + 20, drawing)


def _market_part(tileset: TileSet, words: Mapping[str, str]) -> Part:
    most = max(quantity for sales in tileset.market for quantity, _ in sales)
    step = min(34, (WIDTH - 70) // (most - 1))
    drawing = "".join(
        _text(str(quantity), 70 + step * (quantity - 2) + step / 2, 10, middle=True, bold=True)
        for quantity in range(2, most + 1)
    )
    for row, (kind, sales) in enumerate(zip(tileset.mushrooms, tileset.market, strict=True)):
        y = LINE * (row + 1) + 8
        drawing += mushrooms(kind, [(7, y, 1, BARE)]) + _text(words[kind], 17, y + 4)
        for quantity, treasure in sales:
            x = 70 + step * (quantity - 2)
            drawing += _text(str(treasure), x + step / 2, y + 4, middle=True)
            if quantity == 2:
                drawing += _box(x + 1, y - 8, step - 2, 15)
    drawing += _text(words["never"], 0, LINE * 6 + 12)
    return Part(words["market"], WIDTH, LINE * 7, drawing)


def _board_part(
    board: Sequence[Sequence[Space]], heading: str, words: Mapping[str, str], *, shapes: bool
) -> Part:
    wide, high = WIDTH // len(COLUMNS), 82 if shapes else 34
    drawing = ""
    for column, (size, spaces) in enumerate(zip(COLUMNS, board, strict=True)):
        x = wide * column
        drawing += _text(size, x + wide / 2 - 2, 10, middle=True, bold=True)
        for row, space in enumerate(spaces):
            y = 16 + (high + 4) * row
            drawing += _box(x, y, wide - 4, high) + _space(space, x, y, wide - 4, words, shapes)
    rows = max(len(spaces) for spaces in board)
    return Part(heading, WIDTH, 16 + (high + 4) * rows, drawing)


def _space(
    space: Space, x: float, y: float, wide: float, words: Mapping[str, str], shapes: bool
) -> str:
    bonus = words[space.bonus or "nothing"]
    if space.mushrooms:
        bonus = f"{space.mushrooms} {words['mushrooms']}"
    drawn = _text(bonus, x + wide / 2, y + 14, middle=True)
    if space.markers == 2:
        drawn += _text(words["markers"], x + wide / 2, y + 28, middle=True)
    if shapes and space.shape is None:
        drawn += _text(words["any"], x + wide / 2, y + 60, middle=True)
    elif space.shape is not None:
        drawn += ring(space.shape, x + wide / 2, y + 56, (wide - 6, 46))
    return drawn


def _sign_part(tileset: TileSet, words: Mapping[str, str]) -> Part:
    """A line each: its name, what it gives, and its trades to the right, or below."""
    drawing, y = "", 14
    for sign in tileset.signposts:
        gains, end = _gains(sign, tileset.mushrooms, y, words)
        drawing += _text(sign.name, 0, y, bold=True) + gains
        y += 20 if sign.trades and end > WIDTH - 120 else 0
        for at, (give, get) in enumerate(sign.trades):
            x = WIDTH - 112 + 64 * at
            one, other = tileset.mushrooms[give], tileset.mushrooms[get]
            arrow = f'<path d="M{x + 9},{y - 4}h12m-4,-4l4,4l-4,4" fill="none" stroke="{BANK}"/>'
            drawing += mushrooms(one, [(x, y - 4, 1, BARE)]) + arrow
            drawing += mushrooms(other, [(x + 30, y - 4, 1, BARE)])
        y += 22
    heading = words["signposts_trades" if tileset.has_trades else "signposts"]
    return Part(heading, WIDTH, y - 14, drawing)


def _gains(
    sign: Signpost, kinds: Sequence[str], y: float, words: Mapping[str, str]
) -> tuple[str, float]:
    """What a signpost gives, in order, on one line; and where that ends."""
    drawn, x = "", max(112, 8 * len(sign.name) + 8)
    for gain, count in Counter(sign.gain).items():
        if gain in kinds:
            drawn += mushrooms(gain, [(x, y - 4, count, BARE)])
            x += 16
        else:
            text = words[gain] if count == 1 else f"{count}× {words[gain]}"
            drawn += _text(text, x - 5, y)
            x += 6 * len(text) + 8
    return drawn, x


def _text(
    text: str, x: float, y: float, *, size: int = 0, bold: bool = False, middle: bool = False
) -> str:
    looks = f' font-size="{size}"' if size else ""
    looks += ' font-weight="bold"' if bold else ""
    looks += ' text-anchor="middle"' if middle else ""
    return f'<text x="{number(x)}" y="{number(y)}" fill="{INK}"{looks}>{safe(text)}</text>'


def _box(x: float, y: float, width: float, height: float) -> str:
    return (
        f'<path d="M{number(x)},{number(y)}h{number(width)}v{number(height)}h-{number(width)}z" '
        f'fill="none" stroke="{BANK}" stroke-width=".8"/>'
    )
