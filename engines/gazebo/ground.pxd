cdef int CLOSED, OPEN, PEDESTAL, ZEN


cdef class Ground:
    cdef readonly object board
    cdef readonly int width, squares, stride, size, patio_count, vases
    cdef int[6] first
    cdef int[6] second
    cdef int[4] step
    cdef signed char[2727] land
    cdef signed char[2727] feature
    cdef readonly short[2574] cell_of
    cdef readonly short[2727] square_of
    cdef short[10908] near
    cdef signed char[2727] near_count
    cdef short[10908] vase
    cdef signed char[2727] vase_count
    cdef signed char[2574] capacity
    cdef signed char[2574] raised
