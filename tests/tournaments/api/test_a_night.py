"""A whole evening over the API: from the club to the final standing."""

from fractions import Fraction
from typing import Any

import pytest

from tests import factories
from tests.tournaments.api.client import Client
from tests.tournaments.api.conftest import as_user
from tournaments.models import JournalEntry

pytestmark = pytest.mark.django_db


def ok(response: Any, status: int = 200) -> Any:
    assert response.status_code == status, response.content
    return response.json() if response.content else None


def points(*values: int) -> dict[str, Any]:
    return {"seats": [{"points": value} for value in values]}


def test_a_niwa_evening_from_the_club_to_the_final_standing() -> None:
    api = as_user(factories.user("hanako"))
    club = ok(api.post("clubs", {"name": "Club Koi", "timezone": "Europe/Berlin"}), 201)["id"]
    names = ["佐藤 美咲", "𠮷田 健太", "Zoë Kowalczyk", "Élodie Marchand"]
    players = [
        ok(api.post("players", {"club": club, "name": name, "number": str(at)}), 201)["id"]
        for at, name in enumerate(names)
    ]
    tournament = ok(
        api.post(
            "tournaments",
            {
                "club": club, "name": "Autumn night", "game": "niwa", "starts_on": "2026-11-30",
                "table_size": 4, "matches": [{"mission": 5}, {"mission": 2}, {"mission": 8}],
                "draft": True,
            },
        ),
        201,
    )  # fmt: skip
    pk, (stage,) = tournament["id"], tournament["stages"]
    assert (tournament["state"], tournament["timezone"]) == ("draft", "Europe/Berlin")
    assert tournament["keys"] == ["points", "wins", "score_share", "direct", "lot"]
    entered = ok(api.post(f"tournaments/{pk}/entries", {"players": players}), 201)
    assert [entry["player_name"] for entry in entered["entries"]] == names
    assert entered["new"] == 4
    round_ = ok(api.post(f"stages/{stage}/draw", {"seed": 7}), 201)
    assert (round_["state"], round_["report"]["seed"], round_["number"]) == ("drawn", 7, 1)
    assert ok(api.post(f"tournaments/{pk}/open"))["state"] == "open"
    assert ok(api.post(f"rounds/{round_['id']}/publish"))["state"] == "published"
    (table,) = ok(api.get("series", {"round": round_["id"]}))["results"]
    assert table["table_no"] == 1
    assert {seat["player"] for seat in table["seats"]} == set(players)
    for match, scores in zip(
        table["matches"], [(30, 40, 50, 60), (31, 41, 51, 61), (32, 42, 52, 62)], strict=True
    ):
        result = ok(api.post(f"matches/{match['id']}/report", {"sheet": points(*scores)}), 201)
        assert (result["state"], result["revision"]) == ("confirmed", 1)
        assert [score["place"] for score in result["scores"]] == ["4", "3", "2", "1"]
    table = ok(api.get(f"series/{table['id']}"))
    assert (table["complete"], table["state"]) == (True, "done")
    assert [seat["total"] for seat in table["seats"]] == ["93", "123", "153", "183"]
    assert [seat["place"] for seat in table["seats"]] == ["4", "3", "2", "1"]
    running = ok(api.get(f"tournaments/{pk}/standings"))
    assert (running["revision"], running["revisions"], running["round"]) == (0, [], round_["id"])
    assert ok(api.post(f"rounds/{round_['id']}/close"))["state"] == "closed"
    assert ok(api.post(f"tournaments/{pk}/finish"))["state"] == "finished"
    standing = ok(Client().get(f"tournaments/{pk}/standings", {"explain": "true"}))
    by_seat = {seat["player"]: seat["player_name"] for seat in table["seats"]}
    assert [row["player_name"] for row in standing["rows"]] == [
        by_seat[seat["player"]] for seat in reversed(table["seats"])
    ]
    assert [row["values"]["points"] for row in standing["rows"]] == ["1", "2/3", "1/3", "0"]
    assert (standing["revision"], standing["revisions"]) == (1, [1])
    first = standing["rows"][0]
    added = [Fraction(a["value"]) for a in first["addends"] if a["key"] == "points"]
    assert added == [Fraction(1)]
    assert first["addends"][0]["series"] == table["id"]
    verbs = JournalEntry.objects.order_by("position").values_list("verb", flat=True)
    assert list(verbs) == [
        "create_club", *["add_player"] * 4, "create_tournament", "enter_players", "draw_round",
        "open_tournament", "publish_round", *["report_result"] * 3, "close_round",
        "finish_tournament",
    ]  # fmt: skip
