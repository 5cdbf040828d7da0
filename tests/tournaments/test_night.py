"""A tournament from its creation to its last standing, through the services."""

from fractions import Fraction

import pytest

from tests import factories
from tournaments.errors import Conflict, Forbidden, Refused, Stale
from tournaments.models import (
    Club,
    Entry,
    Job,
    JournalEntry,
    Match,
    Result,
    Round,
    Score,
    Seat,
    Series,
    Snapshot,
    Tournament,
    User,
)
from tournaments.services import entries, jobs, results, rounds, standings, tournaments

pytestmark = pytest.mark.django_db


def everything() -> tuple[object, ...]:
    """A fingerprint of the tables that a night writes to."""
    models = (Tournament, Entry, Round, Series, Seat, Match, Result, Score, Snapshot, JournalEntry)
    return tuple(list(model.objects.order_by("id").values()) for model in models)  # type: ignore[attr-defined]


@pytest.fixture
def match(round_: Round) -> Match:
    return Match.objects.filter(series__round=round_, series__table_no=1, number=1).get()


def test_a_night_ends_in_a_kept_standing(owner: User, night: Tournament, round_: Round) -> None:
    factories.play_round(owner, round_)
    round_ = rounds.close_round(owner, round_)
    snapshot = standings.current(round_)
    rows = snapshot.standings["rows"]
    assert snapshot.revision == 1
    assert snapshot.position == JournalEntry.objects.order_by("-position")[0].position
    assert [row["rank"] for row in rows] == [1, 2, 3, 4, 5, 6, 7]
    assert [row["values"]["points"] for row in rows] == ["1", "1", "2/3", "1/2", "1/3", "0", "0"]
    assert sum(Fraction(row["values"]["wins"]) for row in rows) == 2
    tournaments.finish_tournament(owner, night)
    assert Tournament.objects.get().state == "finished"


def test_short_tables_are_reported(round_: Round) -> None:
    assert [len(s.seats.all()) for s in round_.series.order_by("table_no")] == [4, 3]
    assert [(t["table"], t["size"]) for t in round_.report["short_tables"]] == [(2, 3)]
    assert round_.report["seed"] == 7


def test_the_same_seed_draws_the_same_tables(owner: User, night: Tournament) -> None:
    def tables() -> list[list[int]]:
        drawn = factories.draw(owner, night, publish=False, seed=99)
        return [list(s.seats.values_list("player", flat=True)) for s in drawn.series.all()]

    first = tables()
    assert tables() == first
    assert Round.objects.count() == 1


def test_the_second_round_seats_few_together_again(owner: User, club: Club) -> None:
    night = factories.entered(owner, club, 16)
    for number in (1, 2, 3):
        round_ = factories.draw(owner, night)
        assert (round_.number, round_.report["repeats"], round_.report["bound"]) == (number, 0, 0)
        factories.play_round(owner, round_)
        rounds.close_round(owner, round_)


def test_each_action_writes_one_journal_entry(owner: User, match: Match) -> None:
    result = factories.report(owner, match, [30, 40, 50, 60], confirm=False)
    results.confirm_result(owner, result)
    verbs = JournalEntry.objects.order_by("position").values_list("verb", flat=True)
    assert list(verbs)[-5:] == [
        "enter_players",
        "draw_round",
        "publish_round",
        "report_result",
        "confirm_result",
    ]
    positions = list(JournalEntry.objects.order_by("position").values_list("position", flat=True))
    assert positions == list(range(1, len(positions) + 1))


def test_a_result_is_scored_and_placed(owner: User, match: Match) -> None:
    factories.report(owner, match, [30, 50, 50, 60])
    scores = Score.objects.order_by("seat__position").values_list("score", "place", "credit")
    assert [(score, str(place), credit) for score, place, credit in scores] == [
        (30, "4.0", 0), (50, "2.5", 0), (50, "2.5", 0), (60, "1.0", 1),
    ]  # fmt: skip


def test_a_reported_result_counts_once_it_is_confirmed(owner: User, round_: Round) -> None:
    table = round_.series.get(table_no=1)
    reported = [
        factories.report(owner, match, [30, 40, 50, 60], confirm=False)
        for match in table.matches.all()
    ]
    assert {row["played"] for row in standings.current(round_).standings["rows"]} == {0}
    for result in reported:
        results.confirm_result(owner, result)
    assert sum(row["played"] for row in standings.current(round_).standings["rows"]) == 4
    assert Series.objects.get(pk=table.pk).state == "done"


def test_a_disputed_result_does_not_count(owner: User, round_: Round) -> None:
    table = round_.series.get(table_no=1)
    factories.play_series(owner, table)
    result = Result.objects.filter(match__series=table).first()
    assert result is not None
    results.dispute_result(owner, result, reason="Seat 2 says 42")
    assert {row["played"] for row in standings.current(round_).standings["rows"]} == {0}
    assert Series.objects.get(pk=table.pk).state == "playing"


def test_a_correction_is_a_new_revision(owner: User, match: Match) -> None:
    first = factories.report(owner, match, [30, 40, 50, 60])
    second = results.correct_result(
        owner, match, factories.points_sheet([31, 40, 50, 60]), revision=1, reason="Misread"
    )
    states = Result.objects.order_by("revision").values_list("revision", "state")
    assert list(states) == [(1, "superseded"), (2, "confirmed")]
    assert first.scores.get(seat__position=0).score == 30
    assert second.scores.get(seat__position=0).score == 31


def test_a_correction_after_closing_makes_the_next_standing(owner: User, round_: Round) -> None:
    factories.play_round(owner, round_)
    rounds.close_round(owner, round_)
    match = round_.series.get(table_no=1).matches.get(number=1)
    results.correct_result(owner, match, factories.points_sheet([70, 40, 50, 60]), revision=1)
    kept = Snapshot.objects.filter(round=round_, revision__gt=0).order_by("revision")
    assert [snapshot.revision for snapshot in kept] == [1, 2]
    assert kept[0].position < kept[1].position
    assert standings.current(round_).revision == 0 + 2


def test_a_result_stands_once_the_next_round_is_drawn(owner: User, night: Tournament,
                                                      round_: Round) -> None:  # fmt: skip
    factories.play_round(owner, round_)
    rounds.close_round(owner, Round.objects.get())
    factories.draw(owner, night, publish=False)
    match = round_.series.get(table_no=1).matches.get(number=1)
    before = everything()
    with pytest.raises(Conflict) as refusal:
        results.correct_result(owner, match, factories.points_sheet([70, 4, 5, 6]), revision=1)
    assert refusal.value.code == "next_round_drawn"
    assert everything() == before


def test_a_closed_rounds_result_is_corrected_and_not_disputed(
    owner: User, night: Tournament, round_: Round
) -> None:
    factories.play_round(owner, round_)
    rounds.close_round(owner, round_)
    before = everything()
    with pytest.raises(Conflict, match="A scorer can correct") as refusal:
        results.dispute_result(owner, Result.objects.all()[0], reason="No")
    assert refusal.value.code == "round_closed"
    assert everything() == before


def test_an_abandoned_match_of_a_closed_round_stays_so(owner: User, round_: Round) -> None:
    table = round_.series.get(table_no=2)
    results.abandon_match(owner, table.matches.get(number=3))
    for match in table.matches.filter(number__lt=3):
        factories.report(owner, match, [30, 40, 50])
    factories.play_series(owner, round_.series.get(table_no=1))
    rounds.close_round(owner, round_)
    before = everything()
    with pytest.raises(Conflict) as refusal:
        results.resume_match(owner, table.matches.get(number=3))
    assert refusal.value.code == "round_closed"
    assert everything() == before


def test_a_round_closes_only_when_all_tables_are_done(owner: User, round_: Round) -> None:
    factories.play_series(owner, round_.series.get(table_no=1))
    before = everything()
    with pytest.raises(Conflict) as refusal:
        rounds.close_round(owner, round_)
    assert refusal.value.facts["tables"] == [2]
    assert everything() == before


@pytest.mark.parametrize(
    ("unplayed", "totals", "state"),
    [
        ("drop", [60, 80, 100], "done"),
        ("worst", [60, 80, 100], "done"),
        ("replay", None, "playing"),
    ],
)
def test_an_abandoned_match_counts_as_the_policy_says(
    owner: User, club: Club, unplayed: str, totals: list[int] | None, state: str
) -> None:
    round_ = factories.draw(owner, factories.entered(owner, club, 3, unplayed=unplayed))
    table = round_.series.get()
    first, second, third = table.matches.order_by("number")
    factories.report(owner, first, [30, 40, 50])
    factories.report(owner, second, [30, 40, 50])
    results.abandon_match(owner, third, reason="Closing time")
    table.refresh_from_db()
    assert table.state == state
    rows = {r["player"]: r for r in standings.current(round_).standings["rows"]}
    played = {row["played"] for row in rows.values()}
    assert played == ({1} if totals else {0})
    results.resume_match(owner, third)
    factories.report(owner, third, [50, 40, 30])
    table.refresh_from_db()
    assert table.state == "done"


def test_who_drops_keeps_the_rank_and_is_not_drawn(owner: User, night: Tournament,
                                                   round_: Round) -> None:  # fmt: skip
    factories.play_round(owner, round_)
    rounds.close_round(owner, round_)
    best = standings.current(round_).standings["rows"][0]["player"]
    entries.move_entry(owner, Entry.objects.get(player=best), "drop")
    second = factories.draw(owner, night)
    assert best not in second.seats.values_list("player", flat=True)
    row = standings.current(second).standings["rows"][0]
    assert (row["player"], row["state"], row["rank"]) == (best, "dropped", 1)


def test_a_late_entry_joins_the_next_round(owner: User, club: Club, night: Tournament,
                                           round_: Round) -> None:  # fmt: skip
    late = factories.players.add_player(owner, club, name="Latecomer")
    (entry,) = entries.enter_players(owner, night, [late])
    assert entry.joined_round == 2
    factories.play_round(owner, round_)
    rounds.close_round(owner, round_)
    assert late.pk in factories.draw(owner, night).seats.values_list("player", flat=True)


def test_a_drawn_table_and_its_tournament_count_abandoned_matches_alike(
    owner: User, night: Tournament
) -> None:
    tournaments.change_tournament(owner, night, unplayed="worst")
    drawn = factories.draw(owner, night, publish=False)
    before = everything()
    with pytest.raises(Conflict) as refusal:
        tournaments.change_tournament(owner, night, unplayed="replay")
    assert refusal.value.code == "already_drawn"
    assert str(refusal.value) == (
        "A round is drawn: what its tables play, and what an abandoned match counts there, "
        "can't change now."
    )
    assert everything() == before
    assert set(drawn.series.values_list("unplayed", flat=True)) == {"worst"}
    rounds.discard_draw(owner, drawn)
    assert tournaments.change_tournament(owner, night, unplayed="replay").unplayed == "replay"


def test_a_draw_is_outdated_when_somebody_goes(owner: User, night: Tournament) -> None:
    drawn = factories.draw(owner, night, publish=False)
    entries.move_entry(owner, night.entries.all()[0], "drop")
    before = everything()
    with pytest.raises(Conflict, match="Player 001") as refusal:
        rounds.publish_round(owner, drawn)
    assert refusal.value.code == "draw_is_outdated"
    assert everything() == before


def test_a_stale_draw_is_refused(owner: User, night: Tournament) -> None:
    version = Tournament.objects.get().version
    entries.move_entry(owner, night.entries.all()[0], "drop")
    before = everything()
    with pytest.raises(Stale):
        rounds.draw_round(owner, night.stages.get(), expected=version)
    assert everything() == before


REFUSED_REPORTS = {
    "too few seats": ({"seats": [{"points": 30}]}, "N"),
    "unreachable points": (factories.points_sheet([30, 40, 50, 1]), "N"),
    "no sheet": ({}, ""),
    "eight cards": ({"seats": [{"hand": "P0"}] * 4}, "N"),
}


@pytest.mark.parametrize("name", REFUSED_REPORTS)
def test_a_wrong_sheet_changes_nothing(owner: User, match: Match, name: str) -> None:
    sheet, rule = REFUSED_REPORTS[name]
    before = everything()
    with pytest.raises(Refused) as refusal:
        results.report_result(owner, match, sheet)
    assert refusal.value.status == 422
    assert rule in refusal.value.facts["rule"]
    assert everything() == before


def test_a_second_report_says_who_was_faster(owner: User, club: Club, match: Match) -> None:
    scorer = factories.member(owner, club, "kaede", "scorer")
    factories.report(scorer, match, [30, 40, 50, 60])
    before = everything()
    with pytest.raises(Conflict, match="kaede entered this match already: 30, 40, 50, 60"):
        factories.report(owner, match, [30, 40, 50, 61])
    assert everything() == before


def test_players_report_their_own_table_and_no_other(owner: User, club: Club,
                                                     round_: Round) -> None:  # fmt: skip
    seated = factories.member(owner, club, "sora", "member")
    player = round_.seats.get(series__table_no=1, position=0).player
    factories.players.change_player(owner, player, user=seated)
    own = Match.objects.get(series__round=round_, series__table_no=1, number=1)
    other = Match.objects.get(series__round=round_, series__table_no=2, number=1)
    assert factories.report(seated, own, [30, 40, 50, 60]).state == "reported"
    before = everything()
    with pytest.raises(Forbidden):
        factories.report(seated, other, [30, 40, 50])
    assert everything() == before


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"table_size": 3}, "already_drawn"),
        ({"matches": [{"mission": 1}]}, "already_drawn"),
        ({"keys": ["points"]}, "standing_kept"),
        ({"scheme": "fair"}, "standing_kept"),
        ({"unplayed": "worst"}, "already_drawn"),
        ({"name": "New", "unplayed": "drop"}, "already_drawn"),
        ({"seed": 4}, "standing_kept"),
    ],
)
def test_what_was_played_by_stays(
    owner: User, night: Tournament, round_: Round, changes: dict[str, object], code: str
) -> None:
    factories.play_round(owner, round_)
    rounds.close_round(owner, round_)
    before = everything()
    with pytest.raises(Conflict) as refusal:
        tournaments.change_tournament(owner, night, **changes)
    assert refusal.value.code == code
    assert everything() == before
    tournaments.change_tournament(owner, night, name="Another name")
    assert Tournament.objects.get().name == "Another name"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"matches": [{"mission": 9}]}, None),
        ({"matches": [{"mission": 1}, {"mission": 1}]}, None),
        ({"matches": []}, None),
        ({"game": "chess"}, "unknown_game"),
        ({"table_size": 7}, "bad_table_size"),
        ({"table_size": "4"}, "bad_table_size"),
        ({"options": {"min_run": -1}}, None),
        ({"options": {"nothing": 1}}, None),
        ({"scheme": "luck"}, "unknown_scheme"),
        ({"scheme": "win_draw"}, "wrong_table_size"),
        ({"keys": ["points", "luck"]}, "unknown_key"),
        ({"keys": []}, None),
        ({"unplayed": "ignore"}, "bad_unplayed"),
        ({"seed": -1}, "bad_seed"),
        ({"seed": 2**60}, "bad_seed"),
        ({"name": " "}, "missing"),
        ({"name": "x" * 121}, "too_long"),
        ({"timezone": "Mars/Base"}, "unknown_timezone"),
        ({"starts_on": "30.11.2026"}, "bad_date"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(
    owner: User, club: Club, changes: dict[str, object], code: str | None
) -> None:
    before = everything()
    with pytest.raises(Refused) as refusal:
        factories.tournament(owner, club, **changes)
    assert code is None or refusal.value.code == code
    assert everything() == before


def test_a_scheme_for_two_needs_tables_of_two(owner: User, club: Club) -> None:
    duel = factories.entered(owner, club, 4, table_size=2, scheme="win_draw")
    before = everything()
    with pytest.raises(Refused) as refusal:
        tournaments.change_tournament(owner, duel, table_size=3)
    assert refusal.value.code == "wrong_table_size"
    assert everything() == before
    round_ = factories.draw(owner, duel)
    factories.play_round(owner, round_)
    points = [row["values"]["points"] for row in standings.current(round_).standings["rows"]]
    assert points == ["1", "1", "0", "0"]


def test_too_few_players_are_refused(owner: User, club: Club) -> None:
    night = factories.entered(owner, club, 1)
    with pytest.raises(Refused) as refusal:
        factories.draw(owner, night)
    assert refusal.value.code == "too_few_entries"
    assert not Round.objects.exists()


def test_a_worker_computes_the_standing(owner: User, night: Tournament, round_: Round,
                                        bell: list[tuple[str, str]]) -> None:  # fmt: skip
    from tournaments.tasks import compute_standings

    factories.play_series(owner, round_.series.get(table_no=1))
    compute_standings(str(night.pk))
    job = Job.objects.filter(kind="standings").latest("id")
    snapshot = Snapshot.objects.get()
    assert (job.state, job.message) == ("done", f"round 1 up to position {snapshot.position}")
    assert snapshot.position == JournalEntry.objects.latest("position").position
    assert standings.current(round_) == snapshot


def test_the_sweeper_rings_for_what_was_lost(owner: User, night: Tournament, round_: Round,
                                             bell: list[tuple[str, str]]) -> None:  # fmt: skip
    Job.objects.update(requested_at="2026-01-01T00:00:00Z")
    bell.clear()
    assert jobs.sweep() == 1
    assert bell == [("standings", str(night.pk))]
