"""A club's own game data, boards and tile sets alike: checked, saved by version, in force or
retired (decision 13). What is special to a kind says its own module, `boards` or `tile_sets`."""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone

from engines.base import RuleBroken
from engines.texts import read_alike
from engines.values import JSON, listed, refusal, shown
from tournaments import queries_boards
from tournaments.errors import Conflict, Forbidden, Refused
from tournaments.models import BoardVersion, Club, Match, TileSetVersion, User
from tournaments.models.boards import DataStatus
from tournaments.permissions import check as check_may
from tournaments.services import journal, texts, versions

LONGEST_NAME = 60
LONGEST_KEY = 240
MOST_NAMED = 30
"""Names that a refusal lists in its sentence; all of them are in its facts."""

Fault = dict[str, Any]
"""`code`, `message`, `rule`, `field`, and where it is."""
Typed = Mapping[str, Any]
"""What was typed beside the name."""
Row = TypeVar("Row", BoardVersion, TileSetVersion)
Data = TypeVar("Data")


@dataclass(frozen=True)
class Codes:
    """The codes of what is refused."""

    bad: str
    same: str
    exists: str
    saved_meanwhile: str
    retired: str
    in_force: str
    other_in_force: str
    played: str
    shipped: str


@dataclass(frozen=True)
class Kind(Generic[Row, Data]):
    """A kind of game data. `noun`: in sentences, `verb`: in the journal; `content`: what makes two
    versions differ.

    faults: of what was typed. parse: what has none, under a name. text: how it is stored, without
    its name. status: what a club's version of it says of where it comes from. warnings: what
    well-formed data may still lack.
    """

    model: type[Row]
    noun: str
    verb: str
    content: str
    codes: Codes
    unknown: str
    rule: str
    shipped: tuple[str, ...]
    load: Callable[[str], Data]
    faults: Callable[[Typed], list[Fault]]
    parse: Callable[[Typed, str], Data]
    text: Callable[[Data], str]
    status: Callable[[Data], DataStatus]
    warnings: Callable[[Data], list[Fault]]

    def hash_of(self, data: Data) -> str:
        """The SHA-256 of the stored text, in hex; what it is called does not count."""
        return hashlib.sha256(self.text(data).encode()).hexdigest()


@dataclass(frozen=True)
class Checked(Generic[Row, Data]):
    """Game data as it was typed, with every fault at once.

    `name`: empty where it is none. `data`: None where there are faults. `number`: the version
    that it would be. `same`: the club's version that has this content and status already.
    `newest`: the newest version of that name, the one that the next one is based on.
    """

    name: str
    faults: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    data: Data | None = None
    number: int = 1
    same: Row | None = None
    newest: Row | None = None


def check(kind: Kind[Row, Data], club: Club, name: object, typed: Typed) -> Checked[Row, Data]:
    """Checks what was typed and saves nothing. 2 queries."""
    cleaned, found = _read_name(kind, name)
    found += kind.faults(typed)
    key = texts.name_key(cleaned)
    there = list(kind.model.objects.filter(club=club, name_key=key).order_by("number"))
    newest = there[-1] if there else None
    number = _next(kind, club, key, newest)
    if found:
        return Checked(cleaned, found, number=number, newest=newest)
    called = there[0].name if there else cleaned
    data = kind.parse(typed, called)
    said = (kind.hash_of(data), kind.status(data))
    same = next((one for one in there if (one.hash, one.status) == said), None)
    return Checked(called, [], kind.warnings(data), data, number, same, newest)


@transaction.atomic
def save(
    kind: Kind[Row, Data], actor: User, club: Club, name: object, typed: Typed,
    based_on: int | None = None,
) -> Row:  # fmt: skip
    """New data or, with `based_on`, the next version of some; in force from now on.

    `based_on`: the id of the newest version of that name that the actor has seen; it means nothing
    where the name is new. The version in force before is retired; matches that are planned keep
    theirs. Raises Refused (`bad`, with `errors`) and, with the id of the version and its `number`
    that it is about, Conflict (`same`, `exists`, `saved_meanwhile`).
    """
    check_may(actor, "manage_boards", club)
    try:
        return _save(kind, actor, club, name, typed, based_on)
    except IntegrityError:
        # A first version has no row before it to lock. If somebody saved one under this name at
        # the same moment, it is seen now.
        return _save(kind, actor, club, name, typed, based_on)


@transaction.atomic
def _save(
    kind: Kind[Row, Data], actor: User, club: Club, name: object, typed: Typed,
    based_on: int | None,
) -> Row:  # fmt: skip
    """The version, in the place of the one in force. IntegrityError: somebody was faster."""
    _lock_name(kind, club, texts.name_key(_read_name(kind, name)[0]))
    checked = check(kind, club, name, typed)
    if checked.data is None:
        raise Refused(kind.codes.bad, to_be_mended(kind, checked.faults), errors=checked.faults)
    if checked.same:
        raise _same(kind, checked.same)
    if checked.newest:
        _refuse_unseen(kind, checked.newest, based_on)
    key = texts.name_key(checked.name)
    before, after = _retire(_in_force(kind, club, key))
    made = kind.model.objects.create(
        club=club, name=checked.name, name_key=key, number=checked.number, made_by=actor,
        text=kind.text(checked.data), hash=kind.hash_of(checked.data),
        status=kind.status(checked.data),
    )  # fmt: skip
    journal.write(
        f"save_{kind.verb}", made, club=club, actor=actor,
        before={kind.model.PLURAL: before} if before else None,
        after=journal.payload(made, **{kind.model.PLURAL: after}),
    )  # fmt: skip
    return made


@transaction.atomic
def retire(kind: Kind[Row, Data], actor: User, row: Row, expected: int | None = None) -> Row:
    """Nothing new is planned on it; what is planned or was played keeps it."""
    club = _own(kind, actor, row)
    row = _lock(kind, row, expected)
    if row.retired_at:
        raise Conflict(kind.codes.retired, f"Version {row.number} of {row.name} is not in force.")
    before = journal.payload(row)
    row.retired_at = timezone.now()
    versions.save(row)
    journal.write(
        f"retire_{kind.verb}", row, club=club, actor=actor,
        before=before, after=journal.payload(row),
    )  # fmt: skip
    return row


@transaction.atomic
def restore(
    kind: Kind[Row, Data], actor: User, row: Row, instead_of: int | None = None,
    expected: int | None = None,
) -> Row:  # fmt: skip
    """Puts a retired version in force again, in the place of the one that is.

    `instead_of`: the id of the version of that name that the actor has seen in force; None: none
    was. Raises Conflict (`in_force`, and `other_in_force` where it is not so, with the id and
    `number` of the one that is, or None).
    """
    club = _own(kind, actor, row)
    _lock_name(kind, club, row.name_key)
    row = _lock(kind, row, expected)
    if row.retired_at is None:
        raise Conflict(kind.codes.in_force, f"Version {row.number} of {row.name} is in force.")
    in_force = _in_force(kind, club, row.name_key)
    _refuse_unseen_in_force(kind, row, in_force, instead_of)
    others_before, others_after = _retire(in_force)
    before = journal.payload(row, **{kind.model.PLURAL: others_before})
    row.retired_at = None
    versions.save(row)
    journal.write(
        f"restore_{kind.verb}", row, club=club, actor=actor, before=before,
        after=journal.payload(row, **{kind.model.PLURAL: others_after}),
    )  # fmt: skip
    return row


@transaction.atomic
def delete(kind: Kind[Row, Data], actor: User, row: Row, expected: int | None = None) -> Row | None:
    """Takes away a version on which no match is planned; the journal keeps what it was.

    Returns the version that was in force before it and could be taken up again, if it was the one
    in force.
    """
    club = _own(kind, actor, row)
    row = _lock(kind, row, expected)
    if Match.objects.filter(**{kind.model.ON_MATCH: row}).exists():
        raise Conflict(
            kind.codes.played,
            f"Version {row.number} of {row.name} stays: a match is planned or was played on it."
            " It can be withdrawn.",
        )
    journal.write(f"delete_{kind.verb}", row, club=club, actor=actor, before=journal.payload(row))
    row.delete()
    if row.retired_at:
        return None
    return queries_boards.newest_of(kind.model, club).filter(name_key=row.name_key).first()


def unknown(
    kind: Kind[Row, Data], club: Club | None, given: object, own: Collection[str], at: str
) -> RuleBroken:
    """A name that is not there, as the game says it, with all that the club may plan, and whether
    it has `withdrawn` this one. own: the names of its own in force; at: the field. 1 query.
    """
    names: list[str] = list(dict.fromkeys((*kind.shipped, *own)))
    withdrawn = club is not None and given in list(
        kind.model.objects.filter(club=club).exclude(retired_at=None).values_list("name", flat=True)
    )
    told = names if len(names) <= MOST_NAMED else [*names[:MOST_NAMED], "another of the club's own"]
    wrong = "it is missing" if given is None else f"not {shown(given)}"
    facts: dict[str, JSON] = {"field": at, "withdrawn": withdrawn, kind.model.PLURAL: [*names]}
    return refusal(
        kind.unknown,
        f"The {kind.noun} must be {listed(told)}, {wrong}"
        f"{', which is withdrawn' if withdrawn else ''}",
        kind.rule, **facts,
    )  # fmt: skip


def fault(refused: RuleBroken | Refused) -> Fault:
    """A refusal as one of several faults."""
    rule = refused.rule if isinstance(refused, RuleBroken) else ""
    return {"code": refused.code, "message": refused.message, "rule": rule, **refused.facts}


def to_be_mended(kind: Kind[Row, Data], found: Sequence[Fault]) -> str:
    """The faults in one sentence."""
    if len(found) == 1:
        return f"The {kind.noun} is not saved. {found[0]['message']}"
    return f"The {kind.noun} is not saved: {len(found)} things are to be mended first."


def _read_name(kind: Kind[Row, Data], name: object) -> tuple[str, list[Fault]]:
    """The cleaned name, or an empty one and its fault."""
    try:
        return _clean_name(kind, name), []
    except Refused as refused:
        return "", [fault(refused)]


def _clean_name(kind: Kind[Row, Data], name: object) -> str:
    cleaned = texts.clean_line(name, field="name", longest=LONGEST_NAME)
    key = texts.name_key(cleaned)
    if len(key) > LONGEST_KEY:
        raise Refused("too_long", "Name is too long when it is spelled out.", field="name")
    if read_alike(cleaned, kind.shipped):
        raise Refused(
            "shipped_name",
            f"“{cleaned}” is a {kind.noun} that ships with Teien: choose another name.",
            field="name",
        )
    return cleaned


def _about(kind: Kind[Row, Data], row: Row | None) -> dict[str, int | None]:
    """The facts of a refusal that is about a version, or about none."""
    there, number = (row.pk, row.number) if row else (None, None)
    return {kind.model.ON_MATCH: there, "number": number}


def _same(kind: Kind[Row, Data], row: Row) -> Conflict:
    state = "withdrawn: take it up again to play it" if row.retired_at else "in force"
    return Conflict(
        kind.codes.same,
        f"Nothing is saved: version {row.number} of {row.name} has {kind.content} already. It is "
        f"{state}.",
        **_about(kind, row),
    )


def _refuse_unseen(kind: Kind[Row, Data], newest: Row, based_on: int | None) -> None:
    """Refuses to save over a version that the actor has not looked at."""
    if based_on is None:
        raise Conflict(
            kind.codes.exists,
            f"Nothing is saved. The club has a {kind.noun} “{newest.name}” already, version "
            f"{newest.number}. Look at it first.",
            field="name", **_about(kind, newest),
        )  # fmt: skip
    if based_on != newest.pk:
        raise Conflict(
            kind.codes.saved_meanwhile,
            f"Nothing is saved. The newest version of {newest.name} is another by now, version "
            f"{newest.number}. Look at it first.",
            field="name", **_about(kind, newest),
        )  # fmt: skip


def _refuse_unseen_in_force(
    kind: Kind[Row, Data], row: Row, in_force: Row | None, seen: int | None
) -> None:
    """Refuses to retire a version that the actor has not looked at, and to take up one in the place
    of another that somebody withdrew meanwhile."""
    if seen != (in_force.pk if in_force else None):
        which = f"Version {in_force.number}" if in_force else "No version"
        raise Conflict(
            kind.codes.other_in_force,
            f"Nothing is changed. {which} of {row.name} is in force now. Look again, then repeat "
            "what is still needed.",
            field="instead_of", **_about(kind, in_force),
        )  # fmt: skip


def _next(kind: Kind[Row, Data], club: Club, key: str, newest: Row | None) -> int:
    """A number that no version of the name ever had: it must not mean two. 1 query."""
    deleted = queries_boards.last_deleted(kind.model, club, key)
    return 1 + max(newest.number if newest else 0, deleted)


def _own(kind: Kind[Row, Data], actor: User, row: Row) -> Club:
    """The club of a version that the actor may change."""
    if row.club is None:
        raise Forbidden(
            kind.codes.shipped, f"This {kind.noun} ships with Teien: nobody changes it."
        )
    check_may(actor, "manage_boards", row)
    return row.club


def _lock(kind: Kind[Row, Data], row: Row, expected: int | None) -> Row:
    return versions.lock(kind.model.objects.select_related("club"), row.pk, expected)


def _lock_name(kind: Kind[Row, Data], club: Club, key: str) -> None:
    """Locks the versions of a name, in the order of their ids."""
    rows = kind.model.objects.filter(club=club, name_key=key).order_by("pk")
    list(rows.select_for_update(no_key=True))


def _in_force(kind: Kind[Row, Data], club: Club, key: str) -> Row | None:
    """The version of that name that is in force, locked. 1 query."""
    rows = kind.model.objects.filter(club=club, name_key=key, retired_at=None)
    return rows.select_for_update(no_key=True).first()


def _retire(in_force: Row | None) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Retires the locked version, if there is one; what it was and what it is, for the journal."""
    if in_force is None:
        return [], []
    before = [journal.payload(in_force)]
    in_force.retired_at = timezone.now()
    versions.save(in_force)
    return before, [journal.payload(in_force)]
