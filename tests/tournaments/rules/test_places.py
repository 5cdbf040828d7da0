from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.errors import BadSetting
from tournaments.rules.places import places, slots


@pytest.mark.parametrize(
    ("totals", "best", "expected"),
    [
        ((105, 98, 120), "most", (2, 3, 1)),
        ((3, 0, 7, 5), "fewest", (2, 1, 4, 3)),
        ((10, 10, 4), "most", (Fraction(3, 2), Fraction(3, 2), 3)),
        ((10, 4, 4, 4), "most", (1, 3, 3, 3)),
        ((5, 5, 5, 5), "fewest", (Fraction(5, 2),) * 4),
        (
            (9, 7, 7, 1, 1, 0),
            "most",
            (1, Fraction(5, 2), Fraction(5, 2), Fraction(9, 2), Fraction(9, 2), 6),
        ),
        ((Fraction(1, 2), Fraction(1, 3)), "most", (1, 2)),
        ((4,), "most", (1,)),
    ],
)
def test_tied_seats_share_the_mean_place(totals, best, expected):
    assert places(totals, best) == expected


def test_equal_totals_are_parted_by_tie_values_where_more_is_better():
    assert places((50, 60, 50), "most", (1, 0, 2)) == (3, 1, 2)
    assert places((4, 4, 9), "fewest", (0, 1, 3)) == (2, 1, 3)


def test_seats_equal_in_tie_values_too_still_share():
    assert places((50, 50, 50), "most", (1, 1, 0)) == (Fraction(3, 2), Fraction(3, 2), 3)


def test_an_unknown_direction_is_refused():
    with pytest.raises(BadSetting) as refused:
        places((1, 2), "least")
    assert refused.value.code == "unknown_choice"
    assert refused.value.facts == {
        "setting": "best",
        "value": "least",
        "choices": ["most", "fewest"],
    }
    assert str(refused.value) == "best cannot be 'least': choose one of most, fewest."


def test_a_missing_tie_value_is_a_mistake_of_the_caller():
    with pytest.raises(ValueError, match="3 totals but 2 values"):
        places((1, 2, 3), "most", (0, 0))


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2)), min_size=1, max_size=6),
    st.sampled_from(("most", "fewest")),
)
def test_places_sum_to_the_whole_and_keep_the_order(seats, best):
    totals, ties = zip(*seats, strict=True)
    found = places(totals, best, ties)
    assert sum(found) == Fraction(len(seats) * (len(seats) + 1), 2)
    for mine, (total, tie) in zip(found, seats, strict=True):
        for theirs, (other_total, other_tie) in zip(found, seats, strict=True):
            gain = total - other_total if best == "most" else other_total - total
            better = gain > 0 or (gain == 0 and tie > other_tie)
            level = gain == 0 and tie == other_tie
            assert (mine < theirs, mine == theirs) == (better, level)


def test_slots_name_the_places_a_tied_group_fills():
    assert slots((Fraction(5, 2), 1, Fraction(5, 2), 4)) == (
        range(1, 3),
        range(1),
        range(1, 3),
        range(3, 4),
    )


@pytest.mark.parametrize(
    "wrong",
    [
        (Fraction(1), Fraction(1)),
        (Fraction(1), Fraction(3)),
        (Fraction(2), Fraction(2), Fraction(3)),
        (Fraction(0), Fraction(1)),
    ],
)
def test_places_that_no_table_can_have_are_not_paid(wrong):
    with pytest.raises(ValueError, match="not the places of one table"):
        slots(wrong)
