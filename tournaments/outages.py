"""The database can't answer: which errors mean that, and what people are told then.

It is no fault of the asker's and no bug of ours: status 503 with `Retry-After`, in the API as a
problem, on the pages as a sentence. What else goes wrong in the database stays a fault (500).
"""

import logging
from collections.abc import Iterator

from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import Error, InterfaceError, OperationalError

from tournaments.errors import Refused

log = logging.getLogger("teien.outages")

BUSY = {"40001", "40P01", "55P03"}
"""PostgreSQL's serialization failure, deadlock, and lock not available: all is taken back."""
AWAY = ("08", "53", "57", "58", "25006", "25P03", "25P04")
"""Its connection lost, resources (disk, memory, connections) at an end, operator's intervention,
system errors; a server that only reads; a transaction that was ended for its length."""


class Outage(Refused):
    """The database did not answer, or would not write; `retry_after` is in seconds."""

    status = 503

    def __init__(self, code: str, message: str, *, retry_after: int) -> None:
        super().__init__(code, message)
        self.retry_after = retry_after


def outage(error: BaseException) -> Outage | None:
    """What to say, if this error means that the database can't answer (it is logged); else None."""
    found = next((one for one in _behind(error) if isinstance(one, Error)), None)
    if found is None:
        return None
    state = getattr(found.__cause__, "sqlstate", None) or ""
    if state in BUSY:
        told = Outage(
            "busy", "The database was busy; nothing was saved. Please repeat.", retry_after=1
        )
    elif state.startswith(AWAY) or (not state and _is_of_the_connection(found)):
        told = Outage(
            "database_unavailable",
            "The database does not answer at the moment. What was saved before is safe. Wait a "
            "little and look again; repeat what you just sent if it is missing.",
            retry_after=5,
        )
    else:
        return None
    log.warning("the database did not answer", extra={"sqlstate": state, "why": str(found).strip()})
    return told


def _is_of_the_connection(error: Error) -> bool:
    """Without a state it comes from this side: no connection was made, or it broke."""
    return isinstance(error, OperationalError | InterfaceError)


def _behind(error: BaseException) -> Iterator[BaseException]:
    """The error. Django hides why a session could not be saved, as if somebody had signed out."""
    yield error
    behind = error.__context__ if isinstance(error, SessionInterrupted) else None
    while behind is not None:
        yield behind
        behind = behind.__context__
