"""The result of a match: typed, previewed, saved, corrected, and refused."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.tournaments.test_night import everything
from tests.tournaments.web.soundness import sound
from tournaments.errors import Refused
from tournaments.models import Club, Match, Player, Result, Seat, Series, Tournament, User
from tournaments.services import casual, results, rounds, tournaments
from tournaments.web import seat_names, sheets

pytestmark = pytest.mark.django_db

HANDS = [
    "P8 G8 O8 P10 P10 G4 G4 O1 G7",
    "P0 G0 O0 P1 P2 P3 P4 G9 O9",
    "P5 G5 O5 G2 G2 O3 O3 G10 O10",
]


@pytest.fixture
def table(owner: User, club: Club) -> Series:
    return factories.draw(owner, factories.entered(owner, club, 3)).series.get()


@pytest.fixture
def match(table: Series) -> Match:
    return table.matches.get(number=1)


@pytest.fixture
def address(match: Match) -> str:
    return f"/matches/{match.pk}/result/"


@pytest.fixture
def gazebo(owner: User, club: Club) -> Match:
    night = factories.entered(owner, club, 3, **factories.GAZEBO)
    return factories.draw(owner, night).series.get().matches.get(number=1)


@pytest.fixture
def scorer(owner: User, club: Club, browser_of: Callable[[User], Client]) -> Client:
    return browser_of(factories.member(owner, club, "kaede", "scorer"))


@pytest.fixture
def seated(owner: User, club: Club, table: Series, browser_of: Callable[[User], Client]) -> Client:
    """The browser of somebody without a role beyond `member` who sits in seat 2."""
    sora = factories.member(owner, club, "sora", "member")
    player = table.seats.get(position=1).player
    factories.players.change_player(owner, player, user=sora)
    return browser_of(sora)


def hands(*typed: str, **more: Any) -> dict[str, Any]:
    return {f"seats.{seat}.hand": hand for seat, hand in enumerate(typed)} | more


def points(*typed: Any, **more: Any) -> dict[str, Any]:
    return {f"seats.{seat}.points": value for seat, value in enumerate(typed)} | more


def left(*typed: Any, **more: Any) -> dict[str, Any]:
    return {f"seats.{seat}.left": value for seat, value in enumerate(typed)} | more


def scores(match: Match) -> list[int]:
    result = match.results.order_by("-revision")[0]
    return list(result.scores.order_by("seat__position").values_list("score", flat=True))


# The form ---------------------------------------------------------------------------------------


def test_the_form_names_the_seats_and_says_how_to_type(
    scorer: Client, table: Series, address: str
) -> None:
    html = sound(scorer.get(address))
    for seat in table.seats.select_related("player"):
        assert f"{seat.position + 1}. {seat.player.name}</legend>" in html
    assert "Mission 5: duo, same colour" in html
    assert "A hand is nine cards" in html
    assert 'name="confirm" checked' in html
    assert html.index('value="preview"') < html.index('value="save"')


def test_hands_are_saved_and_confirmed_at_once(
    scorer: Client, table: Series, match: Match, address: str
) -> None:
    typed = ["p8g8o8p10p10g4g4o1g7", "P0, G0, O0, P1 P2 P3 P4 G9 O9", HANDS[2]]
    response = scorer.post(address, hands(*typed, do="save", confirm="on"))
    assert (response.status_code, response["Location"]) == (303, f"/series/{table.pk}/")
    result = Result.objects.get()
    assert (result.state, result.source, str(result.reported_by)) == ("confirmed", "sheet", "kaede")
    assert scores(match) == [40, 20, 25]
    assert "Match 1 is entered." in sound(scorer.get(f"/series/{table.pk}/"))


def test_hands_and_points_may_be_mixed_and_left_unconfirmed(
    scorer: Client, match: Match, address: str
) -> None:
    form = hands(HANDS[0], "", "") | {"seats.1.points": "２６", "seats.2.points": " 30 "}
    assert scorer.post(address, form | {"do": "save"}).status_code == 303
    assert Result.objects.get().state == "reported"
    assert scores(match) == [40, 26, 30]


def test_a_preview_shows_every_hand_and_saves_nothing(
    scorer: Client, match: Match, address: str
) -> None:
    before = everything()
    response = scorer.post(address, hands(*HANDS, do="preview", confirm="on"))
    html = sound(response)
    assert response.status_code == 200
    preview = html.split("What this counts")[1].split("</section>")[0]
    assert preview.count("<details") == preview.count(" open>") == 3
    assert [preview.count(text) for text in ("Trio of 8s", "Trio of 0s", "Trio of 5s")] == [1, 1, 1]
    assert preview.count("niwa-card") == 27
    assert "mission card" in preview.split("Trio of 8s")[0]
    for hand in HANDS:
        assert f'value="{hand}"' in html
    assert everything() == before


def names_at(match: Match) -> list[str]:
    """The names of those at the match's table, in seat order."""
    return list(match.series.seats.order_by("position").values_list("player__name", flat=True))


REFUSALS = [
    (hands(HANDS[0], "P1 P2", HANDS[2]), "{1}&#x27;s hand has 2 cards", "seats.1.hand"),
    (hands(HANDS[0], "P11" + HANDS[1], ""), "which is not a card", "seats.1.hand"),
    (
        hands(*HANDS[:2], "P8 P8 G8 G8 O8 O8 G1 G2 G3"),
        "P8 appears 3 times in the hands of {0} and {2};",
        "seats",
    ),
    (points(40, 41, ""), "{2} has neither a hand nor points", "seats.2.hand"),
    (points(40, 1, 30), "{1} cannot have 1 points", "seats.1.points"),
    (points(40, "4o", 30), "must be a whole number", "seats.1.points"),
    (points(40, "-3", 30), "{1} cannot have -3 points", "seats.1.points"),
    (points(40, "9" * 30, 30), "{1} cannot have so many points", "seats.1.points"),
    (
        hands(*HANDS) | {"seats.0.points": "41"},
        "{0}&#x27;s hand is worth 40 points under mission 5, not 41",
        "seats.0.points",
    ),
    (hands("<b>&", HANDS[1], HANDS[2]), "which is not a card", "seats.0.hand"),
]


@pytest.mark.parametrize("do", ["save", "preview"])
@pytest.mark.parametrize(("form", "sentence", "field"), REFUSALS)
def test_a_refused_sheet_keeps_what_was_typed_beside_the_sentence(
    scorer: Client, match: Match, address: str, do: str, form: dict[str, Any], sentence: str,
    field: str,
) -> None:  # fmt: skip
    before = everything()
    response = scorer.post(address, form | {"do": do, "confirm": "on"})
    html = sound(response)
    assert response.status_code == 422
    assert sentence.format(*names_at(match)) in beside(html)[field]
    assert html.count(sentence.format(*names_at(match))) == 1
    top = html.split('role="alert"><p>')[1].split("</p>")[0]
    assert re.fullmatch(r"Nothing is saved: (one thing is|2 things are) to be mended below.", top)
    assert not re.search(r"[Ss]eats? \d", html)
    assert f'aria-describedby="{field}-error"' in html
    for value in form.values():
        text = str(value).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        assert f'value="{text}"' in html
    assert 'name="confirm" checked' in html
    assert everything() == before


def test_gazebos_left_are_saved_with_why_it_ended(scorer: Client, gazebo: Match) -> None:
    address = f"/matches/{gazebo.pk}/result/"
    html = sound(scorer.get(address))
    assert "How many gazebos each player has left over." in html
    assert "Garden: bird" in html
    preview = sound(scorer.post(address, left(3, 5, 3, end="blocked", do="preview")))
    assert preview.split("What this counts")[1].split("</section>")[0].count(">won</span>") == 2
    assert 'value="blocked" selected' in preview
    assert scorer.post(address, left(3, 5, 3, end="blocked", do="save")).status_code == 303
    result = Result.objects.get()
    assert (result.end, result.sheet["end"], scores(gazebo)) == ("blocked", "blocked", [3, 5, 3])


@pytest.mark.parametrize(
    ("form", "sentence", "field"),
    [
        (left(0, 5, 20), "{2} can have 0 to 19 gazebos left, not 20", "seats.2.left"),
        (left(0, 5, ""), "{2}&#x27;s number of gazebos left is missing", "seats.2.left"),
        (left(0, "x", 3), "must be a whole number", "seats.1.left"),
        (left(0, 0, 3), "{0} and {1} have 0 left", "seats"),
        (left(1, 5, 3), "Nobody has 0 left, so say why the game ended", "end"),
        (left(0, 5, 3, end="blocked"), "{0} has 0 left, so the game ended with", "end"),
        (left(1, 5, 3, end="boredom"), "The end must be", "end"),
    ],
)
def test_a_refused_gazebo_sheet_names_its_field(
    scorer: Client, gazebo: Match, form: dict[str, Any], sentence: str, field: str
) -> None:
    before = everything()
    response = scorer.post(f"/matches/{gazebo.pk}/result/", form | {"do": "save"})
    html = sound(response)
    assert response.status_code == 422
    assert sentence.format(*names_at(gazebo)) in beside(html)[field]
    assert html.count(sentence.format(*names_at(gazebo))) == 1
    assert "Nothing is saved: one thing is to be mended below." in html
    assert not re.search(r"[Ss]eats? \d", html)
    assert everything() == before


def beside(html: str) -> dict[str, str]:
    """Field ↦ the sentence at it."""
    return dict(re.findall(r'<p class="field-error" id="([^"]*)-error">(.*?)</p>', html))


@pytest.mark.parametrize("do", ["save", "preview"])
def test_every_seat_hears_of_its_own_mistake_at_once(
    scorer: Client, match: Match, address: str, do: str
) -> None:
    before = everything()
    form = {"seats.0.hand": "P1 P2", "seats.1.points": "1", "seats.2.points": "x"}
    html = sound(scorer.post(address, form | {"do": do}))
    found = beside(html)
    one, two, three = names_at(match)
    assert list(found) == ["seats.0.hand", "seats.1.points", "seats.2.points"]
    assert found["seats.0.hand"].startswith(f"{one}&#x27;s hand has 2 cards")
    assert found["seats.1.points"].startswith(f"{two} cannot have 1 points")
    assert found["seats.2.points"].startswith(f"{three}&#x27;s points must be a whole number")
    assert html.count('aria-invalid="true"') == 3
    assert "Nothing is saved: 3 things are to be mended below." in html
    assert everything() == before


def test_every_seat_of_a_gazebo_sheet_hears_of_its_own_mistake(
    scorer: Client, gazebo: Match
) -> None:
    before = everything()
    html = sound(scorer.post(f"/matches/{gazebo.pk}/result/", left("", 20, 3) | {"do": "save"}))
    one, two, _ = names_at(gazebo)
    assert beside(html) == {
        "seats.0.left": f"{one}&#x27;s number of gazebos left is missing (G5.2).",
        "seats.1.left": f"{two} can have 0 to 19 gazebos left, not 20 (G1.2).",
    }
    assert "Nothing is saved: 2 things are to be mended below." in html
    assert everything() == before


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Seat 2's hand has 2 cards", "B's hand has 2 cards"),
        ("P8 appears 3 times in the hand of seat 1", "P8 appears 3 times in the hand of A"),
        ("in the hands of seats 1, 2 and 3; the game", "in the hands of A, B and erased player 9;"),
        ("Seats 1 and 2 have 0 left", "A and B have 0 left"),
        ('Seat 1\'s points must be a whole number, not "seat 2"', 'not "seat 2"'),
        ("Seat 4 is not at this table", "Seat 4 is not at this table"),
        ("Seat 0 and seat 12", "Seat 0 and seat 12"),
    ],
)
def test_a_sentence_about_seats_names_people(said: str, shown: str) -> None:
    people = [Player(name="A"), Player(name="B"), Player(pk=9, name="-", erased_at=timezone.now())]
    refused = seat_names.named(Refused("a_code", said, seat=1), [Seat(player=p) for p in people])
    assert shown in refused.message
    assert (refused.code, refused.facts) == ("a_code", {"seat": 1})


def test_pairs_name_who_placed_last_where_it_matters(
    browser: Client, owner: User, club: Club
) -> None:
    series = casual.start_series(
        owner, club, game="gazebo", players=factories.add_players(owner, club, 4),
        matches=[{"board": "bird"}], options={"partnership": True},
    )  # fmt: skip
    match = series.matches.get()
    address = f"/matches/{match.pk}/result/"
    assert "Player 003 and Player 004</option>" in sound(browser.get(address))
    before = everything()
    refused = browser.post(address, left(1, 4, 2, 3, end="blocked", do="save"))
    assert refused.status_code == 422
    assert sound(refused).count("Both pairs have 5 left, so say which pair") == 1
    assert everything() == before
    browser.post(address, left(1, 4, 2, 3, end="blocked", last_pair="2 3", do="save"))
    assert Result.objects.get().sheet["last_pair"] == [2, 3]
    html = sound(browser.get(address))
    assert 'value="2 3" selected' in html


def test_cards_that_are_too_many_are_marked_in_every_hand_that_holds_them(
    scorer: Client, address: str
) -> None:
    typed = hands("P8 P1 P2 P3 P4 P5 P6 P7 P9", HANDS[1], "P8 P8 G8 G8 O8 O8 G1 G2 G3")
    html = sound(scorer.post(address, typed | {"do": "save"}))
    inputs = [part.split(">")[0] for part in html.split("<input ")[1:]]
    marked = [text for text in inputs if 'aria-describedby="seats-error"' in text]
    assert [text.split('name="')[1].split('"')[0] for text in marked] == [
        "seats.0.hand", "seats.2.hand",
    ]  # fmt: skip


# Corrections, and two at once -------------------------------------------------------------------


def test_a_correction_starts_from_the_revision_in_force(
    scorer: Client, owner: User, match: Match, address: str
) -> None:
    results.report_result(owner, match, {"seats": [{"hand": hand} for hand in HANDS]})
    html = sound(scorer.get(address))
    assert "Correct match 1" in html
    assert '<input type="hidden" name="revision" value="1">' in html
    for hand in HANDS:
        assert f'value="{hand}"' in html
    form = hands("", *HANDS[1:], revision=1, reason="Two hands were swapped", do="save")
    response = scorer.post(address, form | {"seats.0.points": "42"})
    assert response.status_code == 303
    assert list(Result.objects.order_by("revision").values_list("revision", "state", "reason")) == [
        (1, "superseded", ""),
        (2, "confirmed", "Two hands were swapped"),
    ]
    assert scores(match) == [42, 20, 25]


def test_a_second_scorer_sees_what_the_first_one_entered(
    browser: Client, scorer: Client, match: Match, address: str
) -> None:
    assert scorer.post(address, points(40, 41, 30, do="save", confirm="on")).status_code == 303
    before = everything()
    response = browser.post(address, points(40, 42, 30, do="save", confirm="on"))
    html = sound(response)
    assert response.status_code == 409
    assert "kaede entered this match already: 40, 41, 30." in html
    theirs, mine = html.split('id="theirs"')[1].split("<form")
    assert "Entered meanwhile by kaede" in theirs
    assert [f"<strong>{score}</strong>" in theirs for score in (40, 41, 30)] == [True] * 3
    assert 'value="42"' in mine
    assert '<input type="hidden" name="revision" value="1">' in mine
    assert "Correct theirs with mine</button>" in mine
    assert everything() == before
    again = points(40, 42, 30, revision=1, reason="Seat 2 says 42", do="save")
    assert browser.post(address, again).status_code == 303
    assert scores(match) == [40, 42, 30]


@pytest.mark.parametrize("revision", ["-1", "x", "٣", "1.0", "9999999999"])
def test_a_damaged_correction_changes_nothing(
    scorer: Client, owner: User, match: Match, address: str, revision: str
) -> None:
    factories.report(owner, match, [40, 41, 30])
    before = everything()
    for do in ("save", "preview"):
        response = scorer.post(address, points(40, 42, 30, revision=revision, do=do))
        assert "This form is damaged. Load the page again and repeat." in sound(response)
        assert everything() == before


@pytest.mark.parametrize("do", ["preview", "save"])
@pytest.mark.parametrize("revision", [1, 999_999_999])
def test_a_correction_of_nothing_changes_nothing(
    scorer: Client, address: str, revision: int, do: str
) -> None:
    before = everything()
    response = scorer.post(address, points(40, 42, 30, revision=revision, reason="x", do=do))
    assert response.status_code == (200 if do == "preview" else 409)
    assert " was entered by " not in sound(response)
    assert everything() == before


def test_a_correction_of_an_older_revision_is_refused(
    browser: Client, scorer: Client, owner: User, match: Match, address: str
) -> None:
    factories.report(owner, match, [40, 41, 30])
    scorer.post(address, points(40, 42, 30, revision=1, do="save"))
    before = everything()
    response = browser.post(address, points(40, 43, 30, revision=1, reason="No, 43", do="save"))
    html = sound(response)
    assert response.status_code == 412
    assert "Revision 2 is in force by now. Look at it first." in html
    assert "Entered meanwhile by kaede" in html
    assert 'value="43"' in html
    assert 'value="No, 43"' in html
    assert '<input type="hidden" name="revision" value="2">' in html
    assert everything() == before


def test_two_matches_of_a_table_are_entered_at_once(
    browser: Client, scorer: Client, table: Series
) -> None:
    first, second, _ = table.matches.order_by("number")
    forms = [sound(client.get(f"/matches/{match.pk}/result/"))
             for client, match in ((browser, first), (scorer, second))]  # fmt: skip
    assert all('name="version" value=""' in html for html in forms)
    for client, match in ((browser, first), (scorer, second)):
        sent = points(40, 42, 30, do="save", version="")
        assert client.post(f"/matches/{match.pk}/result/", sent).status_code == 303
    assert Result.objects.count() == 2


def test_a_second_click_saves_once(scorer: Client, match: Match, address: str) -> None:
    form = points(40, 42, 30, do="save", confirm="on", form_key="k" * 32)
    assert [scorer.post(address, form).status_code for _ in range(2)] == [303, 303]
    assert Result.objects.count() == 1


def test_a_too_long_reason_is_refused(
    scorer: Client, owner: User, match: Match, address: str
) -> None:
    factories.report(owner, match, [40, 41, 30])
    before = everything()
    form = points(40, 42, 30, revision=1, reason="x" * 301, do="save")
    response = scorer.post(address, form)
    assert response.status_code == 422
    html = sound(response)
    assert beside(html) == {"reason": "Reason is longer than 300 characters."}
    assert "Nothing is saved: one thing is to be mended below." in html
    assert everything() == before


# Who may ----------------------------------------------------------------------------------------


def test_a_player_reports_the_own_table_and_somebody_else_confirms(
    seated: Client, browser: Client, match: Match, table: Series, address: str
) -> None:
    html = sound(seated.get(address))
    assert "It counts as soon as a scorer has confirmed it." in html
    assert 'name="confirm"' not in html
    sent = points(40, 42, 30, do="save", confirm="on")
    assert seated.post(address, sent).status_code == 303
    result = Result.objects.get()
    assert (result.state, str(result.reported_by)) == ("reported", "sora")
    assert seated.get(address).status_code == 403
    form = {"do": "confirm", "result": result.pk}
    assert browser.post(f"/series/{table.pk}/", form).status_code == 303
    result.refresh_from_db()
    assert result.state == "confirmed"


def test_a_player_who_was_slower_is_led_to_dispute(
    seated: Client, scorer: Client, match: Match, address: str
) -> None:
    scorer.post(address, points(40, 41, 30, do="save", confirm="on"))
    before = everything()
    response = seated.post(address, points(40, 42, 30, do="save"))
    html = sound(response)
    assert response.status_code == 409
    assert "Entered meanwhile by kaede" in html
    assert "dispute it at the table</a>" in html
    assert "<dd> 42</dd>" in html
    assert "Correct theirs with mine" not in html
    assert everything() == before


def test_strangers_enter_nothing(
    owner: User, club: Club, match: Match, address: str, visitor: Client,
    browser_of: Callable[[User], Client],
) -> None:  # fmt: skip
    member = browser_of(factories.member(owner, club, "midori", "member"))
    before = everything()
    assert visitor.get(address)["Location"] == f"/login/?next=%2Fmatches%2F{match.pk}%2Fresult%2F"
    assert member.get(address).status_code == 403
    for client in (visitor, member):
        for do in ("save", "preview"):
            response = client.post(address, points(40, 42, 30, do=do))
            html = sound(response)
            assert response.status_code == 403
            assert 'value="42"' in html
            assert "What this counts" not in html
    assert everything() == before


def test_an_abandoned_match_takes_no_result(
    scorer: Client, owner: User, match: Match, address: str
) -> None:
    results.abandon_match(owner, match)
    before = everything()
    response = scorer.post(address, points(40, 42, 30, do="save"))
    assert response.status_code == 409
    assert "This match was abandoned. Take it up again first." in sound(response)
    assert everything() == before


def test_a_match_that_does_not_exist_has_no_form(browser: Client) -> None:
    assert browser.get("/matches/7/result/").status_code == 404
    assert browser.post("/matches/7/result/").status_code == 404


# How a sheet is read, and how many queries that takes --------------------------------------------


@pytest.mark.parametrize(
    ("shape", "sheet"),
    [
        (sheets.Shape("niwa", 2), {"seats": [{"hand": HANDS[0]}, {"points": 41}]}),
        (sheets.Shape("gazebo", 2), {"seats": [{"left": 0}, {"left": 7}]}),
        (sheets.Shape("gazebo", 2), {"seats": [{"left": 2}, {"left": 7}], "end": "blocked"}),
        (
            sheets.Shape("gazebo", 4, pairs=True),
            {"seats": [{"left": 1}] * 4, "end": "blocked", "last_pair": [2, 3]},
        ),
        (
            sheets.Shape("gnome_hollow", 2),
            {"seats": [{"flowers": 5, "markers": 0, "treasure": 13}, {"mushrooms": 2}]},
        ),
    ],
)
def test_a_stored_sheet_is_typed_and_read_again(shape: sheets.Shape, sheet: dict[str, Any]) -> None:
    typed = sheets.from_sheet(shape, sheet)
    assert list(typed) == shape.names
    assert sheets.to_sheet(shape, typed) == sheet


def test_the_form_of_a_finished_tournament_does_not_open(
    browser: Client, owner: User, club: Club
) -> None:
    night = factories.entered(owner, club, 3)
    round_ = factories.draw(owner, night)
    factories.play_round(owner, round_)
    address = f"/matches/{Match.objects.get(number=1).pk}/result/"
    assert "Correct match 1" in sound(browser.get(address))
    rounds.close_round(owner, round_)
    tournaments.finish_tournament(owner, night)
    before = everything()
    response = browser.get(address, follow=True)
    table = round_.series.get()
    assert response.redirect_chain == [(f"/series/{table.pk}/", 302)]
    assert "The tournament is finished. Reopen it first." in sound(response)
    tournaments.reopen_tournament(owner, Tournament.objects.get(pk=night.pk))
    factories.draw(owner, night, publish=False)
    later = sound(browser.get(address, follow=True))
    assert "Round 2 has been drawn on this standing: results of round 1 stand." in later
    assert Result.objects.count() == 3
    assert everything() != before
