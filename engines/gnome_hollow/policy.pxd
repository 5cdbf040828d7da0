cimport cython

from engines.gnome_hollow.turns cimport Turns

cdef int FAR, FLOWER, FREE, GNOME_BIT, GO_FLOWERS, GO_MARKET, GO_PATH, GO_RING, HELD, KINDS, LAYS
cdef int MUSHROOM, MUSHROOMS, NOBODY, NO_BONUS, OPEN, QUANTITIES, SELL, SIGNPOST, TILE, WILD


cdef class Policy(Turns):
    cdef int[8] chance

    @cython.locals(before=int, after=int, worth=int)
    cdef int marker_worth(self, int seat, int count) noexcept
    @cython.locals(owned=int, kind=int)
    cdef int flower_worth(self, int seat) noexcept
    @cython.locals(worth=int, kind=int)
    cdef int spores_worth(self, int path) noexcept
    cdef int bonus_worth(self, int seat, int bonus) noexcept
    @cython.locals(worth=int, at=int, gain=int)
    cdef int sign_worth(self, int seat, int sign) noexcept
    @cython.locals(one=int, two=int, q=int, r=int, far=int)
    cdef int gap(self, int slot, int other) noexcept
    cdef int prize(self, int seat) noexcept
    cdef int hope(self, int seat, int spores, int slot, int other) noexcept
    cdef int path_hope(self, int seat, int path) noexcept
    cdef int share(self, int owner, int seat) noexcept
    cdef int part(self, int worth, int percent) noexcept
    @cython.locals(tile=int, cell=int, row=int, need=int, worth=int, edge=int, mate=int)
    cdef int lay_worth(self, int move, int seat) noexcept
    @cython.locals(one=int, two=int, own=int, owner=int, spores=int, before=int, near=int, after=int)
    cdef int piece_worth(
        self, int row, int cell, int edge, int mate, int need, int seat
    ) noexcept
    @cython.locals(a=int, b=int, q=int, r=int, far=int)
    cdef int gap_after(self, int one, int two, int cell, int edge, int mate) noexcept
    @cython.locals(beyond=int, number=int, met=int, end=int)
    cdef int end_beyond(self, int path, int cell, int edge) noexcept
    @cython.locals(count=int, kind=int)
    cdef int printed(self, int slot) noexcept
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
    cdef int both_here(self, int ring) noexcept
    @cython.locals(worth=int)
    cdef int visit_worth(self, int seat, int sales) noexcept
