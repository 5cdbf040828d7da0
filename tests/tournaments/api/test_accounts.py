"""Sessions, tokens, and who one is."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests import factories
from tests.tournaments.api.client import Client
from tests.tournaments.api.conftest import as_user
from tournaments.attempts import Attempts
from tournaments.errors import NotThere, Refused
from tournaments.models import Club, IdempotencyKey, Player, Token, User
from tournaments.services import clubs, players, tokens

pytestmark = pytest.mark.django_db


def sign_in(client: Client, username: str = "hanako", password: str = factories.PASSWORD) -> Any:
    return client.post("sessions", {"username": username, "password": password})


def bearer(secret: str) -> Client:
    return Client(headers={"Authorization": f"Bearer {secret}"})


# Sessions -----------------------------------------------------------------------------------------


def test_a_session_writes_with_its_csrf_token(owner: User, club: Club) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = sign_in(client)
    assert answer.status_code == 201
    assert (answer.json()["username"], answer.json()["scopes"]) == ("hanako", None)
    body = {"club": club.pk, "name": "Zoë"}
    refused = client.post("players", body)
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf")
    assert not Player.objects.exists()
    token = client.cookies["csrftoken"].value
    assert client.post("players", body, headers={"X-CSRFToken": token}).status_code == 201
    refused = client.delete("sessions")
    assert refused.json()["code"] == "csrf"
    assert client.delete("sessions", headers={"X-CSRFToken": token}).status_code == 204
    assert client.get("me").status_code == 401


def test_signing_in_anew_needs_no_old_csrf_token(owner: User, club: Club) -> None:
    client = Client(enforce_csrf_checks=True)
    assert sign_in(client).status_code == 201
    assert sign_in(client).status_code == 201


@pytest.mark.parametrize(
    ("username", "password"),
    [("hanako", "wrong"), ("nobody", factories.PASSWORD), ("", ""), ("Hanako", factories.PASSWORD)],
)
def test_a_wrong_password_is_refused(owner: User, username: str, password: str) -> None:
    client = Client()
    answer = sign_in(client, username, password)
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_credentials")
    assert "sessionid" not in client.cookies


def test_who_is_no_longer_active_stays_out(owner: User, club: Club) -> None:
    _, secret = tokens.create_token(owner, name="Tool", scopes=["read"])
    User.objects.update(is_active=False)
    assert sign_in(Client()).status_code == 401
    assert bearer(secret).get("me").status_code == 401


def test_other_sites_cannot_sign_anybody_in(owner: User) -> None:
    form = f"username=hanako&password={factories.PASSWORD}"
    for media in ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data"):
        answer = Client().generic("POST", "sessions", form, media)
        assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


def test_attempts_to_sign_in_are_counted(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Attempts, "rate", "3/min", raising=False)
    for number in range(3):
        spoofed = {"X-Forwarded-For": f"10.0.0.{number}"}
        body = {"username": f"name {number}", "password": "wrong"}
        assert Client().post("sessions", body, headers=spoofed).status_code == 401
    answer = sign_in(Client())
    assert (answer.status_code, answer.json()["code"]) == (429, "throttled")
    assert 1 <= int(answer["Retry-After"]) <= 60


def test_success_forgets_the_attempts(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Attempts, "rate", "3/min", raising=False)
    for _ in range(3):
        assert sign_in(Client(), password="wrong").status_code == 401
        assert sign_in(Client()).status_code == 201


def test_who_i_am(owner: User, club: Club) -> None:
    player = players.add_player(owner, club, name="Hanako", user=owner)
    me = as_user(owner).get("me").json()
    membership = club.memberships.get()
    assert me == {
        "id": owner.pk,
        "username": "hanako",
        "scopes": None,
        "memberships": [{"id": membership.pk, "club": club.pk, "role": "owner"}],
        "players": [player.pk],
    }


# Tokens -------------------------------------------------------------------------------------------


def test_a_token_is_made_used_listed_and_deleted(api: Client, owner: User, club: Club) -> None:
    made = api.post("tokens", {"name": "Scoreboard", "scopes": ["score"]})
    assert made.status_code == 201
    body = made.json()
    secret = body.pop("secret")
    assert body["scopes"] == ["read", "score"]
    assert secret.startswith(body["begins"])
    assert made["Cache-Control"] == "no-store"
    assert api.get("tokens").json()["results"] == [body]
    assert secret not in str(list(Token.objects.values()))
    me = bearer(secret).get("me").json()
    assert (me["username"], me["scopes"]) == ("hanako", ["read", "score"])
    assert api.delete(f"tokens/{body['id']}").status_code == 204
    assert api.delete(f"tokens/{body['id']}").status_code == 404
    assert bearer(secret).get("me").status_code == 401


def test_a_second_click_makes_no_second_token_and_shows_no_secret(
    api: Client, owner: User, club: Club
) -> None:
    body, headers = {"name": "Scoreboard", "scopes": ["score"]}, {"Idempotency-Key": "click"}
    first = api.post("tokens", body, headers=headers)
    secret = first.json()["secret"]
    second = api.post("tokens", body, headers=headers)
    token = Token.objects.get()
    assert (second.status_code, second["Idempotent-Replayed"]) == (201, "true")
    assert second.json() == api.get(f"tokens/{token.pk}").json()
    assert first.json() == {**second.json(), "secret": secret}
    assert first["Location"] == second["Location"] == f"/api/v1/tokens/{token.pk}"
    assert first["ETag"] == second["ETag"] == api.get(f"tokens/{token.pk}")["ETag"]
    assert secret not in str(list(IdempotencyKey.objects.values()))
    assert bearer(secret).get("me").status_code == 200


def test_what_if_match_means_to_tokens(api: Client, owner: User, club: Club) -> None:
    body: dict[str, Any] = {"name": "Tool", "scopes": []}
    refused = api.post("tokens", body, headers={"If-Match": '"1"'})
    assert (refused.status_code, refused.json()["code"]) == (412, "nothing_to_match")
    assert not Token.objects.exists()
    made = api.post("tokens", body)
    address = made["Location"]
    refused = api.delete(address, headers={"If-Match": '"2"'})
    problem = refused.json()
    assert (refused.status_code, problem["code"], problem["noun"]) == (
        412,
        "stale_version",
        "token",
    )
    assert (problem["id"], problem["version"]) == (made.json()["id"], 1)
    assert Token.objects.count() == 1
    headers = {"If-Match": made["ETag"], "Idempotency-Key": "click"}
    for _ in range(2):
        assert api.delete(address, headers=headers).status_code == 204
    assert api.delete(address, headers={"If-Match": made["ETag"]}).status_code == 404


def test_a_token_that_somebody_else_has_just_deleted_is_not_there(owner: User) -> None:
    token, _ = tokens.create_token(owner, name="Tool", scopes=[])
    seen = Token.objects.get(pk=token.pk)
    tokens.delete_token(owner, token)
    with pytest.raises(NotThere) as refusal:
        tokens.delete_token(owner, seen)
    assert (refusal.value.code, refusal.value.facts) == (
        "not_found", {"noun": "token", "id": seen.pk},
    )  # fmt: skip


def test_a_token_ends(api: Client, owner: User) -> None:
    token, secret = tokens.create_token(owner, name="Tool", scopes=[])
    assert token.expiry - timezone.now() > timedelta(days=89)
    assert bearer(secret).get("me").status_code == 200
    Token.objects.update(expiry=timezone.now())
    refused = bearer(secret).get("clubs")
    assert (refused.status_code, refused.json()["code"]) == (401, "bad_token")
    assert refused["WWW-Authenticate"] == "Bearer"
    assert [row["id"] for row in api.get("tokens").json()["results"]] == [token.pk]


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"name": " "}, 422, "missing"),
        ({"name": "x" * 81}, 422, "too_long"),
        ({"scopes": ["everything"]}, 422, "invalid"),
        ({"scopes": "score"}, 422, "invalid"),
        ({"scopes": [["score"]]}, 422, "invalid"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, 422, "bad_expiry"),
        ({"expires_at": "2199-01-01T00:00:00Z"}, 422, "bad_expiry"),
        ({"expires_at": "soon"}, 422, "invalid"),
        ({"expires_at": None}, 422, "invalid"),
    ],
)
def test_a_token_that_cannot_be_is_refused(
    api: Client, changes: dict[str, Any], status: int, code: str
) -> None:
    answer = api.post("tokens", {"name": "Tool", "scopes": []} | changes)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Token.objects.exists()


def test_a_token_makes_and_deletes_no_tokens(owner: User) -> None:
    scopes = ["score", "organise", "administer"]
    token, secret = tokens.create_token(owner, name="Tool", scopes=scopes)
    client = bearer(secret)
    refused = client.post("tokens", {"name": "More", "scopes": []})
    assert (refused.status_code, refused.json()["code"]) == (403, "session_needed")
    assert client.delete(f"tokens/{token.pk}").status_code == 404
    refused = client.delete("sessions")
    assert (refused.status_code, refused.json()["code"]) == (403, "session_needed")
    assert list(Token.objects.all()) == [token]


def test_nobody_deletes_anothers_token(owner: User) -> None:
    token, secret = tokens.create_token(owner, name="Tool", scopes=[])
    assert as_user(factories.user("eve")).delete(f"tokens/{token.pk}").status_code == 404
    assert bearer(secret).get("me").status_code == 200


def test_nobody_has_more_than_50_tokens(owner: User) -> None:
    for _ in range(tokens.MOST_TOKENS):
        tokens.create_token(owner, name="Tool", scopes=[])
    with pytest.raises(Refused) as refusal:
        tokens.create_token(owner, name="Tool", scopes=[])
    assert refusal.value.code == "too_many_tokens"
    assert Token.objects.count() == 50


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer two words",
        "Bearer teien_0123456789abcdef0123456789abcdef",
        "Bearer \xff\xfe" + "a" * 30,
        "Bearer " + "a" * 5000,
        "Bearer teien_0123456\x00" + "a" * 30,
        "bearer \u00e9",
    ],
)
def test_a_token_that_is_none_is_refused(owner: User, header: str) -> None:
    tokens.create_token(owner, name="Tool", scopes=[])
    answer = Client(headers={"Authorization": header}).get("clubs")
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_a_token_needs_no_csrf_token(owner: User, club: Club) -> None:
    _, secret = tokens.create_token(owner, name="Tool", scopes=["organise"])
    client = Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {secret}"})
    assert client.post("players", {"club": club.pk, "name": "Zoë"}).status_code == 201


def test_a_token_does_no_more_than_the_person(owner: User, club: Club) -> None:
    member = factories.member(owner, club, "kaede", "scorer")
    _, secret = tokens.create_token(member, name="Tool", scopes=["organise", "administer"])
    answer = bearer(secret).post("players", {"club": club.pk, "name": "Zoë"})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    assert not Player.objects.exists()


def test_a_person_who_leaves_a_club_reads_it_no_more(owner: User, club: Club) -> None:
    member = factories.member(owner, club, "kaede", "organiser")
    _, secret = tokens.create_token(member, name="Tool", scopes=[])
    assert len(bearer(secret).get("journal").json()["results"]) > 0
    clubs.remove_member(owner, club.memberships.get(user=member))
    assert bearer(secret).get("journal").json()["results"] == []
