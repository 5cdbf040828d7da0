cimport cython
from libc.stdint cimport int64_t

from engines.rng cimport Rng

cdef int PILE, HAND, KINDS, REVEAL, DECLINE, TRIO, NUMBERS
cdef int COLOUR_BITS, TURN, CHOICE, DONE
cdef int64_t[33] BIT
cdef list EXCHANGES


cdef class Layout:
    cdef readonly int players, mission, start, max_exchanges, copies, min_run
    cdef readonly int seat, phase, left, size, exchanges
    cdef int[54] hand
    cdef int[12] row
    cdef int[9] pile
    cdef int[198] known
    cdef int[9] ordered
    cdef int[33] unseen
    cdef int[66] deck

    cpdef assign(self, Layout other)
    cpdef int actor(self) noexcept
    cdef int64_t lying(self) noexcept
    @cython.locals(lying=int64_t)
    cpdef int trios(self) noexcept
    @cython.locals(place=int, card=int, at=int)
    cdef void order(self, int seat) noexcept
    @cython.locals(kinds=int, place=int, given=int, at=int)
    cdef list turns(self)
    cdef bint must_reveal(self) noexcept
    @cython.locals(lying=int64_t, kinds=int, card=int)
    cdef int order_row(self) noexcept
    cdef int fault_of_turn(self, int move) except -1
    cdef int fault_of_choice(self, int move) except -1
    @cython.locals(copies=int, place=int)
    cpdef int held(self, int card) noexcept
    cdef list choices(self)
    cpdef void push(self, int move) noexcept
    @cython.locals(at=int)
    cdef void give(self, int card) noexcept
    cdef void take(self, int card) noexcept
    @cython.locals(place=int, at=int)
    cdef void swap(self, int given, int taken) noexcept
    @cython.locals(first=int, second=int, third=int, number=int)
    cdef void swap_trio(self, int packed) noexcept
    cdef void reveal(self) noexcept
    cdef void pass_on(self) noexcept
    cpdef redeal(self, int seat, seed)
    @cython.locals(remaining=int, other=int, place=int, card=int, _=int)
    cdef void shuffle_unseen(self, int seat, Rng rng) noexcept
    @cython.locals(card=int, other=int, place=int, count=int, _=int)
    cdef int gather_unseen(self, int seat) noexcept
    @cython.locals(at=int, card=int)
    cdef int draw(self, int remaining, Rng rng) noexcept
