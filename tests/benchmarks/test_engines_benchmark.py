"""The benchmark beside open_spiel: how it counts moves and makes ratios. Nothing is timed."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from benchmarks import engines as benchmark
from engines.rng import Rng


class Stairs:
    """A state as open_spiel's: a player climbs a step at a time, and chance comes between.

    Chance first decides the height, 3 or 6; later all that it may do is nothing.
    """

    def __init__(self, height: int = 0, at: int = 0, waits: bool = False) -> None:
        self.height, self.at, self.waits = height, at, waits

    def clone(self) -> Stairs:
        return Stairs(self.height, self.at, self.waits)

    def current_player(self) -> int:
        if self.height and self.at >= self.height:
            return benchmark.TERMINAL
        return benchmark.CHANCE if self.waits or not self.height else 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 1.0)] if self.height else [(3, 0.5), (6, 0.5)]

    def legal_actions(self) -> list[int]:
        return [1]

    def apply_action(self, action: int) -> None:
        if not self.height:
            self.height = action
        elif self.waits:
            self.waits = False
        else:
            self.at, self.waits = self.at + action, True


class StairsGame:
    def new_initial_state(self) -> Stairs:
        return Stairs()


class Clock:
    """Time that goes on only where it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def work(self, moves: float, seconds: float) -> Callable[[], float]:
        def play() -> float:
            self.now += seconds
            return moves

        return play


def test_deals_end_where_a_player_decides() -> None:
    heights = [benchmark.dealt(StairsGame(), Rng(seed)).height for seed in range(20)]
    assert set(heights) == {3, 6}


def test_decisions_and_chance_are_counted_apart() -> None:
    length = benchmark.play_on(Stairs(height=3), Rng(1))
    assert (length.decisions, length.chance, length.moves) == (3, 2, 5)


def test_a_mean_length_leaves_the_state_alone() -> None:
    state = Stairs(height=6)
    assert benchmark.mean_length(state, 4, Rng(1)) == benchmark.Length(6, 5)
    assert state.at == 0


def test_mean_lengths_are_the_means_of_both_counts() -> None:
    lengths = [benchmark.Length(3, 2), benchmark.Length(6, 5)]
    assert benchmark.mean_of(lengths) == benchmark.Length(4.5, 3.5)


def test_chance_is_drawn_by_its_probabilities() -> None:
    rng = Rng(1)
    drawn = [benchmark.drawn([(7, 0.25), (8, 0.0), (9, 0.75)], rng) for _ in range(4000)]
    assert set(drawn) == {7, 9}
    assert drawn.count(7) / 4000 == pytest.approx(0.25, abs=0.03)


def test_probabilities_that_miss_one_by_rounding_still_give_an_outcome() -> None:
    assert benchmark.drawn([(7, 0.0), (8, 0.0)], Rng(1)) == 8


def test_works_take_turns_until_each_has_had_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "TURN", 0.25)
    clock = Clock()
    works = {"quick": clock.work(50, 0.0625), "slow": clock.work(50, 0.5)}
    assert benchmark.play_round(works, 1, clock) == {"quick": 800, "slow": 100}
    assert clock.now == 4 * (0.25 + 0.5)


def test_a_ratio_is_made_within_each_round_and_of_the_same_kind() -> None:
    rounds = [
        {"niwa random": 60.0, "hex random": 10.0, "niwa step": 3.0, "hex step": 6.0},
        {"niwa random": 20.0, "hex random": 5.0, "niwa step": 4.0, "hex step": 2.0},
    ]
    assert benchmark.ratios(rounds, "niwa random", "hex") == [6.0, 4.0]
    assert benchmark.ratios(rounds, "niwa step", "hex") == [0.5, 2.0]


def test_a_spread_is_the_median_the_middle_half_and_the_ends() -> None:
    assert benchmark.spread([5, 1, 4, 2, 9, 3, 8, 7]) == benchmark.Spread(4.5, 3, 7, 1, 9)
    assert benchmark.spread([2.5]) == benchmark.Spread(2.5, 2.5, 2.5, 2.5, 2.5)


def test_each_target_says_whether_it_is_met() -> None:
    assert benchmark.judged(5.0, 5) == "≥ 5: met"
    assert benchmark.judged(0.79, 0.8) == "≥ 0.8: not met"
    assert benchmark.judged(0.2, None) == "none"


def test_the_table_of_ratios_has_a_line_for_each() -> None:
    spreads = {pair: benchmark.spread([6.0, 7.0, 8.0]) for pair in benchmark.TARGETS}
    lines = benchmark.table_of_ratios(spreads).splitlines()[2:]
    shown = " ".join(lines[0].split())
    assert shown == "niwa random / oh_hell 7.00 6.00 to 8.00 6.00 to 8.00 ≥ 5: met"
    assert [line[:32].rstrip() for line in lines] == list(benchmark.medians(spreads))


def test_the_json_names_ratios_as_ours_by_theirs() -> None:
    spreads = {("niwa random", "oh_hell"): benchmark.spread([7.1234])}
    assert benchmark.medians(spreads) == {"niwa random / oh_hell": 7.123}


def test_where_open_spiel_is_missing_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert benchmark.main([]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"open_spiel is not installed. It comes with\n  {benchmark.INSTALL}\n"


def test_the_install_command_reads_a_lock_that_is_there() -> None:
    lock = benchmark.ROOT / benchmark.INSTALL.split(" -r ")[1]
    assert "\nopen-spiel==" in lock.read_text()
