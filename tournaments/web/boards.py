"""Pages: the boards, or tile sets, that a club can plan, one of them with its versions, and the
form of one."""

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from engines.values import read_number
from tournaments import queries_boards as queries
from tournaments.errors import Refused
from tournaments.models import Club
from tournaments.permissions import can, check
from tournaments.services import game_data
from tournaments.services.texts import has_controls
from tournaments.web import board_form, reading, words
from tournaments.web.data_pages import DataPages
from tournaments.web.doors import expected, page, submit
from tournaments.web.errors import says_refusals

ROWS = 12
"""How many of the club's own stand on a page."""
DOES = ("retire", "restore", "delete")
"""What the buttons of a page do."""


@require_safe
def of_club(request: HttpRequest, pk: int, pages: DataPages) -> HttpResponse:
    """What is shipped, and the club's own."""
    club = reading.club_for(request, pk)
    rows = Paginator(queries.newest_of(pages.kind.model, club), ROWS).get_page(
        request.GET.get("page")
    )
    context = {
        "club": club,
        "here": pages.urls,
        "pages": pages,
        "shipped": [_shipped(pages, name) for name in pages.kind.shipped],
        "rows": rows,
        "own": [_card(pages, version) for version in rows],
        "may_manage": can(request.user, "manage_boards", club),
    }
    return page(request, "web/boards.html", context)


@require_safe
def named(request: HttpRequest, pk: int, pages: DataPages) -> HttpResponse:
    """`?name=`: what a match of this club is planned on by that name."""
    club = reading.club_for(request, pk)
    name = request.GET.get("name", "")
    version = None if has_controls(name) else queries.named(pages.kind.model, club, name)
    if version is not None:
        return redirect(pages.one_url, version.pk)
    if name not in pages.kind.shipped:
        raise Http404(f"No such {pages.kind.noun}.")
    return _page(request, pages, club, pages.kind.load(name), None)


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def show(request: HttpRequest, pk: int, pages: DataPages) -> HttpResponse:
    """A version, and what its club does with it."""
    if request.method != "POST":
        version = _version(pages, pk)
        return _page(request, pages, version.club, pages.read(version), version)
    answer = submit(
        request,
        lambda: _act(request, pages, pk),
        to=lambda done: str(done[0]),
        said=lambda done: str(done[1]),
    )
    if isinstance(answer, Refused):
        version = _version(pages, pk)
        return _page(request, pages, version.club, pages.read(version), version, answer)
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def new(request: HttpRequest, pk: int, pages: DataPages) -> HttpResponse:
    """The form: first what a check says of it, then one button that saves it.

    A file is looked at whatever button is pressed, for nobody has seen it yet.
    """
    club = reading.club_for(request, pk)
    check(request.user, "manage_boards", club)
    if request.method != "POST":
        return _form(request, pages, club, board_form.blank(pages, request, club))
    typed, file = board_form.from_post(pages, request.POST), request.FILES.get("file")
    if file is not None:
        try:
            typed = board_form.with_file(pages, typed, file)
        except Refused as refused:
            return _form(request, pages, club, typed, refused)
    if file is not None or request.POST.get("do") != "save":
        return _form(request, pages, club, typed, looked_at=True)
    answer = submit(
        request,
        lambda: board_form.save(pages, reading.actor(request), club, typed),
        to=lambda made: reverse(pages.one_url, args=[made.pk]),
        said=lambda made: f"{made.name} is saved as version {made.number}.",
    )
    if isinstance(answer, Refused):
        return _form(request, pages, club, typed, answer, looked_at=True)
    return answer


def _version(pages: DataPages, pk: int) -> Any:
    return get_object_or_404(pages.kind.model.objects.select_related("club", "made_by"), pk=pk)


def _act(request: HttpRequest, pages: DataPages, pk: int) -> tuple[str, str]:
    """What a button of the page does; where it leads, and what is said. The form carries the row's
    version, and what it shows as the version in force."""
    version, do = _version(pages, pk), request.POST.get("do", "")
    if do not in DOES or version.club is None:
        raise Http404("No such action.")
    actor, kind, seen = reading.actor(request), pages.kind, expected(request)
    if do == "delete":
        before = game_data.delete(kind, actor, version, seen)
        return reverse(pages.list_url, args=[version.club.pk]), _said_of_deleted(before)
    if do == "restore":
        instead_of = read_number(request.POST.get("instead_of", ""))
        game_data.restore(kind, actor, version, instead_of, seen)
    else:
        game_data.retire(kind, actor, version, seen)
    return request.path, _said(pages, do)


def _said(pages: DataPages, do: str) -> str:
    """What is said when it is done."""
    if do == "retire":
        return f"The {pages.kind.noun} is withdrawn: nothing new is planned {pages.on} it."
    return f"This version is in force: what is planned from now on is planned {pages.on} it."


def _said_of_deleted(before: Any) -> str:
    """`before`: as `game_data.delete` returns it."""
    if before is None:
        return "The version is deleted."
    return (
        f"The version is deleted. No version of {before.name} is in force now; version "
        f"{before.number} was before it, and can be taken up again."
    )


def _shipped(pages: DataPages, name: str) -> dict[str, Any]:
    data = pages.kind.load(name)
    return {"data": data, "about": pages.listed_as[data.status]}


def _card(pages: DataPages, version: Any) -> dict[str, Any]:
    return {
        "version": version,
        "data": pages.read(version) if pages.pictured else None,
        "about": pages.listed_as.get(version.status, ""),
        "state": "withdrawn" if version.retired_at else "in_force",
    }


def _page(
    request: HttpRequest, pages: DataPages, club: Club | None, data: Any, version: Any,
    refused: Refused | None = None,
) -> HttpResponse:  # fmt: skip
    """A version, or what ships as this release has it."""
    versions = list(queries.versions_of(version)) if version else []
    context = {
        "club": club,
        "here": pages.urls,
        "pages": pages,
        "data": data,
        "text": pages.written(data),
        "size": pages.size(data),
        "warnings": pages.kind.warnings(data),
        "about": pages.statuses.get(data.status, ""),
        "version": version,
        "versions": [(one, _state(one, versions)) for one in versions],
        "state": _state(version, versions) if version else "",
        "in_force": next((one for one in versions if one.retired_at is None), None),
        "match_count": next((one.match_count for one in versions if one == version), 0),
        "zone": club.timezone if club else "UTC",
        "source": urlencode({"from": version.pk if version else data.name}),
        "may_manage": club is not None and can(request.user, "manage_boards", club),
    }
    return page(request, "web/board.html", context, refused)


def _state(version: Any, versions: list[Any]) -> str:
    """`in_force`, `replaced` by another version, or `withdrawn`; nothing of a shipped one."""
    if version.club_id is None:
        return ""
    if version.retired_at is None:
        return "in_force"
    return "replaced" if any(one.retired_at is None for one in versions) else "withdrawn"


def _form(
    request: HttpRequest, pages: DataPages, club: Club, typed: board_form.Typed,
    refused: Refused | None = None, *, looked_at: bool = False,
) -> HttpResponse:  # fmt: skip
    checked = board_form.check(pages, club, typed) if looked_at else None
    if checked and checked.faults and refused is None:
        refused = board_form.refusal(pages, checked.faults)
    newest = checked.newest if checked else None
    context = {
        "club": club,
        "here": pages.urls,
        "pages": pages,
        "typed": typed,
        "checked": checked,
        "newest": newest,
        "unseen": newest is not None and typed.based_on != newest.pk,
        "based_on": board_form.looked_at(pages, typed, newest, refused) or "",
        "faults": [one for one in checked.faults if one["field"] != "name"] if checked else [],
        "legend": words.BOARD_SQUARES,
    }
    return page(request, "web/board_form.html", context, refused and board_form.located(refused))
