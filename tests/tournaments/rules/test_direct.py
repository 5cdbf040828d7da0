"""Direct encounter, FIDE C.07 T7 and decision 0002. The players' letters stand for ids 1, 2, …"""

from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.direct import direct
from tournaments.rules.lines import Addend, SeatLine, SeriesLine
from tournaments.rules.places import places
from tournaments.rules.standings import Entrant, standings
from tournaments.rules.tiebreaks import ledger

A, B, C, D, E, X = range(1, 7)


def table(number, *levels):
    """A series whose players stand in these places; a tuple shares one."""
    groups = [level if isinstance(level, tuple) else (level,) for level in levels]
    players = [player for group in groups for player in group]
    totals = [-rank for rank, group in enumerate(groups) for _ in group]
    seats = zip(players, totals, places(totals, "most"), strict=True)
    return SeriesLine(
        number,
        number,
        1,
        tuple(
            SeatLine(player, seat, Fraction(total), place, Fraction(0), Fraction(0))
            for seat, (player, total, place) in enumerate(seats)
        ),
    )


def parts(group, *lines):
    return direct(group, ledger(lines, 0)).parts


def test_at_two_seats_the_winner_of_the_game_is_ranked_first():
    assert parts((A, B), table(1, B, A)) == [(B,), (A,)]
    assert parts((A, B), table(1, (A, B))) == [(A, B)]


def test_players_who_never_met_stay_tied():
    assert parts((A, B), table(1, A, X), table(2, X, B)) == [(A, B)]


def test_only_meetings_among_the_tied_count():
    lines = [table(1, A, B, X), table(2, X, A), table(3, B, X)]
    assert parts((A, B), *lines) == [(A,), (B,)]


def test_a_table_of_three_is_three_meetings():
    """A beats B and C: 2; B and C are level: 1/2 each, and stay tied when asked again."""
    found = direct((A, B, C), ledger([table(7, A, (B, C))], 0))
    assert found.parts == [(A,), (B, C)]
    first = (7, 7, 1, Fraction(1), 3, 1)  # series, round, table, place, size, shared by
    second = (7, 7, 1, Fraction(5, 2), 3, 2)
    assert found.addends[A] == (
        Addend("direct", Fraction(1), "met_better", *first, "1", opponent=B),
        Addend("direct", Fraction(1), "met_better", *first, "1", opponent=C),
    )
    assert found.addends[B] == (
        Addend("direct", Fraction(0), "met_worse", *second, "0", opponent=A),
        Addend("direct", Fraction(1, 2), "met_level", *second, "1/2", opponent=C),
        Addend("direct", Fraction(1, 2), "met_level", *second, "1/2", opponent=C, step=2),
    )


def test_a_pair_that_met_often_counts_no_more_than_one_that_met_once():
    """A–B: A wins 2 of 3, so 2/3 and 1/3; A–C and B–C once: A loses to C, B beats C.

    A 2/3, B 4/3, C 1. By the sum of all meetings A and B would have had 2 each.
    """
    lines = [
        table(1, A, B),
        table(2, A, B),
        table(3, B, A),
        table(4, C, A),
        table(5, B, C),
    ]
    found = direct((A, B, C), ledger(lines, 0))
    assert found.parts == [(B,), (C,), (A,)]
    assert sum(addend.value for addend in found.addends[A]) == Fraction(2, 3)
    assert sum(addend.value for addend in found.addends[B]) == Fraction(4, 3)
    assert sum(addend.value for addend in found.addends[C]) == 1
    assert [(addend.round_number, addend.formula) for addend in found.addends[A]] == [
        (1, "1/3"), (2, "1/3"), (3, "0/3"), (4, "0"),
    ]  # fmt: skip


def test_a_shared_place_is_half_a_meeting_and_its_part_of_the_mean_is_written_out():
    found = direct((A, B), ledger([table(1, (A, B)), table(2, A, B)], 0))
    assert [(addend.value, addend.formula) for addend in found.addends[A]] == [
        (Fraction(1, 4), "(1/2)/2"), (Fraction(1, 2), "1/2"),
    ]  # fmt: skip


def test_a_circle_of_wins_decides_nothing():
    assert parts((A, B, C), table(1, A, B), table(2, B, C), table(3, C, A)) == [(A, B, C)]


def test_the_rule_is_applied_again_to_each_smaller_group_still_tied():
    """All six games: A 2 (beats B, C), B 2 (beats C, D), C 1 (beats D), D 1 (beats A).

    Again among A and B: A won. Again among C and D: C won.
    """
    lines = [
        table(1, A, B),
        table(2, A, C),
        table(3, D, A),
        table(4, B, C),
        table(5, B, D),
        table(6, C, D),
    ]
    assert parts((A, B, C, D), *lines) == [(A,), (B,), (C,), (D,)]


def test_one_who_leads_whatever_the_missing_games_give_is_ranked_first():
    """A has 2 for sure; B and C, who have not met, can reach 1 at most.

    Among B and C alone nothing is known, so they go to the next key.
    """
    found = direct((A, B, C), ledger([table(1, A, B), table(2, A, C)], 0))
    assert found.parts == [(A,), (B, C)]
    assert set(found.addends) == {A}


def test_one_who_could_still_be_caught_does_not_lead():
    """A beat B and has not met C, who could reach 2, or 3/2 after a draw with B."""
    assert parts((A, B, C), table(1, A, B)) == [(A, B, C)]
    assert parts((A, B, C), table(1, A, B), table(2, (B, C))) == [(A, B, C)]


def test_a_leader_who_could_only_be_equalled_does_not_lead():
    """A beat B and C, lost to D: 2. D has 1 and could still win against B: 2. (C beat D.)"""
    lines = [table(1, A, B), table(2, A, C), table(3, D, A), table(4, C, D), table(5, B, C)]
    assert parts((A, B, C, D), *lines) == [(A, B, C, D)]


def test_after_a_certain_leader_the_rest_is_ranked_among_itself():
    """A beat B, C and D: 3. B–C unmet, so only A is certain. Among B, C, D: D beat B and C: 2."""
    lines = [table(1, A, B), table(2, A, C), table(3, A, D), table(4, D, B), table(5, D, C)]
    found = direct((A, B, C, D), ledger(lines, 0))
    assert found.parts == [(A,), (D,), (B, C)]
    assert [(addend.opponent, addend.value, addend.step) for addend in found.addends[D]] == [
        (B, 1, 2),
        (C, 1, 2),
    ]


def test_tied_places_at_larger_tables_are_half_a_meeting_each():
    """First table: A and B level above C; second: C above A, B. A, B: 1/2 + 1/2; C: 1/2 + 1/2."""
    assert parts((A, B, C), table(1, (A, B), C), table(2, C, (A, B))) == [(A, B, C)]
    assert parts((A, B, C), table(1, (A, B), C), table(2, C, A, B)) == [(A,), (C,), (B,)]


def test_a_standing_shows_the_direct_points_and_only_of_those_it_ranked():
    players = [Entrant(player, "registered") for player in (A, B, C, D)]
    rows = standings(players, [table(1, B, A), table(2, C, D)], ("points", "direct"), 1)
    assert [(row.rank, row.player, row.values["direct"]) for row in rows] == [
        (1, A, None),
        (1, B, None),
        (1, C, None),
        (1, D, None),
    ]
    rows = standings(players[:2], [table(1, B, A)], ("points", "direct"), 1)
    assert [(row.rank, row.player, row.values) for row in rows] == [
        (1, B, {"points": Fraction(0), "direct": Fraction(1)}),
        (2, A, {"points": Fraction(0), "direct": Fraction(0)}),
    ]


def test_a_group_parted_by_direct_goes_on_to_the_next_key_only_where_it_is_tied():
    """A beat B and C; B and C are level, and C has the better share."""
    line = table(1, A, (B, C))
    shared = SeriesLine(
        1,
        1,
        1,
        tuple(
            SeatLine(seat.player, seat.position, seat.total, seat.place, Fraction(0), share)
            for seat, share in zip(
                line.seats, (Fraction(1, 5), Fraction(3, 10), Fraction(1, 2)), strict=True
            )
        ),
    )
    players = [Entrant(player, "registered") for player in (A, B, C)]
    rows = standings(players, [shared], ("points", "direct", "score_share"), 1)
    assert [(row.rank, row.player) for row in rows] == [(1, A), (2, C), (3, B)]


GAMES = st.lists(
    st.lists(st.integers(1, 5), min_size=2, max_size=4, unique=True), min_size=0, max_size=7
)


@given(GAMES, st.randoms(use_true_random=False))
def test_every_player_is_ranked_once_whatever_the_order_of_the_input(games, random):
    lines = [table(number, *players) for number, players in enumerate(games)]
    found = direct((1, 2, 3, 4, 5), ledger(lines, 0))
    assert sorted(player for part in found.parts for player in part) == [1, 2, 3, 4, 5]
    random.shuffle(lines)
    assert direct((5, 3, 1, 2, 4), ledger(lines, 0)) == found


@given(GAMES)
def test_no_outcome_of_the_missing_games_moves_the_first(games):
    """A slow plain reading of T7: try a win of either side in each missing game, all ways."""
    group = (1, 2, 3, 4)
    met = {}
    for players in games:
        for better, worse in combinations([player for player in players if player in group], 2):
            met.setdefault((better, worse), []).append(1)
            met.setdefault((worse, better), []).append(0)
    missing = [pair for pair in combinations(group, 2) if pair not in met]
    leaders = set()
    for choice in range(2 ** len(missing)):
        totals = dict.fromkeys(group, Fraction(0))
        for (player, _), results in met.items():
            totals[player] += Fraction(sum(results), len(results))
        for bit, (one, other) in enumerate(missing):
            totals[one if choice >> bit & 1 else other] += 1
        best = max(totals.values())
        first = [player for player in group if totals[player] == best]
        leaders.add(first[0] if len(first) == 1 else None)
    lines = [table(number, *players) for number, players in enumerate(games)]
    first_part = parts(group, *lines)[0]
    if len(leaders) == 1 and None not in leaders:
        assert first_part == (leaders.pop(),)
    elif missing:
        assert first_part == group
    else:
        assert set(first_part) <= set(first)
