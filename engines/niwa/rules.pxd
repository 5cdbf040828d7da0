cimport cython
from libc.stdint cimport int64_t, uint64_t

from engines.niwa.layout cimport Layout
from engines.rng cimport Rng

cdef int HAND, KINDS, REVEAL, DECLINE, TRIO, NUMBERS, CHOICE, DONE
cdef uint64_t WIDE
cdef int64_t LOTS
cdef int NO_LIMIT, ONE_COLOUR, HIGHEST, RUN, CODES, CODES_OF_MISSION, COLOUR_BITS, SUM_BITS, WAYS
cdef int[2376] POINTS
cdef int64_t[2376] WORDS
cdef int[2048] TOP
cdef int[2048] RUNS
cdef int[33] NUMBER
cdef int[33] UNIT
cdef int[252] TRIPLES


@cython.final
cdef class Position(Layout):
    cdef int[11] codes
    cdef int points
    cdef int64_t word
    cdef int[12] gain_points
    cdef int64_t[12] gain_words

    cpdef Position copy(self)
    @cython.locals(number=int, place=int, card=int, at=int)
    cdef void weigh(self, int seat) noexcept
    @cython.locals(best=int, colour=int, top=int, twice=int)
    cdef int total(self, int points, int64_t word) noexcept
    @cython.locals(hand=cython.p_int, row=cython.p_int, limit=int, first=int, behind=int, exchanges=int, pairs=int, bits=uint64_t, count=int, chosen=int, place=int, at=int)
    cdef int wander(self, Rng rng, list made) except -1
    cdef int reveal_at_random(self, Rng rng, list made) except -1
    @cython.locals(move=int)
    cdef int choose_at_random(self, Rng rng, list made) except -1
    @cython.locals(lying=int, trios=int, number=int, chosen=int, skipped=int, at=int)
    cdef int draw_choice(self, Rng rng) noexcept
    @cython.locals(pairs=int, chosen=int, given=int)
    cdef int draw_turn(self, Rng rng) noexcept
    @cython.locals(ordered=cython.p_int, rest=int)
    cdef int trio_of(self, int number, int first, int second, int third) noexcept
    @cython.locals(count=int, move=int)
    cdef int climb(self, Rng rng, list made) except -1
    @cython.locals(salt=int64_t)
    cdef int best(self, uint64_t chance) noexcept
    @cython.locals(table=int, at=int, card=int, entry=int)
    cdef void weigh_row(self) noexcept
    @cython.locals(best=int, found=int, best_lot=int64_t, table=int, place=int, given=int, number=int, entry=int, lower=int, points=int, word=int64_t, at=int, taken=int, same=int, score=int, move=int, lot=int64_t)
    cdef int best_exchange(self, int64_t salt) noexcept
    @cython.locals(number=int, entry=int, after=int)
    cdef void change(self, int card, int copies) noexcept
    @cython.locals(best=int, found=int, best_lot=int64_t, lying=int, number=int, colour=int, way=int, at=int, score=int, move=int, lot=int64_t)
    cdef int best_trio(self, int64_t salt) noexcept
    @cython.locals(score=int)
    cdef int total_without(self, int first, int second, int third) noexcept
