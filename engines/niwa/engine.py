"""Niwa as a game that can be played: deals, and the set-up of a record (N2, `records.md`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from engines import position as base
from engines.deal import read_deal
from engines.niwa.cards import COPIES, HAND_SIZE, card_text, check_copies, hand_text
from engines.niwa.missions import MISSIONS, mission_of
from engines.niwa.rules import Position
from engines.niwa.svg import picture_of
from engines.niwa.tables import KINDS, PILE
from engines.niwa.views import PLAY_OPTIONS
from engines.option import settle, without_defaults
from engines.rng import Rng, mixed
from engines.seats import check_players, check_start
from engines.sheet import read_list, read_object
from engines.values import JSON, clipped, refusal, seat_label, shown

ROW_AT_START = 3
EXCHANGES_A_SEAT = 12
"""Exchanges in a row that bots are usually allowed, for each player at the table (N4.2)."""
SETUP = {"mission": "N2.1", "start": "N2.4", "hands": "N2.2", "row": "N2.2", "pile": "N2.2"}
"""What the set-up of a record has, each with its rule."""
UNKNOWN = -1
"""A card of a pile that nobody saw, written `?`."""

_CARDS = {card_text(card): card for card in range(KINDS)}


class NiwaEngine:
    """Most points win; see `engines.position.Engine`."""

    name = "niwa"
    best: Literal["most", "fewest"] = "most"
    search = base.Search(span=60, margin=0.5)
    rules = 1

    def clean_options(self, options: Mapping[str, object]) -> dict[str, JSON]:
        """Of max_exchanges, highest_copies and min_run those that differ from their defaults.

        The options of a series that don't change a match (`rounds`, `start`, `tie`) are refused.
        """
        return without_defaults(settle(options, PLAY_OPTIONS, "A match of Niwa"), PLAY_OPTIONS)

    def deal(
        self, players: int, seed: int, options: Mapping[str, object], /, **given: object
    ) -> Position:
        """Shuffles and deals (N2.2). `given`: `mission` (else drawn, N2.1), `start` (else 0)."""
        read_object(given, ("mission", "start"), "What is given to a deal", "given")
        drawn = 1 + Rng(mixed(seed, 0)).below(len(MISSIONS))
        mission = given.get("mission", drawn)
        position = self._empty(players, options, mission, given.get("start", 0))
        deck = [card for card in range(KINDS) for _ in range(COPIES)]
        Rng(mixed(seed, 1)).shuffle(deck)
        hands = [deck[seat * HAND_SIZE : (seat + 1) * HAND_SIZE] for seat in range(players)]
        rest = deck[players * HAND_SIZE :]
        position.lay(hands, rest[PILE : PILE + ROW_AT_START], rest[:PILE])
        return position

    def read_setup(self, players: int, options: Mapping[str, object], setup: object) -> Position:
        """The start position of a record; keys that are not a set-up's are ignored.

        Raises RuleBroken: not_an_object, setup_missing, player_count, unknown_mission,
        no_such_seat, not_a_list, seat_count, not_text, unknown_card, hand_size, row_size,
        pile_size, too_many_copies.
        """
        dealt = read_deal(setup, SETUP)
        position = self._empty(players, options, dealt["mission"], dealt["start"])
        hands = _read_hands(dealt["hands"], players)
        row = _read_cards(dealt["row"], "The row", "row")
        pile = _read_cards(dealt["pile"], "The pile", "pile", with_unknown=True)
        _check_count(row, ROW_AT_START, "The row", "row_size", "row")
        _check_count(pile, PILE, "The pile", "pile_size", "pile")
        check_copies(dict(enumerate(hands)))
        _check_stock([*(card for hand in hands for card in hand), *row, *pile])
        position.lay(hands, row, pile)
        return position

    def sides(self, position: base.Position) -> list[int]:
        """Everybody plays for themselves."""
        assert isinstance(position, Position)
        return list(range(position.players))

    def write_setup(self, position: base.Position) -> dict[str, JSON]:
        """The set-up of a start position. Raises RuleBroken: not_a_start, after any decision."""
        if not isinstance(position, Position) or not position.is_start():
            raise refusal(
                "not_a_start", "This position is not the start of a match of Niwa", "N2.2"
            )
        return {
            "mission": position.mission,
            "start": position.start,
            "hands": [hand_text(position.hand_of(seat)) for seat in range(position.players)],
            "row": _spelt(position.row_cards()),
            "pile": _spelt(position.pile_cards()),
        }

    def picture(self, position: base.Position) -> str:
        """See `engines.niwa.svg`."""
        assert isinstance(position, Position)
        return picture_of(position)

    def notes(self, position: base.Position) -> list[str]:
        """None: everything that a set-up has decides."""
        return []

    def result_rules(self, position: base.Position) -> dict[str, str]:
        """The same of every match."""
        return {"scores": "N5", "winners": "N5.5", "end": "N4.1"}

    def bot_options(self, players: int) -> dict[str, JSON]:
        """Bots could exchange for ever (N4.2). Raises RuleBroken: player_count."""
        check_players(players, 2, 6, "Niwa", "N1.2")
        return {"max_exchanges": EXCHANGES_A_SEAT * players}

    def _empty(
        self, players: int, options: Mapping[str, object], mission: object, start: object
    ) -> Position:
        settings = settle(options, PLAY_OPTIONS, "A match of Niwa")
        check_players(players, 2, 6, "Niwa", "N1.2")
        return Position(
            players,
            mission_of(mission).number,
            check_start(start, players, "N2.4"),
            int(settings["max_exchanges"]),
            2 if settings["highest_copies"] == "both" else 1,
            int(settings["min_run"]),
        )


def _read_hands(typed: object, players: int) -> list[list[int]]:
    texts = read_list(typed, "The list of hands", "hands")
    if len(texts) != players:
        raise refusal(
            "seat_count",
            f"The set-up has {len(texts)} hands; this table has {players} players",
            "N2.2",
            field="hands",
        )
    hands: list[list[int]] = []
    for seat, text in enumerate(texts):
        hand = _read_cards(text, f"{seat_label(seat)}'s hand", f"hands.{seat}")
        _check_count(hand, HAND_SIZE, f"{seat_label(seat)}'s hand", "hand_size", f"hands.{seat}")
        hands.append(hand)
    return hands


def _read_cards(typed: object, what: str, field: str, with_unknown: bool = False) -> list[int]:
    """Cards in their one spelling with single spaces; `""` is none."""
    if not isinstance(typed, str):
        raise refusal("not_text", f"{what} must be text, not {shown(typed)}", "N2.2", field=field)
    cards: list[int] = []
    for word in typed.split(" ") if typed else []:
        if word == "?" and with_unknown:
            cards.append(UNKNOWN)
        elif word in _CARDS:
            cards.append(_CARDS[word])
        else:
            raise refusal(
                "unknown_card",
                f'{what} has "{clipped(word)}", which is not a card; cards are P0 to O10',
                "N1",
                field=field,
            )
    return cards


def _check_count(cards: Sequence[int], count: int, what: str, code: str, field: str) -> None:
    if len(cards) != count:
        sentence = f"{what} has {len(cards)} cards; it must have {count}"
        raise refusal(code, sentence, "N2.2", field=field, cards=len(cards))


def _check_stock(cards: Sequence[int]) -> None:
    """No card more often than the game has it; unknown cards fit, since the game has 66."""
    counts = Counter(card for card in cards if card != UNKNOWN)
    for card, copies in sorted(counts.items()):
        if copies > COPIES:
            sentence = f"{card_text(card)} appears {copies} times; the game has two of each card"
            raise refusal("too_many_copies", sentence, "N1", card=card_text(card), copies=copies)


def _spelt(cards: Sequence[int]) -> str:
    return " ".join("?" if card == UNKNOWN else card_text(card) for card in cards)


NIWA_ENGINE: base.Engine = NiwaEngine()
