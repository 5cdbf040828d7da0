cimport cython

from engines.gnome_hollow.turns cimport Turns

cdef int FAR, FLOWER, FREE, GNOME_BIT, GO_FLOWERS, GO_MARKET, GO_PATH, GO_RING, HELD, KINDS, LAYS
cdef int MUSHROOM, MUSHROOMS, NOBODY, NO_BONUS, OPEN, OVER, QUANTITIES, SELL, SIGNPOST, TILE, WILD


cdef class Policy(Turns):
    cdef int[8] chance
    cdef int[6] met
    cdef int[6] met_beyond
    cdef int[6] met_spores
    cdef int[6] met_hope

    @cython.locals(before=int, after=int, worth=int)
    cdef int marker_worth(self, int seat, int count) noexcept
    @cython.locals(owned=int, kind=int)
    cdef int flower_worth(self, int seat) noexcept
    @cython.final
    @cython.locals(worth=int, kind=int)
    cdef int spores_worth(self, int path) noexcept
    cdef int bonus_worth(self, int seat, int bonus) noexcept
    @cython.locals(worth=int, at=int, gain=int)
    cdef int sign_worth(self, int seat, int sign) noexcept
    @cython.final
    @cython.locals(q=int, r=int, far=int)
    cdef int apart(self, int one, int two) noexcept
    @cython.final
    @cython.locals(one=int, two=int)
    cdef int gap(self, int slot, int other) noexcept
    @cython.final
    cdef int prize(self, int seat) noexcept
    @cython.final
    cdef int hope(self, int seat, int spores, int slot, int other) noexcept
    @cython.final
    cdef int path_hope(self, int seat, int path) noexcept
    @cython.final
    cdef int share(self, int owner, int seat) noexcept
    @cython.final
    cdef int part(self, int worth, int percent) noexcept
    @cython.locals(tile=int, cell=int)
    cdef int lay_worth(self, int move, int seat) noexcept
    @cython.final
    @cython.locals(owners=int, edge=int, path=int)
    cdef int meet(self, int cell, int need, int seat) noexcept
    @cython.locals(worth=int, edge=int, mate=int, own=int)
    cdef int row_worth(self, int row, int prize, int seat) noexcept
    @cython.final
    @cython.locals(one=int, two=int, owner=int, near=int, spores=int, after=int)
    cdef int piece_worth(self, int edge, int mate, int own, int prize, int seat) noexcept
    @cython.final
    @cython.locals(beyond=int, number=int, met=int, end=int)
    cdef int end_beyond(self, int path, int cell, int edge) noexcept
    @cython.locals(owner=int, spores=int, hope=int)
    cdef int ring_worth(self, int path, int own, int seat) noexcept
    @cython.locals(best=int, edge=int, one=int, other=int)
    cdef int wild_worth(self, int cell, int seat) noexcept
    @cython.locals(number=int, slot=int)
    cdef int end_facing(self, int cell, int edge) noexcept
    @cython.locals(best=int, kind=int, quantity=int, worth=int)
    cdef int best_sale(self, int seat, int but) noexcept
    @cython.locals(held=int)
    cdef int sale_worth(self, int seat, int sale) noexcept
    @cython.locals(gnome=int, target=int, worth=int, left=int, path=int)
    cdef int gnome_worth(self, int seat, int verb, int argument) noexcept
    @cython.locals(held=int, worth=int, one=int, two=int)
    cdef int hopes(self, int seat) noexcept
    cdef int both_here(self, int ring) noexcept
    @cython.locals(worth=int)
    cdef int visit_worth(self, int seat, int sales) noexcept
