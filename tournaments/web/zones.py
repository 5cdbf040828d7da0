"""The time zones that a form offers."""

from functools import cache
from zoneinfo import available_timezones

NOT_PLACES = ("Etc/", "SystemV/", "posix/", "right/")


@cache
def zones() -> tuple[str, ...]:
    """UTC, then the zones named after places (`Europe/Berlin`); reading them takes a while."""
    places = (name for name in available_timezones() if "/" in name)
    return ("UTC", *sorted(name for name in places if not name.startswith(NOT_PLACES)))
