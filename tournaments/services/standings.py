"""Standings: computed by a worker after each change, on the spot for a reader who comes first,
and kept for good when a round closes."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments import queries
from tournaments.errors import NotThere
from tournaments.models import Round, Snapshot, Tournament
from tournaments.models.tournaments import RoundState
from tournaments.rules import kept
from tournaments.rules.standings import standings

RUNNING = 0
"""The snapshot revision of an open round: written anew after each change."""


def current(round_: Round) -> Snapshot:
    """The standing after a round, never stale: kept, or computed now and kept for the next reader.

    An open round's standing counts what is confirmed so far. `NotThere` for a round that is not
    published (any more).
    """
    if round_.state == RoundState.DRAWN:
        raise NotThere("not_found", "A round that is not published has no standing.")
    if round_.state == RoundState.CLOSED:
        return _read(round_.snapshots.filter(revision__gt=RUNNING).order_by("-revision")[0])
    tournament = round_.stage.tournament
    snapshot = round_.snapshots.filter(revision=RUNNING).first()
    if snapshot and _is_fresh(snapshot, queries.position_of(tournament)):
        return snapshot
    computed = compute(tournament)
    if computed and computed.round_id == round_.pk:
        return computed
    meanwhile = Round.objects.select_related("stage__tournament").filter(pk=round_.pk).first()
    if meanwhile is None:
        raise NotThere("not_found", "This draw was taken back.", noun="round", id=round_.pk)
    return current(meanwhile)


@transaction.atomic
def compute(tournament: Tournament) -> Snapshot | None:
    """Computes the open round's standing and keeps it. None when no round is open.

    The tournament's row is locked meanwhile, so the position is exactly what was counted.
    """
    tournament = Tournament.objects.select_for_update(of=("self",), no_key=True).get(
        pk=tournament.pk
    )
    round_ = queries.newest_round(tournament)
    if round_ is None or round_.state == RoundState.CLOSED:
        return None
    position = queries.position_of(tournament)
    running = round_.snapshots.filter(revision=RUNNING).first()
    if running and _is_fresh(running, position):  # somebody was faster while we waited
        return running
    snapshot, _ = Snapshot.objects.update_or_create(
        round=round_,
        revision=RUNNING,
        defaults={
            "position": position,
            "standings": table(tournament, round_),
            "computed_at": timezone.now(),
        },
    )
    return snapshot


def compute_by_id(pk: int) -> str:
    """For the worker: what it did, in words."""
    snapshot = compute(Tournament.objects.get(pk=pk))
    if snapshot is None:
        return "no round is open"
    return f"round {snapshot.round.number} up to position {snapshot.position}"


def keep(round_: Round, position: int) -> Snapshot:
    """Stores the next lasting revision of a closed round's standing, up to `position`."""
    newest = round_.snapshots.order_by("-revision").values_list("revision", flat=True).first()
    return Snapshot.objects.create(
        round=round_,
        revision=(newest or RUNNING) + 1,
        position=position,
        standings=table(round_.stage.tournament, round_),
        computed_at=timezone.now(),
    )


def at_revision(round_: Round, revision: int) -> Snapshot | None:
    """The standing of a closed round as it was kept then, in today's form."""
    snapshot = round_.snapshots.filter(revision__gt=RUNNING, revision=revision).first()
    return snapshot and _read(snapshot)


def revisions(round_: Round) -> list[int]:
    """The numbers of the standings that are kept of a round, oldest first."""
    found = round_.snapshots.filter(revision__gt=RUNNING)
    return list(found.order_by("revision").values_list("revision", flat=True))


def table(tournament: Tournament, round_: Round | None) -> dict[str, Any]:
    """The standing after a round as JSON: exact fractions as texts, players by id."""
    inputs = queries.standing_inputs(tournament, round_)
    states = {entrant.player: entrant.state for entrant in inputs.entrants}
    rows = standings(inputs.entrants, inputs.lines, tournament.keys, tournament.seed)
    return {
        "format": kept.FORMAT,
        "round": round_.number if round_ else 0,
        "keys": tournament.keys,
        "scheme": tournament.scheme,
        "waiting_tables": list(inputs.waiting),
        "rows": kept.write(rows, states, inputs.left_out),
    }


def _read(snapshot: Snapshot) -> Snapshot:
    snapshot.standings = kept.read(snapshot.standings)
    return snapshot


def _is_fresh(snapshot: Snapshot, position: int) -> bool:
    """Whether a running standing needs no computing: nothing happened since, and its form is
    today's."""
    form: int | None = snapshot.standings.get("format")
    return snapshot.position == position and form == kept.FORMAT
