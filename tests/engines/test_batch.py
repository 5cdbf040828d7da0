"""Batches of games between bots: the same counts whoever plays which block."""

from collections import Counter
from collections.abc import Callable

import pytest

from engines.batch import (
    WIN,
    Batch,
    Counts,
    GameBroken,
    Played,
    default_setups,
    plan_batch,
    play_block,
    play_blocks,
    play_one,
)
from engines.play import Stopped, always, check_game, play_game, play_position
from engines.position import Position
from engines.record import Record, verify
from engines.registry import ENGINES
from engines.rng import mixed
from engines.values import JSON, RuleBroken
from tests.engines.games import NO_KEYS
from tests.engines.refusals import refused

Setups = list[dict[str, JSON]]

KINDS = [
    pytest.param("niwa", ["greedy", "random", "random"], [], id="niwa, three"),
    pytest.param("niwa", ["random"] * 2, [{"mission": 3}, {"mission": 8}], id="niwa, missions"),
    pytest.param("gazebo", ["random"] * 4, [{"board": "qin"}], id="gazebo, four"),
]


def batch_of(game: str, bots: list[str], setups: Setups, seed: int = 7) -> Batch:
    return plan_batch(game, bots, {}, setups, seed)


def total(counts: Counts, start: str, end: str) -> int:
    return sum(
        count for path, count in counts.items() if path.startswith(start) and path.endswith(end)
    )


@pytest.mark.parametrize(("game", "bots", "setups"), KINDS)
def test_blocks_add_up_to_the_same_counts_in_any_pieces_and_order(
    game: str, bots: list[str], setups: Setups
) -> None:
    batch = batch_of(game, bots, setups)
    whole = play_blocks(batch, 0, 9)
    counts: Counts = Counter()
    records: dict[int, Record] = {}
    for first, number in ((5, 4), (0, 1), (1, 4)):
        piece = play_blocks(batch, first, number)
        counts.update(piece.counts)
        records |= piece.records
    assert (counts, records) == (whole.counts, whole.records)
    assert play_blocks(batch, 1, 9).counts != whole.counts


@pytest.mark.parametrize(("game", "bots", "setups"), KINDS)
def test_every_game_is_counted_once_for_each_seat_and_each_win_once(
    game: str, bots: list[str], setups: Setups
) -> None:
    batch = batch_of(game, bots, setups)
    counts, games = play_blocks(batch, 0, 10).counts, 10 * len(batch.rotations())
    assert total(counts, "blocks/", "") == 10
    assert total(counts, "games/", "") == total(counts, "end/", "") == games
    for seat in range(len(bots)):
        played = [path for path in counts if path.split("/")[:3:2] == ["seat", str(seat)]]
        assert sum(counts[path] for path in played if path.endswith("/games")) == games
        assert sum(counts[path] for path in played if "/at/" in path) == games
    assert total(counts, "seat/", "/share") == WIN * games
    assert total(counts, "of_bot/", "/share") == total(counts, "of_seat/", "/share") == WIN * games


def test_scores_are_what_the_histogram_says() -> None:
    counts = play_blocks(batch_of("niwa", ["random"] * 3, [{"mission": 5}]), 0, 20).counts
    path = "seat/0/2/random"
    at = {int(key.rpartition("/")[2]): counts[key] for key in counts if f"{path}/at/" in key}
    assert sum(score * number for score, number in at.items()) == counts[f"{path}/score"]
    assert sum(score**2 * number for score, number in at.items()) == counts[f"{path}/score2"]


def test_bots_sit_in_every_seat_of_a_deal_and_equal_turns_are_played_once() -> None:
    def rotations(*bots: str) -> list[tuple[str, ...]]:
        return Batch("niwa", bots, {}, ({},), 1).rotations()

    assert rotations("a", "b", "c") == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert rotations("a", "b", "a", "b") == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert rotations("a", "a") == [("a", "a")]


def test_set_ups_come_in_turn() -> None:
    batch = batch_of("niwa", ["random"] * 2, [{"mission": 1}, {"mission": 2}])
    counts = play_blocks(batch, 3, 3).counts
    assert {path: counts[path] for path in ("blocks/0", "blocks/1")} == {
        "blocks/0": 1,
        "blocks/1": 2,
    }


def test_without_set_ups_what_the_game_plans_is_played() -> None:
    assert default_setups("niwa") == tuple({"mission": number} for number in range(1, 9))
    boards = ["bird", "butterfly", "botanical", "jungle"]
    assert default_setups("gazebo") == tuple({"board": board} for board in boards)


def test_a_game_of_a_batch_is_the_game_that_its_seed_names() -> None:
    batch = batch_of("gazebo", ["greedy", "random"], [{"board": "qin"}], seed=3)
    outcome, moves = play_one(batch, 4, ("random", "greedy"))
    record = play_game(
        ENGINES["gazebo"], ("random", "greedy"), mixed(3, 4), batch.options, board="qin"
    )
    assert record.result == outcome.result()
    assert len(record.moves) == moves


@pytest.mark.parametrize(("game", "bots", "setups"), KINDS)
def test_a_few_games_are_kept_as_records_of_what_was_counted(
    game: str, bots: list[str], setups: Setups
) -> None:
    batch = batch_of(game, bots, setups)
    played = play_blocks(batch, 4, 5)
    assert sorted(played.records) == [4, 8]
    record = played.records[4]
    assert verify(record.written(), ENGINES) is None
    for seat, score in enumerate(record.result["scores"]):  # type: ignore[index, arg-type]
        path = f"seat/{batch.setup(4)}/{seat}/{batch.bots[seat]}/at/{score}"
        assert play_blocks(batch, 4, 1).counts[path] >= 1


@pytest.mark.parametrize(
    ("options", "settled"),
    [
        ({}, {"max_exchanges": 24}),
        ({"max_exchanges": 5}, {"max_exchanges": 5}),
        ({"max_exchanges": 0}, {}),
    ],
)
def test_bots_play_under_the_limit_that_is_given_and_else_under_their_own(
    options: dict[str, int], settled: dict[str, int]
) -> None:
    assert plan_batch("niwa", ["random"] * 2, options, [], 1).options == settled


def test_what_cannot_be_played_is_refused_before_anything_is() -> None:
    with refused("unknown_game", "", "No engine plays 'chess'."):
        plan_batch("chess", ["random"] * 2, {}, [], 1)
    with refused("not_an_object", "", "The options must be names with values."):
        plan_batch("niwa", ["random"] * 2, [], [], 1)  # type: ignore[arg-type]
    with refused("player_count", "N1.2", "Niwa takes 2 to 6 players, not 9 (N1.2)."):
        plan_batch("niwa", ["random"] * 9, {}, [], 1)
    with refused(
        "unknown_bot",
        "",
        'There is no bot "oracle"; bots are random, greedy and mcts:1 to mcts:1000000.',
    ):
        plan_batch("niwa", ["random", "oracle"], {}, [], 1)


@pytest.mark.parametrize("key", NO_KEYS)
@pytest.mark.parametrize(
    ("game", "known"), [("niwa", {"mission": 1}), ("gazebo", {"board": "qin"})]
)
def test_an_unknown_key_of_a_set_up_is_refused_whatever_it_is(
    game: str, known: dict[str, JSON], key: str
) -> None:
    engine, bots, setup = ENGINES[game], ["random"] * 2, known | {key: 1}
    for play in (
        lambda: plan_batch(game, bots, {}, [known, setup], 7),
        lambda: engine.deal(2, 7, {}, **setup),
        lambda: play_game(engine, bots, 7, {}, always, **setup),
        lambda: check_game(engine, bots, {}, **setup),
    ):
        with pytest.raises(RuleBroken) as caught:
            play()
        assert (caught.value.code, caught.value.facts["key"]) == ("unknown_key", key)


def test_a_game_that_breaks_names_the_block_that_plays_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    batch = batch_of("niwa", ["random"] * 2, [])
    deal = ENGINES["niwa"].deal

    def breaks(players: int, seed: int, *rest: object, **given: object) -> Position:
        if seed == mixed(mixed(batch.seed, 5), 0):
            raise ZeroDivisionError("a seat too many")
        return deal(players, seed, *rest, **given)  # type: ignore[arg-type]

    monkeypatch.setattr(ENGINES["niwa"], "deal", breaks)
    with pytest.raises(GameBroken) as caught:
        play_blocks(batch, 3, 4)
    assert str(caught.value) == "block 5: ZeroDivisionError: a seat too many"
    play_blocks(batch, 6, 1)
    with pytest.raises(ZeroDivisionError):
        play_block(batch, 5, Played(Counter(), {}))


@pytest.mark.parametrize("error", [MemoryError("no room"), SystemExit(3), RecursionError("deep")])
def test_whatever_ends_a_game_names_its_block(
    error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = batch_of("niwa", ["random"] * 2, [])

    def breaks(*given: object, **more: object) -> Position:
        raise error

    monkeypatch.setattr(ENGINES["niwa"], "deal", breaks)
    with pytest.raises(GameBroken) as caught:
        play_blocks(batch, 3, 4)
    assert (caught.value.block, caught.value.error) == (3, error)


# To be stopped ------------------------------------------------------------------------------------


def times(number: int) -> tuple[Callable[[], bool], list[None]]:
    """Keeps on so many times; and a list with an item for each time it was asked."""
    asked: list[None] = []

    def keep_on() -> bool:
        asked.append(None)
        return len(asked) <= number

    return keep_on, asked


def test_a_search_is_stopped_before_its_next_decision() -> None:
    batch = batch_of("niwa", ["mcts:2", "greedy"], [{"mission": 1}])
    engine, made = batch.engine, Counter[str]()
    keep_on, asked = times(5)
    position = engine.deal(2, 1, batch.options, mission=1)
    with pytest.raises(Stopped):
        made.update("decision" for _ in play_position(engine, position, batch.bots, 1, keep_on))
    assert (made["decision"], len(asked)) == (5, 6)


def test_games_without_a_search_are_stopped_before_the_next_game() -> None:
    batch = batch_of("niwa", ["greedy", "random"], [])
    keep_on, asked = times(5)
    with pytest.raises(Stopped):
        play_blocks(batch, 8, 4, keep_on)  # a record first, then games without
    assert len(asked) == 6
    keep_on, asked = times(8)
    assert play_blocks(batch, 8, 4, keep_on).counts == play_blocks(batch, 8, 4).counts
    assert len(asked) == 8


@pytest.mark.parametrize("block", [3, 4], ids=["counted", "kept as a record"])
def test_who_may_play_on_counts_what_is_counted_unasked_and_who_may_not_counts_nothing(
    block: int,
) -> None:
    batch = batch_of("niwa", ["mcts:1", "random"], [{"mission": 2}])
    whole = play_blocks(batch, block, 1)
    keep_on, asked = times(10**9)
    assert play_blocks(batch, block, 1, keep_on) == whole
    looks = len(asked)
    assert looks == whole.counts["moves/0"] + len(batch.rotations())
    for last in (0, 1, looks // 2, looks - 1):
        with pytest.raises(Stopped):
            play_blocks(batch, block, 1, times(last)[0])
    assert play_blocks(batch, block, 1, times(looks)[0]) == whole
    assert play_blocks(batch, block, 1, always) == whole
