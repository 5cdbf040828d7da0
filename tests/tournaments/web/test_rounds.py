"""A round with its tables: drawn, published, played, closed."""

import re
from collections.abc import Callable
from itertools import permutations

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.test_night import everything
from tests.tournaments.web.soundness import sound
from tournaments.models import Club, Match, Round, Tournament, User
from tournaments.services import entries, results, rounds, tournaments
from tournaments.web import steps

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawn(owner: User, night: Tournament) -> Round:
    return factories.draw(owner, night, publish=False)


@pytest.fixture
def published(owner: User, drawn: Round) -> Round:
    return rounds.publish_round(owner, drawn)


def page_of(browser: Client, round_: Round) -> str:
    return sound(browser.get(f"/rounds/{round_.pk}/"))


def test_a_draw_is_for_the_clubs_own_people_until_it_is_published(
    owner: User, club: Club, browser: Client, visitor: Client, drawn: Round,
    browser_of: Callable[[User], Client],
) -> None:  # fmt: skip
    table = drawn.series.get(table_no=1)
    match = table.matches.get(number=1)
    pages = [
        f"/rounds/{drawn.pk}/", f"/series/{table.pk}/", f"/matches/{match.pk}/result/",
    ]  # fmt: skip
    member = browser_of(factories.member(owner, club, "sora", "member"))
    for client in (visitor, member):
        assert [client.get(page).status_code for page in pages] == [404, 404, 404]
        assert "Round 1" not in sound(client.get(f"/tournaments/{drawn.stage.tournament_id}/"))
    html = page_of(browser, drawn)
    assert "Publish round 1</button>" in html
    assert "Enter match" not in html
    assert browser.get(f"/rounds/{drawn.pk}/standings/").status_code == 404
    browser.post(f"/rounds/{drawn.pk}/", {"do": "publish", "version": drawn.version})
    assert [visitor.get(page).status_code for page in pages[:2]] == [200, 200]


def test_the_tables_stand_in_play_order_with_their_report(browser: Client, drawn: Round) -> None:
    html = page_of(browser, drawn)
    for table in drawn.series.all():
        names = [seat.player.name for seat in table.seats.order_by("position")]
        places = [html.index(f">{name}<") for name in names]
        assert places == sorted(places)
    three = [seat.player.name for seat in drawn.seats.filter(series__table_no=2)]
    people = [
        f"Table 2 has 3 players instead of 4: {one}, {other} and {last}. 7 players do not fill"
        for one, other, last in permutations(three)
    ]
    assert sum(sentence in html for sentence in people) == 1
    assert "Nobody has met anybody twice." in html
    assert '<dd class="number">7</dd>' in html


def test_the_report_names_those_who_meet_again(browser: Client, owner: User, club: Club) -> None:
    night = factories.entered(owner, club, 3)
    first = factories.draw(owner, night)
    factories.play_round(owner, first)
    rounds.close_round(owner, first)
    second = factories.draw(owner, night)
    html = page_of(browser, second)
    assert second.report["repeats"] == 3
    assert "3 in all rounds so far: the fewest there can be for so many meetings." in html
    assert "Player 001 and Player 002, now 2 times (table 1)" in html


def test_the_report_counts_how_often_each_sat_in_each_seat(
    browser: Client, owner: User, drawn: Round
) -> None:
    html = page_of(browser, drawn).split("How often each player has sat in each seat")[1]
    rows = re.findall(r'<th scope="row" class="name">(.*?)</th>(.*?)</tr>', html)
    shown = {name: [int(count) for count in re.findall(r">(\d+)<", cells)] for name, cells in rows}
    seats = drawn.seats.select_related("player")
    assert shown == {
        seat.player.name: [int(position == seat.position) for position in range(4)]
        for seat in seats
    }


def test_tables_are_taken_back_while_nothing_is_entered(
    browser: Client, visitor: Client, owner: User, club: Club, published: Round,
    browser_of: Callable[[User], Client],
) -> None:  # fmt: skip
    address = f"/rounds/{published.pk}/"
    scorer = browser_of(factories.member(owner, club, "kaede", "scorer"))
    for client, count in ((browser, 1), (scorer, 0), (visitor, 0)):
        assert sound(client.get(address)).count("Take the tables back</button>") == count
    before = everything()
    assert scorer.post(address, {"do": "unpublish"}).status_code == 403
    assert everything() == before
    response = browser.post(address, {"do": "unpublish", "version": published.version})
    assert (response.status_code, response["Location"]) == (303, address)
    html = page_of(browser, published)
    assert "Taken back: only the club&#x27;s own people see the tables now." in html
    assert "Publish round 1</button>" in html
    assert visitor.get(address).status_code == 404


def test_tables_with_a_result_are_not_taken_back(
    browser: Client, owner: User, published: Round
) -> None:
    first = published.series.get(table_no=1).matches.get(number=1)
    factories.report(owner, first, [30, 40, 50, 60], confirm=False)
    assert "Take the tables back" not in page_of(browser, published)
    before = everything()
    form = {"do": "unpublish", "version": published.version}
    response = browser.post(f"/rounds/{published.pk}/", form)
    assert response.status_code == 409
    assert "abandoned matches at table 1: round 1 stays published." in sound(response)
    assert everything() == before


@pytest.mark.parametrize(
    ("do", "label"), [("drop", "left"), ("undo_check_in", "not here"), ("replace", "left")]
)
def test_who_leaves_an_open_table_is_marked_there(
    browser: Client, visitor: Client, owner: User, club: Club, published: Round,
    do: str, label: str,
) -> None:  # fmt: skip
    night = published.stage.tournament
    seat = published.seats.get(series__table_no=2, position=1)
    entry = night.entries.get(player=seat.player)
    if do == "replace":
        entries.replace_entry(owner, entry, factories.crowd(club, 1)[0])
    else:
        entries.move_entry(owner, entry, do)
    marked = f'{seat.player.name} <span class="state bad">{label}</span>'
    pages = [f"/rounds/{published.pk}/", f"/series/{seat.series_id}/"]
    for client in (browser, visitor):
        assert [sound(client.get(page)).count(marked) for page in pages] == [1, 1]
    factories.play_series(owner, seat.series)
    assert [sound(browser.get(page)).count(marked) for page in pages] == [1, 1]


def test_score_sheets_say_who_sits_where_and_who_starts(
    browser: Client, visitor: Client, published: Round
) -> None:
    assert f'href="/rounds/{published.pk}/sheets/"' in page_of(visitor, published)
    html = sound(visitor.get(f"/rounds/{published.pk}/sheets/"))
    sheets = html.split("<section")[1:]
    assert len(sheets) == 2
    for sheet, series in zip(sheets, published.series.order_by("table_no"), strict=True):
        names = [seat.player.name for seat in series.seats.order_by("position")]
        assert re.findall(r'class="name">(Player \d+)<', sheet) == names
        assert re.findall(r"(Player \d+) starts", sheet) == names[:3]
        assert "Mission 5: duo, same colour" in sheet
        assert sheet.count('<td class="box">') == 4 * len(names)
    assert "This draw is not published yet" not in html


def test_score_sheets_of_a_draw_are_for_the_clubs_own_people(
    browser: Client, visitor: Client, drawn: Round
) -> None:
    address = f"/rounds/{drawn.pk}/sheets/"
    assert visitor.get(address).status_code == 404
    assert "This draw is not published yet: it may still change." in sound(browser.get(address))


def test_a_draw_can_be_drawn_again_and_discarded(
    browser: Client, night: Tournament, drawn: Round
) -> None:
    night.refresh_from_db()
    response = browser.post(f"/rounds/{drawn.pk}/", {"do": "draw_again", "version": night.version})
    new = Round.objects.get()
    assert new.pk != drawn.pk
    assert response["Location"] == f"/rounds/{new.pk}/"
    response = browser.post(f"/rounds/{new.pk}/", {"do": "discard", "version": new.version})
    assert response["Location"] == f"/tournaments/{night.pk}/"
    assert not Round.objects.exists()


def test_a_draw_that_is_gone_says_so(browser: Client, owner: User, drawn: Round) -> None:
    rounds.discard_draw(owner, drawn)
    before = everything()
    response = browser.post(f"/rounds/{drawn.pk}/", {"do": "publish", "version": drawn.version})
    assert response.status_code == 404
    assert "This draw is not there any more: it was discarded, or drawn again." in sound(response)
    assert everything() == before


def test_a_draw_while_somebody_drops_is_not_published(
    browser: Client, owner: User, night: Tournament, drawn: Round
) -> None:
    entries.move_entry(owner, night.entries.get(player__name="Player 003"), "drop")
    before = everything()
    response = browser.post(f"/rounds/{drawn.pk}/", {"do": "publish", "version": drawn.version})
    html = sound(response)
    assert response.status_code == 409
    assert "Since the draw somebody has come or gone (Player 003). Draw again." in html
    assert "Draw again</button>" in html
    assert everything() == before


def test_a_second_click_publishes_once(browser: Client, drawn: Round) -> None:
    form = {"do": "publish", "version": drawn.version, "form_key": "k" * 32}
    answers = [browser.post(f"/rounds/{drawn.pk}/", form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert page_of(browser, drawn).count("Published: everyone sees the tables now.") == 1
    other = browser.post(f"/rounds/{drawn.pk}/", form | {"form_key": "l" * 32})
    assert other.status_code == 412
    assert "Somebody changed this round meanwhile." in sound(other)


def test_a_round_of_a_draft_is_not_published(browser: Client, owner: User, club: Club) -> None:
    night = factories.entered(owner, club, 3, draft=True)
    round_ = factories.draw(owner, night, publish=False)
    before = everything()
    response = browser.post(f"/rounds/{round_.pk}/", {"do": "publish"})
    assert response.status_code == 409
    assert "Open the tournament first: it is a draft." in sound(response)
    assert everything() == before


def test_the_tables_show_how_far_they_are(
    browser: Client, visitor: Client, owner: User, published: Round
) -> None:
    one, two = published.series.order_by("table_no")
    factories.play_series(owner, one)
    first, second, third = two.matches.order_by("number")
    factories.report(owner, first, [30, 40, 50], confirm=False)
    disputed = factories.report(owner, second, [30, 40, 50])
    results.dispute_result(owner, disputed, reason="Seat 2 says 42")
    html = page_of(browser, published)
    assert "1 of 2 tables done." in html
    assert [html.count(f">{state}</span>") for state in ("reported", "disputed")] == [1, 1]
    states = html.split('<ul class="match-states"')[1].split("</ul>")[0]
    said = re.sub(r"<.*?>", " ", states.split(">", 1)[1])
    assert " ".join(said.split()) == "M1 reported M2 disputed M3 to be played"
    assert f'href="/matches/{third.pk}/result/"' in html
    assert f'href="/matches/{first.pk}/result/"' not in html
    best = one.seats.get(position=3).player.name
    assert f'{best}</span> <span class="number">180 <span class="quiet small">place 1<' in html
    assert "Enter match" not in page_of(visitor, published)
    assert "Close round 1</button>" not in html


def test_a_table_of_which_nothing_was_played_is_abandoned(
    browser: Client, owner: User, published: Round
) -> None:
    one, two = published.series.order_by("table_no")
    factories.play_series(owner, one)
    for match in two.matches.all():
        results.abandon_match(owner, match)
    html = page_of(browser, published)
    heads = [re.findall(r'<span class="state \w*">(.*?)</span>', card.split("<ol")[0])
             for card in html.split('<li class="card"')[1:]]  # fmt: skip
    assert heads == [["done"], ["abandoned"]]


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ([], "1 table"),
        ([3], "1 table, one of 3 players"),
        ([3, 3], "4 tables, 2 of 3 players"),
        ([3, 4, 3], "9 tables, one of 4 players and 2 of 3 players"),
    ],
)
def test_a_draw_says_its_short_tables(sizes: list[int], said: str) -> None:
    round_ = Round(report={"short_tables": [{"size": size} for size in sizes]})
    assert steps.drawn_tables(round_, len(sizes) ** 2 or 1) == said


def test_a_short_table_is_said_before_the_tables_are_published(
    browser: Client, drawn: Round
) -> None:
    said = "2 tables, one of 3 players."
    assert f"{said} 0 repeats in all." in page_of(browser, drawn)
    night = f"/tournaments/{drawn.stage.tournament_id}/"
    for address in (night, f"{night}entries/"):
        assert f"Drawn: {said} Nobody but" in sound(browser.get(address))


def test_an_abandoned_match_that_must_be_played_again_is_the_next_thing_to_do(
    browser: Client, visitor: Client, owner: User, club: Club
) -> None:
    round_ = factories.draw(owner, factories.entered(owner, club, 3, unplayed="replay"))
    first, *others = Match.objects.filter(series__round=round_).order_by("number")
    results.abandon_match(owner, first)
    for match in others:
        factories.report(owner, match, [30, 40, 50])
    html = page_of(browser, round_)
    assert "Match 1 was abandoned and must be played again." in html
    assert f'href="/series/{first.series_id}/">Take it up again' in html
    assert "Take it up again" not in page_of(visitor, round_)
    before = everything()
    refused = browser.post(f"/rounds/{round_.pk}/", {"do": "close"})
    assert refused.status_code == 409
    assert (
        "Abandoned, and to be played again before the round can be closed: table 1. "
        "Take up the abandoned matches again." in sound(refused)
    )
    assert "Not finished" not in refused.content.decode()
    assert everything() == before
    results.resume_match(owner, Match.objects.get(pk=first.pk))
    factories.report(owner, first, [30, 40, 50])
    assert "Close round 1</button>" in page_of(browser, round_)


def test_a_round_closes_when_all_its_tables_are_done(
    browser: Client, owner: User, night: Tournament, published: Round
) -> None:
    before = everything()
    early = browser.post(f"/rounds/{published.pk}/", {"do": "close"})
    assert early.status_code == 409
    assert "Not finished or not confirmed: tables 1 and 2." in sound(early)
    assert everything() == before
    factories.play_round(owner, published)
    assert "Close round 1</button>" in page_of(browser, published)
    form = {"do": "close", "version": published.version}
    response = browser.post(f"/rounds/{published.pk}/", form)
    assert response["Location"] == f"/tournaments/{night.pk}/"
    published.refresh_from_db()
    assert published.state == "closed"
    html = page_of(browser, published)
    assert "Closed " in html
    assert "(Europe/Berlin)" in html


def test_players_find_and_enter_their_own_table(
    owner: User, club: Club, published: Round, browser_of: Callable[[User], Client]
) -> None:
    sora = factories.member(owner, club, "sora", "member")
    seat = published.seats.get(series__table_no=2, position=0)
    factories.players.change_player(owner, seat.player, user=sora)
    html = page_of(browser_of(sora), published)
    own = seat.series.matches.get(number=1)
    other = published.series.get(table_no=1).matches.get(number=1)
    assert html.count("your table") == 1
    assert f'href="/matches/{own.pk}/result/"' in html
    assert f'href="/matches/{other.pk}/result/"' not in html
    assert "How the draw came about" in html


@pytest.mark.parametrize("do", ["publish", "draw_again", "discard"])
def test_scorers_see_a_draw_and_change_nothing(
    owner: User, club: Club, drawn: Round, do: str, browser_of: Callable[[User], Client]
) -> None:
    scorer = browser_of(factories.member(owner, club, "kaede", "scorer"))
    assert "<button" not in page_of(scorer, drawn).split("<main")[1]
    before = everything()
    response = scorer.post(f"/rounds/{drawn.pk}/", {"do": do})
    assert response.status_code == 403
    assert "Only an owner or organiser of the club may draw" in sound(response)
    assert everything() == before


def test_a_visitor_closes_nothing(visitor: Client, owner: User, published: Round) -> None:
    factories.play_round(owner, published)
    before = everything()
    response = visitor.post(f"/rounds/{published.pk}/", {"do": "close"})
    assert response.status_code == 403
    html = sound(response)
    assert "Sign in first." in html
    assert f"/login/?next=/rounds/{published.pk}/" in html
    assert visitor.post(f"/rounds/{published.pk}/", {"do": "burn"}).status_code == 404
    assert everything() == before


def test_a_finished_tournament_draws_no_more(
    browser: Client, owner: User, night: Tournament, published: Round
) -> None:
    factories.play_round(owner, published)
    rounds.close_round(owner, published)
    tournaments.finish_tournament(owner, night)
    assert "<button" not in page_of(browser, published).split("<main")[1]
