"""What holds for every write: who may, `If-Match`, second clicks, scopes, one mechanism."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection

from tests import factories
from tests.tournaments.api.cases import (
    NOT_WRITES,
    WRITES,
    Sent,
    Write,
    everything,
    send,
    served,
)
from tests.tournaments.api.client import Client
from tests.tournaments.api.conftest import as_user
from tournaments.models import Club, IdempotencyKey, JournalEntry, Membership, Tournament, User
from tournaments.models.users import Scope
from tournaments.services import tokens

pytestmark = pytest.mark.django_db

every_write = pytest.mark.parametrize("write", WRITES, ids=str)
MANY_TAGS = ", ".join(f'"{version}"' for version in range(1, 12))
BAD_TAGS = ['"1', "1", MANY_TAGS, '"1", *', "", '"two words"', "W/1"]
TAGS_OF_NOTHING = ['"7", "8"', 'W/"1"', '"nothing-of-ours"', '"1-0123"', 'W/"1", W/"2"']
BAD_KEYS = ["two words", "", "x" * 101, "Schlüssel", "a\x00b"]
BAD_BODIES = [
    ('{"surprise": 1}', "invalid"),
    ("[1, 2]", "invalid"),
    ("{", "malformed_json"),
    ('"text"', "invalid"),
    ("null", "invalid"),
    ('{"name": NaN}', "malformed_json"),
    ('{"name": "a", "name": "b"}', "duplicate_key"),
    ('{"name": "\\u0000"}', "bad_characters"),
    ('{"name": "\\ud800"}', "bad_characters"),
    *(("[" * levels + "]" * levels, "too_deep") for levels in (33, 2_000, 100_000)),
    ("[" * 100_000, "too_deep"),
    ('{"a":' * 40 + "1" + "}" * 40, "too_deep"),
    ("9" * 5000, "number_too_large"),
    ('{"name": 1e400}', "number_too_large"),
    ('{"name": -1' + "0" * 400 + "}", "number_too_large"),
    (b"\xff\xfe{}", "malformed_json"),
]


KEY = {"Idempotency-Key": "click-1"}


def by_token(person: User, *scopes: str) -> Client:
    _, secret = tokens.create_token(person, name="Tool", scopes=scopes)
    return Client(headers={"Authorization": f"Bearer {secret}"})


def limited(person: User, write: Write) -> Client:
    """By a token of every scope but the one that the write needs."""
    return by_token(person, *(set(Scope.values) - {write.scope}))


def lacks(response: Any, write: Write) -> None:
    """The answer to a token that does not do for the write."""
    code = "missing_scope" if write.scope else "session_needed"
    problem = response.json()
    assert (response.status_code, problem["code"]) == (403, code), problem
    assert problem.get("scope", "") == write.scope


def kept(response: Any) -> Any:
    """What an answer shows, without what it shows this once."""
    shown = json.loads(response.content or "null")
    return {key: shown[key] for key in shown if key != "secret"} if shown else shown


def test_every_operation_that_is_no_read_goes_through_one_mechanism() -> None:
    found = {(method, path): function for method, path, function in served() if method != "GET"}
    written = {key for key, function in found.items() if getattr(function, "is_write", False)}
    assert written == {(write.method, write.path) for write in WRITES}
    assert found.keys() - written == NOT_WRITES.keys()


@every_write
def test_a_write_is_done_and_answers_with_the_new_version(
    owner: User, club: Club, write: Write
) -> None:
    """By a token of the one scope that it needs, and with the current version in `If-Match`, beside
    others."""
    sent = write.prepare(owner, club)
    client = by_token(owner, write.scope) if write.scope else as_user(owner)
    current = f'"9999", W/"9" , "{sent.version}-0123456789abcdef"'
    response = send(client, write, sent, **({"If-Match": current} if sent.version else {}))
    assert response.status_code == write.status, response.content
    assert JournalEntry.objects.latest("id").actor == owner
    if write.status == 204:
        assert response.content == b""
        return
    shown, tag = kept(response), response["ETag"]
    assert re.fullmatch(r'"\d+-[0-9a-f]{16}"', tag)
    if "version" in shown:
        assert tag.startswith(f'"{shown["version"]}-')
    if "Location" in response:
        again = client.get(response["Location"])
        assert (again.json(), again["ETag"]) == (shown, tag)


@every_write
def test_others_change_nothing(owner: User, club: Club, write: Write) -> None:
    sent = write.prepare(owner, club)
    eve = factories.user("eve")
    factories.club(eve, "Club Tsuru")
    stranger, member = as_user(eve), as_user(factories.member(owner, club, "midori", "member"))
    tool = limited(owner, write)
    before = everything()
    response = send(Client(), write, sent)
    assert (response.status_code, response.json()["code"]) == (401, "sign_in")
    assert response["WWW-Authenticate"] == "Bearer"
    if (write.method, write.path) == ("DELETE", "tokens/{id}"):  # a token sees no tokens
        assert send(tool, write, sent).status_code == 404
    else:
        lacks(send(tool, write, sent), write)
    if not write.by_anybody:
        response = send(stranger, write, sent)
        code = {403: "not_allowed", 404: "not_found"}[write.stranger]
        assert (response.status_code, response.json()["code"]) == (write.stranger, code)
        assert send(member, write, sent).status_code in {403, 404}
    assert everything() == before


@every_write
def test_what_is_stale_or_means_nothing_changes_nothing(
    api: Client, owner: User, club: Club, write: Write
) -> None:
    sent = write.prepare(owner, club)
    stale = "nothing_to_match" if sent.version is None else "stale_version"
    version = (sent.version or 0) + 1
    before = everything()
    problem = send(api, write, sent, **{"If-Match": f'"{version}"'}).json()
    assert (problem["status"], problem["code"], problem["expected"]) == (412, stale, version)
    assert problem.get("version") == sent.version
    response = send(api, write, sent, **{"If-Match": BAD_TAGS[0]})
    assert (response.status_code, response.json()["code"]) == (400, "bad_if_match")
    response = send(api, write, sent, **{"Idempotency-Key": BAD_KEYS[0]})
    assert (response.status_code, response.json()["code"]) == (400, "bad_idempotency_key")
    if write.method != "DELETE" and not sent.content_type:
        for body, code in BAD_BODIES[:3]:
            response = api.generic(write.method, sent.address, body, "application/json")
            assert (response.status_code, response.json()["code"]) == (422, code), body
    assert everything() == before


def test_headers_and_bodies_that_mean_nothing(api: Client, club: Club) -> None:
    address, name = f"clubs/{club.pk}", {"name": "Koi"}
    before = everything()
    for header, values, status, code in (
        ("If-Match", TAGS_OF_NOTHING, 412, "stale_version"),
        ("If-Match", BAD_TAGS, 400, "bad_if_match"),
        ("Idempotency-Key", BAD_KEYS, 400, "bad_idempotency_key"),
    ):
        for value in values:
            response = api.patch(address, name, headers={header: value})
            assert (response.status_code, response.json()["code"]) == (status, code), value
    for body, code in BAD_BODIES:
        response = api.generic("PATCH", address, body, "application/json")
        assert (response.status_code, response.json()["code"]) == (422, code), body[:40]
    assert everything() == before


@every_write
def test_a_second_click_does_nothing_more_and_is_answered_alike(
    api: Client, owner: User, club: Club, write: Write
) -> None:
    sent = write.prepare(owner, club)
    headers = dict(KEY)
    if sent.version is not None:  # stale by the second click, and answered all the same
        headers["If-Match"] = f'"{sent.version}"'
    first = send(api, write, sent, **headers)
    assert first.status_code == write.status, first.content
    assert "Idempotent-Replayed" not in first
    after = everything()
    second = send(api, write, sent, **headers)
    assert (second.status_code, second["Idempotent-Replayed"]) == (first.status_code, "true")
    if "import_players" not in write.path:
        assert kept(second) == kept(first)
        assert second.get("ETag") == first.get("ETag")
    other = b"name\nAda\n" if sent.content_type else {"something": "else"}
    refused = send(api, write, replace(sent, body=other), **headers)
    assert (refused.status_code, refused.json()["code"]) == (409, "idempotency_key_reused")
    assert everything() == after
    stored = json.dumps(IdempotencyKey.objects.get().answer, ensure_ascii=False)
    for name in ("Zoë", "Player", "健太", "Substitute", "Koi", "kaede", "Scoreboard", "teien_"):
        assert name not in stored


# What a repeated request may still see ------------------------------------------------------------


def shown_at(write: Write, first: Any) -> str:
    """The address of what a write's answer shows."""
    address: str = first.request["PATH_INFO"].removeprefix("/api/v1/")
    location: str = first.get("Location", "")
    return location or "/".join(address.split("/")[:2])


@every_write
def test_a_repeated_request_is_shown_no_more_than_a_get_shows(
    api: Client, owner: User, club: Club, write: Write
) -> None:
    """By a lesser token; after the asker left and all is a draft again; after all is deleted."""
    sent = write.prepare(owner, club)
    first = send(api, write, sent, **KEY)
    assert first.status_code == write.status, first.content
    tool = limited(owner, write)
    before = everything()
    lacks(send(tool, write, sent, **KEY), write)
    assert everything() == before
    Membership.objects.filter(user=owner).delete()
    Tournament.objects.update(state="draft")
    holds_as_a_get(api, write, sent, first)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("TRUNCATE tournaments_club, tournaments_token CASCADE")
    again = repeated(api, write, sent)
    if write.status == 204:
        assert (again.status_code, again.content) == (204, b"")
        return
    assert (again.status_code, again.json()["code"]) == (410, "gone")
    assert api.get(shown_at(write, first)).status_code == 404


def repeated(api: Client, write: Write, sent: Sent) -> Any:
    before = everything()
    again = send(api, write, sent, **KEY)
    assert everything() == before
    return again


def holds_as_a_get(api: Client, write: Write, sent: Sent, first: Any) -> None:
    """The request, repeated, is answered as a `GET` of what it showed is, now."""
    again = repeated(api, write, sent)
    if write.status == 204:
        assert (again.status_code, again.content) == (204, b"")
        return
    if "import_players" in write.path:  # no address shows it: asked as the first one was
        assert (again.status_code, again.json()["code"]) == (403, "not_allowed")
        return
    got = api.get(shown_at(write, first))
    shown = shown_at(write, first).removeprefix("/api/v1/")
    public = shown.split("/")[0] in {"clubs", "boards", "tile_sets", "tokens"}
    assert got.status_code == (200 if public else 404)
    if public:
        assert (again.status_code, kept(again)) == (first.status_code, got.json())
        assert again["ETag"] == got["ETag"]
    else:
        assert (again.status_code, again.json()["code"]) == (404, "not_found")
        assert "ETag" not in again


@pytest.mark.parametrize("tag", ["*", ' "1" ', '"1"', '"1", "2"', '"7","nothing-of-ours", "1"'])
def test_the_forms_of_if_match(api: Client, club: Club, tag: str) -> None:
    response = api.patch(f"clubs/{club.pk}", {"name": "Koi"}, headers={"If-Match": tag})
    assert (response.status_code, response.json()["version"]) == (200, 2)


def test_a_refused_request_keeps_no_key(api: Client, owner: User, club: Club) -> None:
    headers = {"Idempotency-Key": "click"}
    body = {"club": club.pk, "name": " "}
    assert api.post("players", body, headers=headers).status_code == 422
    assert not IdempotencyKey.objects.exists()
    mended = api.post("players", {"club": club.pk, "name": "Zoë"}, headers=headers)
    assert mended.status_code == 201


def test_a_key_is_a_persons_in_a_session_and_by_a_tool(
    api: Client, owner: User, club: Club
) -> None:
    body = {"club": club.pk, "name": "Zoë"}
    first = api.post("players", body, headers=KEY)
    again = by_token(owner, "organise").post("players", body, headers=KEY)
    assert (again.status_code, again["Idempotent-Replayed"]) == (201, "true")
    assert again.content == first.content
