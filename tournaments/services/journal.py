"""The journal: exactly one entry for each action, written last in its transaction."""

from datetime import date
from decimal import Decimal
from typing import Any

from django.db import connection, models
from django.db.models import F
from django.utils import timezone

from tournaments.context import REQUEST_ID
from tournaments.errors import Broken
from tournaments.models import Club, JournalEntry, Tournament, User

HIDDEN = {
    "player": {"name", "name_key", "reading"},  # kept in the player alone: a person can be erased
    "club": {"position"},
    "user": {"password", "last_login", "email", "first_name", "last_name"},
}


def write(
    verb: str,
    thing: models.Model,
    *,
    club: Club,
    actor: User | None,
    tournament: Tournament | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    undoes: JournalEntry | None = None,
) -> JournalEntry:
    """Adds the action's entry. Locks the club's row until the transaction ends: take it last.

    `undoes`: the entry of the action that this one takes back.
    """
    if not connection.in_atomic_block:
        raise Broken("a journal entry needs its action's transaction")
    Club.objects.filter(pk=club.pk).update(position=F("position") + 1)
    club.refresh_from_db(fields=["position"])
    return JournalEntry.objects.create(
        club=club,
        position=club.position,
        tournament=tournament,
        verb=verb,
        actor=actor,
        at=timezone.now(),
        noun=thing._meta.model_name or "",
        noun_id=thing.pk,
        before=before,
        after=after,
        request_id=REQUEST_ID.get(),
        undoes=undoes,
    )


def newest(verb: str, thing: models.Model, *, club: Club) -> JournalEntry:
    """The last time that `verb` was done to a thing; raises `Broken` where it never was."""
    done = JournalEntry.objects.filter(
        club=club, verb=verb, noun=thing._meta.model_name, noun_id=thing.pk
    )
    entry = done.order_by("-position").first()
    if entry is None:
        raise Broken(f"no journal entry {verb} of {thing._meta.model_name} {thing.pk}")
    return entry


def payload(thing: models.Model, **more: Any) -> dict[str, Any]:
    """A row as a journal payload: its fields, JSON-able, without what is personal; and `more`."""
    hidden = HIDDEN.get(thing._meta.model_name or "", set()) | {"changed_at"}
    fields = {
        field.attname: _plain(field.value_from_object(thing))
        for field in thing._meta.concrete_fields
        if field.name not in hidden
    }
    return fields | more


def _plain(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value
