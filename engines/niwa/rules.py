"""The rules of a match of Niwa as a position that plays fast (N2–N5), compiled or not.

Moves are the ints of `engines.niwa.notation`; what is legal stands in `engines.niwa.layout`.
A hand's score is a sum over its numbers by `engines.niwa.tables`, of which an exchange changes two.

`random` draws a turn evenly from the reveal and each pair of a place in hand and a place in the
row (1 in 9 · row + 1 each); a trio from declining and each trio with each three places in hand
(1 in 84 · trios + 1 each). A card held or lying twice is thus given or taken twice as often; every
legal decision can come. A random number is cut into several draws by division, as long as 32 bits
are left, so a draw is biased by less than 2^-25.
`greedy` takes the decision after which its own hand scores most, if that is more than now;
otherwise it reveals, or declines. Equal decisions are told apart by a lot from the seed that
depends on nothing else.
"""

from __future__ import annotations

from engines.niwa import notation, tables, views
from engines.niwa.cards import HAND_SIZE, NUMBERS
from engines.niwa.layout import Layout
from engines.niwa.match import END
from engines.position import Outcome
from engines.rng import Rng
from engines.values import JSON, RuleBroken, refusal

HAND = HAND_SIZE
KINDS = tables.KINDS
REVEAL = notation.REVEAL
DECLINE = notation.DECLINE
TRIO = notation.TRIO
CHOICE, DONE = tables.CHOICE, tables.DONE

WIDE = 1 << 32
"""A random number is split into draws while it is at least this."""
LOTS = (1 << 32) - 1
NO_LIMIT = (1 << 31) - 1

ONE_COLOUR = tables.ONE_COLOUR
HIGHEST = tables.HIGHEST
RUN = tables.RUN
CODES = tables.CODES
CODES_OF_MISSION = NUMBERS * CODES
COLOUR_BITS = (1 << NUMBERS) - 1
SUM_BITS = 255
WAYS = len(tables.TRIPLES) // 3

# Copies of the tables that the types beside this file make arrays of.
POINTS = tables.POINTS
WORDS = tables.WORDS
TOP = tables.TOP
RUNS = tables.RUNS
NUMBER = tables.NUMBER
UNIT = tables.UNIT
TRIPLES = tables.TRIPLES


class Position(Layout):
    """A match between two decisions, that scores and plays."""

    def lay_out_scratch(self) -> None:
        """Also a hand's codes and sums, and what cards of the row would add to them."""
        super().lay_out_scratch()
        self.codes = [0] * 11
        self.points = 0
        self.word = 0
        self.gain_points = [0] * 12
        self.gain_words = [0] * 12

    def copy(self) -> Position:
        """An independent position with the same state."""
        twin = Position(self.players, self.mission)
        twin.assign(self)
        return twin

    # What a hand scores.

    def weigh(self, seat: int) -> None:
        """Sums the tables over the seat's hand: `codes`, `points` and `word`."""
        for number in range(NUMBERS):
            self.codes[number] = 0
        for place in range(seat * HAND, seat * HAND + HAND):
            card = self.hand[place]
            self.codes[NUMBER[card]] += UNIT[card]
        at = (self.mission - 1) * CODES_OF_MISSION
        self.points = 0
        self.word = 0
        for number in range(NUMBERS):
            self.points += POINTS[at + self.codes[number]]
            self.word += WORDS[at + self.codes[number]]
            at += CODES

    def total(self, points: int, word: int) -> int:
        """The score of a hand with these sums (N5.2, N5.3)."""
        if self.mission == ONE_COLOUR:
            best = word & SUM_BITS
            best = max(best, word >> 8 & SUM_BITS)
            return points + max(best, word >> 16 & SUM_BITS)
        if self.mission == RUN:
            best = RUNS[word & COLOUR_BITS]
            best = max(best, RUNS[word >> NUMBERS & COLOUR_BITS])
            best = max(best, RUNS[word >> 2 * NUMBERS & COLOUR_BITS])
            return points + best % 64 if best // 64 >= self.min_run else points
        if self.mission == HIGHEST:
            for colour in range(3):
                top = TOP[word >> NUMBERS * colour & COLOUR_BITS]
                points += top
                if self.copies > 1 and top > 0:
                    twice = word >> KINDS + (NUMBERS - 1) * colour + top - 1 & 1
                    points += top * twice
        return points

    def scores(self) -> list[int]:
        """What each hand would score now (N5)."""
        found = []
        for seat in range(self.players):
            self.weigh(seat)
            found.append(self.total(self.points, self.word))
        return found

    def outcome(self) -> Outcome | None:
        """Most points win; tied seats all do (N5.5). None while the match is going on."""
        if self.phase != DONE:
            return None
        scores = self.scores()
        most = max(scores)
        winners = tuple(seat for seat, score in enumerate(scores) if score == most)
        return Outcome(tuple(scores), winners, END)

    # Playing by itself.

    def playout(self, seed: int, policy: str = "random", made: list[int] | None = None) -> int:
        """Plays to the end, in place; returns the number of decisions, and appends them to `made`.

        Raises RuleBroken: unknown_policy; unseen, where a card of the pile is unknown.
        """
        if self.phase != DONE and -1 in self.pile_cards():
            raise notation.not_legal(notation.UNSEEN)
        if policy == "random":
            return self.wander(Rng(seed), made)
        if policy == "greedy":
            return self.climb(Rng(seed), made)
        raise _unknown_policy()

    def wander(self, rng: Rng, made: list[int] | None) -> int:
        """A random playout. Who knows which card is not kept: at the end all hands are open."""
        hand = self.hand
        row = self.row
        limit = self.max_exchanges if self.max_exchanges else NO_LIMIT
        first = self.seat * HAND
        behind = self.players * HAND
        exchanges = self.exchanges
        pairs = self.size * HAND
        bits = 0
        count = 0
        if self.phase == CHOICE:
            count = self.choose_at_random(rng, made)
            first = self.seat * HAND
        while self.phase != DONE:
            chosen = pairs
            if exchanges < limit:
                if bits < WIDE:
                    bits = rng.next()
                chosen = bits % (pairs + 1)
                bits //= pairs + 1
            if chosen < pairs:
                place = first + chosen % HAND
                at = chosen // HAND
                if made is not None:
                    made.append(hand[place] * KINDS + row[at])
                hand[place], row[at] = row[at], hand[place]
                exchanges += 1
                count += 1
                first += HAND
                if first == behind:
                    first = 0
            else:
                self.seat = first // HAND
                count += self.reveal_at_random(rng, made)
                first = self.seat * HAND
                exchanges = 0
                pairs += HAND
        return count

    def reveal_at_random(self, rng: Rng, made: list[int] | None) -> int:
        """Reveals, and draws what follows; returns the number of decisions."""
        if made is not None:
            made.append(REVEAL)
        self.reveal()
        return 1 + self.choose_at_random(rng, made) if self.phase == CHOICE else 1

    def choose_at_random(self, rng: Rng, made: list[int] | None) -> int:
        """Draws whether a trio is taken, and for which cards; returns 1, for one decision."""
        move = self.draw_choice(rng)
        if made is not None:
            made.append(move)
        self.push(move)
        return 1

    def draw_choice(self, rng: Rng) -> int:
        """Declining, or one of the trios for one of the 84 threes of places in hand."""
        lying = self.trios()
        trios = 0
        for number in range(NUMBERS):
            trios += lying >> number & 1
        chosen = rng.below(1 + trios * WAYS)
        if chosen == 0:
            return DECLINE
        number = 0
        skipped = (chosen - 1) // WAYS
        while skipped > 0 or not lying >> number & 1:
            skipped -= lying >> number & 1
            number += 1
        self.order(self.seat)
        at = (chosen - 1) % WAYS * 3
        return self.trio_of(number, TRIPLES[at], TRIPLES[at + 1], TRIPLES[at + 2])

    def draw_turn(self, rng: Rng) -> int:
        """The reveal, or an exchange of one of the pairs of places."""
        pairs = self.size * HAND
        if self.must_reveal():
            return REVEAL
        chosen = rng.next() % (pairs + 1)
        if chosen == pairs:
            return REVEAL
        given = self.hand[self.seat * HAND + chosen % HAND]
        return given * KINDS + self.row[chosen // HAND]

    def trio_of(self, number: int, first: int, second: int, third: int) -> int:
        """The decision to take a trio for the cards at three ascending places of `ordered`."""
        ordered = self.ordered
        rest = (number * KINDS + ordered[first]) * KINDS + ordered[second]
        return TRIO + rest * KINDS + ordered[third]

    def climb(self, rng: Rng, made: list[int] | None) -> int:
        """A greedy playout."""
        count = 0
        while self.phase != DONE:
            move = self.best(rng.next())
            if made is not None:
                made.append(move)
            self.push(move)
            count += 1
        return count

    def suggest(self, seed: int, policy: str = "greedy") -> int:
        """The decision that `playout` would make first. Greedy depends on the view and the seed.

        Raises RuleBroken: unknown_policy; ended.
        """
        if self.phase == DONE:
            raise notation.not_legal(notation.ENDED)
        rng = Rng(seed)
        if policy == "random":
            return self.draw_choice(rng) if self.phase == CHOICE else self.draw_turn(rng)
        if policy == "greedy":
            return self.best(rng.next())
        raise _unknown_policy()

    def best(self, chance: int) -> int:
        """The greedy decision; `chance` is a random number of 64 bits for the lots."""
        self.weigh(self.seat)
        salt = chance >> 32 | 1
        if self.phase == CHOICE:
            return self.best_trio(salt)
        if self.must_reveal():
            return REVEAL
        self.weigh_row()
        return self.best_exchange(salt)

    def weigh_row(self) -> None:
        """What each card of the row would add to points and word, in a hand without it."""
        table = (self.mission - 1) * CODES_OF_MISSION
        for at in range(self.size):
            card = self.row[at]
            entry = table + NUMBER[card] * CODES + self.codes[NUMBER[card]]
            # Of a card held twice no third can lie in the row, so the code has room.
            self.gain_points[at] = POINTS[entry + UNIT[card]] - POINTS[entry]
            self.gain_words[at] = WORDS[entry + UNIT[card]] - WORDS[entry]

    def best_exchange(self, salt: int) -> int:
        """The exchange that raises the score most, or REVEAL where none raises it."""
        best = self.total(self.points, self.word)
        found = REVEAL
        best_lot = 0
        table = (self.mission - 1) * CODES_OF_MISSION
        for place in range(self.seat * HAND, self.seat * HAND + HAND):
            given = self.hand[place]
            number = NUMBER[given]
            entry = table + number * CODES + self.codes[number]
            lower = entry - UNIT[given]
            points = self.points + POINTS[lower] - POINTS[entry]
            word = self.word + WORDS[lower] - WORDS[entry]
            for at in range(self.size):
                taken = self.row[at]
                if NUMBER[taken] == number:
                    same = lower + UNIT[taken]
                    score = self.total(
                        points + POINTS[same] - POINTS[lower], word + WORDS[same] - WORDS[lower]
                    )
                else:
                    score = self.total(points + self.gain_points[at], word + self.gain_words[at])
                if score < best or (score == best and found == REVEAL):
                    continue
                move = given * KINDS + taken
                lot = (move + 1) * salt & LOTS
                if score > best or lot > best_lot:
                    best, found, best_lot = score, move, lot
        return found

    def change(self, card: int, copies: int) -> None:
        """Adds one copy of a card to the sums of the hand, or takes one away."""
        number = NUMBER[card]
        entry = (self.mission - 1) * CODES_OF_MISSION + number * CODES + self.codes[number]
        after = entry + copies * UNIT[card]
        self.codes[number] += copies * UNIT[card]
        self.points += POINTS[after] - POINTS[entry]
        self.word += WORDS[after] - WORDS[entry]

    def best_trio(self, salt: int) -> int:
        """The trio and three cards that raise the score most, or DECLINE where none raise it."""
        best = self.total(self.points, self.word)
        found = DECLINE
        best_lot = 0
        lying = self.trios()
        self.order(self.seat)
        for number in range(NUMBERS):
            if not lying >> number & 1:
                continue
            for colour in range(3):
                self.change(number + NUMBERS * colour, 1)
            for way in range(WAYS):
                at = way * 3
                score = self.total_without(TRIPLES[at], TRIPLES[at + 1], TRIPLES[at + 2])
                if score < best or (score == best and found == DECLINE):
                    continue
                move = self.trio_of(number, TRIPLES[at], TRIPLES[at + 1], TRIPLES[at + 2])
                lot = (move + 1) * salt & LOTS
                if score > best or lot > best_lot:
                    best, found, best_lot = score, move, lot
            for colour in range(3):
                self.change(number + NUMBERS * colour, -1)
        return found

    def total_without(self, first: int, second: int, third: int) -> int:
        """The score without the cards at three places of `ordered`."""
        self.change(self.ordered[first], -1)
        self.change(self.ordered[second], -1)
        self.change(self.ordered[third], -1)
        score = self.total(self.points, self.word)
        self.change(self.ordered[first], 1)
        self.change(self.ordered[second], 1)
        self.change(self.ordered[third], 1)
        return score

    # What a seat may know, and how it is written.

    def determinize(self, seat: int, seed: int) -> Position:
        """A copy in which all that the seat cannot know is dealt anew (N3.4)."""
        views.check_seat(self, seat)
        twin = self.copy()
        twin.redeal(seat, seed)
        return twin

    def view(self, seat: int | None) -> dict[str, JSON]:
        """See `engines.niwa.views.view_of`."""
        return views.view_of(self, seat)

    def text(self, move: int) -> str:
        """See `engines.niwa.notation.spell`."""
        return notation.spell(move)

    def parse(self, text: str) -> int:
        """The legal decision that is spelt so. Raises NotNotation or NotLegal."""
        return notation.read_legal(self, text)


def _unknown_policy() -> RuleBroken:
    return refusal("unknown_policy", "The policy must be random or greedy", field="policy")
