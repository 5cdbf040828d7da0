"""How a page does something: one form, one service, one answer, however often one clicks."""

import hashlib
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from engines.values import read_number
from tournaments.errors import Forbidden, Refused
from tournaments.outages import Outage, outage
from tournaments.services import idempotency

KEY = "form_key"
VERSION = "version"


def submit(
    request: HttpRequest,
    action: Callable[[], Any],
    *,
    to: str | Callable[[Any], str],
    said: str | Callable[[Any], str],
) -> HttpResponse | Refused:
    """Does `action` once for this form and leads on to `to`, saying `said`.

    `to` (an address) and `said` may be functions of what `action` returned. A refusal is returned,
    for the view to show its page again with `page(…, refused=…)`; nothing has changed then. So is
    an `Outage`, and what was typed is kept if the database can be read again by then.
    """
    if not request.user.is_authenticated:
        return Forbidden("sign_in", "Sign in first.")

    told: list[str] = []  # said only once all is saved: the last word is the database's

    def answer() -> idempotency.Answer:
        done = action()
        told.append(said if isinstance(said, str) else said(done))
        return 303, to if isinstance(to, str) else to(done)

    asked = _asked(request)
    # A form that was changed after the browser's Back is another request, not a second click.
    key = idempotency.digest([request.POST.get(KEY) or uuid.uuid4().hex, asked])
    try:
        (_, address), _repeated = idempotency.once(request.user, key, asked, answer)
    except Refused as refused:
        return refused
    except Error as error:
        if found := outage(error):
            return found
        raise
    for text in told:
        messages.success(request, text)
    response = redirect(address)
    response.status_code = 303
    return response


def page(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any] | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    """A page; with a refusal, its sentence stands on top and the answer has its status.

    After an outage the form keeps its key: sent again, it is done once even if it was saved after
    all and only the answer was lost.
    """
    kept = {KEY: request.POST.get(KEY)} if isinstance(refused, Outage) else {}
    response = render(
        request,
        template,
        {**(context or {}), **kept, "refused": refused},
        status=refused.status if refused else 200,
    )
    if isinstance(refused, Outage):
        response["Retry-After"] = str(refused.retry_after)
    return response


def expected(request: HttpRequest) -> int | None:
    """The version that the form was made from; None where the form has none.

    Raises `Refused` (`bad_version`): whoever sends something else did not send this form.
    """
    return hidden_number(request, VERSION)


def hidden_number(request: HttpRequest, name: str) -> int | None:
    """A number that the form carries along; None where it has none. Raises as `expected`."""
    text = request.POST.get(name, "")
    number = read_number(text, 9)
    if text and number is None:
        raise Refused("bad_version", "This form is damaged. Load the page again and repeat.")
    return number


def _asked(request: HttpRequest) -> list[Any]:
    """All that the form says, without what guards it."""
    fields = {name: request.POST.getlist(name) for name in request.POST if name != KEY}
    fields.pop("csrfmiddlewaretoken", None)
    return [request.path, fields, [_digest(file) for _, file in sorted(request.FILES.items())]]


def _digest(file: Any) -> str:
    """What an uploaded file holds; it can be read again afterwards."""
    assert isinstance(file, UploadedFile)
    digest = hashlib.sha256(file.read()).hexdigest()
    file.seek(0)
    return digest
