cimport cython

from engines.gazebo.patios cimport Patios

cdef int BLOCKED, DECLINE, DONE, DRAW, DRAW_COMMON, DRAW_PERSONAL, DRAW_RESERVE, EXTRA
cdef int ONES, TWOS
cdef int LAST_GAZEBO, OUT_OF_DOMINOES, PASS, PLACE, SECOND, SPAN, STOP, UNSEEN


cdef class Turns(Patios):
    cdef readonly int extra
    cdef readonly int pairs
    cdef readonly int start
    cdef readonly int turn
    cdef readonly int phase
    cdef readonly int may_place
    cdef readonly int end
    cdef readonly int decisions
    cdef readonly int[24] hand
    cdef readonly int[4] hand_size
    cdef readonly int[4] singles
    cdef readonly int[6] laid
    cdef readonly int[4] barred
    cdef readonly int[8] room
    cdef readonly int[48] common
    cdef readonly int common_at
    cdef readonly int common_size
    cdef readonly int[20] personal
    cdef readonly int[4] personal_at
    cdef readonly int[17] reserve
    cdef readonly int reserve_at
    cdef readonly int reserve_size

    cdef void take(self, int seat, int kind) noexcept
    @cython.locals(kind=int, cell=int)
    cpdef push(self, int move)
    @cython.locals(seat=int, second=int, fired=int)
    cdef void place(self, int kind, int cell, int other) noexcept
    @cython.locals(seat=int)
    cdef void draw(self, int pile) noexcept
    cdef void draw_or_end(self) noexcept
    cdef int has_pile(self) noexcept
    cdef int has_zen_draw(self) noexcept
    @cython.locals(at=int)
    cdef int has_unseen(self) noexcept
    cdef void end_turn(self) noexcept
    @cython.locals(_=int)
    cdef void begin_turn(self) noexcept
    cdef void finish(self, int end) noexcept
    @cython.locals(kind=int)
    cpdef int can_place(self, int seat) noexcept
    @cython.locals(seat=int)
    cdef int someone_can_place(self) noexcept
    @cython.locals(kind=int)
    cdef void bar_kinds(self, int seat) noexcept
    @cython.locals(at=int, seat=int, kind=int)
    cdef void assign_turns(self, Turns other) noexcept
