"""A Gazebo board as SVG: empty, or with what lies and stands on it.

One picture is one self-contained `<svg>` with a title and a description for those who can't see
it, attributes instead of styles, and only the ids that its `key` begins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

from engines.gazebo import svg_shapes as shapes
from engines.gazebo.board import Board
from engines.gazebo.grid import HOLE, PATIOS, TERRAINS
from engines.gazebo.svg_shapes import CELL, LOOKS, MARGIN
from engines.picture import SEAT_COLOURS, picture, safe
from engines.values import seat_label

LABELS: dict[str, str] = {
    ".": "open",
    "z": "zen",
    "=": "pedestal",
    "F": "flower",
    "G": "foliage",
    "W": "water",
    "1": "patio: 1 gazebo",
    "2": "luxury patio: 2 gazebos",
    "^": "raised patio: 1 gazebo",
    "v": "vase",
    "start": "start square (framed)",
    "reconstruction": "Reconstruction, not the printed board",
}
"""The words of a legend; give others for another language."""

LINE = 20
"""Units of a line of the legend."""

COLUMN = 165
"""Units of a column of the legend; the words have `COLUMN - 30`, else there is one column."""

LONGEST_NAME = 40
"""Characters of a name that the legend shows."""


@dataclass(frozen=True)
class Held:
    """The squares of a nook or a patio, the seat that owns it and its gazebos there, 1 or 2."""

    squares: tuple[int, ...]
    owner: int
    gazebos: int


def board_svg(
    board: Board,
    *,
    title: str | None = None,
    description: str | None = None,
    labels: Mapping[str, str] | None = None,
    key: str = "board",
) -> str:
    """An empty board with its legend.

    title, description, labels: for another language, in place of the English ones.
    key: begins the ids, so give each picture of a page its own.
    """
    drawing = _ground(board, {}) + _patio_signs(board, frozenset())
    words = {**LABELS, **(labels or {})}
    heading = _heading(board, words) if title is None else title
    text = describe(board) if description is None else description
    return _picture(board, drawing, (heading, text), words, (), key)


def position_svg(
    board: Board,
    terrain: Mapping[int, str],
    held: Sequence[Held] = (),
    *,
    last: Sequence[int] = (),
    players: Sequence[str] = (),
    title: str | None = None,
    description: str | None = None,
    labels: Mapping[str, str] | None = None,
    key: str = "position",
) -> str:
    """A board in play.

    terrain: F, G or W for each square that a domino covers. held: every nook and every owned
    patio. last: squares to mark, the last domino's. players: the seats' names, seat 0 first.
    The rest as in `board_svg`.
    """
    words = {**LABELS, **(labels or {})}
    taken = frozenset(square for one in held for square in one.squares)
    drawing = _ground(board, terrain) + _patio_signs(board, taken)
    drawing += "".join(_nook_edge(board, one) for one in held)
    if last:
        edge = shapes.outline(board.grid, last)
        drawing += f'<path d="{edge}" fill="none" stroke="#111" stroke-width="2.5"/>'
    drawing += "".join(_gazebos(*shapes.middle(board.grid, one.squares), one) for one in held)
    heading = _heading(board, words) if title is None else title
    text = description
    if text is None:
        text = f"{describe(board)} {describe_held(board, terrain, held, players)}"
    seats = _seats(held, players)
    return _picture(board, drawing, (heading, text), words, seats, key)


def describe(board: Board) -> str:
    """The board in words: its size, its starts, each kind of square with the squares' names."""
    starts = ", ".join(
        f"{LABELS[terrain]} {board.grid.name(index)}" for index, terrain in board.starts
    )
    sentences = [f"{board.width} columns, {board.height} rows", f"Start squares: {starts}"]
    for kind in ("regular", "luxury", "raised"):
        patios = [patio.squares for patio in board.patios if patio.kind == kind]
        if patios:
            named = ", ".join(_names(board, squares) for squares in patios)
            sentences.append(f"{kind.capitalize()} patios: {named}")
    for kind, word in (("z", "Zen squares"), ("=", "Pedestals"), ("v", "Vases"), (HOLE, "Holes")):
        found = board.grid.of_kind(kind)
        if found:
            sentences.append(f"{word}: {', '.join(map(board.grid.name, found))}")
    return ". ".join(sentences) + "."


def describe_held(
    board: Board, terrain: Mapping[int, str], held: Sequence[Held], players: Sequence[str] = ()
) -> str:
    """In words: how many squares are covered, and what each seat holds where."""
    sentences = [f"{len(terrain)} squares are covered by dominoes"]
    for seat in sorted({one.owner for one in held}):
        own = sorted((one for one in held if one.owner == seat), key=lambda one: one.squares)
        named = ", ".join(f"{_names(board, one.squares)} ({one.gazebos})" for one in own)
        total = sum(one.gazebos for one in own)
        gazebos = f"{total} gazebo{'' if total == 1 else 's'}"
        sentences.append(f"{_seat_name(seat, players)} has {gazebos}: {named}")
    return ". ".join(sentences) + "."


def _names(board: Board, squares: Sequence[int]) -> str:
    return "+".join(board.grid.name(index) for index in squares)


def _seat_name(seat: int, players: Sequence[str]) -> str:
    return players[seat] if seat < len(players) else seat_label(seat)


def _heading(board: Board, words: Mapping[str, str]) -> str:
    name = f"Gazebo board {board.name}" if board.name else "Gazebo board"
    return f"{name}: {words[board.status]}" if board.status in words else name


def _ground(board: Board, terrain: Mapping[int, str]) -> str:
    """The squares, what is printed or laid on them, the lines between, the frames of starts."""
    grid = board.grid
    kinds = {index: terrain.get(index, kind) for index, kind in enumerate(board.squares)}
    drawn = ""
    for kind, look in LOOKS.items():
        squares = [index for index, here in kinds.items() if here == kind]
        if squares:
            drawn += f'<path d="{shapes.tiles(grid, squares)}" fill="{look.ground}"/>'
            if kind not in PATIOS:
                drawn += _inked(kind, shapes.signs(grid, squares, look.sign))
    squares = [index for index, kind in kinds.items() if kind != HOLE]
    lines = shapes.lines(grid, squares)
    frames = shapes.outline_each(grid, [index for index, _ in board.starts], 2)
    return (
        f'{drawn}<path d="{lines}" fill="none" stroke="#b9ad90" stroke-width=".7"/>'
        f'<path d="{frames}" fill="none" stroke="#333" stroke-width="1.5"/>'
    )


def _inked(kind: str, path: str) -> str:
    """A sign in the ink of its kind."""
    if not path:
        return ""
    look = LOOKS[kind]
    if look.solid:
        return f'<path d="{path}" fill="{look.ink}"/>'
    return f'<path d="{path}" fill="none" stroke="{look.ink}" stroke-width="1.6"/>'


def _patio_signs(board: Board, taken: frozenset[int]) -> str:
    """Each patio's edge; its sign where no gazebo stands on it."""
    drawn = ""
    for patio in board.patios:
        kind = board.squares[patio.squares[0]]
        edge = shapes.outline(board.grid, patio.squares, 1)
        drawn += f'<path d="{edge}" fill="none" stroke="{LOOKS[kind].ink}" stroke-width="1.4"/>'
        if patio.squares[0] not in taken:
            drawn += _inked(kind, LOOKS[kind].sign(*shapes.middle(board.grid, patio.squares)))
    return drawn


def _nook_edge(board: Board, one: Held) -> str:
    edge = shapes.outline(board.grid, one.squares, 1.8)
    colour = SEAT_COLOURS[one.owner]
    return (
        f'<path d="{edge}" fill="none" stroke="{colour}" stroke-width="2.2" '
        'stroke-linecap="square"/>'
    )


def _gazebos(x: float, y: float, one: Held) -> str:
    """One roof with the seat's number, or two, one behind the other."""
    front = (x, y) if one.gazebos == 1 else (x - 2, y + 2)
    behind = "" if one.gazebos == 1 else shapes.roof(x + 3, y - 2)
    path = f'fill="{SEAT_COLOURS[one.owner]}" stroke="#fff" stroke-width="1.2"/>'
    back = f'<path d="{behind}" {path}' if behind else ""
    return (
        f'{back}<path d="{shapes.roof(*front)}" {path}'
        f'<text x="{front[0]:g}" y="{front[1] + 6:g}" text-anchor="middle" font-size="10" '
        f'font-weight="bold" fill="#fff">{one.owner + 1}</text>'
    )


def _seats(held: Sequence[Held], players: Sequence[str]) -> tuple[tuple[int, str], ...]:
    """The seats for the legend: all that have a name, and all that hold something."""
    count = max([len(players), *(one.owner + 1 for one in held)])
    return tuple((seat, _seat_name(seat, players)) for seat in range(count))


def _coordinates(board: Board) -> str:
    letters = "".join(
        f'<text x="{MARGIN + CELL * column + CELL // 2}" y="{MARGIN - 6}">'
        f"{chr(ord('a') + column)}</text>"
        for column in range(board.width)
    )
    numbers = "".join(
        f'<text x="{MARGIN // 2}" y="{MARGIN + CELL * row + CELL // 2 + 4}">{row + 1}</text>'
        for row in range(board.height)
    )
    return f'<g font-size="10" fill="#555" text-anchor="middle">{letters}{numbers}</g>'


def _legend(
    board: Board, words: Mapping[str, str], seats: Sequence[tuple[int, str]], width: int
) -> tuple[str, int]:
    """The legend, from its own origin, and its number of lines."""
    kinds = [kind for kind in LOOKS if kind in board.squares or kind in TERRAINS]
    entries = [(_sample(kind), words[kind]) for kind in kinds]
    frame = '<path d="M-7,-7h14v14h-14z" fill="none" stroke="#333" stroke-width="1.5"/>'
    entries.append((frame, words["start"]))
    people = [(_gazebos(0, 0, Held((), seat, 1)), name[:LONGEST_NAME]) for seat, name in seats]
    upper, above = _entries(entries, 0, width)
    lower, below = _entries(people, above, width)
    return upper + lower, above + below


def _entries(entries: Sequence[tuple[str, str]], line: int, width: int) -> tuple[str, int]:
    """Samples with their words from this line on, and the number of lines they take."""
    wide = any(_length(text) > COLUMN - 30 for _, text in entries)
    columns = 1 if wide else width // COLUMN
    drawn = "".join(
        f'<g transform="translate({MARGIN + 10 + COLUMN * (number % columns)} '
        f'{LINE * (line + number // columns)})">{sample}{_words(text)}</g>'
        for number, (sample, text) in enumerate(entries)
    )
    return drawn, -(-len(entries) // columns)


def _length(text: str) -> float:
    """About how many units a text takes; Japanese takes twice as much."""
    return sum(12 if east_asian_width(character) in "WF" else 5.8 for character in text)


def _sample(kind: str) -> str:
    look = LOOKS[kind]
    half = CELL // 2
    square = f"M-{half},-{half}h{CELL}v{CELL}h-{CELL}z"
    tile = f'<path d="{square}" fill="{look.ground}" stroke="#b9ad90" stroke-width=".7"/>'
    return f'<g transform="scale(.7)">{tile}{_inked(kind, look.sign(0, 0))}</g>'


def _words(text: str) -> str:
    return f'<text x="14" y="4" fill="#222">{safe(text)}</text>'


def _picture(
    board: Board,
    drawing: str,
    told: tuple[str, str],
    words: Mapping[str, str],
    seats: Sequence[tuple[int, str]],
    key: str,
) -> str:
    """The whole: title and description, squares, legend, and the board's status in words."""
    width = max(2 * MARGIN + CELL * board.width, MARGIN + 2 * COLUMN)
    bottom = MARGIN + CELL * board.height + LINE
    legend, lines = _legend(board, words, seats, width - MARGIN)
    status = words.get(board.status, "")
    height = bottom + LINE * (lines + bool(status))
    note = f'<text x="{MARGIN}" y="{height - LINE // 2}" fill="#222">{safe(status)}</text>'
    return picture(
        (width, height),
        told,
        f"{_coordinates(board)}{drawing}"
        f'<g transform="translate(0 {bottom})">{legend}</g>{note if status else ""}',
        key,
    )
