"""Gnome Hollow as the tournaments know it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from engines.base import Game, MatchScore, Setup
from engines.gnome_hollow.options import OPTIONS, settle_options
from engines.gnome_hollow.scoring import score_sheet
from engines.gnome_hollow.tileset.facts import STATUSES
from engines.gnome_hollow.tileset.names import TILESETS, describe_tileset, read_tileset
from engines.option import Option, without_defaults
from engines.seats import check_players, check_start
from engines.sheet import read_setups
from engines.values import JSON


class GnomeHollowGame:
    """Most points win; a series is one match, its set-up `{"tileset": "recon-1"}`."""

    name: str = "gnome_hollow"
    title: str = "Gnome Hollow"
    rules: int = 1
    min_seats: int = 2
    max_seats: int = 4
    most_matches: int = 1
    best: Literal["most", "fewest"] = "most"
    tie_rules: tuple[str, ...] = ("mushrooms_then_share",)
    options: tuple[Option, ...] = OPTIONS

    def clean_options(
        self, options: Mapping[str, object], seats: int | None = None
    ) -> dict[str, JSON]:
        """Those options that differ from their defaults."""
        settings = settle_options(options)
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
        """One match with a tile set. own: the names of the club's own tile sets.

        Raises RuleBroken: match_count, unknown_tileset.
        """
        self.clean_options(options, seats)
        return [
            {"tileset": read_tileset(setup.get("tileset"), f"matches.{number}.tileset", own)}
            for number, setup in enumerate(read_setups(setups, ("tileset",), self.most_matches, ""))
        ]

    def default_setups(
        self, options: Mapping[str, object], seed: int | None = None
    ) -> list[Setup] | None:
        """One match with the first shipped tile set; the seed decides nothing."""
        settle_options(options)
        return [{"tileset": TILESETS[0]}]

    def setup_choices(self, own: Collection[str] = ()) -> list[Setup]:
        """The shipped tile sets, then the club's own."""
        return [{"tileset": name} for name in dict.fromkeys((*TILESETS, *own))]

    def describe_setup(self, setup: Mapping[str, object]) -> str:
        """`Tile set: recon-1 (reconstruction)`, `Tile set: our tiles`.

        A set may also be given whole, as a record has it: `Tile set: our tiles (own)`. Raises
        RuleBroken: unknown_tileset, where none is named.
        """
        name = setup.get("tileset") if isinstance(setup, Mapping) else None
        if isinstance(name, Mapping):
            return describe_tileset(str(name.get("id")), str(name.get("status") or STATUSES[0]))
        return describe_tileset(name if isinstance(name, str) and name else read_tileset(name))

    def check_seats(self, seats: int, options: Mapping[str, object]) -> None:
        """Two to four players (H1.1). Raises RuleBroken: player_count."""
        check_players(seats, self.min_seats, self.max_seats, self.title, "H1.1")

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
        """See `engines.gnome_hollow.scoring.score_sheet`; credits are won games (H8.3)."""
        self.check_seats(seats, options)
        return score_sheet(sheet, settle_options(options), seats)

    def worst_score(
        self, setup: Mapping[str, object], options: Mapping[str, object], seats: int
    ) -> int:
        """No flower, no marker, no treasure (H8.3)."""
        self.check_seats(seats, options)
        return 0

    def start_seat(
        self,
        number: int,
        *,
        first: int | None = None,
        seats: int,
        options: Mapping[str, object],
        previous: Sequence[MatchScore | None],
    ) -> int | None:
        """Seat 0 unless `first` is given: who starts is drawn by lot, as the seats are (H2.1)."""
        self.check_seats(seats, options)
        return check_start(0 if first is None else first, seats, "H2.1")


GNOME_HOLLOW: Game = GnomeHollowGame()
