"""Corrections that change nothing."""

import pytest

from tests import factories
from tests.tournaments.test_night import everything
from tournaments.errors import Conflict
from tournaments.models import Club, Match, Series, User
from tournaments.services import casual, results

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(owner: User, club: Club) -> Match:
    round_ = factories.draw(owner, factories.entered(owner, club, 7))
    return Match.objects.get(series__round=round_, series__table_no=1, number=1)


SAME_CARDS = "P9 P0 P3 G9 G0 G3 O9 O0 O3"


@pytest.mark.parametrize("state", ["confirmed", "reported", "disputed"])
def test_a_correction_that_changes_nothing_is_refused(
    owner: User, match: Match, state: str
) -> None:
    result = factories.report(owner, match, [30, 40, 50, 60], confirm=state != "reported")
    if state == "disputed":
        results.dispute_result(owner, result, reason="Seat 2 says 42")
    before = everything()
    with pytest.raises(Conflict) as refusal:
        results.correct_result(
            owner, match, factories.points_sheet([30, 40, 50, 60]), revision=1, reason="Sure"
        )
    said = "That is what revision 1 says already: nothing to correct."
    also = "" if state == "confirmed" else " If it is right, confirm it."
    assert (refusal.value.code, str(refusal.value)) == ("nothing_to_correct", said + also)
    assert everything() == before


def test_the_same_cards_in_another_order_correct_nothing_and_other_cards_do(
    owner: User, club: Club
) -> None:
    series = casual_table(owner, club)
    match = series.matches.get()
    results.report_result(owner, match, {"seats": [{"hand": SAME_CARDS}, {"points": 30}]})
    before = everything()
    turned = " ".join(reversed(SAME_CARDS.split()))
    with pytest.raises(Conflict) as refusal:
        results.correct_result(
            owner, match, {"seats": [{"hand": turned}, {"points": 30}]}, revision=1
        )
    assert (refusal.value.code, everything()) == ("nothing_to_correct", before)
    other = results.correct_result(
        owner, match, {"seats": [{"hand": turned.replace("O3", "O4")}, {"points": 30}]}, revision=1
    )
    assert other.revision == 2


def casual_table(owner: User, club: Club) -> Series:
    players = factories.add_players(owner, club, 2)
    return casual.start_series(owner, club, game="niwa", players=players, matches=[{"mission": 5}])
