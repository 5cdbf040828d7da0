"""Refusals and faults as friendly pages. `config.urls` and the settings name the handlers."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from tournaments.errors import Refused
from tournaments.outages import Outage

View = Callable[..., HttpResponse]


def says_refusals(view: View) -> View:
    """A view whose `Refused` becomes a page; somebody who must sign in first is led there."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as refused:
            if refused.code == "sign_in" and request.method in {"GET", "HEAD"}:
                return redirect(sign_in_address(request))
            return refusal(request, refused)

    return answer


def sign_in_address(request: HttpRequest) -> str:
    """Where to sign in and come back from."""
    return f"{reverse('web:login')}?{urlencode({'next': request.get_full_path()})}"


def refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """A page that says no more than why not."""
    return _error(request, refused.status, TITLES.get(refused.status, TITLES[400]), refused.message)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if isinstance(exception, DisallowedHost):
        return _bare(
            request, 400, "Not at this address",
            "Teien does not answer to this name. Whoever runs it can add it to ALLOWED_HOSTS.",
        )  # fmt: skip
    return _error(
        request, 400, TITLES[400], "The browser sent something that Teien can't read. Go back, "
        "load the page again and repeat it. A file may be too large for its form.",
    )  # fmt: skip


def permission_denied(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _error(request, 403, TITLES[403], "This is for people with another role.")


def page_not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _error(
        request, 404, TITLES[404],
        "There is no page at this address, or what it shows is not published yet.",
    )  # fmt: skip


def server_error(request: HttpRequest) -> HttpResponse:
    return _bare(
        request, 500, "Something broke",
        "The fault is Teien’s, not yours. What was entered before is safe; what you just sent may "
        "not have been kept. Wait a moment, look again, then repeat what is still needed.",
    )  # fmt: skip


def unavailable(request: HttpRequest, outage: Outage) -> HttpResponse:
    response = _bare(request, outage.status, "Not at the moment", outage.message)
    response["Retry-After"] = str(outage.retry_after)
    return response


@never_cache
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from an older page, or from elsewhere.

    Whoever clicks “Sign in” twice sends the second form after the first has succeeded.
    """
    at_the_door = {reverse("web:login"), reverse("web:setup")}
    if request.path in at_the_door and request.user.is_authenticated:
        return redirect("web:home")
    return _error(
        request, 403, "This form is too old",
        "You have signed in or out since the page was loaded, or the browser keeps no cookies. "
        "Nothing has changed. Go back, load the page again and repeat it.",
    )  # fmt: skip


TITLES = {
    400: "That was not understood",
    403: "Not allowed",
    404: "Not found",
    409: "Not now",
    412: "Changed meanwhile",
    422: "That was not understood",
}


def _error(request: HttpRequest, status: int, title: str, sentence: str) -> HttpResponse:
    context = {"heading": title, "sentence": sentence, "status": status}
    return render(request, "web/error.html", context, status=status)


def _bare(request: HttpRequest, status: int, heading: str, sentence: str) -> HttpResponse:
    """Without a query and without the frame: the database itself may be the fault."""
    context = {"heading": heading, "sentence": sentence}
    response = render(request, "web/server_error.html", context, status=status, using="django")
    response["Cache-Control"] = "no-store"
    return response
