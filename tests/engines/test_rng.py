"""The engines' random numbers: the published stream, and draws that favour nothing."""

from collections import Counter

import pytest

from engines.rng import Rng, mixed

PUBLISHED = [
    6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
    16408922859458223821,
]  # fmt: skip
"""splitmix64 from the seed 1234567."""


def test_the_stream_is_the_published_one() -> None:
    rng = Rng(1234567)
    assert [rng.next() for _ in PUBLISHED] == PUBLISHED


@pytest.mark.parametrize("seed", [1234567 + 2**64, 1234567 - 2**64, 1234567 + 5 * 2**64])
def test_seeds_count_modulo_2_to_the_64(seed: int) -> None:
    assert Rng(seed).next() == PUBLISHED[0]


@pytest.mark.parametrize("count", [1, 2, 3, 10, 2**31])
def test_a_draw_is_below_its_bound(count: int) -> None:
    rng = Rng(count)
    drawn = [rng.below(count) for _ in range(1000)]
    assert min(drawn) >= 0
    assert max(drawn) < count


def test_draws_favour_nothing() -> None:
    rng = Rng(5)
    counts = Counter(rng.below(6) for _ in range(60_000))
    assert sorted(counts) == list(range(6))
    # Six counts of 10,000 with a standard deviation of 91: all within five of them.
    assert all(abs(count - 10_000) < 460 for count in counts.values())


def test_a_shuffle_gives_every_order_as_often() -> None:
    rng = Rng(6)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        rng.shuffle(items)
        counts[tuple(items)] += 1
    assert len(counts) == 24
    assert all(abs(count - 1000) < 160 for count in counts.values())


def test_mixed_seeds_differ_and_are_the_same_again() -> None:
    seeds = [mixed(seed, number) for seed in range(30) for number in range(30)]
    assert len(set(seeds)) == 900
    assert mixed(3, 4) == mixed(3, 4)
