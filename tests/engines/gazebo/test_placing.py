"""Where a domino may lie, and what a turn is (G2.1, G3.1, G3.2)."""

import pytest

from engines.position import NotLegal
from tests.engines.gazebo.tables import play, refused, state, table, texts

PLAIN = "..... ..... ..F.. ..... ....."


def test_g3_1_a_domino_needs_an_edge_with_terrain() -> None:
    position = table(PLAIN, "GW GW GW", "GW GW GW")
    refused(
        position,
        "GW a1e",
        "no_terrain",
        "G3.1",
        "A domino must share an edge with terrain; that on a1 would not (G3.1).",
    )
    refused(position, "GW b2n", "no_terrain", "G3.1")  # b2 and c3 touch at a corner only
    play(position, "GW b3w")
    assert position.terrain(10) == "W"
    assert position.terrain(11) == "G"
    assert position.terrain(12) == "F"


def test_g3_1_one_of_the_two_squares_is_enough_in_every_rotation() -> None:
    position = table(PLAIN, "GW GW GW", "GW GW GW")
    beside_c2 = {"GW c2n", "GW c2e", "GW c2w", "GW c1s", "GW d2w", "GW b2e"}
    assert beside_c2 <= set(texts(position))
    assert len(texts(position)) == 4 * 6
    assert "GW c2s" not in texts(position)


def test_g3_1_any_colour_of_terrain_will_do_and_dominoes_are_terrain() -> None:
    position = play(table(PLAIN, "GW GW GW WW", "GW GW GW"), "GW c2n")
    assert "GW b1w" in texts(position)
    assert "GW a1e" in texts(position)


def test_g3_1_patios_and_vases_are_no_terrain() -> None:
    position = table("..1.. ..... F.v.. ..... ..^..", "GW GW GW", "GW GW GW")
    refused(position, "GW c2e", "no_terrain", "G3.1")
    refused(position, "GW d3s", "no_terrain", "G3.1")
    assert set(texts(position)) == {
        f"GW {place}"
        for place in (
            ["a2n", "a1s", "a2e", "b2w", "a4s", "a5n", "a4e", "b4w", "b3n", "b2s", "b3s", "b4n"]
        )
    }


@pytest.mark.parametrize(
    ("text", "where"),
    [("GW b1e", "c1"), ("GW b2s", "b3"), ("GW b4e", "c4"), ("GW a2s", "a3"), ("GW b2e", "hole")],
)
def test_g2_1_a_domino_lies_on_open_squares_only(text: str, where: str) -> None:
    position = table("..1.. ..#.. FGv.. ..G.. .....", "GW GW GW", "GW GW GW")
    refused(position, text, "not_open", "G3.1")


def test_g2_1_zen_squares_and_pedestals_are_open_until_they_are_covered() -> None:
    position = table("Fz=..", "GW GW GW GW", "GW GW GW")
    play(position, "GW b1e")
    refused(position, "GW c1e", "not_open", "G3.1")


def test_g3_1_the_edge_of_the_board_is_no_square() -> None:
    position = table("F.. ... ...", "GW GW GW", "GW GW GW")
    refused(position, "GW b1n", "not_open", "G3.1")
    refused(position, "GW a2w", "not_open", "G3.1")
    refused(position, "GW c1e", "not_open", "G3.1")
    refused(position, "GW b4n", "off_board", "G2.1", "The board has no square b4 (G2.1).")
    refused(position, "GW d1s", "off_board", "G2.1")


def test_g3_1_the_domino_must_be_in_hand() -> None:
    position = table(PLAIN, "GW GW GW", "FG GW GW")
    refused(position, "FG c2n", "not_in_hand", "G3.1", "Seat 1 holds no FG (G3.1).")
    assert {text[:2] for text in texts(position)} == {"GW"}


def test_g3_1_a_double_is_offered_once_per_pair_of_squares() -> None:
    position = table(PLAIN, "FF WW GG", "GW GW GW")
    assert len(texts(position)) == 3 * 12
    assert {text[-1] for text in texts(position)} == {"e", "s"}
    before = state(position)
    with pytest.raises(NotLegal) as caught:
        position.play(7 * 4 + 3)  # FF c2n
    assert (caught.value.code, caught.value.rule) == ("turned_double", "G3.1")
    assert state(position) == before


def test_g3_1_a_placement_without_any_event_is_legal() -> None:
    position = play(table(PLAIN, "GW GW GW GW", "GW GW GW"), "GW c2n")
    assert position.nooks() == []
    assert position.scores() == [24, 24]


def test_g1_4_and_g3_2_turns_go_clockwise_from_the_start_seat() -> None:
    position = table(PLAIN, "GW GW GW GW", "GW GW GW GW", "GW GW GW GW", start=2)
    actors = []
    for text in ("GW c2n", "GW c4s", "GW b3w"):
        actors.append(position.actor())
        play(position, text)
    assert actors == [2, 0, 1]
    assert position.actor() == 2


@pytest.mark.parametrize("move", [-1, 61782, 2**40, "FG c4e", None, 1.0, True])
def test_what_is_no_decision_is_refused(move: object) -> None:
    position = table(PLAIN, "GW GW GW", "GW GW GW")
    before = state(position)
    with pytest.raises(NotLegal) as caught:
        position.play(move)  # type: ignore[arg-type]
    assert caught.value.code == "no_decision"
    assert state(position) == before
