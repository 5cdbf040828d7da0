"""A club with few and a club with many of everything: for the test that counts queries."""

from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from analytics.models import Simulation
from tests import factories
from tests.analytics.crowd import simulate
from tests.tournaments.copies import (
    copy_night,
    copy_result,
    copy_round,
    copy_series,
    fresh,
    save,
)
from tournaments.models import (
    BoardVersion,
    Club,
    Job,
    JournalEntry,
    Match,
    Membership,
    Player,
    RatingPool,
    Round,
    Series,
    TileSetVersion,
    Token,
    Tournament,
    User,
)
from tournaments.services import casual, entries, ratings, results, rounds

ONE = [{"mission": 1}]
PAIRS: dict[str, Any] = {"table_size": 2, "matches": ONE}
"""Tables of two with one match: fifty of them are quickly drawn and played."""
POINTS = [30, 26, 46, 46, 36, 6]
FULLEST_TABLE = 6


@dataclass
class World:
    """A club, its owner, and of each thing one that has `rows` others under or beside it."""

    rows: int
    owner: User
    club: Club = field(init=False)
    regular: Player = field(init=False)
    """Has played `rows` nights and `rows` casual series."""
    night: Tournament = field(init=False)
    """So many tables, all in `closed`; the same people sit in `round`, published."""
    closed: Round = field(init=False)
    round: Round = field(init=False)
    season: Tournament = field(init=False)
    """So many rounds of one table."""
    draft: Tournament = field(init=False)
    table: Series = field(init=False)
    """With as many seats, matches and revisions as there can be."""
    simulation: Simulation = field(init=False)
    """With so many chunks and records, beside as many others."""
    board: BoardVersion = field(init=False)
    """In so many versions, beside as many other boards."""
    tile_set: TileSetVersion = field(init=False)
    """As the board."""

    def __post_init__(self) -> None:
        self.club = factories.club(self.owner, f"Club of {self.rows}")
        self._add_people()
        self._play_a_night()
        self._play_often()
        self._fill_a_table()
        self._draw_boards()
        self.simulation = simulate(self.owner, self.club, self.rows)
        self._leave_traces()
        self._rate()

    @property
    def match(self) -> Match:
        return self.table.matches.order_by("number")[0]

    def _add_people(self) -> None:
        users = User.objects.bulk_create(
            User(username=f"user {self.rows}-{n}") for n in range(self.rows)
        )
        Membership.objects.bulk_create(
            Membership(club=self.club, user=user, role="member") for user in users
        )
        clubs = Club.objects.bulk_create(
            Club(name=f"Club {self.rows}-{n}") for n in range(self.rows)
        )
        Membership.objects.bulk_create(
            Membership(club=club, user=self.owner, role="owner") for club in clubs
        )
        self.regular = self.crowd(1, "Regular")[0]
        factories.crowd(self.club, self.rows, "Double", merged_into=self.regular)

    def crowd(self, count: int, name: str) -> list[Player]:
        return factories.crowd(self.club, count, name)

    def _play_a_night(self) -> None:
        self.night = factories.tournament(self.owner, self.club, name="Night", **PAIRS)
        entries.enter_players(self.owner, self.night, self.crowd(2 * self.rows, "Guest"))
        drawn = factories.draw(self.owner, self.night)
        factories.play_round(self.owner, drawn)
        self.closed = rounds.close_round(self.owner, drawn)
        self.round = factories.draw(self.owner, self.night)
        first, *others = Match.objects.filter(series__round=self.round).select_related("series")
        copy_result(factories.report(self.owner, first, [40, 30], confirm=False), others)
        self.draft = factories.tournament(self.owner, self.club, draft=True)
        substitute = self.night.entries.order_by("id")[0]
        entries.replace_entry(self.owner, substitute, self.crowd(1, "Substitute")[0])

    def _play_often(self) -> None:
        partner = self.crowd(1, "Partner")[0]
        self.season = factories.tournament(self.owner, self.club, name="Season", **PAIRS)
        entries.enter_players(self.owner, self.season, [self.regular, partner])
        first = factories.draw(self.owner, self.season)
        factories.play_round(self.owner, first)
        first = rounds.close_round(self.owner, first)
        copy_night(self.season, self.rows - 1)
        copy_round(first, self.rows - 1)
        played = casual.start_series(
            self.owner, self.club, game="niwa", players=[self.regular, partner], matches=ONE
        )
        factories.report(self.owner, played.matches.get(), [40, 30])
        copy_series(Series.objects.get(pk=played.pk), self.rows - 1)

    def _fill_a_table(self) -> None:
        """Two seats, a match and a revision; or six seats, eight matches and seven revisions."""
        few = self.rows == 1
        seats, missions, corrections = (2, 1, 0) if few else (FULLEST_TABLE, 8, 6)
        matches = [{"mission": number} for number in range(1, missions + 1)]
        night = factories.tournament(
            self.owner, self.club, name="Table", table_size=seats, matches=matches
        )
        entries.enter_players(self.owner, night, self.crowd(seats, "Neighbour"))
        self.table = factories.draw(self.owner, night).series.get()
        factories.play_series(self.owner, self.table, [POINTS[:seats]] * missions)
        for revision in range(1, corrections + 1):
            points = [POINTS[0] + 2 * revision, *POINTS[1:seats]]
            results.correct_result(
                self.owner, self.match, factories.points_sheet(points), revision=revision
            )

    def _draw_boards(self) -> None:
        self.board = factories.board(self.owner, self.club)
        self.tile_set = factories.tile_set(self.owner, self.club)
        numbers = range(2, self.rows + 1)
        for row in (self.board, self.tile_set):
            save(
                fresh(row, number=number, hash=f"{number}", retired_at=timezone.now())
                for number in numbers
            )
            save(fresh(row, name=f"Own {number}", name_key=f"own {number}") for number in numbers)

    def _leave_traces(self) -> None:
        now = timezone.now()
        Job.objects.bulk_create(
            Job(club=self.club, kind="standings", key=f"{self.rows}-{n}", requested_at=now)
            for n in range(self.rows)
        )
        Token.objects.bulk_create(
            Token(
                user=self.owner, name=f"Token {n}", scopes=["read"], digest=f"{self.rows}-{n}",
                token_key="k",
            )
            for n in range(self.rows)
        )  # fmt: skip
        assert JournalEntry.objects.filter(club=self.club).count() > self.rows

    def _rate(self) -> None:
        """The club's ratings, and a pool of each other club of the owner."""
        ratings.rebuild(self.club, "niwa")
        others = Club.objects.filter(memberships__user=self.owner).exclude(pk=self.club.pk)
        RatingPool.objects.bulk_create(
            RatingPool(club=club, game="niwa", model="test", version=1) for club in others
        )
