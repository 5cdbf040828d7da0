"""The casual series of a club, and the form that starts one."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from engines import registry
from tests import factories
from tests.tournaments.test_night import everything
from tests.tournaments.web.soundness import sound
from tournaments.models import Club, Player, Series, User
from tournaments.services import casual
from tournaments.web import play_form

pytestmark = pytest.mark.django_db

BOARDS = [{"board": "bird"}, {"board": "jungle"}]
OPTIONS = {
    "options.tie": "share",
    "options.repeat_boards": "false",
    "options.zen_draw": "replace",
    "options.big_nook_safe": "illegal",
    "options.partnership": "false",
    "options.partner_talk": "after_first_turn",
}


@pytest.fixture
def people(owner: User, club: Club) -> list[Player]:
    return factories.add_players(owner, club, 7)


@pytest.fixture
def address(club: Club) -> str:
    return f"/clubs/{club.pk}/series/"


@pytest.fixture
def member(owner: User, club: Club, browser_of: Callable[[User], Client]) -> Client:
    return browser_of(factories.member(owner, club, "sora", "member"))


@pytest.fixture
def stranger(browser_of: Callable[[User], Client]) -> Client:
    return browser_of(factories.user("stranger"))


def gazebo(players: list[Player], seats: tuple[int, ...], **change: Any) -> dict[str, Any]:
    """The form as the browser sends it; `seats`: whose number sits there, 0 for nobody."""
    ids = [str(players[number - 1].pk) if number else "" for number in seats]
    form = {"game": "gazebo", "player": ids, "start": "", "match": ["bird", "jungle", "", ""]}
    return form | OPTIONS | {"unplayed": "drop"} | change


def niwa(players: list[Player], seats: tuple[int, ...], **change: Any) -> dict[str, Any]:
    ids = [str(players[number - 1].pk) if number else "" for number in seats]
    form = {"game": "niwa", "player": ids, "start": "", "match": ["5", "2", "8"]}
    return form | {"unplayed": "drop"} | change


def pairs_series(owner: User, club: Club, players: list[Player]) -> Series:
    return casual.start_series(
        owner, club, game="gazebo", players=players, matches=BOARDS, options={"partnership": True}
    )


def card_of(html: str, series: Series) -> str:
    """The part of the list that shows a series."""
    cards = html.split('<li class="card')[1:]
    return next(card for card in cards if f'href="/series/{series.pk}/"' in card)


def texts(card: str) -> list[str]:
    """Each seat's line on a card: the name and what follows it."""
    lines = card.split('<ol class="seats">')[1].split("</ol>")[0].split("<li>")[1:]
    return [_text(line) for line in lines]


def pairs_of(html: str) -> list[str]:
    """The pairs as a card or a page names them, with what they have."""
    rows = (
        html.split('<dl class="facts words pairs">')[1]
        .split("</dl>")[0]
        .split('<dt class="name">')[1:]
    )
    return [_text(row.replace("</dt><dd>", ": ")) for row in rows]


def _text(html: str) -> str:
    """The words of some mark-up."""
    return " ".join(" ".join(part.split(">")[-1] for part in html.split("<")).split())


# The list ---------------------------------------------------------------------------------------


def test_the_list_is_for_the_clubs_members(
    owner: User, club: Club, people: list[Player], address: str,
    browser: Client, member: Client, visitor: Client, stranger: Client,
) -> None:  # fmt: skip
    pairs_series(owner, club, people[:4])
    for client in (browser, member):
        assert "Gazebo in pairs" in sound(client.get(address))
        assert f'href="{address}"' in sound(client.get(f"/clubs/{club.pk}/"))
    for client in (visitor, stranger):
        assert client.get(address).status_code == 404
        assert address not in sound(client.get(f"/clubs/{club.pk}/"))
    assert browser.get("/clubs/999999/series/").status_code == 404


def test_an_empty_list_says_so(browser: Client, member: Client, address: str) -> None:
    html = sound(browser.get(address))
    assert "No casual series yet. Choose a game above" in html
    assert f'href="{address}new/?game=niwa"' in html
    assert f'href="{address}new/?game=gazebo"' in html
    html = sound(member.get(address))
    assert "No casual series yet.</p>" in html
    assert "new/?game=" not in html


def test_a_series_shows_its_players_in_seat_order_and_the_totals_so_far(
    owner: User, club: Club, people: list[Player], address: str, browser: Client, member: Client
) -> None:
    seated = [people[2], people[0], people[1]]
    series = casual.start_series(
        owner, club, game="niwa", players=seated, matches=[{"mission": 5}, {"mission": 2}]
    )
    card = card_of(sound(browser.get(address)), series)
    assert texts(card) == ["Player 003", "Player 001", "Player 002"]
    assert "0 of 2 matches done" in card
    assert "to be played</span>" in card
    assert "(Europe/Berlin)" in card
    first, second = series.matches.order_by("number")
    factories.report(owner, first, [40, 50, 30])
    card = card_of(sound(browser.get(address)), series)
    assert texts(card) == [
        "Player 003 40 so far place 2", "Player 001 50 so far place 1",
        "Player 002 30 so far place 3",
    ]  # fmt: skip
    assert f'href="/matches/{second.pk}/result/"' in card
    assert "/result/" not in card_of(sound(member.get(address)), series)
    factories.report(owner, second, [40, 10, 30])
    card = card_of(sound(browser.get(address)), series)
    assert texts(card) == [
        "Player 003 80 place 1", "Player 001 60 place 2", "Player 002 60 place 3",
    ]  # fmt: skip
    assert "2 of 2 matches done" in card
    assert "/result/" not in card


def test_a_player_enters_the_own_series(
    owner: User,
    club: Club,
    people: list[Player],
    address: str,
    browser_of: Callable[[User], Client],
) -> None:
    kenji = factories.member(owner, club, "kenji", "member")
    factories.players.change_player(owner, people[1], user=kenji)
    own, other = (
        casual.start_series(owner, club, game="gazebo", players=seated, matches=BOARDS)
        for seated in (people[:2], people[2:4])
    )
    html = sound(browser_of(kenji).get(address))
    assert card_of(html, own).startswith(' own">')
    assert f'href="/matches/{own.matches.get(number=1).pk}/result/"' in card_of(html, own)
    assert card_of(html, other).startswith('">')
    assert "/result/" not in card_of(html, other)


def test_a_round_is_no_casual_series(
    owner: User, club: Club, people: list[Player], address: str, browser: Client
) -> None:
    night = factories.tournament(owner, club)
    factories.entries.enter_players(owner, night, people)
    factories.draw(owner, night)
    assert "No casual series yet." in sound(browser.get(address))


def test_the_list_is_paged(
    owner: User, club: Club, people: list[Player], address: str, browser: Client
) -> None:  # fmt: skip
    oldest = pairs_series(owner, club, people[:4])
    factories.results.report_result(
        owner, oldest.matches.get(number=1), {"seats": [{"left": n} for n in (0, 9, 3, 4)]}
    )
    for _ in range(49):
        pairs_series(owner, club, people[:4])
    newest = pairs_series(owner, club, people[:4])
    html = sound(browser.get(address))
    assert html.count('<li class="card') == 50
    assert html.index(f"/series/{newest.pk}/") < html.index(f"/series/{newest.pk - 1}/")
    assert f"/series/{oldest.pk}/" not in html
    assert "Page 1 of 2" in html
    last = sound(browser.get(f"{address}?page=2"))
    assert last.count('<li class="card') == 1
    assert f"/series/{oldest.pk}/" in last


# The form ---------------------------------------------------------------------------------------


def test_the_form_offers_seats_matches_and_options_by_game(
    club: Club, people: list[Player], address: str, browser: Client
) -> None:
    html = sound(browser.get(f"{address}new/?game=niwa"))
    assert html.count('name="player"') == 6
    assert html.count(">Player 007</option>") == 6
    assert html.count('value="draw" selected') == 3
    assert 'name="options.start"' in html
    assert "partnership" not in html
    assert 'name="options.rounds"' not in html
    html = sound(browser.get(f"{address}new/?game=gazebo"))
    assert html.count('name="player"') == 4
    for garden in ("bird", "butterfly", "botanical", "jungle"):
        assert html.count(f'value="{garden}" selected') == 1
    assert 'name="options.partnership"' in html
    assert 'name="options.start"' not in html
    assert "seat 1, in pairs seat 2</option>" in html


def test_a_niwa_series_is_started(
    club: Club, people: list[Player], address: str, browser: Client
) -> None:
    form = niwa(people, (6, 1, 5, 2, 4, 3), start="3", unplayed="replay")
    response = browser.post(f"{address}new/", form | {"options.start": "winner"})
    series = Series.objects.get()
    assert response.status_code == 303
    assert response["Location"] == f"/series/{series.pk}/"
    names = [seat.player.name for seat in series.seats.order_by("position")]
    assert names == [f"Player 00{n}" for n in (6, 1, 5, 2, 4, 3)]
    assert [m.setup for m in series.matches.order_by("number")] == [
        {"mission": 5}, {"mission": 2}, {"mission": 8},
    ]  # fmt: skip
    assert (series.start_seat, series.options, series.unplayed) == (
        2,
        {"start": "winner"},
        "replay",
    )
    assert series.round is None
    html = sound(browser.get(response["Location"]))
    assert "The series is started." in html
    assert "Player 005 starts." in html


def test_matches_are_drawn_where_asked(
    club: Club, people: list[Player], address: str, browser: Client
) -> None:
    browser.post(f"{address}new/", niwa(people, (1, 2), match=["draw", "3", "draw", "", ""]))
    planned = [match.setup["mission"] for match in Series.objects.get().matches.order_by("number")]
    assert planned[1] == 3
    assert len(set(planned)) == 3
    assert set(planned) <= set(range(1, 9))


def test_what_the_lot_drew_can_be_drawn_again_from_the_seed(
    club: Club, people: list[Player], address: str, browser: Client
) -> None:
    tokens = ["draw", "3", "draw", ""]
    browser.post(f"{address}new/", niwa(people, (1, 2), match=tokens))
    browser.post(f"{address}new/", niwa(people, (1, 2)))
    chosen, drawn = Series.objects.order_by("-id")
    assert drawn.seed is not None
    planned = [match.setup for match in drawn.matches.order_by("number")]
    assert planned == play_form.setups(tokens, registry.game("niwa"), drawn.seed)
    sentence = f"Matches drawn by lot, seed {drawn.seed}."
    assert sentence in sound(browser.get(f"/series/{drawn.pk}/"))
    assert browser.get(f"/api/v1/series/{drawn.pk}").json()["seed"] == drawn.seed
    assert chosen.seed is None
    assert "drawn by lot" not in sound(browser.get(f"/series/{chosen.pk}/"))


# Taken back -------------------------------------------------------------------------------------


def test_a_series_is_withdrawn_by_its_button(
    owner: User, club: Club, people: list[Player], address: str, browser: Client, member: Client
) -> None:
    series = pairs_series(owner, club, people[:4])
    target = f"{address}{series.pk}/withdraw/"
    assert f'action="{target}"' in sound(browser.get(f"/series/{series.pk}/"))
    assert "/withdraw/" not in sound(member.get(f"/series/{series.pk}/"))
    before = everything()
    assert member.post(target).status_code == 403
    assert browser.get(target).status_code == 405
    stale = browser.post(target, {"version": "7"})
    assert stale.status_code == 412
    assert everything() == before
    form = {"version": "1", "form_key": "k" * 32}
    first, second = (browser.post(target, form) for _ in range(2))
    assert [answer.status_code for answer in (first, second)] == [303, 303]
    assert first["Location"] == second["Location"] == address
    html = sound(browser.get(address))
    assert "The series is withdrawn." in html
    assert "No casual series yet." in html
    assert not Series.objects.exists()
    assert browser.post(target, {"form_key": "l" * 32}).status_code == 404


def test_a_series_with_a_result_has_no_such_button(
    owner: User, club: Club, people: list[Player], address: str, browser: Client
) -> None:
    series = pairs_series(owner, club, people[:4])
    enter(browser, series, 1, [0, 9, 3, 4])
    assert "/withdraw/" not in sound(browser.get(f"/series/{series.pk}/"))
    before = everything()
    response = browser.post(f"{address}{series.pk}/withdraw/")
    assert response.status_code == 409
    assert "A result was entered at this series, so it stays." in sound(response)
    assert everything() == before


def test_a_series_is_withdrawn_in_its_own_club_alone(
    owner: User, club: Club, people: list[Player], browser: Client
) -> None:
    series = pairs_series(owner, club, people[:4])
    other = factories.club(owner, "Club Pine")
    before = everything()
    assert browser.post(f"/clubs/{other.pk}/series/{series.pk}/withdraw/").status_code == 404
    assert everything() == before


def test_only_the_clubs_own_players_are_offered(
    owner: User, club: Club, people: list[Player], address: str, browser: Client
) -> None:
    other = factories.club(owner, "Club Pine")
    factories.players.add_player(owner, other, name="Of elsewhere")
    Player.objects.filter(pk=people[1].pk).update(merged_into=people[0])
    html = sound(browser.get(f"{address}new/?game=gazebo"))
    assert "Of elsewhere" not in html
    assert "Player 002" not in html
    assert html.count(">Player 001</option>") == 4


PAIRS = {"options.partnership": "true"}


@pytest.mark.parametrize(
    ("seats", "change", "sentence", "field"),
    [
        ((1, 0, 3, 0), {}, "Seat 2 is empty, but seat 3 is not.", "players.1"),
        ((0, 0, 0, 0), {}, "Gazebo takes 2 to 4 players, not 0", "players"),
        ((1, 0, 0, 0), {}, "Gazebo takes 2 to 4 players, not 1", "players"),
        ((1, 2, 3, 4, 5), {}, "Gazebo takes 2 to 4 players, not 5", "players"),
        ((1, 2, 1, 0), {}, "Nobody sits at a table twice.", "players.2"),
        ((1, 2, 3, 0), PAIRS, "A game in pairs takes exactly four players, not 3", "players"),
        ((1, 2, 3, 4), PAIRS | {"start": "1"}, "seat 2 or seat 4, not seat 1", "start"),
        ((1, 2, 0, 0), {"start": "3"}, "must sit at this table of 2", "start"),
        ((1, 2, 0, 0), {"start": "x"}, "must sit at this table of 2", "start"),
        ((1, 2, 0, 0), {"match": ["bird", "", "bird"]}, "Match 2 has the board bird again",
         "matches.1.board"),
        ((1, 2, 0, 0), {"match": ["", "moon"]}, "moon", "matches.0.board"),
        ((1, 2, 0, 0), {"match": [""]}, "A series has 1 to 20 matches, not 0", "matches"),
        ((1, 2, 0, 0), {"options.partner_talk": "free"}, "only together with partnership",
         "options.partner_talk"),
        ((1, 2, 0, 0), {"options.tie": "coin"}, "The option tie must be", "options.tie"),
        ((1, 2, 0, 0), {"unplayed": "never"}, "is one of drop, worst, replay", "unplayed"),
    ],
)  # fmt: skip
def test_a_refused_series_keeps_what_was_typed(
    club: Club, people: list[Player], address: str, browser: Client,
    seats: tuple[int, ...], change: dict[str, Any], sentence: str, field: str,
) -> None:  # fmt: skip
    before = everything()
    form = gazebo(people, seats, **({"options.zen_draw": "extra"} | change))
    response = browser.post(f"{address}new/", form)
    html = sound(response)
    assert response.status_code == 422
    assert html.count(f'id="{field}-error"') == 1
    assert html.split(f'id="{field}-error">')[1].split("</p>")[0].count(sentence) == 1
    assert html.split('class="refusal"')[1].split("</div>")[0].count(sentence) == 1
    for number in filter(None, seats):
        kept = f'<option value="{people[number - 1].pk}" selected>'
        assert html.count(kept) == seats.count(number)
    assert '<option value="extra" selected>' in html
    assert "<details open>" in html
    assert everything() == before


@pytest.mark.parametrize("typed", ["0", "-1", "x", "９", "99999999999999999999"])
def test_a_player_who_is_nobody_is_refused(
    club: Club, people: list[Player], address: str, browser: Client, typed: str
) -> None:
    before = everything()
    form = gazebo(people, (1,)) | {"player": [str(people[0].pk), typed]}
    response = browser.post(f"{address}new/", form)
    html = sound(response)
    assert response.status_code == 422
    assert html.count("This club has no such player.") == 2
    assert 'id="players.1-error"' in html
    assert html.count(f'<option value="{people[0].pk}" selected>') == 1
    assert everything() == before


def test_players_of_another_club_and_merged_ones_do_not_play(
    owner: User, club: Club, people: list[Player], address: str, browser: Client
) -> None:
    other = factories.club(owner, "Club Pine")
    secret = factories.players.add_player(owner, other, name="Of elsewhere")
    Player.objects.filter(pk=people[1].pk).update(merged_into=people[0])
    before = everything()
    form = gazebo(people, (1,)) | {"player": [str(people[0].pk), str(secret.pk)]}
    html = sound(browser.post(f"{address}new/", form))
    assert "This club has no such player." in html
    assert "Of elsewhere" not in html
    response = browser.post(f"{address}new/", gazebo(people, (3, 2)))
    assert response.status_code == 422
    assert sound(response).count("Player 002 is no player of this club.") == 2
    assert everything() == before


def test_only_scorers_start_a_series(
    owner: User, club: Club, people: list[Player], address: str,
    member: Client, visitor: Client, stranger: Client, browser_of: Callable[[User], Client],
) -> None:  # fmt: skip
    before = everything()
    form = gazebo(people, (1, 2))
    assert "may start a casual series" in sound(member.get(f"{address}new/?game=gazebo"))
    for client, status in ((member, 403), (visitor, 404), (stranger, 404)):
        assert client.get(f"{address}new/?game=gazebo").status_code == status
        assert client.post(f"{address}new/", form).status_code == status
    assert everything() == before
    scorer = browser_of(factories.member(owner, club, "kaede", "scorer"))
    assert scorer.post(f"{address}new/", form).status_code == 303
    assert Series.objects.count() == 1


def test_an_unknown_game_has_no_form(browser: Client, address: str) -> None:
    before = everything()
    assert browser.get(f"{address}new/")["Location"] == address
    assert browser.get(f"{address}new/?game=chess").status_code == 404
    assert browser.post(f"{address}new/", {"game": "chess"}).status_code == 404
    assert everything() == before


def test_a_second_click_starts_one_series(
    club: Club, people: list[Player], address: str, browser: Client
) -> None:
    form = niwa(people, (1, 2, 3), match=["draw"] * 3, form_key="k" * 32)
    first, second = (browser.post(f"{address}new/", form) for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    assert first["Location"] == second["Location"]
    assert Series.objects.count() == 1


# Pairs, to the end ------------------------------------------------------------------------------


def enter(browser: Client, series: Series, number: int, left: list[int], **more: str) -> Any:
    match = series.matches.get(number=number)
    sheet = {f"seats.{seat}.left": str(value) for seat, value in enumerate(left)}
    return browser.post(
        f"/matches/{match.pk}/result/",
        sheet | {"end": "", "last_pair": "", "confirm": "on", "do": "save"} | more,
    )


def test_pairs_play_to_the_end_on_the_pages(
    club: Club, people: list[Player], address: str, browser: Client
) -> None:
    browser.post(f"{address}new/", gazebo(people, (1, 2, 3, 4), **PAIRS))
    series = Series.objects.get()
    assert (series.options, series.start_seat) == ({"partnership": True}, 1)
    page = f"/series/{series.pk}/"
    html = sound(browser.get(page))
    assert html.index("Player 002 starts.") < html.index("Player 004 starts.")
    assert enter(browser, series, 1, [0, 9, 3, 4]).status_code == 303
    card = card_of(sound(browser.get(address)), series)
    assert pairs_of(card) == [
        "Player 001 and Player 002: 9 left in sum, so far place 2",
        "Player 003 and Player 004: 7 left in sum, so far place 1",
    ]
    assert texts(card) == ["Player 001 0", "Player 002 9", "Player 003 3", "Player 004 4"]
    html = sound(browser.get(page))
    assert html.count(">won</span>") == 2
    before = everything()
    refused = enter(browser, series, 2, [4, 4, 5, 3], end="blocked")
    assert refused.status_code == 422
    assert "say which pair placed the last gazebo" in sound(refused)
    assert everything() == before
    assert (
        enter(browser, series, 2, [4, 4, 5, 3], end="blocked", last_pair="2 3").status_code == 303
    )
    series.refresh_from_db()
    assert series.state == "done"
    card = card_of(sound(browser.get(address)), series)
    ended = [
        "Player 001 and Player 002: 17 left in sum, place 2",
        "Player 003 and Player 004: 15 left in sum, place 1",
    ]
    assert pairs_of(card) == pairs_of(sound(browser.get(page))) == ended
    assert "2 of 2 matches done" in card
    credits = [
        [score.credit for score in match.results.get().scores.order_by("seat__position")]
        for match in series.matches.order_by("number")
    ]
    assert credits == [[0, 0, 1, 1], [0, 0, 1, 1]]
    assert sound(browser.get(page)).count(">won</span>") == 4


def lines_of(html: str, count: int) -> list[list[str]]:
    """The cells of each player's row in the table of totals."""
    rows = [html.split(f'class="name">Player 00{n}</th>')[1].split("</tr>")[0]
            for n in range(1, count + 1)]  # fmt: skip
    return [[_text(cell) for cell in row.split("<td")[1:]] for row in rows]


def test_the_page_of_a_series_names_the_pairs_their_sums_and_their_place(
    owner: User, club: Club, people: list[Player], browser: Client
) -> None:
    series = pairs_series(owner, club, people[:4])
    page = f"/series/{series.pk}/"
    html = sound(browser.get(page))
    assert "<strong>Gazebo in pairs</strong>" in html
    assert pairs_of(html) == [
        "Player 001 and Player 002: a pair",
        "Player 003 and Player 004: a pair",
    ]
    assert lines_of(html, 4) == [["–"] * 4] * 4
    enter(browser, series, 1, [15, 15, 15, 15], end="blocked")
    html = sound(browser.get(page))
    assert [row[-1] for row in lines_of(html, 4)] == ["1–2"] * 4
    assert "One match counts: the places are that match’s (G8.2)." in html
    assert "placed the last gazebo and win" not in html
    enter(browser, series, 2, [0, 9, 4, 5])
    html = sound(browser.get(page))
    assert pairs_of(html) == [
        "Player 001 and Player 002: 39 left in sum, place 1–2",
        "Player 003 and Player 004: 39 left in sum, place 1–2",
    ]
    assert lines_of(html, 4) == [
        ["15", "0", "15", "1–2"], ["15", "9", "24", "1–2"],
        ["15", "4", "19", "1–2"], ["15", "5", "20", "1–2"],
    ]  # fmt: skip
    assert '<abbr title="The pair’s place">Place</abbr>' in html
    assert "Equal totals share their place (G7.1)." in html
    said = "Both pairs have as many left: Player 001 and Player 002 placed the last gazebo and win"
    assert html.count(said) == 1
    assert said in html.split('id="match-2"')[1]


@pytest.mark.parametrize(("last", "places"), [("0 1", "1122"), ("2 3", "2211")])
def test_a_series_of_one_match_says_what_the_match_says(
    owner: User, club: Club, people: list[Player], browser: Client, last: str, places: str
) -> None:
    series = casual.start_series(
        owner, club, game="gazebo", players=people[:4], matches=BOARDS[:1],
        options={"partnership": True},
    )  # fmt: skip
    enter(browser, series, 1, [3, 4, 5, 2], end="blocked", last_pair=last)
    html = sound(browser.get(f"/series/{series.pk}/"))
    assert [row[-1] for row in lines_of(html, 4)] == list(places)
    assert html.count('<tr class="best">') == 2
    assert "One match counts: the places are that match’s (G8.2)." in html
    assert "Equal totals share" not in html
    winners = "Player 001 and Player 002" if last == "0 1" else "Player 003 and Player 004"
    assert f"{winners} placed the last gazebo and win (G8.2)." in html
    assert [row.split("place ")[1] for row in pairs_of(html)] == [places[0], places[2]]


def test_a_player_in_a_pair_has_the_pairs_total_and_place(
    owner: User, club: Club, people: list[Player], browser: Client
) -> None:
    series = casual.start_series(
        owner, club, game="gazebo", players=people[:4], matches=BOARDS[:1],
        options={"partnership": True},
    )  # fmt: skip
    enter(browser, series, 1, [3, 4, 5, 4], end="blocked")
    html = sound(browser.get(f"/players/{people[0].pk}/"))
    assert 'data-label="Place">1</td>' in html
    assert 'data-label="Total">7</td>' in html
    assert f'in a pair with <a class="row" href="/players/{people[1].pk}/">' in html
    others = html.split(f'href="/players/{people[2].pk}/">')[1].split("</span></span>")[0]
    assert f'and <a class="row" href="/players/{people[3].pk}/">' in others
    assert others.endswith('<span class="number">9')


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "Partners may not talk until the first player of their pair has finished the turn; "
         "then they are free to. Dominoes are never shown (G8.3)."),
        ({"partner_talk": "free"}, "Partners may talk. Dominoes are never shown (G8.3)."),
        ({"partner_talk": "none"}, "Partners may not talk. Dominoes are never shown (G8.3)."),
    ],
)  # fmt: skip
def test_the_page_says_when_partners_may_talk(
    owner: User, club: Club, people: list[Player], browser: Client,
    options: dict[str, Any], sentence: str,
) -> None:  # fmt: skip
    series = casual.start_series(
        owner, club, game="gazebo", players=people[:4], matches=BOARDS,
        options={"partnership": True} | options,
    )  # fmt: skip
    assert sound(browser.get(f"/series/{series.pk}/")).count(f"(G8.2). {sentence}") == 1
    form = sound(browser.get(f"/matches/{series.matches.earliest('number').pk}/result/"))
    assert "In pairs: Player 001 and Player 002 against Player 003 and Player 004." in form


def test_a_series_of_single_players_says_nothing_of_pairs(
    owner: User, club: Club, people: list[Player], browser: Client
) -> None:
    series = casual.start_series(owner, club, game="gazebo", players=people[:4], matches=BOARDS[:1])
    enter(browser, series, 1, [3, 4, 3, 5], end="blocked")
    html = sound(browser.get(f"/series/{series.pk}/"))
    assert "<strong>Gazebo</strong>" in html
    assert [row[-1] for row in lines_of(html, 4)] == ["1–2", "3", "1–2", "4"]
    for words in ("pair", "Pair", "G8", "Partners"):
        assert words not in html
