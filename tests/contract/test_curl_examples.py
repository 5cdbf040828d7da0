"""Every `curl` of the docs is a request that the API describes: address, method, headers, body."""

import json
import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.tournaments.api.client import BASE, check, operation

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
GUARDS = {"Authorization", "X-CSRFToken", "Content-Type"}
"""Headers that the description tells of otherwise: who asks, and the form of the body."""
WITH_VALUES = {"-b", "-c", "-o"}


@dataclass
class Request:
    address: str = ""
    method: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    body: str = ""


def examples() -> list[Any]:
    found = []
    for page in PAGES:
        blocks = re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
        for line in "\n".join(blocks).replace("\\\n", " ").splitlines():
            if line.startswith("curl ") and BASE in line:
                found.append(pytest.param(line, id=f"{page.name}-{len(found)}"))
    return found


def read(command: str) -> Request:
    request, words = Request(), iter(shlex.split(command)[1:])
    for word in words:
        match word:
            case "-X":
                request.method = next(words)
            case "-H":
                name, _, value = next(words).partition(": ")
                request.headers[name] = value
            case "-d":
                request.body = next(words)
            case _ if word in WITH_VALUES:
                next(words)
            case _:
                assert not word.startswith("-"), word
                assert not request.address, word
                request.address = word
    request.method = request.method or ("POST" if request.body else "GET")
    return request


def test_there_are_examples_of_reading_and_of_writing() -> None:
    methods = [read(example.values[0]).method for example in examples()]
    assert methods.count("POST") >= 3
    assert methods.count("GET") >= 3


@pytest.mark.parametrize("command", examples())
def test_an_example_is_as_described(command: str) -> None:
    request = read(command)
    address = urlsplit(request.address)
    described = operation(request.method, address.path)
    assert described is not None, f"{request.method} {address.path}"
    parameters = {(one["in"], one["name"]): one for one in described.get("parameters", [])}
    for name, value in parse_qsl(address.query, strict_parsing=True):
        schema = parameters["query", name]["schema"]
        check(schema, json.loads(value) if schema["type"] != "string" else value)
    for name in request.headers.keys() - GUARDS:
        assert ("header", name) in parameters, name
    if "requestBody" in described and described["requestBody"].get("required"):
        assert request.body
    if request.body:
        media = request.headers["Content-Type"]
        check(described["requestBody"]["content"][media]["schema"], json.loads(request.body))


def test_the_examples_of_tokens_work_more_than_once() -> None:
    """The same key again answers without a secret, so each call needs another."""
    requests = [read(example.values[0]) for example in examples()]
    keys = [one.headers["Idempotency-Key"] for one in requests if one.address.endswith("/tokens")]
    assert keys == ["scoreboard-$(date +%s)"]
