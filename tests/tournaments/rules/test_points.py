from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.errors import BadSetting
from tournaments.rules.places import places
from tournaments.rules.points import (
    FAIR,
    SCHEMES,
    Scheme,
    check_scheme,
    points,
    table_percent,
    unplayed_points,
)

from .cases import case


def paid(name, totals, best="most", **settings):
    return points(check_scheme(name, settings), places(totals, best), totals, best)


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((9, 5), (1, 0)),
        ((30, 20, 10), (1, Fraction(1, 2), 0)),
        ((30, 20, 10, 5), (1, Fraction(2, 3), Fraction(1, 3), 0)),
        ((20, 20, 10, 5), (Fraction(5, 6), Fraction(5, 6), Fraction(1, 3), 0)),
        ((5, 5, 5), (Fraction(1, 2),) * 3),
        (
            (6, 5, 4, 3, 2, 1),
            (1, Fraction(4, 5), Fraction(3, 5), Fraction(2, 5), Fraction(1, 5), 0),
        ),
    ],
)
def test_place_share_pays_the_share_of_opponents_placed_below(totals, expected):
    assert paid("place_share", totals) == expected


def test_place_share_follows_the_games_direction():
    assert paid("place_share", (0, 4, 9), "fewest") == (1, Fraction(1, 2), 0)


def test_fair_pays_six_a_seat_at_every_table():
    published = case("worked_examples.json")["npbgc_2023_fair_points"]["points"]
    for seats, values in published.items():
        assert FAIR[int(seats)] == tuple(values)
    assert FAIR[2] == (9, 3)
    assert FAIR[6] == (13, 9, 6, 4, 3, 1)
    assert {seats: sum(values) for seats, values in FAIR.items()} == {
        2: 12,
        3: 18,
        4: 24,
        5: 30,
        6: 36,
    }


def test_fair_splits_ties():
    assert paid("fair", (40, 40, 30, 20)) == (9, 9, 4, 2)
    assert paid("fair", (40, 30, 30, 30, 20)) == (
        12,
        Fraction(16, 3),
        Fraction(16, 3),
        Fraction(16, 3),
        2,
    )


def test_the_published_evenings_add_up():
    rule = case("worked_examples.json")["npbgc_2023_fair_points"]
    for evening in rule["stated_examples"]:
        assert sum(FAIR[4][place - 1] for place in evening["places_4p"]) == evening["expected"]


def test_a_list_of_places_splits_ties():
    masters = case("worked_examples.json")["europemasters_points"]
    given_points = paid("places", (9, 7, 7, 1), values=masters["points"])
    assert given_points == (5, Fraction(5, 2), Fraction(5, 2), 1)
    assert given_points[1] == Fraction(str(masters["example"]["expected_each"]))


def test_a_list_of_places_may_pay_ties_in_full():
    assert paid("places", (9, 7, 7, 1), values=[5, 3, 2, 1], ties="full") == (5, 3, 3, 1)
    assert paid("places", (7, 7, 7), values=[5, 3, 2, 1], ties="full") == (5, 5, 5)


def test_places_beyond_the_list_are_worth_nothing_or_its_last_negative_value():
    assert paid("places", (4, 3, 2, 1), values=[3, 1]) == (3, 1, 0, 0)
    assert paid("places", (4, 3, 2, 1), values=[3, -1]) == (3, -1, -1, -1)
    assert paid("places", (2, 1), values=[5, 3, 2, 1]) == (5, 3)


def test_win_draw_pays_a_win_a_draw_and_a_loss():
    assert paid("win_draw", (12, 9)) == (1, 0)
    assert paid("win_draw", (12, 9), "fewest") == (0, 1)
    assert paid("win_draw", (9, 9)) == (Fraction(1, 2), Fraction(1, 2))


def test_win_draw_gives_the_published_match_points():
    totals = {"win": (2, 1), "loss": (1, 2), "draw": (1, 1)}
    for record, expected in case("worked_examples.json")["mtr_appendix_c"]["match_points"].items():
        wins, losses, draws = map(int, record.split("-"))
        games = [totals["win"]] * wins + [totals["loss"]] * losses + [totals["draw"]] * draws
        assert sum(paid("win_draw", game, win=3, draw=1, loss=0)[0] for game in games) == expected


@pytest.mark.parametrize(
    ("totals", "best", "expected"),
    [
        ((30, 20, 10), "most", (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))),
        ((0, 4, 6), "fewest", (Fraction(1, 2), Fraction(3, 10), Fraction(1, 5))),
        ((0, 0, 0), "most", (Fraction(1, 3),) * 3),
        ((0, 0, 0, 0), "fewest", (Fraction(1, 4),) * 4),
        ((7, 3), "fewest", (Fraction(3, 10), Fraction(7, 10))),
        ((0, 5), "fewest", (1, 0)),
    ],
)
def test_table_percent_is_the_share_of_the_tables_sum(totals, best, expected):
    assert table_percent(totals, best) == expected
    assert paid("table_percent", totals, best) == expected


@given(st.lists(st.integers(0, 200), min_size=2, max_size=6), st.sampled_from(("most", "fewest")))
def test_shares_of_a_table_are_1_in_sum_and_never_negative(totals, best):
    shares = table_percent(totals, best)
    assert sum(shares) == 1
    assert min(shares) >= 0


@pytest.mark.parametrize("totals", [(5,), (), (3, -1)])
def test_a_share_needs_two_totals_and_none_below_0(totals):
    with pytest.raises(ValueError, match="at least two totals, none below 0"):
        table_percent(totals, "most")


def test_score_pays_the_total_and_its_negative_where_fewest_is_best():
    assert paid("score", (105, 98)) == (105, 98)
    assert paid("score", (0, 7, 4), "fewest") == (0, -7, -4)


ALL_SCHEMES = [
    check_scheme("place_share"),
    check_scheme("fair"),
    check_scheme("places", {"values": [5, 3, 2, 1]}),
    check_scheme("places", {"values": [5, 3, 2, 1], "ties": "full"}),
    check_scheme("table_percent"),
    check_scheme("score"),
]


@given(
    st.sampled_from(ALL_SCHEMES),
    st.lists(st.integers(0, 9), min_size=2, max_size=6),
    st.sampled_from(("most", "fewest")),
)
def test_a_better_total_never_pays_less_and_equal_totals_pay_the_same(scheme, totals, best):
    given_points = points(scheme, places(totals, best), totals, best)
    for mine, total in zip(given_points, totals, strict=True):
        for theirs, other in zip(given_points, totals, strict=True):
            if total == other:
                assert mine == theirs
            elif (total > other) == (best == "most"):
                assert mine >= theirs
            else:
                assert mine <= theirs


@given(st.lists(st.integers(0, 5), min_size=2, max_size=6))
def test_split_ties_keep_the_sum_of_the_table(totals):
    assert sum(paid("fair", totals)) == 6 * len(totals)
    assert sum(paid("place_share", totals)) == Fraction(len(totals), 2)


@pytest.mark.parametrize(
    ("name", "settings", "seats", "bye", "no_show"),
    [
        ("place_share", {}, 4, Fraction(1, 2), 0),
        ("place_share", {"bye": "best", "no_show": "mean"}, 3, 1, Fraction(1, 2)),
        ("fair", {}, 5, 6, 2),
        ("places", {"values": [5, 3, 2, 1]}, 4, Fraction(11, 4), 1),
        ("places", {"values": [5, 3]}, 4, 2, 0),
        ("table_percent", {}, 3, Fraction(1, 3), 0),
    ],
)
def test_at_larger_tables_a_bye_is_the_mean_and_a_no_show_the_worst(
    name, settings, seats, bye, no_show
):
    scheme = check_scheme(name, settings)
    assert unplayed_points(scheme, "bye", seats) == bye
    assert unplayed_points(scheme, "walkover", seats) == bye
    assert unplayed_points(scheme, "no_show", seats) == no_show


@pytest.mark.parametrize(
    ("name", "settings", "win", "loss"),
    [
        ("place_share", {"bye": "worst"}, 1, 0),
        ("fair", {}, 9, 3),
        ("win_draw", {"win": 3, "draw": 1}, 3, 0),
    ],
)
def test_at_two_seats_a_bye_and_a_walkover_win_and_a_no_show_loses(name, settings, win, loss):
    scheme = check_scheme(name, settings)
    assert unplayed_points(scheme, "bye", 2) == win
    assert unplayed_points(scheme, "walkover", 2) == win
    assert unplayed_points(scheme, "no_show", 2) == loss


def test_score_has_no_points_without_a_series():
    with pytest.raises(BadSetting) as refused:
        unplayed_points(check_scheme("score"), "bye", 4)
    assert refused.value.code == "no_unplayed_points"


def test_a_checked_scheme_names_its_version_and_every_setting():
    assert check_scheme("place_share") == Scheme(
        "place_share", 1, {"bye": "mean", "no_show": "worst"}
    )
    assert check_scheme("places", {"values": [5, "7/2", "2.50", "0"]}) == Scheme(
        "places",
        1,
        {"values": [5, "7/2", "5/2", 0], "ties": "split", "bye": "mean", "no_show": "worst"},
    )
    assert check_scheme("win_draw").settings == {"win": 1, "draw": "1/2", "loss": 0}
    assert check_scheme("score").settings == {}


def test_checking_a_checked_scheme_changes_nothing():
    for scheme in [*ALL_SCHEMES, check_scheme("win_draw")]:
        assert check_scheme(scheme.name, scheme.settings) == scheme
    assert {scheme.name for scheme in ALL_SCHEMES} | {"win_draw"} == set(SCHEMES)


@pytest.mark.parametrize(
    ("name", "settings", "code"),
    [
        ("best_of_all", {}, "unknown_scheme"),
        ("fair", {"values": [1]}, "unknown_setting"),
        ("score", {"bye": "mean"}, "unknown_setting"),
        ("fair", ["bye"], "unknown_setting"),
        ("places", {}, "missing_setting"),
        ("places", {"values": None}, "missing_setting"),
        ("places", {"values": []}, "bad_values"),
        ("places", {"values": [7, 6, 5, 4, 3, 2, 1]}, "bad_values"),
        ("places", {"values": "531"}, "bad_values"),
        ("places", {"values": [3, 5]}, "worse_pays_more"),
        ("places", {"values": [3, True]}, "not_a_number"),
        ("places", {"values": [3, 0.1]}, "not_a_number"),
        ("places", {"values": [3, "1/0"]}, "not_a_number"),
        ("places", {"values": [3, "1e3"]}, "not_a_number"),
        ("places", {"values": [3, "１"]}, "not_a_number"),
        ("places", {"values": [1234567]}, "not_a_number"),
        ("places", {"values": [3], "ties": "halve"}, "unknown_choice"),
        ("fair", {"bye": "half"}, "unknown_choice"),
        ("fair", {"bye": 6}, "unknown_choice"),
        ("win_draw", {"win": 0, "draw": 1}, "worse_pays_more"),
        ("win_draw", {"draw": 0, "loss": 1}, "worse_pays_more"),
    ],
)
def test_a_bad_setting_is_refused_by_name(name, settings, code):
    with pytest.raises(BadSetting) as refused:
        check_scheme(name, settings)
    assert refused.value.code == code
    assert refused.value.message.endswith(".")


def test_a_table_the_scheme_does_not_pay_is_refused():
    for name, totals in [("win_draw", (3, 2, 1)), ("fair", (7, 6, 5, 4, 3, 2, 1)), ("score", (1,))]:
        with pytest.raises(BadSetting) as refused:
            paid(name, totals)
        assert refused.value.code == "wrong_table_size"
        assert refused.value.facts["seats"] == len(totals)


def test_a_scheme_of_another_version_is_refused():
    with pytest.raises(BadSetting) as refused:
        points(Scheme("fair", 2, {}), (Fraction(1), Fraction(2)), (5, 3), "most")
    assert refused.value.code == "unknown_version"
