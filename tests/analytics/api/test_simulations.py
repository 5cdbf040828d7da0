"""Simulations by the API: who may, what is refused, what is shown while they run and after."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from analytics.models import Simulation
from analytics.queries import progress, watched
from analytics.services import chunks, simulations
from analytics.stats.batches import figures
from engines.batch import play_blocks
from engines.record import verify
from engines.registry import ENGINES
from tests import factories
from tests.analytics.playing import begin, play
from tests.tournaments.api.cases import everything
from tests.tournaments.api.client import Client
from tests.tournaments.api.conftest import as_user
from tournaments.models import Club, JournalEntry, User
from tournaments.services import boards, game_data

pytestmark = pytest.mark.django_db

BODY: dict[str, Any] = {
    "game": "niwa", "bots": ["greedy", "random", "random"], "games": 60, "seed": 7,
    "setups": [{"mission": 1}, {"mission": 5}],
}  # fmt: skip


@pytest.fixture
def api(owner: User) -> Client:
    return as_user(owner)


@pytest.fixture
def simulation(owner: User, club: Club) -> Simulation:
    return begin(simulations.start(owner, club, **BODY))


def start(api: Client, club: Club, **changed: Any) -> Any:
    return api.post(f"clubs/{club.pk}/simulations", BODY | changed)


def address(simulation: Simulation, more: str = "") -> str:
    return f"simulations/{simulation.pk}{more}"


# Starting -----------------------------------------------------------------------------------------


def test_a_simulation_is_started_under_its_club(api: Client, club: Club) -> None:
    answer = start(api, club)
    made = Simulation.objects.get()
    assert (answer.status_code, answer["Location"]) == (201, f"/api/v1/simulations/{made.pk}")
    shown = answer.json()
    assert {key: shown[key] for key in BODY} == BODY
    assert (shown["state"], shown["done"], shown["total"], shown["workers"]) == ("queued", 0, 60, 0)
    assert shown["options"] == {"max_exchanges": 36}
    assert (shown["rate"], shown["seconds_left"], shown["figures"]["games"]) == (None, None, 0)
    again = api.get(answer["Location"])
    assert (again.json(), again["ETag"]) == (shown, answer["ETag"])


def test_a_board_is_shown_by_name_and_in_full(api: Client, owner: User, club: Club) -> None:
    board = factories.board(owner, club)
    setups = [{"board": board.name}, {"board": "qin"}]
    shown = start(api, club, game="gazebo", bots=["random"] * 2, setups=setups).json()
    assert shown["setups"] == setups
    assert [setup["board"]["name"] for setup in shown["setups_in_full"]] == [board.name, "qin"]
    assert shown["setups_in_full"][0]["board"]["rows"] == factories.BOARD
    assert [part["setup"] for part in shown["figures"]["setups"]] == setups


def test_what_is_played_is_told_in_words(api: Client, owner: User, club: Club) -> None:
    """A tile set with its status, as everywhere."""
    factories.tile_set(owner, club, "Moon", status="own", trade_board=None)
    setups = [{"tileset": "recon-1"}, {"tileset": "Moon"}]
    shown = start(api, club, game="gnome_hollow", bots=["random"] * 2, setups=setups).json()
    texts = ["Tile set: recon-1 (reconstruction)", "Tile set: Moon (own)"]
    assert (shown["setups"], shown["setup_texts"]) == (setups, texts)
    (listed,) = api.get(f"simulations?club={club.pk}").json()["results"]
    assert listed["setup_texts"] == texts


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"games": 0}, "bad_games"),
        ({"games": 10**12}, "bad_games"),
        ({"games": "60"}, "invalid"),
        ({"bots": ["random"] * 9}, "player_count"),
        ({"bots": []}, "player_count"),
        ({"bots": ["random"] * 101}, "invalid"),
        ({"bots": ["random", "oracle"]}, "unknown_bot"),
        ({"bots": "random"}, "invalid"),
        ({"game": "chess"}, "unknown_game"),
        ({"setups": [{"mission": 9}]}, "unknown_mission"),
        ({"setups": [{"board": "bird"}]}, "unknown_key"),
        ({"setups": [3]}, "bad_setups"),
        ({"setups": {"mission": 1}}, "invalid"),
        ({"setups": [{"mission": 1, "start": 3}]}, "no_such_seat"),
        ({"setups": []}, "invalid"),
        ({"setups": [{}]}, "incomplete_setup"),
        ({"setups": [{"mission": 1}, {"start": 1}]}, "incomplete_setup"),
        ({"setups": [{"mission": 1}, {"mission": 5}, {"mission": 1}]}, "repeated_setup"),
        ({"setups": [{"mission": 1}, {"start": 0, "mission": 1}]}, "repeated_setup"),
        ({"game": "gazebo", "bots": ["random"] * 2, "setups": [{}]}, "incomplete_setup"),
        ({"options": {"tie": "share"}}, "unknown_option"),
        ({"options": {"max_exchanges": "many"}}, "option_value"),
        ({"until_width": 0}, "bad_width"),
        ({"until_width": True}, "invalid"),
        ({"seed": -1}, "invalid"),
        ({"speed": 3}, "invalid"),
    ],
)
def test_what_cannot_be_played_is_refused_and_leaves_no_row(
    api: Client, club: Club, changed: dict[str, Any], code: str
) -> None:
    before = everything()
    answer = start(api, club, **changed)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert everything() == before


def test_gazebo_refuses_boards_that_it_does_not_have(api: Client, club: Club) -> None:
    before = everything()
    for board, code in (
        ("moon", "unknown_board"),
        (3, "unknown_board"),
        ({"rows": ["..."]}, "no_start"),
        ({"name": 3, "rows": ["F."]}, "not_text"),
    ):
        answer = start(api, club, game="gazebo", bots=["random"] * 2, setups=[{"board": board}])
        assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert everything() == before


def test_a_refused_board_comes_with_those_that_the_club_may_use(
    api: Client, owner: User, club: Club
) -> None:
    """Shipped ones and its own, but for those withdrawn and those of others."""
    board = factories.board(owner, club)
    game_data.retire(boards.BOARD, owner, factories.board(owner, club, name="Old pond"))
    factories.board(owner, factories.club(owner, "Club Tsuru"), name="Theirs")
    known = ["bird", "butterfly", "botanical", "jungle", "qin", board.name]
    before = everything()
    for named in ("moon", "Old pond", "Theirs"):
        setups = [{"board": board.name}, {"board": named}]
        problem = start(api, club, game="gazebo", bots=["random"] * 2, setups=setups).json()
        assert (problem["code"], problem["field"]) == ("unknown_board", "setups.1.board")
        withdrawn = named == "Old pond"
        assert (problem["boards"], problem["withdrawn"]) == (known, withdrawn)
        told = f"{', '.join(known[:-1])} or Tea garden"
        wrong = f'not "{named}"' + (", which is withdrawn" if withdrawn else "")
        assert problem["detail"] == f"The board must be {told}, {wrong} (G2.3)."
    assert everything() == before


def test_a_sentence_names_some_of_many_boards(api: Client, owner: User, club: Club) -> None:
    for number in range(30):
        factories.board(owner, club, name=f"Garden {number:02}")
    setups = [{"board": "moon"}]
    problem = start(api, club, game="gazebo", bots=["random"] * 2, setups=setups).json()
    assert (len(problem["boards"]), problem["boards"][-1]) == (35, "Garden 29")
    assert "Garden 24 or another of the club's own, not" in problem["detail"]
    assert "Garden 25" not in problem["detail"]


def test_the_same_board_by_name_and_by_rows_is_one_set_up(
    api: Client, owner: User, club: Club
) -> None:
    board = factories.board(owner, club)
    rows = {"name": board.name, "rows": factories.BOARD}
    before = everything()
    setups = [{"board": board.name}, {"board": "qin"}, {"board": rows}]
    answer = start(api, club, game="gazebo", bots=["random"] * 2, setups=setups)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "repeated_setup")
    assert (problem["field"], problem["first"]) == ("setups.2", 0)
    assert problem["detail"] == "Set-ups 1 and 3 are the same; each is played equally often."
    assert everything() == before
    other = [{"board": "qin"}, {"board": "qin", "start": 1}]
    answer = start(api, club, game="gazebo", bots=["random"] * 2, setups=other)
    assert answer.status_code == 201


def test_a_width_is_refused_by_one_code_however_large(api: Client, club: Club) -> None:
    before = everything()
    for width in (10**300, 1e300, -1, 0.0, 1, -(10**300)):
        answer = start(api, club, until_width=width)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_width"), width
    for written in ("1" + "0" * 400, "1e400"):
        body = json.dumps(BODY)[:-1] + f', "until_width": {written}}}'
        answer = api.generic("POST", f"clubs/{club.pk}/simulations", body, "application/json")
        assert (answer.status_code, answer.json()["code"]) == (422, "number_too_large")
    assert everything() == before


def test_a_board_may_be_given_with_its_rows(api: Client, club: Club) -> None:
    first, second, third = (["F....G", "." * 6, *["." * 6] * more] for more in range(3))
    setups = [
        {"board": {"name": "庭" * 60, "rows": first}},
        {"board": {"name": " Sketch  2", "rows": second}},
        {"board": {"rows": third}},
    ]
    answer = start(api, club, game="gazebo", bots=["random"] * 2, setups=setups)
    names = ["庭" * 60, "Sketch 2", ""]
    assert answer.status_code == 201
    assert answer.json()["setups"] == [{"board": name} for name in names]
    kept = Simulation.objects.get().setups
    assert kept == [
        {"board": {"name": name, "rows": rows}}
        for name, rows in zip(names, (first, second, third), strict=True)
    ]


@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({"name": "庭" * 61}, "too_long", "setups.1.board.name"),
        ({"name": "a" * 200_000}, "too_long", "setups.1.board.name"),
        ({"name": "a\ue000b"}, "bad_characters", "setups.1.board.name"),
        ({"name": "A", "zz": 1}, "unknown_key", "setups.1.board"),
        ({"status": "sourced"}, "unknown_key", "setups.1.board"),
        ({"name": 3, "zz": 1}, "unknown_key", "setups.1.board"),
    ],
    ids=["longer", "far longer", "private use", "unknown", "status", "two faults"],
)
def test_a_board_with_its_rows_has_a_name_of_usual_length_and_nothing_unknown(
    api: Client, club: Club, more: dict[str, Any], code: str, field: str
) -> None:
    setups = [{"board": "qin"}, {"board": {"rows": ["F....G", "......"], **more}}]
    before = everything()
    answer = start(api, club, game="gazebo", bots=["random"] * 2, setups=setups)
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["field"]) == (422, code, field)
    assert len(answer.content) < 1000
    assert everything() == before


def test_bad_json_and_a_missing_club_leave_no_row(api: Client, club: Club) -> None:
    before = everything()
    answer = api.generic("POST", f"clubs/{club.pk}/simulations", "{", "application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed_json")
    answer = api.post(f"clubs/{club.pk + 9}/simulations", BODY)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert everything() == before


def test_a_second_click_starts_nothing_more(api: Client, club: Club) -> None:
    key = {"Idempotency-Key": "once"}
    ids = {
        api.post(f"clubs/{club.pk}/simulations", BODY, headers=key).json()["id"] for _ in range(2)
    }
    assert ids == {Simulation.objects.get().pk}


# Reading ------------------------------------------------------------------------------------------


def test_members_read_and_others_find_nothing(
    owner: User, club: Club, simulation: Simulation
) -> None:
    eve = factories.user("eve")
    factories.club(eve, "Club Tsuru")
    member = as_user(factories.member(owner, club, "midori", "member"))
    parts = ("", "/counts", "/chunks", "/records")
    for client, status in ((member, 200), (as_user(eve), 404), (Client(), 404)):
        assert [client.get(address(simulation, part)).status_code for part in parts] == [status] * 4
        rows = client.get("simulations").json()["results"]
        assert [row["id"] for row in rows] == ([simulation.pk] if status == 200 else [])


def test_the_list_is_narrowed(api: Client, owner: User, club: Club, simulation: Simulation) -> None:
    body = {"game": "gazebo", "bots": ["random"] * 2, "games": 60}
    other = api.post(f"clubs/{club.pk}/simulations", body).json()["id"]
    moment = Simulation.objects.get(pk=other).changed_at

    def ids(**asked: Any) -> list[int]:
        return [row["id"] for row in api.get("simulations", asked).json()["results"]]

    assert ids(ordering="-id") == [other, simulation.pk]
    assert ids(club=club.pk + 9) == []
    assert ids(game="gazebo") == ids(state="queued") == [other]
    assert ids(state="running") == [simulation.pk]
    assert ids(updated_since=moment.isoformat()) == [other]
    simulations.pause(owner, simulation)
    assert ids(updated_since=moment.isoformat(), state="paused") == [simulation.pk]
    assert api.get("simulations", {"state": "asleep"}).json()["code"] == "bad_parameter"
    listed = api.get("simulations").json()["results"][0]
    assert "figures" not in listed
    assert (listed["done"], listed["message"]) == (3, "paused")


def test_polling_costs_304_until_a_block_is_done(api: Client, simulation: Simulation) -> None:
    first = api.get(address(simulation))
    seen = {"If-None-Match": first["ETag"]}
    with CaptureQueriesContext(connection) as captured:
        unchanged = api.get(address(simulation), headers=seen)
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert unchanged["ETag"] == first["ETag"]
    assert not any('"counts"' in query["sql"] for query in captured)
    play(simulation)
    changed = api.get(address(simulation), headers=seen)
    assert (changed.status_code, changed.json()["blocks"]) == (200, simulation.blocks_done)
    assert changed["ETag"] != first["ETag"]


def test_progress_and_figures_are_of_what_was_counted(api: Client, simulation: Simulation) -> None:
    shown = api.get(address(simulation)).json()
    assert (shown["state"], shown["done"], shown["blocks"], shown["workers"]) == (
        "running",
        3,
        1,
        1,
    )
    assert shown["rate"] > 0
    assert shown["seconds_left"] == pytest.approx(57 / shown["rate"])
    batch = simulations.batch_of(simulation)
    assert shown["figures"] == figures(batch, simulation.counts)
    play(simulation, all_of_it=True)
    shown = api.get(address(simulation)).json()
    assert (shown["state"], shown["message"], shown["done"]) == ("done", "60 games played", 60)
    assert (shown["rate"], shown["seconds_left"], shown["workers"]) == (None, None, 0)


def test_counts_are_the_same_bytes_whoever_played(api: Client, simulation: Simulation) -> None:
    play(simulation, all_of_it=True)
    alone = play_blocks(simulations.batch_of(simulation), 0, 20).counts
    written = json.dumps(alone, sort_keys=True, separators=(",", ":")).encode()
    assert api.get(address(simulation, "/counts")).content == written


def test_chunks_say_who_played_what(api: Client, simulation: Simulation) -> None:
    play(simulation)
    page = api.get(address(simulation, "/chunks"), {"page_size": 1}).json()
    (chunk,) = page["results"]
    assert (chunk["first"], chunk["number"], chunk["worker"]) == (0, 1, "worker a")
    assert (chunk["state"], chunk["attempt"], chunk["games"]) == ("done", 1, 3)
    (following,) = api.get(page["next"]).json()["results"]
    assert following["first"] == 1
    assert api.get(address(simulation, "/chunks"), {"state": "running"}).json()["results"] == []
    for bad in ({"state": "asleep"}, {"page_size": 0}, {"page": 2}, {"cursor": "x"}):
        assert api.get(address(simulation, "/chunks"), bad).status_code == 400


def test_records_are_lines_that_verify(api: Client, simulation: Simulation) -> None:
    play(simulation, all_of_it=True)
    answer = api.get(address(simulation, "/records"))
    name = f"simulation-{simulation.pk}-records.jsonl"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    records = [json.loads(line) for line in answer.content.splitlines()]
    assert [record["setup"]["mission"] for record in records] == [1, 5, 1, 1, 1, 1]
    assert [verify(record, ENGINES) for record in records] == [None] * 6


# Moving -------------------------------------------------------------------------------------------


def test_a_simulation_is_paused_resumed_and_cancelled(api: Client, simulation: Simulation) -> None:
    for move, state in (("pause", "paused"), ("resume", "queued"), ("cancel", "cancelled")):
        answer = api.post(address(simulation, f"/{move}"))
        assert (answer.status_code, answer.json()["state"]) == (200, state)
        assert api.post(address(simulation, f"/{move}")).json()["state"] == state
    before = everything()
    for move in ("pause", "resume"):
        answer = api.post(address(simulation, f"/{move}"))
        assert (answer.status_code, answer.json()["code"]) == (409, "has_ended")
    assert everything() == before
    verbs = [f"{move}_simulation" for move in ("start", "pause", "resume", "cancel")]
    entries = JournalEntry.objects.filter(noun="simulation").order_by("position")
    assert [entry.verb for entry in entries] == verbs


def test_workers_are_shown_while_it_is_to_run(
    api: Client, owner: User, simulation: Simulation
) -> None:
    chunk = chunks.claim(simulation.pk, simulation.call, "worker b")
    assert chunk is not None

    def shown() -> tuple[str, int, int]:
        found = api.get(address(simulation)).json()
        return found["state"], found["workers"], found["stopping"]

    assert shown() == ("running", 1, 0)
    simulations.pause(owner, simulation)
    assert shown() == ("paused", 0, 1)
    simulations.resume(owner, simulation)
    assert shown() == ("queued", 1, 0)
    simulations.cancel(owner, simulation)
    assert shown() == ("cancelled", 0, 0)
    assert progress(watched().get()).sentence == "cancelled · 3 of 60 games"


def test_paused_it_says_how_many_workers_are_stopping(owner: User, simulation: Simulation) -> None:
    chunk = chunks.claim(simulation.pk, simulation.call, "worker b")
    assert chunk is not None
    simulations.pause(owner, simulation)
    sentence = progress(watched().get()).sentence
    assert sentence == "paused · 3 of 60 games · 1 worker stopping"
    played = play_blocks(simulations.batch_of(simulation), chunk.first, chunk.number)
    assert chunks.accept(chunk, played, 1)
    assert progress(watched().get()).stopping == 0


def test_what_was_resumed_is_resumed_again_though_a_worker_has_taken_it_up(
    api: Client, simulation: Simulation
) -> None:
    for move in ("pause", "resume"):
        api.post(address(simulation, f"/{move}"))
    chunks.call_workers(simulation.pk)
    before = everything()
    answer = api.post(address(simulation, "/resume"))
    assert (answer.status_code, answer.json()["state"]) == (200, "running")
    assert everything() == before


def test_a_tag_tells_of_all_that_is_shown_but_estimates(
    api: Client, simulation: Simulation
) -> None:
    """Of two pauses nothing but the time of the second is different."""
    first = api.post(address(simulation, "/pause"))
    api.post(address(simulation, "/resume"))
    api.post(address(simulation, "/pause"))
    second = api.get(address(simulation), headers={"If-None-Match": first["ETag"]})
    assert second.status_code == 200
    shown, seen = second.json(), first.json()
    assert {key for key in shown if shown[key] != seen[key]} == {"changed_at"}
    again = api.get(address(simulation), headers={"If-None-Match": second["ETag"]})
    assert again.status_code == 304


def test_a_failed_simulation_says_how_to_see_it_again(
    api: Client, simulation: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deal(*given: object, **more: object) -> Any:
        raise ZeroDivisionError("no seat")

    with monkeypatch.context() as broken:
        broken.setattr(ENGINES["niwa"], "deal", deal)
        play(simulation)
    shown = api.get(address(simulation)).json()
    assert (shown["state"], shown["message"]) == ("failed", "block 1 broke")
    assert shown["error"].startswith("ZeroDivisionError: no seat\nThe same again: ./teien manage")


def test_the_index_lists_simulations(api: Client) -> None:
    listed = {row["name"]: row for row in api.get("").json()["collections"]}
    assert listed["simulations"]["address"] == "/api/v1/simulations"
    assert listed["simulations"]["text"].startswith("Batches of games between bots")


def test_a_scorer_starts_and_ends_nothing(owner: User, club: Club, simulation: Simulation) -> None:
    scorer = as_user(factories.member(owner, club, "saburo", "scorer"))
    before = everything()
    assert start(scorer, club).json()["code"] == "not_allowed"
    assert scorer.post(address(simulation, "/cancel")).json()["code"] == "not_allowed"
    assert everything() == before
