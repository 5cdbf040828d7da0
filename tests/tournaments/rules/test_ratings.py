"""Ratings: what one table changes, that a better place never ends lower, and that any beginning of
the events can be kept and gone on from."""

import json
import math
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from tournaments.rules.places import MOST, places
from tournaments.rules.ratings import (
    PROVISIONAL_UNTIL,
    START,
    STEP,
    Event,
    Rating,
    new_model,
    rate,
    roll,
)

CASES = json.loads((Path(__file__).parents[2] / "cases" / "worked_examples.json").read_bytes())
DAY = datetime(2026, 11, 30, tzinfo=UTC)
SETTLED = Rating(25.0, 1.8, 40)


def table(scores: list[int], *, series: int = 1, players: list[int] | None = None) -> Event:
    """Everyone alone, the most first; players 0, 1, 2 … by seat."""
    seated = players or list(range(len(scores)))
    found = places(scores, MOST)
    return Event(DAY, series, tuple((one,) for one in seated), tuple(map(float, found)))


def tie_patterns(seats: int) -> Iterator[list[int]]:
    """Every way in which so many can tie but all with all; up to five in every order of seats."""
    met = set()
    for cuts in range(1, 2 ** (seats - 1)):
        scores = [-sum(cuts >> at & 1 for at in range(seat)) for seat in range(seats)]
        if seats < 6:
            met |= set(permutations(scores))
        else:
            met |= {tuple(scores), tuple(scores[::-1]), (*scores[::2], *scores[1::2])}
    yield from (list(scores) for scores in sorted(met))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_from_equal_ratings_a_better_place_ends_higher_and_a_tie_level(seats: int) -> None:
    for start in (START, SETTLED):
        for scores in tie_patterns(seats):
            after = rate(table(scores), dict.fromkeys(range(seats), start))
            for a, b in permutations(range(seats), 2):
                if scores[a] > scores[b]:
                    assert after[a].mu > after[b].mu + 0.01
                if scores[a] == scores[b]:
                    assert after[a].mu == pytest.approx(after[b].mu, abs=1e-12)


def test_so_they_do_at_six_seats_beside_players_of_any_strength() -> None:
    """Two of equal ratings at a random table, with other ratings and any ties around them."""
    rng, decided = Random(6), 0
    for _ in range(400):
        seats = rng.randint(3, 6)
        scores = [rng.randint(0, 3) for _ in range(seats)]
        start = {one: Rating(rng.gauss(25, 8), rng.uniform(0.5, 8.3), 9) for one in range(seats)}
        a, b = rng.sample(range(seats), 2)
        start[b] = start[a]
        after = rate(table(scores), start)
        if scores[a] > scores[b]:
            decided += 1
            assert after[a].mu > after[b].mu
        if scores[a] == scores[b]:
            assert after[a].mu == pytest.approx(after[b].mu, abs=1e-12)
    assert decided > 100


def test_one_place_better_at_the_same_table_never_ends_lower() -> None:
    rng = Random(7)
    for _ in range(300):
        seats = rng.randint(2, 6)
        scores = [rng.randint(0, 4) for _ in range(seats)]
        start = {one: Rating(rng.gauss(25, 8), rng.uniform(0.5, 8.3), 9) for one in range(seats)}
        better = [scores[0] + 1, *scores[1:]]
        assert rate(table(better), start)[0].mu >= rate(table(scores), start)[0].mu - 1e-12


def test_the_known_table_with_three_tied() -> None:
    """By hand: c² = 2σ² + 2β²; first gains σ²/c · ½, tied for 2nd to 4th nothing, last loses it.

    (Plackett-Luce, of which the case tells, takes from the tied as much as the first gains.)
    """
    case = CASES["openskill_ffa5_ties"]
    after = rate(table(case["scores"]))
    variance = START.sigma**2 + new_model().tau ** 2
    c = math.sqrt(2 * variance + 2 * (25 / 6) ** 2)
    step = variance / c / 2
    means = [25 + step, 25, 25, 25, 25 - step]
    assert [after[one].mu for one in range(5)] == pytest.approx(means, abs=1e-12)
    sigma = math.sqrt(variance * (1 - variance / c**2 / 4))
    assert [after[one].sigma for one in range(5)] == pytest.approx([sigma] * 5, abs=1e-12)
    assert case["v6.2.0_mu"][1] < 25


def test_a_large_table_takes_no_greater_step_than_a_small_one() -> None:
    gains = [rate(table(list(range(seats, 0, -1))))[0].mu - 25 for seats in range(2, 7)]
    assert gains == pytest.approx([gains[0]] * 5)


def test_members_of_a_pair_are_rated_together_and_the_less_known_moves_more() -> None:
    pairs = Event(DAY, 1, ((0, 1), (2, 3)), (2.0, 1.0))
    after = rate(pairs, {0: START, 1: SETTLED, 2: START, 3: START})
    assert after[0].mu < after[1].mu < 25 < after[2].mu == after[3].mu
    assert [after[one].events for one in range(4)] == [1, 41, 1, 1]


def test_in_which_order_seats_are_named_changes_nothing_but_the_last_bits() -> None:
    scores = [3, 1, 3, 2, 1, 0]
    start = {one: Rating(20.0 + one, 3.0 + one, 5) for one in range(6)}
    told = rate(table(scores), start)
    for order in [[5, 4, 3, 2, 1, 0], [2, 0, 4, 1, 3, 5]]:
        turned = rate(table([scores[one] for one in order], players=order), start)
        for one in range(6):
            assert turned[one] == pytest.approx(told[one], abs=1e-12)


def evenings(count: int) -> list[Event]:
    rng, events = Random(1), []
    for series in range(count):
        seated = rng.sample(range(12), rng.randint(2, 6))
        scores = [rng.randint(0, 5) for _ in seated]
        event = table(scores, series=series, players=seated)
        events.append(event._replace(closed_at=DAY + timedelta(hours=series // 3)))
    return events


@pytest.mark.parametrize("at", [0, 1, 37, 60])
def test_going_on_from_any_point_gives_the_same_to_the_last_bit(at: int) -> None:
    events = evenings(60)
    whole = list(roll(events))
    so_far = {change.player: change.after for _, changes in roll(events[:at]) for change in changes}
    assert list(roll(events[at:], so_far)) == whole[at:]


def test_a_change_tells_before_and_after() -> None:
    first, second = (changes for _, changes in roll([table([2, 1]), table([1, 2], series=2)]))
    assert [change.player for change in first] == [0, 1]
    assert [change.before for change in first] == [START, START]
    assert [change.before for change in second] == [change.after for change in first]
    assert [change.after.events for change in second] == [2, 2]


@pytest.mark.parametrize(
    ("earlier", "later"),
    [((DAY, 2), (DAY, 2)), ((DAY, 2), (DAY, 1)), ((DAY, 1), (DAY - timedelta(days=1), 2))],
)
def test_events_out_of_order_are_refused(
    earlier: tuple[datetime, int], later: tuple[datetime, int]
) -> None:
    sides, ranks = ((1,), (2,)), (1.0, 2.0)
    rolled = roll([Event(*earlier, sides, ranks), Event(*later, sides, ranks)])
    next(rolled)
    with pytest.raises(ValueError, match="does not come after"):
        next(rolled)


def test_a_series_of_one_side_or_with_one_player_twice_says_nothing() -> None:
    assert table([2, 1]).rateable
    assert not Event(DAY, 1, ((1, 2),), (1.0,)).rateable
    assert not Event(DAY, 1, ((1,), (2,), (1,)), (1.0, 2.0, 3.0)).rateable


# What people read --------------------------------------------------------------------------------


def test_everybody_begins_at_1500_give_or_take_500() -> None:
    assert (START.points, START.margin, START.provisional) == (1500, 500, True)


@pytest.mark.parametrize(
    ("rating", "shown"),
    [
        (Rating(26.0, 2.0, 10), (1530, 120, False)),
        (Rating(24.9, 1.76, 9), (1497, 106, True)),
        (Rating(25.0166, 1.0, 99), (1500, 60, False)),
    ],
)
def test_the_scale_that_people_read(rating: Rating, shown: tuple[int, int, bool]) -> None:
    assert (rating.points, rating.margin, rating.provisional) == shown


def test_400_points_are_odds_of_about_ten_to_one() -> None:
    odds = math.exp(400 / STEP / (math.sqrt(2) * new_model().beta))
    assert round(odds, 1) == 9.6


def test_a_rating_is_provisional_until_ten_events() -> None:
    counts = [Rating(25.0, 5.0, events).provisional for events in range(PROVISIONAL_UNTIL + 1)]
    assert counts == [True] * 10 + [False]
