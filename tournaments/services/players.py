"""Players of a club."""

from typing import Any

from django.db import IntegrityError, transaction

from tournaments.errors import Conflict, Refused
from tournaments.models import Club, Membership, Player, User
from tournaments.permissions import check
from tournaments.services import journal, texts, versions

FIELDS = {"name": (120, True), "reading": (120, False), "number": (40, False)}
"""Field ↦ (longest, required)."""
LONGEST_KEY = 240
"""Some characters, such as `ﷺ`, stand for many when names are compared."""


@transaction.atomic
def add_player(
    actor: User, club: Club, *, name: str, reading: str = "", number: str = "",
    user: User | None = None,
) -> Player:  # fmt: skip
    """Adds a person to the club. Two people with one name are told apart by a nickname."""
    check(actor, "manage_players", club)
    player = Player(club=club)
    set_fields(player, {"name": name, "reading": reading, "number": number, "user": user})
    insert(player)
    journal.write("add_player", player, club=club, actor=actor, after=journal.payload(player))
    return player


@transaction.atomic
def change_player(
    actor: User, player: Player, *, expected: int | None = None, **changes: Any
) -> Player:
    """Changes `name`, `reading`, `number` and `user` (an account of a member, or None)."""
    check(actor, "manage_players", player)
    player = versions.lock(Player.objects.select_related("club"), player.pk, expected)
    before = journal.payload(player)
    set_fields(player, changes)
    try:
        with transaction.atomic():
            versions.save(player)
    except IntegrityError as error:
        raise _taken(player, error) from error
    journal.write(
        "change_player", player, club=player.club, actor=actor,
        before=before, after=journal.payload(player),
    )  # fmt: skip
    return player


def set_fields(player: Player, changes: dict[str, Any]) -> None:
    """Sets cleaned fields on a player, without saving."""
    for field, (longest, required) in FIELDS.items():
        if field in changes:
            value = texts.clean_line(
                changes[field], field=field, longest=longest, required=required
            )
            setattr(player, field, value)
    player.name_key = texts.name_key(player.name)
    if len(player.name_key) > LONGEST_KEY:
        raise Refused("too_long", "Name is too long when it is spelled out.", field="name")
    if "user" in changes:
        player.user = _member(player.club, changes["user"])


def insert(player: Player) -> None:
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        raise _taken(player, error) from error


def _member(club: Club, user: User | None) -> User | None:
    if user is not None and not Membership.objects.filter(club=club, user=user).exists():
        raise Refused("not_a_member", "That account is no member of this club.", field="user")
    return user


def _taken(player: Player, error: IntegrityError) -> Conflict:
    if "player_number_once_in_a_club" in str(error):
        return Conflict(
            "number_taken", f"The number {player.number} belongs to another player.",
            field="number",
        )  # fmt: skip
    if "one_player_a_user_in_a_club" in str(error):
        return Conflict(
            "user_taken", f"{player.user} is another player of this club already.", field="user"
        )
    return Conflict(
        "player_exists",
        f"“{player.name}” is in this club already. For another person of that name add "
        "something that tells them apart, such as a nickname.",
        field="name",
    )
