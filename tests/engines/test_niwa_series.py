"""A series of Niwa: its options, its missions, who starts (N2.3–N2.5, N6.2)."""

from typing import Any

import pytest

from engines.base import MatchScore
from engines.niwa.game import NIWA
from engines.niwa.missions import draw_missions
from tests.engines.refusals import refused

DEFAULTS = {
    "rounds": 3,
    "start": "rotate",
    "tie": "missions_then_share",
    "highest_copies": "one",
    "min_run": 2,
    "max_exchanges": 0,
}


def test_niwa_says_what_it_is() -> None:
    assert (NIWA.name, NIWA.title, NIWA.rules, NIWA.best) == ("niwa", "Niwa", 1, "most")
    assert (NIWA.min_seats, NIWA.max_seats) == (2, 6)
    assert NIWA.tie_rules == ("missions_then_share", "share")


def test_defaults_are_the_rules_page_s_and_are_not_written_down() -> None:
    assert {option.name: option.default for option in NIWA.options} == DEFAULTS
    assert NIWA.clean_options(DEFAULTS) == {}
    assert NIWA.clean_options({}) == {}


@pytest.mark.parametrize(
    "options",
    [
        {"rounds": 8},
        {"rounds": 1, "tie": "share"},
        {"start": "loser"},
        {"highest_copies": "both", "min_run": 1},
        {"max_exchanges": 48},
    ],
)
def test_other_values_are_kept(options: dict[str, object]) -> None:
    assert NIWA.clean_options(options, seats=4) == options
    assert NIWA.clean_options({**DEFAULTS, **options}) == options


def test_clean_options_stand_in_the_order_of_the_table() -> None:
    assert list(NIWA.clean_options({"tie": "share", "rounds": 4})) == ["rounds", "tie"]


@pytest.mark.parametrize(
    ("options", "rule", "message"),
    [
        ({"rounds": 0}, "N2.3", "rounds must be a whole number from 1 to 8, not 0"),
        ({"rounds": 9}, "N2.3", "rounds must be a whole number from 1 to 8, not 9"),
        ({"rounds": True}, "N2.3", "rounds must be a whole number from 1 to 8, not true"),
        ({"rounds": 3.0}, "N2.3", "rounds must be a whole number from 1 to 8, not 3.0"),
        ({"rounds": "3"}, "N2.3", 'rounds must be a whole number from 1 to 8, not "3"'),
        ({"rounds": None}, "N2.3", "rounds must be a whole number from 1 to 8, not nothing"),
        ({"start": "Rotate"}, "N2.5", 'start must be rotate, fixed, winner or loser, not "Rotate"'),
        ({"start": 1}, "N2.5", "start must be rotate, fixed, winner or loser, not 1"),
        ({"start": []}, "N2.5", "start must be rotate, fixed, winner or loser, not a list"),
        ({"tie": ""}, "N6.2", 'tie must be missions_then_share or share, not ""'),
        ({"highest_copies": 2}, "N5.2", "highest_copies must be one or both, not 2"),
        ({"min_run": 10}, "N5.3", "min_run must be a whole number from 1 to 9, not 10"),
        (
            {"max_exchanges": -1},
            "N4.2",
            "max_exchanges must be a whole number from 0 to 10000, not -1",
        ),
        pytest.param(
            {"max_exchanges": 10**5000},
            "N4.2",
            "max_exchanges must be a whole number from 0 to 10000, not a huge number",
            id="huge",
        ),
    ],
)
def test_a_wrong_value_of_an_option_is_refused(
    options: dict[str, object], rule: str, message: str
) -> None:
    field = f"options.{next(iter(options))}"
    with refused("option_value", rule, f"The option {message} ({rule}).", field=field):
        NIWA.clean_options(options)


@pytest.mark.parametrize(
    ("name", "word"),
    [("partnership", "partnership"), ("", ""), ("x" * 99, "x" * 24 + "…"), ("\ud800", "\ufffd")],
)
def test_an_unknown_option_is_refused(name: str, word: str) -> None:
    with refused(
        "unknown_option",
        "",
        f'Niwa has no option "{word}"; its options are rounds, start, tie, highest_copies, '
        "min_run and max_exchanges.",
        option=word,
    ):
        NIWA.clean_options({name: 1})


@pytest.mark.parametrize("options", [None, [], "rounds", 3])
def test_options_of_another_form_are_refused(options: Any) -> None:
    with refused("not_an_object", "", "The options must be names with values."):
        NIWA.clean_options(options)


@pytest.mark.parametrize(
    ("seats", "word"), [(1, "1"), (7, "7"), (True, "true"), (2.0, "2.0"), ("4", '"4"')], ids=str
)
def test_n1_2_options_for_a_table_of_another_size_are_refused(seats: Any, word: str) -> None:
    with refused("player_count", "N1.2", f"Niwa takes 2 to 6 players, not {word} (N1.2)."):
        NIWA.clean_options({}, seats=seats)


def test_n2_3_different_missions_in_the_order_given() -> None:
    planned = [{"mission": 5}, {"mission": 1}, {"mission": 8}]
    assert NIWA.clean_setups(planned, {}, seats=4) == planned
    assert NIWA.clean_setups(NIWA.setup_choices(), {}) == [{"mission": n} for n in range(1, 9)]


def test_n2_3_a_repeated_mission_is_refused() -> None:
    with refused(
        "repeated_mission",
        "N2.3",
        "Match 3 has mission 5 again; each match of a series has a different mission (N2.3).",
        match=2,
        mission=5,
        field="matches.2.mission",
    ):
        NIWA.clean_setups([{"mission": 5}, {"mission": 1}, {"mission": 5}], {})


@pytest.mark.parametrize("mission", [0, 9, "5", 5.0, True])
def test_n1_a_mission_outside_one_to_eight_is_refused_by_its_match(mission: object) -> None:
    word = {str: '"5"', float: "5.0", bool: "true"}.get(type(mission), str(mission))
    with refused(
        "unknown_mission",
        "N1",
        f"The mission must be a number from 1 to 8, not {word} (N1).",
        field="matches.1.mission",
    ):
        NIWA.clean_setups([{"mission": 2}, {"mission": mission}], {})


@pytest.mark.parametrize("count", [0, 9, 1000])
def test_n2_3_no_matches_and_more_than_eight_are_refused(count: int) -> None:
    with refused(
        "match_count", "N2.3", f"A series has 1 to 8 matches, not {count} (N2.3).", given=count
    ):
        NIWA.clean_setups([{"mission": 1}] * count, {})


def test_n2_3_rounds_written_out_must_agree_with_the_plan() -> None:
    planned = [{"mission": 5}, {"mission": 1}]
    assert NIWA.clean_setups(planned, {"rounds": 2}) == planned
    with refused(
        "match_count", "N2.3", "The option rounds says 4, but 2 matches are planned (N2.3)."
    ):
        NIWA.clean_setups(planned, {"rounds": 4})


@pytest.mark.parametrize(
    ("setups", "code", "message"),
    [
        (None, "not_a_list", "The planned matches must be a list, not nothing."),
        ({"mission": 5}, "not_a_list", "The planned matches must be a list, not an object."),
        ([5], "not_an_object", "Match 1 must be an object with mission, not 5."),
        (
            [{"mission": 5, "start": 2}],
            "unknown_key",
            'Match 1 has "start", which is not known; known are mission.',
        ),
    ],
)
def test_a_plan_of_another_form_is_refused(setups: Any, code: str, message: str) -> None:
    with refused(code, "", message):
        NIWA.clean_setups(setups, {})


def test_n2_3_missions_are_drawn_by_the_seed_without_repeats() -> None:
    assert draw_missions(1, 3) == draw_missions(1, 3)
    assert sorted(draw_missions(7, 8)) == list(range(1, 9))
    assert draw_missions(7, 8)[:3] == draw_missions(7, 3)
    firsts = {draw_missions(seed, 1)[0] for seed in range(100)}
    assert firsts == set(range(1, 9))


@pytest.mark.parametrize("count", [0, 9, -1])
def test_n2_3_drawing_another_number_of_missions_is_refused(count: int) -> None:
    with refused(
        "match_count", "N2.3", "A series has 1 to 8 matches, each with its own mission (N2.3)."
    ):
        draw_missions(1, count)


def test_without_a_seed_the_organiser_chooses_the_missions() -> None:
    assert NIWA.default_setups({}) is None
    drawn = NIWA.default_setups({"rounds": 5}, seed=11)
    assert drawn == [{"mission": number} for number in draw_missions(11, 5)]
    assert NIWA.clean_setups(drawn, {"rounds": 5}) == drawn


@pytest.mark.parametrize(
    ("mission", "line"),
    [
        (1, "Mission 1: all cards"),
        (3, "Mission 3: highest of each colour"),
        (5, "Mission 5: duo, same colour"),
        (8, "Mission 8: run"),
    ],
)
def test_a_set_up_is_described_in_one_line(mission: int, line: str) -> None:
    assert NIWA.describe_setup({"mission": mission}) == line


def test_describing_an_unknown_mission_is_refused() -> None:
    with refused("unknown_mission", "N1", "The mission must be a number from 1 to 8, not 12 (N1)."):
        NIWA.describe_setup({"mission": 12})


def scored(*points: int) -> MatchScore:
    sheet = {"seats": [{"points": each} for each in points]}
    return NIWA.score_match(sheet, setup={"mission": 1}, options={}, seats=len(points))


def starts(
    way: str,
    *previous: MatchScore | None,
    first: int | None = None,
    matches: int = 4,
    seats: int = 3,
) -> list[int | None]:
    return [
        NIWA.start_seat(number, first=first, seats=seats, options={"start": way}, previous=previous)
        for number in range(matches)
    ]


def test_n2_4_seat_0_starts_unless_another_is_given() -> None:
    assert starts("rotate", matches=1) == [0]
    assert starts("winner", matches=1, first=2) == [2]


def test_n2_5_the_start_rotates_one_seat_clockwise() -> None:
    assert starts("rotate") == [0, 1, 2, 0]
    assert starts("rotate", first=2, matches=5, seats=5) == [2, 3, 4, 0, 1]


def test_n2_5_a_fixed_start_stays() -> None:
    assert starts("fixed", first=1) == [1, 1, 1, 1]


def test_n2_5_the_winner_or_the_loser_of_the_match_before_starts() -> None:
    matches = (scored(20, 50, 30), scored(40, 30, 60), scored(70, 20, 10))
    assert starts("winner", *matches) == [0, 1, 2, 0]
    assert starts("loser", *matches) == [0, 0, 1, 2]


def test_n2_5_tied_the_first_clockwise_from_the_last_start_begins() -> None:
    assert starts("winner", scored(50, 20, 50), scored(50, 50, 20), first=1, matches=3) == [1, 2, 0]
    assert starts("winner", scored(50, 50, 20), first=1, matches=2) == [1, 1]
    assert starts("loser", scored(20, 50, 20), first=1, matches=2) == [1, 2]


def test_n2_5_the_start_is_unknown_until_the_match_before_is_scored() -> None:
    assert starts("winner", scored(50, 20, 30)) == [0, 0, None, None]
    assert starts("winner", None, scored(20, 50, 30), matches=3) == [0, None, 1]
    assert starts("winner", None, scored(50, 50, 30), matches=3) == [0, None, None]


@pytest.mark.parametrize(("first", "shown"), [(-1, "-1"), (3, "3"), (True, "true"), (1.0, "1.0")])
def test_n2_4_a_start_seat_that_the_table_lacks_is_refused(first: Any, shown: str) -> None:
    message = (
        "The start player must sit at this table of 3: start must be 0 to 2 (seat 1 to seat 3), "
        f"not {shown} (N2.4)."
    )
    with refused("no_such_seat", "N2.4", message, seats=3):
        starts("rotate", first=first)
