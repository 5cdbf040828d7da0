"""A client that holds every answer against the API's own description."""

import json
import re
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from rest_framework.test import APIClient

BASE = "/api/v1/"


@cache
def description() -> dict[str, Any]:
    """The OpenAPI description, as `/api/v1/schema` serves it."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    made: dict[str, Any] = json.loads(json.dumps(schema))
    return made


@cache
def addresses() -> list[tuple[re.Pattern[str], str]]:
    """Each path of the description as a pattern; those without parameters first."""
    paths = sorted(description()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in paths]


@cache
def validator(text: str) -> Draft202012Validator:
    schema = json.loads(text) | {"components": description()["components"]}
    return Draft202012Validator(schema)


def operation(method: str, address: str) -> dict[str, Any] | None:
    for pattern, path in addresses():
        if pattern.fullmatch(address):
            found: dict[str, Any] | None = description()["paths"][path].get(method.lower())
            return found
    return None


def check(schema: Any, value: Any) -> None:
    errors = list(validator(json.dumps(schema)).iter_errors(value))
    assert not errors, [(list(error.path), error.message) for error in errors[:3]]


class Client(APIClient):
    """`client.get("players", {"club": 1})`: addresses without their beginning, JSON bodies.

    What is answered must be described: the status, the media type, and the body by its schema;
    and what was sent and taken must be as described too.
    """

    default_format = "json"

    def generic(
        self, method: str, path: str, data: Any = "",
        content_type: Any = "application/octet-stream", *args: Any, **extra: Any,
    ) -> Any:  # fmt: skip
        address = path if path.startswith(("/", "http")) else BASE + path
        response = super().generic(method, address, data, content_type, *args, **extra)
        self.hold(method, response, data, str(content_type))
        return response

    def hold(self, method: str, response: Any, sent: Any, media: str) -> None:
        if not response.request["PATH_INFO"].startswith(BASE):
            return
        found = operation(method, response.request["PATH_INFO"])
        if found is None:
            assert response.status_code in {404, 405} or method == "HEAD", response.content[:300]
            return
        assert str(response.status_code) in found["responses"], (
            f"{response.status_code} is not described: {response.content[:400]!r}"
        )
        described = found["responses"][str(response.status_code)]
        if response.content:
            media_type = response["Content-Type"].split(";")[0]
            assert media_type in described["content"], (media_type, described)
            is_json = media_type.endswith(("/json", "+json"))
            if is_json and "schema" in described["content"][media_type]:
                check(described["content"][media_type]["schema"], json.loads(response.content))
        else:
            assert "content" not in described or response.status_code == 304
        taken = response.status_code < 300 and media.startswith("application/json")
        if taken and sent and json.loads(sent):
            request = found["requestBody"]["content"]["application/json"]["schema"]
            check(request, json.loads(sent))
