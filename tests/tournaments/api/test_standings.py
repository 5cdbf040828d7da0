"""The standing in the API, with every reason; and what can be taken back."""

import pytest

from tests import factories
from tests.tournaments.api.cases import everything
from tests.tournaments.api.client import Client
from tournaments.models import JournalEntry, Round, Tournament, User
from tournaments.services import entries, results, rounds

pytestmark = pytest.mark.django_db


def test_before_a_table_counts_every_rank_and_value_is_null(
    anonymous: Client, night: Tournament, round_: Round
) -> None:
    for address in (f"tournaments/{night.pk}/standings", f"rounds/{round_.pk}/standings"):
        rows = anonymous.get(address).json()["rows"]
        assert {row["rank"] for row in rows} == {None}
        assert {value for row in rows for value in row["values"].values()} == {None}
        assert [row["player"] for row in rows] == sorted(row["player"] for row in rows)
        assert rows[0].keys() == {"rank", "player", "player_name", "state", "played", "values"}


def test_every_point_is_explained(anonymous: Client, owner: User, round_: Round) -> None:
    one, two = round_.series.order_by("table_no")
    factories.play_series(owner, one, [[40, 40, 30, 60]] * 3)
    address = f"rounds/{round_.pk}/standings"
    rows = {
        row["player"]: row for row in anonymous.get(address, {"explain": "true"}).json()["rows"]
    }
    first, other = (series.seats.get(position=0).player_id for series in (one, two))
    points = [addend for addend in rows[first]["addends"] if addend["key"] == "points"]
    assert points == [
        {
            "key": "points", "value": "1/2", "source": "place_points", "series": one.pk,
            "round_number": 1, "table": 1, "place": "5/2", "size": 4, "shared_by": 2,
            "formula": "(4 − 5/2)/(4 − 1)", "note": None, "opponent": None, "step": 1,
        }
    ]  # fmt: skip
    assert rows[first]["left_out"] == []
    assert rows[other]["left_out"] == [
        {"series": two.pk, "round_number": 1, "table": 2, "reason": "unfinished"}
    ]
    assert rows[other]["values"]["points"] == "0"
    assert rows[other]["values"]["score_share"] is None


def test_abandoned_matches_are_explained(anonymous: Client, owner: User, round_: Round) -> None:
    one, two = round_.series.order_by("table_no")
    results.abandon_match(owner, one.matches.get(number=2))
    for match in one.matches.exclude(number=2):
        factories.report(owner, match, [30, 40, 50, 60])
    for match in two.matches.all():
        results.abandon_match(owner, match)
    address = f"rounds/{round_.pk}/standings"
    rows = {
        row["player"]: row for row in anonymous.get(address, {"explain": "true"}).json()["rows"]
    }
    first, other = (series.seats.get(position=0).player_id for series in (one, two))
    assert {addend["note"] for addend in rows[first]["addends"] if addend["series"]} == {
        "abandoned_dropped"
    }
    assert [(one["table"], one["reason"]) for one in rows[other]["left_out"]] == [(2, "abandoned")]


def test_a_round_with_a_result_is_not_unpublished(api: Client, owner: User, round_: Round) -> None:
    factories.play_series(owner, round_.series.get(table_no=2))
    before = everything()
    response = api.post(f"rounds/{round_.pk}/unpublish")
    problem = response.json()
    assert (response.status_code, problem["code"]) == (409, "round_has_results")
    assert problem["tables"] == [2]
    assert everything() == before


def test_an_unpublished_round_is_hidden_from_others(
    api: Client, anonymous: Client, round_: Round
) -> None:
    shown = api.post(f"rounds/{round_.pk}/unpublish").json()
    assert (shown["state"], shown["published_at"], shown["version"]) == ("drawn", None, 3)
    assert anonymous.get(f"rounds/{round_.pk}").status_code == 404
    assert anonymous.get(f"series?round={round_.pk}").json()["results"] == []
    undone = JournalEntry.objects.latest("position").undoes
    assert undone is not None
    assert undone.verb == "publish_round"


def test_who_took_a_place_is_said_when_the_replaced_player_is_entered(
    api: Client, owner: User, night: Tournament
) -> None:
    entry = night.entries.all()[0]
    guest = factories.players.add_player(owner, night.club, name="Guest")
    entries.replace_entry(owner, entry, guest)
    before = everything()
    response = api.post(f"tournaments/{night.pk}/entries", {"players": [entry.player_id]})
    problem = response.json()
    assert (response.status_code, problem["code"]) == (409, "player_replaced")
    assert problem["detail"].startswith("Guest took the place of Player 001.")
    assert problem["entry"] == entry.pk
    assert everything() == before
    back = api.post(f"entries/{entry.pk}/undo_replacement").json()
    assert (back["id"], back["state"], back["version"]) == (entry.pk, "checked_in", 3)
    assert not night.entries.filter(player=guest).exists()


def test_who_has_had_no_seat_has_no_rank_until_there_is_one(
    api: Client, anonymous: Client, owner: User, night: Tournament
) -> None:
    absent, left, *there = night.entries.order_by("id")
    entries.move_entry(owner, absent, "undo_check_in")
    entries.move_entry(owner, left, "drop")
    round_ = factories.draw(owner, night)
    late = factories.players.add_player(owner, night.club, name="Latecomer")
    entries.enter_players(owner, night, [late])
    one = round_.series.get(table_no=1)
    factories.play_series(owner, one)
    address, outside = f"rounds/{round_.pk}/standings", [absent.player_id, left.player_id, late.pk]
    rows = anonymous.get(address, {"explain": "true"}).json()["rows"]
    seated = one.seats.count()
    assert [(row["rank"], row["played"]) for row in rows[:5]] == [
        (rank, int(rank <= seated)) for rank in range(1, 6)
    ]
    assert {row["player"] for row in rows[:5]} == {entry.player_id for entry in there}
    assert [
        (row["rank"], row["player"], row["state"], row["played"], row["addends"])
        for row in rows[5:]
    ] == [
        (None, outside[0], "registered", 0, []),
        (None, outside[1], "dropped", 0, []),
        (None, outside[2], "checked_in", 0, []),
    ]  # fmt: skip
    for row in rows[5:]:
        assert set(row["values"].values()) == {None}
        assert [(why["round_number"], why["reason"]) for why in row["left_out"]] == [(1, "no_seat")]
    factories.play_series(owner, round_.series.get(table_no=2))
    rounds.close_round(owner, round_)
    kept = anonymous.get(address).json()["rows"]
    assert [row["rank"] for row in kept] == [1, 2, 3, 4, 5, None, None, None]
    api.post(f"entries/{absent.pk}/check_in")
    second = factories.draw(owner, night)
    shown = anonymous.get(f"rounds/{second.pk}/standings").json()["rows"]
    ranks = {row["player"]: row["rank"] for row in shown}
    assert sorted(rank for rank in ranks.values() if rank) == [1, 2, 3, 4, 5, 6, 7]
    assert [ranks[player] is None for player in outside] == [False, True, False]
    assert anonymous.get(address).json()["rows"] == kept
