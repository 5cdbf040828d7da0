"""What holds for the whole API: errors as problem+json, and lists by cursor."""

import json
import logging
import sys
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.sessions.exceptions import SessionInterrupted
from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
    TooManyFilesSent,
    ValidationError,
)
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.utils.module_loading import import_string
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.utils.encoders import JSONEncoder

from engines.base import RuleBroken
from tournaments.api.refusals import BadRequest
from tournaments.context import REQUEST_ID
from tournaments.errors import Refused
from tournaments.outages import Outage, outage
from tournaments.rules.errors import BadSetting

log = logging.getLogger("teien.api")

PREFIX = "/api/"
PROBLEM = "application/problem+json"

REST_CODES: Mapping[type[exceptions.APIException], tuple[str, str]] = {
    exceptions.NotAuthenticated: ("sign_in", "Sign in first."),
    exceptions.AuthenticationFailed: ("bad_token", "This token is unknown or has expired."),
    exceptions.NotFound: ("not_found", "There is no such thing here."),
    exceptions.MethodNotAllowed: ("method_not_allowed", ""),
    exceptions.NotAcceptable: ("not_acceptable", "The answer can't be given in that form."),
    exceptions.UnsupportedMediaType: ("unsupported_media_type", ""),
    exceptions.Throttled: ("throttled", ""),
}
"""DRF's exceptions ↦ our code, and our sentence where DRF's own says too little or too much."""


def problem(error: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """DRF's exception handler: every error of the API leaves through here."""
    error = outage(error) or error
    match error:
        case Outage():
            return _unavailable(error)
        case Refused():
            return _refused(error)
        case RuleBroken() | BadSetting():
            return answer(422, error.code, error.message, error.facts)
        case exceptions.ParseError():
            return answer(422, "malformed", str(error.detail))
        case exceptions.APIException():
            return _of_rest(error)
        case Http404():
            return answer(404, "not_found", "There is no such thing here.")
        case PermissionDenied():
            return _forbidden(str(error))
        case RequestDataTooBig() | TooManyFieldsSent() | TooManyFilesSent():
            return answer(413, "too_large", "The body of the request is too large.")
        case SuspiciousOperation() | UnreadablePostError() | SessionInterrupted():
            return answer(400, "bad_request", "The request could not be read.")
    log.error("unexpected error", exc_info=error)
    return _fault()


def answer(
    status: int, code: str, detail: str, facts: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:  # fmt: skip
    """A problem (RFC 9457). `facts` are further members; they never replace the standard ones."""
    members = dict(facts or {}) | {
        "type": f"urn:teien:problem:{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": status,
        "detail": detail,
        "code": code,
        "request_id": REQUEST_ID.get(),
    }
    text = json.dumps(members, cls=JSONEncoder, ensure_ascii=False)
    return HttpResponse(
        text.encode("utf-8", "backslashreplace"),
        status=status,
        content_type=PROBLEM,
        headers=dict(headers or {}) | {"Cache-Control": "no-store"},
    )


def _refused(error: Refused) -> HttpResponse:
    status = 401 if error.code == "sign_in" else error.status
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    return answer(status, error.code, error.message, error.facts, headers)


def _unavailable(error: Outage) -> HttpResponse:
    headers = {"Retry-After": str(error.retry_after)}
    return answer(error.status, error.code, error.message, headers=headers)


def _of_rest(error: exceptions.APIException) -> HttpResponse:
    if isinstance(error, exceptions.ValidationError):
        found = list(listed(error.detail))
        detail = "; ".join(
            f"{one['field']}: {one['message']}" if one["field"] else one["message"]
            for one in found[:3]
        )
        return answer(422, "invalid", detail, {"errors": found})
    if isinstance(error, exceptions.PermissionDenied):
        return _forbidden(str(error.detail))
    for kind, (code, sentence) in REST_CODES.items():
        if isinstance(error, kind):
            detail = sentence or str(error.detail)
            return answer(error.status_code, code, detail, headers=_headers(error))
    if error.status_code >= 500:
        log.error("unexpected error", exc_info=error)
        return _fault()
    return answer(400, "bad_request", str(error.detail))


def _headers(error: exceptions.APIException) -> dict[str, str]:
    headers = {}
    if error.status_code == 401:
        headers["WWW-Authenticate"] = "Bearer"
    wait = getattr(error, "wait", None)
    if isinstance(error, exceptions.Throttled):
        headers["Retry-After"] = str(max(1, round(wait or 1)))
    return headers


def _forbidden(detail: str) -> HttpResponse:
    if detail.startswith("CSRF"):
        return answer(
            403, "csrf", "A session that writes needs the header X-CSRFToken with the value of the "
            f"cookie {settings.CSRF_COOKIE_NAME}. ({detail})",
        )  # fmt: skip
    return answer(403, "not_allowed", "You may not do this.")


def _fault() -> HttpResponse:
    sentence = "A fault of ours. It is logged under this request id."
    return answer(500, "internal_error", sentence)


def listed(detail: Any, path: str = "") -> Iterator[dict[str, str]]:
    """DRF's nested errors as a flat list: `{"field": "players.3", "code", "message"}`."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            own = "" if name == "non_field_errors" else str(name)
            yield from listed(inner, ".".join(filter(None, (path, own))))
    elif isinstance(detail, list):
        for inner in detail:
            yield from listed(inner, path)
    else:
        yield {"field": path, "code": detail.code, "message": str(detail)}


# What Django answers before or instead of a door --------------------------------------------------


@csrf_exempt
def nowhere(request: HttpRequest) -> HttpResponse:
    """Any address under /api/ that is none."""
    return answer(404, "not_found", "There is no such address.")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's `handler400`."""
    if request.path.startswith(PREFIX):
        return problem(exception, {})
    return _page_of_outage(request, exception) or _page("bad_request", request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's `handler500`, called while the error is handled; Django has logged it.

    Whatever fails outside of a door of the API comes here: pages, the admin, sessions and all other
    middleware.
    """
    error = sys.exc_info()[1]
    if request.path.startswith(PREFIX):
        found = outage(error) if error else None
        return _unavailable(found) if found else _fault()
    return _page_of_outage(request, error) or _page("server_error", request)


def _page_of_outage(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    found = outage(error) if error else None
    return _page("unavailable", request, found) if found else None


def _page(name: str, *args: Any) -> HttpResponse:
    page: HttpResponse = import_string(f"tournaments.web.errors.{name}")(*args)
    return page


# Lists --------------------------------------------------------------------------------------------


class Cursor(CursorPagination):
    """`{next, previous, results}`; rows that are added meanwhile move nothing."""

    page_size = usual_page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200
    ordering = "id"
    offset_cutoff = 100_000

    def paginate_queryset(
        self, queryset: Any, request: Request, view: Any = None
    ) -> list[Any] | None:
        cursor = self.decode_cursor(request)
        if cursor and cursor.position is not None:
            field = self.get_ordering(request, queryset, view)[0].lstrip("-")
            try:
                position = queryset.model._meta.get_field(field).to_python(cursor.position)
            except ValidationError as error:
                raise _bad_cursor() from error
            offset = position.utcoffset() if isinstance(position, datetime) else None
            if position is None or offset or "\x00" in cursor.position:
                raise _bad_cursor()
        return super().paginate_queryset(queryset, request, view)

    def decode_cursor(self, request: Request) -> Any:
        try:
            cursor = super().decode_cursor(request)
        except exceptions.NotFound as error:
            raise _bad_cursor() from error
        if cursor and not any(cursor):  # what can't be read as Base64 is passed over
            raise _bad_cursor()
        return cursor

    def get_page_size(self, request: Request) -> int:
        wanted = request.query_params.get("page_size")
        if wanted is None:
            return self.usual_page_size
        known = wanted.isascii() and wanted.isdigit() and len(wanted) <= 3
        if not known or not 1 <= int(wanted) <= self.max_page_size:
            raise BadRequest(
                "bad_parameter", f"page_size is a number from 1 to {self.max_page_size}."
            )
        return int(wanted)

    def get_paginated_response_schema(self, schema: Any) -> dict[str, Any]:
        address = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": address, "previous": address, "results": schema},
        }


def _bad_cursor() -> BadRequest:
    return BadRequest("bad_cursor", "That cursor is none of ours. Take `next` as it was given.")
