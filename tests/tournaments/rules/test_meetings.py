import pytest

from tournaments.rules.meetings import count_meetings, counting_bound, repeated, repeats

from .cases import case, designs


def test_a_pair_costs_every_two_of_its_meetings():
    met = count_meetings([(1, 2, 3), (2, 1), (4, 2, 1)])
    assert met == {(1, 2): 3, (1, 3): 1, (2, 3): 1, (1, 4): 1, (2, 4): 1}
    assert repeats(met) == 3
    assert repeated(met) == [[1, 2, 3]]


@pytest.mark.parametrize(
    ("meetings", "pairs", "bound"),
    [(0, 0, 0), (10, 10, 0), (11, 10, 1), (20, 10, 10), (25, 10, 20), (3, 1, 3), (0, 5, 0)],
)
def test_the_bound_spreads_the_meetings_evenly(meetings, pairs, bound):
    assert counting_bound(meetings, pairs) == bound


@pytest.mark.parametrize(("meetings", "pairs"), [(1, 0), (-1, 3), (2, -1)])
def test_meetings_need_pairs(meetings, pairs):
    with pytest.raises(ValueError, match="cannot be spread"):
        counting_bound(meetings, pairs)


def test_the_bound_of_the_small_cases():
    for small in case("designs/small_optima.json")["cases"]:
        meetings = small["rounds"] * sum(size * (size - 1) // 2 for size in small["tables"])
        pairs = small["players"] * (small["players"] - 1) // 2
        assert counting_bound(meetings, pairs) == small["counting_bound"]


@pytest.mark.parametrize(("name", "design"), designs())
def test_a_perfect_schedule_reaches_the_bound(name, design):
    met = count_meetings(players for round_ in design["tables"] for players in round_)
    times = design["every_pair_meets"]
    assert set(met.values()) == {times}
    assert repeats(met) == len(met) * (times * (times - 1) // 2)
    assert repeats(met) == counting_bound(met.total(), len(met))
