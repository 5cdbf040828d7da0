"""`./teien manage simulate`, in its own process."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from analytics.models import Simulation
from engines.batch import plan_batch, play_blocks
from tests import factories
from tournaments.models import Club, User

pytestmark = pytest.mark.django_db


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
        (["chess"], 'The game must be niwa or gazebo, not "chess".'),
        (["niwa", "--players", "9"], "Niwa takes 2 to 6 players, not 9 (N1.2)."),
        (["niwa", "--games", "0"], "A simulation has 1 to 100,000,000 games."),
        (
            ["niwa", "--setups", "[1]"],
            "Set-ups are a list of objects, such as a mission or a board each.",
        ),
        (
            ["gazebo", "--setups", '[{"board": "moon"}]'],
            'The board must be bird, butterfly, botanical, jungle or qin, not "moon" (G2.3).',
        ),
        (["niwa", "--bots", "a,b", "--players", "3"], "2 bots are named for 3 players."),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(words: list[str], message: str) -> None:
    with pytest.raises(CommandError) as caught:
        simulate(*words, "--here")
    assert str(caught.value) == message


@pytest.mark.parametrize("words", [["--block=-5"], ["--options", "[]"], ["--setups", "{"]])
def test_a_wrong_call_is_one(words: list[str]) -> None:
    with pytest.raises(CommandError, match="Error: argument"):
        simulate("niwa", "--here", *words)
