"""The one way in which the API writes.

Every operation that changes something is a method decorated by `write`: it asks who is there,
reads `If-Match` and `Idempotency-Key`, does the work in one transaction, and answers with the new
`ETag`. What is kept of an answer is ids only, so that no person's name outlives the person's
erasure; a repeated request is shown the thing as it is now, if its token would still do for the
write and a `GET` would still show the thing.
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from rest_framework.exceptions import NotAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from tournaments.api.doors import DIGEST_LENGTH, Door, Shown, entity_tag
from tournaments.api.kinds import Kind
from tournaments.api.refusals import BadRequest
from tournaments.errors import Forbidden, Stale
from tournaments.models import Club
from tournaments.models.users import Scope
from tournaments.services import idempotency, versions

Answer = tuple[int, Any]
"""What a write returns: its HTTP status, and a JSON-able note of ids for `Show`."""
Show = Callable[[Any, Any], Shown]
"""From the door and the note to what the answer shows."""

KEY = re.compile(r"[\x21-\x7e]{1,100}")
TAG = r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"'
TAGS = re.compile(rf"\s*{TAG}\s*(?:,\s*{TAG}\s*)*")
VERSION = re.compile(rf'"(\d{{1,9}})(?:-[0-9a-f]{{{DIGEST_LENGTH}}})?"')
NO_VERSION = 0
"""No thing has it: versions count from 1."""
MOST_VERSIONS = 10
"""So many may be in `If-Match`: each is tried, the newest first."""


def write(
    show: Kind | Show | None = None, *, scope: Scope | None = None
) -> Callable[[Callable[..., Answer]], Any]:
    """Makes a method of a door a write. It gets `expected`, one of `expected_versions`.

    `show`: what the answer shows, if not the door's own kind of row. `scope`: what a token needs,
    if not the door's own.
    """

    def decorate(work: Callable[..., Answer]) -> Any:
        @wraps(work)
        def door(self: Any, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                raise NotAuthenticated
            versions = expected_versions(request)

            def try_version(expected: int | None) -> Answer:
                return work(self, request, *args, expected=expected, **kwargs)

            with transaction.atomic():
                (status, note), self.repeated = _do(
                    request, lambda: _first_match(request, versions, try_version)
                )
                if self.repeated:
                    _check_token(request.user, scope or self.scope)
                shown = _shown(self, show, note)
            return _answer(status, shown, self.repeated)

        door.is_write = True  # type: ignore[attr-defined]
        return door

    return decorate


def row(pk: int) -> dict[str, int]:
    """The note of an answer that shows one row."""
    return {"id": pk}


def expected_versions(request: Request) -> Sequence[int | None]:
    """The versions in `If-Match`, of which one must be the current one, the newest first; None if
    there is no such header, or any will do (`*`).

    Tags that no version of ours can have match nothing. Raises `BadRequest` for what is no list
    of strong or weak tags, and for a great many versions.
    """
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return [None]
    if not TAGS.fullmatch(header):
        raise BadRequest("bad_if_match", 'If-Match is a tag in quotes, such as "7", or *.')
    tags = re.findall(TAG, header)
    found = {int(match[1]) for tag in tags if (match := VERSION.fullmatch(tag))}
    if len(found) > MOST_VERSIONS:
        raise BadRequest("bad_if_match", f"If-Match names at most {MOST_VERSIONS} versions.")
    return sorted(found, reverse=True) or [NO_VERSION]


def check_club(club: Club, expected: int | None) -> None:
    """Holds `If-Match` against the club in which something was made.

    Called after the service: it wrote the journal, so the club's row is locked and its version
    final. (To lock it first would let two writers wait for each other.)
    """
    if expected is not None:
        versions.check_version(Club.objects.get(pk=club.pk), expected)


def check_nothing(expected: int | None) -> None:
    """Refuses `If-Match` where there is nothing yet that it could match."""
    if expected is not None:
        raise Stale(
            "nothing_to_match", "There is nothing here yet that If-Match could match.",
            expected=expected,
        )  # fmt: skip


def _check_token(user: Any, scope: Scope | None) -> None:
    """Asks of a repeated request's token what the service asked of the first one's."""
    if user.scopes is None or scope in user.scopes:
        return
    if scope is None:
        raise Forbidden("session_needed", "A token can't do this. Sign in yourself.")
    raise Forbidden("missing_scope", f"This token lacks the scope “{scope}”.", scope=str(scope))


def _first_match(
    request: Request, versions: Sequence[int | None], work: Callable[[int | None], Answer]
) -> Answer:
    """What `work` does for the first version that is the current one; the last one's refusal if
    none is. What a stale version refuses has changed nothing."""
    *others, last = versions
    for version in others:
        try:
            with transaction.atomic():
                return work(version)
        except Stale as stale:
            if stale.code != "stale_version":
                raise
        for file in request.FILES.values():
            file.seek(0)
    return work(last)


def _do(request: Request, action: Callable[[], Answer]) -> tuple[Answer, bool]:
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return action(), False
    if not KEY.fullmatch(key):
        raise BadRequest(
            "bad_idempotency_key", "An idempotency key has 1 to 100 printable ASCII characters."
        )
    asked = [request.method, request.get_full_path(), _body_digest(request)]
    return idempotency.once(request.user, key, asked, action)  # type: ignore[arg-type]


def _body_digest(request: Request) -> Any:
    """What the body says; of a form its parts, because its boundary differs with each request."""
    if not (request.content_type or "").startswith("multipart/"):
        return hashlib.sha256(request._request.body).hexdigest()
    files = {name: [_file_digest(f) for f in fs] for name, fs in request.FILES.lists()}
    return {"fields": dict(request.POST.lists()), "files": files}


def _file_digest(file: Any) -> str:
    digest = hashlib.sha256(file.read()).hexdigest()
    file.seek(0)
    return digest


def _shown(door: Door, show: Kind | Show | None, note: Any) -> Shown | None:
    if note is None:
        return None
    if show is None:
        show = door.kind  # type: ignore[attr-defined]
    return door.show(show, note["id"]) if isinstance(show, Kind) else show(door, note)


def _answer(status: int, shown: Shown | None, repeated: bool) -> HttpResponse:
    response = HttpResponse(status=status)
    if repeated:
        response["Idempotent-Replayed"] = "true"
    if shown is None:
        del response["Content-Type"]
        return response
    content = JSONRenderer().render(shown.data)
    whole = JSONRenderer().render({**shown.data, **shown.once}) if shown.once else content
    response.content = whole
    response["Content-Type"] = "application/json"
    response["ETag"] = entity_tag(content, shown.version)
    if status == 201 and shown.address:
        response["Location"] = shown.address
    return response
