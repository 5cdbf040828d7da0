cimport cython

from engines.gnome_hollow.tiles cimport Tiles

cdef int DEAD, LAYS, MISFIT, NOBODY, OPEN, ORIGIN, RING, STUMP, TWO_OWNERS, WILD


cdef class Garden:
    cdef readonly Tiles tiles
    cdef readonly int players, passes, placed, wild_count, front_count, path_count, closed_count, marks
    cdef short[16384] at
    cdef readonly int[101] cell_of
    cdef readonly short[101] tile_of
    cdef readonly short[101] lay_of
    cdef readonly int[512] front
    cdef readonly short[512] care
    cdef readonly short[512] need
    cdef readonly short[606] mate_of
    cdef readonly short[606] path_at
    cdef readonly short[304] state
    cdef readonly short[304] end_a
    cdef readonly short[304] end_b
    cdef readonly int[304] name
    cdef readonly long long[304] spores
    cdef readonly short[304] gnomes
    cdef readonly short[304] owner
    cdef readonly short[304] size
    cdef readonly short[304] waiting
    cdef readonly short[304] sign
    cdef readonly short[8] gnome_on
    cdef readonly short[304] closed
    cdef int[101] mark
    cdef int[3] first
    cdef int[3] second
    cdef int[3] masks

    @cython.final
    cdef int spot(self, int cell) noexcept
    @cython.locals(at=int)
    cpdef int number_at(self, int cell) noexcept
    cpdef int is_wild(self, int number) noexcept
    @cython.locals(number=int, edge=int, other=int)
    cpdef int across(self, int slot) noexcept
    @cython.locals(path=int)
    cpdef int path_named(self, int name) noexcept
    @cython.locals(at=int, front=int, row=int)
    cpdef int lay_mask(self, int tile, int lay, int cell, int seat) noexcept
    @cython.locals(pieces=int, edge=int, mate=int, _=int, one=int, other=int, met=int, piece=int, mask=int)
    cdef int owners_met(self, int row, int cell, int need, int seat) noexcept
    @cython.final
    @cython.locals(number=int)
    cdef int path_met(self, int cell, int edge, int need) noexcept
    @cython.final
    cdef int owner_bit(self, int path) noexcept
    @cython.final
    cdef int is_linked(self, int one, int other) noexcept
    @cython.final
    cdef int meets(self, int piece, int path) noexcept
    @cython.locals(number=int, row=int, edge=int, mate=int, other=int)
    cpdef lay_tile(self, int tile, int lay, int cell)
    @cython.locals(front=int, last=int)
    cdef void cover(self, int cell, int number) noexcept
    @cython.locals(spot=int, front=int, bit=int)
    cdef void touch(self, int cell, int edge, int has_path, int tile) noexcept
    @cython.locals(path=int)
    cdef void found_path(self, int number, int edge, int mate, long long spores) noexcept
    @cython.locals(path=int, lost=int, gnome=int)
    cdef void join(self, int slot, int other) noexcept
    @cython.final
    cdef int far_end(self, int path, int slot) noexcept
    cdef void close(self, int path) noexcept
    @cython.locals(count=int, slot=int, number=int)
    cdef int count_tiles(self, int path) noexcept
    @cython.locals(slot=int)
    cpdef list slots_on(self, int path)
    cpdef list cells_on(self, int path)
    @cython.locals(left=int)
    cpdef move_gnome(self, int gnome, int place)
    @cython.locals(spot=int, number=int, front=int, slot=int, path=int, gnome=int, at=int)
    cdef void assign_garden(self, Garden other) noexcept
