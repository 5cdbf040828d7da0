"""The players of a club, and a player's past."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.copies import copy_night
from tests.tournaments.web.soundness import sound
from tournaments import queries_people
from tournaments.models import (
    Club,
    Entry,
    JournalEntry,
    Match,
    Player,
    User,
)
from tournaments.services import casual, entries, players, rounds, standings

pytestmark = pytest.mark.django_db

HOSTILE = "<script>alert(1)</script> & “Zoë” 山田花子 🌿"


def stored() -> tuple[Any, ...]:
    rows = Player.objects.order_by("id").values_list("name", "reading", "number", "user", "version")
    return list(rows), JournalEntry.objects.count()


@pytest.fixture
def address(club: Club) -> str:
    return f"/clubs/{club.pk}/players/"


@pytest.fixture
def zoe(owner: User, club: Club) -> Player:
    return players.add_player(owner, club, name="Zoë Quist", reading="zoe", number="13")


# The list ---------------------------------------------------------------------------------------


def test_an_organiser_adds_a_player(browser: Client, address: str) -> None:
    assert "There is nobody yet." in sound(browser.get(address))
    typed = {"name": " 山田　花子 ", "reading": "やまだ はなこ", "number": "7"}
    response = browser.post(address, typed)
    assert (response.status_code, response["Location"]) == (303, f"{address}#add")
    player = Player.objects.get()
    assert (player.name, player.reading, player.number) == ("山田 花子", "やまだ はなこ", "7")
    html = sound(browser.get(address))
    assert "is added." in html
    assert "1 player<" in html
    assert "やまだ はなこ" in html


@pytest.mark.parametrize(
    ("change", "status", "sentence", "field"),
    [
        ({"name": ""}, 422, "Name is missing.", "name"),
        ({"name": "ZOE\u0308 quist"}, 409, "is in this club already.", "name"),
        ({"number": "13"}, 409, "The number 13 belongs to another player.", "number"),
        ({"reading": "x" * 121}, 422, "Reading is longer than 120 characters.", "reading"),
        ({"name": "a\x07b"}, 422, "Name has characters that are no text.", "name"),
    ],
)
def test_a_refused_player_keeps_what_was_typed(
    browser: Client, address: str, zoe: Player,
    change: dict[str, str], status: int, sentence: str, field: str,
) -> None:  # fmt: skip
    before = stored()
    typed = {"name": "Élodie", "reading": "elodie", "number": "14"} | change
    response = browser.post(address, typed)
    html = sound(response)
    assert response.status_code == status
    assert html.count(sentence) == 2
    assert f'id="{field}-error"' in html
    for name in {"name", "reading", "number"} - {field}:
        assert f'value="{typed[name]}"' in html
    assert stored() == before


def test_a_second_click_adds_one_player(browser: Client, address: str) -> None:
    form = {"name": "Zoë", "form_key": "k" * 32}
    assert [browser.post(address, form).status_code for _ in range(2)] == [303, 303]
    assert Player.objects.count() == 1
    assert sound(browser.get(address)).count("Zoë is added.") == 1


@pytest.mark.parametrize("role", ["scorer", "member"])
def test_others_add_nobody(
    owner: User, club: Club, address: str, role: str, browser_of: Callable[[User], Client]
) -> None:
    client = browser_of(factories.member(owner, club, "other", role))
    before = stored()
    assert "Add a player" not in sound(client.get(address))
    response = client.post(address, {"name": "Eve"})
    assert response.status_code == 403
    assert "Only an owner or organiser of the club may add, change" in sound(response)
    assert stored() == before


def test_a_visitor_sees_those_who_take_part_in_what_is_published(
    visitor: Client, owner: User, club: Club, address: str, zoe: Player
) -> None:
    assert "There is nobody to show." in sound(visitor.get(address))
    draft = factories.tournament(owner, club, draft=True)
    entries.enter_players(owner, draft, [zoe])
    assert "Zoë" not in sound(visitor.get(address))
    assert visitor.get(f"/players/{zoe.pk}/").status_code == 404
    entries.enter_players(owner, factories.tournament(owner, club), [zoe])
    html = sound(visitor.get(address))
    assert "Zoë Quist" in html
    assert ">13<" not in html
    assert "Number" not in html
    page = sound(visitor.get(f"/players/{zoe.pk}/"))
    for private in ("Reading", "Number", "<dt>Account", ">13<"):
        assert private not in page


def test_people_of_the_club_see_everyone(
    owner: User, club: Club, address: str, zoe: Player, browser_of: Callable[[User], Client]
) -> None:
    client = browser_of(factories.member(owner, club, "kenji", "member"))
    assert "Zoë Quist" in sound(client.get(address))
    assert "Zoë Quist" in sound(client.get(f"/players/{zoe.pk}/"))
    stranger = browser_of(factories.user("stranger"))
    assert "Zoë Quist" not in sound(stranger.get(address))
    assert stranger.get(f"/players/{zoe.pk}/").status_code == 404


@pytest.mark.parametrize(
    ("search", "found"),
    [
        (
            "",
            ["Ångström", "Łukasz", "Søren", "Zoë", "あべ", "亜美", "カトウ", "Ｔａｎｕｋｉ たぬき"],
        ),
        ("zoe", ["Zoë"]),
        ("ZOË", ["Zoë"]),
        ("luk", ["Łukasz"]),
        ("かとう", ["カトウ"]),
        ("tanu", ["Ｔａｎｕｋｉ たぬき"]),
        ("1", ["Søren", "Zoë"]),
        ("13", ["Zoë"]),
        ("%", []),
    ],
)
def test_names_are_found_and_sorted_without_their_accents(
    owner: User, club: Club, search: str, found: list[str]
) -> None:
    for name, reading, number in (
        ("Zoë", "", "13"), ("Ångström", "", ""), ("Søren", "", "1"), ("Łukasz", "", "2"),
        ("カトウ", "", ""), ("亜美", "アミ", ""), ("あべ", "", ""),
        ("Ｔａｎｕｋｉ たぬき", "タヌキ", "3"),
    ):  # fmt: skip
        players.add_player(owner, club, name=name, reading=reading, number=number)
    ids = queries_people.sorted_players(Player.objects.filter(club=club), search)
    assert [player.name for player in queries_people.players_in_order(ids)] == found


def test_a_search_says_what_it_looked_for(browser: Client, address: str, zoe: Player) -> None:
    html = sound(browser.get(address, {"q": " zoe "}))
    assert "1 found for “zoe”" in html
    html = sound(browser.get(address, {"q": '"><b>'}))
    assert "Nobody found for “&quot;&gt;&lt;b&gt;”." in html


def test_a_long_list_is_paged(browser: Client, owner: User, club: Club, address: str) -> None:
    factories.add_players(owner, club, 1)
    Player.objects.bulk_create(
        Player(club=club, name=f"Person {n:03d}", name_key=f"person {n:03d}") for n in range(149)
    )
    html = sound(browser.get(address, {"q": "person"}))
    assert "149 found for “person”" in html
    assert '<a rel="next" href="?q=person&amp;page=2">' in html
    assert "Person 148" in sound(browser.get(address, {"q": "person", "page": 2}))
    assert "Person 148" in sound(browser.get(address, {"q": "person", "page": "99999"}))
    assert "Person 000" in sound(browser.get(address, {"q": "person", "page": "x"}))


# One player -------------------------------------------------------------------------------------


def test_a_player_is_changed_and_tied_to_an_account(
    browser: Client, owner: User, club: Club, zoe: Player
) -> None:
    kenji = factories.member(owner, club, "kenji", "member")
    form = f"/players/{zoe.pk}/edit/"
    html = sound(browser.get(form))
    assert 'value="Zoë Quist"' in html
    assert f'<option value="{kenji.pk}">kenji</option>' in html
    typed = {"name": "Zoë K.", "reading": "", "number": "14", "user": kenji.pk, "version": "1"}
    response = browser.post(form, typed)
    assert (response.status_code, response["Location"]) == (303, f"/players/{zoe.pk}/")
    zoe.refresh_from_db()
    assert (zoe.name, zoe.reading, zoe.number, zoe.user) == ("Zoë K.", "", "14", kenji)
    html = sound(browser.get(f"/players/{zoe.pk}/"))
    assert "<dd>kenji</dd>" in html
    assert f'value="{kenji.pk}" selected' in sound(browser.get(form))
    browser.post(form, typed | {"user": "", "version": "2"})
    zoe.refresh_from_db()
    assert zoe.user is None


@pytest.mark.parametrize(
    ("change", "status", "sentence", "field"),
    [
        ({"name": "  "}, 422, "Name is missing.", "name"),
        ({"name": "Player 001"}, 409, "is in this club already.", "name"),
        ({"user": "0"}, 422, "That account is no member of this club.", "user"),
        ({"user": "9" * 5000}, 422, "That account is no member of this club.", "user"),
        ({"user": "stranger"}, 422, "That account is no member of this club.", "user"),
        ({"version": "0"}, 412, "Somebody changed this player meanwhile.", ""),
    ],
)
def test_a_refused_change_changes_nothing(
    browser: Client, owner: User, club: Club, zoe: Player,
    change: dict[str, str], status: int, sentence: str, field: str,
) -> None:  # fmt: skip
    factories.add_players(owner, club, 1)
    stranger = factories.user("stranger")
    before = stored()
    typed = {"name": "Zoë K.", "reading": "z", "number": "14", "version": "1", "user": ""} | change
    typed["user"] = str(stranger.pk) if typed["user"] == "stranger" else typed["user"]
    response = browser.post(f"/players/{zoe.pk}/edit/", typed)
    html = sound(response)
    assert response.status_code == status
    assert html.count(sentence) == (2 if field else 1)
    assert 'value="14"' in html
    assert stored() == before


def test_an_account_is_one_player_of_a_club(
    browser: Client, owner: User, club: Club, zoe: Player
) -> None:
    first = factories.add_players(owner, club, 1)[0]
    players.change_player(owner, first, user=owner)
    form = f"/players/{zoe.pk}/edit/"
    assert "hanako</option>" not in sound(browser.get(form))
    before = stored()
    response = browser.post(form, {"name": "Zoë Quist", "number": "13", "user": owner.pk})
    assert response.status_code == 409
    assert "hanako is another player of this club already." in sound(response)
    assert stored() == before


def test_only_organisers_change_a_player(
    visitor: Client, owner: User, club: Club, zoe: Player, browser_of: Callable[[User], Client]
) -> None:
    form = f"/players/{zoe.pk}/edit/"
    scorer = browser_of(factories.member(owner, club, "scorer", "scorer"))
    before = stored()
    for response in (scorer.get(form), scorer.post(form, {"name": "Eve"})):
        assert response.status_code == 403
        assert "Only an owner or organiser" in sound(response)
        assert "<select" not in response.content.decode()
    assert visitor.get(form).status_code == 404
    assert visitor.post(form, {"name": "Eve"}).status_code == 404
    assert stored() == before


def test_a_name_is_shown_as_it_is(browser: Client, owner: User, club: Club) -> None:
    player = players.add_player(owner, club, name=HOSTILE)
    for address in (f"/clubs/{club.pk}/players/", f"/players/{player.pk}/"):
        html = sound(browser.get(address))
        assert "<script>" not in html
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; “Zoë” 山田花子 🌿" in html
    html = sound(browser.get(f"/players/{player.pk}/edit/"))
    assert 'value="&lt;script&gt;alert(1)' in html


def test_a_merged_player_leads_to_whom_they_are(browser: Client, owner: User, club: Club) -> None:
    first, second = factories.add_players(owner, club, 2)
    Player.objects.filter(pk=first.pk).update(merged_into=second)
    assert browser.get(f"/players/{first.pk}/")["Location"] == f"/players/{second.pk}/"
    assert "1 player<" in sound(browser.get(f"/clubs/{club.pk}/players/"))


# A player's past --------------------------------------------------------------------------------


def test_tournaments_are_shown_with_rank_and_points(
    visitor: Client, owner: User, club: Club
) -> None:
    night = factories.entered(owner, club, 3)
    round_ = factories.draw(owner, night)
    table = round_.series.get()
    factories.play_series(owner, table, [[30, 40, 50]] * 3)
    rounds.close_round(owner, round_)
    second = table.seats.get(position=1).player
    line = queries_people.played_in(queries_people.tournaments_of(second, owner).get())
    assert (line.round, line.rank, line.played, str(line.points)) == (1, 2, 1, "1/2")
    assert not line.behind
    html = sound(visitor.get(f"/players/{second.pk}/"))
    assert "Autumn night" in html
    assert 'data-label="Rank">2</td>' in html
    assert 'data-label="Points">½</td>' in html
    assert 'data-label="Place">2</td>' in html
    assert 'data-label="Total">120</td>' in html
    others = [table.seats.get(position=at).player for at in (0, 2)]
    assert all(f'href="/players/{other.pk}/"' in html for other in others)
    assert "90</span>" in html
    assert "150</span>" in html


def test_a_standing_that_is_behind_says_so(visitor: Client, owner: User, club: Club) -> None:
    night = factories.entered(owner, club, 3)
    round_ = factories.draw(owner, night)
    player = round_.seats.get(position=0).player
    sentence = "newer results are being counted"
    assert sentence in sound(visitor.get(f"/players/{player.pk}/"))
    standings.current(round_)
    assert sentence not in sound(visitor.get(f"/players/{player.pk}/"))
    factories.play_series(owner, round_.series.get())
    html = sound(visitor.get(f"/players/{player.pk}/"))
    assert sentence in html
    assert 'data-label="Points">–</td>' in html
    standings.current(round_)
    html = sound(visitor.get(f"/players/{player.pk}/"))
    assert sentence not in html
    assert 'data-label="Rank">3</td>' in html


def test_before_the_first_round_there_is_no_rank(visitor: Client, owner: User, club: Club) -> None:
    night = factories.entered(owner, club, 3)
    factories.draw(owner, night, publish=False)
    player = night.entries.all()[0].player
    html = sound(visitor.get(f"/players/{player.pk}/"))
    assert 'data-label="Rank">–</td>' in html
    assert "No table yet." in html


def test_a_result_that_is_not_confirmed_counts_nothing(
    visitor: Client, owner: User, club: Club
) -> None:
    round_ = factories.draw(owner, factories.entered(owner, club, 3))
    match = Match.objects.get(series__round=round_, number=1)
    factories.report(owner, match, [30, 40, 50], confirm=False)
    player = round_.seats.get(position=2).player
    assert 'data-label="Place">–</td>' in sound(visitor.get(f"/players/{player.pk}/"))
    match = Match.objects.get(series__round=round_, number=2)
    factories.report(owner, match, [30, 40, 50])
    html = sound(visitor.get(f"/players/{player.pk}/"))
    assert 'data-label="Place">1 <span class="quiet">so far</span></td>' in html


def test_a_draft_and_an_unpublished_draw_are_shown_to_nobody_else(
    visitor: Client, browser: Client, owner: User, club: Club
) -> None:
    night = factories.entered(owner, club, 3)
    player = night.entries.all()[0].player
    draft = factories.tournament(owner, club, draft=True, name="December plans")
    entries.enter_players(owner, draft, [player])
    assert "December plans" not in sound(visitor.get(f"/players/{player.pk}/"))
    assert "December plans" in sound(browser.get(f"/players/{player.pk}/"))
    factories.draw(owner, night, publish=False)
    assert "No table yet." in sound(browser.get(f"/players/{player.pk}/"))


def test_casual_series_are_shown_to_the_club_alone(
    browser: Client, visitor: Client, owner: User, club: Club
) -> None:
    pair = factories.add_players(owner, club, 2)
    entries.enter_players(owner, factories.tournament(owner, club), pair)
    series = casual.start_series(owner, club, game="niwa", players=pair, matches=[{"mission": 5}])
    html = sound(browser.get(f"/players/{pair[0].pk}/"))
    assert f'href="/series/{series.pk}/">Casual series</a>' in html
    assert "Casual series" not in sound(visitor.get(f"/players/{pair[0].pk}/"))


def test_a_dropped_player_keeps_their_line(visitor: Client, owner: User, club: Club) -> None:
    night = factories.entered(owner, club, 3)
    entry = night.entries.all()[0]
    entries.move_entry(owner, entry, "drop")
    html = sound(visitor.get(f"/players/{entry.player_id}/"))
    assert '<span class="state bad">dropped</span>' in html


def test_a_long_past_is_paged(visitor: Client, owner: User, club: Club) -> None:
    night = factories.entered(owner, club, 3)
    round_ = factories.draw(owner, night)
    factories.play_round(owner, round_)
    rounds.close_round(owner, round_)
    player = night.entries.all()[0].player
    address = f"/players/{player.pk}/"
    copy_night(night, 49)
    assert Entry.objects.filter(player=player).count() == 50
    html = sound(visitor.get(address))
    assert html.count('data-label="Rank"') == 50
    assert html.count('data-label="Total"') == 20
    assert "Page 1 of 3" in html
    assert sound(visitor.get(address, {"page": 3})).count('data-label="Total"') == 10
