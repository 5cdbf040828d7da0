"""Every error is a problem: its form, its status, its code, and nothing of our insides."""

import json
import logging
from typing import Any

import pytest
from django.test import override_settings
from rest_framework.throttling import UserRateThrottle

from tests import factories
from tests.tournaments.api.cases import WRITES, everything, send
from tests.tournaments.api.client import Client
from tournaments.errors import Broken
from tournaments.models import Club, Match, Player, Tournament, User
from tournaments.services import clubs, players

pytestmark = pytest.mark.django_db

MEMBERS = {"type", "title", "status", "detail", "code", "request_id"}


def problem(response: Any, status: int, code: str) -> dict[str, Any]:
    """The problem in an answer, after a look at its form."""
    found: dict[str, Any] = json.loads(response.content)
    assert (response.status_code, found.get("code")) == (status, code), found
    assert response["Content-Type"] == "application/problem+json"
    assert response["Cache-Control"] == "no-store"
    assert found.keys() >= MEMBERS
    assert found["status"] == status
    assert found["type"] == f"urn:teien:problem:{code}"
    assert found["title"] == code.replace("_", " ").capitalize()
    assert found["detail"]
    assert found["request_id"] == response["X-Request-ID"]
    return found


def test_a_refusal_of_a_service_has_its_facts(api: Client, match: Match) -> None:
    body = {"sheet": factories.points_sheet([30, 40, 50, 60])}
    first = api.post(f"matches/{match.pk}/report", body).json()
    found = problem(api.post(f"matches/{match.pk}/report", body), 409, "already_reported")
    assert (found["result"], found["revision"]) == (first["id"], 1)
    assert found["scores"] == [30, 40, 50, 60]


def test_a_refusal_of_the_rules_names_the_rule(api: Client, match: Match) -> None:
    body = {"sheet": {"seats": [{"hand": "P11"}, {"points": 1}, {"points": 1}, {"points": 1}]}}
    found = problem(api.post(f"matches/{match.pk}/report", body), 422, "unknown_card")
    assert (found["seat"], found["field"], found["rule"]) == (0, "seats.0.hand", "N1")
    assert "P11" in found["detail"]
    assert not match.results.exists()


def test_fields_are_refused_by_name(api: Client, club: Club, night: Tournament) -> None:
    body = {"club": 0, "game": "chess", "name": "A night", "matches": {}, "table_size": "x"}
    found = problem(api.post("tournaments", body), 422, "invalid")
    by_field = {(error["field"], error["code"]) for error in found["errors"]}
    assert by_field == {
        ("club", "does_not_exist"), ("game", "invalid_choice"), ("starts_on", "required"),
        ("matches", "not_list"), ("table_size", "invalid"),
    }  # fmt: skip
    body = {"players": [1, "x", 0]}
    found = problem(api.post(f"tournaments/{night.pk}/entries", body), 422, "invalid")
    assert [(e["field"], e["code"]) for e in found["errors"]] == [
        ("players.1", "invalid"), ("players.2", "min_value"),
    ]  # fmt: skip
    found = problem(api.patch(f"clubs/{club.pk}", {}), 422, "invalid")
    assert [(e["field"], e["code"]) for e in found["errors"]] == [("", "nothing")]
    found = problem(api.patch(f"clubs/{club.pk}", {"nmae": "Koi"}), 422, "invalid")
    assert [(e["field"], e["code"]) for e in found["errors"]] == [("nmae", "unknown_field")]
    assert "nmae" in found["detail"]


def test_a_player_of_another_club_is_not_named(api: Client, night: Tournament) -> None:
    eve = factories.user("eve")
    theirs = players.add_player(eve, factories.club(eve, "Club Tsuru"), name="Secret")
    entry = night.entries.all()[0]
    for address, body in (
        (f"tournaments/{night.pk}/entries", {"players": [theirs.pk]}),
        (f"entries/{entry.pk}/replace", {"player": theirs.pk}),
        ("series", {"club": night.club_id, "players": [theirs.pk], **factories.GAZEBO}),
    ):
        found = problem(api.post(address, body), 422, "no_such_player")
        assert found["players"] == [theirs.pk]
        assert "Secret" not in found["detail"]
    mine = night.entries.all()[0].player_id
    account = {"user": eve.pk}
    found = problem(api.patch(f"players/{mine}", account), 422, "not_a_member")
    assert "eve" not in found["detail"]


def test_too_many_at_a_table_are_refused_by_the_games_rule(
    api: Client, owner: User, club: Club
) -> None:
    seated = [player.pk for player in factories.add_players(owner, club, 7)]
    before = everything()
    for game, rule, least, most, counts in (
        (factories.NIWA, "N1.2", 2, 6, (0, 1, 7)),
        (factories.GAZEBO, "G1.2", 2, 4, (0, 1, 5, 7)),
    ):
        for count in counts:
            body = {"club": club.pk, "players": seated[:count], **game}
            found = problem(api.post("series", body), 422, "player_count")
            assert (found["rule"], found["least"], found["most"]) == (rule, least, most)
    for game, rule in ((factories.NIWA, "N2.4"), (factories.GAZEBO, "G1.4")):
        for seat in (2, 6, 100):
            body = {"club": club.pk, "players": seated[:2], "start_seat": seat, **game}
            found = problem(api.post("series", body), 422, "no_such_seat")
            assert (found["rule"], found["seats"]) == (rule, 2)
    for players_ in ([seated[0]] * 101, seated * 20):
        body = {"club": club.pk, "players": players_, **factories.NIWA}
        found = problem(api.post("series", body), 422, "invalid")
        assert [(e["field"], e["code"]) for e in found["errors"]] == [("players", "max_length")]
    assert everything() == before


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "players/999999", 404, "not_found"),
        ("GET", "players/999999999999999999", 404, "not_found"),
        ("GET", "players/9999999999999999999", 404, "not_found"),
        ("GET", "players/x", 404, "not_found"),
        ("GET", "players/", 404, "not_found"),
        ("GET", "nothing", 404, "not_found"),
        ("POST", "nothing", 404, "not_found"),
        ("GET", "/api/v2/players", 404, "not_found"),
        ("GET", "/api/", 404, "not_found"),
        ("PUT", "players/1", 405, "method_not_allowed"),
        ("POST", "rounds", 405, "method_not_allowed"),
        ("DELETE", "players/1", 405, "method_not_allowed"),
        ("OPTIONS", "players", 405, "method_not_allowed"),
        ("TRACE", "players", 405, "method_not_allowed"),
    ],
)
def test_addresses_that_are_none(
    api: Client, method: str, path: str, status: int, code: str
) -> None:
    found = api.generic(method, path)
    problem(found, status, code)
    if status == 405:
        assert "GET" in found["Allow"] or path == "players/1"


def test_media_types(api: Client, club: Club) -> None:
    refused = api.get("players", headers={"Accept": "text/html"})
    problem(refused, 406, "not_acceptable")
    for path in ("players", "", "me", "schema", f"clubs/{club.pk}"):
        for form in ("xml", "csv", "api", "\x00", "x" * 300):
            problem(api.get(path, {"format": form}), 406, "not_acceptable")
    refused = api.post("players?format=xml", {"club": club.pk, "name": "Zoë"})
    problem(refused, 406, "not_acceptable")
    problem(api.get("players", {"format": "json"}), 400, "unknown_parameter")
    for media in ("application/xml", "application/x-www-form-urlencoded", "text/csv"):
        refused = api.post("players", "name=Zoe", content_type=media)
        problem(refused, 415, "unsupported_media_type")
    assert not Player.objects.exists()


def test_a_body_that_is_too_large(api: Client, club: Club) -> None:
    huge = json.dumps({"club": club.pk, "name": "x" * 2_700_000})
    for address in ("players", f"clubs/{club.pk}/import_players"):
        media = "text/csv" if "import" in address else "application/json"
        problem(api.generic("POST", address, huge, media), 413, "too_large")
    assert not Player.objects.exists()


def test_a_body_in_chunks_is_refused_instead_of_lost(api: Client, club: Club) -> None:
    body = {"club": club.pk, "name": "Zoë"}
    refused = api.post("players", body, headers={"Transfer-Encoding": "chunked"})
    problem(refused, 411, "length_required")
    assert not Player.objects.exists()


def test_a_length_that_is_none_is_the_askers_fault(api: Client, club: Club) -> None:
    body = {"club": club.pk, "name": "Zoë"}
    for length in ("x", "-1", "1e3", "٣", "1, 2"):
        refused = api.post("players", body, headers={"Content-Length": length})
        problem(refused, 400, "bad_request")
        assert api.get("players", headers={"Content-Length": length}).status_code == 200
    assert api.get("players", headers={"Content-Length": "9" * 12}).status_code == 200
    assert not Player.objects.exists()


def test_throttled(api: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(UserRateThrottle, "rate", "2/min", raising=False)
    assert [api.get("clubs").status_code for _ in range(2)] == [200, 200]
    refused = api.get("clubs")
    problem(refused, 429, "throttled")
    assert 1 <= int(refused["Retry-After"]) <= 60


@pytest.mark.parametrize("fault", [Broken("an invariant"), KeyError("secret"), RecursionError()])
def test_a_fault_of_ours_says_nothing_of_our_insides(
    api: Client, club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
    fault: Exception,
) -> None:  # fmt: skip
    def fail(*args: Any, **kwargs: Any) -> None:
        raise fault

    monkeypatch.setattr(players, "insert", fail)
    before = everything()
    with caplog.at_level(logging.ERROR):
        refused = api.post("players", {"club": club.pk, "name": "Zoë"})
    found = problem(refused, 500, "internal_error")
    assert found.keys() == MEMBERS
    assert "secret" not in refused.content.decode()
    (record,) = [one for one in caplog.records if one.name == "teien.api"]
    assert record.exc_info is not None
    assert record.exc_info[1] is fault
    assert everything() == before


def test_an_unknown_host(owner: User) -> None:
    client = Client(raise_request_exception=False, SERVER_NAME="evil.example")
    with override_settings(ALLOWED_HOSTS=["localhost"]):
        problem(client.get("clubs"), 400, "bad_request")
        page = client.get("/")
        assert (page.status_code, page["Content-Type"]) == (400, "text/html; charset=utf-8")


def test_a_fault_before_the_door(api: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise KeyError("secret")

    monkeypatch.setattr(
        "django.contrib.sessions.middleware.SessionMiddleware.process_request", fail
    )
    api.raise_request_exception = False
    found = problem(api.get("clubs"), 500, "internal_error")
    assert found.keys() == MEMBERS


def test_what_is_gone_when_a_request_is_repeated(api: Client, owner: User, club: Club) -> None:
    (write,) = (one for one in WRITES if one.path == "stages/{id}/draw")
    sent = write.prepare(owner, club)
    drawn = send(api, write, sent, **{"Idempotency-Key": "click"}).json()
    assert api.delete(f"rounds/{drawn['id']}").status_code == 204
    found = problem(send(api, write, sent, **{"Idempotency-Key": "click"}), 410, "gone")
    assert found["id"] == drawn["id"]


def test_one_persons_key_is_not_anothers(api: Client, owner: User, club: Club) -> None:
    other = factories.member(owner, club, "kaede", "organiser")
    client = Client()
    client.force_login(other)
    headers = {"Idempotency-Key": "click"}
    assert api.post("players", {"club": club.pk, "name": "A"}, headers=headers).status_code == 201
    mine = client.post("players", {"club": club.pk, "name": "B"}, headers=headers)
    assert (mine.status_code, mine.json()["name"]) == (201, "B")


def test_the_request_id_is_the_callers_own(api: Client) -> None:
    refused = api.get("players/1", headers={"X-Request-ID": "from-a-test-1"})
    assert problem(refused, 404, "not_found")["request_id"] == "from-a-test-1"


# Odd values ---------------------------------------------------------------------------------------


ODD: list[Any] = [
    None, True, 0, -1, 1.5, 10**30, "", " ", "x" * 10_000, "🌸", "\u202e", [], {}, [[]],
    [None], {"a": {"b": None}}, "9" * 400, [10**30], ["🌸"],
]  # fmt: skip
WITH_BODIES = [
    "clubs", "clubs/{id}", "memberships", "memberships/{id}", "players", "players/{id}",
    "tournaments", "tournaments/{id}", "tournaments/{id}/entries", "stages/{id}/draw",
    "entries/{id}/replace", "series", "matches/{id}/report", "matches/{id}/correct",
    "matches/{id}/abandon", "results/{id}/dispute",
]  # fmt: skip


@pytest.mark.parametrize("path", WITH_BODIES)
def test_odd_values_are_refused_or_taken_but_break_nothing(
    api: Client, owner: User, club: Club, path: str
) -> None:
    (write,) = (w for w in WRITES if w.path == path and w.method in {"POST", "PATCH"})
    sent = write.prepare(owner, club)
    optional = {"tournaments": {"options", "keys", "scheme", "scheme_settings", "unplayed"}}
    for field in {*sent.body, *optional.get(path.split("/")[0], set())}:
        for value in ODD:
            body = {**sent.body, field: value}
            response = api.generic(write.method, sent.address, json.dumps(body), "application/json")
            assert response.status_code in {200, 201, 404, 409, 412, 422}, (field, value)


SHEETS: list[Any] = [
    {}, {"seats": None}, {"seats": {}}, {"seats": []}, {"seats": [1, 2, 3, 4]},
    {"seats": [{}, {}, {}, {}]}, {"seats": [{"points": None}] * 4},
    {"seats": [{"points": 10**30}] * 4}, {"seats": [{"points": 1.0}] * 4},
    {"seats": [{"points": True}] * 4}, {"seats": [{"points": "30"}] * 4},
    {"seats": [{"hand": "🌸"}] * 4}, {"seats": [{"hand": "P0 " * 1000}] * 4},
    {"seats": [{"hand": 5}] * 4}, {"seats": [{"points": 30}] * 4, "end": "pile"},
    {"seats": [{"points": 30}] * 3}, {"seats": [{"points": 30}] * 500},
    {"seats": [{"points": -1}] * 4}, {"seats": [{"points": 30, "left": 1}] * 4},
]  # fmt: skip


def test_odd_sheets_are_refused_and_change_nothing(api: Client, match: Match) -> None:
    before = everything()
    for sheet in SHEETS:
        for verb in ("report", "preview"):
            response = api.post(f"matches/{match.pk}/{verb}", {"sheet": sheet})
            assert response.status_code == 422, sheet
    assert everything() == before


def test_a_club_keeps_its_time_zone_from_odd_names(api: Client, club: Club) -> None:
    for zone in ("Mars/Base", "../etc/passwd", "", "🌸", "Europe/Berlin\n"):
        problem(api.patch(f"clubs/{club.pk}", {"timezone": zone}), 422, "unknown_timezone")
    assert clubs.Club.objects.get(pk=club.pk).timezone == "Europe/Berlin"
