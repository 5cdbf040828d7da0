"""Who may do what: one function, one table of roles × verbs (docs/permissions.md is made from it).

Anyone may read what is published; `read_drafts` is for the club's own people.
"""

from collections.abc import Iterable
from typing import Any

from tournaments.errors import Forbidden
from tournaments.models import (
    BoardVersion,
    Club,
    Entry,
    Match,
    Membership,
    Player,
    Result,
    Round,
    Series,
    Stage,
    TileSetVersion,
    Tournament,
    User,
)
from tournaments.models.clubs import Role
from tournaments.models.users import Scope

OWNER, ORGANISER, SCORER, MEMBER = Role.OWNER, Role.ORGANISER, Role.SCORER, Role.MEMBER
ORGANISERS = (OWNER, ORGANISER)
SCORERS = (OWNER, ORGANISER, SCORER)

VERBS: dict[str, tuple[tuple[Role, ...], Scope, str]] = {
    "change_club": ((OWNER,), Scope.ADMINISTER, "change the club's name and time zone"),
    "manage_members": ((OWNER,), Scope.ADMINISTER, "add members and change their roles"),
    "read_members": (ORGANISERS, Scope.READ, "see who is a member"),
    "read_journal": (ORGANISERS, Scope.READ, "read the journal"),
    "read_drafts": (SCORERS, Scope.READ, "see drafts and draws that are not yet published"),
    "manage_players": (ORGANISERS, Scope.ORGANISE, "add, change and import players"),
    "manage_boards": (
        ORGANISERS,
        Scope.ORGANISE,
        "save, withdraw and delete the club's boards and tile sets",
    ),
    "manage_tournament": (ORGANISERS, Scope.ORGANISE, "create, change and finish tournaments"),
    "manage_entries": (ORGANISERS, Scope.ORGANISE, "enter, check in, drop and replace players"),
    "draw": (ORGANISERS, Scope.ORGANISE, "draw, publish, unpublish and close rounds"),
    "start_series": (SCORERS, Scope.SCORE, "start a casual series, or take one back"),
    "report_result": (SCORERS, Scope.SCORE, "report a result (and so may the players of a table)"),
    "dispute_result": (SCORERS, Scope.SCORE, "dispute a result (and so may a table's players)"),
    "confirm_result": (SCORERS, Scope.SCORE, "confirm a result"),
    "correct_result": (SCORERS, Scope.SCORE, "correct a result by a new revision"),
    "simulate": (ORGANISERS, Scope.ORGANISE, "start, pause and cancel simulations"),
    "abandon_match": (SCORERS, Scope.SCORE, "abandon a match and take it up again"),
}
PLAYERS_MAY = {"report_result", "dispute_result"}
"""What a table's own players may do at it, with or without a role beyond `member`."""


def can(user: User | Any, verb: str, thing: Any) -> bool:
    """Whether `user` (perhaps anonymous, perhaps limited by a token) may do `verb` to `thing`."""
    roles, scope, _ = VERBS[verb]
    if not user.is_authenticated or not user.is_active:
        return False
    if user.scopes is not None and scope not in user.scopes:
        return False
    if role_in(user, club_of(thing)) in roles:
        return True
    return verb in PLAYERS_MAY and sits_at(user, thing)


def check(user: User | Any, verb: str, thing: Any) -> None:
    """`can`, or `Forbidden` with a sentence that says what was missing."""
    if can(user, verb, thing):
        return
    roles, scope, text = VERBS[verb]
    if not user.is_authenticated:
        raise Forbidden("sign_in", "Sign in first.", verb=verb)
    if user.scopes is not None and scope not in user.scopes:
        raise Forbidden(
            "missing_scope", f"This token lacks the scope “{scope}”.", verb=verb, scope=str(scope)
        )
    names = " or ".join(str(role) for role in roles)
    raise Forbidden(
        "not_allowed", f"Only an {names} of the club may {text.split(' (')[0]}.", verb=verb
    )


def role_in(user: User, club: Club) -> str | None:
    """The user's role in the club, asked once a request and club."""
    roles: dict[int, str | None] = user.__dict__.setdefault("_roles", {})
    if club.pk not in roles:
        roles[club.pk] = (
            Membership.objects.filter(user=user, club=club).values_list("role", flat=True).first()
        )
    return roles[club.pk]


def club_of(thing: Any) -> Club:
    """The club that a thing belongs to."""
    match thing:
        case Club():
            return thing
        case Player() | Tournament() | Series() | Membership():
            return thing.club
        case BoardVersion(club=Club() as club) | TileSetVersion(club=Club() as club):
            # one that is shipped belongs to none
            return club
        case Stage() | Entry():
            return thing.tournament.club
        case Round():
            return thing.stage.tournament.club
        case Match():
            return thing.series.club
        case Result():
            return thing.match.series.club
    raise TypeError(f"{type(thing).__name__} belongs to no club")


def sits_at(user: User, thing: Any) -> bool:
    """Whether the user's player has a seat in the series that `thing` is or belongs to."""
    match thing:
        case Series():
            series = thing
        case Match():
            series = thing.series
        case Result():
            series = thing.match.series
        case _:
            return False
    return series.seats.filter(player__user=user).exists()


def table() -> Iterable[tuple[str, str, dict[str, bool], str]]:
    """The rows (verb, what it is, role → allowed, scope) from which the docs' page is made."""
    for verb, (roles, scope, text) in VERBS.items():
        yield verb, text, {str(role): role in roles for role in Role}, str(scope)
