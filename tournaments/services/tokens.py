"""Tokens: keys that tools use in a person's name, limited by scopes and an end.

They belong to a person and to no club, so no club's journal tells of them.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from tournaments.errors import Conflict, Forbidden, NotThere, Refused, Stale
from tournaments.models import Token, User
from tournaments.models.users import Scope
from tournaments.services import texts

log = logging.getLogger("teien.tokens")

MOST_TOKENS = 50
USUAL_LIFE = timedelta(days=90)
LONGEST_LIFE = timedelta(days=366)
VERSION = 1
"""Every token's: it is made and deleted, and never changed."""


@transaction.atomic
def create_token(
    actor: User, *, name: str, scopes: Iterable[str], expires_at: datetime | None = None
) -> tuple[Token, str]:
    """A token and its secret, which is not kept and can't be shown again.

    `scopes`: what it may do; reading always is among them. It ends at `expires_at`, after 90 days
    unless that says otherwise, after a year at the latest. A token makes no tokens.
    """
    _refuse_tokens(actor)
    name = texts.clean_line(name, field="name", longest=80)
    wanted = _check_scopes(scopes)
    now = timezone.now()
    ends = now + USUAL_LIFE if expires_at is None else expires_at
    if not now < ends <= now + LONGEST_LIFE:
        raise Refused(
            "bad_expiry", f"A token ends in the next {LONGEST_LIFE.days} days.", field="expires_at"
        )
    User.objects.select_for_update().get(pk=actor.pk)
    if Token.objects.filter(user=actor).count() >= MOST_TOKENS:
        raise Conflict("too_many_tokens", f"You have {MOST_TOKENS} tokens. Delete one first.")
    token, secret = Token.objects.create(actor, expiry=ends - now, name=name, scopes=wanted)
    log.info("token created", extra={"token": token.pk, "user": actor.pk, "scopes": wanted})
    return token, secret


@transaction.atomic
def delete_token(actor: User, token: Token, *, expected: int | None = None) -> None:
    """Ends a token of one's own at once. `NotThere` if somebody was faster."""
    _refuse_tokens(actor)
    if token.user_id != actor.pk:
        raise Forbidden("not_allowed", "This token is somebody else's.")
    pk = token.pk
    if not Token.objects.select_for_update().filter(pk=pk).exists():
        raise NotThere("not_found", "There is no such token.", noun="token", id=pk)
    if expected not in (None, VERSION):
        raise Stale(
            "stale_version", "This is not the token that you have seen. Look again.",
            noun="token", id=pk, expected=expected, version=VERSION,
        )  # fmt: skip
    token.delete()
    log.info("token deleted", extra={"token": pk, "user": actor.pk})


def _refuse_tokens(actor: User) -> None:
    if actor.scopes is not None:
        raise Forbidden("session_needed", "A token can't do this. Sign in yourself.")


def _check_scopes(scopes: Iterable[str]) -> list[str]:
    wanted = {str(Scope.READ), *scopes}
    if unknown := sorted(wanted - set(Scope.values)):
        raise Refused(
            "unknown_scope",
            f"There is no scope “{unknown[0][:40]}”. A scope is one of {', '.join(Scope.values)}.",
            field="scopes",
        )
    return [str(scope) for scope in Scope if scope in wanted]
