"""What is on now."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from tournaments import queries_people
from tournaments.models import User
from tournaments.web.doors import page

ROWS = 100
OPEN, FINISHED, TABLES = 20, 5, 10
"""How many of each the first page shows; the clubs' own pages have the rest."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if request.user.is_anonymous and not User.objects.exists():
        return redirect("web:setup")
    clubs = Paginator(queries_people.clubs_for(request.user), ROWS)
    context = {
        "clubs": clubs.get_page(request.GET.get("page")),
        "open": queries_people.open_tournaments(request.user)[:OPEN],
        "finished": queries_people.finished_tournaments()[:FINISHED],
        "tables": _tables(request),
    }
    return page(request, "web/home.html", context)


def _tables(request: HttpRequest) -> object:
    if request.user.is_anonymous:
        return []
    return queries_people.tables_of(request.user)[:TABLES]
