"""Gazebo as a game that can be played: dealt, and read from and written to records (G1)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

from engines.deal import read_deal
from engines.gazebo.board import Board, load_board, parse_board, write_board
from engines.gazebo.dominoes import (
    HAND,
    KINDS,
    PERSONAL,
    SINGLES,
    STOCK,
    is_single,
    list_text,
    parse_list,
)
from engines.gazebo.game import GAZEBO
from engines.gazebo.ground import Ground
from engines.gazebo.options import OPTIONS
from engines.gazebo.picture import picture_of
from engines.gazebo.rules import Position
from engines.gazebo.scoring import SUPPLIES
from engines.gazebo.shipped import label_of, note_of
from engines.gazebo.terms import LAST_GAZEBO, UNSEEN
from engines.gazebo.views import hand_of
from engines.option import OptionValue, settle, without_defaults
from engines.position import Engine, Search
from engines.position import Position as AnyPosition
from engines.rng import Rng
from engines.seats import check_start
from engines.sheet import read_object
from engines.values import JSON, refusal, seat_label, shown

PLAY_OPTIONS = tuple(
    option for option in OPTIONS if option.name in ("zen_draw", "big_nook_safe", "partnership")
)
"""Those that change legal play, so that a record carries them (G3.4, G4.6, G8.1)."""

DEFAULT_BOARD = "bird"
SETUP = {
    "board": "G2.1", "start": "G1.4",
    "hands": "G1.3", "personal": "G1.3", "common": "G1.3", "reserve": "G1.3",
}  # fmt: skip
"""What the set-up of a record has, each with its rule."""


class GazeboEngine:
    """Fewest gazebos left win; see `engines.position.Engine`. A set-up is that of `records.md`."""

    name: str = "gazebo"
    best: Literal["most", "fewest"] = "fewest"
    search: Search = Search(span=16, margin=0.8, decisions=8)
    rules: int = 1

    def clean_options(self, options: Mapping[str, object]) -> dict[str, JSON]:
        """The options of a record. Raises RuleBroken: unknown_option, option_value."""
        return without_defaults(_settle(options), PLAY_OPTIONS)

    def deal(
        self, players: int, seed: int, options: Mapping[str, object], /, **given: object
    ) -> Position:
        """A start position (G1.3).

        given: `start`, a seat, else the first that may begin; `board`, a shipped board's name, a
        `Board`, or a mapping as a record has it, else the garden bird.
        """
        settings = _settle(options)
        GAZEBO.check_seats(players, {"partnership": settings["partnership"]})
        read_object(given, ("start", "board"), "What is given to a deal", "given")
        board = _given_board(given.get("board", DEFAULT_BOARD))
        start = _start(given.get("start", int(bool(settings["partnership"]))), players, settings)
        position = _empty(board, players, start, settings)
        position.set_piles(*_shuffled(players, seed))
        return position

    def read_setup(self, players: int, options: Mapping[str, object], setup: object) -> Position:
        """The start position of a record: a well-formed board (G2.4) and a legal deal (G1)."""
        settings = _settle(options)
        GAZEBO.check_seats(players, {"partnership": settings["partnership"]})
        dealt = read_deal(setup, SETUP)
        board = _written_board(dealt["board"])
        start = _start(dealt["start"], players, settings)
        hands = _lists(dealt["hands"], "hands", players, HAND, unseen=False)
        personal = _lists(dealt["personal"], "personal", players, PERSONAL, unseen=True)
        common = _pile(dealt["common"], "common", 54 - HAND * players)
        reserve = _pile(dealt["reserve"], "reserve", 27 - PERSONAL * players)
        _check_stock(hands, personal, common, reserve)
        position = _empty(board, players, start, settings)
        position.set_piles(hands, personal, common, reserve)
        return position

    def sides(self, position: AnyPosition) -> list[int]:
        """A seat, or a pair (G8.1)."""
        assert isinstance(position, Position)
        return [seat >> 1 if position.pairs else seat for seat in range(position.players)]

    def write_setup(self, position: AnyPosition) -> dict[str, JSON]:
        """The set-up of a start position; hands in the order of kinds.

        Raises RuleBroken: not_a_start, where a decision has been made.
        """
        assert isinstance(position, Position)
        if position.decisions:
            raise refusal("not_a_start", "A set-up can be written before the first decision only")
        seats = range(position.players)
        return {
            "board": write_board(position.ground.board),
            "start": position.start,
            "hands": [list_text(hand_of(position, seat)) for seat in seats],
            "personal": [list_text(position.personal[5 * seat : 5 * seat + 5]) for seat in seats],
            "common": list_text(position.common[: position.common_size]),
            "reserve": list_text(position.reserve[: position.reserve_size]),
        }

    def picture(self, position: AnyPosition) -> str:
        """See `engines.gazebo.picture`."""
        assert isinstance(position, Position)
        return picture_of(position)

    def notes(self, position: AnyPosition) -> list[str]:
        """On a board that has a shipped one's name and other rows."""
        assert isinstance(position, Position)
        board = position.ground.board
        return [f"The board is {label_of(board)} (G2.3)."] if note_of(board) else []

    def result_rules(self, position: AnyPosition) -> dict[str, str]:
        """By whether a last gazebo ended it, and whether pairs played."""
        assert isinstance(position, Position)
        end = "G4.8" if position.end == LAST_GAZEBO else "G5.1"
        return {"scores": "G5.2", "winners": "G8.2" if position.pairs else end, "end": end}

    def bot_options(self, players: int) -> dict[str, JSON]:
        """None: dominoes run out."""
        return {}


def _settle(options: object) -> dict[str, OptionValue]:
    return settle(options, PLAY_OPTIONS, "A match of Gazebo")


def _empty(board: Board, players: int, start: int, settings: Mapping[str, OptionValue]) -> Position:
    switches = {
        "extra": settings["zen_draw"] == "extra",
        "big_wins": settings["big_nook_safe"] == "wins",
        "pairs": bool(settings["partnership"]),
    }
    return Position(_ground(board), players, start, SUPPLIES[players], switches)


@lru_cache(maxsize=64)
def _ground(board: Board) -> Ground:
    """Laid out once for all deals on a board: nothing in it ever changes."""
    return Ground(board)


def _start(typed: object, players: int, settings: Mapping[str, OptionValue]) -> int:
    """The seat that begins (G1.4, G8.1). Raises RuleBroken: no_such_seat, start_in_pairs."""
    start = check_start(typed, players, "G1.4")
    if settings["partnership"] and start not in (1, 3):
        raise refusal(
            "start_in_pairs",
            "In pairs the second player of a pair begins: start must be 1 or 3 (seat 2 or seat 4), "
            f"not {start}",
            "G8.1",
            field="start",
        )
    return start


def _shuffled(
    players: int, seed: int
) -> tuple[list[list[int]], list[list[int]], list[int], list[int]]:
    """Hands, personal piles, common pile, reserve, as `Position.set_piles` takes them (G1.3)."""
    rng = Rng(seed)
    singles = [kind for kind in range(SINGLES) for _ in range(STOCK[kind])]
    others = [kind for kind in range(SINGLES, len(KINDS)) for _ in range(STOCK[kind])]
    rng.shuffle(singles)
    rng.shuffle(others)
    personal = [singles[PERSONAL * seat : PERSONAL * seat + PERSONAL] for seat in range(players)]
    hands = [others[HAND * seat : HAND * seat + HAND] for seat in range(players)]
    return hands, personal, others[HAND * players :], singles[PERSONAL * players :]


def _given_board(given: object) -> Board:
    if isinstance(given, Board):
        return given
    if not isinstance(given, Mapping):
        return load_board(given)
    return _written_board(given)


def _written_board(typed: object) -> Board:
    try:
        return _known_board(json.dumps(typed))
    except (TypeError, ValueError, RecursionError):  # RuleBroken is a ValueError
        return _read_board(typed)


@lru_cache(maxsize=64)
def _known_board(written: str) -> Board:
    """Read and checked once for all deals and records on it."""
    return _read_board(json.loads(written))


def _read_board(typed: object) -> Board:
    """The board of a record: its rows decide, its name is a label (`records.md`), any text."""
    if not isinstance(typed, Mapping):
        sentence = f"The board must be an object with its rows, not {shown(typed)}"
        raise refusal("not_an_object", sentence, "G2.1", field="setup.board")
    name = typed.get("name", "")
    if not isinstance(name, str):
        sentence = f"The board's name must be a text, not {shown(name)}"
        raise refusal("not_text", sentence, "G2.3", field="setup.board.name")
    if "patios" in typed and typed["patios"] is None:
        sentence = "The patios must be a list of lists of squares, not nothing"
        raise refusal("patios_form", sentence, "G2.2", field="setup.board.patios")
    return parse_board(typed.get("rows"), typed.get("patios"), name)


def _lists(typed: object, key: str, players: int, length: int, unseen: bool) -> list[list[int]]:
    """A list a seat, each of its full length (G1.3)."""
    if not isinstance(typed, list | tuple) or len(typed) != players:
        sentence = f"The set-up must have {key} of {players} seats, not {shown(typed)}"
        raise refusal("seat_count", sentence, "G1.3", field=f"setup.{key}")
    lists = []
    for seat, text in enumerate(typed):
        field = f"setup.{key}.{seat}"
        kinds = parse_list(text, field, unseen)
        _check_length(kinds, length, f"{seat_label(seat)} of {key}", field)
        lists.append(kinds)
    if key == "hands":
        _check_colours([kind for kinds in lists for kind in kinds], key, single=False)
    else:
        _check_colours([kind for kinds in lists for kind in kinds], key, single=True)
    return lists


def _pile(typed: object, key: str, length: int) -> list[int]:
    kinds = parse_list(typed, f"setup.{key}", unseen=True)
    _check_length(kinds, length, f"The {key}", f"setup.{key}")
    _check_colours(kinds, key, single=key == "reserve")
    return kinds


def _check_length(kinds: Sequence[int], length: int, what: str, field: str) -> None:
    if len(kinds) != length:
        sentence = f"{what} must have {length} dominoes, not {len(kinds)}"
        raise refusal("pile_size", sentence, "G1.3", field=field, given=len(kinds), expected=length)


def _check_colours(kinds: Sequence[int], key: str, single: bool) -> None:
    for kind in kinds:
        if kind != UNSEEN and is_single(kind) != single:
            colours = "one colour" if single else "two colours"
            sentence = f"{key} hold dominoes of {colours} at the start, not {KINDS[kind]}"
            raise refusal("wrong_pile", sentence, "G1.3", field=f"setup.{key}")


def _check_stock(
    hands: list[list[int]], personal: list[list[int]], common: list[int], reserve: list[int]
) -> None:
    """No more of a kind than there are (G1.1). Raises RuleBroken: too_many_dominoes."""
    dealt = [kind for kinds in (*hands, *personal, common, reserve) for kind in kinds]
    for kind, stock in enumerate(STOCK):
        count = dealt.count(kind)
        if count > stock:
            sentence = f"{KINDS[kind]} appears {count} times; the game has {stock}"
            raise refusal("too_many_dominoes", sentence, "G1.1", domino=KINDS[kind], given=count)


GAZEBO_ENGINE: Engine = GazeboEngine()
