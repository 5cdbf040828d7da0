"""One family of errors. `Refused`: the user can mend it. `Broken`: must never happen."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engines.base import RuleBroken
from tournaments.rules.errors import BadSetting


class Refused(Exception):
    """A request that is refused with a clear sentence and changes nothing.

    `code` is stable and listed in the docs; `status` is the HTTP answer; `facts` are JSON-able
    and reach the API's problem as extra members.
    """

    status = 422

    def __init__(self, code: str, message: str, **facts: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.facts = facts


class Forbidden(Refused):
    """The actor may not do this here."""

    status = 403


class NotThere(Refused):
    """No such thing, or none that the actor may see."""

    status = 404


class Conflict(Refused):
    """Somebody was faster, or the thing is in a state in which this can't be done."""

    status = 409


class Stale(Refused):
    """The version in `If-Match` (or in the form) is no longer the current one."""

    status = 412


class Broken(RuntimeError):
    """An invariant does not hold: a fault of ours, to be logged and mended, never shown as help."""


@contextmanager
def refusing_broken_rules() -> Iterator[None]:
    """The pure parts' refusals (`RuleBroken`, `BadSetting`) become the user's `Refused`."""
    try:
        yield
    except RuleBroken as error:
        raise Refused(error.code, error.message, rule=error.rule, **error.facts) from error
    except BadSetting as error:
        raise Refused(error.code, error.message, **error.facts) from error
