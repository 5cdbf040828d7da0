"""Gnome Hollow's garden: tiles, paths, rings, and what wildflowers close, found by brute force."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from tests.engines.reference.gnome_hollow_tiles import STUMP, Cell, Laid, across, around, beside

Piece = tuple[Cell, int, int]
"""A piece of path, or a wildflower's fixed pair: its tile, its smaller edge, its larger edge."""
End = tuple[Cell, int]
"""An edge of a tile on which a piece ends."""


@dataclass(frozen=True)
class Path:
    """Pieces that are joined end to end; a ring where it is closed (H4)."""

    pieces: frozenset[Piece]
    ends: frozenset[End]
    """The ends that nothing is joined to: two, of a ring none."""

    @property
    def closed(self) -> bool:
        return not self.ends

    def name(self) -> str:
        """The records' name: the tile of smallest q, then r, and its lowest edge on the path."""
        (q, r), edge, _ = min(self.pieces)
        return f"{q},{r}/{edge}"

    def size(self, counting: str) -> int:
        """H4: the tiles in it; under `passes` a tile crossed twice counts twice."""
        cells = [cell for cell, _, _ in self.pieces]
        return len(cells) if counting == "passes" else len(set(cells))


@dataclass(frozen=True)
class Closing:
    """Pairs of path ends on wildflowers that make one ring together, and its size."""

    joints: frozenset[Piece]
    size: int

    def text(self) -> str:
        """The records' text: joints sorted by place, smaller edge first."""
        said = (f"{q},{r}/{one}-{other}" for (q, r), one, other in sorted(self.joints))
        return f"fix {' '.join(said)}"


@dataclass
class Garden:
    """What lies: `mushrooms` by piece, `piece` by end, where `tiles` lie, the `wild` ones."""

    mushrooms: dict[Piece, tuple[str, ...]] = field(default_factory=dict)
    piece: dict[End, Piece] = field(default_factory=dict)
    tiles: set[Cell] = field(default_factory=set)
    wild: set[Cell] = field(default_factory=set)

    def put(self, cell: Cell, laid: Laid) -> None:
        """A tile with its pieces; on a wildflower, a pair that is fixed."""
        self.tiles.add(cell)
        for one, other, mushrooms in laid:
            self.mushrooms[cell, one, other] = mushrooms
            self.piece[cell, one] = self.piece[cell, other] = (cell, one, other)

    def put_wild(self, cell: Cell) -> None:
        """H5.1: a wildflower has no pieces until a pair is fixed."""
        self.tiles.add(cell)
        self.wild.add(cell)

    def copy(self) -> "Garden":
        """Another garden with the same tiles."""
        return Garden(dict(self.mushrooms), dict(self.piece), set(self.tiles), set(self.wild))

    def border(self) -> set[Cell]:
        """H3.1: free cells that touch the stump or a placed tile."""
        return {near for cell in self.tiles for near in around(cell)} - self.tiles

    def demands(self, cell: Cell) -> dict[int, bool]:
        """H3.1: which edges of a tile laid here must be path (True) or grass (False)."""
        found = {}
        for edge in range(6):
            near = beside(cell, edge)
            if near in self.tiles and near not in self.wild:  # H5.1: borders anything
                found[edge] = (near, across(edge)) in self.piece
        return found

    # Paths

    def next_piece(self, end: End) -> Piece | None:
        """The piece that is joined to this end."""
        return self.piece.get((beside(*end), across(end[1])))

    def paths(self) -> list[Path]:
        """Every path once, rings among them, by name."""
        seen: set[Piece] = set()
        found = []
        for first in sorted(self.mushrooms):
            if first in seen:
                continue
            pieces, ends, due = set(), set(), [first]
            while due:
                piece = due.pop()
                if piece in pieces:
                    continue
                pieces.add(piece)
                for end in ((piece[0], piece[1]), (piece[0], piece[2])):
                    joined = self.next_piece(end)
                    if joined is None:
                        ends.add(end)
                    else:
                        due.append(joined)
            seen |= pieces
            found.append(Path(frozenset(pieces), frozenset(ends)))
        return found

    def printed(self, path: Path) -> list[str]:
        """Every mushroom printed on it."""
        return [kind for piece in path.pieces for kind in self.mushrooms[piece]]

    def sequence(self, ring: Path) -> list[Cell]:
        """The ring's tiles in order, one for each pass."""
        first = min(ring.pieces)
        cells, piece, out = [first[0]], first, first[2]
        while True:
            entered = across(out)
            following = self.next_piece((piece[0], out))
            if following is None or following == first:
                return cells
            piece = following
            out = piece[1] if piece[2] == entered else piece[2]
            cells.append(piece[0])

    def joined(self, cell: Cell, laid: Laid, by_end: dict[End, Path]) -> list[set[Path]]:
        """The paths that a tile laid here would join, one set for each path it would be part of."""
        groups: list[set[Path]] = []
        for one, other, _ in laid:
            met = [by_end.get((beside(cell, edge), across(edge))) for edge in (one, other)]
            touched = {path for path in met if path}
            for group in [group for group in groups if group & touched]:
                groups.remove(group)
                touched |= group
            groups.append(touched)
        return groups

    # Wildflowers

    def wild_end(self, end: End) -> End | None:
        """The wildflower's edge that this path end faces."""
        faced = (beside(*end), across(end[1]))
        return faced if faced[0] in self.wild else None

    def closings(self, counting: str, owners: Callable[[Path], set[int]]) -> list[Closing]:
        """Every ring that wildflowers can close now (H5.1, H7.4), the smallest first."""
        arcs = []
        for path in self.paths():
            faced = [self.wild_end(end) for end in sorted(path.ends)]
            if len(faced) == 2 and faced[0] and faced[1]:
                arcs += [(faced[0], path, faced[1]), (faced[1], path, faced[0])]
        found = {}
        for chain in self._chains(arcs):
            joints = frozenset(
                (into[0], min(into[1], out[1]), max(into[1], out[1]))
                for (_, _, into), (out, _, _) in pairwise([*chain, chain[0]])
            )
            paths = [path for _, path, _ in chain]
            if any(self._crosses(joint) for joint in joints):
                continue
            if len(set().union(*map(owners, paths))) > 1:
                continue  # two players' gnomes on one ring
            ring = Path(joints.union(*(path.pieces for path in paths)), frozenset())
            found[joints] = Closing(joints, ring.size(counting))
        return sorted(found.values(), key=lambda closing: (closing.size, closing.text()))

    def _chains(self, arcs: list[tuple[End, Path, End]]) -> Iterator[list[tuple[End, Path, End]]]:
        """Open paths in a row, each leaving the wildflower where the last one arrived, until it is
        the first one's again; each wildflower is passed once."""
        due = [[arc] for arc in arcs]
        while due:
            chain = due.pop()
            left = [out[0] for out, _, _ in chain]
            arrived = chain[-1][2]
            if arrived[0] == left[0]:
                if arrived != chain[0][0]:
                    yield chain
            elif arrived[0] not in left:
                due += [
                    [*chain, arc] for arc in arcs if arc[0][0] == arrived[0] and arc[0] != arrived
                ]

    def _crosses(self, joint: Piece) -> bool:
        """Does this pair meet or cross one that is fixed on the same wildflower?"""
        cell, one, other = joint
        fixed = [piece for piece in self.mushrooms if piece[0] == cell]
        return any(
            {one, other} & {low, high} or (one < low < other) != (one < high < other)
            for _, low, high in fixed
        )

    def fix(self, closing: Closing) -> None:
        """H5.1: its pairs join for good."""
        for cell, one, other in closing.joints:
            self.put(cell, ((one, other, ()),))


def planted(stump: Laid) -> Garden:
    """H2.1: the stump in the middle."""
    garden = Garden()
    garden.put(STUMP, stump)
    return garden
