"""The table of seats: the same figures for everyone, and how they are written."""

import json

import pytest

from benchmarks import boards as benchmark
from engines.gazebo.boards import BOARDS

HEAD = """\
| board | players | seat 1 (starts) | seat 2 | seat 3 | seat 4 | ends by a last gazebo | decisions | left |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
"""  # noqa: E501
ROW = (
    "| qin | 3 | 66.7 (30.0–90.3) | 16.7 (3.0–56.4) | 16.7 (3.0–56.4) |  | 66.7 | 118.7 | 15.8 |\n"
)


def test_the_table_has_a_row_for_each_board_and_number_of_players(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call = ["--games", "6", "--policy", "random", "--players", "3", "--boards", "qin"]
    assert benchmark.main(call) == 0
    assert capsys.readouterr().out == HEAD + ROW
    assert benchmark.main([*call, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["ends"] == {"blocked": 2 / 6, "last_gazebo": 4 / 6}
    assert [round(figure, 3) for figure in row["shares"][0]] == [0.667, 0.300, 0.903]
    assert (row["board"], row["players"], row["games"]) == ("qin", 3, 6)
    assert (row["decisions"], row["left"]) == (712 / 6, 95 / 6)


def test_who_measures_a_board_gets_the_same_figures() -> None:
    """Where this changes, the table of `docs/games/gazebo.md` does: measure again."""
    played = {board: benchmark.measure(board, 2, 10, "random") for board in BOARDS}
    assert {board: (row.shares[0].value, row.decisions) for board, row in played.items()} == {
        "bird": (0.5, 117.7),
        "butterfly": (0.4, 105.2),
        "botanical": (0.6, 123.0),
        "jungle": (0.2, 116.3),
        "qin": (0.4, 120.1),
    }


def test_a_shared_win_counts_in_parts() -> None:
    """Of the first 20 games on `qin` seat 1 wins 11 and shares one."""
    first, second = benchmark.measure("qin", 2, 20, "random").shares
    assert (first.value, second.value) == (11.5 / 20, 8.5 / 20)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (["--boards", "tea"], "The board must be bird, butterfly, botanical, jungle or qin"),
        (["--players", "5"], "Gazebo takes 2 to 4 players, not 5 (G1.2)."),
        (["--policy", "clever"], 'There is no bot "clever"'),
    ],
)
def test_what_cannot_be_measured_is_said(
    call: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert benchmark.main([*call, "--json"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(said)
