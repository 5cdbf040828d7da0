"""Accounts and their passwords."""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tournaments.errors import Conflict, Refused
from tournaments.models import User
from tournaments.services import texts


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


def change_password(actor: User, *, current: str, new: str) -> None:
    """Gives the actor's own account another password; every other session of it ends."""
    if not actor.check_password(current):
        raise Refused("wrong_password", "That is not your present password.", field="current")
    _refuse_weak(new, actor, field="new")
    actor.set_password(new)
    actor.save(update_fields=["password"])


def _refuse_weak(password: str, user: User, *, field: str) -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Refused("weak_password", " ".join(error.messages), field=field) from error
