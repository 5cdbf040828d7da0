"""The example club night, played through the services by an organiser and a scorer.

Every step looks at what is there first, so a demo that was interrupted goes on where it stopped.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from tournaments import queries
from tournaments.errors import Broken
from tournaments.models import Club, Match, Membership, Player, Round, Tournament, User
from tournaments.models.results import ResultState
from tournaments.models.series import MatchState
from tournaments.models.tournaments import RoundState
from tournaments.services import clubs, entries, imports, results, rounds, tournaments

CLUB, TIMEZONE = "Komorebi (demo club)", "Europe/Berlin"
OWNER, SCORER = "hanako", "kaede"
EVENINGS = ("niwa_evening", "gazebo_evening", "gnome_hollow_evening", "late_table")
FINISHED = "niwa_evening"
"""The evening that is over. The others are left open to go on with."""
OPEN_TABLE = "Late table"
PATIENCE = 20
"""Seconds to wait for a worker's standing."""


@dataclass(frozen=True)
class Night:
    """The people who run the demo's evenings, and its players by club number."""

    club: Club
    owner: User
    scorer: User
    players: dict[int, Player]


def may_play() -> bool:
    """Whether this database is empty, or the demo's own."""
    return not has_begun() or Club.objects.filter(name=CLUB).exists()


def has_begun() -> bool:
    return User.objects.exists()


def mark() -> str:
    """What tells this demo from any other database; empty where its owner is not there."""
    owner = User.objects.filter(username=OWNER).first()
    return owner.date_joined.isoformat() if owner else ""


def find_tournaments() -> list[Tournament]:
    """The evenings that were played, as far as they are still called so."""
    return list(Tournament.objects.filter(name__endswith="evening").order_by("id"))


def find_open_match() -> Match | None:
    """A match of the table that was left open, which waits for its result."""
    tables = Match.objects.filter(series__round__stage__tournament__name=OPEN_TABLE)
    return (
        tables.filter(series__round__state=RoundState.PUBLISHED, state=MatchState.PLANNED)
        .order_by("id")
        .first()
    )


def open_club(folder: Path, password: str) -> Night:
    """The first run: owner, club, a scorer, and the players of `players.csv`."""
    club = Club.objects.filter(name=CLUB).first()
    if club is None:
        club = clubs.create_owner(OWNER, password, CLUB, TIMEZONE)
    owner = User.objects.get(username=OWNER)
    if not Membership.objects.filter(club=club, user__username=SCORER).exists():
        clubs.add_member(owner, club, username=SCORER, role="scorer", password=password)
    if not club.players.exists():
        imports.import_players(owner, club, (folder / "players.csv").read_bytes(), dry_run=False)
    return Night(
        club=club,
        owner=owner,
        scorer=User.objects.get(username=SCORER),
        players={int(player.number): player for player in club.players.exclude(number="")},
    )


def play_evening(night: Night, file: Path) -> Iterator[str]:
    """Plays one evening, saying in words what it does."""
    evening = json.loads(file.read_text(encoding="utf-8"))
    tournament = night.club.tournaments.filter(name=evening["name"]).first()
    if tournament is None:
        tournament = create_tournament(night, evening)
    if not tournament.entries.exists():
        players = [night.players[number] for number in evening["players"]]
        entries.enter_players(night.owner, tournament, players)
        yield f"{tournament.name}: {len(evening['players'])} players checked in"
    for number, plan in enumerate(evening["rounds"], start=1):
        yield from play_round(night, tournament, number, plan)
    if file.stem == FINISHED and tournament.state == "open":
        tournaments.finish_tournament(night.owner, tournament)
        yield f"{tournament.name}: finished"


def create_tournament(night: Night, evening: dict[str, Any]) -> Tournament:
    settings = {key: evening[key] for key in ("options", "seed")}
    return tournaments.create_tournament(
        night.owner,
        night.club,
        name=evening["name"],
        game=evening["game"],
        starts_on=date.fromisoformat(evening["starts_on"]),
        table_size=evening["table_size"],
        matches=evening["matches"],
        **settings,
    )


def play_round(
    night: Night, tournament: Tournament, number: int, plan: dict[str, Any]
) -> Iterator[str]:
    stage = tournament.stages.get(number=1)
    round_ = stage.rounds.filter(number=number).first()
    if round_ is None:
        round_ = rounds.draw_round(night.owner, stage, seed=plan["seed"])
        check_tables(round_, plan)
        tables = len(plan["expected_tables"])
        yield f"round {number}: drawn with seed {round_.seed}, tables: {tables}"
    if round_.state == RoundState.DRAWN:
        round_ = rounds.publish_round(night.owner, round_)
        if "tables" not in plan:
            yield f"round {number}: open, its results are yours to enter"
    if round_.state == RoundState.PUBLISHED and "tables" in plan:
        count = enter_results(night, round_, plan)
        yield f"round {number}: {count} matches entered and confirmed"
        yield wait_for_worker(round_)
        rounds.close_round(night.owner, round_)


def check_tables(round_: Round, plan: dict[str, Any]) -> None:
    """The seed must give the tables that the file has results for."""
    seats = round_.seats.order_by("series__table_no", "position")
    drawn: dict[int | None, list[int]] = {}
    for table, number in seats.values_list("series__table_no", "player__number"):
        drawn.setdefault(table, []).append(int(number))
    if list(drawn.values()) != plan["expected_tables"]:
        raise Broken(f"{round_} has other tables than the example has results for")


def enter_results(night: Night, round_: Round, plan: dict[str, Any]) -> int:
    """Every match of the round; the evening's very first sheet of Gazebo is misread at first."""
    matches = Match.objects.filter(series__round=round_).select_related("series__club")
    planned = list(matches.order_by("series__table_no", "number"))
    sheets = [sheet for table in plan["tables"] for sheet in table["matches"]]
    for match, sheet in zip(planned, sheets, strict=True):
        is_first = match is planned[0] and round_.number == 1
        enter(night, match, sheet, misread(sheet) if is_first else sheet)
    return len(sheets)


def enter(night: Night, match: Match, sheet: dict[str, Any], as_read: dict[str, Any]) -> None:
    """The scorer reports what was read, the organiser confirms it, or corrects it."""
    result = match.results.exclude(state=ResultState.SUPERSEDED).first()
    if result is None:
        result = results.report_result(night.scorer, match, as_read, confirm=False)
    if result.sheet != sheet:
        results.correct_result(
            night.owner, match, sheet, revision=result.revision, reason="One gazebo too many"
        )
    elif result.state != ResultState.CONFIRMED:
        results.confirm_result(night.owner, result)


def misread(sheet: dict[str, Any]) -> dict[str, Any]:
    """A Gazebo sheet with one more left over at the last seat; any other sheet as it is."""
    *seats, last = sheet["seats"]
    return {**sheet, "seats": [*seats, {"left": last["left"] + 1}]} if "left" in last else sheet


def wait_for_worker(round_: Round) -> str:
    """A worker computes the standing after each change: waits until the last one is counted."""
    position = queries.position_of(round_.stage.tournament)
    for _ in range(PATIENCE * 10):
        if round_.snapshots.filter(revision=0, position=position).exists():
            return f"round {round_.number}: standing computed by a worker"
        time.sleep(0.1)
    return (
        f"round {round_.number}: no worker within {PATIENCE} s, so the standing waits for readers"
    )
