"""`benchmarks/bots.py` finds the same strengths wherever it runs."""

import json
from typing import Any

import pytest

from benchmarks import bots
from engines.bots import Bot
from engines.bots.at_once import AtOnce

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
    assert (row["won"], row["more"][0]) == (0.5, 0.0)
    assert [round(end, 3) for end in row["more"][1:]] == [-0.350, 0.350]  # Wilson's for 2 of 4


def test_a_game_without_missions_or_boards_is_dealt_as_it_is() -> None:
    given = bots.parser().parse_args(["gnome_hollow", "--levels", "random,greedy"])
    assert [(pair.players, pair.ways) for pair in bots.pairs(given)] == [(2, [{}]), (3, [{}])]
    assert [bots.pairs(given)[1].deal(number).actor() for number in range(2)] == [0, 0]


def strength(monkeypatch: pytest.MonkeyPatch, won: list[float]) -> bots.Strength:
    """Of three players' deals of which the upper level has won so much, two decisions a ms."""

    def play_deal(pair: bots.Pair, number: int) -> tuple[float, list[bots.Timed]]:
        upper = bots.Timed(AtOnce(0, "random"))
        upper.seconds, upper.decisions = 0.001, 2
        return won[number], [upper]

    monkeypatch.setattr(bots, "play_deal", play_deal)
    pair = bots.Pair("niwa", 3, "greedy", "random", len(won), [{"mission": 1}], 1)
    return bots.measure(pair)


def test_who_wins_every_deal_might_still_lose_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """20 of 20: Wilson's interval is 0.8389 to 1, moved down by the even third."""
    assert bots.line(strength(monkeypatch, [1.0] * 20)) == (
        "| niwa | 3 | `greedy` | `random` | 60 | 1.000 | +0.667 (+0.506 to +0.667) | 0.50 |"
    )


def test_the_interval_is_of_deals_that_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten deals, each won on all seats or on none, weigh as 9 trials: 0.5 ± 0.2735."""
    assert bots.line(strength(monkeypatch, [1.0, 0.0] * 5)) == (
        "| niwa | 3 | `greedy` | `random` | 30 | 0.500 | +0.167 (-0.107 to +0.440) | 0.50 |"
    )


def test_the_upper_level_sits_once_on_each_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    tables: list[list[str]] = []

    def play(position: object, seated: list[Bot]) -> list[float]:
        tables.append([getattr(bot, "bot", bot).policy for bot in seated])
        return [1.0, 0.0, 0.0]

    monkeypatch.setattr(bots, "play", play)
    pair = bots.Pair("niwa", 3, "greedy", "random", 2, [{"mission": 1}], 1)
    assert bots.play_deal(pair, 0)[0] == pytest.approx(1 / 3)
    assert tables == [
        ["greedy", "random", "random"],
        ["random", "greedy", "random"],
        ["random", "random", "greedy"],
    ]


def test_levels_that_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert bots.main([*QUICK, "--levels", "random,oracle"]) == 1
    assert 'There is no bot "oracle"' in capsys.readouterr().err
