"""What is wrong with the tiles and the flower kinds of a tile set (H1.1, H1.2, H7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.gnome_hollow.terms import FLOWERS, TILES
from engines.gnome_hollow.tileset.facts import (
    MOST_MUSHROOMS,
    MOST_PIECES,
    MUSHROOM_KINDS,
    PURPLE,
    WORD,
)
from engines.gnome_hollow.tileset.form import (
    is_between,
    key_faults,
    no_word,
    not_list,
    not_object,
    ranges,
    told,
    within,
)
from engines.values import RuleBroken, listed, refusal, shown

FIELD = "garden_tiles"
MOST_RANGES = 120
"""Characters of a list of tiles in a sentence."""


def tile_faults(tiles: object) -> Iterator[RuleBroken]:
    """Of `garden_tiles`: each id from 1 to 92 once, in any order, each with its pieces."""
    if not isinstance(tiles, list | tuple):
        yield not_list(tiles, "The list of garden tiles", FIELD, "H1.1")
        return
    entry_of: dict[int, int] = {}
    blank: list[int] = []
    for entry, tile in enumerate(tiles):
        field = within(FIELD, entry)
        if not isinstance(tile, Mapping):
            yield not_object(tile, f"Entry {entry + 1} of the garden tiles", field, "H1.2")
            continue
        typed = tile.get("id")
        number = typed if is_between(typed, 1, TILES) else 0
        named = f"tile {number}" if number else f"entry {entry + 1} of the garden tiles"
        yield from key_faults(tile, ("id",), ("pieces", "shape"), named.capitalize(), field, "H1.2")
        yield from _id_faults(typed, entry, entry_of)
        if tile.get("pieces") is not None:
            yield from piece_faults(tile["pieces"], named, field)
        elif number:
            blank.append(number)
        else:
            yield not_list(None, f"The pieces of {named}", within(field, "pieces"), "H1.2")
    yield from _gap_faults(entry_of, blank)


def _id_faults(number: object, entry: int, entry_of: dict[int, int]) -> Iterator[RuleBroken]:
    """entry_of: the entry of each id so far; grows."""
    field = within(within(FIELD, entry), "id")
    if not is_between(number, 1, TILES):
        if number is not None:
            sentence = (
                f"Entry {entry + 1} of the garden tiles: the id must be a whole number "
                f"from 1 to {TILES}, not {told(number)}"
            )
            yield refusal("tile_id", sentence, "H1.1", field=field)
    elif number in entry_of:
        sentence = f"Tile {number} stands twice, as entries {entry_of[number] + 1} and {entry + 1}"
        yield refusal("tile_twice", sentence, "H1.1", field=field, tile=number)
    else:
        entry_of[number] = entry


def _gap_faults(entry_of: dict[int, int], blank: Sequence[int]) -> Iterator[RuleBroken]:
    """What is not there yet, each in one sentence for all tiles."""
    gone = [number for number in range(1, TILES + 1) if number not in entry_of]
    if gone:
        sentence = f"A set has {TILES} garden tiles; missing: {_short(gone)}"
        yield refusal("tiles_missing", sentence, "H1.1", field=FIELD, tiles=len(gone))
    if blank:
        blank = sorted(set(blank))
        sentence = (
            f"The pieces of {len(blank)} garden tiles are still to be filled in: {_short(blank)}"
        )
        yield refusal("tiles_blank", sentence, "H1.2", field=FIELD, tiles=len(blank))


def _short(numbers: Sequence[int]) -> str:
    text = ranges(numbers)
    return text if len(text) <= MOST_RANGES else f"{text[:MOST_RANGES].rpartition(', ')[0]}, …"


def stump_faults(stump: object) -> Iterator[RuleBroken]:
    """Of `stump`, one tile without an id."""
    if not isinstance(stump, Mapping):
        yield not_object(stump, "The stump", "stump", "H1.2")
        return
    yield from key_faults(stump, ("pieces",), ("shape",), "The stump", "stump", "H1.2")
    if stump.get("pieces") is not None:
        yield from piece_faults(stump["pieces"], "the stump", "stump")


def piece_faults(pieces: object, named: str, field: str) -> Iterator[RuleBroken]:
    """Of a tile's `pieces`; an empty list is a tile all of grass. named: `tile 17`."""
    field = within(field, "pieces")
    if not isinstance(pieces, list | tuple):
        yield not_list(pieces, f"The pieces of {named}", field, "H1.2")
        return
    if len(pieces) > MOST_PIECES:
        sentence = f"A tile has at most {MOST_PIECES} pieces; {named} has {len(pieces)}"
        yield refusal("too_many_pieces", sentence, "H1.2", field=field)
        return
    piece_of: dict[int, int] = {}
    for number, piece in enumerate(pieces):
        here, whose = within(field, number), f"Piece {number + 1} of {named}"
        if not isinstance(piece, Mapping):
            yield not_object(piece, whose, here, "H1.2")
            continue
        yield from key_faults(piece, ("edges", "mushrooms"), (), whose, here, "H1.2")
        if piece.get("edges") is not None:
            yield from _edge_faults(piece["edges"], number, named, here, piece_of)
        if piece.get("mushrooms") is not None:
            yield from _mushroom_faults(piece["mushrooms"], whose, here)


def _edge_faults(
    edges: object, number: int, named: str, field: str, piece_of: dict[int, int]
) -> Iterator[RuleBroken]:
    """piece_of: the piece at each edge so far; grows."""
    field = within(field, "edges")
    if (
        not isinstance(edges, list | tuple)
        or len(edges) != 2
        or not all(is_between(edge, 0, 5) for edge in edges)
        or edges[0] == edges[1]
    ):
        sentence = (
            f"Piece {number + 1} of {named}: its edges are two different whole numbers "
            f"from 0 to 5, not {told(edges)}"
        )
        yield refusal("piece_edges", sentence, "H1.2", field=field)
        return
    for edge in edges:
        if edge in piece_of:
            sentence = (
                f"Pieces {piece_of[edge] + 1} and {number + 1} of {named} both end at edge {edge}; "
                "only one can"
            )
            yield refusal("edge_twice", sentence, "H1.2", field=field, edge=edge)
        piece_of.setdefault(edge, number)


def _mushroom_faults(mushrooms: object, whose: str, field: str) -> Iterator[RuleBroken]:
    field = within(field, "mushrooms")
    if not isinstance(mushrooms, list | tuple):
        yield not_list(mushrooms, f"{whose}: its mushrooms", field, "H1.2")
        return
    if len(mushrooms) > MOST_MUSHROOMS:
        sentence = f"{whose} has {len(mushrooms)} mushrooms; at most {MOST_MUSHROOMS} are possible"
        yield refusal("too_many_mushrooms", sentence, "H1.2", field=field)
        return
    for number, kind in enumerate(mushrooms):
        if kind not in MUSHROOM_KINDS:
            sentence = f"{whose}: a mushroom is {listed(MUSHROOM_KINDS)}, not {shown(kind)}"
            yield refusal("mushroom_kind", sentence, "H1.1", field=within(field, number))


def flower_faults(flowers: object) -> Iterator[RuleBroken]:
    """Of `flower_kinds`: eight different words, one of them purple."""
    field = "flower_kinds"
    if not isinstance(flowers, list | tuple):
        yield not_list(flowers, "The list of flower kinds", field, "H7")
        return
    if len(flowers) != FLOWERS:
        sentence = f"There are {FLOWERS} flower kinds; the list has {len(flowers)}"
        yield refusal("flower_count", sentence, "H7", field=field)
    entry_of: dict[str, int] = {}
    for entry, flower in enumerate(flowers[: 2 * FLOWERS]):
        here = within(field, entry)
        if flower is None:
            sentence = f"Flower kind {entry + 1} is still to be filled in"
            yield refusal("missing", sentence, "H7", field=here)
        elif not isinstance(flower, str) or not WORD.fullmatch(flower):
            sentence = no_word(f"Flower kind {entry + 1}", flower)
            yield refusal("flower_name", sentence, "H7", field=here)
        elif flower in entry_of:
            sentence = f"The flower kinds {entry_of[flower] + 1} and {entry + 1} are both {flower}"
            yield refusal("flower_twice", sentence, "H7", field=here)
        else:
            entry_of[flower] = entry
    if PURPLE not in entry_of:
        sentence = f"One of the flower kinds is called {PURPLE}: two players keep all its tokens"
        yield refusal("no_purple", sentence, "H2.3", field=field)
