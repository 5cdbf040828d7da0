"""Every game draws its positions: for a spectator, in words too, and betraying nothing."""

from functools import cache
from xml.etree import ElementTree

import pytest

from engines.position import OVER, Position
from engines.registry import ENGINES
from engines.rng import Rng
from tests.engines.games import GIVEN
from tests.engines.pictures import told

EACH_GAME = pytest.mark.parametrize("name", list(ENGINES))


@cache
def positions(name: str) -> tuple[Position, ...]:
    """Every fifth of a random game between two seats, and the end; nobody plays on with them."""
    given = dict(GIVEN[name])
    position = ENGINES[name].deal(2, 7, given.pop("options"), **given)
    found, rng, count = [], Rng(7), 0
    while position.actor() != OVER:
        if count % 5 == 0:
            found.append(position.copy())
        moves = position.moves()
        position.push(moves[rng.below(len(moves))])
        count += 1
    return (*found, position)


@EACH_GAME
def test_a_picture_is_one_image_that_tells_itself_in_words(name: str) -> None:
    for position in positions(name):
        picture = ENGINES[name].picture(position)
        root = ElementTree.fromstring(picture)
        game = name.replace("_", " ").title()
        assert (root.get("role"), told(picture, "title")[: len(name)]) == ("img", game)
        assert told(picture, "desc").endswith(".")
        for outside in ("<style", "<script", "style=", "href", "url(", "<image"):
            assert outside not in picture


@EACH_GAME
def test_who_decides_and_who_has_won_is_marked_and_told(name: str) -> None:
    *going_on, end = positions(name)
    for position in going_on:
        picture = ENGINES[name].picture(position)
        assert picture.count(f">▸ Seat {position.actor() + 1}") == 1
        assert "★" not in picture
        assert f"Seat {position.actor() + 1} " in told(picture, "desc").split(". ")[-1]
    outcome = end.outcome()
    assert outcome is not None
    picture = ENGINES[name].picture(end)
    for seat in range(2):
        assert picture.count(f">★ Seat {seat + 1}") == int(seat in outcome.winners)
    assert f"The end ({outcome.end.replace('_', ' ')}): won by " in told(picture, "desc")


@EACH_GAME
def test_a_picture_stays_the_same_whatever_is_hidden(name: str) -> None:
    """Each seat's hidden parts are dealt anew, so together all of them change."""
    for position in positions(name):
        picture = ENGINES[name].picture(position)
        for seat in range(2):
            other = position.determinize(seat, 11)
            assert ENGINES[name].picture(other) == picture
