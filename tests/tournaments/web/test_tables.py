"""A table: who sits where, what was played, who said so."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.test_night import everything
from tests.tournaments.web.soundness import sound
from tournaments.models import Club, Match, Result, Round, Series, Tournament, User
from tournaments.services import casual, entries, results, rounds, tournaments

pytestmark = pytest.mark.django_db

HANDS = [
    "P8 G8 O8 P10 P10 G4 G4 O1 G7",
    "P0 G0 O0 P1 P2 P3 P4 G9 O9",
    "P5 G5 O5 G2 G2 O3 O3 G10 O10",
]


@pytest.fixture
def night(owner: User, club: Club) -> Tournament:
    return factories.entered(owner, club, 3)


@pytest.fixture
def table(round_: Round) -> Series:
    return round_.series.get()


@pytest.fixture
def matches(table: Series) -> list[Match]:
    return list(table.matches.order_by("number"))


@pytest.fixture
def names(table: Series) -> list[str]:
    return [seat.player.name for seat in table.seats.order_by("position")]


@pytest.fixture
def scorer(owner: User, club: Club, browser_of: Callable[[User], Client]) -> Client:
    return browser_of(factories.member(owner, club, "kaede", "scorer"))


@pytest.fixture
def seated(owner: User, club: Club, table: Series, browser_of: Callable[[User], Client]) -> Client:
    """The browser of a member who sits in seat 2 of the table."""
    sora = factories.member(owner, club, "sora", "member")
    player = table.seats.get(position=1).player
    factories.players.change_player(owner, player, user=sora)
    return browser_of(sora)


def page_of(browser: Client, series: Series) -> str:
    return sound(browser.get(f"/series/{series.pk}/"))


def row_of(html: str, name: str) -> list[str]:
    """The cells of a player's row in the table of totals."""
    row = html.split(f'<th scope="row" class="name">{name}</th>')[1].split("</tr>")[0]
    cells = [cell.split("</td>")[0] for cell in row.split('<td class="number">')[1:]]
    return [cell.replace("<strong>", "").replace("</strong>", "") for cell in cells]


def send(browser: Client, series: Series, do: str, **form: Any) -> Any:
    version = Series.objects.get(pk=series.pk).version
    return browser.post(f"/series/{series.pk}/", {"version": version, "do": do} | form)


def test_an_empty_table_says_who_starts_what(
    browser: Client, visitor: Client, table: Series, matches: list[Match], names: list[str]
) -> None:
    html = page_of(browser, table)
    assert [f"{name} starts." in html for name in names] == [True] * 3
    assert "Mission 5: duo, same colour" in html
    assert "Each pair of one number and one colour scores." in html
    assert row_of(html, names[0]) == ["–", "–", "–", "–", "–", "–"]
    assert html.count(f'class="button" href="/matches/{matches[0].pk}/result/"') == 2
    assert "Enter match" not in page_of(visitor, table)


def test_totals_places_and_cards_of_a_table(
    browser: Client, owner: User, table: Series, names: list[str]
) -> None:
    factories.play_series(owner, table, [[30, 40, 50], [60, 20, 10], [10, 50, 30]])
    html = page_of(browser, table)
    assert row_of(html, names[0]) == ["30", "60", "10", "100", "2", "1"]
    assert row_of(html, names[1]) == ["40", "20", "50", "110", "1", "1"]
    assert row_of(html, names[2]) == ["50", "10", "30", "90", "3", "1"]
    assert "Equal totals: more mission cards, then a shared place (N6.2)." in html
    assert "provisional" not in html
    assert "All done: back to round 1" in html


def test_shared_places_and_provisional_totals(
    browser: Client, owner: User, table: Series, matches: list[Match], names: list[str]
) -> None:
    factories.report(owner, matches[0], [40, 40, 30])
    html = page_of(browser, table)
    assert [row_of(html, name)[3:5] for name in names] == [
        ["40", "1–2"],
        ["40", "1–2"],
        ["30", "3"],
    ]
    assert "are provisional until the last match" in html


def test_what_is_not_confirmed_is_shown_and_not_counted(
    browser: Client, owner: User, table: Series, matches: list[Match], names: list[str]
) -> None:
    factories.report(owner, matches[0], [40, 50, 30], confirm=False)
    html = page_of(browser, table)
    assert row_of(html, names[0]) == ["40", "–", "–", "–", "–", "–"]
    assert "Confirm match 1</button>" in html


def test_a_hand_is_broken_down(
    visitor: Client, owner: User, table: Series, matches: list[Match]
) -> None:
    results.report_result(owner, matches[0], {"seats": [{"hand": hand} for hand in HANDS]})
    html = page_of(visitor, table)
    first = html.split("The hand</summary>")[1].split("</dl>")[0]
    for text in ("Trio of 8s", "Mission 5", "Score nothing"):
        assert text in first
    assert first.count("niwa-card") == 9
    assert [part.split("<")[0] for part in first.split('worth number">')[1:]] == [
        "12", "28", "0", "",
    ]  # fmt: skip
    assert "<strong>40</strong>" in first
    assert html.count("mission card</span>") == 1


def test_a_scorer_confirms_and_disputes(
    scorer: Client, owner: User, table: Series, matches: list[Match]
) -> None:
    result = factories.report(owner, matches[0], [40, 50, 30], confirm=False)
    response = send(scorer, table, "confirm", result=result.pk)
    assert (response.status_code, response["Location"]) == (303, f"/series/{table.pk}/")
    result.refresh_from_db()
    assert (result.state, str(result.confirmed_by)) == ("confirmed", "kaede")
    send(scorer, table, "dispute", result=result.pk, reason="Seat 2 says 42")
    result.refresh_from_db()
    assert (result.state, result.reason) == ("disputed", "Seat 2 says 42")
    html = page_of(scorer, table)
    assert "Disputed: Seat 2 says 42" in html
    assert "Confirm as it is</button>" in html


def test_a_dispute_needs_a_reason(
    scorer: Client, owner: User, table: Series, matches: list[Match]
) -> None:
    results_ = [factories.report(owner, match, [40, 50, 30]) for match in matches[:2]]
    before = everything()
    response = send(scorer, table, "dispute", result=results_[1].pk, reason=" ")
    html = sound(response)
    assert response.status_code == 422
    assert html.count("Reason is missing.") == 2
    assert html.count("<details open>") == 1
    long = send(scorer, table, "dispute", result=results_[1].pk, reason="x" * 301)
    assert long.status_code == 422
    assert f'value="{"x" * 301}"' in sound(long)
    assert everything() == before


def test_a_match_is_abandoned_and_taken_up_again(
    scorer: Client, visitor: Client, table: Series, matches: list[Match]
) -> None:
    send(scorer, table, "abandon", match=matches[2].pk, reason="The <last> train")
    matches[2].refresh_from_db()
    assert matches[2].state == "abandoned"
    html = page_of(scorer, table)
    assert "by kaede: The &lt;last&gt; train" in html
    assert "kaede" not in page_of(visitor, table)
    send(scorer, table, "resume", match=matches[2].pk)
    matches[2].refresh_from_db()
    assert matches[2].state == "planned"


@pytest.mark.parametrize("do", ["confirm", "dispute", "abandon"])
def test_a_button_of_an_older_page_does_nothing(
    scorer: Client, owner: User, table: Series, matches: list[Match], do: str
) -> None:
    result = factories.report(owner, matches[0], [40, 50, 30], confirm=False)
    version = Series.objects.get(pk=table.pk).version
    factories.report(owner, matches[1], [40, 50, 30])
    before = everything()
    form = {
        "do": do, "version": version, "reason": "Why not",
        "result": result.pk, "match": matches[2].pk,
    }  # fmt: skip
    response = scorer.post(f"/series/{table.pk}/", form)
    assert response.status_code == 412
    assert "Somebody changed this series meanwhile." in sound(response)
    assert everything() == before


def test_a_result_of_another_table_is_not_there(
    browser: Client, owner: User, club: Club, table: Series, matches: list[Match]
) -> None:
    night = factories.tournament(owner, club, name="Other")
    entries.enter_players(owner, night, club.players.all())
    other = factories.draw(owner, night).series.get()
    match = other.matches.get(number=1)
    result = factories.report(owner, match, [40, 50, 30], confirm=False)
    before = everything()
    for form in (
        {"do": "confirm", "result": result.pk},
        {"do": "abandon", "match": match.pk},
        {"do": "confirm", "result": "x"},
        {"do": "confirm"},
        {"do": "burn"},
    ):
        assert browser.post(f"/series/{table.pk}/", form).status_code == 404
    assert everything() == before


def test_a_player_disputes_at_the_own_table_and_confirms_nothing(
    seated: Client, owner: User, table: Series, matches: list[Match]
) -> None:
    result = factories.report(owner, matches[0], [40, 50, 30])
    html = page_of(seated, table)
    assert "Dispute match 1</button>" in html
    assert "Correct<" not in html
    assert "Enter match 2</a>" in html
    before = everything()
    refused = send(seated, table, "abandon", match=matches[1].pk)
    assert refused.status_code == 403
    sound(refused)
    assert everything() == before
    assert send(seated, table, "dispute", result=result.pk, reason="I had 42").status_code == 303
    assert Result.objects.get().state == "disputed"
    assert "Confirm" not in page_of(seated, table).split("History of")[0]


def test_a_visitor_is_asked_to_sign_in(
    visitor: Client, owner: User, table: Series, matches: list[Match]
) -> None:
    result = factories.report(owner, matches[0], [40, 50, 30], confirm=False)
    before = everything()
    response = visitor.post(f"/series/{table.pk}/", {"do": "confirm", "result": result.pk})
    assert response.status_code == 403
    assert f"/login/?next=/series/{table.pk}/" in sound(response)
    assert everything() == before


def test_the_history_keeps_every_revision(
    browser: Client, visitor: Client, owner: User, table: Series, matches: list[Match]
) -> None:
    factories.report(owner, matches[0], [40, 50, 30])
    results.correct_result(
        owner, matches[0], factories.points_sheet([42, 50, 30]), revision=1, reason="Misread"
    )
    html = page_of(browser, table).split("History of the results (2)")[1]
    assert html.index("42, 50, 30") < html.index("40, 50, 30")
    assert "superseded" in html
    assert "Misread" in html
    assert html.count("hanako, <time") == 4
    assert "hanako" not in page_of(visitor, table)


def test_a_finished_table_leads_on_to_the_next(browser: Client, owner: User, club: Club) -> None:
    round_ = factories.draw(owner, factories.entered(owner, club, 9))
    _, two, three = round_.series.order_by("table_no")
    factories.play_series(owner, two)
    assert "On to table 3</a>" in page_of(browser, two)
    factories.play_series(owner, three)
    assert "On to table 1</a>" in page_of(browser, three)


def test_results_stand_once_the_next_round_is_drawn(
    browser: Client, visitor: Client, scorer: Client, owner: User, night: Tournament,
    round_: Round, table: Series, matches: list[Match],
) -> None:  # fmt: skip
    factories.play_round(owner, round_)
    rounds.close_round(owner, round_)
    assert "Correct<" in page_of(browser, table)
    second = factories.draw(owner, night, publish=False)
    stands = "Round 2 is drawn on these results, so they stand."
    link = f'<a href="/rounds/{second.pk}/">'
    html = page_of(browser, table)
    assert f"{stands} {link}Discard the draw of round 2</a>, and they can be corrected" in html
    assert "Correct<" not in html
    assert f"{stands} Once an organiser discards that draw," in page_of(scorer, table)
    assert stands not in page_of(visitor, table)
    before = everything()
    form = {"revision": 1, "do": "save"} | {f"seats.{seat}.points": "30" for seat in range(3)}
    response = browser.post(f"/matches/{matches[0].pk}/result/", form)
    html = sound(response)
    assert response.status_code == 409
    assert "Round 2 has been drawn on this standing: results of round 1 stand." in html
    assert f"{link}Discard the draw of round 2</a>, and they can be corrected" in html
    assert everything() == before
    rounds.publish_round(owner, second)
    assert "Take the tables of round 2 back and discard the draw</a>" in page_of(browser, table)
    factories.report(owner, second.series.get().matches.get(number=1), [30, 40, 50])
    html = page_of(browser, table)
    assert "round 2 is drawn on them, and it has results of its own." in html
    assert "can be corrected" not in html


def test_results_of_a_finished_tournament_stand(
    browser: Client, owner: User, night: Tournament, round_: Round, table: Series
) -> None:
    factories.play_round(owner, round_)
    rounds.close_round(owner, round_)
    tournaments.finish_tournament(owner, night)
    assert "These results stand: the tournament is finished." in page_of(browser, table)


def test_gazebo_says_who_won_and_why_it_ended(browser: Client, owner: User, club: Club) -> None:
    settings = factories.GAZEBO | {"options": {"tie": "more_wins_then_share"}}
    table = factories.draw(owner, factories.entered(owner, club, 3, **settings)).series.get()
    first, second = table.matches.order_by("number")
    results.report_result(owner, first, {"seats": [{"left": n} for n in (0, 4, 6)]})
    blocked = {"seats": [{"left": n} for n in (7, 3, 3)], "end": "blocked"}
    results.report_result(owner, second, blocked)
    html = page_of(browser, table)
    names = [seat.player.name for seat in table.seats.order_by("position")]
    assert [row_of(html, name) for name in names] == [
        ["0", "7", "7", "1–2", "1"],
        ["4", "3", "7", "1–2", "1"],
        ["6", "3", "9", "3", "1"],
    ]
    assert "Garden: butterfly" in html
    assert "The last gazebo was placed." in html
    assert "Blocked: no domino fits anywhere." in html
    assert "Fewest gazebos left win." in html
    assert html.count(">won</span>") == 3


def test_a_casual_series_is_for_the_clubs_members(
    browser: Client, visitor: Client, owner: User, club: Club,
    browser_of: Callable[[User], Client],
) -> None:  # fmt: skip
    people = factories.add_players(owner, club, 4)
    series = casual.start_series(
        owner, club, game="gazebo", players=people, matches=[{"board": "bird"}],
        options={"partnership": True},
    )  # fmt: skip
    match = series.matches.get()
    assert "Casual series" in page_of(browser, series)
    stranger = browser_of(factories.user("stranger"))
    for page in (f"/series/{series.pk}/", f"/matches/{match.pk}/result/"):
        assert [client.get(page).status_code for client in (visitor, stranger)] == [404, 404]


def test_the_matches_that_are_left_are_abandoned_in_one_step(
    browser: Client, visitor: Client, owner: User, table: Series, matches: list[Match]
) -> None:
    factories.report(owner, matches[0], [40, 50, 30])
    button = 'value="abandon_rest">Abandon the 2 matches that are left</button>'
    assert button in page_of(browser, table)
    assert button not in page_of(visitor, table)
    before = everything()
    table.refresh_from_db()
    long = send(browser, table, "abandon_rest", reason="x" * 301)
    assert long.status_code == 422
    html = sound(long)
    assert 'id="reason-error">Reason is longer than 300 characters.</p>' in html
    assert html.count('id="reason-error"') == 1
    stale = send(browser, table, "abandon_rest", version=table.version - 1)
    assert stale.status_code == 412
    assert send(visitor, table, "abandon_rest").status_code == 403
    assert everything() == before
    assert send(browser, table, "abandon_rest", reason="Too late").status_code == 303
    assert list(table.matches.order_by("number").values_list("state", flat=True)) == [
        "done", "abandoned", "abandoned",
    ]  # fmt: skip
    html = page_of(browser, table)
    assert html.count("by hanako: Too late") == 2
    assert "that are left" not in html
    before = everything()
    again = send(browser, table, "abandon_rest")
    assert again.status_code == 409
    assert "No match of this table is left to be played." in sound(again)
    assert everything() == before


def test_a_table_of_which_nothing_was_played_is_headed_abandoned(
    browser: Client, table: Series
) -> None:
    send(browser, table, "abandon_rest")
    head = page_of(browser, table).split("<h1>Table 1</h1>")[1].split("</div>")[0]
    assert '<span class="state bad">abandoned</span>' in head
    assert head.count("<span") == 1


def test_a_match_that_is_not_confirmed_is_marked_and_confirmed_from_the_top(
    browser: Client, visitor: Client, owner: User, table: Series, matches: list[Match]
) -> None:
    factories.report(owner, matches[0], [40, 50, 30], confirm=False)
    factories.report(owner, matches[1], [40, 50, 30])
    mark = 'M1</abbr><span class="hidden"> not confirmed</span>'
    said = "</span> Not confirmed, so not in the total: match 1.</p>"
    for client in (browser, visitor):
        html = page_of(client, table)
        assert html.count("not confirmed</span>") == html.count(mark) == html.count(said) == 1
    top = page_of(browser, table).split("<table")[0]
    assert '<button name="do" value="confirm">Confirm match 1</button>' in top
    assert "Enter match 3</a>" in top
    assert "Confirm match" not in page_of(visitor, table)
    result = Result.objects.get(match=matches[0]).pk
    assert send(browser, table, "confirm", result=result).status_code == 303
    html = page_of(browser, table)
    assert "ot confirmed" not in html
    assert "Confirm match" not in html


def test_on_a_phone_every_cell_of_the_history_says_its_column(
    browser: Client, owner: User, table: Series, matches: list[Match]
) -> None:
    factories.report(owner, matches[0], [40, 50, 30])
    history = page_of(browser, table).split("History of the results (1)")[1]
    assert '<table class="stack">' in history
    columns = re.findall(r'<th scope="col"[^>]*>(.*?)</th>', history)
    assert re.findall(r'<td[^>]* data-label="(.*?)"', history) == columns
