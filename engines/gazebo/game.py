"""Gazebo as the tournaments know it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from engines.base import Game, MatchScore, Setup
from engines.gazebo.boards import BOARDS, GARDENS, describe_board, read_board
from engines.gazebo.options import OPTIONS, TIE_RULES, settle_gazebo
from engines.gazebo.pairs import PAIRS, SEATS
from engines.gazebo.scoring import SUPPLIES, score_sheet
from engines.option import Option, Settings, without_defaults
from engines.seats import check_players, check_start
from engines.sheet import match_label, read_setups
from engines.values import JSON, refusal, shown

MOST_MATCHES = 20
"""The rules set no limit to a series (G7.2); this one only keeps typing slips out."""


class GazeboGame:
    """Fewest gazebos left win; a set-up is `{"board": "bird"}`."""

    name: str = "gazebo"
    title: str = "Gazebo"
    rules: int = 1
    min_seats: int = 2
    max_seats: int = 4
    most_matches: int = MOST_MATCHES
    best: Literal["most", "fewest"] = "fewest"
    tie_rules: tuple[str, ...] = TIE_RULES
    options: tuple[Option, ...] = OPTIONS

    def clean_options(
        self, options: Mapping[str, object], seats: int | None = None
    ) -> dict[str, JSON]:
        """Those options that differ from their defaults (G3.4, G4.6, G7.1, G7.2, G8.1, G8.3)."""
        settings = settle_gazebo(options)
        if seats is not None:
            self.check_seats(seats, options)
        return without_defaults(settings, OPTIONS)

    def clean_setups(
        self,
        setups: Sequence[Mapping[str, object]],
        options: Mapping[str, object],
        seats: int | None = None,
        own: Collection[str] = (),
    ) -> list[Setup]:
        """One match a board, a board only once unless `repeat_boards` (G7.2).

        own: the names of the club's own boards (G2.3).

        Raises RuleBroken: match_count, unknown_board, repeated_board.
        """
        self.clean_options(options, seats)
        cleaned: list[Setup] = []
        for number, setup in enumerate(read_setups(setups, ("board",), self.most_matches, "G7.2")):
            board = read_board(setup.get("board"), f"matches.{number}.board", own)
            if {"board": board} in cleaned and not settle_gazebo(options)["repeat_boards"]:
                raise refusal(
                    "repeated_board",
                    f"{match_label(number)} has the board {board} again; "
                    "a series plays a board once, unless repeat_boards is on",
                    "G7.2",
                    field=f"matches.{number}.board",
                    match=number,
                    board=board,
                )
            cleaned.append({"board": board})
        return cleaned

    def default_setups(
        self, options: Mapping[str, object], seed: int | None = None
    ) -> list[Setup] | None:
        """Each garden once, in order (G7.2); the seed decides nothing."""
        settle_gazebo(options)
        return [{"board": name} for name in GARDENS]

    def setup_choices(self, own: Collection[str] = ()) -> list[Setup]:
        """The shipped boards, then the club's own."""
        return [{"board": name} for name in dict.fromkeys((*BOARDS, *own))]

    def describe_setup(self, setup: Mapping[str, object]) -> str:
        """`Garden: butterfly (reconstruction)`, `Board: our garden` (G2.3).

        Raises RuleBroken: unknown_board, where no board is named.
        """
        name = setup.get("board") if isinstance(setup, Mapping) else None
        return describe_board(name if isinstance(name, str) and name else read_board(name))

    def check_seats(self, seats: int, options: Mapping[str, object]) -> None:
        """Two to four players (G1.2), pairs exactly four (G8.1).

        Raises RuleBroken: player_count, pairs_need_four.
        """
        settings = settle_gazebo(options)
        check_players(seats, self.min_seats, self.max_seats, self.title, "G1.2")
        if settings["partnership"] and seats != SEATS:
            sentence = f"A game in pairs takes exactly four players, not {shown(seats)}"
            raise refusal("pairs_need_four", sentence, "G8.1", field="seats")

    def sides(self, seats: int, options: Mapping[str, object]) -> tuple[tuple[int, ...], ...]:
        """Everyone alone, or the two pairs (G8.1)."""
        if settle_gazebo(options)["partnership"]:
            return PAIRS
        return tuple((seat,) for seat in range(seats))

    def score_match(
        self,
        sheet: Mapping[str, object],
        *,
        setup: Mapping[str, object],
        options: Mapping[str, object],
        seats: int,
    ) -> MatchScore:
        """See `engines.gazebo.scoring.score_sheet`; credits are won games (G7.1)."""
        self.check_seats(seats, options)
        return score_sheet(sheet, settle_gazebo(options), seats)

    def worst_score(
        self, setup: Mapping[str, object], options: Mapping[str, object], seats: int
    ) -> int:
        """The whole supply left over (G1.2, G5.2)."""
        self.check_seats(seats, options)
        return SUPPLIES[seats]

    def start_seat(
        self,
        number: int,
        *,
        first: int | None = None,
        seats: int,
        options: Mapping[str, object],
        previous: Sequence[MatchScore | None],
    ) -> int | None:
        """One seat clockwise each match (G7.2); in pairs two: 1, 3, 1, … (G8.1).

        `first` is seat 0 unless given (G1.4), in pairs the option `start`.
        Raises RuleBroken: no_such_seat, start_in_pairs.
        """
        self.check_seats(seats, options)
        settings = settle_gazebo(options)
        default = int(settings["start"]) if settings["partnership"] else 0
        start = check_start(default if first is None else first, seats, "G1.4")
        if not settings["partnership"]:
            return (start + number) % seats
        return (_start_in_pairs(start, settings) + 2 * number) % seats


def _start_in_pairs(start: int, settings: Settings) -> int:
    if start in (1, 3):
        return start
    raise refusal(
        "start_in_pairs",
        f"In pairs the second player of a pair begins, seat 2 or seat 4, not seat {start + 1}",
        "G8.1",
        field="start",
    )


GAZEBO: Game = GazeboGame()
