"""Casual series, and the pairs of Gazebo that only they may play."""

from typing import Any

import pytest

from tests import factories
from tests.tournaments.test_night import everything
from tournaments import queries
from tournaments.errors import Conflict, Forbidden, NotThere, Refused, Stale
from tournaments.models import Club, JournalEntry, Match, Score, Seat, Series, User
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


@pytest.mark.parametrize("tie", ["share", "more_wins_then_share"])
def test_a_series_of_one_match_in_pairs_has_the_order_of_its_match(
    owner: User, club: Club, tie: str
) -> None:
    """G8.2: equal sums, and the pair that placed last has won the match and so the series."""
    series = start(
        owner, club, 4, matches=[{"board": "bird"}], options={"partnership": True, "tie": tie}
    )
    sheet = left(3, 4, 5, 2, end="blocked", last_pair=[2, 3])
    results.report_result(owner, series.matches.get(), sheet)
    of_match = Score.objects.order_by("seat__position").values_list("place", flat=True)
    outcome = queries.outcome_of(queries.with_scores(Series.objects.all()).get())
    assert list(of_match) == [2, 2, 1, 1]
    assert (outcome.places, outcome.complete) == ((2, 2, 1, 1), True)
    assert [(side.seats, side.total, side.place) for side in outcome.sides] == [
        ((0, 1), 7, 2),
        ((2, 3), 7, 1),
    ]


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
        (2, {"seed": -1}),
        (2, {"seed": 2**53}),
        (2, {"seed": True}),
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


def test_a_series_keeps_the_seed_of_its_lot(owner: User, club: Club) -> None:
    drawn, chosen = start(owner, club, 2, seed=2**53 - 1), start(owner, club, 2)
    assert (Series.objects.get(pk=drawn.pk).seed, chosen.seed) == (2**53 - 1, None)
    entry = JournalEntry.objects.filter(verb="start_series").earliest("position")
    assert entry.after is not None
    assert entry.after["seed"] == 2**53 - 1


def test_a_series_at_which_nothing_was_entered_is_withdrawn(owner: User, club: Club) -> None:
    series, other = start(owner, club, 3), start(owner, club, 2)
    results.abandon_match(owner, series.matches.order_by("number")[0])
    series.refresh_from_db()
    casual.withdraw_series(owner, series, expected=series.version)
    assert list(Series.objects.all()) == [other]
    assert (Seat.objects.count(), Match.objects.count()) == (2, 2)
    entry = JournalEntry.objects.latest("position")
    assert (entry.verb, entry.noun, entry.after) == ("withdraw_series", "series", None)
    assert entry.before is not None
    assert (len(entry.before["seats"]), len(entry.before["matches"])) == (3, 2)


@pytest.mark.parametrize("end", ["reported", "disputed", "confirmed", "corrected"])
def test_a_series_with_any_result_stays(owner: User, club: Club, end: str) -> None:
    series = start(owner, club, 2)
    match = series.matches.order_by("number")[0]
    result = results.report_result(owner, match, left(0, 5), confirm=end == "confirmed")
    if end == "disputed":
        results.dispute_result(owner, result, reason="No")
    if end == "corrected":
        results.correct_result(owner, match, left(0, 6), revision=1)
    before = everything()
    with pytest.raises(Conflict) as refusal:
        casual.withdraw_series(owner, series)
    assert (refusal.value.code, str(refusal.value)) == (
        "has_result",
        "A result was entered at this series, so it stays. Abandon the matches that will not be "
        "played.",
    )
    assert everything() == before


def test_what_cannot_be_withdrawn_stays(owner: User, club: Club) -> None:
    series = start(owner, club, 2)
    table = factories.draw(owner, factories.entered(owner, factories.club(owner, "Pine"), 4)).series
    member = factories.member(owner, club, "sora", "member")
    before = everything()
    with pytest.raises(Forbidden) as refusal:
        casual.withdraw_series(member, series)
    assert refusal.value.code == "not_allowed"
    with pytest.raises(Stale):
        casual.withdraw_series(owner, series, expected=2)
    with pytest.raises(Conflict) as conflict:
        casual.withdraw_series(owner, table.get())
    assert (conflict.value.code, str(conflict.value)) == (
        "not_casual", "This is a table of a round: take back the draw instead.",
    )  # fmt: skip
    assert everything() == before
    gone = Series.objects.get(pk=series.pk)
    casual.withdraw_series(owner, series)
    with pytest.raises(NotThere, match="There is no such series"):
        casual.withdraw_series(owner, gone)


def test_a_result_for_a_withdrawn_series_comes_too_late(owner: User, club: Club) -> None:
    series = start(owner, club, 2)
    match = series.matches.select_related("series").order_by("number")[0]
    casual.withdraw_series(owner, Series.objects.get(pk=series.pk))
    before = everything()
    with pytest.raises(NotThere, match="There is no such series"):
        results.report_result(owner, match, left(0, 5))
    assert everything() == before
