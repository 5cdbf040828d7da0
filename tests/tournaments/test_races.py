"""Two people at once, against the real database: one outcome, said to the loser."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from tests import factories
from tournaments.errors import Refused
from tournaments.models import (
    BoardVersion,
    Club,
    Entry,
    IdempotencyKey,
    Job,
    JournalEntry,
    Match,
    Player,
    Result,
    Round,
    Snapshot,
    Tournament,
    User,
)
from tournaments.services import (
    boards,
    casual,
    clubs,
    entries,
    game_data,
    idempotency,
    players,
    results,
    rounds,
    standings,
    tournaments,
)

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What each call returned, or the refusal it met; they start at the same moment."""
    start = threading.Barrier(len(calls))
    outcomes: list[Any] = [None] * len(calls)

    def run(index: int, call: Callable[[], Any]) -> None:
        try:
            start.wait(timeout=60)
            outcomes[index] = call()
        except Refused as refused:
            outcomes[index] = refused
        except BaseException as error:
            outcomes[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index, call)) for index, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    unexpected = [one for one in outcomes if isinstance(one, BaseException)]
    assert all(isinstance(one, Refused) for one in unexpected), unexpected
    return outcomes


def codes(outcomes: list[Any]) -> list[str]:
    return sorted(one.code for one in outcomes if isinstance(one, Refused))


def positions_are_gapless() -> bool:
    positions = list(JournalEntry.objects.order_by("position").values_list("position", flat=True))
    return positions == list(range(1, len(positions) + 1))


@pytest.fixture
def night(owner: User, club: Club) -> Tournament:
    return factories.entered(owner, club, 8)


def fresh(person: User) -> User:
    return User.objects.get(pk=person.pk)


def test_two_scorers_enter_the_same_table(owner: User, club: Club, night: Tournament) -> None:
    scorer = factories.member(owner, club, "kaede", "scorer")
    factories.draw(owner, night)
    match = Match.objects.filter(number=1)[0]
    outcomes = at_once(
        lambda: factories.report(fresh(owner), Match.objects.get(pk=match.pk), [30, 40, 50, 60]),
        lambda: factories.report(fresh(scorer), Match.objects.get(pk=match.pk), [31, 41, 51, 61]),
    )
    assert codes(outcomes) == ["already_reported"]
    kept = Result.objects.get()
    (loser,) = (one for one in outcomes if isinstance(one, Refused))
    assert loser.facts["scores"] == list(
        kept.scores.order_by("seat__position").values_list("score", flat=True)
    )
    assert positions_are_gapless()


def test_two_corrections_of_one_revision(owner: User, night: Tournament) -> None:
    factories.draw(owner, night)
    match = Match.objects.filter(number=1)[0]
    factories.report(owner, match, [30, 40, 50, 60])
    outcomes = at_once(
        *[
            lambda points=points: results.correct_result(
                fresh(owner),
                Match.objects.get(pk=match.pk),
                factories.points_sheet([points, 40, 50, 60]),
                revision=1,
            )
            for points in (31, 32)
        ]
    )
    assert codes(outcomes) == ["stale_revision"]
    assert Result.objects.count() == 2
    assert Result.objects.filter(state="confirmed").count() == 1


def test_scorers_of_all_tables_at_once(owner: User, night: Tournament) -> None:
    round_ = factories.draw(owner, night)
    matches = list(Match.objects.filter(series__round=round_))
    outcomes = at_once(
        *[
            lambda pk=match.pk: factories.report(
                fresh(owner), Match.objects.get(pk=pk), [30, 40, 50, 60]
            )
            for match in matches
        ]
    )
    assert codes(outcomes) == []
    assert Result.objects.filter(state="confirmed").count() == len(matches) == 6
    assert set(round_.series.values_list("state", flat=True)) == {"done"}
    assert positions_are_gapless()
    assert sorted(Job.objects.values_list("kind", "state")) == [
        ("ratings", "queued"),
        ("standings", "queued"),
    ]


def test_a_drop_during_a_draw(owner: User, night: Tournament) -> None:
    version = Tournament.objects.get().version
    entry = night.entries.all()[0]
    stage = night.stages.get()
    outcomes = at_once(
        lambda: rounds.draw_round(fresh(owner), stage, seed=5, expected=version),
        lambda: entries.move_entry(fresh(owner), Entry.objects.get(pk=entry.pk), "drop"),
    )
    assert Entry.objects.get(pk=entry.pk).state == "dropped"
    if codes(outcomes):
        assert codes(outcomes) == ["stale_version"]
        assert not Round.objects.exists()
    else:
        with pytest.raises(Refused) as refusal:
            rounds.publish_round(owner, Round.objects.get())
        assert refusal.value.code == "draw_is_outdated"
    assert positions_are_gapless()


def test_a_draw_while_the_tournament_is_changed(owner: User, night: Tournament) -> None:
    stage = night.stages.get()
    tournaments.change_tournament(owner, night, table_size=3, matches=[{"mission": 1}])
    round_ = rounds.draw_round(owner, stage, seed=5)
    assert round_.seats.filter(position=3).count() == 0
    assert set(Match.objects.values_list("setup__mission", flat=True)) == {1}


def test_a_result_of_a_draw_that_is_taken_back(owner: User, night: Tournament) -> None:
    drawn = factories.draw(owner, night, publish=False)
    match = Match.objects.select_related("series__round__stage__tournament")[0]
    rounds.discard_draw(owner, drawn)
    with pytest.raises(Refused) as refusal:
        factories.report(owner, match, [30, 40, 50, 60])
    assert refusal.value.code == "not_found"


def test_one_new_account_made_twice_at_once(owner: User, club: Club) -> None:
    outcomes = at_once(
        *[
            lambda: clubs.add_member(
                fresh(owner), club, username="kaede", role="scorer", password=factories.PASSWORD
            )
            for _ in range(2)
        ]
    )
    assert codes(outcomes) in (["username_taken"], ["already_member"])
    assert User.objects.filter(username="kaede").count() == 1


def test_a_player_is_changed_while_a_series_starts(owner: User, club: Club) -> None:
    pair = factories.add_players(owner, club, 2)
    for number in range(5):
        outcomes = at_once(
            lambda number=number: players.change_player(
                fresh(owner), Player.objects.get(pk=pair[0].pk), name=f"Zoë {number}"
            ),
            lambda: casual.start_series(
                fresh(owner), club, game="niwa", players=pair, matches=[{"mission": 1}]
            ),
        )
        assert codes(outcomes) == []
    assert positions_are_gapless()


def test_two_draws_at_once(owner: User, night: Tournament) -> None:
    version = Tournament.objects.get().version
    stage = night.stages.get()
    outcomes = at_once(
        *[
            lambda seed=seed: rounds.draw_round(fresh(owner), stage, seed=seed, expected=version)
            for seed in (1, 2)
        ]
    )
    assert codes(outcomes) == ["stale_version"]
    assert Round.objects.count() == 1
    assert JournalEntry.objects.filter(verb="draw_round").count() == 1


@pytest.mark.parametrize("verb", ["publish", "close"])
def test_a_round_moves_on_once(owner: User, night: Tournament, verb: str) -> None:
    round_ = factories.draw(owner, night, publish=verb == "close")
    if verb == "close":
        factories.play_round(owner, round_)
    action = {"publish": rounds.publish_round, "close": rounds.close_round}[verb]
    outcomes = at_once(
        *[lambda: action(fresh(owner), Round.objects.get(pk=round_.pk)) for _ in range(2)]
    )
    assert codes(outcomes) == [{"publish": "already_published", "close": "not_open"}[verb]]
    assert JournalEntry.objects.filter(verb=f"{verb}_round").count() == 1


def test_a_result_and_the_close_of_its_round(owner: User, night: Tournament) -> None:
    round_ = factories.draw(owner, night)
    factories.play_round(owner, round_)
    match = Match.objects.filter(number=1)[0]
    sheet = factories.points_sheet([70, 40, 50, 60])
    outcomes = at_once(
        lambda: rounds.close_round(fresh(owner), Round.objects.get(pk=round_.pk)),
        lambda: results.correct_result(
            fresh(owner), Match.objects.get(pk=match.pk), sheet, revision=1
        ),
    )
    assert codes(outcomes) == []
    kept = standings.current(Round.objects.get())
    assert kept.position == JournalEntry.objects.order_by("-position")[0].position
    assert kept.standings == standings.table(Tournament.objects.get(), Round.objects.get())


def test_a_second_click_does_nothing_more(owner: User, night: Tournament) -> None:
    factories.draw(owner, night)
    match = Match.objects.filter(number=1)[0]

    def click() -> tuple[idempotency.Answer, bool]:
        person = fresh(owner)
        return idempotency.once(
            person,
            "a-form",
            ["the same form"],
            lambda: (201, factories.report(
                person, Match.objects.get(pk=match.pk), [30, 40, 50, 60]
            ).pk),
        )  # fmt: skip

    outcomes = at_once(click, click, click)
    answers = [answer for answer, _ in outcomes]
    assert answers == [(201, Result.objects.get().pk)] * 3
    assert sorted(repeated for _, repeated in outcomes) == [False, True, True]
    assert IdempotencyKey.objects.count() == 1


def test_a_refused_click_can_be_tried_again(owner: User) -> None:
    def refuse() -> idempotency.Answer:
        raise Refused("no", "No.")

    with pytest.raises(Refused):
        idempotency.once(owner, "key", ["body"], refuse)
    assert not IdempotencyKey.objects.exists()
    assert idempotency.once(owner, "key", ["body"], lambda: (200, "yes")) == ((200, "yes"), False)


def test_a_key_is_for_one_request(owner: User) -> None:
    idempotency.once(owner, "key", ["body"], lambda: (200, "yes"))
    with pytest.raises(Refused) as refusal:
        idempotency.once(owner, "key", ["another"], lambda: (200, "no"))
    assert refusal.value.code == "idempotency_key_reused"


def test_one_name_added_twice_at_once(owner: User, club: Club) -> None:
    outcomes = at_once(
        *[
            lambda name=name: players.add_player(fresh(owner), club, name=name)
            for name in ("Zoë", "ZOË")
        ]
    )
    assert codes(outcomes) == ["player_exists"]
    assert Player.objects.count() == 1


def test_two_first_runs_at_once() -> None:
    outcomes = at_once(
        *[
            lambda name=name: clubs.create_owner(name, factories.PASSWORD, f"Club {name}")
            for name in ("hanako", "eve")
        ]
    )
    assert codes(outcomes) == ["already_set_up"]
    assert User.objects.count() == Club.objects.count() == 1


def test_readers_and_a_worker_compute_one_standing(owner: User, night: Tournament) -> None:
    round_ = factories.draw(owner, night)
    factories.play_series(owner, round_.series.get(table_no=1))
    outcomes = at_once(
        *[lambda: standings.current(Round.objects.get()).position for _ in range(3)],
        lambda: standings.compute(night).position,  # type: ignore[union-attr]
    )
    assert len(set(outcomes)) == 1
    assert Snapshot.objects.count() == 1


def test_a_first_result_and_the_round_taken_back(owner: User, night: Tournament) -> None:
    round_ = factories.draw(owner, night)
    match = Match.objects.filter(number=1)[0]
    outcomes = at_once(
        lambda: rounds.unpublish_round(fresh(owner), Round.objects.get(pk=round_.pk)),
        lambda: factories.report(fresh(owner), Match.objects.get(pk=match.pk), [30, 40, 50, 60]),
    )
    state = Round.objects.get().state
    refused = {"published": "round_has_results", "drawn": "round_not_published"}[state]
    assert codes(outcomes) == [refused]
    assert Result.objects.count() == (1 if state == "published" else 0)
    assert positions_are_gapless()


def test_a_reader_while_the_round_is_taken_back(owner: User, night: Tournament) -> None:
    round_ = factories.draw(owner, night)
    seen = Round.objects.select_related("stage__tournament").get(pk=round_.pk)
    outcomes = at_once(
        lambda: rounds.unpublish_round(fresh(owner), Round.objects.get(pk=round_.pk)),
        lambda: standings.current(seen),
    )
    assert codes(outcomes) in ([], ["not_found"])
    assert Round.objects.get().state == "drawn"
    rounds.discard_draw(owner, Round.objects.get())
    assert not Round.objects.exists()


def test_a_replacement_taken_back_and_its_draw_published(owner: User, night: Tournament) -> None:
    entry = night.entries.all()[0]
    guest = players.add_player(owner, night.club, name="Guest")
    entries.replace_entry(owner, entry, guest)
    drawn = factories.draw(owner, night, publish=False)
    outcomes = at_once(
        lambda: entries.undo_replacement(fresh(owner), Entry.objects.get(pk=entry.pk)),
        lambda: rounds.publish_round(fresh(owner), Round.objects.get(pk=drawn.pk)),
    )
    state = Round.objects.get().state
    refused = {"published": "replacement_has_played", "drawn": "draw_is_outdated"}[state]
    assert codes(outcomes) == [refused]
    assert Entry.objects.filter(player=guest).exists() == (state == "published")
    assert positions_are_gapless()


# Boards -------------------------------------------------------------------------------------------


def gazebo(owner: User, club: Club, *names: str) -> Any:
    return casual.start_series(
        fresh(owner), club, game="gazebo", players=club.players.order_by("id")[:2],
        matches=[{"board": name} for name in names],
    )  # fmt: skip


def test_two_clubs_plan_a_shipped_board_for_the_first_time(owner: User, club: Club) -> None:
    """In opposite orders, so that neither may wait for the other in a circle."""
    pine = factories.club(owner, "Club Pine")
    for each in (club, pine):
        factories.add_players(owner, each, 2)
    outcomes = at_once(
        lambda: gazebo(owner, club, "bird", "qin", "jungle"),
        lambda: gazebo(owner, pine, "jungle", "qin", "bird"),
    )
    assert codes(outcomes) == []
    assert sorted(BoardVersion.objects.values_list("name", flat=True)) == ["bird", "jungle", "qin"]
    assert Match.objects.exclude(board_version=None).count() == 6


def save_at_once(people: list[User], club: Club, based_on: int | None) -> list[Any]:
    """Each another board of one name."""
    return at_once(
        *[
            lambda person=person, rows=rows: factories.board(
                fresh(person), club, rows=rows, based_on=based_on
            )
            for person, rows in zip(people, (["...", ".F."], ["...", ".G."]), strict=True)
        ]
    )


def test_two_organisers_save_a_new_board_at_once(owner: User, club: Club) -> None:
    other = factories.member(owner, club, "kaede", "organiser")
    outcomes = save_at_once([owner, other], club, based_on=None)
    assert codes(outcomes) == ["board_exists"]
    (saved,) = [one for one in outcomes if isinstance(one, BoardVersion)]
    assert list(BoardVersion.objects.all()) == [saved]
    assert positions_are_gapless()


@pytest.mark.parametrize(
    ("rows", "code"), [(["...", ".F."], "same_board"), (["...", ".G."], "board_exists")]
)
def test_who_saves_a_new_name_at_the_same_moment_is_told_of_the_other(
    owner: User, club: Club, monkeypatch: pytest.MonkeyPatch, rows: list[str], code: str
) -> None:
    """Both are checked before either is there."""
    check, checked, both = game_data.check, [], threading.Barrier(2)

    def check_both_first(*args: Any) -> Any:
        answer = check(*args)
        if threading.get_ident() not in checked:
            checked.append(threading.get_ident())
            both.wait(timeout=60)
        return answer

    monkeypatch.setattr(game_data, "check", check_both_first)
    outcomes = at_once(
        *[
            lambda each=each: factories.save_board(fresh(owner), club, name="Tea garden", rows=each)
            for each in (["...", ".F."], rows)
        ]
    )
    (saved,) = [one for one in outcomes if isinstance(one, BoardVersion)]
    (refused,) = [one for one in outcomes if isinstance(one, Refused)]
    assert (refused.code, refused.facts["board_version"], refused.facts["number"]) == (
        code, saved.pk, 1,
    )  # fmt: skip
    assert str(refused).startswith("Nothing is saved")
    assert list(BoardVersion.objects.all()) == [saved]
    assert JournalEntry.objects.filter(verb="save_board").count() == 1
    assert positions_are_gapless()


def test_of_two_next_versions_saved_at_once_exactly_one_wins(owner: User, club: Club) -> None:
    other = factories.member(owner, club, "kaede", "organiser")
    first = factories.board(owner, club)
    outcomes = save_at_once([owner, other], club, based_on=first.pk)
    assert codes(outcomes) == ["board_saved_meanwhile"]
    (saved,) = [one for one in outcomes if isinstance(one, BoardVersion)]
    assert list(BoardVersion.objects.order_by("number")) == [first, saved]
    assert list(BoardVersion.objects.filter(retired_at=None)) == [saved]
    assert positions_are_gapless()


def test_a_version_is_saved_and_another_taken_up_again_at_once(owner: User, club: Club) -> None:
    """Whoever comes second has not seen what the first put in force."""
    first = factories.board(owner, club)
    second = factories.board(owner, club, rows=["...", ".G."])
    save, restore = at_once(
        lambda: factories.board(fresh(owner), club, rows=["...", ".F."], based_on=second.pk),
        lambda: game_data.restore(
            boards.BOARD, fresh(owner), BoardVersion.objects.get(pk=first.pk), instead_of=second.pk
        ),
    )
    assert isinstance(save, BoardVersion)
    in_force = BoardVersion.objects.get(retired_at=None)
    assert in_force == save
    if isinstance(restore, Refused):
        assert (restore.code, restore.facts["board_version"]) == ("other_board_in_force", save.pk)
    else:
        assert restore == first
    assert positions_are_gapless()


def test_a_board_is_planned_and_deleted_at_once(owner: User, club: Club) -> None:
    factories.add_players(owner, club, 2)
    board = factories.board(owner, club)
    outcomes = at_once(
        lambda: gazebo(owner, club, "bird", "Tea garden"),
        lambda: game_data.delete(boards.BOARD, fresh(owner), BoardVersion.objects.get(pk=board.pk)),
    )
    left = BoardVersion.objects.filter(pk=board.pk).count()
    assert codes(outcomes) in (
        [["board_gone"], ["unknown_board"]] if left == 0 else [["board_played"]]
    )
    assert Match.objects.filter(board_version=board.pk).count() == left
