cimport cython
from libc.stdint cimport uint64_t

cdef uint64_t MASK, GAMMA, FIRST, SECOND


cdef class Rng:
    cdef public uint64_t state

    @cython.locals(z=uint64_t)
    cpdef uint64_t next(self) noexcept
    cpdef int below(self, uint64_t count) noexcept
    @cython.locals(last=int, chosen=int)
    cpdef shuffle(self, list items)
