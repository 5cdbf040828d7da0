"""The pages of simulations: the list, the form, one of them while it runs and after, records."""

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from analytics.models import SampleRecord, Simulation
from analytics.services import chunks, simulations
from engines.record import parse_record, replay, verify
from engines.registry import ENGINES
from tests import factories
from tests.analytics.playing import begin, play
from tests.tournaments.api.cases import everything
from tests.tournaments.web.soundness import sound
from tournaments.models import Club, User
from tournaments.services import boards, game_data

pytestmark = pytest.mark.django_db

TYPED: dict[str, Any] = {
    "game": "niwa", "bot": ["greedy", "random", "", "", "", ""], "other": ["", "", "mcts:2"],
    "setup": ["1", "5"], "games": "60", "width": "", "seed": "7",
}  # fmt: skip


@pytest.fixture
def simulation(owner: User, club: Club) -> Simulation:
    return begin(simulations.start(
        owner, club, game="niwa", bots=["greedy", "random"], games=40, seed=7,
        setups=[{"mission": 1}, {"mission": 5}],
    ))  # fmt: skip


def address(simulation: Simulation, more: str = "") -> str:
    return f"/simulations/{simulation.pk}/{more}"


def warnings(html: str) -> list[str]:
    return [unescape(text) for text in re.findall('<p class="message warning">([^<]+)</p>', html)]


def send(browser: Client, club: Club, **typed: Any) -> Any:
    return browser.post(f"/clubs/{club.pk}/simulations/new/", TYPED | typed)


# The list -----------------------------------------------------------------------------------------


def test_a_clubs_members_see_its_simulations(
    owner: User, club: Club, simulation: Simulation, browser_of: Callable[[User], Client]
) -> None:
    member = browser_of(factories.member(owner, club, "sora", "member"))
    html = sound(member.get(f"/clubs/{club.pk}/simulations/"))
    assert f'<a href="{address(simulation)}">Niwa: greedy, random</a>' in html
    assert "2 of 40 games" in html
    assert '<span class="state wait">running</span>' in html
    assert "New Niwa simulation" not in html
    assert f'href="/clubs/{club.pk}/simulations/" aria-current="true"' in html


def test_to_others_simulations_are_not_there(
    visitor: Client, club: Club, simulation: Simulation, browser_of: Callable[[User], Client]
) -> None:
    eve = factories.user("eve")
    factories.club(eve, "Club Tsuru")
    pages = ("", "live/", "records/0/", "records/0/file/")
    for reader in (visitor, browser_of(eve)):
        assert reader.get(f"/clubs/{club.pk}/simulations/").status_code == 404
        assert [reader.get(address(simulation, page)).status_code for page in pages] == [404] * 4
        assert reader.post(address(simulation), {"do": "cancel"}).status_code == 404
        assert "Simulations" not in reader.get(f"/clubs/{club.pk}/").content.decode()


# The form -----------------------------------------------------------------------------------------


def test_the_form_offers_what_the_game_has(browser: Client, owner: User, club: Club) -> None:
    factories.board(owner, club)
    html = sound(browser.get(f"/clubs/{club.pk}/simulations/new/?game=gazebo"))
    assert html.count('name="setup"') == 6
    assert 'value="Tea garden"' in html
    assert html.count(" checked") == 4
    assert html.count('name="bot"') == 4
    assert set(re.findall(r'name="options\.(\w+)"', html)) == {
        "zen_draw", "big_nook_safe", "partnership",
    }  # fmt: skip
    html = sound(browser.get(f"/clubs/{club.pk}/simulations/new/?game=niwa"))
    assert set(re.findall(r'name="options\.(\w+)"', html)) == {
        "max_exchanges", "highest_copies", "min_run",
    }  # fmt: skip
    missing = browser.get(f"/clubs/{club.pk}/simulations/new/?game=chess")
    assert missing.status_code == 404


def test_a_simulation_is_started_once_however_often_one_clicks(browser: Client, club: Club) -> None:
    for _ in range(2):
        answer = send(browser, club, form_key="one", width="4", games="5000")
        made = Simulation.objects.get()
        assert (answer.status_code, answer["Location"]) == (303, address(made))
    assert made.bots == ["greedy", "random", "mcts:2"]
    assert made.setups == [{"mission": 1}, {"mission": 5}]
    assert (made.games, made.until_width, made.seed) == (5000, 0.04, 7)
    html = sound(browser.get(address(made)))
    assert "until every interval is narrower than 4 %, at most 5,000" in html


def test_a_board_of_the_club_is_simulated(browser: Client, owner: User, club: Club) -> None:
    board = factories.board(owner, club)
    answer = send(browser, club, game="gazebo", setup=[board.name], seed="")
    made = Simulation.objects.get()
    assert answer["Location"] == address(made)
    assert made.setups[0]["board"]["rows"] == factories.BOARD
    assert "Board: Tea garden" in sound(browser.get(address(made)))


def test_all_mistakes_are_told_at_once_and_what_was_typed_stays(
    browser: Client, club: Club
) -> None:
    before = everything()
    answer = send(
        browser, club, bot=["greedy", "", "random"], other=["", "", "oracle"], setup=[],
        games="many", width="wide", seed="-1", **{"options.max_exchanges": "-3"},
    )  # fmt: skip
    html = sound(answer)
    assert answer.status_code == 422
    assert "7 things are to be mended." in html
    for sentence in (
        "Seat 2 is empty, but seat 3 is not.",
        "There is no bot &quot;oracle&quot;; bots are random, greedy and mcts:1 to mcts:5000.",
        "Tick at least one.",
        "A simulation has 1 to 100,000,000 games.",
        "An interval is from 0.1 to below 100 % wide.",
        "A seed is a whole number from 0 to 9007199254740991.",
        "The option max_exchanges must be a whole number from 0 to 10000, not -3 (N4.2).",
    ):
        assert f'-error">{sentence}</p>' in html
    for typed in ("oracle", "many", "wide", "-1", "-3"):
        assert f'value="{typed}"' in html
    assert " checked" not in html
    assert everything() == before


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"games": "0"}, "A simulation has 1 to 100,000,000 games."),
        ({"bot": [], "other": []}, "Niwa takes 2 to 6 players, not 0 (N1.2)."),
        ({"bot": ["random"] * 9, "other": []}, "Niwa takes 2 to 6 players, not 9 (N1.2)."),
        ({"setup": ["99"]}, "“99” can be ticked no more."),
        ({"width": "100"}, "An interval is from 0.1 to below 100 % wide."),
        ({"width": f"99.{'9' * 20}"}, "An interval is from 0.1 to below 100 % wide."),
        ({"width": f"2.{'0' * 21}"}, "An interval is from 0.1 to below 100 % wide."),
        (
            {"game": "gazebo", "setup": ["bird"], "options.partnership": "true"},
            "A game in pairs takes exactly four players, not 3 (G8.1).",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_and_leaves_no_row(
    browser: Client, club: Club, typed: dict[str, Any], sentence: str
) -> None:
    before = everything()
    answer = send(browser, club, **typed)
    assert answer.status_code == 422
    assert sentence in sound(answer)
    assert everything() == before


def test_only_organisers_start_one(
    owner: User, club: Club, simulation: Simulation, browser_of: Callable[[User], Client]
) -> None:
    scorer = browser_of(factories.member(owner, club, "saburo", "scorer"))
    before = everything()
    assert send(scorer, club).status_code == 403
    assert scorer.get(f"/clubs/{club.pk}/simulations/new/?game=niwa").status_code == 403
    assert scorer.post(address(simulation), {"do": "cancel"}).status_code == 403
    assert "<button" not in sound(scorer.get(address(simulation))).split("<main")[1]
    assert everything() == before


def test_it_is_repeated_with_another_seed(browser: Client, owner: User, club: Club) -> None:
    board = factories.board(owner, club)
    made = simulations.start(
        owner, club, game="gazebo", bots=["greedy", "mcts:7"], games=900, until_width=0.025,
        setups=[{"board": board.name}, {"board": "qin"}], options={"zen_draw": "extra"}, seed=5,
    )  # fmt: skip
    again = f"/clubs/{club.pk}/simulations/new/?from={made.pk}"
    assert f'href="{again}">Repeat with another seed</a>' in sound(browser.get(address(made)))
    html = sound(browser.get(again))
    for value in ("mcts:7", "900", "2.5"):
        assert f'value="{value}"' in html
    assert re.findall(r'value="([^"]+)" checked', html) == ["qin", "Tea garden"]
    assert '<option value="extra" selected>' in html
    assert '<input id="seed" class="medium" name="seed" value=""' in html
    game_data.retire(boards.BOARD, owner, board)
    assert re.findall(r'value="([^"]+)" checked', sound(browser.get(again))) == ["qin"]
    other = factories.club(owner, "Club Tsuru")
    for missing in (f"/clubs/{other.pk}/simulations/new/?from={made.pk}", f"{again}x"):
        assert browser.get(missing).status_code == 404


@pytest.mark.parametrize(
    ("width", "typed"),
    [
        (0.0012345678, "0.12345678"),
        (0.9999999, "99.99999"),
        (0.9999999999999999, "99.99999999999999"),
        (0.0010000000000000002, "0.10000000000000002"),
        (1 / 3, "33.33333333333333"),
        (0.001, "0.1"),
        (0.1, "10"),
        (0.07, "7"),
    ],
)
def test_a_width_goes_round_as_it_is(
    browser: Client, owner: User, club: Club, width: float, typed: str
) -> None:
    made = simulations.start(
        owner, club, game="niwa", bots=["random"] * 2, games=90, until_width=width,
        setups=[{"mission": 1}],
    )  # fmt: skip
    again = f"/clubs/{club.pk}/simulations/new/?from={made.pk}"
    assert f'name="width" value="{typed}"' in sound(browser.get(again))
    assert f"narrower than {typed} %" in sound(browser.get(address(made)))
    assert send(browser, club, form_key="again", width=typed).status_code == 303
    assert Simulation.objects.latest("pk").until_width == width


def test_a_repetition_says_which_boards_are_gone_and_which_have_changed(
    browser: Client, owner: User, club: Club
) -> None:
    gone = factories.board(owner, club)
    changed = factories.board(owner, club, name="Old pond", rows=["..", "F."])
    setups: list[dict[str, Any]] = [
        {"board": gone.name}, {"board": changed.name}, {"board": "qin", "start": 1},
        {"board": {"rows": ["F....G", "......"]}},
    ]  # fmt: skip
    made = simulations.start(
        owner, club, game="gazebo", bots=["random"] * 2, games=8, setups=setups
    )
    again = f"/clubs/{club.pk}/simulations/new/?from={made.pk}"
    before_that = warnings(sound(browser.get(again)))
    game_data.retire(boards.BOARD, owner, gone)
    factories.board(owner, club, name="Old pond", rows=["...", ".F.", "..."])
    html = sound(browser.get(again))
    assert re.findall(r'value="([^"]+)" checked', html) == ["qin", "Old pond"]
    nameless = (
        "A board without a name can't be ticked now. Tick another in its place, or go on "
        "without it."
    )
    start = "This form can't say what was said then of: start. The API can."
    assert before_that == [nameless, start]
    assert warnings(html) == [
        nameless.replace("A board without a name", "The board “Tea garden”"), nameless,
        "The board “Old pond” has other squares now than it had then.", start,
    ]  # fmt: skip
    assert "Board without a name" in sound(browser.get(address(made)))


def test_boards_that_are_gone_are_all_named(browser: Client, club: Club) -> None:
    before = everything()
    answer = send(browser, club, game="gazebo", setup=["Tea garden", "qin", "Old pond"])
    assert answer.status_code == 422
    assert "“Tea garden” and “Old pond” can be ticked no more." in sound(answer)
    assert everything() == before


def test_the_same_twice_is_refused(browser: Client, club: Club) -> None:
    before = everything()
    answer = send(browser, club, setup=["1", "5", "1"])
    assert answer.status_code == 422
    assert "Set-ups 1 and 3 are the same; each is played equally often." in sound(answer)
    assert everything() == before


# One of them --------------------------------------------------------------------------------------


def test_a_simulation_shows_its_figures_with_intervals_and_counts(
    browser: Client, simulation: Simulation
) -> None:
    play(simulation, all_of_it=True)
    html = sound(browser.get(address(simulation)))
    assert "<strong>40</strong> games" in html
    assert "<progress" not in html
    assert html.count('<svg xmlns="http://www.w3.org/2000/svg" class="chart"') == 4
    assert html.count("<title id=") == html.count("<desc id=") == 4
    part = '<span class="number">{}</span>'
    shares = f"{part.format(r'[0-9.]+ %')} {part.format(r'[(][0-9.]+–[0-9.]+[)]')}"
    assert re.search(rf'<th scope="row">greedy</th><td><span[^>]*>{shares}</span></td>', html)
    assert re.search(rf'<th scope="row">Seat 1, random</th><td>{shares}</td>', html)
    assert '<th scope="row">Mission 1: all cards</th>' in html
    assert "The pile ran out" in html
    assert "over 40 games in 20 blocks" in html
    assert "hx-get" not in html
    assert "<script" not in html
    assert "http-equiv" not in html


def test_every_score_is_a_table_behind_its_bars(browser: Client, simulation: Simulation) -> None:
    assert "?tables=all" in sound(browser.get(address(simulation)))
    html = sound(browser.get(f"{address(simulation)}?tables=all"))
    assert html.count("<caption>Scores of ") == 2
    assert f'hx-get="{address(simulation)}live/?tables=all"' in html
    assert (
        "<caption>Scores of greedy"
        in browser.get(address(simulation, "live/?tables=all")).content.decode()
    )


def test_while_it_runs_its_part_is_fetched_anew_without_a_script_of_ours(
    browser: Client, simulation: Simulation
) -> None:
    html = sound(browser.get(address(simulation)))
    assert f'hx-get="{address(simulation)}live/" hx-trigger="every 2s" hx-swap="outerHTML"' in html
    assert re.findall("<script[^>]*>", html) == [
        '<script src="/static/django_htmx/htmx-2.min.js" defer>'
    ]
    assert '"allowEval": false' in html
    assert '<noscript><meta http-equiv="refresh" content="10"></noscript>' in html
    assert "1 worker at it" in html
    part = browser.get(address(simulation, "live/")).content.decode()
    assert part.lstrip().startswith('<div id="live" hx-get=')


def test_polling_costs_304_until_a_block_is_done(browser: Client, simulation: Simulation) -> None:
    first = browser.get(address(simulation, "live/"))
    assert first["Cache-Control"] == "private, no-cache"
    seen = {"If-None-Match": first["ETag"]}
    with CaptureQueriesContext(connection) as captured:
        unchanged = browser.get(address(simulation, "live/"), headers=seen)
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert unchanged["ETag"] == first["ETag"]
    assert not any('"analytics_simulation"."counts"' in query["sql"] for query in captured)
    play(simulation)
    changed = browser.get(address(simulation, "live/"), headers=seen)
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]
    play(simulation, all_of_it=True)
    ended = browser.get(address(simulation, "live/")).content.decode()
    assert "hx-" not in ended


def test_buttons_move_it_once(browser: Client, simulation: Simulation) -> None:
    for do, said, button in (
        ("pause", "The simulation is paused: what was counted stays, and workers stop.", "resume"),
        ("resume", "The simulation goes on.", "pause"),
        ("cancel", "The simulation is cancelled. What was counted stays.", ""),
    ):
        html = sound(browser.post(address(simulation), {"do": do, "form_key": do}, follow=True))
        assert said in html
        assert (f'name="do" value="{button}"' in html) == bool(button)
    before = everything()
    again = browser.post(address(simulation), {"do": "cancel", "form_key": "cancel"})
    assert again.status_code == 303
    refused = browser.post(address(simulation), {"do": "resume"})
    assert refused.status_code == 409
    assert "This simulation has ended: cancelled." in sound(refused)
    assert browser.post(address(simulation), {"do": "win"}).status_code == 404
    assert everything() == before


def test_workers_are_told_while_it_is_to_run(
    browser: Client, owner: User, simulation: Simulation
) -> None:
    assert chunks.claim(simulation.pk, simulation.call, "worker b") is not None
    simulations.pause(owner, simulation)
    html = sound(browser.get(address(simulation)))
    assert "Paused. 1 worker is still stopping." in html
    simulations.cancel(owner, simulation)
    html = sound(browser.get(address(simulation)))
    assert "Cancelled." in html
    assert "worker" not in html.partition("<main")[2].partition("<h2")[0]


def test_a_failed_simulation_says_how_to_see_it_again(
    browser: Client, simulation: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deal(*given: object, **more: object) -> Any:
        raise ZeroDivisionError("no <seat>")

    monkeypatch.setattr(ENGINES["niwa"], "deal", deal)
    play(simulation)
    html = sound(browser.get(address(simulation)))
    assert '<span class="state bad">failed</span>' in html
    assert "Block 1 broke." in html
    assert (
        "ZeroDivisionError: no &lt;seat&gt;\nThe same again: ./teien manage simulate niwa" in html
    )


def test_one_that_waits_shows_no_figures_yet(browser: Client, owner: User, club: Club) -> None:
    made = simulations.start(owner, club, game="niwa", bots=["random"] * 2, games=10)
    html = sound(browser.get(address(made)))
    assert "Waiting for a worker" in html
    assert "No game is counted yet." in html
    chunks.call_workers(made.pk)
    play(made)
    html = sound(browser.get(address(made)))
    assert "Which seat wins" in html
    assert "Which bot wins" not in html


def test_a_record_is_shown_as_a_picture_and_downloaded(
    browser: Client, simulation: Simulation
) -> None:
    assert f'href="{address(simulation)}records/0/">block 0</a>' in sound(
        browser.get(address(simulation))
    )
    html = sound(browser.get(address(simulation, "records/0/")))
    assert "The end (pile): won by" in html
    assert "Mission 1: all cards" in html
    kept = parse_record(json.loads(SampleRecord.objects.get(block=0).text), ENGINES)
    told = re.findall(r'<li><code>([^<]+)</code> <span class="quiet">seat (\d)</span></li>', html)
    assert [unescape(move) for move, _ in told] == [*kept.moves]
    assert [int(seat) - 1 for _, seat in told] == [
        replay(kept, ENGINES, upto=made).actor() for made in range(len(kept.moves))
    ]
    answer = browser.get(address(simulation, "records/0/file/"))
    name = f"simulation-{simulation.pk}-block-0.json"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert verify(json.loads(answer.content), ENGINES) is None
    assert browser.get(address(simulation, "records/3/")).status_code == 404
    assert browser.get(address(simulation, "records/3/file/")).status_code == 404


@pytest.mark.parametrize(
    ("game", "settings", "lines"),
    [
        ("gnome_hollow", {"advanced_board": True, "permission": "never", "ring_visit": "one"},
         ["<dt>Options</dt><dd><code>permission</code>: never (H3.2); "
          "<code>advanced_board</code>: on (H9.2)"]),
        ("niwa", {"max_exchanges": 9}, ["<dt>Option</dt><dd><code>max_exchanges</code>: 9 (N4.2)"]),
        ("gazebo", {}, []),
    ],
)  # fmt: skip
def test_a_simulation_and_its_records_say_the_options_that_differ(
    browser: Client, owner: User, club: Club, game: str, settings: dict[str, Any], lines: list[str]
) -> None:
    made = begin(simulations.start(
        owner, club, game=game, bots=["random"] * 2, games=2, options=settings,
    ))  # fmt: skip
    for page in ("", "records/0/"):
        html = sound(browser.get(address(made, page)))
        assert re.findall(r"<dt>Options?</dt>.*", html) == lines


def test_a_record_of_gazebo_is_shown_too(browser: Client, owner: User, club: Club) -> None:
    board = factories.board(owner, club)
    made = simulations.start(
        owner, club, game="gazebo", bots=["random"] * 2, games=2, setups=[{"board": board.name}]
    )
    chunks.call_workers(made.pk)
    play(made)
    html = sound(browser.get(address(made, "records/0/")))
    assert "Board: Tea garden" in html
    assert "<svg" in html


# Tile sets ----------------------------------------------------------------------------------------


def test_a_tile_set_is_shown_with_its_status(browser: Client, owner: User, club: Club) -> None:
    factories.tile_set(owner, club, "Moon", trade_board=None)
    factories.tile_set(owner, club, "Rose", advanced_board=None, status="own")
    made = simulations.start(
        owner, club, game="gnome_hollow", bots=["random"] * 2, games=2, seed=7,
        setups=[{"tileset": "Moon"}, {"tileset": "Rose"}],
    )  # fmt: skip
    begin(made)
    play(made, all_of_it=True)
    html = sound(browser.get(address(made)))
    for told in ("Tile set: Moon (reconstruction)", "Tile set: Rose (own)"):
        assert f'<th scope="row">{told}</th>' in html
        assert re.search(rf"(<dd>|<br>){re.escape(told)}(</dd>|<br>)", html)
    assert "Tile set: Moon (reconstruction)" in sound(browser.get(address(made, "records/0/")))
