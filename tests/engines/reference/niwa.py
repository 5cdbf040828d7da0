"""Niwa played slowly and plainly, from the rules page alone."""

import random
import re
from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any

from tests.engines import niwa_reference
from tests.engines.reference import records
from tests.engines.reference.records import Broken

COLOURS = ("P", "G", "O")
CARDS = [f"{colour}{number}" for colour in COLOURS for number in range(11)]
STOCK = dict.fromkeys(CARDS, 2)  # N1: 66 cards
HAND, PILE, ROW = 9, 9, 3  # N2.2

# What changes legal play or scoring: N4.2, N5.2, N5.3.
OPTIONS: dict[str, tuple[Any, Any]] = {
    "max_exchanges": (0, lambda limit: 0 <= limit <= 10_000),  # the bound is the game page's
    "highest_copies": ("one", lambda copies: copies in ("one", "both")),
    "min_run": (2, lambda least: 1 <= least <= 9),
}

CARD = "[PGO](?:10|[0-9])"
EXCHANGE = re.compile(f"({CARD})>({CARD})")
TRIO = re.compile(f"T(10|[0-9]):({CARD}),({CARD}),({CARD})")


class Reference:
    """One round: `hands` by seat, `row` and `pile` (top first), `must_choose` after a reveal."""

    def __init__(self, players: int, options: dict[str, Any], setup: dict[str, Any]) -> None:
        if not records.is_whole(players) or not 2 <= players <= 6:
            raise Broken("N1.2", "two to six players")
        self.players = players
        self.options = records.read_options(options, OPTIONS)
        if not isinstance(setup, dict):
            raise Broken("records", "setup is no object")
        self.mission = _read_mission(setup)
        self.seat = records.read_start(setup, players, "N2.4")
        hands = records.read_hands(setup.get("hands"), players)
        self.hands = [records.read_tiles(hand, CARDS, HAND, "N2.2") for hand in hands]
        self.row = records.read_tiles(setup.get("row"), CARDS, ROW, "N2.2")
        self.pile = records.read_tiles(setup.get("pile"), CARDS, PILE, "N2.2", face_down=True)
        cards = [card for cards in (*self.hands, self.row, self.pile) for card in cards]
        records.check_stock(cards, STOCK, "N1")
        self.exchanges = 0  # one after the other, by all seats together (N4.2)
        self.must_choose = False  # a trio lies there after a reveal (N3.2)

    def actor(self) -> int | None:
        """The seat that decides now."""
        return None if self.over() else self.seat

    def over(self) -> bool:
        """N4.1: the last pile card is revealed and that turn is finished."""
        return not self.pile and not self.must_choose

    def legal(self) -> list[str]:
        """Every legal text of the decision now due, sorted."""
        if self.over():
            return []
        if self.must_choose:
            return sorted(["-", *self._takings()])
        exchanges = {f"{give}>{take}" for give in self.hands[self.seat] for take in self.row}
        if self._reveal_is_due():
            exchanges = set()
        reveal = [] if self.pile[0] == "?" else ["R"]
        return sorted([*exchanges, *reveal])

    def play(self, text: str) -> None:
        """Make one decision; refused, nothing has changed."""
        if text not in self.legal():
            raise self._fault(text)
        if text == "R":
            self._reveal()
        elif text == "-":
            self._end_turn()
        elif text.startswith("T"):
            self._take(text)
        else:
            self._exchange(text)

    def result(self) -> dict[str, Any]:
        """Scores by N5; N5.5: tied players all win."""
        if not self.over():
            raise Broken("N4.1", "the round is not over")
        copies, least = self.options["highest_copies"], self.options["min_run"]
        scores = [niwa_reference.score(hand, self.mission, copies, least) for hand in self.hands]
        winners = [seat for seat in range(self.players) if scores[seat] == max(scores)]
        return {"scores": scores, "winners": winners, "end": "pile"}

    def _reveal_is_due(self) -> bool:
        """N4.2: after that many exchanges in a row the next decision must be a reveal."""
        limit = self.options["max_exchanges"]
        return bool(limit) and self.exchanges >= limit

    def _trios(self) -> list[int]:
        """The numbers that lie in the row in three colours."""
        return [
            number
            for number in range(11)
            if all(f"{colour}{number}" in self.row for colour in COLOURS)
        ]

    def _takings(self) -> set[str]:
        """N3.2, N3.3: one trio by its number, for any three hand cards."""
        hand = sorted(self.hands[self.seat], key=CARDS.index)
        return {
            f"T{number}:{','.join(three)}"
            for number in self._trios()
            for three in combinations(hand, 3)
        }

    def _exchange(self, text: str) -> None:
        """N3.1: no trio may be taken afterwards."""
        give, take = text.split(">")
        hand = self.hands[self.seat]
        self.row.remove(take)  # first: the card taken lay there before
        hand.remove(give)
        self.row.append(give)
        hand.append(take)
        self.exchanges += 1
        self._end_turn()

    def _reveal(self) -> None:
        """N3.2; without a trio the turn simply ends."""
        self.row.append(self.pile.pop(0))
        self.exchanges = 0
        if self._trios():
            self.must_choose = True
        else:
            self._end_turn()

    def _take(self, text: str) -> None:
        """N3.3: the trio that lay there is taken, so copies put down stay in the row."""
        number, three = text[1:].split(":")
        hand = self.hands[self.seat]
        trio = [f"{colour}{number}" for colour in COLOURS]
        for card in three.split(","):
            hand.remove(card)
            self.row.append(card)
        for card in trio:
            self.row.remove(card)
            hand.append(card)
        self._end_turn()

    def _end_turn(self) -> None:
        self.must_choose = False
        self.seat = (self.seat + 1) % self.players  # N2.4: clockwise

    def _fault(self, text: str) -> Broken:
        """Why this text is not legal now."""
        exchange, trio = EXCHANGE.fullmatch(text), TRIO.fullmatch(text)
        if text not in ("R", "-") and not exchange and not trio:
            return Broken("records", f"{text!r} is no decision")
        if self.over():
            return Broken("N4.1", "the round is over")
        if self.must_choose:
            return self._fault_after_reveal(trio)
        if text == "R":
            return Broken("records", "nobody knows the top card of the pile")
        if text == "-" or trio:
            return Broken("N3.2", "no trio lies there after a reveal")
        if self._reveal_is_due():
            return Broken("N4.2", "a reveal is due")
        return Broken("N3.1", f"{text}: a hand card for a card of the row")

    def _fault_after_reveal(self, trio: re.Match[str] | None) -> Broken:
        if trio is None:
            return Broken("N3.2", "a trio is to be taken or declined")
        if int(trio[1]) not in self._trios():
            return Broken("N3.3", f"no trio of {trio[1]} lies there")
        if Counter(trio.groups()[1:]) - Counter(self.hands[self.seat]):
            return Broken("N3.2", "the cards put down come from the hand")
        return Broken("records", "the cards stand by colour P, G, O, then by number")


def _read_mission(setup: Mapping[str, Any]) -> int:
    mission: Any = setup.get("mission")
    if not records.is_whole(mission) or mission not in range(1, 9):
        raise Broken("N2.1", f"mission {mission!r}")
    return int(mission)


def deal(
    players: int, options: dict[str, Any], seed: int, mission: int | None = None, start: int = 0
) -> dict[str, Any]:
    """A legal set-up (N2) from a seed; no option changes the deal."""
    dice = random.Random(seed)
    cards = [card for card in CARDS for _ in range(STOCK[card])]
    dice.shuffle(cards)
    hands = [[cards.pop() for _ in range(HAND)] for _ in range(players)]
    return {
        "mission": mission or dice.randint(1, 8),
        "start": start,
        "hands": [" ".join(sorted(hand, key=CARDS.index)) for hand in hands],
        "row": " ".join(cards.pop() for _ in range(ROW)),
        "pile": " ".join(cards.pop() for _ in range(PILE)),
    }


def verify(record: dict[str, Any]) -> records.Fault | None:
    """The first fault of a record: index, text, rule; None if it is right."""
    return records.verify(record, "niwa", Reference)
