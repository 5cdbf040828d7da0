"""The garden: tiles, paths and rings, and the gnomes on them (H1.3, H3.1, H3.2, H4).

A *slot* is an edge of a tile that lies there: `6 * number + board edge`. A piece joins two slots of
its tile, an edge joins two slots of neighbours; so a path is a chain with two ends, and whoever
joins its ends closes a ring. Only the ends of an open path know its number.

The grid wraps: no two cells of one garden share a spot.
"""

from __future__ import annotations

from engines.gnome_hollow.hexes import place_of
from engines.gnome_hollow.terms import (
    DEAD,
    LAYS,
    MISFIT,
    NOBODY,
    OPEN,
    ORIGIN,
    RING,
    STUMP,
    TWO_OWNERS,
    WILD,
)
from engines.gnome_hollow.tiles import Tiles


class Garden:
    """What lies in the middle of the table.

    `at[spot]`: 1 + the number of the tile there; 0 where nothing is near; −1 − f at frontier cell
    f, which touches a tile. `care[f]` are its edges beside a tile that is no wildflower, `need[f]`
    those of them with a path.
    """

    def __init__(self, tiles: Tiles, players: int, passes: bool) -> None:
        """`passes`: a ring's size counts a tile as often as it is crossed (H4)."""
        self.tiles = tiles
        self.players = players
        self.passes = int(passes)
        self.at = [0] * 16384
        self.placed = 0
        self.wild_count = 0
        self.cell_of = [0] * 101
        self.tile_of = [0] * 101
        self.lay_of = [0] * 101
        self.front = [0] * 512
        self.care = [0] * 512
        self.need = [0] * 512
        self.front_count = 0
        self.mate_of = [-1] * 606
        self.path_at = [-1] * 606
        self.path_count = 0
        self.state = [0] * 304
        self.end_a = [0] * 304
        self.end_b = [0] * 304
        self.name = [0] * 304
        self.spores = [0] * 304
        self.gnomes = [0] * 304
        self.owner = [-1] * 304
        self.size = [0] * 304
        self.waiting = [0] * 304
        self.sign = [-1] * 304
        self.gnome_on = [-1] * 8
        self.closed = [0] * 304
        self.closed_count = 0
        self.mark = [0] * 101
        self.marks = 0
        self.first = [-1] * 3
        self.second = [-1] * 3
        self.masks = [0] * 3

    def set_stump(self) -> None:
        """Begins the garden (H2.1)."""
        self.lay_tile(STUMP, 0, ORIGIN)

    # Where things are

    def spot(self, cell: int) -> int:
        return (cell >> 8 & 127) << 7 | (cell & 127)

    def number_at(self, cell: int) -> int:
        """The number of the tile on a cell; negative where none lies."""
        at = self.at[self.spot(cell)]
        return at - 1 if at > 0 else -1

    def is_wild(self, number: int) -> int:
        """Whether the tile of that number is a wildflower."""
        return 1 if WILD <= self.tile_of[number] < STUMP else 0

    def across(self, slot: int) -> int:
        """The slot on the other side of an edge; −1 where no tile lies there."""
        number = slot // 6
        edge = slot - 6 * number
        other = self.number_at(self.cell_of[number] + self.tiles.step[edge])
        return -1 if other < 0 else 6 * other + (edge + 3 if edge < 3 else edge - 3)

    def path_named(self, name: int) -> int:
        """The open path or ring of that name; −1 if there is none."""
        for path in range(self.path_count):
            if self.name[path] == name and self.state[path] != DEAD:
                return path
        return -1

    # Whether a tile may lie there

    def lay_mask(self, tile: int, lay: int, cell: int, seat: int) -> int:
        """The seats whose leave a lay needs, as bits; `MISFIT` or `TWO_OWNERS` where it cannot be.

        A wildflower borders anything and needs nobody's leave (H5.1).
        """
        at = self.at[self.spot(cell)]
        front = -1 - at
        if at >= 0 or self.front[front] != cell:
            return MISFIT
        if tile >= WILD:
            return 0
        row = tile * LAYS + lay
        if self.tiles.edges[row] & self.care[front] != self.need[front]:
            return MISFIT
        return self.owners_met(row, cell, self.need[front], seat) if self.need[front] else 0

    def owners_met(self, row: int, cell: int, need: int, seat: int) -> int:
        """The other seats on the paths that the tile's pieces join; `TWO_OWNERS`."""
        pieces = 0
        for edge in range(6):
            mate = self.tiles.mate[row * 6 + edge]
            if mate > edge:
                self.first[pieces] = self.path_met(cell, edge, need)
                self.second[pieces] = self.path_met(cell, mate, need)
                self.masks[pieces] = self.owner_bit(self.first[pieces]) | self.owner_bit(
                    self.second[pieces]
                )
                pieces += 1
        for _ in range(pieces - 1):
            for one in range(pieces):
                for other in range(one):
                    if self.is_linked(one, other):
                        self.masks[one] |= self.masks[other]
                        self.masks[other] = self.masks[one]
        met = 0
        for piece in range(pieces):
            mask = self.masks[piece]
            if mask & (mask - 1):
                return TWO_OWNERS
            met |= mask
        return met & ~(1 << seat)

    def path_met(self, cell: int, edge: int, need: int) -> int:
        """The path that ends at this edge of a free cell; −1."""
        if not need >> edge & 1:
            return -1
        number = self.number_at(cell + self.tiles.step[edge])
        return self.path_at[6 * number + (edge + 3 if edge < 3 else edge - 3)]

    def owner_bit(self, path: int) -> int:
        return 1 << self.owner[path] if path >= 0 and self.owner[path] >= 0 else 0

    def is_linked(self, one: int, other: int) -> int:
        """Whether two pieces of the tile meet the same path."""
        if self.first[one] >= 0 and self.meets(other, self.first[one]):
            return 1
        return self.meets(other, self.second[one]) if self.second[one] >= 0 else 0

    def meets(self, piece: int, path: int) -> int:
        return 1 if self.first[piece] == path or self.second[piece] == path else 0

    # Laying

    def lay_tile(self, tile: int, lay: int, cell: int) -> None:
        """Puts a tile down that may lie there; rings that it closes are added to `closed`."""
        number = self.placed
        self.placed += 1
        self.cell_of[number] = cell
        self.tile_of[number] = tile
        self.lay_of[number] = lay
        self.wild_count += 1 if WILD <= tile < STUMP else 0
        self.cover(cell, number)
        row = tile * LAYS + lay
        for edge in range(6):
            mate = self.tiles.mate[row * 6 + edge]
            self.mate_of[6 * number + edge] = 6 * number + mate if mate >= 0 else -1
            self.touch(cell + self.tiles.step[edge], edge, mate >= 0, tile)
        for edge in range(6):
            mate = self.tiles.mate[row * 6 + edge]
            if mate > edge:
                self.found_path(number, edge, mate, self.tiles.spores[row * 6 + edge])
        for edge in range(6):
            if self.tiles.mate[row * 6 + edge] >= 0:
                other = self.across(6 * number + edge)
                if other >= 0 and not self.is_wild(other // 6):
                    self.join(6 * number + edge, other)

    def cover(self, cell: int, number: int) -> None:
        """A free cell is none any more."""
        front = -1 - self.at[self.spot(cell)]
        self.at[self.spot(cell)] = number + 1
        if front >= 0:
            self.front_count -= 1
            last = self.front_count
            if front != last:
                self.front[front] = self.front[last]
                self.care[front] = self.care[last]
                self.need[front] = self.need[last]
                self.at[self.spot(self.front[front])] = -1 - front

    def touch(self, cell: int, edge: int, has_path: int, tile: int) -> None:
        """A neighbour, in direction `edge`, has a tile beside it now."""
        spot = self.spot(cell)
        if self.at[spot] > 0:
            return
        if self.at[spot] == 0:
            self.at[spot] = -1 - self.front_count
            self.front[self.front_count] = cell
            self.care[self.front_count] = 0
            self.need[self.front_count] = 0
            self.front_count += 1
        if tile < WILD or tile == STUMP:
            front = -1 - self.at[spot]
            bit = 1 << (edge + 3 if edge < 3 else edge - 3)
            self.care[front] |= bit
            if has_path:
                self.need[front] |= bit

    # Paths

    def found_path(self, number: int, edge: int, mate: int, spores: int) -> None:
        """A piece begins as a path of its own; `edge` is the lower one."""
        path = self.path_count
        self.path_count += 1
        self.state[path] = OPEN
        self.end_a[path] = 6 * number + edge
        self.end_b[path] = 6 * number + mate
        self.path_at[6 * number + edge] = path
        self.path_at[6 * number + mate] = path
        self.name[path] = 6 * self.cell_of[number] + edge
        self.spores[path] = spores
        self.gnomes[path] = 0
        self.owner[path] = NOBODY
        self.waiting[path] = 0
        self.sign[path] = -1

    def join(self, slot: int, other: int) -> None:
        """Two ends meet: two paths become one, or one a ring."""
        path = self.path_at[slot]
        lost = self.path_at[other]
        if path == lost:
            self.close(path)
            return
        self.end_a[path] = self.far_end(path, slot)
        self.end_b[path] = self.far_end(lost, other)
        self.path_at[self.end_b[path]] = path
        self.state[lost] = DEAD
        self.spores[path] += self.spores[lost]
        if self.name[lost] < self.name[path]:
            self.name[path] = self.name[lost]
        if self.gnomes[lost]:
            self.gnomes[path] |= self.gnomes[lost]
            self.owner[path] = self.owner[lost]
            for gnome in range(2 * self.players):
                if self.gnome_on[gnome] == lost:
                    self.gnome_on[gnome] = path

    def far_end(self, path: int, slot: int) -> int:
        return self.end_b[path] if self.end_a[path] == slot else self.end_a[path]

    def close(self, path: int) -> None:
        """The path has become a ring; it can be walked from `end_a`."""
        self.state[path] = RING
        self.marks += 1
        self.size[path] = self.count_tiles(path)
        self.closed[self.closed_count] = path
        self.closed_count += 1

    def count_tiles(self, path: int) -> int:
        """Tiles of a path or ring without a mark of this count yet, or all that it passes (H4)."""
        count = 0
        slot = self.end_a[path]
        while True:
            number = slot // 6
            if self.passes or self.mark[number] != self.marks:
                count += 1
            self.mark[number] = self.marks
            slot = self.mate_of[slot]
            if self.state[path] == OPEN and slot == self.end_b[path]:
                return count
            slot = self.across(slot)
            if slot == self.end_a[path]:
                return count

    def slots_on(self, path: int) -> list[int]:
        """Where a path or ring enters and leaves each of its tiles, in order from `end_a`."""
        found = []
        slot = self.end_a[path]
        while True:
            found.append(slot)
            slot = self.mate_of[slot]
            found.append(slot)
            if self.state[path] == OPEN and slot == self.end_b[path]:
                return found
            slot = self.across(slot)
            if slot == self.end_a[path]:
                return found

    def cells_on(self, path: int) -> list[tuple[int, int]]:
        """The cells (q, r) of a path's or ring's tiles, in order from `end_a`."""
        return [place_of(self.cell_of[slot // 6]) for slot in self.slots_on(path)[::2]]

    # Gnomes

    def move_gnome(self, gnome: int, place: int) -> None:
        """To a path or ring, or to `AT_FLOWERS` or `AT_STUMP`; its claim is given up (H6)."""
        left = self.gnome_on[gnome]
        if left >= 0:
            self.gnomes[left] &= ~(1 << gnome)
            if self.gnomes[left] == 0:
                self.owner[left] = NOBODY
        self.gnome_on[gnome] = place
        if place >= 0:
            self.gnomes[place] |= 1 << gnome
            if self.state[place] == OPEN:
                self.owner[place] = gnome >> 1

    def assign_garden(self, other: Garden) -> None:
        """Becomes a copy of the other garden, which has the same tiles and options."""
        for spot in range(16384):
            self.at[spot] = other.at[spot]
        self.placed = other.placed
        self.wild_count = other.wild_count
        for number in range(other.placed):
            self.cell_of[number] = other.cell_of[number]
            self.tile_of[number] = other.tile_of[number]
            self.lay_of[number] = other.lay_of[number]
        self.front_count = other.front_count
        for front in range(other.front_count):
            self.front[front] = other.front[front]
            self.care[front] = other.care[front]
            self.need[front] = other.need[front]
        for slot in range(6 * other.placed):
            self.mate_of[slot] = other.mate_of[slot]
            self.path_at[slot] = other.path_at[slot]
        self.path_count = other.path_count
        for path in range(other.path_count):
            self.state[path] = other.state[path]
            self.end_a[path] = other.end_a[path]
            self.end_b[path] = other.end_b[path]
            self.name[path] = other.name[path]
            self.spores[path] = other.spores[path]
            self.gnomes[path] = other.gnomes[path]
            self.owner[path] = other.owner[path]
            self.size[path] = other.size[path]
            self.waiting[path] = other.waiting[path]
            self.sign[path] = other.sign[path]
        for gnome in range(8):
            self.gnome_on[gnome] = other.gnome_on[gnome]
        self.closed_count = other.closed_count
        for at in range(other.closed_count):
            self.closed[at] = other.closed[at]
