cimport cython

from engines.gnome_hollow.chooser cimport Chooser
from engines.rng cimport Rng

cdef int BASE, FLOWERS, OVER, PLACE, SIGN, SIGNPOSTS, STAY, UNSEEN, VERB, WILD


@cython.final
cdef class Position(Chooser):
    cdef readonly dict options

    cpdef list moves(self)
    cpdef int allows(self, move) except -1
    @cython.locals(at=int)
    cpdef int has_unseen(self) noexcept
    @cython.locals(trial=Position)
    cpdef int draws_unseen(self, int move) except -1
    cpdef play(self, move)
    cpdef int score(self, int seat) noexcept
    @cython.locals(count=int, kind=int)
    cpdef int count_flowers(self, int seat) noexcept
    cpdef Position copy(self)
    cpdef assign(self, Position other)
    @cython.locals(made=Position)
    cpdef Position determinize(self, seat, seed)
    @cython.locals(in_bag=int, at=int, first=int)
    cdef int redeal(self, Rng rng) except -1
    @cython.locals(at=int, seat=int)
    cpdef list unseen_tiles(self)
    @cython.locals(rng=Rng, before=int, greedy=int)
    cpdef int playout(self, seed, str policy=*) except -1
    @cython.locals(move=int)
    cpdef int suggest(self, seed, str policy=*) except -1
    @cython.locals(seat=int)
    cpdef list outlook(self)
