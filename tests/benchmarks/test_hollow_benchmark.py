"""What ends games of Gnome Hollow: the same figures for everyone, and how they are written."""

import json

import pytest

from benchmarks import hollow as benchmark

HEAD = """\
| bot | players | flowers | markers | bag | seat 1 (starts) | decisions | points |
|---|--:|--:|--:|--:|--:|--:|--:|
"""
ROWS = (
    "| `random` | 2 | 0.0 | 0.0 | 100.0 | 50.0 (9.5–90.5) | 169.5 | 1.0 |\n"
    "| `greedy` | 2 | 0.0 | 0.0 | 100.0 | 100.0 (34.2–100.0) | 233.0 | 76.5 |\n"
)
CALL = ["--games", "2", "--players", "2"]


def test_the_table_has_a_row_for_each_bot_and_number_of_players(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Where this changes, the table of `docs/games/gnome_hollow.md` does: measure again."""
    assert benchmark.main(CALL) == 0
    assert capsys.readouterr().out == HEAD + ROWS
    assert benchmark.main([*CALL, "--policies", "random", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["policy"], row["players"], row["games"]) == ("random", 2, 2)
    assert row["ends"] == {"flowers": 0, "markers": 0, "bag": 1}
    assert [round(figure, 3) for figure in row["first"]] == [0.5, 0.095, 0.905]
    assert (row["decisions"], row["points"]) == (339 / 2, 1)


def test_every_end_is_counted() -> None:
    """Of the first six greedy games of four one is over by markers."""
    ends = benchmark.measure("greedy", 4, 6, "recon-1").ends
    assert ends == {"flowers": 0, "markers": 1 / 6, "bag": 5 / 6}


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (["--tileset", "tea"], 'The tile set must be recon-1, not "tea"'),
        (["--players", "5"], "Gnome Hollow takes 2 to 4 players, not 5 (H1.1)."),
        (["--policies", "clever"], 'There is no bot "clever"'),
    ],
)
def test_what_cannot_be_measured_is_said(
    call: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert benchmark.main([*call, "--json"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(said)
