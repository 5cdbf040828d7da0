"""`benchmarks/bots.py` finds the same strengths wherever it runs."""

import json
from typing import Any

import pytest

from benchmarks import bots
from engines.bots import Bot

QUICK = ["niwa", "--players", "2", "--mission", "1,8", "--json"]


def measured(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    assert bots.main([*QUICK, *arguments]) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return [{key: row[key] for key in row if key != "milliseconds"} for row in found]


def test_every_level_meets_the_one_below(capsys: pytest.CaptureFixture[str]) -> None:
    found = measured(capsys, "--games", "6", "--levels", "random,greedy,mcts:2")
    assert [(row["upper"], row["lower"], row["games"]) for row in found] == [
        ("greedy", "random", 6),
        ("mcts:2", "greedy", 6),
    ]
    assert found == measured(capsys, "--games", "6", "--levels", "random,greedy,mcts:2")


def test_equal_bots_with_equal_seeds_win_what_is_even(capsys: pytest.CaptureFixture[str]) -> None:
    (row,) = measured(capsys, "--games", "8", "--levels", "random,random")
    assert (row["won"], row["more"]) == (0.5, [0.0, 0.0, 0.0])


def test_the_upper_level_sits_once_on_each_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    tables: list[list[str]] = []

    def play(position: object, seated: list[Bot]) -> list[float]:
        tables.append([type(getattr(bot, "bot", bot)).__name__ for bot in seated])
        return [1.0, 0.0, 0.0]

    monkeypatch.setattr(bots, "play", play)
    pair = bots.Pair("niwa", 3, "greedy", "random", 2, [{"mission": 1}], 1)
    assert bots.play_deal(pair, 0)[0] == pytest.approx(1 / 3)
    assert tables == [
        ["Greedy", "Random", "Random"],
        ["Random", "Greedy", "Random"],
        ["Random", "Random", "Greedy"],
    ]


def test_levels_that_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert bots.main([*QUICK, "--levels", "random,oracle"]) == 1
    assert 'There is no bot "oracle"' in capsys.readouterr().err
