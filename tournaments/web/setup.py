"""The first run: the first account and its club."""

from django.contrib import auth, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.errors import Conflict, Refused
from tournaments.models import Club, User
from tournaments.services import clubs
from tournaments.web.doors import page
from tournaments.web.zones import likely_zone, zones

FIELDS = ("username", "name", "timezone")
"""What is typed and kept when the form is refused."""


@never_cache
@sensitive_post_parameters("password", "password_again")
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest) -> HttpResponse:
    """Only while there is no account; whoever fills it in is the owner and signed in."""
    if request.method == "POST":
        return _create(request)
    if User.objects.exists():
        return redirect("web:home")
    return _form(request, {"timezone": likely_zone()})


def _create(request: HttpRequest) -> HttpResponse:
    typed = {field: request.POST.get(field, "") for field in FIELDS}
    try:
        club = _club(typed, request.POST.get("password", ""), request.POST.get("password_again"))
    except Refused as refused:
        if refused.code == "already_set_up" and request.user.is_authenticated:
            return redirect("web:home")  # a second click: the first one has done it
        return _form(request, typed, refused)
    auth.login(request, User.objects.get(memberships__club=club))
    messages.success(request, f"Welcome. {club} is set up, and you are its owner.")
    response = redirect("web:club", club.pk)
    response.status_code = 303
    return response


def _club(typed: dict[str, str], password: str, again: str | None) -> Club:
    if User.objects.exists():
        raise Conflict("already_set_up", "Teien is set up already. Sign in instead.")
    if password != again:
        raise Refused(
            "passwords_differ", "The two passwords are not the same.", field="password_again"
        )
    return clubs.create_owner(typed["username"], password, typed["name"], typed["timezone"].strip())


def _form(
    request: HttpRequest, typed: dict[str, str], refused: Refused | None = None
) -> HttpResponse:
    context = {"typed": typed, "zones": zones()}
    return page(request, "web/setup.html", context, refused)
