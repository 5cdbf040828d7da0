"""Gnome Hollow on pages: planned, counted, tied for first, printed."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.test_night import everything
from tests.tournaments.web.soundness import sound
from tests.tournaments.web.test_results import beside, names_at, scores
from tournaments.models import Club, Match, Result, Round, Series, Tournament, User

pytestmark = pytest.mark.django_db

FIELDS = ("flowers", "markers", "treasure", "mushrooms")
Counts = tuple[object, object, object, object]
CLEAR: list[Counts] = [(5, 4, 13, ""), (4, 6, 9, 5), (2, 8, 4, 0)]
"""37, 37 and 32 points: the mushrooms of seat 1 are not said."""


@pytest.fixture
def round_(owner: User, club: Club) -> Round:
    return factories.draw(owner, factories.entered(owner, club, 3, **factories.GNOME_HOLLOW))


@pytest.fixture
def table(round_: Round) -> Series:
    return round_.series.get()


@pytest.fixture
def match(table: Series) -> Match:
    return table.matches.get()


@pytest.fixture
def address(match: Match) -> str:
    return f"/matches/{match.pk}/result/"


@pytest.fixture
def scorer(owner: User, club: Club, browser_of: Callable[[User], Client]) -> Client:
    return browser_of(factories.member(owner, club, "kaede", "scorer"))


def counts(*seats: Counts, **more: Any) -> dict[str, Any]:
    return {
        f"seats.{seat}.{field}": value
        for seat, values in enumerate(seats)
        for field, value in zip(FIELDS, values, strict=True)
    } | more


# Planned ----------------------------------------------------------------------------------------


def test_the_form_of_a_tournament_plans_one_match(browser: Client, club: Club) -> None:
    html = sound(browser.get(f"/clubs/{club.pk}/tournaments/new/?game=gnome_hollow"))
    assert html.count('name="match"') == 1
    assert html.count('value="recon-1" selected>Tile set: recon-1 (reconstruction)<') == 1
    assert "More matches" not in html
    assert "<code>two_player_tokens</code>" in html
    assert '<option value="true">on</option>' in html
    assert '<option value="may_store">may store</option>' in html
    assert "Gnome Hollow evening, " in html


def test_a_tournament_is_made_and_says_how_it_is_played(browser: Client, club: Club) -> None:
    form = {
        "game": "gnome_hollow", "name": "Hollow night", "starts_on": "2026-11-30",
        "timezone": "Europe/Berlin", "table_size": "4", "match": ["recon-1"],
        "options.permission": "never", "options.trade_board": "true", "scheme": "place_share",
        "key": ["points", "lot"], "unplayed": "drop",
    }  # fmt: skip
    assert browser.post(f"/clubs/{club.pk}/tournaments/new/", form).status_code == 303
    made = Tournament.objects.get()
    assert (made.game, made.options) == (
        "gnome_hollow", {"permission": "never", "trade_board": True},
    )  # fmt: skip
    assert made.stages.get().matches == [{"tileset": "recon-1"}]
    html = sound(browser.get(f"/tournaments/{made.pk}/"))
    assert "Tile set: recon-1 (reconstruction)" in html
    assert "<code>permission</code>: never (" in html
    assert "<code>trade_board</code>: on (" in html
    assert "Tied for first: more mushrooms left, then a shared place (H8.3)." in html
    before = everything()
    refused = browser.post(f"/clubs/{club.pk}/tournaments/new/", form | {"table_size": "5"})
    assert "Gnome Hollow is played by 2 to 4 at a table." in sound(refused)
    assert everything() == before


def test_a_casual_series_is_started(browser: Client, owner: User, club: Club) -> None:
    people = factories.add_players(owner, club, 2)
    address = f"/clubs/{club.pk}/series/new/"
    html = sound(browser.get(f"{address}?game=gnome_hollow"))
    assert (html.count('name="match"'), html.count('name="player"')) == (1, 4)
    form = {
        "game": "gnome_hollow", "player": [str(person.pk) for person in people], "start": "2",
        "match": ["recon-1"], "options.two_player_tokens": "none", "unplayed": "drop",
    }  # fmt: skip
    assert browser.post(address, form).status_code == 303
    series = Series.objects.get()
    assert (series.options, series.start_seat) == ({"two_player_tokens": "none"}, 1)
    before = everything()
    refused = browser.post(address, form | {"match": ["recon-1", "recon-1"]})
    assert "A series has one match, not 2." in sound(refused)
    assert everything() == before


def test_score_sheets_have_room_for_each_count(browser: Client, round_: Round) -> None:
    html = sound(browser.get(f"/rounds/{round_.pk}/sheets/"))
    heads = re.findall(r'<th scope="col"[^>]*>([^<]*)</th>', html)
    expected = ["Seat", "Player", "Flowers", "Ring markers", "Treasure", "Mushrooms left", "Total"]
    assert heads == expected
    assert html.count('<td class="box">') == 3 * 5
    points = "Points for 0 to 8 flowers, and as many for 0 to 8 ring markers: 0, 1, 3, 6, 10, 14, "
    assert html.count(points + "18, 20, 25. With the treasure they make the total.") == 1
    assert html.count("Mushrooms left count only where players are tied for first.") == 1


# Counted ----------------------------------------------------------------------------------------


def test_the_form_asks_four_numbers_of_each_seat(
    scorer: Client, match: Match, address: str
) -> None:
    html = sound(scorer.get(address))
    for seat, name in enumerate(names_at(match)):
        assert f"{seat + 1}. {name}</legend>" in html
        for field in FIELDS:
            assert html.count(f'name="seats.{seat}.{field}"') == 1
    assert html.count('inputmode="numeric"') == 12
    assert 'name="end"' not in html


def test_counts_are_previewed_with_how_they_score_and_saved(
    scorer: Client, table: Series, match: Match, address: str
) -> None:
    typed = counts((5, 4, 13, ""), (4, 5, 9, ""), (2, "８", 4, 0))
    before = everything()
    html = sound(scorer.post(address, typed | {"do": "preview"}))
    preview = html.split("What this counts")[1].split("</section>")[0]
    assert preview.count(" open>") == 3
    told = re.findall(r"<dt>([^<]*)</dt><dd>(.*?)</dd>", preview)
    first = [(name, re.sub("<[^>]*>", "", text)) for name, text in told[:4]]
    assert first == [
        ("Flowers", "5 14"), ("Ring markers", "4 10"), ("Treasure", "13"), ("Total", "37"),
    ]  # fmt: skip
    assert [name for name, _ in told].count("Mushrooms left") == 1
    assert everything() == before
    response = scorer.post(address, typed | {"do": "save", "confirm": "on"})
    assert (response.status_code, response["Location"]) == (303, f"/series/{table.pk}/")
    assert scores(match) == [37, 33, 32]
    result = Result.objects.get()
    assert (result.state, result.end) == ("confirmed", "")
    html = sound(scorer.get(f"/series/{table.pk}/"))
    assert html.count("<summary>The count</summary>") == 3
    assert html.count(">won<") == 1
    assert "Matches won" not in html


def test_why_it_ended_is_said_where_the_counts_prove_it(
    scorer: Client, table: Series, address: str
) -> None:
    scorer.post(address, counts((5, 4, 13, ""), (4, 5, 9, ""), (2, 1, 4, 0), do="save"))
    assert Result.objects.get().end == "bag"
    assert "The bag was empty." in sound(scorer.get(f"/series/{table.pk}/"))


@pytest.mark.parametrize("do", ["save", "preview"])
def test_every_count_hears_of_its_own_mistake_at_once(
    scorer: Client, match: Match, address: str, do: str
) -> None:
    before = everything()
    response = scorer.post(address, counts((9, "", "x", ""), (1, 1, 1, -1), (2, 8, 4, 0), do=do))
    html = sound(response)
    one, two, _ = names_at(match)
    assert beside(html) == {
        "seats.0.flowers": f"{one}&#x27;s number of flowers must be 0 to 8, not 9 (H7).",
        "seats.0.markers": f"{one}&#x27;s number of ring markers is missing (H8.3).",
        "seats.0.treasure": f"{one}&#x27;s treasure must be a whole number, not &quot;x&quot; "
        "(H3.5).",
        "seats.1.mushrooms": f"{two}&#x27;s number of mushrooms left must be 0 to 9999, not -1 "
        "(H3.5).",
    }
    assert html.count('aria-invalid="true"') == 4
    assert "Nothing is saved: 4 things are to be mended below." in html
    assert everything() == before


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1²", "must be a whole number, not &quot;1²&quot;"),
        ("⑤", "must be a whole number, not &quot;⑤&quot;"),
        ("1½", "must be a whole number, not &quot;1½&quot;"),
        ("--5", "must be a whole number, not &quot;--5&quot;"),
        ("9" * 20, "must be 0 to 9999, not a huge number"),
        ("9" * 500, "must be 0 to 9999, not a huge number"),
    ],
)
def test_only_digits_are_a_number(
    scorer: Client, match: Match, address: str, typed: str, said: str
) -> None:
    before = everything()
    html = sound(scorer.post(address, counts((5, 4, typed, ""), (4, 5, 9, ""), (2, 1, 4, 0))))
    assert beside(html) == {
        "seats.0.treasure": f"{names_at(match)[0]}&#x27;s treasure {said} (H3.5)."
    }
    assert everything() == before


@pytest.mark.parametrize("typed", ["12", " 12 ", "１２"])
def test_digits_of_any_width_are(scorer: Client, table: Series, address: str, typed: str) -> None:
    sheet = counts((5, 4, typed, ""), (4, 5, 9, ""), (2, 1, 4, 0), do="save")
    assert scorer.post(address, sheet).status_code == 303
    assert Result.objects.get().sheet["seats"][0]["treasure"] == 12


def test_an_empty_sheet_hears_all_that_is_missing(scorer: Client, address: str) -> None:
    before = everything()
    html = sound(scorer.post(address, {"do": "save"}))
    assert len(beside(html)) == 9
    assert everything() == before


def test_a_tie_for_first_asks_those_tied_for_their_mushrooms(
    scorer: Client, match: Match, table: Series, address: str
) -> None:
    before = everything()
    response = scorer.post(address, counts(*CLEAR, do="save", confirm="on"))
    html = sound(response)
    assert response.status_code == 422
    one, two, _ = names_at(match)
    assert beside(html) == {
        "seats": f"{one} and {two} are tied for first with 37 points: say how many mushrooms each "
        "of them has left (H8.3)."
    }
    marked = re.findall(r'name="([^"]*)"[^>]*aria-invalid="true"', html)
    assert marked == ["seats.0.mushrooms", "seats.1.mushrooms"]
    assert everything() == before
    scorer.post(address, counts((5, 4, 13, 2), *CLEAR[1:], do="save", confirm="on"))
    stored = Result.objects.get().scores.order_by("seat__position")
    assert [Fraction(score.place) for score in stored] == [2, 1, 3]
    html = sound(scorer.get(f"/series/{table.pk}/"))
    assert re.findall(r'class="best">\s*<th scope="row" class="name">([^<]*)<', html) == [two]
    assert "Tied for first: more mushrooms left, then a shared place (H8.3)." in html


def test_as_many_mushrooms_share_the_first_place(
    scorer: Client, round_: Round, owner: User, address: str
) -> None:
    scorer.post(address, counts((5, 4, 13, 5), *CLEAR[1:], do="save", confirm="on"))
    stored = Result.objects.get().scores.order_by("seat__position")
    assert [Fraction(score.place) for score in stored] == [Fraction(3, 2), Fraction(3, 2), 3]
    factories.rounds.close_round(owner, round_)
    html = sound(scorer.get(f"/tournaments/{round_.stage.tournament_id}/standings/"))
    assert html.count("¾") >= 2


def test_a_correction_of_mushrooms_alone_is_one(
    browser: Client, match: Match, address: str
) -> None:
    browser.post(address, counts((5, 4, 13, 2), *CLEAR[1:], do="save", confirm="on"))
    html = sound(browser.get(address))
    assert 'value="13"' in html
    corrected = counts((5, 4, 13, 6), *CLEAR[1:], do="save", revision=1)
    assert browser.post(address, corrected).status_code == 303
    result = match.results.order_by("-revision")[0]
    places = result.scores.order_by("seat__position").values_list("place", flat=True)
    assert (result.revision, [Fraction(place) for place in places]) == (2, [1, 2, 3])


def test_two_players_hear_of_too_many_flowers(browser: Client, owner: User, club: Club) -> None:
    night = factories.entered(owner, club, 2, **factories.GNOME_HOLLOW, table_size=2)
    match = factories.draw(owner, night).series.get().matches.get()
    before = everything()
    form = counts((5, 4, 13, ""), (5, 4, 12, ""), do="save")
    html = sound(browser.post(f"/matches/{match.pk}/result/", form))
    one, two = names_at(match)
    assert beside(html)["seats"].startswith(f"{one} and {two} can have 9 flowers together, not 10")
    marked = re.findall(r'name="([^"]*)"[^>]*aria-invalid="true"', html)
    assert marked == ["seats.0.flowers", "seats.1.flowers"]
    assert everything() == before


# Drawn ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["trade_board", "advanced_board"])
def test_h9_no_round_is_drawn_with_a_set_that_lost_its_variants_board(
    browser: Client, owner: User, club: Club, option: str
) -> None:
    """The set had it when the tournament was made; the version in force has it no more."""
    factories.tile_set(owner, club, "Moon")
    night = factories.entered(
        owner, club, 3, game="gnome_hollow", matches=[{"tileset": "Moon"}], options={option: True}
    )
    factories.tile_set(owner, club, "Moon", **{option: None})
    html = sound(browser.get(f"/tournaments/{night.pk}/"))
    assert "Tile set: Moon (reconstruction)" in html
    stage, before = night.stages.get(), everything()
    message = f"The tile set Moon has no {option.replace('_', ' ')}"
    answer = factories.api(owner).post(f"/api/v1/stages/{stage.pk}/draw", {}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (422, "no_such_variant")
    assert message in answer.json()["title"] + answer.json().get("detail", "")
    sent = {"do": "draw", "version": Tournament.objects.get().version}
    shown = browser.post(f"/tournaments/{night.pk}/", sent, follow=True)
    assert message in shown.content.decode()
    assert everything() == before
