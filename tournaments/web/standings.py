"""Pages: the standing of a tournament, now and after each closed round, and why."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from engines.values import read_number
from tournaments import queries, queries_tournaments
from tournaments.models import Player, Round, Series, Snapshot, Tournament
from tournaments.rules.tiebreaks import KEYS
from tournaments.services import standings as services
from tournaments.web import reading, words
from tournaments.web.doors import page

ROWS = 100


@dataclass(frozen=True)
class Cell:
    """A key's value in a row. `decides`: it puts the player below the row above."""

    key: str
    column: str
    value: str | None
    decides: bool


@require_safe
def now(request: HttpRequest, pk: int) -> HttpResponse:
    """The standing as it is now: of the newest published round, or before the first."""
    tournament = reading.tournament_for(request, pk)
    round_ = queries.newest_round(tournament)
    if round_ is None:
        return _page(request, tournament, None, services.table(tournament, None), None)
    round_ = reading.round_for(request, round_.pk)
    snapshot = services.current(round_)
    return _page(request, tournament, round_, snapshot.standings, snapshot)


@require_safe
def after_round(request: HttpRequest, pk: int) -> HttpResponse:
    """The standing after a round; `?revision=`: an older one that was kept."""
    round_ = _published(request, pk)
    snapshot = _snapshot(request, round_)
    return _page(request, round_.stage.tournament, round_, snapshot.standings, snapshot)


@require_safe
def explanation(request: HttpRequest, pk: int, player_pk: int) -> HttpResponse:
    """Why a player stands where they stand: each addend, its table, its source."""
    round_ = _published(request, pk)
    snapshot = _snapshot(request, round_)
    rows = snapshot.standings["rows"]
    row = next((row for row in rows if row["player"] == player_pk), None)
    if row is None:
        raise Http404("No such player in this standing.")
    addends = row["addends"]
    people = queries_tournaments.players_by_id(
        [player_pk, *(addend["opponent"] for addend in addends if addend["opponent"])]
    )
    tables = queries_tournaments.tables_by_series(
        addend["series"] for addend in addends if addend["series"]
    )
    context = {
        "tournament": round_.stage.tournament,
        "round": round_,
        "snapshot": snapshot,
        "newest_revision": services.revisions(round_)[-1:] == [snapshot.revision],
        "row": row,
        "player": people[player_pk],
        "entrants": sum(one["rank"] is not None for one in rows),
        "keys": [_explained(key, row, rows, people, tables) for key in snapshot.standings["keys"]],
        "scheme": words.SCHEMES[snapshot.standings["scheme"]],
        "left_out": [one | {"reason": words.reason(one["reason"])} for one in row["left_out"]],
        "zone": round_.stage.tournament.timezone,
    }
    return page(request, "web/explanation.html", context)


def _page(
    request: HttpRequest, tournament: Tournament, round_: Round | None,
    standing: dict[str, Any], snapshot: Snapshot | None,
) -> HttpResponse:  # fmt: skip
    people = queries_tournaments.players_by_id(row["player"] for row in standing["rows"])
    rows = _rows(standing, people)
    shown = Paginator(rows, ROWS).get_page(request.GET.get("page"))
    rounds = queries_tournaments.rounds_of(tournament, drafts=False)
    tables = next((one.table_count for one in rounds if one == round_), 0)  # type: ignore[attr-defined]
    revisions = services.revisions(round_) if round_ else []
    older = bool(snapshot and revisions and snapshot.revision != revisions[-1])
    context = {
        "title": _title(tournament, round_, rounds),
        "tournament": tournament,
        "round": round_,
        "snapshot": snapshot,
        "rows": shown,
        "ranked": any(row["played"] for row in rows),
        "columns": [(key, *words.KEYS[key]) for key in standing["keys"]],
        "scheme": words.SCHEMES[standing["scheme"]],
        "waiting": standing["waiting_tables"],
        "of_tables": tables,
        "done": tables - len(standing["waiting_tables"]),
        "rounds": rounds,
        "revisions": revisions,
        "older": older,
        "revision_query": f"revision={snapshot.revision}&" if snapshot and older else "",
        "own": _own(request, people.values()),
        "zone": tournament.timezone,
    }
    return page(request, "web/standings.html", context)


def _title(tournament: Tournament, round_: Round | None, rounds: list[Round]) -> str:
    if round_ is None:
        return "Standing"
    if tournament.state == "finished" and round_ == rounds[-1]:
        return "Final standing"
    return f"Standing after round {round_.number}"


def _rows(standing: dict[str, Any], people: dict[int, Player]) -> list[dict[str, Any]]:
    """The rows with persons and cells in the order of the chain; lots as their order among all.
    Who has no rank stands last, by name."""
    lots, rows, above = _lots(standing["rows"]), [], None
    ranks = Counter(row["rank"] for row in standing["rows"] if row["rank"])
    for row in standing["rows"]:
        decides = _deciding(standing["keys"], above if row["rank"] else None, row)
        cells = [
            Cell(key, words.KEYS[key][0], _shown(key, row, lots), key == decides)
            for key in standing["keys"]
        ]
        shared = ranks[row["rank"]] > 1
        rows.append({**row, "cells": cells, "shared": shared, "person": people[row["player"]]})
        above = row
    order = {
        player.pk: at for at, player in enumerate(queries_tournaments.by_name(people.values()))
    }
    ranked = [row for row in rows if row["rank"]]
    others = [row for row in rows if not row["rank"]]
    return ranked + sorted(others, key=lambda row: order[row["player"]])


def _deciding(keys: Iterable[str], above: dict[str, Any] | None, row: dict[str, Any]) -> str:
    """The first key in which a row differs from the one above it."""
    if above is None:
        return ""
    return next((key for key in keys if above["values"][key] != row["values"][key]), "")


def _lots(rows: list[dict[str, Any]]) -> dict[str, str]:
    """Each drawn number ↦ its place among all that were drawn, the greatest first."""
    drawn = {row["values"]["lot"] for row in rows if row["values"].get("lot") is not None}
    ordered = sorted(drawn, key=Fraction, reverse=True)
    return {value: str(order) for order, value in enumerate(ordered, start=1)}


def _shown(key: str, row: dict[str, Any], lots: dict[str, str]) -> str | None:
    value: str | None = row["values"][key]
    return lots.get(value or "") if key == "lot" else value


def _explained(
    key: str, row: dict[str, Any], rows: list[dict[str, Any]],
    people: dict[int, Player], tables: dict[int, Series],
) -> dict[str, Any]:  # fmt: skip
    """A key's value and its addends, with people and tables instead of ids."""
    addends = [
        addend
        | {
            "source": words.source(addend["source"]),
            "note": words.note(addend["note"]),
            "place": _place(addend),
            "table": tables.get(addend["series"]),
            "opponent": people.get(addend["opponent"]),
        }
        for addend in row["addends"]
        if addend["key"] == key
    ]
    title, sentence = words.KEYS[key]
    return {
        "key": key,
        "title": title,
        "sentence": sentence,
        "value": _shown(key, row, _lots(rows)),
        "fold": KEYS[key].fold,
        "addends": addends,
        "with_opponents": any(addend["opponent"] for addend in addends),
        "steps": sorted({addend["step"] for addend in addends}),
    }


def _published(request: HttpRequest, pk: int) -> Round:
    round_ = reading.round_for(request, pk)
    if round_.state == "drawn":
        raise Http404("This round is not published.")
    return round_


def _snapshot(request: HttpRequest, round_: Round) -> Snapshot:
    """The standing that is asked for; the newest unless the address says otherwise."""
    asked = request.GET.get("revision", "")
    if not asked:
        return services.current(round_)
    number = read_number(asked, 5)
    kept = None if number is None else services.at_revision(round_, number)
    if kept is None:
        raise Http404("No such revision.")
    return kept


def _place(addend: dict[str, Any]) -> str:
    """The places that the player filled: `2`, or shared `2–3`; nothing for a lot."""
    if addend["place"] is None:
        return ""
    first = Fraction(addend["place"]) - Fraction(addend["shared_by"] - 1, 2)
    last = first + addend["shared_by"] - 1
    return str(first) if first == last else f"{first}–{last}"


def _own(request: HttpRequest, people: Iterable[Player]) -> int | None:
    """The reader's own player among these."""
    if not request.user.is_authenticated:
        return None
    return next((player.pk for player in people if player.user_id == request.user.pk), None)
