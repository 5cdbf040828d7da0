"""The time zones that a form offers."""

from functools import cache
from zoneinfo import available_timezones

from django.conf import settings

COMMON = (
    "Europe/London", "Europe/Lisbon", "Europe/Paris", "Europe/Madrid", "Europe/Rome",
    "Europe/Berlin", "Europe/Vienna", "Europe/Stockholm", "Europe/Helsinki", "America/New_York",
    "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Sao_Paulo", "Asia/Kolkata",
    "Asia/Singapore", "Asia/Shanghai", "Asia/Seoul", "Asia/Tokyo", "Australia/Sydney",
    "Pacific/Auckland", "UTC",
)  # fmt: skip
PARTS = (
    "Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian",
    "Pacific",
)  # fmt: skip


@cache
def zones() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(part of the world, its zones), the common ones first; reading them takes a while."""
    known = available_timezones()
    common = tuple(name for name in COMMON if name in known)
    parts = (
        (part, tuple(sorted(name for name in known if name.startswith(f"{part}/"))))
        for part in PARTS
    )
    return (("Common", common), *parts)


def likely_zone() -> str:
    """What a form is filled with: the server's own zone, if it was given one; else nothing."""
    return "" if settings.TIME_ZONE == "UTC" else settings.TIME_ZONE
