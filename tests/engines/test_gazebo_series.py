"""A series of Gazebo: its options, its boards, who starts (G7.1, G7.2)."""

from typing import Any

import pytest

from engines.gazebo.game import GAZEBO
from tests.engines.refusals import refused

DEFAULTS = {
    "tie": "share",
    "repeat_boards": False,
    "zen_draw": "replace",
    "big_nook_safe": "illegal",
    "partnership": False,
    "start": 1,
    "partner_talk": "after_first_turn",
}
GARDENS = [{"board": name} for name in ("bird", "butterfly", "botanical", "jungle")]


def test_gazebo_says_what_it_is() -> None:
    assert (GAZEBO.name, GAZEBO.title, GAZEBO.rules, GAZEBO.best) == (
        "gazebo",
        "Gazebo",
        1,
        "fewest",
    )
    assert (GAZEBO.min_seats, GAZEBO.max_seats) == (2, 4)
    assert GAZEBO.tie_rules == ("share", "more_wins_then_share")


def test_defaults_are_the_rules_page_s_and_are_not_written_down() -> None:
    assert {option.name: option.default for option in GAZEBO.options} == DEFAULTS
    assert GAZEBO.clean_options(DEFAULTS, seats=2) == {}


@pytest.mark.parametrize(
    "options",
    [
        {"tie": "more_wins_then_share"},
        {"repeat_boards": True},
        {"zen_draw": "extra", "big_nook_safe": "wins"},
        {"partnership": True, "start": 3, "partner_talk": "none"},
    ],
)
def test_other_values_are_kept(options: dict[str, object]) -> None:
    assert GAZEBO.clean_options(options, seats=4) == options
    assert GAZEBO.clean_options({**DEFAULTS, **options}) == options


@pytest.mark.parametrize(
    ("options", "rule", "message"),
    [
        (
            {"tie": "share_all"},
            "G7.1",
            'tie must be share or more_wins_then_share, not "share_all"',
        ),
        ({"repeat_boards": 1}, "G7.2", "repeat_boards must be false or true, not 1"),
        ({"repeat_boards": "on"}, "G7.2", 'repeat_boards must be false or true, not "on"'),
        ({"partnership": None}, "G8.1", "partnership must be false or true, not nothing"),
        ({"zen_draw": {}}, "G3.4", "zen_draw must be replace or extra, not an object"),
        ({"big_nook_safe": True}, "G4.6", "big_nook_safe must be illegal or wins, not true"),
        (
            {"partner_talk": "never"},
            "G8.3",
            'partner_talk must be after_first_turn, free or none, not "never"',
        ),
    ],
)
def test_a_wrong_value_of_an_option_is_refused(
    options: dict[str, object], rule: str, message: str
) -> None:
    with refused("option_value", rule, f"The option {message} ({rule})."):
        GAZEBO.clean_options(options)


@pytest.mark.parametrize(
    ("name", "value", "rule"), [("start", 3, "G8.1"), ("partner_talk", "free", "G8.3")]
)
def test_options_of_pairs_need_partnership(name: str, value: object, rule: str) -> None:
    with refused(
        "option_needs",
        rule,
        f"The option {name} has a meaning only together with partnership ({rule}).",
        field=f"options.{name}",
    ):
        GAZEBO.clean_options({name: value})


def test_an_option_of_another_game_is_refused() -> None:
    with refused(
        "unknown_option",
        "",
        'Gazebo has no option "min_run"; its options are tie, repeat_boards, zen_draw, '
        "big_nook_safe, partnership, start and partner_talk.",
    ):
        GAZEBO.clean_options({"min_run": 2})


def test_g7_2_each_garden_once_in_order_is_the_default_series() -> None:
    assert GAZEBO.default_setups({}) == GARDENS
    assert GAZEBO.default_setups({}, seed=5) == GARDENS
    assert GAZEBO.clean_setups(GARDENS, {}, seats=3) == GARDENS


def test_g7_2_boards_are_played_in_the_order_given() -> None:
    planned = [{"board": "qin"}, {"board": "bird"}]
    assert GAZEBO.clean_setups(planned, {}) == planned
    assert GAZEBO.setup_choices() == [*GARDENS, {"board": "qin"}]


def test_g7_2_a_repeated_board_is_refused_unless_repeat_boards() -> None:
    planned = [{"board": "bird"}, {"board": "jungle"}, {"board": "bird"}]
    with refused(
        "repeated_board",
        "G7.2",
        "Match 3 has the board bird again; a series plays a board once, "
        "unless repeat_boards is on (G7.2).",
        match=2,
        board="bird",
        field="matches.2.board",
    ):
        GAZEBO.clean_setups(planned, {})
    assert GAZEBO.clean_setups(planned, {"repeat_boards": True}) == planned


@pytest.mark.parametrize(
    ("board", "wrong"),
    [
        ("Bird", 'not "Bird"'),
        ("", 'not ""'),
        ("庭" * 40, 'not "' + "庭" * 24 + '…"'),
        (3, "not 3"),
        (["bird"], "not a list"),
        (None, "it is missing"),
    ],
)
def test_g2_3_an_unknown_board_is_refused(board: object, wrong: str) -> None:
    with refused(
        "unknown_board",
        "G2.3",
        f"The board must be bird, butterfly, botanical, jungle or qin, {wrong} (G2.3).",
        field="matches.0.board",
    ):
        GAZEBO.clean_setups([{"board": board}], {})


@pytest.mark.parametrize("count", [0, 21, 500])
def test_g7_2_no_matches_and_endless_series_are_refused(count: int) -> None:
    with refused(
        "match_count", "G7.2", f"A series has 1 to 20 matches, not {count} (G7.2).", most=20
    ):
        GAZEBO.clean_setups([{"board": "bird"}] * count, {"repeat_boards": True})


@pytest.mark.parametrize(
    ("setups", "code", "message"),
    [
        ("bird", "not_a_list", 'The planned matches must be a list, not "bird".'),
        (["bird"], "not_an_object", 'Match 1 must be an object with board, not "bird".'),
        (
            [{"board": "bird"}, {"mission": 5}],
            "unknown_key",
            'Match 2 has "mission", which is not known; known are board.',
        ),
    ],
)
def test_a_plan_of_another_form_is_refused(setups: Any, code: str, message: str) -> None:
    with refused(code, "", message):
        GAZEBO.clean_setups(setups, {})


OWN = ["our garden", "庭", "qin"]


def test_g2_3_a_clubs_own_boards_are_planned_beside_the_shipped() -> None:
    planned = [{"board": "庭"}, {"board": "bird"}, {"board": "our garden"}]
    assert GAZEBO.clean_setups(planned, {}, seats=3, own=OWN) == planned
    assert GAZEBO.setup_choices(OWN) == [
        *GARDENS, {"board": "qin"}, {"board": "our garden"}, {"board": "庭"},
    ]  # fmt: skip


@pytest.mark.parametrize("board", ["Our garden", "moon"])
def test_g2_3_a_board_that_the_club_has_not_is_refused(board: str) -> None:
    with refused(
        "unknown_board",
        "G2.3",
        "The board must be bird, butterfly, botanical, jungle, qin or one of the club's own "
        f'boards, not "{board}" (G2.3).',
        field="matches.0.board",
    ):
        GAZEBO.clean_setups([{"board": board}], {}, own=OWN)


def test_g7_2_an_own_board_is_played_once_too() -> None:
    planned = [{"board": "庭"}, {"board": "庭"}]
    with refused(
        "repeated_board",
        "G7.2",
        "Match 2 has the board 庭 again; a series plays a board once, unless repeat_boards is on "
        "(G7.2).",
        field="matches.1.board",
    ):
        GAZEBO.clean_setups(planned, {}, own=OWN)


@pytest.mark.parametrize(
    ("board", "line"),
    [
        ("butterfly", "Garden: butterfly (reconstruction)"),
        ("qin", "Board: qin"),
        ("our garden", "Board: our garden"),
    ],
)
def test_g2_3_a_set_up_is_described_in_one_line(board: str, line: str) -> None:
    assert GAZEBO.describe_setup({"board": board}) == line


@pytest.mark.parametrize(
    ("setup", "wrong"),
    [
        ({}, "it is missing"),
        ({"board": ""}, 'not ""'),
        ({"board": 3}, "not 3"),
        (None, "it is missing"),
    ],
)
def test_a_set_up_without_a_board_is_not_described(setup: Any, wrong: str) -> None:
    known = "bird, butterfly, botanical, jungle or qin"
    with refused("unknown_board", "G2.3", f"The board must be {known}, {wrong} (G2.3)."):
        GAZEBO.describe_setup(setup)


def starts(seats: int, matches: int, first: int | None = None) -> list[int | None]:
    return [
        GAZEBO.start_seat(number, first=first, seats=seats, options={}, previous=())
        for number in range(matches)
    ]


def test_g7_2_the_start_moves_one_seat_clockwise_each_match() -> None:
    assert starts(3, 4) == [0, 1, 2, 0]
    assert starts(4, 4, first=2) == [2, 3, 0, 1]


@pytest.mark.parametrize(("first", "shown"), [(-1, "-1"), (2, "2"), ("0", '"0"')])
def test_g1_4_a_start_seat_that_the_table_lacks_is_refused(first: Any, shown: str) -> None:
    message = (
        "The start player must sit at this table of 2: start must be 0 to 1 (seat 1 to seat 2), "
        f"not {shown} (G1.4)."
    )
    with refused("no_such_seat", "G1.4", message):
        starts(2, 1, first=first)
