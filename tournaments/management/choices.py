"""Which club and which account a command means."""

from django.core.management.base import CommandError
from django.db.models import Q

from tournaments.models import Club, Membership, User
from tournaments.models.clubs import Role

HOW_TO_BEGIN = (
    "./teien manage create_owner --username hanako --club Komorebi --timezone Europe/Berlin"
)


def find_club(id_or_name: str | None) -> Club:
    """The club that is named, by id or by name; the only one if none is named."""
    if id_or_name is not None:
        known = Q(name=id_or_name)
        if id_or_name.isdecimal() and len(id_or_name) < 19:
            known |= Q(pk=int(id_or_name))
        found = list(Club.objects.filter(known))
        if not found:
            raise CommandError(f"There is no club “{id_or_name}”.")
        if len(found) > 1:
            raise CommandError(f"“{id_or_name}” is the id of one club and the name of another.")
        return found[0]
    clubs = list(Club.objects.all()[:20])
    if not clubs:
        raise CommandError(f"There is no club yet. Make one, such as: {HOW_TO_BEGIN}")
    if len(clubs) > 1:
        names = ", ".join(f"{club.pk} ({club.name})" for club in clubs)
        raise CommandError(f"Say which club with --club. There are {names}.")
    return clubs[0]


def find_actor(username: str | None, club: Club) -> User:
    """The account that is named, else the club's first owner."""
    if username is not None:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is no account “{username}”.")
        return user
    owners = Membership.objects.filter(club=club, role=Role.OWNER, user__is_active=True)
    owner = owners.select_related("user").order_by("id").first()
    if owner is None:
        raise CommandError(f"“{club.name}” has no owner. Say who it is with --as.")
    return owner.user
