cimport cython

from engines.gnome_hollow.gains cimport Gains

cdef int BASE, BONUS, DROP, DROPS, END_PLACING, FIX, FIX_JOINTS, FLOWER_PICK, GAIN, GNOME
cdef int GO_MARKET, GO_PATH, KINDS, LAYS, LEAVE, MARK, MARKER, NEW_SIGN, NEXT, NO, OVER, PICK
cdef int PICKS, PLACE, REFILL, RESOLVE, RINGS, SALE, SELL_ONE, SIGN, STAY, TAKE, TAKE_FLOWER
cdef int TAKE_TILE, TAKE_WILD, TRADE, USE_SIGN, VERB, WILDFLOWER, YES


cdef class Turns(Gains):
    @cython.locals(seat=int)
    cpdef begin_turn(self)
    cpdef advance(self)
    @cython.locals(top=int, step=int)
    cdef int is_silent(self) except -1
    cdef int fix_silently(self) except -1
    cdef int has_choice(self, int step, int seat, int one) except -1
    @cython.locals(round_over=int)
    cdef int next_turn(self) except -1
    cdef int is_used(self) noexcept
    cpdef int may_place(self, int tile) noexcept
    @cython.locals(mask=int)
    cpdef int is_lay(self, int tile, int lay, int cell) noexcept
    cdef int is_canonical_lay(self, int tile, int lay, int cell) noexcept
    @cython.locals(front=int, lay=int)
    cpdef int has_lay(self, int tile) noexcept
    @cython.locals(cell=int, tile=int)
    cdef int place(self, int move) except -1
    @cython.locals(step=int, seat=int)
    cdef int first_asked(self) noexcept
    @cython.locals(cell=int, tile=int)
    cdef int put_down(self) except -1
    @cython.locals(top=int, seat=int)
    cdef int answer(self, int given) except -1
    cpdef push(self, int move)
    @cython.locals(top=int)
    cdef int decide(self, int verb, int argument) except -1
    @cython.locals(top=int, seat=int, kind=int)
    cdef int choose_effect(self, int verb, int argument) except -1
    cdef void drop(self, int seat, int tile) noexcept
    cdef void take(self, int seat, int tile) noexcept
