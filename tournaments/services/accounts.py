"""Accounts and their passwords."""

import logging

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tournaments.errors import Conflict, Refused
from tournaments.models import Token, User
from tournaments.services import texts

log = logging.getLogger("teien.accounts")


def create_user(username: str, password: str) -> User:
    """An account. Refuses a name that is taken or not a name, and a weak password."""
    username = texts.clean_line(username, field="username", longest=150)
    user = User(username=username)
    try:
        User.username_validator(username)
    except ValidationError as error:
        raise Refused("bad_username", " ".join(error.messages), field="username") from error
    _refuse_weak(password, user, field="password")
    if User.objects.filter(username=username).exists():
        raise _taken(username)
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        raise _taken(username) from error
    return user


def _taken(username: str) -> Conflict:
    return Conflict("username_taken", f"The user name “{username}” is taken.", field="username")


@transaction.atomic
def change_password(actor: User, *, current: str, new: str, end_tokens: bool) -> int:
    """Gives the actor's own account another password; every other session of it ends.

    `end_tokens`: so do its tokens. Returns how many did.
    """
    actor.refresh_from_db(from_queryset=User.objects.select_for_update())
    if not actor.check_password(current):
        raise Refused("wrong_password", "That is not your present password.", field="current")
    _refuse_weak(new, actor, field="new")
    actor.set_password(new)
    actor.save(update_fields=["password"])
    return end_all_tokens(actor) if end_tokens else 0


def end_all_tokens(user: User) -> int:
    """Ends every token of an account. Returns how many there were."""
    ended: int = Token.objects.filter(user=user).delete()[0]
    log.info("tokens ended", extra={"user": user.pk, "tokens": ended})
    return ended


def _refuse_weak(password: str, user: User, *, field: str) -> None:
    if texts.has_controls(password):  # such as NUL, with which nobody could sign in
        raise Refused(
            "bad_characters", "A password has no control characters: they can’t be typed.",
            field=field,
        )  # fmt: skip
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Refused("weak_password", " ".join(error.messages), field=field) from error
