"""What a Gnome Hollow player owns, what can be sold and traded, and where a marker may go."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tests.engines.reference.gnome_hollow_garden import Path, Piece
from tests.engines.reference.gnome_hollow_tiles import (
    MARKERS,
    SALES,
    STORAGE,
    TRACK,
    WILD_STORAGE,
    TileSet,
    same_shape,
)

Place = str | Piece | None
"""Where a gnome is: `stump`, `flower`, a piece of its path or ring, or off the garden."""


@dataclass
class Player:
    """One seat's goods; `moved` counts ring markers, `filled` the spaces (column, index)."""

    flowers: set[str] = field(default_factory=set)
    mushrooms: Counter[str] = field(default_factory=Counter)
    treasure: int = 0
    moved: int = 0
    filled: set[tuple[str, int]] = field(default_factory=set)
    storage: list[str] = field(default_factory=list)
    gnomes: dict[str, Place] = field(default_factory=lambda: {"g1": None, "g2": None})

    def score(self) -> int:
        """H8.3."""
        return TRACK[len(self.flowers)] + TRACK[self.moved] + self.treasure


@dataclass
class Ring:
    """A resolved ring: the mushrooms that wait in it, and its signpost (H4.2, H5)."""

    path: Path
    waiting: list[str]
    signpost: str | None = None


def droppable(storage: list[str], tiles: TileSet) -> list[str]:
    """What may be dropped where storage holds too much (H3.3, H7.2); else nothing."""
    wild = [tile for tile in storage if tile in tiles.flowers]
    if len(wild) > WILD_STORAGE:
        return wild
    return list(storage) if len(storage) > STORAGE else []


def sales(
    player: Player, tiles: TileSet, blocked: set[tuple[str, int]], most: int = SALES
) -> list[str]:
    """H6: every list of one to `most` sales of different kinds, as `3red 2blue`."""
    single = [
        (kind, quantity)
        for kind, quantity in tiles.market
        if (kind, quantity) not in blocked and player.mushrooms[kind] >= quantity
    ]
    single.sort(key=lambda sale: tiles.kinds.index(sale[0]))
    return [
        " ".join(f"{quantity}{kind}" for kind, quantity in chosen)
        for number in range(1, most + 1)
        for chosen in combinations(single, number)
        if len({kind for kind, _ in chosen}) == number
    ]


def sell(
    player: Player, tiles: TileSet, blocked: set[tuple[str, int]], sold: str
) -> set[tuple[str, int]]:
    """Makes the sales of `3red 2blue`; the spaces that are blocked afterwards."""
    for sale in sold.split():
        kind = sale.lstrip("0123456789")
        quantity = int(sale.removesuffix(kind))
        player.mushrooms[kind] -= quantity
        player.treasure += tiles.market[kind, quantity]
        if quantity != 2:  # pairs are never blocked
            blocked = blocked | {(kind, quantity)}
    return blocked


def picks(printed: list[str], number: int, tiles: TileSet) -> list[str]:
    """H5: exactly min(number, printed) mushrooms, each printed symbol at most once."""
    chosen = combinations(tiles.in_order(printed), min(number, len(printed)))
    return sorted({f"pick {' '.join(kinds)}" for kinds in chosen if kinds})


@dataclass
class Space:
    """A space of the player board: its column, its number there, what is printed (H4.3)."""

    column: str
    index: int
    printed: dict[str, Any]

    def texts(self, player: Player) -> list[str]:
        """One marker, or two where two may go and are left."""
        two = self.printed.get("markers") == 2 and player.moved + 2 <= MARKERS
        text = f"marker {self.column}/{self.index}"
        return [text, f"{text}x2"] if two else [text]


def free_spaces(player: Player, board: dict[str, Any], size: int) -> list[Space]:
    """H4.3: the free spaces of the ring's size; one marker or two fill a space (H7.4)."""
    column = "7+" if size >= 7 else str(size)
    return [
        Space(column, index, printed)
        for index, printed in enumerate(board.get(column, []))
        if (column, index) not in player.filled
    ]


def fits(space: Space, sequence: list[tuple[int, int]]) -> bool:
    """H9.2: does a ring of these tiles have the printed shape?"""
    shape = space.printed.get("shape", "any")
    return shape == "any" or same_shape(sequence, [(q, r) for q, r in shape])


def winning_seats(players: list[Player]) -> list[int]:
    """H8.3: most points, then most mushrooms left, then shared."""
    ranks = [(player.score(), sum(player.mushrooms.values())) for player in players]
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
