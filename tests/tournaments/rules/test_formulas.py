"""Every formula works out to what is paid."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.formulas import formulas, share_formulas
from tournaments.rules.places import places
from tournaments.rules.points import check_scheme, points, table_percent

SCHEMES = [
    ("place_share", {}),
    ("fair", {}),
    ("places", {"values": [10, "7/2", 1]}),
    ("places", {"values": [3, -1, "-3/2"]}),
    ("places", {"values": [10, 6, 3, 1], "ties": "full"}),
    ("table_percent", {}),
    ("score", {}),
]


def work_out(formula: str) -> Fraction:
    """The value of a formula, exactly. It has numbers, brackets and + − · / and nothing else."""
    assert re.fullmatch(r"[0-9()+−·/ ]+", formula), formula
    exact = re.sub(r"\d+", r"Fraction(\g<0>)", formula.replace("−", "-").replace("·", "*"))
    return Fraction(eval(exact, {"Fraction": Fraction}))


@pytest.mark.parametrize(
    ("name", "settings", "totals", "best", "expected"),
    [
        ("place_share", {}, (60, 20, 20, 10), "most",
         ["(4 − 1)/(4 − 1)", "(4 − 5/2)/(4 − 1)", "(4 − 5/2)/(4 − 1)", "(4 − 4)/(4 − 1)"]),
        ("fair", {}, (60, 20, 20, 10), "most", ["11", "(7 + 4)/2", "(7 + 4)/2", "2"]),
        ("places", {"values": [9, "7/2"], "ties": "full"}, (5, 5, 1), "most", ["9", "9", "0"]),
        ("places", {"values": [9, 3, -1]}, (5, 1, 1), "most",
         ["9", "(3 + (−1))/2", "(3 + (−1))/2"]),
        ("win_draw", {}, (5, 1), "most", ["1", "0"]),
        ("win_draw", {"draw": "2/5"}, (5, 5), "most", ["2/5", "2/5"]),
        ("table_percent", {}, (0, 3, 7), "fewest",
         ["(10 − 0)/((3 − 1) · 10)", "(10 − 3)/((3 − 1) · 10)", "(10 − 7)/((3 − 1) · 10)"]),
        ("table_percent", {}, (0, 0, 0), "most", ["1/3", "1/3", "1/3"]),
        ("score", {}, (0, 3), "fewest", ["0", "−3"]),
    ],
)  # fmt: skip
def test_a_formula_is_written_as_people_write_it(name, settings, totals, best, expected):
    scheme = check_scheme(name, settings)
    assert list(formulas(scheme, places(totals, best), totals, best)) == expected


@given(
    st.sampled_from(SCHEMES),
    st.lists(st.integers(0, 4), min_size=2, max_size=6),
    st.sampled_from(["most", "fewest"]),
)
def test_every_formula_works_out_to_the_points(of_scheme, totals, best):
    scheme, table = check_scheme(*of_scheme), places(totals, best)
    written = formulas(scheme, table, totals, best)
    assert tuple(map(work_out, written)) == points(scheme, table, totals, best)
    shares = share_formulas(totals, best)
    assert tuple(map(work_out, shares)) == table_percent(totals, best)
