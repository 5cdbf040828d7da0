"""Every line of the log is JSON and says which request it belongs to."""

import json
import logging

import pytest
from django.test import Client

from config.logs import JsonFormatter, RequestIdFilter
from tournaments.context import REQUEST_ID


def line(**extra: object) -> dict[str, object]:
    record = logging.makeLogRecord(
        {"name": "teien.test", "levelname": "INFO", "msg": "drawn %s", "args": (7,), **extra}
    )
    RequestIdFilter().filter(record)
    parsed: dict[str, object] = json.loads(JsonFormatter().format(record))
    return parsed


def test_a_line_is_json_with_its_request() -> None:
    token = REQUEST_ID.set("request-1234")
    try:
        written = line(status=201, thing={"a": object})
    finally:
        REQUEST_ID.reset(token)
    assert written["message"] == "drawn 7"
    assert written["request_id"] == "request-1234"
    assert written["status"] == 201


def test_an_error_has_its_traceback() -> None:
    try:
        raise ValueError("bad")
    except ValueError as error:
        written = line(exc_info=(type(error), error, error.__traceback__))
    assert "ValueError: bad" in str(written["error"])


def test_what_django_says_of_a_refusal_has_the_requests_id(client: Client) -> None:
    written: list[dict[str, object]] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            RequestIdFilter().filter(record)
            written.append(json.loads(JsonFormatter().format(record)))

    kept = Kept()
    logger = logging.getLogger("django.request")
    logger.addHandler(kept)
    try:
        client.get("/api/nowhere", headers={"X-Request-ID": "request-5678"})
    finally:
        logger.removeHandler(kept)
    assert [(line["status_code"], line["request_id"]) for line in written] == [
        (404, "request-5678")
    ]


@pytest.mark.parametrize(
    ("given", "kept"), [("abcDEF-12.3_4", True), ("short", False), ("new\nline-injected", False)]
)
def test_a_request_has_an_id(
    caplog: pytest.LogCaptureFixture, client: Client, given: str, kept: bool
) -> None:
    with caplog.at_level(logging.INFO, logger="teien.request"):
        response = client.get("/healthz", headers={"X-Request-ID": given})
    assert (response["X-Request-ID"] == given) is kept
    assert len(response["X-Request-ID"]) >= 8
    (record,) = (one for one in caplog.records if one.name == "teien.request")
    assert (record.getMessage(), record.__dict__["status"]) == ("GET /healthz", 200)
