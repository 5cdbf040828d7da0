"""Casual series, and the pairs of Gazebo that only they may play."""

from typing import Any

import pytest

from tests import factories
from tournaments import queries
from tournaments.errors import Refused
from tournaments.models import Club, JournalEntry, Score, Series, User
from tournaments.services import casual, results

pytestmark = pytest.mark.django_db

BOARDS = [{"board": "bird"}, {"board": "jungle"}]


def start(owner: User, club: Club, count: int, **settings: Any) -> Series:
    players = list(club.players.all()) or factories.add_players(owner, club, count)
    values = {"game": "gazebo", "matches": BOARDS, "players": players[:count]}
    return casual.start_series(owner, club, **(values | settings))


def left(*leftovers: int, **more: Any) -> dict[str, Any]:
    return {"seats": [{"left": number} for number in leftovers], **more}


def test_pairs_win_together(owner: User, club: Club) -> None:
    series = start(owner, club, 4, options={"partnership": True})
    first, second = series.matches.order_by("number")
    results.report_result(owner, first, left(0, 9, 3, 4))
    results.report_result(owner, second, left(5, 2, 0, 3))
    series.refresh_from_db()
    credits = [
        [score.credit for score in result.scores.order_by("seat__position")]
        for match in series.matches.order_by("number")
        for result in match.results.all()
    ]
    assert (series.state, series.start_seat) == ("done", 1)
    assert credits == [[0, 0, 1, 1], [0, 0, 1, 1]]
    places = Score.objects.filter(result__match=first).order_by("seat__position")
    assert [str(score.place) for score in places] == ["2.0", "2.0", "1.0", "1.0"]
    outcome = queries.outcome_of(queries.with_scores(Series.objects.all()).get())
    assert (outcome.totals, outcome.places) == ((5, 11, 3, 7), (2, 2, 1, 1))


@pytest.mark.parametrize(
    ("count", "settings"),
    [
        (3, {"options": {"partnership": True}}),
        (4, {"options": {"partnership": True}, "start_seat": 0}),
        (5, {}),
        (1, {}),
        (2, {"matches": [{"board": "bird"}, {"board": "bird"}]}),
        (2, {"matches": [{"board": "moon"}]}),
        (2, {"game": "chess"}),
        (2, {"unplayed": "never"}),
        (2, {"start_seat": 2}),
    ],
)
def test_a_series_that_cannot_be_is_refused(
    owner: User, club: Club, count: int, settings: dict[str, Any]
) -> None:
    factories.add_players(owner, club, 5)
    before = JournalEntry.objects.count()
    with pytest.raises(Refused):
        start(owner, club, count, **settings)
    assert not Series.objects.exists()
    assert JournalEntry.objects.count() == before


def test_nobody_sits_twice(owner: User, club: Club) -> None:
    player = factories.add_players(owner, club, 1)[0]
    with pytest.raises(Refused) as refusal:
        start(owner, club, 2, players=[player, player])
    assert refusal.value.code == "seated_twice"
    assert not Series.objects.exists()
