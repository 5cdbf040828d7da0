"""Gardens for tests: small tile sets, deals with given markets, games by their texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from engines.gnome_hollow.engine import GNOME_HOLLOW_ENGINE as ENGINE
from engines.gnome_hollow.rules import Position
from engines.gnome_hollow.terms import (
    BASE,
    GNOME,
    GNOME_BIT,
    GO_MARKET,
    GO_RING,
    GO_SIGN,
    LAYS,
    PLACE,
    VERB,
)
from engines.gnome_hollow.tileset.sets import Piece, Space, TileSet, load_tileset
from engines.rng import Rng
from tests.engines.games import cases

Play: TypeAlias = Callable[[Position, int], object]
"""Makes a decision, in place."""

RECON = load_tileset()
ANY = ((0, 1), (2, 3), (4, 5))
"""Three sharp bends; in the middle a tile of them is the stump."""


def pieces(*edges: tuple[int, int], mushrooms: tuple[int, ...] = ()) -> tuple[Piece, ...]:
    """Pieces of a tile; the mushrooms lie on the first of them."""
    return tuple(
        Piece(ends, tuple(sorted(mushrooms)) if at == 0 else ()) for at, ends in enumerate(edges)
    )


SHARP: TileSet = replace(
    RECON,
    name="sharp",
    tiles=tuple(pieces((0, 1), mushrooms=(number % 5,)) for number in range(92)),
    stump=pieces(*ANY),
    signposts=tuple(replace(post, trades=((1, 0), (2, 0))) for post in RECON.signposts[:6])
    + RECON.signposts[6:],
    player_board=(
        (Space("signpost"), Space("tile"), Space("flower"), Space(None, 2, 2), Space()),
        (Space(),),
        (Space("tile"),),
        (Space("flower"),),
        (Space("signpost", markers=2),),
    ),
)
"""Each tile is one sharp bend with a mushroom, so that three round a corner are a ring; tiles 1, 6
and so on show a red one, then yellow, blue, pink, purple. Rings of three have five spaces."""

BUSY: TileSet = replace(
    SHARP,
    name="busy",
    tiles=tuple(
        pieces(*(ANY, ((0, 2), (1, 3)), ((0, 1),), ((0, 3), (1, 4), (2, 5)))[number % 4],
               mushrooms=(number % 5, number // 5 % 5))
        for number in range(92)
    ),
)  # fmt: skip
"""Bends of each kind, straight and crossing ones, so that any decision comes up soon."""

CLOSED: TileSet = replace(
    SHARP,
    name="closed",
    stump=pieces((0, 1)),
    tiles=(*SHARP.tiles[:7], pieces((0, 3), (1, 4), (2, 5)), *SHARP.tiles[8:]),
)
"""The stump has one bend only, and tile 8 has no grass edge, so that it may fit nowhere."""

SETS = {tileset.name: tileset for tileset in (RECON, SHARP, BUSY)}

OTHER: dict[str, Any] = {
    "market_tiles": "may_store", "market_refill": "end_of_turn", "ring_size": "passes",
    "signpost_choice": "random", "ring_visit": "both", "two_player_tokens": "none",
    "trade_board": True, "trade_on_bonus": "on", "advanced_board": True,
    "shape_denies_mushrooms": "on",
}  # fmt: skip
TRADES: dict[str, Any] = {"trade_board": True, "signpost_choice": "random"}
ALL: list[tuple[int, str, dict[str, Any], int]] = [
    (2, "busy", {}, 1),
    (3, "busy", OTHER, 2),
    (4, "recon-1", {}, 3),
    (2, "busy", TRADES, 4),
    (3, "sharp", {"permission": "never"}, 5),
    (4, "busy", {"permission": "always"} | OTHER, 6),
    (2, "recon-1", OTHER, 7),
    (3, "busy", {"permission": "never"} | TRADES, 8),
]
GAMES = cases(ALL, 6)
"""Players, tile set, options, seed."""


def deal(players: int, tileset: str, options: dict[str, Any], seed: int) -> Position:
    position = ENGINE.deal(players, seed, options, tileset=SETS[tileset])
    assert isinstance(position, Position)
    return position


def table(
    players: int = 2, tileset: TileSet = SHARP, market: str = "1 2 3 4 5 6 7 8", start: int = 0,
    kinds: tuple[str, str] = ("white", "pink"), signposts: str = "", **options: Any,
) -> Position:  # fmt: skip
    """The start of a game with this market; the other tiles lie in the bag from 1 on, and the last
    ones in the reserve."""
    left = [str(number) for number in range(1, 93) if str(number) not in market.split()]
    setup: dict[str, Any] = {
        "tileset": tileset,
        "start": start,
        "market": market,
        "bag": " ".join(left[: -2 * players]),
        "reserve": " ".join(left[-2 * players :]),
    }
    if players == 2:
        setup["market_kinds"] = list(kinds)
    if signposts:
        setup["signposts"] = signposts
    position = ENGINE.read_setup(players, options, setup)
    assert isinstance(position, Position)
    return position


def play(position: Position, decisions: str) -> Position:
    """Makes these decisions, in place; texts with commas and spaces between them."""
    for text in decisions.split(", "):
        position.play(position.parse(text))
    return position


def texts(position: Position) -> list[str]:
    return [position.text(move) for move in position.moves()]


def others(position: Position) -> list[str]:
    """The texts of what may be decided but the lays."""
    return [text for text in texts(position) if "@" not in text]


RING = "1@-1,1:4, 2@-1,0:0, ., ring -1,0/0"
"""Seat 0 closes a ring of nobody's, which shows a red and a yellow mushroom."""
OWN_RING = (
    "1@1,0:2, 2@-1,1:4, ., g1 path 0,0/0, 3@0,-1:0, 4@0,-2:3, ., stay, 6@0,1:4, 5@0,-3:0, ., "
    "ring 0,0/0"
)
"""Seat 0 closes its own ring and gets two red mushrooms."""
DISCARD = "1@1,0:2, 2@0,1:4, ., ring 0,0/0, marker 3/4, stay"
"""In the closed set: tile 8 fits nowhere now."""

STAGES: dict[str, tuple[dict[str, Any], str]] = {
    "place": ({}, ""),
    "end of placement": ({}, "1@1,0:2, 2@-1,1:4"),
    "leave": ({}, "1@1,0:2, 2@-1,1:4, ., g1 path 0,0/0, 3@0,1:4"),
    "fix": (
        {},
        f"{RING}, marker 3/3x2, wild purple, pick red yellow, stay, 3@0,1:4, 4@1,1:4, ., stay, "
        "purple@1,0, 5@2,0:2, 6@0,-1:0, .",
    ),
    "rings": ({}, RING.rpartition(", ")[0]),
    "marker": ({}, RING),
    "wildflower": ({}, f"{RING}, marker 3/3x2"),
    "drop": (
        {"market_tiles": "may_store"},
        "take 1, take 2, ., stay, take 3, take 4, ., stay, take 5",
    ),
    "signpost": ({}, f"{RING}, marker 3/0"),
    "next signpost": (
        {"signpost_choice": "random", "signposts": "tile red market yellow blue pink flower"},
        f"{RING}, marker 3/0",
    ),
    "take_tile": ({}, f"{RING}, marker 3/1"),
    "flower": ({}, f"{RING}, marker 3/2"),
    "pick": ({}, f"{RING}, marker 3/3"),
    "sale": ({}, f"{OWN_RING}, marker 3/0, sign new market"),
    "trade": (
        {"trade_board": True},
        f"{RING}, marker 3/0, sign new yellow, stay, 3@0,-1:0, 4@0,-2:3, ., g1 sign -1,0/0",
    ),
    "gnome": ({}, f"{RING}, marker 3/4"),
    "market": ({}, f"{OWN_RING}, marker 3/4"),
    "discard": ({"tileset": CLOSED}, DISCARD),
}
"""A position at each step that is asked, of two players: what `table` is given, the decisions."""


def stage(name: str) -> Position:
    given, decisions = STAGES[name]
    position = table(**given)
    return play(position, decisions) if decisions else position


def game(position: Position, seed: int, play: Play = Position.play) -> Iterator[Position]:
    """Plays uniformly among the listed moves, and yields before each and at the end.

    Of tiles it mostly takes one that closes a ring, of gnomes often one that visits a ring, a
    signpost, or the stump with sales.
    """
    rng = Rng(seed)
    while position.actor() >= 0:
        yield position
        moves = position.moves()
        if position.phase() == PLACE and rng.below(4):
            moves = [move for move in moves if closes(position, move)] or moves
        if position.phase() == GNOME and rng.below(2):
            moves = [move for move in moves if is_visit(move)] or moves
        play(position, moves[rng.below(len(moves))])
    yield position


def is_visit(move: int) -> bool:
    """Whether a gnome's move to a ring, to a signpost, or with sales to the stump."""
    verb, argument = divmod(move - BASE, VERB)
    return verb in (GO_RING, GO_SIGN) or (verb == GO_MARKET and argument % GNOME_BIT > 0)


def closes(position: Position, move: int) -> bool:
    """Whether a lay's piece joins the two ends of one path."""
    if move >= BASE:
        return False
    row, cell = move // (65536 * LAYS) * LAYS + move % LAYS, move // LAYS & 65535
    met: dict[int, int] = {}
    for edge, step in enumerate(position.tiles.step):
        number = position.number_at(cell + step)
        if number >= 0:
            met[edge] = position.path_at[6 * number + (edge + 3) % 6]
    mates = position.tiles.mate[6 * row : 6 * row + 6]
    ends = [(edge, mate) for edge, mate in enumerate(mates) if edge in met and mate in met]
    return any(met[edge] == met[mate] for edge, mate in ends)


def state(position: Position) -> tuple[object, ...]:
    """All that a position is, so that two of them can be told apart."""
    p = position
    return (
        p.view(None), p.moves(), p.decisions, p.options, p.lay, p.asked, p.used, p.fresh, p.last,
        p.bag[p.bag_at : p.bag_size], p.reserve[: p.reserve_size], p.sign_order, p.ordered,
        [s[: p.depth] for s in (p.step, p.step_seat, p.step_one, p.step_two)],
        [s[: p.placed] for s in (p.cell_of, p.tile_of, p.lay_of)],
        [s[: 6 * p.placed] for s in (p.mate_of, p.path_at)],
        [s[: p.path_count] for s in (
            p.state, p.end_a, p.end_b, p.name, p.spores, p.gnomes, p.owner, p.size, p.waiting,
            p.sign,
        )],
        [s[: p.front_count] for s in (p.front, p.care, p.need)],
        p.gnome_on, p.closed[: p.closed_count], p.closings, p.gone[: p.gone_count],
    )  # fmt: skip
