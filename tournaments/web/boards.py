"""Pages: the boards that a club can plan, one of them with its versions, and the form of one."""

from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from engines.gazebo.board import Board, board_text, load_board
from engines.gazebo.boards import BOARDS
from tournaments import queries_boards as queries
from tournaments.errors import Refused
from tournaments.models import BoardVersion, Club
from tournaments.permissions import can, check
from tournaments.services import boards as services
from tournaments.services.texts import has_controls
from tournaments.web import board_form, reading, words
from tournaments.web.doors import expected, page, submit
from tournaments.web.errors import says_refusals

ROWS = 12
"""How many pictures of the club's own boards stand on a page."""
SAID = {
    "retire": "The board is withdrawn: nothing new is planned on it.",
    "restore": "This version is in force: what is planned from now on is planned on it.",
    "delete": "",
}
"""What is said when it is done; of a deleted version, `_said_of_deleted`."""


@require_safe
def of_club(request: HttpRequest, pk: int) -> HttpResponse:
    """The shipped boards and the club's own, each with its picture."""
    club = reading.club_for(request, pk)
    rows = Paginator(queries.boards_of(club), ROWS).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "here": "boards",
        "shipped": [load_board(name) for name in BOARDS],
        "rows": rows,
        "own": [_card(version) for version in rows],
        "may_manage": can(request.user, "manage_boards", club),
    }
    return page(request, "web/boards.html", context)


@require_safe
def named(request: HttpRequest, pk: int) -> HttpResponse:
    """`?name=`: the board that a match of this club is planned on by that name."""
    club = reading.club_for(request, pk)
    name = request.GET.get("name", "")
    version = None if has_controls(name) else queries.board_named(club, name)
    if version is not None:
        return redirect("web:board", version.pk)
    if name not in BOARDS:
        raise Http404("No such board.")
    return _page(request, club, load_board(name), None)


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """A version of a board, and what its club does with it."""
    version = _version(pk)
    if request.method != "POST":
        return _page(request, version.club, queries.read_board(version), version)
    do = request.POST.get("do", "")
    if do not in SAID or version.club is None:
        raise Http404("No such action.")
    club = version.club
    answer = submit(
        request,
        _action(request, version, do),
        to=reverse("web:boards", args=[club.pk]) if do == "delete" else request.path,
        said=SAID[do] or _said_of_deleted,
    )
    if isinstance(answer, Refused):
        version = _version(pk)
        return _page(request, club, queries.read_board(version), version, answer)
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def new(request: HttpRequest, pk: int) -> HttpResponse:
    """The form of a board: first what a check says of it, then one button that saves it."""
    club = reading.club_for(request, pk)
    check(request.user, "manage_boards", club)
    if request.method != "POST":
        return _form(request, club, board_form.blank(request, club))
    typed = board_form.from_post(request.POST)
    if request.POST.get("do") != "save":
        return _form(request, club, typed, looked_at=True)
    answer = submit(
        request,
        lambda: board_form.save(reading.actor(request), club, typed),
        to=lambda made: reverse("web:board", args=[made.pk]),
        said=lambda made: f"{made.name} is saved as version {made.number}.",
    )
    if isinstance(answer, Refused):
        return _form(request, club, typed, answer, looked_at=True)
    return answer


def _version(pk: int) -> BoardVersion:
    return get_object_or_404(BoardVersion.objects.select_related("club", "made_by"), pk=pk)


def _action(request: HttpRequest, version: BoardVersion, do: str) -> Callable[[], Any]:
    """What a button of the page does. The form carries the row's version, and what it shows as
    the version in force."""
    seen = board_form.read_id(request.POST.get("instead_of", ""))
    todo: dict[str, Callable[..., Any]] = {
        "retire": services.retire_board,
        "restore": partial(services.restore_board, instead_of=seen),
        "delete": services.delete_board,
    }
    return lambda: todo[do](reading.actor(request), version, expected=expected(request))


def _said_of_deleted(before: BoardVersion | None) -> str:
    """`before`: as `services.delete_board` returns it."""
    if before is None:
        return "The version is deleted."
    return (
        f"The version is deleted. No version of {before.name} is in force now; version "
        f"{before.number} was before it, and can be taken up again."
    )


def _card(version: BoardVersion) -> dict[str, Any]:
    return {
        "version": version,
        "board": queries.read_board(version),
        "state": "withdrawn" if version.retired_at else "in_force",
    }


def _page(
    request: HttpRequest, club: Club | None, board: Board, version: BoardVersion | None,
    refused: Refused | None = None,
) -> HttpResponse:  # fmt: skip
    """A board by version, or a shipped one as this release has it."""
    versions = list(queries.versions_of(version)) if version else []
    context = {
        "club": club,
        "here": "boards",
        "board": board,
        "text": board_text(board),
        "warnings": services.warnings_of(board),
        "about": words.BOARD_STATUSES.get(board.status, ""),
        "version": version,
        "versions": [(one, _state(one, versions)) for one in versions],
        "state": _state(version, versions) if version else "",
        "in_force": next((one for one in versions if one.retired_at is None), None),
        "match_count": next((one.match_count for one in versions if one == version), 0),  # type: ignore[attr-defined]
        "zone": club.timezone if club else "UTC",
        "source": urlencode({"from": version.pk if version else board.name}),
        "may_manage": club is not None and can(request.user, "manage_boards", club),
    }
    return page(request, "web/board.html", context, refused)


def _state(version: BoardVersion, versions: list[BoardVersion]) -> str:
    """`in_force`, `replaced` by another version, or `withdrawn`; nothing of a shipped one."""
    if version.club_id is None:
        return ""
    if version.retired_at is None:
        return "in_force"
    return "replaced" if any(one.retired_at is None for one in versions) else "withdrawn"


def _form(
    request: HttpRequest, club: Club, typed: board_form.Typed, refused: Refused | None = None, *,
    looked_at: bool = False,
) -> HttpResponse:  # fmt: skip
    checked = board_form.check(club, typed) if looked_at else None
    if checked and checked.faults and refused is None:
        refused = board_form.refusal(checked.faults)
    newest = checked.newest if checked else None
    context = {
        "club": club,
        "here": "boards",
        "typed": typed,
        "checked": checked,
        "newest": newest,
        "unseen": newest is not None and typed.based_on != newest.pk,
        "based_on": board_form.looked_at(typed, newest, refused) or "",
        "faults": [one for one in checked.faults if one["field"] != "name"] if checked else [],
        "legend": words.BOARD_SQUARES,
    }
    return page(request, "web/board_form.html", context, refused and board_form.located(refused))
