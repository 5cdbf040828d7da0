"""The journal's payloads are whole: replaying them rebuilds every row that a night has made."""

from typing import Any

import pytest

from tests import factories
from tournaments.models import (
    Club,
    Entry,
    JournalEntry,
    Match,
    Result,
    Round,
    Score,
    Seat,
    Series,
    Stage,
    Tournament,
    User,
)
from tournaments.services import casual, entries, journal, results, rounds, tournaments

pytestmark = pytest.mark.django_db

ROWS: dict[str, Any] = {
    "tournament": Tournament,
    "stage": Stage,
    "entry": Entry,
    "round": Round,
    "series": Series,
    "seat": Seat,
    "match": Match,
    "result": Result,
    "score": Score,
}
NESTED = {
    "stages": "stage",
    "entries": "entry",
    "new_entry": "entry",
    "tables": "series",
    "series": "series",
    "seats": "seat",
    "matches": "match",
    "match": "match",
    "scores": "score",
}
DELETING = {"draw_round": "round", "discard_draw": "round", "undo_replacement": "entry"}
"""Verb ↦ the noun of what it takes away (and perhaps puts something in the place of)."""
State = dict[str, dict[int, dict[str, Any]]]


def replay() -> State:
    """The state that the journal tells of, by noun and id."""
    state: State = {noun: {} for noun in ROWS}
    for entry in JournalEntry.objects.order_by("position"):
        if entry.before is not None and entry.verb in DELETING:
            _apply(state, DELETING[entry.verb], entry.before, keep=False)
        if entry.after is not None and entry.noun in ROWS:
            _apply(state, entry.noun, entry.after, keep=True)
            _supersede(state, entry)
    return state


def _supersede(state: State, entry: JournalEntry) -> None:
    if entry.verb == "correct_result":
        assert entry.before is not None
        state["result"][entry.before["id"]]["state"] = "superseded"


def _apply(state: State, noun: str, payload: dict[str, Any], *, keep: bool) -> None:
    own = {}
    for name, value in payload.items():
        if name in NESTED and isinstance(value, dict | list) and noun != "stage":
            for part in value if isinstance(value, list) else [value]:
                _apply(state, NESTED[name], part, keep=keep)
        else:
            own[name] = value
    if "id" in own and keep:
        state[noun][own["id"]] = own
    elif "id" in own:
        state[noun].pop(own["id"], None)


def stored() -> State:
    return {
        noun: {row.pk: journal.payload(row) for row in model.objects.all()}
        for noun, model in ROWS.items()
    }


def comparable(state: State) -> State:
    """Without versions, which count changes and say nothing of what is."""
    return {
        noun: {
            pk: {name: value for name, value in row.items() if name != "version"}
            for pk, row in rows.items()
        }
        for noun, rows in state.items()
    }


def test_replaying_the_journal_rebuilds_the_night(owner: User, club: Club) -> None:
    night = factories.entered(owner, club, 7, unplayed="worst")
    tournaments.change_tournament(owner, night, name="Spring night", table_size=3)
    factories.draw(owner, night, publish=False)
    rounds.discard_draw(owner, factories.draw(owner, night, publish=False, seed=3))
    round_ = factories.draw(owner, night)
    first = Match.objects.filter(series__round=round_)[0]
    factories.play_round(owner, round_)
    result = results.correct_result(
        owner, first, factories.points_sheet([33, 40, 50]), revision=1, reason="Misread"
    )
    results.dispute_result(owner, result, reason="No")
    results.confirm_result(owner, result)
    rounds.close_round(owner, round_)
    entries.move_entry(owner, night.entries.all()[0], "drop")
    guest = factories.players.add_player(owner, club, name="Guest")
    entries.replace_entry(owner, night.entries.all()[1], guest)
    wrong = factories.players.add_player(owner, club, name="Mistaken")
    taken_back = entries.replace_entry(owner, night.entries.all()[2], wrong).replaces
    shown = factories.draw(owner, night)
    entries.move_entry(owner, night.entries.all()[3], "drop")
    rounds.unpublish_round(owner, shown)
    entries.undo_replacement(owner, taken_back)
    second = factories.draw(owner, night)
    results.abandon_match(owner, Match.objects.filter(series__round=second)[0])
    casual.start_series(
        owner, club, game="niwa", players=club.players.all()[:2], matches=[{"mission": 3}]
    )
    assert comparable(replay()) == comparable(stored())
