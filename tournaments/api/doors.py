"""What every door of the API has in common: what it reads of a request, what it puts on an answer.

A door parses, calls one service or query, and answers. Writes go through `writes.write`.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from rest_framework import serializers
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

from tournaments.api.bodies import Body
from tournaments.api.kinds import Kind
from tournaments.api.refusals import BadRequest, Gone, LengthRequired, bad_parameters
from tournaments.errors import NotThere
from tournaments.models import User
from tournaments.models.users import Scope

LIST_PARAMETERS = {"cursor", "page_size", "ordering"}
DIGEST_LENGTH = 16


@dataclass(frozen=True)
class Shown:
    """What an answer shows: JSON-able data, the version it has, and its address if it is one.

    `once`: members that stand beside the data in this one answer; no tag tells of them.
    """

    data: Any
    version: int | None = None
    address: str = ""
    once: Mapping[str, Any] = field(default_factory=dict)


class Negotiation(DefaultContentNegotiation):
    """Accept says in which form to answer; on some addresses `?format=` does, too."""

    def filter_renderers(self, renderers: Any, form: str) -> Any:
        """Those of one form. There being none is 406; DRF's own says 404."""
        found = [renderer for renderer in renderers if renderer.format == form]
        if not found:
            raise NotAcceptable(available_renderers=renderers)
        return found


class Door(APIView):
    """`queries`: action (or method) ↦ the parameters that it takes.

    `scope`: what a token must have for the door's writes; None: no token will do.
    `repeated`: whether this is a write that was done already, and is only answered again.
    """

    http_method_names = ["get", "head", "post", "patch", "delete"]
    content_negotiation_class = Negotiation
    queries: ClassVar[Mapping[str, type[Body]]] = {}
    scope: ClassVar[Scope | None] = None
    repeated = False
    shown_version: int | str | None = None
    tagged: bytes | None = None
    """What the tag is a digest of, where that is known without all that is shown."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method not in {"GET", "HEAD"}:  # whose body, if any, nobody reads
            _check_length(request)
            _ = request._request.body  # before anything reads the stream: its size is checked here
        super().initial(request, *args, **kwargs)
        self.query = self.read_query(request)

    @property
    def actor(self) -> User:
        """Who acts: somebody who is signed in."""
        user = self.request.user
        assert isinstance(user, User)
        return user

    def read_query(self, request: Request) -> dict[str, Any]:
        """The parameters of the address. Refuses unknown ones: a slip must not be ignored."""
        action: str = getattr(self, "action", None) or (request.method or "").lower()
        form = self.queries.get(action, Body)(data=request.query_params.dict())
        if not form.is_valid():
            raise bad_parameters(form.errors)
        return dict(form.validated_data)

    def read_body(self, form: type[Body]) -> dict[str, Any]:
        """The checked body; DRF's `ValidationError` otherwise."""
        filled = form(data=self.request.data)
        filled.is_valid(raise_exception=True)
        return dict(filled.validated_data)

    def made(self, kind: Kind, pk: int) -> Any:
        """The row that a write made or changed: all that its answer shows is reached from here.

        Whoever has just written it sees it; a repeated request, only if `GET` would show it now.
        """
        row = kind.rows().filter(pk=pk).first()
        if row is None:
            raise Gone(
                "gone", "This was done when you first asked, but what it made is there no more.",
                id=pk,
            )  # fmt: skip
        return self.find(kind, pk) if self.repeated else row

    def show(self, kind: Kind, pk: int) -> Shown:
        """A row that was made or changed, as its kind's shape has it."""
        row = self.made(kind, pk)
        data = kind.shape(row, context={"request": self.request}).data
        return Shown(data, kind.version_of(row), f"/api/v1/{kind.path}/{pk}")

    def find(self, kind: Kind, pk: int | str) -> Any:
        """A row that the asker may read."""
        row = kind.rows().filter(kind.readable(self.request.user), pk=pk).first()
        if row is None:
            raise NotThere("not_found", "There is no such thing, or it is not published.")
        return row

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(response, ["Authorization", "Cookie"])
        if (
            request.method in {"GET", "HEAD"}
            and response.status_code == 200
            and isinstance(response, Response)
        ):
            response["Cache-Control"] = "private, no-cache"
            version, tagged = self.shown_version, self.tagged

            def tag(rendered: Any) -> Any:
                return conditional(request._request, rendered, version, tagged)

            response.add_post_render_callback(tag)
        else:
            response["Cache-Control"] = "no-store"
        return response


class Resource(Door, GenericViewSet[Any]):
    """A list and its rows. `orderings`: what `?ordering=` takes ↦ the field it means."""

    kind: Kind
    lookup_value_regex = "[0-9]{1,18}"
    orderings: ClassVar[dict[str, str]] = {"id": "id", "changed_at": "changed_at"}

    def get_queryset(self) -> Any:
        rows = self.kind.rows()
        if getattr(self, "swagger_fake_view", False):
            return rows
        return rows.filter(self.kind.readable(self.request.user))

    def get_serializer_class(self) -> type[serializers.BaseSerializer[Any]]:
        return self.kind.shape

    def row(self) -> Any:
        """The row that the address names, if the asker may read it."""
        return self.find(self.kind, self.kwargs["pk"])

    def read_query(self, request: Request) -> dict[str, Any]:
        if self.action != "list":
            return super().read_query(request)
        known = LIST_PARAMETERS | set(self.filterset_class.base_filters)
        if unknown := sorted(set(request.query_params) - known):
            raise BadRequest(
                "unknown_parameter",
                f"There is no parameter {unknown[0][:40]!r} here.",
                parameters=sorted(known),
            )
        return {}

    filterset_class: Any

    def list(self, request: Request) -> Response:
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    def retrieve(self, request: Request, pk: str) -> Response:
        row = self.row()
        self.shown_version = self.kind.version_of(row)
        return Response(self.get_serializer(row).data)


def _check_length(request: Request) -> None:
    if "Transfer-Encoding" in request.headers:
        raise LengthRequired("length_required", "Send the body whole, with Content-Length.")
    length = request.headers.get("Content-Length") or "0"
    if not (length.isascii() and length.isdigit()):
        raise BadRequest("bad_request", "Content-Length is not a number of bytes.")


def entity_tag(content: bytes, version: int | str | None) -> str:
    """`"7-3fa2…"`: the version that `If-Match` is held against, and a digest of all that is shown.

    What is shown can change without the version (a person's name), so both are in the tag.
    A standing has the journal's position for a version, `"p31-3fa2…"`, which `If-Match` does not
    take; what has no version, such as a list, has the digest alone.
    """
    digest = hashlib.sha256(content).hexdigest()[:DIGEST_LENGTH]
    return f'"{digest}"' if version is None else f'"{version}-{digest}"'


def conditional(
    request: HttpRequest, response: Response, version: int | str | None,
    tagged: bytes | None = None,
) -> Any:  # fmt: skip
    """The rendered answer with its tag, or 304 if the asker has it already."""
    tag = entity_tag(response.content if tagged is None else tagged, version)
    response["ETag"] = tag
    if not has_it(request, tag):
        return None
    unchanged = HttpResponseNotModified()
    for name in ("ETag", "Cache-Control", "Vary"):
        unchanged[name] = response[name]
    return unchanged


def has_it(request: HttpRequest, tag: str) -> bool:
    """Whether `If-None-Match` names the tag."""
    named = parse_etags(request.headers.get("If-None-Match", ""))
    return named == ["*"] or tag in [one.removeprefix("W/") for one in named]
