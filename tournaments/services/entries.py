"""Entries: who is in a tournament, who is there tonight, who has gone home."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q

from tournaments.errors import Conflict, Refused
from tournaments.models import Entry, Player, Round, Seat, Tournament, User
from tournaments.models.tournaments import EntryState, RoundState
from tournaments.permissions import check
from tournaments.services import jobs, journal, versions
from tournaments.services import tournaments as tournament_services

MOVES = {
    "check_in": ({EntryState.REGISTERED}, EntryState.CHECKED_IN),
    "undo_check_in": ({EntryState.CHECKED_IN}, EntryState.REGISTERED),
    "drop": ({EntryState.REGISTERED, EntryState.CHECKED_IN}, EntryState.DROPPED),
    "readmit": ({EntryState.DROPPED}, EntryState.CHECKED_IN),
}
"""Verb ↦ (the states it is for, the state it leads to)."""
SAID = {
    EntryState.REGISTERED: "registered",
    EntryState.CHECKED_IN: "checked in",
    EntryState.DROPPED: "dropped",
    EntryState.REPLACED: "replaced",
}


@transaction.atomic
def enter_players(
    actor: User, tournament: Tournament, players: Sequence[Player], *, checked_in: bool = True,
    expected: int | None = None,
) -> list[Entry]:  # fmt: skip
    """Enters players, in order; those who are in already are left as they are.

    `Conflict` for those who have left: a replacement is taken back, a dropped entry readmitted.
    """
    check(actor, "manage_entries", tournament)
    tournament = tournament_services.lock(tournament, expected)
    tournament_services.refuse_finished(tournament)
    _refuse_strangers(tournament, players)
    _refuse_who_left(tournament, players)
    present = set(tournament.entries.values_list("player_id", flat=True))
    first_round = next_round_number(tournament)
    state = EntryState.CHECKED_IN if checked_in else EntryState.REGISTERED
    new = {player.pk: player for player in players if player.pk not in present}
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, player=player, state=state, joined_round=first_round)
        for player in new.values()
    )
    if entries:
        versions.save(tournament)
        after = {"entries": [journal.payload(entry) for entry in entries]}
        _write("enter_players", tournament, actor, None, after)
    return entries


@transaction.atomic
def move_entry(actor: User, entry: Entry, verb: str, *, expected: int | None = None) -> Entry:
    """`check_in`, `undo_check_in`, `drop` or `readmit`. A dropped entry keeps its rank."""
    tournament, entry = _lock(actor, entry, expected)
    states, to = MOVES[verb]
    if entry.state not in states:
        raise Conflict("wrong_state", f"This entry is {SAID[EntryState(entry.state)]}.")
    before = journal.payload(entry)
    entry.state = to
    entry.dropped_round = next_round_number(tournament) if to == EntryState.DROPPED else None
    versions.save(entry)
    versions.save(tournament)
    _write(f"{verb}_entry", tournament, actor, before, journal.payload(entry), entry)
    return entry


@transaction.atomic
def replace_entry(
    actor: User, entry: Entry, player: Player, *, expected: int | None = None
) -> Entry:
    """Puts a new player in an entry's place from the next round on. Returns the new entry."""
    tournament, entry = _lock(actor, entry, expected)
    _refuse_strangers(tournament, [player])
    if entry.state == EntryState.REPLACED:
        raise Conflict("wrong_state", "This entry is replaced already.")
    if tournament.entries.filter(player=player).exists():
        raise Conflict("already_entered", f"{player.name} is in this tournament already.")
    before = journal.payload(entry)
    new = Entry.objects.create(
        tournament=tournament, player=player, state=EntryState.CHECKED_IN,
        joined_round=next_round_number(tournament),
    )  # fmt: skip
    entry.state, entry.replaced_by = EntryState.REPLACED, new
    versions.save(entry)
    versions.save(tournament)
    after = journal.payload(entry, new_entry=journal.payload(new))
    _write("replace_entry", tournament, actor, before, after, entry)
    return new


@transaction.atomic
def undo_replacement(actor: User, entry: Entry, *, expected: int | None = None) -> Entry:
    """Takes a mistaken replacement of `entry` back: it is again what it was before.

    The entry that took its place is gone. `Conflict` once the new player has had a seat in a
    round that everyone sees, or was replaced too.
    """
    tournament, entry = _lock(actor, entry, expected)
    new = entry.replaced_by
    if new is None:
        raise Conflict("wrong_state", f"This entry is {SAID[EntryState(entry.state)]}.")
    _refuse_who_has_played(tournament, new)
    replaced = journal.newest("replace_entry", entry, club=tournament.club)
    before = journal.payload(entry, new_entry=journal.payload(new))
    entry.state, entry.replaced_by = (replaced.before or {})["state"], None
    versions.save(entry)
    new.delete()
    versions.save(tournament)
    jobs.request_standings(tournament)
    journal.write(
        "undo_replacement", entry, club=tournament.club, actor=actor, tournament=tournament,
        before=before, after=journal.payload(entry), undoes=replaced,
    )  # fmt: skip
    return entry


def _refuse_who_has_played(tournament: Tournament, new: Entry) -> None:
    name = new.player.name
    if new.replaced_by_id:
        raise Conflict(
            "replacement_has_played",
            f"{name} took the place and was replaced too. Take that replacement back first.",
        )
    seats = Seat.objects.filter(round__stage__tournament=tournament, player=new.player_id)
    seat = seats.exclude(round__state=RoundState.DRAWN).order_by("round__number").first()
    if seat is not None and seat.round is not None:
        raise Conflict(
            "replacement_has_played",
            f"{name} has a seat in round {seat.round.number}: the replacement stands.",
            round_number=seat.round.number,
        )


def next_round_number(tournament: Tournament) -> int:
    """The number of the next round to be published (a draw not yet published is it)."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=RoundState.DRAWN)
    return rounds.count() + 1


def move_back(tournament: Tournament, number: int) -> list[Entry]:
    """Dates what happened after round `number` was published to that round: it is the next again.

    For `rounds.unpublish_round`, which holds the tournament's row. Returns the changed entries.
    """
    later = Q(joined_round=number + 1) | Q(dropped_round=number + 1)
    changed = list(tournament.entries.filter(later).order_by("id").select_for_update())
    for entry in changed:
        entry.joined_round = min(entry.joined_round, number)
        if entry.dropped_round is not None:
            entry.dropped_round = min(entry.dropped_round, number)
        versions.save(entry)
    return changed


def _lock(actor: User, entry: Entry, expected: int | None) -> tuple[Tournament, Entry]:
    check(actor, "manage_entries", entry)
    tournament = tournament_services.lock(entry.tournament)
    tournament_services.refuse_finished(tournament)
    return tournament, versions.lock(Entry.objects.select_related("player"), entry.pk, expected)


def _refuse_strangers(tournament: Tournament, players: Sequence[Player]) -> None:
    for player in players:
        if player.club_id != tournament.club_id:
            raise Refused("not_in_the_club", f"{player.name} is no player of this club.")
        if player.merged_into_id or player.erased_at:
            raise Refused("player_gone", "That player was merged or erased.")


def _refuse_who_left(tournament: Tournament, players: Sequence[Player]) -> None:
    left = (
        tournament.entries.filter(
            player__in=players, state__in=[EntryState.DROPPED, EntryState.REPLACED]
        )
        .select_related("player", "replaced_by__player")
        .order_by("id")
        .first()
    )
    if left is None:
        return
    if left.replaced_by:
        raise Conflict(
            "player_replaced",
            f"{left.replaced_by.player.name} took the place of {left.player.name}. "
            "Take that replacement back, as long as its player has had no seat.",
            entry=left.pk,
        )
    raise Conflict(
        "player_dropped",
        f"{left.player.name} has dropped out of this tournament. Readmit that entry.",
        entry=left.pk,
    )


def _write(
    verb: str, tournament: Tournament, actor: User,
    before: dict[str, Any] | None, after: dict[str, Any], entry: Entry | None = None,
) -> None:  # fmt: skip
    jobs.request_standings(tournament)
    journal.write(
        verb, entry or tournament, club=tournament.club, actor=actor, tournament=tournament,
        before=before, after=after,
    )  # fmt: skip
