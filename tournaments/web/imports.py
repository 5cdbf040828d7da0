"""Players from a file: first what it would do, then one button that does it.

The checked bytes travel in the second form, so that what is done is what was shown, without a
script and without keeping people's names on the server meanwhile. They are read again in full.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NoBase64
from collections.abc import Iterable
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournaments.errors import Refused
from tournaments.models import Club
from tournaments.permissions import check
from tournaments.services import player_files
from tournaments.services.imports import ImportedPlayer, ImportReport, import_players
from tournaments.services.player_files import MOST_BYTES, PlayerRow, Problem
from tournaments.web.doors import page, submit
from tournaments.web.errors import says_refusals

SHOWN = 100
"""How many rows of each kind the preview shows."""


@require_http_methods(["GET", "HEAD", "POST"])
@says_refusals
def import_page(request: HttpRequest, pk: int) -> HttpResponse:
    """`data` in the form: the checked bytes, to be imported; `file` or `text`: to be checked."""
    club = get_object_or_404(Club, pk=pk)
    check(request.user, "manage_players", club)
    if request.method != "POST":
        return _form(request, club)
    if "data" in request.POST:
        return _import(request, club)
    return _preview(request, club)


def _preview(request: HttpRequest, club: Club) -> HttpResponse:
    text = request.POST.get("text", "")
    try:
        data = _given(request, text)
    except Refused as refused:
        return _form(request, club, text=text, refused=refused)
    return _report(request, club, data, text)


def _given(request: HttpRequest, text: str) -> bytes:
    """The bytes of the file, or of the pasted text; no more of a large file than is needed."""
    file = request.FILES.get("file")
    if file is not None:
        return bytes(file.read(MOST_BYTES + 1))
    if not text.strip():
        raise Refused("missing", "Choose a file, or paste its text.", field="file")
    return text.encode()


def _import(request: HttpRequest, club: Club) -> HttpResponse:
    try:
        data = urlsafe_b64decode(request.POST["data"].encode())
    except (NoBase64, UnicodeError, ValueError):
        refused = Refused("bad_data", "The checked file did not arrive whole. Check it again.")
        return _form(request, club, refused=refused)
    answer = submit(
        request,
        lambda: import_players(request.user, club, data, dry_run=False),  # type: ignore[arg-type]
        to=reverse("web:players", args=[club.pk]),
        said=_imported,
    )
    if not isinstance(answer, Refused):
        return answer
    return _report(request, club, data, "", answer)


def _report(
    request: HttpRequest, club: Club, data: bytes, text: str, refused: Refused | None = None
) -> HttpResponse:
    report = import_players(request.user, club, data, dry_run=True)  # type: ignore[arg-type]
    if report.errors:
        refused = refused or Refused("bad_import", _sentence(report))
        return _form(request, club, text=text, report=report, refused=refused)
    context = {
        "club": club,
        "here": "players",
        "report": report,
        "count": len(report.added) + len(report.changed),
        "warnings": [one for one in report.warnings if one.code != "ignored_column"],
        "kinds": _kinds(report, data),
        "columns": _columns(data),
        "shown": SHOWN,
        "data": urlsafe_b64encode(data).decode(),
    }
    return page(request, "web/import_preview.html", context, refused)


def _imported(report: ImportReport) -> str:
    return (
        f"Imported: {len(report.added)} new, {len(report.changed)} changed, "
        f"{len(report.unchanged)} unchanged."
    )


def _sentence(report: ImportReport) -> str:
    count = len(report.errors)
    what = "one thing is" if count == 1 else f"{count} things are"
    return f"Nothing was imported: {what} to be mended first."


def _kinds(report: ImportReport, data: bytes) -> list[tuple[str, str, object]]:
    """(heading, caption, rows) of what the import would do; a row: (what it does, what it says)."""
    said = {row.row: row for row in player_files.read(data).rows}

    def rows(done: Iterable[ImportedPlayer]) -> list[tuple[ImportedPlayer, PlayerRow]]:
        return [(one, said[one.row]) for one in done]

    return [
        ("New players", "Players that would be added", rows(report.added)),
        ("Changes", "Players that would be changed", rows(report.changed)),
        (
            "Unchanged",
            "Players that are here already, as the file has them",
            rows(report.unchanged),
        ),
    ]


def _columns(data: bytes) -> dict[str, list[str]]:
    """`read`: the fields that the file has; `ignored`: its other columns. The file is in order."""
    text = player_files.decode(data)
    header = next(player_files.read_records(text, player_files.find_delimiter(text)))
    names = [" ".join(cell.split()) for cell in header.cells]
    meanings = {name: player_files.meaning(name) for name in names}
    return {
        "read": [field for field in player_files.FIELDS if field in meanings.values()],
        "ignored": [name for name in names if name and meanings[name] is None],
    }


def _readable(problem: Problem) -> Problem:
    """Of a line that is no UTF-8: what could be read before the first byte that is none."""
    if problem.code != "not_utf_8":
        return problem
    before = problem.value.split("\\x")[0]
    return replace(problem, value=f"{before}…" if before else "")


def _form(
    request: HttpRequest, club: Club, *, text: str = "", report: ImportReport | None = None,
    refused: Refused | None = None,
) -> HttpResponse:  # fmt: skip
    problems = [_readable(problem) for problem in report.errors] if report else []
    context = {
        "club": club, "here": "players", "text": text, "report": report, "problems": problems,
    }  # fmt: skip
    return page(request, "web/import.html", context, refused)
