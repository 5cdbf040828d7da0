cimport cython

from engines.gnome_hollow.choices cimport Choices
from engines.rng cimport Rng

cdef int BASE, DROP, END_PLACING, GO_PATH, KINDS, LAYS, LEAST, LEAVE, MARK, NEW_SIGN, NO, PICK
cdef int PLACE, SELL_ONE, STORED, TAKE, TRADE, TRIES, USE_SIGN, VERB, WILD, YES


cdef class Chooser(Choices):
    cdef int best, best_lay, tied

    cdef int choose(self, Rng rng) except -2
    @cython.locals(tiles=int, _=int, tile=int, cell=int, lay=int)
    cdef int choose_placing(self, Rng rng) except -2
    @cython.locals(given=int, best=int, chosen=int, tied=int, at=int, worth=int)
    cdef int choose_best(self, Rng rng) except -2
    @cython.locals(tiles=int, due=int, prize=int, front=int)
    cdef int choose_lay(self, Rng rng) except -2
    @cython.locals(
        cell=int, need=int, others=int, in_market=int, at=int, tile=int, least=int, first=int,
        lay=int, worth=int,
    )
    cdef void judge_cell(self, int front, int tiles, int prize, Rng rng) noexcept
    cdef void keep_best(self, int move, int worth, int least, Rng rng) noexcept
    @cython.locals(verb=int, argument=int, seat=int, at=int, bonus=int)
    cdef int worth(self, int move) noexcept
    @cython.locals(move=int)
    cpdef list worths(self, list moves)
    @cython.locals(tile=int, stored=int)
    cdef int worth_of(self, int move) noexcept
    @cython.locals(count=int, edge=int)
    cdef int shown(self, int tile) noexcept
    @cython.locals(worth=int, kind=int)
    cdef int picks_worth(self, int seat, int picked) noexcept
    @cython.locals(at=int, give=int)
    cdef int trade_worth(self, int seat, int argument) noexcept
    @cython.locals(count=int, at=int, tile=int)
    cdef int set_choice(self) noexcept
