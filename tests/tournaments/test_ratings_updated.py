"""Ratings after any sequence of changes: updated is rebuilt."""

from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from tests import factories
from tests.tournaments.test_ratings import kept
from tournaments import queries_ratings
from tournaments.models import Club, Match, Player, Series, User
from tournaments.services import casual, ratings, results

pytestmark = pytest.mark.django_db

SCORES = (46, 36, 30, 26, 6)


class Night:
    """Does something at random to the series of a club."""

    def __init__(self, owner: User, club: Club, people: list[Player], seed: int) -> None:
        self.owner, self.club, self.people, self.rng = owner, club, people, Random(seed)

    def scores(self, seats: int) -> dict[str, Any]:
        return factories.points_sheet([self.rng.choice(SCORES) for _ in range(seats)])

    def one(self, rows: Any) -> Any:
        found = list(rows.order_by("pk"))
        return self.rng.choice(found) if found else None

    def start(self) -> None:
        seated = self.rng.sample(self.people, self.rng.randint(2, 4))
        matches = [{"mission": 1}, {"mission": 2}][: self.rng.randint(1, 2)]
        series = casual.start_series(
            self.owner, self.club, game="niwa", players=seated, matches=matches
        )
        match = series.matches.get(number=1)
        results.report_result(self.owner, match, self.scores(len(seated)))
        day = datetime(2026, 11, self.rng.randint(1, 30), tzinfo=UTC)
        Series.objects.filter(pk=series.pk, state="done").update(closed_at=day)

    def report(self) -> None:
        match = self.one(Match.objects.filter(state="planned"))
        if match:
            sheet = self.scores(match.series.seats.count())
            results.report_result(self.owner, match, sheet, confirm=self.rng.random() < 0.8)

    def correct(self) -> None:
        match = self.one(Match.objects.filter(state="done"))
        if match:
            old = match.results.exclude(state="superseded").get()
            turned = {"seats": old.sheet["seats"][::-1]}
            if turned != old.sheet:
                results.correct_result(self.owner, match, turned, revision=old.revision)

    def dispute(self) -> None:
        match = self.one(Match.objects.filter(state="done", results__state="confirmed"))
        if match:
            result = match.results.get(state="confirmed")
            results.dispute_result(self.owner, result, reason="Look again")

    def confirm(self) -> None:
        found = Match.objects.filter(results__state__in=["reported", "disputed"])
        match = self.one(found)
        if match:
            result = match.results.get(state__in=["reported", "disputed"])
            results.confirm_result(self.owner, result)

    def abandon(self) -> None:
        match = self.one(Match.objects.filter(state="planned"))
        if match:
            results.abandon_match(self.owner, match)

    def resume(self) -> None:
        match = self.one(Match.objects.filter(state="abandoned"))
        if match:
            results.resume_match(self.owner, match)

    def withdraw(self) -> None:
        series = self.one(Series.objects.exclude(matches__results__isnull=False))
        if series:
            casual.withdraw_series(self.owner, series)

    def merge(self) -> None:
        one, into = self.rng.sample(self.people[3:], 2)
        if into.merged_into_id is None:
            Player.objects.filter(pk=one.pk).update(merged_into=into)

    def part(self) -> None:
        Player.objects.update(merged_into=None)


STEPS: list[Callable[[Night], None]] = [
    *[Night.start] * 9, Night.report, *[Night.correct] * 3, Night.dispute, Night.confirm,
    Night.abandon, Night.resume, Night.withdraw, Night.merge, Night.part,
]  # fmt: skip


@pytest.mark.parametrize("seed", [1, 2])
def test_updated_is_rebuilt_whatever_happens(owner: User, club: Club, seed: int) -> None:
    """To the last bit, after every ten of thirty steps."""
    night = Night(owner, club, factories.crowd(club, 6), seed)
    for step in range(1, 31):
        night.rng.choice(STEPS)(night)
        if night.rng.random() < 0.6:
            ratings.update(club, "niwa")
        if step % 10 == 0:
            ratings.bring_up_to_date(club)
            updated = kept()
            assert queries_ratings.games_behind(club) == []
            ratings.rebuild(club, "niwa")
            assert kept() == updated
    assert len(updated["changes"]) > 10
