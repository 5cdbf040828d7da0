"""Clubs, their owner and their members."""

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.db import IntegrityError, connection, transaction

from tournaments.errors import Conflict, Forbidden, NotThere, Refused
from tournaments.models import Club, Membership, User
from tournaments.models.clubs import Role
from tournaments.models.users import Scope
from tournaments.permissions import check
from tournaments.services import accounts, journal, texts, versions

FIRST_RUN_LOCK = 7_346_001
NO_ZONES = {"Factory", "localtime", "posixrules"}
"""Files among the time zones that name none: what they mean differs from machine to machine."""
OTHER_CLOCKS = ("posix/", "right/", "SystemV/")
"""Folders that repeat the zones by other rules (`right` counts leap seconds)."""


@transaction.atomic
def create_owner(username: str, password: str, club_name: str, timezone: str = "UTC") -> Club:
    """First run: the first account and its club. `Conflict` once any account exists."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [FIRST_RUN_LOCK])
    if User.objects.exists():
        raise Conflict("already_set_up", "Teien is set up already. Sign in instead.")
    owner = accounts.create_user(username, password)
    owner.is_staff = owner.is_superuser = True
    owner.save(update_fields=["is_staff", "is_superuser"])
    return create_club(owner, name=club_name, timezone=timezone)


@transaction.atomic
def create_club(actor: User, *, name: str, timezone: str = "UTC") -> Club:
    """A club; whoever makes it is its owner. Anyone may, but not by a token for less."""
    if actor.scopes is not None and Scope.ADMINISTER not in actor.scopes:
        scope = str(Scope.ADMINISTER)
        raise Forbidden("missing_scope", f"This token lacks the scope “{scope}”.", scope=scope)
    name = texts.clean_line(name, field="name", longest=120)
    check_timezone(timezone)
    try:
        with transaction.atomic():
            club = Club.objects.create(name=name, timezone=timezone)
    except IntegrityError as error:
        raise Conflict(
            "club_exists", f"There is a club called “{name}” already.", field="name"
        ) from error
    owner = Membership.objects.create(club=club, user=actor, role=Role.OWNER)
    journal.write(
        "create_club", club, club=club, actor=actor,
        after=journal.payload(club, membership=journal.payload(owner)),
    )  # fmt: skip
    return club


@transaction.atomic
def change_club(actor: User, club: Club, *, expected: int | None = None, **changes: Any) -> Club:
    """Changes `name` and `timezone`."""
    check(actor, "change_club", club)
    club = versions.lock(Club.objects.all(), club.pk, expected)
    before = journal.payload(club)
    if "name" in changes:
        club.name = texts.clean_line(changes["name"], field="name", longest=120)
    if "timezone" in changes:
        check_timezone(changes["timezone"])
        club.timezone = changes["timezone"]
    try:
        with transaction.atomic():
            versions.save(club)
    except IntegrityError as error:
        raise Conflict(
            "club_exists", f"There is a club called “{club.name}” already.", field="name"
        ) from error
    journal.write(
        "change_club", club, club=club, actor=actor, before=before, after=journal.payload(club)
    )
    return club


@transaction.atomic
def add_member(
    actor: User, club: Club, *, username: str, role: str, password: str = ""
) -> Membership:
    """Gives an account a role in the club; with a password, the account is made first."""
    check(actor, "manage_members", club)
    check_role(role)
    username = texts.clean_line(username, field="username", longest=150)
    user = User.objects.filter(username=username).first()
    if password:
        user = accounts.create_user(username, password)
    if user is None:
        raise NotThere(
            "no_such_user",
            f"There is no account “{username}”. Give a first password to make one.",
            field="username",
        )
    membership, made = Membership.objects.get_or_create(
        club=club, user=user, defaults={"role": role}
    )
    if not made:
        raise Conflict("already_member", f"{username} is a member already.", field="username")
    journal.write(
        "add_member", membership, club=club, actor=actor, after=journal.payload(membership)
    )
    return membership


@transaction.atomic
def change_role(
    actor: User, membership: Membership, *, role: str, expected: int | None = None
) -> Membership:
    """Gives a member another role. The last owner stays owner."""
    check(actor, "manage_members", membership)
    check_role(role)
    Club.objects.select_for_update().get(pk=membership.club_id)
    membership = versions.lock(Membership.objects.select_related("club"), membership.pk, expected)
    if role != Role.OWNER:
        _refuse_last_owner(membership)
    before = journal.payload(membership)
    membership.role = role
    versions.save(membership)
    journal.write(
        "change_role", membership, club=membership.club, actor=actor,
        before=before, after=journal.payload(membership),
    )  # fmt: skip
    return membership


@transaction.atomic
def remove_member(actor: User, membership: Membership, *, expected: int | None = None) -> None:
    """Takes away a member's role; the account and all that it did stay."""
    check(actor, "manage_members", membership)
    Club.objects.select_for_update().get(pk=membership.club_id)
    membership = versions.lock(Membership.objects.select_related("club"), membership.pk, expected)
    _refuse_last_owner(membership)
    before, club = journal.payload(membership), membership.club
    journal.write("remove_member", membership, club=club, actor=actor, before=before)
    membership.delete()


def check_role(role: str) -> None:
    if role not in Role.values:
        raise Refused("unknown_role", f"A role is one of {', '.join(Role.values)}.", field="role")


@cache
def timezones() -> frozenset[str]:
    """Every time zone that a club or a tournament can have; reading them takes a while."""
    return frozenset(
        name for name in available_timezones() - NO_ZONES if not name.startswith(OTHER_CLOCKS)
    )


def check_timezone(name: object) -> None:
    if not isinstance(name, str) or name not in timezones():
        raise Refused(
            "unknown_timezone", "Name a time zone such as Europe/Berlin or Asia/Tokyo.",
            field="timezone",
        )  # fmt: skip


def _refuse_last_owner(membership: Membership) -> None:
    others = Membership.objects.filter(club=membership.club_id, role=Role.OWNER)
    if membership.role == Role.OWNER and not others.exclude(pk=membership.pk).exists():
        raise Conflict("last_owner", "A club keeps at least one owner.")
