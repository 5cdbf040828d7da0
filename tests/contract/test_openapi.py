"""The API's description: complete, valid, and of one mind with the code and docs/api.md."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from openapi_spec_validator import OpenAPIV31SpecValidator

from analytics.api import urls as analytics
from config import api
from engines import registry
from tests.tournaments.api.cases import NOT_WRITES, WRITES, served
from tests.tournaments.api.client import check, description
from tournaments.api import urls as tournaments
from tournaments.api.views.series import COUNTS, HANDS, LEFTOVERS

ROOT = Path(__file__).parents[2]
READ_PROBLEMS = {"400", "401", "404", "406", "429", "500", "503"}
BODY_PROBLEMS = READ_PROBLEMS | {"403", "409", "411", "413", "415", "422"}
WRITE_PROBLEMS = BODY_PROBLEMS | {"410", "412"}


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in description()["paths"].items():
        for method, found in methods.items():
            yield method.upper(), path.removeprefix("/api/v1/"), found


def read_yaml(text: str | bytes) -> Any:
    """By the parser in C: the description is long."""
    return yaml.load(text, Loader=yaml.CSafeLoader)


# The description ----------------------------------------------------------------------------------


def test_it_is_made_without_a_warning(tmp_path: Path) -> None:
    file = tmp_path / "schema.yaml"
    call_command("spectacular", fail_on_warn=True, file=str(file))
    made = read_yaml(file.read_text(encoding="utf-8"))
    assert made == description()


def test_it_is_valid_openapi_3_1() -> None:
    """By the whole of the standard; the command's own check, slow too, is a part of it."""
    assert description()["openapi"] == "3.1.0"
    errors = list(OpenAPIV31SpecValidator(description()).iter_errors())
    assert errors == []


@pytest.mark.django_db
def test_it_is_served_as_json_and_as_yaml() -> None:
    served = Client().get("/api/v1/schema")
    assert (served.status_code, served["Content-Type"]) == (200, "application/json")
    assert json.loads(served.content) == description()
    for response in (
        Client().get("/api/v1/schema?format=yaml"),
        Client().get("/api/v1/schema", headers={"Accept": "application/yaml"}),
    ):
        assert read_yaml(response.content) == description()


def test_every_address_is_described() -> None:
    described = {path for _, path, _ in operations()}
    assert described == {path for _, path, _ in served()}


def test_every_operation_says_what_it_does_and_what_can_go_wrong() -> None:
    names = []
    for method, path, operation in operations():
        where = f"{method} {path}"
        names.append(operation["operationId"])
        assert operation["summary"], where
        assert len(operation["summary"]) < 80, where
        assert len(operation["tags"]) == 1, where
        statuses = set(operation["responses"])
        assert any(status.startswith("2") for status in statuses), where
        write = (method, path) not in NOT_WRITES
        expected = WRITE_PROBLEMS if write else BODY_PROBLEMS
        problems = READ_PROBLEMS if method == "GET" else expected
        assert problems <= statuses, where
        for status in problems:
            content = operation["responses"][status]["content"]
            assert set(content) == {"application/problem+json"}, where
    assert len(names) == len(set(names))


def test_every_write_takes_both_headers_and_asks_who_is_there() -> None:
    described = {(method, path): operation for method, path, operation in operations()}
    for write in WRITES:
        operation = described[write.method, write.path]
        headers = {p["name"] for p in operation["parameters"] if p["in"] == "header"}
        assert headers == {"Idempotency-Key", "If-Match"}
        assert operation["security"] == [{"token": []}, {"session": []}]
        (success,) = {"200", "201", "204"} & set(operation["responses"]) - (
            {"200"} if write.status == 201 else set()
        )
        assert int(success) == write.status
        answered = operation["responses"][success].get("headers", {})
        assert "Idempotent-Replayed" in answered
        assert ("ETag" in answered) == (write.status != 204)
    for method, path, operation in operations():
        if method == "GET":
            assert {"name": "If-None-Match"}.items() <= operation["parameters"][0].items(), path
            assert "304" in operation["responses"]


def test_every_list_has_cursors_sorting_and_changes_since() -> None:
    lists = [op for _, _, op in operations() if op["operationId"].endswith("_list")]
    lists = [op for op in lists if op["operationId"] != "games_list"]
    assert len(lists) == len(tournaments.COLLECTIONS) + len(analytics.COLLECTIONS)
    for operation in lists:
        names = {parameter["name"] for parameter in operation["parameters"]}
        assert {"cursor", "page_size", "ordering", "updated_since"} <= names


def test_both_ways_to_sign_in_are_described() -> None:
    schemes = description()["components"]["securitySchemes"]
    assert (schemes["token"]["type"], schemes["token"]["scheme"]) == ("http", "bearer")
    assert (schemes["session"]["in"], schemes["session"]["name"]) == ("cookie", "sessionid")


def test_the_examples_are_as_described() -> None:
    checked = 0
    for _, _, operation in operations():
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for body in bodies:
            for content in body.get("content", {}).values():
                for example in content.get("examples", {}).values():
                    check(content["schema"], example["value"])
                    checked += 1
    assert checked > 8


@pytest.mark.parametrize(
    ("game", "setup", "sheet"),
    [
        ("niwa", {"mission": 5}, HANDS),
        ("gazebo", {"board": "bird"}, LEFTOVERS),
        ("gnome_hollow", {"tileset": "recon-1"}, COUNTS),
    ],
)
def test_the_sheets_of_the_examples_can_be_scored(
    game: str, setup: dict[str, Any], sheet: dict[str, Any]
) -> None:
    seats = len(sheet["seats"])
    scored = registry.game(game).score_match(sheet, setup=setup, options={}, seats=seats)
    assert len(scored.scores) == seats


# The codes ----------------------------------------------------------------------------------------

STATUSES = {
    "Refused": 422, "Forbidden": 403, "NotThere": 404, "Conflict": 409, "Stale": 412,
    "BadRequest": 400, "SignInNeeded": 401, "Gone": 410, "LengthRequired": 411,
    "RuleBroken": 422, "refusal": 422, "BadSetting": 422, "Outage": 503,
}  # fmt: skip
"""What makes a problem ↦ its status; the code is its first argument."""
PASSED_ON = {
    "config/api.py",
    "engines/values.py",
    "tournaments/errors.py",
    "tournaments/services/game_data.py",
}
"""Where a code is a variable, because a problem is only passed on."""


def codes_of(file: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in STATUSES and node.args:
            code, status = node.args[0], STATUSES[name]
        elif name == "Codes":
            for kind in node.keywords:
                yield (
                    ast.literal_eval(kind.value),
                    {"bad": 422, "shipped": 403}.get(str(kind.arg), 409),
                )
            continue
        elif name == "answer" and len(node.args) > 1 and isinstance(node.args[0], ast.Constant):
            code, status = node.args[1], node.args[0].value  # type: ignore[assignment]
        else:
            continue
        if isinstance(code, ast.Constant):
            yield str(code.value), 401 if code.value == "sign_in" else status
        else:
            assert str(file.relative_to(ROOT)) in PASSED_ON, f"{file}:{node.lineno}"


def scorers() -> set[Path]:
    """The engines' modules that score what people type or check their boards, and those that
    refuse a simulation."""
    found: set[Path] = set()
    waiting = {ROOT / f"engines/{name}/game.py" for name in registry.GAMES}
    checks = (
        "gazebo/board_faults.py",
        "gnome_hollow/tileset/faults.py",
        "gnome_hollow/variants.py",
    )
    waiting |= {ROOT / "engines" / check for check in checks}
    while waiting:
        file = waiting.pop()
        found.add(file)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("engines."):
                used = ROOT / f"{str(node.module).replace('.', '/')}.py"
                waiting |= {used} - found
    more = ("registry.py", "batch.py", "bots/__init__.py")
    return found | {ROOT / f"engines/{name}" for name in more}


def codes_in_code() -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    folders = ("config", "tournaments", "analytics")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.py")]
    for file in sorted({*files, *scorers()}):
        if {"web", "management", "migrations", "admin.py"} & set(file.relative_to(ROOT).parts):
            continue
        for code, status in codes_of(file):
            found.setdefault(code, set()).add(status)
    for error, (code, _) in api.REST_CODES.items():
        found.setdefault(code, set()).add(error.status_code)
    return found


def codes_in_docs() -> dict[str, set[int]]:
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([\d, ]+) \| \S", text, re.MULTILINE)
    assert len(rows) == len({code for code, _ in rows}), "a code stands twice"
    return {code: {int(status) for status in statuses.split(", ")} for code, statuses in rows}


def test_the_docs_list_every_code_with_its_status() -> None:
    assert codes_in_docs() == codes_in_code()
