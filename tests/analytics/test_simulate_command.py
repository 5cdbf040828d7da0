"""`./teien manage simulate`, in its own process."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from analytics.management.commands import simulate as simulate_command
from analytics.models import Simulation
from analytics.queries import Progress
from engines.batch import Batch, Played, plan_batch, play_blocks
from engines.position import Position
from engines.registry import ENGINES
from engines.rng import mixed
from tests import factories
from tests.load.workers import environment
from tournaments.models import Club, Job, User

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]


def simulate(*words: str) -> Any:
    out = StringIO()
    call_command("simulate", *words, "--seed", "7", "--json", stdout=out, stderr=StringIO())
    return json.loads(out.getvalue())


def test_a_simulation_here_counts_its_blocks_and_stores_nothing() -> None:
    found = simulate("niwa", "--bots", "greedy,random", "--games", "40", "--here",
                     "--setups", '[{"mission": 5}]')  # fmt: skip
    batch = plan_batch("niwa", ["greedy", "random"], {}, [{"mission": 5}], 7)
    assert found["counts"] == play_blocks(batch, 0, 20).counts
    assert (found["seed"], found["figures"]["games"]) == (7, 40)
    assert not Simulation.objects.exists()


def test_one_block_is_played_again() -> None:
    batch = plan_batch("niwa", ["random"] * 3, {}, [{"mission": 1}], 7)
    words = ("niwa", "--players", "3", "--setups", '[{"mission": 1}]', "--block", "5")
    assert simulate(*words)["counts"] == play_blocks(batch, 5, 1).counts


def test_so_many_blocks_are_played_again_and_each_is_named_before_it_is_played() -> None:
    batch = plan_batch("niwa", ["random"] * 3, {}, [{"mission": 1}], 7)
    out, err = StringIO(), StringIO()
    call_command(
        "simulate", "niwa", "--players", "3", "--setups", '[{"mission": 1}]', "--seed", "7",
        "--block", "5", "--blocks", "3", "--json", stdout=out, stderr=err,
    )  # fmt: skip
    assert json.loads(out.getvalue())["counts"] == play_blocks(batch, 5, 3).counts
    assert err.getvalue().splitlines() == ["block 5", "block 6", "block 7"]


AGAIN = (
    "The same again: ./teien manage simulate niwa --bots random,random "
    "--options '{\"max_exchanges\": 24}' --setups '[{\"mission\": 1}]' --seed 7 --block 6"
)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--block", "5", "--blocks", "3"], f"\n{AGAIN}"),
        (["--games", "20", "--here"], f"\n{AGAIN}"),
        (["--block", "6"], ""),
    ],
    ids=["blocks", "here", "block"],
)
@pytest.mark.parametrize(
    ("error", "name"),
    [
        (MemoryError("no room"), "MemoryError: no room"),
        (SystemExit(0), "SystemExit: 0"),
        (RecursionError("too deep"), "RecursionError: too deep"),
    ],
    ids=["memory", "exit", "recursion"],
)
def test_a_fault_is_told_with_its_block_and_fails_the_command(
    monkeypatch: pytest.MonkeyPatch, words: list[str], told: str, error: BaseException, name: str
) -> None:
    break_block(monkeypatch, 6, error)
    out, err = StringIO(), StringIO()
    with pytest.raises(CommandError) as caught:
        call_command(
            "simulate", "niwa", "--setups", '[{"mission": 1}]', "--seed", "7", "--json", *words,
            stdout=out, stderr=err,
        )  # fmt: skip
    assert caught.value.returncode == 1
    assert str(caught.value) == f"block 6: {name}{told}"
    assert json.loads(out.getvalue()) == {"seed": 7, "error": f"block 6: {name}{told}"}


def break_block(monkeypatch: pytest.MonkeyPatch, block: int, error: BaseException) -> None:
    """This block of the seed 7 can't be dealt."""
    deal = ENGINES["niwa"].deal

    def breaks(players: int, seed: int, *rest: Any, **given: Any) -> Position:
        if seed == mixed(mixed(7, block), 0):
            raise error
        return deal(players, seed, *rest, **given)

    monkeypatch.setattr(ENGINES["niwa"], "deal", breaks)


def test_a_seed_that_was_drawn_is_told_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def break_all(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate_command, "play_blocks", break_all)
    monkeypatch.setattr(simulate_command, "new_seed", lambda: 11)
    err = StringIO()
    with pytest.raises(KeyboardInterrupt):
        call_command("simulate", "niwa", "--here", stdout=StringIO(), stderr=err)
    assert err.getvalue() == "seed 11\n"


@pytest.mark.parametrize("state", ["failed", "cancelled"])
def test_what_the_workers_could_not_play_is_told_with_its_error(
    owner: User, club: Club, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    def fail(*given: object) -> None:
        Job.objects.update(state=state, message="gave up at block 0", error="Its worker died.")

    monkeypatch.setattr(simulate_command, "progress", fail_then_look(fail))
    out = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("simulate", "niwa", "--seed", "7", "--json", stdout=out, stderr=StringIO())
    assert str(caught.value) == "gave up at block 0\nIts worker died."
    assert json.loads(out.getvalue()) == {"seed": 7, "error": str(caught.value)}


def fail_then_look(fail: Callable[[], None]) -> Callable[[Simulation], Any]:
    look = simulate_command.progress

    def progress(simulation: Simulation) -> Any:
        fail()
        simulation.job.refresh_from_db()
        return look(simulation)

    return progress


@pytest.mark.parametrize(
    ("states", "told"),
    [
        (["queued"] * 5, [simulate_command.NOBODY]),
        (["running"] * 5, [simulate_command.NOBODY]),
        (["queued"] * 2, []),
        (["paused"] * 5, []),
        (["queued"] * 2 + ["paused"] + ["queued"] * 2, []),
    ],
    ids=["queued", "running", "soon", "paused", "in-a-row"],
)
def test_who_waits_where_no_worker_is_at_it_is_told_once(
    owner: User, club: Club, monkeypatch: pytest.MonkeyPatch, states: list[str], told: list[str]
) -> None:
    assert said_at(monkeypatch, [(state, 0) for state in states]) == told


def test_who_waits_for_workers_that_are_at_it_is_told_nothing_of_the_kind(
    owner: User, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said_at(monkeypatch, [("running", 1)] * 5) == []


def said_at(monkeypatch: pytest.MonkeyPatch, looks: list[tuple[str, int]]) -> list[str]:
    """The lines between the first one and the end, but progress; a look: state, workers."""
    seen = iter([*looks, ("done", 0)])

    def progress(simulation: Simulation) -> Progress:
        state, workers = next(seen)
        return Progress(state, 0, 1000, None, None, workers, 0)

    monkeypatch.setattr(simulate_command, "progress", progress)
    monkeypatch.setattr(simulate_command, "LOOK", 0)
    monkeypatch.setattr(simulate_command, "PATIENCE", 3)
    monkeypatch.setattr(simulate_command, "figures", lambda *given: {})
    err = StringIO()
    call_command("simulate", "niwa", "--json", stdout=StringIO(), stderr=err)
    first, *others = err.getvalue().splitlines()
    assert first.startswith("simulation ")
    assert first.endswith("it goes on as soon as workers run")
    return [line for line in others if " games" not in line]


def test_what_is_played_here_says_now_and_then_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A piece takes a second; lines come every three, and no piece is larger than is left."""
    clock, pieces = [0.0], []

    def play(batch: Batch, first: int, number: int) -> Played:
        clock[0] += 1
        pieces.append((first, number))
        return play_blocks(batch, first, number)

    monkeypatch.setattr(simulate_command, "play_blocks", play)
    monkeypatch.setattr(simulate_command, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    out, err = StringIO(), StringIO()
    call_command(
        "simulate", "niwa", "--bots", "greedy,random", "--setups", '[{"mission": 1}]', "--games",
        "14", "--seed", "7", "--here", "--json", stdout=out, stderr=err,
    )  # fmt: skip
    batch = plan_batch("niwa", ["greedy", "random"], {}, [{"mission": 1}], 7)
    assert json.loads(out.getvalue())["counts"] == play_blocks(batch, 0, 7).counts
    assert pieces == [(block, 1) for block in range(7)]
    assert err.getvalue().splitlines() == [
        "running · 6 of 14 games · 2 games a second · 4 s left",
        "running · 12 of 14 games · 2 games a second · 1 s left",
    ]


def test_what_is_quickly_played_here_is_played_in_large_pieces_and_silently(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pieces = []

    def play(batch: Batch, first: int, number: int) -> Played:
        pieces.append((first, number))
        return play_blocks(batch, first, number)

    monkeypatch.setattr(simulate_command, "play_blocks", play)
    monkeypatch.setattr(simulate_command, "time", SimpleNamespace(monotonic=lambda: 0.0))
    err = StringIO()
    call_command(
        "simulate", "niwa", "--games", "200", "--setups", '[{"mission": 1}]', "--seed", "7",
        "--here", stdout=StringIO(), stderr=err,
    )  # fmt: skip
    sizes = [number for _, number in pieces]
    assert sizes == [1, 2, 4, 8, 16, 32, 64, 64, 9]
    assert [first for first, _ in pieces] == [sum(sizes[:piece]) for piece in range(len(sizes))]
    assert err.getvalue() == ""


DIES = """
import os, sys
from engines.registry import ENGINES
from engines.rng import mixed
deal = ENGINES["niwa"].deal
def dies(players, seed, *rest, **given):
    if seed == mixed(mixed(7, 6), 0):
        {ends}
    return deal(players, seed, *rest, **given)
ENGINES["niwa"].deal = dies
sys.argv = ["manage.py", "simulate", "niwa", "--setups", '[{{"mission": 1}}]', "--seed", "7",
            "--block", "5", "--blocks", "3"]
from django.core.management import execute_from_command_line
execute_from_command_line(sys.argv)
"""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("ends", "status", "told"),
    [
        ("os.kill(os.getpid(), 11)", -signal.SIGSEGV, "Fatal Python error: Segmentation fault"),
        ("os._exit(9)", 9, ""),
        ("sys.exit(0)", 1, "CommandError: block 6: SystemExit: 0"),
    ],
    ids=["SIGSEGV", "os._exit", "SystemExit"],
)
def test_what_ends_the_process_is_seen_and_the_last_block_named_is_it(
    ends: str, status: int, told: str
) -> None:
    settings = {**environment(), "DJANGO_SETTINGS_MODULE": "config.settings"}
    program = DIES.format(ends=ends)
    died = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=settings, timeout=60, capture_output=True,
        text=True,
    )  # fmt: skip
    lines = [line for line in died.stderr.splitlines() if line]
    assert (died.returncode, died.stdout) == (status, "")
    assert lines[:2] == ["block 5", "block 6"]
    assert told in died.stderr
    assert "block 7" not in died.stderr


@pytest.mark.parametrize(
    ("game", "setups", "line"),
    [
        ("niwa", [{"mission": 5}], "played: Mission 5: duo, same colour"),
        (
            "gazebo",
            [{"board": "bird"}, {"board": {"rows": factories.BOARD}}],
            "played: Garden: bird (reconstruction); Board without a name",
        ),
        (
            "gnome_hollow",
            [{"tileset": "recon-1"}, {"tileset": "Moon"}, {"tileset": "Rose"}],
            "played: Tile set: recon-1 (reconstruction); Tile set: Moon (reconstruction); "
            "Tile set: Rose (own)",
        ),
    ],
)
def test_the_text_says_what_was_played_and_whether_it_is_a_reconstruction(
    owner: User, club: Club, game: str, setups: list[Any], line: str
) -> None:
    factories.tile_set(owner, club, "Moon", trade_board=None)
    factories.tile_set(owner, club, "Rose", advanced_board=None, status="own")
    out = StringIO()
    call_command(
        "simulate", game, "--games", "3", "--here", "--setups", json.dumps(setups), "--seed", "7",
        stdout=out, stderr=StringIO(),
    )  # fmt: skip
    assert out.getvalue().splitlines()[1] == line


def test_a_board_of_the_club_is_named_or_given_with_its_rows(owner: User, club: Club) -> None:
    board = factories.board(owner, club)
    rows = {"name": board.name, "rows": factories.BOARD}
    words = ("gazebo", "--games", "6", "--here", "--setups")
    named = simulate(*words, json.dumps([{"board": board.name}]))
    assert simulate(*words, json.dumps([{"board": rows}])) == named
    assert named["figures"]["games"] == 6


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], 'The game must be niwa, gazebo or gnome_hollow, not "chess".'),
        (["niwa", "--players", "9"], "Niwa takes 2 to 6 players, not 9 (N1.2)."),
        (["niwa", "--players", "834"], "No game takes 834 players."),
        (["niwa", "--players", "0"], "No game takes 0 players."),
        (["niwa", "--games", "0"], "A simulation has 1 to 100,000,000 games."),
        (
            ["niwa", "--setups", "[1]"],
            "Set-ups are a list of objects, such as a mission or a board each.",
        ),
        (
            ["gazebo", "--setups", '[{"board": "moon"}]'],
            'The board must be bird, butterfly, botanical, jungle or qin, not "moon" (G2.3).',
        ),
        (["niwa", "--setups", "[{}]"], "Set-up 1 names no mission."),
        (
            ["niwa", "--setups", '[{"mission": 1}, {"mission": 1}]'],
            "Set-ups 1 and 2 are the same; each is played equally often.",
        ),
        (["niwa", "--bots", "a,b", "--players", "3"], "2 bots are named for 3 players."),
        (["niwa", "--blocks", "3"], "--blocks says how many from --block on, which is not given."),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(words: list[str], message: str) -> None:
    with pytest.raises(CommandError) as caught:
        simulate(*words, "--here")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "words",
    [
        ["--block=-5"], ["--block=1", "--blocks=0"], ["--options", "[]"], ["--setups", "{"],
        ["--setups", "[]"], ["--games", "٣"], ["--games", "1_0"], ["--players", "２"],
        ["--seed", "-1"], ["--options", '{"max_exchanges": NaN}'], ["--options", "[" * 60_000],
        ["--setups", '[{"mission": 1, "mission": 5}]'],
    ],
)  # fmt: skip
def test_a_wrong_call_is_one(words: list[str]) -> None:
    with pytest.raises(CommandError, match="Error: argument"):
        simulate("niwa", "--here", *words)
