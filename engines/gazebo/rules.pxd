cimport cython

from engines.gazebo.hidden cimport Hidden
from engines.rng cimport Rng

cdef int DECLINE, DONE, DRAW, DRAW_COMMON, DRAW_PERSONAL, DRAW_RESERVE, EXTRA, OPEN
cdef int PASS, PLACE, SECOND, SPAN, STOP, TRIES, UNSEEN, WIN


@cython.final
cdef class Position(Hidden):
    cdef Position trial
    cdef int[16] ways
    cdef short[10908] spots
    cdef int spot_count

    cpdef int actor(self) noexcept
    @cython.locals(kind=int, move=int)
    cpdef list moves(self)
    @cython.locals(count=int, cell=int, direction=int)
    cdef void set_spots(self) noexcept
    @cython.locals(at=int, cell=int, direction=int)
    cdef int list_placements(self, int kind, list found) except -1
    cpdef int allows(self, move) except -1
    @cython.locals(kind=int, square=int, cell=int, other=int)
    cdef int allows_placement(self, int move) noexcept
    @cython.locals(drawn=int, at=int)
    cdef int allows_other(self, int move) noexcept
    cpdef play(self, move)
    cpdef Position copy(self)
    cpdef assign(self, Position other)
    @cython.locals(made=Position)
    cpdef Position determinize(self, seat, seed)
    @cython.locals(rng=Rng, greedy=int, before=int)
    cpdef int playout(self, seed, str policy=*) except -1
    @cython.locals(greedy=int, move=int)
    cpdef int suggest(self, seed, str policy=*) except -1
    cdef int choose(self, Rng rng, int greedy) except -2
    @cython.locals(count=int, move=int)
    cdef int choose_draw(self, Rng rng, int greedy) noexcept
    @cython.locals(ways=int, drawn=int, move=int, moves=list, _=int)
    cdef int choose_any(self, Rng rng) except -2
    @cython.locals(ways=int, kind=int)
    cdef int set_ways(self, int seat) noexcept
    @cython.locals(cell=int, direction=int, other=int, held=int)
    cdef int placement(self, int way, int place) noexcept
    @cython.locals(ways=int, best=int, tied=int, chosen=int, at=int, index=int, move=int, worth=int)
    cdef int choose_best(self, Rng rng) except -2
    @cython.locals(trial=Position, cell=int)
    cdef int worth(self, int move) except? -9999
    @cython.locals(own=int, others=int, seat=int, put=int, sides=int, worth=int)
    cdef int difference(self, Position trial) noexcept
    @cython.locals(pair=int, own=int, other=int)
    cdef int wins(self, Position trial) noexcept
