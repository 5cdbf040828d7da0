"""The boards of a club: the list, a board by version, the form, and where boards are shown."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.api.cases import everything
from tests.tournaments.web.soundness import sound
from tournaments.models import BoardVersion, Club, Player, Series, Tournament, User
from tournaments.services import boards, casual, game_data

pytestmark = pytest.mark.django_db

TEXT = "\n".join(factories.BOARD)
RECONSTRUCTION = "(reconstruction)"


@pytest.fixture
def board(owner: User, club: Club) -> BoardVersion:
    return factories.board(owner, club)


@pytest.fixture
def people(owner: User, club: Club) -> list[Player]:
    return factories.add_players(owner, club, 3)


@pytest.fixture
def member(owner: User, club: Club, browser_of: Callable[[User], Client]) -> Client:
    return browser_of(factories.member(owner, club, "sora", "scorer"))


def address(club: Club) -> str:
    return f"/clubs/{club.pk}/boards/"


def play(owner: User, club: Club, people: list[Player], *names: str) -> Series:
    return casual.start_series(
        owner, club, game="gazebo", players=people[:2], matches=[{"board": n} for n in names]
    )


def send(browser: Client, club: Club, do: str, **typed: str) -> Any:
    return browser.post(
        f"{address(club)}new/", {"name": "Tea garden", "text": TEXT, **typed, "do": do}
    )


# The list and a board -----------------------------------------------------------------------------


def test_anyone_sees_the_shipped_boards_and_the_clubs_own(
    visitor: Client, club: Club, board: BoardVersion
) -> None:
    html = sound(visitor.get(address(club)))
    assert html.count("<svg ") == 6
    assert html.count("A reconstruction, not the printed board") == 4
    assert html.count("Reconstruction, not the printed board") == 8  # pictures and their titles
    assert f'<a href="/boards/{board.pk}/">Tea garden</a>' in html
    assert "Version 1 · 0 matches planned or played" in html
    assert "New board" not in html


def test_a_name_stands_once_with_the_version_in_force(
    browser: Client, owner: User, club: Club, board: BoardVersion, people: list[Player]
) -> None:
    play(owner, club, people, "Tea garden")
    second = factories.board(owner, club, rows=["...", ".F."])
    play(owner, club, people, "Tea garden")
    html = sound(browser.get(address(club)))
    assert f'href="/boards/{second.pk}/"' in html
    assert f'href="/boards/{board.pk}/"' not in html
    assert "Version 2 · 2 matches planned or played, all versions" in html
    assert '<span class="state good">in force</span>' in html
    game_data.retire(boards.BOARD, owner, second)
    html = sound(browser.get(address(club)))
    assert f'href="/boards/{second.pk}/"' in html
    assert '<span class="state bad">withdrawn</span>' in html


def test_a_board_shows_its_picture_text_and_versions(
    browser: Client, visitor: Client, owner: User, club: Club, board: BoardVersion
) -> None:
    second = factories.board(owner, club, rows=["...", ".F."])
    html = sound(browser.get(f"/boards/{board.pk}/"))
    assert f'<pre class="sample board-text">{TEXT}\n</pre>' in html
    assert f'href="/boards/{second.pk}/">version 2</a>' in html
    assert "Matches that were planned on this version keep it." in html
    assert "by hanako" in html
    assert "There is little room: the board holds at most 21 gazebos" in html
    assert f'href="{address(club)}new/?from={board.pk}"' in html
    html = sound(visitor.get(f"/boards/{second.pk}/"))
    assert "hanako" not in html
    assert "<form" not in html
    assert visitor.get(f"/boards/{second.pk + 9}/").status_code == 404


def test_a_shipped_board_says_where_it_comes_from(
    browser: Client, owner: User, club: Club, people: list[Player]
) -> None:
    named = f"{address(club)}named/?name="
    html = sound(browser.get(f"{named}bird"))
    assert "A reconstruction: it has the features of this garden, but not the squares" in html
    assert f'href="{address(club)}new/?from=bird">Copy it</a>' in html
    assert "The known board of the game’s ancestor." in sound(browser.get(f"{named}qin"))
    for nothing in ("moon", "", "%00", "bird%00"):
        assert browser.get(f"{named}{nothing}").status_code == 404
    play(owner, club, people, "bird", "qin")
    for row in BoardVersion.objects.all():
        html = sound(browser.get(f"/boards/{row.pk}/"))
        assert "1 planned or played" in html
        assert "<form method" not in html.split("<main")[1]
        assert browser.post(f"/boards/{row.pk}/", {"do": "retire"}).status_code == 404


def test_a_name_is_escaped_in_the_picture_too(browser: Client, owner: User, club: Club) -> None:
    made = factories.board(owner, club, "</title><script>alert(1)</script>")
    for page in (f"/boards/{made.pk}/", address(club)):
        html = sound(browser.get(page))
        assert "<script" not in html
        assert "Gazebo board &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;" in html


def test_a_version_is_withdrawn_taken_up_again_and_deleted(
    browser: Client, club: Club, board: BoardVersion
) -> None:
    page = f"/boards/{board.pk}/"
    answer = browser.post(page, {"do": "retire", "version": "1"}, follow=True)
    assert "The board is withdrawn" in sound(answer)
    assert "Nothing new is planned on this board: no version" in sound(browser.get(page))
    stale = browser.post(page, {"do": "restore", "version": "1"})
    assert stale.status_code == 412
    assert "Somebody changed this board meanwhile." in sound(stale)
    answer = browser.post(page, {"do": "restore", "version": "2"}, follow=True)
    assert "This version is in force" in sound(answer)
    answer = browser.post(page, {"do": "delete", "version": "3"}, follow=True)
    assert answer.redirect_chain == [(address(club), 303)]
    assert "The version is deleted." in sound(answer)
    assert not BoardVersion.objects.exists()


INSTEAD_OF = re.compile(r'name="instead_of" value="(\d*)"')


def test_a_version_that_was_saved_meanwhile_is_looked_at_before_another_is_taken_up(
    browser: Client, owner: User, club: Club, board: BoardVersion
) -> None:
    """The page of version 1 was opened when version 2 was in force."""
    page = f"/boards/{board.pk}/"
    second = factories.board(owner, club, rows=["...", ".F."])
    assert INSTEAD_OF.findall(sound(browser.get(page))) == [str(second.pk)]
    third = factories.board(owner, club, rows=["....", ".F.."])
    before = everything()
    for seen in (str(second.pk), "", "x"):
        form = {"do": "restore", "version": "2", "instead_of": seen}
        answer = browser.post(page, form)
        html = sound(answer)
        assert answer.status_code == 409
        assert "Nothing is changed. Version 3 of Tea garden is in force now. Look again" in html
        assert f'planned on <a href="/boards/{third.pk}/">version 3</a>' in html
        assert INSTEAD_OF.findall(html) == [str(third.pk)]
    assert everything() == before
    form["instead_of"] = str(third.pk)
    assert "This version is in force" in sound(browser.post(page, form, follow=True))
    assert BoardVersion.objects.get(retired_at=None) == board


def test_whoever_deletes_the_version_in_force_is_told_which_one_can_be_taken_up_again(
    browser: Client, owner: User, club: Club, board: BoardVersion
) -> None:
    second = factories.board(owner, club, rows=["...", ".F."])
    answer = browser.post(f"/boards/{second.pk}/", {"do": "delete"}, follow=True)
    assert (
        "The version is deleted. No version of Tea garden is in force now; version 1 was before it,"
        " and can be taken up again." in sound(answer)
    )
    html = sound(browser.get(f"/boards/{board.pk}/"))
    assert "no version of it is in force. Each can be taken up again on its page." in html
    assert 'value="restore">Take it up again</button>' in html


def test_a_board_that_is_played_offers_no_deleting(
    browser: Client, owner: User, club: Club, board: BoardVersion, people: list[Player]
) -> None:
    assert "Delete this version" in sound(browser.get(f"/boards/{board.pk}/"))
    play(owner, club, people, "Tea garden")
    assert "Delete this version" not in sound(browser.get(f"/boards/{board.pk}/"))
    before = everything()
    answer = browser.post(f"/boards/{board.pk}/", {"do": "delete"})
    assert answer.status_code == 409
    assert "a match is planned or was played on it" in sound(answer)
    assert everything() == before


# The form -----------------------------------------------------------------------------------------


def test_a_check_shows_the_picture_and_saves_nothing(browser: Client, club: Club) -> None:
    before = everything()
    answer = send(browser, club, "check")
    html = sound(answer)
    assert answer.status_code == 200
    assert "Gazebo board Tea garden</title>" in html
    assert "It can be played. Worth a look:" in html
    assert '<button name="do" value="save">Save</button>' in html
    assert f">\n{TEXT}</textarea>" in html
    assert everything() == before


def test_every_fault_is_told_at_once_and_what_was_typed_stays(browser: Client, club: Club) -> None:
    text = "FF.\n###\n.#.<"
    answer = send(browser, club, "check", name="bird", text=text)
    html = sound(answer)
    assert answer.status_code == 422
    assert "“bird” is a board that ships with Teien: choose another name." in html
    assert "2 things are to be mended:" in html
    assert (
        "<li>All rows must be equally long: row 1 has 3 squares, row 3 has 4 (G2.4).</li>" in html
    )
    assert "Square d3 is &quot;&lt;&quot;" in html
    assert ">\nFF.\n###\n.#.&lt;</textarea>" in html
    assert 'value="save"' not in html
    before = everything()
    assert send(browser, club, "save", name="bird", text=text).status_code == 422
    assert everything() == before


def test_a_checked_board_is_saved_once_however_often_one_clicks(
    browser: Client, club: Club
) -> None:
    for _ in range(2):
        answer = send(browser, club, "save", form_key="one")
        made = BoardVersion.objects.get()
        assert (answer.status_code, answer["Location"]) == (303, f"/boards/{made.pk}/")
    assert (made.name, made.text) == ("Tea garden", f"{TEXT}\n")
    html = sound(send(browser, club, "check"))
    assert "Version 1</a> has these rows already, so there is nothing to save." in html
    answer = send(browser, club, "save")
    assert answer.status_code == 409
    assert "Nothing is saved: version 1 of Tea garden has these rows already." in sound(answer)
    html = sound(send(browser, club, "check", text="...\n.F."))
    assert '<button name="do" value="save">Save version 2</button>' in html


def test_patios_that_touch_are_typed_below_the_rows(browser: Client, club: Club) -> None:
    text = "  11....\n..F.G.\n....22  \n\nb1\na1\ne3 f3\n\n"
    send(browser, club, "save", text=text)
    assert BoardVersion.objects.get().text == "11....\n..F.G.\n....22\n\na1\nb1\ne3 f3\n"
    html = sound(send(browser, club, "check", text=text.replace("e3 f3", "e3")))
    assert "The patio square f3 is missing in the list of patios (G2.2)." in html


@pytest.mark.parametrize(
    "pasted",
    [
        f"\ufeff{TEXT}",
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "\r"),
        f"{TEXT}\r\n",
        "\ufeff" + TEXT.replace("\n", "\r\n") + "\r\n\r\n",
    ],
)
def test_a_text_from_elsewhere_is_the_same_board(browser: Client, club: Club, pasted: str) -> None:
    html = sound(send(browser, club, "check", text=pasted))
    assert "\ufeff" not in html
    assert send(browser, club, "save", text=pasted).status_code == 303
    assert BoardVersion.objects.get().text == f"{TEXT}\n"


def test_a_megabyte_is_refused_and_not_sent_back(browser: Client, club: Club) -> None:
    answer = send(browser, club, "check", text=".\n" * 500_000)
    assert answer.status_code == 422
    assert "A board has at most 26 columns and 99 rows" in sound(answer)
    assert len(answer.content) < 100_000


def test_a_new_board_starts_from_a_copy(
    browser: Client, owner: User, club: Club, board: BoardVersion
) -> None:
    form = f"{address(club)}new/"
    html = sound(browser.get(f"{form}?from={board.pk}"))
    assert 'value="Tea garden"' in html
    assert f">\n{TEXT}\n</textarea>" in html
    html = sound(browser.get(f"{form}?from=bird"))
    assert 'name="name" value=""' in html
    assert "</textarea>" in html
    foreign = factories.board(owner, factories.club(owner, "Pine"))
    for nothing in (foreign.pk, "moon", board.pk + 99, "9" * 30):
        assert browser.get(f"{form}?from={nothing}").status_code == 404


BASED_ON = re.compile(r'name="based_on" value="(\d*)"')


def based_on(html: str) -> str:
    (found,) = BASED_ON.findall(html)
    return str(found)


def test_what_was_saved_meanwhile_is_looked_at_first(
    browser: Client, owner: User, club: Club, board: BoardVersion
) -> None:
    """Two forms of one board: a check keeps what the form is based on, a refusal tells."""
    began = based_on(sound(browser.get(f"{address(club)}new/?from={board.pk}")))
    assert began == str(board.pk)
    theirs = factories.board(owner, club, rows=["...", ".F."])
    mine = {"text": "....\n.F..", "based_on": began}
    seen = f'<a href="/boards/{theirs.pk}/">version 2</a>. Look at it first.'
    html = sound(send(browser, club, "check", **mine))
    assert based_on(html) == began
    assert seen in html
    before = everything()
    answer = send(browser, club, "save", **mine)
    html = sound(answer)
    assert answer.status_code == 409
    assert "The newest version of Tea garden is another by now, version 2." in html
    assert seen in html
    assert ">\n....\n.F..</textarea>" in html
    assert everything() == before
    assert based_on(html) == str(theirs.pk)
    answer = send(browser, club, "save", text=mine["text"], based_on=based_on(html))
    assert answer.status_code == 303
    assert BoardVersion.objects.get(retired_at=None).number == 3


def test_a_new_board_is_no_version_of_another_by_accident(
    browser: Client, owner: User, club: Club, board: BoardVersion
) -> None:
    """Neither a new form nor the form of another board; a page names the other one first."""
    moon = factories.board(owner, club, "Moon")
    gone = moon.pk + 9
    for carried, code in (("", "already"), (str(moon.pk), "by now"), (str(gone), "by now")):
        typed = {"text": "...\n.F.", "based_on": carried}
        before = everything()
        answer = send(browser, club, "save", **typed)
        assert answer.status_code == 409
        assert f"{code}, version 1. Look at it first." in sound(answer)
        assert everything() == before
        html = sound(send(browser, club, "check", **typed))
        assert f'<a href="/boards/{board.pk}/">version 1</a>. Look at it first.' in html
        assert based_on(html) == (carried if carried == str(gone) else str(board.pk))
    answer = send(browser, club, "save", name="Rose", based_on=str(board.pk))
    assert BoardVersion.objects.get(name="Rose").number == 1
    assert answer.status_code == 303


def test_only_organisers_make_and_withdraw_boards(
    member: Client, visitor: Client, club: Club, board: BoardVersion
) -> None:
    before = everything()
    for browser, status in ((member, 403), (visitor, 403)):
        assert send(browser, club, "save", text="...\n.F.").status_code == status
        assert send(browser, club, "check").status_code == status
        answer = browser.post(f"/boards/{board.pk}/", {"do": "retire"})
        assert answer.status_code == status
    assert visitor.get(f"{address(club)}new/").status_code == 302
    assert member.get(f"{address(club)}new/").status_code == 403
    assert everything() == before


# Chosen and shown ---------------------------------------------------------------------------------


def test_own_boards_are_chosen_beside_the_shipped(
    browser: Client, owner: User, club: Club, board: BoardVersion, people: list[Player]
) -> None:
    gone = factories.board(owner, club, "Old garden")
    game_data.retire(boards.BOARD, owner, gone)
    for form in (f"/clubs/{club.pk}/series/new/", f"/clubs/{club.pk}/tournaments/new/"):
        html = sound(browser.get(f"{form}?game=gazebo"))
        assert '<option value="Tea garden">Board: Tea garden</option>' in html
        assert f">Garden: jungle {RECONSTRUCTION}</option>" in html
        assert "Old garden" not in html
    form = {
        "game": "gazebo", "name": "Night", "starts_on": date(2026, 12, 7), "timezone": "UTC",
        "table_size": "3", "scheme": "fair", "unplayed": "drop",
        "match": ["Tea garden", "", "bird"], "key": ["points"],
    }  # fmt: skip
    made = browser.post(f"/clubs/{club.pk}/tournaments/new/", form)
    assert made.status_code == 303
    night = Tournament.objects.get()
    assert night.stages.get().matches == [{"board": "Tea garden"}, {"board": "bird"}]


def test_a_board_that_was_withdrawn_stays_chosen_in_a_form_and_is_refused(
    browser: Client, owner: User, club: Club, board: BoardVersion, people: list[Player]
) -> None:
    night = factories.tournament(owner, club, game="gazebo", table_size=3,
                                 matches=[{"board": "Tea garden"}])  # fmt: skip
    game_data.retire(boards.BOARD, owner, board)
    html = sound(browser.get(f"/tournaments/{night.pk}/edit/"))
    withdrawn = '<option value="Tea garden" selected>Board: Tea garden, withdrawn</option>'
    assert withdrawn in html
    before = everything()
    form = {"game": "gazebo", "player": [player.pk for player in people],
            "match": ["Tea garden", "bird"], "unplayed": "drop"}  # fmt: skip
    answer = browser.post(f"/clubs/{club.pk}/series/new/", form)
    html = sound(answer)
    assert answer.status_code == 422
    assert "or qin, not &quot;Tea garden&quot;, which is withdrawn (G2.3)." in html
    assert withdrawn in html
    assert everything() == before


def test_a_board_called_like_the_lot_is_no_lot(
    owner: User, browser: Client, club: Club, people: list[Player]
) -> None:
    factories.board(owner, club, "draw")
    form = {"game": "gazebo", "player": [p.pk for p in people], "match": ["draw"],
            "unplayed": "drop"}  # fmt: skip
    assert browser.post(f"/clubs/{club.pk}/series/new/", form).status_code == 303
    assert Series.objects.get().matches.get().setup == {"board": "draw"}


def test_every_page_of_a_night_leads_to_the_boards(
    browser: Client, owner: User, club: Club, board: BoardVersion
) -> None:
    night = factories.entered(owner, club, 3, game="gazebo", table_size=3,
                              matches=[{"board": "bird"}, {"board": "Tea garden"}])  # fmt: skip
    round_ = factories.draw(owner, night)
    table = round_.series.get()
    bird = BoardVersion.objects.get(club=None)
    first, second = table.matches.order_by("number")
    named = f"/clubs/{club.pk}/boards/named/?name="
    html = sound(browser.get(f"/tournaments/{night.pk}/"))
    assert f'<a href="{named}bird">Garden: bird {RECONSTRUCTION}</a>' in html
    assert f'<a href="{named}Tea+garden">Board: Tea garden</a>' in html
    assert browser.get(f"{named}Tea+garden")["Location"] == f"/boards/{board.pk}/"
    shipped = f'<a href="/boards/{bird.pk}/">Garden: bird {RECONSTRUCTION}</a>'
    own = f'<a href="/boards/{board.pk}/">Board: Tea garden</a>, version 1'
    for page in (f"rounds/{round_.pk}", f"rounds/{round_.pk}/sheets", f"series/{table.pk}"):
        html = sound(browser.get(f"/{page}/"))
        assert shipped in html
        assert own in html
        assert "the match keeps it" not in html
    assert shipped in sound(browser.get(f"/matches/{first.pk}/result/"))
    assert own in sound(browser.get(f"/matches/{second.pk}/result/"))


def test_a_planned_match_says_that_it_keeps_its_version(
    browser: Client, owner: User, club: Club, board: BoardVersion, people: list[Player]
) -> None:
    series = play(owner, club, people, "Tea garden")
    kept = "This version was replaced or withdrawn since; the match keeps it."
    assert kept not in sound(browser.get(f"/series/{series.pk}/"))
    factories.board(owner, club, rows=["...", ".F."])
    html = sound(browser.get(f"/series/{series.pk}/"))
    assert kept in html
    assert f'<a href="/boards/{board.pk}/">Board: Tea garden</a>, version 1' in html


def test_a_draw_says_that_its_board_is_not_in_force_any_more(
    browser: Client, owner: User, club: Club, board: BoardVersion
) -> None:
    night = factories.entered(owner, club, 3, game="gazebo", table_size=3,
                              matches=[{"board": "bird"}, {"board": "Tea garden"}])  # fmt: skip
    round_ = factories.draw(owner, night, publish=False)
    told = "Match 2: version 1 of Tea garden is not in force any more."
    assert told not in sound(browser.get(f"/rounds/{round_.pk}/"))
    game_data.retire(boards.BOARD, owner, board)
    round_ = factories.draw(owner, night, publish=False)
    assert told in sound(browser.get(f"/rounds/{round_.pk}/"))


def test_a_match_from_before_boards_had_rows_leads_to_the_shipped_one(
    browser: Client, owner: User, club: Club, people: list[Player]
) -> None:
    series = play(owner, club, people, "bird")
    series.matches.update(board_version=None)
    html = sound(browser.get(f"/series/{series.pk}/"))
    assert f'<a href="/clubs/{club.pk}/boards/named/?name=bird">Garden: bird' in html
