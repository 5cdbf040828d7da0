"""The standing as the API shows it."""

from typing import Any

from rest_framework.response import Response

from tournaments import queries
from tournaments.api.doors import Door
from tournaments.api.shapes.standings import StandingSerializer, with_names
from tournaments.errors import NotThere
from tournaments.models import Round, Snapshot, Tournament
from tournaments.services import standings


def show_standing(
    door: Door, tournament: Tournament, round_: Round | None, *, explain: bool,
    revision: int | None = None,
) -> Response:  # fmt: skip
    """A standing: current, or as it was kept as `revision`.

    Its tag begins with the journal position that it reflects.
    """
    kept = _standing(tournament, round_, revision)
    door.shown_version = f"p{kept.position}"
    return Response(_data(kept, tournament, round_, explain))


def _standing(tournament: Tournament, round_: Round | None, revision: int | None) -> Snapshot:
    if round_ is None:
        return Snapshot(
            revision=standings.RUNNING,
            position=queries.position_of(tournament),
            standings=standings.table(tournament, None),
        )
    return standings.current(round_) if revision is None else _kept(round_, revision)


def _data(kept: Snapshot, tournament: Tournament, round_: Round | None, explain: bool) -> Any:
    """The `values` in the order of the chain: the database keeps objects in an order of its own,
    and the first reader's answer must be the second's, byte for byte."""
    table = kept.standings
    rows = [
        {**row, "values": {key: row["values"][key] for key in table["keys"]}}
        for row in table["rows"]
    ]
    return StandingSerializer(
        {
            **table,
            "tournament": tournament.pk,
            "timezone": tournament.timezone,
            "round": round_.pk if round_ else None,
            "round_number": table["round"],
            "round_state": round_.state if round_ else None,
            "revision": kept.revision,
            "revisions": standings.revisions(round_) if round_ else [],
            "position": kept.position,
            "computed_at": kept.computed_at,
            "rows": with_names(rows, explain=explain),
        }
    ).data


def _kept(round_: Round, revision: int) -> Snapshot:
    snapshot = standings.at_revision(round_, revision)
    if snapshot is None:
        raise NotThere("not_found", f"No revision {revision} of this round's standing is kept.")
    return snapshot
