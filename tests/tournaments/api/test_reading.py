"""Who reads what, and what an answer looks like: tags, names, exact numbers, times."""

import re
from typing import Any

import pytest
from django.utils import timezone

from tests import factories
from tests.tournaments.api.client import Client
from tests.tournaments.api.conftest import as_user
from tournaments.models import Club, Match, Player, Round, Tournament, User
from tournaments.services import casual, players, results, rounds, standings, tokens

pytestmark = pytest.mark.django_db


def ids(response: Any) -> list[int]:
    assert response.status_code == 200, response.content
    return [row["id"] for row in response.json()["results"]]


# Who reads what -----------------------------------------------------------------------------------


def people(owner: User, club: Club) -> dict[str, Client]:
    """A client for each role, for the owner of another club, and for nobody."""
    eve = factories.user("eve")
    factories.club(eve, "Club Tsuru")
    roles = {
        role: as_user(factories.member(owner, club, role, role))
        for role in ("organiser", "scorer", "member")
    }
    return {"owner": as_user(owner), **roles, "stranger": as_user(eve), "nobody": Client()}


def readers(clients: dict[str, Client], path: str, pk: int) -> set[str]:
    """Who can read one row; the list must say the same."""
    found = set()
    for name, client in clients.items():
        status = client.get(f"{path}/{pk}").status_code
        listed = client.get(path)
        if listed.status_code == 401:
            assert (name, status) == ("nobody", 401)
            continue
        assert status in {200, 404}
        assert (pk in ids(listed)) == (status == 200), (name, path)
        if status == 200:
            found.add(name)
    return found


EVERYONE = {"owner", "organiser", "scorer", "member", "stranger", "nobody"}
STAFF = {"owner", "organiser", "scorer"}
ORGANISERS = {"owner", "organiser"}
MEMBERS = {"owner", "organiser", "scorer", "member"}


def test_a_draft_is_for_the_clubs_own_people(owner: User, club: Club) -> None:
    draft = factories.entered(owner, club, 4, draft=True)
    round_ = factories.draw(owner, draft, publish=False)
    clients = people(owner, club)
    table = round_.series.get()
    for path, pk in {
        "tournaments": draft.pk,
        "stages": draft.stages.get().pk,
        "entries": draft.entries.all()[0].pk,
        "rounds": round_.pk,
        "series": table.pk,
        "matches": table.matches.all()[0].pk,
    }.items():
        assert readers(clients, path, pk) == STAFF, path
    assert clients["nobody"].get(f"tournaments/{draft.pk}/standings").status_code == 404


def test_a_draw_is_seen_by_all_once_it_is_published(owner: User, club: Club) -> None:
    night = factories.entered(owner, club, 4)
    round_ = factories.draw(owner, night, publish=False)
    clients = people(owner, club)
    table = round_.series.get()
    match = table.matches.order_by("number")[0]
    things = {"rounds": round_.pk, "series": table.pk, "matches": match.pk}
    for path, pk in things.items():
        assert readers(clients, path, pk) == STAFF, path
    assert clients["owner"].get(f"rounds/{round_.pk}/standings").status_code == 404
    rounds.publish_round(owner, round_)
    result = factories.report(owner, match, [30, 40, 50, 60])
    for path, pk in (things | {"results": result.pk}).items():
        assert readers(clients, path, pk) == EVERYONE, path


def test_players_are_public_once_they_play(owner: User, club: Club) -> None:
    hidden = players.add_player(owner, club, name="Hidden")
    drafted = factories.entered(owner, club, 1, draft=True).entries.get().player
    clients = people(owner, club)
    assert readers(clients, "players", hidden.pk) == MEMBERS
    assert readers(clients, "players", drafted.pk) == MEMBERS
    night = factories.tournament(owner, club, name="Open")
    clients["owner"].post(f"tournaments/{night.pk}/entries", {"players": [hidden.pk]})
    assert readers(clients, "players", hidden.pk) == EVERYONE
    assert ids(clients["nobody"].get("players", {"tournament": night.pk})) == [hidden.pk]


def test_who_is_in_a_draft_is_not_told_by_a_filter(owner: User, club: Club) -> None:
    draft = factories.entered(owner, club, 1, draft=True)
    player = draft.entries.get().player
    night = factories.tournament(owner, club, name="Open")
    api = as_user(owner)
    api.post(f"tournaments/{night.pk}/entries", {"players": [player.pk]})
    assert ids(api.get("players", {"tournament": draft.pk})) == [player.pk]
    assert ids(Client().get("players", {"tournament": draft.pk})) == []
    assert ids(Client().get("tournaments", {"player": player.pk})) == [night.pk]


def test_a_casual_series_is_for_the_members(owner: User, club: Club) -> None:
    seated = factories.add_players(owner, club, 4)
    series = casual.start_series(
        owner, club, game="gazebo", players=seated, matches=[{"board": "bird"}],
        options={"partnership": True},
    )  # fmt: skip
    clients = people(owner, club)
    assert readers(clients, "series", series.pk) == MEMBERS
    assert readers(clients, "matches", series.matches.get().pk) == MEMBERS
    shown = clients["member"].get(f"series/{series.pk}").json()
    assert (shown["round"], shown["tournament"], shown["timezone"]) == (None, None, "Europe/Berlin")


def counted(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(row.get("seats"), row["total"], row["place"]) for row in rows]


def test_a_table_at_which_no_match_counts_has_no_totals_and_no_places(
    api: Client, owner: User, match: Match
) -> None:
    path = f"series/{match.series_id}"
    result = factories.report(owner, match, [30, 40, 50, 60], confirm=False)
    shown = api.get(path).json()
    assert counted(shown["seats"]) == [(None, None, None)] * 4
    assert counted(shown["sides"]) == [([seat], None, None) for seat in range(4)]
    results.confirm_result(owner, result)
    shown = api.get(path).json()
    assert [(row["total"], row["place"]) for row in shown["seats"]] == [
        ("30", "4"), ("40", "3"), ("50", "2"), ("60", "1"),
    ]  # fmt: skip
    assert counted(shown["sides"]) == [
        ([0], "30", "4"), ([1], "40", "3"), ([2], "50", "2"), ([3], "60", "1"),
    ]  # fmt: skip
    assert shown["complete"] is False


def test_a_series_of_which_everything_was_abandoned_has_no_places(
    api: Client, owner: User, match: Match
) -> None:
    for each in match.series.matches.all():
        results.abandon_match(owner, each)
    shown = api.get(f"series/{match.series_id}").json()
    assert shown["complete"] is True
    assert counted(shown["seats"]) == [(None, None, None)] * 4


def test_pairs_are_sides_with_their_sum_and_their_place(
    api: Client, owner: User, club: Club
) -> None:
    series = casual.start_series(
        owner, club, game="gazebo", players=factories.add_players(owner, club, 4),
        matches=[{"board": "bird"}, {"board": "jungle"}], options={"partnership": True},
    )  # fmt: skip
    sheets = [((3, 4, 5, 2), {"end": "blocked", "last_pair": [2, 3]}), ((0, 9, 4, 5), {})]
    shown = []
    for match, (left, more) in zip(series.matches.order_by("number"), sheets, strict=True):
        sheet = {"seats": [{"left": number} for number in left], **more}
        results.report_result(owner, match, sheet)
        shown.append(api.get(f"series/{series.pk}").json())
    assert [counted(one["sides"]) for one in shown] == [
        [([0, 1], "7", "2"), ([2, 3], "7", "1")],
        [([0, 1], "16", "3/2"), ([2, 3], "16", "3/2")],
    ]
    assert [seat["place"] for seat in shown[0]["seats"]] == ["2", "2", "1", "1"]


def test_members_journal_and_jobs_are_for_those_who_run_the_club(
    owner: User, match: Match, club: Club
) -> None:
    clients = people(owner, club)
    membership = club.memberships.get(user=owner)
    assert readers(clients, "memberships", membership.pk) == ORGANISERS
    entry = club.journal.latest("id")
    assert readers(clients, "journal", entry.pk) == ORGANISERS
    job = club.jobs.latest("id")
    assert readers(clients, "jobs", job.pk) == STAFF


def test_tokens_are_for_their_owner(owner: User, club: Club) -> None:
    token, secret = tokens.create_token(owner, name="Tool", scopes=["administer"])
    assert readers(people(owner, club), "tokens", token.pk) == {"owner"}
    by_token = Client(headers={"Authorization": f"Bearer {secret}"})
    assert ids(by_token.get("tokens")) == []


def test_number_and_account_are_for_the_clubs_members(owner: User, club: Club) -> None:
    player = factories.entered(owner, club, 1).entries.get().player
    players.change_player(owner, player, number="7", user=owner)
    clients = people(owner, club)
    for name, client in clients.items():
        shown = client.get(f"players/{player.pk}").json()
        expected = ("7", owner.pk) if name in MEMBERS else (None, None)
        assert (shown["number"], shown["user"]) == expected
        by_account = ids(client.get("players", {"user": owner.pk}))
        assert by_account == ([player.pk] if name in MEMBERS else [])


# Tags ---------------------------------------------------------------------------------------------


READS = [
    "clubs", "memberships", "players", "boards", "tile_sets", "tournaments", "stages", "entries",
    "rounds", "series", "matches", "results", "pools", "ratings", "rating_changes", "journal",
    "jobs", "tokens", "simulations", "me", "games", "games/niwa", "schema", "",
]  # fmt: skip


def test_what_one_has_already_is_not_sent_again(api: Client, owner: User, match: Match) -> None:
    factories.report(owner, match, [30, 40, 50, 60])
    for path in READS:
        know(api, path)


def know(api: Client, path: str) -> None:
    first = api.get(path)
    assert (first.status_code, first["Cache-Control"]) == (200, "private, no-cache")
    assert {"Authorization", "Cookie"} <= set(first["Vary"].split(", "))
    for known in (first["ETag"], f"W/{first['ETag']}", f'"other", {first["ETag"]}', "*"):
        again = api.get(path, headers={"If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert (again["ETag"], again["Cache-Control"]) == (first["ETag"], "private, no-cache")
    other = api.get(path, headers={"If-None-Match": '"other"'})
    assert (other.status_code, other.content) == (200, first.content)


def test_a_head_has_the_tag_and_no_body(api: Client, club: Club) -> None:
    got, headed = api.get(f"clubs/{club.pk}"), api.head(f"clubs/{club.pk}")
    assert (headed.status_code, headed.content) == (200, b"")
    assert headed["ETag"] == got["ETag"]
    known = api.head(f"clubs/{club.pk}", headers={"If-None-Match": got["ETag"]})
    assert known.status_code == 304


def test_a_tag_begins_with_the_version_that_if_match_takes(
    api: Client, owner: User, night: Tournament, match: Match
) -> None:
    result = factories.report(owner, match, [30, 40, 50, 60])
    night.refresh_from_db()
    match.series.refresh_from_db()
    for path, version in {
        f"clubs/{night.club_id}": 1,
        f"tournaments/{night.pk}": night.version,
        f"stages/{night.stages.get().pk}": night.version,
        f"series/{match.series_id}": match.series.version,
        f"matches/{match.pk}": match.series.version,
        f"results/{result.pk}": match.series.version,
    }.items():
        response = api.get(path)
        assert re.fullmatch(rf'"{version}-[0-9a-f]{{16}}"', response["ETag"]), path
        assert response.json()["version"] == version
    for path in ("players", "me", "games", "schema", ""):
        assert re.fullmatch(r'"[0-9a-f]{16}"', api.get(path)["ETag"]), path


def test_the_tag_of_a_standing_begins_with_the_journals_position(
    api: Client, owner: User, night: Tournament
) -> None:
    """Before the first round, while one is open, and once it is closed; after every change."""
    address = f"tournaments/{night.pk}/standings"
    seen: set[str] = set()

    def look() -> str:
        got = api.get(address)
        tag: str = got["ETag"]
        assert re.fullmatch(rf'"p{got.json()["position"]}-[0-9a-f]{{16}}"', tag)
        assert tag not in seen
        for known in seen:
            assert api.get(address, headers={"If-None-Match": known}).status_code == 200
        assert api.get(address, headers={"If-None-Match": tag}).status_code == 304
        seen.add(tag)
        return tag

    look()
    round_ = factories.draw(owner, night)
    look()
    factories.play_round(owner, round_)
    running = look()
    standings.compute(night)  # a worker comes later than the reader: nothing new
    assert api.get(address, headers={"If-None-Match": running}).status_code == 304
    explained = api.get(address, {"explain": "true"})["ETag"]
    assert explained.split("-")[0] == running.split("-")[0]
    assert explained != running
    rounds.close_round(owner, round_)
    look()
    players.change_player(owner, night.entries.all()[0].player, name="Another name")
    look()  # no change of the standing, but of what is shown


def test_the_tag_of_a_standing_is_no_version_to_write_by(
    api: Client, owner: User, night: Tournament
) -> None:
    """Its number counts something else than a tournament's version, and may well equal one."""
    tag = api.get(f"tournaments/{night.pk}/standings")["ETag"]
    position = int(tag[2:].split("-")[0])
    Tournament.objects.update(version=position)
    address, body = f"tournaments/{night.pk}", {"name": "Koi night"}
    refused = api.patch(address, body, headers={"If-Match": tag})
    assert (refused.status_code, refused.json()["code"]) == (412, "stale_version")
    assert api.get(address).json()["name"] == "Autumn night"


def test_a_new_name_changes_the_tag_but_not_the_version(
    api: Client, owner: User, match: Match
) -> None:
    address = f"series/{match.series_id}"
    first = api.get(address)
    player = match.series.seats.all()[0].player
    players.change_player(owner, player, name="Another name")
    second = api.get(address, headers={"If-None-Match": first["ETag"]})
    assert second.status_code == 200
    assert second.json()["seats"][0]["player_name"] == "Another name"
    assert second.json()["version"] == first.json()["version"]
    sheet = {"sheet": factories.points_sheet([30, 40, 50, 60])}
    taken = api.post(f"matches/{match.pk}/report", sheet, headers={"If-Match": first["ETag"]})
    assert taken.status_code == 201


# What is shown ------------------------------------------------------------------------------------


def test_names_follow_the_person(api: Client, owner: User, club: Club, match: Match) -> None:
    first, second = (seat.player for seat in match.series.seats.all()[:2])
    survivor = players.add_player(owner, club, name="Survivor")
    Player.objects.filter(pk=first.pk).update(merged_into=survivor)
    Player.objects.filter(pk=second.pk).update(erased_at=timezone.now())
    seats = api.get(f"series/{match.series_id}").json()["seats"]
    assert [seat["player_name"] for seat in seats[:2]] == ["Survivor", None]
    tournament = match.series.round.stage.tournament_id  # type: ignore[union-attr]
    entries = api.get("entries", {"tournament": tournament}).json()["results"]
    named = {entry["player"]: entry["player_name"] for entry in entries}
    rows = api.get(f"tournaments/{tournament}/standings").json()["rows"]
    assert {row["player"]: row["player_name"] for row in rows} == named
    assert (named[first.pk], named[second.pk]) == ("Survivor", None)
    assert set(ids(api.get("players", {"active": "false"}))) == {first.pk, second.pk}
    assert not {first.pk, second.pk} & set(ids(api.get("players", {"active": "true"})))
    shown = api.get(f"players/{second.pk}").json()
    assert (shown["name"], shown["erased"]) == (None, True)
    shown = api.get(f"players/{first.pk}").json()
    assert (shown["name"], shown["merged_into"]) == (first.name, survivor.pk)


def test_old_revisions_of_a_result_stay_readable(
    api: Client, anonymous: Client, owner: User, match: Match
) -> None:
    first = factories.report(owner, match, [30, 50, 50, 60])
    sheet = factories.points_sheet([31, 50, 50, 60])
    results.correct_result(owner, match, sheet, revision=1, reason="Misread")
    revisions = anonymous.get("results", {"match": match.pk}).json()["results"]
    assert [(r["revision"], r["state"], r["reason"]) for r in revisions] == [
        (1, "superseded", ""), (2, "confirmed", "Misread"),
    ]  # fmt: skip
    old = anonymous.get(f"results/{first.pk}").json()
    assert [(s["score"], s["place"]) for s in old["scores"]] == [
        (30, "4"), (50, "5/2"), (50, "5/2"), (60, "1"),
    ]  # fmt: skip
    assert old["sheet"] == factories.points_sheet([30, 50, 50, 60])
    shown = api.get(f"matches/{match.pk}").json()
    assert (shown["result"], shown["state"]) == (revisions[1]["id"], "done")
    assert shown["setup_text"] == "Mission 5: duo, same colour"


def test_old_revisions_of_a_standing_stay_readable(
    api: Client, owner: User, round_: Round, match: Match
) -> None:
    factories.play_round(owner, round_)
    rounds.close_round(owner, round_)
    address = f"rounds/{round_.pk}/standings"
    first = api.get(address).json()
    assert (first["revision"], first["round_state"]) == (1, "closed")
    sheet = factories.points_sheet([70, 40, 50, 60])
    results.correct_result(owner, match, sheet, revision=1)
    newest = api.get(address).json()
    assert (newest["revision"], newest["revisions"]) == (2, [1, 2])
    assert newest["position"] > first["position"]
    old = api.get(address, {"revision": 1}).json()
    assert old["rows"] == first["rows"] != newest["rows"]
    assert api.get(address, {"revision": 3}).status_code == 404
    explained = api.get(address, {"revision": 1, "explain": "true"}).json()
    assert all(row["addends"] for row in explained["rows"])
    assert all("addends" not in row for row in old["rows"])


def test_a_standing_before_the_first_round(api: Client, night: Tournament) -> None:
    standing = api.get(f"tournaments/{night.pk}/standings").json()
    assert (standing["round"], standing["round_number"], standing["computed_at"]) == (None, 0, None)
    assert {row["played"] for row in standing["rows"]} == {0}
    assert len(standing["rows"]) == 7


def test_a_standing_is_never_stale(
    api: Client, owner: User, night: Tournament, match: Match
) -> None:
    address = f"tournaments/{night.pk}/standings"
    before = api.get(address).json()
    factories.play_series(owner, match.series)
    after = api.get(address).json()
    assert after["position"] == before["position"] + 3
    assert sorted(row["played"] for row in after["rows"]) == [0, 0, 0, 1, 1, 1, 1]
    assert after["waiting_tables"] == [2]


def test_times_are_utc(api: Client, owner: User, round_: Round) -> None:
    for active in ("Asia/Tokyo", "UTC"):
        with timezone.override(active):
            shown = api.get(f"rounds/{round_.pk}").json()
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z", shown["published_at"])
        assert shown["timezone"] == "Europe/Berlin"


def test_the_index_leads_to_every_list(anonymous: Client, api: Client) -> None:
    index = anonymous.get("").json()
    assert (index["version"], index["schema"]) == ("1", "/api/v1/schema")
    names = [one["name"] for one in index["collections"]]
    assert names == [path for path in READS if path not in {"me", "games/niwa", "schema", ""}]
    for one in index["collections"]:
        assert one["address"] == f"/api/v1/{one['name']}"
        assert one["text"].endswith("."), one
        assert set(api.get(one["address"]).json()) == {"next", "previous", "results"}


def test_the_games_come_from_the_registry(anonymous: Client) -> None:
    games = anonymous.get("games").json()["results"]
    assert [game["name"] for game in games] == ["niwa", "gazebo", "gnome_hollow"]
    hollow = games[2]
    assert (hollow["min_seats"], hollow["max_seats"], hollow["best"]) == (2, 4, "most")
    assert hollow["tie_rules"] == ["mushrooms_then_share"]
    assert hollow["default_matches"] == [{"tileset": "recon-1"}]
    text = "Tile set: recon-1 (reconstruction)"
    assert hollow["setups"] == [{"setup": {"tileset": "recon-1"}, "text": text}]
    niwa = anonymous.get("games/niwa").json()
    assert niwa == games[0]
    assert (niwa["min_seats"], niwa["max_seats"], niwa["best"]) == (2, 6, "most")
    assert niwa["setups"][4] == {"setup": {"mission": 5}, "text": "Mission 5: duo, same colour"}
    assert [option["name"] for option in niwa["options"]][:2] == ["rounds", "start"]
    assert games[1]["best"] == "fewest"
    assert len(games[1]["default_matches"]) == 4
    assert anonymous.get("games/chess").status_code == 404


def test_a_preview_counts_and_changes_nothing(api: Client, match: Match) -> None:
    body = {"sheet": factories.points_sheet([30, 40, 50, 60])}
    answer = api.post(f"matches/{match.pk}/preview", body).json()
    assert answer["scores"] == [30, 40, 50, 60]
    assert (answer["winners"], answer["credits"]) == ([3], [0, 0, 0, 1])
    assert not match.results.exists()
    refused = api.post(f"matches/{match.pk}/preview", {"sheet": factories.points_sheet([30])})
    assert (refused.status_code, refused.json()["code"]) == (422, "seat_count")
    assert Client().post(f"matches/{match.pk}/preview", body).status_code == 401
