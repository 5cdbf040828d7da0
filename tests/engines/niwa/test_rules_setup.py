"""Cards and the set-up of a match (N1, N2)."""

import json
from collections import Counter

import pytest

from engines.niwa.engine import NIWA_ENGINE
from engines.values import JSON
from tests.engines.niwa.matches import ENGINE, HANDS, PILE, ROW, cards_in_play, laid, played
from tests.engines.refusals import refused


def a_setup(**changes: JSON) -> dict[str, JSON]:
    setup: dict[str, JSON] = {
        "mission": 5,
        "start": 1,
        "hands": list(HANDS),
        "row": ROW,
        "pile": PILE,
    }
    return setup | changes


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_n2_2_nine_cards_a_hand_nine_in_the_pile_three_in_the_row(players: int) -> None:
    for seed in range(50):
        position = ENGINE.deal(players, seed, {})
        assert [len(position.hand_of(seat)) for seat in range(players)] == [9] * players
        assert (len(position.pile_cards()), len(position.row_cards())) == (9, 3)
        assert position.view(None)["out"] == 54 - 9 * players


def test_n1_2_six_players_hold_and_see_all_66_cards_two_of_each() -> None:
    dealt = cards_in_play(ENGINE.deal(6, 3, {}))
    assert dealt == Counter(dict.fromkeys(range(33), 2))


def test_n1_every_deal_is_of_two_copies_at_most() -> None:
    deals = [cards_in_play(ENGINE.deal(3, seed, {})) for seed in range(100)]
    assert max(max(deal.values()) for deal in deals) == 2
    assert all(set(deal) <= set(range(33)) for deal in deals)
    assert len(set(map(str, deals))) == 100


def test_n2_1_the_mission_is_given_or_drawn_from_all_eight() -> None:
    assert {ENGINE.deal(2, seed, {}).mission for seed in range(100)} == set(range(1, 9))
    assert ENGINE.deal(2, 4, {}, mission=7).mission == 7


def test_n2_1_a_given_mission_changes_no_card_of_the_deal() -> None:
    drawn = ENGINE.write_setup(ENGINE.deal(3, 9, {}))
    for mission in range(1, 9):
        assert ENGINE.write_setup(ENGINE.deal(3, 9, {}, mission=mission)) == {
            **drawn,
            "mission": mission,
        }


def test_n2_4_seat_0_starts_unless_another_is_given_and_play_goes_clockwise() -> None:
    assert ENGINE.deal(3, 1, {}).actor() == 0
    position = ENGINE.deal(3, 1, {}, start=2)
    actors = []
    for _ in range(4):
        actors.append(position.actor())
        position.push(position.moves()[0])
    assert actors == [2, 0, 1, 2]


@pytest.mark.parametrize("players", [0, 1, 7, True, None, "3"])
def test_n1_2_two_to_six_players(players: object) -> None:
    shown = json.dumps(players) if players is not None else "nothing"
    with refused("player_count", "N1.2", f"Niwa takes 2 to 6 players, not {shown} (N1.2)."):
        ENGINE.deal(players, 1, {})


def test_n2_4_the_start_seat_is_at_the_table() -> None:
    shown = {"3": 3, "-1": -1, "nothing": None, "0.0": 0.0, "true": True, "a list": [0]}
    for text, start in shown.items():
        message = (
            "The start player must sit at this table of 3: start must be 0 to 2 "
            f"(seat 1 to seat 3), not {text} (N2.4)."
        )
        with refused("no_such_seat", "N2.4", message):
            ENGINE.deal(3, 1, {}, start=start)


def test_only_a_mission_and_a_start_are_given_to_a_deal() -> None:
    with refused(
        "unknown_key",
        "",
        'What is given to a deal has "board", which is not known; known are mission and start.',
    ):
        ENGINE.deal(3, 1, {}, board="bird")


def test_a_setup_is_read_and_written_back() -> None:
    position = NIWA_ENGINE.read_setup(2, {}, a_setup(colour="blue"))
    assert NIWA_ENGINE.write_setup(position) == a_setup()
    assert position.actor() == 1


def test_hands_may_stand_in_any_order_and_row_and_pile_keep_theirs() -> None:
    position = laid(hands=("P8 P0 P7 P1 P6 P2 P5 P3 P4", HANDS[1]))
    setup = ENGINE.write_setup(position)
    assert (setup["hands"], setup["row"], setup["pile"]) == (list(HANDS), ROW, PILE)
    played(position, "R", "-")
    assert position.row_cards() == [8, 19, 31, 30]


def test_a_deal_is_written_and_read_back() -> None:
    for seed in range(40):
        options = {"max_exchanges": seed, "min_run": 1 + seed % 9}
        deal = ENGINE.deal(2 + seed % 5, seed, options, start=seed % 2)
        again = ENGINE.read_setup(deal.players, options, ENGINE.write_setup(deal))
        assert again.state() == deal.state()


@pytest.mark.parametrize("moves", [("P0>O9",), ("R",), ("R", "-"), ("P0>O9", "G0>P0")])
def test_only_a_start_position_has_a_setup(moves: tuple[str, ...]) -> None:
    with refused(
        "not_a_start", "N2.2", "This position is not the start of a match of Niwa (N2.2)."
    ):
        ENGINE.write_setup(played(laid(), *moves))


SEAT_1 = "Seat 1's hand"
REFUSED_SETUPS: list[tuple[dict[str, JSON], str, str, str]] = [
    ({"mission": 9}, "unknown_mission", "N1", "The mission must be a number from 1 to 8, not 9"),
    (
        {"start": 2},
        "no_such_seat",
        "N2.4",
        "The start player must sit at this table of 2: start must be 0 to 1 (seat 1 to seat 2), "
        "not 2",
    ),
    (
        {"hands": [HANDS[0]]},
        "seat_count",
        "N2.2",
        "The set-up has 1 hands; this table has 2 players",
    ),
    ({"hands": ["P0 P1", HANDS[1]]}, "hand_size", "N2.2", f"{SEAT_1} has 2 cards; it must have 9"),
    ({"hands": [7, HANDS[1]]}, "not_text", "N2.2", f"{SEAT_1} must be text, not 7"),
    (
        {"hands": [HANDS[0].replace("P3", "P11"), HANDS[1]]},
        "unknown_card",
        "N1",
        f'{SEAT_1} has "P11", which is not a card; cards are P0 to O10',
    ),
    (
        {"hands": [HANDS[0].replace("P3", "?"), HANDS[1]]},
        "unknown_card",
        "N1",
        f'{SEAT_1} has "?", which is not a card; cards are P0 to O10',
    ),
    (
        {"row": "P8  G8 O9"},
        "unknown_card",
        "N1",
        'The row has "", which is not a card; cards are P0 to O10',
    ),
    ({"row": ""}, "row_size", "N2.2", "The row has 0 cards; it must have 3"),
    ({"row": "P8 P9 P10 O9"}, "row_size", "N2.2", "The row has 4 cards; it must have 3"),
    ({"pile": PILE[3:]}, "pile_size", "N2.2", "The pile has 8 cards; it must have 9"),
    (
        {"row": "P8 P8 O9"},
        "too_many_copies",
        "N1",
        "P8 appears 3 times; the game has two of each card",
    ),
    (
        {"hands": ["P0 P0 P0 P3 P4 P5 P6 P7 P8", HANDS[1]]},
        "too_many_copies",
        "N1",
        "P0 appears 3 times in the hand of seat 1; the game has two of each card",
    ),
]


@pytest.mark.parametrize(("changes", "code", "rule", "sentence"), REFUSED_SETUPS)
def test_a_setup_that_is_no_deal_is_refused(
    changes: dict[str, JSON], code: str, rule: str, sentence: str
) -> None:
    with refused(code, rule, f"{sentence} ({rule})."):
        ENGINE.read_setup(2, {}, a_setup(**changes))


@pytest.mark.parametrize(
    ("key", "rule"),
    [("mission", "N2.1"), ("start", "N2.4"), ("hands", "N2.2"), ("row", "N2.2"), ("pile", "N2.2")],
)
def test_a_setup_lacks_nothing(key: str, rule: str) -> None:
    setup = a_setup()
    del setup[key]
    message = f"The set-up has no {key} ({rule})."
    with refused("setup_missing", rule, message, field=f"setup.{key}"):
        ENGINE.read_setup(2, {}, setup)


@pytest.mark.parametrize(
    ("setup", "shown"), [(None, "nothing"), ([], "a list"), ("P0", '"P0"'), (3, "3")]
)
def test_a_setup_is_an_object(setup: object, shown: str) -> None:
    with refused("not_an_object", "", f"The set-up must be an object, not {shown}."):
        ENGINE.read_setup(2, {}, setup)


def test_options_are_those_that_change_a_match_without_defaults() -> None:
    typed = {"highest_copies": "both", "min_run": 2, "max_exchanges": 36}
    assert ENGINE.clean_options(typed) == {"highest_copies": "both", "max_exchanges": 36}
    assert ENGINE.clean_options({}) == {}
    for option in ("rounds", "start", "tie", "zen"):
        with refused(
            "unknown_option",
            "",
            f'A match of Niwa has no option "{option}"; its options are highest_copies, min_run '
            "and max_exchanges.",
        ):
            ENGINE.clean_options({option: 3})
