"""What the database itself refuses, whoever writes."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps import apps
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
    Rating,
    RatingChange,
    RatingEvent,
    RatingPool,
    Result,
    Round,
    Score,
    Series,
    Snapshot,
    TileSetVersion,
    User,
)
from tournaments.services import casual, results

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def round_(django_db_setup: None, django_db_blocker: Any) -> Iterator[Round]:
    """Two published tables with one confirmed result, a player more, and what is elsewhere.

    Made once for the module: each test takes back what it wrote.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        owner = factories.user("hanako")
        club = factories.club(owner)
        round_ = factories.draw(owner, factories.entered(owner, club, 7))
        factories.report(owner, Match.objects.filter(number=1)[0], [30, 40, 50, 60])
        factories.players.add_player(owner, club, name="Free")
        _elsewhere(owner, club)
        _rated(round_)
        yield round_
        transaction.set_rollback(True)


def _elsewhere(owner: User, club: Club) -> None:
    """A second club with a night of its own, a casual series here, and data of both games."""
    other_club = factories.club(owner, "Club Pine")
    other_round = factories.draw(owner, factories.entered(owner, other_club, 4))
    series = casual.start_series(
        owner, club, game="gazebo", players=club.players.order_by("id")[:2],
        matches=[{"board": "bird"}],
    )  # fmt: skip
    for kind in (BoardVersion, TileSetVersion):
        for home in (club, other_club):
            kind.objects.create(club=home, name="Own", text="..", hash="0" * 64, status="own")
    board = BoardVersion.objects.get(club=club)
    Match.objects.filter(series=series).update(board_version=board)
    first = Match.objects.filter(series__round=other_round).order_by("id")[0]
    result = factories.report(owner, first, [30, 40, 50, 60], confirm=False)
    results.dispute_result(owner, result, reason="No")
    results.correct_result(owner, first, factories.points_sheet([31, 40, 50, 60]), revision=1)


def _rated(round_: Round) -> None:
    """A rating, and what both tables made of it, one for each of two players."""
    pool = RatingPool.objects.create(
        club=round_.stage.tournament.club, game="niwa", model="test", version=1
    )
    values = {"mu_before": 25, "sigma_before": 8, "mu_after": 26, "sigma_after": 7}
    for series in round_.series.order_by("table_no"):
        seat = series.seats.all()[0]
        event = _count(pool, series)
        RatingChange.objects.create(
            pool=pool, event=event, player=seat.player, number=1, side=0, place=1, **values
        )
    Rating.objects.create(pool=pool, player=seat.player, mu=26, sigma=7, events=1)


def _count(pool: RatingPool, series: Series) -> RatingEvent:
    return RatingEvent.objects.create(
        pool=pool, series=series, seen_version=1, closed_at=timezone.now(), counts=True
    )


def copy(row: Any, **changes: Any) -> None:
    """Inserts a copy of a row with changes."""
    row.pk = None
    row._state.adding = True
    for name, value in changes.items():
        setattr(row, name, value)
    row.save(force_insert=True)


def _stranger(round_: Round) -> Player:
    return Player.objects.exclude(club=round_.stage.tournament.club)[0]


def other(club: Club) -> Player:
    return Player.objects.get(club=club, name="Free")


def reported(round_: Round) -> Result:
    """The one result of the round: confirmed."""
    return Result.objects.get(match__series__round=round_)


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
        "a_seat_is_in_the_round_of_its_series",
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
        lambda r: copy(reported(r), revision=2),
    ),
    "two results in force": (
        "one_result_in_force_a_match",
        lambda r: copy(reported(r), revision=2, state="reported"),
    ),
    "one revision twice": (
        "result_revision_once",
        lambda r: copy(reported(r), state="superseded"),
    ),
    "a confirmed result of nobody": (
        "confirmed_says_by_whom",
        lambda r: copy(reported(r), revision=2, confirmed_by=None),
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
        lambda r: copy(Round.objects.get(pk=r.pk), number=2),
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
    "two roles in a club": ("membership_once", lambda r: copy(Membership.objects.all()[0])),
    "an unknown role": ("known_role", lambda r: Membership.objects.update(role="king")),
    "two queued jobs": ("one_queued_job_for_a_thing", lambda r: copy(Job.objects.all()[0])),
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
    "two boards of one name in force": (
        "one_board_in_force_a_name",
        lambda r: copy(BoardVersion.objects.get(club=r.stage.tournament.club), hash="1", number=2),
    ),
    "a version of a board twice": (
        "board_number_once",
        lambda r: copy(
            BoardVersion.objects.get(club=r.stage.tournament.club),
            hash="1",
            retired_at=timezone.now(),
        ),
    ),
    "a shipped board retired": (
        "board_own_or_shipped",
        lambda r: BoardVersion.objects.filter(name="bird").update(retired_at=timezone.now()),
    ),
    "a shipped board that is a club's own": (
        "board_own_or_shipped",
        lambda r: BoardVersion.objects.create(name="Own", text=".", hash="0", status="own"),
    ),
    "a club's board that is shipped": (
        "board_own_or_shipped",
        lambda r: copy(
            BoardVersion.objects.get(club=r.stage.tournament.club),
            status="sourced",
            hash="1",
            number=2,
            retired_at=timezone.now(),
        ),
    ),
    "two pools of a club and game": (
        "one_pool_a_club_and_game",
        lambda r: copy(RatingPool.objects.get()),
    ),
    "a pool of no known game": (
        "known_pool_game",
        lambda r: RatingPool.objects.update(game="chess"),
    ),
    "a rating event that is another club's series": (
        "a_rating_event_is_a_series_of_the_pool",
        lambda r: _count(
            RatingPool.objects.get(), Series.objects.exclude(club=r.stage.tournament.club)[0]
        ),
    ),
    "a rating event of another game": (
        "a_rating_event_is_a_series_of_the_pool",
        lambda r: _count(RatingPool.objects.get(), Series.objects.get(game="gazebo")),
    ),
    "a rating of another club's player": (
        "a_rating_is_for_a_player_of_the_club",
        lambda r: copy(Rating.objects.all()[0], player=_stranger(r)),
    ),
    "a rating twice": (
        "one_rating_a_player",
        lambda r: copy(Rating.objects.all()[0]),
    ),
    "a rating without doubt": (
        "ratings_leave_doubt",
        lambda r: Rating.objects.update(sigma=0),
    ),
    "a rating that no event gave": (
        "rated_by_an_event",
        lambda r: Rating.objects.update(events=0),
    ),
    "a rating change of another club's player": (
        "a_rating_change_is_of_an_event_of_the_pool",
        lambda r: copy(RatingChange.objects.all()[0], player=_stranger(r)),
    ),
    "a rating change in another pool": (
        "a_rating_change_is_of_an_event_of_the_pool",
        lambda r: copy(RatingChange.objects.all()[0], pool_id=0, number=9),
    ),
    "two changes of a player by one event": (
        "one_change_a_player",
        lambda r: copy(RatingChange.objects.all()[0], number=9),
    ),
    "a player's first event twice": (
        "rating_change_number_once",
        lambda r: copy(
            RatingChange.objects.order_by("id")[0], event=RatingEvent.objects.order_by("id")[1]
        ),
    ),
    "an event before the first": (
        "events_count_from_1",
        lambda r: RatingChange.objects.update(number=0),
    ),
    "a change that leaves no doubt": (
        "changes_leave_doubt",
        lambda r: RatingChange.objects.update(sigma_after=0),
    ),
    "a player with seats deleted": (
        "fk|foreign key",
        lambda r: Player.objects.filter(pk=r.seats.all()[0].player_id)._raw_delete("default"),
    ),
}


def stored() -> dict[str, list[dict[str, Any]]]:
    models = apps.get_app_config("tournaments").get_models()
    return {m.__name__: list(m._default_manager.order_by("pk").values()) for m in models}


@pytest.mark.parametrize("name", REFUSED)
def test_the_database_refuses(round_: Round, name: str) -> None:
    constraint, write = REFUSED[name]
    before = stored()
    with pytest.raises(DatabaseError, match=constraint), transaction.atomic():
        _write_and_check(write, round_)
    assert stored() == before


def _write_and_check(write: Callable[[Round], Any], round_: Round) -> None:
    write(round_)
    _execute("SET CONSTRAINTS ALL IMMEDIATE")  # what is deferred to the commit is checked now


def _execute(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


# By plain SQL, as somebody at the database's own prompt ------------------------------------------


HERE = "(SELECT id FROM tournaments_club WHERE name = 'Club Koi')"
PINE = "(SELECT id FROM tournaments_club WHERE name = 'Club Pine')"
STRANGER = f"(SELECT max(id) FROM tournaments_player WHERE club_id = {PINE})"
TABLE = "(SELECT min(id) FROM tournaments_series WHERE round_id IS NOT NULL)"
CASUAL = "(SELECT id FROM tournaments_series WHERE round_id IS NULL)"
RESULT = "(SELECT min(id) FROM tournaments_result)"
STAYS = "stays where it belongs"
PLAIN: dict[str, tuple[str, str]] = {
    # (what is said, the statement)
    "a series of no game": (
        "known_series_game",
        f"INSERT INTO tournaments_series (club_id, game, options, unplayed, start_seat, state,"
        f" version, created_at, changed_at) VALUES ({HERE}, 'chess', '{{}}', 'drop', 0, 'planned',"
        f" 1, now(), now())",
    ),
    "a table of another game than its tournament": (
        "a_table_plays_its_tournaments_game",
        "INSERT INTO tournaments_series (club_id, round_id, table_no, game, options, unplayed,"
        " start_seat, state, version, created_at, changed_at) SELECT club_id, round_id, 9,"
        f" 'gazebo', options, unplayed, 0, 'planned', 1, now(), now() FROM tournaments_series"
        f" WHERE id = {TABLE}",
    ),
    "a table of another club than its tournament": (
        "a_table_plays_its_tournaments_game",
        "INSERT INTO tournaments_series (club_id, round_id, table_no, game, options, unplayed,"
        f" start_seat, state, version, created_at, changed_at) SELECT {PINE}, round_id, 9,"
        " game, options, unplayed, 0, 'planned', 1, now(), now() FROM tournaments_series"
        f" WHERE id = {TABLE}",
    ),
    "a table with a seed of its own": (
        "a_table_has_its_rounds_seed",
        f"UPDATE tournaments_series SET seed = 7 WHERE id = {TABLE}",
    ),
    "a drawn tournament's game changed": (
        "a_drawn_tournament_keeps_its_game",
        "UPDATE tournaments_tournament SET game = 'gazebo'",
    ),
    "a series' game changed": (
        STAYS, f"UPDATE tournaments_series SET game = 'niwa' WHERE id = {CASUAL}",
    ),
    "a series moved to another club": (
        STAYS, f"UPDATE tournaments_series SET club_id = {PINE} WHERE id = {CASUAL}",
    ),
    "a series made a table": (
        STAYS,
        "UPDATE tournaments_series SET table_no = 9, round_id = (SELECT min(id) FROM"
        f" tournaments_round) WHERE id = {CASUAL}",
    ),
    "a tournament moved": (
        STAYS, f"UPDATE tournaments_tournament SET club_id = {PINE} WHERE club_id = {HERE}",
    ),
    "a stage moved": (
        STAYS,
        "UPDATE tournaments_stage SET number = 2, tournament_id = (SELECT max(id) FROM"
        " tournaments_tournament) WHERE id = (SELECT min(id) FROM tournaments_stage)",
    ),
    "a round moved": (
        STAYS,
        "UPDATE tournaments_round SET number = 2, stage_id = (SELECT max(id) FROM"
        " tournaments_stage) WHERE id = (SELECT min(id) FROM tournaments_round)",
    ),
    "an entry moved": (
        STAYS,
        "UPDATE tournaments_entry SET tournament_id = (SELECT max(id) FROM"
        " tournaments_tournament) WHERE id = (SELECT min(id) FROM tournaments_entry)",
    ),
    "a player moved": (
        STAYS, f"UPDATE tournaments_player SET club_id = {PINE} WHERE name = 'Free'",
    ),
    "a membership moved": (
        STAYS,
        "UPDATE tournaments_membership SET user_id = (SELECT max(id) FROM tournaments_user) + 1",
    ),
    "a seat moved": (
        STAYS,
        f"UPDATE tournaments_seat SET series_id = {CASUAL}, round_id = NULL, position = 5"
        f" WHERE series_id = {TABLE} AND position = 0",
    ),
    "a match moved": (
        STAYS,
        f"UPDATE tournaments_match SET series_id = {CASUAL}, number = 9"
        f" WHERE series_id = {TABLE} AND number = 2",
    ),
    "a second seat in a round, without the round": (
        "a_seat_is_in_the_round_of_its_series",
        "INSERT INTO tournaments_seat (series_id, player_id, position)"
        f" SELECT {TABLE} + 1, player_id, 9 FROM tournaments_seat"
        f" WHERE series_id = {TABLE} AND position = 0",
    ),
    "a seat without its round": (
        STAYS, f"UPDATE tournaments_seat SET round_id = NULL WHERE series_id = {TABLE}",
    ),
    "what was played changed under its result": (
        "a_match_with_a_result_keeps_what_is_played",
        "UPDATE tournaments_match SET setup = '{\"mission\": 4}' WHERE id ="
        f" (SELECT match_id FROM tournaments_result WHERE id = {RESULT})",
    ),
    "a seat for a player of another club": (
        "a_seat_is_for_a_player_of_the_club",
        f"INSERT INTO tournaments_seat (series_id, player_id, position)"
        f" VALUES ({CASUAL}, {STRANGER}, 5)",
    ),
    "a seat given to a player of another club": (
        "a_seat_is_for_a_player_of_the_club",
        f"UPDATE tournaments_seat SET player_id = {STRANGER} WHERE series_id = {CASUAL}"
        " AND position = 0",
    ),
    "an entry for a player of another club": (
        "an_entry_is_for_a_player_of_the_club",
        "INSERT INTO tournaments_entry (tournament_id, player_id, state, joined_round, version,"
        f" created_at, changed_at) SELECT min(id), {STRANGER}, 'registered', 1, 1, now(), now()"
        " FROM tournaments_tournament",
    ),
    "an entry given to a player of another club": (
        "an_entry_is_for_a_player_of_the_club",
        f"UPDATE tournaments_entry SET player_id = {STRANGER}"
        " WHERE id = (SELECT min(id) FROM tournaments_entry)",
    ),
    "replaced by an entry of another tournament": (
        "replaced_in_its_own_tournament",
        "UPDATE tournaments_entry SET state = 'replaced', replaced_by_id = (SELECT max(id) FROM"
        " tournaments_entry) WHERE id = (SELECT min(id) FROM tournaments_entry)",
    ),
    "merged into a player of another club": (
        "merged_in_its_own_club",
        f"UPDATE tournaments_player SET merged_into_id = {STRANGER} WHERE name = 'Free'",
    ),
    "a score for a seat of another series": (
        "a_score_is_for_a_seat_of_its_match",
        "INSERT INTO tournaments_score (result_id, seat_id, score, place, credit, detail)"
        f" SELECT {RESULT}, min(id), 1, 1, 0, '{{}}' FROM tournaments_seat"
        f" WHERE series_id = {CASUAL}",
    ),
    "a result in effect from another tournament's round": (
        "effective_in_its_own_tournament",
        "INSERT INTO tournaments_result (match_id, revision, state, source, sheet, \"end\", reason,"
        " effective_round_id, reported_by_id, reported_at, changed_at) SELECT match_id, 9,"
        " 'superseded', source, sheet, \"end\", '', (SELECT max(id) FROM tournaments_round),"
        f" reported_by_id, now(), now() FROM tournaments_result WHERE id = {RESULT}",
    ),
    "another club's board played": (
        "a_board_of_the_club_or_shipped",
        "UPDATE tournaments_match SET board_version_id = (SELECT id FROM tournaments_boardversion"
        f" WHERE club_id = {PINE}) WHERE series_id = {CASUAL}",
    ),
    "another club's tile set played": (
        "tiles_of_the_club_or_shipped",
        "UPDATE tournaments_match SET tile_set_version_id = (SELECT id FROM"
        f" tournaments_tilesetversion WHERE club_id = {PINE}) WHERE series_id = {CASUAL}",
    ),
    "a tournament in another club's journal": (
        "a_tournament_is_in_its_clubs_journal",
        "INSERT INTO tournaments_journalentry (club_id, position, tournament_id, verb, at, noun,"
        f" noun_id, request_id) SELECT {PINE}, 999, min(id), 'x', now(), 'x', 1, ''"
        " FROM tournaments_tournament",
    ),
    "an entry of another club's journal undone": (
        "undone_in_its_own_journal",
        "INSERT INTO tournaments_journalentry (club_id, position, undoes_id, verb, at, noun,"
        f" noun_id, request_id) SELECT {PINE}, 999, min(id), 'x', now(), 'x', 1, ''"
        " FROM tournaments_journalentry",
    ),
    "a board's text changed": ("append-only", "UPDATE tournaments_boardversion SET text = 'x'"),
    "a board renamed": ("append-only", "UPDATE tournaments_boardversion SET name = 'x'"),
    "a board of somebody else": (
        "append-only",
        "UPDATE tournaments_boardversion SET made_by_id = (SELECT min(id) FROM tournaments_user)",
    ),
    "a board under another number": (
        "append-only",
        "UPDATE tournaments_boardversion SET retired_at = now(), number = number + 1",
    ),
    "a match with a result on another board": (
        "a_match_with_a_result_keeps_what_is_played",
        "UPDATE tournaments_match SET board_version_id = (SELECT id FROM tournaments_boardversion"
        f" WHERE club_id IS NULL) WHERE id = (SELECT match_id FROM tournaments_result WHERE id ="
        f" {RESULT})",
    ),
    "a tile set's hash changed": (
        "append-only", "UPDATE tournaments_tilesetversion SET hash = 'x'",
    ),
    "a board deleted that is played": (
        "fk|foreign key", f"DELETE FROM tournaments_boardversion WHERE club_id = {HERE}",
    ),
    "a result's reason changed": ("append-only", "UPDATE tournaments_result SET reason = 'x'"),
    "a result's effect moved": (
        "append-only",
        "UPDATE tournaments_result SET effective_round_id = (SELECT min(id) FROM"
        f" tournaments_round) WHERE id = {RESULT}",
    ),
    "a result confirmed by nobody": (
        "append-only", f"UPDATE tournaments_result SET confirmed_by_id = NULL WHERE id = {RESULT}",
    ),
    "a result confirmed at another time": (
        "append-only", f"UPDATE tournaments_result SET confirmed_at = now() WHERE id = {RESULT}",
    ),
    "a result renumbered": ("append-only", "UPDATE tournaments_result SET revision = revision + 5"),
    "a reason changed while confirming": (
        "append-only",
        f"UPDATE tournaments_result SET state = 'superseded', reason = 'x' WHERE id = {RESULT}",
    ),
    "a confirmed result reported again": (
        "never goes from confirmed to reported",
        f"UPDATE tournaments_result SET state = 'reported' WHERE id = {RESULT}",
    ),
    "a superseded result in force again": (
        "never goes from superseded to disputed",
        "UPDATE tournaments_result SET state = 'disputed' WHERE state = 'superseded'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PLAIN)
def test_the_database_refuses_plain_sql(round_: Round, name: str) -> None:
    says, statement = PLAIN[name]
    before = stored()
    with pytest.raises(DatabaseError, match=says), transaction.atomic():
        _execute(statement, "SET CONSTRAINTS ALL IMMEDIATE")
    assert stored() == before


@pytest.mark.parametrize("table", ["journalentry", "result", "score", "snapshot"])
def test_what_is_kept_is_never_emptied(round_: Round, table: str) -> None:
    _execute("SET CONSTRAINTS ALL IMMEDIATE")
    before = stored()
    says = f"tournaments_{table} is never emptied"
    with pytest.raises(DatabaseError, match=says), transaction.atomic():
        _execute("SET LOCAL teien.may_truncate = 'off'", f"TRUNCATE tournaments_{table} CASCADE")
    assert stored() == before


def test_a_board_that_nobody_has_played_can_go(round_: Round) -> None:
    _execute(f"DELETE FROM tournaments_boardversion WHERE club_id = {PINE}")
    assert [board.club.name for board in BoardVersion.objects.all() if board.club] == ["Club Koi"]
