"""Ratings of a club and game: updated after each change, and the same as if made anew."""

import threading
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone

from tests import factories
from tests.tournaments.test_races import at_once
from tournaments import queries_ratings
from tournaments.models import (
    Club,
    Job,
    Player,
    Rating,
    RatingChange,
    RatingEvent,
    RatingPool,
    Series,
    User,
)
from tournaments.rules import ratings as rules
from tournaments.services import casual, ratings, results
from tournaments.tasks import compute_ratings

pytestmark = pytest.mark.django_db


def kept() -> dict[str, list[tuple[Any, ...]]]:
    """All that is kept of ratings, without ids, positions and times."""
    changes = RatingChange.objects.order_by("event__series", "side", "player").values_list(
        "pool__game", "event__series", "player", "number", "side", "place", "mu_before",
        "sigma_before", "mu_after", "sigma_after",
    )  # fmt: skip
    events = RatingEvent.objects.order_by("series")
    now = Rating.objects.order_by("pool__game", "player")
    return {
        "changes": list(changes),
        "events": list(events.values_list("series", "seen_version", "closed_at", "counts")),
        "ratings": list(now.values_list("pool__game", "player", "mu", "sigma", "events")),
    }


def points(player: Player) -> int:
    """What the page would show; 1500 where nothing has counted."""
    row = Rating.objects.filter(player=player).first()
    return rules.Rating(row.mu, row.sigma, row.events).points if row else rules.START.points


def play(
    owner: User, club: Club, players: list[Player], scores: list[int], *, on: int = 0
) -> Series:
    """A casual series of one mission; `on`: the day of November on which it closed."""
    series = casual.start_series(
        owner, club, game="niwa", players=players, matches=[{"mission": 1}]
    )
    factories.report(owner, series.matches.get(), scores)
    if on:
        Series.objects.filter(pk=series.pk).update(closed_at=datetime(2026, 11, on, tzinfo=UTC))
    return series


def position(club: Club) -> int:
    club.refresh_from_db()
    return club.position


@pytest.fixture
def people(owner: User, club: Club) -> list[Player]:
    return factories.add_players(owner, club, 4)


def test_a_finished_series_changes_the_ratings_of_who_played(
    owner: User, club: Club, people: list[Player]
) -> None:
    series = play(owner, club, people[:3], [46, 30, 30])
    told = f"counted 1 series again, up to position {position(club)}"
    assert ratings.update(club, "niwa") == told
    pool = RatingPool.objects.get()
    assert (pool.club, pool.game, pool.position) == (club, "niwa", position(club))
    assert (pool.model, pool.version) == ("bradley_terry_part", 1)
    rows = RatingChange.objects.order_by("player").values_list(
        "event__series", "player", "number", "place", "mu_before"
    )
    first, second, third, absent = (player.pk for player in people)
    pk = series.pk
    assert list(rows) == [
        (pk, first, 1, 1, 25), (pk, second, 1, 2.5, 25), (pk, third, 1, 2.5, 25),
    ]  # fmt: skip
    assert [points(player) for player in people] == [1579, 1460, 1460, 1500]
    assert not Rating.objects.filter(player=absent).exists()


def test_pairs_are_rated_as_pairs(owner: User, club: Club, people: list[Player]) -> None:
    series = casual.start_series(
        owner, club, game="gazebo", players=people, matches=[{"board": "bird"}],
        options={"partnership": True},
    )  # fmt: skip
    sheet = {"seats": [{"left": 3}, {"left": 0}, {"left": 1}, {"left": 4}], "end": "last_gazebo"}
    results.report_result(owner, series.matches.get(), sheet)
    ratings.update(club, "gazebo")
    rows = RatingChange.objects.order_by("side", "player").values_list("player", "side", "place")
    a, b, c, d = (player.pk for player in people)
    assert list(rows) == [(a, 0, 1), (b, 0, 1), (c, 1, 2), (d, 1, 2)]
    assert points(people[0]) == points(people[1]) > 1500 > points(people[2]) == points(people[3])


def test_what_was_abandoned_counts_as_in_standings(
    owner: User, club: Club, people: list[Player]
) -> None:
    """By what was played (`drop`); where nothing was, not at all."""
    both = [
        casual.start_series(
            owner, club, game="niwa", players=people[:2], matches=[{"mission": 1}, {"mission": 2}]
        )
        for _ in range(2)
    ]
    factories.report(owner, both[0].matches.get(number=1), [46, 30])
    for series in both:
        results.abandon_rest(owner, series)
    ratings.update(club, "niwa")
    events = RatingEvent.objects.order_by("series").values_list("series", "counts")
    assert list(events) == [(both[0].pk, True), (both[1].pk, False)]
    assert RatingChange.objects.filter(event__series=both[0]).count() == 2
    assert RatingChange.objects.count() == 2
    casual.withdraw_series(owner, both[1])
    assert ratings.update(club, "niwa").startswith("counted 0 series")
    assert RatingEvent.objects.get().series == both[0]


def test_a_correction_counts_again_from_its_series_on(
    owner: User, club: Club, people: list[Player]
) -> None:
    played = [play(owner, club, people[:2], [46, 30], on=day) for day in (3, 1, 2)]
    ratings.update(club, "niwa")
    order = list(RatingEvent.objects.values_list("series", flat=True))
    assert order == [played[1].pk, played[2].pk, played[0].pk]
    before = list(RatingChange.objects.order_by("id").values())
    results.correct_result(
        owner, played[2].matches.get(), factories.points_sheet([30, 46]), revision=1
    )
    assert ratings.update(club, "niwa").startswith("counted 2 series again")
    rows = list(RatingChange.objects.order_by("id").values())
    assert [row["id"] for row in rows] == [row["id"] for row in before]
    assert rows[:2] == before[:2]
    assert all(
        row["changed_at"] > old["changed_at"] for row, old in zip(rows[2:], before[2:], strict=True)
    )
    as_updated = kept()
    ratings.rebuild(club, "niwa")
    assert kept() == as_updated


def test_nothing_is_written_anew_where_nothing_changed(
    owner: User, club: Club, people: list[Player]
) -> None:
    """A correction that leaves the places, a series between others, a rebuild."""
    series = play(owner, club, people[:2], [46, 30], on=1)
    play(owner, club, people[2:], [46, 30], on=2)
    ratings.update(club, "niwa")
    rows = list(RatingChange.objects.values()), list(Rating.objects.values())
    results.correct_result(
        owner, series.matches.get(), factories.points_sheet([36, 30]), revision=1
    )
    assert ratings.update(club, "niwa").startswith("counted 0 series")
    assert (list(RatingChange.objects.values()), list(Rating.objects.values())) == rows
    ratings.rebuild(club, "niwa")
    assert (list(RatingChange.objects.values()), list(Rating.objects.values())) == rows
    assert RatingPool.objects.get().position == position(club)


def test_a_disputed_result_does_not_count_until_it_is_confirmed(
    owner: User, club: Club, people: list[Player]
) -> None:
    series = play(owner, club, people[:2], [46, 30])
    ratings.update(club, "niwa")
    counted = points(people[0])
    result = results.dispute_result(owner, series.matches.get().results.get(), reason="No")
    ratings.update(club, "niwa")
    assert [points(player) for player in people[:2]] == [1500, 1500]
    assert (Rating.objects.count(), RatingEvent.objects.count()) == (0, 0)
    results.confirm_result(owner, result)
    ratings.update(club, "niwa")
    assert points(people[0]) == counted == 1579


def test_a_merged_players_past_is_the_survivors(
    owner: User, club: Club, people: list[Player]
) -> None:
    one, other, third, fourth = people
    play(owner, club, [one, third], [46, 30], on=1)
    play(owner, club, [other, third], [46, 30], on=2)
    play(owner, club, [one, other, fourth], [46, 30, 26], on=3)
    ratings.update(club, "niwa")
    apart = kept()
    Player.objects.filter(pk=other.pk).update(merged_into=fourth)
    Player.objects.filter(pk=fourth.pk).update(merged_into=one)
    assert queries_ratings.games_behind(club) == ["niwa"]
    ratings.bring_up_to_date(club)
    changes = RatingChange.objects.order_by("event__series", "player")
    assert list(changes.values_list("player", "number")) == [
        (one.pk, 1), (third.pk, 1), (one.pk, 2), (third.pk, 2),
    ]  # fmt: skip
    assert list(RatingEvent.objects.values_list("counts", flat=True)) == [True, True, False]
    as_updated = kept()
    ratings.rebuild(club, "niwa")
    assert kept() == as_updated
    Player.objects.update(merged_into=None)
    ratings.bring_up_to_date(club)
    assert kept() == apart


def test_an_erased_person_keeps_the_numbers(owner: User, club: Club, people: list[Player]) -> None:
    play(owner, club, people[:2], [46, 30])
    Player.objects.filter(pk=people[0].pk).update(erased_at=timezone.now())
    ratings.rebuild(club, "niwa")
    assert points(people[0]) == 1579


# Who does it, and when ---------------------------------------------------------------------------


def test_a_worker_updates_the_ratings_after_each_change(
    owner: User, club: Club, people: list[Player], bell: list[tuple[str, str]],
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    with django_capture_on_commit_callbacks(execute=True):
        play(owner, club, people[:2], [46, 30])
    key = f"{club.pk}:niwa"
    assert ("ratings", key) in bell
    compute_ratings(key)
    compute_ratings(key)
    job = Job.objects.get(kind="ratings")
    told = f"counted 1 series again, up to position {position(club)}"
    assert (job.state, job.message, job.attempts) == ("done", told, 1)
    assert points(people[0]) == 1579


def test_a_reader_who_comes_first_gets_them_computed(
    owner: User, club: Club, people: list[Player]
) -> None:
    play(owner, club, people[:2], [46, 30])
    assert queries_ratings.games_behind(club) == ["niwa"]
    ratings.bring_up_to_date(club)
    assert points(people[0]) == 1579
    assert queries_ratings.games_behind(club) == []
    assert not queries_ratings.with_behind(RatingPool.objects.all()).get().behind


def test_what_is_too_much_for_a_reader_is_left_to_a_worker(
    owner: User, club: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    play(owner, club, people[:2], [46, 30], on=2)
    play(owner, club, people[:2], [46, 30], on=3)
    Job.objects.all().delete()
    monkeypatch.setattr(ratings, "ON_THE_SPOT", 1)
    ratings.bring_up_to_date(club)
    assert not Rating.objects.exists()
    assert Job.objects.get().key == f"{club.pk}:niwa"
    assert queries_ratings.with_behind(RatingPool.objects.all()).get().behind
    ratings.update(club, "niwa")
    play(owner, club, people[:2], [46, 30], on=1)
    before = kept()
    ratings.bring_up_to_date(club)
    assert kept() == before


@pytest.mark.django_db(transaction=True)
def test_a_reader_does_not_wait_for_who_is_at_it(
    owner: User, club: Club, people: list[Player]
) -> None:
    ratings.update(club, "niwa")
    play(owner, club, people[:2], [46, 30])
    told: list[str] = []

    def read() -> None:
        told.append(ratings.update(club, "niwa"))
        connection.close()

    with transaction.atomic():
        RatingPool.objects.select_for_update().get()
        reader = threading.Thread(target=read)
        reader.start()
        reader.join(timeout=60)
    assert told == ["somebody else is at it"]
    assert not Rating.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_workers_and_results_at_once_lose_nothing(
    owner: User, club: Club, people: list[Player]
) -> None:
    played = [play(owner, club, people[:2], [46, 30], on=day) for day in (1, 2)]
    turned = factories.points_sheet([30, 46])
    done = at_once(
        lambda: ratings.update(club, "niwa"),
        lambda: results.correct_result(owner, played[0].matches.get(), turned, revision=1),
        lambda: ratings.update(club, "niwa"),
        lambda: play(owner, club, people[2:], [36, 30], on=3),
        lambda: ratings.update(club, "niwa"),
    )
    assert [one for one in done if isinstance(one, Exception)] == []
    ratings.bring_up_to_date(club)
    updated = kept()
    assert len(updated["changes"]) == 6
    ratings.rebuild(club, "niwa")
    assert kept() == updated


def test_a_series_that_changes_while_it_is_read_is_read_again(
    owner: User, club: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    series = play(owner, club, people[:2], [46, 30])
    turned = factories.points_sheet([30, 46])
    read = queries_ratings.seen_now
    met = []

    def disturbed(*asked: Any) -> Any:
        if not met:
            monkeypatch.setattr(queries_ratings, "_entered", interrupt)
        met.append(asked[0])
        return read(*asked)

    def interrupt(asked: Any) -> Any:
        monkeypatch.setattr(queries_ratings, "_entered", entered)
        found = entered(asked)
        results.correct_result(owner, series.matches.get(), turned, revision=1)
        return found

    entered = queries_ratings._entered
    monkeypatch.setattr(queries_ratings, "seen_now", disturbed)
    ratings.update(club, "niwa")
    assert met == [[series.pk], [series.pk]]
    assert [points(player) for player in people[:2]] == [1421, 1579]


def test_another_version_of_the_model_counts_all_anew(
    owner: User, club: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    play(owner, club, people[:2], [46, 30])
    ratings.update(club, "niwa")
    monkeypatch.setattr(rules, "VERSION", 2)
    monkeypatch.setattr(rules, "START", rules.Rating(25.0, 5.0, 0))
    assert queries_ratings.games_behind(club) == ["niwa"]
    ratings.bring_up_to_date(club)
    assert RatingPool.objects.get().version == 2
    assert RatingChange.objects.all()[0].sigma_before == 5
    assert queries_ratings.games_behind(club) == []


def test_the_command_rebuilds_what_it_is_asked_for(
    owner: User, club: Club, people: list[Player], capsys: pytest.CaptureFixture[str]
) -> None:
    play(owner, club, people[:2], [46, 30])
    call_command("rebuild_ratings", club=club.pk, game="gazebo")
    assert capsys.readouterr().out == ""
    assert not RatingPool.objects.exists()
    call_command("rebuild_ratings", game="niwa")
    told = f"counted 1 series again, up to position {position(club)}"
    written = "only what came out differently was written"
    assert capsys.readouterr().out == f"Club Koi, niwa: {told}; {written}\n"
    with pytest.raises(CommandError, match=r"There is no club 0\."):
        call_command("rebuild_ratings", club=0)


@pytest.mark.django_db(transaction=True)
def test_the_command_leaves_a_pool_that_a_worker_is_counting_and_says_so(
    owner: User, club: Club, people: list[Player]
) -> None:
    play(owner, club, people[:2], [46, 30])
    ratings.update(club, "niwa")
    before = kept()
    told: list[str] = []
    out = StringIO()

    def rebuild() -> None:
        with pytest.raises(CommandError, match="try again later") as refused:
            call_command("rebuild_ratings", stdout=out)
        told.append(str(refused.value))
        connection.close()

    with transaction.atomic():
        RatingPool.objects.select_for_update().get()
        command = threading.Thread(target=rebuild)
        command.start()
        command.join(timeout=60)
    assert told == ["Ratings that a worker is counting were left; try again later."]
    assert out.getvalue() == f"Club Koi, niwa: {ratings.BUSY}\n"
    assert kept() == before
