"""Players from a CSV file over the API."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from tests import factories
from tests.tournaments.api.cases import everything
from tests.tournaments.api.client import Client
from tournaments.models import Club, IdempotencyKey, JournalEntry, Player, User
from tournaments.services import players

pytestmark = pytest.mark.django_db

FILE = (
    "\ufeffname;reading;number\r\n佐藤 美咲;さとう みさき;1\r\n𠮷田 健太;;2\r\nZoë Kowalczyk;;\r\n"
).encode()


def send(api: Client, club: Club, data: bytes, query: str = "", **headers: str) -> Any:
    address = f"clubs/{club.pk}/import_players{query}"
    return api.post(address, data, content_type="text/csv", headers=headers)


def form(api: Client, club: Club, parts: dict[str, Any], boundary: str, **headers: str) -> Any:
    return api.post(
        f"clubs/{club.pk}/import_players",
        encode_multipart(boundary, parts),
        content_type=f"multipart/form-data; boundary={boundary}",
        headers=headers,
    )


def test_a_file_is_imported(api: Client, club: Club) -> None:
    report = send(api, club, FILE).json()
    assert (report["dry_run"], report["delimiter"], report["errors"]) == (False, ";", [])
    assert [(row["row"], row["name"]) for row in report["added"]] == [
        (2, "佐藤 美咲"), (3, "𠮷田 健太"), (4, "Zoë Kowalczyk"),
    ]  # fmt: skip
    made = dict(Player.objects.values_list("pk", "name"))
    assert {row["player"]: row["name"] for row in report["added"]} == made


def test_the_same_file_twice_changes_nothing(api: Client, club: Club) -> None:
    send(api, club, FILE)
    before = everything()
    report = send(api, club, FILE).json()
    assert [len(report[key]) for key in ("added", "changed", "unchanged")] == [0, 0, 3]
    assert everything() == before


def test_a_dry_run_only_reports(api: Client, owner: User, club: Club) -> None:
    players.add_player(owner, club, name="Zoë Kowalczyk")
    before = everything()
    report = send(api, club, FILE, "?dry_run=true").json()
    assert report["dry_run"] is True
    assert [row["player"] for row in report["added"]] == [None, None]
    assert [row["name"] for row in report["unchanged"]] == ["Zoë Kowalczyk"]
    assert everything() == before


def test_errors_are_reported_by_row(api: Client, club: Club) -> None:
    broken = b"name,number\nAda,1\n,2\nBob,1\n"
    before = everything()
    dry = send(api, club, broken, "?dry_run=true")
    assert dry.status_code == 200
    expected = [(3, "missing"), (4, "repeated_number")]
    assert [(error["row"], error["code"]) for error in dry.json()["errors"]] == expected
    refused = send(api, club, broken)
    problem = refused.json()
    assert (refused.status_code, problem["code"]) == (422, "bad_import")
    assert [(error["row"], error["code"]) for error in problem["errors"]] == expected
    assert everything() == before


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_file"),
        ("name\nZoë\n".encode("latin-1"), "not_utf_8"),
        ("name\nZoë\n".encode("utf-16"), "utf_16"),
        (b"PK\x03\x04 a spreadsheet", "not_csv"),
        (b"name\nA\x00b\n", "bad_characters"),
        (b'name\n"Ada\n', "unclosed_quote"),
        (b"nothing\nAda\n", "no_header"),
        (b"name\n" + b"x" * 1_000_001, "too_large"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(
    api: Client, club: Club, data: bytes, code: str
) -> None:
    refused = send(api, club, data)
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_import")
    assert refused.json()["errors"][0]["code"] == code
    assert not Player.objects.exists()


def test_a_form_brings_a_file(api: Client, club: Club) -> None:
    upload = SimpleUploadedFile("players.csv", FILE, "text/csv")
    report = form(api, club, {"file": upload}, BOUNDARY).json()
    assert len(report["added"]) == 3
    refused = form(api, club, {"other": "x"}, BOUNDARY)
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "file")
    for content_type, code in (
        (MULTIPART_CONTENT, "bad_import"),
        ("multipart/form-data", "malformed"),
    ):
        refused = api.post(
            f"clubs/{club.pk}/import_players", b"--nonsense", content_type=content_type
        )
        assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert Player.objects.count() == 3


def test_a_form_sent_again_is_the_same_request(api: Client, club: Club) -> None:
    """Browsers and tools draw another boundary for each request."""
    for boundary, repeated in (("one", None), ("another", "true")):
        upload = SimpleUploadedFile("players.csv", FILE, "text/csv")
        headers = {"Idempotency-Key": "click"}
        response = form(api, club, {"file": upload}, boundary, **headers)
        assert (response.status_code, response.get("Idempotent-Replayed")) == (200, repeated)
        assert [row["name"] for row in response.json()["added"]] == [
            "佐藤 美咲", "𠮷田 健太", "Zoë Kowalczyk",
        ]  # fmt: skip
    assert JournalEntry.objects.filter(verb="import_players").count() == 1
    other = SimpleUploadedFile("players.csv", b"name\nAda\n", "text/csv")
    refused = form(api, club, {"file": other}, "third", **{"Idempotency-Key": "click"})
    assert (refused.status_code, refused.json()["code"]) == (409, "idempotency_key_reused")


def test_a_repeated_answer_reads_the_names_anew(api: Client, owner: User, club: Club) -> None:
    headers = {"Idempotency-Key": "click"}
    report = send(api, club, FILE, **headers).json()
    first = Player.objects.get(pk=report["added"][0]["player"])
    players.change_player(owner, first, name="Another name")
    again = send(api, club, FILE, **headers).json()
    assert [row["player"] for row in again["added"]] == [row["player"] for row in report["added"]]
    assert again["added"][0]["name"] == "Another name"
    kept = json.dumps(IdempotencyKey.objects.get().answer, ensure_ascii=False)
    assert "Zoë" not in kept


def test_a_dry_run_is_another_request_than_the_real_one(api: Client, club: Club) -> None:
    headers = {"Idempotency-Key": "click"}
    assert send(api, club, FILE, "?dry_run=true", **headers).status_code == 200
    assert send(api, club, FILE, **headers).json()["code"] == "idempotency_key_reused"
    assert not Player.objects.exists()


def test_a_stranger_learns_nothing_from_a_dry_run(owner: User, club: Club) -> None:
    players.add_player(owner, club, name="Ada", number="1")
    client = Client()
    client.force_login(factories.member(owner, club, "kaede", "scorer"))
    refused = send(client, club, b"name,number\nBob,1\n", "?dry_run=true")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
    assert "Ada" not in refused.content.decode()
