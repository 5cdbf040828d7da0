"""Signing in and out."""

from django.contrib import auth, messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.attempts import Attempts, counts
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
    """One's own password. This session stays, all others of the account end."""
    if request.method != "POST":
        return page(request, "web/password.html")
    current, new, again = (request.POST.get(name, "") for name in ("current", "new", "again"))
    user: User = request.user  # type: ignore[assignment]
    try:
        if new != again:
            raise Refused("passwords_differ", "The two new passwords differ.", field="again")
        accounts.change_password(user, current=current, new=new)
    except Refused as refused:
        return page(request, "web/password.html", refused=refused)
    auth.update_session_auth_hash(request, user)
    messages.success(request, "Your password is changed.")
    return _see_other(reverse("web:home"))


def _try(request: HttpRequest, onward: str) -> HttpResponse:
    name, password = request.POST.get("username", ""), request.POST.get("password", "")
    counted = counts(request, name)
    for attempts in counted:
        if not attempts.allow_request(request, None):  # type: ignore[arg-type]
            return _too_many(request, onward, name, attempts)
    user = None
    if "\x00" not in name + password:  # PostgreSQL's texts don't hold it
        user = auth.authenticate(request, username=name, password=password)
    if user is None:
        refused = Forbidden("wrong_password", WRONG, field="password")
        return page(request, "web/login.html", {"next": onward, "username": name}, refused)
    auth.login(request, user)
    for attempts in counted:
        attempts.forget()
    return _see_other(onward)


def _too_many(request: HttpRequest, onward: str, name: str, attempts: Attempts) -> HttpResponse:
    seconds = int(attempts.wait() or 0) + 1
    refused = Refused("throttled", f"Too many attempts. Wait {seconds} seconds, then try again.")
    refused.status = 429
    response = page(request, "web/login.html", {"next": onward, "username": name}, refused)
    response["Retry-After"] = str(seconds)
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
