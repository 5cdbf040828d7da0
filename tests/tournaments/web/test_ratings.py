"""The ratings of a club, and those on a player's page with their history."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.web.soundness import sound
from tournaments.models import Club, Player, Rating, Series, User
from tournaments.rules.ratings import Rating as Value
from tournaments.services import casual, ratings, results
from tournaments.web import ratings as pages
from tournaments.web.rating_chart import draw

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(owner: User, club: Club) -> Series:
    return factories.closed_table(owner, club)


@pytest.fixture
def people(table: Series) -> list[Player]:
    """Who sat there: the last, the second, the first."""
    return [seat.player for seat in table.seats.order_by("position")]


def play(owner: User, club: Club, players: list[Player], scores: list[int]) -> Series:
    series = casual.start_series(
        owner, club, game="niwa", players=players, matches=[{"mission": 1}]
    )
    factories.report(owner, series.matches.get(), scores)
    return series


def rows(html: str) -> list[list[str]]:
    """The cells of the first table's body, as text."""
    body = html.partition("<tbody>")[2].partition("</tbody>")[0]
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.S) for row in body.split("</tr>")]
    return [[_text(cell) for cell in row] for row in cells if row]


def _text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_a_club_ranks_its_players(
    browser: Client, owner: User, club: Club, people: list[Player]
) -> None:
    last, _, first = people
    for _ in range(9):
        play(owner, club, [first, last], [46, 30])
    html = sound(browser.get(f"/clubs/{club.pk}/ratings/"))
    names = [row[:2] for row in rows(html)]
    assert names == [["1", first.name], ["2", last.name], ["–", f"{people[1].name} provisional"]]
    rating = Rating.objects.get(player=first).rating
    assert rows(html)[0][2:5] == [f"{rating.points}", f"± {rating.margin}", "10"]
    assert rows(html)[2][2:5] == ["1500", "± 474", "1"]
    assert re.match(r"\+\d+ \d+ \w+ 20\d\d$", rows(html)[0][5])
    assert f'href="/players/{first.pk}/#ratings"' in html
    assert "newer results are being counted" not in html


def test_who_shows_the_same_number_shares_the_rank(
    browser: Client, owner: User, club: Club
) -> None:
    for pair in [factories.crowd(club, 2, name) for name in ("Moss", "Fern")]:
        for _ in range(10):
            play(owner, club, pair, [46, 30])
    listed = rows(sound(browser.get(f"/clubs/{club.pk}/ratings/?game=niwa")))
    assert [row[0] for row in listed] == ["1 shared =", "1 shared =", "3 shared =", "3 shared ="]


def test_each_game_has_its_ratings(browser: Client, owner: User, club: Club) -> None:
    pair = factories.add_players(owner, club, 2)
    play(owner, club, pair, [46, 30])
    ratings.bring_up_to_date(club)
    series = casual.start_series(
        owner, club, game="gazebo", players=pair, matches=[{"board": "bird"}]
    )
    results.report_result(owner, series.matches.get(), {"seats": [{"left": 3}, {"left": 0}]})
    address = f"/clubs/{club.pk}/ratings/"
    gazebo = sound(browser.get(address))
    assert '<a href="?game=gazebo" aria-current="page">Gazebo</a>' in gazebo
    assert [row[2] for row in rows(gazebo)] == ["1579", "1421"]
    assert rows(gazebo)[0][1].startswith(pair[1].name)
    assert rows(sound(browser.get(f"{address}?game=niwa")))[0][1].startswith(pair[0].name)
    for game in ("gnome_hollow", "chess", "%00"):
        assert browser.get(f"{address}?game={game}").status_code == 404


def test_before_anything_counted(browser: Client, club: Club) -> None:
    assert "No series is finished yet." in sound(browser.get(f"/clubs/{club.pk}/ratings/"))
    assert not club.rating_pools.exists()


def test_strangers_see_whom_they_may_read(
    visitor: Client, owner: User, club: Club, people: list[Player]
) -> None:
    hidden = factories.crowd(club, 1, "Shy")[0]
    casually = play(owner, club, [hidden, people[0]], [46, 30])
    html = sound(visitor.get(f"/clubs/{club.pk}/ratings/"))
    assert "Shy" not in html
    assert len(rows(html)) == 3
    html = sound(visitor.get(f"/players/{people[0].pk}/"))
    assert "after 2 series" in html
    assert f'href="/series/{casually.pk}/"' not in html
    assert "1 series in numbers" in html


def test_a_players_page_draws_the_history(
    browser: Client, owner: User, club: Club, table: Series, people: list[Player]
) -> None:
    last, _, first = people
    casually = play(owner, club, [last, first], [46, 30])
    html = sound(browser.get(f"/players/{last.pk}/"))
    rating = Rating.objects.get(player=last).rating
    shown = f"{rating.points} give or take {rating.margin} after 2"
    assert f"From 1500 give or take 500 after 0 series to {shown}." in html
    assert "<title id=" in html
    assert re.search(r'role="img" aria-labelledby="(chart-\d+) \1-desc"', html)
    assert "<script" not in html
    listed = rows(html)
    assert listed[0][0].startswith("Casual series ")
    assert listed[1][0].startswith("Autumn night, round 1, table 1 ")
    gain = rating.points - 1421
    assert listed[0][1:] == ["1", f"+{gain}", f"{rating.points} ± {rating.margin}"]
    assert listed[1][1:] == ["3", "−79", "1421 ± 474"]
    assert {f'href="/series/{one.pk}/"' in html for one in (table, casually)} == {True}


def test_a_page_says_when_newer_results_are_not_counted_yet(
    browser: Client, owner: User, club: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    ratings.bring_up_to_date(club)
    play(owner, club, people[:2], [46, 30])
    monkeypatch.setattr(ratings, "ON_THE_SPOT", 0)
    for address in (f"/clubs/{club.pk}/ratings/", f"/players/{people[0].pk}/"):
        assert "newer results are being counted" in sound(browser.get(address)), address


def test_a_long_history_shows_the_newest(
    browser: Client, owner: User, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "HISTORY", 3)
    pair = factories.crowd(club, 2)
    for day in range(1, 6):
        series = play(owner, club, pair, [46, 30])
        Series.objects.filter(pk=series.pk).update(closed_at=datetime(2026, 11, day, tzinfo=UTC))
    html = sound(browser.get(f"/players/{pair[0].pk}/"))
    assert "The newest 3 of 5, newest first" in html
    assert [row[0] for row in rows(html)] == [f"Casual series {day} Nov 2026" for day in (5, 4, 3)]
    assert ">series 2</text>" in html


def test_an_erased_player_is_a_number(
    browser: Client, browser_of: Callable[[User], Client], club: Club, people: list[Player]
) -> None:
    Player.objects.filter(pk=people[0].pk).update(erased_at=datetime(2026, 11, 30, tzinfo=UTC))
    html = sound(browser.get(f"/clubs/{club.pk}/ratings/"))
    assert people[0].name not in html
    assert f"erased player {people[0].pk}" in html


def test_the_picture_has_a_band_around_the_line() -> None:
    chart = draw([Value(25.0, 8.0, 0), Value(26.0, 7.0, 1), Value(25.5, 6.0, 2)])
    assert (chart.first, chart.last) == (0, 2)
    assert chart.line.split()[-1] == f"{chart.end[0]:g},{chart.end[1]:g}"
    ys = [[float(pair.split(",")[1]) for pair in text.split()] for text in (chart.line, chart.band)]
    line, over, under = ys[0], ys[1][:3], ys[1][3:][::-1]
    assert all(high < mid < low for high, mid, low in zip(over, line, under, strict=True))
    assert [min(over), max(under)] == [10, 156]
    assert [tick.label for tick in chart.ticks] == ["1200", "1400", "1600", "1800"]
