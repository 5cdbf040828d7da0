cimport cython

from engines.gnome_hollow.garden cimport Garden

cdef int OPEN


cdef class Wild(Garden):
    cpdef list list_closings(self)
    @cython.locals(path=int, one=int, other=int)
    cpdef list ways(self)
    @cython.locals(other=int)
    cpdef int faced(self, int slot) noexcept
    cpdef fix(self, tuple joints)
