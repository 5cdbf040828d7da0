"""Players from a file, on the page: looked at first, then done by one button."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests import factories
from tests.tournaments.web.soundness import sound
from tournaments.models import Club, JournalEntry, Player, User
from tournaments.services import players

pytestmark = pytest.mark.django_db

CSV = "name,reading,number,phone\r\n山田花子,やまだ はなこ,12,1\r\nZoe\u0308 Quist,,13,2\r\n"


def stored() -> tuple[Any, ...]:
    rows = Player.objects.order_by("id").values_list("name", "reading", "number", "version")
    return list(rows), JournalEntry.objects.count()


def upload(data: bytes) -> dict[str, SimpleUploadedFile]:
    return {"file": SimpleUploadedFile("players.csv", data, "text/csv")}


def hidden_fields(html: str) -> dict[str, str]:
    """The hidden fields of the preview's form, as a browser sends them."""
    form = html[html.index('<input type="hidden" name="csrfmiddlewaretoken"') :]
    return dict(re.findall(r'<input type="hidden" name="(form_key|data)" value="([^"]*)"', form))


@pytest.fixture
def address(club: Club) -> str:
    return f"/clubs/{club.pk}/import/"


def test_a_file_is_looked_at_and_then_imported(
    browser: Client, owner: User, club: Club, address: str
) -> None:
    players.add_player(owner, club, name="Zoë Quist")
    before = stored()
    sound(browser.get(address))
    html = sound(browser.post(address, upload(b"\xef\xbb\xbf" + CSV.encode())))
    assert "<dt>Added</dt><dd>1</dd>" in html
    assert "<dt>Changed</dt><dd>1</dd>" in html
    assert "number: empty → 13" in html
    assert "<dt>Columns read</dt><dd>name, reading, number</dd>" in html
    assert "<dt>Ignored</dt><dd>phone</dd>" in html
    assert 'data-label="Reading">やまだ はなこ</td>' in html
    assert 'data-label="Number">12</td>' in html
    assert "Import 2 players" in html
    assert stored() == before
    response = browser.post(address, hidden_fields(html))
    assert (response.status_code, response["Location"]) == (303, f"/clubs/{club.pk}/players/")
    assert stored()[0] == [("Zoë Quist", "", "13", 2), ("山田花子", "やまだ はなこ", "12", 1)]
    assert "Imported: 1 new, 1 changed, 0 unchanged." in sound(browser.get(response["Location"]))


def test_pasted_text_does_as_well_as_a_file(browser: Client, club: Club, address: str) -> None:
    html = sound(browser.post(address, {"text": CSV}))
    assert browser.post(address, hidden_fields(html)).status_code == 303
    assert [player.name for player in Player.objects.order_by("id")] == ["山田花子", "Zoë Quist"]


def test_a_second_click_imports_once(browser: Client, address: str) -> None:
    form = hidden_fields(sound(browser.post(address, {"text": CSV})))
    assert [browser.post(address, form).status_code for _ in range(2)] == [303, 303]
    assert JournalEntry.objects.filter(verb="import_players").count() == 1


def test_a_file_that_says_nothing_new(browser: Client, address: str) -> None:
    browser.post(address, hidden_fields(sound(browser.post(address, {"text": CSV}))))
    before = stored()
    html = sound(browser.post(address, {"text": CSV}))
    assert "The file says nothing new." in html
    assert "<dt>Unchanged</dt><dd>2</dd>" in html
    assert "<button>Import" not in html
    assert stored() == before


def test_errors_are_told_by_row_and_the_text_is_kept(browser: Client, address: str) -> None:
    before = stored()
    text = CSV + "Zoë Quist,,14,\r\n,,15,\r\n"
    response = browser.post(address, {"text": text})
    html = sound(response)
    assert response.status_code == 422
    assert "Nothing was imported: 2 things are to be mended first." in html
    assert "“Zoë Quist” is in row 3 already." in html
    assert "Name is missing." in html
    assert re.search(r'data-label="Row"><span>4</span></td>', html)
    assert re.search(r'data-label="Row"><span>5</span></td>', html)
    assert ",,15," in html
    assert stored() == before


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("name\nJos\u00e9".encode("latin-1"), "The file is not UTF-8: byte 0xE9 is no letter."),
        (b"", "The submitted file is empty"),
        (b"  \n", "The file is empty."),
        (b"name\n", "The file has a header and no players."),
        (b"who\nZoe\n", "The first row must name the columns"),
        (b"PK\x03\x04rest", "This is a spreadsheet, not a CSV file."),
        (b"name\n" + b"x" * 1_000_001, "The file is larger than 1 MB."),
        (b'name\n"Zoe\n', "opens in this row and is never closed."),
    ],
)
def test_a_file_that_is_none_is_refused(
    browser: Client, address: str, data: bytes, sentence: str
) -> None:
    before = stored()
    response = browser.post(address, upload(data))
    html = sound(response)
    assert response.status_code == 422
    expected = "The file is empty." if not data else sentence
    assert expected in html
    assert "Nothing was imported: one thing is to be mended first." in html
    assert stored() == before


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        ("名前\n庭子\n".encode("shift-jis"), {"Row": "line 1"}),
        ("name\nZoë,2".encode("latin-1"), {"Row": "line 2", "In the file": "Zo…"}),
    ],
)
def test_a_line_that_is_no_utf_8_is_shown_as_far_as_it_can_be_read(
    browser: Client, address: str, data: bytes, shown: dict[str, str]
) -> None:
    before = stored()
    html = sound(browser.post(address, upload(data)))
    cells = re.findall(r'<td class="([^"]*)" data-label="(.*?)">(.*?)</td>', html)
    said = {label: re.sub("<.*?>", "", text) for css, label, text in cells if "blank" not in css}
    assert said == shown
    assert "\\x" not in html
    assert stored() == before


def test_nothing_chosen_is_said_beside_the_field(browser: Client, address: str) -> None:
    response = browser.post(address, {"text": "  "})
    html = sound(response)
    assert response.status_code == 422
    assert html.count("Choose a file, or paste its text.") == 2
    assert 'id="file-error"' in html


@pytest.mark.parametrize("data", ["no base64!", "é", "abc", "", "////"])
def test_bytes_that_were_tampered_with_import_nothing(
    browser: Client, address: str, data: str
) -> None:
    before = stored()
    response = browser.post(address, {"data": data})
    assert response.status_code == 422
    sound(response)
    assert stored() == before


def test_what_became_wrong_meanwhile_is_refused_whole(
    browser: Client, owner: User, club: Club, address: str
) -> None:
    form = hidden_fields(sound(browser.post(address, {"text": CSV})))
    first, second = factories.add_players(owner, club, 2)
    players.change_player(owner, first, number="12")
    players.change_player(owner, second, name="山田花子")
    before = stored()
    response = browser.post(address, form)
    html = sound(response)
    assert response.status_code == 422
    assert "The number 12 belongs to “Player 001”" in html
    assert stored() == before


def test_only_organisers_import(
    visitor: Client, owner: User, club: Club, address: str, browser_of: Callable[[User], Client]
) -> None:
    scorer = browser_of(factories.member(owner, club, "scorer", "scorer"))
    form = {"data": "bmFtZQpFdmU="}
    before = stored()
    for response in (scorer.get(address), scorer.post(address, form)):
        assert response.status_code == 403
        assert "Only an owner or organiser of the club may add, change" in sound(response)
    assert visitor.get(address)["Location"].startswith("/login/?next=")
    assert visitor.post(address, form).status_code == 403
    assert stored() == before


def test_a_long_preview_shows_its_beginning_by_a_fixed_number_of_queries(
    browser: Client, address: str, count_queries: Callable[..., int]
) -> None:
    def preview(rows: int) -> str:
        names = "\n".join(f"Person {number:04d}" for number in range(rows))
        return sound(browser.post(address, {"text": f"name\n{names}"}))

    few = count_queries(lambda: preview(1))
    assert count_queries(lambda: preview(150)) == few
    html = preview(150)
    assert "New players (150)" in html
    assert "Person 0099" in html
    assert "Person 0100" not in html
    assert "These are the first 100." in html


def test_a_name_in_the_file_is_shown_as_it_is(browser: Client, address: str) -> None:
    html = sound(browser.post(address, {"text": "name\n<script>alert(1)</script>\n"}))
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    html = sound(browser.post(address, {"text": "nom\n</textarea><script>x</script>"}))
    assert "&lt;/textarea&gt;&lt;script&gt;" in html
