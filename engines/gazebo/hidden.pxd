cimport cython

from engines.gazebo.turns cimport Turns
from engines.rng cimport Rng

cdef int DEALS, KINDS, PLACE, SECOND, SINGLES, STOCK_OF_ONE, STOCK_OF_TWO


cdef class Hidden(Turns):
    cdef int[81] pool
    cdef int[2] pool_start
    cdef int[2] pool_end
    cdef int[8] numbers

    @cython.locals(rng=Rng, dealt=int, _=int)
    cpdef redeal(self, seat, seed)
    @cython.locals(count=int, kind=int, unseen=int, _=int)
    cdef void fill_pool(self, int seat) noexcept
    @cython.locals(start=int, last=int, chosen=int)
    cdef void shuffle_pool(self, int half, Rng rng) noexcept
    @cython.locals(other=int, dealt=int, kind=int, half=int)
    cdef int deal_hands(self, int seat) noexcept
    @cython.locals(room=int, barred=int, dealt=int, at=int, kind=int, _=int)
    cdef int deal_half(self, int seat, int half) noexcept
    @cython.locals(at=int)
    cdef int next_allowed(self, int half, int barred) noexcept
    @cython.locals(at=int, seat=int, place=int)
    cdef void deal_piles(self) noexcept
    cdef int goes_on(self) noexcept
