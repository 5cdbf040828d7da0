"""How pages show numbers, names, cards and times."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest

from tournaments.models import Player
from tournaments.templatetags import show


@pytest.mark.parametrize(
    ("value", "words", "digits"),
    [
        (None, "–", "–"),
        ("0", "0", "0"),
        ("3", "3", "3"),
        ("1/2", "½", "0.500"),
        ("7/3", "2 ⅓", "2.333"),
        ("5/3", "1 ⅔", "1.667"),
        ("17/12", "1 5/12", "1.417"),
        ("-7/2", "−3 ½", "−3.500"),
        ("-4", "−4", "−4"),
        (Fraction(1, 16), "1/16", "0.062"),
        (Fraction(3, 16), "3/16", "0.188"),
        ("2000000/3", "666666 ⅔", "666666.667"),
    ],
)
def test_numbers_are_exact_and_rounded_once(value: object, words: str, digits: str) -> None:
    assert show.fraction(value) == words
    assert show.decimal(value) == digits


def test_a_fraction_has_its_decimal_beside_it() -> None:
    assert show.both("7/3") == '2 ⅓ <span class="quiet decimal">2.333</span>'
    assert show.both("2") == "2"


def test_a_fraction_that_a_phone_has_no_room_for_is_marked() -> None:
    assert show.both("23/12") == '1 11/12 <span class="quiet decimal">1.917</span>'
    assert show.both("155/12") == (
        '<span class="long">12 11/12</span> <span class="quiet decimal">12.917</span>'
    )


def test_an_erased_player_is_a_number() -> None:
    assert show.person(Player(pk=12, name="Zoë")) == "Zoë"
    gone = Player(pk=12, name="Zoë", erased_at=datetime(2026, 11, 30, tzinfo=UTC))
    assert show.person(gone) == "erased player 12"


def test_cards_say_their_colour_in_letters_too() -> None:
    html = show.cards(["P8", "O10"], dull=True)
    assert html == (
        '<span class="hand-cards dull"><span class="niwa-card pink">P8</span> '
        '<span class="niwa-card orange">O10</span></span>'
    )


def test_a_time_names_its_zone() -> None:
    html = show.moment(datetime(2026, 11, 30, 22, 41, tzinfo=UTC), "Asia/Tokyo")
    assert '<time datetime="2026-11-30T22:41:00+00:00">1 Dec 2026, 07:41</time>' in html
    assert "(Asia/Tokyo)" in html
    assert show.moment(None, "UTC") == "–"


@pytest.mark.parametrize(
    ("values", "words"), [([], ""), ([3], "3"), ([3, 5], "3 and 5"), ([2, 3, 5], "2, 3 and 5")]
)
def test_lists_are_read_aloud(values: list[int], words: str) -> None:
    assert show.numbers(values) == words
