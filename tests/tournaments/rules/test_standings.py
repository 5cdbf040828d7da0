from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.errors import BadSetting
from tournaments.rules.formulas import formulas, share_formulas
from tournaments.rules.lines import Addend, Entrant, SeatLine, SeriesLine, StandingRow
from tournaments.rules.places import places
from tournaments.rules.points import check_scheme, points, table_percent
from tournaments.rules.standings import explain, standings
from tournaments.rules.tiebreaks import KEYS, SOURCES

PLACE_SHARE = check_scheme("place_share")


def series(number, round_, totals, best="most", scheme=PLACE_SHARE):
    """A series from {player: total}, in seat order."""
    scores = tuple(map(Fraction, totals.values()))
    table = places(scores, best)
    rows = zip(
        totals,
        scores,
        table,
        points(scheme, table, scores, best),
        table_percent(scores, best),
        formulas(scheme, table, scores, best),
        share_formulas(scores, best),
        strict=True,
    )
    return SeriesLine(
        number,
        round_,
        number,
        tuple(SeatLine(player, seat, *values) for seat, (player, *values) in enumerate(rows)),
    )


def entrants(*players, state="registered", seated=True):
    return [Entrant(player, state, seated) for player in players]


# Two rounds of six players at tables of three. Worked out by hand, as fractions of the table:
# round 1: series 11: 1 first, 2 and 3 share 2 and 3; series 12: 4 and 5 share first, 6 last.
# round 2: series 21: 4, 1, 6; series 22: 2, 5, 3.
NIGHT = [
    series(11, 1, {1: 60, 2: 20, 3: 20}),
    series(12, 1, {4: 45, 5: 45, 6: 10}),
    series(21, 2, {6: 20, 1: 30, 4: 50}),
    series(22, 2, {2: 50, 3: 20, 5: 30}),
]


def test_a_night_is_ranked_as_worked_out_by_hand():
    rows = standings(entrants(1, 2, 3, 4, 5, 6), NIGHT, ("points", "wins", "score_share"), 1)
    assert [(row.rank, row.player, row.played, row.values) for row in rows] == [
        (
            1,
            4,
            2,
            {"points": Fraction(7, 4), "wins": Fraction(3, 2), "score_share": Fraction(19, 40)},
        ),
        (2, 1, 2, {"points": Fraction(3, 2), "wins": Fraction(1), "score_share": Fraction(9, 20)}),
        (3, 2, 2, {"points": Fraction(5, 4), "wins": Fraction(1), "score_share": Fraction(7, 20)}),
        (
            4,
            5,
            2,
            {"points": Fraction(5, 4), "wins": Fraction(1, 2), "score_share": Fraction(3, 8)},
        ),
        (5, 3, 2, {"points": Fraction(1, 4), "wins": Fraction(0), "score_share": Fraction(1, 5)}),
        (6, 6, 2, {"points": Fraction(0), "wins": Fraction(0), "score_share": Fraction(3, 20)}),
    ]


def test_every_addend_names_its_table_place_source_and_formula():
    row = standings(entrants(1, 2, 3, 4, 5, 6), NIGHT, ("points", "wins", "score_share"), 1)[3]
    tied, second = (12, 1, 12, Fraction(3, 2), 3, 2), (22, 2, 22, Fraction(2), 3, 1)
    assert explain(row) == {
        "points": (
            Addend("points", Fraction(3, 4), "place_points", *tied, "(3 − 3/2)/(3 − 1)"),
            Addend("points", Fraction(1, 2), "place_points", *second, "(3 − 2)/(3 − 1)"),
        ),
        "wins": (
            Addend("wins", Fraction(1, 2), "shared_first", *tied),
            Addend("wins", Fraction(0), "not_first", *second),
        ),
        "score_share": (
            Addend("score_share", Fraction(9, 20), "table_percent", *tied, "45/100"),
            Addend("score_share", Fraction(3, 10), "table_percent", *second, "30/100"),
        ),
    }


def test_a_note_about_a_series_stands_at_each_of_its_addends():
    line = replace(series(1, 1, {1: 60, 2: 40}), note="abandoned_worst")
    (winner, _) = standings(entrants(1, 2), [line], ("points", "wins", "lot"), 1)
    assert [(addend.key, addend.note) for addend in winner.addends] == [
        ("points", "abandoned_worst"), ("wins", "abandoned_worst"), ("lot", None),
    ]  # fmt: skip


def test_nobody_has_a_rank_or_a_value_before_a_series_counts():
    rows = standings(entrants(3, 1, 2), [], ("points", "score_share", "direct", "lot"), 1)
    nothing = {"points": None, "score_share": None, "direct": None, "lot": None}
    assert [(row.rank, row.player, row.values, row.played, row.addends) for row in rows] == [
        (None, 1, nothing, 0, ()), (None, 2, nothing, 0, ()), (None, 3, nothing, 0, ()),
    ]  # fmt: skip


def test_a_first_place_shared_by_three_is_half_a_win_for_each():
    rows = standings(entrants(1, 2, 3, 4), [series(1, 1, {1: 9, 2: 9, 3: 9, 4: 1})], ("wins",), 1)
    assert [(row.rank, row.player, row.values["wins"]) for row in rows] == [
        (1, 1, Fraction(1, 2)),
        (1, 2, Fraction(1, 2)),
        (1, 3, Fraction(1, 2)),
        (4, 4, Fraction(0)),
    ]


def test_score_share_is_a_mean_over_the_series_played_and_says_nothing_of_none():
    lines = [series(1, 1, {1: 30, 2: 70}), series(2, 2, {1: 50, 3: 50})]
    rows = standings(entrants(1, 2, 3, 4), lines, ("score_share",), 1)
    assert [(row.player, row.values["score_share"], row.played) for row in rows] == [
        (2, Fraction(7, 10), 1),
        (3, Fraction(1, 2), 1),
        (1, Fraction(2, 5), 2),
        (4, None, 0),
    ]
    assert rows[-1].addends == ()


def test_whose_table_is_not_finished_is_last_by_score_share_even_behind_a_share_of_0():
    lines = [series(1, 1, {1: 0, 2: 90})]
    rows = standings(entrants(0, 1, 2), lines, ("score_share",), 1)
    assert [(row.rank, row.player, row.values["score_share"]) for row in rows] == [
        (1, 2, Fraction(1)), (2, 1, Fraction(0)), (3, 0, None),
    ]  # fmt: skip


CHAIN = ("points", "wins", "score_share", "direct", "lot")


@pytest.mark.parametrize("state", ["registered", "checked_in", "dropped", "replaced"])
def test_who_had_no_seat_has_no_rank_no_value_and_stands_last(state):
    absent = entrants(8, 0, state=state, seated=False)
    rows = standings([*absent, *entrants(1, 2, 3, 4, 5, 6)], NIGHT, CHAIN, 1)
    assert rows[:6] == standings(entrants(1, 2, 3, 4, 5, 6), NIGHT, CHAIN, 1)
    nothing = dict.fromkeys(CHAIN)
    assert rows[6:] == tuple(StandingRow(None, player, nothing, 0, ()) for player in (0, 8))


def test_a_seat_gives_a_rank_before_its_table_counts_and_a_table_that_counts_says_it_too():
    lines = [series(1, 1, {1: 30, 2: 70})]
    waiting, absent = entrants(5), entrants(0, seated=False)
    rows = standings([*absent, *waiting, *entrants(1, 2, seated=False)], lines, CHAIN, 1)
    assert [(row.rank, row.player, row.values["score_share"]) for row in rows] == [
        (1, 2, Fraction(7, 10)), (2, 1, Fraction(3, 10)), (3, 5, None), (None, 0, None),
    ]  # fmt: skip
    assert [row.values["points"] for row in rows] == [1, 0, 0, None]


def test_no_lot_puts_who_had_no_seat_above_somebody():
    lines = [series(1, 1, {1: 30, 2: 70})]
    ranks = set()
    for seed in range(20):
        people = [*entrants(1, 2), *entrants(3, seated=False)]
        rows = standings(people, lines, ("wins", "lot"), seed)
        ranks.add(tuple((row.rank, row.player) for row in rows))
    assert ranks == {((1, 2), (2, 1), (None, 3))}


def test_who_had_no_seat_does_not_stand_in_the_way_of_direct_encounter():
    line = series(1, 1, {1: 50, 2: 60})
    level = replace(line, seats=tuple(replace(seat, points=Fraction(0)) for seat in line.seats))
    people = [*entrants(1, 2), *entrants(0, 9, seated=False)]
    rows = standings(people, [level], ("points", "direct"), 1)
    assert [(row.rank, row.player, row.values["direct"]) for row in rows] == [
        (1, 2, Fraction(1)), (2, 1, Fraction(0)), (None, 0, None), (None, 9, None),
    ]  # fmt: skip


def test_those_tied_to_the_end_share_the_rank_and_the_next_rank_is_skipped():
    rows = standings(entrants(5, 3, 9, 7), [series(1, 1, {9: 2, 3: 1})], ("points",), 1)
    assert [(row.rank, row.player) for row in rows] == [(1, 9), (2, 3), (2, 5), (2, 7)]


def test_dropped_entrants_keep_their_rank():
    stayed = standings(entrants(1, 2, 3, 4, 5, 6), NIGHT)
    left = standings([*entrants(1, 2, 3, 5, 6), Entrant(4, "dropped")], NIGHT)
    assert left == stayed
    assert left[0].player == 4


def lots(people, keys, seed):
    """Player ↦ lot, after a series that leaves all of its seats level."""
    rows = standings(people, [series(1, 1, {1: 50, 2: 50})], keys, seed)
    return {row.player: row.values["lot"] for row in rows}


def test_a_lot_depends_on_the_seed_and_the_player_alone():
    few = lots(entrants(1, 2), ("lot",), 7)
    many = lots(entrants(4, 3, 2, 1), ("points", "lot"), 7)
    assert {player: many[player] for player in few} == few
    other = lots(entrants(1, 2), ("lot",), 8)
    assert all(other[player] != few[player] for player in few)
    assert few == {
        1: Fraction(155844262726614),
        2: Fraction(240056353874865),
    }  # first 48 bits of SHA-256


def test_lots_leave_nobody_tied():
    level = [series(1, 1, {0: 0, 1: 0}, scheme=check_scheme("score"))]
    rows = standings(entrants(*range(200)), level, ("points", "lot"), "night")
    assert [row.rank for row in rows] == list(range(1, 201))
    lots = [row.values["lot"] for row in rows]
    assert lots == sorted(lots, reverse=True)
    assert [row.player for row in rows] != list(range(200))


def test_the_key_that_stands_first_decides_first():
    lines = [series(1, 1, {1: 51, 2: 49}), series(2, 1, {3: 30, 4: 20, 5: 90})]
    people = entrants(1, 2, 3, 4, 5)
    by_points = standings(people, lines, ("points", "score_share"), 1)
    assert [row.player for row in by_points] == [5, 1, 3, 2, 4]
    by_share = standings(people, lines, ("score_share", "points"), 1)
    assert [row.player for row in by_share] == [5, 1, 2, 3, 4]
    assert list(by_share[0].values) == ["score_share", "points"]


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ((), "empty_chain"),
        (("points", "glory"), "unknown_key"),
        (("points", "wins", "points"), "repeated_key"),
        (("buchholz",), "unknown_key"),
    ],
)
def test_a_bad_chain_is_refused(keys, code):
    with pytest.raises(BadSetting) as refused:
        standings(entrants(1, 2), [], keys, 1)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("players", "lines", "message"),
    [
        ((1, 2, 1), [], "an entrant stands twice"),
        ((1, 2), [series(1, 1, {1: 1, 2: 0})] * 2, "a series stands twice"),
        ((1, 2), [series(1, 1, {1: 1, 3: 0})], r"no entrants: \[3\]"),
    ],
)
def test_lines_that_do_not_fit_the_entrants_are_a_mistake_of_the_caller(players, lines, message):
    with pytest.raises(ValueError, match=message):
        standings(entrants(*players), lines)


def test_nobody_entered_is_an_empty_standing():
    assert standings([], []) == ()


@st.composite
def events(draw):
    """Up to five series of 2–4 of six players, with few different totals, so ties abound."""
    found = []
    for number in range(draw(st.integers(0, 5))):
        seats = draw(st.lists(st.integers(1, 6), min_size=2, max_size=4, unique=True))
        totals = {player: draw(st.integers(0, 2)) for player in seats}
        found.append(series(number, number, totals))
    return found


@given(events(), st.randoms(use_true_random=False))
def test_the_order_of_the_input_changes_nothing(lines, random):
    people = entrants(*range(1, 7))
    expected = standings(people, lines, seed=3)
    random.shuffle(lines)
    random.shuffle(people)
    assert standings(people, lines, seed=3) == expected


def height(value):
    """No value is below every value."""
    return (value is not None, value or 0)


@given(events())
def test_ranks_follow_the_keys_and_every_value_follows_from_its_addends(lines):
    chain = ("points", "wins", "score_share", "direct")
    rows = standings(entrants(*range(1, 7)), lines, chain, 1)
    assert sorted(row.player for row in rows) == list(range(1, 7))
    if not lines:
        assert {row.rank for row in rows} == {None}
        return
    for before, after in pairwise(rows):
        assert before.rank <= after.rank
        numbers = [[height(row.values[key]) for key in chain[:3]] for row in (before, after)]
        assert numbers[0] >= numbers[1]
        if numbers[0] != numbers[1]:
            assert before.rank < after.rank
    for position, row in enumerate(rows):
        assert row.rank == 1 + next(i for i, other in enumerate(rows) if other.rank == row.rank)
        assert row.rank <= position + 1
        for key, addends in explain(row).items():
            assert {addend.source for addend in addends} <= set(SOURCES)
            if row.values[key] is None:
                assert addends == ()
                assert key == "direct" or (key, row.played) == ("score_share", 0)
            else:
                assert row.values[key] == KEYS[key].value(addends)
