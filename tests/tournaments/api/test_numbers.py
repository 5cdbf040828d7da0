"""Numbers that nothing can be: in every field of every body, and in every parameter that counts."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from tests.tournaments.api.cases import WRITES, Sent, Write, everything
from tests.tournaments.api.client import Client, description
from tournaments.models import Club, Tournament, User

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[3]
UNREADABLE = {
    "1" + "0" * 400: "number_too_large",
    "-1" + "0" * 400: "number_too_large",
    "9" * 5000: "number_too_large",
    "1e400": "number_too_large",
    "-1e400": "number_too_large",
    "NaN": "malformed_json",
    "Infinity": "malformed_json",
    "-Infinity": "malformed_json",
}
"""As it is written in a body ↦ the code. No field sees it."""
ODD = ["1" + "0" * 300, "1e300", "-1", "0.5", "true", '"x"']
"""What a field must judge by itself: some of it is fine for some."""
DEEP = 3
"""Steps down to a place in a tile set, where a number of each kind will do."""
WITH_BODIES = [
    write for write in WRITES if write.method != "DELETE" and "import_players" not in write.path
]
PLACE = "a number stands here"


def documented() -> tuple[set[str], set[str]]:
    """The codes of problems, and those in their `errors`, as docs/api.md lists them."""
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    (fields,) = re.findall(r"^In `errors` of .*", text, re.MULTILINE)
    return set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)), set(
        re.findall(r"`(\w+)`", fields)
    )


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every leaf of a body; of a list, whose items are alike, those of its first."""
    inner = value.items() if isinstance(value, dict) else enumerate(value[:1])
    for key, item in inner:
        if isinstance(item, dict | list):
            yield from places(item, (*path, key))
        else:
            yield (*path, key)


def fields(write: Write, sent: Sent) -> set[tuple[Any, ...]]:
    """Every field that the description has, and every leaf of what is usually sent."""
    operation = description()["paths"][f"/api/v1/{write.path}"][write.method.lower()]
    media = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = media.get("schema", {}).get("$ref", "").rpartition("/")[2]
    known = description()["components"]["schemas"].get(name, {}).get("properties", {})
    return {(field,) for field in known} | set(places(sent.body or {}))


def with_number(body: Any, path: tuple[Any, ...], written: str) -> str:
    """The body as JSON, with that text where the path leads."""
    changed = json.loads(json.dumps(body or {}))
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = PLACE
    return json.dumps(changed).replace(f'"{PLACE}"', written)


def codes(response: Any) -> set[str]:
    """The field errors of a problem."""
    return {error["code"] for error in response.json().get("errors", [])}


@pytest.mark.parametrize("write", WITH_BODIES, ids=str)
def test_a_number_that_a_field_cannot_mean_is_refused_by_a_documented_code(
    api: Client, owner: User, club: Club, write: Write
) -> None:
    sent = write.prepare(owner, club)
    problems, of_fields = documented()
    before = everything()
    for index, path in enumerate(sorted(fields(write, sent), key=str)):
        odd = ODD if len(path) < DEEP else ODD[::3]
        for written in odd if index else [*UNREADABLE, *ODD]:  # those don't come to any field
            body = with_number(sent.body, path, written)
            with transaction.atomic():
                response = api.generic(write.method, sent.address, body, "application/json")
                if response.status_code < 300:
                    transaction.set_rollback(True)
            where = (path, written[:9], response.content[:300])
            if written in UNREADABLE:
                code = UNREADABLE[written]
                assert (response.status_code, response.json()["code"]) == (422, code), where
            elif response.status_code >= 300:
                assert response.status_code in {404, 409, 422}, where
                assert response.json()["code"] in problems, where
                assert codes(response) <= of_fields | problems, where
    assert everything() == before


def counting() -> Iterator[tuple[str, str]]:
    """Every address with a parameter that is a whole number."""
    for path, operations in description()["paths"].items():
        for parameter in operations.get("get", {}).get("parameters", []):
            if parameter["in"] == "query" and parameter["schema"].get("type") == "integer":
                yield path, parameter["name"]


def test_a_parameter_that_is_no_such_number_is_refused_by_a_documented_code(api: Client) -> None:
    _, of_fields = documented()
    found = list(counting())
    assert {name for _, name in found} >= {"page_size", "club", "after_position", "revision"}
    for path, name in found:
        for written in ("9" * 400, "9" * 2000, "1e400", "-1", "1.5"):
            response = api.get(path.replace("{id}", "1"), {name: written})
            where = (path, name, written[:9], response.content[:300])
            assert (response.status_code, response.json()["code"]) == (400, "bad_parameter"), where
            assert codes(response) <= of_fields, where


def test_a_time_out_of_reach_and_an_empty_list_have_documented_codes(
    api: Client, night: Tournament
) -> None:
    before, (_, of_fields) = everything(), documented()
    for address, field, value, code in (
        ("tokens", "expires_at", "0001-01-01T00:00:00+14:00", "overflow"),
        (f"tournaments/{night.pk}/entries", "players", [], "empty"),
    ):
        body = {"name": "Tool", "scopes": []} if address == "tokens" else {}
        response = api.post(address, body | {field: value})
        assert (response.status_code, codes(response)) == (422, {code})
        assert code in of_fields
    assert everything() == before
