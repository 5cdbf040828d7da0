"""A club's page, a new club, and a club's name and time zone."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from tournaments import queries_people, visibility
from tournaments.errors import Forbidden, Refused
from tournaments.models import Club, Tournament
from tournaments.permissions import can, check, role_in
from tournaments.services import clubs
from tournaments.web.doors import expected, page, submit
from tournaments.web.errors import says_refusals
from tournaments.web.zones import likely_zone, zones

NEWEST = 10
"""How many tournaments the club's page shows."""


@require_safe
def club(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Club, pk=pk)
    tournaments = Tournament.objects.filter(visibility.tournaments(request.user), club=found)
    newest = queries_people.with_newest_round(tournaments).order_by("-starts_on", "-id")
    context = {
        "club": found,
        "here": "overview",
        "players": queries_people.readable_players(found, request.user).count(),
        "count": tournaments.count(),
        "tournaments": newest[:NEWEST],
        "role": role_in(request.user, found) if request.user.is_authenticated else None,
        "may_change": can(request.user, "change_club", found),
        "may_read_members": can(request.user, "read_members", found),
        "may_manage_players": can(request.user, "manage_players", found),
        "may_manage_tournament": can(request.user, "manage_tournament", found),
    }
    return page(request, "web/club.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def club_new(request: HttpRequest) -> HttpResponse:
    """A club of one's own; whoever makes it is its owner."""
    if request.method != "POST":
        if not request.user.is_authenticated:
            raise Forbidden("sign_in", "Sign in first.")
        return _new_form(request, {"timezone": likely_zone()})
    typed = _typed(request)
    answer = submit(
        request,
        lambda: clubs.create_club(request.user, **typed),  # type: ignore[arg-type]
        to=lambda made: reverse("web:club", args=[made.pk]),
        said=lambda made: f"{made} is set up, and you are its owner.",
    )
    return _new_form(request, typed, answer) if isinstance(answer, Refused) else answer


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def club_edit(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Club, pk=pk)
    if request.method == "POST":
        typed = _typed(request)
        answer = submit(
            request,
            lambda: clubs.change_club(request.user, found, expected=expected(request), **typed),  # type: ignore[arg-type]
            to=reverse("web:club", args=[pk]),
            said="The club is changed.",
        )
        return _form(request, found, typed, answer) if isinstance(answer, Refused) else answer
    check(request.user, "change_club", found)
    return _form(request, found, {"name": found.name, "timezone": found.timezone})


def _typed(request: HttpRequest) -> dict[str, str]:
    return {
        "name": request.POST.get("name", ""),
        "timezone": request.POST.get("timezone", "").strip(),
    }


def _new_form(
    request: HttpRequest, typed: dict[str, str], refused: Refused | None = None
) -> HttpResponse:
    return page(request, "web/club_new.html", {"typed": typed, "zones": zones()}, refused)


def _form(
    request: HttpRequest, found: Club, typed: dict[str, str], refused: Refused | None = None
) -> HttpResponse:
    context = {"club": found, "typed": typed, "zones": zones()}
    return page(request, "web/club_edit.html", context, refused)
