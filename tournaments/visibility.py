"""Who may read what, as conditions on rows (design §3: anyone may read what is published).

Each function takes the reader, perhaps anonymous, and returns the condition for one kind of thing.
What does not meet it is not there: 404, and missing from lists.
"""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import Entry, Membership, Player, User
from tournaments.models.tournaments import RoundState, TournamentState
from tournaments.permissions import VERBS

Reader = User | Any
PUBLISHED = [TournamentState.OPEN, TournamentState.FINISHED]
SHOWN = [RoundState.PUBLISHED, RoundState.CLOSED]


def anything(reader: Reader) -> Q:
    return Q()


def nothing() -> Q:
    return Q(pk__in=[])


def clubs_where(reader: Reader, verb: str) -> "QuerySet[Membership, Any]":
    """The ids of the clubs in which the reader may do `verb`."""
    roles, scope, _ = VERBS[verb]
    limited = reader.is_authenticated and reader.scopes is not None and scope not in reader.scopes
    if not reader.is_authenticated or limited:
        return Membership.objects.none().values("club")
    return Membership.objects.filter(user=reader, role__in=roles).values("club")


def clubs_of(reader: Reader) -> frozenset[int]:
    """The ids of the clubs whose member the reader is, in any role; asked once a request."""
    if not reader.is_authenticated:
        return frozenset()
    if "_clubs" not in reader.__dict__:
        found = Membership.objects.filter(user=reader).values_list("club", flat=True)
        reader.__dict__["_clubs"] = frozenset(found)
    clubs: frozenset[int] = reader.__dict__["_clubs"]
    return clubs


def memberships(reader: Reader) -> Q:
    return Q(club__in=clubs_where(reader, "read_members"))


def players(reader: Reader) -> Q:
    """All of one's own clubs; of others those who are in a published tournament."""
    entered = Entry.objects.filter(player=OuterRef("pk"), tournament__state__in=PUBLISHED)
    return Q(club__in=clubs_of(reader)) | Q(Exists(entered))


def tournaments(reader: Reader, path: str = "") -> Q:
    """Drafts are for the club's own people. `path` leads from the row to its tournament."""
    club = f"{path}club__in"
    return Q(**{f"{path}state__in": PUBLISHED}) | Q(**{club: clubs_where(reader, "read_drafts")})


def stages(reader: Reader) -> Q:
    return tournaments(reader, "tournament__")


def entries(reader: Reader) -> Q:
    return tournaments(reader, "tournament__")


def rounds(reader: Reader, path: str = "") -> Q:
    """Draws that are not yet published are for the club's own people."""
    tournament = f"{path}stage__tournament__"
    shown = Q(**{f"{path}state__in": SHOWN, f"{tournament}state__in": PUBLISHED})
    return shown | Q(**{f"{tournament}club__in": clubs_where(reader, "read_drafts")})


def series(reader: Reader, path: str = "") -> Q:
    """Tables as their rounds; casual series are for the club's members."""
    casual = Q(**{f"{path}round": None, f"{path}club__in": clubs_of(reader)})
    return rounds(reader, f"{path}round__") | casual


def matches(reader: Reader) -> Q:
    return series(reader, "series__")


def results(reader: Reader) -> Q:
    return series(reader, "match__series__")


def ratings(reader: Reader) -> Q:
    """Those of players whom the reader may read, whatever series they come from."""
    return Q(player__in=Player.objects.filter(players(reader)).values("pk"))


def rating_changes(reader: Reader) -> Q:
    """Of players and by series that the reader may read."""
    return ratings(reader) & series(reader, "event__series__")


def journal(reader: Reader) -> Q:
    return Q(club__in=clubs_where(reader, "read_journal"))


def jobs(reader: Reader) -> Q:
    return Q(club__in=clubs_where(reader, "read_drafts"))


def tokens(reader: Reader) -> Q:
    """One's own, and only for oneself: a token reads no tokens."""
    if not reader.is_authenticated or reader.scopes is not None:
        return nothing()
    return Q(user=reader)
