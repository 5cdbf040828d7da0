"""Nooks: created, extended, big, absorbed, safe (G4.1–G4.6), with the source's figures.

In the figures the player who absorbs is seat 0; the letters are those of the source.
"""

import pytest

from tests.engines.gazebo.tables import nook, play, refused, table, texts

PLAIN = "....... ....... ...F... ....... ......."
MANY = "FG FG FG FW FW FW FF GW GW"


def test_g4_1_a_start_square_counts_and_a_lone_square_is_no_nook() -> None:
    position = play(table(PLAIN, MANY, MANY), "FG d2n")
    assert nook(position, "d3") == (0, 1, 2)
    assert len(position.nooks()) == 1  # the foliage square is alone
    assert position.scores() == [23, 24]


def test_g4_2_one_domino_creates_two_nooks() -> None:
    position = play(table("F.. ..G ...", MANY, MANY), "FG b1e")
    assert nook(position, "a1") == (0, 1, 2)
    assert nook(position, "c1") == (0, 1, 2)
    assert position.scores() == [22, 24]


def test_g4_2_a_double_creates_a_nook_by_itself() -> None:
    position = play(table(PLAIN, "GG " + MANY, MANY), "GG d1s")
    assert nook(position, "d1") == (0, 1, 2)
    assert position.scores() == [23, 24]


def test_g4_2_a_double_beside_a_square_of_its_colour_creates_one_nook_of_three() -> None:
    position = play(table(PLAIN, "FF " + MANY, MANY), "FF d1s")
    assert nook(position, "d1") == (0, 1, 3)
    assert position.scores() == [23, 24]


def test_g4_1_corners_do_not_connect() -> None:
    position = play(table(PLAIN, MANY, MANY), "GW d2n, FG e2n")
    assert position.nooks() == []
    assert position.scores() == [24, 24]


def test_g4_3_an_extended_nook_keeps_its_owner_whoever_extends_it() -> None:
    position = play(table(PLAIN, MANY, MANY), "FG d2n, FW d4s")
    assert nook(position, "d3") == (0, 1, 3)
    assert position.scores() == [23, 24]


def test_g4_3_lone_squares_joined_on_the_way_need_no_majority() -> None:
    position = play(table("F...F G...W", MANY, MANY), "FG d1s, FW c1s, FG b1s")
    assert nook(position, "a1") == (0, 2, 5)  # a1 was alone
    assert nook(position, "a2") == (0, 1, 2)
    assert position.scores() == [21, 24]


def test_g4_4_five_squares_make_a_double_and_never_more() -> None:
    position = table(PLAIN, "FF FF FF FF FF FF", "FF FF FF FF FF FF")
    play(position, "FF d1s")
    assert nook(position, "d3") == (0, 1, 3)
    play(position, "FF d4s")
    assert nook(position, "d3") == (0, 2, 5)
    assert position.scores() == [22, 24]
    play(position, "FF e3e, FF b3e")
    assert nook(position, "d3") == (0, 2, 9)
    assert position.scores() == [22, 24]


def test_g4_4_four_squares_are_no_big_nook() -> None:
    position = play(table(PLAIN, MANY, MANY), "FF d1s, FG d4s")
    assert nook(position, "d3") == (0, 1, 4)


def test_g4_4_a_nook_created_with_five_squares_at_once_gets_both() -> None:
    position = play(table("GFG. F..F .G..", "FF FF FF", "GW GW GW"), "FF b2e")
    assert nook(position, "b2") == (0, 2, 5)
    assert position.scores() == [22, 24]


def test_g4_5_figure_one_the_larger_nook_absorbs_and_steals_the_luxury_patio() -> None:
    position = table("...F..... G2....... .........", "FF FW FG FG FG", "FF FG FG FG FG")
    play(position, "FF e1e, FF a1e")
    assert nook(position, "e1") == (0, 1, 3)  # b
    assert nook(position, "a1") == (1, 1, 2)  # a
    assert position.patios() == [(1, 2)]
    assert position.scores() == [23, 21]
    play(position, "FW c1s")
    assert nook(position, "a1") == (0, 2, 6)
    assert position.patios() == [(0, 2)]
    assert position.scores() == [20, 24]


FIGURES = "......... ...F..... .G....... ......... ........."


def test_g4_5_figure_two_a_big_nook_absorbs_another_s_and_an_own_one() -> None:
    position = table(FIGURES, "FF FF FF FW FG FG", "FF")
    play(position, "FF e2e, FF a2e, FF g2e, FF c3s")
    assert nook(position, "d2") == (0, 2, 5)  # b
    assert nook(position, "c3") == (0, 1, 2)  # c
    assert nook(position, "a2") == (1, 1, 2)  # a
    assert position.scores() == [21, 23]
    play(position, "FW c2n")
    assert nook(position, "c2") == (0, 2, 10)
    assert position.scores() == [22, 24]  # one of the own three gazebos comes back


def test_g4_5_figure_three_most_squares_though_two_tie_below() -> None:
    position = table(FIGURES, "FF FW FG FG", "FF", "FF FG FG")
    play(position, "FF e2e, FF a2e, FF c3s")
    assert nook(position, "d2") == (0, 1, 3)  # b
    assert nook(position, "a2") == (1, 1, 2)  # a
    assert nook(position, "c3") == (2, 1, 2)  # c
    play(position, "FW c2n")
    assert nook(position, "c2") == (0, 2, 8)
    assert position.scores() == [17, 19, 19]


def test_g4_5_figure_four_a_tie_for_first_is_illegal() -> None:
    position = table("......... ....F.... .G..G.... .........", "FW FW FG FG", "FF FG FG")
    play(position, "FW f2e, FF b2e")
    assert nook(position, "e2") == (0, 1, 2)
    assert nook(position, "b2") == (1, 1, 2)
    refused(
        position,
        "FW d2n",
        "absorption_tied",
        "G4.5",
        "Nobody would have most squares of the joined nooks (G4.5).",
    )
    refused(position, "FG d2s", "absorption_tied", "G4.5")
    assert "FW d1s" in texts(position)  # the water is on d2


def test_g4_5_the_squares_of_each_player_are_summed() -> None:
    hands = ("FF FG FW FG", "FF FF FG FG")
    position = play(table(FIGURES, *hands), "FF e2e, FF a2e, FG d1e, FF c3s")
    # seat 0: d1, d2, e2, f2; seat 1: two nooks of two squares
    refused(position, "FW c2n", "absorption_tied", "G4.5")


def test_g4_5_the_sum_of_small_nooks_beats_a_larger_one() -> None:
    position = table(FIGURES, "FF GW FG FW", "FF FF FG FG")
    play(position, "FF e2e, FF a2e, GW b5n, FF c3s")
    # seat 0: three squares; seat 1: two nooks of two
    play(position, "FW c2n")
    assert nook(position, "c2") == (1, 2, 8)
    assert position.scores() == [24, 22]


def test_g4_5_lone_squares_and_the_domino_count_for_nobody() -> None:
    rows = "....F.... .G..G.... ......... ........."
    position = play(table(rows, "FG FW FF GW", "FF FG FF"), "FG f1e, FF b1e")
    refused(position, "FW d1s", "absorption_tied", "G4.5")
    refused(position, "FF d1s", "absorption_tied", "G4.5")


def test_g4_6_two_big_nooks_of_one_colour_cannot_be_joined_even_by_their_owner() -> None:
    rows = "........... ...F...F... ..........."
    position = table(rows, "FF FF FF FF FW GW", "GW")
    play(position, "FF b2e, GW d1e, FF e2e, FF i2e, FF h3e")
    assert nook(position, "d2") == (0, 2, 5)
    assert nook(position, "h2") == (0, 2, 5)
    refused(
        position,
        "FW g2n",
        "big_nooks_joined",
        "G4.6",
        "Two big nooks of one colour cannot be joined (G4.6).",
    )


def test_g4_6_big_nooks_of_different_colours_may_touch() -> None:
    position = table("..F.... ..G.... .......", "FF FF FF", "GG GG GG")
    play(position, "FF a1e, GG a2e, FF d1e, GG d2e")
    assert nook(position, "c1") == (0, 2, 5)
    assert nook(position, "c2") == (1, 2, 5)


@pytest.mark.parametrize("more", [False, True])
@pytest.mark.parametrize("big_wins", [False, True])
def test_g4_6_big_nook_safe(big_wins: bool, more: bool) -> None:
    """Seat 0 has a big nook of five; seat 1 three and two squares, or three and three."""
    rows = "F.......... ...F....... .G......... ........... ..........."
    position = table(rows, "FF FF FW FW FW", "FF FF FG FG FG", big_wins=big_wins)
    play(position, "FF e2e, FF a2e, FF g2e, FF c3s")
    assert nook(position, "a1") == (1, 1, 3)
    assert nook(position, "d2") == (0, 2, 5)
    if more:
        play(position, "FW i3n, FG c5e")
    assert nook(position, "c3") == (1, 1, 3 if more else 2)
    before = position.scores()
    if not big_wins:
        refused(
            position,
            "FW c2n",
            "big_nook_absorbed",
            "G4.6",
            "A nook of 5 squares or more cannot be absorbed (G4.6).",
        )
        return
    play(position, "FW c2n")
    assert nook(position, "c2") == (0, 2, 12 if more else 11)
    assert position.scores() == [before[0], before[1] + 2]


def test_g4_6_two_big_nooks_cannot_be_joined_under_wins_either() -> None:
    rows = "........... ...F...F... ..........."
    position = table(rows, "FF FF FF FF FW GW", "GW", big_wins=True)
    play(position, "FF b2e, GW d1e, FF e2e, FF i2e, FF h3e")
    refused(position, "FW g2n", "big_nooks_joined", "G4.6")
