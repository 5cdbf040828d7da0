cimport cython

from engines.gnome_hollow.wild cimport Wild

cdef int BAG_END, FLOWERS, FLOWERS_END, KINDS, MARKERS_END, MARKET, WILD


cdef class Goods(Wild):
    cdef readonly int[20] mushrooms
    cdef readonly int[4] flowers
    cdef readonly int[4] markers
    cdef readonly int[20] filled
    cdef readonly int[20] doubled
    cdef readonly int[4] treasure
    cdef readonly int[16] storage
    cdef readonly int[4] stored
    cdef readonly int[8] market
    cdef readonly int market_count
    cdef readonly int[92] bag
    cdef readonly int bag_at, bag_size
    cdef readonly int[8] reserve
    cdef readonly int reserve_size
    cdef readonly int[100] gone
    cdef readonly int gone_count
    cdef readonly int wilds
    cdef readonly int[8] tokens
    cdef readonly int[8] flower_market
    cdef readonly int signs_out
    cdef readonly int[7] sign_order
    cdef readonly int ordered
    cdef readonly int[80] blocked
    cdef readonly int end

    cdef void gain_flower(self, int seat, int kind) noexcept
    @cython.locals(found=int, kind=int)
    cpdef int new_flowers(self, int seat) noexcept
    cdef void take_flower(self, int seat, int kind) noexcept
    cdef void take_wild(self, int seat, int kind) noexcept
    cdef void store(self, int seat, int tile) noexcept
    @cython.locals(at=int)
    cpdef int is_stored(self, int seat, int tile) noexcept
    @cython.locals(kept=int, at=int)
    cdef void unstore(self, int seat, int tile) noexcept
    @cython.locals(count=int, at=int)
    cpdef int stored_wilds(self, int seat) noexcept
    cdef int must_drop(self, int seat) noexcept
    @cython.locals(at=int)
    cpdef int in_market(self, int tile) noexcept
    @cython.locals(kept=int, at=int)
    cdef void unmarket(self, int tile) noexcept
    cdef void discard(self, int tile) noexcept
    cdef int draw_tile(self) noexcept
    cdef void refill(self) noexcept
    @cython.locals(before=int, after=int)
    cdef int use_markers(self, int seat, int column, int space, int count) noexcept
    @cython.locals(at=int)
    cdef void trigger(self, int cause) noexcept
    @cython.locals(count=int, kind=int)
    cpdef int mushrooms_left(self, int seat) noexcept
    @cython.locals(at=int, seat=int)
    cdef void assign_goods(self, Goods other) noexcept
