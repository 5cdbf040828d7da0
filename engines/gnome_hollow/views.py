"""What can be seen of a game of Gnome Hollow, and how it ended (H8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.gnome_hollow.names import (
    COLUMN_TEXTS,
    flowers_of,
    joints_text,
    lay_text,
    name_text,
    place_text,
    sale_text,
    signposts_of,
    space_text,
    tile_text,
    turn_text,
)
from engines.gnome_hollow.objections import check_seat
from engines.gnome_hollow.options import OPTIONS, settings_of
from engines.gnome_hollow.terms import (
    AT_FLOWERS,
    AT_STUMP,
    FIX,
    KINDS,
    LEAVE,
    MARKER,
    OPEN,
    OVER,
    PICKS,
    QUANTITIES,
    RING,
    SIGN,
    SIGNPOSTS,
    SPACES,
    TRADES,
)
from engines.gnome_hollow.tileset.shipped import told_of
from engines.option import without_defaults
from engines.position import Outcome
from engines.values import JSON

if TYPE_CHECKING:
    from engines.gnome_hollow.rules import Position

PHASES = (
    "place", "leave", "fix", "rings", "marker", "wildflower", "drop", "bonus", "signpost",
    "take_tile", "flower", "pick", "sale", "trade", "gnome", "refill", "next", "gain", "over",
)  # fmt: skip
"""By the number of the step; a view never shows `bonus`, `refill`, `next` and `gain`."""
ENDS = ("", "flowers", "markers", "bag")
PLACES = {AT_FLOWERS: "flower market", AT_STUMP: "stump"}


def outcome_of(position: Position) -> Outcome | None:
    """Most points win, then most mushrooms left (H8.3); None while the game is going on."""
    if position.phase() != OVER:
        return None
    scores = position.scores()
    ranks = [(score, position.mushrooms_left(seat)) for seat, score in enumerate(scores)]
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    return Outcome(tuple(scores), winners, ENDS[position.end])


def view_of(position: Position, seat: int | None) -> dict[str, JSON]:
    """All that is known of a game. Every seat sees as much as a spectator (None).

    Tiles are numbers and flower kinds, places, paths and spaces as records write them.

    `garden`: in the order of placing, `lay` as `3f`. `paths` (open) and `rings`: mushrooms
    printed on them; `gnomes` as `[seat, 1 or 2]`; a ring's `waiting` tells that its mushrooms lie
    there, `unresolved` the rings that are still to be resolved. `seats`: `gnomes` where each is
    (null: off the garden), `spaces` with markers (`7+/0x2`: two). `unseen`: the tiles of the bag
    and of the reserve, ascending. `wildflowers`: tiles left, with their tokens. `end`: the first
    trigger (null: none). `due`: what the decision is about, where it is about one thing.
    """
    tiles = position.tiles
    tileset = tiles.tileset
    view: dict[str, JSON] = {
        "players": position.players,
        "options": without_defaults(settings_of(position.options), OPTIONS),
        "tileset": {"name": tileset.name, **told_of(tileset)},
        "start": position.start,
        "actor": position.actor(),
        "phase": PHASES[position.phase()],
        "due": _due(position),
        "turn": position.turn,
        "last_actions": bool(position.last),
        "end": ENDS[position.end] or None,
        "used": position.used,
        "stored_now": [tile_text(tiles, tile) for tile in position.fresh if tile >= 0],
        "refused": [each for each in range(position.players) if position.refused >> each & 1],
        "garden": _garden(position),
        "paths": [_path(position, p) for p in _paths(position, OPEN)],
        "rings": [_ring(position, p) for p in _paths(position, RING)],
        "unresolved": [
            name_text(position.name[p]) for p in position.closed[: position.closed_count]
        ],
        "seats": [_seat(position, each) for each in range(position.players)],
        "market": [tile_text(tiles, t) for t in position.market[: position.market_count]],
        "bag": position.bag_size - position.bag_at,
        "reserve": position.reserve_size,
        "unseen": [tile_text(tiles, tile) for tile in position.unseen_tiles()],
        "discarded": [tile_text(tiles, tile) for tile in position.gone[: position.gone_count]],
        "flower_market": _by_kind(tileset.flowers, position.flower_market),
        "wildflowers": {
            name: position.tokens[kind]
            for kind, name in enumerate(tileset.flowers)
            if position.wilds >> kind & 1
        },
        "signposts": _signposts(position),
        "blocked": [
            sale_text(tiles, sale) for sale in range(KINDS * QUANTITIES) if position.blocked[sale]
        ],
    }
    if seat is not None:
        check_seat(seat, position.players)
        view["seat"] = seat
    return view


def _by_kind(names: tuple[str, ...], counts: list[int]) -> dict[str, JSON]:
    """Those of which there are some."""
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def _garden(position: Position) -> list[JSON]:
    cells, tiles, lays = position.cell_of, position.tile_of, position.lay_of
    return [
        {
            "place": place_text(cells[number]),
            "tile": tile_text(position.tiles, tiles[number]),
            "lay": turn_text(tiles[number], lays[number]),
        }
        for number in range(position.placed)
    ]


def _paths(position: Position, state: int) -> list[int]:
    """The paths in this state, by name."""
    states, names = position.state, position.name
    found = [path for path in range(position.path_count) if states[path] == state]
    return sorted(found, key=lambda path: int(names[path]))


def _path(position: Position, path: int) -> dict[str, JSON]:
    owner = position.owner[path]
    return {
        "name": name_text(position.name[path]),
        "mushrooms": _printed(position, path),
        "owner": owner if owner >= 0 else None,
        "gnomes": _gnomes(position, path),
    }


def _ring(position: Position, path: int) -> dict[str, JSON]:
    sign = position.sign[path]
    return {
        "name": name_text(position.name[path]),
        "size": position.size[path],
        "tiles": [f"{q},{r}" for q, r in position.cells_on(path)],
        "mushrooms": _printed(position, path),
        "waiting": bool(position.waiting[path]),
        "signpost": position.tiles.tileset.signposts[sign].name if sign >= 0 else None,
        "gnomes": _gnomes(position, path),
    }


def _printed(position: Position, path: int) -> dict[str, JSON]:
    counts = [position.spores_of(path, kind) for kind in range(KINDS)]
    return _by_kind(position.tiles.tileset.mushrooms, counts)


def _gnomes(position: Position, path: int) -> list[JSON]:
    places = position.gnome_on[: 2 * position.players]
    return [[gnome // 2, 1 + gnome % 2] for gnome, place in enumerate(places) if place == path]


def _seat(position: Position, seat: int) -> dict[str, JSON]:
    tiles = position.tiles
    own = slice(5 * seat, 5 * seat + 5)
    stored = position.storage[4 * seat : 4 * seat + position.stored[seat]]
    return {
        "score": position.score(seat),
        "treasure": position.treasure[seat],
        "mushrooms": _by_kind(tiles.tileset.mushrooms, position.mushrooms[own]),
        "flowers": list(flowers_of(tiles, position.flowers[seat])),
        "markers": position.markers[seat],
        "spaces": _spaces(position.filled[own], position.doubled[own]),
        "storage": [tile_text(tiles, tile) for tile in stored],
        "gnomes": [_place(position, place) for place in position.gnome_on[2 * seat : 2 * seat + 2]],
    }


def _spaces(filled: list[int], doubled: list[int]) -> list[JSON]:
    """The spaces with a marker, or with two."""
    return [
        space_text(column * 64 + space * 2 + (doubled[column] >> space & 1))
        for column in range(len(COLUMN_TEXTS))
        for space in range(SPACES)
        if filled[column] >> space & 1
    ]


def _place(position: Position, place: int) -> str | None:
    return name_text(position.name[place]) if place >= 0 else PLACES.get(place)


def _signposts(position: Position) -> dict[str, JSON]:
    """`next`: the one that can be put out now, where their order decides (H5)."""
    tiles = position.tiles
    left = (1 << SIGNPOSTS) - 1 & ~position.signs_out
    shown: dict[str, JSON] = {
        "out": list(signposts_of(tiles, position.signs_out)),
        "left": list(signposts_of(tiles, left)),
    }
    if position.random_signs and position.phase() == SIGN and left:
        shown["next"] = tiles.tileset.signposts[position.sign_order[position.ordered]].name
    return shown


def _due(position: Position) -> JSON:
    """The lay that leave is asked for, the closings to choose from, the ring, the signpost."""
    phase = position.phase()
    if phase == LEAVE:
        return lay_text(position.tiles, position.lay)
    if phase == FIX:
        return [joints_text(position, joints) for joints in position.closings]
    about = position.step_one[position.depth - 1]
    if phase in (MARKER, PICKS, SIGN):
        return name_text(position.name[about])
    if phase == TRADES:
        return position.tiles.tileset.signposts[about].name
    return None
