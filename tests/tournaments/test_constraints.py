"""What the database itself refuses, whoever writes."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from tests import factories
from tournaments.models import (
    BoardVersion,
    Club,
    Entry,
    Job,
    JournalEntry,
    Match,
    Membership,
    Player,
    Result,
    Round,
    Score,
    Series,
    Snapshot,
    User,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(owner: User, club: Club) -> Round:
    round_ = factories.draw(owner, factories.entered(owner, club, 7))
    factories.report(owner, Match.objects.filter(number=1)[0], [30, 40, 50, 60])
    factories.players.add_player(owner, club, name="Free")
    return round_


def copy(row: Any, **changes: Any) -> None:
    """Inserts a copy of a row with changes."""
    row.pk = None
    row._state.adding = True
    for name, value in changes.items():
        setattr(row, name, value)
    row.save(force_insert=True)


def other(club: Club) -> Player:
    return Player.objects.get(club=club, name="Free")


REFUSED: dict[str, tuple[str, Callable[[Round], Any]]] = {
    "two seats of one player in a round": (
        "one_seat_a_round",
        lambda r: copy(
            r.seats.filter(series__table_no=1)[0],
            series=r.series.get(table_no=2),
            position=5,
        ),
    ),
    "two players on one seat": (
        "one_player_a_seat",
        lambda r: copy(r.seats.all()[0], player=other(r.stage.tournament.club)),
    ),
    "a seat in another round than its series": (
        "a_seat_is_in_its_series_round",
        lambda r: copy(
            r.seats.all()[0],
            player=other(r.stage.tournament.club),
            position=5,
            series=Series.objects.create(
                club=r.stage.tournament.club, game="niwa", round=None, table_no=None
            ),
            round=r,
        ),
    ),
    "two tables of one number": ("table_number_once", lambda r: copy(r.series.all()[0])),
    "a table without a number": (
        "a_table_has_a_number",
        lambda r: r.series.update(table_no=None),
    ),
    "two matches of one number": ("match_number_once", lambda r: copy(Match.objects.all()[0])),
    "two confirmed results": (
        "one_confirmed_result_a_match|one_result_in_force_a_match",
        lambda r: copy(Result.objects.get(), revision=2),
    ),
    "two results in force": (
        "one_result_in_force_a_match",
        lambda r: copy(Result.objects.get(), revision=2, state="reported"),
    ),
    "one revision twice": (
        "result_revision_once",
        lambda r: copy(Result.objects.get(), state="superseded"),
    ),
    "a confirmed result of nobody": (
        "confirmed_says_by_whom",
        lambda r: Result.objects.update(confirmed_by=None),
    ),
    "a result's sheet changed": (
        "append-only",
        lambda r: Result.objects.update(sheet={"seats": []}),
    ),
    "a result deleted": ("append-only", lambda r: Result.objects.all()._raw_delete("default")),
    "a score changed": ("append-only", lambda r: Score.objects.update(score=99)),
    "a second score of a seat": ("one_score_a_seat", lambda r: copy(Score.objects.all()[0])),
    "a journal position twice": (
        "journal_position_once",
        lambda r: copy(JournalEntry.objects.all()[0]),
    ),
    "a journal entry changed": ("append-only", lambda r: JournalEntry.objects.update(verb="x")),
    "a kept standing changed": (
        "append-only",
        lambda r: (
            Snapshot.objects.create(
                round=r, revision=1, position=1, standings={}, computed_at=timezone.now()
            ),
            Snapshot.objects.update(standings={"rows": []}),
        ),
    ),
    "two entries of one player": ("entry_once", lambda r: copy(Entry.objects.all()[0])),
    "replaced by nobody": (
        "replaced_says_by_whom",
        lambda r: Entry.objects.update(state="replaced"),
    ),
    "a second open round": (
        "one_round_at_a_time",
        lambda r: copy(Round.objects.get(), number=2),
    ),
    "a closed round without times": (
        "round_times_fit_its_state",
        lambda r: Round.objects.update(state="closed"),
    ),
    "one name twice in a club": (
        "player_name_once_in_a_club",
        lambda r: copy(Player.objects.all()[0]),
    ),
    "one number twice in a club": (
        "player_number_once_in_a_club",
        lambda r: Player.objects.update(number="7"),
    ),
    "merged into oneself": (
        "not_merged_into_itself",
        lambda r: Player.objects.filter(name="Free").update(
            merged_into=Player.objects.get(name="Free")
        ),
    ),
    "two roles in a club": ("membership_once", lambda r: copy(Membership.objects.get())),
    "an unknown role": ("known_role", lambda r: Membership.objects.update(role="king")),
    "two queued jobs": ("one_queued_job_for_a_thing", lambda r: copy(Job.objects.get())),
    "a running job without a lease": (
        "a_running_job_has_a_lease",
        lambda r: Job.objects.update(state="running"),
    ),
    "a done series without its time": (
        "a_done_series_says_when",
        lambda r: Series.objects.update(state="done"),
    ),
    "one shipped board twice": (
        "board_version_once",
        lambda r: [
            BoardVersion.objects.create(name="bird", text=".", hash="0", status="reconstruction")
            for _ in range(2)
        ],
    ),
    "a player with seats deleted": (
        "fk|foreign key",
        lambda r: Player.objects.filter(pk=r.seats.all()[0].player_id)._raw_delete("default"),
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_the_database_refuses(round_: Round, name: str) -> None:
    constraint, write = REFUSED[name]
    with pytest.raises(DatabaseError, match=constraint), transaction.atomic():
        _write_and_check(write, round_)


def _write_and_check(write: Callable[[Round], Any], round_: Round) -> None:
    write(round_)
    with connection.cursor() as cursor:  # what is deferred to the commit is checked now
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
