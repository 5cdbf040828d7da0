cimport cython

from engines.gnome_hollow.goods cimport Goods


cdef class Steps(Goods):
    cdef readonly int may_store, late_refill, leave, random_signs, both_visits, trading
    cdef readonly int bonus_trades, advanced, shape_denies
    cdef readonly int start, turn, last, decisions, used, refused, lay, asked
    cdef readonly int[2] fresh
    cdef readonly list closings
    cdef readonly short[64] step
    cdef readonly short[64] step_seat
    cdef readonly int[64] step_one
    cdef readonly int[64] step_two
    cdef readonly int depth

    @cython.locals(at=int)
    cdef void put(self, int step, int seat, int one, int two) noexcept
    @cython.locals(at=int)
    cdef int assign_steps(self, Steps other) except -1
