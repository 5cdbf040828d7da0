"""Who is what in a club."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import queries_people
from tournaments.errors import NotThere, Refused
from tournaments.models import Club, Membership
from tournaments.models.clubs import Role
from tournaments.permissions import can, check
from tournaments.services import clubs
from tournaments.web.doors import expected, page, submit
from tournaments.web.errors import refusal, says_refusals

ROWS = 100
ROLES = {
    Role.OWNER: "everything, and who is a member",
    Role.ORGANISER: "players, tournaments and draws",
    Role.SCORER: "results",
    Role.MEMBER: "reads; reports at their own tables",
}
"""What the pages say of each role (permissions.VERBS decides)."""


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def members(request: HttpRequest, pk: int) -> HttpResponse:
    """The members; a POST adds one."""
    found = get_object_or_404(Club, pk=pk)
    if request.method == "POST":
        return _add(request, found)
    return _list(request, found, {"role": Role.MEMBER})


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def member(request: HttpRequest, pk: int) -> HttpResponse:
    """One member; a POST changes the role."""
    found = get_object_or_404(Membership.objects.select_related("club", "user"), pk=pk)
    if request.method == "POST":
        role = request.POST.get("role", "")
        answer = submit(
            request,
            lambda: clubs.change_role(request.user, found, role=role, expected=expected(request)),  # type: ignore[arg-type]
            to=_onward(request, found),
            said=f"{found.user} is {role} now.",
        )
        return _form(request, found, role, answer) if isinstance(answer, Refused) else answer
    return _form(request, found, found.role)


@require_POST
@says_refusals
def member_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Removes a member. A second click finds no membership, and is answered as the first was."""
    found = Membership.objects.select_related("club", "user").filter(pk=pk).first()

    def remove() -> Membership:
        if found is None:
            raise NotThere("not_found", "There is no such membership.")
        clubs.remove_member(request.user, found, expected=expected(request))  # type: ignore[arg-type]
        return found

    answer = submit(
        request,
        remove,
        to=lambda removed: _onward(request, removed),
        said=f"{found.user} is no longer a member." if found else "",
    )
    if not isinstance(answer, Refused):
        return answer
    return _form(request, found, found.role, answer) if found else refusal(request, answer)


def _onward(request: HttpRequest, membership: Membership) -> str:
    """Whoever changes their own role may no longer see the members."""
    name = "web:club" if membership.user_id == request.user.pk else "web:members"
    return reverse(name, args=[membership.club_id])


def _add(request: HttpRequest, club: Club) -> HttpResponse:
    typed = {
        "username": " ".join(request.POST.get("username", "").split()),
        "role": request.POST.get("role", ""),
    }
    password = request.POST.get("password", "")
    answer = submit(
        request,
        lambda: clubs.add_member(request.user, club, password=password, **typed),  # type: ignore[arg-type]
        to=reverse("web:members", args=[club.pk]),
        said=f"{typed['username']} is a member now.",
    )
    return _list(request, club, typed, answer) if isinstance(answer, Refused) else answer


def _list(
    request: HttpRequest, club: Club, typed: dict[str, str], refused: Refused | None = None
) -> HttpResponse:
    if refused and not can(request.user, "read_members", club):
        raise refused
    check(request.user, "read_members", club)
    rows = Paginator(queries_people.members_of(club), ROWS).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "members": rows,
        "typed": typed,
        "roles": ROLES,
        "may_manage_members": can(request.user, "manage_members", club),
    }
    return page(request, "web/members.html", context, refused)


def _form(
    request: HttpRequest, membership: Membership, role: str, refused: Refused | None = None
) -> HttpResponse:
    check(request.user, "manage_members", membership)
    context = {"club": membership.club, "membership": membership, "role": role, "roles": ROLES}
    return page(request, "web/member.html", context, refused)
