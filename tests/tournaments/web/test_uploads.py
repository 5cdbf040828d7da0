"""A board or a tile set from a file: looked at first, refused where it is none, then saved."""

import html as escaping
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from engines.gnome_hollow.tileset.sets import load_tileset, write_tileset
from tests import factories
from tests.tournaments.api.cases import everything
from tests.tournaments.web.soundness import sound
from tournaments.models import BoardVersion, Club, TileSetVersion, User
from tournaments.web.data_pages import BOARDS, TILE_SETS

pytestmark = pytest.mark.django_db

BOARD = "\n".join(factories.BOARD)
SET = json.dumps(write_tileset(load_tileset()))
EACH = pytest.mark.parametrize(
    ("pages", "at", "text"), [(BOARDS, "boards", BOARD), (TILE_SETS, "tile-sets", SET)]
)


def send(browser: Client, club: Club, at: str, data: bytes, do: str = "check", **typed: str) -> Any:
    file = SimpleUploadedFile("ours.txt", data)
    form = {"name": "Ours", "text": "", **typed, "do": do, "file": file}
    return browser.post(f"/clubs/{club.pk}/{at}/new/", form)


def paste(browser: Client, club: Club, at: str, text: str, **more: str) -> Any:
    form = {"name": "Ours", "text": text, "do": "check", **more}
    return browser.post(f"/clubs/{club.pk}/{at}/new/", form)


def typed_text(html: str) -> str:
    """What stands in the form's text."""
    (text,) = re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", html, re.S)
    return escaping.unescape(text)


@EACH
def test_a_file_is_shown_and_then_saved(
    browser: Client, club: Club, pages: Any, at: str, text: str
) -> None:
    before = everything()
    answer = send(browser, club, at, text.encode())
    html = sound(answer)
    assert answer.status_code == 200
    assert html.count("<svg ") == 1
    assert 'name="do" value="save">Save</button>' in html
    assert typed_text(html) == text
    assert everything() == before
    assert paste(browser, club, at, typed_text(html), do="save").status_code == 303
    (made,) = pages.kind.model.objects.filter(club=club)
    assert (made.name, made.number) == ("Ours", 1)


@EACH
def test_a_file_that_nobody_has_seen_is_not_saved(
    browser: Client, club: Club, pages: Any, at: str, text: str
) -> None:
    """Also where another text was looked at before, and *Save* is pressed."""
    before = everything()
    answer = send(browser, club, at, text.encode(), "save", text="something else")
    assert answer.status_code == 200
    assert typed_text(sound(answer)) == text
    assert everything() == before
    assert not pages.kind.model.objects.filter(club=club).exists()


@EACH
@pytest.mark.parametrize("do", ["check", "save"])
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b" \r\n\n", "The file is empty."),
        (b"\xef\xbb\xbf", "The file is empty."),
        (b"..\n\xe9.", "The file is not UTF-8: byte 4 is no letter. Save it again as UTF-8 text."),
        (BOARD.encode("utf-16"), "The file is not UTF-8: byte 1 is no letter."),
    ],
)
def test_a_file_without_a_text_is_refused_and_what_was_typed_stays(
    browser: Client, club: Club, pages: Any, at: str, text: str, data: bytes, sentence: str, do: str
) -> None:
    before = everything()
    answer = send(browser, club, at, data, do, text="typed\nbefore", name="A & B")
    html = sound(answer)
    assert answer.status_code == 422
    assert html.count(sentence) == 2  # on top, and beside the file
    assert 'id="file-error"' in html
    assert 'aria-describedby="file-error"' in html
    assert typed_text(html) == "typed\nbefore"
    assert 'value="A &amp; B"' in html
    assert "<svg " not in html
    assert everything() == before


@EACH
@pytest.mark.parametrize("letter", [".", "é", "庭", "🌱"])
def test_a_file_that_is_too_large_is_refused_and_not_sent_back(
    browser: Client, club: Club, pages: Any, at: str, text: str, letter: str
) -> None:
    """Counted in characters, whatever bytes they take; a file as large as allowed is read."""
    before = everything()
    for count in (pages.most + 1, 3 * pages.most, 5 * pages.most):
        answer = send(browser, club, at, (letter * count).encode(), text="typed")
        assert answer.status_code == 422
        html = sound(answer)
        sentence = (
            f"The file is too large: a {pages.kind.noun} has at most {pages.most:,} characters."
        )
        assert html.count(sentence) == 2
        assert typed_text(html) == "typed"
    answer = send(browser, club, at, (letter * pages.most).encode())
    assert answer.status_code == 422
    assert "The file is too large" not in answer.content.decode()
    assert everything() == before


@EACH
def test_a_file_from_elsewhere_is_the_same_text(
    browser: Client, club: Club, pages: Any, at: str, text: str
) -> None:
    data = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    html = sound(send(browser, club, at, data))
    assert typed_text(html) == text


@EACH
def test_what_is_wrong_in_a_file_is_told_as_of_a_text(
    browser: Client, club: Club, pages: Any, at: str, text: str
) -> None:
    before = everything()
    answers: list[Any] = [
        send(browser, club, at, b"<b>\x01"),
        paste(browser, club, at, "<b>\x01"),
    ]
    told = [re.findall(r'class="field-errors?".*?</', sound(answer), re.S) for answer in answers]
    assert [answer.status_code for answer in answers] == [422, 422]
    assert told[0] == told[1] != []
    assert everything() == before


@EACH
def test_no_file_leaves_the_text_alone(
    browser: Client, club: Club, pages: Any, at: str, text: str
) -> None:
    """A browser sends a field of files with no name where none was chosen."""
    html = sound(paste(browser, club, at, text, file=""))
    assert typed_text(html) == text
    assert "<svg " in html


@EACH
def test_the_form_takes_files_without_a_script(
    browser: Client, club: Club, pages: Any, at: str, text: str
) -> None:
    html = sound(browser.get(f"/clubs/{club.pk}/{at}/new/"))
    form = re.findall(r"<form [^>]*board-form[^>]*>", html)[0]
    assert 'enctype="multipart/form-data"' in form
    assert 'method="post"' in form
    assert f'<input id="file" name="file" type="file" accept="{pages.files}">' in html
    (area,) = re.findall(r"<textarea[^>]*>", html)
    assert "required" not in area  # else a browser would not send a file alone


@EACH
def test_only_organisers_send_files(
    owner: User, club: Club, browser_of: Callable[[User], Client], pages: Any, at: str, text: str
) -> None:
    scorer = browser_of(factories.member(owner, club, "sora", "scorer"))
    before = everything()
    assert send(scorer, club, at, text.encode(), "save").status_code == 403
    assert everything() == before
    assert not BoardVersion.objects.filter(club=club).exists()
    assert not TileSetVersion.objects.filter(club=club).exists()
