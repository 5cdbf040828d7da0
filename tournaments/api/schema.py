"""The OpenAPI description: what holds for every operation is said here, once."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import get_doc
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema_serializer
from rest_framework import serializers

from tournaments.api.kinds import ObjectsField

PROBLEM = "application/problem+json"
READ_PROBLEMS = {
    "400": "A parameter or a header can't be read.",
    "401": "Nobody is signed in, or the token is unknown or has expired.",
    "404": "There is no such thing, or it is not published.",
    "406": "The answer can't be given in that form.",
    "429": "Too many requests; `Retry-After` says how long to wait.",
    "500": "A fault of ours.",
    "503": "The database can't answer; `Retry-After` says when to try again.",
}
WRITE_PROBLEMS = READ_PROBLEMS | {
    "403": "The account's role, the token's scopes or the CSRF check don't allow it.",
    "409": "Somebody was faster, or the thing is in a state in which this can't be done.",
    "410": "A repeated request: what the first one made is there no more.",
    "411": "The body comes in chunks, without a length.",
    "412": "`If-Match` is stale; the problem has the current `version`.",
    "413": "The body is too large.",
    "415": "The body is of another media type.",
    "422": "The body can't be read, or what it says is refused.",
}
DOOR_PROBLEMS = {code: text for code, text in WRITE_PROBLEMS.items() if code not in {"410", "412"}}
"""Of operations that send a body and change no row of a club."""

KEY = OpenApiParameter(
    "Idempotency-Key", OpenApiTypes.STR, OpenApiParameter.HEADER,
    description="1 to 100 characters of your choice. The same request with the same key is done "
    "once; the repeated answer carries `Idempotent-Replayed: true`, and shows what a `GET` would.",
)  # fmt: skip
IF_MATCH = OpenApiParameter(
    "If-Match", OpenApiTypes.STR, OpenApiParameter.HEADER,
    description='The `ETag` (or the version in quotes, `"7"`) that you have seen, or several. If '
    "none is current, the answer is 412 and nothing changes.",
)  # fmt: skip
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", OpenApiTypes.STR, OpenApiParameter.HEADER,
    description="An `ETag` that you have: 304 if nothing has changed.",
)  # fmt: skip
TAG = OpenApiParameter(
    "ETag", OpenApiTypes.STR, OpenApiParameter.HEADER, response=[200, 201],
    description="Version and digest of what is shown.",
)  # fmt: skip
REPLAYED = OpenApiParameter(
    "Idempotent-Replayed", OpenApiTypes.STR, OpenApiParameter.HEADER, response=[200, 201, 204],
    description="`true` on a repeated answer.",
)  # fmt: skip
LOCATION = OpenApiParameter(
    "Location", OpenApiTypes.STR, OpenApiParameter.HEADER, response=[201],
    description="The address of what was made, where it has one.",
)  # fmt: skip
SUMMARIES = {"list": "List {}", "retrieve": "Read one of {}"}


class FieldProblemSerializer(serializers.Serializer[Any]):
    field = serializers.CharField(allow_blank=True)
    code = serializers.CharField()
    message = serializers.CharField()


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Stale",
            {
                "type": "urn:teien:problem:stale_version",
                "title": "Stale version",
                "status": 412,
                "detail": "Somebody changed this series meanwhile. Look again, then repeat what "
                "is still needed.",
                "code": "stale_version",
                "request_id": "0b7f3c1f4a5d4f1c9a7f7f2f3f0e9f11",
                "noun": "series",
                "id": 12,
                "expected": 3,
                "version": 4,
            },
            media_type=PROBLEM,
            status_codes=["412"],
        )
    ]
)
class ProblemSerializer(serializers.Serializer[Any]):
    """RFC 9457. `code` is stable (docs/api.md lists all); more members tell the facts."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    request_id = serializers.CharField()
    errors = ObjectsField(  # type: ignore[assignment]
        required=False, help_text="by field, or by row of a file"
    )


class Schema(AutoSchema):
    """drf-spectacular's, with headers, problems and the first line of a docstring as summary."""

    def get_summary(self) -> str | None:
        summary = SUMMARIES.get(self._action())
        if summary:
            return summary.format(self.get_tags()[0])
        return self._doc().partition("\n\n")[0].replace("\n", " ").rstrip(".") or None

    def get_description(self) -> str:  # type: ignore[override]
        if self._action() in SUMMARIES:
            return str(get_doc(self.view.__class__))
        return self._doc().partition("\n\n")[2]

    def get_auth(self) -> list[dict[str, Any]]:
        auth: list[dict[str, Any]] = super().get_auth()
        return [way for way in auth if way] if self._is_write() else auth

    def get_override_parameters(self) -> list[Any]:
        if self._is_write():
            return [KEY, IF_MATCH, TAG, REPLAYED, LOCATION]
        return [IF_NONE_MATCH, TAG] if self.method == "GET" else []

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        if self.method == "GET":
            bodies["304"] = {"description": "You have it already."}
            problems = READ_PROBLEMS
        else:
            problems = WRITE_PROBLEMS if self._is_write() else DOOR_PROBLEMS
        for code, text in problems.items():
            body: Any = self._get_response_for_code(  # type: ignore[no-untyped-call]
                ProblemSerializer, code, [PROBLEM]
            )
            bodies[code] = body | {"description": text}
        return bodies

    def _action(self) -> str:
        return getattr(self.view, "action", None) or self.method.lower()

    def _door(self) -> Any:
        return getattr(self.view, self._action(), None)

    def _doc(self) -> str:
        return str(get_doc(self._door()) or get_doc(self.view.__class__))

    def _is_write(self) -> bool:
        return getattr(self._door(), "is_write", False)
