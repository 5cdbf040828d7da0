"""The club night: its files are legal, and its README says what comes out of them."""

import unicodedata
from collections import Counter
from fractions import Fraction

import pytest

from tests.examples import plain, readme, rules
from tests.examples.evening import FOLDER, NAMES, OPEN, Evening, Table, evening, names, people

EVENINGS = {name: evening(name) for name in NAMES}
TABLES = [
    pytest.param(each, table, id=f"{each.game}-round{table.round}-table{table.number}")
    for each in EVENINGS.values()
    for table in each.tables
]

each_evening = pytest.mark.parametrize("night", EVENINGS.values(), ids=NAMES)
every_file = pytest.mark.parametrize(
    "night", [*EVENINGS.values(), evening(OPEN)], ids=[*NAMES, OPEN]
)
each_table = pytest.mark.parametrize(("night", "table"), TABLES)


# The players


def test_the_players_are_23_different_people_numbered_in_order() -> None:
    assert [row["number"] for row in people()] == [str(number) for number in range(1, 24)]
    assert len({unicodedata.normalize("NFKC", row["name"]).casefold() for row in people()}) == 23


def test_the_players_file_is_composed_utf8_with_names_beyond_ascii() -> None:
    text = (FOLDER / "players.csv").read_bytes().decode("utf-8")
    assert text.splitlines()[0] == "name,reading,number"
    assert unicodedata.is_normalized("NFC", text)
    assert [letter for letter in text if len(letter.encode()) == 4] == ["𠮷"]
    assert {"ł", "ü", "ø", "ç", "ễ", "ë"} <= set(text.lower())


# The evenings' files


@every_file
def test_an_evening_is_played_by_players_of_the_club_each_once_a_round(night: Evening) -> None:
    players = night.data["players"]
    assert players == sorted(set(players))
    assert set(players) <= set(names())
    for played in night.data["rounds"]:
        assert sorted(number for table in played["expected_tables"] for number in table) == players


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("niwa_evening", [4, 4, 4, 4, 4, 3]),
        ("gazebo_evening", [4, 4, 3]),
        ("gnome_hollow_evening", [4, 3]),
    ],
)
def test_an_evening_has_two_rounds_with_a_short_table(name: str, sizes: list[int]) -> None:
    rounds = EVENINGS[name].data["rounds"]
    assert [[len(table) for table in played["expected_tables"]] for played in rounds] == [sizes] * 2


@every_file
def test_the_game_takes_the_evenings_matches_and_options_as_they_are(night: Evening) -> None:
    game, data = rules.game(night), night.data
    assert game.clean_options(data["options"], data["table_size"]) == data["options"]
    setups = game.clean_setups(data["matches"], data["options"], data["table_size"])
    assert setups == data["matches"]


def test_the_late_table_is_one_of_gazebo_for_people_from_the_niwa_evening() -> None:
    late = evening(OPEN).data
    assert (late["game"], late["players"]) == ("gazebo", [3, 10, 19, 22])
    assert [len(played["expected_tables"]) for played in late["rounds"]] == [1]
    for other in ("gazebo_evening", "gnome_hollow_evening"):
        assert set(late["players"]) & set(EVENINGS[other].data["players"]) == set()
    assert "tables" not in late["rounds"][0]


@each_table
def test_a_table_has_a_legal_sheet_for_each_match_and_an_entry_for_each_seat(
    night: Evening, table: Table
) -> None:
    seats = [len(sheet["seats"]) for sheet in table.sheets]
    assert seats == [len(table.players)] * len(night.data["matches"])
    scores = [match.scores for match in rules.scored(night, table)]
    assert scores == list(zip(*(line.scores for line in plain.lines(night, table)), strict=True))


def test_no_match_of_niwa_shows_a_card_more_than_twice() -> None:
    for table in EVENINGS["niwa_evening"].tables:
        for sheet in table.sheets:
            hands = [seat["hand"].split() for seat in sheet["seats"] if "hand" in seat]
            assert {len(hand) for hand in hands} <= {9}
            copies = Counter(card for hand in hands for card in hand)
            assert max(copies.values(), default=0) <= 2


def test_niwa_is_entered_as_hands_and_as_points_and_once_as_both() -> None:
    tables = EVENINGS["niwa_evening"].tables
    typed = [
        Counter(key for seat in sheet["seats"] for key in seat)
        for table in tables
        for sheet in table.sheets
    ]
    assert sum(typed, Counter()) == {"hand": 69 + 44, "points": 25}
    assert [count for count in typed if len(count) == 2] == [{"hand": 2, "points": 1}]
    assert all("hand" in seat for table in tables[:6] for s in table.sheets for seat in s["seats"])


def test_gazebo_ends_with_the_last_gazebo_blocked_and_out_of_dominoes() -> None:
    night = EVENINGS["gazebo_evening"]
    ends = Counter(match.end for table in night.tables for match in rules.scored(night, table))
    assert ends == {"last_gazebo": 19, "blocked": 2, "out_of_dominoes": 3}


def test_gnome_hollow_ends_with_the_bag_the_flowers_and_the_markers() -> None:
    night = EVENINGS["gnome_hollow_evening"]
    ends = [match.end for table in night.tables for match in rules.scored(night, table)]
    assert ends == ["bag", "bag", None, None]
    flowers, markers = (
        [[seat[what] for seat in table.sheets[0]["seats"]] for table in night.tables]
        for what in ("flowers", "markers")
    )
    assert [8 in table for table in flowers] == [False, False, True, False]
    assert [8 in table for table in markers] == [False, False, False, True]


def test_gnome_hollow_says_the_mushrooms_of_those_who_are_tied_for_first() -> None:
    night = EVENINGS["gnome_hollow_evening"]
    for table in night.tables:
        totals = [line.total for line in plain.lines(night, table)]
        tied = totals.count(max(totals)) > 1
        for seat, total in zip(table.sheets[0]["seats"], totals, strict=True):
            assert ("mushrooms" in seat) == (tied and total == max(totals))


# The draws


@every_file
@pytest.mark.parametrize("first_id", [1, 4000])
def test_the_seeds_draw_the_tables_of_the_file_whatever_the_ids(
    night: Evening, first_id: int
) -> None:
    ids = {number: first_id + 3 * number for number in night.data["players"]}
    expected = [
        [[ids[number] for number in table] for table in played["expected_tables"]]
        for played in night.data["rounds"]
    ]
    assert rules.drawn(night, ids) == expected


@pytest.mark.parametrize(
    ("name", "pairs"), [("niwa_evening", 0), ("gazebo_evening", 2), ("gnome_hollow_evening", 3)]
)
def test_few_pairs_meet_twice(name: str, pairs: int) -> None:
    assert len(_repeated(EVENINGS[name])) == pairs


def _repeated(night: Evening) -> list[tuple[int, int]]:
    met = Counter(
        (one, other)
        for table in night.tables
        for one in table.players
        for other in table.players
        if one < other
    )
    return [pair for pair, times in met.items() if times > 1]


# What comes out


@each_evening
def test_the_rules_give_the_standing_of_the_readme(night: Evening) -> None:
    assert [
        {
            "rank": str(row.rank),
            "no.": str(row.player),
            "player": names()[row.player],
            "points": str(row.values["points"]),
            "wins": str(row.values["wins"]),
            "score_share": _rounded(row.values["score_share"]),
        }
        for row in rules.standing(night)
    ] == _standing_of_the_readme(night)


@each_evening
def test_plain_arithmetic_gives_the_standing_of_the_readme(night: Evening) -> None:
    assert [
        {
            "rank": str(rank),
            "no.": str(row.player),
            "player": names()[row.player],
            "points": str(row.points),
            "wins": str(row.wins),
            "score_share": _rounded(row.share),
        }
        for rank, row in enumerate(plain.standing(night), start=1)
    ] == _standing_of_the_readme(night)


@each_evening
def test_no_rank_needs_a_lot(night: Evening) -> None:
    without = rules.standing(night, keys=("points", "wins", "score_share", "direct"))
    assert [row.rank for row in without] == list(range(1, len(night.data["players"]) + 1))
    other_lots = rules.standing(night, seed=night.data["seed"] + 1)
    assert [row.player for row in without] == [row.player for row in other_lots]


def test_direct_parts_the_two_gazebo_players_whom_no_other_key_parts() -> None:
    second, third = rules.standing(EVENINGS["gazebo_evening"])[1:3]
    assert [second.player, third.player] == [6, 23]
    assert second.values["score_share"] == third.values["score_share"] == Fraction(17, 63)
    assert [second.values["direct"], third.values["direct"]] == [1, 0]


@each_table
def test_the_readme_works_out_each_table(night: Evening, table: Table) -> None:
    rows = readme.tables()[f"{night.title}, round {table.round}, table {table.number}"]
    titles = _match_columns(night)
    for seat, (row, line) in enumerate(zip(rows, plain.lines(night, table), strict=True)):
        assert [row["seat"], row["no."]] == [str(seat + 1), str(line.player)]
        assert row["player"] == names()[line.player]
        assert [readme.value(row[title]) for title in titles] == [str(n) for n in line.scores]
        added = f"{' + '.join(map(str, line.addends))} = {line.total}"
        assert row["total"].removesuffix(" ★") == added
        assert sum("★" in row[title] for title in titles) == int(row["★"]) == line.stars
        assert [row["place"], readme.value(row["points"])] == [str(line.place), str(line.points)]
        assert Fraction(readme.value(row["share"])) == line.share


def _match_columns(night: Evening) -> list[str]:
    """Where the README has each match's score and who won it."""
    if night.game == "gnome_hollow":
        return ["total"]
    titles = [str(next(iter(setup.values()))) for setup in night.data["matches"]]
    return [f"mission {title}" for title in titles] if night.game == "niwa" else titles


def test_the_readme_shows_the_counts_of_gnome_hollow_as_they_were_entered() -> None:
    night = EVENINGS["gnome_hollow_evening"]
    for table in night.tables:
        rows = readme.tables()[f"{night.title}, round {table.round}, table {table.number}"]
        for row, seat in zip(rows, table.sheets[0]["seats"], strict=True):
            for what in ("flowers", "markers", "treasure", "mushrooms"):
                assert row[what] == str(seat.get(what, ""))


@each_table
def test_the_rules_work_out_each_table_alike(night: Evening, table: Table) -> None:
    outcome, lines = rules.outcome(night, table), plain.lines(night, table)
    assert outcome.totals == tuple(line.total for line in lines)
    assert outcome.credits == tuple(line.stars for line in lines)
    assert outcome.places == tuple(line.place for line in lines)


def test_the_readme_shows_what_each_hand_of_niwa_is_made_of() -> None:
    night = EVENINGS["niwa_evening"]
    for table in night.tables:
        rows = readme.tables()[f"{night.title}, round {table.round}, table {table.number}"]
        for setup, sheet in zip(night.data["matches"], table.sheets, strict=True):
            cells = [row[f"mission {setup['mission']}"] for row in rows]
            for cell, seat in zip(cells, sheet["seats"], strict=True):
                shown = cell.rstrip(" ★").rpartition(" = ")[0]
                assert shown == (_parts(seat["hand"], setup["mission"]) if "hand" in seat else "")


def _parts(hand: str, mission: int) -> str:
    trios, rest = plain.hand_parts(hand, mission)
    return " + ".join([*map(str, trios), f"*{rest}*"])


@each_evening
def test_the_readme_adds_both_rounds_up(night: Evening) -> None:
    rows = readme.tables()[f"{night.title}, both rounds added up"]
    by_player = {row.player: row for row in plain.standing(night)}
    assert [row["no."] for row in rows] == [str(number) for number in night.data["players"]]
    for row in rows:
        own = by_player[int(row["no."])]
        assert row["player"] == names()[own.player]
        assert readme.value(row["points"]) == str(own.points)
        assert readme.value(row["wins"]) == str(own.wins)
        shares, _, rounded = row["score_share"].partition(" ≈ ")
        one, other = shares.removeprefix("(").removesuffix(") / 2").split(" + ")
        assert (Fraction(one) + Fraction(other)) / 2 == own.share
        assert rounded == _rounded(own.share)


def test_every_sum_of_the_readme_is_right() -> None:
    sums = readme.sums()
    # 46 + 22 + 14 seats' totals, 23 + 11 + 7 players' points and wins, 22 tables, 90 hands with a
    # trio, and the hand that explains how to read them
    assert len(sums) == 82 + 82 + 22 + 90 + 1
    for written in sums:
        terms, total = written.split(" = ")
        assert sum(map(Fraction, terms.split(" + "))) == Fraction(total), written


def test_the_evenings_show_every_way_to_break_a_tie() -> None:
    niwa, gazebo, hollow = EVENINGS.values()
    by_cards, shared_second, shared_first = niwa.tables[1], niwa.tables[4], niwa.tables[8]
    assert _tied(niwa, by_cards) == {168: [(0, 2), (2, 1)]}
    assert _tied(niwa, shared_second) == {169: [(1, 2.5), (1, 2.5)]}
    assert _tied(niwa, shared_first) == {177: [(1, 1.5), (1, 1.5)]}
    by_wins, shared = gazebo.tables[0], gazebo.tables[5]
    assert sorted(_tied(gazebo, by_wins)[8]) == [(1, 2), (2, 1)]
    assert _tied(gazebo, shared) == {10: [(2, 1.5), (2, 1.5)]}
    by_mushrooms, shared, *_ = hollow.tables
    assert _tied(hollow, by_mushrooms) == {43: [(1, 1), (0, 2)]}
    assert _tied(hollow, shared) == {63: [(1, 1.5), (1, 1.5)]}


def _tied(night: Evening, table: Table) -> dict[int, list[tuple[int, float]]]:
    """Totals that several seats have, each with those seats' stars and places."""
    lines = plain.lines(night, table)
    totals = Counter(line.total for line in lines)
    return {
        total: [(line.stars, float(line.place)) for line in lines if line.total == total]
        for total, times in totals.items()
        if times > 1
    }


def _standing_of_the_readme(night: Evening) -> list[readme.Row]:
    return readme.tables()[f"{night.title}, final standing"]


def _rounded(value: Fraction | None) -> str:
    assert value is not None
    return f"{float(value):.3f}"
