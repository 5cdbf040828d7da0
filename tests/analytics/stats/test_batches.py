"""What counts say, and that a batch ends by its games alone."""

from collections import Counter
from typing import Any

import pytest

from analytics.stats.batches import (
    FIRST_STAGE,
    all_blocks,
    figures,
    first_stage,
    next_stage,
    widest,
)
from analytics.stats.intervals import wilson
from engines.batch import Batch, plan_batch, play_blocks


def batch(*bots: str, setups: int = 1) -> Batch:
    return plan_batch("niwa", bots, {}, [{"mission": 1 + number} for number in range(setups)], 7)


@pytest.mark.parametrize(
    ("bots", "setups", "games", "blocks"),
    [
        (("random", "random"), 1, 1, 1),
        (("random", "random"), 1, 20_000, 20_000),
        (("greedy", "random", "random"), 1, 20_000, 6_667),
        (("greedy", "random", "random"), 8, 20_000, 6_672),
        (("greedy", "random", "greedy", "random"), 3, 7, 6),
    ],
)
def test_a_batch_has_the_games_asked_for_each_set_up_equally_often(
    bots: tuple[str, ...], setups: int, games: int, blocks: int
) -> None:
    assert all_blocks(batch(*bots, setups=setups), games) == blocks


def test_a_fixed_number_of_games_is_one_stage() -> None:
    pair = batch("random", "random")
    assert first_stage(pair, 5000, None) == 5000
    assert next_stage(pair, 5000, None, 5000, {}) is None


def test_stages_double_until_the_interval_is_narrow_enough_or_all_is_played() -> None:
    pair = batch("random", "random")
    assert first_stage(pair, 5000, 0.1) == FIRST_STAGE
    assert first_stage(pair, 100, 0.1) == 100

    def counts(blocks: int) -> Counter[str]:
        half = {"share": 30 * blocks, "share2": 1800 * blocks}
        return Counter({"blocks/0": blocks, "of_seat/0/0/share": 0, "of_seat/0/1/share": 0}) + (
            Counter({f"of_seat/0/{seat}/{key}": half[key] for seat in (0, 1) for key in half})
        )

    width = widest(pair, counts(512))
    assert width == pytest.approx(wilson(0.5, 511).width)  # one deal less: the mean is not known
    assert next_stage(pair, 5000, width, 512, counts(512)) == 1024
    assert next_stage(pair, 5000, width + 0.001, 512, counts(512)) is None
    assert next_stage(pair, 5000, 0.001, 4096, counts(4096)) == 5000
    assert next_stage(pair, 5000, 0.001, 5000, counts(5000)) is None


def test_what_is_asked_is_the_bots_where_they_differ_and_else_the_seats() -> None:
    mixed_bots, alike = batch("greedy", "random"), batch("random", "random")
    counts = play_blocks(mixed_bots, 0, 64).counts
    found: Any = figures(mixed_bots, counts)
    widths = [bot["share"]["high"] - bot["share"]["low"] for bot in found["bots"]]
    assert widest(mixed_bots, counts) == pytest.approx(max(widths))
    counts = play_blocks(alike, 0, 64).counts
    found = figures(alike, counts)
    widths = [seat["share"]["high"] - seat["share"]["low"] for seat in found["seats"]]
    assert widest(alike, counts) == pytest.approx(max(widths))


def test_figures_add_up() -> None:
    three = batch("greedy", "random", "random", setups=2)
    counts = play_blocks(three, 0, 20).counts
    found: Any = figures(three, counts)
    assert (found["games"], found["blocks"], found["ends"]) == (60, 20, {"pile": 60})
    assert sum(seat["share"]["value"] for seat in found["seats"]) == pytest.approx(1)
    assert sum(bot["seats"] * bot["share"]["value"] for bot in found["bots"]) == pytest.approx(1)
    assert [part["games"] for part in found["setups"]] == [30, 30]
    assert [part["setup"] for part in found["setups"]] == [{"mission": 1}, {"mission": 2}]
    cell = found["seats"][2]["bots"][1]
    assert (cell["bot"], cell["games"]) == ("random", 40)
    assert sum(cell["scores"].values()) == 40
    mean = sum(int(score) * number for score, number in cell["scores"].items()) / 40
    assert cell["score"]["value"] == pytest.approx(mean)
    assert cell["score"]["low"] < mean < cell["score"]["high"]


def test_before_the_first_game_nothing_is_known() -> None:
    found: Any = figures(batch("random", "random"), {})
    assert found["games"] == 0
    assert found["moves"] == {"value": 0.0, "low": None, "high": None}
    assert found["seats"][0]["share"] == {"value": 0.0, "low": 0.0, "high": 1.0}
    assert found["setups"] == []
