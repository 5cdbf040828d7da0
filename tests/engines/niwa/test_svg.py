"""A drawn match of Niwa: what lies where, in cards and in words."""

from engines.niwa.svg import INKS, PAPERS, picture_of
from tests.engines.niwa.matches import laid, played
from tests.engines.pictures import contrast, texts, told


def test_a_start_shows_the_row_and_hides_the_hands() -> None:
    picture = picture_of(laid(mission=5))
    assert told(picture, "title") == "Niwa, mission 5: Duo, same colour"
    assert told(picture, "desc") == (
        "Each pair of one number and one colour scores. Pile: 9 cards. Row: P8 G8 O9. "
        "Seat 1: 9 hidden cards. Seat 2: 9 hidden cards. Seat 1 exchanges or reveals."
    )
    assert texts(picture) == [
        "Niwa, mission 5: Duo, same colour",
        "Each pair of one number and one colour scores.",
        "Pile: 9 cards. Seat 1 exchanges or reveals.",
        *("9", "P8", "G8", "O9"),
        *("▸ Seat 1", "Seat 2"),
    ]
    assert picture.count(">▸ ") == 1
    assert picture.count('fill="#4a5560"') == 1 + 18  # the pile and two hands


def test_cards_that_all_know_lie_open_in_a_hand() -> None:
    match = played(laid(max_exchanges=12), "P0>O9")
    picture = picture_of(match)
    assert "Seat 1: O9 and 8 hidden cards." in told(picture, "desc")
    assert told(picture, "desc").endswith(
        "Exchanges in a row: 1 of 12. Seat 2 exchanges or reveals."
    )
    assert texts(picture).count("O9") == 1
    assert picture.count('fill="#4a5560"') == 1 + 17


def test_a_trio_to_take_is_told() -> None:
    picture = picture_of(played(laid(), "R"))
    assert told(picture, "desc").endswith("Seat 1 may take a trio.")


def test_at_the_end_the_hands_lie_open_with_their_points() -> None:
    match = played(laid(), "R", "-", *["R", "-"] * 8)
    picture = picture_of(match)
    assert match.scores() == [36, 36]
    assert told(picture, "desc").endswith(
        "Seat 1: 36 points: P0 P1 P2 P3 P4 P5 P6 P7 P8. "
        "Seat 2: 36 points: G0 G1 G2 G3 G4 G5 G6 G7 G8. The end (pile): won by Seat 1 and Seat 2."
    )
    assert texts(picture)[-20:-18] == ["★ Seat 1: 36 points", "P0"]
    assert 'fill="#4a5560"' not in picture


def test_figures_stand_out_from_their_cards() -> None:
    for colour, paper in PAPERS.items():
        assert contrast(paper, INKS[colour]) >= 4.5, colour
