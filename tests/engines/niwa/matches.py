"""Matches of Niwa for tests: one laid out by hand, and many played at random."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.niwa.cards import card_text
from engines.niwa.engine import NiwaEngine
from engines.niwa.notation import DECLINE
from engines.niwa.rules import Position
from engines.rng import Rng

ENGINE = NiwaEngine()

HANDS = ("P0 P1 P2 P3 P4 P5 P6 P7 P8", "G0 G1 G2 G3 G4 G5 G6 G7 G8")
ROW = "P8 G8 O9"
PILE = "O8 O7 O6 O5 O4 O3 O2 O1 O0"


def laid(
    hands: Sequence[str] = HANDS,
    row: str = ROW,
    pile: str = PILE,
    mission: int = 1,
    start: int = 0,
    **options: object,
) -> Position:
    """A match from these cards; the first reveal of the default makes a trio of 8."""
    setup = {"mission": mission, "start": start, "hands": list(hands), "row": row, "pile": pile}
    return ENGINE.read_setup(len(hands), options, setup)


def played(position: Position, *texts: str) -> Position:
    """The position after these decisions."""
    for text in texts:
        position.play(position.parse(text))
    return position


def hand(position: Position, seat: int) -> str:
    return " ".join(map(card_text, position.hand_of(seat)))


def known(position: Position, seat: int) -> str:
    return " ".join(map(card_text, position.known_of(seat)))


def row(position: Position) -> str:
    return " ".join(sorted(map(card_text, position.row_cards())))


def texts(position: Position) -> list[str]:
    return [position.text(move) for move in position.moves()]


@dataclass(frozen=True)
class Walk:
    """A position that was reached from a deal by these decisions."""

    deal: Position
    moves: tuple[int, ...]
    position: Position


def walks(count: int, seed: int, longest: int = 60) -> Iterator[Walk]:
    """Positions all over the game, 2 to 6 players, every mission, limits, phases and ends.

    Reveals are preferred, and a walk often stops where a trio lies.
    """
    for number in range(count):
        rng = Rng(seed + number)
        options = {
            "max_exchanges": rng.below(3) * 4,
            "min_run": 1 + rng.below(4),
            "highest_copies": ("one", "both")[rng.below(2)],
        }
        players = 2 + number % 5
        deal = ENGINE.deal(
            players, rng.next(), options, mission=1 + number % 8, start=rng.below(players)
        )
        position, moves = deal.copy(), []
        for _ in range(rng.below(longest)):
            if position.actor() < 0:
                break
            legal = position.moves()
            if legal[0] == DECLINE and rng.below(3) == 0:
                break
            chosen = legal[-1] if rng.below(8) == 0 else legal[rng.below(len(legal))]
            moves.append(chosen)
            position.push(chosen)
        yield Walk(deal, tuple(moves), position)


def cards_in_play(position: Position) -> Counter[int]:
    """Every card in a hand, the row or the pile, with its copies."""
    found = Counter([*position.row_cards(), *position.pile_cards()])
    for seat in range(position.players):
        found.update(position.hand_of(seat))
    return found
