"""Pools, ratings and their history in the API: who reads what, and never stale unsaid."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone

from tests import factories
from tests.tournaments.api.client import Client
from tests.tournaments.api.conftest import as_user
from tournaments.models import Club, Job, Player, RatingPool, Series, User
from tournaments.services import casual, ratings, results

pytestmark = pytest.mark.django_db


def play_casually(owner: User, club: Club, players: list[Player], scores: list[int]) -> Series:
    series = casual.start_series(
        owner, club, game="niwa", players=players, matches=[{"mission": 1}]
    )
    factories.report(owner, series.matches.get(), scores)
    return series


@pytest.fixture
def table(owner: User, club: Club) -> Series:
    return factories.closed_table(owner, club)


def seated(table: Series) -> list[Player]:
    return [seat.player for seat in table.seats.order_by("position")]


def listed(api: Client, address: str) -> list[dict[str, Any]]:
    response = api.get(address)
    assert response.status_code == 200, response.content
    rows: list[dict[str, Any]] = response.json()["results"]
    return rows


def test_a_club_asks_and_gets_the_ratings_computed(api: Client, club: Club, table: Series) -> None:
    club.refresh_from_db()
    (pool,) = listed(api, f"pools?club={club.pk}")
    assert (pool["game"], pool["model"], pool["version"]) == ("niwa", "bradley_terry_part", 1)
    assert (pool["position"], pool["behind"]) == (club.position, False)
    assert pool["provisional_until"] == 10
    rows = listed(api, f"ratings?pool={pool['id']}&ordering=-rating")
    assert [row["rating"] for row in rows] == [1579, 1500, 1421]
    last, middle, first = (player.pk for player in seated(table))
    assert [row["player"] for row in rows] == [first, middle, last]
    best = rows[0]
    assert (best["margin"], best["events"], best["provisional"]) == (474, 1, True)
    assert (best["club"], best["game"], best["behind"]) == (club.pk, "niwa", False)
    assert api.get(f"ratings/{best['id']}").json() == best


def test_a_players_history_is_told_series_by_series(
    api: Client, owner: User, club: Club, table: Series
) -> None:
    last, _, first = seated(table)
    again = play_casually(owner, club, [last, first], [46, 30])
    newest, oldest = listed(api, f"rating_changes?player={last.pk}&ordering=-number")
    assert (oldest["series"], newest["series"]) == (table.pk, again.pk)
    assert (oldest["number"], newest["number"]) == (1, 2)
    assert (oldest["place"], newest["place"]) == ("3", "1")
    assert oldest["before"]["rating"] == 1500
    assert newest["before"] == oldest["after"]
    assert newest["after"]["rating"] > newest["before"]["rating"] == 1421
    assert newest["player_name"] == last.name


def test_casual_series_count_but_only_members_see_which(
    owner: User, club: Club, table: Series
) -> None:
    last, _, first = seated(table)
    casually = play_casually(owner, club, [last, first], [46, 30])
    mine, anyone = as_user(owner), Client()
    seen, public = (
        [row["series"] for row in listed(reader, f"rating_changes?player={last.pk}")]
        for reader in (mine, anyone)
    )
    assert (seen, public) == ([table.pk, casually.pk], [table.pk])
    shown = [listed(reader, f"ratings?player={last.pk}") for reader in (mine, anyone)]
    assert shown[0] == shown[1]
    assert shown[0][0]["events"] == 2


def test_a_player_of_casual_series_alone_is_the_clubs_own_business(owner: User, club: Club) -> None:
    people = factories.add_players(owner, club, 2)
    play_casually(owner, club, people, [46, 30])
    assert len(listed(as_user(owner), f"ratings?club={club.pk}")) == 2
    assert listed(Client(), f"ratings?club={club.pk}") == []
    row = listed(as_user(owner), "ratings")[0]
    assert Client().get(f"ratings/{row['id']}").status_code == 404


def test_an_erased_person_has_no_name_and_keeps_the_numbers(
    api: Client, club: Club, table: Series
) -> None:
    player = seated(table)[2]
    Player.objects.filter(pk=player.pk).update(erased_at=timezone.now())
    (row,) = listed(api, f"ratings?player={player.pk}")
    assert (row["player_name"], row["rating"]) == (None, 1579)
    (change,) = listed(api, f"rating_changes?player={player.pk}")
    assert change["player_name"] is None


def test_lists_of_ratings_are_narrowed(api: Client, owner: User, club: Club, table: Series) -> None:
    last, middle, first = seated(table)
    for _ in range(9):
        play_casually(owner, club, [first, last], [46, 30])
    pool = listed(api, f"pools?player={middle.pk}")[0]["id"]
    asked = {
        f"ratings?pool={pool}&provisional=true": [middle.pk],
        f"ratings?pool={pool}&provisional=false&ordering=rating": [last.pk, first.pk],
        f"ratings?club={club.pk}&game=gazebo": [],
        f"ratings?pool={pool + 1}": [],
        f"rating_changes?series={table.pk}&ordering=-id": [first.pk, middle.pk, last.pk],
        f"rating_changes?pool={pool}&player={middle.pk}&game=niwa": [middle.pk],
        "rating_changes?updated_since=2099-01-01T00:00:00Z": [],
    }
    for address, players in asked.items():
        assert [row["player"] for row in listed(api, address)] == players, address
    assert listed(api, "pools?game=gazebo") == []
    assert api.get("ratings?pool=x").json()["code"] == "bad_parameter"


def test_a_tag_tells_when_a_rating_moved(api: Client, owner: User, table: Series) -> None:
    address = f"ratings?player={seated(table)[0].pk}"
    tag = api.get(address)["ETag"]
    assert api.get(address, headers={"If-None-Match": tag}).status_code == 304
    turned = factories.points_sheet([60, 40, 30])
    results.correct_result(owner, table.matches.get(number=1), turned, revision=1)
    answer = api.get(address, headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert answer["ETag"] != tag


def test_what_is_not_counted_yet_says_so(
    api: Client, owner: User, club: Club, table: Series, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list that names no club is shown as it is kept; one that does, unless it is too much."""
    ratings.bring_up_to_date(club)
    Series.objects.filter(pk=table.pk).update(closed_at=datetime(2026, 12, 1, tzinfo=UTC))
    play_casually(owner, club, seated(table)[:2], [46, 30])
    for address in ("pools", "ratings", "rating_changes"):
        assert {row["behind"] for row in listed(api, address)} == {True}, address
    monkeypatch.setattr(ratings, "ON_THE_SPOT", 0)
    Job.objects.all().delete()
    assert {row["behind"] for row in listed(api, f"ratings?club={club.pk}")} == {True}
    assert Job.objects.get().kind == "long_ratings"
    monkeypatch.undo()
    assert {row["behind"] for row in listed(api, f"ratings?club={club.pk}")} == {False}
    assert not RatingPool.objects.filter(position=0).exists()
