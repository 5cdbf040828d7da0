"""JSON logs, each line with the id of the request it belongs to."""

import logging
import re
import time
import uuid
from collections.abc import Callable
from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse

from tournaments.context import REQUEST_ID

GIVEN_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
PLAIN = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "request_id", "request"}

log = logging.getLogger("teien.request")


class RequestIdFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = REQUEST_ID.get()
        return True


class JsonFormatter(logging.Formatter):
    """`{"at", "level", "logger", "message", "request_id", …extra, "error"}` on one line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := getattr(record, "request_id", ""):
            line["request_id"] = request_id
        line |= {key: value for key, value in record.__dict__.items() if key not in PLAIN}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str, option=orjson.OPT_NON_STR_KEYS).decode()


class RequestIdMiddleware:
    """Gives each request an id (its own `X-Request-ID` if well-formed) and logs it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        # It stays set until the thread's next request: Django itself logs refusals after this.
        REQUEST_ID.set(given if GIVEN_ID.fullmatch(given) else uuid.uuid4().hex)
        started = time.monotonic()
        response = self.get_response(request)
        response["X-Request-ID"] = REQUEST_ID.get()
        log.info(
            "%s %s",
            request.method,
            request.path,
            extra={
                "status": response.status_code,
                "milliseconds": round((time.monotonic() - started) * 1000, 1),
            },
        )
        return response
