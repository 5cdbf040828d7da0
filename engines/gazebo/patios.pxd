cimport cython
from libc.stdint cimport int64_t

from engines.gazebo.nooks cimport Nooks

cdef int BIG, NOBODY, NO_CELL, PEDESTAL, ZEN


cdef class Patios(Nooks):
    cdef readonly int[4] supply
    cdef readonly int last_seat
    cdef readonly int finished
    cdef readonly int zen
    cdef short[10296] adjacent
    cdef signed char[2574] holder
    cdef signed char[2574] held
    cdef signed char[2574] claimant
    cdef int64_t clock
    cdef int64_t vase_clock
    cdef int64_t[2574] patio_mark
    cdef int64_t[2574] vase_mark
    cdef int[2574] touched
    cdef int touched_count
    cdef int[2] grown
    cdef int[2] needs
    cdef int grown_count
    cdef int fired

    @cython.locals(colour=int)
    cdef int lay(self, int kind, int cell, int other, int seat, int keep_places) noexcept
    cdef void cover_feature(self, int cell) noexcept
    @cython.locals(owner=int, had=int, label=int, size=int, at=int)
    cdef void merge(self, int seat, int cell, int other) noexcept
    @cython.locals(had=int, at=int, label=int, holder=int, count=int)
    cdef int take_back(self, int owner) noexcept
    @cython.locals(placer=int, at=int, _=int)
    cdef void build(self, int seat) noexcept
    cdef void put_down(self, int seat) noexcept
    @cython.locals(at=int, label=int, cell=int, near=int)
    cdef void mark_vases(self, int seat) noexcept
    @cython.locals(cell=int, near=int)
    cdef void fire_vases(self, int label) noexcept
    @cython.locals(owner=int, cell=int, near=int, patio=int)
    cdef void count_adjacent(self, int label, int count, int note) noexcept
    @cython.locals(at=int, later=int)
    cdef void note_touched(self, int patio) noexcept
    @cython.locals(at=int, changes=int, patio=int)
    cdef void judge(self, int seat) noexcept
    @cython.locals(best=int, tied=int, seat=int)
    cdef int claim(self, int patio) noexcept
    @cython.locals(placer=int, at=int, patio=int, _=int)
    cdef void settle(self, int seat) noexcept
    @cython.locals(seat=int, at=int, patio=int)
    cdef void assign_gazebos(self, Patios other) noexcept
