cimport cython

from engines.gnome_hollow.policy cimport Policy
from engines.rng cimport Rng

cdef int AT_FLOWERS, AT_STUMP, BASE, DROP, DROPS, END_PLACING, FIX, FIX_JOINTS, FLOWER_PICK, FLOWERS
cdef int GNOME, GNOME_BIT, GO_FLOWERS, GO_MARKET, GO_PATH, GO_RING, GO_SIGN, KINDS, LAYS, LEAST, LEAVE
cdef int MARK, MARKER, NEW_SIGN, NO, OPEN, OVER, PICK, PICKS, PLACE, QUANTITIES, RESOLVE, RING
cdef int RINGS, SALE, SELL_ONE, SIGN, SIGNPOSTS, STAY, TAKE, TAKE_FLOWER, TAKE_TILE, TAKE_WILD
cdef int STORED, TRADE, TRADES, TRIES, UNSEEN, USE_SIGN, VERB, WILD, WILDFLOWER, YES


@cython.final
cdef class Position(Policy):
    cdef readonly dict options
    cdef int[4096] found
    cdef int[80] sales
    cdef int count
    cdef int best, best_lay, tied

    cpdef int actor(self) noexcept
    cpdef int phase(self) noexcept
    cpdef list moves(self)
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
    cpdef int allows(self, move) except -1
    @cython.locals(at=int)
    cpdef int allows_shown(self, move) except -1
    @cython.locals(lay=int, cell=int, tile=int)
    cdef int allows_lay(self, int move) noexcept
    @cython.locals(at=int)
    cpdef int has_unseen(self) noexcept
    @cython.locals(trial=Position)
    cpdef int draws_unseen(self, int move) except -1
    cpdef play(self, move)
    @cython.locals(count=int, kind=int)
    cpdef int count_flowers(self, int seat) noexcept
    cpdef int score(self, int seat) noexcept
    cpdef Position copy(self)
    cpdef assign(self, Position other)
    @cython.locals(made=Position)
    cpdef Position determinize(self, seat, seed)
    @cython.locals(in_bag=int, at=int, first=int)
    cdef int redeal(self, Rng rng) except -1
    @cython.locals(at=int, seat=int)
    cpdef list unseen_tiles(self)
    @cython.locals(rng=Rng, before=int, greedy=int)
    cpdef int playout(self, seed, str policy=*) except -1
    @cython.locals(move=int)
    cpdef int suggest(self, seed, str policy=*) except -1
    cdef int choose(self, Rng rng) except -2
    @cython.locals(tiles=int, _=int, tile=int, cell=int, lay=int)
    cdef int choose_placing(self, Rng rng) except -2
    @cython.locals(count=int, at=int, tile=int)
    cdef int set_choice(self) noexcept
    @cython.locals(given=int, best=int, chosen=int, tied=int, at=int, worth=int)
    cdef int choose_best(self, Rng rng) except -2
    @cython.locals(tiles=int, due=int, prize=int, front=int)
    cdef int choose_lay(self, Rng rng) except -2
    @cython.locals(
        cell=int, need=int, others=int, in_market=int, at=int, tile=int, least=int, first=int,
        lay=int, worth=int,
    )
    cdef void judge_cell(self, int front, int tiles, int prize, Rng rng) noexcept
    @cython.locals(agrees=bint)
    cdef int fits(self, int row, int front) noexcept
    cdef void keep_best(self, int move, int worth, int least, Rng rng) noexcept
    @cython.locals(verb=int, argument=int, seat=int, at=int, bonus=int)
    cdef int worth(self, int move) noexcept
    @cython.locals(move=int)
    cpdef list worths(self, list moves)
    @cython.locals(tile=int, stored=int)
    cdef int worth_of(self, int move) noexcept
    @cython.locals(seat=int)
    cpdef list outlook(self)
    @cython.locals(count=int, edge=int)
    cdef int shown(self, int tile) noexcept
    @cython.locals(worth=int, kind=int)
    cdef int picks_worth(self, int seat, int picked) noexcept
    @cython.locals(at=int, give=int)
    cdef int trade_worth(self, int seat, int argument) noexcept
