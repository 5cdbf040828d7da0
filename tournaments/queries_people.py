"""Loaders of the pages about people, each with a fixed number of queries."""

import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import (
    CharField,
    Exists,
    F,
    Func,
    JSONField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import JSONObject
from django.db.models.lookups import IsNull

from tournaments import queries, visibility
from tournaments.models import (
    Club,
    Entry,
    JournalEntry,
    Membership,
    Player,
    Round,
    Series,
    Snapshot,
    Tournament,
    User,
)
from tournaments.models.series import SeriesState
from tournaments.models.tournaments import EntryState, RoundState, TournamentState
from tournaments.rules import kept as forms

PUBLISHED = ~Q(state=TournamentState.DRAFT)
SEEN_ROUNDS = (RoundState.PUBLISHED, RoundState.CLOSED)


# Players ----------------------------------------------------------------------------------------


def readable_players(club: Club, user: User | Any) -> "QuerySet[Player]":
    """The club's players, without the merged and the erased, that `user` may read."""
    return Player.objects.active().filter(visibility.players(user), club=club)


def readable_player(pk: int, user: User | Any) -> Player | None:
    """The player, if `user` may read them; merged ones too."""
    players = Player.objects.filter(visibility.players(user), pk=pk)
    return players.select_related("club", "user").first()


def sorted_players(players: "QuerySet[Player]", search: str = "") -> list[int]:
    """Ids in the order in which people look for a name; `search`: part of a name or reading, or
    how a number begins. 1 query.

    Accents and case neither part nor order names (the database would sort “Élodie” after “Zoe”).
    """
    wanted = fold(search)
    found = []
    for pk, name, reading, number in players.values_list("pk", "name", "reading", "number"):
        folded, sound = fold(name), fold(reading)
        if wanted in folded or wanted in sound or fold(number).startswith(wanted):
            found.append((sound or folded, folded, pk))
    return [pk for *_, pk in sorted(found)]


STROKES = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"}
)
"""Letters of which Unicode makes no plain one with an accent."""


def fold(text: str) -> str:
    """A text without accents, case and width: “Ｚoë ” → “zoe”; katakana as hiragana."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    letters = (_hiragana(letter) for letter in plain if not unicodedata.combining(letter))
    return " ".join("".join(letters).translate(STROKES).split())


def _hiragana(letter: str) -> str:
    return chr(ord(letter) - 0x60) if "ァ" <= letter <= "ヶ" else letter


def players_in_order(pks: list[int]) -> list[Player]:
    """The players with these ids, in this order, with their accounts. 1 query."""
    found = Player.objects.select_related("user").in_bulk(pks)
    return [found[pk] for pk in pks if pk in found]


# A player's past --------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayedTournament:
    """A player's line in a tournament: from the newest kept standing.

    `rank` and `points` are None before the first round; `behind`: something has changed since
    that standing was computed, and the next one is on its way.
    """

    tournament: Tournament
    dropped: bool
    round: int | None
    played: int
    rank: int | None
    points: Fraction | None
    behind: bool


def tournaments_of(player: Player, user: User | Any) -> "QuerySet[Entry]":
    """The player's entries in tournaments that `user` may read, newest first, for `played_in`.

    Of a kept standing the player's row; of one in an older form all, as its reader needs them.
    """
    newest = (
        Round.objects.filter(
            stage__tournament=OuterRef("tournament"), state__in=SEEN_ROUNDS
        ).order_by("-number")
    )  # fmt: skip
    kept = Snapshot.objects.filter(round=OuterRef("newest_round")).order_by("-revision")
    rows = Func(
        F("standings"), Value("$.rows[*] ? (@.player == $player || !($.format == $form))"),
        Func(
            Value("player"), Value(player.pk), Value("form"), Value(forms.FORMAT),
            function="jsonb_build_object",
        ),
        function="jsonb_path_query_array", output_field=JSONField(),
    )  # fmt: skip
    journal = JournalEntry.objects.filter(tournament=OuterRef("tournament")).order_by("-position")
    return (
        Entry.objects.filter(visibility.entries(user), player=player)
        .select_related("tournament")
        .annotate(
            newest_round=Subquery(newest.values("pk")[:1]),
            newest_number=Subquery(newest.values("number")[:1]),
            newest_state=Subquery(newest.values("state")[:1]),
            kept=Subquery(
                kept.values(
                    both=JSONObject(rows=rows, format="standings__format", position="position")
                )[:1],
                output_field=JSONField(),
            ),
            position=Subquery(journal.values("position")[:1]),
        )
        .order_by("-tournament__starts_on", "-tournament_id")
    )


def played_in(entry: Any) -> PlayedTournament:
    """An entry loaded by `tournaments_of`."""
    kept = entry.kept or {"rows": [], "format": forms.FORMAT, "position": None}
    rows = forms.read(kept)["rows"]
    nothing: dict[str, Any] = {"rank": None, "played": 0, "values": {}}
    row = next((row for row in rows if row["player"] == entry.player_id), nothing)
    points = row["values"].get("points")
    return PlayedTournament(
        tournament=entry.tournament,
        dropped=entry.state == EntryState.DROPPED,
        round=entry.newest_number,
        played=row["played"],
        rank=row["rank"],
        points=None if points is None else Fraction(points),
        behind=entry.newest_state == RoundState.PUBLISHED and kept["position"] != entry.position,
    )


@dataclass(frozen=True)
class PlayedSeries:
    """A player's series: who sat there in seat order, with totals and places.

    `place` and `total`: in pairs the pair's. `partners`: who wins together with the player;
    `others`: the other sides, each with its total.
    `played`: matches with a confirmed result; with none, totals and places mean nothing yet.
    """

    series: Series
    place: Fraction
    total: Fraction
    complete: bool
    played: int
    partners: tuple[Player, ...]
    others: tuple[tuple[tuple[Player, ...], Fraction], ...]


def series_of(player: Player, user: User | Any) -> "QuerySet[Series]":
    """The player's tables in published rounds of tournaments that `user` may read, and for the
    club's people the casual series; newest first."""
    series = Series.objects.filter(
        visibility.series(user),
        Q(round=None) | Q(round__state__in=SEEN_ROUNDS),
        seats__player=player,
    )
    return (
        queries.with_scores(series)
        .select_related("round__stage__tournament", "club")
        .order_by("-created_at", "-id")
    )


def played_series(series: Series, player: Player) -> PlayedSeries:
    """A series loaded by `series_of`, as this player sees it. No query."""
    outcome = queries.outcome_of(series)
    seats = list(series.seats.all())
    mine = next(at for at, seat in enumerate(seats) if seat.player_id == player.pk)
    side = next(side for side in outcome.sides if mine in side.seats)
    return PlayedSeries(
        series=series,
        place=side.place,
        total=side.total,
        complete=outcome.complete,
        played=outcome.played,
        partners=tuple(seats[at].player for at in side.seats if at != mine),
        others=tuple(
            (tuple(seats[at].player for at in other.seats), other.total)
            for other in outcome.sides
            if other is not side
        ),
    )


# What is on -------------------------------------------------------------------------------------


def with_newest_round(tournaments: "QuerySet[Tournament]") -> "QuerySet[Tournament]":
    """Tournaments with `newest_id`, `newest_number` and `newest_state` of the last published
    round."""
    newest = Round.objects.filter(stage__tournament=OuterRef("pk"), state__in=SEEN_ROUNDS).order_by(
        "-number"
    )
    return tournaments.select_related("club").annotate(
        newest_id=Subquery(newest.values("pk")[:1]),
        newest_number=Subquery(newest.values("number")[:1]),
        newest_state=Subquery(newest.values("state")[:1]),
    )


def open_tournaments(user: User | Any) -> "QuerySet[Tournament]":
    """What is being played and what comes next, newest first; drafts for those who may see them."""
    tournaments = Tournament.objects.filter(visibility.tournaments(user)).exclude(
        state=TournamentState.FINISHED
    )
    return with_newest_round(tournaments).order_by("-starts_on", "-id")


def finished_tournaments() -> "QuerySet[Tournament]":
    return (
        Tournament.objects.filter(state=TournamentState.FINISHED)
        .select_related("club")
        .order_by("-starts_on", "-id")
    )


def tables_of(user: User) -> "QuerySet[Series]":
    """The tables in open rounds at which the user's players sit and have not finished."""
    return (
        Series.objects.filter(
            seats__player__user=user,
            round__state=RoundState.PUBLISHED,
        )
        .exclude(state=SeriesState.DONE)
        .select_related("round__stage__tournament")
        .order_by("-round__published_at")
    )


def clubs_for(user: User | Any) -> "QuerySet[Club]":
    """All clubs by name, those of `user` first; `role` is the user's there, or None."""
    if not user.is_authenticated:
        return Club.objects.annotate(role=Value(None, CharField())).order_by("name", "id")
    memberships = Membership.objects.filter(club=OuterRef("pk"), user=user)
    clubs = Club.objects.annotate(role=Subquery(memberships.values("role")[:1]))
    return clubs.order_by(IsNull(F("role"), True), "name", "id")


def members_of(club: Club) -> "QuerySet[Membership]":
    """The club's members by user name, with their accounts."""
    return club.memberships.select_related("user").order_by("user__username")


def accounts_for(club: Club, player: Player) -> "QuerySet[User]":
    """The members' accounts that are no other player's of the club: what `player` can be tied to.

    The account that the player has is among them, even if it is no member's any more.
    """
    taken = Player.objects.filter(club=club, merged_into=None, user=OuterRef("pk"))
    return User.objects.filter(
        Q(pk=player.user_id) | Q(Exists(club.memberships.filter(user=OuterRef("pk")))),
        ~Exists(taken.exclude(pk=player.pk)),
    ).order_by("username")
