"""Many rows of everything at once, written straight to the tables."""

from datetime import date
from typing import Any

from django.utils import timezone

from tournaments.models import (
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
    Seat,
    Series,
    Stage,
    Token,
    Tournament,
    User,
)

REPORT: dict[str, Any] = {
    "repeats": 0, "bound": 0, "pairs": [], "seats": {}, "short_tables": [], "byes": [],
    "score_spread": None, "seed": 1, "algorithm": "none", "version": 1,
}  # fmt: skip
SHEET = {"seats": [{"points": 40}, {"points": 30}]}


def fill(owner: User, club: Club, count: int) -> None:
    """`count` of everything that the owner may read, and as many players merged into others.

    Once for a club: the club's id makes the names its own.
    """
    now = timezone.now()
    people = User.objects.bulk_create(User(username=f"user {club.pk}-{i}") for i in range(count))
    Membership.objects.bulk_create(Membership(club=club, user=u, role="member") for u in people)
    Club.objects.bulk_create(Club(name=f"Club {club.pk}-{i}") for i in range(count))
    players = Player.objects.bulk_create(_player(club, f"Player {i}") for i in range(count))
    merged = Player.objects.bulk_create(
        _player(club, f"Double {i}", merged_into=player) for i, player in enumerate(players)
    )
    nights = Tournament.objects.bulk_create(
        Tournament(
            club=club, name=f"Night {i}", game="niwa", starts_on=date(2026, 11, 30),
            timezone="UTC", keys=["points"], seed=i,
        )
        for i in range(count)
    )  # fmt: skip
    stages = Stage.objects.bulk_create(
        Stage(tournament=night, table_size=2, matches=[{"mission": 1}]) for night in nights
    )
    rounds = Round.objects.bulk_create(
        Round(
            stage=stage, number=1, state="published", seed=1, report=REPORT, drawn_at=now,
            published_at=now,
        )
        for stage in stages
    )  # fmt: skip
    for person in (players, merged):
        Entry.objects.bulk_create(
            Entry(tournament=night, player=player, state="checked_in")
            for night, player in zip(nights, person, strict=True)
        )
    _play(owner, club, rounds, players, merged)
    _work(owner, club, count)


def _player(club: Club, name: str, **fields: Any) -> Player:
    return Player(club=club, name=name, name_key=name.casefold(), **fields)


def _play(
    owner: User, club: Club, rounds: list[Round], players: list[Player], merged: list[Player]
) -> None:
    now = timezone.now()
    series = Series.objects.bulk_create(
        Series(club=club, round=r, table_no=1, game="niwa", state="done", closed_at=now)
        for r in rounds
    )
    first, second = (
        Seat.objects.bulk_create(
            Seat(series=one, round_id=one.round_id, player=player, position=position)
            for one, player in zip(series, persons, strict=True)
        )
        for position, persons in enumerate((players, merged))
    )
    matches = Match.objects.bulk_create(
        Match(series=one, number=1, setup={"mission": 1}, state="done") for one in series
    )
    results = Result.objects.bulk_create(
        Result(
            match=match, revision=1, state="confirmed", sheet=SHEET, reported_by=owner,
            reported_at=now, confirmed_by=owner, confirmed_at=now,
        )
        for match in matches
    )  # fmt: skip
    for place, (seats, score) in enumerate(((first, 40), (second, 30)), start=1):
        Score.objects.bulk_create(
            Score(result=result, seat=seat, score=score, place=place, detail={"total": score})
            for result, seat in zip(results, seats, strict=True)
        )


def _work(owner: User, club: Club, count: int) -> None:
    now = timezone.now()
    Job.objects.bulk_create(
        Job(club=club, kind="standings", key=f"{club.pk}-{i}", requested_at=now)
        for i in range(count)
    )
    JournalEntry.objects.bulk_create(
        JournalEntry(
            club=club, position=1000 + i, verb="nothing", actor=owner, at=now, noun="club",
            noun_id=club.pk,
        )
        for i in range(count)
    )  # fmt: skip
    Token.objects.bulk_create(
        Token(
            user=owner, name=f"Token {i}", scopes=["read"], digest=f"{club.pk}-{i}", token_key="k"
        )
        for i in range(count)
    )
