"""The form of a board or a tile set: what was typed as text, and how it reaches the service."""

from dataclasses import dataclass, replace
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, QueryDict

from engines.values import read_number
from tournaments import queries_boards
from tournaments.errors import Refused
from tournaments.models import Club, User
from tournaments.services import game_data
from tournaments.services.game_data import Checked, Fault
from tournaments.web.data_pages import DataPages

BYTES = 4
"""That a character takes in UTF-8 at most."""


@dataclass(frozen=True)
class Typed:
    """What stands in the form; of a text that is far too long no more than is looked at."""

    name: str = ""
    text: str = ""
    based_on: int | None = None
    """The id of the newest version, as it was when somebody began to type."""


def blank(pages: DataPages, request: HttpRequest, club: Club) -> Typed:
    """An empty form; `?from=`: a copy of one of the club's by its id, or of a shipped one by its
    name; `blank`: what is to be filled in."""
    kind = pages.kind
    source = request.GET.get("from", "")
    if not source:
        return Typed()
    if source in kind.shipped:
        return Typed(text=pages.written(kind.load(source)))
    if source == "blank" and pages.blank:
        return Typed(text=pages.blank)
    number = read_number(source)
    found = kind.model.objects.filter(pk=number).first() if number else None
    if found is None or found.club_id not in {None, club.pk}:
        raise Http404(f"No such {kind.noun}.")
    text = pages.written(pages.read(found))
    if found.club_id is None:
        return Typed(text=text)
    newest = queries_boards.versions_of(found)[0]
    return Typed(found.name, text, newest.pk)


def from_post(pages: DataPages, post: QueryDict) -> Typed:
    """What was typed; of its text no more than is looked at."""
    return Typed(
        post.get("name", "")[:200],
        _plain(post.get("text", ""))[: pages.most + 1],
        read_number(post.get("based_on", "")),
    )


def with_file(pages: DataPages, typed: Typed, file: "UploadedFile[Any]") -> Typed:
    """What was typed, with a file's text in the place of the text.

    Raises Refused: file_too_large, file_not_utf_8, file_empty.
    """
    data = file.read(BYTES * pages.most + 1)
    if len(data) > BYTES * pages.most:
        raise _too_large(pages)
    try:
        text = _plain(data.decode())
    except UnicodeDecodeError as error:
        at = error.start + 1
        sentence = f"The file is not UTF-8: byte {at} is no letter. Save it again as UTF-8 text."
        raise Refused("file_not_utf_8", sentence, field="file") from error
    if len(text) > pages.most:
        raise _too_large(pages)
    if not text.strip():
        raise Refused("file_empty", "The file is empty.", field="file")
    return replace(typed, text=text)


def _too_large(pages: DataPages) -> Refused:
    """The refusal of a file that can hold nothing of the kind."""
    sentence = f"The file is too large: a {pages.kind.noun} has at most {pages.most:,} characters."
    return Refused("file_too_large", sentence, field="file")


def _plain(text: str) -> str:
    """Without what comes along from elsewhere: a mark of the bytes' order at the beginning, and
    line ends of two characters."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def check(pages: DataPages, club: Club, typed: Typed) -> Checked[Any, Any]:
    """What `services.game_data.check` says of it. 2 queries."""
    return game_data.check(pages.kind, club, typed.name, _content(pages, typed))


def save(pages: DataPages, actor: User, club: Club, typed: Typed) -> Any:
    content = _content(pages, typed)
    return game_data.save(pages.kind, actor, club, typed.name, content, typed.based_on)


def looked_at(pages: DataPages, typed: Typed, newest: Any, refused: Refused | None) -> int | None:
    """What the form is based on, after a page that names the newest version of what was typed.

    Once a form is based on a version of that name it keeps to it, until saving is refused with
    the newer one.
    """
    codes = pages.kind.codes
    told = refused is not None and refused.code in {codes.exists, codes.saved_meanwhile}
    if newest is None or (_is_of(pages, typed.based_on, newest) and not told):
        return typed.based_on
    newest_pk: int = newest.pk
    return newest_pk


def located(refused: Refused) -> Refused:
    """The refusal with each field's sentence: the name's own, and one for all of the text's.

    That of a file names its field itself.
    """
    if refused.facts.get("field") == "file":
        return refused
    found: list[Fault] = refused.facts.get("errors", [])
    mistakes = {one["field"]: one["message"] for one in found if one["field"] == "name"}
    of_text = [one["message"] for one in found if one["field"] != "name"]
    if of_text:
        more = f"{len(of_text)} things are to be mended:"
        mistakes["text"] = of_text[0] if len(of_text) == 1 else more
    refused.facts["mistakes"] = mistakes
    return refused


def refusal(pages: DataPages, found: list[Fault]) -> Refused:
    """What the page of something checked with faults says on top."""
    return Refused(pages.kind.codes.bad, game_data.to_be_mended(pages.kind, found), errors=found)


def _is_of(pages: DataPages, based_on: int | None, newest: Any) -> bool:
    """Whether a form was based on a version of this name, or on one that is deleted by now."""
    if based_on is None:
        return False
    other = pages.kind.model.objects.filter(pk=based_on).first()
    return other is None or (other.club_id, other.name_key) == (newest.club_id, newest.name_key)


def _content(pages: DataPages, typed: Typed) -> dict[str, Any]:
    """The text as the service takes it; one that is too long as it is, which is refused so."""
    read = pages.too_long if len(typed.text) > pages.most else pages.typed
    return read(typed.text)
