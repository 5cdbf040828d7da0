"""Two requests at the same moment, against the real database."""

from typing import Any

import pytest

from tests import factories
from tests.tournaments.api.conftest import as_user
from tests.tournaments.test_races import at_once
from tournaments.models import (
    Club,
    IdempotencyKey,
    JournalEntry,
    Match,
    Player,
    Result,
    Token,
    User,
)

pytestmark = pytest.mark.django_db(transaction=True)


def statuses(outcomes: list[Any]) -> list[int]:
    return sorted(response.status_code for response in outcomes)


@pytest.fixture
def planned(owner: User, club: Club) -> Match:
    factories.draw(owner, factories.entered(owner, club, 4))
    return Match.objects.select_related("series").get(number=1)


def test_two_scorers_report_the_same_match(owner: User, club: Club, planned: Match) -> None:
    scorer = as_user(factories.member(owner, club, "kaede", "scorer"))
    clients = [(as_user(owner), 30), (scorer, 31)]
    outcomes = at_once(
        *[
            lambda client=client, points=points: client.post(
                f"matches/{planned.pk}/report",
                {"sheet": factories.points_sheet([points, 40, 50, 60])},
            )
            for client, points in clients
        ]
    )
    assert statuses(outcomes) == [201, 409]
    (won,) = (one.json() for one in outcomes if one.status_code == 201)
    (lost,) = (one.json() for one in outcomes if one.status_code == 409)
    assert (lost["code"], lost["result"]) == ("already_reported", won["id"])
    assert lost["scores"] == [score["score"] for score in won["scores"]]
    assert Result.objects.count() == 1


def test_two_corrections_of_what_both_have_seen(owner: User, planned: Match) -> None:
    factories.report(owner, planned, [30, 40, 50, 60])
    client = as_user(owner)
    tag = client.get(f"matches/{planned.pk}")["ETag"]
    outcomes = at_once(
        *[
            lambda points=points: as_user(owner).post(
                f"matches/{planned.pk}/correct",
                {"sheet": factories.points_sheet([points, 40, 50, 60]), "revision": 1},
                headers={"If-Match": tag},
            )
            for points in (31, 32)
        ]
    )
    assert statuses(outcomes) == [201, 412]
    assert Result.objects.count() == 2


def test_one_click_that_arrives_three_times(owner: User, planned: Match) -> None:
    body = {"sheet": factories.points_sheet([30, 40, 50, 60])}
    headers = {"Idempotency-Key": "click"}
    outcomes = at_once(
        *[
            lambda: as_user(owner).post(f"matches/{planned.pk}/report", body, headers=headers)
            for _ in range(3)
        ]
    )
    assert statuses(outcomes) == [201, 201, 201]
    assert len({one.content for one in outcomes}) == 1
    assert sorted(one.get("Idempotent-Replayed", "") for one in outcomes) == ["", "true", "true"]
    assert Result.objects.count() == IdempotencyKey.objects.count() == 1
    assert JournalEntry.objects.filter(verb="report_result").count() == 1


def test_one_click_for_a_token_that_arrives_three_times(owner: User) -> None:
    body, headers = {"name": "Tool", "scopes": ["score"]}, {"Idempotency-Key": "click"}
    outcomes = at_once(
        *[lambda: as_user(owner).post("tokens", body, headers=headers) for _ in range(3)]
    )
    assert statuses(outcomes) == [201, 201, 201]
    assert sum("secret" in one.json() for one in outcomes) == 1
    assert len({one.json()["id"] for one in outcomes}) == Token.objects.count() == 1


def test_a_player_is_added_while_the_club_changes(owner: User, club: Club) -> None:
    """`If-Match` on what a club gets is held against the club as it is when the write ends."""
    tag = {"If-Match": '"1"'}
    added, changed = at_once(
        lambda: as_user(owner).post("players", {"club": club.pk, "name": "Zoë"}, headers=tag),
        lambda: as_user(owner).patch(f"clubs/{club.pk}", {"name": "Koi"}, headers=tag),
    )
    assert changed.status_code == 200
    assert added.status_code in {201, 412}
    assert Player.objects.count() == (1 if added.status_code == 201 else 0)
    positions = list(JournalEntry.objects.order_by("id").values_list("position", flat=True))
    assert positions == list(range(1, len(positions) + 1))
    verbs = list(JournalEntry.objects.order_by("position").values_list("verb", flat=True))
    if added.status_code == 201:
        assert verbs == ["create_club", "add_player", "change_club"]
    else:
        assert verbs == ["create_club", "change_club"]
