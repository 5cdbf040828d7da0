"""The layout of a match of Niwa: what lies where, who decides what, who knows what (N2–N4).

Moves are the ints of `engines.niwa.notation`. Cards are ints 0..32; copies are alike, so a hand
and the row are lists in which only the places of a random draw mean something. An exchange is a
swap of two places.
"""

from __future__ import annotations

from itertools import combinations

from engines.niwa import notation, tables
from engines.niwa.cards import HAND_SIZE, NUMBERS
from engines.position import OVER
from engines.rng import Rng

PILE = tables.PILE
HAND = HAND_SIZE
KINDS = tables.KINDS
REVEAL = notation.REVEAL
DECLINE = notation.DECLINE
TRIO = notation.TRIO

TURN, CHOICE, DONE = tables.TURN, tables.CHOICE, tables.DONE

COLOUR_BITS = (1 << NUMBERS) - 1
EXCHANGES = list(range(REVEAL))
"""Every exchange; a list of moves shares these numbers instead of making them anew."""
BIT = tables.BIT  # the types beside this file make an array of it


class Layout:
    """The cards of a match, who decides, and what all know. `left`: the cards of the pile."""

    def __init__(
        self,
        players: int,
        mission: int,
        start: int = 0,
        max_exchanges: int = 0,
        copies: int = 1,
        min_run: int = 2,
    ) -> None:
        """An empty layout; `copies`: how many of a colour's highest card score (N5.2)."""
        self.players = players
        self.mission = mission
        self.start = start
        self.max_exchanges = max_exchanges
        self.copies = copies
        self.min_run = min_run
        self.seat = start
        self.phase = TURN
        self.left = PILE
        self.size = 0
        self.exchanges = 0
        # Lengths are written out, since the compiled form makes arrays of these.
        self.hand = [0] * 54  # six hands
        self.row = [0] * 12  # three cards and one a reveal (N3.5)
        self.pile = [0] * 9
        self.known = [0] * 198  # copies by seat and card
        self.lay_out_scratch()

    def lay_out_scratch(self) -> None:
        """Scratch paper of one call: a hand in order, unseen cards."""
        self.ordered = [0] * 9
        self.unseen = [0] * 33
        self.deck = [0] * 66

    def lay(self, hands: list[list[int]], row: list[int], pile: list[int]) -> None:
        """Lays out the cards: hands seat 0 first, the pile top first, −1 for an unknown card."""
        for seat, cards in enumerate(hands):
            for place, card in enumerate(sorted(cards)):
                self.hand[seat * HAND + place] = card
        for place, card in enumerate(row):
            self.row[place] = card
        self.size = len(row)
        for place, card in enumerate(pile):
            self.pile[PILE - len(pile) + place] = card
        self.left = len(pile)

    # What lies where.

    def hand_of(self, seat: int) -> list[int]:
        """The seat's nine cards, ascending."""
        return sorted(self.hand[place] for place in range(seat * HAND, seat * HAND + HAND))

    def known_of(self, seat: int) -> list[int]:
        """The cards that all know the seat to hold, ascending (N3.4)."""
        if self.phase == DONE:
            return self.hand_of(seat)
        copies = [self.known[seat * KINDS + card] for card in range(KINDS)]
        return [card for card in range(KINDS) for _ in range(copies[card])]

    def row_cards(self) -> list[int]:
        """The row, as it lies."""
        return [self.row[place] for place in range(self.size)]

    def pile_cards(self) -> list[int]:
        """The pile, top first; −1 for an unknown card."""
        return [self.pile[place] for place in range(PILE - self.left, PILE)]

    def is_start(self) -> bool:
        """Whether no decision has been made; an exchange is counted until the next reveal."""
        return self.left == PILE and self.exchanges == 0

    def state(self) -> tuple[object, ...]:
        """All there is, to compare positions by; how a hand or the row is ordered is nothing."""
        seats = range(self.players)
        return (
            *(self.players, self.mission, self.start),
            *(self.max_exchanges, self.copies, self.min_run),
            *(self.seat, self.phase, self.exchanges),
            *(tuple(self.hand_of(seat)) for seat in seats),
            *(tuple(self.known_of(seat)) for seat in seats),
            tuple(sorted(self.row_cards())),
            tuple(self.pile_cards()),
        )

    def assign(self, other: Layout) -> None:
        """Makes this layout equal to the other, in place."""
        self.players = other.players
        self.mission = other.mission
        self.start = other.start
        self.max_exchanges = other.max_exchanges
        self.copies = other.copies
        self.min_run = other.min_run
        self.seat = other.seat
        self.phase = other.phase
        self.left = other.left
        self.size = other.size
        self.exchanges = other.exchanges
        self.hand[:] = other.hand
        self.row[:] = other.row
        self.pile[:] = other.pile
        self.known[:] = other.known

    # Who decides what.

    def actor(self) -> int:
        """The seat that decides; −1 when the match has ended."""
        return OVER if self.phase == DONE else self.seat

    def lying(self) -> int:
        """A bit for each card that lies in the row."""
        lying = 0
        for place in range(self.size):
            lying |= BIT[self.row[place]]
        return lying

    def trios(self) -> int:
        """A bit for each number of which a trio lies in the row."""
        lying = self.lying()
        return lying & lying >> NUMBERS & lying >> 2 * NUMBERS & COLOUR_BITS

    def order(self, seat: int) -> None:
        """Writes the seat's hand onto scratch paper, ascending."""
        for place in range(HAND):
            card = self.hand[seat * HAND + place]
            at = place
            while at > 0 and self.ordered[at - 1] > card:
                self.ordered[at] = self.ordered[at - 1]
                at -= 1
            self.ordered[at] = card

    def moves(self) -> list[int]:
        """Every legal decision once, ascending."""
        if self.phase == TURN:
            return self.turns()
        return self.choices() if self.phase == CHOICE else []

    def turns(self) -> list[int]:
        """Exchanges (N3.1) unless a reveal is due (N4.2), and the reveal of a known card."""
        found: list[int] = []
        if not self.must_reveal():
            kinds = self.order_row()
            self.order(self.seat)
            for place in range(HAND):
                given = self.ordered[place]
                if place == 0 or given != self.ordered[place - 1]:
                    for at in range(kinds):
                        found.append(EXCHANGES[given * KINDS + self.deck[at]])
        if self.pile[PILE - self.left] >= 0:
            found.append(REVEAL)
        return found

    def must_reveal(self) -> bool:
        """Whether all seats together have exchanged as often in a row as they may (N4.2)."""
        return 0 < self.max_exchanges <= self.exchanges

    def order_row(self) -> int:
        """Writes the different cards of the row into `deck`, ascending; returns their number."""
        lying = self.lying()
        kinds = 0
        for card in range(KINDS):
            if lying & BIT[card]:
                self.deck[kinds] = card
                kinds += 1
        return kinds

    def choices(self) -> list[int]:
        """Declining, and each trio of the row for each three cards of the hand (N3.2, N3.3)."""
        found = [DECLINE]
        lying = self.trios()
        self.order(self.seat)
        hand = [self.ordered[place] for place in range(HAND)]
        given = sorted(set(combinations(hand, 3)))
        for number in range(NUMBERS):
            if lying >> number & 1:
                found += [notation.trio_move(number, *three) for three in given]
        return found

    def fault(self, move: int) -> int:
        """`notation.LEGAL`, or why the decision is refused."""
        if not 0 <= move <= DECLINE and not notation.is_decision(move):
            return notation.NO_DECISION
        if self.phase == DONE:
            return notation.ENDED
        return self.fault_of_choice(move) if move > REVEAL else self.fault_of_turn(move)

    def fault_of_turn(self, move: int) -> int:
        """Of an exchange or a reveal (N3.1, N3.2, N4.2)."""
        if self.phase == CHOICE:
            return notation.TRIO_LIES
        if move == REVEAL:
            return notation.UNSEEN if self.pile[PILE - self.left] < 0 else notation.LEGAL
        if self.must_reveal():
            return notation.MUST_REVEAL
        if self.held(move // KINDS) == 0:
            return notation.NOT_IN_HAND
        return notation.LEGAL if self.lying() & BIT[move % KINDS] else notation.NOT_IN_ROW

    def fault_of_choice(self, move: int) -> int:
        """Of a trio taken or declined (N3.2, N3.3)."""
        if self.phase == TURN:
            return notation.NO_REVEAL
        if move == DECLINE:
            return notation.LEGAL
        number, given = notation.trio_parts(move)
        if not self.trios() >> number & 1:
            return notation.NO_TRIO
        enough = all(self.held(card) >= given.count(card) for card in given)
        return notation.LEGAL if enough else notation.NOT_THREE

    def held(self, card: int) -> int:
        """Copies of the card in the hand of who decides."""
        copies = 0
        for place in range(self.seat * HAND, self.seat * HAND + HAND):
            if self.hand[place] == card:
                copies += 1
        return copies

    def play(self, move: int) -> None:
        """Makes a decision. Raises NotLegal by N3 and N4, and then changes nothing."""
        fault = self.fault(move)
        if fault != notation.LEGAL:
            raise notation.not_legal(fault, move if notation.is_decision(move) else None)
        self.push(move)

    def push(self, move: int) -> None:
        """Makes a decision that is known to be legal."""
        if move < REVEAL:
            self.give(move // KINDS)
            self.take(move % KINDS)
            self.swap(move // KINDS, move % KINDS)
            self.exchanges += 1
            self.pass_on()
        elif move == REVEAL:
            self.reveal()
        else:
            if move >= TRIO:
                self.swap_trio(move - TRIO)
            self.pass_on()

    def give(self, card: int) -> None:
        """All see a card leave the hand: at least one fewer of it is left there (N3.4)."""
        at = self.seat * KINDS + card
        if self.known[at] > 0:
            self.known[at] -= 1

    def take(self, card: int) -> None:
        """All see a card come into the hand (N3.4)."""
        self.known[self.seat * KINDS + card] += 1

    def swap(self, given: int, taken: int) -> None:
        """Puts a hand card where another lies in the row, and that one into the hand."""
        place = self.seat * HAND
        while self.hand[place] != given:
            place += 1
        at = 0
        while self.row[at] != taken:
            at += 1
        self.hand[place] = taken
        self.row[at] = given

    def swap_trio(self, packed: int) -> None:
        """Three cards are put down first, then the trio is taken (N3.2)."""
        third = packed % KINDS
        second = packed // KINDS % KINDS
        first = packed // (KINDS * KINDS) % KINDS
        number = packed // (KINDS * KINDS * KINDS)
        self.give(first)
        self.give(second)
        self.give(third)
        self.take(number)
        self.take(number + NUMBERS)
        self.take(number + 2 * NUMBERS)
        # One by one is the same: copies are alike, and none of the six can be missing.
        self.swap(first, number)
        self.swap(second, number + NUMBERS)
        self.swap(third, number + 2 * NUMBERS)

    def reveal(self) -> None:
        """Turns the pile's top card into the row; the turn goes on where a trio lies (N3.2)."""
        self.row[self.size] = self.pile[PILE - self.left]
        self.size += 1
        self.left -= 1
        self.exchanges = 0
        if self.trios():
            self.phase = CHOICE
        else:
            self.pass_on()

    def pass_on(self) -> None:
        """Ends a turn: clockwise to the next seat, or the match has ended (N2.4, N4.1)."""
        self.phase = TURN if self.left > 0 else DONE
        if self.left > 0:
            self.seat = self.seat + 1 if self.seat + 1 < self.players else 0

    # What a seat may know.

    def redeal(self, seat: int, seed: int) -> None:
        """Deals anew, in place, what the seat cannot know; the same for all it cannot tell apart.

        Each unseen card is as likely in each hidden place: hands, pile, out of the match.
        """
        if self.phase != DONE:
            self.order(seat)
            for place in range(HAND):
                self.hand[seat * HAND + place] = self.ordered[place]
            self.shuffle_unseen(seat, Rng(seed))

    def shuffle_unseen(self, seat: int, rng: Rng) -> None:
        """Puts unseen cards, drawn one by one, onto the hidden places."""
        remaining = self.gather_unseen(seat)
        for other in range(self.players):
            if other == seat:
                continue
            place = other * HAND
            for card in range(KINDS):
                for _ in range(self.known[other * KINDS + card]):
                    self.hand[place] = card
                    place += 1
            while place < (other + 1) * HAND:
                self.hand[place] = self.draw(remaining, rng)
                remaining -= 1
                place += 1
        for place in range(PILE - self.left, PILE):
            self.pile[place] = self.draw(remaining, rng)
            remaining -= 1

    def gather_unseen(self, seat: int) -> int:
        """Lays the cards that the seat sees nowhere into `deck`, ascending; returns their number.

        It sees its hand, the row, and what all know others to hold.
        """
        for card in range(KINDS):
            self.unseen[card] = 2
            for other in range(self.players):
                if other != seat:
                    self.unseen[card] -= self.known[other * KINDS + card]
        for place in range(HAND):
            self.unseen[self.hand[seat * HAND + place]] -= 1
        for place in range(self.size):
            self.unseen[self.row[place]] -= 1
        count = 0
        for card in range(KINDS):
            for _ in range(self.unseen[card]):
                self.deck[count] = card
                count += 1
        return count

    def draw(self, remaining: int, rng: Rng) -> int:
        """One of the first cards of `deck`, which leaves it."""
        at = rng.below(remaining)
        card = self.deck[at]
        self.deck[at] = self.deck[remaining - 1]
        return card
