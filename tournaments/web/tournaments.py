"""Pages: the tournaments of a club, one of them, and the form that makes or changes it."""

from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from engines import registry
from engines.base import Game
from tournaments import queries_tournaments as queries
from tournaments.errors import Refused
from tournaments.models import Club, Round, Stage, Tournament
from tournaments.permissions import can, check
from tournaments.queries_boards import own_names
from tournaments.services import rounds as round_services
from tournaments.services import tournaments as services
from tournaments.web import options, reading, tournament_form, words
from tournaments.web.doors import expected, page, submit
from tournaments.web.errors import says_refusals
from tournaments.web.steps import step_now
from tournaments.web.zones import zones

ROWS = 50
SAID = {
    "open": "The tournament is open: anyone may read it.",
    "finish": "The tournament is finished.",
    "reopen": "The tournament is open again.",
    "draw": "Drawn. Nobody else sees the tables until you publish them.",
}


@require_safe
def of_club(request: HttpRequest, pk: int) -> HttpResponse:
    """The tournaments of a club, newest first."""
    club = reading.club_for(request, pk)
    found = queries.tournaments_of(club, reading.actor(request))
    rows = Paginator(found, ROWS).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "here": "tournaments",
        "rows": rows,
        "games": registry.GAMES.values(),
        "may_make": can(request.user, "manage_tournament", club),
    }
    return page(request, "web/tournaments.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """A tournament: what is to be done, its rounds, its settings."""
    tournament = reading.tournament_for(request, pk)
    if request.method != "POST":
        return _show(request, tournament)
    do = request.POST.get("do", "")
    if do not in SAID:
        raise Http404("No such action.")
    answer = submit(
        request,
        _action(request, tournament, do),
        to=lambda done: (
            reverse("web:round", args=[done.pk])
            if isinstance(done, Round)
            else reverse("web:tournament", args=[pk])
        ),
        said=SAID[do],
    )
    if isinstance(answer, Refused):
        return _show(request, reading.tournament_for(request, pk), answer)
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def new(request: HttpRequest, pk: int) -> HttpResponse:
    """A new tournament of the game that the address names."""
    club = reading.club_for(request, pk)
    if request.method != "POST":
        check(request.user, "manage_tournament", club)
    if request.method != "POST" and "game" not in request.GET:
        return redirect("web:tournaments", pk)  # where each game has its button
    game = _game(request.POST.get("game") or request.GET.get("game"))
    today = timezone.now().astimezone(ZoneInfo(club.timezone)).date()
    if request.method != "POST":
        return _form(request, game, tournament_form.blank(game, today, club.timezone), club)
    typed = tournament_form.from_post(request.POST, game)
    answer = submit(
        request,
        lambda: _create(request, club, typed, game),
        to=lambda made: reverse("web:entries", args=[made.pk]),
        said="The tournament is there. Who is here tonight?",
    )
    if isinstance(answer, Refused):
        return _form(request, game, typed, club, refused=answer)
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Changes a tournament; what its tables play is fixed once a round is drawn."""
    tournament = reading.tournament_for(request, pk)
    stage = tournament.stages.get(number=1)
    game = registry.game(tournament.game)
    if request.method != "POST":
        check(request.user, "manage_tournament", tournament)
        typed = tournament_form.of_tournament(tournament, stage)
        return _form(request, game, typed, tournament.club, tournament, stage)
    typed = tournament_form.from_post(request.POST, game)
    answer = submit(
        request,
        lambda: _change(request, tournament, typed, game),
        to=reverse("web:tournament", args=[pk]),
        said="Saved.",
    )
    if isinstance(answer, Refused):
        return _form(request, game, typed, tournament.club, tournament, stage, answer)
    return answer


def _show(
    request: HttpRequest, tournament: Tournament, refused: Refused | None = None
) -> HttpResponse:
    may = {
        "may_manage": can(request.user, "manage_tournament", tournament),
        "may_score": can(request.user, "report_result", tournament),
    }
    drafts = can(request.user, "read_drafts", tournament)
    rounds = queries.rounds_of(tournament, drafts=drafts)
    published = [round_ for round_ in rounds if round_.state != "drawn"]
    entries = queries.entry_counts(tournament)
    game = registry.game(tournament.game)
    stage = tournament.stages.get(number=1)
    context = may | {
        "tournament": tournament,
        "stage": stage,
        "rounds": rounds,
        "newest": published[-1] if published else None,
        "entries": entries,
        "in_play": entries["registered"] + entries["checked_in"],
        "own_seat": queries.seat_at(published[-1], reading.actor(request)) if published else None,
        "step": step_now(tournament, rounds, entries),
        "may_finish": _may_finish(tournament, rounds),
        "settings": _settings(tournament, game),
        "own_statuses": own_names(tournament.club, tournament.game).statuses,
    }
    return page(request, "web/tournament.html", context, refused)


def _action(request: HttpRequest, tournament: Tournament, do: str) -> Callable[[], Any]:
    """What a button of the page does. The form carries the tournament's version."""
    if do == "draw":
        return lambda: round_services.draw_round(
            reading.actor(request), tournament.stages.get(number=1), expected=expected(request)
        )  # fmt: skip
    service = {
        "open": services.open_tournament,
        "finish": services.finish_tournament,
        "reopen": services.reopen_tournament,
    }[do]
    return lambda: service(reading.actor(request), tournament, expected=expected(request))


def _may_finish(tournament: Tournament, rounds: list[Round]) -> bool:
    closed = bool(rounds) and all(round_.state == "closed" for round_ in rounds)
    return closed and tournament.state == "open"


def _settings(tournament: Tournament, game: Game) -> dict[str, Any]:
    """How the tournament is played and counted, for people."""
    tie = str(tournament.options.get("tie", game.tie_rules[0]))
    return {
        "game": game,
        "best": words.SCORES[game.name][1],
        "tie": words.tie_rule(game.name, tie),
        "scheme": words.SCHEMES[tournament.scheme],
        "values": tournament.scheme_settings.get("values"),
        "keys": [words.KEYS[key] for key in tournament.keys],
        "unplayed": words.UNPLAYED[tournament.unplayed],
        "options": options.differing(game.name, tournament.options, said={"tie"}),
    }


def _create(
    request: HttpRequest, club: Club, typed: tournament_form.Typed, game: Game
) -> Tournament:
    seed = services.new_seed()
    values = tournament_form.other_settings(typed)
    values |= tournament_form.standing_settings(typed, {})
    values |= tournament_form.play_settings(typed, game, seed)
    return services.create_tournament(
        reading.actor(request), club, game=game.name, seed=seed, draft=typed.draft, **values
    )  # fmt: skip


def _change(
    request: HttpRequest, tournament: Tournament, typed: tournament_form.Typed, game: Game
) -> Tournament:
    """A form that shows no scheme is from after a round was closed, one that shows no table size
    from after the draw: it leaves alone what is fixed."""
    values = tournament_form.other_settings(typed)
    if typed.scheme:
        values |= tournament_form.standing_settings(typed, tournament.scheme_settings)
    if typed.table_size:
        values |= tournament_form.play_settings(typed, game, tournament.seed)
    return services.change_tournament(
        reading.actor(request), tournament, expected=expected(request), **values
    )  # fmt: skip


def _form(
    request: HttpRequest, game: Game, typed: tournament_form.Typed, club: Club,
    tournament: Tournament | None = None, stage: Stage | None = None,
    refused: Refused | None = None,
) -> HttpResponse:  # fmt: skip
    context = tournament_form.choices(typed, game, own_names(club, game.name)) | {
        "club": club,
        "here": "tournaments",
        "tournament": tournament,
        "drawn": bool(stage and stage.rounds.exists()),
        "kept": bool(stage and stage.rounds.filter(state="closed").exists()),
        "zones": zones(),
        "folded": _folded(refused),
    }
    return page(
        request, "web/tournament_form.html", context, refused and tournament_form.located(refused)
    )


def _folded(refused: Refused | None) -> bool:
    """Whether the settings may stay folded away: not when one of them was refused."""
    field = str(refused.facts.get("field", "")) if refused else ""
    return not field.startswith(("scheme", "keys", "unplayed", "options", "timezone"))


def _game(name: str | None) -> Game:
    if name not in registry.GAMES:
        raise Http404("No such game.")
    return registry.GAMES[name]
