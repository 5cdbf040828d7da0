"""Niwa as the tournaments know it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from engines.base import Game, MatchScore, Setup
from engines.niwa.match import score_sheet
from engines.niwa.missions import MISSIONS, Mission, draw_missions, mission_of
from engines.niwa.options import OPTIONS, TIE_RULES, settle_niwa
from engines.niwa.reachable import reachable_totals
from engines.niwa.start import start_of_match
from engines.option import Option, without_defaults
from engines.seats import check_players, check_start
from engines.sheet import match_label, read_setups
from engines.values import JSON, RuleBroken, refusal, shown


class NiwaGame:
    """Most points win; a set-up is `{"mission": 1..8}`."""

    name: str = "niwa"
    title: str = "Niwa"
    rules: int = 1
    min_seats: int = 2
    max_seats: int = 6
    most_matches: int = len(MISSIONS)
    best: Literal["most", "fewest"] = "most"
    tie_rules: tuple[str, ...] = TIE_RULES
    options: tuple[Option, ...] = OPTIONS

    def clean_options(
        self, options: Mapping[str, object], seats: int | None = None
    ) -> dict[str, JSON]:
        """Those options that differ from their defaults (N2.3, N2.5, N4.2, N5.2, N5.3, N6.2)."""
        settings = settle_niwa(options)
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
        """One to eight matches with different missions (N2.3); a club has no missions of its own.

        The list says how many matches there are; where the option `rounds` is written out,
        it must say the same. Raises RuleBroken: match_count, unknown_mission, repeated_mission.
        """
        self.clean_options(options, seats)
        planned = read_setups(setups, ("mission",), self.most_matches, "N2.3")
        _check_rounds(options, len(planned))
        cleaned: list[Setup] = []
        for number, setup in enumerate(planned):
            mission = _read_mission(setup, f"matches.{number}.mission")
            if {"mission": mission.number} in cleaned:
                raise _repeated_mission(number, mission)
            cleaned.append({"mission": mission.number})
        return cleaned

    def default_setups(
        self, options: Mapping[str, object], seed: int | None = None
    ) -> list[Setup] | None:
        """With a seed as many missions as `rounds`, drawn; without one the organiser chooses."""
        rounds = int(settle_niwa(options)["rounds"])
        if seed is None:
            return None
        return [{"mission": number} for number in draw_missions(seed, rounds)]

    def setup_choices(self, own: Collection[str] = ()) -> list[Setup]:
        """The eight missions."""
        return [{"mission": mission.number} for mission in MISSIONS]

    def describe_setup(self, setup: Mapping[str, object]) -> str:
        """`Mission 5: duo, same colour`. Raises RuleBroken: unknown_mission."""
        mission = _read_mission(setup)
        return f"Mission {mission.number}: {mission.title[0].lower()}{mission.title[1:]}"

    def check_seats(self, seats: int, options: Mapping[str, object]) -> None:
        """Two to six players (N1.2). Raises RuleBroken: player_count."""
        check_players(seats, self.min_seats, self.max_seats, self.title, "N1.2")

    def sides(self, seats: int, options: Mapping[str, object]) -> tuple[tuple[int, ...], ...]:
        """Everyone plays alone."""
        return tuple((seat,) for seat in range(seats))

    def score_match(
        self,
        sheet: Mapping[str, object],
        *,
        setup: Mapping[str, object],
        options: Mapping[str, object],
        seats: int,
    ) -> MatchScore:
        """See `engines.niwa.match.score_sheet`; credits are mission cards won (N5.5)."""
        self.check_seats(seats, options)
        return score_sheet(sheet, _read_mission(setup), settle_niwa(options), seats)

    def worst_score(
        self, setup: Mapping[str, object], options: Mapping[str, object], seats: int
    ) -> int:
        """The least total that nine cards can make under the mission (N5.1, N5.2)."""
        self.check_seats(seats, options)
        return min(reachable_totals(_read_mission(setup).number, options))

    def start_seat(
        self,
        number: int,
        *,
        first: int | None = None,
        seats: int,
        options: Mapping[str, object],
        previous: Sequence[MatchScore | None],
    ) -> int | None:
        """By the option `start` (N2.5); `first` is seat 0 unless given (N2.4)."""
        self.check_seats(seats, options)
        way = str(settle_niwa(options)["start"])
        start = check_start(0 if first is None else first, seats, "N2.4")
        return start_of_match(number, way, start, seats, previous)


def _check_rounds(options: Mapping[str, object], planned: int) -> None:
    if options.get("rounds", planned) != planned:
        raise refusal(
            "match_count",
            f"The option rounds says {shown(options['rounds'])}, but {planned} matches are planned",
            "N2.3",
            field="matches",
            given=planned,
        )


def _repeated_mission(number: int, mission: Mission) -> RuleBroken:
    return refusal(
        "repeated_mission",
        f"{match_label(number)} has mission {mission.number} again; "
        "each match of a series has a different mission",
        "N2.3",
        field=f"matches.{number}.mission",
        match=number,
        mission=mission.number,
    )


def _read_mission(setup: object, field: str = "setup.mission") -> Mission:
    return mission_of(setup.get("mission") if isinstance(setup, Mapping) else None, field)


NIWA: Game = NiwaGame()
