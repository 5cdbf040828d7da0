"""The tile sets of a club on pages: listed, shown, pasted, checked, saved, withdrawn, planned.

What they share with boards, `test_boards` tests; here is what is theirs, and that they share it.
"""

import json
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from engines.gnome_hollow.tileset.sets import DATA, faults, load_tileset, write_tileset
from tests import factories
from tests.tournaments.api.cases import everything
from tests.tournaments.web.soundness import sound
from tests.tournaments.web.test_results import beside
from tournaments.models import Club, Player, TileSetVersion, User
from tournaments.services import casual, game_data, tile_sets

pytestmark = pytest.mark.django_db


@pytest.fixture
def moon(owner: User, club: Club) -> TileSetVersion:
    return factories.tile_set(owner, club)


@pytest.fixture
def people(owner: User, club: Club) -> list[Player]:
    return factories.add_players(owner, club, 2)


def address(club: Club) -> str:
    return f"/clubs/{club.pk}/tile-sets/"


def send(browser: Client, club: Club, do: str, text: str = "", **typed: Any) -> Any:
    shipped = json.dumps(write_tileset(load_tileset()))
    form = {"name": "Hollow moon", "text": text or shipped, **typed, "do": do}
    return browser.post(f"{address(club)}new/", form)


def test_anyone_sees_the_shipped_set_and_the_clubs_own(
    visitor: Client, club: Club, moon: TileSetVersion
) -> None:
    html = sound(visitor.get(address(club)))
    assert "<h1>Tile sets <span" in html
    assert f'<a href="/tile-sets/{moon.pk}/">Hollow moon</a>' in html
    assert f'href="{address(club)}named/?name=recon-1">recon-1</a>' in html
    assert html.count("A reconstruction, not the printed tiles") == 2  # the club's is a copy
    assert html.count("<svg ") == 0
    assert "New tile set" not in html


def test_a_set_shows_its_picture_text_and_versions(
    browser: Client, visitor: Client, owner: User, club: Club, moon: TileSetVersion
) -> None:
    second = factories.tile_set(owner, club, "Hollow moon", trade_board=None)
    html = sound(browser.get(f"/tile-sets/{moon.pk}/"))
    assert html.count("<svg ") == 1
    assert f'href="/tile-sets/{second.pk}/">version 2</a>' in html
    assert "Matches that were planned with this version keep it." in html
    assert "92 garden tiles, a player board, an advanced one, a trade board" in html
    shown = sound(visitor.get(f"/tile-sets/{second.pk}/"))
    assert "92 garden tiles, a player board, an advanced one<" in shown
    assert "<form" not in shown
    assert visitor.get(f"/tile-sets/{second.pk + 9}/").status_code == 404


def test_the_shipped_set_says_where_it_comes_from(browser: Client, club: Club) -> None:
    html = sound(browser.get(f"{address(club)}named/?name=recon-1"))
    assert "A reconstruction: it keeps to what is public of the game" in html
    assert f'href="{address(club)}new/?from=recon-1">Copy it</a>' in html
    assert browser.get(f"{address(club)}named/?name=moon").status_code == 404


def test_a_copy_is_checked_and_saved(browser: Client, club: Club) -> None:
    html = sound(browser.get(f"{address(club)}new/?from=recon-1"))
    assert "&quot;garden_tiles&quot;" in html
    before = everything()
    html = sound(send(browser, club, "check"))
    assert '<h2 id="preview">Hollow moon</h2>' in html
    assert html.count("<svg ") == 1
    assert 'value="save">Save</button>' in html
    assert everything() == before
    response = send(browser, club, "save")
    made = TileSetVersion.objects.get()
    assert (response.status_code, response["Location"]) == (303, f"/tile-sets/{made.pk}/")
    assert "Hollow moon is saved as version 1." in sound(browser.get(response["Location"]))
    html = sound(send(browser, club, "check"))
    assert "has these tiles and boards already, so there is nothing to save." in html


def test_a_blank_set_is_there_to_be_filled_in(browser: Client, club: Club) -> None:
    html = sound(browser.get(f"{address(club)}new/"))
    assert f'href="{address(club)}new/?from=blank">from a blank one</a>' in html
    html = sound(browser.get(f"{address(club)}new/?from=blank"))
    area = html.split('<textarea id="text"')[1].split("</textarea>")[0]
    typed = unescape(area.split(">", 1)[1])
    blank = json.loads((DATA / "blank.json").read_text(encoding="utf-8"))
    assert json.loads(typed) == blank
    before = everything()
    told = beside(sound(send(browser, club, "save", typed)))
    assert told == {"text": f"{len(faults(blank | {'id': 'own'}))} things are to be mended:"}
    assert everything() == before
    assert browser.get(f"/clubs/{club.pk}/boards/new/?from=blank").status_code == 404


def test_a_copy_stays_a_reconstruction_until_its_text_says_otherwise(
    browser: Client, owner: User, club: Club, people: list[Player]
) -> None:
    html = sound(browser.get(f"{address(club)}new/?from=recon-1"))
    assert 'A copy stays a reconstruction until you write "status": "own" in it.' in unescape(html)
    changed = write_tileset(load_tileset()) | {"advanced_board": None}
    for name, status in (("Moon", "reconstruction"), ("Rose", "own")):
        text = json.dumps(changed | {"status": status})
        response = send(browser, club, "save", text, name=name)
        made = sound(browser.get(response["Location"]))
        assert ("A reconstruction: it keeps to what is public" in made) == (name == "Moon")
        assert f'"status": "{status}"' in unescape(made)
        series = casual.start_series(
            owner, club, game="gnome_hollow", players=people, matches=[{"tileset": name}]
        )
        for page in (f"/series/{series.pk}/", f"/matches/{series.matches.get().pk}/result/"):
            assert f">Tile set: {name} ({status})</a>, version 1" in sound(browser.get(page))


@pytest.mark.parametrize("do", ["check", "save"])
def test_every_fault_stands_beside_the_text(browser: Client, club: Club, do: str) -> None:
    wrong: Any = write_tileset(load_tileset())
    wrong["garden_tiles"][16]["pieces"][0]["edges"] = [0, 9]
    wrong["stump"]["pieces"][0]["edges"] = [0, 0]
    before = everything()
    html = sound(send(browser, club, do, json.dumps(wrong), name="Recon-1"))
    assert beside(html) == {
        "name": "“Recon-1” is a tile set that ships with Teien: choose another name.",
        "text": "2 things are to be mended:",
    }
    assert html.split('<ol class="field-errors">')[1].split("</ol>")[0].count("<li>") == 2
    assert "The tile set is not saved: 3 things are to be mended first." in html
    assert everything() == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "This is no JSON: Expecting property name enclosed in double quotes at line 1"),
        ("3", "A tile set is an object, not 3."),
        ('{"id": 1, "id": 2}', "stands twice in one object"),
        ("[" * 200_001, "A tile set has at most 200,000 characters; this has more."),
        ("[" * 940 + "]" * 940, "This is no JSON: it nests more than 32 levels"),
    ],
)
def test_a_text_that_is_no_set_is_told_so(
    browser: Client, club: Club, text: str, said: str
) -> None:
    before = everything()
    html = sound(send(browser, club, "save", text))
    assert said in beside(html)["text"]
    assert everything() == before


def test_a_version_is_withdrawn_taken_up_again_and_deleted(
    browser: Client, owner: User, club: Club, moon: TileSetVersion
) -> None:
    page = f"/tile-sets/{moon.pk}/"
    assert "Withdraw the tile set" in sound(browser.get(page))
    for do, said in (
        ("retire", "The tile set is withdrawn: nothing new is planned with it."),
        ("restore", "what is planned from now on is planned with it."),
    ):
        assert browser.post(page, {"do": do, "instead_of": ""}).status_code == 303
        assert said in sound(browser.get(page))
    newer = factories.tile_set(owner, club, note="Newer.")
    before = everything()
    refused = browser.post(page, {"do": "restore", "instead_of": "999"})
    assert "Nothing is changed. Version 2 of Hollow moon is in force now." in sound(refused)
    assert everything() == before
    response = browser.post(f"/tile-sets/{newer.pk}/", {"do": "delete"})
    assert response["Location"] == address(club)
    assert "version 1 was before it, and can be taken up again." in sound(
        browser.get(address(club))
    )


def test_a_second_click_on_delete_is_answered_as_the_first(
    browser: Client, visitor: Client, club: Club, moon: TileSetVersion
) -> None:
    page, form = f"/tile-sets/{moon.pk}/", {"do": "delete", "form_key": "k" * 32}
    first = browser.post(page, form)
    after = everything()
    second = browser.post(page, form)
    assert (first.status_code, first["Location"]) == (303, address(club))
    assert (second.status_code, second["Location"]) == (303, address(club))
    assert browser.post(page, form | {"form_key": "l" * 32}).status_code == 404
    assert browser.post(page, form | {"do": "retire"}).status_code == 404
    assert visitor.post(page, form).status_code == 404
    assert browser.get(page).status_code == 404
    assert everything() == after


def test_the_next_version_is_based_on_the_one_that_was_seen(
    browser: Client, owner: User, club: Club, moon: TileSetVersion
) -> None:
    html = sound(browser.get(f"{address(club)}new/?from={moon.pk}"))
    assert f'name="based_on" value="{moon.pk}"' in html
    other = json.dumps(write_tileset(load_tileset()) | {"note": "Other."})
    before = everything()
    html = sound(send(browser, club, "save", other))
    assert "The club has a tile set “Hollow moon” already, version 1." in html
    assert everything() == before
    assert send(browser, club, "save", other, based_on=str(moon.pk)).status_code == 303
    assert TileSetVersion.objects.get(retired_at=None).number == 2


def test_an_own_set_is_planned_and_leads_to_its_version(
    browser: Client, owner: User, club: Club, moon: TileSetVersion, people: list[Player]
) -> None:
    html = sound(browser.get(f"/clubs/{club.pk}/series/new/?game=gnome_hollow"))
    assert '<option value="Hollow moon">Tile set: Hollow moon (reconstruction)</option>' in html
    series = casual.start_series(
        owner, club, game="gnome_hollow", players=people, matches=[{"tileset": "Hollow moon"}]
    )
    factories.tile_set(owner, club, note="Newer.")
    for page in (f"/series/{series.pk}/", f"/matches/{series.matches.get().pk}/result/"):
        html = sound(browser.get(page))
        link = f'<a href="/tile-sets/{moon.pk}/">Tile set: Hollow moon (reconstruction)</a>'
        assert f"{link}, version 1" in html
    assert "This version was replaced or withdrawn since; the match keeps it." in sound(
        browser.get(f"/series/{series.pk}/")
    )


def test_a_withdrawn_set_that_is_planned_keeps_its_status(
    browser: Client, owner: User, club: Club, moon: TileSetVersion
) -> None:
    planned = factories.tournament(
        owner, club, game="gnome_hollow", matches=[{"tileset": "Hollow moon"}]
    )
    assert browser.post(f"/tile-sets/{moon.pk}/", {"do": "retire"}).status_code == 303
    assert TileSetVersion.objects.filter(retired_at=None, club=club).count() == 0
    html = sound(browser.get(f"/tournaments/{planned.pk}/"))
    assert "Tile set: Hollow moon (reconstruction)</a>" in html
    html = sound(browser.get(f"/tournaments/{planned.pk}/edit/"))
    chosen = '<option value="Hollow moon" selected>'
    assert f"{chosen}Tile set: Hollow moon (reconstruction), withdrawn</option>" in html


def test_a_set_that_was_deleted_stays_chosen_by_its_name(
    browser: Client, owner: User, club: Club, moon: TileSetVersion
) -> None:
    planned = factories.tournament(
        owner, club, game="gnome_hollow", matches=[{"tileset": "Hollow moon"}]
    )
    game_data.delete(tile_sets.TILE_SET, owner, moon)
    html = sound(browser.get(f"/tournaments/{planned.pk}/edit/"))
    chosen = '<option value="Hollow moon" selected>'
    assert f"{chosen}Hollow moon (not there any more)</option>" in html
    html = sound(browser.get(f"/tournaments/{planned.pk}/"))
    assert "<strong>Tile set: Hollow moon (not there any more)</strong>" in html


def test_own_tiles_and_the_status_of_every_version_are_told(
    browser: Client, owner: User, club: Club, moon: TileSetVersion
) -> None:
    second = factories.tile_set(owner, club, "Hollow moon", status="own", trade_board=None)
    listed = sound(browser.get(address(club)))
    assert listed.count("A reconstruction, not the printed tiles") == 1  # the shipped one
    assert listed.count("Its club’s own<") == 1
    html = sound(browser.get(f"/tile-sets/{second.pk}/"))
    assert "Its club’s own: it shows what its club has written down." in html
    versions = html[html.index("<h2>Versions</h2>") :]
    assert versions.count("· a club&#x27;s own · 0 matches") == 1
    assert versions.count("· reconstruction · 0 matches") == 1
    assert "Other content under the same name makes the next one" in versions


def test_a_set_without_a_variants_board_is_not_planned_with_it(
    browser: Client, owner: User, club: Club, people: list[Player]
) -> None:
    factories.tile_set(owner, club, advanced_board=None)
    before = everything()
    form = {
        "game": "gnome_hollow", "player": [str(one.pk) for one in people], "start": "",
        "match": ["Hollow moon"], "options.advanced_board": "true", "unplayed": "drop",
    }  # fmt: skip
    html = sound(browser.post(f"/clubs/{club.pk}/series/new/", form))
    assert beside(html) == {
        "options.advanced_board": "The tile set Hollow moon has no advanced board (H9.2)."
    }
    assert everything() == before


def test_scorers_make_none(owner: User, club: Club, browser_of: Callable[[User], Client]) -> None:
    scorer = browser_of(factories.member(owner, club, "sora", "scorer"))
    before = everything()
    assert scorer.get(f"{address(club)}new/").status_code == 403
    assert send(scorer, club, "save").status_code == 403
    assert everything() == before
