"""The journal's payloads are whole: replaying them rebuilds every row that it tells of."""

from typing import Any

import pytest
from django.apps import apps

from tests import factories
from tournaments.models import (
    BoardVersion,
    Club,
    Entry,
    JournalEntry,
    Match,
    Membership,
    Player,
    Result,
    Round,
    Score,
    Seat,
    Series,
    Stage,
    TileSetVersion,
    Tournament,
    User,
)
from tournaments.services import (
    boards,
    casual,
    clubs,
    entries,
    game_data,
    imports,
    journal,
    players,
    results,
    rounds,
    tile_sets,
    tournaments,
)

pytestmark = pytest.mark.django_db

ROWS: dict[str, Any] = {
    "club": Club,
    "membership": Membership,
    "player": Player,
    "boardversion": BoardVersion,
    "tilesetversion": TileSetVersion,
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
ELSEWHERE = {
    "user": "an account belongs to no club",
    "token": "a token belongs to an account",
    "journalentry": "the journal itself",
    "idempotencykey": "an answer, remembered for a week",
    "job": "computed anew from the rest",
    "snapshot": "computed anew from the rest, up to a position of the journal",
    "ratingpool": "computed anew from the rest, up to a position of the journal",
    "ratingevent": "computed anew from the rest",
    "ratingchange": "computed anew from the rest",
    "rating": "computed anew from the rest",
    "record": "no service writes it yet",
}
"""Models of which the journal does not tell, and why."""
NESTED = {
    "membership": "membership",
    "added": "player",
    "changed": "player",
    "stages": "stage",
    "entries": "entry",
    "new_entry": "entry",
    "tables": "series",
    "series": "series",
    "seats": "seat",
    "matches": "match",
    "match": "match",
    "scores": "score",
    "boards": "boardversion",
    "tile_sets": "tilesetversion",
}
DELETING = {"draw_round": "round", "discard_draw": "round", "undo_replacement": "entry",
            "withdraw_series": "series", "remove_member": "membership",
            "delete_board": "boardversion", "delete_tile_set": "tilesetversion"}  # fmt: skip
"""Verb ↦ the noun of what it takes away (and perhaps puts something in the place of)."""
EXACT = {"club", "membership", "player", "boardversion", "tilesetversion"}
"""Nouns whose every version has its own entry."""
State = dict[str, dict[int, dict[str, Any]]]


def replay() -> State:
    """The state that the journal tells of, by noun and id."""
    state: State = {noun: {} for noun in ROWS}
    for entry in JournalEntry.objects.order_by("club", "position"):
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
    """Without the versions of what counts the changes of its parts too."""
    return {
        noun: {
            pk: {name: value for name, value in row.items() if name != "version" or noun in EXACT}
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


def test_replaying_the_journal_rebuilds_the_people(owner: User, club: Club) -> None:
    clubs.change_club(owner, club, name="Club Tanuki", timezone="Asia/Tokyo")
    for name in ("kenji", "sora"):
        factories.member(owner, club, name, "member")
    kenji, sora = club.memberships.order_by("id")[1:]
    clubs.change_role(owner, kenji, role="organiser")
    clubs.remove_member(owner, sora)
    zoe = players.add_player(owner, club, name="Zoë", number="7", user=kenji.user)
    players.change_player(owner, zoe, name="Zoë K.", number="8", user=None)
    file = b"name,number,reading\nZoe,8,zoe\nAoi,9,\nBen,,\n"
    imports.import_players(owner, club, file, dry_run=False)
    imports.import_players(owner, club, file, dry_run=False)
    clubs.create_club(owner, name="Club Pine")
    clubs.add_member(owner, Club.objects.get(name="Club Pine"), username="sora", role="scorer")
    assert Player.objects.get(number="8").name == "Zoe"
    assert [model.objects.count() for model in (Club, Membership, Player)] == [2, 4, 3]
    assert comparable(replay()) == comparable(stored())


def test_a_withdrawn_series_is_rebuilt_as_gone(owner: User, club: Club) -> None:
    seated = factories.add_players(owner, club, 2)
    kept, gone = (
        casual.start_series(owner, club, game="niwa", players=seated, matches=[{"mission": m}],
                            seed=m)
        for m in (1, 2)
    )  # fmt: skip
    results.abandon_match(owner, gone.matches.get())
    casual.withdraw_series(owner, Series.objects.get(pk=gone.pk))
    assert [series.pk for series in Series.objects.all()] == [kept.pk]
    assert comparable(replay()) == comparable(stored())


def test_replaying_the_journal_rebuilds_the_boards(owner: User, club: Club) -> None:
    """The club's own by version, and the shipped ones, which are first planned here."""
    first = factories.board(owner, club)
    second = factories.board(owner, club, rows=["...", ".F.", "..."])
    gone = factories.board(owner, club, "Mistaken")
    game_data.restore(boards.BOARD, owner, first, instead_of=second.pk)
    game_data.retire(boards.BOARD, owner, BoardVersion.objects.get(pk=gone.pk))
    game_data.delete(boards.BOARD, owner, BoardVersion.objects.get(pk=gone.pk))
    night = factories.entered(owner, club, 3, game="gazebo", table_size=3,
                              matches=[{"board": "bird"}, {"board": "Tea garden"}])  # fmt: skip
    factories.draw(owner, night)
    casual.start_series(
        owner, club, game="gazebo", players=club.players.all()[:2],
        matches=[{"board": "qin"}, {"board": "bird"}],
    )  # fmt: skip
    told = {
        (entry.verb, *(board["name"] for board in (entry.after or {}).get("boards", [])))
        for entry in JournalEntry.objects.filter(verb__in=["draw_round", "start_series"])
    }
    assert told == {("draw_round", "bird"), ("start_series", "qin")}
    on = Match.objects.values_list("board_version__name", "board_version__number")
    assert sorted(on) == [("Tea garden", 1), ("bird", 1), ("bird", 1), ("qin", 1)]
    assert second.number == 2
    assert comparable(replay()) == comparable(stored())


def test_replaying_the_journal_rebuilds_the_tile_sets(owner: User, club: Club) -> None:
    first = factories.tile_set(owner, club)
    second = factories.tile_set(owner, club, note="Newer.")
    gone = factories.tile_set(owner, club, "Mistaken")
    game_data.restore(tile_sets.TILE_SET, owner, first, instead_of=second.pk)
    game_data.retire(tile_sets.TILE_SET, owner, TileSetVersion.objects.get(pk=gone.pk))
    game_data.delete(tile_sets.TILE_SET, owner, TileSetVersion.objects.get(pk=gone.pk))
    factories.draw(owner, factories.entered(owner, club, 3, **factories.GNOME_HOLLOW))
    casual.start_series(
        owner, club, game="gnome_hollow", players=club.players.all()[:2],
        matches=[{"tileset": "Hollow moon"}],
    )  # fmt: skip
    told = {
        (entry.verb, *(made["name"] for made in (entry.after or {}).get("tile_sets", [])))
        for entry in JournalEntry.objects.filter(verb__in=["draw_round", "start_series"])
    }
    assert told == {("draw_round", "recon-1"), ("start_series",)}
    on = Match.objects.values_list("tile_set_version__name", "tile_set_version__number")
    assert sorted(on) == [("Hollow moon", 1), ("recon-1", 1)]
    assert comparable(replay()) == comparable(stored())


def test_every_model_is_in_the_journal_or_says_why_not() -> None:
    models = {model._meta.model_name for model in apps.get_app_config("tournaments").get_models()}
    assert models == ROWS.keys() | ELSEWHERE.keys()
    assert not ROWS.keys() & ELSEWHERE.keys()


def test_only_names_are_left_out_of_a_payload(owner: User, club: Club) -> None:
    """And a club's position, which counts the entries themselves; times of change are the
    entries' own."""
    left_out = {
        noun: {field.attname for field in model._meta.concrete_fields}
        - journal.payload(model()).keys()
        - {"changed_at"}
        for noun, model in ROWS.items()
    }
    assert {noun: fields for noun, fields in left_out.items() if fields} == {
        "club": {"position"},
        "player": {"name", "name_key", "reading"},
    }
