cimport cython

from engines.gnome_hollow.steps cimport Steps

cdef int AT_FLOWERS, AT_STUMP, BONUS, FLOWER, FLOWER_PICK, GAIN, GNOME_BIT, GO_FLOWERS, GO_MARKET
cdef int GO_RING, GO_SIGN, KINDS, MARKER, MUSHROOMS, NO_BONUS, PICKS, QUANTITIES, SALE, SELL, SIGN
cdef int SIGNPOST, TAKE_TILE, TILE, TRADES, WILDFLOWER


cdef class Gains(Steps):
    cpdef int column_of(self, int ring) noexcept
    @cython.locals(shape=int)
    cdef int fits_space(self, int seat, int ring, int column, int space) except -1
    cdef int has_space(self, int seat, int ring) except -1
    @cython.locals(column=int, found=int, space=int)
    cpdef int fitting(self, int seat, int ring) except -1
    @cython.locals(column=int, free=int)
    cdef int is_denied(self, int seat, int ring) except -1
    @cython.locals(kept=int, at=int, seat=int)
    cdef int resolve(self, int ring) except -1
    @cython.locals(kind=int)
    cdef void gain_spores(self, int seat, int ring) noexcept
    cpdef int spores_of(self, int ring, int kind) noexcept
    @cython.locals(top=int, seat=int, ring=int, column=int, space=int)
    cdef void set_marker(self, int argument) noexcept
    @cython.locals(top=int, seat=int, ring=int, bonus=int)
    cdef void begin_bonus(self) noexcept
    cpdef int is_new_sign(self, int sign) noexcept
    @cython.locals(at=int)
    cdef void use_sign(self, int seat, int sign, int trades) noexcept
    @cython.locals(top=int, seat=int, gain=int)
    cdef void begin_gain(self) noexcept
    @cython.locals(top=int, seat=int, ring=int)
    cdef void set_sign(self, int sign, int new) noexcept
    @cython.locals(at=int)
    cpdef int can_sell(self, int seat, int kind, int quantity) noexcept
    @cython.locals(kind=int, quantity=int)
    cdef int has_sale(self, int seat) noexcept
    @cython.locals(quantity=int)
    cdef void sell(self, int seat, int sale) noexcept
    cpdef int can_trade(self, int seat, int sign, int index) noexcept
    @cython.locals(index=int)
    cdef int has_trade(self, int seat, int sign) noexcept
    @cython.locals(top=int, sign=int)
    cdef void trade(self, int seat, int argument) noexcept
    cdef int go_ring(self, int seat, int ring) except -1
    @cython.locals(top=int, seat=int, gnome=int, target=int, path=int)
    cdef int go(self, int verb, int argument) except -1
