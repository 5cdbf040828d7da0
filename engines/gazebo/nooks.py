"""Terrain and nooks: where a domino may lie, and what its colours join (G3.1, G4.1–G4.6).

A *component* is a connected group of terrain squares of one colour; with two squares or more it
is a nook. It is known by its first cell (smallest row, then column); its cells are linked in a
ring. Of open squares the *places* are kept up to date: pairs of neighbours of which one at least
touches terrain, as `2 * cell` (with its right neighbour) or `2 * cell + 1` (with the one below).
"""

from __future__ import annotations

from engines.gazebo.grid import TERRAINS
from engines.gazebo.ground import Ground
from engines.gazebo.terms import BIG, ILLEGAL, NO_CELL, NOBODY, OPEN


class Nooks:
    """The terrain of a game: colours, components with their owners and gazebos, places."""

    def __init__(self, ground: Ground, players: int, big_wins: bool) -> None:
        """`big_wins`: the option `big_nook_safe` is `wins` (G4.6)."""
        self.ground = ground
        self.players = players
        self.big_wins = int(big_wins)
        self.land = [0] * 2727
        self.label = [0] * 2727
        self.link = [0] * 2727
        self.size = [0] * 2727
        self.owner = [0] * 2727
        self.built = [0] * 2727
        self.reach = [0] * 2727
        self.places = [0] * 5454
        self.place_at = [-1] * 5454
        self.place_count = 0
        self.squares = [0] * 4
        self.joined = [0] * 8
        self.joined_count = 0

    def set_starts(self) -> None:
        """Lays the start squares; until then the board has no land (a copy needs none)."""
        for cell in range(self.ground.size):
            self.land[cell] = self.ground.land[cell]
        for square, terrain in self.ground.board.starts:
            cell = self.ground.cell_of[square]
            self.land[cell] = TERRAINS.index(terrain) + 1
            self.found_lone(cell)
            self.cover(cell)

    # Places

    def cover(self, cell: int) -> None:
        """The cell has just become terrain: places on it go, those around it come."""
        ground = self.ground
        self.drop_place(2 * cell)
        self.drop_place(2 * cell + 1)
        self.drop_place(2 * cell - 2)
        self.drop_place(2 * (cell - ground.stride) + 1)
        for direction in range(4):
            near = cell + ground.step[direction]
            self.reach[near] += 1
            if self.land[near] == OPEN and self.reach[near] == 1:
                self.add_places(near)

    def add_places(self, cell: int) -> None:
        stride = self.ground.stride
        if self.land[cell + 1] == OPEN:
            self.add_place(2 * cell)
        if self.land[cell + stride] == OPEN:
            self.add_place(2 * cell + 1)
        if self.land[cell - 1] == OPEN:
            self.add_place(2 * cell - 2)
        if self.land[cell - stride] == OPEN:
            self.add_place(2 * (cell - stride) + 1)

    def add_place(self, place: int) -> None:
        if self.place_at[place] < 0:
            self.place_at[place] = self.place_count
            self.places[self.place_count] = place
            self.place_count += 1

    def drop_place(self, place: int) -> None:
        at = self.place_at[place]
        if at >= 0:
            self.place_count -= 1
            last = self.places[self.place_count]
            self.places[at] = last
            self.place_at[last] = at
            self.place_at[place] = -1

    def is_place(self, cell: int, other: int) -> int:
        """Whether a domino may lie on these two neighbours, whatever its colours (G3.1)."""
        return int(
            self.land[cell] == OPEN
            and self.land[other] == OPEN
            and self.reach[cell] + self.reach[other] > 0
        )

    # What a colour on a cell joins

    def gather(self, colour: int, cell: int) -> None:
        """Adds the components of the colour around the cell to those joined."""
        ground = self.ground
        for direction in range(4):
            near = cell + ground.step[direction]
            if self.land[near] == colour:
                self.join(self.label[near])

    def join(self, label: int) -> None:
        for at in range(self.joined_count):
            if self.joined[at] == label:
                return
        self.joined[self.joined_count] = label
        self.joined_count += 1

    def heir(self) -> int:
        """Who owns what the joined become: a seat, NOBODY where none is a nook, or ILLEGAL."""
        nooks = 0
        found = NOBODY
        for at in range(self.joined_count):
            owner = self.owner[self.joined[at]]
            if owner != NOBODY:
                nooks += 1
                found = owner
        return found if nooks < 2 else self.majority()

    def majority(self) -> int:
        """The owner of a nook that absorbs: most squares of the original nooks (G4.5, G4.6)."""
        bigs = 0
        safe = NOBODY
        for seat in range(4):
            self.squares[seat] = 0
        for at in range(self.joined_count):
            label = self.joined[at]
            owner = self.owner[label]
            if owner == NOBODY:  # lone squares count for nobody
                continue
            self.squares[owner] += self.size[label]
            if self.size[label] >= BIG:
                bigs += 1
                safe = owner
        if bigs > 1:
            return ILLEGAL
        most = self.most_squares()
        if bigs == 1 and most != safe:
            return safe if self.big_wins else ILLEGAL
        return most

    def most_squares(self) -> int:
        best = 0
        tied = 0
        for seat in range(1, self.players):
            if self.squares[seat] > self.squares[best]:
                best = seat
                tied = 0
            elif self.squares[seat] == self.squares[best]:
                tied = 1
        return ILLEGAL if tied else best

    def fits(self, kind: int, cell: int, other: int) -> int:
        """Whether the events allow the domino on this place, its first colour on `cell` (G4)."""
        if self.reach[cell] + self.reach[other] < 2:  # a nook is extended at most
            return 1
        first = self.ground.first[kind]
        second = self.ground.second[kind]
        if first != second:
            return int(self.half_fits(first, cell) and self.half_fits(second, other))
        self.joined_count = 0
        self.gather(first, cell)
        self.gather(first, other)
        return int(self.joined_count < 2 or self.heir() != ILLEGAL)

    def half_fits(self, colour: int, cell: int) -> int:
        if self.reach[cell] < 2:
            return 1
        self.joined_count = 0
        self.gather(colour, cell)
        return int(self.joined_count < 2 or self.heir() != ILLEGAL)

    def fits_somewhere(self, kind: int) -> int:
        """Whether a domino of this kind has a legal placement at all."""
        for at in range(self.place_count):
            place = self.places[at]
            cell = place >> 1
            other = cell + self.ground.step[place & 1]
            if self.fits(kind, cell, other) or self.fits(kind, other, cell):
                return 1
        return 0

    # Growing

    def found_lone(self, cell: int) -> None:
        """The cell becomes a component of its own."""
        self.label[cell] = cell
        self.link[cell] = cell
        self.size[cell] = 1
        self.owner[cell] = NOBODY
        self.built[cell] = 0

    def grow(self, cell: int, other: int) -> int:
        """Joins the new cells and all that is joined into one component; returns its label.

        `other` may be NO_CELL. Owner and gazebos of the new component are the caller's to set.
        """
        label = cell
        size = 1
        self.found_lone(cell)
        if other != NO_CELL:
            size = 2
            self.link[cell] = other
            self.link[other] = cell
            label = min(label, other)
        for at in range(self.joined_count):
            size += self.size[self.joined[at]]
            label = min(label, self.joined[at])
        self.name_ring(cell, label)
        for at in range(self.joined_count):
            part = self.joined[at]
            if part != label:
                self.name_ring(part, label)
            after = self.link[cell]
            self.link[cell] = self.link[part]
            self.link[part] = after
        self.size[label] = size
        return label

    def name_ring(self, start: int, label: int) -> None:
        cell = start
        while True:
            self.label[cell] = label
            cell = self.link[cell]
            if cell == start:
                return

    def assign_nooks(self, other: Nooks) -> None:
        """Copies board, components and colours, not the places."""
        self.ground = other.ground
        self.players = other.players
        self.big_wins = other.big_wins
        for cell in range(self.ground.size):
            self.land[cell] = other.land[cell]
        for cell in range(self.ground.size):
            self.label[cell] = other.label[cell]
        for cell in range(self.ground.size):
            self.link[cell] = other.link[cell]
        for cell in range(self.ground.size):
            self.size[cell] = other.size[cell]
        for cell in range(self.ground.size):
            self.owner[cell] = other.owner[cell]
        for cell in range(self.ground.size):
            self.built[cell] = other.built[cell]

    def assign_places(self, other: Nooks) -> None:
        for cell in range(self.ground.size):
            self.reach[cell] = other.reach[cell]
        for place in range(2 * self.ground.size):
            self.place_at[place] = other.place_at[place]
        self.place_count = other.place_count
        for at in range(self.place_count):
            self.places[at] = other.places[at]

    # For readers

    def is_open(self, cell: int) -> bool:
        """Whether a domino may lie there (G2.1)."""
        return self.land[cell] == OPEN

    def joined_bigs(self, kind: int, cell: int, other: int) -> int:
        """Of a placement that does not fit: how many big nooks the colour joins that forbids it."""
        self.joined_count = 0
        self.gather(self.ground.first[kind], cell)
        if self.ground.first[kind] == self.ground.second[kind]:
            self.gather(self.ground.first[kind], other)
        elif self.heir() != ILLEGAL:
            self.joined_count = 0
            self.gather(self.ground.second[kind], other)
        return sum(self.size[self.joined[at]] >= BIG for at in range(self.joined_count))

    def terrain(self, square: int) -> str:
        """`F`, `G` or `W` where terrain lies on the square, else ""."""
        colour = self.land[self.ground.cell_of[square]]
        return TERRAINS[colour - 1] if 0 < colour < 4 else ""

    def nooks(self) -> list[tuple[int, int, list[int]]]:
        """Every nook, by first square: its owner, its gazebos, its squares ascending."""
        found = []
        for cell in range(self.ground.size):
            if 0 < self.land[cell] < 4 and self.label[cell] == cell and self.size[cell] > 1:
                squares = sorted(self.ground.square_of[part] for part in self.ring(cell))
                found.append((self.owner[cell], self.built[cell], squares))
        return found

    def ring(self, label: int) -> list[int]:
        cells = [label]
        cell = self.link[label]
        while cell != label:
            cells.append(cell)
            cell = self.link[cell]
        return cells
