"""What is shown of a simulation is of one moment, whatever workers count between two queries."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client as Browser
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from analytics.management.commands import simulate as simulate_command
from analytics.models import Chunk, Simulation
from analytics.queries import Progress
from analytics.services import chunks, simulations
from engines.batch import play_blocks
from tests.analytics.crowd import simulate
from tests.analytics.playing import begin, play
from tests.tournaments.api.conftest import as_user
from tournaments.models import Club, User

pytestmark = pytest.mark.django_db

HELD = 24
ESTIMATES = {"rate", "seconds_left"}


@pytest.fixture
def simulation(owner: User, club: Club) -> Simulation:
    simulation = simulations.start(
        owner, club, game="niwa", bots=["greedy", "random"], games=200, seed=7,
        setups=[{"mission": 1}],
    )  # fmt: skip
    chunks.call_workers(simulation.pk)
    simulation.refresh_from_db()
    return simulation


@pytest.fixture
def held(simulation: Simulation) -> list[Chunk]:
    """Chunks of a block each, all in hand."""
    found = [chunks.claim(simulation.pk, simulation.call, f"worker {n}") for n in range(HELD)]
    return [chunk for chunk in found if chunk is not None]


@contextmanager
def counted_meanwhile(held: list[Chunk]) -> Iterator[None]:
    """After each query that reads simulations another chunk is counted."""
    ready = [
        (chunk, play_blocks(simulations.batch_of(chunk.simulation), chunk.first, 1))
        for chunk in held
    ]
    at_it = False

    def count_one(execute: Callable[..., Any], sql: str, *given: Any) -> Any:
        nonlocal at_it
        found = execute(sql, *given)
        if not at_it and ready and 'FROM "analytics_simulation"' in sql:
            at_it = True
            assert chunks.accept(*ready.pop(), seconds=0.1)
            at_it = False
        return found

    with connection.execute_wrapper(count_one):
        yield
    assert len(ready) < len(held)


def check(shown: dict[str, Any]) -> None:
    assert shown["done"] == shown["figures"]["games"] == 2 * shown["blocks"]
    assert shown["figures"]["blocks"] == shown["blocks"]


def test_the_api_shows_progress_and_figures_of_one_moment_and_a_tag_is_of_one_body(
    owner: User, simulation: Simulation, held: list[Chunk]
) -> None:
    api = as_user(owner)
    bodies: dict[str, Any] = {}
    with counted_meanwhile(held):
        for _ in range(HELD):
            answer = api.get(f"simulations/{simulation.pk}")
            check(answer.json())
            body = {k: v for k, v in answer.json().items() if k not in ESTIMATES}
            assert bodies.setdefault(answer["ETag"], body) == body
    assert len(bodies) > HELD / 3
    assert body["done"] == 2 * HELD


def test_what_has_moved_since_the_tag_was_asked_for_is_shown_with_its_own_tag(
    owner: User, simulation: Simulation, held: list[Chunk]
) -> None:
    api, address = as_user(owner), f"simulations/{simulation.pk}"
    seen = api.get(address)
    chunks.accept(held[0], play_blocks(simulations.batch_of(simulation), 0, 1), seconds=0.1)
    with counted_meanwhile(held[1:2]):
        changed = api.get(address, headers={"If-None-Match": seen["ETag"]})
    assert (changed.status_code, changed.json()["done"]) == (200, 4)
    check(changed.json())
    again = api.get(address, headers={"If-None-Match": changed["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("move", ["pause", "pause again", "resume"])
def test_what_a_move_answers_is_of_one_moment(
    owner: User, simulation: Simulation, held: list[Chunk], move: str
) -> None:
    api, (verb, *again) = as_user(owner), move.split()
    key = {"Idempotency-Key": "once"}
    if again:
        api.post(f"simulations/{simulation.pk}/{verb}", headers=key)
    with counted_meanwhile(held):
        answer = api.post(f"simulations/{simulation.pk}/{verb}", headers=key)
    assert answer.status_code == 200
    assert answer.json()["done"]
    check(answer.json())


@pytest.mark.parametrize("part", ["", "live/"])
def test_the_page_shows_progress_figures_and_records_of_one_moment(
    owner: User, simulation: Simulation, held: list[Chunk], part: str
) -> None:
    browser = Browser()
    browser.force_login(owner)
    last = play_blocks(simulations.batch_of(simulation), held[-1].first, 1)
    assert chunks.accept(held.pop(), last, seconds=0.1)
    tags: dict[str, int] = {}
    with counted_meanwhile(held):
        for _ in range(HELD):
            answer = browser.get(f"/simulations/{simulation.pk}/{part}")
            html = answer.content.decode()
            games = re.findall("<strong>([0-9]+)</strong> of 200 games", html)
            assert games == re.findall("over ([0-9]+) games in", html)
            (done,) = map(int, games)
            blocks = {int(number) for number in re.findall("/records/([0-9]+)/", html)}
            assert blocks == {n for n in (0, 1, 2, 4, 8, 16) if n >= HELD - done // 2}
            if part:
                assert tags.setdefault(answer["ETag"], done) == done


def test_the_command_prints_the_counts_of_all_that_was_played(
    owner: User, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though all of it is played after it has looked, and before it has seen how far it is."""
    look = simulate_command.progress

    def progress(simulation: Simulation) -> Progress:
        played = Simulation.objects.get()
        if played.counts == {}:
            begin(played)
            play(played, all_of_it=True)
        return look(simulation)

    monkeypatch.setattr(simulate_command, "progress", progress)
    monkeypatch.setattr(simulate_command, "LOOK", 0)
    out = StringIO()
    call_command(
        "simulate", "niwa", "--bots", "greedy,random", "--games", "20", "--seed", "7", "--json",
        "--setups", '[{"mission": 1}]', stdout=out, stderr=StringIO(),
    )  # fmt: skip
    batch = simulations.batch_of(Simulation.objects.get())
    assert json.loads(out.getvalue())["counts"] == play_blocks(batch, 0, 10).counts


@pytest.mark.parametrize("rows", [1, 50])
def test_that_takes_one_query_and_one_before_it_for_a_tag(
    owner: User, club: Club, rows: int
) -> None:
    simulation = simulate(owner, club, rows)
    api, browser = as_user(owner), Browser()
    browser.force_login(owner)
    address, page = f"simulations/{simulation.pk}", f"/simulations/{simulation.pk}/"

    def queries(get: Callable[..., Any], at: str, status: int, tag: str = "") -> int:
        with CaptureQueriesContext(connection) as captured:
            answer = get(at, headers={"If-None-Match": tag})
        assert answer.status_code == status
        return sum('"analytics_' in query["sql"] for query in captured)

    def tag_of(get: Callable[..., Any], at: str) -> str:
        """The tag where nobody is at it any more, so that it stays."""
        Chunk.objects.update(done_at=timezone.now() - timedelta(hours=1))
        return str(get(at)["ETag"])

    assert queries(api.get, address, 200) == 2
    assert queries(api.get, address, 304, tag_of(api.get, address)) == 1
    assert queries(browser.get, page, 200) == 1
    assert queries(browser.get, f"{page}live/", 200) == 2
    assert queries(browser.get, f"{page}live/", 304, tag_of(browser.get, f"{page}live/")) == 1
