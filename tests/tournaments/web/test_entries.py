"""Who is in a tournament, who is here tonight, who has gone home."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.test_night import everything
from tests.tournaments.web.soundness import sound
from tournaments.models import Club, Entry, Player, Tournament, User
from tournaments.services import entries, players

pytestmark = pytest.mark.django_db

HOSTILE = "<script>alert(1)</script> & “Zoë” 山田花子 🌿"


@pytest.fixture
def night(owner: User, club: Club) -> Tournament:
    return factories.tournament(owner, club)


@pytest.fixture
def people(owner: User, club: Club) -> list[Player]:
    return factories.add_players(owner, club, 5)


@pytest.fixture
def address(night: Tournament) -> str:
    return f"/tournaments/{night.pk}/entries/"


def states(night: Tournament) -> dict[str, str]:
    return dict(night.entries.values_list("player__name", "state"))


def ticked(html: str) -> int:
    return html.count(" checked>")


def test_the_ticked_are_checked_in(
    browser: Client, night: Tournament, people: list[Player], address: str
) -> None:
    html = sound(browser.get(address))
    assert html.count('name="player"') == 5
    form = {"do": "enter", "player": [people[0].pk, people[3].pk]}
    response = browser.post(address, form)
    assert (response.status_code, response["Location"]) == (303, address)
    assert states(night) == {"Player 001": "checked_in", "Player 004": "checked_in"}
    html = sound(browser.get(address))
    assert "2 players checked in." in html
    assert html.count('name="player"') == 3
    assert "Draw round 1</button>" in html


def test_some_are_only_registered(
    browser: Client, night: Tournament, people: list[Player], address: str
) -> None:
    browser.post(address, {"do": "register", "player": [people[1].pk]})
    assert states(night) == {"Player 002": "registered"}
    html = sound(browser.get(address))
    assert "0 checked in, 1 registered but not here yet." in html
    assert "Draw round 1" not in html


def test_nobody_ticked_is_refused(browser: Client, people: list[Player], address: str) -> None:
    before = everything()
    response = browser.post(address, {"do": "enter"})
    assert response.status_code == 422
    assert sound(response).count("Tick at least one player.") == 2
    assert everything() == before


def test_entering_twice_enters_once(
    browser: Client, night: Tournament, people: list[Player], address: str
) -> None:
    form = {"do": "enter", "player": [people[0].pk], "form_key": "k" * 32}
    for _ in range(2):
        assert browser.post(address, form).status_code == 303
    assert browser.post(address, form | {"form_key": "l" * 32}).status_code == 303
    assert night.entries.count() == 1


def test_players_of_another_club_are_not_entered(
    browser: Client, owner: User, night: Tournament, address: str
) -> None:
    other = factories.club(owner, "Club Carp")
    stranger = players.add_player(owner, other, name="Stranger")
    before = everything()
    response = browser.post(address, {"do": "enter", "player": [stranger.pk, "x", "9" * 30]})
    assert response.status_code == 422
    assert "Tick at least one player." in sound(response)
    assert everything() == before


def test_the_search_finds_names_readings_and_numbers(
    browser: Client, owner: User, club: Club, people: list[Player], address: str
) -> None:
    players.add_player(owner, club, name="山田 花子", reading="やまだ はなこ", number="42")
    players.add_player(owner, club, name="Zoë Quist")
    for search, name in (("zoe", "Zoë Quist"), ("ヤマダ", "山田 花子"), ("42", "山田 花子")):
        html = sound(browser.get(address, {"q": search}))
        assert html.count('name="player"') == 1
        assert name in html
    assert "Nobody of that name is left." in sound(browser.get(address, {"q": "nobody\x00"}))


def test_those_of_the_last_tournament_are_ticked(
    browser: Client, owner: User, club: Club, people: list[Player]
) -> None:
    last = factories.tournament(owner, club, name="Last")
    entries.enter_players(owner, last, people[:2])
    night = factories.tournament(owner, club)
    address = f"/tournaments/{night.pk}/entries/"
    assert ticked(sound(browser.get(address))) == 0
    assert ticked(sound(browser.post(address, {"do": "tick_last"}))) == 2
    more = {"do": "tick_last", "player": [people[4].pk]}
    assert ticked(sound(browser.post(address, more))) == 3
    assert ticked(sound(browser.post(address, {"do": "tick_all"}))) == 5
    assert ticked(sound(browser.post(address, {"do": "tick_none", "player": [people[4].pk]}))) == 0
    assert not night.entries.exists()


def shown(html: str) -> tuple[list[str], list[str]]:
    """The names to tick, and those of them that are ticked, as the page has them."""
    rows = re.findall(
        r'<input type="checkbox" name="player" value="\d+"( checked)?>.*?class="name">(.*?)<', html
    )
    return [name for _, name in rows], [name for ticked, name in rows if ticked]


EVERY_BUTTON = [
    {"do": "search", "q": "zoe"},
    {"do": "search", "q": "nobody"},
    {"do": "enter_key", "q": "zoe", "searched": ""},
    {"do": "enter_key", "q": "", "searched": "zoe"},
    {"do": "tick_last"},
    {"do": "tick_all"},
    {"page": "1"},
    {"entries": "1"},
    {"do": "add", "name": "Somebody new"},
    {"do": "enter_key", "q": "", "searched": "", "name": "Somebody new"},
    {"do": "add", "name": "Player 002"},
    {"do": "add", "name": ""},
]
"""Whatever on the page is no check-in of the ticked."""


@pytest.mark.parametrize("form", EVERY_BUTTON)
def test_no_button_loses_the_ticks(
    browser: Client, owner: User, club: Club, night: Tournament, people: list[Player],
    address: str, form: dict[str, str],
) -> None:  # fmt: skip
    players.add_player(owner, club, name="Zoë Quist")
    before = everything()
    ticks = [people[1].pk, people[3].pk]
    response = browser.post(address, form | {"player": ticks}, follow=True)
    assert {"Player 002", "Player 004"} <= set(shown(sound(response))[1])
    assert not night.entries.exists()
    if form.get("name") != "Somebody new":
        assert everything() == before


def test_moving_an_entry_keeps_the_ticks(
    browser: Client, owner: User, night: Tournament, people: list[Player], address: str
) -> None:
    (entry,) = entries.enter_players(owner, night, people[:1], checked_in=False)
    html = sound(browser.get(address))
    assert f'form="who" formaction="/entries/{entry.pk}/?version=1" name="do"' in html
    form = {"do": "check_in", "version": "", "player": [people[1].pk, people[3].pk]}
    response = browser.post(f"/entries/{entry.pk}/?version=1", form)
    ticks = f"{people[1].pk}.{people[3].pk}"
    assert response["Location"] == f"{address}?player={ticks}#entry-{entry.pk}"
    assert shown(sound(browser.get(response["Location"])))[1] == ["Player 002", "Player 004"]
    before = everything()
    late = browser.post(f"/entries/{entry.pk}/?version=1", form | {"do": "undo_check_in"})
    assert late.status_code == 412
    assert shown(sound(late))[1] == ["Player 002", "Player 004"]
    assert everything() == before


def test_a_search_shows_what_it_finds_and_then_what_is_ticked(
    browser: Client, owner: User, club: Club, night: Tournament, people: list[Player], address: str
) -> None:
    players.add_player(owner, club, name="Zoë Quist")
    form = {"do": "search", "q": "zoe", "player": [people[3].pk]}
    html = sound(browser.post(address, form))
    assert shown(html) == (["Zoë Quist", "Player 004"], ["Player 004"])
    assert "Ticked, and not in this list:" in html
    html = sound(browser.post(address, form | {"q": "Hal"}))
    assert shown(html) == (["Player 004"], ["Player 004"])
    assert 'name="name" value="Hal"' in html
    both = [people[3].pk, Player.objects.get(name="Zoë Quist").pk]
    browser.post(address, form | {"do": "enter", "player": both})
    assert states(night) == {"Player 004": "checked_in", "Zoë Quist": "checked_in"}


def test_the_ticks_of_one_page_of_players_go_along_to_the_next(
    browser: Client, club: Club, night: Tournament, address: str
) -> None:
    crowd = factories.crowd(club, 150)
    html = sound(browser.post(address, {"page": "2", "player": [crowd[3].pk, crowd[120].pk]}))
    names, ticks = shown(html)
    assert (len(names), ticks) == (52, ["Guest 003", "Guest 120"])
    assert '<button class="plain" name="page" value="1">Previous</button>' in html


def test_somebody_new_is_added_and_ticked(
    browser: Client, owner: User, club: Club, people: list[Player], address: str
) -> None:
    form = {"do": "add", "name": " Zoë  Quist ", "reading": "zoe", "player": [people[1].pk]}
    response = browser.post(address, form)
    new = Player.objects.get(name="Zoë Quist")
    assert response.status_code == 303
    assert response["Location"] == f"{address}?player={people[1].pk}.{new.pk}#new"
    html = sound(browser.get(response["Location"]))
    assert ticked(html) == 2
    assert html.index("Zoë Quist") < html.index("Player 001")
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("name", "status", "sentence"),
    [("player  001", 409, "is in this club already."), (" ", 422, "Name is missing.")],
)
def test_a_refused_newcomer_keeps_what_was_typed(
    browser: Client, people: list[Player], address: str, name: str, status: int, sentence: str
) -> None:
    before = everything(), Player.objects.count()
    response = browser.post(address, {"do": "add", "name": name, "reading": "zoe"})
    html = sound(response)
    assert response.status_code == status
    assert html.count(sentence) == 2
    assert 'id="name-error"' in html
    assert 'value="zoe"' in html
    assert (everything(), Player.objects.count()) == before


def test_entries_move_as_people_come_and_go(
    browser: Client, owner: User, night: Tournament, people: list[Player], address: str
) -> None:
    (entry,) = entries.enter_players(owner, night, people[:1], checked_in=False)
    for do, state in (
        ("check_in", "checked_in"),
        ("undo_check_in", "registered"),
        ("check_in", "checked_in"),
        ("drop", "dropped"),
        ("readmit", "checked_in"),
    ):
        entry.refresh_from_db()
        form = {"do": do, "version": entry.version}
        response = browser.post(f"/entries/{entry.pk}/", form)
        assert response["Location"] == f"{address}#entry-{entry.pk}"
        assert states(night) == {"Player 001": state}


def test_an_entry_changed_meanwhile_is_left_alone(
    browser: Client, owner: User, night: Tournament, people: list[Player], address: str
) -> None:
    (entry,) = entries.enter_players(owner, night, people[:1])
    entries.move_entry(owner, entry, "drop")
    before = everything()
    stale = browser.post(f"/entries/{entry.pk}/", {"do": "undo_check_in", "version": 1})
    assert stale.status_code == 412
    html = sound(stale)
    assert "Somebody changed this entry meanwhile." in html
    assert f'action="{address}"' in html
    twice = browser.post(f"/entries/{entry.pk}/", {"do": "drop"})
    assert twice.status_code == 409
    assert "This entry is dropped." in sound(twice)
    assert browser.post(f"/entries/{entry.pk}/", {"do": "burn"}).status_code == 404
    assert browser.get(f"/entries/{entry.pk}/").status_code == 405
    assert everything() == before


def test_somebody_takes_anothers_place(
    browser: Client, owner: User, night: Tournament, people: list[Player], address: str
) -> None:
    (entry,) = entries.enter_players(owner, night, people[:1])
    html = sound(browser.get(f"/entries/{entry.pk}/replace/"))
    assert "Who takes the place of Player 001?" in html
    assert html.count("Takes the place") == 4
    browser.post(f"/entries/{entry.pk}/replace/", {"player": people[2].pk, "version": 1})
    assert states(night) == {"Player 001": "replaced", "Player 003": "checked_in"}
    assert "by Player 003" in sound(browser.get(address))
    before = everything()
    again = browser.post(f"/entries/{entry.pk}/replace/", {"player": people[3].pk})
    assert again.status_code == 409
    assert "This entry is replaced already." in sound(again)
    assert browser.post(f"/entries/{entry.pk}/replace/", {"player": "x"}).status_code == 404
    assert everything() == before


@pytest.mark.parametrize("do", ["drop", "undo_check_in", "replace"])
@pytest.mark.parametrize("played", [False, True])
def test_who_leaves_an_open_table_is_said_with_what_can_be_done(
    browser: Client, owner: User, night: Tournament, people: list[Player], do: str, played: bool
) -> None:
    entered = entries.enter_players(owner, night, people[:4])
    series = factories.draw(owner, night).series.get()
    if played:
        factories.report(owner, series.matches.get(number=1), [30, 40, 50, 60])
    address = f"/entries/{entered[0].pk}/" + ("replace/" if do == "replace" else "")
    form = {"do": do, "player": people[4].pk, "version": 1}
    html = sound(browser.post(address, form, follow=True))
    assert (
        f'Still seated at <a href="/series/{series.pk}/">table 1</a> of '
        f'<a href="/rounds/{series.round_id}/">round 1</a>:'
    ) in html
    assert ("the round has results, so play on" in html) == played
    assert ("take the tables back and draw again" in html) == (not played)


def test_who_leaves_no_open_table_is_just_gone(
    browser: Client, owner: User, night: Tournament, people: list[Player]
) -> None:
    entered = entries.enter_players(owner, night, people[:4])
    factories.play_round(owner, factories.draw(owner, night))
    html = sound(browser.post(f"/entries/{entered[0].pk}/", {"do": "drop"}, follow=True))
    assert "Player 001 has dropped out.</p>" in html


def test_a_name_in_what_was_said_is_text(browser: Client, owner: User, night: Tournament) -> None:
    names = [HOSTILE, "A", "B"]
    there = [players.add_player(owner, night.club, name=name) for name in names]
    entered = entries.enter_players(owner, night, there)
    factories.draw(owner, night)
    html = sound(browser.post(f"/entries/{entered[0].pk}/", {"do": "drop"}, follow=True))
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; “Zoë” 山田花子 🌿 has dropped out." in html
    assert "<script>" not in html


def test_a_replacement_is_taken_back(
    browser: Client, owner: User, night: Tournament, people: list[Player], address: str
) -> None:
    entered = entries.enter_players(owner, night, people[:4])
    entries.replace_entry(owner, entered[0], people[4])
    html = sound(browser.get(address))
    assert html.count('value="undo_replacement"') == 1
    form = {"do": "undo_replacement"}
    response = browser.post(f"/entries/{entered[0].pk}/?version=2", form, follow=True)
    assert "Taken back: Player 001 is in the tournament again." in sound(response)
    assert states(night) == {f"Player 00{number}": "checked_in" for number in range(1, 5)}
    before = everything()
    again = browser.post(f"/entries/{entered[0].pk}/?version=3", form)
    assert again.status_code == 409
    assert "This entry is checked in." in sound(again)
    assert everything() == before


def test_a_finished_tournament_takes_nobody_in(browser: Client, owner: User, club: Club) -> None:
    night = factories.entered(owner, club, 3)
    round_ = factories.draw(owner, night)
    factories.play_round(owner, round_)
    browser.post(f"/rounds/{round_.pk}/", {"do": "close"})
    browser.post(f"/tournaments/{night.pk}/", {"do": "finish"})
    late = players.add_player(owner, club, name="Latecomer")
    address = f"/tournaments/{night.pk}/entries/"
    assert "<form" not in sound(browser.get(address)).split("<main")[1]
    before = everything()
    response = browser.post(address, {"do": "enter", "player": [late.pk]})
    assert response.status_code == 409
    assert "The tournament is finished. Reopen it first." in sound(response)
    assert everything() == before


def test_others_read_the_entries_and_change_nothing(
    owner: User, club: Club, night: Tournament, people: list[Player], address: str,
    visitor: Client, browser_of: Callable[[User], Client],
) -> None:  # fmt: skip
    (entry,) = entries.enter_players(owner, night, people[:1])
    scorer = browser_of(factories.member(owner, club, "kaede", "scorer"))
    before = everything(), Player.objects.count()
    for client in (visitor, scorer):
        html = sound(client.get(address))
        assert "Player 001" in html
        assert "Player 002" not in html
        assert "<form" not in html.split("<main")[1]
        for url, form in (
            (address, {"do": "enter", "player": [people[1].pk]}),
            (address, {"do": "add", "name": "Eve"}),
            (f"/entries/{entry.pk}/", {"do": "drop"}),
            (f"/entries/{entry.pk}/replace/", {"player": people[1].pk}),
        ):
            assert client.post(url, form).status_code == 403
    assert visitor.get(f"/entries/{entry.pk}/replace/")["Location"].startswith("/login/?next=")
    assert scorer.get(f"/entries/{entry.pk}/replace/").status_code == 403
    assert (everything(), Player.objects.count()) == before


def test_an_outdated_draw_is_to_be_drawn_again(
    browser: Client, owner: User, night: Tournament, people: list[Player], address: str
) -> None:
    entries.enter_players(owner, night, people[:4])
    round_ = factories.draw(owner, night, publish=False)
    waits = sound(browser.get(address))
    assert "Draw again" not in waits
    assert f'<a class="button" href="/rounds/{round_.pk}/">Check and publish round 1</a>' in waits
    browser.post(address, {"do": "enter", "player": [people[4].pk]})
    sentence = "Since the draw somebody has come or gone: Player 005."
    for page in (address, f"/tournaments/{night.pk}/", f"/rounds/{round_.pk}/"):
        html = sound(browser.get(page))
        assert html.count(sentence) == 1
        assert html.count("Draw again</button>") == 1
        assert "ublish round 1" not in html
    night.refresh_from_db()
    form = {"do": "draw_again", "version": night.version}
    address = browser.post(f"/rounds/{round_.pk}/", form)["Location"]
    html = sound(browser.get(address))
    assert "Publish round 1</button>" in html
    assert "come or gone" not in html


def test_names_are_shown_as_text(
    browser: Client, owner: User, club: Club, night: Tournament, address: str
) -> None:
    player = players.add_player(owner, club, name=HOSTILE)
    assert "&lt;script&gt;" in sound(browser.get(address))
    entries.enter_players(owner, night, [player])
    html = sound(browser.get(address))
    assert "<script>" not in html
    assert "山田花子 🌿" in html


def test_long_lists_of_entries_and_players_are_paged(
    browser: Client, owner: User, club: Club, night: Tournament, address: str
) -> None:
    entries.enter_players(owner, night, factories.crowd(club, 120))
    factories.crowd(club, 130, "Other")
    html = sound(browser.get(address))
    assert (html.count('id="entry-'), html.count('name="player"')) == (100, 100)
    html = sound(browser.get(address, {"page": 2, "entries": 2}))
    assert (html.count('id="entry-'), html.count('name="player"')) == (20, 30)
