cimport cython

from engines.gnome_hollow.goods cimport Goods

cdef int AT_FLOWERS, AT_STUMP, BASE, BONUS, DROP, DROPS, END_PLACING, FIX, FIX_JOINTS, FLOWER
cdef int FLOWER_PICK, GAIN, GNOME, GNOME_BIT, GO_FLOWERS, GO_MARKET, GO_PATH, GO_RING, GO_SIGN
cdef int KINDS, LAYS, LEAVE, MARK, MARKER, MUSHROOMS, NEW_SIGN, NEXT, NO, NO_BONUS, OVER, PICK, PICKS
cdef int PLACE, QUANTITIES, REFILL, RESOLVE, RINGS, SALE, SELL, SELL_ONE, SIGN, SIGNPOST
cdef int STAY, TAKE, TAKE_FLOWER, TAKE_TILE, TAKE_WILD, TILE, TRADE, TRADES, USE_SIGN, VERB
cdef int WILDFLOWER, YES


cdef class Turns(Goods):
    cdef readonly int may_store, late_refill, leave, random_signs, both_visits, trading
    cdef readonly int bonus_trades, advanced, shape_denies
    cdef readonly int start, turn, last, decisions, used, refused, lay, asked
    cdef readonly int[2] fresh
    cdef readonly list closings
    cdef readonly short[64] step
    cdef readonly short[64] step_seat
    cdef readonly int[64] step_one
    cdef readonly int[64] step_two
    cdef readonly int depth

    @cython.locals(at=int)
    cdef void put(self, int step, int seat, int one, int two) noexcept
    @cython.locals(seat=int)
    cpdef begin_turn(self)
    cpdef advance(self)
    @cython.locals(top=int, step=int)
    cdef int is_silent(self) except -1
    cdef int fix_silently(self) except -1
    cdef int has_choice(self, int step, int seat, int one) except -1
    @cython.locals(round_over=int)
    cdef int next_turn(self) except -1
    cdef int is_used(self) noexcept
    cpdef int may_place(self, int tile) noexcept
    @cython.locals(mask=int)
    cpdef int is_lay(self, int tile, int lay, int cell) noexcept
    cdef int is_canonical_lay(self, int tile, int lay, int cell) noexcept
    @cython.locals(front=int, lay=int)
    cpdef int has_lay(self, int tile) noexcept
    @cython.locals(cell=int, tile=int)
    cdef int place(self, int move) except -1
    @cython.locals(step=int, seat=int)
    cdef int first_asked(self) noexcept
    @cython.locals(cell=int, tile=int)
    cdef int put_down(self) except -1
    @cython.locals(top=int, seat=int)
    cdef int answer(self, int given) except -1
    cpdef int column_of(self, int ring) noexcept
    @cython.locals(shape=int)
    cdef int fits_space(self, int seat, int ring, int column, int space) except -1
    cdef int has_space(self, int seat, int ring) except -1
    @cython.locals(column=int, found=int, space=int)
    cpdef int fitting(self, int seat, int ring) except -1
    @cython.locals(column=int, free=int)
    cdef int is_denied(self, int seat, int ring) except -1
    @cython.locals(kept=int, at=int, seat=int)
    cdef int resolve(self, int ring) except -1
    @cython.locals(kind=int)
    cdef void gain_spores(self, int seat, int ring) noexcept
    cpdef int spores_of(self, int ring, int kind) noexcept
    @cython.locals(top=int, seat=int, ring=int, column=int, space=int)
    cdef void set_marker(self, int argument) noexcept
    @cython.locals(top=int, seat=int, ring=int, bonus=int)
    cdef void begin_bonus(self) noexcept
    cpdef int is_new_sign(self, int sign) noexcept
    @cython.locals(at=int)
    cdef void use_sign(self, int seat, int sign, int trades) noexcept
    @cython.locals(top=int, seat=int, gain=int)
    cdef void begin_gain(self) noexcept
    @cython.locals(top=int, seat=int, ring=int)
    cdef void set_sign(self, int sign, int new) noexcept
    @cython.locals(at=int)
    cpdef int can_sell(self, int seat, int kind, int quantity) noexcept
    @cython.locals(kind=int, quantity=int)
    cdef int has_sale(self, int seat) noexcept
    @cython.locals(quantity=int)
    cdef void sell(self, int seat, int sale) noexcept
    cpdef int can_trade(self, int seat, int sign, int index) noexcept
    @cython.locals(index=int)
    cdef int has_trade(self, int seat, int sign) noexcept
    cdef int go_ring(self, int seat, int ring) except -1
    @cython.locals(top=int, seat=int, gnome=int, target=int, path=int)
    cdef int go(self, int verb, int argument) except -1
    cpdef push(self, int move)
    @cython.locals(top=int)
    cdef int decide(self, int verb, int argument) except -1
    @cython.locals(top=int, seat=int, kind=int)
    cdef int choose_effect(self, int verb, int argument) except -1
    cdef void drop(self, int seat, int tile) noexcept
    cdef void take(self, int seat, int tile) noexcept
    @cython.locals(top=int, sign=int)
    cdef void trade(self, int seat, int argument) noexcept
    @cython.locals(at=int)
    cdef int assign_turns(self, Turns other) except -1
