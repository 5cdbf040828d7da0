"""The games by name, and what all of them promise."""

import copy
import pickle
from typing import Any

import pytest

from engines.base import Game, RuleBroken
from engines.registry import GAMES, game
from tests.engines.refusals import check_form, refused

LETTERS = {"niwa": "N", "gazebo": "G", "gnome_hollow": "H"}
"""Game ↦ what its rule ids begin with."""
EACH_GAME = pytest.mark.parametrize("played", GAMES.values(), ids=GAMES.keys())


def test_the_games_are_found_by_name() -> None:
    assert list(GAMES) == ["niwa", "gazebo", "gnome_hollow"]
    assert all(game(name) is GAMES[name] and game(name).name == name for name in GAMES)


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("chess", '"chess"'),
        ("Niwa", '"Niwa"'),
        (None, "nothing"),
        (["niwa"], "a list"),
        ({}, "an object"),
    ],
)
def test_an_unknown_game_is_refused(name: Any, word: str) -> None:
    with refused("unknown_game", "", f"The game must be niwa, gazebo or gnome_hollow, not {word}."):
        game(name)


@EACH_GAME
def test_every_option_takes_its_default_and_says_what_it_does(played: Game) -> None:
    for option in played.options:
        assert option.takes(option.default), option.name
        assert option.text.endswith("."), option.name
        assert option.rule.startswith(LETTERS[played.name]), option.name


@EACH_GAME
def test_the_tie_rules_are_the_values_of_the_option_tie(played: Game) -> None:
    """A game with one rule has nothing to choose."""
    ties = [option for option in played.options if option.name == "tie"]
    assert [option.choices for option in ties] == [played.tie_rules] * (len(played.tie_rules) > 1)
    assert all(option.default == played.tie_rules[0] for option in ties)


@EACH_GAME
def test_every_choice_of_a_set_up_is_accepted_and_described(played: Game) -> None:
    choices = played.setup_choices(["our own"])
    assert choices[: len(played.setup_choices())] == played.setup_choices()
    for planned in (choices[at : at + played.most_matches] for at in range(len(choices))):
        assert played.clean_setups(planned, {}, own=["our own"]) == planned
    with pytest.raises(RuleBroken) as caught:
        played.clean_setups(choices[:1] * (played.most_matches + 1), {})
    assert (caught.value.code, caught.value.facts["most"]) == ("match_count", played.most_matches)
    assert len({played.describe_setup(setup) for setup in choices}) == len(choices)


@EACH_GAME
def test_tables_outside_the_game_s_sizes_are_refused(played: Game) -> None:
    for seats in range(played.min_seats, played.max_seats + 1):
        played.check_seats(seats, {})
    for seats in (played.min_seats - 1, played.max_seats + 1):
        with pytest.raises(RuleBroken) as caught:
            played.check_seats(seats, {})
        assert caught.value.code == "player_count"


def test_a_refusal_survives_copying_and_pickling() -> None:
    with pytest.raises(RuleBroken) as caught:
        game("chess")
    for twin in (copy.copy(caught.value), pickle.loads(pickle.dumps(caught.value))):
        assert vars(twin) == vars(caught.value)
        check_form(twin)
