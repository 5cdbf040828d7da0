"""The tournaments of a club, one of them, its form, and what to do next."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from engines.niwa.missions import draw_missions
from tests import factories
from tests.tournaments.test_night import everything
from tests.tournaments.web.soundness import sound
from tournaments.models import Club, Round, Tournament, User
from tournaments.services import entries, rounds, tournaments

pytestmark = pytest.mark.django_db

NIWA = {
    "game": "niwa",
    "name": "Moon viewing",
    "starts_on": "2026-11-30",
    "timezone": "Europe/Berlin",
    "table_size": "4",
    "match": ["5", "2", "8", "", ""],
    "scheme": "place_share",
    "scheme_ties": "split",
    "key": ["points", "wins", "score_share", "direct", "lot"],
    "unplayed": "drop",
}


def page_of(browser: Client, tournament: Tournament) -> str:
    return sound(browser.get(f"/tournaments/{tournament.pk}/"))


# The list ---------------------------------------------------------------------------------------


def test_the_list_shows_what_one_may_read(
    owner: User, club: Club, browser: Client, visitor: Client, night: Tournament
) -> None:
    factories.tournament(owner, club, name="Secret plans", draft=True)
    factories.draw(owner, night)
    own, public = (sound(b.get(f"/clubs/{club.pk}/tournaments/")) for b in (browser, visitor))
    assert "Secret plans" in own
    assert "Secret plans" not in public
    assert "30 Nov 2026 · Niwa · 7 players · 1 round<" in public
    assert f"/clubs/{club.pk}/tournaments/new/?game=gazebo" in own
    assert "tournaments/new/" not in public


def test_the_list_is_paged(owner: User, club: Club, browser: Client) -> None:
    def read() -> Any:
        return browser.get(f"/clubs/{club.pk}/tournaments/")

    factories.tournament(owner, club)
    for number in range(2, 52):
        factories.tournament(owner, club, name=f"Night {number}")
    assert sound(read()).count("/tournaments/") > 50
    last = sound(browser.get(f"/clubs/{club.pk}/tournaments/?page=2"))
    assert "Page 2 of 2" in last
    assert "Autumn night" in last
    assert "Night 2<" not in last


# The form ---------------------------------------------------------------------------------------


def test_the_form_of_a_new_tournament_has_good_defaults(browser: Client, club: Club) -> None:
    html = sound(browser.get(f"/clubs/{club.pk}/tournaments/new/?game=niwa"))
    assert html.count('value="draw" selected') == 3
    assert "Niwa evening, " in html
    assert "The longest run of consecutive numbers in one colour scores." in html
    html = sound(browser.get(f"/clubs/{club.pk}/tournaments/new/?game=gazebo"))
    for garden in ("bird", "butterfly", "botanical", "jungle"):
        assert html.count(f'value="{garden}" selected') == 1
    assert "partnership" not in html


def test_a_niwa_tournament_is_made(browser: Client, club: Club) -> None:
    response = browser.post(f"/clubs/{club.pk}/tournaments/new/", NIWA)
    made = Tournament.objects.get()
    assert response.status_code == 303
    assert response["Location"] == f"/tournaments/{made.pk}/entries/"
    assert (made.name, made.game, made.state) == ("Moon viewing", "niwa", "open")
    assert made.keys == ["points", "wins", "score_share", "direct", "lot"]
    stage = made.stages.get()
    assert (stage.kind, stage.table_size) == ("social", 4)
    assert stage.matches == [{"mission": 5}, {"mission": 2}, {"mission": 8}]


def test_missions_are_drawn_from_the_stored_seed(browser: Client, club: Club) -> None:
    browser.post(f"/clubs/{club.pk}/tournaments/new/", NIWA | {"match": ["draw", "3", "draw"]})
    made = Tournament.objects.get()
    planned = [setup["mission"] for setup in made.stages.get().matches]
    assert planned[1] == 3
    assert len(set(planned)) == 3
    lots = [mission for mission in draw_missions(made.seed, 8) if mission != 3]
    assert [planned[0], planned[2]] == lots[:2]


def test_a_gazebo_tournament_is_made_with_every_setting(browser: Client, club: Club) -> None:
    form = NIWA | {
        "game": "gazebo",
        "match": ["jungle", "bird", "jungle"],
        "table_size": "3",
        "options.repeat_boards": "true",
        "options.tie": "more_wins_then_share",
        "scheme": "places",
        "scheme_values": "10, 7/2 1",
        "scheme_ties": "full",
        "key": ["wins", "points", "", "", "lot"],
        "unplayed": "worst",
        "draft": "on",
    }
    browser.post(f"/clubs/{club.pk}/tournaments/new/", form)
    made = Tournament.objects.get()
    assert made.stages.get().matches == [
        {"board": "jungle"},
        {"board": "bird"},
        {"board": "jungle"},
    ]
    assert made.options == {"tie": "more_wins_then_share", "repeat_boards": True}
    assert made.scheme_settings["values"] == [10, "7/2", 1]
    assert made.scheme_settings["ties"] == "full"
    assert (made.keys, made.unplayed, made.state) == (["wins", "points", "lot"], "worst", "draft")
    html = sound(browser.get(f"/tournaments/{made.pk}/edit/"))
    assert 'value="10 7/2 1"' in html
    assert html.count('value="jungle" selected') == 2


@pytest.mark.parametrize(
    ("change", "sentence", "field"),
    [
        ({"name": "  "}, "Name is missing.", "name"),
        ({"name": "x" * 121}, "Name is longer than 120 characters.", "name"),
        ({"starts_on": "30.11.2026"}, "Write the date as year-month-day", "starts_on"),
        ({"table_size": "7"}, "Niwa is played by 2 to 6 at a table.", "table_size"),
        ({"table_size": "four"}, "Niwa is played by 2 to 6 at a table.", "table_size"),
        ({"match": ["5", "", "5"]}, "Match 2 has mission 5 again", "matches.1.mission"),
        ({"match": ["9"]}, "The mission must be a number from 1 to 8", "matches.0.mission"),
        ({"match": [""]}, "A series has 1 to 8 matches, not 0", "matches"),
        ({"options.min_run": "0"}, "The option min_run must be", "options.min_run"),
        ({"options.tie": "coin"}, "The option tie must be", "options.tie"),
        ({"scheme": "luck"}, "There is no scheme called", "scheme"),
        ({"scheme": "places"}, "needs a value for values", "scheme_values"),
        ({"scheme": "places", "scheme_values": "1 x"}, "needs numbers", "scheme_values"),
        ({"scheme": "places", "scheme_values": "1 2"}, "may not be worth more", "scheme_values"),
        ({"key": ["points", "points"]}, "stands twice in the chain", "keys"),
        ({"key": [""]}, "A standing needs at least one key.", "keys"),
        ({"unplayed": "ignore"}, "is one of drop, worst, replay", "unplayed"),
        ({"timezone": "Mars/Base"}, "Name a time zone", "timezone"),
    ],
)
def test_a_refused_tournament_keeps_what_was_typed(
    browser: Client, club: Club, change: dict[str, Any], sentence: str, field: str
) -> None:
    before = everything()
    typed = NIWA | {"name": "Moon & <b>stars</b>"} | change
    response = browser.post(f"/clubs/{club.pk}/tournaments/new/", typed)
    html = sound(response)
    assert response.status_code == 422
    assert html.count(sentence) == 2
    assert f'id="{field}-error"' in html
    if "name" not in change:
        assert 'value="Moon &amp; &lt;b&gt;stars&lt;/b&gt;"' in html
    assert everything() == before


def test_an_unknown_game_has_no_form(browser: Client, club: Club) -> None:
    assert browser.get(f"/clubs/{club.pk}/tournaments/new/?game=chess").status_code == 404
    assert browser.post(f"/clubs/{club.pk}/tournaments/new/", {"game": "chess"}).status_code == 404


def test_only_organisers_make_and_change_tournaments(
    owner: User, club: Club, night: Tournament, visitor: Client,
    browser_of: Callable[[User], Client],
) -> None:  # fmt: skip
    scorer = browser_of(factories.member(owner, club, "kaede", "scorer"))
    addresses = (f"/clubs/{club.pk}/tournaments/new/?game=niwa", f"/tournaments/{night.pk}/edit/")
    before = everything()
    for address in addresses:
        assert scorer.get(address).status_code == 403
        assert "Only an owner or organiser" in sound(scorer.post(address, NIWA))
        assert visitor.get(address)["Location"].startswith("/login/?next=")
        refused = visitor.post(address, NIWA)
        assert refused.status_code == 403
        assert "Moon viewing" in sound(refused)
    assert everything() == before


def test_a_second_click_makes_one_tournament(browser: Client, club: Club) -> None:
    form = NIWA | {"form_key": "k" * 32}
    first, second = (browser.post(f"/clubs/{club.pk}/tournaments/new/", form) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Tournament.objects.count() == 1


def test_a_change_is_held_against_the_version_that_was_seen(
    browser: Client, owner: User, night: Tournament
) -> None:
    night.refresh_from_db()
    tournaments.change_tournament(owner, night, name="Quicker")
    before = everything()
    form = NIWA | {"name": "Slower", "version": str(night.version)}
    response = browser.post(f"/tournaments/{night.pk}/edit/", form)
    html = sound(response)
    assert response.status_code == 412
    assert "Somebody changed this tournament meanwhile." in html
    assert 'value="Slower"' in html
    assert everything() == before


def test_what_is_played_is_fixed_once_a_round_is_drawn(
    browser: Client, owner: User, night: Tournament
) -> None:
    factories.draw(owner, night, publish=False)
    address = f"/tournaments/{night.pk}/edit/"
    html = sound(browser.get(address))
    assert "A round is drawn: table size, matches and the game" in html
    assert 'name="match"' not in html
    assert 'name="unplayed"' not in html
    assert 'name="scheme"' in html
    before = everything()
    refused = browser.post(address, NIWA)
    assert refused.status_code == 409
    assert everything() == before
    without = {name: value for name, value in NIWA.items() if name not in {"match", "table_size"}}
    assert browser.post(address, without | {"scheme": "fair"}).status_code == 303
    night.refresh_from_db()
    assert (night.name, night.unplayed, night.scheme) == ("Moon viewing", "drop", "fair")
    assert night.stages.get().matches == factories.NIWA["matches"]


def test_a_name_can_change_after_a_round_is_closed_and_the_standing_cannot(
    browser: Client, owner: User, night: Tournament
) -> None:
    round_ = factories.draw(owner, night)
    factories.play_round(owner, round_)
    rounds.close_round(owner, round_)
    address = f"/tournaments/{night.pk}/edit/"
    html = sound(browser.get(address))
    assert "A round is closed: points and keys stay as they are, too." in html
    for name in ("match", "unplayed", "scheme", "key", "table_size"):
        assert f'name="{name}"' not in html
    before = everything()
    older = {name: value for name, value in NIWA.items() if name not in {"match", "table_size"}}
    refused = browser.post(address, older)
    assert refused.status_code == 409
    assert "A round is closed: how standings are made stays as it is." in sound(refused)
    assert everything() == before
    shown = {name: NIWA[name] for name in ("game", "name", "starts_on", "timezone")}
    assert browser.post(address, shown).status_code == 303
    night.refresh_from_db()
    assert (night.name, night.scheme) == ("Moon viewing", "place_share")


# One tournament, and what is next ---------------------------------------------------------------


def test_the_next_step_leads_through_a_night(browser: Client, owner: User, club: Club) -> None:
    night = factories.tournament(owner, club, draft=True)
    address = f"/tournaments/{night.pk}/"
    assert "Open the tournament</button>" in page_of(browser, night)
    assert browser.post(address, {"do": "open"}).status_code == 303
    html = page_of(browser, night)
    assert "0 players checked in; a round needs at least 2." in html
    entries.enter_players(owner, night, factories.add_players(owner, club, 7))
    assert "Draw round 1</button>" in page_of(browser, night)
    response = browser.post(address, {"do": "draw"})
    round_ = Round.objects.get()
    assert (response.status_code, response["Location"]) == (303, f"/rounds/{round_.pk}/")
    assert "Check and publish round 1</a>" in page_of(browser, night)
    rounds.publish_round(owner, round_)
    assert "0 of 2 tables done." in page_of(browser, night)
    factories.play_series(owner, round_.series.get(table_no=1))
    assert "1 of 2 tables done." in page_of(browser, night)
    factories.play_series(owner, round_.series.get(table_no=2))
    assert "Close round 1</button>" in page_of(browser, night)
    browser.post(f"/rounds/{round_.pk}/", {"do": "close"})
    html = page_of(browser, night)
    assert "Draw round 2</button>" in html
    assert "Finish the tournament</button>" in html
    browser.post(address, {"do": "finish"})
    assert "See the final standing" in page_of(browser, night)
    browser.post(address, {"do": "reopen"})
    assert "Draw round 2</button>" in page_of(browser, night)


def test_a_draw_from_an_older_page_is_refused(
    browser: Client, owner: User, night: Tournament
) -> None:
    version = Tournament.objects.get().version
    entries.move_entry(owner, night.entries.all()[0], "drop")
    before = everything()
    response = browser.post(f"/tournaments/{night.pk}/", {"do": "draw", "version": version})
    assert response.status_code == 412
    assert "Somebody changed this tournament meanwhile." in sound(response)
    assert everything() == before


def test_too_few_players_are_refused_on_the_page(browser: Client, owner: User, club: Club) -> None:
    night = factories.entered(owner, club, 1)
    before = everything()
    response = browser.post(f"/tournaments/{night.pk}/", {"do": "draw"})
    assert response.status_code == 422
    assert "A draw needs at least 2 players; there is 1." in sound(response)
    assert everything() == before


@pytest.mark.parametrize("do", ["open", "draw", "finish", "reopen"])
def test_scorers_and_visitors_run_nothing(
    owner: User, club: Club, night: Tournament, visitor: Client, do: str,
    browser_of: Callable[[User], Client],
) -> None:  # fmt: skip
    scorer = browser_of(factories.member(owner, club, "kaede", "scorer"))
    before = everything()
    for client in (scorer, visitor):
        assert "<button" not in sound(client.get(f"/tournaments/{night.pk}/")).split("<main")[1]
        response = client.post(f"/tournaments/{night.pk}/", {"do": do})
        assert response.status_code == 403
        sound(response)
    assert everything() == before


def test_an_unknown_action_is_none(browser: Client, night: Tournament) -> None:
    assert browser.post(f"/tournaments/{night.pk}/", {"do": "burn"}).status_code == 404
    assert browser.post(f"/tournaments/{night.pk}/").status_code == 404


@pytest.mark.parametrize("page", ["", "entries/", "standings/", "edit/"])
def test_a_draft_is_not_there_for_others(
    owner: User, club: Club, visitor: Client, page: str, browser_of: Callable[[User], Client]
) -> None:
    draft = factories.tournament(owner, club, draft=True)
    member = browser_of(factories.member(owner, club, "sora", "member"))
    for client in (visitor, member):
        assert client.get(f"/tournaments/{draft.pk}/{page}").status_code == 404
    assert visitor.get("/tournaments/99999999999999999999/").status_code == 404


def test_a_player_is_led_to_the_own_table(
    owner: User, club: Club, night: Tournament, browser_of: Callable[[User], Client]
) -> None:
    sora = factories.member(owner, club, "sora", "member")
    round_ = factories.draw(owner, night)
    seat = round_.seats.get(series__table_no=2, position=1)
    factories.players.change_player(owner, seat.player, user=sora)
    html = page_of(browser_of(sora), night)
    assert "Table 2, round 1" in html
    assert "You sit in seat 2." in html
    assert f'href="/series/{seat.series_id}/"' in html


def test_a_tournament_explains_how_it_is_counted(visitor: Client, night: Tournament) -> None:
    html = page_of(visitor, night)
    assert "Most points win. Equal totals: more mission cards, then a shared place (N6.2)." in html
    assert "<code>place_share</code>: 1 for first, 0 for last, evenly spaced between." in html
    assert "Drawn by lot from the tournament&#x27;s seed; lot 1 goes first." in html
    assert "Mission 5: duo, same colour" in html
