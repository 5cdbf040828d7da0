"""Gazebo played slowly and plainly, from the rules page alone."""

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tests.engines.reference import records
from tests.engines.reference.gazebo_board import (
    CAPACITY,
    QIN,
    Board,
    Square,
    border,
    name,
    neighbours,
    one_colour,
)
from tests.engines.reference.gazebo_pieces import (
    BIG,
    DOUBLE_COLOUR,
    GAZEBOS,
    HAND,
    PERSONAL,
    SINGLE,
    STOCK,
    Due,
    Joined,
    Nook,
    Patio,
    player_with_most,
    read_placement,
    squares_of,
    winning_pairs,
    winning_seats,
)
from tests.engines.reference.records import Broken

OPTIONS: dict[str, tuple[Any, Any]] = {
    "zen_draw": ("replace", lambda draw: draw in ("replace", "extra")),  # G3.4
    "big_nook_safe": ("illegal", lambda safe: safe in ("illegal", "wins")),  # G4.6
    "partnership": (False, lambda pairs: True),  # G8
}

PLACEMENT = re.compile("([FGW]{2}) ([a-z][1-9][0-9]?)([eswn])")
OTHER_TEXTS = ("stop", "pass", "+c", "+p", "+z", "+-")


class Reference:
    """One game: `terrain` by square, `nooks`, `patios`, `supply`, `hands` and piles by seat.

    `due` is the decision now due: `place`, `second`, `draw`, `extra`, or the reason of the end.
    """

    def __init__(self, players: int, options: dict[str, Any], setup: dict[str, Any]) -> None:
        if not records.is_whole(players) or players not in GAZEBOS:
            raise Broken("G1.2", "two to four players")
        self.players = players
        self.options = records.read_options(options, OPTIONS)
        if self.options["partnership"] and players != 4:
            raise Broken("G8.1", "pairs are four players")
        if not isinstance(setup, dict):
            raise Broken("records", "setup is no object")
        self.board = Board(setup.get("board"))
        self.seat = records.read_start(setup, players, "G1.4")
        if self.options["partnership"] and self.seat not in (1, 3):
            raise Broken("G8.1", "the second player of a pair begins")
        self._read_piles(setup)
        self.terrain = dict(self.board.starts)
        self.nooks: list[Nook] = []
        self.patios = [
            Patio(squares, self.board.kinds[min(squares)]) for squares in self.board.patios
        ]
        self.supply = [GAZEBOS[players]] * players
        self.last_placer: int | None = None  # G8.2
        self.credits = 0  # zen squares covered this turn (G3.4)
        self.due = "place"
        self._start_turn()

    def actor(self) -> int | None:
        """The seat that decides now."""
        return None if self.over() else self.seat

    def over(self) -> bool:
        """G4.8, G5.1."""
        return self.due in ("last_gazebo", "blocked", "out_of_dominoes")

    def legal(self) -> list[str]:
        """Every legal text of the decision now due, sorted."""
        match self.due:
            case "place":
                return sorted(self._placements(self.seat)) or ["pass"]  # G3.6
            case "second":
                return sorted([*self._placements(self.seat), "stop"])  # G6.1: may, not must
            case "draw":
                return sorted(draw for draw, pile in self._usable().items() if pile[0] != "?")
            case "extra":
                return ["+-"] if self.reserve[0] == "?" else ["+-", "+z"]
        return []

    def play(self, text: str) -> None:
        """Make one decision; refused, nothing has changed."""
        if self.due in ("place", "second") and PLACEMENT.fullmatch(text):
            fault = self._placement_fault(text)
        else:
            fault = None if text in self.legal() else self._fault(text)
        if fault:
            raise fault
        if text in ("+c", "+p", "+z"):
            self._draw(text)
        elif text in ("pass", "+-"):
            self._next_turn()
        elif text == "stop":
            self._go_on_drawing()
        else:
            self._place(text)

    def result(self) -> dict[str, Any]:
        """G5.2: the scores are the gazebos left over."""
        if not self.over():
            raise Broken("G5.1", "the game is not over")
        if self.options["partnership"]:
            winners = winning_pairs(self.supply, self.last_placer)
        else:
            winners = winning_seats(self.supply)
        return {"scores": list(self.supply), "winners": winners, "end": self.due}

    # The set-up

    def _read_piles(self, setup: Mapping[str, Any]) -> None:
        """G1.3: single-colour and two-colour dominoes are dealt apart."""
        seats = range(self.players)
        hands = records.read_hands(setup.get("hands"), self.players)
        personal = records.read_hands(setup.get("personal"), self.players)
        self.hands = [
            records.read_tiles(hands[seat], DOUBLE_COLOUR, HAND, "G1.3") for seat in seats
        ]
        self.personal = [
            records.read_tiles(personal[seat], SINGLE, PERSONAL, "G1.3", True) for seat in seats
        ]
        reserve, common = 27 - PERSONAL * self.players, 54 - HAND * self.players
        self.reserve = records.read_tiles(setup.get("reserve"), SINGLE, reserve, "G1.3", True)
        self.common = records.read_tiles(setup.get("common"), DOUBLE_COLOUR, common, "G1.3", True)
        piles = [*self.hands, *self.personal, self.reserve, self.common]
        everything = [tile for pile in piles for tile in pile]
        records.check_stock(everything, STOCK, "G1.1")

    # Turns

    def _start_turn(self) -> None:
        """G5.1 is tested first; then a seat with an empty hand is skipped (G3.6)."""
        self.credits = 0
        self.due = "place"
        if not any(self.hands):
            self.due = "out_of_dominoes"
        elif not any(self._can_place(seat) for seat in range(self.players)):
            self.due = "blocked"
        else:
            while not self.hands[self.seat]:
                self.seat = self._after(self.seat)

    def _next_turn(self) -> None:
        self.seat = self._after(self.seat)
        self._start_turn()

    def _after(self, seat: int) -> int:
        return (seat + 1) % self.players  # G1.4: clockwise

    def _go_on_drawing(self) -> None:
        """G3.3, G3.4: the draws that are due, then the extra ones, then the next seat."""
        if len(self.hands[self.seat]) < HAND and self._usable():
            self.due = "draw"
        elif self.options["zen_draw"] == "extra" and self.credits and self.reserve:
            self.due = "extra"
        else:
            self._next_turn()

    def _usable(self) -> dict[str, list[str]]:
        """The piles a due draw may come from, where they hold tiles."""
        piles = {"+c": self.common, "+p": self.personal[self.seat]}
        if self.credits and self.options["zen_draw"] == "replace":
            piles["+z"] = self.reserve
        return {draw: pile for draw, pile in piles.items() if pile}

    def _draw(self, text: str) -> None:
        pile = {"+c": self.common, "+p": self.personal[self.seat], "+z": self.reserve}[text]
        self.hands[self.seat].append(pile.pop(0))
        if text == "+z":
            self.credits -= 1
        self._go_on_drawing()

    # Placements

    def _placements(self, seat: int) -> Iterator[str]:
        """Every legal placement of a domino in this hand (G3.1)."""
        free = self.board.open - set(self.terrain)
        beside = border(self.terrain)
        for domino in sorted(set(self.hands[seat])):
            directions = "es" if domino in SINGLE else "eswn"  # a double's half-turn is the same
            for square in free:
                for direction in directions:
                    laid = squares_of(domino, square, direction)
                    if not beside.isdisjoint(laid) and self._refusal(laid) is None:
                        yield f"{domino} {name(square)}{direction}"

    def _can_place(self, seat: int) -> bool:
        return any(True for _ in self._placements(seat))

    def _refusal(self, laid: dict[Square, str]) -> Broken | None:
        """Why a domino cannot lie so, whoever places it."""
        if any(square not in self.board.open or square in self.terrain for square in laid):
            return Broken("G2.1", "a domino lies on open squares")
        if not any(near in self.terrain for square in laid for near in neighbours(square)):
            return Broken("G3.1", "a domino shares an edge with terrain already there")
        for joined in self._joined(laid):
            refusal = self._join_refusal(joined.before)
            if refusal:
                return refusal
        return None

    def _join_refusal(self, before: list[Nook]) -> Broken | None:
        """G4.5, G4.6."""
        big = [nook for nook in before if len(nook.squares) >= BIG]
        if len(big) >= 2:
            return Broken("G4.6", "two big nooks are never joined")
        if len(before) < 2:
            return None
        most = player_with_most(before)
        if big and most != big[0].owner:
            if self.options["big_nook_safe"] == "wins":
                return None
            return Broken("G4.6", "a big nook is never absorbed")
        return Broken("G4.5", "no player has strictly most squares") if most is None else None

    def _joined(self, laid: dict[Square, str]) -> list[Joined]:
        """The groups that the laid squares belong to afterwards, the lone ones left out."""
        terrain = self.terrain | laid
        groups = {one_colour(square, terrain) for square in laid}
        return [
            Joined(group, [nook for nook in self.nooks if nook.squares <= group])
            for group in sorted(groups, key=min)
            if len(group) >= 2
        ]

    def _owner(self, before: list[Nook]) -> int:
        """Whose the nook is that these were joined to."""
        if not before:
            return self.seat  # G4.2
        big = [nook for nook in before if len(nook.squares) >= BIG]
        if big:
            return big[0].owner  # G4.6: legal only where its owner keeps it
        most = player_with_most(before)  # G4.3, G4.5
        assert most is not None
        return most

    def _place(self, text: str) -> None:
        """One placement: nook stage, patio stage, then what it triggered (G4.8, G6)."""
        laid = read_placement(text)
        first = self.due == "place"
        self.hands[self.seat].remove(text[:2])
        groups = self._joined(laid)
        self.terrain |= laid
        self.credits += len(self.board.of_kind("z") & set(laid))
        fires = bool(self.board.of_kind("=") & set(laid))  # G6.2
        fires |= any(self._fires(joined) for joined in groups)
        if self._nook_stage(groups) or self._patio_stage():
            self.due = "last_gazebo"
        elif first and fires and self._can_place(self.seat):
            self.due = "second"
        else:
            self._go_on_drawing()  # G6.4: triggers of the second domino give nothing

    def _fires(self, joined: Joined) -> bool:
        """G6.1: the active player's nook touches a vase none of his nooks in it touched."""
        if self._owner(joined.before) != self.seat:
            return False
        touched = self.board.vases & border(joined.squares)
        for nook in joined.before:
            if nook.owner == self.seat:
                touched -= border(nook.squares)
        return bool(touched)

    # Gazebos

    def _nook_stage(self, groups: list[Joined]) -> bool:
        """G4.2–G4.5; true where somebody put down the last gazebo."""
        dues = []
        for joined in groups:
            owner = self._owner(joined.before)
            wanted = 2 if len(joined.squares) >= BIG else 1  # G4.4
            there = sum(nook.gazebos for nook in joined.before if nook.owner == owner)
            for nook in joined.before:
                self.nooks.remove(nook)
                if nook.owner != owner:
                    self.supply[nook.owner] += nook.gazebos
            # G4.5: the owner's gazebos already there stay; only the surplus returns.
            kept = min(there, wanted)
            self.supply[owner] += there - kept
            nook = Nook(joined.squares, owner, kept)
            self.nooks.append(nook)
            dues.append(Due(owner, nook, wanted - kept))
        return self._put_down(dues)

    def _patio_stage(self) -> bool:
        """G4.7, all patios at once; true where somebody put down the last gazebo."""
        judged = [(patio, self._claimant(patio)) for patio in self.patios]
        dues = []
        for patio, player in judged:
            if player is None or player == patio.owner:
                continue
            number = CAPACITY[patio.kind]
            if patio.owner is not None:
                number = patio.gazebos
                self.supply[patio.owner] += patio.gazebos
            patio.owner, patio.gazebos = player, 0
            dues.append(Due(player, patio, number))
        return self._put_down(dues)

    def _claimant(self, patio: Patio) -> int | None:
        """The player with strictly most gazebos on nooks that touch the patio."""
        adjacent = [0] * self.players
        for nook in self.nooks:
            if border(nook.squares) & patio.squares:
                adjacent[nook.owner] += nook.gazebos
        most = max(adjacent)
        needed = 2 if patio.kind == "^" and patio.owner is None else 1  # G6.3
        if most < needed or adjacent.count(most) > 1:
            return None
        return adjacent.index(most)

    def _put_down(self, dues: list[Due]) -> bool:
        """G4.8: the active player first, then clockwise; by first square within a player."""
        dues.sort(key=lambda due: ((due.player - self.seat) % self.players, min(due.where.squares)))
        for due in dues:
            for _ in range(due.number):
                self.supply[due.player] -= 1
                due.where.gazebos += 1
                self.last_placer = due.player
                if self.supply[due.player] == 0:
                    return True
        return False

    # Why not

    def _fault(self, text: str) -> Broken:
        """Why this text is not legal now."""
        placement = PLACEMENT.fullmatch(text)
        if text not in OTHER_TEXTS and not placement:
            return Broken("records", f"{text!r} is no decision")
        if self.over():
            return Broken("G4.8" if self.due == "last_gazebo" else "G5.1", "the game is over")
        if text in ("+c", "+p", "+z") and self.due in ("draw", "extra"):
            return self._draw_fault(text)
        rule = {"place": "G3.1", "second": "G6.1", "draw": "G3.3", "extra": "G3.4"}[self.due]
        return Broken("G3.6" if text == "pass" else rule, f"{text} is not what is due")

    def _placement_fault(self, text: str) -> Broken | None:
        """Why this placement is not legal now; None where it is."""
        domino, direction = text[:2], text[-1]
        if domino not in STOCK or (domino in SINGLE and direction in "wn"):
            return Broken("records", f"{text!r} is no text of a placement")
        if domino not in self.hands[self.seat]:
            return Broken("G3.1", f"{domino} is not in hand")
        return self._refusal(read_placement(text))

    def _draw_fault(self, text: str) -> Broken:
        if text in self._usable() or (text == "+z" and self.due == "extra"):
            return Broken("records", "nobody knows the top tile of that pile")
        return Broken("G3.4" if text == "+z" else "G3.3", f"{text}: nothing to draw there")


def deal(
    players: int,
    options: dict[str, Any],
    seed: int,
    board: dict[str, Any] | None = None,
    start: int | None = None,
) -> dict[str, Any]:
    """A legal set-up (G1.3) from a seed; without a start seat 0, in pairs seat 1."""
    dice = random.Random(seed)
    single = [domino for domino in SINGLE for _ in range(STOCK[domino])]
    mixed = [domino for domino in DOUBLE_COLOUR for _ in range(STOCK[domino])]
    dice.shuffle(single)
    dice.shuffle(mixed)
    first = 1 if options.get("partnership") else 0
    return {
        "board": board or QIN,
        "start": first if start is None else start,
        "personal": [" ".join(single.pop() for _ in range(PERSONAL)) for _ in range(players)],
        "hands": [" ".join(mixed.pop() for _ in range(HAND)) for _ in range(players)],
        "common": " ".join(mixed),
        "reserve": " ".join(single),
    }


def verify(record: dict[str, Any]) -> records.Fault | None:
    """The first fault of a record: index, text, rule; None if it is right."""
    return records.verify(record, "gazebo", Reference)
