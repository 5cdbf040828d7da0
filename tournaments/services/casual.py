"""Casual series: played outside tournaments, by players of one club; here pairs may play too."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from engines import registry
from tournaments.errors import Conflict, Refused, refusing_broken_rules
from tournaments.models import Club, Player, Result, Seat, Series, User
from tournaments.models.series import SeriesState
from tournaments.permissions import check
from tournaments.services import journal, versions
from tournaments.services.matches import Version, clean_setups, plan_matches, told
from tournaments.services.tournaments import check_seed, check_unplayed


@transaction.atomic
def start_series(
    actor: User, club: Club, *, game: str, players: Sequence[Player],
    matches: Sequence[Mapping[str, Any]], options: Mapping[str, Any] | None = None,
    start_seat: int | None = None, unplayed: str = "drop", seed: int | None = None,
) -> Series:  # fmt: skip
    """A series outside any tournament: `players` in seat order, `matches` the set-ups in order.

    `seed`: that of the lot which drew some of these set-ups, kept with the series.
    """
    check(actor, "start_series", club)
    _refuse_strangers(club, players)
    with refusing_broken_rules():
        rules = registry.game(game)
        cleaned = rules.clean_options(options or {}, len(players))
        rules.check_seats(len(players), cleaned)
        setups = clean_setups(club, rules, matches, cleaned, len(players))
        first = rules.start_seat(
            0, first=start_seat, seats=len(players), options=cleaned, previous=[]
        )
    series = Series.objects.create(
        club=club, game=game, options=cleaned, start_seat=first or 0,
        unplayed=check_unplayed(unplayed), state=SeriesState.PLANNED,
        seed=None if seed is None else check_seed(seed),
    )  # fmt: skip
    Seat.objects.bulk_create(
        Seat(series=series, player=player, position=position)
        for position, player in enumerate(players)
    )
    shipped = plan_matches([series], setups)
    journal.write("start_series", series, club=club, actor=actor, after=_payload(series, shipped))
    return series


@transaction.atomic
def withdraw_series(actor: User, series: Series, *, expected: int | None = None) -> None:
    """Takes a casual series back at which nothing was ever entered; the journal keeps what it was.

    Results are never deleted: with any, `Conflict` (`has_result`), and what is left to play can be
    abandoned.
    """
    check(actor, "start_series", series)
    series = versions.lock(Series.objects.select_related("club"), series.pk, expected)
    if series.round_id is not None:
        raise Conflict("not_casual", "This is a table of a round: take back the draw instead.")
    if Result.objects.filter(match__series=series).exists():
        raise Conflict(
            "has_result",
            "A result was entered at this series, so it stays. Abandon the matches that will not "
            "be played.",
        )
    before = _payload(series)
    journal.write("withdraw_series", series, club=series.club, actor=actor, before=before)
    series.delete()


def _payload(series: Series, made: Sequence[Version] = ()) -> dict[str, Any]:
    """`made`: shipped boards or tile sets that no journal tells of yet."""
    return journal.payload(
        series,
        **told(made),
        seats=[journal.payload(seat) for seat in series.seats.order_by("position")],
        matches=[journal.payload(match) for match in series.matches.order_by("number")],
    )


def _refuse_strangers(club: Club, players: Sequence[Player]) -> None:
    if len({player.pk for player in players}) != len(players):
        raise Refused("seated_twice", "Nobody sits at a table twice.", field="players")
    for player in players:
        if player.club_id != club.pk or player.merged_into_id or player.erased_at:
            raise Refused(
                "not_in_the_club", f"{player.name} is no player of this club.", field="players"
            )
