"""A series of Gnome Hollow: one match, its tile set, its options and who starts."""

from typing import Any

import pytest

from engines.gnome_hollow.game import GNOME_HOLLOW
from tests.engines.refusals import refused

RECON = [{"tileset": "recon-1"}]
DEFAULTS = {
    "permission": "ask",
    "market_tiles": "place_both",
    "market_refill": "after_placement",
    "ring_size": "distinct",
    "signpost_choice": "choose",
    "ring_visit": "one",
    "two_player_tokens": "flowers",
    "trade_board": False,
    "trade_on_bonus": "off",
    "advanced_board": False,
    "shape_denies_mushrooms": "off",
}


def test_gnome_hollow_says_what_it_is() -> None:
    told = (GNOME_HOLLOW.name, GNOME_HOLLOW.title, GNOME_HOLLOW.rules, GNOME_HOLLOW.best)
    assert told == ("gnome_hollow", "Gnome Hollow", 1, "most")
    assert (GNOME_HOLLOW.min_seats, GNOME_HOLLOW.max_seats) == (2, 4)
    assert GNOME_HOLLOW.tie_rules == ("mushrooms_then_share",)
    assert GNOME_HOLLOW.sides(3, {}) == ((0,), (1,), (2,))


def test_defaults_are_the_rules_page_s_and_are_not_written_down() -> None:
    assert {option.name: option.default for option in GNOME_HOLLOW.options} == DEFAULTS
    assert GNOME_HOLLOW.clean_options(DEFAULTS, seats=2) == {}


@pytest.mark.parametrize(
    "options",
    [
        {"permission": "never", "market_tiles": "may_store"},
        {"two_player_tokens": "none"},
        {"trade_board": True, "trade_on_bonus": "on"},
        {"advanced_board": True, "shape_denies_mushrooms": "on"},
    ],
)
def test_other_values_are_kept(options: dict[str, object]) -> None:
    assert GNOME_HOLLOW.clean_options({**DEFAULTS, **options}, seats=4) == options
    assert GNOME_HOLLOW.clean_setups(RECON, options, seats=4) == RECON


@pytest.mark.parametrize(
    ("options", "code", "rule", "message"),
    [
        (
            {"ring_size": "both"},
            "option_value",
            "H4",
            'The option ring_size must be distinct or passes, not "both" (H4).',
        ),
        (
            {"trade_on_bonus": "on"},
            "option_needs",
            "H9.1",
            "The option trade_on_bonus has a meaning only together with trade_board (H9.1).",
        ),
        (
            {"tie": "share"},
            "unknown_option",
            "",
            'A game of Gnome Hollow has no option "tie"; its options are permission, '
            "market_tiles, market_refill, ring_size, signpost_choice, ring_visit, "
            "two_player_tokens, trade_board, trade_on_bonus, advanced_board and "
            "shape_denies_mushrooms.",
        ),
    ],
)
def test_a_wrong_option_is_refused(
    options: dict[str, object], code: str, rule: str, message: str
) -> None:
    for ask in (
        GNOME_HOLLOW.clean_options,
        GNOME_HOLLOW.default_setups,
        lambda wrong: GNOME_HOLLOW.clean_setups(RECON, wrong),
    ):
        with refused(code, rule, message):
            ask(options)


def test_h1_1_a_number_of_players_that_the_game_does_not_take_is_refused() -> None:
    message = "Gnome Hollow takes 2 to 4 players, not 5 (H1.1)."
    with refused("player_count", "H1.1", message, field="seats"):
        GNOME_HOLLOW.clean_options({}, seats=5)


def test_one_match_with_the_shipped_tile_set_is_the_default_series() -> None:
    assert GNOME_HOLLOW.default_setups({}) == RECON
    assert GNOME_HOLLOW.default_setups({}, seed=5) == RECON
    assert GNOME_HOLLOW.clean_setups(RECON, {}, seats=3) == RECON


@pytest.mark.parametrize("count", [0, 2, 500])
def test_a_series_is_one_match(count: int) -> None:
    with refused("match_count", "", f"A series has one match, not {count}.", most=1):
        GNOME_HOLLOW.clean_setups(RECON * count, {})


OWN = ["our tiles", "庭"]


def test_a_clubs_own_tile_sets_are_planned_beside_the_shipped() -> None:
    assert GNOME_HOLLOW.setup_choices() == RECON
    choices = GNOME_HOLLOW.setup_choices(OWN)
    assert choices == [*RECON, {"tileset": "our tiles"}, {"tileset": "庭"}]
    for setup in choices:
        assert GNOME_HOLLOW.clean_setups([setup], {}, own=OWN) == [setup]


@pytest.mark.parametrize(
    ("tileset", "wrong"),
    [
        ("Recon-1", 'not "Recon-1"'),
        ("", 'not ""'),
        (3, "not 3"),
        (["recon-1"], "not a list"),
        ({"id": "recon-1"}, "not an object"),
        (None, "it is missing"),
    ],
)
def test_an_unknown_tile_set_is_refused(tileset: object, wrong: str) -> None:
    for own, known in (((), "recon-1"), (OWN, "recon-1 or one of the club's own tile sets")):
        with refused(
            "unknown_tileset",
            "",
            f"The tile set must be {known}, {wrong}.",
            field="matches.0.tileset",
        ):
            GNOME_HOLLOW.clean_setups([{"tileset": tileset}], {}, own=own)


@pytest.mark.parametrize(
    ("setups", "code", "message"),
    [
        ("recon-1", "not_a_list", 'The planned matches must be a list, not "recon-1".'),
        (["recon-1"], "not_an_object", 'Match 1 must be an object with tileset, not "recon-1".'),
        (
            [{"board": "bird"}],
            "unknown_key",
            'Match 1 has "board", which is not known; known are tileset.',
        ),
    ],
)
def test_a_plan_of_another_form_is_refused(setups: Any, code: str, message: str) -> None:
    with refused(code, "", message):
        GNOME_HOLLOW.clean_setups(setups, {})


@pytest.mark.parametrize(
    ("tileset", "line"),
    [
        ("recon-1", "Tile set: recon-1 (reconstruction)"),
        ("our tiles", "Tile set: our tiles"),
        ({"id": "Moon", "status": "own"}, "Tile set: Moon (own)"),
        ({"id": "Moon", "status": "reconstruction"}, "Tile set: Moon (reconstruction)"),
        ({"id": "Moon"}, "Tile set: Moon (own)"),
    ],
)
def test_a_set_up_is_described_in_one_line(tileset: Any, line: str) -> None:
    assert GNOME_HOLLOW.describe_setup({"tileset": tileset}) == line


@pytest.mark.parametrize(
    ("setup", "wrong"),
    [({}, "it is missing"), ({"tileset": ""}, 'not ""'), (None, "it is missing")],
)
def test_a_set_up_without_a_tile_set_is_not_described(setup: Any, wrong: str) -> None:
    with refused("unknown_tileset", "", f"The tile set must be recon-1, {wrong}."):
        GNOME_HOLLOW.describe_setup(setup)


def test_h2_1_the_start_player_is_an_input_and_else_the_first_seat() -> None:
    def start(first: Any) -> int | None:
        return GNOME_HOLLOW.start_seat(0, first=first, seats=3, options={}, previous=())

    assert [start(first) for first in (None, 0, 2)] == [0, 0, 2]
    with refused(
        "no_such_seat",
        "H2.1",
        "The start player must sit at this table of 3: start must be 0 to 2 (seat 1 to seat 3), "
        "not 3 (H2.1).",
    ):
        start(3)
