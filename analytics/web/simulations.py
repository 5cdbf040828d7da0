"""Pages: a club's simulations, the form of a new one, and one of them while it runs and after."""

import json
from collections.abc import Callable
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_http_methods, require_safe

from analytics.models import SampleRecord, Simulation
from analytics.moving import tag
from analytics.queries import GOING, data_since, duration, progress, simulations_of
from analytics.services import simulations as services
from analytics.tables import described
from analytics.web import figures, form
from analytics.web.reading import club_for, moving_for, simulation_for, whole_for
from engines.base import Game
from engines.batch import outcome_of
from engines.record import parse_record, play_on, start
from engines.registry import ENGINES, GAMES
from engines.values import read_number
from tournaments.errors import Refused
from tournaments.models import Club
from tournaments.models.work import JobState
from tournaments.permissions import can, check
from tournaments.queries_boards import own_names
from tournaments.web import options, words
from tournaments.web.doors import page, submit
from tournaments.web.errors import says_refusals
from tournaments.web.reading import actor

ROWS = 25
MOVES: dict[str, tuple[Callable[..., Simulation], str]] = {
    "pause": (
        services.pause,
        "The simulation is paused: what was counted stays, and workers stop.",
    ),
    "resume": (services.resume, "The simulation goes on."),
    "cancel": (services.cancel, "The simulation is cancelled. What was counted stays."),
}
"""Button ↦ what it does and what is then said."""
OPEN = (*GOING, JobState.PAUSED)


@require_safe
def of_club(request: HttpRequest, pk: int) -> HttpResponse:
    """A club's simulations, the newest first."""
    club = club_for(request, pk)
    rows = Paginator(simulations_of(club), ROWS).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "here": "simulations",
        "rows": rows,
        "cards": [{"simulation": row, "title": _title(row)} for row in rows],
        "games": GAMES.values(),
        "zone": club.timezone,
        "may_simulate": can(request.user, "simulate", club),
    }
    return page(request, "analytics/simulations.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def new(request: HttpRequest, pk: int) -> HttpResponse:
    """Starts a simulation of the game that the address names; `?from=`: the same again."""
    club = club_for(request, pk)
    check(request.user, "simulate", club)
    if request.method != "POST" and not {"game", "from"} & set(request.GET):
        return redirect("analytics:simulations", pk)  # where each game has its button
    if request.method != "POST":
        typed = _blank(request, club)
        return _form(request, club, typed)
    game = _game(request.POST.get("game"))
    typed = form.from_post(request.POST, game)
    answer = submit(
        request,
        lambda: services.start(
            actor(request), club, **form.settings(typed, game, own_names(club, game.name).in_force)
        ),
        to=lambda made: reverse("analytics:simulation", args=[made.pk]),
        said="The simulation is started.",
    )
    if isinstance(answer, Refused):
        return _form(request, club, typed, form.located(answer))
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """What is played, how far it is, what came of it, and the buttons that move it."""
    if request.method != "POST":
        return _page(request, whole_for(request, pk))
    simulation = simulation_for(request, pk)
    do = request.POST.get("do", "")
    if do not in MOVES:
        raise Http404("No such action.")
    move, said = MOVES[do]
    answer = submit(request, lambda: move(actor(request), simulation), to=request.path, said=said)
    if isinstance(answer, Refused):
        return _page(request, whole_for(request, pk), answer)
    return answer


@require_safe
def live(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the page that moves: 304 as long as nothing has."""
    current = _tag(request, moving_for(request, pk))
    answer = get_conditional_response(request, etag=current)
    if answer is None:
        simulation = whole_for(request, pk)
        current = _tag(request, simulation)  # of what is shown, which may be further by now
        answer = page(request, "analytics/parts/live.html", _moving(request, simulation))
    answer["ETag"], answer["Cache-Control"] = current, "private, no-cache"
    return answer


def _tag(request: HttpRequest, simulation: Simulation) -> str:
    may = can(request.user, "simulate", simulation.club)
    return tag(simulation, progress(simulation), may, _with_tables(request))


@require_safe
def record(request: HttpRequest, pk: int, block: int) -> HttpResponse:
    """A record of the sample: how its game ended, as a picture, and its moves."""
    simulation = simulation_for(request, pk)
    kept = parse_record(json.loads(_record(simulation, block).text), ENGINES)
    outcome, position = outcome_of(kept), start(kept, ENGINES)
    moves = list(play_on(position, kept, ENGINES))
    context = {
        "club": simulation.club,
        "here": "simulations",
        "simulation": simulation,
        "title": _title(simulation),
        "number": block,
        "moves": moves,
        "setup": described(kept.game, kept.setup),
        "options": options.differing(kept.game, kept.options),
        "picture": ENGINES[kept.game].picture(position),
        "seats": list(zip(simulation.bots, outcome.scores, strict=True)),
        "winners": outcome.winners,
        "end": figures.ENDS.get(outcome.end, ""),
    }
    return page(request, "analytics/record.html", context)


@require_safe
def record_file(request: HttpRequest, pk: int, block: int) -> HttpResponse:
    """A record as a file."""
    simulation = simulation_for(request, pk)
    name = f"simulation-{pk}-block-{block}.json"
    return HttpResponse(
        _record(simulation, block).text + "\n",
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _record(simulation: Simulation, block: int) -> SampleRecord:
    return get_object_or_404(SampleRecord, simulation=simulation, block=block)


def _game(name: str | None) -> Game:
    if name not in ENGINES:
        raise Http404("No such game.")
    return GAMES[name]


def _blank(request: HttpRequest, club: Club) -> form.Typed:
    source = request.GET.get("from", "")
    if not source:
        return form.blank(_game(request.GET.get("game")))
    simulation = get_object_or_404(
        simulations_of(club).select_related("club"), pk=read_number(source)
    )
    return form.again(simulation, data_since(simulation))


def _form(
    request: HttpRequest, club: Club, typed: form.Typed, refused: Refused | None = None
) -> HttpResponse:
    game = GAMES[typed.game]
    context = form.choices(typed, game, own_names(club, game.name)) | {
        "club": club,
        "here": "simulations",
    }
    return page(request, "analytics/simulation_form.html", context, refused)


def _page(
    request: HttpRequest, simulation: Simulation, refused: Refused | None = None
) -> HttpResponse:
    game = GAMES[simulation.game]
    context = _moving(request, simulation) | {
        "club": simulation.club,
        "here": "simulations",
        "title": _title(simulation),
        "game": game,
        "seats": list(enumerate(simulation.bots, start=1)),
        "setups_word": words.SETUPS[simulation.game],
        "setups": [described(simulation.game, setup) for setup in simulation.setups],
        "options": options.differing(simulation.game, simulation.options),
        "width": simulation.until_width and form.percent(simulation.until_width),
        "zone": simulation.club.timezone,
    }
    return page(request, "analytics/simulation.html", context, refused)


def _moving(request: HttpRequest, simulation: Simulation) -> dict[str, Any]:
    """What parts/live.html shows of a simulation from `whole_for`."""
    row: Any = simulation
    now = progress(simulation)
    return {
        "simulation": simulation,
        "now": now,
        "job": simulation.job,
        "left": "" if now.left is None else duration(now.left),
        "open": now.state in OPEN,
        "tables": _with_tables(request),
        "may_simulate": can(request.user, "simulate", simulation.club),
        "found": figures.shown(services.batch_of(simulation), simulation.counts),
        "blocks": row.kept,
    }


def _with_tables(request: HttpRequest) -> bool:
    """Whether the long tables behind the charts are asked for: `?tables=all`."""
    return request.GET.get("tables") == "all"


def _title(simulation: Simulation) -> str:
    """`Niwa: greedy, random, random`."""
    return f"{GAMES[simulation.game].title}: {', '.join(simulation.bots)}"
