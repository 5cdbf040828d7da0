"""A tile set laid out for play: what each tile shows however it is laid, and what boards give."""

from __future__ import annotations

from engines.gnome_hollow.shapes import Shape, shape_of
from engines.gnome_hollow.terms import (
    FLOWER,
    LAYS,
    MUSHROOMS,
    NO_BONUS,
    SELL,
    SIGNPOST,
    STUMP,
    TILE,
)
from engines.gnome_hollow.tileset.sets import Piece, Space, TileSet

BONUSES = {None: NO_BONUS, "signpost": SIGNPOST, "tile": TILE, "flower": FLOWER, "sell1": SELL}


class Tiles:
    """Tables of a tile set; shared by all positions with it and never changed.

    A *row* is `tile * 12 + lay`, with board edges as they lie then (H1.3): printed edge e at
    (turn + e) % 6, flipped at (turn - e) % 6. Mushrooms of a piece are packed 12 bits a kind;
    `printed` is how many it has.
    """

    def __init__(self, tileset: TileSet, advanced: bool = False) -> None:
        """`advanced`: the advanced player board is used (H9.2), else the common one."""
        self.tileset = tileset
        self.edges = [0] * 1212
        self.mate = [-1] * 7272
        self.spores = [0] * 7272
        self.printed = [0] * 7272
        self.canonical = [0] * 1212
        self.step = [256, 1, -255, -256, -1, 255]
        self.space_count = [0] * 5
        self.bonus = [0] * 40
        self.double = [0] * 40
        self.shape = [-1] * 40
        self.shapes: list[Shape] = []
        self.track = [0, 1, 3, 6, 10, 14, 18, 20, 25]
        self.value = [0] * 80
        self.gain_count = [0] * 7
        self.gain = [0] * 56
        self.trade_count = [0] * 7
        self.give = [0] * 56
        self.get = [0] * 56
        for tile, pieces in enumerate(tileset.tiles):
            self._set_tile(tile, pieces)
        self._set_tile(STUMP, tileset.stump)
        for wild in range(len(tileset.tiles), STUMP):
            self.canonical[wild * LAYS] = 1
        board = tileset.advanced_board if advanced else tileset.player_board
        assert board is not None  # an engine refuses the variant
        self._set_board(board)
        self._set_market()
        self._set_signposts()

    def _set_tile(self, tile: int, pieces: tuple[Piece, ...]) -> None:
        shown: list[list[tuple[int, int]]] = []
        for lay in range(LAYS):
            row = tile * LAYS + lay
            for piece in pieces:
                one, two = piece.ends(lay)
                for end, other in ((one, two), (two, one)):
                    self.edges[row] |= 1 << end
                    self.mate[row * 6 + end] = other
                    self.spores[row * 6 + end] = packed(piece.mushrooms)
                    self.printed[row * 6 + end] = len(piece.mushrooms)
            slots = range(row * 6, row * 6 + 6)
            seen = [(self.mate[slot], self.spores[slot]) for slot in slots]
            self.canonical[row] = int(seen not in shown)
            shown.append(seen)

    def _set_board(self, board: tuple[tuple[Space, ...], ...]) -> None:
        for column, spaces in enumerate(board):
            self.space_count[column] = len(spaces)
            for index, space in enumerate(spaces):
                at = column * 8 + index
                self.bonus[at] = (
                    MUSHROOMS + space.mushrooms if space.mushrooms else BONUSES[space.bonus]
                )
                self.double[at] = int(space.markers == 2)
                if space.shape is not None:
                    self.shape[at] = len(self.shapes)
                    self.shapes.append(shape_of(space.shape))

    def _set_market(self) -> None:
        for kind, sales in enumerate(self.tileset.market):
            for quantity, treasure in sales:
                self.value[kind * 16 + quantity] = treasure

    def _set_signposts(self) -> None:
        kinds = self.tileset.mushrooms
        for sign, post in enumerate(self.tileset.signposts):
            self.gain_count[sign] = len(post.gain)
            for at, gain in enumerate(post.gain):
                known = MUSHROOMS + kinds.index(gain) if gain in kinds else BONUSES[gain]
                self.gain[sign * 8 + at] = known
            self.trade_count[sign] = len(post.trades)
            for at, (give, get) in enumerate(post.trades):
                self.give[sign * 8 + at] = give
                self.get[sign * 8 + at] = get

    def has_shape(self, shape: int, cells: list[tuple[int, int]]) -> int:
        """Whether a ring has the printed shape; one that crosses a tile twice has none (H7.6)."""
        return int(len(set(cells)) == len(cells) and shape_of(cells) == self.shapes[shape])


def packed(mushrooms: tuple[int, ...]) -> int:
    """Mushrooms by kind, 12 bits each."""
    return sum(1 << 12 * kind for kind in mushrooms)
