cdef int FLOWER, LAYS, MUSHROOMS, NO_BONUS, SELL, SIGNPOST, STUMP, TILE


cdef class Tiles:
    cdef readonly object tileset
    cdef readonly short[1212] edges
    cdef readonly short[7272] mate
    cdef readonly long long[7272] spores
    cdef readonly short[7272] printed
    cdef readonly short[1212] canonical
    cdef readonly int[6] step
    cdef readonly int[5] space_count
    cdef readonly int[40] bonus
    cdef readonly int[40] double
    cdef readonly int[40] shape
    cdef readonly list shapes
    cdef readonly int[9] track
    cdef readonly int[80] value
    cdef readonly int[7] gain_count
    cdef readonly int[56] gain
    cdef readonly int[7] trade_count
    cdef readonly int[56] give
    cdef readonly int[56] get

    cpdef int has_shape(self, int shape, list cells) except -1
