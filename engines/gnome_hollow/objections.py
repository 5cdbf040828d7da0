"""Why a decision of Gnome Hollow is not legal, in a sentence that names the rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engines.gnome_hollow import why_not_acting as acting
from engines.gnome_hollow import why_not_placing as placing
from engines.gnome_hollow.terms import (
    BASE,
    COLUMNS,
    DROP,
    DROPS,
    END_PLACING,
    FIX,
    FIX_JOINTS,
    FLOWER_PICK,
    FLOWERS,
    GNOME,
    GNOME_BIT,
    GO_FLOWERS,
    GO_MARKET,
    GO_PATH,
    GO_RING,
    GO_SIGN,
    KINDS,
    LEAVE,
    MARK,
    MARKER,
    NEW_SIGN,
    NO,
    OVER,
    PICK,
    PICKS,
    PLACE,
    QUANTITIES,
    RESOLVE,
    RINGS,
    SALE,
    SELL_ONE,
    SIGN,
    SIGNPOSTS,
    STAY,
    STUMP,
    TAKE,
    TAKE_FLOWER,
    TAKE_TILE,
    TAKE_WILD,
    TRADE,
    TRADES,
    USE_SIGN,
    VERB,
    WILDFLOWER,
    YES,
)
from engines.gnome_hollow.why_not_placing import Why
from engines.position import NotLegal
from engines.values import is_whole, refusal, seat_label, shown

if TYPE_CHECKING:
    from engines.gnome_hollow.rules import Position

DUE = {
    PLACE: "places tiles",
    LEAVE: "is asked for leave",
    FIX: "chooses what a wildflower joins",
    RINGS: "chooses the next ring",
    MARKER: "chooses a space for a marker",
    WILDFLOWER: "takes a wildflower",
    DROPS: "drops a tile from storage",
    SIGN: "chooses a signpost",
    TAKE_TILE: "takes a tile from the market",
    FLOWER_PICK: "takes a flower from the market",
    PICKS: "picks mushrooms of the ring",
    SALE: "may sell mushrooms",
    TRADES: "may make a trade",
    GNOME: "may move a gnome",
}
"""What the seat does whose decision is due."""

SALES = KINDS * QUANTITIES
LAY = -1
"""In the place of a verb."""
STEPS: dict[int, tuple[tuple[int, ...], str]] = {
    LAY: ((PLACE,), "H3.1"),
    END_PLACING: ((PLACE,), "H3.1"),
    YES: ((LEAVE,), "H3.2"),
    NO: ((LEAVE,), "H3.2"),
    DROP: ((PLACE, DROPS), "H3.3"),
    TAKE: ((PLACE, TAKE_TILE), "H5"),
    FIX_JOINTS: ((FIX,), "H5.1"),
    RESOLVE: ((RINGS,), "H4"),
    MARK: ((MARKER,), "H4.3"),
    TAKE_WILD: ((WILDFLOWER,), "H5.1"),
    TAKE_FLOWER: ((WILDFLOWER, FLOWER_PICK), "H5"),
    NEW_SIGN: ((SIGN,), "H5"),
    USE_SIGN: ((SIGN,), "H5"),
    PICK: ((PICKS,), "H5"),
    STAY: ((GNOME,), "H6"),
    GO_PATH: ((GNOME,), "H6"),
    GO_RING: ((GNOME,), "H6"),
    GO_FLOWERS: ((GNOME,), "H6"),
    GO_SIGN: ((GNOME,), "H6"),
    GO_MARKET: ((GNOME,), "H6"),
    SELL_ONE: ((SALE,), "H5"),
    TRADE: ((TRADES,), "H9.1"),
}
"""When a decision of each kind can be due, and the rule."""

LIMITS: dict[int, int] = {
    END_PLACING: 1, YES: 1, NO: 1, STAY: 1, DROP: STUMP, TAKE: STUMP, MARK: 64 * COLUMNS,
    TAKE_WILD: FLOWERS, TAKE_FLOWER: FLOWERS, NEW_SIGN: SIGNPOSTS, USE_SIGN: SIGNPOSTS,
    PICK: 1 << 3 * KINDS, GO_FLOWERS: 1 + FLOWERS, GO_MARKET: SALES << 8, SELL_ONE: SALES,
}  # fmt: skip
"""What the argument of such a decision is always below, that of a gnome's without the gnome."""

WHYS: dict[int, Callable[[Position, int], Why]] = {
    LAY: placing.lay,
    END_PLACING: placing.end,
    DROP: placing.drop,
    TAKE: placing.take,
    FIX_JOINTS: acting.fix,
    RESOLVE: acting.resolve,
    MARK: acting.marker,
    TAKE_WILD: acting.wild,
    TAKE_FLOWER: acting.flower,
    NEW_SIGN: acting.new_sign,
    USE_SIGN: acting.use_sign,
    PICK: acting.pick,
    GO_PATH: acting.go_path,
    GO_RING: acting.go_ring,
    GO_FLOWERS: acting.go_flowers,
    GO_SIGN: acting.go_sign,
    GO_MARKET: acting.go_market,
    SELL_ONE: acting.sell,
    TRADE: acting.trade,
}
"""Why not, by the verb, where a decision of its kind is due; the others are legal then."""


def objection(position: Position, move: int) -> NotLegal:
    """The refusal of a decision that is not legal in this position."""
    if not is_whole(move) or not 0 <= move < BASE + (TRADE + 1) * VERB:
        return _no_decision(move)
    verb, argument = divmod(move - BASE, VERB) if move >= BASE else (LAY, move)
    early = _not_due(position, verb)
    if early:
        return early
    if not _is_meant(verb, argument):
        return _no_decision(move)
    if position.allows_shown(move):
        return unseen()
    return _refused(*WHYS[verb](position, argument))


def beyond(position: Position, verb: int, sentence: str, rule: str) -> NotLegal:
    """The refusal of a decision that has no number, since no game allows it."""
    return _not_due(position, verb) or _refused("out_of_reach", sentence, rule)


def unseen() -> NotLegal:
    """The refusal of what would draw a tile that nobody saw."""
    sentence = "The next tile of the bag is written ?, so nobody can have drawn it"
    return _refused("unseen_tile", sentence, "H2.1")


def check_seat(seat: object, players: int) -> None:
    """Refuse a seat that the game has not. Raises RuleBroken: no_such_seat."""
    if not isinstance(seat, int) or not is_whole(seat) or not 0 <= seat < players:
        sentence = f"A seat of this game is a number from 0 to {players - 1}, not {shown(seat)}"
        raise refusal("no_such_seat", sentence, "H1.1", field="seat")


def read_policy(policy: object) -> int:
    """1 for greedy, 0 for random. Raises RuleBroken: unknown_policy."""
    if policy not in ("random", "greedy"):
        raise refusal("unknown_policy", "The policy must be random or greedy", field="policy")
    return int(policy == "greedy")


def _not_due(position: Position, verb: int) -> NotLegal | None:
    """The refusal of a decision whose kind is not due."""
    phase = position.phase()
    if phase == OVER:
        return _refused("game_over", "The game is over", "H8.2")
    steps, rule = STEPS[verb]
    if phase in steps:
        return None
    now = f"{seat_label(position.actor())} {DUE[phase]}"
    return _refused("not_due", f"That is not due; {now}", rule)


def _is_meant(verb: int, argument: int) -> bool:
    """Whether some text means it."""
    target = argument % GNOME_BIT if verb in (GO_FLOWERS, GO_MARKET) else argument
    if verb == GO_MARKET and argument % 256 >= SALES:
        return False
    return target < LIMITS.get(verb, VERB) or verb == LAY


def _no_decision(move: object) -> NotLegal:
    return _refused("no_decision", f"{shown(move)} is no decision of Gnome Hollow", "H7.1")


def _refused(code: str, sentence: str, rule: str) -> NotLegal:
    return NotLegal(code, f"{sentence} ({rule}).", rule)
