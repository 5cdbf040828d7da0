cimport cython

from engines.gnome_hollow.policy cimport Policy

cdef int AT_FLOWERS, AT_STUMP, BASE, DROP, DROPS, END_PLACING, FIX, FIX_JOINTS, FLOWERS
cdef int FLOWER_PICK, GNOME, GNOME_BIT, GO_FLOWERS, GO_MARKET, GO_PATH, GO_RING, GO_SIGN, KINDS
cdef int LAYS, LEAVE, MARK, MARKER, NEW_SIGN, NO, OPEN, PICK, PICKS, PLACE, QUANTITIES, RESOLVE
cdef int RING, RINGS, SALE, SELL_ONE, SIGN, SIGNPOSTS, STAY, TAKE, TAKE_FLOWER, TAKE_TILE
cdef int TAKE_WILD, TRADE, TRADES, USE_SIGN, VERB, WILD, WILDFLOWER, YES


cdef class Choices(Policy):
    cdef int[4096] found
    cdef int[80] sales
    cdef int count

    cpdef int actor(self) noexcept
    cpdef int phase(self) noexcept
    @cython.locals(at=int)
    cpdef list lays(self)
    @cython.locals(front=int, cell=int, lay=int)
    cpdef int list_lays(self, int tile, list found) except -1
    @cython.locals(top=int, step=int, seat=int, one=int, at=int)
    cdef int list_others(self) except -1
    cdef int list_effects(self, int step, int seat, int one) except -1
    cdef void add(self, int verb, int argument) noexcept
    @cython.locals(at=int, tile=int)
    cdef void list_placing(self) noexcept
    @cython.locals(at=int)
    cdef void list_tiles(self) noexcept
    @cython.locals(column=int, fitting=int, space=int)
    cdef int list_markers(self, int seat, int ring) except -1
    @cython.locals(kind=int)
    cdef void list_wilds(self, int seat) noexcept
    @cython.locals(kinds=int, kind=int)
    cdef void list_flowers(self, int seat) noexcept
    @cython.locals(wilds=int, at=int, tile=int)
    cdef void list_drops(self, int seat) noexcept
    @cython.locals(sign=int)
    cdef void list_signs(self) noexcept
    @cython.locals(top=int, printed=int, kind=int)
    cpdef int picks_due(self) noexcept
    @cython.locals(most=int, number=int)
    cdef void list_picks(self, int ring, int kind, int picked, int due) noexcept
    @cython.locals(at=int)
    cdef void list_sales(self, int seat) noexcept
    @cython.locals(count=int, kind=int, quantity=int)
    cdef int find_sales(self, int seat) noexcept
    @cython.locals(index=int)
    cdef void list_trades(self, int seat, int sign) noexcept
    @cython.locals(gnome=int)
    cdef void list_gnomes(self, int seat) noexcept
    @cython.locals(path=int, name=int)
    cdef void list_places(self, int gnome, int place) noexcept
    @cython.locals(kinds=int, kind=int)
    cdef void list_flower_visits(self, int seat, int gnome) noexcept
    @cython.locals(count=int, one=int, sale=int, other=int)
    cdef void list_market_visits(self, int seat, int gnome) noexcept
    @cython.locals(at=int)
    cpdef int allows_shown(self, move) except -1
    @cython.locals(lay=int, cell=int, tile=int)
    cdef int allows_lay(self, int move) noexcept
    @cython.locals(agrees=bint)
    cdef int fits(self, int row, int front) noexcept
