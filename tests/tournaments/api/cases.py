"""Every write of the API, ready to be sent: what the tests of all writes go through."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import connection
from django.urls import get_resolver

from analytics.services import simulations
from engines.gnome_hollow.tileset.sets import load_tileset, write_tileset
from tests import factories
from tournaments.models import Club, Entry, Match, Membership, Round, Tournament, User
from tournaments.services import (
    boards,
    casual,
    entries,
    game_data,
    players,
    results,
    rounds,
    tile_sets,
    tokens,
    tournaments,
)

CSV = "name,number\nZoë Kowalczyk,4\nPlayer 001,99\n".encode()


@dataclass(frozen=True)
class Sent:
    """A request, and the version that its `If-Match` is held against now (None: there is none)."""

    address: str
    body: Any = None
    version: int | None = None
    content_type: str = ""


@dataclass(frozen=True)
class Write:
    """`prepare` makes what the request needs. `status`: its answer; `stranger`: to a stranger.

    `scope`: what a token needs; empty: no token will do.
    """

    method: str
    path: str
    status: int
    stranger: int
    prepare: Callable[[User, Club], Sent]
    scope: str

    @property
    def by_anybody(self) -> bool:
        """Whether a stranger may do it: for themselves."""
        return self.stranger == self.status

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def send(client: Any, write: Write, sent: Sent, **headers: str) -> Any:
    call = getattr(client, write.method.lower())
    options: dict[str, Any] = {"headers": headers} if headers else {}
    if sent.content_type:
        options["content_type"] = sent.content_type
    return call(sent.address, sent.body, **options)


def everything() -> dict[str, str]:
    """A fingerprint of each table of Teien, by one query."""
    tables = [
        model._meta.db_table
        for name in ("tournaments", "analytics")
        for model in apps.get_app_config(name).get_models()
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(
                f"SELECT '{table}', md5(string_agg(t::text, ';' ORDER BY t.id)) FROM {table} t"
                for table in tables
            )
        )
        return dict(cursor.fetchall())


def points(*values: int) -> dict[str, Any]:
    return {"seats": [{"points": value} for value in values]}


def _club(owner: User, club: Club) -> Sent:
    return Sent("clubs", {"name": "Club Tanuki"})


def _change_club(owner: User, club: Club) -> Sent:
    return Sent(f"clubs/{club.pk}", {"name": "Club Nishikigoi"}, club.version)


def _import(owner: User, club: Club) -> Sent:
    factories.add_players(owner, club, 1)
    return Sent(f"clubs/{club.pk}/import_players", CSV, club.version, "text/csv")


def _membership(owner: User, club: Club) -> Sent:
    factories.user("kaede")
    return Sent("memberships", {"club": club.pk, "username": "kaede", "role": "scorer"}, 1)


def _member(owner: User, club: Club) -> Membership:
    person = factories.member(owner, club, "kaede", "scorer")
    return Membership.objects.get(user=person)


def _change_role(owner: User, club: Club) -> Sent:
    member = _member(owner, club)
    return Sent(f"memberships/{member.pk}", {"role": "organiser"}, member.version)


def _remove_member(owner: User, club: Club) -> Sent:
    member = _member(owner, club)
    return Sent(f"memberships/{member.pk}", None, member.version)


def _player(owner: User, club: Club) -> Sent:
    return Sent("players", {"club": club.pk, "name": "𠮷田 健太"}, club.version)


def _change_player(owner: User, club: Club) -> Sent:
    (player,) = factories.add_players(owner, club, 1)
    return Sent(f"players/{player.pk}", {"name": "Zoë"}, player.version)


def _save_board(owner: User, club: Club) -> Sent:
    board = factories.board(owner, club)
    body = {
        "club": club.pk, "name": "Tea Garden", "rows": ["...", ".F.", "..."], "based_on": board.pk,
    }  # fmt: skip
    return Sent("boards", body, club.version)


def _retire_board(owner: User, club: Club) -> Sent:
    board = factories.board(owner, club)
    return Sent(f"boards/{board.pk}/retire", None, board.version)


def _restore_board(owner: User, club: Club) -> Sent:
    board = factories.board(owner, club)
    newer = factories.board(owner, club, rows=["...", ".F.", "..."])
    return Sent(f"boards/{board.pk}/restore", {"instead_of": newer.pk}, 2)


def _delete_board(owner: User, club: Club) -> Sent:
    board = game_data.retire(boards.BOARD, owner, factories.board(owner, club))
    return Sent(f"boards/{board.pk}", None, board.version)


def _save_tile_set(owner: User, club: Club) -> Sent:
    made = factories.tile_set(owner, club)
    body = {
        "club": club.pk, "name": "Hollow Moon", "based_on": made.pk,
        "tileset": write_tileset(load_tileset()) | {"note": "Its stump is new."},
    }  # fmt: skip
    return Sent("tile_sets", body, club.version)


def _retire_tile_set(owner: User, club: Club) -> Sent:
    made = factories.tile_set(owner, club)
    return Sent(f"tile_sets/{made.pk}/retire", None, made.version)


def _restore_tile_set(owner: User, club: Club) -> Sent:
    made = factories.tile_set(owner, club)
    newer = factories.tile_set(owner, club, note="Newer.")
    return Sent(f"tile_sets/{made.pk}/restore", {"instead_of": newer.pk}, 2)


def _delete_tile_set(owner: User, club: Club) -> Sent:
    made = game_data.retire(tile_sets.TILE_SET, owner, factories.tile_set(owner, club))
    return Sent(f"tile_sets/{made.pk}", None, made.version)


def _tournament(owner: User, club: Club) -> Sent:
    body = {
        "club": club.pk, "name": "Autumn night", "starts_on": "2026-11-30", "table_size": 4,
        **factories.NIWA,
    }  # fmt: skip
    return Sent("tournaments", body, club.version)


def _change_tournament(owner: User, club: Club) -> Sent:
    night = factories.tournament(owner, club)
    return Sent(f"tournaments/{night.pk}", {"name": "Winter night"}, night.version)


def _open(owner: User, club: Club) -> Sent:
    draft = factories.tournament(owner, club, draft=True)
    return Sent(f"tournaments/{draft.pk}/open", None, draft.version)


def _played(owner: User, club: Club) -> Tournament:
    night = factories.entered(owner, club, 4)
    round_ = factories.draw(owner, night)
    factories.play_round(owner, round_)
    rounds.close_round(owner, round_)
    return Tournament.objects.get(pk=night.pk)


def _finish(owner: User, club: Club) -> Sent:
    night = _played(owner, club)
    return Sent(f"tournaments/{night.pk}/finish", None, night.version)


def _reopen(owner: User, club: Club) -> Sent:
    night = tournaments.finish_tournament(owner, _played(owner, club))
    return Sent(f"tournaments/{night.pk}/reopen", None, night.version)


def _enter(owner: User, club: Club) -> Sent:
    night = factories.tournament(owner, club)
    ids = [player.pk for player in factories.add_players(owner, club, 5)]
    return Sent(f"tournaments/{night.pk}/entries", {"players": ids}, night.version)


def _draw(owner: User, club: Club) -> Sent:
    night = Tournament.objects.get(pk=factories.entered(owner, club, 7).pk)
    return Sent(f"stages/{night.stages.get().pk}/draw", {"seed": 5}, night.version)


def _entry(owner: User, club: Club, *moves: str) -> Entry:
    entry = factories.entered(owner, club, 4).entries.all()[0]
    for verb in moves:
        entry = entries.move_entry(owner, entry, verb)
    return entry


def _check_in(owner: User, club: Club) -> Sent:
    entry = _entry(owner, club, "undo_check_in")
    return Sent(f"entries/{entry.pk}/check_in", None, entry.version)


def _undo_check_in(owner: User, club: Club) -> Sent:
    entry = _entry(owner, club)
    return Sent(f"entries/{entry.pk}/undo_check_in", None, entry.version)


def _drop(owner: User, club: Club) -> Sent:
    entry = _entry(owner, club)
    return Sent(f"entries/{entry.pk}/drop", None, entry.version)


def _readmit(owner: User, club: Club) -> Sent:
    entry = _entry(owner, club, "drop")
    return Sent(f"entries/{entry.pk}/readmit", None, entry.version)


def _replace(owner: User, club: Club) -> Sent:
    entry = _entry(owner, club)
    player = players.add_player(owner, club, name="Substitute")
    return Sent(f"entries/{entry.pk}/replace", {"player": player.pk}, entry.version)


def _undo_replacement(owner: User, club: Club) -> Sent:
    entry = _entry(owner, club)
    entries.replace_entry(owner, entry, players.add_player(owner, club, name="Substitute"))
    return Sent(f"entries/{entry.pk}/undo_replacement", None, 2)


def _drawn(owner: User, club: Club) -> Round:
    return factories.draw(owner, factories.entered(owner, club, 4), publish=False)


def _publish(owner: User, club: Club) -> Sent:
    round_ = _drawn(owner, club)
    return Sent(f"rounds/{round_.pk}/publish", None, round_.version)


def _unpublish(owner: User, club: Club) -> Sent:
    round_ = rounds.publish_round(owner, _drawn(owner, club))
    return Sent(f"rounds/{round_.pk}/unpublish", None, round_.version)


def _discard(owner: User, club: Club) -> Sent:
    round_ = _drawn(owner, club)
    return Sent(f"rounds/{round_.pk}", None, round_.version)


def _close(owner: User, club: Club) -> Sent:
    round_ = factories.draw(owner, factories.entered(owner, club, 4))
    factories.play_round(owner, round_)
    return Sent(f"rounds/{round_.pk}/close", None, round_.version)


def _series(owner: User, club: Club) -> Sent:
    seated = [player.pk for player in factories.add_players(owner, club, 2)]
    body = {"club": club.pk, "players": seated, **factories.GAZEBO}
    return Sent("series", body, club.version)


def _withdraw(owner: User, club: Club) -> Sent:
    seated = factories.add_players(owner, club, 2)
    series = casual.start_series(owner, club, game="niwa", players=seated, matches=[{"mission": 1}])
    return Sent(f"series/{series.pk}", None, series.version)


def _match(owner: User, club: Club) -> Match:
    factories.draw(owner, factories.entered(owner, club, 4))
    return Match.objects.select_related("series").get(number=1)


def _report(owner: User, club: Club) -> Sent:
    match = _match(owner, club)
    body = {"sheet": points(30, 40, 50, 60)}
    return Sent(f"matches/{match.pk}/report", body, match.series.version)


def _correct(owner: User, club: Club) -> Sent:
    match = _match(owner, club)
    result = factories.report(owner, match, [30, 40, 50, 60])
    body = {"sheet": points(31, 40, 50, 60), "revision": 1, "reason": "Misread"}
    return Sent(f"matches/{match.pk}/correct", body, result.match.series.version)


def _abandon(owner: User, club: Club) -> Sent:
    match = _match(owner, club)
    return Sent(f"matches/{match.pk}/abandon", {"reason": "Late"}, match.series.version)


def _resume(owner: User, club: Club) -> Sent:
    match = results.abandon_match(owner, _match(owner, club))
    return Sent(f"matches/{match.pk}/resume", None, match.series.version)


def _confirm(owner: User, club: Club) -> Sent:
    result = factories.report(owner, _match(owner, club), [30, 40, 50, 60], confirm=False)
    return Sent(f"results/{result.pk}/confirm", None, result.match.series.version)


def _dispute(owner: User, club: Club) -> Sent:
    result = factories.report(owner, _match(owner, club), [30, 40, 50, 60])
    body = {"reason": "Seat 2 says 42"}
    return Sent(f"results/{result.pk}/dispute", body, result.match.series.version)


def _token(owner: User, club: Club) -> Sent:
    return Sent("tokens", {"name": "Scoreboard", "scopes": ["read"]})


def _delete_token(owner: User, club: Club) -> Sent:
    token, _ = tokens.create_token(owner, name="Old", scopes=[])
    return Sent(f"tokens/{token.pk}", None, 1)


def _simulate(owner: User, club: Club) -> Sent:
    body = {"game": "niwa", "bots": ["greedy", "random"], "games": 10, "setups": [{"mission": 5}]}
    return Sent(f"clubs/{club.pk}/simulations", body, club.version)


def _pause(owner: User, club: Club) -> Sent:
    made = simulations.start(owner, club, game="gazebo", bots=["random"] * 2, games=10)
    return Sent(f"simulations/{made.pk}/pause", None, 1)


def _go_on(owner: User, club: Club) -> Sent:
    made = simulations.start(owner, club, game="gazebo", bots=["random"] * 2, games=10)
    simulations.pause(owner, made)
    return Sent(f"simulations/{made.pk}/resume", None, 1)


def _cancel(owner: User, club: Club) -> Sent:
    made = simulations.start(owner, club, game="gazebo", bots=["random"] * 2, games=10)
    return Sent(f"simulations/{made.pk}/cancel", None, 1)


WRITES = [
    Write("POST", "clubs", 201, 201, _club, "administer"),
    Write("PATCH", "clubs/{id}", 200, 403, _change_club, "administer"),
    Write("POST", "clubs/{id}/import_players", 200, 403, _import, "organise"),
    Write("POST", "memberships", 201, 403, _membership, "administer"),
    Write("PATCH", "memberships/{id}", 200, 404, _change_role, "administer"),
    Write("DELETE", "memberships/{id}", 204, 404, _remove_member, "administer"),
    Write("POST", "players", 201, 403, _player, "organise"),
    Write("PATCH", "players/{id}", 200, 404, _change_player, "organise"),
    Write("POST", "boards", 201, 403, _save_board, "organise"),
    Write("POST", "boards/{id}/retire", 200, 403, _retire_board, "organise"),
    Write("POST", "boards/{id}/restore", 200, 403, _restore_board, "organise"),
    Write("DELETE", "boards/{id}", 204, 403, _delete_board, "organise"),
    Write("POST", "tile_sets", 201, 403, _save_tile_set, "organise"),
    Write("POST", "tile_sets/{id}/retire", 200, 403, _retire_tile_set, "organise"),
    Write("POST", "tile_sets/{id}/restore", 200, 403, _restore_tile_set, "organise"),
    Write("DELETE", "tile_sets/{id}", 204, 403, _delete_tile_set, "organise"),
    Write("POST", "tournaments", 201, 403, _tournament, "organise"),
    Write("PATCH", "tournaments/{id}", 200, 403, _change_tournament, "organise"),
    Write("POST", "tournaments/{id}/open", 200, 404, _open, "organise"),
    Write("POST", "tournaments/{id}/finish", 200, 403, _finish, "organise"),
    Write("POST", "tournaments/{id}/reopen", 200, 403, _reopen, "organise"),
    Write("POST", "tournaments/{id}/entries", 201, 403, _enter, "organise"),
    Write("POST", "stages/{id}/draw", 201, 403, _draw, "organise"),
    Write("POST", "entries/{id}/check_in", 200, 403, _check_in, "organise"),
    Write("POST", "entries/{id}/undo_check_in", 200, 403, _undo_check_in, "organise"),
    Write("POST", "entries/{id}/drop", 200, 403, _drop, "organise"),
    Write("POST", "entries/{id}/readmit", 200, 403, _readmit, "organise"),
    Write("POST", "entries/{id}/replace", 201, 403, _replace, "organise"),
    Write("POST", "entries/{id}/undo_replacement", 200, 403, _undo_replacement, "organise"),
    Write("POST", "rounds/{id}/publish", 200, 404, _publish, "organise"),
    Write("POST", "rounds/{id}/unpublish", 200, 403, _unpublish, "organise"),
    Write("POST", "rounds/{id}/close", 200, 403, _close, "organise"),
    Write("DELETE", "rounds/{id}", 204, 404, _discard, "organise"),
    Write("POST", "series", 201, 403, _series, "score"),
    Write("DELETE", "series/{id}", 204, 404, _withdraw, "score"),
    Write("POST", "matches/{id}/report", 201, 403, _report, "score"),
    Write("POST", "matches/{id}/correct", 201, 403, _correct, "score"),
    Write("POST", "matches/{id}/abandon", 200, 403, _abandon, "score"),
    Write("POST", "matches/{id}/resume", 200, 403, _resume, "score"),
    Write("POST", "results/{id}/confirm", 200, 403, _confirm, "score"),
    Write("POST", "results/{id}/dispute", 200, 403, _dispute, "score"),
    Write("POST", "tokens", 201, 201, _token, ""),
    Write("DELETE", "tokens/{id}", 204, 404, _delete_token, ""),
    Write("POST", "clubs/{id}/simulations", 201, 403, _simulate, "organise"),
    Write("POST", "simulations/{id}/pause", 200, 404, _pause, "organise"),
    Write("POST", "simulations/{id}/resume", 200, 404, _go_on, "organise"),
    Write("POST", "simulations/{id}/cancel", 200, 404, _cancel, "organise"),
]
NOT_WRITES = {
    ("POST", "sessions"): "signing in: nobody yet who could own a key",
    ("DELETE", "sessions"): "signing out changes no club's data",
    ("POST", "matches/{id}/preview"): "changes nothing",
    ("POST", "boards/check"): "changes nothing",
    ("POST", "tile_sets/check"): "changes nothing",
}
"""Operations that are not `GET` and go without `writes.write`, and why."""


def served() -> Iterator[tuple[str, str, Any]]:
    """Every operation of the URL configuration: method, path, the function that does it."""
    for resolver in get_resolver().url_patterns:
        for pattern in getattr(resolver, "url_patterns", []):
            view = getattr(pattern.callback, "cls", None)
            if str(resolver.pattern) != "api/v1/" or view is None:
                continue
            regex = str(pattern.pattern).strip("^$").replace("\\Z", "")
            path = re.sub(r"\(\?P<pk>[^)]*\)", "{id}", regex)
            path = re.sub(r"<slug:(\w+)>", r"{\1}", path)
            actions = getattr(pattern.callback, "actions", None) or {
                method: method for method in view.http_method_names if hasattr(view, method)
            }
            for method, name in actions.items():
                if method not in {"head", "options"}:
                    yield method.upper(), path, getattr(view, name)
