"""The database can't answer: 503 with a sentence everywhere, nothing changed, and on it goes."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from tests import factories
from tests.tournaments.api.cases import everything
from tests.tournaments.web.soundness import sound
from tournaments.api.doors import Door
from tournaments.models import Club, IdempotencyKey, User
from tournaments.services import accounts, players
from tournaments.web import home

BUSY = "The database was busy; nothing was saved. Please repeat."
AWAY = (
    "The database does not answer at the moment. What was saved before is safe. Wait a little and "
    "look again; repeat what you just sent if it is missing."
)
SAID = {"busy": (BUSY, "1"), "database_unavailable": (AWAY, "5")}
"""Code ↦ its sentence and `Retry-After`."""


def problem(response: Any, code: str) -> None:
    found = json.loads(response.content)
    sentence, seconds = SAID[code]
    assert (response.status_code, response["Content-Type"]) == (503, "application/problem+json")
    assert (found["code"], found["status"], found["detail"]) == (code, 503, sentence)
    assert (response["Retry-After"], response["Cache-Control"]) == (seconds, "no-store")
    assert found["request_id"] == response["X-Request-ID"]


def page(response: Any, code: str = "database_unavailable") -> str:
    """A page that says so; returns it."""
    sentence, seconds = SAID[code]
    assert (response.status_code, response.get("Retry-After")) == (503, seconds)
    html = sound(response)
    assert f"<p>{sentence}</p>" in html
    return html


def bare(response: Any) -> None:
    """The page that needs no database: without navigation, without whoever is signed in."""
    html = page(response)
    assert "<h1>Not at the moment</h1>" in html
    assert "<header" not in html
    assert response["Cache-Control"] == "no-store"


@pytest.fixture
def browser(owner: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(owner)
    return client


def send_player(browser: Client, club: Club, where: str) -> Any:
    """Adds Zoë by the API or by the page."""
    if where == "page":
        form = {"name": "Zoë", "form_key": "the-form"}
        return browser.post(f"/clubs/{club.pk}/players/", form)
    return browser.post(
        "/api/v1/players", {"club": club.pk, "name": "Zoë"}, content_type="application/json"
    )


def failing(sql: str) -> Callable[..., Any]:
    def fail(*args: Any, **kwargs: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(sql)

    return fail


def raising(state: str) -> Callable[..., Any]:
    """What PostgreSQL itself raises, with a state of one's choice."""
    return failing(f"DO $$ BEGIN RAISE EXCEPTION 'secret' USING ERRCODE = '{state}'; END $$")


# A statement fails --------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("where", ["api", "page"])
@pytest.mark.parametrize(
    ("state", "code"),
    [
        ("40P01", "busy"),
        ("40001", "busy"),
        ("55P03", "busy"),
        ("53100", "database_unavailable"),  # disk full
        ("53200", "database_unavailable"),  # out of memory
        ("53300", "database_unavailable"),  # too many connections
        ("57P03", "database_unavailable"),  # starting up
        ("58030", "database_unavailable"),  # the disk fails
        ("25006", "database_unavailable"),  # a server that only reads
        ("08006", "database_unavailable"),
    ],
)
def test_the_database_refuses_a_write(
    browser: Client, club: Club, monkeypatch: pytest.MonkeyPatch, where: str, state: str, code: str
) -> None:
    before = everything()
    with monkeypatch.context() as patch:
        patch.setattr(players, "insert", raising(state))
        response = send_player(browser, club, where)
    assert "secret" not in response.content.decode()
    if where == "api":
        problem(response, code)
    else:
        html = page(response, code)
        assert 'value="Zoë"' in html  # what was typed
        assert 'name="form_key" value="the-form"' in html
        assert "is in the club" not in html
    assert everything() == before
    assert send_player(browser, club, where).status_code in {201, 303}
    assert [player.name for player in club.players.all()] == ["Zoë"]


@pytest.mark.django_db
@pytest.mark.parametrize("state", ["42P01", "23514", "54000", "XX000"])
def test_what_is_our_own_fault_stays_one(
    browser: Client, club: Club, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    before = everything()
    monkeypatch.setattr(players, "insert", raising(state))
    answers = [send_player(browser, club, where) for where in ("api", "page")]
    assert [answer.status_code for answer in answers] == [500, 500]
    assert answers[0].json()["code"] == "internal_error"
    assert "<h1>Something broke</h1>" in sound(answers[1])
    assert everything() == before


@pytest.mark.django_db
def test_success_is_not_said_before_all_is_saved(
    browser: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The action is done; then the key of the form can't be stored, or the commit fails."""
    before = everything()
    with monkeypatch.context() as patch:
        patch.setattr(IdempotencyKey, "save", raising("53100"))
        response = send_player(browser, club, "page")
    assert 'role="status"' not in page(response)
    assert everything() == before
    assert 'role="status"' not in sound(browser.get(f"/clubs/{club.pk}/players/"))


@pytest.mark.django_db
def test_a_page_that_submits_nothing_by_the_door_says_it_too(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "change_password", raising("40P01"))
    form = {"current": factories.PASSWORD, "new": "another-1234", "again": "another-1234"}
    page(browser.post("/password/", form), "busy")


# The connection is lost ---------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("where", ["api", "page"])
def test_the_connection_is_lost_in_mid_request(
    browser: Client, club: Club, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    before = everything()
    with monkeypatch.context() as patch:
        patch.setattr(players, "insert", failing("SELECT pg_terminate_backend(pg_backend_pid())"))
        response = send_player(browser, club, where)
    if where == "api":
        problem(response, "database_unavailable")
    else:
        assert 'value="Zoë"' in page(response)
    assert everything() == before
    assert send_player(browser, club, where).status_code in {201, 303}


@contextmanager
def refusing() -> Iterator[None]:
    """Nobody listens at the database's address."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    known = dict(connection.settings_dict)
    connection.close()
    connection.settings_dict.update(HOST="127.0.0.1", PORT=str(port))
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(known)


@pytest.mark.django_db(transaction=True)
def test_the_database_is_away(browser: Client, club: Club) -> None:
    before = everything()
    with refusing():
        for address in ("players", f"clubs/{club.pk}", "me", "tournaments"):
            problem(browser.get(f"/api/v1/{address}"), "database_unavailable")
        token = {"Authorization": "Bearer teien_" + "a" * 40}
        problem(Client().get("/api/v1/clubs", headers=token), "database_unavailable")
        problem(send_player(browser, club, "api"), "database_unavailable")
        bare(send_player(browser, club, "page"))
        for address in (
            "/",
            f"/clubs/{club.pk}/",
            "/admin/tournaments/club/",
            "/nowhere/",
            "/password/",
        ):
            bare(browser.get(address))
        visitor = Client(raise_request_exception=False)
        bare(visitor.get("/login/"))
        bare(visitor.post("/login/", {"username": "hanako", "password": factories.PASSWORD}))
        guarded = Client(enforce_csrf_checks=True, raise_request_exception=False)
        guarded.cookies = browser.cookies
        bare(guarded.post("/login/", {"username": "hanako"}))
        assert browser.get("/healthz").status_code == 200
    assert everything() == before
    assert browser.get("/").status_code == 200


# A server that only reads -------------------------------------------------------------------------


@pytest.fixture
def read_only() -> Iterator[Callable[[], None]]:
    def begin() -> None:
        failing("SET default_transaction_read_only = on")()

    yield begin
    connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_server_that_only_reads_is_read(
    browser: Client, club: Club, read_only: Callable[[], None]
) -> None:
    before = everything()
    read_only()
    assert browser.get(f"/clubs/{club.pk}/").status_code == 200
    problem(send_player(browser, club, "api"), "database_unavailable")
    assert 'value="Zoë"' in page(send_player(browser, club, "page"))
    form = {"username": "hanako", "password": factories.PASSWORD}
    visitor = Client(raise_request_exception=False)
    bare(visitor.post("/login/", form))
    problem(
        visitor.post("/api/v1/sessions", form, content_type="application/json"),
        "database_unavailable",
    )
    assert everything() == before


@pytest.mark.django_db(transaction=True)
def test_a_session_that_cannot_be_saved_is_no_bad_request(
    browser: Client, read_only: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Django says that somebody signed out meanwhile, whatever the reason is."""

    def remember(request: Any, *args: Any) -> Any:
        request.session["seen"] = True
        return HttpResponse()

    def remember_first(self: Any, request: Any) -> dict[str, Any]:
        remember(request)
        return {}

    stored = Session.objects.get().session_data
    monkeypatch.setattr(home, "page", remember)
    monkeypatch.setattr(Door, "read_query", remember_first)
    read_only()
    bare(browser.get("/"))
    problem(browser.get("/api/v1/me"), "database_unavailable")
    assert Session.objects.get().session_data == stored


@pytest.mark.django_db
def test_a_session_that_ended_meanwhile_is_a_bad_request(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(self: Any, request: Any) -> dict[str, Any]:
        request.session["seen"] = True
        Session.objects.all().delete()
        return {}

    monkeypatch.setattr(Door, "read_query", end)
    response = browser.get("/api/v1/me")
    assert (response.status_code, response.json()["code"]) == (400, "bad_request")


# How long one waits -------------------------------------------------------------------------------


LIMITS = "-c lock_timeout=5s -c idle_in_transaction_session_timeout=60s"


def test_nobody_waits_long_for_a_connection() -> None:
    assert settings_with({})["OPTIONS"] == {"connect_timeout": 3, "options": LIMITS}
    assert settings_with({"DATABASE_POOL": "1"})["OPTIONS"] == {
        "connect_timeout": 3,
        "options": LIMITS,
        "pool": {"min_size": 1, "max_size": 8, "timeout": 3, "reconnect_timeout": 1},
    }


def test_an_address_may_say_how_long_to_wait() -> None:
    address = {"DATABASE_URL": "postgresql://teien@db/teien?connect_timeout=9"}
    assert settings_with(address)["OPTIONS"] == {"connect_timeout": "9", "options": LIMITS}


def settings_with(environment: dict[str, str]) -> dict[str, Any]:
    """The database's settings as a new process reads them."""
    plain = {"DATABASE_URL": "postgresql://teien@localhost/teien", "DATABASE_POOL": ""}
    text = subprocess.run(
        [sys.executable, "-c", "import json; from config import settings as s;"
         "print(json.dumps(s.DATABASES['default']))"],
        env={**os.environ, **plain, **environment}, capture_output=True, text=True, check=True,
        cwd=Path(__file__).parents[2],
    ).stdout  # fmt: skip
    found: dict[str, Any] = json.loads(text)
    return found


@pytest.mark.django_db
def test_nobody_waits_without_end_for_a_row() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('lock_timeout'),"
            " current_setting('idle_in_transaction_session_timeout')"
        )
        assert cursor.fetchone() == ("5s", "1min")
