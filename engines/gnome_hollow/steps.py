"""The steps of a turn of Gnome Hollow that are still to be done, and the options that decide them.

They lie on a stack, the next on top, each with the seat that decides and two numbers.
"""

from __future__ import annotations

from engines.gnome_hollow.goods import Goods
from engines.gnome_hollow.tiles import Tiles


class Steps(Goods):
    """What is still to be done. Options are numbers, 1 where they are not the default:
    `may_store`, `late_refill`, `leave` (0 ask, 1 always, 2 never), `random_signs`, `both_visits`,
    `trading`, `bonus_trades`, `advanced`, `shape_denies`."""

    def __init__(self, tiles: Tiles, players: int, start: int, options: dict[str, int]) -> None:
        super().__init__(tiles, players, bool(options["passes"]))
        self.may_store = options["may_store"]
        self.late_refill = options["late_refill"]
        self.leave = options["leave"]
        self.random_signs = options["random_signs"]
        self.both_visits = options["both_visits"]
        self.trading = options["trading"]
        self.bonus_trades = options["bonus_trades"]
        self.advanced = options["advanced"]
        self.shape_denies = options["shape_denies"]
        self.start = start
        self.turn = start
        self.last = 0
        self.decisions = 0
        self.used = 0
        self.fresh = [-1] * 2
        self.refused = 0
        self.lay = 0
        self.asked = 0
        self.closings: list[tuple[int, ...]] = []
        self.step = [0] * 64
        self.step_seat = [0] * 64
        self.step_one = [0] * 64
        self.step_two = [0] * 64
        self.depth = 0

    def put(self, step: int, seat: int, one: int, two: int) -> None:
        at = self.depth
        self.step[at] = step
        self.step_seat[at] = seat
        self.step_one[at] = one
        self.step_two[at] = two
        self.depth += 1

    def assign_steps(self, other: Steps) -> None:
        """Copies the state of the turn."""
        self.turn = other.turn
        self.last = other.last
        self.decisions = other.decisions
        self.used = other.used
        self.fresh[0] = other.fresh[0]
        self.fresh[1] = other.fresh[1]
        self.refused = other.refused
        self.lay = other.lay
        self.asked = other.asked
        self.closings = other.closings
        self.depth = other.depth
        for at in range(other.depth):
            self.step[at] = other.step[at]
            self.step_seat[at] = other.step_seat[at]
            self.step_one[at] = other.step_one[at]
            self.step_two[at] = other.step_two[at]
