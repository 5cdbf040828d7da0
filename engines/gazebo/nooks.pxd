cimport cython

from engines.gazebo.ground cimport Ground

cdef int BIG, ILLEGAL, NOBODY, NO_CELL, OPEN


cdef class Nooks:
    cdef readonly Ground ground
    cdef readonly int players
    cdef readonly int big_wins
    cdef signed char[2727] land
    cdef short[2727] label
    cdef short[2727] link
    cdef short[2727] size
    cdef signed char[2727] owner
    cdef signed char[2727] built
    cdef signed char[2727] reach
    cdef short[5454] places
    cdef short[5454] place_at
    cdef int place_count
    cdef int[4] squares
    cdef int[8] joined
    cdef int joined_count

    @cython.locals(direction=int, near=int)
    cdef void cover(self, int cell) noexcept
    @cython.locals(stride=int)
    cdef void add_places(self, int cell) noexcept
    cdef void add_place(self, int place) noexcept
    @cython.locals(at=int, last=int)
    cdef void drop_place(self, int place) noexcept
    cpdef int is_place(self, int cell, int other) noexcept
    @cython.locals(direction=int, near=int)
    cdef void gather(self, int colour, int cell) noexcept
    @cython.locals(at=int)
    cdef void join(self, int label) noexcept
    @cython.locals(nooks=int, found=int, at=int, owner=int)
    cdef int heir(self) noexcept
    @cython.locals(bigs=int, safe=int, seat=int, at=int, label=int, owner=int, most=int)
    cdef int majority(self) noexcept
    @cython.locals(best=int, tied=int, seat=int)
    cdef int most_squares(self) noexcept
    cdef int half_fits(self, int colour, int cell) noexcept
    @cython.locals(first=int, second=int)
    cdef int fits(self, int kind, int cell, int other) noexcept
    @cython.locals(at=int, place=int, cell=int, other=int)
    cdef int fits_somewhere(self, int kind) noexcept
    cdef void found_lone(self, int cell) noexcept
    @cython.locals(label=int, size=int, at=int, part=int, after=int)
    cdef int grow(self, int cell, int other) noexcept
    @cython.locals(cell=int)
    cdef void name_ring(self, int start, int label) noexcept
    @cython.locals(cell=int)
    cdef void assign_nooks(self, Nooks other) noexcept
    @cython.locals(cell=int, place=int, at=int)
    cdef void assign_places(self, Nooks other) noexcept
