"""Whatever JSON is typed: it is scored, or it is refused, and nothing else happens."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.base import Game, MatchScore, RuleBroken
from engines.gazebo.game import GAZEBO
from engines.niwa.game import NIWA
from tests.engines.refusals import check_form

TEXTS = st.one_of(
    st.text(max_size=40),
    st.text("PGOpgo0123456789 ,;\n", max_size=60),
    st.sampled_from(["\ud800", "\x00", "🌸" * 600, "P0 " * 9, "last_gazebo", "blocked"]),
    st.permutations([f"{c}{n}" for c in "PGO" for n in range(11)] * 2).map(
        lambda d: " ".join(d[:9])
    ),
)
NUMBERS = st.one_of(
    st.integers(-2, 90),
    st.integers(),
    st.integers(15_000, 15_002).map(lambda bits: 1 << bits),  # too long for str()
    st.floats(),
)
SCALARS = st.none() | st.booleans() | NUMBERS | TEXTS
JUNK = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Mostly what is expected, sometimes anything."""
    return st.one_of(strategy, strategy, strategy, JUNK)


def sheets(seat: dict[str, Any], rest: dict[str, Any]) -> st.SearchStrategy[Any]:
    entry = maybe(st.fixed_dictionaries({}, optional={key: maybe(v) for key, v in seat.items()}))
    return maybe(
        st.fixed_dictionaries(
            {"seats": maybe(st.lists(entry, min_size=2, max_size=4))},
            optional={key: maybe(value) for key, value in rest.items()},
        )
    )


def options_of(game: Game) -> st.SearchStrategy[Any]:
    values = {
        option.name: maybe(st.sampled_from(option.choices) if option.choices else st.integers(0, 9))
        for option in game.options
    }
    return maybe(st.fixed_dictionaries({}, optional=values))


NIWA_SHEETS = sheets({"hand": TEXTS, "points": st.integers(0, 80)}, {})
GAZEBO_SHEETS = sheets(
    {"left": st.integers(0, 15)},
    {
        "end": st.sampled_from(["last_gazebo", "blocked", "out_of_dominoes"]),
        "last_pair": st.sampled_from([[0, 1], [2, 3]]),
    },
)
NESTED: list[Any] = []
for _ in range(5000):
    NESTED = [NESTED]


def scores_or_refuses(game: Game, sheet: Any, setup: Any, options: Any, seats: Any) -> None:
    try:
        match = game.score_match(sheet, setup=setup, options=options, seats=seats)
    except RuleBroken as broken:
        check_form(broken)
        return
    assert isinstance(match, MatchScore)
    assert len(match.scores) == len(match.credits) == len(match.details) == seats
    assert match.winners
    assert tuple(int(seat in match.winners) for seat in range(seats)) == match.credits


@given(
    NIWA_SHEETS,
    maybe(st.fixed_dictionaries({"mission": maybe(st.integers(1, 8))})),
    options_of(NIWA),
    maybe(st.integers(2, 4)),
)
def test_any_niwa_sheet_is_scored_or_refused(
    sheet: Any, setup: Any, options: Any, seats: Any
) -> None:
    scores_or_refuses(NIWA, sheet, setup, options, seats)


@given(GAZEBO_SHEETS, JUNK, options_of(GAZEBO), maybe(st.integers(2, 4)))
def test_any_gazebo_sheet_is_scored_or_refused(
    sheet: Any, setup: Any, options: Any, seats: Any
) -> None:
    scores_or_refuses(GAZEBO, sheet, setup, options, seats)


@pytest.mark.parametrize("played", [NIWA, GAZEBO], ids=["niwa", "gazebo"])
@given(data=st.data())
def test_any_plan_and_any_options_are_cleaned_or_refused(played: Game, data: Any) -> None:
    options = data.draw(options_of(played))
    setup = maybe(st.sampled_from(played.setup_choices()))
    setups = data.draw(maybe(st.lists(setup, max_size=9)))
    before = copy.deepcopy(setups)
    try:
        cleaned = played.clean_options(options)
        assert played.clean_options(cleaned) == cleaned
        planned = played.clean_setups(setups, options)
        assert planned == list(setups)
    except RuleBroken as broken:
        check_form(broken)
    assert [setups] == [before]  # in a list, since NaN does not equal itself


@pytest.mark.parametrize(
    ("played", "sheet", "code"),
    [
        (NIWA, {"seats": NESTED}, "seat_count"),
        (NIWA, {"seats": [{"points": 40}, {"hand": NESTED}]}, "not_text"),
        (NIWA, {"seats": [{"points": 40}, {"points": NESTED}]}, "not_a_number"),
        (NIWA, {"seats": [{"points": 40}, NESTED]}, "not_an_object"),
        (GAZEBO, {"seats": [{"left": NESTED}, {"left": 0}]}, "not_a_number"),
        (GAZEBO, {"seats": [{"left": 1}, {"left": 2}], "end": NESTED}, "unknown_end"),
        (
            GAZEBO,
            {"seats": [{"left": 1}, {"left": 0}], "last_pair": NESTED},
            "last_pair_without_pairs",
        ),
    ],
    ids=range(7),
)
def test_values_nested_without_end_are_refused(played: Game, sheet: Any, code: str) -> None:
    with pytest.raises(RuleBroken) as caught:
        played.score_match(sheet, setup={"mission": 5}, options={}, seats=2)
    assert caught.value.code == code
    check_form(caught.value)
