from fractions import Fraction
from itertools import product

import pytest

from engines import registry
from tournaments.rules.errors import BadSetting
from tournaments.rules.places import places
from tournaments.rules.series import (
    ABANDONED,
    MatchLine,
    SeriesOutcome,
    SideLine,
    compares_credits,
    series_outcome,
)

NIWA = {"best": "most", "tie": "missions_then_share", "unplayed": "drop"}
GAZEBO = {"best": "fewest", "tie": "share", "unplayed": "drop"}
PAIRS = [(0, 1), (2, 3)]


def line(scores, credits, best="most"):
    """A match of single players: its places are the order of its scores."""
    return MatchLine(scores, credits, places(scores, best))


def outcome_of(totals, credits, places, played, complete):
    """Where a series of single players stands: everyone is a side."""
    totals = tuple(map(Fraction, totals))
    sides = tuple(
        SideLine((seat,), total, place)
        for seat, (total, place) in enumerate(zip(totals, places, strict=True))
    )
    return SeriesOutcome(totals, credits, places, played, complete, sides)


def test_three_niwa_matches_add_up():
    matches = [
        line((41, 38, 40), (1, 0, 0)),
        line((30, 52, 47), (0, 1, 0)),
        line((44, 20, 39), (1, 0, 0)),
    ]
    assert series_outcome(matches, seats=3, **NIWA) == outcome_of(
        totals=(115, 110, 126), credits=(2, 1, 0), places=(2, 3, 1), played=3, complete=True
    )


def test_equal_niwa_totals_are_parted_by_mission_cards():
    """N6.2: more mission cards, then a shared victory."""
    matches = [
        line((40, 30, 35), (1, 0, 0)),
        line((30, 40, 35), (0, 1, 0)),
        line((40, 40, 40), (1, 1, 1)),
    ]
    outcome = series_outcome(matches, seats=3, **NIWA)
    assert outcome.totals == (110, 110, 110)
    assert outcome.credits == (2, 2, 1)
    assert outcome.places == (Fraction(3, 2), Fraction(3, 2), 3)


def test_share_leaves_equal_totals_tied():
    matches = [line((40, 30), (1, 0)), line((30, 40), (0, 1)), line((9, 9), (1, 0))]
    shared = series_outcome(matches, seats=2, best="most", tie="share", unplayed="drop")
    assert shared.credits == (2, 1)
    assert shared.places == (Fraction(3, 2), Fraction(3, 2))


def test_gazebo_counts_the_fewest_left_and_may_part_ties_by_wins():
    """G7.1: the smallest total wins; `more_wins_then_share` counts wins, shared ones too."""
    matches = [
        line((0, 6, 3), (1, 0, 0)),
        line((5, 0, 3), (0, 1, 0)),
        line((2, 1, 0), (0, 0, 1)),
        line((3, 3, 4), (1, 1, 0)),
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
            [line((3, 5), (0, 1)), None],
            seats=2,
            best="most",
            tie="share",
            unplayed=unplayed,
            worst_scores=(0, 0),
        )
        assert outcome == outcome_of(
            (Fraction(3), Fraction(5)), (0, 1), (Fraction(2), Fraction(1)), 1, False
        )
        assert not outcome.rateable


def test_drop_counts_what_was_played():
    outcome = series_outcome([line((3, 5), (1, 0), "fewest"), ABANDONED], seats=2, **GAZEBO)
    assert outcome == outcome_of(
        (Fraction(3), Fraction(5)), (1, 0), (Fraction(1), Fraction(2)), 1, True
    )
    assert outcome.rateable


def test_worst_gives_each_seat_that_matchs_worst_score():
    outcome = series_outcome(
        [ABANDONED, line((3, 5), (1, 0), "fewest"), ABANDONED],
        seats=2,
        best="fewest",
        tie="share",
        unplayed="worst",
        worst_scores=(24, None, 19),
    )
    assert outcome == outcome_of(
        (Fraction(46), Fraction(48)), (1, 0), (Fraction(1), Fraction(2)), 1, True
    )


def test_replay_waits_until_the_abandoned_match_is_played():
    settings = {"seats": 2, "best": "most", "tie": "share", "unplayed": "replay"}
    first = line((3, 5), (0, 1))
    assert not series_outcome([first, ABANDONED], **settings).complete
    assert series_outcome([first, line((9, 1), (1, 0))], **settings).complete


def test_a_series_with_nothing_played_is_tied_and_never_rateable():
    dropped = series_outcome([ABANDONED, ABANDONED], seats=3, **NIWA)
    assert dropped == outcome_of((Fraction(0),) * 3, (0, 0, 0), (Fraction(2),) * 3, 0, True)
    assert not dropped.rateable
    planned = series_outcome([None, None, None], seats=2, **NIWA)
    assert planned == outcome_of((Fraction(0),) * 2, (0, 0), (Fraction(3, 2),) * 2, 0, False)


def test_an_unknown_tie_rule_or_policy_is_refused():
    played = [line((1, 2), (0, 1))]
    with pytest.raises(BadSetting) as refused:
        series_outcome(played, seats=2, best="most", tie="toss", unplayed="drop")
    assert (refused.value.code, refused.value.facts) == ("unknown_tie", {"tie": "toss"})
    with pytest.raises(BadSetting) as refused:
        series_outcome(played, seats=2, best="most", tie="share", unplayed="forget")
    assert refused.value.code == "unknown_choice"


@pytest.mark.parametrize(
    ("matches", "unplayed", "worst_scores", "message"),
    [
        ([line((1, 2, 3), (0, 0, 1))], "drop", (), "exactly 2 scores"),
        ([line((1, 2), (0,))], "drop", (), "exactly 2 scores"),
        ([MatchLine((1, 2), (0, 1), (Fraction(1),))], "drop", (), "exactly 2 scores"),
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


# A single match that counts, and pairs ----------------------------------------------------------

DECIDED = MatchLine((3, 4, 5, 2), (0, 0, 1, 1), tuple(map(Fraction, (2, 2, 1, 1))))
"""Both pairs have 7 left; the pair in seats 2 and 3 placed the last gazebo (G8.2)."""


@pytest.mark.parametrize("tie", ["share", "more_wins_then_share"])
@pytest.mark.parametrize(
    "matches",
    [[DECIDED], [DECIDED, ABANDONED], [ABANDONED, DECIDED, None]],
    ids=["alone", "one was abandoned", "one is still to come"],
)
@pytest.mark.parametrize("unplayed", ["drop", "worst", "replay"])
def test_a_single_match_that_counts_gives_the_series_its_places(matches, tie, unplayed):
    outcome = series_outcome(
        matches, seats=4, best="fewest", tie=tie, unplayed=unplayed, sides=PAIRS,
        worst_scores=[15] * len(matches),
    )  # fmt: skip
    lost = 15 * matches.count(ABANDONED) if unplayed == "worst" else 0
    assert outcome.places == (2, 2, 1, 1)
    assert outcome.totals == (lost + 3, lost + 4, lost + 5, lost + 2)
    assert outcome.sides == (
        SideLine((0, 1), Fraction(2 * lost + 7), Fraction(2)),
        SideLine((2, 3), Fraction(2 * lost + 7), Fraction(1)),
    )


def test_two_matches_of_equal_sums_follow_the_tie_rule():
    """G7.1: what parted the pairs in a match does not part the sums of several."""
    matches = [DECIDED, MatchLine((15,) * 4, (1,) * 4, (Fraction(3, 2),) * 4)]
    shared = series_outcome(matches, seats=4, sides=PAIRS, **GAZEBO)
    assert shared.sides == (
        SideLine((0, 1), Fraction(37), Fraction(3, 2)),
        SideLine((2, 3), Fraction(37), Fraction(3, 2)),
    )
    won = series_outcome(
        matches, seats=4, sides=PAIRS, **(GAZEBO | {"tie": "more_wins_then_share"})
    )
    assert won.places == (2, 2, 1, 1)


@pytest.mark.parametrize("name", ["niwa", "gazebo"])
def test_a_match_of_single_players_has_the_order_that_its_scores_alone_give(name):
    """So a series of one match has the same places by either way, under every tie rule."""
    game = registry.game(name)
    assert [compares_credits(tie) for tie in sorted(game.tie_rules)] == [True, False]
    for scores in product((0, 1, 2), repeat=3):
        top = max(scores) if game.best == "most" else min(scores)
        credits = tuple(int(score == top) for score in scores)
        for tie in game.tie_rules:
            compared = credits if compares_credits(tie) else (0, 0, 0)
            outcome = series_outcome(
                [line(scores, credits, game.best)], seats=3, best=game.best, tie=tie,
                unplayed="drop",
            )  # fmt: skip
            assert outcome.places == places(scores, game.best, compared)
