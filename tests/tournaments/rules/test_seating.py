import json
from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.chance import generator
from tournaments.rules.errors import BadSetting
from tournaments.rules.seating import Draw, PastTable, draw, table_sizes, take_seats

from .cases import case, designs


def night(players, rounds, size, minimum=2, seed="night"):
    """That many rounds, one after the other; the last draw and all tables."""
    history: list[PastTable] = []
    for number in range(1, rounds + 1):
        drawn = draw(players, history, size, minimum, f"{seed}-{number}")
        history += [PastTable(number, table) for table in drawn.tables]
    return drawn, history


def plain_repeats(tables):
    """Σ C(meetings, 2), written another way: every two tables that share a pair."""
    tables = [set(table) for table in tables]
    return sum(
        len(one & other) * (len(one & other) - 1) // 2 for one, other in combinations(tables, 2)
    )


@pytest.mark.parametrize(
    ("entrants", "size", "minimum", "sizes"),
    [
        (23, 4, 2, [4, 4, 4, 4, 4, 3]),
        (24, 4, 2, [4] * 6),
        (5, 4, 2, [3, 2]),
        (9, 4, 2, [3, 3, 3]),
        (6, 4, 3, [3, 3]),
        (2, 4, 2, [2]),
        (7, 6, 3, [4, 3]),
        (13, 6, 2, [5, 4, 4]),
        (4, 2, 2, [2, 2]),
        (200, 6, 2, [6] * 30 + [5] * 4),
    ],
)
def test_tables_are_as_few_and_as_even_as_can_be(entrants, size, minimum, sizes):
    assert table_sizes(entrants, size, minimum) == sizes


@pytest.mark.parametrize(
    ("entrants", "size", "minimum", "code", "message"),
    [
        (1, 4, 2, "too_few_entries", "A draw needs at least 2 players; there is 1."),
        (0, 4, 3, "too_few_entries", "A draw needs at least 3 players; there are 0."),
        (2, 4, 3, "too_few_entries", "A draw needs at least 3 players; there are 2."),
        (
            5,
            4,
            3,
            "no_table_sizes",
            "5 players cannot be split into tables of 3 to 4:"
            " 4 or 6 players could, or tables of at least 2.",
        ),
        (
            5,
            2,
            2,
            "no_table_sizes",
            "5 players cannot be split into tables of 2 to 2: 4 or 6 players could.",
        ),
        (4, 7, 2, "bad_table_size", None),
        (4, 4, 1, "bad_table_size", None),
        (4, 3, 4, "bad_table_size", None),
    ],
)
def test_numbers_that_fit_no_tables_are_refused(entrants, size, minimum, code, message):
    with pytest.raises(BadSetting) as refused:
        table_sizes(entrants, size, minimum)
    assert refused.value.code == code
    if message:
        assert refused.value.message == message


@given(st.integers(2, 120), st.integers(2, 6), st.integers(2, 6))
def test_sizes_hold_everyone_or_no_even_split_exists(entrants, size, minimum):
    possible = [
        tables
        for tables in range(1, entrants + 1)
        if minimum <= entrants // tables and -(-entrants // tables) <= size
    ]
    if minimum > size or not possible:
        with pytest.raises(BadSetting):
            table_sizes(entrants, size, minimum)
        return
    sizes = table_sizes(entrants, size, minimum)
    assert sum(sizes) == entrants
    assert len(sizes) == possible[0]
    assert sizes == sorted(sizes, reverse=True)
    assert minimum <= sizes[-1]
    assert sizes[0] <= size
    assert sizes[0] - sizes[-1] <= 1


def test_a_refused_draw_changes_nothing_it_was_given():
    entrants, history = [3, 1, 2, 5, 4], [PastTable(1, (1, 2, 3))]
    with pytest.raises(BadSetting):
        draw(entrants, history, 4, 3, 1)
    assert entrants == [3, 1, 2, 5, 4]
    assert history == [PastTable(1, (1, 2, 3))]


def test_the_report_of_a_second_round_of_two():
    assert draw([2, 1], [PastTable(1, (1, 2))], 2, 2, 9) == Draw(
        ((2, 1),),
        {
            "repeats": 1,
            "bound": 1,
            "pairs": [[1, 2, 2]],
            "seats": {"1": [1, 1], "2": [1, 1]},
            "short_tables": [],
            "byes": [],
            "score_spread": None,
            "seed": 9,
            "algorithm": "social: swap descent with restarts",
            "version": 1,
        },
    )


def test_the_report_names_the_short_tables_and_why_these_players():
    """3 sat at a table of three before, with one empty seat; 1, 2, 4 and 5 did not."""
    history = [PastTable(1, (3, 8, 9))]
    report = draw([1, 2, 3, 4, 5], history, 4, 2, "a").report
    first, second = report["short_tables"]
    assert (first["table"], first["size"], second["table"], second["size"]) == (1, 3, 2, 2)
    assert 3 in first["players"]
    assert second["reason"] == (
        "5 players do not fill tables of 4;"
        " empty seats at these players' earlier tables: 0, 0 (nobody had fewer)."
    )
    assert sorted(first["players"] + second["players"]) == [1, 2, 3, 4, 5]


def test_a_fairer_short_table_never_costs_a_repeat():
    """1, 2 and 3 have met; 4, 5, 6 and 7 never sat short, 1, 2 and 3 did.

    Fair would be three of 4..7 at the short table, with 1, 2, 3 together again: three repeats.
    Spreading 1, 2, 3 over both tables costs one, and then at least one of them sits short.
    """
    drawn = draw(range(1, 8), [PastTable(1, (1, 2, 3))], 4, 3, 5)
    assert drawn.report["repeats"] == 1
    assert sorted(player for player in drawn.tables[1] if player <= 3) in ([1], [2], [3])
    assert "(fewest repeats came first)" in drawn.report["short_tables"][0]["reason"]


@pytest.mark.parametrize("seed", range(5))
def test_nobody_sits_short_twice_while_it_costs_no_repeat(seed):
    drawn, history = night(range(23), 3, 4, seed=str(seed))
    short = [player for table in history if len(table.players) == 3 for player in table.players]
    assert drawn.report["repeats"] == 0
    assert len(short) == len(set(short)) == 9


def test_the_draw_of_a_seed_is_fixed_for_ever():
    """Pinned text. The repeats are the least for two rounds of seven players, by hand: 3."""
    drawn, _ = night(range(1, 8), 2, 4, 3)
    assert json.dumps([drawn.tables, drawn.report]) == (
        '[[[1, 4, 6, 5], [2, 7, 3]], {"repeats": 3, "bound": 0,'
        ' "pairs": [[1, 6, 2], [2, 3, 2], [4, 5, 2]],'
        ' "seats": {"1": [1, 0, 1, 0], "2": [1, 0, 1, 0], "3": [0, 1, 1, 0],'
        ' "4": [0, 1, 0, 1], "5": [1, 0, 0, 1], "6": [0, 1, 1, 0], "7": [1, 1, 0, 0]},'
        ' "short_tables": [{"table": 2, "size": 3, "players": [2, 7, 3],'
        ' "reason": "7 players do not fill tables of 4; empty seats at these players\' earlier'
        ' tables: 0, 1, 0 (fewest repeats came first)."}],'
        ' "byes": [], "score_spread": null, "seed": "night-2",'
        ' "algorithm": "social: swap descent with restarts", "version": 1}]'
    )


@pytest.mark.parametrize(
    "small",
    case("designs/small_optima.json")["cases"],
    ids=lambda s: f"{s['players']}x{s['rounds']}",
)
def test_a_small_night_has_the_least_repeats_there_are(small):
    drawn, history = night(range(small["players"]), small["rounds"], max(small["tables"]), 3)
    assert [len(table) for table in drawn.tables] == small["tables"]
    assert drawn.report["bound"] == small["counting_bound"]
    assert plain_repeats(table.players for table in history) == small["min_cost"]
    assert drawn.report["repeats"] == small["min_cost"]


FORCED = [(name, design) for name, design in designs() if design["players"] <= 16]


@pytest.mark.parametrize(("name", "design"), FORCED)
def test_the_last_round_of_a_perfect_schedule_is_found(name, design):
    """Each player has just seats − 1 others left, so the last round is the only one."""
    *earlier, last = design["tables"]
    history = [PastTable(number, tuple(t)) for number, ts in enumerate(earlier) for t in ts]
    drawn = draw(range(design["players"]), history, design["seats"], design["seats"], 1)
    assert drawn.report["repeats"] == drawn.report["bound"]
    if design["every_pair_meets"] == 1:
        assert drawn.report["repeats"] == 0
        assert sorted(map(sorted, drawn.tables)) == sorted(map(sorted, last))


def every_split(players, sizes):
    """Every way to seat the players at tables of these sizes."""
    if not sizes:
        yield []
        return
    for table in combinations(players, sizes[0]):
        rest = [player for player in players if player not in table]
        for others in every_split(rest, sizes[1:]):
            yield [table, *others]


@st.composite
def small_rounds(draw_):
    """Four to eight players and up to four earlier tables of them and of two who have left."""
    count = draw_(st.integers(4, 8))
    size = draw_(st.integers(3, 4))
    tables = st.lists(st.integers(1, count + 2), min_size=2, max_size=size, unique=True)
    past = draw_(st.lists(tables, max_size=4))
    return list(range(1, count + 1)), [PastTable(1, tuple(table)) for table in past], size


@settings(max_examples=60)
@given(small_rounds(), st.integers(0, 99))
def test_no_split_has_fewer_repeats_or_as_few_and_fairer_short_tables(round_, seed):
    players, history, size = round_
    past = [table.players for table in history]
    missed = Counter()
    for table in past:
        missed.update({player: size - len(table) for player in table})

    def cost(tables):
        unfair = sum((size - len(table)) * missed[player] for table in tables for player in table)
        return plain_repeats([*past, *tables]), unfair

    drawn = draw(players, history, size, 2, seed)
    assert cost(drawn.tables) == min(
        cost(tables) for tables in every_split(players, table_sizes(len(players), size, 2))
    )


@st.composite
def rounds(draw_):
    """Up to 26 players with odd ids, and up to eight earlier tables."""
    ids = draw_(st.lists(st.integers(1, 999), min_size=4, max_size=26, unique=True))
    size = draw_(st.integers(3, 6))
    tables = st.lists(st.sampled_from(ids), min_size=2, max_size=6, unique=True)
    past = draw_(st.lists(tables, max_size=8))
    history = [PastTable(number, tuple(table)) for number, table in enumerate(past)]
    stayed = ids[draw_(st.integers(0, 2)) :]
    return stayed, history, size


@settings(max_examples=40)
@given(rounds(), st.integers(), st.randoms(use_true_random=False))
def test_a_draw_seats_everybody_once_and_its_report_is_true(round_, seed, random):
    players, history, size = round_
    drawn = draw(players, history, size, 2, seed)
    assert sorted(player for table in drawn.tables for player in table) == sorted(players)
    assert [len(table) for table in drawn.tables] == table_sizes(len(players), size, 2)

    everything = [table.players for table in history] + list(drawn.tables)
    report = drawn.report
    assert report["repeats"] == plain_repeats(everything) >= report["bound"]
    met = Counter(frozenset(pair) for table in everything for pair in combinations(table, 2))
    assert report["pairs"] == sorted(
        [*sorted(pair), times] for pair, times in met.items() if times > 1
    )
    for player in players:
        counts = [
            sum(table[seat : seat + 1] == (player,) for table in everything)
            for seat in range(max(size, *map(len, everything)))
        ]
        assert report["seats"][str(player)] == counts
    short = [(entry["table"], tuple(entry["players"])) for entry in report["short_tables"]]
    assert short == [
        (number, table) for number, table in enumerate(drawn.tables, 1) if len(table) < size
    ]
    assert json.loads(json.dumps(report)) == report

    random.shuffle(players)
    random.shuffle(history)
    assert draw(iter(players), iter(history), size, 2, seed) == drawn


def test_another_seed_gives_another_draw():
    assert draw(range(23), [], 4, 2, 1) != draw(range(23), [], 4, 2, 2)
    assert draw(range(23), [], 4, 2, 5).tables == draw(range(23), [], 4, 2, "5").tables


@settings(max_examples=50)
@given(
    st.lists(st.lists(st.integers(0, 4), min_size=5, max_size=5), min_size=2, max_size=5),
    st.integers(),
)
def test_seats_are_taken_where_they_even_out_most(counts, seed):
    table = dict(enumerate(counts))

    def squares(order):
        return sum(
            (times + (order[seat] == player if seat < len(order) else 0)) ** 2
            for player, row in table.items()
            for seat, times in enumerate(row)
        )

    taken = take_seats(list(table), table, generator(seed, "test"))
    assert sorted(taken) == list(table)
    assert squares(taken) == min(map(squares, permutations(table)))


def test_seats_stay_even_over_a_night():
    drawn, _ = night(range(24), 8, 4)
    assert all(sum(counts) == 8 for counts in drawn.report["seats"].values())
    assert all(max(counts) - min(counts) <= 2 for counts in drawn.report["seats"].values())


@pytest.mark.parametrize(
    ("entrants", "history", "message"),
    [
        ([1, 2, 2], [], "twice among the entrants"),
        ([1, 2], [PastTable(1, (1, 1))], "twice at a past table"),
    ],
)
def test_a_player_named_twice_is_a_mistake_of_the_caller(entrants, history, message):
    with pytest.raises(ValueError, match=message):
        draw(entrants, history, 3, 2, 1)
