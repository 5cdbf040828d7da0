from fractions import Fraction

import pytest

from tournaments.rules.errors import BadSetting
from tournaments.rules.series import ABANDONED, MatchLine, SeriesOutcome, series_outcome

NIWA = {"best": "most", "tie": "missions_then_share", "unplayed": "drop"}
GAZEBO = {"best": "fewest", "tie": "share", "unplayed": "drop"}


def test_three_niwa_matches_add_up():
    matches = [
        MatchLine((41, 38, 40), (1, 0, 0)),
        MatchLine((30, 52, 47), (0, 1, 0)),
        MatchLine((44, 20, 39), (1, 0, 0)),
    ]
    assert series_outcome(matches, seats=3, **NIWA) == SeriesOutcome(
        totals=(115, 110, 126), credits=(2, 1, 0), places=(2, 3, 1), played=3, complete=True
    )


def test_equal_niwa_totals_are_parted_by_mission_cards():
    """N6.2: more mission cards, then a shared victory."""
    matches = [
        MatchLine((40, 30, 35), (1, 0, 0)),
        MatchLine((30, 40, 35), (0, 1, 0)),
        MatchLine((40, 40, 40), (1, 1, 1)),
    ]
    outcome = series_outcome(matches, seats=3, **NIWA)
    assert outcome.totals == (110, 110, 110)
    assert outcome.credits == (2, 2, 1)
    assert outcome.places == (Fraction(3, 2), Fraction(3, 2), 3)


def test_share_leaves_equal_totals_tied():
    matches = [MatchLine((40, 30), (1, 0)), MatchLine((30, 40), (0, 1)), MatchLine((9, 9), (1, 0))]
    shared = series_outcome(matches, seats=2, best="most", tie="share", unplayed="drop")
    assert shared.credits == (2, 1)
    assert shared.places == (Fraction(3, 2), Fraction(3, 2))


def test_gazebo_counts_the_fewest_left_and_may_part_ties_by_wins():
    """G7.1: the smallest total wins; `more_wins_then_share` counts wins, shared ones too."""
    matches = [
        MatchLine((0, 6, 3), (1, 0, 0)),
        MatchLine((5, 0, 3), (0, 1, 0)),
        MatchLine((2, 1, 0), (0, 0, 1)),
        MatchLine((3, 3, 4), (1, 1, 0)),
    ]
    assert series_outcome(matches, seats=3, **GAZEBO).places == (
        Fraction(2),
        Fraction(2),
        Fraction(2),
    )
    by_wins = series_outcome(
        matches, seats=3, best="fewest", tie="more_wins_then_share", unplayed="drop"
    )
    assert by_wins.totals == (10, 10, 10)
    assert by_wins.places == (Fraction(3, 2), Fraction(3, 2), 3)


def test_a_match_still_to_come_keeps_the_series_open_under_every_policy():
    for unplayed in ("drop", "worst", "replay"):
        outcome = series_outcome(
            [MatchLine((3, 5), (0, 1)), None],
            seats=2,
            best="most",
            tie="share",
            unplayed=unplayed,
            worst_scores=(0, 0),
        )
        assert outcome == SeriesOutcome(
            (Fraction(3), Fraction(5)), (0, 1), (Fraction(2), Fraction(1)), 1, False
        )
        assert not outcome.rateable


def test_drop_counts_what_was_played():
    outcome = series_outcome([MatchLine((3, 5), (0, 1)), ABANDONED], seats=2, **GAZEBO)
    assert outcome == SeriesOutcome(
        (Fraction(3), Fraction(5)), (0, 1), (Fraction(1), Fraction(2)), 1, True
    )
    assert outcome.rateable


def test_worst_gives_each_seat_that_matchs_worst_score():
    outcome = series_outcome(
        [ABANDONED, MatchLine((3, 5), (1, 0)), ABANDONED],
        seats=2,
        best="fewest",
        tie="share",
        unplayed="worst",
        worst_scores=(24, None, 19),
    )
    assert outcome == SeriesOutcome(
        (Fraction(46), Fraction(48)), (1, 0), (Fraction(1), Fraction(2)), 1, True
    )


def test_replay_waits_until_the_abandoned_match_is_played():
    settings = {"seats": 2, "best": "most", "tie": "share", "unplayed": "replay"}
    first = MatchLine((3, 5), (0, 1))
    assert not series_outcome([first, ABANDONED], **settings).complete
    assert series_outcome([first, MatchLine((9, 1), (1, 0))], **settings).complete


def test_a_series_with_nothing_played_is_tied_and_never_rateable():
    dropped = series_outcome([ABANDONED, ABANDONED], seats=3, **NIWA)
    assert dropped == SeriesOutcome((Fraction(0),) * 3, (0, 0, 0), (Fraction(2),) * 3, 0, True)
    assert not dropped.rateable
    planned = series_outcome([None, None, None], seats=2, **NIWA)
    assert planned == SeriesOutcome((Fraction(0),) * 2, (0, 0), (Fraction(3, 2),) * 2, 0, False)


def test_an_unknown_tie_rule_or_policy_is_refused():
    line = [MatchLine((1, 2), (0, 1))]
    with pytest.raises(BadSetting) as refused:
        series_outcome(line, seats=2, best="most", tie="toss", unplayed="drop")
    assert (refused.value.code, refused.value.facts) == ("unknown_tie", {"tie": "toss"})
    with pytest.raises(BadSetting) as refused:
        series_outcome(line, seats=2, best="most", tie="share", unplayed="forget")
    assert refused.value.code == "unknown_choice"


@pytest.mark.parametrize(
    ("matches", "unplayed", "worst_scores", "message"),
    [
        ([MatchLine((1, 2, 3), (0, 0, 1))], "drop", (), "exactly 2 scores"),
        ([MatchLine((1, 2), (0,))], "drop", (), "exactly 2 scores"),
        ([ABANDONED], "worst", (), "1 matches but 0 worst scores"),
        ([ABANDONED], "worst", (None,), "match 1 was abandoned and has no worst score"),
    ],
)
def test_lines_that_do_not_fit_are_a_mistake_of_the_caller(
    matches, unplayed, worst_scores, message
):
    with pytest.raises(ValueError, match=message):
        series_outcome(
            matches,
            seats=2,
            best="most",
            tie="share",
            unplayed=unplayed,
            worst_scores=worst_scores,
        )
