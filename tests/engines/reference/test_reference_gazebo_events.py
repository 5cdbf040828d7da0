"""The plain Gazebo reference: the events of a placement, the source's figures first."""

import pytest

from tests.engines.reference.positions import nook_at, patio_at, position, refuse

GREEN, BLUE, PURPLE = 0, 1, 2


def test_figure_one_domino_creates_two_nooks() -> None:
    """G4.2: one foliage, one flower."""
    game = position(["FG", ".."], hand="FG")
    game.play("FG a2e")
    assert nook_at(game, "a1") == (2, GREEN, 1)
    assert nook_at(game, "b1") == (2, GREEN, 1)
    assert game.supply == [17, 19, 19]


def test_figure_a_single_colour_domino_creates_a_nook_of_three() -> None:
    """G4.2."""
    game = position(["G..."], hand="GG")
    game.play("GG b1e")
    assert nook_at(game, "a1") == (3, GREEN, 1)


def test_figure_two_nooks_are_extended_by_one_domino() -> None:
    """G4.3: to four foliage squares and three flower squares; the owners stay."""
    game = position(["ggg.", "ff..", "W..."], {"a1": GREEN, "a2": BLUE}, hand="FG")
    game.play("FG c2e")
    assert nook_at(game, "a2") == (3, BLUE, 1)
    game = position(["ggg.ff", "W....."], {"a1": BLUE, "e1": GREEN}, hand="FG")
    assert refuse(game, "FG d1w") == "G2.1"
    game.play("FG d2w")
    assert nook_at(game, "a1") == (4, BLUE, 1)
    assert game.supply == [18, 18, 19]


def test_figure_the_fifth_square_makes_a_big_nook() -> None:
    """G4.4: the double is offered once, and never a third gazebo."""
    game = position(["ggg.....", "W......."], {"a1": GREEN}, hand="GG GG GG")
    game.play("GG d1e")
    assert nook_at(game, "a1") == (5, GREEN, 2)
    assert game.supply == [17, 19, 19]
    game = position(["ggggg...", "W......."], {"a1": GREEN}, hand="GG")
    game.play("GG f1e")
    assert nook_at(game, "a1") == (7, GREEN, 2)
    assert game.supply == [17, 19, 19]


def test_a_nook_of_five_at_once_gets_both_gazebos() -> None:
    """G4.4, G4.3: three lone squares are joined."""
    game = position([".f..", "f..f", "W..."], hand="FF")
    game.play("FF b2e")
    assert nook_at(game, "b2") == (5, GREEN, 2)
    assert game.supply == [17, 19, 19]


def test_figure_a_nook_next_to_a_free_patio_claims_it() -> None:
    """G4.7: regular one, luxury two."""
    game = position(["W..1", "22.."], hand="WW")
    game.play("WW b1e")
    assert patio_at(game, "d1") == (GREEN, 1)
    assert patio_at(game, "b2") == (GREEN, 2)
    assert game.supply == [15, 19, 19]


def test_figure_two_nooks_steal_a_patio_from_one() -> None:
    """G4.7."""
    game = position(
        ["..gg.", "ww1..", "....F"], {"a2": BLUE, "c1": GREEN}, patios={"c2": BLUE}, hand="FF"
    )
    assert game.supply == [18, 17, 19]
    game.play("FF d2e")
    assert patio_at(game, "c2") == (GREEN, 1)
    assert game.supply == [16, 18, 19]


def test_figure_a_new_double_steals_a_patio() -> None:
    """G4.7: a double counts two."""
    game = position(
        ["ww1gggg..", "F........"], {"a1": BLUE, "d1": GREEN}, patios={"c1": BLUE}, hand="GG"
    )
    game.play("GG h1e")
    assert patio_at(game, "c1") == (GREEN, 1)
    assert game.supply == [16, 18, 19]


def test_equal_numbers_steal_nothing_and_claim_nothing() -> None:
    """G4.7."""
    rows = ["ww1G..", "F....."]
    game = position(rows, {"a1": BLUE}, patios={"c1": BLUE}, hand="GG")
    game.play("GG e1e")
    assert patio_at(game, "c1") == (BLUE, 1)
    game = position(rows, {"a1": BLUE}, hand="GG")
    game.play("GG e1e")
    assert patio_at(game, "c1") == (None, 0)
    assert game.supply == [18, 18, 19]


def test_figure_the_larger_nook_absorbs_the_smaller_and_steals_its_patio() -> None:
    """G4.5, G4.7."""
    game = position(
        ["ff.fff", "22....", "G....."],
        {"a1": BLUE, "d1": GREEN},
        patios={"a2": BLUE},
        hand="FG",
    )
    assert game.supply == [18, 16, 19]
    game.play("FG c1s")
    assert nook_at(game, "a1") == (6, GREEN, 2)
    assert patio_at(game, "a2") == (GREEN, 2)
    assert game.supply == [15, 19, 19]


def test_figure_a_big_nook_and_a_nook_absorb_and_one_double_stays() -> None:
    """G4.5: seven squares against two; the surplus gazebo returns."""
    game = position(
        ["ff..fffff", "..f......", "..f.....G"],
        {"a1": BLUE, "e1": GREEN, "c2": GREEN},
        hand="FF",
    )
    assert game.supply == [16, 18, 19]
    game.play("FF c1e")
    assert nook_at(game, "a1") == (11, GREEN, 2)
    assert game.supply == [17, 19, 19]


def test_figure_three_squares_against_two_and_two() -> None:
    """G4.5: a tie below first is harmless."""
    game = position(
        ["ff..fff", "..f....", "..f...G"],
        {"a1": BLUE, "e1": PURPLE, "c2": GREEN},
        hand="FF",
    )
    game.play("FF c1e")
    assert nook_at(game, "a1") == (9, PURPLE, 2)
    assert game.supply == [19, 19, 17]


def test_figure_two_squares_against_two_cannot_be_joined() -> None:
    """G4.5: neither the joining squares nor a lone square decide."""
    game = position(["ff..ff", "..f...", "..G..."], {"a1": GREEN, "e1": BLUE}, hand="FF FG")
    assert refuse(game, "FF c1e") == "G4.5"
    assert "FF c1e" not in game.legal()


def test_squares_are_summed_for_each_player() -> None:
    """G4.5: two and two of one against three of another."""
    game = position(
        ["ff..fff", "..f....", "..f...G"], {"a1": GREEN, "e1": BLUE, "c2": GREEN}, hand="FF"
    )
    game.play("FF c1e")
    assert nook_at(game, "a1") == (9, GREEN, 2)
    assert game.supply == [17, 19, 19]


def test_two_big_nooks_are_never_joined_even_with_one_owner() -> None:
    """G4.6; of two colours they may touch."""
    game = position(["fffff.fffff", "G.........."], {"a1": GREEN, "g1": GREEN}, hand="FG GG")
    assert refuse(game, "FG f1s") == "G4.6"
    game.play("GG b2e")
    assert nook_at(game, "a2") == (3, GREEN, 1)


@pytest.mark.parametrize("blue", [("ff", "ff", 9 + 2), ("ff", "fff", 9 + 3), ("fff", "fff", 13)])
def test_a_big_nook_whose_owner_has_not_most_is_safe(blue: tuple[str, str, int]) -> None:
    """G4.6, both values of `big_nook_safe`; where its owner has most nothing differs."""
    left, down, squares = blue
    rows = [f"{left.rjust(3, '.')}..fffff", "...f......", "...f......", "...f.....G"]
    if down == "ff":
        rows[3] = ".........G"
    owners = {"c1": BLUE, "d2": BLUE, "f1": GREEN}
    illegal = position(rows, owners, hand="FF")
    if len(left + down) < 5:
        illegal.play("FF d1e")
        assert nook_at(illegal, "f1") == (squares, GREEN, 2)
    else:
        assert refuse(illegal, "FF d1e") == "G4.6"
    wins = position(rows, owners, hand="FF", big_nook_safe="wins")
    wins.play("FF d1e")
    assert nook_at(wins, "f1") == (squares, GREEN, 2)
    assert wins.supply == [17, 19, 19]


def test_a_raised_patio_needs_two_to_be_claimed_but_not_to_be_stolen() -> None:
    """G6.3."""
    game = position(["F..^", "...."], hand="FF")
    game.play("FF b1e")
    assert patio_at(game, "d1") == (None, 0)
    game = position(["Ffff..^", "......."], {"a1": BLUE}, hand="FF")
    game.play("FF e1e")
    assert patio_at(game, "g1") == (BLUE, 1)
    assert game.supply == [19, 16, 19]
    game = position(["F..^", "...."], patios={"d1": BLUE}, hand="FF")
    game.play("FF b1e")
    assert patio_at(game, "d1") == (GREEN, 1)
    assert game.supply == [17, 19, 19]


def test_an_owner_without_adjacent_gazebos_keeps_a_patio_while_others_tie() -> None:
    """G4.7."""
    game = position(["F..1ww", "......"], {"e1": PURPLE}, patios={"d1": BLUE}, hand="FF")
    game.play("FF b1e")
    assert patio_at(game, "d1") == (BLUE, 1)
    assert game.supply == [18, 18, 18]


def test_a_nook_counts_once_for_a_patio_it_touches_twice() -> None:
    """G4.7: two squares of green's nook against blue's one nook."""
    game = position(["Ff22ww", "......"], {"a1": GREEN, "e1": BLUE}, hand="FF")
    game.play("FF b2e")
    assert nook_at(game, "a1") == (4, GREEN, 1)
    assert patio_at(game, "c1") == (None, 0)


def test_patios_of_one_kind_that_touch_stand_in_a_list() -> None:
    """G2.2, G2.3."""
    listed = [["c1", "d1"], ["e1", "e2"]]
    game = position(["F.222", "....2"], hand="FF", listed=listed)
    game.play("FF b1s")
    assert patio_at(game, "d1") == (GREEN, 2)
    assert patio_at(game, "e2") == (None, 0)


def test_an_opponents_nook_can_be_extended_so_that_the_opponent_wins() -> None:
    """G4.7, G4.8: in mid-turn, with one gazebo left where two are due."""
    game = position(["Ff..22", "......"], {"a1": BLUE}, hand="FF FG")
    game.supply[BLUE] = 1
    game.play("FF c1e")
    assert game.over()
    assert patio_at(game, "e1") == (BLUE, 1)
    assert game.result() == {"scores": [19, 0, 19], "winners": [BLUE], "end": "last_gazebo"}
    assert (game.actor(), game.legal()) == (None, [])
    assert refuse(game, "+c") == "G4.8"


def test_a_last_gazebo_on_a_nook_ends_the_game_before_the_patios() -> None:
    """G4.8."""
    game = position(["F..1", "...."], patios={"d1": BLUE}, hand="FF")
    game.supply[GREEN] = 1
    game.play("FF b1e")
    assert game.result() == {"scores": [0, 18, 19], "winners": [GREEN], "end": "last_gazebo"}
    assert patio_at(game, "d1") == (BLUE, 1)


def test_the_active_player_puts_down_first() -> None:
    """G4.8: green's new nook comes before blue's second gazebo."""
    game = position(["Ffff..", ".....G"], {"a1": BLUE}, hand="FG")
    game.supply[GREEN] = game.supply[BLUE] = 1
    game.play("FG e1e")
    assert game.result() == {"scores": [0, 1, 19], "winners": [GREEN], "end": "last_gazebo"}


def test_returned_gazebos_come_before_those_put_down() -> None:
    """G4.8: blue gets a patio back in the stage in which blue claims another."""
    game = position(
        ["Ffff..1", "G......", ".1....."],
        {"a1": BLUE},
        patios={"b3": BLUE},
        hand="FF GG",
    )
    game.supply[BLUE] = 2
    game.play("GG b2e")
    assert patio_at(game, "b3") == (GREEN, 1)
    assert game.supply[BLUE] == 3
    game.seat, game.hands[0], game.due = 0, ["FF"], "place"
    game.play("FF e1e")
    assert patio_at(game, "g1") == (BLUE, 1)
    assert game.supply[BLUE] == 1
