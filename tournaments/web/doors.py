"""How a page does something: one form, one service, one answer, however often one clicks."""

import hashlib
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.errors import Forbidden, Refused
from tournaments.services import idempotency

KEY = "form_key"
VERSION = "version"


def submit(
    request: HttpRequest, action: Callable[[], Any], *, to: str | Callable[[Any], str], said: str
) -> HttpResponse | Refused:
    """Does `action` once for this form and leads on to `to`, saying `said`.

    `to`: an address, or a function of what `action` returned. A refusal is returned, for the view
    to show its page again with `page(…, refused=…)`; nothing has changed then.
    """
    if not request.user.is_authenticated:
        return Forbidden("sign_in", "Sign in first.")

    def answer() -> idempotency.Answer:
        done = action()
        return 303, to if isinstance(to, str) else to(done)

    fields = {name: request.POST.getlist(name) for name in request.POST if name != KEY}
    fields.pop("csrfmiddlewaretoken", None)
    asked = [request.path, fields, [_digest(file) for _, file in sorted(request.FILES.items())]]
    try:
        (_, address), repeated = idempotency.once(
            request.user,
            request.POST.get(KEY) or uuid.uuid4().hex,
            asked,
            answer,
        )
    except Refused as refused:
        return refused
    if not repeated:
        messages.success(request, said)
    response = redirect(address)
    response.status_code = 303
    return response


def page(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any] | None = None,
    refused: Refused | None = None,
) -> HttpResponse:
    """A page; with a refusal, its sentence stands on top and the answer has its status."""
    return render(
        request,
        template,
        {**(context or {}), "refused": refused},
        status=refused.status if refused else 200,
    )


def expected(request: HttpRequest) -> int | None:
    """The version that the form was made from."""
    text = request.POST.get(VERSION, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _digest(file: Any) -> str:
    """What an uploaded file holds; it can be read again afterwards."""
    assert isinstance(file, UploadedFile)
    digest = hashlib.sha256(file.read()).hexdigest()
    file.seek(0)
    return digest
