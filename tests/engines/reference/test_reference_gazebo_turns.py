"""The plain Gazebo reference: placing, second dominoes, draws and ends."""

from typing import Any

import pytest

from tests.engines.reference import gazebo
from tests.engines.reference.gazebo_pieces import winning_pairs
from tests.engines.reference.positions import position, refuse
from tests.engines.reference.records import Broken

GREEN, BLUE = 0, 1


def test_a_two_colour_domino_has_four_texts_a_square_and_a_double_two() -> None:
    """G3.1, the records page."""
    game = position(["F.", ".."], hand="FG FF")
    assert game.legal() == ["FF a2e", "FF b1s", "FG a2e", "FG b1s", "FG b2n", "FG b2w"]
    assert refuse(game, "FF b2w") == "records"
    assert refuse(game, "GF b1s") == "records"
    assert refuse(game, "FW b1s") == "G3.1"


def test_a_corner_a_patio_and_a_vase_are_no_terrain() -> None:
    """G3.1."""
    game = position(["F..1", "...v", "...."], hand="FG")
    assert refuse(game, "FG b2s") == "G3.1"
    assert refuse(game, "FG c1s") == "G3.1"
    assert refuse(game, "FG c1e") == "G2.1"
    assert refuse(game, "FG b1n") == "G2.1"
    game.play("FG c1w")
    assert game.nooks == []  # no event: G at b1 and F at c1 touch nothing of their colour


def test_a_new_nook_at_a_vase_allows_a_second_domino_and_two_draws() -> None:
    """G6.1, G3.3; never more than two dominoes."""
    game = position(["F..v.", "....."], hand="FF FG FW")
    game.play("FF b1e")
    assert (game.actor(), game.due) == (0, "second")
    assert "stop" in game.legal()
    assert refuse(game, "+c") == "G6.1"
    game.play("FG b2e")
    assert game.due == "draw"
    game.play("+c")
    game.play("+p")
    assert (game.actor(), len(game.hands[0])) == (1, 3)


def test_a_second_domino_may_be_declined() -> None:
    game = position(["F..v.", "....."], hand="FF FG FW")
    game.play("FF b1e")
    game.play("stop")
    assert (game.due, game.hands[0]) == ("draw", ["FG", "FW"])


@pytest.mark.parametrize(
    ("rows", "nooks", "text", "fires"),
    [
        # An own nook reaches the vase for the first time; a second time it does not.
        (["Ff..v.", "......"], {"a1": GREEN}, "FF c1e", True),
        (["Ffffv.", "......"], {"a1": GREEN}, "FF a2e", False),
        # Another player's nook is connected.
        (["Ff..v.", "......"], {"a1": BLUE}, "FF c1e", False),
        # Two vases: each counts for itself.
        (["Fffv..", "....v.", "......"], {"a1": GREEN}, "FF c2e", True),
        # A lone square already lies at the vase.
        (["...fv.", "F....."], {}, "FF b1e", True),
        # Another nook of one's own touched it: a nook by itself fires again.
        (["Fv..G.", "f....."], {"a1": GREEN}, "GG c1e", True),
        # Absorbing the nook at the vase: with the own one away from it, and at it.
        (["fff..ffv", "F......."], {"a1": GREEN, "f1": BLUE}, "FF d1e", True),
        (["fff..ffv", "F......v"], {"a1": BLUE, "f1": GREEN}, "FF d1e", False),
        (["ff..fffv", "F......."], {"a1": GREEN, "e1": GREEN}, "FF c1e", False),
        # Being absorbed by another's nook, whoever placed the domino.
        (["ff..ffff", "G....v.."], {"a1": GREEN, "e1": BLUE}, "FF c1e", False),
    ],
)
def test_a_vase_fires_for_an_own_nook_once(
    rows: list[str], nooks: dict[str, int], text: str, fires: bool
) -> None:
    """G6.1."""
    game = position(rows, nooks, hand=f"{text[:2]} FW FW")
    game.play(text)
    assert game.due == ("second" if fires else "draw")


def test_a_pedestal_fires_without_a_nook() -> None:
    """G6.2."""
    game = position(["F.=..", "....."], hand="GW FF FG")
    game.play("GW b1e")
    assert (game.nooks, game.due) == ([], "second")


def test_the_trigger_of_a_second_domino_allows_no_third() -> None:
    """G6.1, G6.4; the zen squares of both add up."""
    game = position(["F.=.z", "..=..", "....z"], hand="GW FG FG")
    game.play("GW b1e")
    game.play("FG b2e")
    assert (game.due, game.credits) == ("draw", 0)
    game = position(["F=z..", "..=z.", "....."], hand="GW FG FG")
    game.play("GW b1e")
    game.play("FG c2e")
    assert (game.due, game.credits) == ("draw", 2)


def test_without_a_playable_second_domino_the_draws_follow() -> None:
    """G6.4."""
    game = position(["F=.", "###"], hand="FF FG")
    game.play("FF b1e")
    assert (game.due, game.actor()) == ("draw", 0)
    game.play("+c")
    game.play("+c")
    assert game.result()["end"] == "blocked"


def test_a_zen_square_lets_a_due_draw_come_from_the_reserve() -> None:
    """G3.4, `replace`: one due draw, whatever is covered."""
    game = position(["Fzz...", "......"], hand="FG GG WW")
    game.play("FG b1e")
    assert game.credits == 2
    assert game.legal() == ["+c", "+p", "+z"]
    first = game.reserve[0]
    game.play("+z")
    assert (game.hands[0], game.actor(), game.credits) == (["GG", "WW", first], 1, 0)


def test_without_a_zen_square_the_reserve_is_closed() -> None:
    """G3.4; a draw is compulsory (G3.3)."""
    game = position(["F.....", "......"], hand="FG GG WW")
    game.play("FG b1e")
    assert game.legal() == ["+c", "+p"]
    assert refuse(game, "+z") == "G3.4"
    assert refuse(game, "pass") == "G3.6"


def test_where_only_the_reserve_is_usable_that_draw_is_compulsory() -> None:
    """G3.4."""
    game = position(["Fz....", "......"], hand="FG")
    game.common, game.personal[0] = [], []
    game.play("FG b1e")
    assert game.legal() == ["+z"]
    game.play("+z")
    assert (game.actor(), len(game.hands[0])) == (1, 1)


def test_extra_draws_follow_the_due_ones_without_a_hand_limit() -> None:
    """G3.4, `extra`."""
    game = position(["Fzz...", "......"], hand="FG GG WW", zen_draw="extra")
    game.play("FG b1e")
    assert refuse(game, "+z") == "G3.4"
    game.play("+c")
    assert game.legal() == ["+-", "+z"]
    game.play("+z")
    game.play("+z")
    assert (game.actor(), len(game.hands[0])) == (1, 5)
    game.seat = 0
    game.play("WW d1e")
    assert (game.actor(), len(game.hands[0])) == (1, 4)  # no refill while three or more are held


def test_declining_gives_up_all_extra_draws() -> None:
    """G3.4."""
    game = position(["Fzz...", "......"], hand="FG GG WW", zen_draw="extra")
    game.play("FG b1e")
    game.play("+p")
    game.play("+-")
    assert (game.actor(), len(game.hands[0])) == (1, 3)


def test_a_pile_nobody_saw_cannot_be_drawn_from() -> None:
    game = position(["F.....", "......"], hand="FG GG WW")
    game.common[0] = "?"
    game.play("FG b1e")
    assert game.legal() == ["+p"]
    assert refuse(game, "+c") == "records"


def test_without_any_pile_the_turn_ends_and_empty_hands_are_skipped() -> None:
    """G3.5, G3.6."""
    game = position(["F.....", "......"], hand="FG")
    game.common, game.personal = [], [[], [], []]
    game.hands[1] = []
    game.play("FG b1e")
    assert game.actor() == 2


def test_a_turn_passes_only_without_a_legal_placement() -> None:
    """G3.6: green's only domino would tie, blue's would not join."""
    game = position(["ff..ff", "###G##"], {"a1": GREEN, "e1": BLUE}, hand="FF")
    game.hands[1:] = [["GG"], []]
    assert game.legal() == ["pass"]
    game.play("pass")
    assert (game.actor(), game.hands[0]) == (1, ["FF"])
    assert refuse(game, "pass") == "G3.6"


def test_a_game_ends_where_no_seat_can_place() -> None:
    """G5.1: tested before a pass, and at once on a board of one open square."""
    game = position(["ff..ff", "###G##"], {"a1": GREEN, "e1": BLUE}, hand="FF")
    game.hands[1:] = [["FF"], []]
    game._start_turn()
    assert game.result() == {"scores": [18, 18, 19], "winners": [0, 1], "end": "blocked"}
    at_once = position(["F."])
    assert at_once.result() == {"scores": [19, 19, 19], "winners": [0, 1, 2], "end": "blocked"}


def test_a_game_ends_where_nobody_holds_a_domino() -> None:
    """G5.1."""
    game = position(["F.....", "......"], hand="FF")
    game.common, game.personal, game.hands[1:] = [], [[], [], []], [[], []]
    game.play("FF b1e")
    assert game.result() == {"scores": [18, 19, 19], "winners": [0], "end": "out_of_dominoes"}


@pytest.mark.parametrize(
    ("supply", "last", "winners"),
    [
        ([0, 9, 4, 4], 0, [2, 3]),
        ([0, 7, 4, 4], 0, [0, 1]),
        ([0, 8, 4, 4], 0, [0, 1]),
        ([4, 4, 5, 3], 3, [2, 3]),
        ([15, 15, 15, 15], None, [0, 1, 2, 3]),
    ],
)
def test_the_pair_with_fewer_left_wins(
    supply: list[int], last: int | None, winners: list[int]
) -> None:
    """G8.2."""
    assert winning_pairs(supply, last) == winners


def test_a_tied_pair_is_decided_by_the_last_gazebo_of_whoever_owns_it() -> None:
    """G8.2: seat 0 places the domino, seat 2 puts down the gazebo."""
    game = position(["Fff...", "......"], {"a1": 2}, players=4, hand="FF", partnership=True)
    game.supply = [7, 3, 1, 10]
    game.play("FF d1e")
    assert game.result() == {"scores": [7, 3, 0, 10], "winners": [2, 3], "end": "last_gazebo"}


@pytest.mark.parametrize("start", [0, 2])
def test_the_second_player_of_a_pair_begins(start: int) -> None:
    """G8.1."""
    setup = gazebo.deal(4, {"partnership": True}, 1, start=start)
    with pytest.raises(Broken) as broken:
        gazebo.Reference(4, {"partnership": True}, setup)
    assert broken.value.rule == "G8.1"


@pytest.mark.parametrize(
    ("board", "rule"),
    [
        ({"rows": ["F.", "."]}, "G2.4"),
        ({"rows": []}, "G2.4"),
        ({"rows": ["F" + "." * 26]}, "G2.4"),
        ({"rows": ["F."] * 2}, "G2.4"),  # equal start colours touch
        ({"rows": ["F#.", ".#."]}, "G2.4"),  # an open square out of reach
        ({"rows": ["..1"]}, "G2.4"),
        ({"rows": ["F.x"]}, "G2.1"),
        ({"rows": "F."}, "records"),
        ({"rows": ["F.11"], "patios": [["c1"]]}, "G2.2"),
        ({"rows": ["F.11"], "patios": [["c1", "d1"], ["d1"]]}, "G2.2"),
        ({"rows": ["F.12"], "patios": [["c1", "d1"]]}, "G2.2"),
        ({"rows": ["F.1", "..1", "1.."], "patios": [["c1", "a3"], ["c2"]]}, "G2.4"),
        ({"rows": ["F.11"], "patios": [["c1", "d1"], []]}, "G2.2"),
        ({"rows": ["F.11"], "patios": [["C1", "d1"]]}, "records"),
    ],
)
def test_a_board_that_is_not_well_formed_is_refused(board: dict[str, Any], rule: str) -> None:
    with pytest.raises(Broken) as broken:
        gazebo.Reference(2, {}, gazebo.deal(2, {}, 1, board))
    assert broken.value.rule == rule


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"start": 2}, "G1.4"),
        ({"hands": ["FG FW GW", "FG FW FF"]}, "G1.3"),
        ({"hands": ["FG FW GW", "FG FW ?"]}, "G1.3"),
        ({"hands": ["FG FW GW"]}, "records"),
        ({"personal": ["FF FF FF FF FF", "FF FF FF FF FF"], "reserve": " ".join("?" * 17)}, "G1.1"),
        ({"common": ""}, "G1.3"),
        ({"reserve": None}, "records"),
        ({"board": None}, "records"),
    ],
)
def test_an_illegal_deal_is_refused(changes: dict[str, Any], rule: str) -> None:
    with pytest.raises(Broken) as broken:
        gazebo.Reference(2, {}, {**gazebo.deal(2, {}, 1), **changes})
    assert broken.value.rule == rule


def test_the_hidden_piles_may_be_unknown_in_full_length() -> None:
    setup = gazebo.deal(2, {}, 1)
    hidden = {
        "common": " ".join("?" * 48),
        "reserve": " ".join("?" * 17),
        "personal": [" ".join("?" * 5)] * 2,
    }
    game = gazebo.Reference(2, {}, {**setup, **hidden})
    game.play(game.legal()[0])
    assert game.legal() == []
