"""What holds for every write: who may, `If-Match`, second clicks, scopes, one mechanism."""

import json
import re
from dataclasses import replace

import pytest

from tests import factories
from tests.tournaments.api.cases import NOT_WRITES, WRITES, Write, everything, send, served
from tests.tournaments.api.client import Client
from tests.tournaments.api.conftest import as_user
from tournaments.models import Club, IdempotencyKey, JournalEntry, User
from tournaments.services import tokens

pytestmark = pytest.mark.django_db

every_write = pytest.mark.parametrize("write", WRITES, ids=str)
IN_A_CLUB = [write for write in WRITES if write.path != "clubs"]


def test_every_operation_that_is_no_read_goes_through_one_mechanism() -> None:
    found = {(method, path): function for method, path, function in served() if method != "GET"}
    written = {key for key, function in found.items() if getattr(function, "is_write", False)}
    assert written == {(write.method, write.path) for write in WRITES}
    assert found.keys() - written == NOT_WRITES.keys()


@every_write
def test_a_write_is_done_and_answers_with_the_new_version(
    api: Client, owner: User, club: Club, write: Write
) -> None:
    sent = write.prepare(owner, club)
    response = send(api, write, sent)
    assert response.status_code == write.status, response.content
    assert JournalEntry.objects.latest("id").actor == owner
    if write.status != 204:
        shown = response.json()
        tag = response["ETag"]
        assert re.fullmatch(r'"\d+-[0-9a-f]{16}"', tag)
        assert tag.startswith(f'"{shown.get("version", tag.strip(chr(34)).split("-")[0])}-')
    if write.status == 201 and "Location" in response:
        again = api.get(response["Location"])
        assert again.json() == shown
        assert again["ETag"] == tag


@every_write
def test_nobody_writes_for_others(owner: User, club: Club, write: Write) -> None:
    sent = write.prepare(owner, club)
    eve = factories.user("eve")
    factories.club(eve, "Club Tsuru")
    stranger, member = as_user(eve), as_user(factories.member(owner, club, "midori", "member"))
    before = everything()
    response = send(Client(), write, sent)
    assert (response.status_code, response.json()["code"]) == (401, "sign_in")
    assert response["WWW-Authenticate"] == "Bearer"
    assert everything() == before
    if write.path != "clubs":  # anybody may found a club
        response = send(stranger, write, sent)
        code = {403: "not_allowed", 404: "not_found"}[write.stranger]
        assert (response.status_code, response.json()["code"]) == (write.stranger, code)
        assert send(member, write, sent).status_code in {403, 404}
        assert everything() == before


@every_write
def test_a_token_needs_the_scope(owner: User, club: Club, write: Write) -> None:
    sent = write.prepare(owner, club)
    others = {"score", "organise", "administer"} - {write.scope}
    secrets = [
        tokens.create_token(owner, name="Tool", scopes=scopes)[1]
        for scopes in (others, {write.scope})
    ]
    before = everything()
    limited, able = (Client(headers={"Authorization": f"Bearer {one}"}) for one in secrets)
    response = send(limited, write, sent)
    problem = response.json()
    assert (response.status_code, problem["code"]) == (403, "missing_scope")
    assert problem["scope"] == write.scope
    assert everything() == before
    assert send(able, write, sent).status_code == write.status


BAD_TAGS = ["1", '"1', '"1", "2"', "", '"two words"', "W/1"]
TAGS_OF_NOTHING = ['W/"1"', '"nothing-of-ours"', '"1-0123"', 'W/"1", W/"2"']


@every_write
def test_a_stale_version_is_refused(api: Client, owner: User, club: Club, write: Write) -> None:
    sent = write.prepare(owner, club)
    before = everything()
    for tag in BAD_TAGS:
        response = send(api, write, sent, **{"If-Match": tag})
        assert (response.status_code, response.json()["code"]) == (400, "bad_if_match"), tag
    stale = "nothing_to_match" if sent.version is None else "stale_version"
    for tag in TAGS_OF_NOTHING:
        response = send(api, write, sent, **{"If-Match": tag})
        assert (response.status_code, response.json()["code"]) == (412, stale), tag
    version = (sent.version or 0) + 1
    problem = send(api, write, sent, **{"If-Match": f'"{version}"'}).json()
    assert (problem["status"], problem["code"], problem["expected"]) == (412, stale, version)
    assert problem.get("version") == sent.version
    assert everything() == before


@pytest.mark.parametrize("write", IN_A_CLUB, ids=str)
def test_the_current_version_is_taken(api: Client, owner: User, club: Club, write: Write) -> None:
    sent = write.prepare(owner, club)
    tags = f'W/"9" , "{sent.version}-0123456789abcdef"'
    response = send(api, write, sent, **{"If-Match": tags})
    assert response.status_code == write.status, response.content


@pytest.mark.parametrize("tag", ["*", ' "1" ', '"1"'])
def test_the_forms_of_if_match(api: Client, club: Club, tag: str) -> None:
    response = api.patch(f"clubs/{club.pk}", {"name": "Koi"}, headers={"If-Match": tag})
    assert (response.status_code, response.json()["version"]) == (200, 2)


@every_write
def test_a_second_click_does_nothing_more_and_is_answered_alike(
    api: Client, owner: User, club: Club, write: Write
) -> None:
    sent = write.prepare(owner, club)
    headers = {"Idempotency-Key": "click-1"}
    if sent.version is not None:  # stale by the second click, and answered all the same
        headers["If-Match"] = f'"{sent.version}"'
    first = send(api, write, sent, **headers)
    assert first.status_code == write.status, first.content
    assert "Idempotent-Replayed" not in first
    after = everything()
    second = send(api, write, sent, **headers)
    assert (second.status_code, second["Idempotent-Replayed"]) == (first.status_code, "true")
    if "import_players" not in write.path:
        assert second.content == first.content
        assert second.get("ETag") == first.get("ETag")
    other = b"name\nAda\n" if sent.content_type else {"something": "else"}
    refused = send(api, write, replace(sent, body=other), **headers)
    assert (refused.status_code, refused.json()["code"]) == (409, "idempotency_key_reused")
    assert everything() == after
    kept = json.dumps(IdempotencyKey.objects.get().answer, ensure_ascii=False)
    for name in ("Zoë", "Player", "健太", "Substitute", "Koi", "kaede"):
        assert name not in kept


BAD_KEYS = ["", "x" * 101, "Schlüssel", "two words", "a\x00b"]
BAD_BODIES = [
    ('{"surprise": 1}', 422, "invalid"),
    ("[1, 2]", 422, "invalid"),
    ('"text"', 422, "invalid"),
    ("{", 400, "malformed_json"),
    ('{"name": NaN}', 400, "malformed_json"),
    ('{"name": "a", "name": "b"}', 400, "duplicate_key"),
    ('{"name": "\\u0000"}', 400, "bad_characters"),
    ('{"name": "\\ud800"}', 400, "bad_characters"),
    ("[" * 100_000, 400, "malformed_json"),
    ('{"a":' * 40 + "1" + "}" * 40, 400, "too_deep"),
    ("9" * 5000, 400, "malformed_json"),
    (b"\xff\xfe{}", 400, "malformed_json"),
]


@every_write
def test_what_means_nothing_is_refused(api: Client, owner: User, club: Club, write: Write) -> None:
    sent = write.prepare(owner, club)
    before = everything()
    for key in BAD_KEYS:
        response = send(api, write, sent, **{"Idempotency-Key": key})
        assert (response.status_code, response.json()["code"]) == (400, "bad_idempotency_key"), key
    if write.method != "DELETE" and not sent.content_type:
        for body, status, code in BAD_BODIES:
            response = api.generic(write.method, sent.address, body, "application/json")
            assert (response.status_code, response.json()["code"]) == (status, code), body[:40]
    assert everything() == before
