"""Signing in and out."""

from collections.abc import Mapping

from django.contrib import auth, messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.attempts import counts, forget, seconds_to_wait
from tournaments.errors import Forbidden, Refused
from tournaments.models import User
from tournaments.services import accounts
from tournaments.web.doors import page

WRONG = "User name and password don’t fit together. Both mind capital letters."


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """`?next=` is where to go on; an address of another site is ignored."""
    onward = _onward(request)
    if request.method == "POST":
        return _try(request, onward)
    if request.user.is_authenticated:
        return HttpResponseRedirect(onward)
    if not User.objects.exists():
        return redirect("web:setup")
    return page(request, "web/login.html", {"next": onward})


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    auth.logout(request)
    messages.success(request, "You are signed out.")
    return _see_other(reverse("web:home"))


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """One's own password. This session stays, all others of the account end, and its tokens too
    unless the tick is taken away. Wrong ones are counted as at the sign-in."""
    if request.method != "POST":
        return page(request, "web/password.html", {"end_tokens": True})
    try:
        ended = _change_password(request)
    except Refused as refused:
        return _say(request, "web/password.html", {"end_tokens": "tokens" in request.POST}, refused)
    said = f" {ended} token{'s' if ended > 1 else ''} ended with the old one." if ended else ""
    messages.success(request, f"Your password is changed.{said}")
    return _see_other(reverse("web:home"))


def _change_password(request: HttpRequest) -> int:
    current, new, again = (request.POST.get(name, "") for name in ("current", "new", "again"))
    user: User = request.user  # type: ignore[assignment]
    if new != again:
        raise Refused("passwords_differ", "The two new passwords differ.", field="again")
    counted = counts(request, user.username)
    _refuse_too_many(seconds_to_wait(request, counted))
    try:
        ended = accounts.change_password(
            user, current=current, new=new, end_tokens="tokens" in request.POST
        )
    except Refused as refused:
        if refused.code != "wrong_password":
            forget(counted)
        raise
    forget(counted)
    auth.update_session_auth_hash(request, user)
    return ended


def _try(request: HttpRequest, onward: str) -> HttpResponse:
    name, password = request.POST.get("username", ""), request.POST.get("password", "")
    typed = {"next": onward, "username": name}
    counted = counts(request, name)
    try:
        _refuse_too_many(seconds_to_wait(request, counted))
    except Refused as refused:
        return _say(request, "web/login.html", typed, refused)
    user = None
    if "\x00" not in name + password:  # PostgreSQL's texts don't hold it
        user = auth.authenticate(request, username=name, password=password)
    if user is None:
        wrong = Forbidden("wrong_password", WRONG, field="password")
        return page(request, "web/login.html", typed, wrong)
    auth.login(request, user)
    forget(counted)
    return _see_other(onward)


def _refuse_too_many(seconds: int | None) -> None:
    if seconds is None:
        return
    refused = Refused(
        "throttled", f"Too many attempts. Wait {seconds} seconds, then try again.", wait=seconds
    )
    refused.status = 429
    raise refused


def _say(
    request: HttpRequest, template: str, typed: Mapping[str, object], refused: Refused
) -> HttpResponse:
    """The page again with a refusal on it; when to come back, if there were too many attempts."""
    response = page(request, template, typed, refused)
    if "wait" in refused.facts:
        response["Retry-After"] = str(refused.facts["wait"])
    return response


def _onward(request: HttpRequest) -> str:
    address = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        address, {request.get_host()}, require_https=request.is_secure()
    )
    return address if safe and address.startswith("/") else reverse("web:home")


def _see_other(address: str) -> HttpResponse:
    response = HttpResponseRedirect(address)
    response.status_code = 303
    return response
