"""The form of a board: what was typed as text, and how it reaches the service."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, QueryDict

from engines.gazebo.board import board_text, load_board, read_text
from engines.gazebo.boards import BOARDS
from tournaments import queries_boards
from tournaments.errors import Refused
from tournaments.models import BoardVersion, Club, User
from tournaments.services import boards
from tournaments.services.boards import MOST_CHARACTERS, CheckedBoard, Fault


@dataclass(frozen=True)
class Typed:
    """What stands in the form; of a text that is far too long no more than is looked at."""

    name: str = ""
    text: str = ""
    based_on: int | None = None
    """The id of the newest version, as it was when somebody began to type."""


def blank(request: HttpRequest, club: Club) -> Typed:
    """An empty form; `?from=`: a copy of one of the club's boards by its id, or of a shipped one by
    its name."""
    source = request.GET.get("from", "")
    if not source:
        return Typed()
    if source in BOARDS:
        return Typed(text=board_text(load_board(source)))
    number = read_id(source)
    found = BoardVersion.objects.filter(pk=number).first() if number else None
    if found is None or found.club_id not in {None, club.pk}:
        raise Http404("No such board.")
    if found.club_id is None:
        return Typed(text=found.text)
    newest = queries_boards.versions_of(found)[0]
    return Typed(found.name, found.text, newest.pk)


def from_post(post: QueryDict) -> Typed:
    """What was typed, without what a text that was pasted brings along: a mark of its bytes' order
    at its beginning, and line ends of two characters."""
    text = post.get("text", "").removeprefix("\ufeff").replace("\r\n", "\n")
    return Typed(
        post.get("name", "")[:200], text[: MOST_CHARACTERS + 1], read_id(post.get("based_on", ""))
    )


def check(club: Club, typed: Typed) -> CheckedBoard:
    """What `services.boards.check_board` says of it. 2 queries."""
    return boards.check_board(club, name=typed.name, **_squares(typed))


def save(actor: User, club: Club, typed: Typed) -> BoardVersion:
    return boards.save_board(
        actor, club, name=typed.name, based_on=typed.based_on, **_squares(typed)
    )


def looked_at(typed: Typed, newest: BoardVersion | None, refused: Refused | None) -> int | None:
    """What the form is based on, after a page that names the newest version of what was typed.

    Once a form is based on a version of that name it keeps to it, until saving is refused with
    the newer one.
    """
    told = refused is not None and refused.code in {"board_exists", "board_saved_meanwhile"}
    if newest is None or (_is_of(typed.based_on, newest) and not told):
        return typed.based_on
    return newest.pk


def located(refused: Refused) -> Refused:
    """The refusal with each field's sentence: the name's own, and one for all of the text's."""
    found: list[Fault] = refused.facts.get("errors", [])
    mistakes = {one["field"]: one["message"] for one in found if one["field"] == "name"}
    of_text = [one["message"] for one in found if one["field"] != "name"]
    if of_text:
        more = f"{len(of_text)} things are to be mended:"
        mistakes["text"] = of_text[0] if len(of_text) == 1 else more
    refused.facts["mistakes"] = mistakes
    return refused


def refusal(found: list[Fault]) -> Refused:
    """What the page of a checked board with faults says on top."""
    return Refused("bad_board", boards.to_be_mended(found), errors=found)


def read_id(text: str) -> int | None:
    """The id in a field of a form; None where there is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def _is_of(based_on: int | None, newest: BoardVersion) -> bool:
    """Whether a form was based on a version of this name, or on one that is deleted by now."""
    if based_on is None:
        return False
    other = BoardVersion.objects.filter(pk=based_on).first()
    return other is None or (other.club_id, other.name_key) == (newest.club_id, newest.name_key)


def _squares(typed: Typed) -> dict[str, Any]:
    """The rows and the list of patios. A text that is too long is one row, which is refused so."""
    if len(typed.text) > MOST_CHARACTERS:
        return {"rows": [typed.text]}
    rows, patios = read_text(typed.text)
    return {"rows": rows, "patios": patios}
